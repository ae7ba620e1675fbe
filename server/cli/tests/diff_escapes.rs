//! Unicode escapes do not hide code that a change touches.

use crate::support::git::{commits, diff_in};

/// A method that uses a missing name, with or without a loop at a place that an escape hides.
fn unseen(loop_: &str) -> String {
    format!(r#"class A {{ int f(int n) {{ String a = "\u0022+"/*"; {loop_} return n + zz; }} }}"#)
}

#[test]
fn an_escaped_quote_hides_no_code() {
    let folder = commits(
        &[("src/A.java", &unseen(""))],
        &[(
            "src/A.java",
            &unseen("for (int k = 0; k < 1000; k++) n += k;"),
        )],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("0 of 1 touched"), "{}", run.stdout);
}

#[test]
fn code_behind_a_comment_with_an_escaped_end_is_touched_on_its_line() {
    for comment in [
        r"/* \u002a/ CODE /**/",
        r"/* *\u002f CODE /**/",
        r"\u002f* \uu002a\u002F CODE /**/",
        "// \\u000a CODE",
        "// \\u000d CODE",
    ] {
        let text = |code: &str| {
            let comment = comment.replace("CODE", code);
            format!("class A {{\n int f(int n) {{\n {comment}\n return n;\n }}\n}}\n")
        };
        let folder = commits(
            &[("src/A.java", &text("n += 1;"))],
            &[(
                "src/A.java",
                &text("for (int i = 0; i < n; i++) { n += i * i; }"),
            )],
        );
        let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
        assert_eq!(run.code, 3, "{comment}: {}{}", run.stdout, run.stderr);
        for expected in ["1 of 1 touched", "own line 3 changed", "src/A.java:3"] {
            assert!(
                run.stdout.contains(expected),
                "{comment}, {expected}: {}",
                run.stdout
            );
        }
    }
}

#[test]
fn escapes_in_place_of_signs_change_nothing() {
    let folder = commits(
        &[(
            "src/A.java",
            "class A { int f(int a) { return zz + 'a' + a; } }",
        )],
        &[(
            "src/A.java",
            r"class A { int f(int \u0061) { return z\u007a \u002b '\u0061' + a; } }",
        )],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn an_escaped_nul_in_a_comment_ends_no_file() {
    let text = |comment: &str| {
        format!("class A {{ static final int N = 5; /** {comment} */ int f() {{ return N; }} int g(int n) {{ return n * N; }} }}")
    };
    let folder = commits(
        &[("src/A.java", &text(r#"trim("a\u0000") = "a""#))],
        &[("src/A.java", &text("trims"))],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "json"]);
    let said: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(said["seen"]["touched"], 0, "{said:#}");
}
