//! Compares a program's bounds with its traces.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result};
use bytecode::{ClassFile, Code, Method};
use cost::{Cost, Symbol, SymbolKind};
use posterior::Device;
use pricing::{PatternId, Priced, Pricer, Tally};
use tests::natural_loops;
use trace::{
    Call, CallCompletion, CallTrace, Class, Counts, Loop, MethodLoops, ProgramTrace,
    TracedMethodName,
};
use wcec::declared::DeclaredLoop;
use wcec::{BestCase, Ends, LoopKind, MethodCost, MethodInput, Scratch, analyse, best_case};

use crate::evidence::{Evidence, ExecutedMethod, Standing, are_executed, made, outside};
use crate::subject::{self, Subject};
use crate::types;

/// A deliberate fault in the bounds, to check that wrong ones are caught.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// Nothing.
    None,
    /// Each bound is multiplied by this.
    Scaled(f64),
    /// Each symbol counts as smaller by this.
    Fewer(f64),
}

impl Fault {
    /// The factor for bounds; lower bounds are divided by it.
    pub(crate) const fn scale(self) -> f64 {
        match self {
            Self::Scaled(scale) => scale,
            Self::None | Self::Fewer(_) => 1.0,
        }
    }
}

/// How one call compares with its bound.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The executed energy and its bound in joules for each device, beginning with the mixture of all.
    Compared(Vec<Comparison>),
    /// The call did not end by itself, and what it executed until then proves nothing.
    NotWhole(CallCompletion),
    /// The call does not show the value of a symbol with this name.
    UnknownSymbol(String),
    /// It executed more than the bound, but broke an assumption that the bound names.
    AssumptionFailed,
    /// It executed more than the bound, and the call does not show whether it breaks these assumptions of the bound.
    NotDecided(Vec<String>),
}

/// The claim that is compared with an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// No execution costs more than the bound.
    AtMost,
    /// No execution that returns costs less than the bound.
    AtLeast,
    /// A contract, and the verdict on it.
    Contract {
        /// As written.
        text: String,
        /// The verdict as text.
        verdict: String,
    },
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost => Ok(()),
            Self::AtLeast => f.write_str("the least, "),
            Self::Contract { text, verdict } => write!(f, "the contract \"{text}\", {verdict}, "),
        }
    }
}

/// Joules on one device.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The claim about the bound.
    pub claim: Claim,
    /// The device.
    pub device: String,
    /// What was executed.
    pub executed: f64,
    /// The bound at the symbols' true values, on the most expensive path for this device.
    pub bound: f64,
    /// The same on the most expensive path for the mixture of the devices.
    pub on_the_path_of_the_mixture: f64,
}

/// Sums in a different order differ by rounding.
const ROUNDING: f64 = 1e-9;

/// A call that is stopped executes at most as many instructions again, in handlers that catch everything.
const CUT: f64 = 2.0;

/// The device of a comparison with the displayed worst case. Its size is fixed, so it need not be exact.
pub(crate) const AS_SHOWN: &str = "any, with callees, as it is shown";

impl Comparison {
    /// True if what was executed breaks the claim.
    pub fn is_violation(&self) -> bool {
        let (less, more) = match self.claim {
            Claim::AtLeast => (self.bound, self.executed),
            Claim::AtMost | Claim::Contract { .. } => (self.executed, self.bound),
        };
        less > more * (1.0 + ROUNDING) + 1e-18
    }

    /// True if what was executed before the call was stopped breaks the claim. The handlers execute far less than that
    /// after the stop.
    pub(crate) fn is_violation_of_a_part(&self) -> bool {
        self.executed > CUT * self.bound + 1e-18
    }

    /// True if the path chosen for the mixture of the devices costs less on this device than what was executed, but the
    /// device's own bound does not.
    pub fn is_missed_by_the_mixture(&self) -> bool {
        self.executed > self.on_the_path_of_the_mixture * (1.0 + ROUNDING) + 1e-18
    }

    /// True if the bound equals what was executed.
    pub fn is_exact(&self) -> bool {
        (self.executed - self.bound).abs() <= self.executed.abs() * ROUNDING + 1e-18
    }

    /// The bound divided by what was executed, or the inverse for a lower bound.
    pub fn ratio(&self) -> f64 {
        match self.claim {
            Claim::AtLeast => self.executed / self.bound,
            Claim::AtMost | Claim::Contract { .. } => self.bound / self.executed,
        }
    }
}

