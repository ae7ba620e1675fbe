//! Conditions that allow more than they seem to: negative numbers, fractions, numbers beyond the largest `int`, and names that the
//! analysis uses too.

use crate::verdicts::{
    DEVICE_1, PRICER, additions, contract, parameter, plus, scaled, scope, times, verdict,
    within,
};
use contracts::{ContractStatus, Scope, Verdict};
use cost::{Cost, Measure, Place, Polynomial, Root, Symbol, SymbolKind};
use pricing::Tally;
use proptest::prelude::*;
use std::cmp::Ordering;
use std::sync::Arc;

fn positive(difference: &Polynomial) -> Polynomial {
    Polynomial::positive_ceiling(difference, 1).unwrap_or_default()
}

fn difference(a: &Polynomial, b: &Polynomial) -> Polynomial {
    positive(&plus(a, &scaled(b, -1, 1)))
}

fn violated(found: &Verdict, clause: &str) {
    assert_eq!(
        found.outcome,
        ContractStatus::Violated,
        "{clause}: {found}"
    );
}

#[test]
fn a_negative_number_in_a_difference_adds_to_the_energy() {
    let cost = additions(&difference(&parameter("m"), &parameter("n")));
    for clause in [
        "energy <= 1 uJ + 1 uJ * m when n == -100000",
        "energy <= 1 uJ + 1 uJ * m when -100000 <= n && n <= 0",
        "energy <= 1 uJ + 1 uJ * m when n >= -30",
    ] {
        violated(&verdict(clause, &cost), clause);
    }
    for clause in [
        "energy <= 1 uJ + 80 nJ * m when n >= 0 && n <= 5",
        "energy <= 3 uJ + 80 nJ * m when n >= -30 && n <= 5",
    ] {
        assert_eq!(verdict(clause, &cost).outcome, ContractStatus::Met, "{clause}");
    }
    let product = additions(&positive(&times(&parameter("m"), &parameter("n"))));
    let cube = times(&parameter("n"), &times(&parameter("n"), &parameter("n")));
    let cube = additions(&positive(&plus(&parameter("m"), &scaled(&cube, -1, 1))));
    let square = additions(&positive(&times(&parameter("n"), &parameter("n"))));
    for cost in [product, cube, square] {
        let clause = "energy <= 1 uJ + 1 uJ * m + 1 nJ * k when -100 <= n && n <= 0 && m >= -100";
        assert_ne!(verdict(clause, &cost).outcome, ContractStatus::Met);
    }
}

#[test]
fn a_number_may_have_a_fraction() {
    let cost = additions(&parameter("m"));
    let real = |of_type| scope(&[("m", "int"), ("x", of_type)], &[]);
    let of_field = scope(&[("m", "int")], &[("x", "double")]);
    for clause in [
        "energy <= 1 uJ when m <= 100000 * x && x <= 0.5",
        "energy <= 1 uJ when m <= 1000 * x && x < 1",
        "energy <= 1 uJ when m <= 1000 * x && 0.1 < x && x < 0.9",
        "energy <= 1 uJ when m <= 1000 && x * x == 0.25",
        "energy <= 1 uJ when m <= 1000 && x * x <= 0.25 && x != 0",
        "energy <= 1 uJ when m <= 1000 && x / 2 >= 1.2 && x <= 3",
        "energy <= 1 uJ when m <= 1000 && x % 1 >= 0.4 && x >= 0 && x <= 9",
        "energy <= 1 uJ when m <= 1000 && x < 0",
        "energy <= 1 uJ when m <= 1000 && x * x >= 2",
        "energy <= 1 uJ when m <= 1000 && x >= 1e300",
    ] {
        for scope in [real("double"), real("float"), of_field.clone(), Scope::default()] {
            let found = within(&scope, clause, &cost);
            assert!(
                matches!(found.outcome, ContractStatus::Violated | ContractStatus::Undecided),
                "{clause}: {found}"
            );
        }
    }
    let clause = "energy <= 1 uJ when m <= 100000 * x && x <= 0.5";
    violated(&within(&real("double"), clause, &cost), clause);
    for of_type in ["int", "byte", "char", "short", "long"] {
        let found = within(&real(of_type), clause, &cost);
        assert_eq!(found.outcome, ContractStatus::Met, "{of_type}: {found}");
    }
    // 25 of them cost 1.22 µJ.
    let two = scope(&[("m", "int"), ("x", "double"), ("y", "double")], &[]);
    let clause = |energy| {
        format!("energy <= {energy} when m <= 100 * x * y && m <= 100 && x + y <= 1 && x >= 0 && y >= 0")
    };
    violated(&within(&two, &clause("1 uJ"), &cost), "25");
    let enough = within(&two, &clause("2 uJ"), &cost);
    assert_eq!(enough.outcome, ContractStatus::Met, "{enough}");
}

