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

/// Sums of one tree.
#[derive(Debug, Clone, Copy, Default)]
struct Tree {
    number: u32,
    executed: f64,
    saved: f64,
}

/// Clips the savings of each tree. Units that are clipped are split in two: what is subtracted, and what is not.
pub(crate) fn clip(units: &mut Vec<Priced>, means: &[f64], kind: impl Fn(PatternId) -> Kind) {
    let mean = |pattern: PatternId| means.get(usize::from(pattern.0)).copied().unwrap_or(0.0);
    // Trees are numbered in the order of the code and units are nearly so: the last few trees are the ones met again.
    let mut trees: Vec<Tree> = Vec::new();
    let mut any_saving = false;
    for unit in units.iter() {
        let index = match trees.iter().rposition(|tree| tree.number == unit.tree) {
            Some(index) => index,
            None => {
                trees.push(Tree {
                    number: unit.tree,
                    ..Tree::default()
                });
                trees.len() - 1
            }
        };
        let tree = &mut trees[index];
        match kind(unit.pattern) {
            Kind::Execution => tree.executed += mean(unit.pattern) * unit.count,
            Kind::Saving(_) => {
                any_saving = true;
                tree.saved -= mean(unit.pattern) * unit.count;
            }
            Kind::Clipped(saving) => {
                any_saving = true;
                tree.saved -= mean(saving) * unit.count;
            }
        }
    }
    if !any_saving {
        return;
    }
    let fraction = |number: u32| {
        trees
            .iter()
            .rev()
            .find(|tree| tree.number == number)
            .map_or(1.0, |tree| {
                if tree.saved > tree.executed && tree.saved > 0.0 {
                    (tree.executed / tree.saved).max(0.0)
                } else {
                    1.0
                }
            })
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
