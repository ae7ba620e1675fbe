//! How methods of the JDK ran in the counted programs, as the profile that jouled ships with.
//!
//! A method's probabilities are the means over the programs. Each program weighs by the square root of how often it ran the
//! code, up to a limit, so that no program dominates. The prediction of the trees counts as one more program: code that no
//! run reached is not impossible.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use counts::{Chance, Rates};
use frequency::{Counted, MeasuredMethod, MeasuredSite, Model, ProfiledMethod};

use super::dataset::{self, Dataset, ExecutedMethod, Part};

/// Methods that fewer programs ran are dropped.
const MIN_PROGRAMS: usize = 2;
/// Receivers with a smaller share are dropped, and classes beyond this number.
const MIN_SHARE: f64 = 0.01;
const MAX_CLASSES: usize = 8;

/// A program weighs by its executions to this power, up to a limit.
const POWER: f64 = 0.5;
const MOST: f64 = 30.0;
/// The weight of the trees' prediction, and of receivers that no program has shown.
const ESTIMATE: f64 = 0.3;

fn weight(executions: u64) -> f64 {
    (executions as f64).powf(POWER).min(MOST)
}

/// The mean of the programs' values and an estimate, after a transformation.
fn mean(of_programs: &[Chance], estimate: f64, transformed: fn(f64) -> f64) -> Counted {
    let (mut all, mut sum) = (0.0, 0.0);
    for chance in of_programs.iter().filter(|chance| chance.all > 0) {
        let of_program = weight(chance.all);
        all += of_program;
        sum += of_program * transformed(chance.hits as f64 / chance.all as f64);
    }
    if all <= 0.0 {
        return None;
    }
    Some((sum + ESTIMATE * transformed(estimate)) / (all + ESTIMATE))
}

fn probability(of_programs: &[Chance], estimate: f64) -> Counted {
    mean(of_programs, estimate, |rate| rate)
}

/// What the programs show, except those left out. The model contains the trees.
pub(super) fn learn(data: &Dataset, without: &[usize], model: &Model) -> Vec<ProfiledMethod> {
    let is_known = |part: &&Part| !without.contains(&part.program);
    let mut found = Vec::new();
    for method in data.of_library() {
        let parts: Vec<&Part> = method.parts.iter().filter(is_known).collect();
        if parts.len() < MIN_PROGRAMS {
            continue;
        }
        let Some(mut measured) = pooled(method, &parts, model) else {
            continue;
        };
        measured.sites = sites(&parts, data);
        let is_plain = measured.sites.is_empty()
            && measured.branches.is_empty()
            && measured.switches.is_empty()
            && measured.handlers.is_empty()
            && measured.loops.is_empty();
        if !is_plain {
            let (class, name, descriptor) = &method.key;
            found.push(ProfiledMethod {
                names: [class, name, descriptor].map(Arc::clone),
                code_digest: method.digest,
                measured,
            });
        }
    }
    found
}

fn pooled(method: &ExecutedMethod, parts: &[&Part], model: &Model) -> Option<MeasuredMethod> {
    dataset::with_view(&method.bytes, method.method, |view| {
        let all: Vec<Rates> = parts
            .iter()
            .map(|part| part.execution.rates(view))
            .collect();
        let of = |chance: &dyn Fn(&Rates) -> Option<Chance>| -> Vec<Chance> {
            all.iter().filter_map(chance).collect()
        };
        let first = all.first()?;
        let branches = (0..first.branches.len()).map(|at| {
            let features = method.branches.get(at).and_then(Option::as_ref);
            let estimate = features.map_or(0.5, |features| model.taken(features));
            let chances = of(&|rates| rates.branches.get(at).copied());
            probability(&chances, estimate)
        });
        let switches = first.switches.iter().enumerate().map(|(at, ways)| {
            let estimate = 1.0 / ways.len().max(1) as f64;
            let way = |place: usize| {
                let chances = of(&|rates| rates.switches.get(at)?.get(place).copied());
                probability(&chances, estimate)
            };
            (0..ways.len()).map(way).collect()
        });
        let handlers = (0..first.handlers.len()).map(|at| {
            let chances = of(&|rates| rates.handlers.get(at).copied());
            probability(&chances, model.caught())
        });
        let regions = frequency::loops(view);
        let loops = (0..first.loops.len()).map(|at| {
            let features = frequency::loop_features(view, *regions.get(at)?);
            let chances = of(&|rates| rates.loops.get(at).copied());
            let estimate = model.trips(&features?);
            let logarithm = mean(&chances, estimate, f64::ln_1p);
            Some(logarithm.map(f64::exp_m1))
        });
        Some(MeasuredMethod {
            branches: branches.collect(),
            switches: switches.collect(),
            handlers: handlers.collect(),
            loops: loops.collect::<Option<_>>()?,
            ..MeasuredMethod::default()
        })
    })?
}

/// The classes of the JDK that were receivers, by their shares; the rest belongs to other classes.
fn sites(parts: &[&Part], data: &Dataset) -> Vec<MeasuredSite> {
    let mut by_place: BTreeMap<u32, (f64, BTreeMap<&str, f64>)> = BTreeMap::new();
    for part in parts {
        let places: BTreeSet<u16> = part.sites.iter().map(|site| site.at).collect();
        for place in places {
            let of_place = part.sites.iter().filter(|site| site.at == place);
            let receivers = || of_place.clone().flat_map(|site| &site.receivers);
            let others: u64 = of_place.clone().map(|site| site.others).sum();
            let all = others + receivers().map(|(_, count)| count).sum::<u64>();
            if all == 0 {
                continue;
            }
            let weight = weight(all);
            let (sum, classes) = by_place.entry(u32::from(place)).or_default();
            *sum += weight;
            for (class, count) in receivers() {
                if data.is_of_library(class) {
                    *classes.entry(class).or_default() += weight * *count as f64 / all as f64;
                }
            }
        }
    }
    let found = by_place.into_iter().filter_map(|(at, (sum, classes))| {
        let mut classes: Vec<(Arc<str>, f64)> = classes
            .into_iter()
            .map(|(class, weight)| (Arc::from(class), weight / (sum + ESTIMATE)))
            .filter(|(_, share)| *share >= MIN_SHARE)
            .collect();
        classes.sort_by(|one, two| two.1.total_cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        classes.truncate(MAX_CLASSES);
        (!classes.is_empty()).then_some(MeasuredSite { at, classes })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_program_dominates_and_nothing_is_impossible() {
        let chances = [
            Chance {
                hits: 0,
                all: 1_000_000,
            },
            Chance {
                hits: 400,
                all: 400,
            },
        ];
        let both = probability(&chances, 0.5).expect("a number");
        assert!(both > 0.3 && both < 0.7, "{both}");
        let never = probability(&chances[..1], 0.5).expect("a number");
        assert!(never > 0.0 && never < 0.05, "{never}");
        let unknown = probability(&[Chance::default()], 0.5);
        assert_eq!(unknown, None);
    }
}
