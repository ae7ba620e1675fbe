//! The documents of an analysis follow their schema, and contain no unknown numbers.

use jsonschema::Validator;
use profile::forms::{TextOptions, csv, json, text};
use profile::{Analysis, AnalysisOptions, CountedPath, analyse};
use proptest::prelude::*;
use serde_json::{Value, json as value};

use crate::properties::{any_options, any_profile};
use crate::support::{assert_near, code, method, of_one_run, run, two_methods};

fn schema() -> Validator {
    let text = include_str!("../../../../model-data/profile.schema.json");
    let schema: Value = serde_json::from_str(text).expect("JSON");
    jsonschema::meta::validate(&schema).expect("a schema of draft 2020-12");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn document(analysis: &Analysis, schema: &Validator) -> Value {
    let document: Value = serde_json::from_str(&json(analysis)).expect("JSON");
    let problems: Vec<String> = schema
        .iter_errors(&document)
        .map(|problem| format!("{}: {problem}", problem.instance_path()))
        .collect();
    assert_eq!(problems, Vec::<String>::new());
    document
}

#[test]
fn a_profile_is_a_document() {
    let schema = schema();
    let analysis = analyse(&two_methods(), &AnalysisOptions::default());
    let found = document(&analysis, &schema);
    let joules = found["totals"]["joules"]["mean"].as_f64();
    assert_near(joules.expect("an energy"), 4.0);
    assert_eq!(found["totals"]["joules"]["lo"], Value::Null);
    assert_eq!(found["methods"][0]["method"], "a");
    assert_eq!(found["methods"][0]["per_call"]["reason"], Value::Null);
    assert_eq!(found["methods"][1]["per_call"]["joules"], Value::Null);
    assert_eq!(found["methods"][1]["per_call"]["reason"], "different_work");
    let leaf = &found["tree"]["nodes"][2];
    assert_eq!(leaf["caller"], 1);
    assert_eq!(leaf["method"], 0);
    assert_eq!(found["lines"][0]["method"], 0);

    let mut broken = found.clone();
    broken["methods"][0]["own"]["share"]["lo"] = value!(-1);
    assert!(!schema.is_valid(&broken));
    let mut broken = found;
    broken["more"] = value!(1);
    assert!(!schema.is_valid(&broken));
}

#[test]
fn what_was_not_measured_is_null_or_empty() {
    let mut profile = two_methods();
    for window in &mut profile.runs[0].windows {
        window.joules = None;
    }
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let found = document(&analysis, &schema());
    assert_eq!(found["totals"]["joules"], Value::Null);
    assert_eq!(found["methods"][0]["own"]["joules"], Value::Null);
    assert_eq!(found["tree"]["unit"], "s");
    let table = csv(&analysis);
    let row = table.lines().nth(1).expect("a row");
    assert!(row.starts_with("p/A,a,()V,,,,0."), "{row}");
    assert!(row.ends_with(",not_measured"), "{row}");
}

#[test]
fn a_run_that_is_too_short_says_how_often_to_repeat_it() {
    let (code, stacks) = code(&["main/a", "main/b"]);
    let short = run((0..4).map(|place| Some(stacks[place % 2])));
    let short = analyse(&of_one_run(code, short), &AnalysisOptions::default());
    let repetitions = &document(&short, &schema())["sampling"]["runs_for_enough"];
    let repetitions = repetitions.as_u64().expect("a number");
    assert!((20..=100).contains(&repetitions), "{repetitions}");
    let shown = text(&short, &TextOptions::default());
    let advice = format!("Let the program run longer, or use --repeat {repetitions}.");
    assert!(shown.contains(&advice), "{shown}");
    let long = analyse(&two_methods(), &AnalysisOptions::default());
    assert_eq!(
        document(&long, &schema())["sampling"]["runs_for_enough"],
        Value::Null
    );
    let shown = text(&long, &TextOptions::default());
    assert!(!shown.contains("Too short"), "{shown}");
}

#[test]
fn names_are_text_in_a_table() {
    let mut profile = two_methods();
    profile.code.methods[1].name = "=a,\"b\"".to_owned();
    let table = csv(&analyse(&profile, &AnalysisOptions::default()));
    let columns = |line: &str| line.split(',').count();
    let header = columns(table.lines().next().expect("a header"));
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert!(rows[0].starts_with("p/A,\"'=a,\"\"b\"\"\",()V,"), "{table}");
    // Its name contains one more comma.
    assert_eq!(columns(rows[0]), header + 1);
    assert_eq!(columns(rows[1]), header);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn each_profile_is_a_document(
        profile in any_profile(),
        options in any_options(),
        paths in prop::collection::vec((0_u32..6, prop::collection::vec(0_u32..60, 0..5), any::<u64>()), 0..6),
    ) {
        let mut analysis = analyse(&profile, &options);
        let methods = &profile.code.methods;
        let of = |number: u32| methods.get(number as usize).cloned().unwrap_or_else(|| method("a"));
        let paths = paths.into_iter();
        let paths: Vec<CountedPath> = paths
            .map(|(number, lines, count)| CountedPath { method: of(number), lines, count })
            .collect();
        analysis.set_paths(&paths);
        document(&analysis, &schema());
        prop_assert!(!csv(&analysis).contains("NaN"));
    }
}
