//! Compares a program's bounds, callees included, with everything that was executed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::{Context, Result};
use bytecode::Code;
use calls::{MethodTotal, Prices, Summaries, Unit, UnitClass, UnitKind};
use cost::{Size, Symbol, SymbolKind};
use posterior::Device;
use pricing::{Priced, Pricer, Tally};
use tests::natural_loops;
use trace::{Call, CallCompletion, CallTrace, Class, MethodTrace, ProgramTrace, TracedMethodName};
use wcec::{Ends, LoopKind, Reason};

use crate::evidence::{Evidence, ExecutedMethod, Standing, are_executed, made, outside};
use crate::judge::{
    self, AS_SHOWN, Claim, Comparison, Fault, Least, Verdict, parse, settled, tally,
};
use crate::library::Followed;
use crate::subject::{self, Subject};

/// Stands for callbacks from code outside the program.
pub(crate) const CALLED_BACK: &str = "what is called back";

/// A method with its price list and its bound.
struct Analysed {
    units: Vec<Priced>,
    /// Its cost in calls that return.
    total: MethodTotal,
    /// Its cost in all calls.
    whole: MethodTotal,
    /// The index of each loop among the counted loops, by header.
    loops: BTreeMap<u32, usize>,
    /// The names of its parameters.
    parameters: Vec<String>,
    code: Code,
    /// The instructions that call code which may change something unseen.
    outside: Vec<u32>,
}

impl Analysed {
    /// Its cost in calls with this end.
    fn total_at(&self, outcome: &CallCompletion) -> &MethodTotal {
        match outcome {
            CallCompletion::Returned => &self.total,
            _ => &self.whole,
        }
    }
}

/// The methods of one program.
struct Methods<'p> {
    pricer: &'p Pricer,
    classes: &'p [Class],
    unit: Unit,
    summaries: Summaries,
    analysed: BTreeMap<TracedMethodName, Analysed>,
    /// True if a bound contains no marks for unknown callees, because they are known.
    follows_library: bool,
}

impl<'p> Methods<'p> {
    fn new(
        pricer: &'p Pricer,
        library: &Followed,
        subject: &Subject,
        classes: &'p [Class],
    ) -> Result<Self> {
        let declared: Arc<[_]> = subject.clauses().0.into();
        let read = classes.iter().map(|class| {
            let read = UnitClass::read(Arc::clone(&class.bytes));
            read.map(|class| Arc::new(class.with_declared(Arc::clone(&declared))))
                .with_context(|| format!("the class {} is unreadable", class.name))
        });
        let unit = Unit::new(
            read.collect::<Result<_>>()?,
            library.uncounted(),
            UnitKind::Project,
        );
        let prices = if library.is_none() {
            Prices::default()
        } else {
            Prices::of_natives(pricer)
        };
        let summaries = unit.summarise(pricer, &Arc::new(prices));
        Ok(Self {
            pricer,
            classes,
            unit,
            summaries,
            analysed: BTreeMap::new(),
            follows_library: !library.is_none(),
        })
    }

    fn analyse(&mut self, name: &TracedMethodName) -> Result<()> {
        if self.analysed.contains_key(name) {
            return Ok(());
        }
        let bytes = self.classes.iter().find(|class| class.name == name.class);
        let class = parse(bytes.with_context(|| format!("there is no class {}", name.class))?)?;
        let mut methods = class.methods.iter();
        let (method, code) = methods
            .find(|method| method.name == name.name && method.descriptor == name.descriptor)
            .and_then(|method| Some((method, method.code.as_ref()?)))
            .with_context(|| format!("there is no code of {name:?}"))?;
        let mut units = Vec::new();
        self.pricer
            .price(&bytecode::events::events(&class, code), &mut units);
        if self.follows_library {
            units.retain(|unit| !self.pricer.is_callee(unit.pattern));
        }
        let key = (&*name.class, &*name.name, &*name.descriptor);
        let of = |ends| {
            let total = (self.summaries).total_at(&self.unit, self.pricer, key, ends);
            total.with_context(|| format!("{name:?} has no summary"))
        };
        let (total, whole) = (of(Ends::Returns)?, of(Ends::Any)?);
        let headers = natural_loops(code).into_keys().enumerate();
        let analysed = Analysed {
            units,
            total,
            whole,
            loops: headers.map(|(at, header)| (header, at)).collect(),
            parameters: judge::parameters(&class, method, code),
            code: code.clone(),
            outside: outside(&class, code),
        };
        self.analysed.insert(name.clone(), analysed);
        Ok(())
    }
}

