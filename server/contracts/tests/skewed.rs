//! Verdicts on costs with transferred prices, whose distribution is skewed.

use crate::verdicts::{DEVICE_1, PRICER, addition, parameter, scope, within};
use contracts::ContractStatus;
use cost::Cost;
use pricing::{PatternId, Tally};
use proptest::prelude::*;

/// Executions of an operation on `int` variables.
fn executions(operation: &str, times: f64) -> Tally {
    let id = (0..u16::MAX).map(PatternId).find(|id| {
        PRICER.pattern(*id).is_some_and(|pattern| {
            (pattern.operation, pattern.data_type, &pattern.data_size[..])
                == (operation, "int", "load")
        })
    });
    let mut tally = Tally::new();
    tally.add(
        id.unwrap_or_else(|| panic!("the pattern is in the table")),
        times,
    );
    tally
}

/// For each of n rounds an argument, jumps and additions, and jumps before.
struct Loop {
    jumps: f64,
    additions: f64,
    before: f64,
}

impl Loop {
    fn round(&self) -> Tally {
        let mut round = executions("argument", 1.0);
        round.add_scaled(&executions("goto", self.jumps), 1.0);
        round.add_scaled(&addition(), self.additions);
        round
    }

    fn cost(&self) -> Cost {
        let mut cost = Cost::from(self.round()).times(&parameter("n"));
        cost.add(Cost::from(executions("goto", self.before)));
        cost
    }

    /// The quantile of the energy of n rounds, in nanojoules.
    fn quantile_nj(&self, rounds: f64, quantile: f64) -> f64 {
        let mut all = executions("goto", self.before);
        all.add_scaled(&self.round(), rounds);
        let energy = PRICER
            .posterior()
            .predict(&PRICER.features(&all), DEVICE_1);
        energy.quantile(quantile).0 * 1e9
    }
}

#[test]
fn a_budget_just_above_the_quantile_at_the_largest_value_is_met() {
    let cost = Loop {
        jumps: 2.0,
        additions: 1.0,
        before: 3.0,
    };
    let most = cost.quantile_nj(50.0, 0.99);
    let names = scope(&[("n", "int")], &[]);
    let at = |budget: f64| {
        let clause = format!("energy <= {budget:.3} nJ when 0 <= n && n <= 50");
        within(&names, &clause, &cost.cost()).outcome
    };
    assert_eq!(at(most * 1.001), ContractStatus::Met);
    assert_eq!(at(most * 0.999), ContractStatus::Violated);
    // The normal distribution with this mean and standard deviation has a smaller p99.
    let tally = cost.cost().evaluate(&|_| Some(50.0)).unwrap_or_default();
    let energy = PRICER
        .posterior()
        .predict(&PRICER.features(&tally), DEVICE_1);
    let normal = 1e9 * (energy.mean().0 + 2.326_348 * energy.sd().0);
    assert!(normal < 0.97 * most, "{normal} {most}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn a_contract_that_a_skewed_energy_breaks_is_never_met(
        jumps in 0_u32..6, additions in 0_u32..6, before in 0_u32..20,
        slope in 1.0_f64..400.0, constant in 1.0_f64..1000.0,
        quantile in prop_oneof![Just(50_u32), Just(80), Just(95), Just(99)],
        most in prop_oneof![Just(None), (1_u32..2000).prop_map(Some)],
    ) {
        let cost = Loop {
            jumps: f64::from(jumps),
            additions: f64::from(additions),
            before: f64::from(before),
        };
        let limit = most.map_or_else(String::new, |most| format!(" && n <= {most}"));
        let clause = format!(
            "energy <= {slope:.3} nJ * n + {constant:.3} nJ @ 0.{quantile} when 0 <= n{limit}"
        );
        let found = within(&scope(&[("n", "int")], &[]), &clause, &cost.cost());
        if found.outcome == ContractStatus::Met {
            let largest = most.map_or(2_147_483_647.0, f64::from);
            for n in [0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 40.0, 100.0, 1000.0, 1e6, largest] {
                let n = f64::min(n, largest);
                let energy = cost.quantile_nj(n, f64::from(quantile) / 100.0);
                // The clause has both numbers with three digits.
                let budget = (slope + 1e-3).mul_add(n, constant + 1e-3);
                prop_assert!(energy <= budget, "{clause}: {energy} nJ at {n}");
            }
        }
    }
}
