//! Whether the processor was in one state while a sample was taken.
//!
//! A core that shares its resources with a neighbour flips between speeds within milliseconds. A short probe before and
//! after each sample tells: where both took about as long as the probe usually takes at its fastest, the sample was
//! taken in the fast state.

use std::collections::VecDeque;

/// How many probes are remembered.
const MEMORY: usize = 400;
/// Fewer probes say nothing.
const FEWEST: usize = 10;
/// The fast state is where this share of the probes is at its end.
const QUANTILE: f64 = 0.2;
/// How much longer a probe may take in the same state.
const TOLERANCE: f64 = 0.08;

/// The longest that a probe takes in the fast state, in seconds, told by probes of which some were taken in it; `None` for none.
pub fn fast_limit_s(probes_s: &[f64]) -> Option<f64> {
    let mut sorted = probes_s.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let fast_s = sorted.get((sorted.len() as f64 * QUANTILE) as usize)?;
    Some(fast_s * (1.0 + TOLERANCE))
}

/// Remembers probes and judges samples by them.
#[derive(Clone, Debug, Default)]
pub struct FrequencyFilter {
    probes: VecDeque<f64>,
}

impl FrequencyFilter {
    /// Remembers a probe in seconds.
    pub fn remember(&mut self, probe_s: f64) {
        if probe_s.is_finite() && probe_s > 0.0 {
            if self.probes.len() == MEMORY {
                self.probes.pop_front();
            }
            self.probes.push_back(probe_s);
        }
    }

    /// The longest that the probe takes in the fast state, in seconds; `None` before enough of them were seen.
    pub fn limit_s(&self) -> Option<f64> {
        if self.probes.len() < FEWEST {
            return None;
        }
        let probes: Vec<f64> = self.probes.iter().copied().collect();
        fast_limit_s(&probes)
    }

    /// True if the processor is mostly in the fast state, so a sample outside of it is worth taking again. If it rarely is,
    /// each attempt is as good as the others, and none should be thrown away.
    pub fn is_mostly_fast(&self) -> bool {
        self.limit_s().is_some_and(|most| {
            let fast = self.probes.iter().filter(|probe| **probe <= most).count();
            2 * fast > self.probes.len()
        })
    }

    /// True where both probes are those of the fast state, or it is not known yet.
    pub fn accepts(&self, before_s: f64, after_s: f64) -> bool {
        self.limit_s()
            .is_none_or(|most| before_s <= most && after_s <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::FrequencyFilter;

    #[test]
    fn samples_are_accepted_in_the_fast_state_alone() {
        let mut filter = FrequencyFilter::default();
        assert!(filter.accepts(9.0, 9.0), "nothing is known yet");
        for probe in 0..100 {
            // Two states, the slow one half of the time.
            let state = if probe % 2 == 0 { 1.0 } else { 1.4 };
            filter.remember(state + 0.0001 * f64::from(probe % 7));
        }
        assert!(!filter.is_mostly_fast());
        filter.remember(1.0);
        filter.remember(1.0);
        assert!(filter.is_mostly_fast());
        assert!(filter.accepts(1.0, 1.02));
        assert!(!filter.accepts(1.0, 1.4));
        assert!(!filter.accepts(1.4, 1.4));
    }

    #[test]
    fn the_fast_state_follows_the_processor() {
        let mut filter = FrequencyFilter::default();
        for _ in 0..1000 {
            filter.remember(1.0);
        }
        for _ in 0..1000 {
            filter.remember(2.0);
        }
        assert!(filter.accepts(2.0, 2.0));
        for wrong in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
            filter.remember(wrong);
        }
        assert_eq!(filter.limit_s(), Some(2.0 * (1.0 + super::TOLERANCE)));
    }
}
