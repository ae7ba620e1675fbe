//! Verdicts on costs of additions of two long variables. Their expected numbers were computed independently, only from the rows
//! of Table 3 (Nyholm et al. 2025): with m, v the sums of the means and of the squared sds of addition, long, load and the
//! device, n additions have the p99 n·m + 2.326348·√(n²·v + n·σ²).

#![allow(
    clippy::panic,
    reason = "the helpers of a test fail like the test itself"
)]

use contracts::{ClauseKind, Contract, ContractStatus, Declared, Question, Scope, Verdict, VerdictReason, read};
use cost::{Cost, Measure, Place, Polynomial, Rational, Root, Symbol, SymbolKind};
use posterior::{Device, Posterior};
use pricing::{Mapping, PatternId, Pricer, Tally};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use wcec::BestCase;

pub(crate) static PRICER: LazyLock<Pricer> =
    LazyLock::new(|| Pricer::new(Arc::new(Posterior::default_model()), Mapping::Stack));

pub(crate) const DEVICE_1: Device = Device::Named(0);

/// One addition of two long variables.
pub(crate) fn addition() -> Tally {
    let id = (0..u16::MAX).map(PatternId).find(|id| {
        PRICER.pattern(*id).is_some_and(|pattern| {
            pattern.operation == "addition"
                && pattern.data_type == "long"
                && pattern.data_size == "load"
        })
    });
    let mut tally = Tally::new();
    tally.add(
        id.unwrap_or_else(|| panic!("the pattern is in the table")),
        1.0,
    );
    tally
}

pub(crate) fn symbol_of(name: &str, kind: SymbolKind) -> Polynomial {
    let place = |root, measure| {
        let path = Vec::new();
        Some((Place { root, path }, measure))
    };
    let place = match kind {
        SymbolKind::ArrayLength => place(Root::Argument(0), Measure::ArrayLength),
        SymbolKind::Field => place(Root::Receiver, Measure::Value),
        SymbolKind::Callback => place(Root::Argument(0), Measure::Energy(Arc::from("f()V"))),
        _ => None,
    };
    symbol_at(name, kind, place)
}

/// A symbol with its place among what the caller passes; without one, the code finds it on its way.
pub(crate) fn symbol_at(
    name: &str,
    kind: SymbolKind,
    place: Option<(Place, Measure)>,
) -> Polynomial {
    Polynomial::symbol(Arc::new(Symbol {
        key: format!("A.f()V:{name}"),
        name: name.to_owned(),
        kind,
        line: Some(7),
        meaning: String::new(),
        place,
        test: None,
    }))
}

pub(crate) fn parameter(name: &str) -> Polynomial {
    symbol_of(name, SymbolKind::Parameter)
}

pub(crate) fn scaled(polynomial: &Polynomial, numerator: i64, denominator: i64) -> Polynomial {
    polynomial
        .checked_scale(Rational::new(numerator, denominator))
        .unwrap_or_default()
}

pub(crate) fn plus(a: &Polynomial, b: &Polynomial) -> Polynomial {
    a.checked_add(b).unwrap_or_default()
}

pub(crate) fn times(a: &Polynomial, b: &Polynomial) -> Polynomial {
    a.checked_mul(b).unwrap_or_default()
}

/// A number of additions given by a bound.
pub(crate) fn additions(bound: &Polynomial) -> Cost {
    Cost::from(addition()).times(bound)
}

pub(crate) fn contract(clause: &str) -> Contract {
    let text = format!("//@ {clause};");
    let whole = 0..text.len();
    let read = read(&text, std::slice::from_ref(&whole));
    match read.clauses.into_iter().next().map(|clause| clause.kind) {
        Some(ClauseKind::Energy(contract)) => contract,
        other => panic!("{clause}: {other:?} {:?}", read.problems),
    }
}

fn answer(clause: &str, cost: &Cost, unpriced: &[String], assumed: &[(&str, f64)]) -> Verdict {
    answer_by(&PRICER, clause, cost, unpriced, assumed)
}

