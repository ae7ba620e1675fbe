//! The commands as users run them, with the real javac.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn jouled(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jouled"))
        .args(arguments)
        .env("JOULED_CALLS", "none")
        .output()
        .expect("jouled starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn fixture(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/java");
    root.join(name).display().to_string()
}

/// A file with this content in its own folder.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace('.', "-"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a file");
    path
}

#[test]
fn annotate_puts_the_energy_beside_the_line_and_is_plain_when_piped() {
    let output = jouled(&["annotate", &fixture("Fibonacci.java")]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    let line = text
        .lines()
        .find(|line| line.contains("f3 = f2 + f1;"))
        .expect("the line");
    assert!(line.ends_with("⚡ 40.2 nJ"), "{line}");
    assert!(text.contains("⚡ ≈ 100 nJ + 130 nJ·n"), "{text}");
    assert!(!text.contains('\u{1b}'));
    for part in ["raspberry-pi-5", "device any", "interpreter mode"] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn a_report_as_json_says_what_it_rests_on_and_leaves_symbols_open() {
    let path = fixture("Fibonacci.java");
    let report = |more: &[&str]| -> serde_json::Value {
        let mut arguments = vec!["report", path.as_str(), "--format", "json"];
        arguments.extend(more);
        let output = jouled(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("json");
        assert_eq!(report["schema"], "jouled.report/2");
        let methods = report["methods"].as_array().expect("methods").clone();
        methods
            .into_iter()
            .find(|method| method["method"] == "fibonacci")
            .expect("the method")
    };
    let open = report(&[]);
    assert!(open["worst"]["energy"].is_null());
    assert_eq!(open["worst"]["assumptions"][0]["symbol"], "n");
    let given = report(&["--assume", "n=100"]);
    // 102.1688 nJ and 100 × 134.4032 nJ, summed by hand from the levels in the table, with a jump of 11.325 nJ.
    let mean = given["worst"]["energy"]["mean"].as_f64().expect("a mean");
    assert!((mean - 1.354_249e-5).abs() < 1e-10, "{mean}");
}

#[test]
fn a_named_device_changes_the_number() {
    let output = jouled(&[
        "--device",
        "device_1",
        "annotate",
        &fixture("Fibonacci.java"),
    ]);
    assert!(
        stdout(&output).contains("⚡ 43.6 nJ"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn broken_code_costs_only_itself_and_fails_only_under_strict() {
    let path = file(
        "Broken.java",
        b"class Broken { int good(int a) { return a + a; }\n int bad() { return \"x\"; } }",
    );
    let path = path.display().to_string();
    let output = jouled(&["report", &path]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("Broken.good(int)"));
    assert!(
        stdout(&output).contains("Broken.bad() (does not compile)"),
        "{}",
        stdout(&output)
    );
    assert!(
        stderr(&output).contains("Broken.java:2: error"),
        "{}",
        stderr(&output)
    );
    assert_eq!(
        jouled(&["report", &path, "--strict"]).status.code(),
        Some(4)
    );
}

#[test]
fn a_truncated_class_is_a_problem_and_no_panic() {
    let path = file("Truncated.class", b"\xCA\xFE\xBA\xBE\0\0\0\x3d\0");
    let output = jouled(&["report", &path.display().to_string(), "--strict"]);
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("not a readable class file"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_empty_file_has_nothing_to_price() {
    let path = file("Empty.java", b"");
    let output = jouled(&["annotate", &path.display().to_string()]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn what_is_not_there_is_named() {
    let path = fixture("Fibonacci.java");
    let model = jouled(&["--model", "/nowhere/model.json", "annotate", &path]);
    assert_eq!(model.status.code(), Some(2));
    assert!(
        stderr(&model).contains("/nowhere/model.json"),
        "{}",
        stderr(&model)
    );
    let home = jouled(&["--java-home", "/nowhere/jdk", "annotate", &path]);
    assert_eq!(home.status.code(), Some(1));
    assert!(stderr(&home).contains("/nowhere/jdk"), "{}", stderr(&home));
    assert_eq!(
        jouled(&["--mapping", "guess", "model", "list"])
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn a_model_shows_its_source_and_its_levels() {
    let text = stdout(&jouled(&["model", "show"]));
    for part in [
        "Table 3",
        "Raspberry Pi 5",
        "operation:addition",
        "29.5 nJ",
        "inferred",
        "transferred:goto/int",
        "Their prices are transferred",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}
