//! Changed methods.

use diff::{Cause, Comparison, DiffError, RegressionPolicy, Section};
use serde_json::{Value, json};
use crate::support::{change, compared, compared_by, line, method, report_value, symbol, term, with};

#[test]
fn what_did_not_change_is_not_listed() {
    let comparison = compared(
        &[method("f", 3.0), method("g", 5.0)],
        &[method("g", 5.0), method("f", 3.0)],
    );
    assert_eq!(comparison.changes, []);
    assert_eq!(comparison.summary.unchanged, 2);
}

#[test]
fn more_less_added_and_removed() {
    let base = [
        method("f", 3.0),
        method("g", 5.0),
        with(method("gone", 2.0), &[("descriptor", json!("(J)V"))]),
    ];
    let head = [
        method("f", 4.0),
        method("g", 4.0),
        with(method("new", 900.0), &[("class", json!("q/B"))]),
    ];
    let comparison = compared(&base, &head);
    assert_eq!(change(&comparison, "f").section, Section::More);
    assert_eq!(change(&comparison, "g").section, Section::Less);
    assert_eq!(change(&comparison, "gone").section, Section::Removed);
    assert_eq!(change(&comparison, "new").section, Section::Added);
    assert!(change(&comparison, "f").verdict.is_regression());
    assert_eq!(comparison.summary.regressions, 1);
    // 4/3 · 4/5
    let geomean = comparison.summary.geomean.expect("a mean");
    assert!((geomean - (4.0_f64 / 3.0 * 0.8).sqrt()).abs() < 1e-9);
}

#[test]
fn a_difference_that_the_posterior_is_not_sure_of_is_undecided() {
    // Doubles cost about as much as ints.
    let cost = |data_type: &str| json!([{"factor": "1", "mean": 0.0, "sd": 0.0, "features": {data_type: 1.0}, "device_count": 1.0, "n_noise": 1.0}]);
    let base = with(method("f", 1.0), &[("cost", cost("data_type:int"))]);
    let head = with(method("f", 1.0), &[("cost", cost("data_type:double"))]);
    let comparison = compared(&[base], &[head]);
    let change = change(&comparison, "f");
    assert_eq!(change.section, Section::Undecided, "{change:#?}");
    assert!(!change.verdict.is_regression());
}

#[test]
fn an_increase_within_the_tolerance_is_more_and_no_regression() {
    let comparison = compared(&[method("f", 1000.0)], &[method("f", 1010.0)]);
    let change = change(&comparison, "f");
    assert_eq!(change.section, Section::More);
    assert!(!change.verdict.is_regression());
}

#[test]
fn a_rename_keeps_its_cost_and_one_that_costs_more_says_what_it_was() {
    let body = |additions: f64| json!([line(3, 4.0), line(4, additions), line(5, 2.0)]);
    let renamed = |name: &str, additions: f64| {
        with(method(name, 6.0 + additions), &[("lines", body(additions))])
    };
    let comparison = compared(&[renamed("f", 1.0)], &[renamed("g", 1.0)]);
    let quiet = change(&comparison, "g");
    assert_eq!(quiet.section, Section::Renamed);
    assert_eq!(quiet.from.as_ref().expect("a name").method, "f");
    let comparison = compared(&[renamed("f", 1.0)], &[renamed("g", 2.0)]);
    let dearer = change(&comparison, "g");
    assert_eq!(dearer.section, Section::More);
    assert_eq!(dearer.from.as_ref().expect("a name").method, "f");
}

#[test]
fn a_class_that_moves_takes_its_small_methods_with_it() {
    let of = |class: &str| {
        [method("large", 30.0), method("small", 1.0)]
            .map(|method| with(method, &[("class", json!(class))]))
    };
    let comparison = compared(&of("p/Old"), &of("q/New"));
    let sections: Vec<Section> = comparison
        .changes
        .iter()
        .map(|change| change.section)
        .collect();
    assert_eq!(sections, [Section::Renamed, Section::Renamed]);
}

