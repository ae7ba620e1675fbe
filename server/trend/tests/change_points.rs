//! Change points, compared with an independent computation, and on curves with known changes.
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use trend::{change_points, log_evidence, probabilities};

/// A curve, its log evidence, and the probability of a change at each value, from `reference.py`: a sum over all 2^(n-1)
/// divisions with densities from SciPy.
const REFERENCE: &str = include_str!("reference.json");

#[derive(serde::Deserialize)]
struct Reference {
    values: Vec<f64>,
    log_evidence: f64,
    probabilities: Vec<f64>,
}

#[test]
fn probabilities_are_those_of_a_sum_over_all_divisions() {
    let references: Vec<Reference> = serde_json::from_str(REFERENCE).expect("references");
    assert!(references.len() >= 5);
    for reference in references {
        let evidence = log_evidence(&reference.values);
        assert!(
            (evidence - reference.log_evidence).abs()
                < 1e-6 * reference.log_evidence.abs().max(1.0),
            "{evidence} {}",
            reference.log_evidence
        );
        let found = probabilities(&reference.values);
        assert_eq!(found.len(), reference.probabilities.len());
        for (found, expected) in found.iter().zip(&reference.probabilities) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }
}

#[test]
fn a_step_is_found_where_it_is_with_its_factor() {
    let mut values = vec![1e-6; 40];
    values.extend(vec![2e-6; 60]);
    let found = change_points(&values);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].at, 40);
    assert!((found[0].factor - 2.0).abs() < 1e-9);
    assert!(found[0].probability > 0.99);
}

#[test]
fn a_constant_curve_and_one_that_moves_by_tenths_of_a_percent_have_no_change() {
    assert!(change_points(&[3e-6; 200]).is_empty());
    let noisy: Vec<f64> = (0..200_u32)
        .map(|place| 1e-6 * (1.0 + f64::from(place * 7_919 % 101) / 101.0 * 0.004))
        .collect();
    assert!(
        change_points(&noisy).is_empty(),
        "{:?}",
        change_points(&noisy)
    );
}

#[test]
fn a_spike_of_one_commit_begins_and_ends() {
    let mut values = vec![1e-6; 30];
    values.push(9e-6);
    values.extend(vec![1e-6; 30]);
    let places: Vec<usize> = change_points(&values).iter().map(|one| one.at).collect();
    assert_eq!(places, [30, 31]);
}

#[test]
fn where_the_place_of_a_change_is_not_clear_the_probability_is_shared() {
    // A ramp over five commits between two levels: no single commit is the change.
    let mut values = vec![1e-6; 30];
    values.extend((1..=5).map(|step| 1e-6 * (1.0 + 0.004 * f64::from(step))));
    values.extend(vec![1.02e-6; 30]);
    let all = probabilities(&values);
    assert!(
        all.iter()
            .all(|probability| (0.0..=1.0).contains(probability))
    );
    assert!(all.iter().copied().fold(0.0, f64::max) < 0.999);
    assert!(all.iter().sum::<f64>() > 0.9);
}

#[test]
fn short_curves_have_none() {
    assert!(change_points(&[]).is_empty());
    assert!(change_points(&[1.0]).is_empty());
    assert!(probabilities(&[]).is_empty());
}

#[test]
fn extreme_numbers_give_finite_probabilities() {
    let values = [f64::MIN_POSITIVE, f64::MAX, 1.0, 1.0, f64::MAX];
    assert!(probabilities(&values).iter().all(|one| one.is_finite()));
}