/// The verdicts on a subject's calls, callees included, for the mixture of the devices.
pub(crate) fn judge(
    pricer: &Pricer,
    library: &Followed,
    subject: &Subject,
    classes: &[Class],
    trace: &ProgramTrace,
    fault: Fault,
) -> Result<Vec<Verdict>> {
    let mut methods = Methods::new(pricer, library, subject, classes)?;
    let mut verdicts = Vec::new();
    for (call, called) in subject.calls.iter().zip(&trace.calls) {
        methods.analyse(&call.method)?;
        for method in &called.methods {
            methods.analyse(&trace.methods[method.method])?;
        }
        let run = Run {
            methods: &methods,
            names: &trace.methods,
            subject,
            call,
            trace: called,
            fault,
        };
        verdicts.push(run.verdict().unwrap_or_else(|verdict| verdict));
    }
    Ok(verdicts)
}

/// The verdicts on the least that a subject's calls cost, callees included.
pub(crate) fn judge_least(
    pricer: &Pricer,
    subject: &Subject,
    classes: &[Class],
    trace: &ProgramTrace,
    fault: Fault,
) -> Result<Vec<Verdict>> {
    let mut methods = Methods::new(pricer, &Followed::NONE, subject, classes)?;
    let mean = |tally: &Tally| {
        let features = pricer.features(tally);
        pricer.posterior().mean(&features, Device::Any).0
    };
    let mut verdicts = Vec::new();
    for (call, called) in subject.calls.iter().zip(&trace.calls) {
        methods.analyse(&call.method)?;
        for method in &called.methods {
            methods.analyse(&trace.methods[method.method])?;
        }
        let run = Run {
            methods: &methods,
            names: &trace.methods,
            subject,
            call,
            trace: called,
            fault: Fault::None,
        };
        let name = &call.method;
        let key = (&*name.class, &*name.name, &*name.descriptor);
        let least = methods.summaries.best_case(&methods.unit, pricer, key);
        let (Some(least), Some(analysed)) = (least, methods.analysed.get(name)) else {
            verdicts.push(Verdict::NotWhole(called.outcome.clone()));
            continue;
        };
        let executed = (called.outcome == CallCompletion::Returned).then(|| run.tally());
        let least = Least {
            device: "any, with callees",
            best_case: &least,
            // The least cost is only claimed for calls that return.
            worst: Some(&analysed.total.cost.cost),
            means: pricer.means(),
            mean: &mean,
            fault,
        };
        verdicts.push(least.verdict(subject, call, &called.outcome, executed.as_ref()));
    }
    Ok(verdicts)
}

/// The bounds of the called methods, including callees in the program.
pub(crate) fn totals(
    pricer: &Pricer,
    library: &Followed,
    subject: &Subject,
    classes: &[Class],
) -> Result<BTreeMap<TracedMethodName, MethodTotal>> {
    let mut methods = Methods::new(pricer, library, subject, classes)?;
    for call in &subject.calls {
        methods.analyse(&call.method)?;
    }
    let analysed = methods.analysed.into_iter();
    Ok(analysed.map(|(name, one)| (name, one.total)).collect())
}

/// What a returning call executed of the program, and what it shows about the assumptions of its bound.
pub(crate) struct Returning {
    pub(crate) tally: Tally,
    pub(crate) standing: Standing,
}