#[test]
fn a_renamed_class_of_one_method_is_the_same_in_its_package_however_dear_it_got() {
    let in_class = |class: &str, additions: f64| {
        [method("f", additions), method("<init>", 1.0)]
            .map(|method| with(method, &[("class", json!(class))]))
    };
    let comparison = compared(&in_class("p/Old", 3.0), &in_class("p/New", 900.0));
    let dearer = change(&comparison, "f");
    assert_eq!(dearer.section, Section::More);
    assert!(dearer.verdict.is_regression());
    // In another package, it may be another class of its kind. The same is true if two match.
    let elsewhere = compared(&in_class("p/Old", 3.0), &in_class("q/New", 900.0));
    assert_eq!(elsewhere.summary.regressions, 0);
    let two = [in_class("p/One", 900.0), in_class("p/Two", 900.0)].concat();
    assert_eq!(
        compared(&in_class("p/Old", 3.0), &two).summary.regressions,
        0
    );
}

/// Asserts that the change of `f` costs more than in this class of the base.
fn assert_regression_from(comparison: &Comparison, class: &str) {
    let dearer = change(comparison, "f");
    assert_eq!(dearer.section, Section::More);
    assert!(dearer.verdict.is_regression());
    assert_eq!(dearer.from.as_ref().map(|from| &from.class[..]), Some(class));
}

#[test]
fn a_class_in_another_package_is_the_same_however_dear_it_got() {
    let in_class = |class: &str, name: &str, additions: f64| {
        with(method(name, additions), &[("class", json!(class))])
    };
    let base = [in_class("p/A", "f", 3.0), in_class("p/A", "g", 1.0)];
    let head = [in_class("q/A", "f", 900.0), in_class("q/A", "h", 1.0)];
    assert_regression_from(&compared(&base, &head), "p/A");
    // If two have the name, neither matches. A method with little in common is another one.
    let two = [in_class("q/A", "f", 900.0), in_class("r/A", "f", 900.0)];
    let other = [in_class("q/A", "x", 900.0), in_class("q/A", "y", 1.0)];
    for head in [&two, &other] {
        assert_eq!(compared(&base, head).summary.regressions, 0);
    }
}

#[test]
fn a_method_that_moves_to_another_class_and_gets_dearer_is_more_of_the_same() {
    let body = |times: f64| {
        json!([line(3, 4.0 * times), line(4, times), line(5, 2.0 * times)])
    };
    let of = |class: &str, name: &str, times: f64| {
        let fields = [("class", json!(class)), ("lines", body(times))];
        with(method(name, 7.0 * times), &fields)
    };
    let stays = [of("p/A", "a", 1.0), of("p/B", "b", 1.0)];
    let with_one = |one: Value| [&stays[..], &[one]].concat();
    let base = with_one(of("p/A", "f", 1.0));
    assert_regression_from(&compared(&base, &with_one(of("p/B", "f", 40.0))), "p/A");
    // A method that does something else is another one, and so is one of two.
    let mut other = line(3, 280.0);
    other["patterns"][0]["operation"] = json!("division");
    let other = json!([other]);
    let other = with(of("p/B", "f", 40.0), &[("lines", other)]);
    let two = [stays.to_vec(), vec![of("p/B", "f", 40.0), of("p/C", "f", 40.0)]].concat();
    for head in [with_one(other), two] {
        assert_eq!(compared(&base, &head).summary.regressions, 0);
    }
}

