//! When to save a run that is still in progress, so little is lost if this process is killed.

use std::time::Duration;

const FIRST: Duration = Duration::from_secs(10);
/// Saving takes longer the more data there is, so the intervals grow with the run. At most a third of a run is lost.
const GROWTH: f64 = 1.5;

/// The times of a run at which to save it.
#[derive(Debug)]
pub(crate) struct Checkpoints {
    next: Duration,
}

impl Default for Checkpoints {
    fn default() -> Self {
        Self { next: FIRST }
    }
}

impl Checkpoints {
    /// Whether to save the run now, this long after its start.
    pub(crate) fn is_due(&mut self, elapsed: Duration) -> bool {
        let is_due = elapsed >= self.next;
        if is_due {
            self.next = elapsed.mul_f64(GROWTH);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::Checkpoints;
    use std::time::Duration;

    #[test]
    fn less_than_a_third_of_a_run_is_lost() {
        let mut checkpoints = Checkpoints::default();
        let mut kept = 0;
        let mut times = 0;
        for second in 1..36_000_u32 {
            if checkpoints.is_due(Duration::from_secs(second.into())) {
                kept = second;
                times += 1;
            }
            assert!(second < 10 || (second - kept) * 3 <= second + 3, "{second}");
        }
        assert!((5..40).contains(&times), "{times}");
    }
}
