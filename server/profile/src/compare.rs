//! Compares two analyses.
//!
//! A cost is treated as log-normal on each side of its mean: ln(hi / mean) and ln(mean / lo) are z standard deviations at its
//! level. For two independent costs, the variances of the logarithms add up. The sign of the ratio's logarithm depends on the
//! sides that face each other. Call counts are exact, so the log ratio of energies is the log ratio of calls plus the log ratio
//! of energies per call.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::analysis::{Analysis, MethodRow, RunCost};
use crate::charge::Unit;
use crate::estimate::{Estimate, RunMean};
use crate::quantile;
use crate::record::Method;

/// The differences between two analyses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunComparison {
    /// The unit of costs.
    pub unit: Unit,
    /// The number of runs of base and head. If a side has only one run, its probabilities cover sampling error but not how runs
    /// differ.
    pub runs: [usize; 2],
    /// The whole program; `None` if a side did not measure it.
    pub total: Option<TotalChange>,
    /// Methods on both sides, the largest change first.
    pub methods: Vec<MethodChange>,
    /// Methods on only one side, the most expensive first.
    pub one_sided: Vec<OneSided>,
}

/// The cost of the whole program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TotalChange {
    /// The means over the runs of base and head.
    pub sides: [RunMean; 2],
    /// The probability that head costs more; `None` if a side has only one run, which does not show how runs differ.
    pub p_more: Option<f64>,
}

/// A method on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodChange {
    /// The method as in base.
    pub method: Method,
    /// The cost of its own code in a run.
    pub own: CostChange,
    /// Its cost in a run, callees included.
    pub with_callees: CostChange,
    /// The number of calls in base and head, if both counted calls.
    pub entries: Option<[u64; 2]>,
    /// The cost of its own code per call, if both sides counted calls.
    pub own_per_call: Option<CostChange>,
}

impl MethodChange {
    /// The natural logarithms of the ratios of calls and of energy per call, which add up to that of its own energy. `None` if a
    /// side did not count calls, or has none.
    pub fn log_parts(&self) -> Option<LogParts> {
        let [base, head] = self.entries?;
        let calls = (head as f64 / base as f64).ln();
        let per_call = self.own_per_call?.log_ratio()?;
        calls.is_finite().then_some(LogParts { calls, per_call })
    }
}

/// The two reasons why a method costs more or less: natural logarithms of ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogParts {
    /// It was called more or less often.
    pub calls: f64,
    /// A call cost more or less.
    pub per_call: f64,
}

/// A cost on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostChange {
    /// The cost in base.
    pub base: Estimate,
    /// The cost in head.
    pub head: Estimate,
    /// Head / base; `None` if base costs nothing.
    pub ratio: Option<Estimate>,
    /// The probability that head costs more.
    pub p_more: f64,
}

/// How many samples a side has.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sampled {
    /// Samples of all methods in all runs.
    samples: f64,
    /// Independent samples per sample.
    independent: f64,
}

impl Sampled {
    fn of(side: &Analysis) -> Self {
        let samples = side.sampling.samples as f64;
        let independent = side.sampling.effective_samples / samples;
        Self {
            samples,
            independent: if independent.is_finite() {
                independent.clamp(0.0, 1.0)
            } else {
                1.0
            },
        }
    }
}

impl CostChange {
    /// The difference of the means.
    pub fn difference(&self) -> f64 {
        self.head.mean - self.base.mean
    }

    /// The same change, but a side without samples does not count as a side without cost. If both sides cost the same, each
    /// sample is on a given side with probability q, that side's part of all samples. All n samples are then on that side with
    /// probability qⁿ. In half of these cases the other side costs more, so the sampled side costs more with probability 1 −
    /// qⁿ/2.
    fn unless_unseen(self, samples: [u64; 2], sampled: [Sampled; 2]) -> Self {
        let all: f64 = sampled.iter().map(|side| side.samples).sum();
        let unseen = |seen: u64, side: Sampled| {
            let of_side = if all > 0.0 { side.samples / all } else { 0.5 };
            0.5 * of_side.powf(seen as f64 * side.independent)
        };
        let p_more = match samples {
            [0, 0] => 0.5,
            [0, head] => 1.0 - unseen(head, sampled[1]),
            [base, 0] => unseen(base, sampled[0]),
            _ => return self,
        };
        Self {
            ratio: None,
            p_more,
            ..self
        }
    }

    fn log_ratio(&self) -> Option<f64> {
        let ratio = (self.head.mean / self.base.mean).ln();
        ratio.is_finite().then_some(ratio)
    }

