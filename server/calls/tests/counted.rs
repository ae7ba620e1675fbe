//! Counts of a user's run come before prices.

use crate::support;

use calls::{NoLibrary, Prices, Unit, UnitClass, UnitKind};
use frequency::{CodeView, MeasuredMethod, Measurements, Model};
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use std::sync::Arc;

/// A method of the JDK that has a price instead of code.
const PRICED: &str = "java/util/DualPivotQuicksort";

const TEXT: &str = "
    class Sorts {
        static void sort(int[] a, int parallelism, int low, int high) {
            for (int i = low; i < high; i++) { a[i]++; }
        }
    }
    class Caller {
        static void all(int[] a) { Sorts.sort(a, 0, 0, a.length); }
    }
";

/// The loop repeats a thousand times in each call.
#[derive(Debug)]
struct ThousandTimes;

impl Measurements for ThousandTimes {
    fn of(&self, view: &CodeView<'_>) -> Option<MeasuredMethod> {
        (view.class.name == PRICED && view.method.name == "sort").then(|| MeasuredMethod {
            branches: vec![Some(1.0 / 1001.0)],
            loops: vec![Some(1000.0)],
            ..MeasuredMethod::default()
        })
    }

    fn digest(&self) -> u64 {
        1
    }
}

/// The class file, with another name for the class `Sorts`.
fn renamed(bytes: &[u8]) -> Vec<u8> {
    let name = |name: &str| {
        let mut constant = vec![1];
        constant.extend((name.len() as u16).to_be_bytes());
        constant.extend(name.as_bytes());
        constant
    };
    let (old, new) = (name("Sorts"), name(PRICED));
    let Some(at) = bytes.windows(old.len()).position(|part| part == old) else {
        return bytes.to_vec();
    };
    [&bytes[..at], &new, &bytes[at + old.len()..]].concat()
}

#[test]
fn counted_code_of_a_priced_method_replaces_its_price() {
    let model = Model::as_it_comes().with_counts(Arc::new(ThousandTimes));
    assert!(model.install());
    let classes = support::compile_all(TEXT);
    let read = |bytes: Vec<u8>| Arc::new(UnitClass::read(renamed(&bytes)).expect("a class"));
    let classes = classes.into_iter().map(read).collect();
    let unit = Unit::new(classes, Arc::new(NoLibrary), UnitKind::Library);
    let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
    let prices = Arc::new(Prices::of_natives(&pricer));
    let summaries = unit.summarise(&pricer, &prices);
    let joules = |class: &str, name: &str, descriptor: &str| {
        let typical = summaries.typical(&unit, &pricer, (class, name, descriptor));
        typical
            .expect("a typical energy")
            .mean_joules(pricer.means())
    };
    let sort = joules(PRICED, "sort", "([IIII)V");
    let caller = joules("Caller", "all", "([I)V");
    assert!(
        (1.0..1.05).contains(&(caller / sort)),
        "sorting {sort} J, its caller {caller} J"
    );
}