#[test]
fn a_quotient_is_whole_only_if_java_rounds_it() {
    let n = additions(&parameter("n"));
    let whole = scope(&[("n", "int")], &[]);
    for clause in [
        "energy <= 10 nJ when n / 2.0 >= 1.2 && n <= 3",
        "energy <= 10 nJ when n / 2e0 >= 1.2 && n <= 3",
        "energy <= 4 uJ when n / 49 == 1",
        "energy <= 4.5 uJ when n / 49 <= 1 && n / 49 >= 1 && n != 98",
        "energy <= 10 nJ when n / 4 <= -2",
        "energy <= 160 nJ when 0.7 * n < 2.1",
    ] {
        violated(&within(&whole, clause, &additions(&plus(&parameter("n"), &Polynomial::constant(1)))), clause);
    }
    for clause in [
        "energy <= 100 nJ when n / 2.0 <= 0.9",
        "energy <= 4.7 uJ when n / 49 == 1",
        "energy <= 10 uJ when n / 2 <= 107.9 && n >= 0",
    ] {
        let found = within(&whole, clause, &n);
        assert_eq!(found.outcome, ContractStatus::Met, "{clause}: {found}");
    }
    // A field of another object may have a fraction or not.
    for clause in [
        "energy <= 1 uJ when n <= box.n && box.n / 1000 == 0 && box.n >= 0",
        "energy <= 1 uJ when n <= 1000 && box.n / 2 >= 1.2 && box.n <= 3",
    ] {
        let found = within(&whole, clause, &n);
        assert_ne!(found.outcome, ContractStatus::Met, "{clause}: {found}");
    }
}

#[test]
fn energies_are_divided_like_other_numbers_with_fractions() {
    let energy = |joules: &Polynomial| {
        let once = Tally::from_iter([(PRICER.energy_pattern(), 1.0)]);
        Cost::from(once).times(joules)
    };
    let called = Polynomial::symbol(Arc::new(Symbol {
        key: String::from("A.f()V:f.applyAsInt"),
        name: String::from("f.applyAsInt"),
        kind: SymbolKind::Callback,
        line: None,
        meaning: String::new(),
        place: Some((
            Place {
                root: Root::Argument(0),
                path: Vec::new(),
            },
            Measure::Energy(Arc::from("applyAsInt(I)I")),
        )),
        test: None,
    }));
    let cost = energy(&times(&called, &parameter("n")));
    let scope = scope(&[("f", "IntUnaryOperator"), ("n", "int")], &[]);
    let says = |energy: &str, least: &str| {
        let clause = format!(
            "energy <= {energy} when f.applyAsInt <= 0.0001 && {least} n && n <= 100 && f.applyAsInt * n <= 0.0002"
        );
        within(&scope, &clause, &cost)
    };
    violated(&says("100 uJ", "100 <="), "100");
    let found = says("100 uJ", "0 <=");
    violated(&found, "0");
    let mut limits = found.limit.iter();
    assert!(limits.all(|limit| limit.symbols == ["n"]), "{found}");
    let enough = says("210 uJ", "0 <=");
    assert_eq!(enough.outcome, ContractStatus::Met, "{enough}");
}

