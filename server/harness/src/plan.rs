//! The split-plot order: cycles are the whole plots, programs the split plots, and each cycle has a new random order (Nyholm,
//! Mostowski and Reichenbach 2025, section 3.1).

use campaign::{Planned, ProgramKind};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::suite::{BASELINE, Source};

/// How many samples to take of each program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CampaignSize {
    /// Launches of the JVM. The numbers of their cycles differ by at most one.
    pub launches: u32,
    /// Cycles in total.
    pub cycles: u32,
    /// Samples of each program in each cycle.
    pub samples: u32,
    /// Samples of the empty loop in each cycle. It is subtracted from everything else.
    pub baseline_samples: u32,
}

impl CampaignSize {
    /// The number of samples of a campaign.
    pub fn total(&self, programs: usize) -> u64 {
        let others = programs.saturating_sub(1) as u64 * u64::from(self.samples);
        u64::from(self.cycles) * (others + u64::from(self.baseline_samples))
    }
}

/// The random stream for the order. Composite methods have other streams.
const ORDER_STREAM: u64 = u64::MAX;

/// The order of a campaign with a seed.
pub fn plan(seed: u64, sources: &[Source], size: CampaignSize) -> Vec<Planned> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    dice.set_stream(ORDER_STREAM);
    let launches = size.launches.clamp(1, size.cycles.max(1));
    let mut planned = Vec::new();
    for cycle in 0..size.cycles {
        let mut names: Vec<&str> = Vec::new();
        for source in sources {
            let times = if source.kind == ProgramKind::Baseline && source.name == BASELINE {
                size.baseline_samples
            } else {
                size.samples
            };
            names.extend((0..times).map(|_| source.name.as_str()));
        }
        names.shuffle(&mut dice);
        let launch = u64::from(cycle) * u64::from(launches) / u64::from(size.cycles);
        planned.extend(names.iter().zip(0..).map(|(name, ordinal)| Planned {
            launch: launch as u32,
            cycle,
            ordinal,
            program: (*name).to_owned(),
        }));
    }
    planned
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::execution_mode::ExecutionMode;
    use crate::suite::{Extent, Suite};

    const SIZE: CampaignSize = CampaignSize {
        launches: 4,
        cycles: 10,
        samples: 2,
        baseline_samples: 5,
    };

    #[test]
    fn every_cycle_has_every_program_and_every_launch_cycles() {
        let suite = Suite::generate(7, ExecutionMode::Interpreter, Extent::Quick);
        let planned = plan(7, &suite.sources, SIZE);
        assert_eq!(planned.len() as u64, SIZE.total(suite.sources.len()));
        let mut counts: BTreeMap<(u32, &str), u32> = BTreeMap::new();
        let mut cycles: BTreeMap<u32, std::collections::BTreeSet<u32>> = BTreeMap::new();
        for entry in &planned {
            *counts.entry((entry.cycle, &entry.program)).or_default() += 1;
            cycles.entry(entry.launch).or_default().insert(entry.cycle);
        }
        for ((_, program), count) in &counts {
            let expected = if *program == BASELINE { 5 } else { 2 };
            assert_eq!(*count, expected, "{program}");
        }
        let lengths: Vec<usize> = cycles
            .values()
            .map(std::collections::BTreeSet::len)
            .collect();
        assert_eq!(lengths.len(), 4);
        assert!(
            lengths.iter().all(|length| (2..=3).contains(length)),
            "{lengths:?}"
        );
    }

    #[test]
    fn the_order_is_the_seeds_and_differs_from_cycle_to_cycle() {
        let suite = Suite::generate(7, ExecutionMode::Interpreter, Extent::Quick);
        let order = |seed| plan(seed, &suite.sources, SIZE);
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
        let planned = order(7);
        let of = |cycle| -> Vec<&str> {
            let in_cycle = planned.iter().filter(|entry| entry.cycle == cycle);
            in_cycle.map(|entry| entry.program.as_str()).collect()
        };
        assert_ne!(of(0), of(1));
    }
}
