//! What is tracked over many commits: totals by package and the methods that `jouled.toml` names.

use crate::cost::Cost;
use crate::name::{readable_class, readable_method};
use crate::pair::Comparer;
use crate::point::turning_values;
use crate::regression_policy::RegressionPolicy;
use crate::report::{Method, Report};
use posterior::Features;
use std::collections::BTreeMap;

/// The entry that is always there.
const ALL: &str = "all packages";

/// A number that a history has of each commit.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What people call it.
    pub name: String,
    /// The mean in joules of one call of each method in it.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// How many methods it has.
    pub methods: usize,
    /// How many more have no number.
    pub without_number: usize,
}

/// A sum of what methods execute.
#[derive(Default)]
struct Total {
    features: Features,
    methods: usize,
    without_number: usize,
}

/// The series of a report. There is always one, so that a history has no gaps.
pub(crate) fn series(
    comparer: &Comparer<'_>,
    report: &Report,
    gate: &RegressionPolicy,
) -> Vec<Series> {
    let mut all = Total::default();
    let mut packages: BTreeMap<&str, Total> = BTreeMap::new();
    let mut tracked: BTreeMap<String, Total> = BTreeMap::new();
    for method in &report.methods {
        let features = features(comparer, method);
        let package = method
            .class
            .rsplit_once('/')
            .map_or("", |(package, _)| package);
        all.add(features.as_ref());
        packages.entry(package).or_default().add(features.as_ref());
        if gate.tracks(method) {
            let name = readable_method(&method.class, &method.method, &method.descriptor);
            tracked.entry(name).or_default().add(features.as_ref());
        }
    }
    let mut series = vec![all.of(comparer, ALL.to_owned())];
    series.extend(packages.into_iter().map(|(package, total)| {
        let name = match package {
            "" => String::from("the unnamed package"),
            named => format!("package {}", readable_class(named)),
        };
        total.of(comparer, name)
    }));
    // A method without a number would be one that costs nothing.
    let tracked = tracked.into_iter().filter(|(_, total)| total.methods > 0);
    series.extend(tracked.map(|(name, total)| total.of(comparer, name)));
    series
}

/// What one call executes, `None` where that has no number.
fn features(comparer: &Comparer<'_>, method: &Method) -> Option<Features> {
    let cost =
        Cost::read(method, comparer.posterior).filter(|_| method.not_analysed().is_none())?;
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

    fn of(&self, comparer: &Comparer<'_>, name: String) -> Series {
        let energy = comparer.posterior.predict(&self.features, comparer.device);
        let finite = |number: f64| if number.is_finite() { number } else { f64::MAX };
        Series {
            name,
            mean: finite(energy.mean().0),
            sd: finite(energy.sd().0),
            methods: self.methods,
            without_number: self.without_number,
        }
    }
}
