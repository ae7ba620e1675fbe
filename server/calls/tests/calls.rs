//! A call costs what its callee costs for the passed values.
//!
//! The expected costs are sums: what a method executes itself, plus its callees' costs for the values that the fixture passes.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use crate::support;

use bytecode::ClassFile;
use bytecode::events::events;
use calls::{NoLibrary, Prices, Summaries, Unit, UnitClass, UnitKind};
use cost::{AssumptionKind, Symbol};
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use std::fmt::Write;
use std::sync::Arc;
use wcec::{Ends, MethodInput, Scratch, Summary, analyse};

struct Fixture {
    pricer: Pricer,
    classes: Vec<Vec<u8>>,
    summaries: Summaries,
    unit: Unit,
}

impl Fixture {
    fn new() -> Self {
        Self::of(include_str!("fixtures/Calls.java"))
    }

    fn of(source: &str) -> Self {
        let classes = support::compile_all(source);
        let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
        let read = |bytes: &Vec<u8>| Arc::new(UnitClass::read(bytes.clone()).expect("a class"));
        let unit = Unit::new(
            classes.iter().map(read).collect(),
            Arc::new(NoLibrary),
            UnitKind::Project,
        );
        let prices = Arc::new(Prices::of_natives(&pricer));
        let summaries = unit.summarise(&pricer, &prices);
        Self {
            pricer,
            classes,
            summaries,
            unit,
        }
    }

    fn summary(&self, name: &str) -> Arc<Summary> {
        let (class, name) = name.rsplit_once('.').unwrap_or(("Fixture", name));
        let class = if class == "Fixture" {
            class.to_owned()
        } else {
            format!("Fixture${class}")
        };
        let is_it = |summary: &&Arc<Summary>| *summary.class == class && *summary.name == *name;
        Arc::clone(self.summaries.iter().find(is_it).expect("the method"))
    }

    /// The mean in nanojoules of all that a call executes that returns, for these values of its symbols.
    fn total(&self, name: &str, values: &[(&str, f64)]) -> f64 {
        self.total_at(name, values, Ends::Returns)
    }

    fn total_at(&self, name: &str, values: &[(&str, f64)], ends: Ends) -> f64 {
        let summary = self.summary(name);
        let method = (&*summary.class, &*summary.name, &*summary.descriptor);
        let total = (self.summaries).total_at(&self.unit, &self.pricer, method, ends);
        let value = |symbol: &Symbol| {
            let found = values.iter().find(|(known, _)| *known == symbol.name);
            found.map(|(_, value)| *value)
        };
        let tally = total
            .expect("a method with code")
            .cost
            .cost
            .evaluate(&value)
            .unwrap_or_else(|missing| panic!("{name} needs {missing:?}"));
        tally.mean(self.pricer.means()) * 1e9
    }

    /// The mean in nanojoules of what a method without loops executes itself on its most expensive path.
    fn own(&self, name: &str) -> f64 {
        for bytes in &self.classes {
            let class = ClassFile::parse(bytes).expect("a class");
            for method in &class.methods {
                let Some(code) = method.code.as_ref().filter(|_| method.name == name) else {
                    continue;
                };
                let mut priced = Vec::new();
                self.pricer.price(&events(&class, code), &mut priced);
                let input = MethodInput {
                    class: &class,
                    method,
                    code,
                    priced: &priced,
                    means: self.pricer.means(),
                    spread: None,
                    calls: &[],
                    writes: &[],
                    outcomes: &[],
                    declared: &[],
                };
                let cost = analyse(&input, &mut Scratch::default()).cost;
                let tally = cost.as_constant().expect("no loop");
                return tally.mean(self.pricer.means()) * 1e9;
            }
        }
        panic!("no method {name}")
    }
}

#[track_caller]
fn same(one: f64, two: f64) {
    assert!((one - two).abs() <= 1e-9 * two.abs(), "{one} is not {two}");
}

