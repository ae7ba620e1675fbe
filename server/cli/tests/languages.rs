//! Classes of other compilers than javac, with their own file names and lines. The sources are in `tests/fixtures/languages`,
//! next to the script that builds the jars.

use serde_json::Value;
use std::path::Path;
use crate::support::jouled;

fn report(jar: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/languages");
    let jar = folder.join(jar).display().to_string();
    let run = jouled(&["report", &jar, "--calls", "project", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

fn method<'r>(report: &'r Value, class: &str, name: &str) -> &'r Value {
    let mut methods = report["methods"].as_array().expect("methods").iter();
    let found = methods.find(|method| method["class"] == class && method["method"] == name);
    found.unwrap_or_else(|| panic!("no {class}.{name} in {report:#}"))
}

fn lines(method: &Value) -> Vec<u64> {
    let lines = method["lines"].as_array().expect("lines").iter();
    let mut numbers: Vec<u64> = lines.filter_map(|line| line["line"].as_u64()).collect();
    numbers.sort_unstable();
    numbers
}

fn factors(method: &Value) -> Vec<&str> {
    let cost = method["worst"]["cost"].as_array().expect("a cost").iter();
    cost.filter_map(|part| part["factor"].as_str()).collect()
}

#[test]
fn kotlin_has_its_file_its_lines_and_its_loops() {
    let report = report("kotlin.jar");
    let up_to = method(&report, "sums/SumsKt", "upTo");
    assert_eq!(up_to["file"], "Sums.kt");
    // `for (i in 0 until n)` is a counting loop, whose body calls `square` in the same file.
    assert_eq!(factors(up_to), ["1", "n"]);
    // The last line, `return sum`, costs nothing of its own.
    assert_eq!(lines(up_to), [6, 7, 8]);
    let largest = method(&report, "sums/Box", "largest");
    assert_eq!(factors(largest), ["1", "numbers.length"]);
    // Kotlin's own library is not in the jar.
    let unpriced = |method: &Value| method["provenance"]["unpriced"].as_f64().expect("a share");
    assert!(unpriced(method(&report, "sums/SumsKt", "twice")) > 0.0);
    assert!(unpriced(up_to).abs() < f64::EPSILON);
}

#[test]
fn scala_has_its_file_and_the_dearer_of_two_targets() {
    let report = report("scala.jar");
    let sum = method(&report, "shapes/Shapes$", "sum");
    assert_eq!(sum["file"], "Shapes.scala");
    assert_eq!(factors(sum), ["1", "n"]);
    let area = |class: &str| {
        let mean = method(&report, class, "area")["worst"]["energy"]["mean"].as_f64();
        mean.expect("an energy")
    };
    let (square, rectangle) = (area("shapes/Square"), area("shapes/Rectangle"));
    assert!(rectangle > square);
    // A trait's method costs as much as the most expensive of its implementations, here twice.
    let both = method(&report, "shapes/Shapes$", "both");
    let mean = both["worst"]["energy"]["mean"].as_f64().expect("an energy");
    assert!(mean > 2.0 * rectangle && mean < 3.0 * rectangle, "{mean}");
}
