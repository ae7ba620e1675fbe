//! Contracts in Java text, compiled by the real javac.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use crate::support;

use ide::{AssumedValues, FileAnalysis, FindingSeverity, Model};
use jdk::{CompileRequest, SourceUnit};
use posterior::{Device, Posterior};
use pricing::Mapping;
use source::SourceFile;
use std::sync::Arc;

/// The annotation as projects get it.
const ANNOTATION: &str = include_str!("../../../annotations/jouled/annotation/EnergyBudget.java");

fn model() -> Model {
    Model::new(
        Arc::new(Posterior::default_model()),
        Mapping::Stack,
        Device::Named(0),
    )
}

fn analyse(text: &str) -> FileAnalysis {
    let javac = support::javac();
    let response = javac
        .compile(CompileRequest {
            sources: vec![
                SourceUnit::new("Fixture.java", text),
                SourceUnit::new("jouled/annotation/EnergyBudget.java", ANNOTATION),
            ],
            ..CompileRequest::default()
        })
        .expect("javac answers");
    assert!(response.success, "{:#?}", response.diagnostics);
    let classes = response.classes.iter();
    let own = classes.filter(|class| class.binary_name.starts_with("Fixture"));
    FileAnalysis::new(
        &model(),
        &SourceFile::parse(text),
        1,
        own.map(|class| class.bytes.as_slice()),
        &[],
        None,
    )
}

/// The line and the first word of each verdict.
fn verdicts(text: &str, assumed: &[&str]) -> Vec<(u32, String)> {
    let mut assumptions = AssumedValues::default();
    for text in assumed {
        assumptions.parse(text).expect("an assumption");
    }
    let checked = analyse(text).contracts(&model(), &assumptions).into_iter();
    checked
        .map(|one| {
            let text = one.verdict_text();
            let word = text.split([':', ' ']).next().unwrap_or_default().to_owned();
            (one.line.unwrap_or_default(), word)
        })
        .collect()
}

/// An iteration of the loop costs about 60 nJ, and less than 100.
const SUM: &str = "class Fixture {
    //@ energy <= 20 uJ when n <= 100;
    //@ energy <= 1 uJ when n <= 100;
    //@ energy <= 20 uJ;
    //@ energy <= 200 nJ * n + 1 uJ;
    static int sum(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += i; }
        return s;
    }
}";

#[test]
fn a_name_that_means_nothing_is_told_with_those_that_do() {
    let text = "class Fixture {
    //@ energy <= 1 uJ * m;
    static int mistyped(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += i; }
        return s;
    }
    //@ energy <= 1 mJ when unused <= 10 && n <= 10;
    static int unused(int n, int unused) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += i; }
        return s;
    }
}
";
    let checked = analyse(text).contracts(&model(), &AssumedValues::default());
    let texts: Vec<String> = checked
        .iter()
        .map(ide::CheckedContract::verdict_text)
        .collect();
    assert_eq!(
        texts[0],
        "the contract cannot be read, `m` is neither a parameter nor a field of the class nor part of the method's cost, which depends on `n`"
    );
    assert!(texts[1].starts_with("met"), "{}", texts[1]);
}

#[test]
fn the_source_says_which_numbers_a_name_may_be() {
    let text = "class Fixture {
    static double rate;
    //@ energy <= 1 uJ when m <= 100000 * x && x <= 0.5;
    //@ energy <= 1 uJ when m <= 100000 * rate && rate <= 0.5;
    //@ energy <= 1 uJ when m <= 100000 * k && k <= 0.5;
    //@ energy <= 1 uJ when m + n <= -5000000000 && 0 <= m && m <= 100000;
    static int sum(int m, double x, byte k, long n) {
        int s = 0;
        for (int i = 0; i < m; i++) { s += i; }
        return s;
    }
}
";
    let expected = [
        (3, "violated"),
        (4, "violated"),
        (5, "met"),
        (6, "violated"),
    ];
    let expected = expected.map(|(line, word)| (line, word.to_owned()));
    assert_eq!(verdicts(text, &[]), expected);
}

