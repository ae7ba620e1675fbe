//! The algebra of costs, compared with direct evaluation of the original expressions.
#![expect(
    clippy::expect_used,
    clippy::float_cmp,
    reason = "a test may panic, and these numbers are whole"
)]

use cost::{Cost, Polynomial, Rational, Size, Symbol, SymbolKind};
use pricing::{PatternId, Tally};
use proptest::prelude::*;
use std::sync::Arc;

const MEANS: [f64; 4] = [1.0, 2.5, 0.25, 7.0];
const NAMES: [&str; 3] = ["k", "m", "n"];

fn symbol(index: usize) -> Arc<Symbol> {
    Arc::new(Symbol {
        key: format!("Fixture.f(III)V:{}", NAMES[index]),
        name: NAMES[index].to_owned(),
        kind: SymbolKind::Parameter,
        line: None,
        meaning: String::new(),
        place: None,
        test: None,
    })
}

/// `Σ coefficient · symbol + constant`
fn linear(coefficients: [i64; 3], constant: i64) -> Polynomial {
    let mut sum = Polynomial::constant(constant);
    for (index, coefficient) in coefficients.into_iter().enumerate() {
        let term = Polynomial::symbol(symbol(index));
        let term = term.checked_scale(Rational::from_integer(coefficient));
        sum = sum
            .checked_add(&term.expect("small numbers"))
            .expect("small numbers");
    }
    sum
}

/// An expression that is evaluated directly.
#[derive(Debug, Clone)]
enum Expression {
    Leaf(Vec<(u16, u8)>),
    Sum(Vec<Expression>),
    /// This many times: `max(0, ⌈linear / divisor⌉)`.
    Times([i64; 3], i64, i64, Box<Expression>),
    Max(Vec<Expression>),
}

impl Expression {
    fn cost(&self) -> Cost {
        match self {
            Self::Leaf(counts) => Cost::from(
                (counts.iter())
                    .map(|(pattern, count)| (PatternId(*pattern), f64::from(*count)))
                    .collect::<Tally>(),
            ),
            Self::Sum(parts) => {
                let mut sum = Cost::zero();
                for part in parts {
                    sum.add(part.cost());
                }
                sum
            }
            Self::Times(coefficients, constant, divisor, body) => {
                let bound =
                    Polynomial::positive_ceiling(&linear(*coefficients, *constant), *divisor);
                body.cost().times(&bound.expect("small numbers"))
            }
            Self::Max(parts) => Cost::max_of(parts.iter().map(Self::cost), &MEANS, None),
        }
    }

    fn has_choice(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Sum(parts) => parts.iter().any(Self::has_choice),
            Self::Times(_, _, _, body) => body.has_choice(),
            Self::Max(parts) => parts.len() > 1 || parts.iter().any(Self::has_choice),
        }
    }

    /// The mean in joules.
    fn value(&self, values: [f64; 3]) -> f64 {
        match self {
            Self::Leaf(counts) => (counts.iter())
                .map(|(pattern, count)| MEANS[usize::from(*pattern)] * f64::from(*count))
                .sum(),
            Self::Sum(parts) => parts.iter().map(|part| part.value(values)).sum(),
            Self::Times(coefficients, constant, divisor, body) => {
                let sum: f64 = (coefficients.iter().zip(values))
                    .map(|(coefficient, value)| *coefficient as f64 * value)
                    .sum();
                let times = ((sum + *constant as f64) / *divisor as f64).ceil();
                times.max(0.0) * body.value(values)
            }
            Self::Max(parts) => (parts.iter())
                .map(|part| part.value(values))
                .fold(0.0, f64::max),
        }
    }
}

fn expressions() -> impl Strategy<Value = Expression> {
    let leaf = prop::collection::vec((0..4_u16, 0..5_u8), 0..3).prop_map(Expression::Leaf);
    leaf.prop_recursive(5, 40, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Expression::Sum),
            (
                prop::array::uniform3(-2..4_i64),
                -3..6_i64,
                1..4_i64,
                inner.clone()
            )
                .prop_map(|(coefficients, constant, divisor, body)| {
                    Expression::Times(coefficients, constant, divisor, Box::new(body))
                }),
            prop::collection::vec(inner, 1..5).prop_map(Expression::Max),
        ]
    })
}

fn value_in(values: [f64; 3]) -> impl Fn(&Symbol) -> Option<f64> {
    move |symbol| {
        let index = NAMES.iter().position(|name| *name == symbol.name)?;
        Some(values[index])
    }
}

fn mean(cost: &Cost, values: [f64; 3]) -> f64 {
    cost.evaluate(&value_in(values))
        .expect("every symbol has a value")
        .mean(&MEANS)
}

