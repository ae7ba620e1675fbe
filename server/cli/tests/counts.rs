//! Counts of a run replace estimates, with the real javac and the real agent.

use counts::{Options, CountRecording};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use crate::support::editor::Editor;
use crate::support::{Folder, Run, cache, compiled, jouled};

/// The same code three times, called in three ways: always one way, always the other, and a known mixture of both.
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
    static int cheap(int x) { return x; }
    static int dear(int x) { return x / 3 / 3 / 3 / 3 / 3 / 3 / 3; }
    static int chooses(int x) { if (x > 0) { return cheap(x); } return dear(x); }
    static int throwing(int x) { if (x % 4 == 0) { throw new IllegalStateException(); } return x; }
    static int passing(int x) { return throwing(x) + 1; }
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
            chooses(i + 1);
            try {
                passing(i);
            } catch (IllegalStateException e) {
                k = 1;
            }
        }
    }
}
";

/// A program, and the file with the counts of a run.
fn counted(program: &str) -> (Folder, String) {
    let jdk = crate::support::jdk();
    let folder = Folder::new();
    folder.write("P.java", program.as_bytes());
    let classes = Folder::new();
    for (name, bytes) in compiled("P.java", program) {
        classes.write(&format!("{name}.class"), &bytes);
    }
    let options = Options {
        receivers: counts::RecordedReceivers::All,
        ..Options::default()
    };
    let recording = CountRecording::prepare(&jdk, &cache(), &options).expect("an agent");
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
    let (folder, file) = counted(PROGRAM);
    let estimated = typical(&report(&folder, &[]));
    let counted = typical(&report(&folder, &["--counts", &file]));
    let is_near = |one: f64, other: f64| (one / other - 1.0).abs() < 0.005;
    // The share of the second way in the mixture.
    for (name, share) in [("dispatch", 0.25), ("branch", 0.1), ("loop", 0.5)] {
        let of =
            |energies: &BTreeMap<String, f64>, number: u32| energies[&format!("{name}{number}")];
        let [first, second, mixed] = [1, 2, 3].map(|number| of(&counted, number));
        let expected = first * (1.0 - share) + second * share;
        // Of many calls of a method, a part of the receivers is recorded.
        let within = if name == "dispatch" { 0.04 } else { 0.005 };
        let error = (mixed / expected - 1.0).abs();
        assert!(error < within, "{name}: {mixed} and {expected}");
        assert!(first * 1.2 < second, "{name}: {first} and {second}");
        // The same code has the same estimate.
        assert!(is_near(of(&estimated, 1), of(&estimated, 2)), "{name}");
    }
    assert_eq!(counted["never"].to_bits(), estimated["never"].to_bits());
}

/// A single call is as decisive as thousands: its loop repeated 100 times, and its branch was never taken.
#[test]
fn what_one_call_counted_stands_alone() {
    let text = "\
class P {
    static int k = 101;
    static boolean more() { return --k > 0; }
    static int often() { int s = 0; while (more()) { s += k; } return s; }
    static int left(int x) { if (x > 0) { return x; } return x * x * x * x * x * x + x / 7; }
    static int way(int x) { switch (x) { case 1: return 1; case 5: return x / 3 / 3; default: return x / 7 / 7 / 7 / 7; } }
    public static void main(String[] a) { often(); left(1); way(1); }
}
";
    let (folder, file) = counted(text);
    let counted = report(&folder, &["--counts", &file]);
    let report: Value = serde_json::from_str(&counted.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    let of = |name: &str| {
        let method = methods.iter().find(|method| method["method"] == name);
        method.expect("the method").clone()
    };
    let mean = |name: &str, at: &str| {
        of(name)
            .pointer(at)
            .and_then(Value::as_f64)
            .expect("a number")
    };
    // 100 iterations cost a hundred times as much as one; only `more` is called 101 times.
    let each = mean("more", "/typical/mean");
    assert!(mean("often", "/typical/mean") > 101.0 * each, "{each}");
    // The cheapest way is the one that was taken.
    for name in ["left", "way"] {
        let (typical, least) = (mean(name, "/typical/mean"), mean(name, "/best/mean"));
        assert!(
            (typical / least - 1.0).abs() < 1e-9,
            "{name}: {typical} {least}"
        );
    }
}

