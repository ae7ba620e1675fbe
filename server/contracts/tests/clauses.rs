//! Clauses in comments and annotations, and the messages if they are not valid.

#![allow(
    clippy::panic,
    reason = "the helpers of a test fail like the test itself"
)]

use contracts::{Clause, ClauseKind, Contract, Elements, read};
use wcec::declared::{Comparison, Expression, LoopClause, Relation};

/// The clauses of a comment, and its problems as `line:column message`.
fn read_one(text: &str) -> (Vec<Clause>, Vec<String>) {
    let whole = 0..text.len();
    let found = read(text, std::slice::from_ref(&whole));
    let place = |at: usize| {
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        format!("{line}:{column}")
    };
    let problems = found
        .problems
        .into_iter()
        .map(|problem| format!("{} {}", place(problem.range.start), problem.message))
        .collect();
    (found.clauses, problems)
}

fn contract(text: &str) -> Contract {
    let (clauses, problems) = read_one(text);
    assert!(problems.is_empty(), "{text}: {problems:?}");
    match clauses.as_slice() {
        [
            Clause {
                kind: ClauseKind::Energy(contract),
                ..
            },
        ] => contract.clone(),
        other => panic!("{text}: {other:?}"),
    }
}

fn problem(text: &str) -> String {
    let (clauses, problems) = read_one(text);
    assert!(clauses.is_empty(), "{text}: {clauses:?}");
    let [problem] = problems.as_slice() else {
        panic!("{text}: {problems:?}");
    };
    problem.clone()
}

fn loops(text: &str) -> Vec<LoopClause> {
    let (clauses, problems) = read_one(text);
    assert!(problems.is_empty(), "{text}: {problems:?}");
    clauses
        .into_iter()
        .map(|clause| match clause.kind {
            ClauseKind::Loop(clause) => clause,
            ClauseKind::Energy(contract) => panic!("{contract:?}"),
        })
        .collect()
}

/// The budget in nanojoules for n = 4, xs.length = 16, and 3 for everything else.
fn budget(expression: &str) -> f64 {
    let contract = contract(&format!("//@ energy <= {expression};"));
    1e9 * contract.budget.value(&|name: &str| match name {
        "n" => 4.0,
        "xs.length" => 16.0,
        _ => 3.0,
    })
}

fn close(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() <= 1e-12 * wanted.abs()
}

#[test]
fn a_budget_with_its_quantile_and_its_condition() {
    let read = contract("//@ energy <= 5 mJ @ 0.95 when n <= 1000 && 0 < xs.length;");
    assert_eq!(read.budget, contracts::Expression::Real(0.005));
    assert!(close(read.quantile, 0.95));
    let comparisons: Vec<Comparison> = read.when.iter().map(|part| part.comparison).collect();
    assert_eq!(comparisons, [Comparison::AtMost, Comparison::Less]);
    assert_eq!(
        read.names().into_iter().collect::<Vec<_>>(),
        ["n", "xs.length"]
    );
}

#[test]
fn the_quantile_is_99_percent_if_none_is_given() {
    assert!(close(contract("//@ energy <= 1 J;").quantile, 0.99));
}

#[test]
fn every_unit_has_its_size() {
    for (unit, nanojoules) in [
        ("pJ", 1e-3),
        ("nJ", 1.0),
        ("uJ", 1e3),
        ("µJ", 1e3),
        ("μJ", 1e3),
        ("mJ", 1e6),
        ("J", 1e9),
        ("kJ", 1e12),
    ] {
        assert!(
            close(budget(&format!("2.5 {unit}")), 2.5 * nanojoules),
            "{unit}"
        );
        assert!(
            close(budget(&format!("2.5{unit}")), 2.5 * nanojoules),
            "{unit}"
        );
    }
}

#[test]
fn arithmetic_binds_as_in_java_and_a_power_binds_tightest() {
    for (expression, nanojoules) in [
        ("40 nJ * xs.length + 1 uJ", 1640.0),
        ("1 uJ + 40 nJ * xs.length", 1640.0),
        ("n * 2 nJ", 8.0),
        ("2 nJ * n ^ 2", 32.0),
        ("2 nJ * n ^ 2 ^ 2", 512.0),
        ("2 nJ * (n + 1) * n / 2", 20.0),
        ("10 nJ - 2 nJ - 3 nJ", 5.0),
        ("2 nJ * -n + 10 nJ", 2.0),
        ("3 nJ * log2(xs.length)", 12.0),
        ("3 nJ * log2(n / 8)", 0.0),
        ("1 nJ * (xs.length % 5)", 1.0),
        (
            "1_000 nJ * this.rows[].length + 1e1 nJ * s.length()",
            3030.0,
        ),
    ] {
        assert!(
            close(budget(expression), nanojoules),
            "{expression}: {}",
            budget(expression)
        );
    }
}