fn close(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-9 * one.abs().max(two.abs())
}

proptest! {
    #[test]
    fn a_cost_is_worth_what_its_expression_is(
        expression in expressions(),
        values in prop::array::uniform3(0..12_u8),
    ) {
        let values = values.map(f64::from);
        let cost = expression.cost();
        let (found, wanted) = (mean(&cost, values), expression.value(values));
        // If symbols decide which of several is the largest, the cost is an upper bound.
        let is_right = close(found, wanted) || expression.has_choice() && found > wanted;
        prop_assert!(is_right, "{found} instead of {wanted}: {cost:?}");
    }

    #[test]
    fn the_terms_alone_are_the_cost(
        expression in expressions(),
        values in prop::array::uniform3(0..12_u8),
    ) {
        let values = values.map(f64::from);
        let cost = expression.cost();
        let again: Cost = cost.terms().iter().rev().cloned().collect();
        prop_assert!(close(mean(&again, values), mean(&cost, values)));
        let sorted = cost.terms().is_sorted_by(|one, two| one.factor <= two.factor);
        prop_assert!(sorted, "{:?}", cost.terms());
    }

    #[test]
    fn an_envelope_is_at_least_each_of_its_costs(
        parts in prop::collection::vec(expressions(), 1..4),
        values in prop::array::uniform3(0..12_u8),
    ) {
        let values = values.map(f64::from);
        let costs: Vec<Cost> = parts.iter().map(Expression::cost).collect();
        let envelope = Cost::max_of(costs.clone(), &MEANS, None);
        for cost in &costs {
            prop_assert!(mean(&envelope, values) >= mean(cost, values) * (1.0 - 1e-9));
        }
    }

    #[test]
    fn a_cost_of_fixed_size_is_at_least_the_cost(
        expression in expressions(),
        values in prop::array::uniform3(0..12_u8),
        most in 0_usize..4,
    ) {
        let values = values.map(f64::from);
        let cost = expression.cost();
        let folded = cost.folded_to(most, &MEANS);
        prop_assert!(mean(&folded, values) >= mean(&cost, values) * (1.0 - 1e-9), "{folded:?}");
        prop_assert!(folded.terms().len() <= most.max(1) + 1 || folded == cost, "{folded:?}");
        let bounded = cost.bounded(&MEANS, Size::DISPLAYED, &|_: &Symbol| true, &|_| None);
        prop_assert_eq!(&bounded.counts, &[]);
        let value = mean(&bounded.cost, values);
        prop_assert!(value >= mean(&cost, values) * (1.0 - 1e-9), "{:?}", bounded.cost);
        prop_assert!(bounded.cost.terms().len() <= 7);
        prop_assert!(bounded.cost.terms().iter().all(|term| term.tally.mean(&MEANS) >= 0.0));
    }

    #[test]
    fn at_assumed_counts_a_cost_is_at_least_the_cost_at_smaller_ones(
        expression in expressions(),
        values in prop::array::uniform3(0..100_u8),
    ) {
        let values = values.map(f64::from);
        let cost = expression.cost();
        let bounded = cost.bounded(&MEANS, Size::DISPLAYED, &|symbol: &Symbol| symbol.name == "n", &|_| None);
        let symbols = bounded.cost.symbols();
        prop_assert!(symbols.iter().all(|symbol| symbol.name == "n"), "{:?}", bounded.cost);
        prop_assert!(mean(&bounded.cost, values) >= mean(&cost, values) * (1.0 - 1e-9));
    }

    #[test]
    fn a_cost_that_dominates_is_never_less(
        one in expressions(),
        two in expressions(),
        values in prop::array::uniform3(0..12_u8),
    ) {
        let values = values.map(f64::from);
        let (one, two) = (one.cost(), two.cost());
        let mut sum = one.clone();
        sum.add(two.clone());
        prop_assert!(sum.dominates(&one, &MEANS) || !one.symbols().is_empty());
        if one.dominates(&two, &MEANS) {
            prop_assert!(mean(&one, values) >= mean(&two, values) * (1.0 - 1e-9));
        }
    }
}