/// The loops of every method, so that the trace contains their repetitions.
///
/// # Errors
/// If a class cannot be read.
pub(crate) fn loops(classes: &[Class]) -> Result<Vec<MethodLoops>> {
    let mut loops = Vec::new();
    for bytes in classes {
        let class = parse(bytes)?;
        for method in &class.methods {
            let found = method.code.as_ref().map(natural_loops).unwrap_or_default();
            if !found.is_empty() {
                let list = found.into_iter().map(|(header, body)| Loop {
                    header,
                    body: body.into_iter().collect(),
                });
                loops.push(MethodLoops {
                    method: name_of(&class, method),
                    loops: list.collect(),
                });
            }
        }
    }
    Ok(loops)
}

pub(crate) fn parse(class: &Class) -> Result<ClassFile<'_>> {
    ClassFile::parse(&class.bytes)
        .with_context(|| format!("the class {} is unreadable", class.name))
}

fn name_of(class: &ClassFile<'_>, method: &Method) -> TracedMethodName {
    TracedMethodName {
        class: class.name.clone(),
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
    }
}

/// A posterior's prices, and the means of its patterns for each device, beginning with the mixture of all.
pub(crate) struct Prices<'p> {
    pricer: &'p Pricer,
    devices: Vec<(Device, Vec<f64>)>,
}

impl<'p> Prices<'p> {
    pub(crate) fn new(pricer: &'p Pricer) -> Self {
        let posterior = pricer.posterior();
        let patterns: Vec<_> = (0..=u16::MAX)
            .map_while(|id| pricer.pattern(PatternId(id)))
            .collect();
        let devices = (0..posterior.devices().len()).map(Device::Named);
        let devices = std::iter::once(Device::Any).chain(devices).map(|device| {
            let means = patterns.iter();
            let means = means.map(|pattern| posterior.mean(&pattern.features, device).0);
            (device, means.collect())
        });
        Self {
            pricer,
            devices: devices.collect(),
        }
    }
}

/// A method with its price list and its bounds.
struct Analysed {
    units: Vec<Priced>,
    /// The bound of calls that return, by the prices of each device.
    costs: Vec<MethodCost>,
    /// The same of all calls.
    whole: Vec<MethodCost>,
    /// The least that a call costs, by the prices of the mixture.
    least: BestCase,
    /// The index of each loop among the counted loops, by header.
    loops: BTreeMap<u32, usize>,
    /// The names of its parameters.
    parameters: Vec<String>,
    code: Code,
    /// The instructions that call code which may change something unseen.
    outside: Vec<u32>,
}

impl Analysed {
    fn new(
        prices: &Prices<'_>,
        classes: &[Class],
        name: &TracedMethodName,
        declared: &[DeclaredLoop],
    ) -> Result<Self> {
        let bytes = classes.iter().find(|class| class.name == name.class);
        let class = parse(bytes.with_context(|| format!("there is no class {}", name.class))?)?;
        let method = class
            .methods
            .iter()
            .find(|method| method.name == name.name && method.descriptor == name.descriptor)
            .with_context(|| format!("there is no method {name:?}"))?;
        let code = method.code.as_ref().context("the method has no code")?;
        let mut units = Vec::new();
        let events = bytecode::events::events(&class, code);
        prices.pricer.price(&events, &mut units);
        let mut scratch = Scratch::default();
        let input_at = |means| MethodInput {
            class: &class,
            method,
            code,
            priced: &units,
            means,
            spread: None,
            writes: &[],
            outcomes: &[],
            declared,
            calls: &[],
        };
        let mut costs_at = |ends| -> Vec<MethodCost> {
            scratch.ends = ends;
            let devices = prices.devices.iter();
            devices
                .map(|(_, means)| analyse(&input_at(means), &mut scratch))
                .collect()
        };
        let (whole, costs) = (costs_at(Ends::Any), costs_at(Ends::Returns));
        let (_, means) = prices.devices.first().context("there is no device")?;
        let worst = costs.first().context("there is no device")?;
        let least = best_case(&input_at(means), worst, &mut scratch);
        let headers = natural_loops(code).into_keys().enumerate();
        Ok(Self {
            costs,
            whole,
            least,
            loops: headers.map(|(at, header)| (header, at)).collect(),
            parameters: parameters(&class, method, code),
            code: code.clone(),
            outside: outside(&class, code),
            units,
        })
    }

