use calibrate::text_or_json::TextOrJson;
use calibrate::{CommandResult, check, compare, fit, report, simulate};
use posterior::{Category, Device, Features};
use serde_json::Value;

use super::support::{Scratch, fitted, model};

#[test]
fn a_fit_is_a_model_that_passes_its_checks() {
    let scratch = Scratch::new();
    let arguments = scratch.arguments(&scratch.campaign(2));
    let (outcome, said) = fitted(&arguments);
    assert_eq!(outcome, CommandResult::Complete, "{said}");
    assert!(
        said.contains("82 parameters, 348 cells, 4 chains of"),
        "{said}"
    );

    let model = model(&arguments.out);
    // 61 operations minus the two calls, their two cells, 5 types, 4 sizes without that of the calls, 2 devices.
    let of = |category| {
        model
            .features()
            .iter()
            .filter(|feature| feature.category == category)
            .count()
    };
    let counts = [
        Category::Operation,
        Category::CallCell,
        Category::DataType,
        Category::DataSize,
        Category::Device,
    ];
    assert_eq!(counts.map(of), [59, 2, 5, 4, 2]);
    assert_eq!(model.devices(), ["device_1", "device_2"]);
    assert_eq!(model.hardware().boards, 2);

    // A prediction is right, and its spread is that of 100 measurements rather than of three levels.
    let mut addition: Features = ["operation:addition", "data_type:long", "data_size:load"]
        .iter()
        .filter_map(|name| Some((model.feature_id(name)?, 1.0)))
        .collect();
    addition.device_count = 1.0;
    let device = model.device("device_2").unwrap();
    let energy = model.predict(&addition, device);
    let truth = 2.954_780e-8 + 6.986_588e-9 + 2.972_453e-10 + 5.074_944e-11;
    assert!(
        (energy.mean().0 - truth).abs() < 4.0 * energy.sd().0,
        "{energy:?}"
    );
    assert!(energy.sd().0 < 1e-9, "{:?}", energy.sd());
    let call = model.feature_id("call_cell:static_call").unwrap();
    // σ / √100 is 1.36 nJ; the two levels alone have 25 nJ.
    assert!(model.feature(call).unwrap().sd.0 < 2.5e-9);

    let record = model.fit().unwrap();
    assert!(record.verdict.passed && record.verdict.divergences == 0);
    assert_eq!(record.parameters.len(), 82);
    assert_eq!(
        (record.draws.rows_j.len(), record.draws.names.len()),
        (200, 73)
    );
    assert_eq!(record.campaigns[0].samples, 17_500);
    // The draws are those of the posterior.
    let column = record
        .draws
        .names
        .iter()
        .position(|name| name == "device:device_1")
        .unwrap();
    let draws: Vec<f64> = record.draws.rows_j.iter().map(|row| row[column]).collect();
    let mean = draws.iter().sum::<f64>() / 200.0;
    let feature = model
        .feature(model.feature_id("device:device_1").unwrap())
        .unwrap();
    assert!((mean - feature.mean.0).abs() < 5.0 * feature.sd.0 / 200.0_f64.sqrt());

    let mut out = Vec::new();
    let check = check::Arguments {
        model: arguments.out.clone(),
        all: false,
    };
    assert_eq!(
        check::run(&check, &mut out).unwrap(),
        CommandResult::Complete
    );
    let said = String::from_utf8(out).unwrap();
    assert!(said.contains("all pass: rhat < 1.01"), "{said}");
    assert!(said.contains("348 of 348 cells"), "{said}");
    let operation = said.find("  operation ").unwrap();
    assert!(
        operation < said.find("  device ").unwrap(),
        "operations differ most: {said}"
    );

    // All draws, in ArviZ's format.
    let draws: Value =
        serde_json::from_str(&std::fs::read_to_string(scratch.path("model.draws.json")).unwrap())
            .unwrap();
    assert_eq!(draws["posterior"]["operation"].as_array().unwrap().len(), 4);
    assert_eq!(
        draws["posterior"]["operation"][0][0]
            .as_array()
            .unwrap()
            .len(),
        61
    );
    assert_eq!(draws["coords"]["device_level"].as_array().unwrap().len(), 2);
    assert_eq!(draws["sample_stats"]["diverging"][3][0], Value::Bool(false));

    let out = scratch.path("report.html");
    let report = report::Arguments {
        model: arguments.out,
        out: out.clone(),
        draws: None,
        validation: None,
    };
    assert_eq!(
        report::run(&report, &mut Vec::new()).unwrap(),
        CommandResult::Complete
    );
    let page = std::fs::read_to_string(&out).unwrap();
    assert!(page.contains("default-src 'none'"), "no script may run");
    // Three categories, the operations in panels of up to twelve, variances, six traces with ranks, cells.
    assert_eq!(
        page.matches("<svg").count(),
        3 + 8 + 1 + 12 + 1,
        "{}",
        page.len()
    );
    for text in [
        "lookupswitch",
        "float",
        "ranks of static_call (operation)",
        "Posterior predictive check",
    ] {
        assert!(page.contains(text), "{text}");
    }
    shows_what_was_validated(&scratch, report);
}

