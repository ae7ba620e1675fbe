//! How much of a change was seen. A comparison that could not see enough says so, and does not pass.

use crate::change::{Change, Section};
use crate::cost::ReportedCost;
use crate::name::qualified;
use crate::one_sided_gaps::{OneSidedGaps, without_number};
use crate::pair::Comparer;
use crate::point::turning_values;
use crate::report::{Method, Report};
use crate::same_code::{instructions_differ, own_mean_differs};
use crate::source_change::{SourceChange, Touched};
use crate::uncovered_method::{UncoveredMethod, damaged, not_found};
use crate::unrelated_difference::UnrelatedDifference;
use crate::unseen_values::UnseenValues;
use documents::{NotAnalysed, Reason, Severity, UnpricedReason};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The energy in joules assumed for a method outside of the analysed code, to estimate how much of its caller is known. The
/// call itself, which is known, costs a tenth to a fifth of this. With a smaller number, every caller would pass.
const UNKNOWN_CALL: f64 = 1e-6;

/// A method counts as seen if at least this share of its energy is known.
const MIN_KNOWN: f64 = 0.25;

/// How much of a change was seen.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Coverage {
    /// The number of methods that the change touches, and of others for which only one side has a whole number.
    pub touched: usize,
    /// The number of those that have a number on each side that has them.
    pub seen: usize,
    /// `seen / touched`, or 1 if none were touched.
    pub share: f64,
    /// The smallest share of a complete comparison.
    pub minimum: f64,
    /// Those that were not seen.
    pub missing: Vec<UncoveredMethod>,
    /// Failures that may hide any difference.
    pub failures: Vec<String>,
}

impl Coverage {
    /// Whether enough was seen for "no regression" to mean something.
    pub fn is_complete(&self) -> bool {
        self.failures.is_empty() && self.share >= self.minimum
    }
}

/// What computing the coverage needs.
pub(crate) struct CoverageInput<'l> {
    pub(crate) comparer: &'l Comparer<'l>,
    pub(crate) base: &'l Report,
    pub(crate) head: &'l Report,
    /// The positions of the methods that both reports have.
    pub(crate) pairs: &'l [(usize, usize)],
    /// The names in the head of methods that have another name in the base.
    pub(crate) renamed: &'l BTreeMap<String, String>,
    /// The methods of the head whose difference the change did not cause.
    pub(crate) resting: &'l BTreeMap<String, UnrelatedDifference>,
    /// What depends on values that may differ.
    pub(crate) values: &'l UnseenValues<'l>,
    pub(crate) minimum: f64,
}

