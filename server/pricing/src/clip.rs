//! No expression costs less than nothing: of the savings on the stack as much is subtracted as leaves 0.

use crate::tally::PatternId;
use crate::tally::Priced;

/// What a pattern is to the clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Execution,
    /// A saving; what of it is clipped is counted under the second pattern.
    Saving(PatternId),
    /// A clipped saving, and the saving it belongs to.
    Clipped(PatternId),
}

/// Clips the savings of each tree. Units that are clipped are split in two: what is subtracted, and what is not.
pub(crate) fn clip(units: &mut Vec<Priced>, means: &[f64], kinds: &[Kind]) {
    let kind = |pattern: PatternId| {
        kinds
            .get(usize::from(pattern.0))
            .copied()
            .unwrap_or(Kind::Execution)
    };
    if units
        .iter()
        .all(|unit| kind(unit.pattern) == Kind::Execution)
    {
        return;
    }
    let mean = |pattern: PatternId| means.get(usize::from(pattern.0)).copied().unwrap_or(0.0);
    // Joules executed and saved by tree; trees are numbered from the start of the method.
    let trees = units.iter().map(|unit| unit.tree).max().unwrap_or(0) as usize + 1;
    let mut sums = vec![(0.0, 0.0); trees];
    for unit in units.iter() {
        let (executed, saved) = &mut sums[unit.tree as usize];
        match kind(unit.pattern) {
            Kind::Execution => *executed += mean(unit.pattern) * unit.count,
            Kind::Saving(_) => *saved -= mean(unit.pattern) * unit.count,
            Kind::Clipped(saving) => *saved -= mean(saving) * unit.count,
        }
    }
    let fraction = |tree: u32| {
        let (executed, saved) = sums[tree as usize];
        if saved > executed && saved > 0.0 {
            (executed / saved).max(0.0)
        } else {
            1.0
        }
    };
    let mut clipped = Vec::new();
    units.retain_mut(|unit| {
        let (saving, clipped_pattern) = match kind(unit.pattern) {
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
