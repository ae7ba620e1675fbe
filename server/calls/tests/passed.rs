//! What calls pass, and what methods with loops return, ends recursions and bounds loops without an assumption.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::support;

use calls::{NoLibrary, Prices, Summaries, Unit, UnitClass, UnitKind};
use cost::{Symbol, SymbolKind};
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use std::sync::Arc;
use wcec::{MethodCost, PathValues};

struct Fixture {
    pricer: Pricer,
    unit: Unit,
    summaries: Summaries,
}

impl Fixture {
    fn new() -> Self {
        let read = |bytes| Arc::new(UnitClass::read(bytes).expect("a class"));
        let classes = support::compile_all(include_str!("fixtures/Passed.java"));
        let classes = classes.into_iter().map(read).collect();
        let unit = Unit::new(classes, Arc::new(NoLibrary), UnitKind::Project);
        let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
        let prices = Arc::new(Prices::of_natives(&pricer));
        let summaries = unit.summarise(&pricer, &prices);
        Self {
            pricer,
            unit,
            summaries,
        }
    }

    fn descriptor(&self, name: &str) -> String {
        let mut headers = self.unit.headers();
        let header = headers.find(|header| &*header.name == "Fixture");
        let mut methods = header.expect("the class").methods.iter();
        let method = methods.find(|method| &*method.name == name);
        method.expect("the method").descriptor.to_string()
    }

    fn cost(&self, name: &str) -> MethodCost {
        let descriptor = self.descriptor(name);
        let method = ("Fixture", name, descriptor.as_str());
        let total = self.summaries.total(&self.unit, &self.pricer, method);
        total.expect("a method with code").cost
    }

    /// The assumptions, in words.
    fn assumptions(&self, name: &str) -> Vec<String> {
        let cost = self.cost(name);
        cost.assumptions.iter().map(ToString::to_string).collect()
    }

    fn has_depth(&self, name: &str) -> bool {
        let symbols = self.cost(name).symbols;
        symbols
            .iter()
            .any(|symbol| symbol.kind == SymbolKind::Depth)
    }

    /// The mean in nanojoules with all that it calls; each symbol has this value.
    fn total(&self, name: &str, value: f64) -> f64 {
        let cost = self.cost(name).cost;
        let tally = cost.evaluate(&|_: &Symbol| Some(value));
        tally.expect("all values").mean(self.pricer.means()) * 1e9
    }
}

#[track_caller]
fn same(one: f64, two: f64) {
    assert!((one - two).abs() <= 1e-9 * two.abs(), "{one} is not {two}");
}

#[test]
fn a_recursion_that_what_is_passed_ends_has_no_depth() {
    let fixture = Fixture::new();
    for name in ["joined", "joinedBy", "put", "putNone"] {
        assert!(!fixture.has_depth(name), "{name}");
        assert_eq!(fixture.assumptions(name), [""; 0], "{name}");
    }
    // The array is summed once, however many calls pass it on.
    for length in [0.0, 5.0, 90.0] {
        let sum = fixture.total("sum", length) - fixture.total("sum", 0.0);
        let of = |name: &str| fixture.total(name, length) - fixture.total(name, 0.0);
        same(of("joined"), sum);
        same(of("joinedBy"), sum);
    }
}

#[test]
fn a_recursion_that_goes_on_has_a_depth() {
    let fixture = Fixture::new();
    assert!(fixture.has_depth("putAfterwards"));
    assert!(fixture.has_depth("putWhatIsLeft"));
    let depth = fixture.cost("turned");
    let grows = fixture.total("turned", 9.0) > 4.0 * fixture.total("turned", 1.0);
    assert!(grows, "{:?}", depth.symbols);
}

#[test]
fn a_recursion_that_ends_is_taken_apart_as_it_is_priced() {
    let fixture = Fixture::new();
    let value = |_: &Symbol| Some(7.0);
    for name in ["joined", "joinedBy", "put", "putNone"] {
        let descriptor = fixture.descriptor(name);
        let method = ("Fixture", name, descriptor.as_str());
        let symbols = fixture.cost(name).symbols.into_iter();
        let values: PathValues = symbols.map(|symbol| (symbol.key.clone(), 7.0)).collect();
        let breakdown =
            (fixture.summaries).breakdown(&fixture.unit, &fixture.pricer, method, &values);
        let path = breakdown.expect("a breakdown").at(&value);
        let lines = path.expect("all values").lines;
        let means = fixture.pricer.means();
        let sum: f64 = lines.iter().map(|(_, tally)| tally.mean(means)).sum();
        same(sum * 1e9, fixture.total(name, 7.0));

        let means: Arc<[f64]> = Arc::from(means);
        let explained = fixture.summaries.explain(
            &fixture.unit,
            &fixture.pricer,
            &means,
            &Arc::default(),
            method,
        );
        let explained = explained.expect("a tree");
        let is_own = |call: &calls::TreeCall| call.callee == calls::TreeCallee::Own;
        assert!(explained.calls.iter().any(is_own), "{name}");
        let tally = explained.total.cost.cost.evaluate(&value);
        let tally = explained.executed(&tally.expect("all values"));
        same(tally.mean(&means) * 1e9, fixture.total(name, 7.0));
    }
}

#[test]
fn an_index_that_wraps_around_is_used_no_more() {
    let fixture = Fixture::new();
    assert_eq!(fixture.assumptions("fromTheEnd"), [""; 0]);
    // A difference that wraps around may become an index again.
    let far = fixture.assumptions("farBelow");
    assert!(far.iter().any(|told| told.contains("overflow")), "{far:?}");
}

