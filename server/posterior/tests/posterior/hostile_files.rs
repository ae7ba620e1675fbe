//! An invalid model file is refused with its place and a fix, and never causes a panic.

use crate::support::{DEFAULT_MODEL, INSTRUCTION_MODEL};
use posterior::{Device, FeatureId, Features, Posterior};
use proptest::prelude::*;
use serde_json::{Value, json};

fn refusal(text: &str) -> String {
    Posterior::from_json(text)
        .expect_err("the file is wrong")
        .to_string()
}

/// The error message for the fixture after a change.
fn refusal_after(change: impl FnOnce(&mut Value)) -> String {
    let mut file: Value = serde_json::from_str(INSTRUCTION_MODEL).expect("the fixture");
    change(&mut file);
    refusal(&file.to_string())
}

#[track_caller]
fn assert_says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

#[test]
fn text_that_is_no_json_is_refused_with_line_and_column() {
    assert_says(&refusal(""), &["line 1, column 0", "EOF"]);
    assert_says(
        &refusal("{\n  \"schema\": }"),
        &["line 2, column 13", "posterior.schema.json"],
    );
    assert_says(&refusal(&"[".repeat(100_000)), &["line 1"]);
    assert_says(
        &refusal(&DEFAULT_MODEL[..DEFAULT_MODEL.len() / 2]),
        &["EOF"],
    );
}