#[test]
fn a_method_with_another_name_that_gets_dearer_is_more_of_the_same() {
    let of = |name: &str, times: f64| {
        let lines = json!([line(3, 4.0 * times), line(4, 3.0 * times)]);
        with(method(name, 7.0 * times), &[("lines", lines)])
    };
    let base = [of("stays", 1.0), of("f", 1.0)];
    let comparison = compared(&base, &[of("stays", 1.0), of("g", 40.0)]);
    let dearer = change(&comparison, "g");
    assert!(dearer.verdict.is_regression());
    assert_eq!(dearer.from.as_ref().expect("what it was").method, "f");
    // If there are two new ones, neither matches.
    let two = [of("stays", 1.0), of("g", 40.0), of("h", 40.0)];
    assert_eq!(compared(&base, &two).summary.regressions, 0);
}

#[test]
fn small_methods_that_look_alike_are_not_taken_for_one_another() {
    let of = |class: &str, name: &str| with(method(name, 1.0), &[("class", json!(class))]);
    let comparison = compared(&[of("p/A", "width")], &[of("q/B", "height")]);
    let sections: Vec<Section> = comparison
        .changes
        .iter()
        .map(|change| change.section)
        .collect();
    assert_eq!(sections, [Section::Added, Section::Removed]);
}

#[test]
fn lambdas_that_were_counted_through_anew_are_matched_by_what_they_do() {
    let of =
        |name: &str, additions: f64| with(method(name, additions), &[("descriptor", json!("()V"))]);
    let base = [of("lambda$f$0", 3.0), of("lambda$f$1", 50.0)];
    let head = [
        of("lambda$f$0", 9.0),
        of("lambda$f$1", 3.0),
        of("lambda$f$2", 50.0),
    ];
    let comparison = compared(&base, &head);
    let listed: Vec<(Section, &str)> = comparison
        .changes
        .iter()
        .map(|change| (change.section, change.name.method.as_str()))
        .collect();
    assert_eq!(listed, [(Section::Added, "lambda$f$0")]);
}

#[test]
fn the_cause_is_the_callee_where_the_lines_are_the_same() {
    let callee = "p/A.f(I)I";
    let caller = |additions: f64| {
        with(
            method("caller", additions),
            &[
                ("callees", json!([callee])),
                ("lines", json!([line(9, 1.0)])),
            ],
        )
    };
    let comparison = compared(
        &[method("f", 3.0), caller(4.0)],
        &[method("f", 6.0), caller(7.0)],
    );
    let causes = &change(&comparison, "caller").causes;
    assert!(
        matches!(&causes[..], [Cause::Callee { method, line: Some(3), .. }] if method.method == "f"),
        "{causes:?}"
    );
    assert_eq!(
        change(&comparison, "f").causes,
        [Cause::OwnLines { lines: vec![3] }]
    );
}

#[test]
fn lines_of_its_own_are_named_however_far_they_moved() {
    let of = |lines: Value, additions: f64| with(method("f", additions), &[("lines", lines)]);
    let base = of(json!([line(3, 1.0), line(4, 1.0), line(5, 2.0)]), 4.0);
    let head = of(json!([line(13, 1.0), line(14, 7.0), line(15, 2.0)]), 10.0);
    let comparison = compared(&[base], &[head]);
    assert_eq!(
        change(&comparison, "f").causes,
        [Cause::OwnLines { lines: vec![14] }]
    );
}

fn symbolic(cost: Value, symbols: Value) -> Value {
    with(
        method("f", 1.0),
        &[("cost", cost), ("assumptions", symbols)],
    )
}

#[test]
fn terms_that_appear_disappear_and_grow() {
    let n = json!([symbol("n", None)]);
    let base = symbolic(json!([term("1", 2.0), term("n", 3.0)]), n.clone());
    let squared = symbolic(json!([term("1", 2.0), term("n²", 3.0)]), n.clone());
    let comparison = compared(std::slice::from_ref(&base), &[squared]);
    let changed = change(&comparison, "f");
    assert_eq!(changed.formula.len(), 2, "{:?}", changed.formula);
    assert!(
        changed.formula[0].starts_with("n term disappeared ("),
        "{:?}",
        changed.formula
    );
    assert!(
        changed.formula[1].starts_with("n² term appeared ("),
        "{:?}",
        changed.formula
    );
    assert_eq!(changed.section, Section::More);
    let delta = changed.delta.expect("a difference");
    // At n = 10: 2 + 300 additions after 2 + 30.
    assert!((delta.relative.expect("a share") - 270.0 / 32.0).abs() < 1e-9);
    assert_eq!(changed.assumed[0].source, "nominal");
    assert!(changed.curve.is_some());
    let grown = symbolic(json!([term("1", 2.0), term("n", 3.12)]), n);
    let comparison = compared(&[base], &[grown]);
    assert_eq!(change(&comparison, "f").formula, ["+4.0% of the n term"]);
}

