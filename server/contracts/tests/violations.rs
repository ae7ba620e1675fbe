//! A contract is violated only by values that a caller can bring about, and only if every call with them breaks it.

use crate::verdicts::{
    DEVICE_1, PRICER, additions, contract, parameter, plus, scope, symbol_at,
};
use contracts::{ContractStatus, Question, Scope, Verdict, VerdictReason};
use cost::{Cost, Measure, Place, Polynomial, Root, SymbolKind};
use wcec::{BestCase, LeastEnd};

/// The verdict if calls with the decisive values cost at least `least`, and end like this.
fn of_least(scope: &Scope, clause: &str, cost: &Cost, least: &Cost, end: LeastEnd) -> Verdict {
    Question {
        contract: &contract(clause),
        cost,
        scope,
        unpriced: &[],
        rests_on: &[],
        least: &|_| {
            let mut least = BestCase::from(least.clone());
            least.end = end;
            least
        },
        pricer: &PRICER,
        device: DEVICE_1,
        assumed: &|_| None,
    }
    .answer()
}

/// A value that the code finds on its way.
fn found(name: &str, kind: SymbolKind) -> Polynomial {
    symbol_at(name, kind, None)
}

/// The first argument.
fn argument(name: &str) -> Polynomial {
    let place = Place {
        root: Root::Argument(0),
        path: Vec::new(),
    };
    symbol_at(name, SymbolKind::Parameter, Some((place, Measure::Value)))
}

#[test]
fn only_what_every_call_costs_shows_a_violation() {
    let (scope, cost) = (scope(&[("n", "int")], &[]), additions(&parameter("n")));
    let clause = "energy <= 1 uJ when n <= 100";
    let of = |least: &Cost| of_least(&scope, clause, &cost, least, LeastEnd::Returns);
    assert_eq!(of(&cost).outcome, ContractStatus::Violated);
    // A tenth of the worst case is below the budget.
    let least = additions(&Polynomial::constant(10));
    let found = of(&least);
    assert_eq!(
        (found.outcome, found.reasons),
        (ContractStatus::Undecided, vec![VerdictReason::UpperBound])
    );
    assert_eq!(
        of(&additions(&Polynomial::constant(50))).outcome,
        ContractStatus::Violated
    );
}

#[test]
fn a_value_that_the_code_finds_breaks_nothing() {
    for kind in [SymbolKind::Field, SymbolKind::Loop, SymbolKind::Argument] {
        let cost = additions(&plus(&parameter("n"), &found("xs.size()", kind)));
        let scope = scope(&[("n", "int")], &[]);
        let clause = "energy <= 10 uJ when n <= 100";
        let verdict = of_least(&scope, clause, &cost, &cost, LeastEnd::Returns);
        assert_eq!(verdict.outcome, ContractStatus::Undecided, "{kind:?}");
        assert!(
            verdict
                .reasons
                .contains(&VerdictReason::Opaque("xs.size()".to_owned())),
            "{verdict}"
        );
        // The rest alone breaks it, whatever the code finds.
        let clause = "energy <= 1 uJ when n <= 100";
        let verdict = of_least(&scope, clause, &cost, &cost, LeastEnd::Returns);
        assert_eq!(verdict.outcome, ContractStatus::Violated, "{kind:?}");
        let shown = verdict.decisive.map(|at| at.values);
        assert_eq!(shown, Some(vec![("n".to_owned(), 100.0)]), "{kind:?}");
    }
}

#[test]
fn a_condition_or_a_budget_of_what_the_code_finds_decides_no_violation() {
    let cost = additions(&parameter("n"));
    let with_loop = additions(&plus(&parameter("n"), &found("loop@7", SymbolKind::Loop)));
    let scope = scope(&[("n", "int")], &[]);
    for clause in [
        "energy <= 1 uJ when n <= 100 && loop@7 <= 3",
        "energy <= 1 uJ + 1 nJ * loop@7 when n <= 100",
    ] {
        let verdict = of_least(&scope, clause, &with_loop, &cost, LeastEnd::Returns);
        assert_eq!(verdict.outcome, ContractStatus::Undecided, "{clause}");
    }
}