#[test]
fn a_block_comment_may_hold_several_clauses_on_several_lines() {
    let text = "/*@ requires n > 0;
                  @ energy <= 5 mJ
                  @   when n <= 10;
                  @ ensures (\\forall int i; 0 <= i; i < n); energy <= 1 mJ @ 0.5;
                  @*/";
    let (clauses, problems) = read_one(text);
    assert!(problems.is_empty(), "{problems:?}");
    let texts: Vec<&str> = clauses
        .iter()
        .map(|clause| &text[clause.range.clone()])
        .collect();
    assert_eq!(texts.len(), 2);
    assert!(texts[0].starts_with("energy <= 5 mJ") && texts[0].ends_with("n <= 10;"));
    assert_eq!(texts[1], "energy <= 1 mJ @ 0.5;");
}

#[test]
fn a_clause_may_go_on_in_the_next_comment_line() {
    let text = "//@ energy <= 5 mJ\n//@   when n <= 10;";
    let comments = [0..18, 19..text.len()];
    let found = read(text, &comments);
    assert_eq!((found.clauses.len(), found.problems.len()), (1, 0));
}

#[test]
fn clauses_of_other_tools_are_none_of_ours() {
    for text in [
        "// energy <= nonsense",
        "/* energy <= nonsense */",
        "//@ pure",
        "//@ requires n > 0;",
        "//@ ensures \\result == energy <= 5;",
        "//@ assignable \\nothing; signals (Exception e) false;",
        "//@formatter:off",
        "//@ entry of the module",
        "//@ decreasing \\old(n) - i;",
        "//@ maintaining (\\forall int i; 0 <= i; a[i] > 0);",
        "/*@ also public normal_behavior @*/",
        "/*@*/",
        "//@",
        "/*@",
    ] {
        let (clauses, problems) = read_one(text);
        assert!(
            clauses.is_empty() && problems.is_empty(),
            "{text}: {clauses:?} {problems:?}"
        );
    }
}

#[test]
fn a_clause_follows_what_has_no_semicolon() {
    let text = "/*@ pure\n  @ energy <= 1 nJ; @*/";
    assert!(close(contract(text).budget.value(&|_: &str| 0.0), 1e-9));
}

#[test]
fn a_clause_in_an_ordinary_comment_is_not_overlooked() {
    for (comment, clause) in [
        ("// @ energy <= 1 nJ;", "@ energy <= 1 nJ;"),
        ("//\t@energy typical <= 1 uJ;", "@energy typical <= 1 uJ;"),
        ("/* @energy <= 1 nJ; */", "@energy <= 1 nJ;"),
        ("/** @energy <= 1 nJ; */", "@energy <= 1 nJ;"),
        (
            "/**\n * Adds.\n * @energy p95 <= 1 nJ when n < 3;\n */",
            "@energy p95 <= 1 nJ when n < 3;",
        ),
        ("/// @energy <= 1 nJ;", "@energy <= 1 nJ;"),
        ("// @loop_bound 10;", "@loop_bound 10;"),
    ] {
        assert!(contracts::may_be_mistaken(comment), "{comment}");
        let text = format!("/* é */ {comment}\nint f() {{}}");
        let begin = "/* é */ ".len();
        let found = contracts::mistaken(&text, &(begin..begin + comment.len()));
        assert_eq!(found.len(), 1, "{comment}");
        assert_eq!(&text[found[0].range.clone()], clause, "{comment}");
        assert!(
            found[0].message.contains("write `//@ "),
            "{}",
            found[0].message
        );
    }
    for comment in [
        "//@ energy <= 1 nJ;",
        "/*@ energy <= 1 nJ; @*/",
        "// //@ energy <= 1 nJ;",
        "// the energy <= 1 nJ here",
        "/** @see energy */",
        "/** {@code energy <= 1} */",
        "// a@energy = 1",
        "/** @energyLimit <= 3; */",
        "// mail me @energy",
        "//",
        "/**/",
        "",
    ] {
        let found = contracts::mistaken(comment, &(0..comment.len()));
        assert!(found.is_empty(), "{comment}: {found:?}");
    }
}

