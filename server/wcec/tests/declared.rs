//! Declared bounds, each beside its loop: used if the analysis finds nothing better, refuted if they are wrong.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test may panic, and says which expectation failed"
)]

use bytecode::ClassFile;
use cost::AssumptionKind;
use crate::support::{ONE_EACH, bounds, compile, method, price_instructions};
use wcec::declared::Comparison;
use wcec::declared::DeclaredLoop;
use wcec::declared::Expression;
use wcec::declared::LoopClause;
use wcec::declared::Relation;
use wcec::{LoopKind, MethodCost, MethodInput, NoteKind, Scratch, analyse};

const TEXT: &str = "class Fixture {
    int size;
    static int gcd(int a, int b) {
        while (b != 0) { int t = a % b; a = b; b = t; }
        return a;
    }
    static int until(java.util.Queue<String> q, int n) {
        while (!q.isEmpty()) { q.add(q.poll()); }
        return n;
    }
    static int counted(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += i; }
        return s;
    }
    static int unequal(int i, int n) {
        int s = 0;
        while (i != n) { i++; s++; }
        return s;
    }
    int field(java.util.Queue<String> q) {
        int s = size;
        do {
            q.add(q.poll());
        } while (!q.isEmpty());
        return s;
    }
}
";

/// The result for a method with a clause before the loop at a line.
fn with(name: &str, line: u32, clause: LoopClause) -> MethodCost {
    // Only one statement of the fixture has more than one line.
    let last = if line == 23 { line + 2 } else { line };
    let bytes = compile(TEXT);
    let class = ClassFile::parse(&bytes).expect("a class");
    let method = method(&class, name);
    let code = method.code.as_ref().expect("code");
    let declared = [DeclaredLoop {
        lines: line..=last,
        inner: [].into(),
        on_line: (0, 1),
        clause,
        clause_line: line - 1,
    }];
    analyse(
        &MethodInput {
            class: &class,
            method,
            code,
            priced: &price_instructions(code),
            means: &ONE_EACH,
            spread: None,
            writes: &[],
            outcomes: &[],
            declared: &declared,
            calls: &[],
        },
        &mut Scratch::default(),
    )
}

fn name(text: &str) -> Expression {
    Expression::Name(text.to_owned())
}

fn number(value: i64) -> Expression {
    Expression::Number(value)
}

#[test]
fn a_number_that_every_iteration_decreases_bounds_a_loop() {
    let cost = with("gcd", 4, LoopClause::Decreasing(name("b")));
    assert_eq!(bounds(&cost), ["2·⌈log₂(b + 1)⌉ + 2·⌈log₂(1 − b)⌉ + 1"]);
    assert_eq!(cost.loops[0].kind, LoopKind::Symbolic);
    // The code itself shows more than the clause, so nothing relies on the clause.
    assert!(
        !cost
            .notes
            .iter()
            .any(|note| note.kind == NoteKind::Assumes(AssumptionKind::Declared))
    );
    assert_eq!(cost.refuted, []);
}

#[test]
fn a_declared_bound_is_used_where_the_code_shows_none() {
    let twice = Expression::Product(Box::new(name("n")), Box::new(number(2)));
    let cost = with("until", 8, LoopClause::Bound(twice));
    assert_eq!(bounds(&cost), ["2·n"]);
    let cost = with("until", 8, LoopClause::Bound(name("q.size()")));
    assert_eq!(bounds(&cost), ["q.size()"]);
    assert_eq!(cost.loops[0].kind, LoopKind::Symbolic);
    // The line of a `do` has no code.
    let cost = with("field", 23, LoopClause::Bound(name("size")));
    assert_eq!(bounds(&cost), ["size"]);
}

#[test]
fn an_unknown_name_becomes_a_symbol_and_is_noted() {
    let cost = with("until", 8, LoopClause::Bound(name("k")));
    assert_eq!(bounds(&cost), ["k"]);
    assert_eq!(cost.loops[0].kind, LoopKind::Opaque);
    let unknown = NoteKind::UnknownName {
        name: "k".to_owned(),
    };
    assert!(cost.notes.iter().any(|note| note.kind == unknown));
}

#[test]
fn a_declared_bound_does_not_replace_a_computed_one() {
    let cost = with("counted", 13, LoopClause::Bound(name("n")));
    assert_eq!(
        (bounds(&cost), cost.refuted),
        (vec!["n".to_owned()], Vec::new())
    );
    let fewer = with("counted", 13, LoopClause::Bound(Expression::Number(7)));
    assert_eq!(
        (bounds(&fewer), fewer.refuted),
        (vec!["7".to_owned()], Vec::new())
    );
}

#[test]
fn a_declared_bound_that_is_too_small_is_refuted() {
    let less = Expression::Quotient(Box::new(name("n")), Box::new(number(1)));
    let less = Expression::Difference(Box::new(less), Box::new(number(1)));
    let cost = with("counted", 13, LoopClause::Bound(less.clone()));
    assert_eq!(bounds(&cost), ["n"]);
    let [refuted] = cost.refuted.as_slice() else {
        panic!("{:?}", cost.refuted);
    };
    assert_eq!((refuted.line, refuted.clause_line), (13, 12));
    assert_eq!(
        refuted.message,
        "the loop repeats n times, but at most (n − 1) are declared"
    );
    // A decreasing expression allows one iteration more than its value.
    assert_eq!(
        with("counted", 13, LoopClause::Decreasing(less)).refuted,
        []
    );
}

#[test]
fn maintained_relations_hold_when_a_loop_begins() {
    let relation = Relation {
        left: name("i"),
        comparison: Comparison::AtMost,
        right: name("n"),
    };
    let cost = with("unequal", 18, LoopClause::Maintaining(vec![relation]));
    assert_eq!(bounds(&cost), ["(n − i)"]);
    let relation = Relation {
        left: name("n"),
        comparison: Comparison::Less,
        right: name("i"),
    };
    let cost = with("unequal", 18, LoopClause::Maintaining(vec![relation]));
    assert_eq!(cost.loops[0].kind, LoopKind::Opaque);
}