/// What each call executed of the program; `None` for calls that did not return.
pub(crate) fn returning(
    pricer: &Pricer,
    library: &Followed,
    subject: &Subject,
    classes: &[Class],
    trace: &ProgramTrace,
) -> Result<Vec<Option<Returning>>> {
    let mut methods = Methods::new(pricer, library, subject, classes)?;
    let mut all = Vec::new();
    for (call, called) in subject.calls.iter().zip(&trace.calls) {
        methods.analyse(&call.method)?;
        for method in &called.methods {
            methods.analyse(&trace.methods[method.method])?;
        }
        let run = Run {
            methods: &methods,
            names: &trace.methods,
            subject,
            call,
            trace: called,
            fault: Fault::None,
        };
        let analysed = methods.analysed.get(&call.method);
        let analysed = analysed.filter(|_| called.outcome == CallCompletion::Returned);
        all.push(analysed.map(|analysed| Returning {
            tally: run.tally(),
            standing: run.standing_of_number(&analysed.total),
        }));
    }
    Ok(all)
}

/// One call and what it executed.
struct Run<'r> {
    methods: &'r Methods<'r>,
    names: &'r [TracedMethodName],
    subject: &'r Subject,
    call: &'r Call,
    trace: &'r CallTrace,
    fault: Fault,
}

