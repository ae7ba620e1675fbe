//! Limits of the worst cases of methods of the JDK.

use crate::support;

use calls::{NoLibrary, Prices, Summaries, Unit, UnitClass, UnitKind};
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use std::sync::Arc;
use wcec::Ends;

const TEXT: &str = "
    class Numbers {
        int[] digits;
        int next(int n) { return n % 7; }
        int unknown(int n) { int s = 0; while (n != 1) { n = next(n); s++; } return s; }
        int known(int n) { int s = 0; for (int i = 0; i < digits.length; i++) { s += i; } return s; }
    }
    class Caller {
        static int all(Numbers numbers) { return numbers.unknown(7); }
    }
";

const LIMITS: &str = r#"{"schema": "jouled.library/1", "limits": {"assumes": "limits hold",
    "step": [{"operation": "get_field", "data_type": "int", "data_size": "load", "count": 1}],
    "methods": [
        {"method": "Numbers.unknown(I)I", "why": "x", "assumes": "so does y", "cost": [{"steps": 9}, {"per_unit_of": "length of receiver.digits", "steps": 3}]},
        {"method": "Numbers.known(I)I", "why": "x", "cost": [{"steps": 1}]}
    ]}}"#;

struct Summarised {
    unit: Unit,
    summaries: Summaries,
}

fn summarised(pricer: &Pricer, limits: Option<&str>, kind: UnitKind) -> Summarised {
    let classes = support::compile_all(TEXT).into_iter();
    let classes = classes.map(|bytes| Arc::new(UnitClass::read(bytes).expect("a class")));
    let unit = Unit::new(classes.collect(), Arc::new(NoLibrary), kind);
    let prices = limits.map_or_else(Prices::default, |text| {
        Prices::read(text, pricer).expect("limits")
    });
    let summaries = unit.summarise(pricer, &Arc::new(prices));
    Summarised { unit, summaries }
}

impl Summarised {
    /// The worst case of the caller, and what it rests on.
    fn worst(&self, pricer: &Pricer) -> (String, Vec<String>) {
        let name = ("Caller", "all", "(LNumbers;)I");
        let total = self.summaries.total_at(&self.unit, pricer, name, Ends::Returns);
        let cost = total.expect("the caller").cost;
        let symbols = cost.cost.symbols().iter().map(|it| it.name.clone()).collect::<Vec<_>>();
        let rests_on = cost.assumptions.iter().map(|it| it.kind.to_string());
        (symbols.join(" "), rests_on.collect())
    }

    fn typical(&self, pricer: &Pricer) -> f64 {
        let name = ("Caller", "all", "(LNumbers;)I");
        let typical = self.summaries.typical(&self.unit, pricer, name);
        typical.expect("a typical energy").mean_joules(pricer.means())
    }
}

#[test]
fn a_limit_replaces_only_the_worst_case_of_code_that_says_too_little() {
    let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
    let followed = summarised(&pricer, None, UnitKind::Library);
    let limited = summarised(&pricer, Some(LIMITS), UnitKind::Library);
    let (symbols, rests_on) = followed.worst(&pricer);
    assert!(!rests_on.is_empty() && symbols.is_empty(), "{symbols} {rests_on:?}");
    let (symbols, rests_on) = limited.worst(&pricer);
    assert_eq!(symbols, "numbers.digits.length");
    assert_eq!(rests_on, ["limits hold, and so does y"]);
    assert!((followed.typical(&pricer) - limited.typical(&pricer)).abs() < 1e-18);
    // The code of `known` rests on nothing, so its limit does not count.
    let known = ("Numbers", "known", "(I)I");
    let known = limited.summaries.get(&limited.unit, known.0, known.1, known.2);
    let known = known.expect("a summary");
    assert!(known.assumptions.is_empty() && !known.cost.is_constant());
    // A project's own class of that name is no class of the JDK.
    let own = summarised(&pricer, Some(LIMITS), UnitKind::Project);
    assert_ne!(own.worst(&pricer).1, ["limits hold, and so does y"]);
}
