//! Paths through methods: how the energy of lines is divided among them.

use profile::forms::{TextOptions, json, text};
use profile::{Analysis, AnalysisOptions, CountedPath, Unit, analyse};
use serde_json::Value;

use crate::support::{assert_near, method, two_methods};

fn path(name: &str, lines: &[u32], count: u64) -> CountedPath {
    CountedPath {
        method: method(name),
        lines: lines.to_vec(),
        count,
    }
}

/// Line 10 of `a` has 3 J, and line 20 of `b` 1 J.
fn analysis(paths: &[CountedPath]) -> Analysis {
    let mut analysis = analyse(&two_methods(), &AnalysisOptions::default());
    analysis.set_paths(paths);
    analysis
}

#[test]
fn a_line_is_divided_by_how_often_each_path_reaches_it() {
    let analysis = analysis(&[
        path("a", &[9, 10, 11], 100),
        // It reaches the line twice.
        path("a", &[10, 12, 10], 250),
        path("a", &[9, 12], 7),
        path("b", &[20], 3),
    ]);
    let whole = analysis
        .lines
        .iter()
        .find(|row| row.line == Some(10))
        .and_then(|row| row.own.joules)
        .expect("joules of line 10");
    let rows = &analysis.paths;
    let of = |place: usize| rows[place].joules.expect("joules");
    assert_eq!(rows[0].count, 250);
    assert_near(of(0).mean, whole.mean * 500.0 / 600.0);
    assert_near(of(0).lo, whole.lo * 500.0 / 600.0);
    assert_near(of(0).hi, whole.hi * 500.0 / 600.0);
    assert_eq!(rows[1].method.name, "b");
    assert_eq!(rows[2].count, 100);
    assert_near(of(0).mean + of(2).mean, whole.mean);
    // No line of this path was sampled, which is not the same as no energy.
    assert_eq!(
        (rows[3].count, rows[3].joules, rows[3].share),
        (7, None, None)
    );
}

#[test]
fn the_text_and_the_document_show_the_most_expensive_first() {
    let mut paths = vec![path("a", &[3, 4, 5, 10], 1000), path("b", &[20, 21], 1)];
    paths.extend((0..15).map(|other| path("a", &[40 + other], 2)));
    let analysis = analysis(&paths);
    let shown = text(&analysis, &TextOptions::default());
    let lines: Vec<&str> = shown.lines().collect();
    let begin = lines
        .iter()
        .position(|line| *line == "16 paths through p.A.a()");
    let begin = begin.unwrap_or_else(|| panic!("{shown}"));
    assert!(lines[begin + 2].ends_with("1,000  3-5 → 10"), "{shown}");
    assert!(lines[begin + 3].starts_with("no sample "), "{shown}");
    let other = lines.iter().find(|line| line.ends_with("on 6 other paths"));
    assert_eq!(
        other.map(|line| line.trim_start()),
        Some("12  on 6 other paths"),
        "{shown}"
    );
    assert!(lines.contains(&"1 path through p.A.b()"), "{shown}");
    let document: Value = serde_json::from_str(&json(&analysis)).expect("JSON");
    let first = &document["paths"][0];
    assert_eq!(first["method"], "a");
    assert_eq!(first["lines"], serde_json::json!([3, 4, 5, 10]));
    assert_eq!(document["paths"].as_array().map(Vec::len), Some(17));
    assert_eq!(document["paths"][16]["joules"], Value::Null);
}

#[test]
fn without_a_meter_paths_have_cpu_time() {
    let mut profile = two_methods();
    for window in &mut profile.runs[0].windows {
        window.joules = None;
    }
    let mut analysis = analyse(&profile, &AnalysisOptions::default());
    analysis.set_paths(&[path("a", &[10], 5)]);
    assert_eq!(analysis.unit, Unit::CpuSeconds);
    assert_eq!(analysis.paths[0].joules, None);
    assert!(analysis.paths[0].share.is_some());
    let shown = text(&analysis, &TextOptions::default());
    assert!(shown.contains("CPU own"), "{shown}");
}