#[test]
fn what_leaves_by_an_exception_is_apart_and_joins_a_handler() {
    let fixture = Fixture::new();
    let at = [("n", 3.0)];
    let (returned, thrown) = (
        fixture.total("checked", &at),
        fixture.total_at("checked", &at, Ends::Any),
    );
    same(returned, fixture.own("checked"));
    let dear = fixture.total("sum", &[("n", 1000.0)]);
    assert!(thrown > dear && returned < 0.01 * dear);
    assert!(fixture.summary("made").unpriced.is_empty());
    assert!(!fixture.summary("made").at(Ends::Any).unpriced.is_empty());

    // If a caller continues after a call, the call returned, unless the caller catches its exception.
    same(
        fixture.total("checkedTwice", &at),
        fixture.own("checkedTwice") + 2.0 * returned,
    );
    assert!(fixture.total_at("checkedTwice", &at, Ends::Any) > 2.0 * dear);
    assert!(fixture.total("caught", &at) > dear);
    let square = fixture.total("square", &[]);
    same(
        fixture.total("finished", &at),
        fixture.own("finished") + returned + square,
    );
    // A recursion that catches its own exceptions, and a callee that catches those of a passed object.
    let retried = [("n", 3.0), ("d", 4.0)];
    assert!(fixture.total("retried", &retried) > dear);
    assert!(fixture.total("leastChecked", &at) > dear);
    // If a method never returns, all of its calls count.
    assert!(fixture.total("refuse", &[("n", 1000.0)]) > dear);
}

#[test]
fn a_number_that_wraps_around_to_less_needs_no_assumption_where_more_costs_more() {
    let fixture = Fixture::new();
    let lengths = [("a.length", 3.0), ("b.length", 4.0)];
    let own = |name| fixture.own(name);
    same(
        fixture.total("joined", &lengths),
        own("joined") + fixture.total("sum", &[("n", 7.0)]),
    );
    same(
        fixture.total("grown", &lengths),
        own("grown") + fixture.total("total", &[("xs.length", 7.0)]),
    );
    let assumed = |name| fixture.summary(name).assumptions.len();
    assert_eq!((assumed("joined"), assumed("grown")), (0, 0));
    // A start that wraps around to a smaller number leaves more to do, and a difference may wrap around to a larger one.
    assert_eq!((assumed("restBehind"), assumed("difference")), (1, 1));
}

#[test]
fn the_methods_that_a_record_has_by_itself_cost_the_more_the_more_components_it_has() {
    let fixture = Fixture::new();
    for method in ["equals", "hashCode", "toString"] {
        let of = |record: &str| {
            let name = format!("{record}.{method}");
            assert!(fixture.summary(&name).unpriced.is_empty(), "{name}");
            fixture.total(&name, &[])
        };
        let (one, two, three) = (of("One"), of("Two"), of("Three"));
        assert!(two > one);
        // The name of each component has one character, and there is one sign between them.
        if method != "toString" {
            same(three - two, two - one);
        }
        // An object of unknown class counts as a text.
        assert!(of("Named") > one);
        let named = fixture.summary(&format!("Named.{method}"));
        assert_eq!(named.assumptions.len(), 2, "{:?}", named.assumptions);
    }
    assert!(fixture.summary("Measured.equals").unpriced.is_empty());
    let written = fixture.summary("Measured.toString");
    assert_eq!(written.unpriced.len(), 1, "{:?}", written.unpriced);
}

#[test]
fn asking_an_object_for_its_text_or_its_hash_may_write_fields() {
    let fixture = Fixture::new();
    let keeps_limit = |name| {
        let summary = fixture.summary(name);
        let mut assumptions = summary.assumptions.iter();
        assumptions.any(
            |one| matches!(&one.kind, AssumptionKind::FieldUnchanged { field } if field == "limit"),
        )
    };
    for name in ["afterText", "afterFormatted", "afterHash"] {
        assert!(keeps_limit(name), "{name}");
    }
    for name in ["repeats", "afterNumbers"] {
        assert!(!keeps_limit(name), "{name}");
    }
}