impl CoverageInput<'_> {
    /// The coverage of a change of source text. Without source text, the changes are what was touched.
    pub(crate) fn at(&self, source: Option<&SourceChange>, changes: &[Change]) -> Coverage {
        let mut seen = Coverage {
            minimum: self.minimum,
            failures: self.failures(source),
            ..Coverage::default()
        };
        let mut known = BTreeSet::new();
        let mut lost = OneSidedGaps::between(self.base, self.head, self.pairs, changes);
        let twice = (twice(self.base), twice(self.head));
        for touched in source.iter().flat_map(|source| &source.methods) {
            for (report, places) in [(self.base, &touched.base), (self.head, &touched.head)] {
                let methods = places.iter().flatten();
                let methods = methods.filter_map(|place| report.methods.get(*place));
                known.extend(methods.map(Method::key));
            }
            let places = [(self.base, &touched.base), (self.head, &touched.head)];
            let methods = places.into_iter().flat_map(|(report, places)| {
                let places = places.iter().flatten();
                places.filter_map(|place| report.methods.get(*place))
            });
            let lost = lost.take(methods);
            let missing = self.missing(touched, (&twice.0, &twice.1)).or(lost);
            let missing = missing.or_else(|| self.resting(touched));
            seen.count(missing.or_else(|| self.values.of(touched)));
        }
        if source.is_some() {
            lost.rest().for_each(|missing| seen.count(Some(missing)));
        }
        for change in changes {
            seen.failures.extend(change.withheld());
            let name = &change.name;
            let key = |name: &'_ crate::change::MethodName| {
                known.contains(&(&name.class[..], &name.method[..], &name.descriptor[..]))
            };
            let is_known = key(name) || change.from.as_ref().is_some_and(key);
            let counts = match change.section {
                // Code that stopped compiling may cost anything, whoever touched it.
                Section::Broken => !is_known,
                Section::Renamed => false,
                _ => source.is_none(),
            };
            if counts {
                let missing = without_number(change).or_else(|| missing_side(change));
                seen.count(missing.or_else(|| self.aside(change)));
            }
        }
        seen.missing.sort();
        seen.failures.sort();
        seen.share = if seen.touched == 0 {
            1.0
        } else {
            seen.seen as f64 / seen.touched as f64
        };
        seen
    }

    /// What a touched method lacks. The second argument has the methods that exist twice in the base and in the head.
    fn missing(
        &self,
        touched: &Touched,
        twice: (&DuplicateMethods<'_>, &DuplicateMethods<'_>),
    ) -> Option<UncoveredMethod> {
        let sides = [
            ("head", self.head, &touched.head, twice.1),
            ("base", self.base, &touched.base, twice.0),
        ];
        let (side, reason) = sides
            .into_iter()
            .find_map(|(side, report, places, twice)| {
                let places = places.as_ref()?;
                let mut methods = places
                    .iter()
                    .filter_map(|place| report.methods.get(*place))
                    .peekable();
                if methods.peek().is_none() {
                    return Some((side, String::from("it was not compiled")));
                }
                let reason = methods.find_map(|method| {
                    if touched.is_by_names && self.is_as_before(method, side) {
                        return None;
                    }
                    let is_twice = twice.contains(&method.key());
                    let of_twice = || {
                        String::from("its class exists twice, and calls lead to only one of them")
                    };
                    is_twice.then(of_twice).or_else(|| self.unknown(method))
                })?;
                Some((side, reason))
            })?;
        Some(UncoveredMethod {
            method: touched.name.clone(),
            file: touched.file.clone(),
            line: touched.line,
            side,
            reason: match &touched.reason {
                Some(error) => format!("{reason}: {error}"),
                None => reason,
            },
        })
    }

    /// Whether the other side executes the same and lacks the same names. Whatever these cost, both sides cost it.
    fn is_as_before(&self, method: &Method, side: &str) -> bool {
        let mut pairs = self.pairs.iter();
        let found = pairs.find_map(|&(one, two)| {
            let pair = (self.base.methods.get(one)?, self.head.methods.get(two)?);
            let of_side = if side == "head" { pair.1 } else { pair.0 };
            std::ptr::eq(of_side, method).then_some(pair)
        });
        found.is_some_and(|(base, head)| {
            base.not_analysed() == head.not_analysed()
                && !head.is_broken()
                && base.unresolved == head.unresolved
                && !own_mean_differs(base, head)
                && !instructions_differ(base, head, self.renamed)
        })
    }

    /// A touched method whose difference the change did not cause.
    fn resting(&self, touched: &Touched) -> Option<UncoveredMethod> {
        let places = touched.head.iter().flatten();
        let mut methods = places.filter_map(|place| self.head.methods.get(*place));
        let resting = methods.find_map(|method| self.resting.get(&qualified(method)))?;
        Some(UncoveredMethod {
            method: touched.name.clone(),
            file: touched.file.clone(),
            line: touched.line,
            side: resting.side,
            reason: resting.reason.clone(),
        })
    }

    /// The same for a change without source text.
    fn aside(&self, change: &Change) -> Option<UncoveredMethod> {
        let name = &change.name;
        let key = format!("{}.{}{}", name.class, name.method, name.descriptor);
        let resting = self.resting.get(&key)?;
        let (file, line) = change.place().unzip();
        Some(UncoveredMethod {
            method: name.to_string(),
            file: file.map(str::to_owned),
            line: line.flatten(),
            side: resting.side,
            reason: resting.reason.clone(),
        })
    }

    /// Why a compiled method has no number that means anything.
    fn unknown(&self, method: &Method) -> Option<String> {
        let cost = ReportedCost::read(method, self.comparer.posterior);
        let values = turning_values(method, cost.as_ref());
        let side = self.comparer.side(method, cost.as_ref(), &values);
        if let Some(reason) = side.not_priced {
            return Some(reason);
        }
        if let Some(hidden) = method.damaged_call() {
            return Some(damaged(&hidden));
        }
        if !method.unresolved.is_empty() {
            return Some(not_found(&method.unresolved));
        }
        let known = side.mean?;
        let lacking = method.unresolved_calls().count() as f64 * UNKNOWN_CALL;
        let share = (1.0 - method.unpriced_share()) * known / (known + lacking);
        (lacking > 0.0 && share < MIN_KNOWN)
            .then(|| String::from("it mostly calls code that is not on the class path"))
    }

    /// What failed besides the code itself: a jar with a bad entry, a full disk.
    fn failures(&self, source: Option<&SourceChange>) -> Vec<String> {
        let mut failures = Vec::new();
        for (side, report) in [("base", self.base), ("head", self.head)] {
            for problem in report
                .problems
                .iter()
                .filter(|one| one.severity == Severity::Error)
            {
                let file = problem.file.as_deref().unwrap_or_default();
                let counts = if source.is_some() {
                    // Errors of the compiler have lines, and files that cannot be read are already among the touched ones.
                    problem.line.is_none() && !is_java(file)
                } else {
                    let mut known = self.base.problems.iter();
                    let is_new = side == "head"
                        && !known
                            .any(|one| one.message == problem.message && one.file == problem.file);
                    problem.line.is_none() || is_new
                };
                if counts {
                    let separator = if file.is_empty() { "" } else { ": " };
                    failures.push(format!("{side}: {file}{separator}{}", problem.message));
                }
            }
        }
        if source.is_none() {
            let sides = [("base", self.base), ("head", self.head)];
            let empty = sides
                .into_iter()
                .filter(|(_, report)| report.methods.is_empty());
            failures.extend(empty.map(|(side, _)| format!("{side}: it contains no method")));
        }
        failures.extend(
            source
                .into_iter()
                .flat_map(|source| source.failures.clone()),
        );
        failures.sort();
        failures.dedup();
        failures
    }
}