/// A page with the validation of another model. One name in it tries to inject markup.
fn shows_what_was_validated(scratch: &Scratch, mut report: report::Arguments) {
    let validation = scratch.path("validation.json");
    let text = serde_json::json!({
        "schema": "jouled.validation/1",
        "model": "<b>other</b>",
        "digest": "0",
        "notes": ["measured elsewhere"],
        "interval": 0.9,
        "groups": [{
            "name": "all", "programs": 2, "bias": -0.0625, "median": 0.125, "p90": 0.25, "covered": 1,
            "coverage": [0.0945, 0.9055], "half_width": 0.1, "repeatability": null,
        }],
        "programs": [
            { "measured_j": 1e-6, "predicted_j": 1.125e-6, "covered": true },
            { "measured_j": 2e-6, "predicted_j": 1.5e-6, "covered": false },
        ],
    });
    std::fs::write(&validation, text.to_string()).unwrap();
    report.validation = Some(validation.clone());
    report::run(&report, &mut Vec::new()).unwrap();
    let page = std::fs::read_to_string(&report.out).unwrap();
    for shown in [
        "another model, &lt;b&gt;other&lt;/b&gt;",
        "measured elsewhere",
        "<td>-6.2%</td><td>12.5%</td><td>25.0%</td><td>1</td><td>9.4% to 90.5%</td><td>10.0%</td><td>–</td>",
        "2 programs from 1.00 µJ to 2.00 µJ",
    ] {
        assert!(page.contains(shown), "{shown}");
    }
    std::fs::write(&validation, "{}").unwrap();
    let refused = report::run(&report, &mut Vec::new()).unwrap_err();
    assert!(
        format!("{refused:#}").contains("calibrate validate --format json"),
        "{refused:#}"
    );
}

#[test]
fn a_model_of_failing_diagnostics_is_written_only_when_told_to_and_says_so() {
    let scratch = Scratch::new();
    let mut arguments = fit::Arguments {
        chains: 2,
        draws: 50,
        tune: 50,
        ..scratch.arguments(&scratch.campaign(3))
    };
    let (outcome, said) = fitted(&arguments);
    assert_eq!(outcome, CommandResult::Failed);
    assert!(
        said.contains("does not pass: ess of") && said.contains("No model was written"),
        "{said}"
    );
    assert!(!arguments.out.exists());
    arguments.force = true;
    assert_eq!(fitted(&arguments).0, CommandResult::Failed);
    let model = model(&arguments.out);
    assert!(!model.fit().unwrap().verdict.passed);
    let caveat = &model.provenance().caveats[0];
    assert!(
        caveat.starts_with("The diagnostics of this fit do not pass"),
        "{caveat}"
    );
    let check = check::Arguments {
        model: arguments.out.clone(),
        all: true,
    };
    let mut whole = Vec::new();
    assert_eq!(
        check::run(&check, &mut whole).unwrap(),
        CommandResult::Failed
    );
    let whole = String::from_utf8(whole).unwrap();
    assert!(!whole.contains("--compact"), "{whole}");

    // Without the measurements of single programs, the model is the same, and its check says what it cannot know.
    arguments.compact = true;
    assert_eq!(fitted(&arguments).0, CommandResult::Failed);
    let compact = self::model(&arguments.out);
    let record = compact.fit().unwrap();
    assert!(record.cells.is_empty() && record.left_out.is_empty());
    assert!(!model.fit().unwrap().cells.is_empty());
    assert_eq!(compact.document().features, model.document().features);
    let mut said = Vec::new();
    check::run(&check, &mut said).unwrap();
    let said = String::from_utf8(said).unwrap();
    let missing = "not known: the file does not have what was measured of each program; fit it without --compact";
    assert_eq!(said.matches(missing).count(), 2, "{said}");
    let page = scratch.path("report.html");
    let report = report::Arguments {
        model: arguments.out.clone(),
        out: page.clone(),
        draws: None,
        validation: None,
    };
    report::run(&report, &mut Vec::new()).unwrap();
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("Not known: the file does not have what was measured"));
    assert!(!page.contains("of 0 cells"));
}