#[test]
fn the_methods_that_a_record_has_by_itself_take_no_more_on_average_than_at_worst() {
    let fixture = Fixture::new();
    for record in ["One", "Three", "Named"] {
        for method in ["equals", "hashCode", "toString"] {
            let summary = fixture.summary(&format!("{record}.{method}"));
            let key = (&*summary.class, &*summary.name, &*summary.descriptor);
            let typical = fixture
                .summaries
                .typical(&fixture.unit, &fixture.pricer, key);
            let typical = typical
                .expect("a method with code")
                .mean_joules(fixture.pricer.means());
            let worst = summary.cost.as_constant().expect("no symbol");
            let worst = worst.mean(fixture.pricer.means());
            assert!(
                typical <= worst * (1.0 + 1e-9),
                "{record}.{method}: {typical} > {worst}"
            );
        }
    }
}

#[test]
fn what_is_passed_stands_for_the_callees_parameters() {
    let fixture = Fixture::new();
    for m in [0.0, 1.0, 7.0] {
        // sum(m + 1) + sum(2 * m)
        let callees =
            fixture.total("sum", &[("n", m + 1.0)]) + fixture.total("sum", &[("n", 2.0 * m)]);
        same(
            fixture.total("twice", &[("m", m)]),
            fixture.own("twice") + callees,
        );
    }
}

#[test]
fn lengths_and_fields_are_found_through_what_is_passed() {
    let fixture = Fixture::new();
    let total = |length: f64| fixture.total("total", &[("xs.length", length)]);
    same(
        fixture.total("allocated", &[("k", 5.0)]),
        fixture.own("allocated") + total(5.0),
    );
    let sum = |n: f64| fixture.total("sum", &[("n", n)]);
    same(
        fixture.total("mine", &[("size", 4.0)]),
        fixture.own("mine") + sum(4.0),
    );
    same(
        fixture.total("yours", &[("other.size", 4.0)]),
        fixture.own("yours") + fixture.own("mine") + sum(4.0),
    );
    let rows = |count: f64, length: f64| {
        fixture.total("rows", &[("rows.length", count), ("rows[].length", length)])
    };
    // Another row of the same length adds a call; another element adds the same to each call.
    let row = rows(1.0, 0.0) - rows(0.0, 0.0);
    same(
        rows(3.0, 5.0),
        rows(0.0, 0.0) + 3.0 * (row + total(5.0) - total(0.0)),
    );
}

#[test]
fn the_body_of_a_lambda_runs_where_it_is_called() {
    let fixture = Fixture::new();
    let apply = |n: f64, each: f64| {
        let values = [("n", n), ("f.applyAsInt", each * 1e-9)];
        fixture.total("apply", &values)
    };
    let square = fixture.own("lambda$squares$0");
    same(
        fixture.total("squares", &[("n", 6.0)]),
        fixture.own("squares") + apply(6.0, square),
    );
    // What a lambda captures is known where it is made.
    let shifted = fixture.own("lambda$shifted$1") + fixture.total("sum", &[("n", 9.0)]);
    same(
        fixture.total("shifted", &[("n", 6.0), ("k", 9.0)]),
        fixture.own("shifted") + apply(6.0, shifted),
    );
    same(
        fixture.total("here", &[]),
        fixture.own("here") + fixture.own("lambda$here$2"),
    );
}

#[test]
fn of_several_implementations_the_most_expensive_counts() {
    let fixture = Fixture::new();
    let areas = |shapes: f64| fixture.total("areas", &[("shapes.length", shapes), ("n", 8.0)]);
    let per_shape = areas(1.0) - areas(0.0);
    let heap = fixture.total("Heap.area", &[("n", 8.0)]);
    assert!(fixture.total("Box.area", &[]) < heap);
    // The loop itself costs the same for each shape, also with the cheaper implementation.
    let loop_only = per_shape - heap;
    assert!(loop_only > 0.0 && loop_only < heap, "{loop_only} of {heap}");
}

