//! Counts of a run in place of estimates, with the real javac and the real agent.
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod support;

use counts::{Options, Recording};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Stdio;
use support::{Folder, Run, cache, compiled, jouled};

/// Three times the same code each, called in three ways: all one way, all the other, and a known mixture of both.
const PROGRAM: &str = "\
interface Shape { int area(int x); }
class Small implements Shape { public int area(int x) { return x; } }
class Large implements Shape { public int area(int x) { return x * x * x * x * x * x + x / 3; } }
class P {
    static int k;
    static boolean more() { return --k > 0; }
    static int dispatch1(Shape s) { return s.area(7); }
    static int dispatch2(Shape s) { return s.area(7); }
    static int dispatch3(Shape s) { return s.area(7); }
    static int branch1(int x) { if (x > 0) { return x; } return x * x * x + x / 7; }
    static int branch2(int x) { if (x > 0) { return x; } return x * x * x + x / 7; }
    static int branch3(int x) { if (x > 0) { return x; } return x * x * x + x / 7; }
    static int loop1() { int s = 0; while (more()) { s += k; } return s; }
    static int loop2() { int s = 0; while (more()) { s += k; } return s; }
    static int loop3() { int s = 0; while (more()) { s += k; } return s; }
    static int never(int x) { if (x > 0) { return x; } return x * x * x + x / 7; }
    public static void main(String[] a) {
        Shape small = new Small(), large = new Large();
        for (int i = 0; i < 4000; i++) {
            dispatch1(small);
            dispatch2(large);
            dispatch3(i % 4 == 0 ? large : small);
            branch1(1);
            branch2(-1);
            branch3(i % 10 == 0 ? -1 : 1);
            k = 3;
            loop1();
            k = 11;
            loop2();
            k = i % 2 == 0 ? 3 : 11;
            loop3();
        }
    }
}
";

/// The program, and the file with what a run of it counted.
fn counted() -> (Folder, String) {
    let jdk = support::jdk();
    let folder = Folder::new();
    folder.write("P.java", PROGRAM.as_bytes());
    let classes = Folder::new();
    for (name, bytes) in compiled("P.java", PROGRAM) {
        classes.write(&format!("{name}.class"), &bytes);
    }
    let options = Options {
        receivers: true,
        ..Options::default()
    };
    let recording = Recording::prepare(&jdk, &cache(), &options).expect("an agent");
    let mut java = jdk.java_command();
    recording.add_to(&mut java);
    java.args(["-classpath", classes.path(), "P"]);
    java.stdin(Stdio::null());
    assert!(java.status().expect("java starts").success());
    let file = folder.write("run.counts", &recording.bytes().expect("counts"));
    (folder, file)
}

fn report(folder: &Folder, more: &[&str]) -> Run {
    let given = [
        "report",
        folder.path(),
        "--calls",
        "project",
        "--format",
        "json",
    ];
    jouled(&[&given[..], more].concat())
}

/// The typical energies of the methods of `P`, in joules.
fn typical(run: &Run) -> BTreeMap<String, f64> {
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    let of = |method: &Value| {
        let name = method["method"].as_str()?.to_owned();
        Some((name, method["typical"]["mean"].as_f64()?))
    };
    methods.iter().filter_map(of).collect()
}

#[test]
fn counts_take_the_place_of_estimates() {
    let (folder, file) = counted();
    let estimated = typical(&report(&folder, &[]));
    let counted = typical(&report(&folder, &["--counts", &file]));
    let is_near = |one: f64, other: f64| (one / other - 1.0).abs() < 0.005;
    // The share of the second way in the mixture.
    for (name, share) in [("dispatch", 0.25), ("branch", 0.1), ("loop", 0.5)] {
        let of =
            |energies: &BTreeMap<String, f64>, number: u32| energies[&format!("{name}{number}")];
        let [first, second, mixed] = [1, 2, 3].map(|number| of(&counted, number));
        let expected = first * (1.0 - share) + second * share;
        assert!(is_near(mixed, expected), "{name}: {mixed} and {expected}");
        assert!(first * 1.2 < second, "{name}: {first} and {second}");
        // The same code has the same estimate.
        assert!(is_near(of(&estimated, 1), of(&estimated, 2)), "{name}");
    }
    assert_eq!(counted["never"].to_bits(), estimated["never"].to_bits());
}

#[test]
fn code_that_was_changed_keeps_its_estimate() {
    let (folder, file) = counted();
    let changed = PROGRAM.replace("return x * x * x + x / 7", "return x * x * x + x / 7 / 3");
    folder.write("P.java", changed.as_bytes());
    let estimated = typical(&report(&folder, &[]));
    let counted = typical(&report(&folder, &["--counts", &file]));
    assert_eq!(counted["branch1"].to_bits(), estimated["branch1"].to_bits());
    assert!(counted["loop2"] > 1.2 * counted["loop1"]);
}

#[test]
fn a_file_that_holds_no_counts_is_told() {
    let folder = Folder::new();
    folder.write("P.java", b"class P { }");
    let missing = format!("{}/nowhere.counts", folder.path());
    let run = report(&folder, &["--counts", &missing]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("nowhere.counts cannot be read"),
        "{}",
        run.stderr
    );
    for damaged in [
        &b""[..],
        b"JCNT",
        b"JCNT\0\0\0\x01\0\x11\x01\xff\xff\xff\xff",
        b"class P",
    ] {
        let file = folder.write("run.counts", damaged);
        let run = report(&folder, &["--counts", &file]);
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains("not counts of a run"), "{}", run.stderr);
    }
}