#[test]
fn what_is_worked_out_on_the_way_wraps_around_once() {
    let fixture = Fixture::new();
    assert_eq!(fixture.assumptions("summed"), [""; 0]);
    same(
        fixture.total("summed", 8.0) - fixture.total("summed", 0.0),
        fixture.total("loop", 16.0) - fixture.total("loop", 0.0),
    );
}

#[test]
fn the_result_of_a_loop_and_its_counters_bound_what_follows() {
    let fixture = Fixture::new();
    for name in ["upToFound", "counted"] {
        assert_eq!(fixture.assumptions(name), [""; 0], "{name}");
    }
    let found = fixture.cost("upToFound");
    assert!(
        (found.symbols.iter()).all(|symbol| symbol.is_known_to_callers()),
        "{:?}",
        found.symbols
    );
    // Three times the longest array is too large for an int.
    let far = fixture.assumptions("countedFar");
    assert!(far.iter().any(|told| told.contains("overflow")), "{far:?}");
}

#[test]
fn the_first_value_of_a_loop_is_judged_by_the_branches_to_it() {
    let fixture = Fixture::new();
    assert_eq!(fixture.assumptions("afterTheRest"), [""; 0]);
    // Nothing says that the number is negative, so the difference may wrap around.
    let any = fixture.assumptions("afterAnyRest");
    assert!(any.iter().any(|told| told.contains("overflow")), "{any:?}");
}

#[test]
fn the_distance_of_a_shift_does_not_matter() {
    let fixture = Fixture::new();
    assert_eq!(fixture.assumptions("shifted"), [""; 0]);
    let names: Vec<String> = (fixture.cost("shifted").symbols.iter())
        .map(|symbol| symbol.name.clone())
        .collect();
    assert_eq!(names, ["length"]);
}

#[test]
fn an_index_that_wraps_around_before_a_loop_ends_it_at_once() {
    let fixture = Fixture::new();
    assert_eq!(fixture.assumptions("lastBefore"), [""; 0]);
    let without = fixture.assumptions("lastWithoutArray");
    assert!(
        without.iter().any(|told| told.contains("overflow")),
        "{without:?}"
    );
}

#[test]
fn a_constant_that_stands_for_a_sum_is_at_most_the_sum() {
    let fixture = Fixture::new();
    assert_eq!(fixture.assumptions("inRoom"), [""; 0]);
    let sum = |length: f64| fixture.total("sum", length);
    let room = |n: f64| fixture.total("inRoom", n);
    same(room(5.0) - room(1.0), sum(21.0) - sum(17.0));
    // Seventeen more may be more than the largest number, and one less than seventeen more is not a bound of it.
    assert!(fixture.total("inMoreRoom", 5.0) >= sum(22.0));
}

#[test]
fn a_length_that_wraps_around_makes_no_array() {
    let fixture = Fixture::new();
    assert_eq!(fixture.assumptions("inOneOfTwo"), [""; 0]);
    // A negative number wraps around to a positive length.
    let doubled = fixture.assumptions("inDoubled");
    assert!(
        doubled.iter().any(|told| told.contains("overflow")),
        "{doubled:?}"
    );
}

#[test]
fn a_method_may_return_its_own_result_or_that_of_another_method() {
    let fixture = Fixture::new();
    assert_eq!(fixture.assumptions("upToEither"), [""; 0]);
    let symbols = fixture.cost("upToEither").symbols;
    assert!(
        symbols.iter().all(|symbol| symbol.is_known_to_callers()),
        "{symbols:?}"
    );
}

#[test]
fn a_field_that_a_callee_writes_between_two_loops_bounds_only_the_first() {
    let fixture = Fixture::new();
    let symbols = fixture.cost("beforeAndAfter").symbols;
    let is_unknown = |symbol: &Arc<Symbol>| !symbol.is_known_to_callers();
    assert!(symbols.iter().any(is_unknown), "{symbols:?}");
}

#[test]
fn a_text_that_is_one_of_several_literals_has_at_most_the_length_of_the_longest() {
    let fixture = Fixture::new();
    let means = fixture.pricer.means();
    let joules = |name: &str| {
        let cost = fixture.cost(name).cost;
        cost.as_constant().map(|tally| tally.mean(means))
    };
    let longest = joules("longest").expect("a constant");
    for name in ["signOf", "signInLocal"] {
        assert!(fixture.assumptions(name).is_empty(), "{name}");
        let joules = joules(name).expect("a constant");
        assert!(
            (longest..longest * 1.5).contains(&joules),
            "{name}: {joules} J"
        );
    }
    assert_eq!(joules("eitherOr"), None);
}

#[test]
fn a_size_that_the_method_changes_is_not_the_size_at_the_beginning() {
    let fixture = Fixture::new();
    let element = fixture.total("elements", 1.0) - fixture.total("elements", 0.0);
    // The second call finds one element more.
    let added = fixture.total("elementsTwice", 5.0) - fixture.total("elementsAgain", 5.0);
    same(added, element);
    let symbols = fixture.cost("elementsOfMore").symbols;
    let names: Vec<&str> = symbols.iter().map(|symbol| &*symbol.name).collect();
    assert_eq!(names, ["a.size()", "b.size()"]);
}

#[test]
fn a_callee_needs_no_assumption_about_overflow_for_indices() {
    let fixture = Fixture::new();
    let overflows = |name: &str| {
        let assumptions = fixture.assumptions(name).into_iter();
        assumptions
            .filter(|text| text.contains("not overflow") && text.ends_with("Fixture.found)"))
            .count()
    };
    for name in ["foundAnywhere", "foundBeforeEnd"] {
        assert_eq!(overflows(name), 0, "{name}");
    }
    // The last call of a recursion may pass other numbers than the first.
    for name in ["found", "foundBefore", "foundFar", "foundAgainBeforeEnd"] {
        assert_eq!(overflows(name), 1, "{name}");
    }
}
