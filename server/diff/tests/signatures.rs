//! A method whose signature changed is compared with its old state.

use diff::Section;
use serde_json::{Value, json};
use crate::support::{change, compared, line, method, symbol, term, with};

fn taking(name: &str, descriptor: &str, additions: f64) -> Value {
    with(
        method(name, additions),
        &[("descriptor", json!(descriptor))],
    )
}

fn sections(base: &[Value], head: &[Value]) -> Vec<Section> {
    let changes = compared(base, head).changes;
    changes.iter().map(|change| change.section).collect()
}

#[test]
fn another_signature_is_no_way_past_the_gate() {
    for (name, before, after) in [
        ("f", "(I)I", "(IZ)I"),
        ("f", "(I)I", "(I)J"),
        ("<init>", "()V", "(I)V"),
        ("lambda$f$0", "(I)I", "(II)I"),
    ] {
        let comparison = compared(&[taking(name, before, 3.0)], &[taking(name, after, 900.0)]);
        let dearer = change(&comparison, name);
        assert_eq!(dearer.section, Section::More, "{name}{after}");
        assert!(dearer.verdict.is_regression());
        let from = dearer.from.as_ref().expect("what it was");
        assert_eq!(from.descriptor, before);
    }
}

#[test]
fn symbols_of_another_signature_go_by_the_names_of_parameters() {
    let of = |descriptor: &str, symbols: &[&str], terms: &[Value]| {
        let symbols: Vec<Value> = symbols.iter().map(|name| symbol(name, None)).collect();
        with(
            taking("f", descriptor, 3.0),
            &[("cost", json!(terms)), ("assumptions", json!(symbols))],
        )
    };
    let base = of("(I)I", &["n"], &[term("1", 5.0), term("n", 2.0)]);
    let same = of("(II)I", &["k", "n"], &[term("1", 5.0), term("n", 2.0)]);
    let comparison = compared(std::slice::from_ref(&base), &[same]);
    assert_eq!(change(&comparison, "f").section, Section::Renamed);
    let dearer = of("(II)I", &["k", "n"], &[term("1", 5.0), term("n", 4.0)]);
    let comparison = compared(&[base], &[dearer]);
    assert_eq!(change(&comparison, "f").section, Section::More);
}

#[test]
fn overloads_are_told_apart() {
    let stays = taking("f", "(D)I", 7.0);
    let (one, two) = (taking("f", "(I)I", 3.0), taking("f", "(J)I", 900.0));
    let added = sections(
        std::slice::from_ref(&stays),
        &[stays.clone(), one.clone(), two.clone()],
    );
    assert_eq!(added, [Section::Added, Section::Added]);
    let removed = sections(
        &[one.clone(), two.clone(), stays.clone()],
        std::slice::from_ref(&stays),
    );
    assert_eq!(removed, [Section::Removed, Section::Removed]);
    // If one of several became another one, it is unknown which.
    let other = taking("f", "(F)I", 30.0);
    let several = sections(&[one, two], &[stays, other]);
    let expected = [
        Section::Added,
        Section::Added,
        Section::Removed,
        Section::Removed,
    ];
    assert_eq!(several, expected);
}

#[test]
fn what_is_executed_elsewhere_goes_before_a_name() {
    let body = |name: &str, descriptor: &str| {
        let lines = json!([line(3, 4.0), line(4, 5.0)]);
        with(taking(name, descriptor, 9.0), &[("lines", lines)])
    };
    let small = taking("f", "(J)I", 2.0);
    let comparison = compared(&[body("f", "(I)I")], &[body("g", "(I)I"), small]);
    assert_eq!(change(&comparison, "g").section, Section::Renamed);
    assert_eq!(change(&comparison, "f").section, Section::Added);
}

#[test]
fn a_class_that_moves_may_change_signatures_too() {
    let of = |class: &str, descriptor: &str, additions: f64| {
        let methods = [
            method("g", 30.0),
            method("h", 20.0),
            taking("f", descriptor, additions),
        ];
        methods.map(|method| with(method, &[("class", json!(class))]))
    };
    let comparison = compared(&of("p/A", "(I)I", 3.0), &of("q/B", "(IZ)I", 900.0));
    let dearer = change(&comparison, "f");
    assert_eq!(dearer.section, Section::More);
    assert_eq!(dearer.from.as_ref().expect("what it was").class, "p/A");
}
