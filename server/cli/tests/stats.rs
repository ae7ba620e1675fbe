//! The coverage of the analysis, on a program whose loops and calls are counted by hand.

use serde_json::{Value, json};
use crate::support::{Folder, Run, jouled};
use zip::write::SimpleFileOptions;

/// Loops: `known` has 1 constant loop, `given` 2 symbolic, `searched` 1 opaque, `read` 1 opaque.
/// Calls: `all` has 4 methods and a constructor, `read` 1, `searched` 1 of an abstract class without subclasses. The
/// constructors call that of `Object`, which is empty and not counted.
const PROGRAM: &str = "\
abstract class Source { abstract int next(); }
class Given {
    int known() { int s = 0; for (int i = 0; i < 8; i++) { s += i; } return s; }
    int given(int n, int[] a) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += i; }
        for (int x : a) { s += x; }
        return s;
    }
    int searched(Source source) { int s = 0; while (source.next() > 0) { s++; } return s; }
    int read(int x) { while (x != 1) { x = x % 2 == 0 ? x / 2 : 3 * x + 1; } return known(); }
    static int all(Source source, int[] a) {
        Given given = new Given();
        return given.known() + given.given(3, a) + given.read(7) + given.searched(source);
    }
}
";

fn stats(arguments: &[&str]) -> Value {
    document(arguments)["stats"].clone()
}

