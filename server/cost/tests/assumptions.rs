//! Lists of assumptions.

use cost::{Assumption, AssumptionKind, Assumptions};
use std::sync::Arc;

fn count(method: &str, symbol: &str, is_of_library: bool) -> Assumption {
    Assumption {
        method: Arc::from(method),
        file: None,
        line: None,
        kind: AssumptionKind::Count {
            symbol: symbol.to_owned(),
            says: format!("{symbol} is at most 9"),
            at_most: 9,
        },
        is_of_library,
    }
}

#[test]
fn assumptions_of_one_root_are_one_statement() {
    let mut all = Assumptions::default();
    for symbol in ["a", "b", "c", "d"] {
        all.add(count("List.add", symbol, true));
    }
    all.add(count("Mine.run", "n", false));
    all.add(count("Mine.run", "m", false));
    all.add(count("Mine.walk", "k", false));
    let statements = all.statements();
    let told: Vec<String> = statements.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "inside the libraries, a is at most 9; b is at most 9; c is at most 9; and 1 more of that kind",
            "in Mine.run, m is at most 9; n is at most 9",
            "k is at most 9 (in Mine.walk)",
        ]
    );
    assert_eq!((all.len(), statements.len()), (7, 3));
}

/// A number that rests on too many counts is not shown, so a list that is full of other things must not hide them.
#[test]
fn a_full_list_leaves_out_counts_last() {
    let fields = || {
        (0..200).map(|index| Assumption {
            kind: AssumptionKind::FieldUnchanged {
                field: format!("f{index}"),
            },
            // Some sort before the counts, and others behind them.
            ..count(if index % 2 == 0 { "A.a" } else { "Z.z" }, "", false)
        })
    };
    let counts = || (0..40).map(|index| count("M.m", &format!("loop@{index}"), false));
    let orders: [Vec<Assumption>; 3] = [
        fields().chain(counts()).collect(),
        counts().chain(fields()).collect(),
        fields().zip(counts()).flat_map(<[_; 2]>::from).collect(),
    ];
    for order in orders {
        let mut one_by_one = Assumptions::default();
        let mut callee = Assumptions::default();
        for (index, assumption) in order.into_iter().enumerate() {
            if index % 3 == 0 {
                callee.add(assumption.clone());
            }
            one_by_one.add(assumption);
        }
        let mut all = one_by_one.clone();
        all.add_all(&callee);
        for list in [&one_by_one, &all] {
            assert!(list.has_more);
            assert_eq!((list.counts(), list.len()), (40, 64));
            assert!(list.iter().is_sorted());
        }
    }
}