#[test]
fn both_sides_are_taken_at_the_values_of_the_head() {
    let at = |value| symbolic(json!([term("n", 3.0)]), json!([symbol("n", value)]));
    let comparison = compared(&[at(Some(10.0))], &[at(Some(500.0))]);
    assert_eq!(comparison.changes, []);
    let dearer = symbolic(json!([term("n", 4.0)]), json!([symbol("n", Some(500.0))]));
    let comparison = compared(&[at(Some(10.0))], &[dearer]);
    assert!(
        comparison
            .caveats
            .iter()
            .any(|caveat| caveat.contains("n = 10")),
        "{:?}",
        comparison.caveats
    );
    assert!(
        (change(&comparison, "f")
            .delta
            .expect("a difference")
            .relative
            .expect("a share")
            - 1.0 / 3.0)
            .abs()
            < 1e-9
    );
}

#[test]
fn parameters_that_were_renamed_and_loops_on_other_lines_are_no_change() {
    for (one, two) in [("n", "count"), ("loop@12", "loop@14")] {
        let of = |name: &str| {
            symbolic(
                json!([term("1", 1.0), term(&format!("{name}²"), 2.0)]),
                json!([symbol(name, None)]),
            )
        };
        assert_eq!(compared(&[of(one)], &[of(two)]).changes, [], "{one}");
    }
}

#[test]
fn a_loop_over_another_parameter_is_a_change_even_where_both_count_the_same() {
    let of = |factor: &str| {
        symbolic(
            json!([term(factor, 2.0)]),
            json!([symbol("n", None), symbol("m", None)]),
        )
    };
    let comparison = compared(&[of("n")], &[of("m")]);
    let changed = change(&comparison, "f");
    assert_eq!(changed.section, Section::Undecided);
    assert_eq!(changed.formula.len(), 2);
    assert!(!changed.verdict.is_regression());
}

#[test]
fn the_costliest_alternative_counts() {
    let of = |second: f64| {
        let choice = json!({
            "factor": "1", "mean": 0.0, "sd": 0.0, "features": {}, "device_count": 0.0, "n_noise": 0.0,
            "alternatives": [[term("n", 3.0)], [term("1", second)]],
        });
        symbolic(json!([choice]), json!([symbol("n", Some(10.0))]))
    };
    let comparison = compared(&[of(20.0)], &[of(60.0)]);
    let delta = change(&comparison, "f").delta.expect("a difference");
    assert!((delta.relative.expect("a share") - 1.0).abs() < 1e-9);
}

#[test]
fn what_has_no_code_or_no_price_any_more_is_told_apart() {
    let native = with(
        method("f", 0.0),
        &[
            ("cost", json!([])),
            ("notes", json!(["native method: no code to price"])),
        ],
    );
    let broken = with(
        method("f", 0.0),
        &[
            ("cost", json!([])),
            ("notes", json!(["does not compile: no code to price"])),
        ],
    );
    let lacking = with(
        method("f", 3.0),
        &[(
            "unpriced",
            json!([{"method": "q/B.g()V", "reason": "native"}]),
        )],
    );
    let section = |head: &Value| {
        let comparison = compared(&[method("f", 3.0)], std::slice::from_ref(head));
        change(&comparison, "f").section
    };
    assert_eq!(section(&native), Section::Unpriced);
    assert_eq!(section(&broken), Section::Broken);
    assert_eq!(section(&lacking), Section::Unpriced);
    assert_eq!(
        compared(std::slice::from_ref(&native), std::slice::from_ref(&native)).changes,
        []
    );
}