/// A scope with parameters and fields, each with its type, and without other fields.
pub(crate) fn scope(parameters: &[(&str, &str)], fields: &[(&str, &str)]) -> Scope {
    let declared = |all: &[(&str, &str)]| {
        let all = all.iter().map(|(name, of_type)| Declared {
            name: (*name).to_owned(),
            of_type: Some((*of_type).to_owned()),
        });
        all.collect()
    };
    Scope {
        parameters: declared(parameters),
        fields: declared(fields),
        constants: Vec::new(),
        has_all_fields: true,
        class: None,
    }
}

/// The verdict where the source declares these names.
pub(crate) fn within(scope: &Scope, clause: &str, cost: &Cost) -> Verdict {
    let contract = contract(clause);
    Question {
        contract: &contract,
        cost,
        scope,
        unpriced: &[],
        rests_on: &[],
        least: &|_| BestCase::from(cost.clone()),
        pricer: &PRICER,
        device: DEVICE_1,
        assumed: &|_| None,
    }
    .answer()
}

fn answer_by(
    pricer: &Pricer,
    clause: &str,
    cost: &Cost,
    unpriced: &[String],
    assumed: &[(&str, f64)],
) -> Verdict {
    let contract = contract(clause);
    let assumed = |symbol: &Symbol| {
        let found = assumed.iter().find(|(name, _)| *name == symbol.name);
        found.map(|(_, value)| *value)
    };
    Question {
        contract: &contract,
        cost,
        scope: &Scope::default(),
        unpriced,
        rests_on: &[],
        least: &|_| BestCase::from(cost.clone()),
        pricer,
        device: DEVICE_1,
        assumed: &assumed,
    }
    .answer()
}

pub(crate) fn verdict(clause: &str, cost: &Cost) -> Verdict {
    answer(clause, cost, &[], &[])
}

fn says(clause: &str, cost: &Cost) -> String {
    verdict(clause, cost).to_string()
}

#[test]
fn a_cost_without_symbols_is_met_or_violated() {
    let cost = additions(&Polynomial::constant(100));
    assert_eq!(
        says("energy <= 5 uJ", &cost),
        "met: p99 4.70 µJ of 5.00 µJ, 5.9% below"
    );
    assert_eq!(
        says("energy <= 4 uJ", &cost),
        "violated: p99 4.70 µJ is 18% above 4.00 µJ"
    );
    assert_eq!(
        says("energy <= 4.9 uJ @ 0.999", &cost),
        "met: p99.9 4.82 µJ of 4.90 µJ, 1.7% below"
    );
}

#[test]
fn a_symbol_without_bound_has_the_largest_value_solved_for() {
    let found = verdict("energy <= 10 uJ", &additions(&parameter("n")));
    assert_eq!(found.outcome, ContractStatus::HoldsWhen);
    assert_eq!(
        found.to_string(),
        "holds when n ≤ 216: p99 9.97 µJ of 10.0 µJ at n = 216, 0.3% below"
    );
}

/// With τ = 0.2, the variance of n additions grows by n² · 0.2² · (29.5478² + 6.986588² + 0.2972453²) nJ².
#[test]
fn the_discrepancy_of_features_leaves_room_for_fewer() {
    let text = include_str!("../../../model-data/raspberry-pi-5.json").replace(
        "\"discrepancy\": 0.0,",
        "\"discrepancy\": 0.0, \"feature_discrepancy\": 0.2,",
    );
    let posterior = Posterior::from_json(&text).unwrap_or_else(|error| panic!("{error}"));
    let pricer = Pricer::new(Arc::new(posterior), Mapping::Stack);
    let cost = additions(&parameter("n"));
    assert_eq!(
        answer_by(&pricer, "energy <= 10 uJ", &cost, &[], &[]).to_string(),
        "holds when n ≤ 172: p99 9.97 µJ of 10.0 µJ at n = 172, 0.3% below"
    );
}

/// A model of compiled code: an addition costs 1 ± 0.1 nJ, and programs are off by a factor with s = 0.5.
const COMPILED: &str = include_str!("../../../tests/fixtures/models/compiled.json");

