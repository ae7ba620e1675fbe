//! Which costs need that classes are initialised.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::support;

use calls::{NoLibrary, Prices, Summaries, Unit, UnitClass, UnitKind};
use cost::PlatformCondition;
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use std::sync::Arc;

const PROGRAM: &str = "\
class Fixture {
    static int own = twice(1);
    static int twice(int x) { return 2 * x; }
    static class Costly {
        static final int CONSTANT = 5;
        static int table = twice(3);
        int field;
        static int get() { return 1; }
        int read() { return field; }
    }
    static class Below extends Costly { static int none() { return 2; } }
    static class Plain { static int count; int field; static int get() { return count; } }
    enum Colour { RED, GREEN }

    static int reads() { return Costly.table; }
    static void writes() { Costly.table = 1; }
    static int calls() { return Costly.get(); }
    static Object makes() { return new Costly(); }
    static int callsBelow() { return Below.none(); }
    static int callsCaller() { return calls(); }
    static int chooses(Colour c) { switch (c) { case RED: return 1; default: return 2; } }
    static int refers() { java.util.function.IntSupplier s = Costly::get; return s.getAsInt(); }

    static int constant() { return Costly.CONSTANT; }
    static int onObject(Costly c) { return c.read() + c.field; }
    static int ownField() { return own + twice(own); }
    static int plain() { return new Plain().field + Plain.get() + Plain.count; }
    static int array() { return new Costly[3].length; }
    static int throwing(int x) { if (x < 0) { x = Costly.get(); throw new IllegalStateException(); } return x; }
}
";

const NEED: [&str; 8] = [
    "reads",
    "writes",
    "calls",
    "makes",
    "callsBelow",
    "callsCaller",
    "chooses",
    "refers",
];

const NEED_NOTHING: [&str; 6] = [
    "constant",
    "onObject",
    "ownField",
    "plain",
    "array",
    "throwing",
];

fn unit(source: &str) -> Unit {
    let classes = support::compile_all(source);
    let read = |bytes: &Vec<u8>| Arc::new(UnitClass::read(bytes.clone()).expect("a class"));
    Unit::new(
        classes.iter().map(read).collect(),
        Arc::new(NoLibrary),
        UnitKind::Project,
    )
}

fn needs(summaries: &Summaries, name: &str) -> bool {
    let mut all = summaries.iter();
    let summary = all.find(|summary| *summary.class == *"Fixture" && *summary.name == *name);
    let platform = summary.expect("the method").assumptions.platform;
    platform.contains(PlatformCondition::InitialisedClasses)
}

#[test]
fn what_may_run_an_initialiser_needs_that_it_ran() {
    let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
    let prices = Arc::new(Prices::of_natives(&pricer));
    let before = unit(PROGRAM);
    let summaries = before.summarise(&pricer, &prices);
    for name in NEED {
        assert!(needs(&summaries, name), "{name}");
    }
    for name in NEED_NOTHING {
        assert!(!needs(&summaries, name), "{name}");
    }
    let edited = PROGRAM.replace("class Plain { static int count;", "class Plain { static int count = 7;");
    let after = unit(&edited);
    let earlier = Some((&before, &summaries));
    let summaries = after.summarise_after(&pricer, &prices, earlier);
    assert!(needs(&summaries, "plain"), "the class has an initialiser now");
    assert!(!needs(&summaries, "array"));
}
