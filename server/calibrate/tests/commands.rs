//! The commands as a user types them.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like the test")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn calibrate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_calibrate"))
        .args(arguments)
        .output()
        .unwrap()
}

fn complaint(arguments: &[&str]) -> String {
    let output = calibrate(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_doctor_says_of_every_meter_whether_it_works_and_why_not() {
    let folder = tempfile::tempdir().unwrap();
    let zone = folder.path().join("sys/class/powercap/intel-rapl:0");
    std::fs::create_dir_all(&zone).unwrap();
    for (file, text) in [
        ("name", "package-0\n"),
        ("max_energy_range_uj", "262143328850\n"),
        ("energy_uj", "5\n"),
    ] {
        std::fs::write(zone.join(file), text).unwrap();
    }
    let root = folder.path().to_str().unwrap();
    let output = calibrate(&["doctor", "--format", "json", "--root", root]);
    assert!(output.status.success());
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let meters = document["meters"].as_array().unwrap();
    assert_eq!(meters.len(), meters::KINDS.len());
    for meter in meters {
        let usable = matches!(meter["meter"].as_str().unwrap(), "powercap" | "cpu-time");
        assert_eq!(meter["usable"], Value::Bool(usable), "{meter}");
        let said = if usable {
            &meter["description"]["what"]
        } else {
            &meter["problem"]
        };
        assert!(!said.as_str().unwrap().is_empty(), "{meter}");
    }
    let powercap = &meters[0]["description"];
    assert!(powercap["wrap_period_s"].as_f64().unwrap() > 200.0);

    let text = calibrate(&["doctor", "--root", root]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("+ powercap"), "{text}");
    assert!(text.contains("wraps after 262 s"), "{text}");
}

#[test]
fn what_is_wrong_is_said_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let out = file("campaign.db");
    for (arguments, said) in [
        (
            vec!["measure", "--meter", "powercpa", "--out", &out],
            "did you mean `powercap`?",
        ),
        (
            vec!["measure", "--meter", "cpu-time:tdp=-1", "--out", &out],
            "a number greater than 0",
        ),
        (
            vec![
                "measure", "--meter", "cpu-time", "--jdk", "/nowhere", "--out", &out,
            ],
            "/nowhere",
        ),
        (
            vec![
                "measure",
                "--meter",
                "cpu-time",
                "--only",
                "no such program",
                "--out",
                &out,
            ],
            "no program has",
        ),
        (
            vec!["validate", "/nowhere/model.json", "--meter", "cpu-time"],
            "cannot be read",
        ),
    ] {
        let complaint = complaint(&arguments);
        assert!(complaint.contains(said), "{arguments:?}: {complaint}");
    }
    assert!(
        !Path::new(&out).exists(),
        "what cannot be measured begins no campaign"
    );
    let not_a_campaign = file("notes.txt");
    std::fs::write(
        &not_a_campaign,
        "no campaign at all, but long enough to be looked at",
    )
    .unwrap();
    let arguments = ["measure", "--meter", "cpu-time", "--out", &not_a_campaign];
    assert!(complaint(&arguments).contains("not a campaign"));
    assert!(Path::new(&not_a_campaign).exists());
}

#[test]
fn a_campaign_goes_on_only_as_it_was_begun() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let out = path.to_str().unwrap();
    let begin = |more: &[&str]| {
        let mut arguments = vec!["measure", "--meter", "cpu-time", "--out", out, "--quick"];
        arguments.extend(["--only", "addition_int", "--quiet", "--cycles", "1"]);
        arguments.extend(more);
        calibrate(&arguments)
    };
    let first = begin(&[]);
    let said = String::from_utf8_lossy(&first.stderr);
    if said.contains("no JDK") || said.contains("none was found") {
        return;
    }
    assert!(first.status.success(), "{said}");
    assert!(
        begin(&[]).status.success(),
        "a complete campaign is complete"
    );
    for more in [["--seed", "9"], ["--samples", "7"], ["--sample-ms", "9"]] {
        let other = begin(&more);
        let said = String::from_utf8_lossy(&other.stderr);
        assert!(
            !other.status.success() && said.contains("was begun with"),
            "{said}"
        );
    }
}
