//! Code shared by the tests of both structures: hand-made events, and their prices.

use std::sync::Arc;

use bytecode::DataType;
use bytecode::events::{Action, CompilerRole, Event, Source};
use posterior::{Device, Posterior};
use pricing::{Mapping, Pricer, Tally};

/// An event of the first instruction and tree.
pub(crate) fn event(action: Action, data_type: DataType, operands: [Source; 2]) -> Event {
    Event {
        action,
        data_type,
        operands,
        instruction: 0,
        opcode: 0,
        tree: 0,
        pool: 0,
        role: CompilerRole::None,
    }
}

/// The same events in another expression tree.
pub(crate) fn in_tree(
    tree: u32,
    events: impl IntoIterator<Item = Event>,
) -> impl Iterator<Item = Event> {
    events.into_iter().map(move |event| Event { tree, ..event })
}

/// The default model under a mapping.
pub(crate) fn default_pricer(mapping: Mapping) -> Pricer {
    Pricer::new(Arc::new(Posterior::default_model()), mapping)
}

/// The count of each pattern.
pub(crate) fn tally(pricer: &Pricer, events: &[Event]) -> Tally {
    let mut units = Vec::new();
    pricer.price(events, &mut units);
    (units.into_iter())
        .map(|unit| (unit.pattern, unit.count))
        .collect()
}

/// Asserts the mean on device any in nanojoules, both by the features and by the means of the patterns.
pub(crate) fn assert_nanojoules(pricer: &Pricer, tally: &Tally, expected: f64) {
    let by_features = pricer
        .posterior()
        .mean(&pricer.features(tally), Device::Any)
        .0;
    for found in [by_features, tally.mean(pricer.means())] {
        assert!(
            (found / (expected * 1e-9) - 1.0).abs() < 1e-9,
            "{found:e} J instead of {expected} nJ"
        );
    }
}

/// Asserts counts and shares.
pub(crate) fn assert_counts<const N: usize>(found: [f64; N], expected: [f64; N]) {
    let equal = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-12;
    let all = found.iter().zip(&expected).all(equal);
    assert!(all, "{found:?} instead of {expected:?}");
}