/// With σ² = 0.5² + ln(1 + 0.1²), the p99 of n additions is n · exp(2.326348 σ − σ²/2) nJ = n · 2.8752 nJ.
#[test]
fn a_method_that_is_off_by_a_factor_has_the_quantiles_of_a_log_normal_energy() {
    let posterior = Posterior::from_json(COMPILED).unwrap_or_else(|error| panic!("{error}"));
    let pricer = Pricer::new(Arc::new(posterior), Mapping::Stack);
    let cost = additions(&parameter("n"));
    let says = |clause: &str| answer_by(&pricer, clause, &cost, &[], &[]).to_string();
    assert_eq!(
        says("energy <= 10 uJ"),
        "holds when n ≤ 3478: p99 10.0 µJ of 10.0 µJ at n = 3478, less than 0.1% below"
    );
    assert!(says("energy <= 10 uJ when n <= 3478").starts_with("met: "));
    assert!(says("energy <= 10 uJ when n <= 3479").starts_with("violated: "));
    assert!(says("energy <= 2.88 nJ * n").starts_with("met: "));
    assert!(!says("energy <= 2.87 nJ * n").starts_with("met: "));
}

#[test]
fn a_bounded_symbol_is_decided_at_its_largest_value() {
    let cost = additions(&parameter("n"));
    for condition in [
        "n <= 216",
        "n < 217",
        "0 <= n && 2 * n + 1 <= 433",
        "n == 216",
    ] {
        let clause = format!("energy <= 10 uJ when {condition}");
        assert_eq!(
            says(&clause, &cost),
            "met: p99 9.97 µJ of 10.0 µJ at n = 216, 0.3% below",
            "{condition}"
        );
    }
    assert_eq!(
        says("energy <= 10 uJ when n <= 217", &cost),
        "violated: p99 10.0 µJ is 0.2% above 10.0 µJ at n = 217; it holds when n ≤ 216"
    );
}

#[test]
fn an_exact_triangular_sum_has_a_negative_coefficient_and_is_decided_all_the_same() {
    let n = parameter("n");
    let triangle = plus(&scaled(&times(&n, &n), 1, 2), &scaled(&n, -1, 2));
    let cost = additions(&triangle);
    assert_eq!(
        says("energy <= 10 uJ", &cost),
        "holds when n ≤ 21: p99 9.70 µJ of 10.0 µJ at n = 21, 3.0% below"
    );
    // 499,500 additions: 22.4891 mJ.
    assert_eq!(
        verdict("energy <= 22.6 mJ when n <= 1000", &cost).outcome,
        ContractStatus::Met
    );
    assert_eq!(
        verdict("energy <= 22.48 mJ when n <= 1000", &cost).outcome,
        ContractStatus::Violated
    );
}

#[test]
fn a_budget_with_symbols_holds_for_all_their_values() {
    let length = symbol_of("xs.length", SymbolKind::ArrayLength);
    let cost = additions(&length);
    // In the limit, the uncertainty of the model adds 45.02 nJ to each addition; the noise of a few adds to the constant.
    assert_eq!(
        verdict("energy <= 46 nJ * xs.length + 1 uJ", &cost).outcome,
        ContractStatus::Met
    );
    assert_eq!(
        verdict("energy <= 80 nJ * xs.length", &cost).outcome,
        ContractStatus::Met
    );
    let short = verdict("energy <= 45 nJ * xs.length + 1 uJ", &cost);
    // It is enough up to 29,266. If both sides grow, the search stops a little earlier.
    assert_eq!(short.outcome, ContractStatus::HoldsWhen);
    let most = short.limit.map_or(0.0, |limit| limit.at_most);
    assert!((10_000.0..=29_266.0).contains(&most), "{most}");
    assert_eq!(
        says("energy <= 60 nJ * xs.length", &cost),
        "violated: p99 75.2 nJ is 25% above 60.0 nJ at xs.length = 1; it holds when xs.length ≤ 0"
    );
}