    /// The bounds of calls with this end.
    fn costs_at(&self, outcome: &CallCompletion) -> &[MethodCost] {
        match outcome {
            CallCompletion::Returned => &self.costs,
            _ => &self.whole,
        }
    }

    /// What its first call itself executed.
    fn executed<'e>(
        &'e self,
        name: &'e TracedMethodName,
        cost: &'e MethodCost,
        names: &[TracedMethodName],
        trace: &CallTrace,
        counts: &'e Counts,
    ) -> ExecutedMethod<'e> {
        let mut all = trace.methods.iter();
        let found = all.find(|method| names.get(method.method) == Some(name));
        ExecutedMethod {
            name,
            counts,
            loops: &cost.loops,
            places: &self.loops,
            largest: 0.0,
            wrapped: found.map_or(0, |method| method.wrapped.len()),
            is_entry: true,
            made: made(&self.code, counts),
            parameters: &self.parameters,
            calls_outside: are_executed(&self.outside, counts),
        }
    }

    /// How often a loop without a bound repeated; an iteration that throws counts as one. A symbol that is no count of
    /// repetitions, such as the length of an array created in the method, is one higher if the loop was left in the middle
    /// of an iteration. The loop's end does not show that.
    fn repetitions(
        &self,
        cost: &MethodCost,
        symbol: &Symbol,
        counts: &Counts,
        threw: bool,
    ) -> Option<f64> {
        if is_of_instructions(symbol) {
            return counts.instructions.iter().max().map(|most| *most as f64);
        }
        // A value that also bounds another loop in a different way may be larger than one of them shows.
        let is_part = |found: &wcec::LoopInfo| {
            found.bound.to_string() != symbol.name
                && found.bound.symbols().iter().any(|part| **part == *symbol)
        };
        if symbol.kind != SymbolKind::Loop && cost.loops.iter().any(is_part) {
            return None;
        }
        // Several loops may have the same symbol.
        let found = cost.loops.iter().filter(|found| {
            found.kind == LoopKind::Opaque && found.bound.to_string() == symbol.name
        });
        let returns = found.filter_map(|found| counts.returns.get(*self.loops.get(&found.header)?));
        let returns = returns.max()?;
        let is_count = symbol.kind == SymbolKind::Loop;
        Some(*returns as f64 + f64::from(u8::from(threw || !is_count)))
    }
}

/// True for an execution count in loops that are nested too deeply to be distinguished.
pub(crate) fn is_of_instructions(symbol: &Symbol) -> bool {
    symbol
        .meaning
        .starts_with("how often, at most, an instruction")
}

/// The parameter names that the compiler recorded.
pub(crate) fn parameters(class: &ClassFile<'_>, method: &Method, code: &Code) -> Vec<String> {
    let mut slot = u16::from(!method.is_static());
    let mut names = Vec::new();
    for of in types::parameters(&method.descriptor) {
        let name = class.local_name(code, slot, 0).unwrap_or_default();
        names.push(name.into_owned());
        slot += if matches!(of, "J" | "D") { 2 } else { 1 };
    }
    names
}

/// What these instruction counts of a method execute.
pub(crate) fn tally(units: &[Priced], counts: &Counts) -> Tally {
    let units = units.iter().map(|unit| {
        let times = counts.instructions.get(unit.instruction as usize);
        let times = times.copied().unwrap_or(0) as f64;
        (unit.pattern, unit.count * times)
    });
    units.collect()
}

/// The verdicts on a subject's calls, one for each trace.
pub(crate) fn judge(
    prices: &Prices<'_>,
    subject: &Subject,
    classes: &[Class],
    of: &ProgramTrace,
    fault: Fault,
) -> Result<Vec<Verdict>> {
    let mut analysed: BTreeMap<&TracedMethodName, Analysed> = BTreeMap::new();
    let mut verdicts = Vec::new();
    let (declared, _) = subject.clauses();
    for (call, trace) in subject.calls.iter().zip(&of.calls) {
        if !analysed.contains_key(&call.method) {
            let method = Analysed::new(prices, classes, &call.method, &declared)?;
            analysed.insert(&call.method, method);
        }
        if let Some(method) = analysed.get(&call.method) {
            let judged = judge_call(prices, subject, call, method, (&of.methods, trace), fault);
            verdicts.push(judged.unwrap_or_else(Verdict::UnknownSymbol));
        }
    }
    Ok(verdicts)
}