#[test]
fn a_call_that_does_not_return_breaks_nothing() {
    let (scope, cost) = (scope(&[("n", "int")], &[]), additions(&parameter("n")));
    let clause = "energy <= 1 uJ when n <= 100";
    for end in [LeastEnd::MayThrow, LeastEnd::NeverReturns] {
        let verdict = of_least(&scope, clause, &cost, &cost, end);
        assert_eq!(verdict.outcome, ContractStatus::Undecided);
        assert_eq!(verdict.reasons, [VerdictReason::MayThrow(None)]);
        assert!(
            verdict.to_string().contains("may end with an exception"),
            "{verdict}"
        );
    }
}

#[test]
fn a_number_beyond_its_type_breaks_nothing() {
    let (scope, cost) = (scope(&[("n", "int")], &[]), additions(&argument("n")));
    let clause = "energy <= 150 J when n <= 5000000000";
    let verdict = of_least(&scope, clause, &cost, &cost, LeastEnd::Returns);
    assert_eq!(verdict.outcome, ContractStatus::Met);
}

#[test]
fn a_method_that_refuses_large_values_is_tried_with_smaller_ones() {
    let (scope, cost) = (scope(&[("n", "int")], &[]), additions(&argument("n")));
    let clause = contract("energy <= 1 uJ when n <= 100");
    let up_to = |refused: f64| {
        let question = Question {
            contract: &clause,
            cost: &cost,
            scope: &scope,
            unpriced: &[],
            rests_on: &[],
            least: &|given| {
                let mut least = BestCase::from(cost.clone());
                if given.argument(0).is_none_or(|n| n > refused) {
                    least.end = LeastEnd::NeverReturns;
                }
                least
            },
            pricer: &PRICER,
            device: DEVICE_1,
            assumed: &|_| None,
        };
        question.answer()
    };
    let found = up_to(30.0);
    assert_eq!(found.outcome, ContractStatus::Violated, "{found}");
    let shown = found.decisive.map(|at| at.values);
    assert_eq!(shown, Some(vec![("n".to_owned(), 20.0)]));
    assert_eq!(up_to(19.0).outcome, ContractStatus::Undecided);
}

#[test]
fn no_caller_chooses_a_constant() {
    let cost = additions(&argument("n"));
    let mut scope = scope(&[("n", "int")], &[("MOST", "int")]);
    for clause in [
        "energy <= 1 uJ * MOST when n <= 100",
        "energy <= 1 uJ when n <= 100 && n <= MOST",
    ] {
        let of = |scope: &Scope| of_least(scope, clause, &cost, &cost, LeastEnd::Returns).outcome;
        scope.constants.clear();
        assert_eq!(of(&scope), ContractStatus::Violated, "{clause}");
        scope.constants.push("MOST".to_owned());
        assert_eq!(of(&scope), ContractStatus::Undecided, "{clause}");
    }
}

#[test]
fn the_name_of_a_box_is_that_of_its_number() {
    let scope = scope(&[("n", "Integer")], &[]);
    let place = Place {
        root: Root::Argument(0),
        path: vec!["intValue()".into()],
    };
    let place = Some((place, Measure::Value));
    let cost = additions(&symbol_at("n.intValue()", SymbolKind::Field, place));
    let clause = "energy <= 100 uJ when n <= 100";
    let verdict = of_least(&scope, clause, &cost, &cost, LeastEnd::Returns);
    assert_eq!(verdict.outcome, ContractStatus::Met, "{verdict}");
    assert!(verdict.idle.is_empty(), "{verdict}");
}

#[test]
fn a_large_energy_is_a_multiple_of_the_budget() {
    let (scope, cost) = (scope(&[("n", "int")], &[]), additions(&parameter("n")));
    let of = |clause: &str| {
        let verdict = of_least(&scope, clause, &cost, &cost, LeastEnd::Returns);
        let at = verdict.decisive.clone().expect("values");
        (verdict.to_string(), at.energy / at.budget)
    };
    let (text, times) = of("energy <= 1 nJ when n == 100");
    let expected = format!(" is {times:.0} times the budget of 1.00 nJ at n = 100");
    assert!(text.contains(&expected), "{text}");
    let (text, _) = of("energy <= 2 uJ when n == 100");
    assert!(text.contains("% above 2.00 µJ"), "{text}");
}