    fn of(base: Estimate, head: Estimate, z: [f64; 2]) -> Self {
        let [(base_down, base_up), (head_down, head_up)] =
            [(base, z[0]), (head, z[1])].map(|(cost, z)| deviations(cost, z));
        let log = head.mean.ln() - base.mean.ln();
        // The end of the larger cost towards the smaller one, and the reverse.
        let facing = if log > 0.0 {
            base_up.hypot(head_down)
        } else {
            base_down.hypot(head_up)
        };
        let p_more = if log.is_finite() && facing > 0.0 {
            quantile::normal_below(log / facing)
        } else {
            match head.mean.total_cmp(&base.mean) {
                Ordering::Less => 0.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 1.0,
            }
        };
        let ratio = (base.mean > 0.0).then(|| {
            let mean = head.mean / base.mean;
            // The ends at head's level.
            Estimate {
                mean,
                lo: mean * (-z[1] * head_down.hypot(base_up)).exp(),
                hi: mean * (z[1] * head_up.hypot(base_down)).min(MOST_LOG).exp(),
            }
        });
        Self {
            base,
            head,
            ratio: ratio.filter(|ratio| ratio.hi.is_finite()),
            p_more,
        }
    }
}

/// The logarithm of a factor that means "unknown".
const MOST_LOG: f64 = 30.0;

/// The standard deviations of a cost's logarithm below and above its mean.
fn deviations(cost: Estimate, z: f64) -> (f64, f64) {
    let of = |large: f64, small: f64| {
        let deviation = (large.ln() - small.ln()) / z;
        // A lower end of 0 is infinitely far away.
        if deviation.is_nan() {
            0.0
        } else {
            deviation.clamp(0.0, MOST_LOG)
        }
    };
    (of(cost.mean, cost.lo), of(cost.hi, cost.mean))
}

/// A method on only one side.
#[derive(Clone, Debug, PartialEq)]
pub struct OneSided {
    /// The method.
    pub method: Method,
    /// Whether head has it.
    pub is_new: bool,
    /// The cost of its own code.
    pub own: Estimate,
    /// The number of calls; `None` if calls were not counted.
    pub entries: Option<u64>,
    /// Whether the other side counted calls, so the method certainly did not run there. Otherwise, it may have run without a
    /// sample.
    pub is_certain: bool,
}

/// Two analyses that cannot be compared: one has energies, the other only CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferentUnits;

impl fmt::Display for DifferentUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("energy was measured on one side only")
    }
}

impl std::error::Error for DifferentUnits {}

/// The differences between base and head.
///
/// # Errors
/// If one of them has energies and the other does not.
pub fn compare(base: &Analysis, head: &Analysis) -> Result<RunComparison, DifferentUnits> {
    if base.unit != head.unit {
        return Err(DifferentUnits);
    }
    let z = [base, head].map(|side| quantile::normal(0.5 + 0.5 * side.level));
    let (of_base, of_head) = (rows(base), rows(head));
    let pairs = paired(&of_base, &of_head);
    let mut methods = Vec::new();
    let mut matched: [BTreeSet<Key<'_>>; 2] = [BTreeSet::new(), BTreeSet::new()];
    for (of, with) in pairs {
        let (Some(old), Some(new)) = (of_base.get(&of), of_head.get(&with)) else {
            continue;
        };
        matched[0].insert(of);
        matched[1].insert(with);
        if old.own.samples + new.own.samples + old.with_callees.samples + new.with_callees.samples
            == 0
        {
            continue;
        }
        methods.extend(change(base, head, old, new, z));
    }
    let difference = |change: &MethodChange| change.own.difference().abs();
    methods.sort_by(|a, b| {
        difference(b)
            .total_cmp(&difference(a))
            .then_with(|| key(&a.method).cmp(&key(&b.method)))
    });
    let mut one_sided: Vec<OneSided> = alone(base, &of_base, &matched[0], head, false)
        .chain(alone(head, &of_head, &matched[1], base, true))
        .collect();
    one_sided.sort_by(|a, b| {
        b.own
            .mean
            .total_cmp(&a.own.mean)
            .then_with(|| key(&a.method).cmp(&key(&b.method)))
    });
    Ok(RunComparison {
        unit: base.unit,
        runs: [base.runs, head.runs],
        total: total(base, head, z),
        methods,
        one_sided,
    })
}

/// Class, name and descriptor.
type Key<'a> = (&'a str, &'a str, Option<&'a str>);

fn key(method: &Method) -> Key<'_> {
    (&method.class, &method.name, method.descriptor.as_deref())
}

fn rows(analysis: &Analysis) -> BTreeMap<Key<'_>, &MethodRow> {
    let rows = analysis.methods.iter();
    rows.filter_map(|row| Some((key(analysis.name(row.method)?), row)))
        .collect()
}

/// Pairs the methods of both sides. A method without a descriptor matches the only one of its name.
fn paired<'a>(
    base: &BTreeMap<Key<'a>, &MethodRow>,
    head: &BTreeMap<Key<'a>, &MethodRow>,
) -> Vec<(Key<'a>, Key<'a>)> {
    let only = |side: &BTreeMap<Key<'a>, &MethodRow>, (class, name, _): Key<'a>| {
        let mut named = side
            .range((class, name, None)..)
            .take_while(|((of, called, _), _)| (*of, *called) == (class, name));
        match (named.next(), named.next()) {
            (Some((only, _)), None) => Some(*only),
            _ => None,
        }
    };
    let pair = |of: &Key<'a>| {
        if head.contains_key(of) {
            return Some((*of, *of));
        }
        let other = only(head, *of)?;
        let is_untold = of.2.is_none() || other.2.is_none();
        (is_untold && only(base, other) == Some(*of)).then_some((*of, other))
    };
    base.keys().filter_map(pair).collect()
}