#[test]
fn a_recursion_runs_as_often_as_its_depth_allows() {
    let fixture = Fixture::new();
    for d in [1.0, 2.0, 10.0] {
        // Two calls in each call: 1 + 2 + 4 + … of them.
        let runs = 2.0_f64.powf(d) - 1.0;
        same(fixture.total("fib", &[("n", d)]), runs * fixture.own("fib"));
        let down = fixture.own("down") + fixture.total("sum", &[("n", 5.0)]);
        same(fixture.total("down", &[("d", d), ("n", 5.0)]), d * down);
        let to_zero = fixture.own("downToZero") + fixture.total("sum", &[("n", d)]);
        same(fixture.total("downToZero", &[("n", d)]), (d + 1.0) * to_zero);
        let dearer = fixture.own("even").max(fixture.own("odd"));
        same(fixture.total("odd", &[("even.d", d)]), d * dearer);
        same(fixture.total("even", &[("even.d", d)]), d * dearer);
    }
}

/// Halving 8 numbers until each is alone takes 15 calls. A method that calls itself only with at most 10 is at most 10 deep.
/// Methods that call each other in a circle. Each has an array of its own that it goes through.
fn circle(methods: usize) -> String {
    let mut source = String::from("class Fixture {\n");
    for at in 0..methods {
        let next = (at + 1) % methods;
        let _ = writeln!(
            source,
            "  static int m{at}(int[] a{at}) {{ int s = 0; for (int x : a{at}) s += x; return s > 9 ? m{next}(new int[s]) : s; }}"
        );
    }
    source + "}\n"
}

#[test]
fn the_methods_of_a_large_group_share_a_cost_of_fixed_size() {
    let small = Fixture::of(&circle(8));
    let large = Fixture::of(&circle(80));
    let total = |fixture: &Fixture, name: &str| {
        let summary = fixture.summary(name);
        let method = (&*summary.class, &*summary.name, &*summary.descriptor);
        let total = (fixture.summaries).total(&fixture.unit, &fixture.pricer, method);
        total.expect("a method with code").cost
    };
    let counts = |assumptions: &cost::Assumptions| {
        let counts = assumptions
            .iter()
            .filter(|assumption| assumption.is_count());
        counts.count()
    };
    // The lengths of all arrays are in the displayed cost of a small group, with the depth.
    let of_small = total(&small, "m3");
    assert_eq!(
        (of_small.symbols.len(), counts(&of_small.assumptions)),
        (9, 0)
    );
    let of_large = total(&large, "m3");
    let names: Vec<&str> = of_large
        .symbols
        .iter()
        .map(|symbol| symbol.name.as_str())
        .collect();
    assert_eq!(names, ["m0.d"]);
    assert!(counts(&of_large.assumptions) > 0);
    assert_eq!(of_large.cost, total(&large, "m70").cost);
    // A person who goes through the arrays of the small group with the assumed lengths gets no more for one call.
    let assumed = |symbol: &Symbol| {
        Some(if symbol.name == "m0.d" {
            1.0
        } else {
            f64::from(symbol.assumed_value()?)
        })
    };
    let nanojoules = |cost: &wcec::MethodCost, fixture: &Fixture| {
        let tally = cost
            .cost
            .evaluate(&assumed)
            .expect("a value for each symbol");
        tally.mean(fixture.pricer.means()) * 1e9
    };
    assert!(nanojoules(&of_large, &large) >= nanojoules(&of_small, &small));
    for method in ["m3", "m70"] {
        let summary = large.summary(method);
        assert!(summary.cost.terms().len() <= cost::Size::EXPORTED.terms);
        assert_eq!(summary.cost, large.summary("m0").cost);
    }
}

