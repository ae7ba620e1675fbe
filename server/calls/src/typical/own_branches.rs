//! The energy decided by a branch that only one of two compared states has.
//!
//! Nobody knows how often such a branch goes which way. But some costs do not depend on that: those that all ways have in
//! common, such as a lock that each way releases, or a call that each of them makes. If a branch has the ways w, and always
//! taking the cheapest costs `min(E(w))`, then at most `E − min(E(w))` of the energy `E` is open.

use super::UncertainParts;

/// How often something runs, or what it costs in joules, if a branch always goes one way; for each branch and each way.
pub(super) type ByWay = Vec<Vec<f64>>;

/// How often a call is made for each way of the branches that only this state has.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct CallByWay {
    pub(super) counts: ByWay,
    /// Whether nothing else that only this state has decides how often it is made.
    pub(super) is_decided_so: bool,
}

/// What the branches that only this state has decide in a method's own code.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct OwnBranches {
    pub(super) joules: ByWay,
    /// The parts of the method's own energy that nothing else decides.
    pub(super) decided: UncertainParts,
}

/// A call as the branches of its caller see it.
pub(super) struct CallSeen<'e> {
    pub(super) by_way: &'e CallByWay,
    pub(super) count: f64,
    /// The energy of one call in joules.
    pub(super) joules: f64,
    /// Whether the open part of its count depends on loops.
    pub(super) is_in_loop: bool,
}

impl OwnBranches {
    /// Subtracts from the open energy what all ways cost. `own_joules` is the energy of the method's own code.
    pub(super) fn relieve(
        &self,
        apart: &mut UncertainParts,
        own_joules: f64,
        calls: &[CallSeen<'_>],
    ) {
        if self.joules.is_empty() {
            return;
        }
        let all: f64 = calls.iter().map(|call| call.count * call.joules).sum();
        let whole = own_joules + all;
        let open: f64 = (0..)
            .zip(&self.joules)
            .map(|(branch, ways)| {
                let costs = (0..).zip(ways).map(|(way, own)| {
                    let calls = calls.iter().map(|call| {
                        let counts = call.by_way.counts.get::<usize>(branch);
                        let count = counts.and_then(|ways| ways.get::<usize>(way));
                        count.copied().unwrap_or(call.count) * call.joules
                    });
                    own + calls.sum::<f64>()
                });
                (whole - costs.fold(whole, f64::min)).max(0.0)
            })
            .sum();
        let mut decided = [self.decided.branches_joules, self.decided.loops_joules];
        for call in calls.iter().filter(|call| call.by_way.is_decided_so) {
            decided[usize::from(call.is_in_loop)] += call.count * call.joules;
        }
        let all = decided[0] + decided[1];
        if all <= 0.0 || open >= all {
            return;
        }
        let common = 1.0 - open / all;
        let before = apart.branches_joules + apart.loops_joules;
        apart.branches_joules = (apart.branches_joules - common * decided[0]).max(0.0);
        apart.loops_joules = (apart.loops_joules - common * decided[1]).max(0.0);
        let after = apart.branches_joules + apart.loops_joules;
        apart.unsure_joules = (apart.unsure_joules - (before - after)).max(0.0);
        if before > 0.0 {
            apart.scatter_joules *= after / before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(joules: [f64; 2], call: Option<([f64; 2], f64)>) -> f64 {
        let branches = OwnBranches {
            joules: vec![joules.to_vec()],
            decided: UncertainParts {
                branches_joules: f64::midpoint(joules[0], joules[1]),
                ..UncertainParts::default()
            },
        };
        let by_way = call.map(|(counts, _)| CallByWay {
            counts: vec![counts.to_vec()],
            is_decided_so: true,
        });
        let calls: Vec<CallSeen<'_>> = (by_way.iter().zip(call))
            .map(|(by_way, (counts, joules))| CallSeen {
                by_way,
                count: f64::midpoint(counts[0], counts[1]),
                joules,
                is_in_loop: false,
            })
            .collect();
        let all: f64 = calls.iter().map(|call| call.count * call.joules).sum();
        let mut apart = branches.decided;
        apart.branches_joules += all;
        branches.relieve(&mut apart, branches.decided.branches_joules, &calls);
        apart.branches_joules
    }

    #[test]
    fn what_all_ways_cost_is_not_open() {
        assert!((open([2.0, 0.0], None) - 1.0).abs() < 1e-12);
        assert!(open([2.0, 2.0], None).abs() < 1e-12);
        assert!((open([5.0, 3.0], None) - 1.0).abs() < 1e-12);
        // A call in one way balances what the other way costs itself.
        assert!(open([2.0, 6.0], Some(([1.0, 0.0], 4.0))).abs() < 1e-12);
        assert!((open([2.0, 2.0], Some(([1.0, 0.0], 4.0))) - 2.0).abs() < 1e-12);
    }
}