/// A cost in the unit of its analysis.
fn in_unit(analysis: &Analysis, cost: &RunCost) -> Option<Estimate> {
    match analysis.unit {
        Unit::Joules => cost.joules,
        Unit::CpuSeconds => Some(cost.share.scaled(analysis.totals.java.all)),
    }
}

fn change(
    base: &Analysis,
    head: &Analysis,
    old: &MethodRow,
    new: &MethodRow,
    z: [f64; 2],
) -> Option<MethodChange> {
    let costs =
        |of: fn(&MethodRow) -> &RunCost| Some((in_unit(base, of(old))?, in_unit(head, of(new))?));
    let (old_own, new_own) = costs(|row| &row.own)?;
    let (old_all, new_all) = costs(|row| &row.with_callees)?;
    let entries = old.entries.zip(new.entries).map(|(old, new)| [old, new]);
    let sampled = [base, head].map(Sampled::of);
    let own_per_call = entries
        .filter(|entries| entries.iter().all(|entries| *entries > 0))
        .map(|[old, new]| {
            CostChange::of(
                old_own.scaled(1.0 / old as f64),
                new_own.scaled(1.0 / new as f64),
                z,
            )
        });
    Some(MethodChange {
        method: base.name(old.method)?.clone(),
        own: CostChange::of(old_own, new_own, z)
            .unless_unseen([old.own.samples, new.own.samples], sampled),
        with_callees: CostChange::of(old_all, new_all, z).unless_unseen(
            [old.with_callees.samples, new.with_callees.samples],
            sampled,
        ),
        entries,
        own_per_call,
    })
}

fn alone<'a>(
    side: &'a Analysis,
    rows: &'a BTreeMap<Key<'a>, &'a MethodRow>,
    matched: &'a BTreeSet<Key<'a>>,
    other: &'a Analysis,
    is_new: bool,
) -> impl Iterator<Item = OneSided> + 'a {
    rows.iter()
        .filter(|(key, _)| !matched.contains(*key))
        .filter_map(move |(_, row)| {
            Some(OneSided {
                method: side.name(row.method)?.clone(),
                is_new,
                own: in_unit(side, &row.own)?,
                entries: row.entries,
                is_certain: other.sampling.is_counted && row.entries.is_some(),
            })
        })
}

/// The whole program. With few runs, Student's t with the degrees of freedom of Welch and Satterthwaite would be wider. The
/// intervals of the means already use the degrees of freedom of each side.
fn total(base: &Analysis, head: &Analysis, z: [f64; 2]) -> Option<TotalChange> {
    let all = |side: &Analysis| match side.unit {
        Unit::Joules => side.totals.joules,
        Unit::CpuSeconds => side.totals.cpu_seconds,
    };
    let sides = [all(base)?, all(head)?];
    let estimate = |mean: RunMean| {
        let interval = mean.interval?;
        Some(Estimate {
            mean: mean.mean,
            lo: interval.lo,
            hi: interval.hi,
        })
    };
    let p_more = estimate(sides[0])
        .zip(estimate(sides[1]))
        .map(|(base, head)| CostChange::of(base, head, z).p_more);
    Some(TotalChange { sides, p_more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_without_a_sample_is_no_side_without_a_cost() {
        let seen = Estimate {
            mean: 2.0,
            lo: 1.0,
            hi: 3.0,
        };
        let change = CostChange::of(seen, Estimate::default(), [1.6, 1.6]);
        let sampled = |samples, independent| Sampled {
            samples,
            independent,
        };
        let even = [sampled(100.0, 1.0); 2];
        let of = |samples| change.unless_unseen(samples, even);
        assert_eq!((of([1, 0]).p_more, of([1, 0]).ratio), (0.25, None));
        assert_eq!((of([0, 3]).p_more, of([0, 3]).ratio), (0.9375, None));
        assert!(of([20, 0]).p_more < 1e-6);
        assert_eq!(of([3, 4]), change);
        // With ten times as many samples on one side, five samples there and none here prove nothing.
        let uneven = [sampled(100.0, 1.0), sampled(1000.0, 1.0)];
        let p_more = change.unless_unseen([0, 5], uneven).p_more;
        assert!((p_more - (1.0 - 0.5 * (10.0_f64 / 11.0).powi(5))).abs() < 1e-12);
        assert!(p_more < 0.7);
        // Ten samples of one burst have as much information as one.
        let burst = [sampled(100.0, 0.1); 2];
        assert!((change.unless_unseen([0, 10], burst).p_more - 0.75).abs() < 1e-12);
    }
}
