//! The combined results of many programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use trace::{Call, CallCompletion, Value};

use crate::judge::{AS_SHOWN, Claim, Comparison, Verdict};
use crate::suite::ExecutedSubjects;

/// At most this many undecided methods are shown.
const MAX_SHOWN: usize = 20;

/// A call that executed more than its bound.
#[derive(Debug, Clone)]
pub struct Violation {
    /// The index of its program among those that were executed together.
    pub subject: usize,
    /// The name of its program.
    pub name: String,
    /// The text of its program.
    pub text: String,
    /// The call.
    pub call: Call,
    /// The figures.
    pub comparison: Comparison,
}

impl Violation {
    /// Its arguments, abbreviated.
    pub fn values(&self) -> String {
        let receiver = self.call.receiver.iter();
        let all: Vec<String> = receiver.chain(&self.call.arguments).map(short).collect();
        all.join(", ")
    }
}

/// A value in Java's notation.
fn short(value: &Value) -> String {
    let list = |values: &[Value]| values.iter().map(short).collect::<Vec<_>>().join(", ");
    match value {
        Value::Null => "null".to_owned(),
        Value::Whole(number) | Value::Boxed(_, number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Array(values) => format!("{{{}}}", list(values)),
        Value::List(values) => format!("[{}]", list(values)),
        Value::Filled { class, values } => format!("{class}[{}]", list(values)),
        Value::Object { class, fields } => {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{name} = {}", short(value)));
            format!("{class}({})", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}: {}.{} with {}, {}: executed {:e} J, bound {:e} J\n{}",
            self.comparison.claim,
            self.name,
            self.call.method.class,
            self.call.method.name,
            self.values(),
            self.comparison.device,
            self.comparison.executed,
            self.comparison.bound,
            self.text
        )
    }
}

/// The ratio of a call's bound to what it executed.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratio {
    /// The bound divided by what was executed.
    pub ratio: f64,
    /// The program and the method.
    pub name: String,
}

/// The combined results of many programs.
#[derive(Debug, Clone, Default)]
pub struct SoundnessSummary {
    /// How many programs were executed.
    pub programs: usize,
    /// How many calls were compared with their bound.
    pub compared: usize,
    /// Calls that did not end by themselves.
    pub not_whole: usize,
    /// Calls that do not show the value of a symbol, each with the symbol's name.
    pub unknown: Vec<String>,
    /// Calls that break an assumption which their bound names.
    pub assumption_failed: usize,
    /// Calls above a bound whose assumptions they may or may not break.
    pub not_decided: usize,
    /// The methods of such calls, with these assumptions.
    pub undecided: BTreeMap<String, BTreeSet<String>>,
    /// Calls that executed more on a single device than the mixture's most expensive path costs there.
    pub missed_by_the_mixture: usize,
    /// Calls that executed more than their bound on some device.
    pub violations: Vec<Violation>,
    /// Calls of methods in which nothing depends on data.
    pub exact: usize,
    /// Those of them that executed less than their bound.
    pub inexact: Vec<Violation>,
    /// The largest ratio of each method over the calls that returned, for the mixture of the devices.
    pub methods: Vec<Ratio>,
    /// The ratio of each of these calls.
    ratios: Vec<f64>,
}

impl SoundnessSummary {
    /// Adds programs.
    pub fn add(&mut self, executed: &ExecutedSubjects, verdicts: &[Vec<Verdict>]) {
        for (at, verdicts) in verdicts.iter().enumerate() {
            self.add_program(executed, at, verdicts);
        }
    }

    /// Adds one program.
    pub(crate) fn add_program(
        &mut self,
        executed: &ExecutedSubjects,
        at: usize,
        verdicts: &[Verdict],
    ) {
        self.programs += 1;
        for (call, verdict) in verdicts.iter().enumerate() {
            self.add_call(executed, at, call, verdict);
        }
    }

    /// Adds the results of other programs.
    pub(crate) fn join(&mut self, other: &Self) {
        self.programs += other.programs;
        self.compared += other.compared;
        self.not_whole += other.not_whole;
        self.unknown.extend_from_slice(&other.unknown);
        self.assumption_failed += other.assumption_failed;
        self.not_decided += other.not_decided;
        for (method, assumptions) in &other.undecided {
            let known = self.undecided.entry(method.clone()).or_default();
            known.extend(assumptions.iter().cloned());
        }
        self.missed_by_the_mixture += other.missed_by_the_mixture;
        self.violations.extend_from_slice(&other.violations);
        self.exact += other.exact;
        self.inexact.extend_from_slice(&other.inexact);
        self.methods.extend_from_slice(&other.methods);
        self.ratios.extend_from_slice(&other.ratios);
    }