#[test]
fn contracts_may_name_fields() {
    let text = "class Fixture {
    private int size;
    private final int capacity;
    static int most;
    int[] values;
    Fixture(int capacity) { this.capacity = capacity; }
    //@ energy <= 1 uJ * capacity + 1 uJ when this.size <= 10;
    //@ energy <= 1 nJ * capacity when this.size <= 10;
    int filled() {
        int s = 0;
        for (int i = 0; i < capacity; i++) { s += i; }
        return s;
    }
    //@ energy <= 20 uJ when size <= 10;
    //@ energy <= 20 uJ when this.size <= 10;
    //@ energy <= 2 uJ when this.size <= 100 && size >= 100;
    int used() {
        int s = 0;
        for (int i = 0; i < size; i++) { s += i; }
        return s;
    }
    //@ energy <= 20 uJ when Fixture.most <= 10;
    //@ energy <= 20 uJ when this.values.length <= 10;
    int both() {
        int s = 0;
        for (int i = 0; i < most; i++) { s += i; }
        for (int i = 0; i < values.length; i++) { s += i; }
        return s;
    }
    record Pair(int left, int right) {
        //@ energy <= 20 uJ when right <= 10 && left <= 10 && capacity <= 2;
        //@ energy <= 20 uJ when right <= 10 && middle <= 10;
        int sum() {
            int s = 0;
            for (int i = 0; i < right; i++) { s += i; }
            return s;
        }
    }
}
";
    let expected = [
        (7, "met"),
        (8, "violated"),
        (14, "met"),
        (15, "met"),
        (16, "violated"),
        (22, "holds"),
        (23, "holds"),
        (31, "met"),
        (32, "the"),
    ];
    let expected = expected.map(|(line, word)| (line, word.to_owned()));
    assert_eq!(verdicts(text, &[]), expected);
}

#[test]
fn contracts_in_comments_are_decided() {
    let expected = [(2, "met"), (3, "violated"), (4, "holds"), (5, "met")];
    let expected = expected.map(|(line, word)| (line, word.to_owned()));
    assert_eq!(verdicts(SUM, &[]), expected);
    let assumed = verdicts(SUM, &["n=100"]);
    assert_eq!(assumed.get(2), Some(&(4, "met".to_owned())));
}

#[test]
fn a_violated_contract_names_the_line_that_costs_most() {
    let findings = analyse(SUM).findings(&model(), &AssumedValues::default());
    let lines: Vec<(u32, FindingSeverity)> = findings
        .iter()
        .map(|finding| (finding.place.line, finding.severity))
        .collect();
    assert_eq!(
        lines,
        [
            (3, FindingSeverity::Warning),
            (4, FindingSeverity::Information)
        ]
    );
    let related = &findings[0].related;
    assert_eq!(related.first().map(|(line, _)| *line), Some(8));
    assert!(related[0].1.contains("up to 100 times"), "{related:?}");
    assert!(
        findings[0].message.contains("device device_1"),
        "{findings:?}"
    );
}

#[test]
fn contracts_in_annotations_are_read_from_the_class_file() {
    let text = "import jouled.annotation.EnergyBudget;
class Fixture {
    @EnergyBudget(worst = \"20 uJ\", when = \"n <= 100\")
    @EnergyBudget(worst = \"1 uJ\", quantile = 0.95, when = \"n <= 100\")
    static int sum(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += i; }
        return s;
    }
    @EnergyBudget(worst = \"much\")
    static int one() { return 1; }
}";
    let expected = [(3, "met"), (4, "violated"), (10, "the")];
    let expected = expected.map(|(line, word)| (line, word.to_owned()));
    assert_eq!(verdicts(text, &[]), expected);
}

#[test]
fn a_call_that_is_not_followed_leaves_a_contract_undecided() {
    let text = "class Fixture {
    //@ energy <= 1 J;
    static int f(int n) { return Integer.bitCount(n); }
    //@ energy <= 1 pJ;
    static int g(int n) { return Integer.bitCount(n); }
}";
    let expected = [(2, "undecided"), (4, "violated")];
    let expected = expected.map(|(line, word)| (line, word.to_owned()));
    assert_eq!(verdicts(text, &[]), expected);
}

#[test]
fn clauses_that_cannot_be_read_are_found_and_those_of_others_are_not() {
    let text = "class Fixture {
    //@ enrgy <= 1 J;
    //@ requires n > 0;
    static int f(int n) {
        //@ energy <= 1 J;
        return n;
    }
}";
    let findings = analyse(text).findings(&model(), &AssumedValues::default());
    let found: Vec<(u32, &str)> = findings
        .iter()
        .map(|finding| (finding.place.line, finding.code.name()))
        .collect();
    assert_eq!(found, [(2, "clause-syntax"), (5, "clause-syntax")]);
}

#[test]
fn a_hover_over_a_contract_says_whether_it_holds() {
    let analysis = analyse(SUM);
    let hover = analysis
        .hover(
            &model(),
            &AssumedValues::default(),
            2,
            ide::Pictures::None,
            None,
        )
        .expect("there is a contract");
    assert!(
        hover.contains("met: p99") && hover.contains("% left"),
        "{hover}"
    );
}

