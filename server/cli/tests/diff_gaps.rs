//! What a history is told of a head that was not seen.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod support;

use support::git::{commits, diff_in};

#[test]
fn a_head_with_a_syntax_error_makes_no_point_at_zero() {
    let text = "package p; class A { int f(int n) { return n; } }";
    let settings = "[diff]\ntrack = [\"p.A.f\", \"p.A.gone\"]\n";
    let folder = commits(
        &[("jouled.toml", settings), ("src/p/A.java", text)],
        &[("src/p/A.java", &text.replace("return", "return return"))],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "benchmark"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert_eq!(run.stdout.trim(), "[]");
    for said in [
        "benchmark: no point for all packages, package p, p.A.gone: p.A.",
        "benchmark: no point for p.A.f(int): p.A.f(int) does not compile",
    ] {
        assert!(run.stderr.contains(said), "{said}: {}", run.stderr);
    }
    // It is said where the series are asked for.
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert!(!run.stderr.contains("no point"), "{}", run.stderr);
}
