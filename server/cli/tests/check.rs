//! `jouled check` as users and CI run it, with the real javac.

use crate::support::jouled;
use tempfile::TempDir;

/// Each iteration of the loop costs about 60 nJ, and less than 100.
fn sum_with(contract: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!(
        "class Sum {{
    {contract}
    static int sum(int n) {{
        int s = 0;
        for (int i = 0; i < n; i++) {{ s += i; }}
        return s;
    }}
}}"
    );
    std::fs::write(folder.path().join("Sum.java"), text).expect("a file");
    folder
}

fn code_of(contract: &str, more: &[&str]) -> i32 {
    let folder = sum_with(contract);
    let path = folder.path().display().to_string();
    jouled(&[&["check", path.as_str()], more].concat()).code
}

#[test]
fn the_exit_code_says_how_the_contracts_stand() {
    let met = "//@ energy <= 20 uJ when n <= 100;";
    let up_to = "//@ energy <= 20 uJ;";
    let misspelt = "//@ enrgy <= 20 uJ;";
    assert_eq!(code_of(met, &["--strict"]), 0);
    assert_eq!(code_of("//@ energy <= 1 uJ when n <= 100;", &[]), 3);
    assert_eq!(
        code_of("//@ energy <= 1 uJ when n <= 100;", &["--strict"]),
        3
    );
    assert_eq!(code_of(up_to, &[]), 0);
    assert_eq!(code_of(up_to, &["--strict"]), 4);
    assert_eq!(code_of(up_to, &["--strict", "--assume", "n=100"]), 0);
    assert_eq!(code_of(misspelt, &[]), 4);
    assert_eq!(code_of(misspelt, &["--strict"]), 4);
    assert_eq!(jouled(&["check"]).code, 2);
    assert_eq!(jouled(&["check", "/no/such/folder"]).code, 1);
}

#[test]
fn contracts_that_nobody_could_check_pass_nothing() {
    let contract = "//@ energy <= 20 uJ;\n";
    let broken = "class A {\nint f() { return nowhere(); } }";
    let files = [
        format!("class A {{\n{contract}int f() {{ return nowhere(); }} }}"),
        format!("class A {{\n{contract}int f() {{ return 1; }} }} class"),
        format!("{contract}{}", "// more\n".repeat(2_200_000)),
    ];
    for text in files {
        let folder = crate::support::Folder::new();
        let file = folder.write("A.java", text.as_bytes());
        let run = jouled(&["check", "--calls", "project", &file]);
        assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("A.java"), "{}", run.stderr);
    }
    // Neither does one that cannot be read.
    for clause in [
        "energy <= abc;",
        "energy <= 5 mJ @ 0.99 when n <= ;",
        "energi <= 5 mJ;",
    ] {
        let folder = crate::support::Folder::new();
        let text = format!("class A {{\n//@ {clause}\nstatic int f(int n) {{ return n; }} }}");
        let file = folder.write("A.java", text.as_bytes());
        let run = jouled(&["check", "--calls", "none", &file]);
        assert_eq!(run.code, 4, "{clause}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("A.java:2"), "{}", run.stderr);
    }
    // Without a contract there is nothing to check.
    let folder = crate::support::Folder::new();
    let file = folder.write("A.java", broken.as_bytes());
    assert_eq!(jouled(&["check", "--calls", "project", &file]).code, 0);
}

