//! What a profile says of code that was edited after the run.
#![cfg(target_os = "linux")]

use crate::support::{Folder, compiled, jdk, jouled};

const WORK: &str = "\
public class Work {
    static long sink;
    static long heavy(long n) {
        long v = n;
        for (int i = 0; i < 3_000_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
    static long light(long n) {
        long v = n;
        for (int i = 0; i < 3_000_000; i++) { v = v * 31 + (v >>> 9) / 5; }
        return v;
    }
    public static void main(String[] args) {
        for (int round = 0; round < 100; round++) { sink += heavy(round); sink += light(round); }
    }
}
";

/// The line of an output that has a text.
#[track_caller]
fn line_with<'t>(text: &'t str, part: &str) -> &'t str {
    let found = text.lines().find(|line| line.contains(part));
    found.unwrap_or_else(|| panic!("{part}: {text}"))
}

#[test]
fn an_edited_method_has_no_measured_energy() {
    let folder = Folder::new();
    for (class, bytes) in compiled("Work.java", WORK) {
        folder.write(&format!("{class}.class"), &bytes);
    }
    folder.write("Work.java", WORK.as_bytes());
    let [run, file] = ["run.jouled", "Work.java"].map(|name| format!("{}/{name}", folder.path()));
    let java = jdk().java();
    let java = java.to_str().expect("a path");
    let meter = "cpu-time:tdp=65,cpus=2";
    let profile = ["profile", "--meter", meter, "--out", &run, "--", java, "-cp", folder.path(), "Work"];
    assert_eq!(jouled(&profile).code, 0);
    let of = |command: &str| jouled(&[command, "--profile", &run, &file]);
    let (report, annotated) = (of("report"), of("annotate"));
    assert!(!report.stderr.contains("left out"), "{}", report.stderr);
    for method in ["heavy", "light"] {
        let row = line_with(&report.stdout, &format!("Work.{method}("));
        assert!(row.contains(" 100 ") && row.contains('%'), "{row}");
    }
    let line = "v = v * 31 + (v >>> 9)";
    assert!(line_with(&annotated.stdout, line).contains('●'), "{}", annotated.stdout);

    // It moves the other method, too.
    let edited = WORK.replacen("long v = n;", "if (n < 0) {\n return 0;\n }\n long v = n * 2;", 1);
    folder.write("Work.java", edited.as_bytes());
    let (report, annotated) = (of("report"), of("annotate"));
    assert!(report.stderr.contains("the energy of 1 method in the run is left out") && report.stderr.contains("Work.heavy"), "{}", report.stderr);
    let row = line_with(&report.stdout, "Work.heavy(");
    assert!(!row.contains(" 100 ") && !row.contains('%'), "{row}");
    assert!(line_with(&report.stdout, "Work.light(").contains(" 100 "));
    assert!(annotated.stdout.contains("● ran with other code"), "{}", annotated.stdout);
    let loop_of_heavy = line_with(&annotated.stdout, "v = v * 31 + (v >>> 7)");
    assert!(!loop_of_heavy.contains('●'), "{loop_of_heavy}");
    assert!(line_with(&annotated.stdout, line).contains('●'), "{}", annotated.stdout);
    let explain = |method: &str| jouled(&["explain", "--profile", &run, method, &file]).stdout;
    assert!(explain("Work.heavy").contains("ran with other code"));
    assert!(explain("Work.light").contains("100"));
}
