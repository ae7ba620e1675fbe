//! The forms of a comparison: the same input gives the same bytes, and names of a project are never syntax.

use diff::render::{Format, MARKER, render};
use diff::{Comparison, RegressionPolicy};
use serde_json::{Value, json};
use crate::support::{compared, compared_by, method, report_value, with};

const FORMATS: [Format; 9] = [
    Format::Text,
    Format::Json,
    Format::Csv,
    Format::Markdown,
    Format::Sarif,
    Format::Junit,
    Format::Github,
    Format::Benchmark,
    Format::Html,
];

const HOSTILE: &str =
    "<img src=x onerror=alert(1)>|`b`\n::error file=x::y\r%0A\u{1b}[31m\u{202e}\"'=@all";

/// A method with hostile names that costs a tenth more.
fn hostile() -> Comparison {
    let of = |additions: f64| {
        let fields = [
            ("class", json!(HOSTILE)),
            ("file", json!(format!("src/{HOSTILE}.java"))),
        ];
        with(method(HOSTILE, additions), &fields)
    };
    compared(&[of(100.0)], &[of(110.0)])
}

#[test]
fn the_same_comparison_gives_the_same_bytes() {
    for format in FORMATS {
        let (one, two) = (
            render(&hostile(), format, None),
            render(&hostile(), format, None),
        );
        assert_eq!(one, two, "{format:?}");
    }
}

#[test]
fn the_rule_comes_before_the_changes_that_it_decides() {
    let of = |additions: f64| method("f", additions);
    // 9.99% is below the tolerance of 10%, and +10% beside it would look like a regression.
    for (additions, shown, is_regression) in [(109.99, "+9.99%", false), (110.02, "+10.02%", true)]
    {
        let mut gate = RegressionPolicy::default();
        gate.tolerance = 0.1;
        gate.has_thresholds = true;
        gate.confidence = 0.5;
        let comparison = 
            compared_by(&report_value(&[of(100.0)]), &report_value(&[of(additions)]), &gate, None)
                .expect("a comparison");
        assert_eq!(comparison.summary.regressions == 1, is_regression);
        for format in [Format::Text, Format::Markdown, Format::Html] {
            let text = render(&comparison, format, None);
            let at = |part: &str| {
                let place = text.find(part);
                place.unwrap_or_else(|| panic!("{format:?} {part}: {text}"))
            };
            let change = at(shown);
            assert!(at("costs at least 10% more") < change, "{format:?}: {text}");
            assert!(at("limits but does not say for which energy") < change);
        }
    }
}

#[test]
fn names_are_no_syntax() {
    for format in FORMATS {
        let text = render(&hostile(), format, None);
        assert!(text.contains("onerror"), "{format:?}: {text}");
        for forbidden in ["\u{1b}", "\u{202e}", "\n::error file=x", "\r%0A"] {
            // JSON has names as they are, by its own rules.
            if format == Format::Json && forbidden == "\u{202e}" {
                continue;
            }
            assert!(
                !text.contains(forbidden),
                "{format:?} {forbidden:?}: {text}"
            );
        }
        if matches!(format, Format::Html | Format::Markdown | Format::Junit) {
            assert!(!text.contains("<img"), "{format:?}: {text}");
        }
    }
    let github = render(&hostile(), Format::Github, None);
    assert_eq!(
        github.lines().filter(|line| line.starts_with("::")).count(),
        1,
        "{github}"
    );
    let markdown = render(&hostile(), Format::Markdown, None);
    assert!(
        !markdown.contains("`b`") && !markdown.contains("@all"),
        "{markdown}"
    );
}

