//! Numbers tracked over many commits: totals by package, and the methods named in `jouled.toml`.

use crate::cost::ReportedCost;
use crate::coverage::Coverage;
use crate::name::{readable_class, readable_method};
use crate::pair::Comparer;
use crate::point::turning_values;
use crate::regression_policy::RegressionPolicy;
use crate::report::{Method, Report};
use crate::unseen_part::UnseenPart;
use documents::NotAnalysed;
use posterior::Features;
use std::collections::{BTreeMap, BTreeSet};

/// The name of the total of everything.
const ALL: &str = "all packages";

/// A number that a history has for each commit.
#[derive(Debug, Clone, PartialEq)]
pub struct BenchmarkSeries {
    /// The displayed name.
    pub name: String,
    /// The mean in joules of the sum over one call of each of its methods.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// The number of methods in it.
    pub methods: usize,
    /// The number of further methods without a number.
    pub without_number: usize,
    /// Why the number comes from the base: the head has none.
    pub of_base: Option<String>,
}

/// A sum over what methods execute.
#[derive(Default)]
struct Total {
    features: Features,
    methods: usize,
    without_number: usize,
}

/// A series that gets no number, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// The displayed name.
    pub name: String,
    /// Why it has no number.
    pub reason: String,
}

/// The series of the head, and those without a number. If the head was not seen, the number comes from the base, so that a
/// history has neither a gap nor a wrong number.
pub(crate) fn series(
    comparer: &Comparer<'_>,
    (base, head): (&Report, &Report),
    seen: &Coverage,
    gate: &RegressionPolicy,
) -> (Vec<BenchmarkSeries>, Vec<Gap>) {
    let totals = totals(comparer, head, gate);
    let before = self::totals(comparer, base, gate);
    // A series that only the base has may be gone, or hidden by code that does not compile.
    let names: BTreeSet<&Of> = totals.keys().chain(before.keys()).collect();
    let unseen = UnseenPart::of((base, head), &seen.missing);
    // If nothing is left, everything costs nothing, unless it was only not seen.
    let is_empty =
        head.methods.is_empty() && (base.methods.is_empty() || !seen.failures.is_empty());
    let (mut series, mut gaps) = (Vec::new(), Vec::new());
    for of in names {
        let total = totals.get(of);
        // If nothing has code, a call of everything costs nothing.
        let is_counted =
            |total: &&Total| total.methods > 0 || total.without_number == 0 && !is_empty;
        let counted = total.filter(is_counted);
        let reason = match of {
            Of::All => unseen.of_all(),
            Of::Package(package) => unseen.of_package(package),
            // If a method is missing, whatever hides its package may hide it.
            Of::Method { package, .. } if total.is_none() => unseen.of_package(package),
            Of::Method { name, .. } => unseen.of_method(name),
        };
        let lacking = || match total {
            Some(_) => String::from("nothing in it has a number"),
            None => String::from("the head does not have it"),
        };
        let of_base = before.get(of).filter(|total| total.methods > 0);
        match (reason, counted, of_base) {
            (None, Some(total), _) => series.push(total.of(comparer, of.name())),
            (Some(reason), _, Some(total)) => series.push(BenchmarkSeries {
                of_base: Some(reason),
                ..total.of(comparer, of.name())
            }),
            (reason, ..) => gaps.push(Gap {
                name: of.name(),
                reason: reason.unwrap_or_else(lacking),
            }),
        }
    }
    let nowhere = gate.tracked_nowhere([base, head].into_iter().flat_map(|one| &one.methods));
    gaps.extend(nowhere.map(|pattern| Gap {
        name: pattern.to_owned(),
        reason: (unseen.of_all()).unwrap_or_else(|| String::from("no method has this name")),
    }));
    (series, gaps)
}

/// The totals of a report.
fn totals(
    comparer: &Comparer<'_>,
    report: &Report,
    gate: &RegressionPolicy,
) -> BTreeMap<Of, Total> {
    let mut totals: BTreeMap<Of, Total> = BTreeMap::from([(Of::All, Total::default())]);
    for method in &report.methods {
        let is_abstract = method.not_analysed() == Some(NotAnalysed::Abstract);
        let features = features(comparer, method);
        let package = Of::Package(method.package().to_owned());
        let tracked = gate.tracks(method).then(|| Of::method(method));
        for of in [Of::All, package].into_iter().chain(tracked) {
            let total = totals.entry(of).or_default();
            if !is_abstract {
                total.add(features.as_ref());
            }
        }
    }
    totals
}

/// The subject of a series, in the order in which series are listed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    All,
    /// With slashes.
    Package(String),
    Method {
        name: String,
        /// With slashes.
        package: String,
    },
}

impl Of {
    fn method(method: &Method) -> Self {
        Self::Method {
            name: readable_method(&method.class, &method.method, &method.descriptor),
            package: method.package().to_owned(),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::All => ALL.to_owned(),
            Self::Package(package) if package.is_empty() => String::from("the unnamed package"),
            Self::Package(package) => format!("package {}", readable_class(package)),
            Self::Method { name, .. } => name.clone(),
        }
    }
}

/// What one call executes; `None` if it has no number.
fn features(comparer: &Comparer<'_>, method: &Method) -> Option<Features> {
    let cost = ReportedCost::read(method, comparer.posterior)
        .filter(|_| method.not_analysed().is_none())?;
    let features = cost.at(&turning_values(method, Some(&cost)), comparer.posterior);
    let mean = comparer.posterior.mean(&features, comparer.device).0;
    mean.is_finite().then_some(features)
}

impl Total {
    fn add(&mut self, features: Option<&Features>) {
        match features {
            Some(features) => {
                self.features.add_scaled(features, 1.0);
                self.methods += 1;
            }
            None => self.without_number += 1,
        }
    }

    fn of(&self, comparer: &Comparer<'_>, name: String) -> BenchmarkSeries {
        let energy = comparer.posterior.predict(&self.features, comparer.device);
        let finite = |number: f64| if number.is_finite() { number } else { f64::MAX };
        BenchmarkSeries {
            name,
            mean: finite(energy.mean().0),
            sd: finite(energy.sd().0),
            methods: self.methods,
            without_number: self.without_number,
            of_base: None,
        }
    }
}
