//! A comparison in which nothing was analysed does not pass.

use crate::support::git::{commits, diff_in};
use crate::support::{Folder, Run, jouled};

const JAVA: &str = "package p; class A { static int f(int a) { return a; } }";
const DEAR: &str = "package p; class A { static int f(int a) { return a * a * a; } }";
const ALL: (&str, &str) = ("jouled.toml", "exclude = [\"**\"]\n");

fn is_incomplete(run: &Run, said: &str) {
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(said), "{said}: {}", run.stdout);
    assert!(run.stdout.contains("Incomplete"), "{}", run.stdout);
}

#[test]
fn revisions_without_java_pass_nothing() {
    let folder = commits(&[("README", "one")], &[("README", "two")]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    is_incomplete(&run, "nothing was analysed, because there is no Java file");
}

#[test]
fn revisions_of_which_all_is_excluded_pass_nothing() {
    let said = "`exclude` or the names of the folders leave out every Java file";
    let folder = commits(&[ALL, ("src/p/A.java", JAVA)], &[("src/p/A.java", DEAR)]);
    is_incomplete(&diff_in(folder.path(), &["HEAD~1", "HEAD"]), said);
    let folder = commits(&[("src/p/A.java", JAVA)], &[ALL, ("src/p/A.java", DEAR)]);
    let of_head = ["HEAD~1", "HEAD", "--settings", "head"];
    is_incomplete(&diff_in(folder.path(), &of_head), said);
    assert_eq!(diff_in(folder.path(), &["HEAD~1", "HEAD"]).code, 3);
    let flag = ["HEAD~1", "HEAD", "--exclude", "src"];
    is_incomplete(&diff_in(folder.path(), &flag), said);
}

#[test]
fn code_that_comes_or_goes_was_looked_at() {
    let first = commits(&[("README", "one")], &[("src/p/A.java", JAVA)]);
    let last = commits(&[("src/p/A.java", JAVA)], &[("src/p/A.java", "")]);
    for folder in [first, last] {
        let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn a_history_goes_on_at_zero_where_all_code_is_gone() {
    let folder = commits(&[("src/p/A.java", JAVA)], &[("src/p/A.java", "")]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "benchmark"]);
    let series: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(series[0]["name"], "all packages", "{}", run.stdout);
    assert_eq!(series[0]["value"], 0.0, "{}", run.stdout);
}

#[test]
fn an_empty_folder_on_either_side_passes_nothing() {
    let folder = Folder::new();
    folder.write("full/p/A.java", JAVA.as_bytes());
    folder.write("empty/README", b"nothing");
    let (full, empty) = (
        format!("{}/full", folder.path()),
        format!("{}/empty", folder.path()),
    );
    for (base, head, side) in [
        (&full, &empty, "head"),
        (&empty, &full, "base"),
        (&empty, &empty, "head"),
    ] {
        let said = format!("{side}: nothing was analysed, because there is no Java file");
        is_incomplete(&jouled(&["diff", base, head]), &said);
    }
    assert_eq!(jouled(&["diff", &full, &full]).code, 0);
}

#[test]
fn a_jar_and_a_report_without_methods_pass_nothing() {
    let folder = Folder::new();
    let classes = |name: &str| {
        let text = format!("package p; interface {name} {{ }}");
        let classes = crate::support::compiled(&format!("{name}.java"), &text);
        folder.write(&format!("{name}/p/{name}.class"), &classes[0].1);
        format!("{}/{name}", folder.path())
    };
    let (one, two) = (classes("One"), classes("Two"));
    is_incomplete(
        &jouled(&["diff", &one, &two]),
        "head: it contains no method",
    );
    let report = |path: &str, name: &str| {
        let json = jouled(&["report", path, "--format", "json"]).stdout;
        folder.write(name, json.as_bytes())
    };
    let (one, two) = (report(&one, "one.json"), report(&two, "two.json"));
    is_incomplete(
        &jouled(&["diff", &one, &two]),
        "head: it contains no method",
    );
}