/// The JSON form, valid by its schema.
fn document(arguments: &[&str]) -> Value {
    let run = run(arguments, "json");
    let document: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let schema = include_str!("../../../model-data/stats.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    jsonschema::meta::validate(&schema).expect("a schema of draft 2020-12");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let problems: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(problems, Vec::<String>::new());
    document
}

fn run(arguments: &[&str], format: &str) -> Run {
    let run = jouled(&[&["report", "--stats", "--format", format], arguments].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

/// The program's counts by hand. `Source.next` has no implementation, so its call and that of `searched` are not priced; the
/// other four of five in `all` and the one in `read` are.
fn by_hand(priced: Option<u64>) -> Value {
    json!({
        "loops": 5, "loops_constant": 1, "loops_symbolic": 2, "loops_opaque": 2,
        "call_sites": 7, "call_sites_priced": priced,
    })
}

#[test]
fn a_source_tree_has_the_loops_and_calls_counted_by_hand() {
    let folder = Folder::new();
    folder.write("Given.java", PROGRAM.as_bytes());
    let followed = stats(&["--calls", "project", folder.path()]);
    assert_eq!(followed, by_hand(Some(5)));
    // A call that was not followed does not count as priced.
    assert_eq!(stats(&["--calls", "none", folder.path()]), by_hand(None));
}

#[test]
fn a_class_folder_and_a_jar_have_the_same() {
    let folder = Folder::new();
    let jar = Folder::new();
    let jar_file = jar.write("given.jar", &[]);
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&jar_file).expect("a file"));
    for (name, bytes) in crate::support::compiled("Given.java", PROGRAM) {
        let name = format!("{name}.class");
        folder.write(&name, &bytes);
        zip.start_file(name, SimpleFileOptions::default())
            .expect("an entry");
        std::io::Write::write_all(&mut zip, &bytes).expect("an entry");
    }
    zip.finish().expect("a jar");
    for path in [folder.path(), &jar_file] {
        let followed = stats(&["--calls", "project", path]);
        assert_eq!(followed, by_hand(Some(5)), "{path}");
        assert_eq!(stats(&["--calls", "none", path]), by_hand(None), "{path}");
    }
}

#[test]
fn the_text_says_why() {
    let folder = Folder::new();
    folder.write("Given.java", PROGRAM.as_bytes());
    let text = run(&["--calls", "project", folder.path()], "text").stdout;
    for part in [
        "5         loops",
        "2  40.0%  opaque",
        "5  71.4%  priced",
        "1  50.0%  no bound found; first test: what next returns",
        "1  50.0%  no bound found; first test: numbers",
        "2 100.0%  not implemented by any known class",
        "2 100.0%  Source.next (not implemented by any known class)",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let text = run(&["--calls", "none", folder.path()], "text").stdout;
    assert!(text.contains("is not known"), "{text}");
    assert!(!text.contains("priced: the energy of the callee"), "{text}");
}

#[test]
fn calls_of_the_jdk_are_looked_up_for_it() {
    let package = "jrt:/java.base/java/util/zip";
    let without = stats(&["--calls", "none", package]);
    assert_eq!(without["call_sites_priced"], Value::Null);
    let with = stats(&["--calls", "project", package]);
    assert_eq!(with["loops"], without["loops"]);
    let of = |name: &str| with[name].as_u64().expect("a number");
    // In a library, calls on the way to an exception are not followed.
    assert!(of("call_sites") <= without["call_sites"].as_u64().expect("a number"));
    assert!(of("call_sites_priced") > 0 && of("call_sites_priced") < of("call_sites"));
}

/// Its worst cases, from `javap -c -p`: 8 methods, including the constructors of both classes; `next` has no code. `all` and
/// `searched` lack the cost of `next`. It is unknown how often `read` repeats, which is an assumed count of `all`, too; of the
/// values that a caller can name, `all` has two.
#[test]
fn the_shares_are_those_counted_by_hand() {
    let folder = Folder::new();
    folder.write("Given.java", PROGRAM.as_bytes());
    let shares = document(&["--calls", "project", folder.path()])["shares"].clone();
    for (name, value) in [
        ("methods", json!(7)),
        ("methods_not_followed", json!(0)),
        ("with_worst_case", json!(5)),
        ("without_assumption", json!(4)),
        ("median_assumptions", json!(1.0)),
        ("median_statements", json!(1.0)),
        ("with_unpriced_callees", json!(2)),
        ("symbols_max", json!(2)),
        ("worst_below_at_least", json!(0)),
        ("below_zero", json!(0)),
        ("call_sites", json!(7)),
        ("callee_absent", json!(1)),
        ("call_sites_priced", json!(5)),
        (
            "unpriced_by_cause",
            json!({"not implemented by any known class": 2}),
        ),
        ("loops", json!(5)),
        ("loops_opaque", json!(2)),
    ] {
        assert_eq!(shares[name], value, "{name} of {shares:#}");
    }
    let text = run(&["--calls", "project", folder.path()], "text").stdout;
    for part in [
        "7         methods with code",
        "5  71.4%  have a worst case: with all that they call",
        "4  57.1%  have a worst case without any assumption",
        "1         assumptions in the median",
        "2  28.6%  have unpriced callees",
        "0   0.0%  have a worst case below",
        "0   0.0%  show a value below 0",
        "1  14.3%  of these because no class with the callee's code",
        "6         call sites whose callee's code is known",
        "5  83.3%  of these priced",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn unknown_shares_are_null() {
    let folder = Folder::new();
    folder.write("Given.java", PROGRAM.as_bytes());
    let shares = document(&["--calls", "none", folder.path()])["shares"].clone();
    for name in [
        "with_worst_case",
        "without_assumption",
        "median_assumptions",
        "median_statements",
        "with_unpriced_callees",
        "callee_absent",
        "call_sites_priced",
        "unpriced_by_cause",
        "unpriced_by_part",
    ] {
        assert_eq!(shares[name], Value::Null, "{name} of {shares:#}");
    }
    assert_eq!(shares["methods_not_followed"], json!(3));
    let text = run(&["--calls", "none", folder.path()], "text").stdout;
    assert!(
        text.contains(
            "how many have a worst case is not known: jouled did not follow the calls of 3 methods"
        ),
        "{text}"
    );
    assert!(!text.contains("unpriced callees"), "{text}");
}

#[test]
fn an_input_without_methods_has_no_shares() {
    let sources = Folder::new();
    sources.write("Nothing.java", b"interface Nothing {}");
    let path = sources.path();
    for calls in ["project", "none"] {
        let shares = document(&["--calls", calls, path])["shares"].clone();
        assert_eq!(shares["methods"], json!(0));
        for name in [
            "median_assumptions",
            "median_statements",
            "symbols_median",
            "symbols_max",
            "cpu_seconds_per_method",
        ] {
            assert_eq!(shares[name], Value::Null, "{name} of {shares:#}");
        }
        let text = run(&["--calls", calls, path], "text").stdout;
        assert!(!text.contains('%'), "{text}");
        assert!(text.contains("0         methods with code"), "{text}");
    }
}

#[test]
fn the_cpu_time_is_that_of_the_methods() {
    let folder = Folder::new();
    folder.write("Given.java", PROGRAM.as_bytes());
    let shares = document(&["--calls", "project", folder.path()])["shares"].clone();
    if cfg!(target_os = "linux") {
        let all = shares["cpu_seconds"].as_f64().expect("a number");
        let each = shares["cpu_seconds_per_method"].as_f64().expect("a number");
        assert!(all > 0.0 && all < 60.0, "{all}");
        assert!((all / 7.0 - each).abs() < 1e-12);
    }
}