#[test]
fn a_name_that_nothing_limits_may_exceed_the_largest_int() {
    let (n, m) = ("n", "m");
    let falls = additions(&difference(&Polynomial::constant(100_000), &parameter(m)));
    let grows = additions(&parameter(m));
    let high = "energy <= 1 uJ when n + m >= 5000000000 && 0 <= m && m <= 100000";
    let low = "energy <= 1 mJ when n + m <= -5000000000 && 0 <= m && m <= 100000";
    for of_type in ["long", "float", "double"] {
        let scope = scope(&[(n, of_type), (m, "int")], &[]);
        violated(&within(&scope, high, &falls), high);
        violated(&within(&scope, low, &grows), low);
    }
    let huge = "energy <= 1 uJ when 4000000000000 * k + m >= 9000000000000000000 && m >= 0 && k <= 2000000 && m <= n";
    violated(&within(&scope(&[(n, "long"), (m, "long"), ("k", "int")], &[]), huge, &grows), huge);
    assert_ne!(verdict(high, &falls).outcome, ContractStatus::Met);
    assert_ne!(verdict(low, &grows).outcome, ContractStatus::Met);
    let ints = scope(&[(n, "int"), (m, "int")], &[]);
    assert_ne!(within(&ints, high, &falls).outcome, ContractStatus::Violated);
    // A parameter that only the condition keeps from growing.
    let of_both = additions(&plus(&parameter(m), &difference(&parameter("k"), &parameter(n))));
    let clause = "energy <= 1 uJ when m <= n - 4000000000 && n >= 0 && k <= 9 && m <= 100000 && k >= 0";
    let longs = scope(&[(n, "long"), (m, "int"), ("k", "int")], &[]);
    violated(&within(&longs, clause, &of_both), clause);
}

#[test]
fn a_number_that_must_be_negative_still_costs() {
    let cost = additions(&plus(&parameter("n"), &Polynomial::constant(9)));
    let whole = scope(&[("n", "int")], &[]);
    for clause in [
        "energy <= 1 nJ when n * n >= 100 && n <= 5",
        "energy <= 1 nJ when n / 4 <= -2",
        "energy <= 1 nJ when n < 0",
        "energy <= 1 nJ when n % 5 == -3 && n <= 0",
        "energy <= 1 nJ when n != 0 && n <= 0",
    ] {
        violated(&within(&whole, clause, &cost), clause);
    }
}

/// The depth of a recursion, and the argument of a call.
fn made_up(name: &str, kind: SymbolKind) -> Cost {
    additions(&Polynomial::symbol(Arc::new(Symbol {
        key: format!("A.f()V:{name}"),
        name: name.to_owned(),
        kind,
        line: None,
        meaning: String::new(),
        place: None,
        test: None,
    })))
}

#[test]
fn a_variable_of_the_source_hides_what_the_analysis_calls_the_same() {
    for (name, root, kind) in [
        ("d", "d", SymbolKind::Depth),
        ("runs", "runs", SymbolKind::Depth),
        ("work.n", "work", SymbolKind::Argument),
        ("compare", "compare", SymbolKind::Callback),
    ] {
        let cost = made_up(name, kind);
        let clause = format!("energy <= 10 uJ when {name} <= 3");
        let of_object = format!("energy <= 10 uJ when this.{name} <= 3");
        for scope in [
            scope(&[(root, "int")], &[]),
            scope(&[], &[(root, "int")]),
            // A field may be inherited.
            Scope::default(),
        ] {
            let found = within(&scope, &clause, &cost);
            assert_eq!(found.outcome, ContractStatus::Undecided, "{found}");
            assert_eq!(found.idle, [name]);
        }
        let found = within(&scope(&[], &[(root, "int")]), &of_object, &cost);
        assert_eq!(found.outcome, ContractStatus::Undecided, "{found}");
        let alone = format!("energy <= 1 J when {name} <= 0");
        let found = within(&scope(&[("n", "int")], &[]), &alone, &cost);
        assert_eq!(found.outcome, ContractStatus::Met, "{found}");
    }
    let of_class = made_up("Config.n", SymbolKind::Argument);
    let found = within(&scope(&[], &[]), "energy <= 10 uJ when Config.n <= 3", &of_class);
    assert_eq!(found.outcome, ContractStatus::Undecided, "{found}");
    let of_loop = made_up("d@7", SymbolKind::Loop);
    let found = within(&Scope::default(), "energy <= 10 uJ when d <= 3", &of_loop);
    assert_eq!(found.outcome, ContractStatus::Undecided, "{found}");
}

fn sums() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("n".to_owned()),
        Just("m".to_owned()),
        Just("x".to_owned()),
        (-3_i32..5).prop_map(|number| format!("({number})")),
        (-5_i32..6).prop_map(|number| format!("({:.2})", f64::from(number) / 4.0)),
    ];
    leaf.prop_recursive(3, 6, 2, |inner| {
        (inner.clone(), "[-+*/%]", inner).prop_map(|(a, sign, b)| format!("({a} {sign} {b})"))
    })
}

