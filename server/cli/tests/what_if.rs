//! `jouled what-if` as users run it, with the real javac.

use crate::support::jouled;
use tempfile::TempDir;

const TEXT: &str = "class A {
    static long sum(int[] a, long x) {
        long sum = 0;
        for (int v : a) {
            sum += v + x * x * x;
        }
        return sum;
    }

    static int same(int a) {
        return a + 1;
    }
}
";

fn project() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("A.java");
    std::fs::write(&file, TEXT).expect("a file");
    (folder, file.display().to_string())
}

#[test]
fn a_replaced_line_is_priced_and_nothing_is_written() {
    let (_folder, file) = project();
    let line = "5:            sum += v + x;";
    let arguments = ["what-if", &file, "--calls", "none", "--replace", line];
    let run = jouled(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("A.sum(int[], long)"), "{}", run.stdout);
    assert!(run.stdout.contains("P(less) > 0.99"), "{}", run.stdout);
    assert!(!run.stdout.contains("same"), "{}", run.stdout);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), TEXT);
    let json = jouled(&[&arguments[..], &["--format", "json"]].concat()).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let schema = include_str!("../../../model-data/what-if.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(validator.is_valid(&json), "{json}");
    let method = &json["methods"][0];
    let mean = |side: &str| method[side]["mean"].as_f64().expect("a number");
    let saved = method["saved"]["mean"].as_f64().expect("a number");
    assert!((mean("before") - mean("after") - saved).abs() < 1e-6 * mean("before"));
    assert_eq!(method["runs_alike"], true);
}

#[test]
fn the_text_of_another_file_is_priced() {
    let (folder, file) = project();
    let other = folder.path().join("B.txt");
    let slower = TEXT.replace(
        "return a + 1;",
        "int n = 0; while (n < a) { n++; } return n;",
    );
    std::fs::write(&other, slower).expect("a file");
    let run = jouled(&[
        "what-if",
        &file,
        "--calls",
        "none",
        "--with",
        &other.display().to_string(),
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("costs more"), "{}", run.stdout);
    assert!(
        run.stdout.contains("branches or loops change"),
        "{}",
        run.stdout
    );
    std::fs::write(&other, TEXT).expect("a file");
    let run = jouled(&[
        "what-if",
        &file,
        "--calls",
        "none",
        "--with",
        &other.display().to_string(),
    ]);
    assert!(
        run.stdout.contains("no method's typical energy changes"),
        "{}",
        run.stdout
    );
}

#[test]
fn what_cannot_be_compared_is_told() {
    let (_folder, file) = project();
    let what_if =
        |replace: &str| jouled(&["what-if", &file, "--calls", "none", "--replace", replace]);
    let broken = what_if("3:        long sum = nothing;");
    assert_eq!(broken.code, 1);
    assert!(
        broken
            .stderr
            .contains("does not compile: line 3: cannot find symbol"),
        "{}",
        broken.stderr
    );
    let beyond = what_if("99:");
    assert_eq!(beyond.code, 1);
    assert!(
        beyond.stderr.contains("there is no line 99"),
        "{}",
        beyond.stderr
    );
    for usage in ["0:x", "3", "5-2:x", "x:y"] {
        assert_eq!(what_if(usage).code, 2, "{usage}");
    }
    assert_eq!(jouled(&["what-if", &file]).code, 2);
    let folder = std::path::Path::new(&file).parent().expect("a folder");
    let other = folder.join("other.txt");
    std::fs::write(&other, "class Other { int f() { return 1; } }").expect("a file");
    let other = other.display().to_string();
    let unlike = jouled(&["what-if", &file, "--calls", "none", "--with", &other]);
    assert_eq!(unlike.code, 1, "{}", unlike.stdout);
    let reason = "no method has a typical energy in both texts";
    assert!(unlike.stderr.contains(reason), "{}", unlike.stderr);
    let whole = folder.display().to_string();
    let of_folder = jouled(&["what-if", &whole, "--calls", "none", "--with", &other]);
    assert_eq!(of_folder.code, 1, "{}", of_folder.stdout);
    assert!(of_folder.stderr.contains("name one Java file"), "{}", of_folder.stderr);
}