#[test]
fn each_verdict_names_its_place_its_model_and_the_costliest_line() {
    let folder = sum_with("//@ energy <= 1 uJ when n <= 100;");
    let path = folder.path().display().to_string();
    let text = jouled(&["check", &path, "--device", "device_1"]).stdout;
    for part in [
        "Sum.java:2:9: violated: p99 ",
        "Sum.sum: energy <= 1 uJ when n <= 100;",
        "line 5: ",
        " on average with its calls, ",
        ", executed up to 100 times",
        "device device_1 · interpreter mode",
        "1 contract: 0 met, 0 hold up to a value, 0 undecided, 1 violated",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_supertype_may_have_a_field_with_the_name_of_a_part_of_the_formula() {
    let collatz = "int f(int n) { return n == 1 ? 0 : 1 + f(n % 2 == 0 ? n / 2 : 3 * n + 1); }";
    let folder = crate::support::Folder::new();
    let text = format!(
        "class HasField {{ double d; int n; }} class Other {{ int e; private double d; }}\n\
         class Without extends Other {{\n//@ energy <= 1 uJ + 1 uJ * d when d <= 100;\n{collatz} }}\n\
         class With extends HasField {{\n//@ energy <= 1 uJ + 1 uJ * d when d <= 100;\n{collatz} }}\n\
         class Whole extends HasField {{\n//@ energy <= 300 nJ when n < 1;\n\
         int g() {{ int s = 0; for (int i = 0; i < n; i++) s += i; return s; }} }}\n"
    );
    let file = folder.write("A.java", text.as_bytes());
    let text = jouled(&["check", "--calls", "project", &file]).stdout;
    let verdicts: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with(' ') && line.contains("A.java:"))
        .collect();
    // No class inherits a private field.
    assert!(verdicts[0].contains(": met"), "{text}");
    assert!(verdicts[1].contains(": undecided"), "{text}");
    // An int below 1 is at most 0.
    assert!(verdicts[2].contains(": met"), "{text}");
    let models = text.lines().filter(|line| line.starts_with("model "));
    assert_eq!(models.count(), 1, "{text}");
}

#[test]
fn the_json_form_has_the_same() {
    let folder = sum_with("//@ energy <= 1 uJ when n <= 100;");
    let path = folder.path().display().to_string();
    let run = jouled(&["check", &path, "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["schema"], "jouled.check/2");
    let contract = &report["contracts"][0];
    assert_eq!(contract["outcome"], "violated");
    assert_eq!(contract["values"]["n"], 100.0);
    assert_eq!(contract["line"], 2);
    assert_eq!(contract["device"], "any");
    assert_eq!(contract["mode"], "interpreter");
    assert!(contract["energy"].as_f64() > contract["budget"].as_f64());
}

#[test]
fn the_json_form_follows_its_schema() {
    let schema = include_str!("../../../model-data/check.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).expect("JSON");
    jsonschema::meta::validate(&schema).expect("a schema of draft 2020-12");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let mut outcomes = Vec::new();
    for contract in [
        "//@ energy <= 20 uJ when n <= 100;",
        "//@ energy <= 1 uJ when n <= 100;",
        "//@ energy <= 20 uJ;",
        // It is unknown how often the other method's loop runs.
        "//@ energy <= 20 uJ;\n    static int halt(int n) { while (n != 77) { n = n * 31 % 1001; } return n; }",
    ] {
        let folder = sum_with(contract);
        let path = folder.path().display().to_string();
        let run = jouled(&["check", &path, "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        let errors: Vec<String> = validator
            .iter_errors(&report)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{contract}: {errors:?}\n{report:#}");
        outcomes.push(report["contracts"][0]["outcome"].clone());

        let mut damaged = report.clone();
        damaged["contracts"][0]["outcome"] = "perhaps".into();
        assert!(!validator.is_valid(&damaged), "another outcome is accepted");
        let mut damaged = report;
        damaged["contracts"][0]["other"] = 1.into();
        assert!(!validator.is_valid(&damaged), "another field is accepted");
    }
    assert_eq!(outcomes, ["met", "violated", "holds_when", "undecided"]);
}

/// The loop is in the callee, which the contract's number contains.
#[test]
fn the_most_expensive_lines_contain_their_calls() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "class Twice {
    //@ energy <= 1 uJ when n <= 100;
    static int twice(int n) {
        int s = 3;
        s += sum(n);
        return s;
    }
    private static int sum(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += i; }
        return s;
    }
}";
    std::fs::write(folder.path().join("Twice.java"), text).expect("a file");
    let path = folder.path().display().to_string();
    let run = jouled(&["check", &path, "--calls", "project", "--format", "json"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let contract = &report["contracts"][0];
    let lines = contract["most_expensive"].as_array().expect("lines");
    assert_eq!(lines[0]["line"], 5);
    let joules = |value: &serde_json::Value| value.as_f64().expect("joules");
    let of_lines: f64 = lines.iter().map(|line| joules(&line["with_callees"])).sum();
    let quantile = joules(&contract["energy"]);
    assert!(of_lines > 0.7 * quantile && of_lines < quantile, "{of_lines} {quantile}");
    assert!(joules(&lines[0]["mean"]) < 0.1 * quantile);
    let text = jouled(&["check", &path, "--calls", "project"]).stdout;
    assert!(text.contains("line 5: ") && text.contains(" on average with its calls, 100%"), "{text}");
}