impl Coverage {
    fn count(&mut self, missing: Option<UncoveredMethod>) {
        self.touched += 1;
        match missing {
            Some(missing) => self.missing.push(missing),
            None => self.seen += 1,
        }
    }
}

/// Methods that exist twice.
type DuplicateMethods<'r> = BTreeSet<(&'r str, &'r str, &'r str)>;

/// The methods that a report has twice: the same class, name and descriptor.
fn twice(report: &Report) -> DuplicateMethods<'_> {
    let mut once = BTreeSet::new();
    let keys = report.methods.iter().map(Method::key);
    keys.filter(|key| !once.insert(*key)).collect()
}

pub(crate) fn is_java(file: &str) -> bool {
    let extension = file.rsplit('.').next();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("java"))
}

/// The side of a change that has code but no number.
fn missing_side(change: &Change) -> Option<UncoveredMethod> {
    let sides = [("head", &change.head), ("base", &change.base)];
    let lacking = sides.into_iter().find_map(|(name, side)| {
        let reason = side.as_ref()?.not_priced.clone()?;
        (![NotAnalysed::Abstract, NotAnalysed::Native]
            .iter()
            .any(|known| known.name() == reason))
        .then_some((name, reason))
    });
    let is_gone = change.section == Section::Broken;
    let (side, reason) = lacking.or_else(|| {
        let side = if change.head.is_none() {
            "head"
        } else {
            "base"
        };
        is_gone.then(|| (side, String::from("it was not compiled")))
    })?;
    let (file, line) = change
        .place()
        .map_or((None, None), |(file, line)| (Some(file.to_owned()), line));
    Some(UncoveredMethod {
        method: change.name.to_string(),
        file,
        line,
        side,
        reason,
    })
}

impl Method {
    /// The damaged class among its callees, direct or indirect.
    pub(crate) fn damaged_call(&self) -> Option<String> {
        let mut calls = self.unpriced.iter().flatten();
        let damaged = calls.find(|call| call.reason == UnpricedReason::Known(Reason::Damaged))?;
        let name = damaged.method.split('(').next().unwrap_or_default();
        Some(name.replace('/', "."))
    }

    /// Calls of code that is neither in the project nor on the class path. Calls into the JDK are resolved elsewhere.
    pub(crate) fn unresolved_calls(&self) -> impl Iterator<Item = &str> {
        let calls = self.unpriced.iter().flatten();
        let out_of_sight = calls.filter(|call| {
            let is_of_jdk = ["java/", "javax/"];
            matches!(
                call.reason,
                UnpricedReason::Known(Reason::NotFound | Reason::NotCompiled | Reason::Overridden)
            ) && !is_of_jdk.iter().any(|start| call.method.starts_with(start))
        });
        out_of_sight.map(|call| &call.method[..])
    }

    fn unpriced_share(&self) -> f64 {
        self.provenance
            .map_or(0.0, |shares| shares.unpriced.clamp(0.0, 1.0))
    }
}