#[test]
fn factors_read_like_formulas() {
    let n = Polynomial::symbol(symbol(2));
    let m = Polynomial::symbol(symbol(1));
    let times = |one: &Polynomial, two: &Polynomial| one.checked_mul(two).expect("small");
    let one = Cost::from([(PatternId(0), 1.0)].into_iter().collect::<Tally>());
    let factor = |bound: &Polynomial| {
        let cost = one.times(bound);
        let factors: Vec<String> = (cost.terms().iter())
            .map(|term| term.factor.to_string())
            .collect();
        factors.join(", ")
    };
    let ceiling =
        |linear: &Polynomial, by: i64| Polynomial::positive_ceiling(linear, by).expect("small");
    assert_eq!(factor(&Polynomial::constant(3)), "1");
    assert_eq!(factor(&n), "n");
    assert_eq!(factor(&times(&n, &n)), "n²");
    assert_eq!(factor(&times(&n, &m)), "m·n");
    assert_eq!(factor(&ceiling(&linear([0, 0, 1], 1), 1)), "1, n");
    assert_eq!(factor(&ceiling(&linear([0, 0, 4], 6), 2)), "1, n");
    let less = ceiling(&linear([0, 0, 1], -1), 1);
    assert_eq!(factor(&less), "(n − 1)");
    assert_eq!(factor(&times(&less, &n)), "(n − 1)·n");
    assert_eq!(factor(&times(&less, &less)), "(n − 1)²");
    assert_eq!(factor(&ceiling(&n, 2)), "⌈n/2⌉");
    assert_eq!(factor(&ceiling(&linear([0, -1, 1], 0), 3)), "⌈(n − m)/3⌉");
    assert_eq!(linear([0, 0, 2], 1).to_string(), "2·n + 1");
    // Only the constant is rounded.
    assert_eq!(factor(&ceiling(&linear([0, 0, 2], -1), 2)), "n");
    assert_eq!(factor(&ceiling(&linear([0, 0, 2], -2), 2)), "(n − 1)");
    assert_eq!(factor(&ceiling(&linear([0, 2, 4], -3), 2)), "(2·n + m − 1)");
}

#[test]
fn terms_with_different_energies_are_never_merged() {
    let energy = |index: usize| {
        Arc::new(Symbol {
            kind: SymbolKind::Callback,
            ..(*symbol(index)).clone()
        })
    };
    let once = Cost::from([(PatternId(0), 1.0)].into_iter().collect::<Tally>());
    let mut cost = once.times(&linear([0, 0, 1], 2));
    for index in [0, 1] {
        let call = Polynomial::symbol(energy(index));
        let n = Polynomial::symbol(symbol(2));
        for times in [
            Polynomial::constant(1),
            n.clone(),
            n.checked_mul(&n).expect("small"),
        ] {
            cost.add(once.times(&call.checked_mul(&times).expect("small")));
        }
    }
    for most in 0..8 {
        let folded = cost.folded_to(most, &MEANS);
        for term in folded.terms() {
            let text = term.factor.to_string();
            assert!(
                !text.contains("k⁺") && !text.contains("m⁺"),
                "{most}: {text}"
            );
            assert!(
                !(text.contains('k') && text.contains('m')),
                "{most}: {text}"
            );
        }
        assert!(mean(&folded, [0.5, 0.25, 3.0]) >= mean(&cost, [0.5, 0.25, 3.0]) * (1.0 - 1e-9));
    }
}

#[test]
fn terms_of_numbers_that_differ_by_a_constant_are_merged_into_the_larger_one() {
    let once = Cost::from([(PatternId(0), 1.0)].into_iter().collect::<Tally>());
    let n = Polynomial::symbol(symbol(2));
    let less = Polynomial::positive_ceiling(&linear([0, 0, 1], -1), 1).expect("small");
    let logarithm = Polynomial::logarithm(2, n.clone());
    let times = |one: &Polynomial, two: &Polynomial| one.checked_mul(two).expect("small");
    let mut cost = once.times(&times(&n, &logarithm));
    cost.add(once.times(&less));
    cost.add(once.times(&n));
    let folded = cost.folded_to(1, &MEANS);
    let factors: Vec<String> = (folded.terms().iter())
        .map(|term| term.factor.to_string())
        .collect();
    assert_eq!(factors, ["n·⌈log₂(n + 1)⌉⁺"]);
    // Factors of one term stay apart.
    let mut square = once.times(&times(&n, &less));
    square.add(once.times(&n));
    let folded = square.folded_to(1, &MEANS);
    let factor = folded.terms().first().map(|term| term.factor.to_string());
    assert_eq!(factor.as_deref(), Some("(n − 1)⁺·n"));
}

#[test]
fn bounds_that_are_negative_count_nothing() {
    let less = Polynomial::positive_ceiling(&linear([0, 0, 1], -5), 2).expect("small");
    let value = |n: f64| less.value(&|_| n);
    assert_eq!([value(2.0), value(6.0), value(9.0)], [0.0, 1.0, 2.0]);
    let n = Polynomial::symbol(symbol(2));
    assert_eq!(n.value(&|_| -4.0), 0.0);
}