#[test]
fn another_schema_is_named_before_its_fields_are_blamed() {
    let message = refusal(r#"{"schema": "jouled.posterior/2", "levels": []}"#);
    assert_says(
        &message,
        &[
            "jouled.posterior/2",
            "this version reads `jouled.posterior/1`",
        ],
    );
    assert_says(&refusal("{}"), &["a missing value"]);
    assert_says(&refusal(r#"{"schema": 1}"#), &["`schema`: 1 is not known"]);
}

#[test]
fn unknown_missing_and_repeated_fields_are_named() {
    assert_says(
        &refusal_after(|file| file["colour"] = json!("red")),
        &["unknown field `colour`"],
    );
    assert_says(
        &refusal_after(|file| file["features"][3]["sdj"] = json!(1)),
        &["unknown field `sdj`"],
    );
    assert_says(
        &refusal_after(|file| file["covariance"]["columns"] = json!([])),
        &["unknown field `columns`"],
    );
    assert_says(
        &refusal_after(|file| {
            file.as_object_mut().expect("a map").remove("sigma");
        }),
        &["missing field `sigma`"],
    );
    let twice = INSTRUCTION_MODEL.replacen("\"mode\"", "\"mode\": \"interpreter\", \"mode\"", 1);
    assert_says(&refusal(&twice), &["line 6", "duplicate field `mode`"]);
}

#[test]
fn unknown_kinds_are_named() {
    assert_says(
        &refusal_after(|file| file["mode"] = json!("graal")),
        &["unknown variant `graal`"],
    );
    assert_says(
        &refusal_after(|file| file["features"][0]["category"] = json!("weather")),
        &["unknown variant `weather`"],
    );
    assert_says(
        &refusal_after(|file| file["structure"] = json!("additive")),
        &[
            "features[0] (`aaload`)",
            "category instruction in the additive structure",
        ],
    );
}

#[test]
fn features_must_have_distinct_names_of_their_category() {
    assert_says(
        &refusal_after(|file| file["features"][1]["name"] = json!("aaload")),
        &["features[1] (`aaload`)", "occurs twice", "keep one"],
    );
    assert_says(
        &refusal_after(|file| file["features"][1]["name"] = json!("operation:addition")),
        &["features[1]", "does not fit the category instruction"],
    );
    assert_says(
        &refusal_after(|file| file["features"][1]["name"] = json!("")),
        &["features[1]", "empty"],
    );
    assert_says(
        &refusal_after(|file| file["features"][1]["name"] = json!("a\nb")),
        &["control character"],
    );
    assert_says(
        &refusal_after(|file| file["name"] = json!("n".repeat(500))),
        &["500", "limit of 128"],
    );
}

#[test]
fn devices_are_needed_and_none_is_called_any() {
    let device = |file: &Value| file["features"].as_array().expect("a list").len() - 1;
    assert_says(
        &refusal_after(|file| {
            let at = device(file);
            file["features"][at]["name"] = json!("device:any");
        }),
        &["`any` stands for the mixture", "another name"],
    );
    assert_says(
        &refusal_after(|file| {
            let at = device(file);
            file["features"][at]["name"] = json!("bench");
        }),
        &["`device:level`"],
    );
    assert_says(
        &refusal_after(|file| {
            file["features"] = json!([]);
            file["covariance"] = json!({"kind": "diagonal"});
        }),
        &["no feature of category device"],
    );
}

#[test]
fn energies_must_be_numbers_of_a_possible_size() {
    assert_says(
        &refusal_after(|file| file["features"][2]["sd_j"] = json!(-1e-9)),
        &["features[2]", "sd_j", "-1e-9 J is not between 0e0"],
    );
    assert_says(
        &refusal_after(|file| file["features"][2]["mean_j"] = json!(1e9)),
        &["mean_j", "joules"],
    );
    assert_says(
        &refusal_after(|file| file["sigma"]["sd_j"] = json!(-1.0)),
        &["sigma.sd_j"],
    );
    assert_says(
        &refusal_after(|file| file["discrepancy"] = json!(-0.1)),
        &["discrepancy", "0 and 10"],
    );
    assert_says(
        &refusal_after(|file| file["feature_discrepancy"] = json!(11.0)),
        &["feature_discrepancy", "0 and 10"],
    );
    assert_says(
        &refusal_after(|file| file["hardware"]["boards"] = json!(0)),
        &["hardware.boards"],
    );
    assert_says(
        &refusal_after(|file| file["hardware"]["supply_v"] = json!(-5.0)),
        &["hardware.supply_v"],
    );
    assert_says(
        &refusal_after(|file| file["sigma"]["diagnostics"] = json!({"rhat": -1.0})),
        &["sigma.diagnostics.rhat"],
    );
    assert_says(
        &refusal(&DEFAULT_MODEL.replace("6.739114e-9", "1e999")),
        &["number out of range"],
    );
    assert_says(
        &refusal(&DEFAULT_MODEL.replace("6.739114e-9", "NaN")),
        &["line"],
    );
    assert_says(
        &refusal(&DEFAULT_MODEL.replace("6.739114e-9", "null")),
        &["invalid type: null"],
    );
}

#[test]
fn a_covariance_must_fit_its_features() {
    assert_says(
        &refusal_after(|file| {
            file["covariance"]["rows_j2"]
                .as_array_mut()
                .expect("rows")
                .pop();
        }),
        &["covariance.rows_j2", "53 rows for 54 features"],
    );
    assert_says(
        &refusal_after(|file| {
            file["covariance"]["rows_j2"][4]
                .as_array_mut()
                .expect("a row")
                .pop();
        }),
        &[
            "covariance.rows_j2[4] (feature `astore/load`)",
            "53 values for 54 features",
        ],
    );
    assert_says(
        &refusal_after(|file| file["covariance"]["rows_j2"][4][4] = json!(1.0)),
        &["covariance.rows_j2[4]", "not the square of sd_j"],
    );
    assert_says(
        &refusal_after(|file| file["covariance"]["rows_j2"][4][7] = json!(0.0)),
        &["covariance.rows_j2[4]", "mirror image", "symmetric"],
    );
}

#[test]
fn log_normal_features_have_names_means_and_covariances_that_fit() {
    let after = |change: &dyn Fn(&mut Value)| {
        let mut file: Value = serde_json::from_str(DEFAULT_MODEL).expect("the default model");
        change(&mut file["covariance"]);
        refusal(&file.to_string())
    };
    let unknown = after(&|covariance| covariance["features"][1] = json!("operation:none"));
    assert_says(
        &unknown,
        &["covariance.features[1]", "no feature has this name"],
    );
    let twice = after(&|covariance| covariance["features"][1] = covariance["features"][0].clone());
    assert_says(&twice, &["covariance.features[1]", "occurs twice"]);
    let missing = after(&|covariance| covariance["log_rows"] = json!([]));
    assert_says(&missing, &["covariance.log_rows[0]"]);
    for variance in [json!(1.0), json!(-1.0), json!(1e300)] {
        let other = after(&|covariance| covariance["log_rows"][0][0] = variance.clone());
        assert_says(
            &other,
            &[
                "covariance.log_rows[0] (feature `transferred:",
                "are not those of a log-normal price",
            ],
        );
    }
    let together = |value: f64| {
        after(&|covariance| {
            covariance["log_rows"][0][1] = json!(value);
            covariance["log_rows"][1][0] = json!(value);
        })
    };
    assert_says(&together(10.0), &["not positive semidefinite"]);
    assert_says(&together(-0.01), &["log_rows[0]", "is below 0"]);
}

#[test]
fn a_covariance_must_be_positive_semidefinite() {
    // Two features that each correlate with a third, and negatively with each other: no draws look like that.
    let message = refusal_after(|file| {
        let sd: Vec<f64> = (0..54)
            .map(|i| file["features"][i]["sd_j"].as_f64().expect("a number"))
            .collect();
        let rows = &mut file["covariance"]["rows_j2"];
        for (i, j, correlation) in [(0, 1, 0.9), (0, 2, 0.9), (1, 2, -0.9)] {
            rows[i][j] = json!(correlation * sd[i] * sd[j]);
            rows[j][i] = rows[i][j].clone();
        }
    });
    assert_says(
        &message,
        &["covariance.rows_j2[", "not positive semidefinite"],
    );
    // Without a variance there is no covariance.
    let message = refusal_after(|file| {
        file["features"][0]["sd_j"] = json!(0.0);
        file["covariance"]["rows_j2"][0][0] = json!(0.0);
    });
    assert_says(&message, &["covariance.rows_j2[0] (feature `aaload`)"]);
}

#[test]
fn a_singular_covariance_is_accepted() {
    // All features move together: rank 1, semidefinite but not definite.
    let mut file: Value = serde_json::from_str(INSTRUCTION_MODEL).expect("the fixture");
    let sd: Vec<f64> = (0..54)
        .map(|i| file["features"][i]["sd_j"].as_f64().expect("a number"))
        .collect();
    let rows: Vec<Vec<f64>> = sd
        .iter()
        .map(|a| sd.iter().map(|b| a * b).collect())
        .collect();
    file["covariance"]["rows_j2"] = json!(rows);
    let model = Posterior::from_json(&file.to_string()).expect("a valid model");
    // The two features vary together, so this difference is certain.
    let (imul, iaload) = (model.feature_id("imul"), model.feature_id("iaload"));
    let sd_of = |id: Option<FeatureId>| {
        model
            .feature(id.expect("a feature"))
            .expect("a feature")
            .sd
            .0
    };
    let (a, b) = (sd_of(imul), sd_of(iaload));
    let one = crate::support::features(&model, &[("imul", 1.0)], 0.0, 0.0);
    let as_much = crate::support::features(&model, &[("iaload", a / b)], 0.0, 0.0);
    assert!(model.compare(&one, &as_much, Device::Named(0)).delta_sd.0 > 0.0);
    let mut certain = file.clone();
    certain["discrepancy"] = json!(0.0);
    certain["feature_discrepancy"] = json!(0.0);
    let model = Posterior::from_json(&certain.to_string()).expect("a valid model");
    assert!(model.compare(&one, &as_much, Device::Named(0)).delta_sd.0 < 1e-7 * a);
}

#[test]
fn too_large_a_file_is_refused_before_it_is_read() {
    let limit = 32 << 20;
    let message = refusal(&" ".repeat(limit + 1));
    assert_says(&message, &["33554433 is more than the limit of 33554432"]);
    let message = refusal_after(|file| {
        let feature = file["features"][0].clone();
        file["features"] = json!(vec![feature; 1025]);
    });
    assert_says(&message, &["features: 1025 is more than the limit of 1024"]);
}

#[test]
fn a_message_never_repeats_a_page_of_hostile_text() {
    let message = refusal_after(|file| file["mode"] = json!("x".repeat(100_000)));
    assert!(message.len() < 600, "{} bytes", message.len());
}

proptest! {
    #[test]
    fn a_damaged_file_is_refused_or_gives_a_usable_model(
        at in 0..DEFAULT_MODEL.len(),
        length in 0_usize..40,
        replacement in "[-0-9eE.,:{}\\[\\]\"a-z]{0,12}",
    ) {
        let end = (at + length).min(DEFAULT_MODEL.len());
        // The default model is plain ASCII, so it can be cut at any byte.
        let damaged = format!("{}{replacement}{}", &DEFAULT_MODEL[..at], &DEFAULT_MODEL[end..]);
        match Posterior::from_json(&damaged) {
            Ok(model) => {
                let everything: Features = (0..)
                    .zip(model.features())
                    .map(|(id, _)| (FeatureId(id), 1e9))
                    .collect();
                let energy = model.predict(&everything, Device::Any);
                prop_assert!(energy.mean().is_finite() && energy.sd().is_finite());
                prop_assert!(energy.quantile(0.99).is_finite());
            }
            Err(error) => prop_assert!(error.to_string().starts_with("model file")),
        }
    }
}