#[test]
fn each_form_has_its_verdict() {
    let comparison = compared(&[method("f", 100.0)], &[method("f", 110.0)]);
    let of = |format| render(&comparison, format, None);
    assert!(of(Format::Text).contains("1 energy regression: 1 method costs more"));
    assert!(of(Format::Text).contains("Benjamini-Hochberg"));
    assert!(of(Format::Markdown).starts_with(&format!("{MARKER}\n**1 energy regression")));
    assert!(
        of(Format::Github)
            .starts_with("::error file=p/A.java,line=3,title=Energy regression::p.A.f(int): ")
    );
    assert!(of(Format::Junit).contains("tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\""));
    assert_eq!(of(Format::Csv).lines().count(), 2);
    let json: Value = serde_json::from_str(&of(Format::Json)).expect("JSON");
    assert_eq!(json["schema"], "jouled.diff/1");
    assert_eq!(json["changes"][0]["section"], "more");
    let sarif: Value = serde_json::from_str(&of(Format::Sarif)).expect("JSON");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(
        (&result["level"], &result["ruleId"]),
        (&json!("error"), &json!("energy-regression"))
    );
    let benchmark: Value = serde_json::from_str(&of(Format::Benchmark)).expect("JSON");
    assert_eq!(benchmark[0]["unit"], "nJ");
    let html = of(Format::Html);
    assert!(
        html.contains("default-src 'none'")
            && !html.contains("http://")
            && !html.contains("https://"),
        "{html}"
    );
}

#[test]
fn a_benchmark_always_has_the_series_that_are_tracked() {
    let gate = RegressionPolicy::from_toml(
        "[diff]\ntrack = [\"p.A.g\"]\n[[diff.limit]]\nmethod = \"p.*.h\"\nhard = \"1 J\"",
    )
    .expect("a gate");
    let series = |base: &[Value], head: &[Value]| -> Vec<(String, f64)> {
        let comparison = compared_by(&report_value(base), &report_value(head), &gate, None)
            .expect("a comparison");
        let text = render(&comparison, Format::Benchmark, None);
        let entries: Vec<Value> = serde_json::from_str(&text).expect("JSON");
        let entry = |entry: &Value| {
            assert_eq!(entry["unit"], "nJ");
            let name = entry["name"].as_str().expect("a name").to_owned();
            (name, entry["value"].as_f64().expect("a value"))
        };
        entries.iter().map(entry).collect()
    };
    let other = |name: &str| with(method(name, 50.0), &[("class", json!("q/r/B"))]);
    let methods = [
        method("f", 100.0),
        method("g", 10.0),
        other("h"),
        method("h", 3.0),
    ];
    let same = series(&methods, &methods);
    let names: Vec<&str> = same.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "all packages",
        "package p",
        "package q.r",
        "p.A.g(int)",
        "p.A.h(int)",
    ];
    assert_eq!(names, expected);
    assert!(
        (same[0].1 - same[1].1 - same[2].1).abs() < 1e-6 * same[0].1,
        "{same:?}"
    );
    // What changed does not create other series.
    let changed = [
        method("f", 120.0),
        method("g", 10.0),
        other("h"),
        method("h", 3.0),
    ];
    let after = series(&methods, &changed);
    assert_eq!(after.len(), same.len());
    assert!(after[1].1 > same[1].1);
    // If everything is gone, a history continues at 0. If neither side has anything, it is unknown whether anything was seen.
    assert_eq!(series(&[], &[]), []);
}

#[test]
fn what_the_compiler_names_is_told_in_words_and_raw_in_json() {
    let of =
        |additions: f64| ["<init>", "<clinit>", "lambda$f$0"].map(|name| method(name, additions));
    let comparison = compared(&of(3.0), &of(900.0));
    for format in [Format::Text, Format::Markdown, Format::Html] {
        let text = render(&comparison, format, None);
        for said in ["p.A(int)", "static initialiser of p.A", "lambda in p.A.f"] {
            assert!(text.contains(said), "{said}: {text}");
        }
        for raw in ["init>", "init&gt;", "lambda$", "lambda&"] {
            assert!(!text.contains(raw), "{raw}: {text}");
        }
    }
    for format in [Format::Github, Format::Junit, Format::Sarif, Format::Benchmark] {
        let text = render(&comparison, format, None);
        // The parts of a fingerprint are no text for readers.
        let lines = text.lines().filter(|line| !line.contains("method/v1"));
        for line in lines {
            for raw in ["init>", "init&gt;", "lambda$", "lambda&"] {
                assert!(!line.contains(raw), "{raw}: {text}");
            }
        }
    }
    let json = render(&comparison, Format::Json, None);
    for raw in ["<init>", "<clinit>", "lambda$f$0"] {
        assert!(json.contains(raw), "{raw}: {json}");
    }
}