#[test]
fn a_worst_case_that_no_call_reaches_is_no_violation() {
    let text = "class Fixture {
    //@ energy <= 1 uJ when 10 <= n && n <= 100;
    static int early(int n) { if (n > 5) { return 0; } int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }
    //@ energy <= 1 uJ when 10 <= n && n <= 100;
    static int refused(int n) { if (n > 5) { throw new RuntimeException(); } int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }
    //@ energy <= 1.5 uJ;
    static int both(int n, int m) {
        int s = 0;
        if (n > m) { for (int i = 0; i < 20; i++) { s += i; } }
        if (n <= m) { for (int i = 0; i < 20; i++) { s -= i; } }
        return s;
    }
    //@ energy <= 1 uJ when a.length == 0 && n <= 100;
    //@ energy <= 1 uJ when a.length == 3 && n <= 100;
    static int none(int[] a, int n) { if (a.length == 0) { return 0; } int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }
    //@ energy <= 1 uJ when a.length <= 2 && n <= 100;
    //@ energy <= 1 uJ when a.length == 100 && n <= 100;
    static int first(int[] a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i]; } return s; }
    //@ energy <= 300 J when n <= 5000000000;
    static int typed(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }
    //@ energy <= 1 uJ when n <= 100;
    static int late(int n) { if (n > 50) { return 0; } int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }
}
";
    let expected = [
        (2, "undecided"),
        (4, "undecided"),
        (6, "undecided"),
        (13, "undecided"),
        (14, "violated"),
        (16, "undecided"),
        (17, "violated"),
        (19, "met"),
        (21, "violated"),
    ];
    let expected = expected.map(|(line, word)| (line, word.to_owned()));
    assert_eq!(verdicts(text, &[]), expected);
}

#[test]
fn values_that_always_cause_an_exception_are_no_violation() {
    let text = "class Fixture {
    //@ energy <= 1 nJ when n == 0;
    //@ energy <= 1 nJ when n == 7;
    static int divides(int n) { int s = 0; for (int i = 0; i < 20; i++) { s += i; } return s / (n * 2); }
    //@ energy <= 1 nJ when n == 0;
    //@ energy <= 1 nJ when n == 7;
    static long rest(long n) { int s = 0; for (int i = 0; i < 20; i++) { s += i; } return s % n; }
    //@ energy <= 1 nJ when n <= 2;
    //@ energy <= 1 nJ when n >= 3;
    static int[] makes(int n) { int s = 0; for (int i = 0; i < 20; i++) { s += i; } return new int[n - 3]; }
    //@ energy <= 1 nJ when n == 0;
    //@ energy <= 1 nJ when n == 7;
    static int asks(int n) { int[] a = new int[3]; if (n == 0) { a = null; } int s = 0; for (int i = 0; i < 20; i++) { s += i; } return s + a.length; }
}
";
    let expected = [
        (2, "undecided"),
        (3, "violated"),
        (5, "undecided"),
        (6, "violated"),
        (8, "undecided"),
        (9, "violated"),
        (11, "undecided"),
        (12, "violated"),
    ];
    let expected = expected.map(|(line, word)| (line, word.to_owned()));
    assert_eq!(verdicts(text, &[]), expected);
}

#[test]
fn a_plain_name_means_no_field_of_another_class() {
    let text = "class Fixture {
    static int LIMIT = 3;
    //@ energy <= 2 uJ when LIMIT <= 10;
    //@ energy <= 2 uJ when Other.LIMIT <= 10;
    static int other() { int s = 0; for (int i = 0; i < Other.LIMIT; i++) { s += i; } return s; }
    static class Inner {
        //@ energy <= 2 uJ when LIMIT <= 10;
        static int outer() { int s = 0; for (int i = 0; i < LIMIT; i++) { s += i; } return s; }
    }
}
class Other { static int LIMIT = 1000; }
";
    let expected = [(3, "holds"), (4, "met"), (7, "met")];
    let expected = expected.map(|(line, word)| (line, word.to_owned()));
    assert_eq!(verdicts(text, &[]), expected);
}

#[test]
fn an_assumed_value_hides_no_call_without_a_price() {
    let text = "class Fixture {
    //@ energy <= 1 J when n <= 10;
    static int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += Integer.bitCount(i); } return s; }
}";
    assert_eq!(verdicts(text, &["n=0"]), [(2, "undecided".to_owned())]);
}