#[test]
fn several_symbols_share_one_limit_and_the_one_that_decides_is_named() {
    let (n, m) = (parameter("n"), parameter("m"));
    let cost = additions(&plus(&times(&n, &m), &scaled(&m, 2, 1)));
    assert_eq!(
        says("energy <= 10 uJ", &cost),
        "holds when m ≤ 13 and n ≤ 13 (m decides): p99 9.02 µJ of 10.0 µJ at m = 13, n = 13, 9.8% below"
    );
    assert_eq!(
        verdict("energy <= 10 uJ when n <= m && m <= 13", &cost).outcome,
        ContractStatus::Met
    );
    assert_eq!(
        verdict(
            "energy <= 10 uJ when n + m <= 26 && m <= n && m >= 0",
            &cost
        )
        .outcome,
        ContractStatus::Met
    );
    assert_eq!(
        verdict(
            "energy <= 10 uJ when n + m <= 30 && m >= 0 && n >= 0",
            &cost
        )
        .outcome,
        ContractStatus::Violated
    );
}

#[test]
fn a_relation_of_two_symbols_is_kept_where_each_alone_would_break_the_budget() {
    let (n, m) = (parameter("n"), parameter("m"));
    let cost = additions(&times(&n, &m));
    // 20 · 20 additions cost more than 10 µJ, but if n + m is at most 20, n · m is at most 100.
    assert_eq!(
        verdict(
            "energy <= 10 uJ when n + m <= 20 && n >= 0 && m >= 0",
            &cost
        )
        .outcome,
        ContractStatus::Met
    );
    assert_eq!(
        verdict(
            "energy <= 12 uJ when n * m <= 216 && n <= 100 && m <= 100",
            &cost
        )
        .outcome,
        ContractStatus::Met
    );
}

#[test]
fn a_difference_needs_a_smallest_value_too() {
    let (high, low) = (parameter("hi"), parameter("lo"));
    let difference = plus(&high, &scaled(&low, -1, 1));
    let count = Polynomial::positive_ceiling(&difference, 1).unwrap_or_default();
    let cost = additions(&count);
    let open = verdict("energy <= 10 uJ when hi <= 216", &cost);
    assert_eq!(open.outcome, ContractStatus::Undecided);
    assert_eq!(open.reasons, [VerdictReason::NoLeast("lo".to_owned())]);
    assert_eq!(
        verdict("energy <= 10 uJ when hi <= 216 && lo >= 0", &cost).outcome,
        ContractStatus::Met
    );
    let negative = verdict("energy <= 10 uJ when hi <= 216 && lo >= -1", &cost);
    assert_eq!(negative.outcome, ContractStatus::Violated, "{negative}");
    assert_eq!(
        verdict(
            "energy <= 12 uJ when hi - lo <= 216 && lo >= -5 && hi <= 900",
            &cost
        )
        .outcome,
        ContractStatus::Met
    );
}

#[test]
fn what_is_not_priced_leaves_a_contract_undecided_unless_the_rest_breaks_it() {
    let cost = additions(&Polynomial::constant(100));
    let unpriced = ["calls are not followed".to_owned()];
    let met = answer("energy <= 5 uJ", &cost, &unpriced, &[]);
    assert_eq!(met.outcome, ContractStatus::Undecided);
    assert_eq!(
        met.to_string(),
        "undecided: calls are not followed; what is priced is 4.70 µJ of 5.00 µJ, 5.9% below"
    );
    let broken = answer("energy <= 4 uJ", &cost, &unpriced, &[]);
    assert_eq!(broken.outcome, ContractStatus::Violated);
}

#[test]
fn a_loop_that_nobody_knows_the_bound_of_leaves_it_undecided() {
    let cost = additions(&symbol_of("loop@12", SymbolKind::Loop));
    assert_eq!(
        says("energy <= 10 uJ", &cost),
        "undecided: nothing is known about loop@12; what is priced holds when loop@12 ≤ 216"
    );
    assert_eq!(
        verdict("energy <= 10 uJ when loop@12 <= 216", &cost).outcome,
        ContractStatus::Met
    );
}

