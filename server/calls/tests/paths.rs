//! The lines and decisions of a method's worst case, and its cheapest path.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use calls::{NoLibrary, Prices, Summaries, Unit, UnitClass, UnitKind};
use cost::Symbol;
use posterior::Posterior;
use pricing::{Mapping, Pricer, Tally};
use std::sync::Arc;
use crate::support::compile_all;
use wcec::{BestCase, Breakdown, PathValues, WorstPath};

const TEXT: &str = include_str!("fixtures/Paths.java");

struct Fixture {
    pricer: Pricer,
    unit: Unit,
    summaries: Summaries,
}

impl Fixture {
    fn new() -> Self {
        let read = |bytes| Arc::new(UnitClass::read(bytes).expect("a class"));
        let classes = compile_all(TEXT).into_iter().map(read).collect();
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
        let header = headers
            .find(|header| &*header.name == "Fixture")
            .expect("the class");
        let mut methods = header.methods.iter();
        let method = methods.find(|method| &*method.name == name);
        method.expect("the method").descriptor.to_string()
    }

    fn breakdown(&self, name: &str, values: &[(&str, f64)]) -> Breakdown {
        let descriptor = self.descriptor(name);
        let method = ("Fixture", name, descriptor.as_str());
        let total = self.summaries.total(&self.unit, &self.pricer, method);
        let symbols = total.expect("a cost").cost.symbols.into_iter();
        let values: PathValues = symbols
            .filter_map(|symbol| Some((symbol.key.clone(), value_of(values)(&symbol)?)))
            .collect();
        let found = (self.summaries).breakdown(&self.unit, &self.pricer, method, &values);
        found.expect("a breakdown")
    }

    fn path(&self, name: &str, values: &[(&str, f64)]) -> WorstPath {
        let path = self.breakdown(name, values).at(&value_of(values));
        path.unwrap_or_else(|missing| panic!("{name} needs {missing:?}"))
    }

    /// The decisions, in words.
    fn decisions(&self, name: &str, values: &[(&str, f64)]) -> Vec<String> {
        let path = self.path(name, values);
        path.decisions.iter().map(ToString::to_string).collect()
    }

    /// All that the method executes in the worst case.
    fn total(&self, name: &str, values: &[(&str, f64)]) -> Tally {
        let descriptor = self.descriptor(name);
        let method = ("Fixture", name, descriptor.as_str());
        let total = self.summaries.total(&self.unit, &self.pricer, method);
        let cost = total.expect("a cost").cost.cost;
        cost.evaluate(&value_of(values))
            .expect("all symbols have values")
    }

    fn best_case(&self, name: &str) -> Arc<BestCase> {
        let descriptor = self.descriptor(name);
        let method = ("Fixture", name, descriptor.as_str());
        let found = self.summaries.best_case(&self.unit, &self.pricer, method);
        found.expect("a cheapest path")
    }

    fn mean(&self, tally: &Tally) -> f64 {
        tally.mean(self.pricer.means())
    }

    fn least(&self, name: &str, values: &[(&str, f64)]) -> f64 {
        let least = self
            .best_case(name)
            .at(self.pricer.means(), &value_of(values));
        self.mean(&least)
    }
}