#[test]
fn messages_say_where_what_was_expected_and_what_stands_there() {
    for (text, message) in [
        ("//@ energy < 5 mJ;", "1:12 expected `<=`, found `<`"),
        (
            "//@ energy",
            "1:11 expected `<=`, found the end of the clause",
        ),
        (
            "//@ energy <= 5;",
            "1:15 expected an energy such as `5 mJ`, found `5`; units are pJ, nJ, uJ, mJ, J and kJ",
        ),
        (
            "//@ energy <= 5 mJ when n >= 010;",
            "1:30 Java reads `010` as an octal number; write it without the leading 0",
        ),
        (
            "//@ energy <= 5 MJ;",
            "1:17 there is no unit `MJ`; units are pJ, nJ, uJ, mJ, J and kJ",
        ),
        (
            "//@ energy <= 5 mJ @ 99;",
            "1:22 expected a quantile from 0.5 to below 1, found `99`",
        ),
        (
            "//@ energy <= 5 mJ @ n;",
            "1:22 expected a quantile such as `0.99`, found `n`",
        ),
        (
            "//@ energy <= 5 mJ + n;",
            "1:22 expected an energy such as `5 mJ`, found `n`",
        ),
        (
            "//@ energy <= 5 mJ * 2 mJ;",
            "1:22 expected a number, found the energy `2 mJ`",
        ),
        (
            "//@ energy <= 5 mJ when n;",
            "1:26 expected a comparison such as `<=`, found the end of the clause",
        ),
        (
            "//@ energy <= 5 mJ when 0 <= n <= 9;",
            "1:32 a comparison has two sides; write `0 <= n && n <= 9` for a range",
        ),
        (
            "//@ energy <= (5 mJ;",
            "1:20 expected `)`, found the end of the clause",
        ),
        (
            "//@ energy <= 5 mJ * ;",
            "1:21 expected a number, an energy or a name, found the end of the clause",
        ),
        (
            "//@ energy <= 5 mJ",
            "1:5 expected `;` at the end of this `energy` clause",
        ),
        (
            "//@ enrgy <= 5 mJ;",
            "1:5 there is no clause `enrgy`; did you mean `energy`?",
        ),
        (
            "//@ Energy <= 5 mJ;",
            "1:5 there is no clause `Energy`; did you mean `energy`?",
        ),
        (
            "//@ loopbound n;",
            "1:5 there is no clause `loopbound`; did you mean `loop_bound`?",
        ),
        (
            "//@ loop_bound 0.5 * n;",
            "1:16 expected whole numbers with + - * / % and powers, found `0.5 * n`",
        ),
        (
            "/*@ requires true;\n  @ energy <= x;\n  @*/",
            "2:15 expected an energy such as `5 mJ`, found `x`; units are pJ, nJ, uJ, mJ, J and kJ",
        ),
        (
            "//@ energy <= n.f(1) * 1 nJ;",
            "1:19 expected `)`, because only a call without arguments has a name, found `1`",
        ),
        ("//@ energy <= 1 nJ * n ^ 17;", "1:26 a power is at most 16"),
    ] {
        assert_eq!(problem(text), message, "{text}");
    }
}

#[test]
fn clauses_of_loops() {
    use Expression::{Difference, Name, Number, Product, Quotient};
    let name = |name: &str| Box::new(Name(name.to_owned()));
    assert_eq!(
        loops("//@ loop_bound n * (n - 1) / 2;"),
        [LoopClause::Bound(Quotient(
            Box::new(Product(
                name("n"),
                Box::new(Difference(name("n"), Box::new(Number(1))))
            )),
            Box::new(Number(2)),
        ))]
    );
    assert_eq!(
        loops("//@ loop_bound xs.length ^ 2;"),
        [LoopClause::Bound(Product(
            name("xs.length"),
            name("xs.length")
        ))]
    );
    for word in ["decreasing", "decreases"] {
        assert_eq!(
            loops(&format!("//@ {word} b - a;")),
            [LoopClause::Decreasing(Difference(name("b"), name("a")))]
        );
    }
}