#[test]
fn numbers_that_grow_too_large_are_refused() {
    let huge = Polynomial::constant(i64::MAX);
    assert_eq!(huge.checked_add(&Polynomial::constant(1)), None);
    assert_eq!(huge.checked_mul(&huge), None);
    assert_eq!(Polynomial::positive_ceiling(&huge, 0), None);
    let half = Polynomial::positive_ceiling(&huge, 2).expect("it fits");
    assert_eq!(half, Polynomial::constant(1 << 62));
}

fn named(name: &str) -> Polynomial {
    Polynomial::symbol(Arc::new(Symbol {
        key: format!("A.f()V:{name}"),
        name: name.to_owned(),
        kind: SymbolKind::Parameter,
        line: None,
        meaning: String::new(),
        place: None,
        test: None,
    }))
}

proptest! {
    #[test]
    fn a_value_is_in_the_range_and_under_the_simple_sum(
        (n, n_more) in (0_i32..50, 0_i32..50),
        (m, m_more) in (-50_i32..50, 0_i32..50),
        (a, b, c, divisor, power) in (-9_i64..9, -9_i64..9, -9_i64..9, 1_i64..4, 1_usize..3),
    ) {
        let scaled = |name, by: i64| named(name).checked_scale(by.into()).expect("small");
        let numerator = scaled("n", a).checked_add(&scaled("m", b)).expect("small")
            .checked_add(&Polynomial::constant(c)).expect("small");
        let ceiling = Polynomial::positive_ceiling(&numerator, divisor).expect("small");
        let mut bound = named("n");
        for _ in 0..power {
            bound = bound.checked_mul(&ceiling).expect("small");
        }
        let value_of = |at: f64| move |symbol: &Symbol| if symbol.name == "n" {
            f64::from(n) + (at * f64::from(n_more)).floor()
        } else {
            f64::from(m) + (at * f64::from(m_more)).floor()
        };
        let range_of = |symbol: &Symbol| if symbol.name == "n" {
            (f64::from(n), f64::from(n + n_more))
        } else {
            (f64::from(m), f64::from(m + m_more))
        };
        for (factor, _) in bound.terms() {
            let (low, high) = factor.range(&range_of);
            for at in [0.0, 0.3, 0.7, 1.0] {
                let value = factor.value(&value_of(at));
                prop_assert!((low..=high).contains(&value), "{factor} {value} {low} {high}");
                if let Some(sum) = factor.at_most(&range_of) {
                    let simple: f64 = sum.iter()
                        .map(|(factor, times)| times * factor.value(&value_of(at)))
                        .sum();
                    let rounding = 1e-12 * value.abs().max(1.0);
                    prop_assert!(value <= simple + rounding, "{factor} {value} {simple}");
                }
            }
        }
    }
}

#[test]
fn without_extremes_a_cost_is_at_least_the_same() {
    let (k, m, n) = (
        linear([1, 0, 0], 0),
        linear([0, 1, 0], 0),
        linear([0, 0, 1], 2),
    );
    let largest = Polynomial::extreme(true, [k.clone(), m.clone()]).expect("numbers");
    let smallest = Polynomial::extreme(false, [m, n]).expect("numbers");
    let product = largest.checked_mul(&k).expect("small numbers");
    let less = smallest
        .checked_scale(Rational::from_integer(-3))
        .and_then(|less| less.checked_add(&linear([2, 0, 3], 9)))
        .expect("small numbers");
    let ceiling = |number: &Polynomial| Polynomial::positive_ceiling(number, 4);
    let bounds = [
        Some(largest.clone()),
        Some(product),
        ceiling(&largest),
        ceiling(&smallest),
        Some(Polynomial::logarithm(2, largest.clone())),
        Some(Polynomial::power(2, smallest)),
        ceiling(&Polynomial::logarithm(3, largest)),
        ceiling(&less),
    ];
    for bound in bounds {
        let bound = bound.expect("small numbers");
        let cost = Cost::from([(PatternId(0), 1.0)].into_iter().collect::<Tally>()).times(&bound);
        let Some(plain) = cost.without_extremes() else {
            // A symbol may be negative.
            continue;
        };
        for term in plain.terms() {
            let text = term.factor.to_string();
            assert!(!text.contains("max(") && !text.contains("min("), "{text}");
        }
        for values in [
            [0.0, 0.0, 0.0],
            [7.0, 2.0, 0.0],
            [1.0, 9.0, 30.0],
            [5.0, 5.0, 1.0],
        ] {
            let of = |symbol: &Symbol| {
                let index = NAMES.iter().position(|name| *name == symbol.name);
                index.map(|index| values[index])
            };
            let mean = |cost: &Cost| cost.evaluate(&of).expect("values").mean(&MEANS);
            assert!(mean(&plain) >= mean(&cost) - 1e-9, "{bound} at {values:?}");
        }
    }
}