#[test]
fn an_assumed_value_stands_in_where_the_contract_names_none() {
    let cost = additions(&parameter("n"));
    let assumed = [("n", 100.0)];
    let found = answer("energy <= 10 uJ", &cost, &[], &assumed);
    assert_eq!(
        found.to_string(),
        "met: p99 4.70 µJ of 10.0 µJ at n = 100, 53% below (assumed: n = 100)"
    );
    let bounded = answer("energy <= 10 uJ when n <= 217", &cost, &[], &assumed);
    assert_eq!(
        (bounded.outcome, bounded.assumed),
        (ContractStatus::Violated, Vec::new())
    );
}

#[test]
fn paths_of_which_symbols_decide_count_together() {
    let (n, m) = (parameter("n"), parameter("m"));
    let cost = Cost::max_of([additions(&n), additions(&m)], PRICER.means(), None);
    assert_eq!(
        verdict("energy <= 10 uJ when n <= 108 && m <= 106", &cost).outcome,
        ContractStatus::Met
    );
    let broken = verdict("energy <= 10 uJ when n <= 216 && m <= 217", &cost);
    assert_eq!(broken.outcome, ContractStatus::Violated);
    // Perhaps neither path alone exceeds the budget.
    let contract = contract("energy <= 10 uJ when n <= 216 && m <= 217");
    let of_several = Question {
        contract: &contract,
        cost: &cost,
        scope: &Scope::default(),
        unpriced: &[],
        rests_on: &[],
        least: &|_| BestCase::from(Cost::zero()),
        pricer: &PRICER,
        device: DEVICE_1,
        assumed: &|_| None,
    }
    .answer();
    assert_eq!(of_several.outcome, ContractStatus::Undecided);
    assert_eq!(of_several.reasons, [VerdictReason::UpperBound]);
    let text = of_several.to_string();
    assert!(
        text.contains("upper bound that runs may never reach; at most p99"),
        "{text}"
    );
}

#[test]
fn both_boards_together_have_the_quantile_of_their_mixture() {
    let contract = contract("energy <= 10 uJ");
    let found = Question {
        contract: &contract,
        cost: &additions(&parameter("n")),
        scope: &Scope::default(),
        unpriced: &[],
        rests_on: &[],
        least: &|_| BestCase::unknown(),
        pricer: &PRICER,
        device: Device::Any,
        assumed: &|_| None,
    }
    .answer();
    assert_eq!(found.limit.map(|limit| limit.at_most), Some(218.0));
}

#[test]
fn a_condition_that_nothing_satisfies_decides_nothing() {
    let found = verdict(
        "energy <= 1 J when n < 3 && n > 2",
        &additions(&parameter("n")),
    );
    assert_eq!(
        (found.outcome, found.reasons),
        (ContractStatus::Undecided, vec![VerdictReason::NoValues])
    );
}

/// The value of a field when the method starts.
pub(crate) fn field(name: &str, root: Root) -> Polynomial {
    let field = name.split('#').next().unwrap_or_default();
    let field = field.rsplit('.').next().unwrap_or_default();
    Polynomial::symbol(Arc::new(Symbol {
        key: format!("A.f()V:{name}"),
        name: name.to_owned(),
        kind: SymbolKind::Field,
        line: Some(7),
        meaning: String::new(),
        place: Some((
            Place {
                root,
                path: vec![Arc::from(field)],
            },
            Measure::Value,
        )),
        test: None,
    }))
}

#[test]
fn a_parameter_hides_a_field_of_its_name() {
    let of_both = |field_name: &str, parameter_name: &str| {
        let of_object = field(field_name, Root::Receiver);
        additions(&plus(
            &of_object,
            &scaled(&parameter(parameter_name), 100, 1),
        ))
    };
    // The one that the code names first keeps its name.
    for cost in [of_both("size#2", "size"), of_both("size", "size#2")] {
        let few_of_the_parameter = "energy <= 10 uJ when size <= 1 && this.size <= 100";
        assert_eq!(
            verdict(few_of_the_parameter, &cost).outcome,
            ContractStatus::Met
        );
        let few_of_the_field = "energy <= 10 uJ when this.size <= 1 && size <= 100";
        assert_eq!(
            verdict(few_of_the_field, &cost).outcome,
            ContractStatus::Violated
        );
    }
}