/// A value as Java computes it, and whether it is a whole number there; `None` if Java throws an exception.
fn in_java(text: &str, of: &dyn Fn(&str) -> (f64, bool)) -> Option<(f64, bool)> {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let Some(inner) = inner else {
        return Some(of(text));
    };
    if let Ok(number) = inner.parse::<f64>() {
        return Some((number, !inner.contains('.')));
    }
    let mut depth = 0;
    let at = inner.char_indices().find_map(|(at, character)| {
        depth += i32::from(character == '(') - i32::from(character == ')');
        (depth == 0 && character == ' ').then_some(at)
    })?;
    let (a, a_whole) = in_java(&inner[..at], of)?;
    let (b, b_whole) = in_java(&inner[at + 3..], of)?;
    let whole = a_whole && b_whole;
    let value = match &inner[at + 1..at + 2] {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        _ if whole && b == 0.0 => return None,
        "/" if whole => (a / b).trunc(),
        "/" => a / b,
        _ => a % b,
    };
    Some((value, whole))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    /// Tries whole numbers and quarters: what breaks a contract there is never missed.
    #[test]
    fn a_contract_that_some_values_break_is_never_met(
        left in sums(), right in sums(),
        comparison in prop_oneof![Just("<="), Just("<"), Just("=="), Just(">="), Just(">"), Just("!=")],
        (least, most) in (-8_i32..1, 0_i32..8),
        (is_limited, growing) in (any::<bool>(), 0_i32..60),
        budget in 1_i32..600,
    ) {
        let limits = if is_limited {
            format!(" && {least} <= n && n <= {most} && {least} <= x && x <= {most} && {least} <= m && m <= {most}")
        } else {
            String::new()
        };
        let clause = format!("energy <= {budget} nJ + {growing} nJ * n when {left} {comparison} {right}{limits}");
        let cost = additions(&plus(
            &parameter("n"),
            &difference(&Polynomial::constant(4), &parameter("m")),
        ));
        let found = within(
            &scope(&[("n", "int"), ("m", "short"), ("x", "double")], &[]),
            &clause,
            &cost,
        );
        if !matches!(found.outcome, ContractStatus::Met | ContractStatus::HoldsWhen) {
            return Ok(());
        }
        let shown = found.decisive.as_ref();
        prop_assert!(shown.is_none_or(|at| at.energy.0 <= at.budget.0 * (1.0 + 1e-6)), "{}: {}", clause, found);
        let contract = contract(&clause);
        let most_n = found.limit.as_ref().map_or(f64::INFINITY, |limit| limit.at_most);
        let limit_of = |name: &str| {
            let is_limited = found.limit.as_ref().is_some_and(|limit| limit.symbols.iter().any(|one| one == name));
            if is_limited { most_n } else { f64::INFINITY }
        };
        for n in -8..8 {
            for m in -8..8 {
                let of = |name: &str| f64::from(if name == "n" { n } else { m });
                let tally = cost.evaluate(&|symbol: &Symbol| Some(of(&symbol.name))).unwrap_or_default();
                let energy = PRICER.posterior().predict(&PRICER.features(&tally), DEVICE_1).wcec_quantile(0.99);
                let budget = contract.budget.value(&|name: &str| of(name).max(0.0));
                if energy.0 <= budget * (1.0 + 1e-6) || of("n") > limit_of("n") || of("m") > limit_of("m") {
                    continue;
                }
                for x in -32..32 {
                    let x = f64::from(x) / 4.0;
                    let is_inside = !is_limited || [of("n"), of("m"), x].iter().all(|value| {
                        (f64::from(least)..=f64::from(most)).contains(value)
                    });
                    let value = |name: &str| if name == "x" { (x, false) } else { (of(name), true) };
                    let (Some((a, _)), Some((b, _))) = (in_java(&left, &value), in_java(&right, &value)) else {
                        continue;
                    };
                    let order = a.partial_cmp(&b);
                    let holds = match comparison {
                        "<=" => order.is_some_and(Ordering::is_le),
                        "<" => order == Some(Ordering::Less),
                        "==" => order == Some(Ordering::Equal),
                        ">=" => order.is_some_and(Ordering::is_ge),
                        ">" => order == Some(Ordering::Greater),
                        _ => order != Some(Ordering::Equal),
                    };
                    prop_assert!(
                        !(holds && is_inside),
                        "{} at n = {}, m = {}, x = {}: {}", clause, n, m, x, found
                    );
                }
            }
        }
    }
}