impl Run<'_> {
    fn verdict(&self) -> Result<Verdict, Verdict> {
        let outcome = &self.trace.outcome;
        let called = self.methods.analysed.get(&self.call.method);
        let is_judged = outcome.is_whole() || *outcome == CallCompletion::OutOfInstructions;
        let (true, Some(called)) = (is_judged, called) else {
            return Err(Verdict::NotWhole(outcome.clone()));
        };
        let is_ours = |reason: Reason| {
            matches!(
                reason,
                Reason::ChosenAtRunTime | Reason::UnknownDepth | Reason::NotImplemented
            )
        };
        let total = called.total_at(outcome);
        let mut unpriced = total.unpriced.iter();
        if let Some(part) = unpriced.find(|part| is_ours(part.reason)) {
            return Err(Verdict::UnknownSymbol(part.to_string()));
        }
        let (scale, fewer) = match self.fault {
            Fault::None => (1.0, 0.0),
            Fault::Scaled(scale) => (scale, 0.0),
            Fault::Fewer(fewer) => (1.0, fewer),
        };
        // Callbacks from a method outside the program are executed, but are not in the bound.
        if !total.unpriced.is_empty() && self.is_called_back() {
            return Err(Verdict::UnknownSymbol(CALLED_BACK.to_owned()));
        }
        let pricer = self.methods.pricer;
        let value_of = |symbol: &Symbol| {
            let value = self.value(symbol)?;
            let is_number = symbol.kind != SymbolKind::Callback;
            Some(if is_number { value - fewer } else { value })
        };
        let cost = &total.cost.cost;
        let bound = cost.evaluate(&value_of).map_err(|missing| {
            let name = missing.first().map(|symbol| symbol.name.clone());
            Verdict::UnknownSymbol(name.unwrap_or_default())
        })?;
        let executed = self.tally();
        let mean = |tally: &Tally| {
            let features = pricer.features(tally);
            pricer.posterior().mean(&features, Device::Any).0
        };
        let bounded = cost.bounded(
            pricer.means(),
            Size::DISPLAYED,
            &Symbol::is_known_to_reader,
            &value_of,
        );
        let shown = bounded.cost.evaluate(&value_of).map_err(|missing| {
            let name = missing.first().map(|symbol| symbol.name.clone());
            Verdict::UnknownSymbol(name.unwrap_or_default())
        })?;
        let bound = scale * mean(&bound);
        let shown = Comparison {
            claim: Claim::AtMost,
            device: AS_SHOWN.to_owned(),
            executed: mean(&executed),
            bound: scale * mean(&shown),
            on_the_path_of_the_mixture: scale * mean(&shown),
        };
        let comparison = Comparison {
            claim: Claim::AtMost,
            device: "any, with callees".to_owned(),
            executed: mean(&executed),
            bound,
            on_the_path_of_the_mixture: bound,
        };
        Ok(settled(self.trace, vec![comparison, shown], || {
            self.standing(total)
        }))
    }

    /// What the execution shows about the assumptions of a bound, including those of callees.
    fn standing(&self, total: &MethodTotal) -> Standing {
        let value_of = |symbol: &Symbol| self.value(symbol);
        let executed = self.executed().map(|(trace, analysed)| {
            let name = &self.names[trace.method];
            let passed = trace.most.iter().flatten().copied().max();
            ExecutedMethod {
                name,
                counts: &trace.counts,
                loops: &analysed.total_at(&self.trace.outcome).cost.loops,
                places: &analysed.loops,
                largest: (passed.unwrap_or_default() as f64).max(trace.invocations as f64),
                wrapped: trace.wrapped.len(),
                is_entry: *name == self.call.method && trace.invocations == 1,
                made: made(&analysed.code, &trace.counts),
                parameters: &analysed.parameters,
                calls_outside: are_executed(&analysed.outside, &trace.counts),
            }
        });
        let evidence = Evidence {
            trace: self.trace,
            names: self.names,
            executed: executed.collect(),
            value_of: &value_of,
            is_called_back: self.is_called_back(),
            // A callee's assumption is also its callers' assumption. If the bound does not list it, it was not made.
            knows_fields: self.subject.knows_fields(&self.call.method.name),
        };
        evidence.of(&total.cost.assumptions)
    }

    /// The same if the values that a caller cannot know are assumed, too.
    fn standing_of_number(&self, total: &MethodTotal) -> Standing {
        let mut standing = self.standing(total);
        for symbol in total.cost.cost.symbols() {
            let Some(assumed) = (symbol.assumed_value()).filter(|_| !symbol.is_known_to_reader())
            else {
                continue;
            };
            let text = format!("{} is at most {assumed}", symbol.name);
            match self.value(&symbol) {
                Some(value) if value <= f64::from(assumed) => {}
                Some(_) => standing.broken.push(text),
                None => standing.undecided.push(text),
            }
        }
        standing
    }

    /// True if a method of the program was executed that none of its known calls reaches: code outside the program called
    /// it.
    fn is_called_back(&self) -> bool {
        let text =
            |name: &TracedMethodName| format!("{}.{}{}", name.class, name.name, name.descriptor);
        let mut reached = BTreeSet::from([text(&self.call.method)]);
        let mut pending = vec![&self.call.method];
        while let Some(method) = pending.pop() {
            let analysed = self.methods.analysed.get(method);
            let calls = analysed.iter().flat_map(|analysed| &analysed.total.calls);
            let mut callees = BTreeSet::new();
            for call in calls {
                callees.extend(call.besides.iter().map(ToString::to_string));
                let targets = call.targets.iter();
                callees.extend(targets.map(|target| {
                    format!("{}.{}{}", target.class, target.name, target.descriptor)
                }));
            }
            for name in self.methods.analysed.keys() {
                let text = text(name);
                if callees.contains(&text) && reached.insert(text) {
                    pending.push(name);
                }
            }
        }
        let mut names = self.executed().map(|(trace, _)| &self.names[trace.method]);
        names.any(|name| name.name.starts_with("lambda$") || !reached.contains(&text(name)))
    }

    /// What was executed of the program.
    fn tally(&self) -> Tally {
        let mut executed = Tally::new();
        for (method, analysed) in self.executed() {
            executed.add_scaled(&tally(&analysed.units, &method.counts), 1.0);
        }
        executed
    }

    /// The methods that were executed.
    fn executed(&self) -> impl Iterator<Item = (&MethodTrace, &Analysed)> {
        let traces = self.trace.methods.iter();
        traces.filter_map(|trace| {
            let name = self.names.get(trace.method)?;
            Some((trace, self.methods.analysed.get(name)?))
        })
    }

    /// The largest value passed for a parameter: `name.max` in a recursion, or `callee.name` for a callee with a single
    /// call site. It is 0 if the parameter is never passed.
    fn passed(&self, name: &str, own: Option<&MethodTrace>) -> Option<f64> {
        let of = |trace: &MethodTrace, analysed: &Analysed, name: &str| {
            let name = name.strip_suffix(".length").unwrap_or(name);
            let at = analysed.parameters.iter().position(|known| known == name)?;
            trace
                .most
                .get(at)
                .copied()
                .flatten()
                .map(|most| most as f64)
        };
        let known = |trace: &MethodTrace| self.methods.analysed.get(self.names.get(trace.method)?);
        if let Some(name) = name.strip_suffix(".max") {
            let own = own?;
            return of(own, known(own)?, name);
        }
        let (callee, name) = name.split_once('.')?;
        let is_of = |target: &wcec::Summary| &*target.name == callee;
        let calls = self
            .executed()
            .flat_map(|(_, analysed)| &analysed.total.calls);
        let sites = calls.filter(|call| call.targets.iter().any(|target| is_of(target)));
        if sites.count() != 1 || *callee == *self.call.method.name {
            return None;
        }
        let mut traces = self.executed();
        let found = traces.find(|(trace, _)| self.names[trace.method].name == callee);
        if let Some((trace, analysed)) = found {
            return of(trace, analysed, name);
        }
        // What the JDK is passed is not traced.
        let mut ours = self.methods.analysed.keys();
        ours.any(|method| method.name == callee).then_some(0.0)
    }

    fn value(&self, symbol: &Symbol) -> Option<f64> {
        if let Some((place, measure)) = &symbol.place {
            return self.subject.value_at(self.call, place, measure);
        }
        let (method, name) = symbol.key.rsplit_once(':')?;
        let called = &self.call.method;
        if let Some(analysed) = self.methods.analysed.get(called)
            && format!("{}.{}{}", called.class, called.name, called.descriptor) == method
            && !matches!(symbol.kind, SymbolKind::Depth | SymbolKind::Callback)
            && let Some(value) = subject::named(self.call, &analysed.parameters, &symbol.name)
        {
            return Some(value);
        }
        let found = self.executed().find(|(trace, _)| {
            let name = &self.names[trace.method];
            format!("{}.{}{}", name.class, name.name, name.descriptor) == method
        });
        match (symbol.kind, found) {
            // Methods that call each other share the depth, which is named after one of them.
            (SymbolKind::Depth, None) if symbol.name.contains('.') => {
                let is_depth = symbol.name.rsplit('.').next() == Some("d");
                let runs = self.executed().map(|(trace, _)| {
                    if is_depth {
                        f64::from(trace.depth)
                    } else {
                        trace.invocations as f64
                    }
                });
                Some(runs.sum())
            }
            // Code that was not executed costs nothing, whatever its count would be.
            (SymbolKind::Loop | SymbolKind::Depth, None) => Some(0.0),
            (SymbolKind::Argument, found) => self.passed(name, found.map(|(trace, _)| trace)),
            (SymbolKind::Loop, Some((trace, _))) if judge::is_of_instructions(symbol) => trace
                .counts
                .instructions
                .iter()
                .max()
                .map(|most| *most as f64),
            (SymbolKind::Loop, Some((trace, analysed))) => {
                // Several loops may have the same symbol.
                let loops = analysed.total.cost.loops.iter().filter(|found| {
                    found.kind == LoopKind::Opaque && found.bound.to_string() == name
                });
                let returns = loops.filter_map(|found| {
                    let at = analysed.loops.get(&found.header)?;
                    trace.counts.returns.get(*at)
                });
                let returns = *returns.max()? as f64;
                // An iteration that throws counts as one. Only for the called method is it known whether one did.
                let threw = self.names[trace.method] != self.call.method
                    || self.trace.outcome != CallCompletion::Returned;
                Some(returns + f64::from(u8::from(threw)))
            }
            (SymbolKind::Depth, Some((trace, _))) => Some(match symbol.name.as_str() {
                "d" => f64::from(trace.depth),
                name if name.ends_with('d') => self
                    .executed()
                    .map(|(trace, _)| f64::from(trace.depth))
                    .sum(),
                _ => {
                    let runs = self.executed().map(|(trace, _)| trace.invocations);
                    runs.sum::<u64>() as f64
                }
            }),
            // Executions do not count the JDK's code, so this can only mean the program's own.
            (SymbolKind::Callback, _) => (!self.is_called_back()).then_some(0.0),
            _ => None,
        }
    }
}
