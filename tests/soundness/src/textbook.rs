//! Methods whose comments state the bound that a person finds, and how close the analysis comes to it.

use std::collections::BTreeMap;
use std::fmt;

use calls::MethodTotal;
use cost::SymbolKind;
use trace::{CallCompletion, ProgramTrace, TracedMethodName};

use crate::judge::{Comparison, Verdict};
use crate::subject::Subject;
use crate::total::CALLED_BACK;

/// The prefix of the bound in the comment above a method.
const BOUND: &str = "// bound: ";

/// A method and its results.
#[derive(Debug, Clone)]
pub struct TextbookMethod {
    /// `Class.method`.
    pub name: String,
    /// The bound that a person finds, or `opaque`.
    pub expected: String,
    /// The terms of its cost, the fastest growing first.
    pub formula: String,
    /// The symbols that a caller cannot know; none if the method is bounded.
    pub opaque: Vec<String>,
    /// The assumptions of the bound, as text.
    pub assumptions: Vec<String>,
    /// The bound divided by what was executed, for the calls that returned, starting with those that executed least.
    pub ratios: Vec<f64>,
    /// Calls above the bound.
    pub violations: usize,
    /// Calls that break an assumption which the bound names.
    pub broken: usize,
    /// Calls above a bound whose assumptions they may or may not break.
    pub undecided: usize,
}

impl TextbookMethod {
    /// The ratio for the calls that executed the least, about half, and the most.
    fn at_sizes(&self) -> [Option<f64>; 3] {
        let last = self.ratios.len().checked_sub(1);
        let at = |place: Option<usize>| self.ratios.get(place?).copied();
        [at(Some(0)), at(last.map(|last| last / 2)), at(last)]
    }
}

/// Textbook methods.
#[derive(Debug, Clone, Default)]
pub struct Textbook {
    /// The methods, in the order of the text.
    pub methods: Vec<TextbookMethod>,
}

impl Textbook {
    /// Adds the methods of one program whose comments state the bound that a person finds, or all called methods if no
    /// comment does.
    pub(crate) fn add(
        &mut self,
        subject: &Subject,
        totals: &BTreeMap<TracedMethodName, MethodTotal>,
        trace: &ProgramTrace,
        verdicts: &[Verdict],
    ) {
        let texts = subject.sources.iter();
        let told: Vec<(&str, &str)> = texts.flat_map(|source| bounds(&source.text)).collect();
        let expected_of = |name: &TracedMethodName| {
            let mut told_of = told.iter().filter(|(method, _)| *method == name.name);
            match told_of.next() {
                Some((_, expected)) => Some(*expected),
                None => told.is_empty().then_some("-"),
            }
        };
        for (name, total) in totals {
            let Some(expected) = expected_of(name) else {
                continue;
            };
            let cost = &total.cost.cost;
            let symbols = cost.symbols();
            // The energy of a call is no count; which library contains it does not matter here.
            let opaque = symbols
                .iter()
                .filter(|symbol| symbol.place.is_none() && symbol.kind != SymbolKind::Callback);
            let mut terms: Vec<_> = cost.terms().iter().map(|term| &term.factor).collect();
            terms.sort();
            let terms: Vec<String> = terms.into_iter().rev().map(ToString::to_string).collect();
            let mut measured = TextbookMethod {
                name: format!("{}.{}", name.class, name.name),
                expected: expected.to_owned(),
                formula: terms.join(" + "),
                opaque: opaque.map(|symbol| symbol.name.clone()).collect(),
                assumptions: (total.cost.assumptions.iter())
                    .map(ToString::to_string)
                    .collect(),
                ratios: Vec::new(),
                violations: 0,
                broken: 0,
                undecided: 0,
            };
            let mut points: Vec<&Comparison> = Vec::new();
            for ((call, verdict), run) in subject.calls.iter().zip(verdicts).zip(&trace.calls) {
                match verdict {
                    _ if call.method != *name => {}
                    Verdict::Compared(all) => {
                        measured.violations +=
                            usize::from(all.iter().any(Comparison::is_violation));
                        if run.outcome == CallCompletion::Returned {
                            points.extend(all.first());
                        }
                    }
                    Verdict::AssumptionFailed => measured.broken += 1,
                    Verdict::NotDecided(_) => measured.undecided += 1,
                    Verdict::UnknownSymbol(name) if name == CALLED_BACK => {
                        if !measured.opaque.contains(name) {
                            measured.opaque.push(name.clone());
                        }
                    }
                    Verdict::NotWhole(_) | Verdict::UnknownSymbol(_) => {}
                }
            }
            points.sort_by(|one, two| one.executed.total_cmp(&two.executed));
            measured.ratios = points.into_iter().map(Comparison::ratio).collect();
            self.methods.push(measured);
        }
    }

