//! No expression costs less than nothing: savings on the stack are subtracted only down to 0.

use crate::tally::PatternId;
use crate::tally::Priced;

/// The role of a pattern in clipping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Execution,
    /// A saving. Its clipped part counts under the second pattern.
    Saving(PatternId),
    /// A clipped saving, and the saving it belongs to.
    Clipped(PatternId),
}

/// The data about a pattern for clipping.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clipping {
    kind: Kind,
    /// The cost of one execution and its saving, in joules.
    executed: f64,
    saved: f64,
}

impl Clipping {
    /// The data of a pattern with this mean, given the means of all.
    pub(crate) fn new(kind: Kind, mean: f64, means: &[f64]) -> Self {
        let (executed, saved) = match kind {
            Kind::Execution => (mean, 0.0),
            Kind::Saving(_) => (0.0, -mean),
            Kind::Clipped(saving) => {
                let mean = means.get(usize::from(saving.0)).copied();
                (0.0, -mean.unwrap_or(0.0))
            }
        };
        Self {
            kind,
            executed,
            saved,
        }
    }
}

/// Clips the savings of each tree. Clipped units are split in two: the subtracted part and the rest.
pub(crate) fn clip(units: &mut Vec<Priced>, patterns: &[Clipping]) {
    const UNKNOWN: Clipping = Clipping {
        kind: Kind::Execution,
        executed: 0.0,
        saved: 0.0,
    };
    let of = |pattern: PatternId| patterns.get(usize::from(pattern.0)).unwrap_or(&UNKNOWN);
    let is_execution = |unit: &Priced| of(unit.pattern).kind == Kind::Execution;
    if units.iter().all(is_execution) {
        return;
    }
    // Joules executed and saved by tree. Trees are numbered from the start of the method.
    let trees = units.iter().map(|unit| unit.tree).max().unwrap_or(0) as usize + 1;
    let mut sums = vec![(0.0, 0.0); trees];
    let mut was_clipped = false;
    for unit in units.iter() {
        let (executed, saved) = &mut sums[unit.tree as usize];
        let pattern = of(unit.pattern);
        *executed += pattern.executed * unit.count;
        *saved += pattern.saved * unit.count;
        was_clipped |= matches!(pattern.kind, Kind::Clipped(_)) || unit.count <= 0.0;
    }
    let exceeds = |(executed, saved): (f64, f64)| saved > executed && saved > 0.0;
    if !was_clipped && !sums.iter().any(|sum| exceeds(*sum)) {
        return;
    }
    let fraction = |tree: u32| {
        let (executed, saved) = sums[tree as usize];
        if exceeds((executed, saved)) {
            (executed / saved).max(0.0)
        } else {
            1.0
        }
    };
    let mut clipped = Vec::new();
    units.retain_mut(|unit| {
        let (saving, clipped_pattern) = match of(unit.pattern).kind {
            Kind::Execution => return true,
            Kind::Saving(clipped_pattern) => (unit.pattern, clipped_pattern),
            Kind::Clipped(saving) => (saving, unit.pattern),
        };
        let fraction = fraction(unit.tree);
        if fraction < 1.0 {
            clipped.push(Priced {
                pattern: clipped_pattern,
                count: unit.count * (1.0 - fraction),
                ..*unit
            });
        }
        unit.pattern = saving;
        unit.count *= fraction;
        unit.count > 0.0
    });
    units.append(&mut clipped);
}