#[test]
fn code_that_was_changed_keeps_its_estimate() {
    let (folder, file) = counted(PROGRAM);
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

#[test]
fn a_run_tells_how_many_calls_an_exception_ends() {
    let (folder, file) = counted(PROGRAM);
    let run = report(&folder, &["--counts", &file]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    let of = |name: &str| {
        let method = methods.iter().find(|method| method["method"] == name);
        method.expect("the method")["typical"].clone()
    };
    // One in four, including those of callees.
    for name in ["throwing", "passing"] {
        let throws = of(name)["throws"].as_f64().expect("a share");
        assert!((throws - 0.25).abs() < 0.001, "{name}: {throws}");
    }
    assert!(
        of("throwing")["thrown"]["mean"]
            .as_f64()
            .expect("an energy")
            > 0.0
    );
    // It was not counted which of its calls throws.
    assert!(of("passing")["thrown"].is_null());
    assert_eq!(of("cheap")["throws"].as_f64(), Some(0.0));
}

/// All outputs for the methods that only counts distinguish.
#[test]
fn all_outputs_use_the_counts() {
    let (folder, file) = counted(PROGRAM);
    let java = format!("{}/P.java", folder.path());
    let given = ["--calls", "project", "--counts", &file];
    let outputs = [&given[..2], &given[..]].map(|given| {
        let of = |arguments: &[&str]| {
            let run = jouled(&[arguments, given].concat());
            assert_eq!(run.code, 0, "{}", run.stderr);
            run.stdout
        };
        let annotated = of(&["annotate", &java]);
        let lines = annotated.lines();
        let title = |name: &str| {
            let mut pairs = lines.clone().zip(lines.clone().skip(1));
            let found = pairs.find(|(_, line)| line.contains(&format!(" int {name}(")));
            found.expect("a title").0.trim().to_owned()
        };
        let rows = of(&["report", &java]);
        let row = |name: &str| {
            let mut rows = rows.lines();
            let found = rows.find(|row| row.contains(&format!(" P.{name}(")));
            let found = found.expect("a row").split_once(" P.").expect("a name");
            found.0.to_owned()
        };
        let explain = |name: &str| of(&["explain", &format!("P.{name}"), &java]);
        let stats = of(&["report", &java, "--stats"]);
        (
            title("loop1") == title("loop2"),
            row("loop1") == row("loop2"),
            explain("loop1").contains("measured counts"),
            stats.contains("use the counts of a run"),
        )
    });
    let (estimated, counted) = ((true, true, false, false), (false, false, true, true));
    assert_eq!(outputs, [estimated, counted]);
}

/// The titles in an editor, and the status.
#[test]
fn an_editor_shows_the_counts() {
    let (folder, file) = counted(PROGRAM);
    let java = format!("{}/P.java", folder.path());
    let java = Path::new(&java);
    let mut editor = Editor::start(Path::new(folder.path()), |command| {
        command.args(["--calls", "project", "--counts", &file]);
    });
    editor.open(java, PROGRAM);
    let title = |methods: &[String], name: &str| {
        let start = format!("{name}: ");
        let found = methods
            .iter()
            .find_map(|method| method.strip_prefix(&start));
        found.map(str::to_owned)
    };
    editor.wait_for_methods(java, |methods| {
        let [one, two] = ["loop1", "loop2"].map(|name| title(methods, name));
        one.is_some() && two.is_some() && one != two
    });
    let message = editor.wait_for_status_with("counts of a run");
    assert!(message.contains("have a tight typical energy"), "{message}");
    editor.end();
}

#[test]
fn a_comparison_uses_the_counts() {
    let (folder, file) = counted(PROGRAM);
    let changed = Folder::new();
    // A run that never called it says that its caller hardly costs more.
    let text = PROGRAM.replace("return x / 3 / 3 / 3", "return x / 5 / 5 / 5 / 3 / 3 / 3");
    changed.write("P.java", text.as_bytes());
    let (base, head) = (folder.path(), changed.path());
    let factor = |more: &[&str]| {
        let arguments = ["diff", base, head, "--calls", "project", "--format", "json"];
        let run = jouled(&[&arguments[..], more].concat());
        let comparison: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let changes = comparison["changes"].as_array().expect("changes");
        let change = changes.iter().find(|change| change["method"] == "chooses");
        change.map_or(1.0, |change| {
            let [before, after] = ["base", "head"].map(|side| change[side]["mean"].as_f64());
            after.expect("an energy") / before.expect("an energy")
        })
    };
    let (estimated, counted) = (factor(&[]), factor(&["--counts", &file]));
    assert!(estimated > 1.05, "{estimated}");
    assert!((counted - 1.0).abs() < 0.005, "{counted}");
}