#[test]
fn a_parameter_that_costs_nothing_hides_a_field_all_the_same() {
    let contract = contract("energy <= 10 uJ when size <= 216 && this.size <= 300");
    for (name, root) in [
        ("this.size", Root::Receiver),
        ("size", Root::Receiver),
        ("Config.size", Root::Static(Arc::from("p/Config"))),
    ] {
        let found = Question {
            contract: &contract,
            cost: &additions(&field(name, root)),
            scope: &scope(&[("size", "int")], &[]),
            unpriced: &[],
            rests_on: &[],
            least: &|_| BestCase::unknown(),
            pricer: &PRICER,
            device: DEVICE_1,
            assumed: &|_| None,
        }
        .answer();
        assert_ne!(found.outcome, ContractStatus::Met, "{name}");
        assert_eq!(found.idle, ["size"], "{name}");
    }
}

#[test]
fn a_negative_value_of_one_name_allows_large_ones_of_another() {
    let cost = additions(&parameter("n"));
    for clause in [
        "energy <= 10 uJ when n + m <= 3",
        "energy <= 10 uJ when n + m <= 3 && m >= -1000",
        "energy <= 10 uJ when n <= -m",
        "energy <= 10 uJ when n * m <= -1 && n <= 1000",
        "energy <= 10 uJ when n <= m * m && m <= 1",
    ] {
        assert_ne!(verdict(clause, &cost).outcome, ContractStatus::Met, "{clause}");
    }
    let of_both = additions(&plus(&parameter("n"), &parameter("m")));
    let sum = verdict("energy <= 10 uJ when n + m <= 3", &of_both);
    assert!(sum.limit.is_none_or(|limit| limit.at_most <= 216.0));
    let of_array = within(
        &scope(&[("n", "int"), ("xs", "int[]")], &[]),
        "energy <= 10 uJ when n + xs.length <= 3",
        &cost,
    );
    assert_eq!(of_array.outcome, ContractStatus::Met);
    for clause in [
        "energy <= 10 uJ when n + m <= 3 && m >= 0",
        "energy <= 10 uJ when n <= 3 && m <= -1",
    ] {
        assert_eq!(verdict(clause, &cost).outcome, ContractStatus::Met, "{clause}");
    }
}

#[test]
fn a_name_means_no_local_variable() {
    let local = Polynomial::symbol(Arc::new(Symbol {
        key: String::from("A.f()V:u.n"),
        name: String::from("u.n"),
        kind: SymbolKind::Field,
        line: Some(7),
        meaning: String::new(),
        place: None,
        test: None,
    }));
    let found = verdict("energy <= 10 uJ when u.n <= 3", &additions(&local));
    assert_ne!(found.outcome, ContractStatus::Met);
    assert_eq!(found.idle, ["u.n"]);
}

#[test]
fn a_condition_divides_as_java_does() {
    let cost = additions(&parameter("n"));
    let thousand = "energy <= 10 uJ when n / 1000 == 0 && n >= 0";
    assert_ne!(verdict(thousand, &cost).outcome, ContractStatus::Met);
    let half = "energy <= 10 uJ when n / 2 <= 108 && n >= 0";
    assert_ne!(verdict(half, &cost).outcome, ContractStatus::Met);
    let fits = "energy <= 10 uJ when n / 2 <= 107 && n >= 0";
    assert_eq!(verdict(fits, &cost).outcome, ContractStatus::Met);
}

