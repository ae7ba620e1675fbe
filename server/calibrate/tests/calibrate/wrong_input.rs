use calibrate::text_or_json::TextOrJson;
use calibrate::{check, compare, fit, simulate};
use campaign::{Campaign, CampaignProvenance, Program, ProgramKind, Triple};

use super::support::Scratch;

fn refusal(arguments: &fit::Arguments) -> String {
    format!("{:#}", fit::run(arguments, &mut Vec::new()).unwrap_err())
}

/// A campaign of one pattern with given energies of its samples.
fn campaign_of(
    scratch: &Scratch,
    name: &str,
    baseline: &[f64],
    pattern: &[f64],
) -> std::path::PathBuf {
    let addition = Program {
        triple: Some(Triple {
            operation: "addition".to_owned(),
            data_type: "int".to_owned(),
            data_size: "load".to_owned(),
        }),
        baseline: Some("empty".to_owned()),
        ..Program::new("addition", ProgramKind::Pattern)
    };
    let names = baseline.iter().map(|energy| ("empty", *energy));
    let all: Vec<(&str, f64)> = names
        .chain(pattern.iter().map(|energy| ("addition", *energy)))
        .collect();
    let programs = [Program::new("empty", ProgramKind::Baseline), addition];
    scratch.recorded(name, &CampaignProvenance::example(), &programs, &all)
}

#[test]
fn a_meter_that_reads_a_constant_is_named() {
    let scratch = Scratch::new();
    let path = campaign_of(&scratch, "constant.db", &[1e-8; 6], &[3e-8; 6]);
    let error = refusal(&scratch.arguments(&path));
    assert!(error.contains("a meter that reads a constant"), "{error}");
}

#[test]
fn a_baseline_that_is_too_dear_or_missing_is_named() {
    let scratch = Scratch::new();
    let dear = campaign_of(
        &scratch,
        "dear.db",
        &[5e-8, 5.1e-8],
        &[3e-8, 3.1e-8, 2.9e-8],
    );
    let error = refusal(&scratch.arguments(&dear));
    assert!(
        error.contains("after the baseline was subtracted"),
        "{error}"
    );
    let missing = campaign_of(&scratch, "missing.db", &[], &[3e-8, 3.1e-8, 2.9e-8]);
    let error = refusal(&scratch.arguments(&missing));
    assert!(
        error.contains("the baseline empty of the program addition was not measured"),
        "{error}"
    );
    let nothing = campaign_of(&scratch, "nothing.db", &[], &[]);
    let error = refusal(&scratch.arguments(&nothing));
    assert!(error.contains("has no sample yet"), "{error}");
    let only_baseline = campaign_of(&scratch, "baseline.db", &[1e-8, 2e-8], &[]);
    let error = refusal(&scratch.arguments(&only_baseline));
    assert!(error.contains("no measured pattern"), "{error}");
}

#[test]
fn campaigns_that_do_not_belong_together_are_refused() {
    let scratch = Scratch::new();
    let first = campaign_of(&scratch, "a.db", &[1e-8, 1.1e-8], &[3e-8, 3.1e-8]);
    let path = scratch.path("b.db");
    let mut provenance = CampaignProvenance::example();
    provenance.jdk.version = "17.0.1".to_owned();
    Campaign::create(&path, &provenance).unwrap();
    let arguments = fit::Arguments::new(vec![first, path], scratch.path("model.json"), 1);
    let error = refusal(&arguments);
    assert!(
        error.contains("17.0.1") && error.contains("25.0.1"),
        "{error}"
    );
    assert!(!arguments.out.exists());
}

#[test]
fn files_that_are_something_else_are_refused() {
    let scratch = Scratch::new();
    let text = scratch.path("text.db");
    std::fs::write(
        &text,
        "no database, but long enough to be looked at ".repeat(40),
    )
    .unwrap();
    assert!(refusal(&scratch.arguments(&text)).contains("not an SQLite database"));
    assert!(refusal(&scratch.arguments(&scratch.path("none.db"))).contains("there is no campaign"));
    let campaign = scratch.campaign(1);
    let file = rusqlite::Connection::open(&campaign).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    assert!(refusal(&scratch.arguments(&campaign)).contains("schema 99"));

    let published = scratch.path("published.json");
    std::fs::write(
        &published,
        include_str!("../../../../model-data/raspberry-pi-5.json"),
    )
    .unwrap();
    let check = check::Arguments {
        model: published.clone(),
        all: false,
    };
    let error = check::run(&check, &mut Vec::new()).unwrap_err().to_string();
    assert!(error.contains("no record of a fit"), "{error}");
    let instruction = scratch.path("instruction.json");
    let other = std::fs::read_to_string(&published).unwrap();
    std::fs::write(
        &instruction,
        other.replace("\"mean_j\": 1.356665e-8", "\"mean_j\": null"),
    )
    .unwrap();
    let compare = compare::Arguments {
        first: published,
        second: instruction,
        top: 1,
        format: TextOrJson::Text,
    };
    let error = format!("{:#}", compare::run(&compare, &mut Vec::new()).unwrap_err());
    assert!(error.contains("instruction.json"), "{error}");
}

#[test]
fn a_simulation_without_noise_is_refused() {
    let scratch = Scratch::new();
    for noise in [0.0, -1e-9, f64::NAN] {
        let arguments = simulate::Arguments {
            noise: Some(noise),
            ..simulate::Arguments::new(&scratch.path("c.db"), 1)
        };
        let error = simulate::run(&arguments, &mut Vec::new())
            .unwrap_err()
            .to_string();
        assert!(error.contains("--noise"), "{error}");
    }
    assert!(!scratch.path("c.db").exists());
}
