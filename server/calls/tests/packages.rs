//! Which method runs if classes of several packages have methods without modifier under one name (JVM specification 5.4.5).

#![allow(clippy::expect_used, reason = "a test may panic")]

use calls::{NoLibrary, Prices, Summaries, Unit, UnitClass, UnitKind};
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use std::sync::Arc;

/// `p.Top.cost` is for its package alone. `q.Other` does not override it, `p.Same` does, and so do the classes below `p.Same`.
const SOURCES: [(&str, &str); 6] = [
    (
        "p/Top.java",
        "package p; public class Top {
           int cost(int n) { return n; }
           public static int work(int n) { int s = 0; for (int i = 0; i < 50; i++) s += i * n; return s; }
           public static int twice(int n) { return work(n) + work(n); }
           public int ask(int n) { return cost(n); }
         }",
    ),
    (
        "q/Other.java",
        "package q; public class Other extends p.Top { public int cost(int n) { return p.Top.work(n); } }",
    ),
    (
        "p/Same.java",
        "package p; public class Same extends Top { public int cost(int n) { return work(n); } }",
    ),
    (
        "q/Below.java",
        "package q; public class Below extends p.Same { public int cost(int n) { return p.Top.twice(n); } }",
    ),
    (
        "p/Back.java",
        "package p; public class Back extends q.Other { public int cost(int n) { return twice(n); } }",
    ),
    (
        "p/Calls.java",
        "package p; class Calls {
           static int ofOther(int n) { Top top = new q.Other(); return top.cost(n); }
           static int ofOtherItself(int n) { q.Other other = new q.Other(); return other.cost(n); }
           static int ofSame(int n) { Top top = new Same(); return top.cost(n); }
           static int ofBelow(int n) { Top top = new q.Below(); return top.cost(n); }
           static int ofBack(int n) { Top top = new Back(); return top.cost(n); }
         }",
    ),
];

#[test]
fn a_method_without_modifier_is_overridden_in_its_own_package() {
    let classes = tests::compile_sources(&tests::jdk(), env!("CARGO_TARGET_TMPDIR"), &SOURCES);
    let classes = classes.into_iter();
    let read = classes.map(|class| Arc::new(UnitClass::read(class.bytes).expect("a class")));
    let unit = Unit::new(read.collect(), Arc::new(NoLibrary), UnitKind::Project);
    let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
    let prices = Arc::new(Prices::of_natives(&pricer));
    let summaries: Summaries = unit.summarise(&pricer, &prices);
    let joules = |class: &str, method: &str| {
        let summary = summaries.get(&unit, class, method, "(I)I");
        let cost = summary.expect("a summary").cost.as_constant();
        cost.expect("no symbol").mean(pricer.means())
    };
    let (once, twice) = (joules("p/Top", "work"), joules("p/Top", "twice"));

    let calls = |method: &str| joules("p/Calls", method);
    assert!(calls("ofOther") < 0.5 * once);
    assert!((once..1.5 * once).contains(&calls("ofOtherItself")));
    assert!((once..1.5 * once).contains(&calls("ofSame")));
    assert!(calls("ofBelow") > twice);
    assert!(calls("ofBack") > twice);
    // A receiver of unknown class may be any of these.
    assert!(joules("p/Top", "ask") > twice);
}