#[test]
fn a_field_of_a_class_may_be_written_with_the_class() {
    let class = || Root::Static(Arc::from("p/Outer$Config"));
    for name in ["LIMIT", "Config.LIMIT"] {
        let cost = additions(&field(name, class()));
        for written in ["LIMIT", "Config.LIMIT"] {
            let clause = format!("energy <= 10 uJ when {written} <= 216");
            for own in ["p/Outer$Config", "p/Outer$Config$Inner"] {
                let mut scope = scope(&[], &[("LIMIT", "int")]);
                scope.class = Some(own.to_owned());
                assert_eq!(
                    within(&scope, &clause, &cost).outcome,
                    ContractStatus::Met,
                    "{written}"
                );
            }
            // The class has a field of the same name, or the one around it has.
            let mut hiding = scope(&[], &[("LIMIT", "int")]);
            hiding.class = Some("p/Other".to_owned());
            let mut hidden = scope(&[], &[("LIMIT", "int"), ("LIMIT", "int")]);
            hidden.class = Some("p/Outer$Config$Inner".to_owned());
            for scope in [hiding, hidden] {
                let found = within(&scope, &clause, &cost);
                let is_other = written == "LIMIT" && name != "LIMIT";
                assert_eq!(found.outcome != ContractStatus::Met, is_other, "{written} {found}");
            }
        }
        let other = verdict("energy <= 10 uJ when Other.LIMIT <= 216", &cost);
        assert_eq!(other.idle, ["Other.LIMIT"]);
    }
}

#[test]
fn a_field_may_be_written_with_this() {
    let cost = additions(&symbol_of("size", SymbolKind::Field));
    assert_eq!(
        verdict("energy <= 10 uJ when this.size <= 216", &cost).outcome,
        ContractStatus::Met
    );
    let other = verdict("energy <= 10 uJ when length <= 216", &cost);
    assert_eq!(
        (other.outcome, other.idle),
        (ContractStatus::HoldsWhen, vec!["length".to_owned()])
    );
}

proptest! {
    /// Tries every value of a box.
    #[test]
    fn a_verdict_is_what_trying_every_value_shows(
        (a, b, c, d) in (0_i64..4, -3_i64..4, -3_i64..4, 0_i64..9),
        (most_n, most_m) in (0_i64..12, 0_i64..12),
        sum in 0_i64..24,
        budget in 1_i64..4000,
        growing in 0_i64..60,
        wider in 0_i64..40,
    ) {
        let (n, m) = (parameter("n"), parameter("m"));
        let mut bound = Polynomial::positive_ceiling(
            &plus(&plus(&scaled(&n, b, 1), &scaled(&m, c, 1)), &Polynomial::constant(d)),
            2,
        ).unwrap_or_default();
        bound = plus(&bound, &scaled(&plus(&times(&n, &n), &scaled(&n, -1, 1)), a, 2));
        let mut cost = additions(&bound);
        cost.add(Cost::max_of([additions(&scaled(&n, 2, 1)), additions(&m)], PRICER.means(), None));
        // Another path of an iteration has wider prices.
        let mut other_path = Tally::new();
        other_path.add(PRICER.find("other_path", "", "").expect("the pattern"), wider as f64 * 1e-9);
        cost.add(Cost::from(other_path).times(&n));
        let clause = format!(
            "energy <= {budget} nJ + {growing} nJ * n when 0 <= n && n <= {most_n} && 0 <= m && m <= {most_m} && n + m <= {sum}"
        );
        let found = verdict(&clause, &cost);
        let contract = contract(&clause);
        let mut is_broken = false;
        for n in 0..=most_n {
            for m in 0..=most_m.min(sum - n) {
                let of = |name: &str| if name == "n" { n as f64 } else { m as f64 };
                let tally = cost
                    .evaluate(&|symbol: &Symbol| Some(of(&symbol.name)))
                    .unwrap_or_default();
                let energy = PRICER.posterior()
                    .predict(&PRICER.features(&tally), DEVICE_1)
                    .wcec_quantile(0.99);
                is_broken |= energy.0 > contract.budget.value(&of) * (1.0 + 1e-9);
            }
        }
        let wanted = if is_broken { ContractStatus::Violated } else { ContractStatus::Met };
        prop_assert_eq!(found.outcome, wanted, "{}: {}", clause, found);
    }
}
