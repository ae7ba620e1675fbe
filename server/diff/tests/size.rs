//! The size of the output: a comment that fits, annotations for what counts, and numbers without noise.

use diff::RegressionPolicy;
use diff::render::{Format, render};
use serde_json::{Value, json};
use crate::support::{change, compared, compared_by, method, report_value, symbol, term, with};

/// Methods whose names are as long as class files allow, with the characters that take the most room.
fn long(number: usize, additions: f64) -> Value {
    let name = format!("f{number}{}", "_-*é|".repeat(12_000));
    // One of them has more symbols than a comment has room for.
    let symbols: Vec<Value> = (0..if number == 0 { 50 } else { 3 })
        .map(|symbol_number| symbol(&format!("s{symbol_number}{name}"), None))
        .collect();
    with(
        method(&name, additions),
        &[
            ("file", json!(format!("{name}.java"))),
            ("assumptions", json!(symbols)),
            (
                "unpriced",
                json!([{"method": format!("{name}{additions}"), "reason": name}]),
            ),
        ],
    )
}

#[test]
fn a_comment_fits_whatever_the_change_and_links_to_the_rest() {
    let all = |additions: f64| -> Value {
        let mut methods: Vec<Value> = (0..30).map(|number| long(number, additions)).collect();
        methods.extend((0..3_000).map(|number| method(&format!("g{number}"), additions)));
        let mut report = report_value(&methods);
        let problems = (0..300).map(|number| {
            let text = format!("{number}{additions}").repeat(500);
            json!({"file": text, "line": null, "severity": "error", "message": text})
        });
        report["problems"] = problems.collect();
        report
    };
    for gate in [
        RegressionPolicy::default(),
        RegressionPolicy::from_toml(
            "[diff]
tolerance = \"900%\"",
        )
        .expect("a gate"),
    ] {
        let mut comparison = compared_by(&all(100.0), &all(110.0), &gate, None).expect("one");
        comparison.page = Some(String::from("https://example.org/diff.html"));
        let comment = render(&comparison, Format::Markdown, None);
        assert!(comment.len() < 60_000, "{}", comment.len());
        assert!(comment.len() > 20_000, "{}", comment.len());
        assert!(comment.contains("[The full page](https://example.org/diff.html)"));
        assert!(comment.contains(" more are on [the full page](https://example.org/diff.html)."));
        assert!(comment.trim_end().ends_with("</sub>"));
        let count = |part: &str| comment.matches(part).count();
        assert_eq!(count("<details"), count("</details>"));
    }
}

fn github(gate: &RegressionPolicy, base: &Value, head: &Value) -> Vec<String> {
    let comparison = compared_by(base, head, gate, None).expect("a comparison");
    let text = render(&comparison, Format::Github, None);
    let lines = text.lines().filter(|line| line.starts_with("::"));
    lines.map(str::to_owned).collect()
}

#[test]
fn annotations_are_for_what_the_gate_counts() {
    let (base, head) = ([method("f", 100.0)], [method("f", 110.0)]);
    let (base, head) = (report_value(&base), report_value(&head));
    assert_eq!(github(&RegressionPolicy::default(), &base, &head).len(), 1);
    let lenient = RegressionPolicy::from_toml(
        "[diff]
tolerance = \"50%\"",
    )
    .expect("a gate");
    assert_eq!(github(&lenient, &base, &head), Vec::<String>::new());
}

#[test]
fn an_error_that_the_base_has_too_is_none_of_the_change() {
    let with_errors = |lines: &[u32]| {
        let mut report = report_value(&[method("f", 100.0)]);
        let problems = lines.iter().map(|line| {
            json!({"file": "p/B.java", "line": line, "severity": "error", "message": "cannot find symbol"})
        });
        report["problems"] = problems.collect();
        report
    };
    let gate = RegressionPolicy::default();
    // It moved.
    assert!(github(&gate, &with_errors(&[3]), &with_errors(&[7])).is_empty());
    let sarif = |base: &Value, head: &Value| {
        let comparison = compared_by(base, head, &gate, None).expect("a comparison");
        let log: Value =
            serde_json::from_str(&render(&comparison, Format::Sarif, None)).expect("JSON");
        log["runs"][0]["results"].as_array().expect("results").len()
    };
    assert_eq!(sarif(&with_errors(&[3]), &with_errors(&[7])), 0);
    // One more is new.
    let (one, two) = (with_errors(&[3]), with_errors(&[3, 7]));
    let lines = github(&gate, &one, &two);
    assert!(
        lines[0].starts_with("::warning file=p/B.java,line=7::"),
        "{lines:?}"
    );
    assert_eq!(sarif(&one, &two), 1);
}

#[test]
fn few_values_are_told_in_words_with_their_units_and_all_in_json() {
    let symbols = [
        symbol("n", Some(7.0)),
        with(
            symbol("rows.length", None),
            &[("kind", json!("array_length"))],
        ),
        with(symbol("task", None), &[("kind", json!("callback"))]),
        with(symbol("iterations", None), &[("kind", json!("loop"))]),
        symbol("z", None),
    ];
    let of = |additions: f64| {
        let cost = [term("n", additions), term("z", additions)];
        with(
            method("f", additions),
            &[("cost", json!(cost)), ("assumptions", json!(symbols))],
        )
    };
    let comparison = compared(&[of(100.0)], &[of(110.0)]);
    let text = render(&comparison, Format::Text, None);
    let expected = "at iterations = 10 iterations (nominal), n = 7, rows.length = 10 elements (nominal) and 2 more values";
    assert!(text.contains(expected), "{text}");
    assert_eq!(change(&comparison, "f").assumed.len(), 5);
}

#[test]
fn percentages_have_no_exponent_and_no_signed_zero() {
    for difference in [1e-6, 1e-4, 1.0, 1e7] {
        let comparison = compared(&[method("f", 100.0)], &[method("f", 100.0 + difference)]);
        for format in [Format::Text, Format::Markdown, Format::Html, Format::Github] {
            let text = render(&comparison, format, None);
            for (at, _) in text.match_indices('%') {
                let before = text[..at]
                    .rsplit([' ', '(', '>'])
                    .next()
                    .unwrap_or_default();
                assert!(
                    !before.contains('e') || before.contains(';'),
                    "{before}: {text}"
                );
                assert!(!before.ends_with("-0") && !before.ends_with("−0"), "{text}");
            }
        }
    }
}
