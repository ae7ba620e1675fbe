//! Probabilities and their correction against SciPy's.

use diff::benjamini_hochberg;
use serde_json::{Value, json};
use crate::support::{compared, method, posterior, with};

fn reference() -> Value {
    serde_json::from_str(include_str!("reference/statistics.json")).expect("JSON")
}

fn numbers(value: &Value) -> Vec<f64> {
    let numbers = value.as_array().expect("numbers").iter();
    numbers
        .map(|number| number.as_f64().expect("a number"))
        .collect()
}

#[test]
fn adjusted_p_values_are_those_of_scipy() {
    for family in reference()["benjamini_hochberg"]
        .as_array()
        .expect("families")
    {
        let adjusted = benjamini_hochberg(&numbers(&family["p"]));
        let expected = numbers(&family["adjusted"]);
        assert_eq!(adjusted.len(), expected.len());
        for (ours, theirs) in adjusted.iter().zip(expected) {
            assert!((ours - theirs).abs() < 1e-12, "{ours} {theirs}");
        }
    }
}

#[test]
fn no_p_value_and_no_number_are_no_discovery() {
    assert_eq!(benjamini_hochberg(&[]), Vec::<f64>::new());
    assert_eq!(benjamini_hochberg(&[f64::NAN, 0.01]), [1.0, 0.02]);
}

/// Both sides execute a thousand events of another kind, which cancel: the posterior's uncertainty about them is neither in P
/// nor in the standard deviation.
#[test]
fn probabilities_are_those_of_scipy_and_what_both_share_cancels() {
    for case in reference()["comparisons"].as_array().expect("cases") {
        let shared = [("operation:modulo", 1000.0), ("data_type:long", 1000.0)];
        let cost = |scale: f64| {
            let mut features: serde_json::Map<String, Value> = shared
                .iter()
                .map(|(name, count)| ((*name).to_owned(), json!(count)))
                .collect();
            for (name, count) in case["counts"].as_object().expect("counts") {
                features.insert(
                    name.clone(),
                    json!(scale * count.as_f64().expect("a number")),
                );
            }
            let device = 1000.0 + scale * case["device_count"].as_f64().expect("a number");
            json!([{"factor": "1", "mean": 0.0, "sd": 0.0, "features": features, "device_count": device, "n_noise": 1000.0}])
        };
        let base = with(method("f", 1.0), &[("cost", cost(0.0))]);
        let head = with(method("f", 1.0), &[("cost", cost(1.0))]);
        let comparison = compared(&[base], &[head]);
        let delta = crate::support::change(&comparison, "f")
            .delta
            .expect("a difference");
        let (p, mean) = (
            case["p_greater"].as_f64().expect("a number"),
            case["delta"].as_f64().expect("a number"),
        );
        assert!(
            (delta.p_greater - p).abs() < 1e-9,
            "{}: {} {p}",
            case["name"],
            delta.p_greater
        );
        assert!(
            (delta.mean - mean).abs() < 1e-9 * mean.abs(),
            "{}: {} {mean}",
            case["name"],
            delta.mean
        );
        // One method alone needs no correction.
        assert!((delta.p_more_corrected - p).abs() < 1e-9);
    }
}

#[test]
fn the_noise_of_execution_is_in_no_probability() {
    let comparison = compared(&[method("f", 1000.0)], &[method("f", 1001.0)]);
    let delta = crate::support::change(&comparison, "f")
        .delta
        .expect("a difference");
    let sigma = posterior().sigma().mean.0;
    assert!((delta.execution_noise_sd - sigma * 2001.0_f64.sqrt()).abs() < 1e-15);
    assert!(delta.execution_noise_sd > 10.0 * delta.mean);
    assert!(delta.p_greater > 0.99);
}

/// Twenty differences with a certainty of 0.96 each stay certain together. One among nineteen others does not.
#[test]
fn many_methods_are_corrected_together() {
    let doubtful = |name: &str, swapped: bool| {
        let features = if swapped {
            json!({"operation:variable_declaration": 1.0})
        } else {
            json!({"operation:addition": 1.0})
        };
        let cost = json!([{"factor": "1", "mean": 0.0, "sd": 0.0, "features": features, "device_count": 1.0, "n_noise": 1.0}]);
        with(method(name, 1.0), &[("cost", cost)])
    };
    let sure = |name: &str, count: f64| method(name, count);
    let names: Vec<String> = (0..19).map(|index| format!("g{index}")).collect();
    let base: Vec<Value> = names
        .iter()
        .map(|name| doubtful(name, false))
        .chain([sure("f", 1.0)])
        .collect();
    let head: Vec<Value> = names
        .iter()
        .map(|name| doubtful(name, true))
        .chain([sure("f", 2.0)])
        .collect();
    let alone = compared(&[sure("f", 1.0)], &[sure("f", 2.0)]);
    let together = compared(&base, &head);
    let p = |comparison| {
        crate::support::change(comparison, "f")
            .delta
            .expect("a difference")
            .p_more_corrected
    };
    assert!(p(&together) <= p(&alone));
    assert_eq!(together.correction, "Benjamini-Hochberg");
}