#[test]
fn a_recursion_on_pieces_runs_for_each_of_them_and_a_guard_ends_it() {
    let fixture = Fixture::new();
    let values = [("from", 0.0), ("to", 8.0)];
    same(
        fixture.total("halves", &values),
        15.0 * fixture.own("halves"),
    );
    for n in [10.0, 1000.0] {
        let runs = 2.0_f64.powi(10) - 1.0;
        let guarded = fixture.total("guarded", &[("n", n)]);
        same(guarded, runs * fixture.own("guarded"));
    }
}

/// If `low` is negative, these recursions never return: the middle is rounded towards 0.
#[test]
fn a_recursion_on_halves_that_are_rounded_towards_zero_has_a_depth() {
    let fixture = Fixture::of(
        "class Fixture {
            static int halves(int low, int high) {
                if (low > high) return 0;
                if (low == high) return 1;
                int middle = (low + high) / 2;
                return halves(low, middle) + halves(middle + 1, high);
            }
            static int search(int low, int high, int k) {
                if (low >= high) return low;
                int middle = (low + high) / 2;
                return middle < k ? search(middle + 1, high, k) : search(low, middle, k);
            }
        }",
    );
    let symbols = |name: &str| -> Vec<String> {
        let symbols = fixture.summary(name).cost.symbols();
        symbols.iter().map(|symbol| symbol.name.clone()).collect()
    };
    assert_eq!(symbols("halves"), ["high", "low"]);
    // From a negative number, right halves may end it.
    assert!(symbols("search").is_empty());
}

#[test]
fn the_fields_of_a_created_object_begin_with_zero_unless_its_constructor_writes_them() {
    let fixture = Fixture::of(
        "class Fixture {
            int n;
            Fixture() {}
            Fixture(boolean begins) { this(); if (begins) n = -9; }
            void step() { n++; }
            void twice() { step(); step(); }
            static int counted(int k) { Fixture f = new Fixture(); while (f.n < k) f.twice(); return f.n; }
            static int begun(int k) { Fixture f = new Fixture(k > 3); while (f.n < k) f.twice(); return f.n; }
        }",
    );
    let symbols = |name: &str| fixture.summary(name).cost.symbols().len();
    assert_eq!(symbols("counted"), 1);
    assert_eq!(symbols("begun"), 0);
}

#[test]
fn what_a_recursion_changes_does_not_end_it() {
    let fixture = Fixture::new();
    let symbols = |name: &str| -> Vec<String> {
        let symbols = fixture.summary(name).cost.symbols();
        symbols.iter().map(|symbol| symbol.name.clone()).collect()
    };
    // The depth is assumed, because its limit changes with the number.
    assert!(symbols("upTo").is_empty());
    // The array ends it, and not the counter of the inner loop.
    assert_eq!(symbols("withCounted"), ["a.length", "k"]);
}

#[test]
fn an_unknown_callee_is_listed_as_unpriced_and_not_as_0() {
    let fixture = Fixture::new();
    let parts = |name: &str| -> Vec<String> {
        let summary = fixture.summary(name);
        summary.unpriced.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        parts("unknown"),
        ["java.lang.String.hashCode (not on the class path)"]
    );
    assert_eq!(
        parts("Measured.toString"),
        ["toString (linked at run time)"]
    );
    assert!(parts("twice").is_empty());
    // Its class is known, so what its code lacks is what is missing.
    assert_eq!(
        parts("runUnpriced"),
        ["java.lang.String.hashCode (not on the class path)"]
    );
    // The result of a call is assumed.
    let summary = fixture.summary("unknown");
    assert_eq!(summary.cost.symbols(), []);
    let assumed: Vec<String> = (summary.assumptions.iter())
        .map(|assumption| assumption.kind.to_string())
        .collect();
    assert_eq!(assumed.len(), 1, "{assumed:?}");
    assert!(assumed[0].ends_with(" is at most 188"), "{assumed:?}");
}

