//! The published JSON Schema accepts this project's models, and refuses what the reader refuses.

use crate::support::{COMPILED_MODEL, DEFAULT_MODEL, INSTRUCTION_MODEL};
use jsonschema::Validator;
use posterior::Posterior;
use serde_json::{Value, json};

fn schema() -> Validator {
    let text = include_str!("../../../../model-data/posterior.schema.json");
    let schema: Value = serde_json::from_str(text).expect("JSON");
    jsonschema::meta::validate(&schema).expect("a schema of draft 2020-12");
    jsonschema::validator_for(&schema).expect("a schema")
}

#[test]
fn both_models_follow_the_schema() {
    let schema = schema();
    for model in [DEFAULT_MODEL, INSTRUCTION_MODEL, COMPILED_MODEL] {
        let file: Value = serde_json::from_str(model).expect("JSON");
        let problems: Vec<String> = schema
            .iter_errors(&file)
            .map(|problem| problem.to_string())
            .collect();
        assert_eq!(problems, Vec::<String>::new());
    }
}

#[test]
fn schema_and_reader_refuse_the_same_mistakes() {
    let schema = schema();
    let mistakes: [(&str, Value); 20] = [
        ("/schema", json!("jouled.posterior/2")),
        ("/name", json!("two words")),
        ("/name", json!("")),
        ("/structure", json!("additive")),
        ("/mode", json!("graal")),
        ("/jdk/version", json!(21)),
        ("/hardware/boards", json!(0)),
        ("/hardware/scope", json!(null)),
        ("/provenance/year", json!(-1)),
        ("/discrepancy", json!(-0.1)),
        ("/discrepancy", json!("0.1")),
        ("/sigma/mean_j", json!(-1.0)),
        ("/features", json!([])),
        ("/features/0/category", json!("operation")),
        ("/features/0/name", json!("operation:addition")),
        ("/features/0/sd_j", json!(-1.0)),
        ("/features/0/mean_j", json!(1e9)),
        ("/features/0/status", json!("guessed")),
        ("/features/53/name", json!("device:any")),
        ("/covariance/kind", json!("banded")),
    ];
    for (place, value) in mistakes {
        let mut file: Value = serde_json::from_str(INSTRUCTION_MODEL).expect("JSON");
        *file
            .pointer_mut(place)
            .unwrap_or_else(|| panic!("no {place}")) = value.clone();
        assert!(
            !schema.is_valid(&file),
            "the schema accepts {place} = {value}"
        );
        assert!(
            Posterior::from_json(&file.to_string()).is_err(),
            "the reader accepts {place} = {value}"
        );
    }
}