/// The verdicts on the least that a subject's calls cost, without callees.
pub(crate) fn judge_least(
    prices: &Prices<'_>,
    subject: &Subject,
    classes: &[Class],
    traces: &[CallTrace],
    fault: Fault,
) -> Result<Vec<Verdict>> {
    let mut analysed: BTreeMap<&TracedMethodName, Analysed> = BTreeMap::new();
    let (declared, _) = subject.clauses();
    let (_, means) = prices.devices.first().context("there is no device")?;
    let mean = |tally: &Tally| {
        let features = prices.pricer.features(tally);
        prices.pricer.posterior().mean(&features, Device::Any).0
    };
    let mut verdicts = Vec::new();
    for (call, trace) in subject.calls.iter().zip(traces) {
        if !analysed.contains_key(&call.method) {
            let method = Analysed::new(prices, classes, &call.method, &declared)?;
            analysed.insert(&call.method, method);
        }
        let Some(method) = analysed.get(&call.method) else {
            continue;
        };
        let executed = trace
            .own
            .as_ref()
            .map(|counts| tally(&method.units, counts));
        let executed = executed.filter(|_| trace.outcome == CallCompletion::Returned);
        // The least cost is only claimed for calls that return.
        let worst = method.costs.first().map(|cost| &cost.cost);
        let least = Least {
            device: "any",
            best_case: &method.least,
            worst,
            means,
            mean: &mean,
            fault,
        };
        verdicts.push(least.verdict(subject, call, &trace.outcome, executed.as_ref()));
    }
    Ok(verdicts)
}

/// The least that a call costs, and what it is compared with.
pub(crate) struct Least<'l> {
    pub(crate) device: &'static str,
    pub(crate) best_case: &'l BestCase,
    pub(crate) worst: Option<&'l Cost>,
    pub(crate) means: &'l [f64],
    pub(crate) mean: &'l dyn Fn(&Tally) -> f64,
    pub(crate) fault: Fault,
}

impl Least<'_> {
    /// The least cost is compared with what a returning call executed. For other calls it is compared with the bound, if no
    /// part of the bound comes from the execution.
    pub(crate) fn verdict(
        &self,
        subject: &Subject,
        call: &Call,
        outcome: &CallCompletion,
        executed: Option<&Tally>,
    ) -> Verdict {
        let known = |symbol: &Symbol| {
            let (place, measure) = symbol.place.as_ref()?;
            subject.value_at(call, place, measure)
        };
        let bound = || self.worst?.evaluate(&known).ok();
        let (device, most) = match executed {
            Some(executed) => (self.device.to_owned(), executed.clone()),
            None => match bound() {
                Some(bound) => (format!("{}, against the worst case", self.device), bound),
                None => return Verdict::NotWhole(outcome.clone()),
            },
        };
        let at = (self.mean)(&self.best_case.at(self.means, &known));
        let constant = (self.mean)(&self.best_case.constant());
        let most = (self.mean)(&most);
        Verdict::Compared(vec![Comparison {
            claim: Claim::AtLeast,
            device,
            executed: most,
            bound: at.max(constant) / self.fault.scale(),
            on_the_path_of_the_mixture: f64::INFINITY,
        }])
    }
}