#[test]
fn an_invariant_is_read_as_far_as_it_is_understood() {
    let relation = |left: Expression, comparison, right: Expression| Relation {
        left,
        comparison,
        right,
    };
    let name = |name: &str| Expression::Name(name.to_owned());
    let zero_to_n = vec![
        relation(Expression::Number(0), Comparison::AtMost, name("i")),
        relation(name("i"), Comparison::AtMost, name("n")),
    ];
    for text in [
        "//@ maintaining 0 <= i && i <= n;",
        "//@ loop_invariant 0 <= i && i <= n;",
        "//@ maintaining (0 <= i) && ((i <= n));",
        "//@ maintaining 0 <= i && (\\forall int k; 0 <= k && k < i; a[k] == 0) && i <= n;",
        "//@ maintaining 0 <= i && a != null && i <= n;",
    ] {
        let read = loops(text);
        let [LoopClause::Maintaining(relations)] = read.as_slice() else {
            panic!("{text}: {read:?}");
        };
        let others = Relation {
            left: name("a"),
            comparison: Comparison::Unequal,
            right: name("null"),
        };
        let relations: Vec<Relation> = relations
            .iter()
            .filter(|one| **one != others)
            .cloned()
            .collect();
        assert_eq!(relations, zero_to_n, "{text}");
    }
    // The sides of an alternative do not hold separately.
    for text in [
        "//@ maintaining 0 <= i || i <= n;",
        "//@ maintaining 0 <= i && i <= n || found;",
        "//@ maintaining 0 <= i ==> i <= n;",
        "//@ maintaining 0 <= i <==> i <= n;",
        "//@ maintaining !(0 <= i && i <= n);",
        "//@ maintaining found ? 0 <= i : i <= n;",
    ] {
        assert_eq!(loops(text), [], "{text}");
    }
}

#[test]
fn an_annotation_says_the_same_as_a_comment() {
    let elements = Elements {
        worst: Some("40 nJ * xs.length + 1 uJ".to_owned()),
        quantile: Some(0.999),
        when: Some("xs.length <= 10".to_owned()),
        ..Elements::default()
    };
    let text = elements.text();
    assert_eq!(
        text,
        "energy <= 40 nJ * xs.length + 1 uJ @ 0.999 when xs.length <= 10"
    );
    assert_eq!(elements.contract(), Ok(contract(&format!("//@ {text};"))));
    let least = Elements {
        worst: Some("1 J".to_owned()),
        when: Some(String::new()),
        ..Elements::default()
    };
    assert_eq!(least.contract(), Ok(contract("//@ energy <= 1 J;")));
}

#[test]
fn an_annotation_promises_typical_energies() {
    let typical = Elements {
        typical: Some("5 uJ".to_owned()),
        ..Elements::default()
    };
    assert_eq!(typical.text(), "energy typical <= 5 uJ");
    let promised = contract("//@ energy typical <= 5 uJ;");
    assert_eq!(promised.promise, contracts::BudgetedEnergy::Typical);
    assert_eq!(typical.contract(), Ok(promised));
    // An annotation with both is two contracts.
    let both = Elements {
        worst: Some("1 J".to_owned()),
        quantile: Some(0.999),
        ..typical.clone()
    };
    let texts: Vec<String> = both.apart().iter().map(Elements::text).collect();
    assert_eq!(texts, ["energy <= 1 J @ 0.999", "energy typical <= 5 uJ"]);
    let with_quantile = Elements {
        quantile: Some(0.9),
        ..typical
    };
    let message = with_quantile.contract().expect_err("is wrong");
    assert!(message.starts_with("in `typical`: "), "{message}");
    assert_eq!(
        contract("//@ energy worst <= 1 J;"),
        contract("//@ energy <= 1 J;")
    );
}

#[test]
fn an_annotation_says_which_element_is_wrong() {
    let message = |worst: &str, quantile: f64, when: &str| {
        let elements = Elements {
            worst: Some(worst.to_owned()),
            quantile: Some(quantile),
            when: Some(when.to_owned()),
            ..Elements::default()
        };
        elements.contract().expect_err("is wrong")
    };
    assert_eq!(
        message("", 0.99, ""),
        "in `worst`: expected a number, an energy or a name, found nothing more"
    );
    assert_eq!(
        message("5 mJ when n < 3", 0.99, ""),
        "in `worst`: expected an operator or `;`, found `when`"
    );
    assert_eq!(
        message("5 mJ", f64::NAN, ""),
        "in `quantile`: expected a quantile from 0.5 to below 1, found `NaN`"
    );
    assert_eq!(
        message("5 mJ", 0.99, "n"),
        "in `when`: expected a comparison such as `<=`, found nothing more"
    );
}

#[test]
fn a_hostile_comment_is_cut_off() {
    let deep = format!(
        "//@ energy <= {}1 J{};",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    assert!(
        read_one(&deep)
            .1
            .iter()
            .any(|message| message.contains("nested deeper than 64"))
    );
    let minus = format!("//@ energy <= {}1 J;", "-".repeat(3000));
    assert!(problem(&minus).contains("nested deeper than 64"));
    let long = format!("//@ {}", "energy <= 1 J;".repeat(100_000));
    let (clauses, problems) = read_one(&long);
    assert!(clauses.len() < 1000);
    assert!(
        problems
            .last()
            .is_some_and(|message| message.contains("more than 4096"))
    );
}
