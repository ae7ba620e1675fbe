//! `jouled profile --paths`: the paths through a method of a real run.
#![cfg(target_os = "linux")]

use serde_json::{Value, json};
use crate::support::{Folder, compiled, jdk, jouled};

/// Four fifths of the turns take the expensive way.
const PROGRAM: &str = "public class Ways {
    static long way(long v, int turn) {
        if (turn % 5 == 0) {
            return v + 1;
        }
        for (int i = 0; i < 20_000; i++) {
            v = v * 31 + (v >>> 7) / 3;
        }
        return v;
    }
    public static void main(String[] args) {
        long v = 1;
        for (int turn = 0; turn < 10_000; turn++) { v = way(v, turn); }
        System.out.println(v);
    }
}
";

fn program() -> Folder {
    let classes = Folder::new();
    for (name, bytes) in compiled("Ways.java", PROGRAM) {
        classes.write(&format!("{name}.class"), &bytes);
    }
    classes
}

fn profile(classes: &Folder, options: &[&str]) -> crate::support::Run {
    let java = jdk().java().display().to_string();
    let file = format!("{}/run.jouled", classes.path());
    let mut all = vec!["profile", "--meter", "cpu-time:tdp=65,cpus=2", "--out", &file];
    all.extend(options);
    all.extend(["--", &java, "-cp", classes.path(), "Ways"]);
    jouled(&all)
}

#[test]
fn the_paths_of_a_method_have_their_counts_and_energies() {
    let classes = program();
    let run = profile(&classes, &["--paths", "Ways.way,Ways.none"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let missing = "note: no path through Ways.none was counted: no such method ran to its end in the count run";
    assert!(run.stdout.contains(missing), "{}", run.stdout);
    let file = format!("{}/run.jouled", classes.path());
    let shown = jouled(&["report", "--profile", &file]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    let begin = shown.stdout.find("4 paths through Ways.way(long, int)");
    let section = begin.map_or("", |begin| &shown.stdout[begin..]);
    let rows: Vec<&str> = section.lines().skip(2).take(4).collect();
    // 8,000 calls turn 20,000 times each.
    assert!(rows.first().is_some_and(|row| row.ends_with("1.60e8  6-7 → 6")), "{}", shown.stdout);
    for end in ["8,000  3 → 6", "8,000  6 → 9", "2,000  3-4"] {
        assert!(rows.iter().any(|row| row.ends_with(end)), "{end}: {}", shown.stdout);
    }
    let form = jouled(&["report", "--profile", &file, "--format", "json"]);
    let document: Value = serde_json::from_str(&form.stdout).expect("JSON");
    let paths = document["paths"].as_array().expect("paths");
    assert_eq!(paths.len(), 4);
    assert_eq!(paths[0]["count"], 160_000_000);
    assert_eq!(paths[0]["lines"], json!([6, 7, 6]));
    // How much of the run the method took is sampled; which part of it each path took is counted.
    let share = |at: usize| paths[at]["share"]["mean"].as_f64();
    let [first, second] = [0, 1].map(|at| share(at).expect("a share"));
    assert!(first > 0.0 && first > 1_000.0 * second, "{paths:?}");
}

#[test]
fn paths_need_a_count_run() {
    let classes = program();
    let without = profile(&classes, &["--paths", "Ways.way", "--no-counts"]);
    assert_eq!(without.code, 2, "{}", without.stderr);
    assert!(without.stderr.contains("--no-counts"), "{}", without.stderr);
}