#[test]
fn what_an_object_of_an_unknown_class_does_is_an_estimate_or_unpriced() {
    let fixture = Fixture::new();
    let assumed = |name: &str| -> Vec<String> {
        let summary = fixture.summary(name);
        let list = summary.assumptions.iter();
        list.map(|assumption| assumption.kind.to_string()).collect()
    };
    let estimate = "where the object's class is not known, hashCode costs no more than hashing a string of 64 characters";
    for name in ["askedBehind", "handedOnBehind"] {
        let summary = fixture.summary(name);
        assert!(
            summary.unpriced.is_empty(),
            "{name}: {:?}",
            summary.unpriced
        );
        assert_eq!(summary.cost.symbols(), [], "{name}");
        assert_eq!(assumed(name), [estimate], "{name}");
    }
    // A caller may know what it passes, and the values of its fields.
    for name in ["handed", "asked", "handedOn", "runSame"] {
        let handed = fixture.summary(name);
        assert_eq!(handed.cost.symbols().len(), 1, "{name}");
        assert_eq!(assumed(name), [""; 0], "{name}");
    }
    // Nothing writes a final field of an object that exists.
    let ordered = fixture.summary("orderedTwice");
    assert_eq!(ordered.cost.symbols().len(), 1);
    assert_eq!(assumed("orderedTwice"), [""; 0]);
    // A task may do anything.
    let run = fixture.summary("run");
    let parts: Vec<String> = run.unpriced.iter().map(ToString::to_string).collect();
    assert_eq!(parts, ["run (chosen at run time)"]);
}

#[test]
fn what_a_short_callee_returns_bounds_a_loop_as_its_code_would() {
    let fixture = Fixture::new();
    let assumed = |name: &str| fixture.summary(name).assumptions.len();
    // A helper method keeps the index within the array, so nothing wraps around.
    assert_eq!(assumed("reversed"), 0);
    let from = |from: f64| {
        let values = [("a.length", 12.0), ("from", from), ("to", 9.0)];
        fixture.total("reversed", &values)
    };
    // ⌈(9 − 1 − from) / 2⌉ turns.
    let (three, two, none) = (from(2.0), from(4.0), from(9.0));
    assert!(two > none, "{two} {none}");
    same((three - none) / 3.0, (two - none) / 2.0);
    // The length of a value whose type is not an array is that of the array.
    assert_eq!(assumed("upToLast"), 0);
    let symbols: Vec<String> = (fixture.summary("upToLast").cost.symbols().iter())
        .map(|symbol| symbol.name.clone())
        .collect();
    assert_eq!(symbols, ["a.length"]);
    // Two calls may choose differently, so their difference is not 0.
    let differences = fixture.total("differences", &[("a", 9.0), ("b", 2.0)]);
    let sum = |n: f64| fixture.total("sum", &[("n", n)]);
    assert!(differences > sum(7.0), "{differences}");
}

#[test]
fn an_array_that_is_made_on_the_way_has_the_length_that_it_is_made_with() {
    let fixture = Fixture::new();
    let assumed = |name: &str| fixture.summary(name).assumptions.len();
    let lengths = [("xs.length", 12.0)];
    let total = |length: f64| fixture.total("total", &[("xs.length", length)]);
    let own =
        |name: &str| fixture.total(name, &lengths) - fixture.total(name, &[("xs.length", 0.0)]);
    assert_eq!((assumed("halfOf"), assumed("copyOf")), (0, 0));
    let of_half = total(6.0) - total(0.0);
    assert!(
        own("halfOf") >= of_half * (1.0 - 1e-9),
        "{} {of_half}",
        own("halfOf")
    );
    assert!(own("halfOf") < own("copyOf"));
    // A copy cannot have more elements than its source.
    assert_eq!(assumed("copiedUpTo"), 0);
    let symbols: Vec<String> = (fixture.summary("copiedUpTo").cost.symbols().iter())
        .map(|symbol| symbol.name.clone())
        .collect();
    assert_eq!(symbols, ["xs.length"]);
}