#[test]
fn outlying_samples_are_listed_and_do_not_move_the_fit() {
    let scratch = Scratch::new();
    let campaign = scratch.campaign(4);
    let file = rusqlite::Connection::open(&campaign).unwrap();
    let changed = file
        .execute(
            "UPDATE sample SET energy_j = energy_j * 5 WHERE entry IN (SELECT plan.id FROM plan JOIN program ON
                 program.id = plan.program WHERE program.name = 'multiplication/int/load' AND cycle = 3 AND device = 1)",
            [],
        )
        .unwrap();
    assert_eq!(changed, 5);
    drop(file);
    // What is left out is decided before anything is drawn.
    let arguments = fit::Arguments {
        chains: 2,
        draws: 50,
        tune: 50,
        force: true,
        ..scratch.arguments(&campaign)
    };
    let (_, said) = fitted(&arguments);
    assert!(
        said.contains("the furthest: multiplication/int/load on device_1"),
        "{said}"
    );
    let fitted_model = model(&arguments.out);
    let record = fitted_model.fit().unwrap();
    let left_out = record
        .left_out
        .iter()
        .find(|left| left.program == "multiplication/int/load" && left.device == "device_1")
        .unwrap();
    assert_eq!((left_out.reason.as_str(), left_out.samples), ("outlier", 5));
    let cell = record
        .cells
        .iter()
        .find(|cell| cell.program == "multiplication/int/load" && cell.device == "device_1")
        .unwrap();
    assert_eq!(cell.samples, 45);
    assert!((cell.mean_j - 3.888e-8).abs() < 1e-8, "{}", cell.mean_j);
}

#[test]
fn models_are_compared_with_probability() {
    let scratch = Scratch::new();
    let first = scratch.arguments(&scratch.campaign(5));
    assert_eq!(fitted(&first).0, CommandResult::Complete);
    // Another device of the same kind, on which negation costs 10 nJ more.
    let table = include_str!("../../../../model-data/sources/raspberry-pi-5-table3.csv");
    let truth = scratch.path("truth.csv");
    std::fs::write(&truth, table.replace("4.156202e-09", "14.156202e-09")).unwrap();
    let campaign = scratch.path("other.db");
    let simulated = simulate::Arguments {
        truth: Some(truth),
        ..simulate::Arguments::new(&campaign, 6)
    };
    simulate::run(&simulated, &mut Vec::new()).unwrap();
    let second = fit::Arguments {
        out: scratch.path("second.json"),
        ..scratch.arguments(&campaign)
    };
    assert_eq!(fitted(&second).0, CommandResult::Complete);
    let compared = |a: &std::path::Path, b: &std::path::Path| {
        let mut out = Vec::new();
        let arguments = compare::Arguments {
            first: a.to_path_buf(),
            second: b.to_path_buf(),
            top: 4,
            format: TextOrJson::Text,
        };
        compare::run(&arguments, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let said = compared(&first.out, &second.out);
    assert!(said.contains("174 patterns are in both"), "{said}");
    let rows: Vec<&str> = said
        .lines()
        .filter(|line| line.trim_start().starts_with("negation/"))
        .collect();
    assert_eq!(rows.len(), 4, "{said}");
    assert!(
        rows.iter().all(|row| row.trim_end().ends_with("0.000")),
        "{said}"
    );
    let same = compared(&first.out, &first.out);
    assert!(
        same.contains("median 1.000") && same.contains("\n0 differ"),
        "{same}"
    );

    // The difference between the devices is known, although their levels are not.
    let model = model(&first.out);
    let difference = model.device_mean(Device::Named(0)) - model.device_mean(Device::Named(1));
    assert!((difference - 6.688e-9).abs() < 1e-9, "{difference}");
}

/// The share of cells within the priors' intervals, the output of `check`, and its result.
fn prior_check(arguments: &fit::Arguments) -> (f64, String, CommandResult) {
    let model = model(&arguments.out);
    let cells = &model.fit().unwrap().cells;
    let inside = cells.iter().filter(|cell| {
        let [low, high] = cell.prior_j.unwrap();
        (low..=high).contains(&cell.mean_j)
    });
    let share = inside.count() as f64 / cells.len() as f64;
    let mut out = Vec::new();
    let check = check::Arguments {
        model: arguments.out.clone(),
        all: false,
    };
    let outcome = check::run(&check, &mut out).unwrap();
    (share, String::from_utf8(out).unwrap(), outcome)
}

#[test]
fn the_priors_expect_what_was_measured_or_the_check_does_not_pass() {
    let scratch = Scratch::new();
    let campaign = scratch.campaign(6);
    let arguments = scratch.arguments(&campaign);
    fitted(&arguments);
    let (share, said, outcome) = prior_check(&arguments);
    assert!(share > 0.8, "{share}");
    assert_eq!(outcome, CommandResult::Complete, "{said}");

    // The paper's priors are for millijoules; the table has nanojoules. What they expect depends on no draw.
    let paper = fit::Arguments {
        chains: 2,
        draws: 50,
        tune: 50,
        priors: fit::PriorChoice::Paper,
        out: scratch.path("paper.json"),
        force: true,
        ..arguments
    };
    fitted(&paper);
    let (share, said, outcome) = prior_check(&paper);
    assert!(share < 0.5, "{share}");
    assert!(said.contains("fit with --priors scaled"), "{said}");
    assert_eq!(outcome, CommandResult::Failed);
}
