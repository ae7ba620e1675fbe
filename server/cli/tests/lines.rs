//! Lines with the code of several methods: each line gets what the method around it spends on it.

use std::collections::BTreeMap;
use crate::support::{Folder, jouled};

/// Marked lines must have the share after the mark, in percent.
const PROGRAM: &str = "\
class Own {
    interface Op { long at(int n); }
    static long heavy(int n) {
        long s = 0;
        for (int i = 0; i < 1000; i++) { s += i * n; }
        return s;
    }
    static long call(Op op) { return op.at(3); }
    static long one() {
        long a = 1;
        return call(n -> heavy(n)) + a; //: 100
    }
    static long several() {
        heavy(1); //: 25
        return call(n -> heavy(n)) + call(n -> heavy(n) + heavy(n)); //: 75
    }
    static Op kept() { return n -> heavy(n); } //: 100
    static long over() {
        heavy(1); //: 33
        return call(n -> { //: 67
            long b = heavy(n); //: 50
            return b + heavy(n); //: 50
        });
    }
    static long named() {
        heavy(1); //: 50
        return call(new Op() { public long at(int n) { return heavy(n); } }); //: 50
    }
    static long nested() {
        heavy(1); //: 50
        return call(n -> call(m -> heavy(m))); //: 50
    }
    Op field = n -> heavy(n); //: 100
}
";

/// The program's lines as `annotate` shows them, by number.
fn annotated() -> BTreeMap<usize, String> {
    let folder = Folder::new();
    let path = folder.write("Own.java", PROGRAM.as_bytes());
    let run = jouled(&["annotate", &path, "--calls", "project"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut shown = run
        .stdout
        .lines()
        .filter(|line| !line.trim_start().starts_with('⚡'));
    shown.find(|line| *line == "Own.java");
    let shown: Vec<&str> = shown.collect();
    assert_eq!(shown.len(), PROGRAM.lines().count(), "{}", run.stdout);
    let lines = PROGRAM.lines().zip(shown).zip(1..);
    lines
        .map(|((text, line), number)| {
            let beside = line.strip_prefix(text).unwrap_or_default();
            (number, beside.trim().to_owned())
        })
        .collect()
}

#[test]
fn a_line_has_all_that_its_method_pays_for_it() {
    let shown = annotated();
    let marked = PROGRAM.lines().zip(1..).filter_map(|(text, number)| {
        let (_, share) = text.split_once("//: ")?;
        Some((number, share))
    });
    for (number, share) in marked {
        let beside = &shown[&number];
        let found = beside.split(['·', '%']).nth(1).unwrap_or_default().trim();
        let [found, share] = [found, share].map(|share| share.parse::<i32>().expect("a share"));
        // The cost of a lambda besides `heavy` changes it by a few percent.
        assert!((found - share).abs() <= 5, "{number}: {beside}");
    }
}

/// One run of a line counts each call on it once: `heavy` costs 117 µJ, and everything else almost nothing.
#[test]
fn one_run_of_a_line_counts_the_code_within_it_once() {
    let shown = annotated();
    let once = |part: &str| {
        let number = PROGRAM.lines().position(|line| line.contains(part));
        let beside = &shown[&(number.expect("a line") + 1)];
        let (_, once) = beside.split_once("⚡ ").expect("a hint");
        let number = once.split(' ').next().expect("a number");
        let unit = if once.contains("µJ") { 1.0 } else { 1e-3 };
        number.parse::<f64>().expect("a number") * unit
    };
    let heavy = once("heavy(1); //: 50");
    let is_near = |joules: f64, times: f64| (joules / heavy - times).abs() < 0.15;
    assert!(is_near(once("return call(n -> heavy(n)) + a"), 1.0));
    assert!(is_near(once("call(n -> heavy(n) + heavy(n))"), 3.0));
    assert!(is_near(once("call(n -> call(m"), 1.0));
    assert!(is_near(once("new Op()"), 1.0));
    assert!(is_near(once("kept()"), 0.0));
}
