//! Whether the processor kept one speed during a sample.
//!
//! A core that shares its resources with a neighbour changes its speed within milliseconds. A short probe runs before and after
//! each sample. If both probes took about as long as the fastest ones usually do, the sample was taken in the fast state.

use std::collections::VecDeque;

/// The number of probes to remember.
const MEMORY: usize = 400;
/// Fewer probes say nothing.
const FEWEST: usize = 10;
/// The fast state ends at this quantile of the probes.
const QUANTILE: f64 = 0.2;
/// How much longer a probe may take in the same state.
const TOLERANCE: f64 = 0.08;

/// The longest duration of a probe in the fast state, in seconds. Some of the probes must be from that state. `None` without
/// probes.
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

    /// The longest duration of a probe in the fast state, in seconds; `None` before there are enough probes.
    pub fn limit_s(&self) -> Option<f64> {
        if self.probes.len() < FEWEST {
            return None;
        }
        let probes: Vec<f64> = self.probes.iter().copied().collect();
        fast_limit_s(&probes)
    }

    /// Whether the processor is mostly in the fast state, so that a slow sample is worth repeating. If it rarely is, all attempts
    /// are equally good, and none should be discarded.
    pub fn is_mostly_fast(&self) -> bool {
        self.limit_s().is_some_and(|most| {
            let fast = self.probes.iter().filter(|probe| **probe <= most).count();
            2 * fast > self.probes.len()
        })
    }

    /// Whether both probes are from the fast state, or the state is not known yet.
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
            // Two states, half of the time the slow one.
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
