//! The commands as a user types them.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like the test")]

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

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
            !other.status.success() && said.contains("was started with"),
            "{said}"
        );
    }
}

#[test]
fn a_campaign_has_one_mode() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let out = path.to_str().unwrap();
    let begin = |mode: &[&str]| {
        let mut arguments = vec!["measure", "--meter", "cpu-time", "--out", out, "--quick"];
        arguments.extend(["--only", "kernel_1_001", "--cycles", "1"]);
        arguments.extend(mode);
        let output = calibrate(&arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), said)
    };
    let (done, said) = begin(&["--mode", "c2"]);
    if no_jdk(&said) {
        tests::skip("a_campaign_has_one_mode", &said);
        return;
    }
    assert!(done, "{said}");
    let campaign = campaign::Campaign::open_to_read(&path).unwrap();
    let provenance = campaign.provenance().unwrap();
    assert_eq!(provenance.mode, posterior::Mode::C2);
    assert!(
        provenance
            .jdk
            .options
            .contains(&"-XX:+TieredCompilation".to_owned()),
        "{provenance:?}"
    );
    drop(campaign);
    for (mode, name) in [(&["--mode", "c1"][..], "c1"), (&[], "interpreter")] {
        let (done, said) = begin(mode);
        let complaint = format!("was started with mode c2, not {name}");
        assert!(!done && said.contains(&complaint), "{said}");
    }
    let (done, said) = begin(&["--mode", "c2"]);
    assert!(done && said.contains("samples are there"), "{said}");
    let (done, said) = begin(&["--mode", "c3"]);
    assert!(!done && said.contains("interpreter, c1, c2"), "{said}");
}

/// Whether a command's output says that the machine lacks a JDK for it.
fn no_jdk(said: &str) -> bool {
    said.contains("no JDK") || said.contains("none was found")
}

#[test]
fn code_that_a_campaign_brings_along_is_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let out = path.to_str().unwrap();
    let measure = || {
        let output = calibrate(&[
            "measure",
            "--meter",
            "cpu-time",
            "--out",
            out,
            "--quick",
            "--only",
            "addition_int_load",
            "--quiet",
            "--cycles",
            "1",
        ]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), said)
    };
    let (done, said) = measure();
    if no_jdk(&said) {
        return;
    }
    assert!(done, "{said}");
    let change = |statement: &str| {
        let file = rusqlite::Connection::open(&path).unwrap();
        file.execute_batch(statement).unwrap();
    };
    change("DELETE FROM sample");
    let (goes_on, said) = measure();
    assert!(goes_on, "{said}");
    // A class of another program replaces one.
    change(
        "DELETE FROM sample;
         UPDATE class SET bytes = (SELECT bytes FROM class WHERE name = 'measured/C') WHERE name = 'measured/P_baseline';",
    );
    let (done, said) = measure();
    assert!(
        !done && said.contains("the program baseline contains other code"),
        "{said}"
    );
    let file = rusqlite::Connection::open(&path).unwrap();
    let count = "SELECT count(*) FROM sample";
    let samples: i64 = file.query_row(count, [], |row| row.get(0)).unwrap();
    assert_eq!(samples, 0, "nothing was measured");
}

#[test]
fn a_given_program_is_run_only_when_it_is_given_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (model, program, out) = (at("model.json"), at("Given.java"), at("validation.db"));
    let published = include_str!("../../../model-data/raspberry-pi-5.json");
    std::fs::write(&model, published).unwrap();
    let write = |sum: u32| {
        let text = format!(
            "class Given {{ public static void main(String[] a) {{ int x = {sum}; x += x; }} }}"
        );
        std::fs::write(&program, text).unwrap();
    };
    let validate = |given: &[&str]| {
        let mut arguments = vec![
            "validate", &model, "--meter", "cpu-time", "--out", &out, "--quiet",
        ];
        arguments.extend([
            "--only",
            "Given",
            "--launches",
            "2",
            "--samples",
            "1",
            "--sample-ms",
            "1",
        ]);
        arguments.extend(given);
        let output = calibrate(&arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), said)
    };
    write(1);
    let (done, said) = validate(&[&program]);
    if no_jdk(&said) {
        return;
    }
    assert!(done, "{said}");
    let file = rusqlite::Connection::open(&out).unwrap();
    file.execute_batch("DELETE FROM sample").unwrap();
    drop(file);
    let (done, said) = validate(&[]);
    assert!(
        !done && said.contains("was started with programs"),
        "{said}"
    );
    write(2_000_000);
    let (done, said) = validate(&[&program]);
    assert!(
        !done && said.contains("the program Given contains other code"),
        "{said}"
    );
    write(1);
    let (done, said) = validate(&[&program]);
    assert!(done, "{said}");
}

/// What may be in place of a file, with a word of the refusal. The command must not wait for it or read it completely.
#[cfg(unix)]
fn no_files(folder: &Path) -> Vec<(String, &'static str)> {
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let pipe = at("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for (link, target) in [
        ("link-to-pipe", pipe.as_str()),
        ("link-to-zero", "/dev/zero"),
    ] {
        std::os::unix::fs::symlink(target, at(link)).unwrap();
    }
    let sparse = std::fs::File::create(at("sparse")).unwrap();
    sparse.set_len(1 << 40).unwrap();
    vec![
        (pipe, "a pipe"),
        (at("link-to-pipe"), "a pipe"),
        ("/dev/zero".to_owned(), "a device"),
        (at("link-to-zero"), "a device"),
        (folder.to_str().unwrap().to_owned(), "a folder"),
        (at("sparse"), "GiB"),
    ]
}

#[cfg(unix)]
#[test]
fn no_command_waits_for_or_swallows_what_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("good.json");
    let published = include_str!("../../../model-data/raspberry-pi-5.json");
    std::fs::write(&model, published).unwrap();
    let model = model.to_str().unwrap();
    let out = folder.path().join("out").to_str().unwrap().to_owned();
    let java = folder.path().join("A.java").to_str().unwrap().to_owned();
    for (path, word) in no_files(folder.path()) {
        let word = |arguments: &[&str]| {
            let is_json = !matches!(arguments[0], "fit" | "measure");
            if is_json && word == "GiB" {
                "iB, the limit for such"
            } else {
                word
            }
        };
        let _ = std::fs::remove_file(&java);
        std::os::unix::fs::symlink(&path, &java).unwrap();
        for arguments in [
            vec!["check", &path],
            vec!["report", &path, "--out", &out],
            vec!["compare", &path, model],
            vec!["compare", model, &path],
            vec!["fit", &path, "--out", &out],
            vec!["measure", "--meter", "cpu-time", "--out", &path],
            vec!["validate", &path, "--meter", "cpu-time"],
            vec!["validate", model, &java, "--meter", "cpu-time"],
            vec!["simulate", "--truth", &path, "--out", &out],
        ] {
            let begin = Instant::now();
            let said = complaint(&arguments);
            assert!(begin.elapsed() < Duration::from_secs(30), "{arguments:?}");
            let named = said.contains(&path) || said.contains(&java);
            assert!(
                named && said.contains(word(&arguments)),
                "{arguments:?}: {said}"
            );
        }
    }
}