    /// The methods with symbols that a caller cannot know.
    pub fn opaque(&self) -> impl Iterator<Item = &TextbookMethod> {
        let all = self.methods.iter();
        all.filter(|method| !method.opaque.is_empty())
    }

    /// The share of them, from 0 to 1.
    pub fn share_opaque(&self) -> f64 {
        self.opaque().count() as f64 / self.methods.len().max(1) as f64
    }

    /// The median over the methods of the ratio at the largest execution.
    pub fn median(&self) -> f64 {
        let all = self.methods.iter();
        let mut ratios: Vec<f64> = all.filter_map(|method| method.at_sizes()[2]).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

/// The methods below comments that state the bound that a person finds, each with its bound.
fn bounds(text: &str) -> Vec<(&str, &str)> {
    let mut lines = text.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let Some(bound) = line.trim().strip_prefix(BOUND) else {
            continue;
        };
        let head = lines.next().and_then(|head| head.split_once('('));
        let method = head.and_then(|(head, _)| head.split_whitespace().last());
        found.extend(method.map(|method| (method, bound)));
    }
    found
}

impl fmt::Display for Textbook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for method in &self.methods {
            let state = match (method.opaque.is_empty(), method.assumptions.is_empty()) {
                (false, _) => "opaque",
                (true, true) => "bounded",
                (true, false) => "assumes",
            };
            let ratio = |ratio: Option<f64>| {
                ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"))
            };
            let [least, middle, most] = method.at_sizes().map(ratio);
            write!(
                f,
                "{state:<8} {:<38} {:<28} {least:>8} {middle:>8} {most:>8}  {}",
                method.name, method.expected, method.formula
            )?;
            if method.violations > 0 {
                write!(f, "  ABOVE THE BOUND: {} calls", method.violations)?;
            }
            if method.broken > 0 {
                let assumed = method.assumptions.join("; ");
                write!(
                    f,
                    "  breaks an assumption: {} calls, of {assumed}",
                    method.broken
                )?;
            }
            if method.undecided > 0 {
                let assumed = method.assumptions.join("; ");
                write!(f, "  not decided: {} calls, of {assumed}", method.undecided)?;
            }
            writeln!(f)?;
        }
        let violations: usize = self.methods.iter().map(|method| method.violations).sum();
        let assuming = (self.methods.iter())
            .filter(|method| method.opaque.is_empty() && !method.assumptions.is_empty());
        write!(
            f,
            "{} methods, {} opaque ({:.1}%), {} more that assume something, {violations} calls above their bound, \
             bound / executed at the largest execution: median {:.3}",
            self.methods.len(),
            self.opaque().count(),
            100.0 * self.share_opaque(),
            assuming.count(),
            self.median()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::bounds;

    #[test]
    fn bounds_are_read_from_comments() {
        let text =
            "class A {\n    // bound: log n\n    static int f(int n) {\n    }\n    void g() { }\n}";
        assert_eq!(bounds(text), [("f", "log n")]);
    }
}