/// The verdict on one call, or the symbol without a value.
fn judge_call(
    prices: &Prices<'_>,
    subject: &Subject,
    call: &Call,
    method: &Analysed,
    (names, trace): (&[TracedMethodName], &CallTrace),
    fault: Fault,
) -> Result<Verdict, String> {
    let is_cut = trace.outcome == CallCompletion::OutOfInstructions;
    let counts = match &trace.own {
        Some(counts) if trace.outcome.is_whole() || is_cut => counts,
        _ => return Ok(Verdict::NotWhole(trace.outcome.clone())),
    };
    let threw = is_cut || matches!(trace.outcome, CallCompletion::Threw(_));
    let (scale, fewer) = match fault {
        Fault::None => (1.0, 0.0),
        Fault::Scaled(scale) => (scale, 0.0),
        Fault::Fewer(fewer) => (1.0, fewer),
    };
    let value_of = |cost: &MethodCost, symbol: &Symbol| match &symbol.place {
        Some((place, measure)) => subject.value_at(call, place, measure),
        None => subject::named(call, &method.parameters, &symbol.name)
            .or_else(|| method.repetitions(cost, symbol, counts, threw)),
    };
    let bound = |cost: &MethodCost| {
        let value_of = |symbol: &Symbol| value_of(cost, symbol).map(|value| value - fewer);
        cost.cost.evaluate(&value_of).map_err(|missing| {
            let name = missing.first().map(|symbol| symbol.name.clone());
            name.unwrap_or_default()
        })
    };
    let executed = tally(&method.units, counts);
    let (pricer, posterior) = (prices.pricer, prices.pricer.posterior());
    let mean = |tally: &Tally, device| posterior.mean(&pricer.features(tally), device).0;
    let mut comparisons: Vec<Comparison> = Vec::new();
    let mut chosen_on_the_mixture = None;
    for ((device, _), cost) in prices.devices.iter().zip(method.costs_at(&trace.outcome)) {
        let bound = bound(cost)?;
        let of_the_mixture = chosen_on_the_mixture.get_or_insert_with(|| bound.clone());
        comparisons.push(Comparison {
            claim: Claim::AtMost,
            device: posterior
                .device_name(*device)
                .unwrap_or_default()
                .to_owned(),
            executed: mean(&executed, *device),
            bound: scale * mean(&bound, *device),
            on_the_path_of_the_mixture: scale * mean(of_the_mixture, *device),
        });
    }
    let costs = method.costs_at(&trace.outcome);
    Ok(settled(trace, comparisons, || {
        let mut all = Standing::default();
        for cost in costs {
            let value_of = |symbol: &Symbol| value_of(cost, symbol);
            let executed = method.executed(&call.method, cost, names, trace, counts);
            let evidence = Evidence {
                trace,
                names,
                executed: vec![executed],
                value_of: &value_of,
                is_called_back: false,
                knows_fields: subject.knows_fields(&call.method.name),
            };
            let mut standing = evidence.of(&cost.assumptions);
            // Without callees, it is unknown for a bound which fields they write.
            standing.undecided.extend(evidence.changed_by_callees());
            all.broken.extend(standing.broken);
            all.undecided.extend(standing.undecided);
        }
        all
    }))
}

/// The verdict once the figures are known.
pub(crate) fn settled(
    trace: &CallTrace,
    comparisons: Vec<Comparison>,
    standing: impl FnOnce() -> Standing,
) -> Verdict {
    let is_violated = match trace.outcome {
        CallCompletion::Returned => comparisons.iter().any(Comparison::is_violation),
        // The rest of the path may have a negative price, such as that of a value that stays on the stack.
        CallCompletion::Threw(_) => return Verdict::NotWhole(trace.outcome.clone()),
        _ => {
            // At least this much was executed.
            let mut all = comparisons.iter();
            if !all.any(Comparison::is_violation_of_a_part) {
                return Verdict::NotWhole(trace.outcome.clone());
            }
            true
        }
    };
    if is_violated {
        return excused(standing()).unwrap_or(Verdict::Compared(comparisons));
    }
    Verdict::Compared(comparisons)
}

/// The verdict on a call above its bound if the bound is not, or may not be, at fault.
pub(crate) fn excused(standing: Standing) -> Option<Verdict> {
    if !standing.broken.is_empty() {
        return Some(Verdict::AssumptionFailed);
    }
    (!standing.undecided.is_empty()).then_some(Verdict::NotDecided(standing.undecided))
}

/// One verdict of several on the same call: a violation takes precedence over an undecided one.
pub(crate) fn worst_of(verdicts: Vec<Verdict>) -> Verdict {
    let weight = |verdict: &Verdict| match verdict {
        Verdict::Compared(all) if all.iter().any(Comparison::is_violation) => 3,
        Verdict::AssumptionFailed | Verdict::NotDecided(_) => 2,
        Verdict::UnknownSymbol(_) => 1,
        Verdict::Compared(_) | Verdict::NotWhole(_) => 0,
    };
    let worst = verdicts.into_iter().max_by_key(weight);
    worst.unwrap_or_else(|| {
        Verdict::NotWhole(CallCompletion::Failed(
            "no contract is made of it".to_owned(),
        ))
    })
}