#[test]
fn methods_of_a_file_that_cannot_be_read_are_not_removed() {
    let mut head = report_value(&[]);
    head["problems"] =
        json!([{"file": "p/A.java", "line": 1, "severity": "error", "message": "no braces"}]);
    let base = report_value(&[method("f", 3.0)]);
    let comparison =
        compared_by(&base, &head, &RegressionPolicy::default(), None).expect("a comparison");
    assert_eq!(change(&comparison, "f").section, Section::Broken);
    assert!(comparison.lacks_anything());
}

#[test]
fn reports_that_rest_on_different_things_are_refused() {
    let report = report_value(&[method("f", 3.0)]);
    for (field, value) in [
        ("mapping", "paper/1"),
        ("device", "device_1"),
        (
            "digest",
            "0000000000000000000000000000000000000000000000000000000000000000",
        ),
    ] {
        let mut other = report.clone();
        other["model"][field] = json!(value);
        let refused = compared_by(&report, &other, &RegressionPolicy::default(), None);
        assert!(
            matches!(refused, Err(DiffError::Different { .. })),
            "{field}: {refused:?}"
        );
    }
    let mut foreign = report;
    foreign["model"]["digest"] = json!("f00");
    let refused = compared_by(&foreign, &foreign, &RegressionPolicy::default(), None);
    assert!(
        matches!(refused, Err(DiffError::OtherPosterior { .. })),
        "{refused:?}"
    );
}

#[test]
fn hostile_reports_are_refused_or_say_what_cannot_be_read() {
    for text in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"schema": "jouled.report/1"}"#,
        r#"{"schema": 1}"#,
    ] {
        assert!(
            diff::Report::from_json("x", text.as_bytes()).is_err(),
            "{text}"
        );
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(diff::Report::from_json("x", deep.as_bytes()).is_err());
    for cost in [
        json!([{"factor": "?", "mean": 0.0, "sd": 0.0, "features": {}, "device_count": 0.0, "n_noise": 0.0}]),
        json!([{"factor": "1", "mean": 0.0, "sd": 0.0, "features": {"no:such": 1.0}, "device_count": 0.0, "n_noise": 0.0}]),
        json!([{"factor": "1", "mean": 0.0, "sd": 0.0, "features": {"operation:addition": 1e308}, "device_count": 1e308, "n_noise": 1e308}]),
    ] {
        let head = with(method("f", 1.0), &[("cost", cost)]);
        let comparison = compared(&[method("f", 3.0)], &[head]);
        let _ = diff::render::render(&comparison, diff::render::Format::Json, None);
        assert!(!comparison.changes.is_empty());
    }
}

#[test]
fn a_class_with_the_same_methods_under_another_name_is_the_same_class() {
    let in_class = |class: &str, name: &str, additions: f64| {
        with(method(name, additions), &[("class", json!(class))])
    };
    let base = [in_class("p/A", "one", 3.0), in_class("p/A", "two", 3.0)];
    let dear = [in_class("p/Z", "one", 30.0), in_class("p/Z", "two", 3.0)];
    let comparison = compared(&base, &dear);
    assert_eq!(change(&comparison, "one").section, Section::More);
    // Two classes with the same methods do not match.
    let twice = [
        &dear[..],
        &[in_class("p/Y", "one", 30.0), in_class("p/Y", "two", 3.0)],
    ]
    .concat();
    assert_eq!(
        change(&compared(&base, &twice), "one").section,
        Section::Added
    );
    // Neither does a single method in another package.
    let comparison = compared(&base[..1], &[in_class("q/Z", "one", 30.0)]);
    assert_eq!(change(&comparison, "one").section, Section::Added);
}
