//! Compares robust regression, intervals of shares and discrepancies with statsmodels and `SciPy`. The numbers are from
//! `tests/reference/robust_statsmodels.py`.

use inference::discrepancy::{self, HeldOut, estimate};
use inference::{robust, wilson_interval};
use serde::Deserialize;

use crate::support::close;

#[derive(Deserialize)]
struct Reference {
    locations: Vec<Location>,
    wilson: Vec<Wilson>,
    discrepancies: Vec<Discrepancy>,
}

#[derive(Deserialize)]
struct Location {
    values: Vec<f64>,
    centre: f64,
    scale: f64,
    weights: Vec<f64>,
}

#[derive(Deserialize)]
struct Wilson {
    hits: f64,
    trials: f64,
    confidence: f64,
    low: f64,
    high: f64,
}

#[derive(Deserialize)]
struct Discrepancy {
    measured: Vec<f64>,
    predicted: Vec<f64>,
    sd: Vec<f64>,
    squares: Vec<f64>,
    of_program: f64,
    of_feature: f64,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../reference/robust.json")).unwrap()
}

#[test]
fn the_bisquare_is_that_of_statsmodels() {
    for expected in reference().locations {
        let found = robust::location(&expected.values);
        assert!(
            close(found.scale, expected.scale, 1e-6),
            "{} {}",
            found.scale,
            expected.scale
        );
        let difference = (found.centre - expected.centre).abs();
        assert!(
            difference < 1e-6 * expected.scale,
            "{} {}",
            found.centre,
            expected.centre
        );
        for (found, expected) in found.weights.iter().zip(&expected.weights) {
            assert!((found - expected).abs() < 1e-5, "{found} {expected}");
        }
    }
}

#[test]
fn values_far_from_the_others_are_outliers_and_do_not_move_the_centre() {
    let mut values: Vec<f64> = (0..40)
        .map(|index| 10.0 + 0.01 * f64::from(index % 7))
        .collect();
    let undisturbed = robust::location(&values).centre;
    values[3] = 14.0;
    values[17] = -2.0;
    let found = robust::location(&values);
    assert_eq!(found.outliers().collect::<Vec<_>>(), [3, 17]);
    assert!((found.centre - undisturbed).abs() < 0.005);
    assert_eq!(robust::location(&[5.0; 9]).outliers().count(), 0);
    assert!(robust::location(&[]).centre.is_nan());
}

#[test]
fn intervals_of_shares_are_those_of_statsmodels() {
    for expected in reference().wilson {
        let (low, high) = wilson_interval(expected.hits, expected.trials, expected.confidence);
        assert!((low - expected.low).abs() < 1e-9, "{low} {}", expected.low);
        assert!(
            (high - expected.high).abs() < 1e-9,
            "{high} {}",
            expected.high
        );
    }
    assert!(wilson_interval(0.0, 0.0, 0.95).0.is_nan());
}

#[test]
fn the_discrepancies_have_the_greatest_likelihood() {
    for expected in reference().discrepancies {
        let programs: Vec<HeldOut> = (0..expected.measured.len())
            .map(|index| HeldOut {
                measured: expected.measured[index],
                predicted: expected.predicted[index],
                variance: expected.sd[index].powi(2),
                squares: expected.squares[index],
            })
            .collect();
        let found = estimate(&programs).unwrap();
        for (found, expected) in [
            (found.of_program, expected.of_program),
            (found.of_feature, expected.of_feature),
        ] {
            assert!((found - expected).abs() < 2e-5, "{found} {expected}");
        }
    }
}

#[test]
fn a_discrepancy_needs_programs_and_is_0_where_noise_explains_them() {
    assert_eq!(estimate(&[]), None);
    let program = HeldOut {
        measured: 1.0,
        predicted: 1.01,
        variance: 1.0,
        squares: 0.5,
    };
    assert_eq!(
        estimate(&[program; 5]),
        Some(discrepancy::Discrepancy::default())
    );
    let unusable = HeldOut {
        predicted: f64::NAN,
        ..program
    };
    assert_eq!(estimate(&[unusable]), None);
}

/// The variants of the first algorithm cost e times as much as predicted, the only one of the second e⁻³ times, and nobody knows
/// of the third.
#[test]
fn each_algorithm_counts_once_for_the_bias() {
    let off = |log: f64| HeldOut {
        measured: log.exp(),
        predicted: 1.0,
        variance: 0.0,
        squares: 0.5,
    };
    let unusable = HeldOut {
        predicted: 0.0,
        ..off(0.0)
    };
    let programs = [
        ("a", off(0.5)),
        ("a", off(1.5)),
        ("b", off(-3.0)),
        ("c", unusable),
    ];
    let bias = discrepancy::log_bias(programs).unwrap();
    assert!((bias - (1.0 - 3.0) / 2.0).abs() < 1e-12, "{bias}");
    assert_eq!(discrepancy::log_bias([("c", unusable)]), None);
    // Around the bias, both are off by as much.
    let around = [1.0, -3.0].map(|log| off(log).scaled(bias.exp()));
    let s = discrepancy::of_factors(&around).unwrap();
    assert!((s - 2.0).abs() < 1e-6, "{s}");
}

#[test]
fn a_scale_that_is_known_keeps_what_a_few_values_would_lose() {
    let close_by = [1.0, 1.001, 1.1, 0.999];
    assert_eq!(robust::location(&close_by).outliers().count(), 1);
    let known = robust::location_at_least(&close_by, 0.1);
    assert_eq!(known.outliers().count(), 0);
    let wild = robust::location_at_least(&[1.0, 1.001, 9.0, 0.999], 0.1);
    assert_eq!(wild.outliers().collect::<Vec<_>>(), [2]);
}