#[test]
fn a_field_that_an_unknown_callee_may_write_before_it_is_passed_is_assumed_to_be_kept() {
    let fixture = Fixture::new();
    let assumed = |name: &str| -> Vec<String> {
        let summary = fixture.summary(name);
        let list = summary.assumptions.iter();
        list.map(|assumption| assumption.kind.to_string()).collect()
    };
    assert_eq!(
        assumed("behindUnknown"),
        ["called methods do not change cells.length"]
    );
    // Nothing writes a final field of an object that exists, whatever fields other classes have.
    assert_eq!(assumed("settledBehindUnknown"), [""; 0]);
    assert_eq!(
        assumed("otherBehindUnknown"),
        ["called methods do not change other.settled.length"]
    );
    // A text never changes, whatever other methods have the same name.
    assert_eq!(assumed("Written.add"), [""; 0]);
}

#[test]
fn what_a_method_answers_is_what_a_field_was_when_the_caller_began_unless_a_call_wrote_it_before() {
    let fixture = Fixture::new();
    let symbols = |name: &str| -> Vec<String> {
        let symbols = fixture.summary(name).cost.symbols();
        symbols.iter().map(|symbol| symbol.name.clone()).collect()
    };
    assert_eq!(symbols("answeredBefore"), ["count"]);
    assert!(fixture.summary("answeredBefore").assumptions.is_empty());
    assert_eq!(symbols("answeredAfter"), [""; 0]);
    let of_after = fixture.summary("answeredAfter");
    let assumed: Vec<String> = (of_after.assumptions.iter())
        .map(|assumption| assumption.kind.to_string())
        .collect();
    assert_eq!(assumed.len(), 1, "{assumed:?}");
    assert!(assumed[0].starts_with("the value returned by"), "{assumed:?}");
}

#[test]
fn an_assumed_count_names_the_class_whose_lines_it_counts() {
    let fixture = Fixture::new();
    let assumptions = &fixture.summary("ofSteps").assumptions;
    let assumed: Vec<String> = (assumptions.iter())
        .map(|assumption| assumption.kind.to_string())
        .collect();
    for of in [
        "of the call of Fixture.sum at",
        "of the call of new Squares at",
    ] {
        let is_said = assumed.iter().any(|assumed| assumed.contains(of));
        assert!(is_said, "{of} in none of {assumed:?}");
    }
}

#[test]
fn a_text_in_the_code_has_its_length() {
    let fixture = Fixture::new();
    let summary = fixture.summary("sevenCharacters");
    assert_eq!(summary.cost.symbols(), []);
    assert!(summary.assumptions.is_empty());
    let seven = fixture.total("characters", &[("text.length()", 7.0)]);
    let called = fixture.total("sevenCharacters", &[]) - fixture.own("sevenCharacters");
    same(called, seven);
}

#[test]
fn a_concatenation_of_strings_costs_its_characters() {
    let fixture = Fixture::new();
    let named = |name: f64, other: f64| {
        let values = [("name.length()", name), ("other.length()", other)];
        fixture.total("named", &values)
    };
    let character = named(1.0, 0.0) - named(0.0, 0.0);
    assert!(character > 0.0);
    same(named(0.0, 9.0), named(0.0, 0.0) + 9.0 * character);
    same(named(7.0, 9.0), named(0.0, 0.0) + 16.0 * character);
    // Eleven more constant characters are that much more expensive.
    let same_values = [("name.length()", 0.0), ("other.length()", 0.0)];
    same(
        fixture.total("longer", &same_values),
        named(0.0, 0.0) + 11.0 * character,
    );
    // The longest int has eleven characters, and all but the sign need a division and a remainder.
    let number = fixture.total("numbered", &[("name.length()", 0.0)]);
    let alone = fixture.total("alone", &[("name.length()", 0.0)]);
    assert!(number > alone + 11.0 * character);
    // Code that is not followed writes numbers with fractions.
    let half = fixture.summary("halved");
    let parts: Vec<String> = half.unpriced.iter().map(ToString::to_string).collect();
    assert_eq!(parts, ["makeConcatWithConstants (linked at run time)"]);
}

