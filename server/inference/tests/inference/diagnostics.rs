//! Compares the diagnostics with those of `ArviZ` on the same draws. The numbers are from `tests/reference/diagnostics_arviz.py`.

use std::collections::BTreeMap;

use inference::diagnostics::{
    QuantitySummary, e_bfmi, ess_bulk, ess_mean, ess_tail, mcse_mean, rhat,
};
use serde_json::Value;

use crate::support::close;

const REFERENCE: &str = include_str!("../reference/diagnostics.json");

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_f64().unwrap())
        .collect()
}

#[test]
fn every_diagnostic_is_that_of_arviz() {
    let sets: BTreeMap<String, Value> = serde_json::from_str(REFERENCE).unwrap();
    assert_eq!(sets.len(), 13);
    for (name, set) in &sets {
        let draws: Vec<Vec<f64>> = set["draws"]
            .as_array()
            .unwrap()
            .iter()
            .map(numbers)
            .collect();
        let summary = QuantitySummary::of(&draws);
        for (field, found) in [
            ("mean", summary.mean),
            ("sd", summary.sd),
            ("rhat", summary.rhat),
            ("ess_bulk", summary.ess_bulk),
            ("ess_tail", summary.ess_tail),
            ("ess_mean", ess_mean(&draws)),
            ("mcse_mean", summary.mcse_mean),
        ] {
            let expected = set[field].as_f64().unwrap();
            assert!(
                close(found, expected, 1e-6),
                "{name}, {field}: {found} where ArviZ has {expected}"
            );
        }
        for (chain, expected) in draws.iter().zip(numbers(&set["e_bfmi"])) {
            assert!(
                close(e_bfmi(chain), expected, 1e-6),
                "{name}: {}",
                e_bfmi(chain)
            );
        }
    }
}

#[test]
fn what_cannot_be_judged_is_not_a_number_and_passes_no_gate() {
    let stuck = vec![vec![1.0; 100]; 4];
    let mut broken = vec![(0..100).map(f64::from).collect::<Vec<f64>>(); 4];
    broken[2][5] = f64::NAN;
    let uneven = vec![vec![1.0, 2.0, 3.0, 4.0, 5.0], vec![1.0, 2.0, 3.0, 4.0]];
    let short = vec![vec![1.0, 2.0, 3.0]; 4];
    for draws in [stuck, broken, uneven, short, vec![], vec![vec![]]] {
        for value in [
            rhat(&draws),
            ess_bulk(&draws),
            ess_tail(&draws),
            mcse_mean(&draws),
        ] {
            assert!(value.is_nan(), "{value} of {draws:?}");
        }
    }
    assert!(rhat(&[vec![1.0, 3.0, 2.0, 4.0, 2.0]]).is_nan());
    assert!(e_bfmi(&[1.0, 2.0]).is_nan());
}