    fn add_call(&mut self, executed: &ExecutedSubjects, at: usize, call: usize, verdict: &Verdict) {
        let comparisons = match verdict {
            Verdict::Compared(comparisons) => comparisons,
            Verdict::NotWhole(_) => {
                self.not_whole += 1;
                return;
            }
            Verdict::AssumptionFailed => {
                self.assumption_failed += 1;
                return;
            }
            Verdict::NotDecided(assumptions) => {
                self.not_decided += 1;
                let subject = &executed.subjects[at];
                let method = &subject.calls[call].method;
                let name = format!("{}, {}.{}", subject.name, method.class, method.name);
                let known = self.undecided.entry(name).or_default();
                known.extend(assumptions.iter().cloned());
                return;
            }
            Verdict::UnknownSymbol(name) => {
                self.unknown.push(name.clone());
                return;
            }
        };
        let (Some(subject), Some(trace)) = (executed.subjects.get(at), executed.traces.get(at))
        else {
            return;
        };
        let returned = trace.calls[call].outcome == CallCompletion::Returned;
        let call = &subject.calls[call];
        self.compared += 1;
        let described = |comparison: &Comparison| Violation {
            subject: at,
            name: subject.name.clone(),
            text: subject
                .sources
                .iter()
                .map(|source| source.text.as_str())
                .collect(),
            call: call.clone(),
            comparison: comparison.clone(),
        };
        let missed = comparisons.iter().any(Comparison::is_missed_by_the_mixture);
        self.missed_by_the_mixture += usize::from(missed);
        let worst = comparisons
            .iter()
            .filter(|comparison| comparison.is_violation())
            .min_by(|a, b| a.ratio().total_cmp(&b.ratio()));
        self.violations.extend(worst.map(described));
        let is_bound = comparisons.iter().all(|one| one.claim == Claim::AtMost);
        if is_bound && returned && subject.exact.contains(&call.method.name) {
            self.exact += 1;
            let loose = comparisons
                .iter()
                .find(|comparison| !comparison.is_exact() && comparison.device != AS_SHOWN);
            self.inexact.extend(loose.map(described));
        }
        if let (true, Some(any)) = (is_bound && returned, comparisons.first()) {
            self.ratios.push(any.ratio());
            let name = format!(
                "{}, {}.{}",
                subject.name, call.method.class, call.method.name
            );
            match self.methods.last_mut() {
                Some(last) if last.name == name => last.ratio = last.ratio.max(any.ratio()),
                _ => self.methods.push(Ratio {
                    ratio: any.ratio(),
                    name,
                }),
            }
        }
    }

    /// The ratio that this share of the returning calls does not exceed.
    pub fn quantile(&self, part: f64) -> f64 {
        let mut ratios = self.ratios.clone();
        ratios.sort_by(f64::total_cmp);
        let at = (ratios.len() as f64 * part) as usize;
        ratios
            .get(at.min(ratios.len().saturating_sub(1)))
            .copied()
            .unwrap_or(f64::NAN)
    }

    /// The first few symbols without a value, each once.
    fn unknown_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.unknown.iter().map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names.truncate(5);
        names
    }

    /// The methods with the loosest bounds.
    pub fn loosest(&self, count: usize) -> Vec<&Ratio> {
        let mut ratios: Vec<&Ratio> = self.methods.iter().collect();
        ratios.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
        ratios.truncate(count);
        ratios
    }
}

impl fmt::Display for SoundnessSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} programs, {} calls compared with their bound",
            self.programs, self.compared
        )?;
        writeln!(
            f,
            "{} calls above their bound; not compared: {} that did not return, {} that break an assumption which \
             the bound names, {} with a symbol of unknown value {}",
            self.violations.len(),
            self.not_whole,
            self.assumption_failed,
            self.unknown.len(),
            self.unknown_names().join(", ")
        )?;
        writeln!(
            f,
            "not decided: {} methods, {} calls above a bound with an assumption that the call may have broken or not{}",
            self.undecided.len(),
            self.not_decided,
            if self.undecided.is_empty() { "" } else { ":" }
        )?;
        for (method, assumptions) in self.undecided.iter().take(MAX_SHOWN) {
            let all: Vec<&str> = assumptions.iter().map(String::as_str).collect();
            writeln!(f, "    {method}: {}", all.join("; "))?;
        }
        writeln!(
            f,
            "{} calls without anything that depends on data, {} of them below their bound",
            self.exact,
            self.inexact.len()
        )?;
        writeln!(
            f,
            "{} calls on a device where the most expensive path of the mixture of devices costs less than executed",
            self.missed_by_the_mixture
        )?;
        write!(
            f,
            "bound / executed, of calls that returned: median {:.3}, 75% {:.3}, 90% {:.3}, 99% {:.3}",
            self.quantile(0.5),
            self.quantile(0.75),
            self.quantile(0.9),
            self.quantile(0.99)
        )
    }
}