/// Classes that call each other in a circle, or in a row.
fn classes_in_a_row(count: u32, in_a_circle: bool) -> (Unit, Summaries) {
    let mut text = String::from("class Fixture {}\n");
    for class in 0..count {
        let next = (class + 1) % count;
        let body = if next == 0 && !in_a_circle {
            String::from("n")
        } else {
            format!("n > 0 ? C{next}.call(n - 1) : n")
        };
        let _ = writeln!(
            text,
            "class C{class} {{ static int call(int n) {{ return {body}; }} }}"
        );
    }
    let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
    let classes = support::compile_all(&text);
    let read = |bytes: Vec<u8>| Arc::new(UnitClass::read(bytes).expect("a class"));
    let classes = classes.into_iter().map(read).collect();
    let unit = Unit::new(classes, Arc::new(NoLibrary), UnitKind::Project);
    let summaries = unit.summarise(&pricer, &Arc::new(Prices::default()));
    (unit, summaries)
}

#[test]
fn a_circle_through_ten_classes_has_one_depth() {
    let (unit, summaries) = classes_in_a_row(10, true);
    for class in 0..10 {
        let name = format!("C{class}");
        let summary = summaries
            .get(&unit, &name, "call", "(I)I")
            .expect("a summary");
        assert!(summary.unpriced.is_empty(), "{name}");
        assert_eq!(summary.cost.symbols(), [], "{name}");
        let assumed: Vec<String> = (summary.assumptions.iter())
            .map(|assumption| assumption.kind.to_string())
            .collect();
        let depth = "the recursion is at most 82 calls deep";
        assert_eq!(assumed, [depth], "{name}");
    }
}

#[test]
fn calls_a_thousand_deep_are_followed_to_the_end() {
    let (unit, summaries) = classes_in_a_row(1000, false);
    let first = summaries
        .get(&unit, "C0", "call", "(I)I")
        .expect("a summary");
    let last = summaries
        .get(&unit, "C999", "call", "(I)I")
        .expect("a summary");
    assert!(first.unpriced.is_empty());
    let cost = |summary: &Summary| summary.cost.as_constant().expect("no symbol");
    assert!(cost(&first).iter().count() >= cost(&last).iter().count());
}

/// An interface with so many implementations: of `at`, which call nothing, and of `to`, of which one calls another `to`.
fn wide(implementations: usize) -> String {
    let mut source = String::from(
        "interface Fixture {\n  int at();\n  int to();\n  static int both(Fixture one) { return one.at(); }\n  static int all(Fixture one) { return one.to(); }\n",
    );
    for index in 0..implementations {
        let to = if index == 0 { "next.to()" } else { "7" };
        let _ = writeln!(
            source,
            "  class C{index} implements Fixture {{ Fixture next; int a; public int at() {{ return a; }} public int to() {{ return {to}; }} }}"
        );
    }
    source + "}\n"
}

#[test]
fn a_wide_call_reaches_implementations_that_call_nothing() {
    let names = |implementations: usize, method: &str| -> Vec<String> {
        let fixture = Fixture::of(&wide(implementations));
        let symbols = fixture.summary(method).cost.symbols();
        let names = symbols.iter().map(|symbol| symbol.name.clone());
        names.collect()
    };
    // Without a symbol, the cost is that of the most expensive implementation.
    assert!(names(40, "both").is_empty());
    assert_eq!(names(40, "all"), ["one.to"]);
    assert_eq!(names(80, "both"), ["one.at"]);
}