fn value_of<'v>(values: &'v [(&'v str, f64)]) -> impl Fn(&Symbol) -> Option<f64> {
    move |symbol: &Symbol| {
        let found = values.iter().find(|(name, _)| *name == symbol.name);
        found.map(|(_, value)| *value)
    }
}

/// The number of the fixture's first line with a text, after the line with another text.
fn line(after: &str, text: &str) -> u32 {
    let mut lines = (1..)
        .zip(TEXT.lines())
        .skip_while(|(_, line)| !line.contains(after));
    lines
        .find(|(_, line)| line.contains(text))
        .expect("the line")
        .0
}

#[track_caller]
fn same(one: f64, two: f64) {
    assert!((one - two).abs() <= 1e-9 * two.abs(), "{one} is not {two}");
}

#[test]
fn the_lines_of_a_method_have_all_that_it_executes() {
    let fixture = Fixture::new();
    let values: &[(&str, f64)] = &[("n", 7.0), ("m", 9.0), ("a.length", 5.0), ("d", 4.0)];
    for name in [
        "straight", "branch", "nested", "search", "chosen", "called", "twice", "caught", "both",
        "stopped", "leaves",
    ] {
        let breakdown = fixture.breakdown(name, values);
        let path = breakdown.at(&|symbol: &Symbol| {
            Some(value_of(values)(symbol).unwrap_or_else(|| symbol.nominal()))
        });
        let path = path.expect("every symbol has a value");
        let mut sum = Tally::new();
        for (_, tally) in &path.lines {
            sum.add_scaled(tally, 1.0);
        }
        let descriptor = fixture.descriptor(name);
        let method = ("Fixture", name, descriptor.as_str());
        let total = fixture
            .summaries
            .total(&fixture.unit, &fixture.pricer, method);
        let total = total.expect("a cost").cost;
        let total = total.cost.evaluate(&|symbol: &Symbol| {
            Some(value_of(values)(symbol).unwrap_or_else(|| symbol.nominal()))
        });
        let total = total.expect("every symbol has a value");
        if name == "both" {
            // Of several paths together, one is broken down.
            assert!(fixture.mean(&sum) < fixture.mean(&total));
            continue;
        }
        same(fixture.mean(&sum), fixture.mean(&total));
        for (pattern, count) in total.iter() {
            assert!(
                (sum.count(pattern) - count).abs() < 1e-6,
                "{name}: {pattern:?} {count}"
            );
        }
    }
}

#[test]
fn loops_and_callees_multiply_what_a_line_has() {
    let fixture = Fixture::new();
    let of_line = |path: &WorstPath, at: u32| {
        let found = path.lines.iter().find(|(line, _)| *line == Some(at));
        fixture.mean(&found.expect("the line costs something").1)
    };
    let inner = line("int nested", "sum += j");
    let ten = fixture.path("nested", &[("n", 10.0)]);
    let one = fixture.path("nested", &[("n", 1.0)]);
    // 10 + 9 + … + 1 iterations instead of one.
    same(of_line(&ten, inner), 55.0 * of_line(&one, inner));

    let call = line("int twice", "called(");
    let path = fixture.path("twice", &[("n", 6.0)]);
    let rest = fixture.total("nested", &[("n", 6.0)]);
    // The line of the other call has the call itself and that callee.
    assert!(of_line(&path, call + 1) > fixture.mean(&rest));
    assert!(of_line(&path, call) > fixture.mean(&fixture.total("called", &[("n", 6.0)])));

    // The line has a part of every run of a recursion.
    let three = fixture.path("count", &[("n", 2.0)]);
    let six = fixture.path("count", &[("n", 5.0)]);
    let body = line("int count", "rest + straight");
    same(of_line(&six, body), 2.0 * of_line(&three, body));
}

#[test]
fn what_methods_execute_that_call_each_other_stands_on_the_line_of_the_call() {
    let fixture = Fixture::new();
    let path = fixture
        .breakdown("even", &[])
        .at(&|_: &Symbol| Some(5.0))
        .expect("all have values");
    let lines: Vec<u32> = path.lines.iter().filter_map(|(line, _)| *line).collect();
    let (first, last) = (line("int even", "if (n"), line("int even", "odd(n - 1)"));
    assert!(
        lines.iter().all(|line| (first..=last).contains(line)),
        "{lines:?}"
    );
}

#[test]
fn decisions_are_told_in_the_words_of_the_source() {
    let fixture = Fixture::new();
    let at = line("int branch", "if (");
    assert_eq!(
        fixture.decisions("branch", &[]),
        [format!("line {at}: condition true, on to line {}", at + 1)]
    );
    let at = line("int chosen", "switch");
    assert_eq!(
        fixture.decisions("chosen", &[]),
        [format!("line {at}: case 2, 7, on to line {}", at + 5)]
    );
    let at = line("int named", "switch");
    assert_eq!(
        fixture.decisions("named", &[]).last(),
        Some(&format!(
            "line {at}: one of the cases, on to line {}",
            at + 4
        ))
    );
    // Neither a boolean that is kept, nor whether assertions are enabled.
    let at = line("boolean kept", "assert");
    assert_eq!(
        fixture.decisions("kept", &[]),
        [format!("line {at}: the assertion holds")]
    );
}

#[test]
fn loops_are_told_with_how_often_they_repeat() {
    let fixture = Fixture::new();
    let at = line("int search", "for (");
    assert_eq!(
        fixture.decisions("search", &[("a.length", 5.0)]),
        [
            format!("line {at}: loop, a.length = 5 times"),
            format!("line {}: condition false, on to line {at}", at + 1),
        ]
    );
}

#[test]
fn the_target_that_is_taken_is_told_with_the_others() {
    let fixture = Fixture::new();
    let at = line("int called", "item.price");
    let decisions = fixture.decisions("called", &[("n", 3.0)]);
    let told = format!("line {at}: Dear.price, more expensive than Cheap.price");
    assert!(decisions.contains(&told), "{decisions:#?}");
}

#[test]
fn the_values_of_the_symbols_decide_which_path_it_is() {
    let fixture = Fixture::new();
    let at = line("int both", "if (first)");
    for (n, m, told) in [(50.0, 1.0, true), (1.0, 50.0, false)] {
        let decisions = fixture.decisions("both", &[("n", n), ("m", m)]);
        let expected = format!("line {at}: condition {told}");
        assert!(
            decisions.iter().any(|one| one.starts_with(&expected)),
            "{decisions:#?}"
        );
    }
}

#[test]
fn without_a_choice_the_cheapest_path_is_the_most_expensive() {
    let fixture = Fixture::new();
    for (name, values) in [
        ("straight", [("n", 0.0)]),
        ("nested", [("n", 0.0)]),
        ("nested", [("n", 1.0)]),
        ("nested", [("n", 12.0)]),
    ] {
        same(
            fixture.least(name, &values),
            fixture.mean(&fixture.total(name, &values)),
        );
    }
    assert!(!fixture.best_case("straight").is_partial);
}

#[test]
fn the_cheapest_path_takes_the_cheaper_way_and_loops_that_may_end_at_once() {
    let fixture = Fixture::new();
    let straight = fixture.mean(&fixture.total("straight", &[]));
    assert!(fixture.least("branch", &[]) < 0.9 * fixture.mean(&fixture.total("branch", &[])));
    // Nothing is known about the search, so the first element may match.
    let (few, many) = ([("a.length", 1.0)], [("a.length", 1e6)]);
    same(
        fixture.least("search", &many),
        fixture.least("search", &few),
    );
    // Each loop costs more than none.
    let least = fixture.least("both", &[("n", 5.0), ("m", 0.0)]);
    assert!(
        least <= fixture.mean(&fixture.total("both", &[("n", 0.0), ("m", 0.0)])) * (1.0 + 1e-9)
    );
    assert!(least > 0.0);
    // A caught exception ends the block before its first instruction. One that leaves the method is not a return.
    assert!(fixture.least("caught", &[]) < straight);
    let power = fixture.mean(&fixture.total("power", &[]));
    assert!(fixture.least("stopped", &[]) > power);
}

#[test]
fn of_callees_the_cheapest_target_counts() {
    let fixture = Fixture::new();
    let least = |n: f64| fixture.least("called", &[("n", n)]);
    let most = |n: f64| fixture.mean(&fixture.total("called", &[("n", n)]));
    same(least(0.0), most(0.0));
    let (one, two) = (least(2.0) - least(1.0), most(2.0) - most(1.0));
    assert!(one > 0.0 && one < 0.8 * two, "{one} {two}");
    assert!(!fixture.best_case("called").is_partial);
    // The least depth of a recursion is unknown.
    assert!(fixture.best_case("count").is_partial);
}

#[test]
fn a_case_of_characters_is_told_as_the_source_has_it() {
    let fixture = Fixture::new();
    let decisions = fixture.decisions("spelled", &[]);
    for expected in ["case '\u{1db6}'", "case '\\''", "case '\\t'"] {
        assert!(
            decisions.iter().any(|decision| decision.contains(expected)),
            "{expected}: {decisions:?}"
        );
    }
}
