//! What callers see of a method.

use super::method_total::MethodTotal;
use super::not_followed;
use super::prices::Prices;
use super::unit::{Unit, UnitKind};
use cost::{Assumption, AssumptionKind, Assumptions, Cost, Size, Symbol};
use pricing::Pricer;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use wcec::{Summary, Unpriced, Unpriceds, with_estimates};

impl Unit {
    /// What callers see of a method.
    pub(super) fn exported(
        &self,
        pricer: &Pricer,
        prices: &Prices,
        number: u32,
        total: &MethodTotal,
    ) -> Summary {
        let id = self.method(number);
        let class = &self.classes[id.class as usize];
        let method = &class.header.methods[id.method as usize];
        let mut summary = Summary {
            class: Arc::clone(&class.header.name),
            name: Arc::clone(&method.name),
            descriptor: Arc::clone(&method.descriptor),
            cost: Cost::zero(),
            unpriced: total.unpriced.clone(),
            assumptions: total.cost.assumptions.clone(),
            writes: total.writes.clone(),
            open_calls: total.open_calls.clone(),
            outcome: total.outcome.clone(),
            limits: Vec::new(),
            whole: None,
        };
        let method: Arc<str> = Arc::from(summary.display());
        let place = (&method, class.source_file());
        let sized = SizedCost::of(&total.cost.cost, pricer.means(), prices, place);
        summary.cost = sized.unpack(&mut summary.assumptions, &mut summary.unpriced);
        if self.kind() == UnitKind::Library {
            summary.assumptions = summary.assumptions.of_library();
            if fits(&class.header.name, total) {
                summary.assumptions = summary.assumptions.without_overflow();
            }
        }
        summary
    }
}

/// A cost, or more, of the size that callers see.
pub(super) struct SizedCost {
    cost: Cost,
    /// What it relies on besides.
    assumptions: Vec<Assumption>,
    /// What it lacks.
    unknown: Vec<Unpriced>,
}

impl SizedCost {
    /// Of the code of a method in a file.
    pub(super) fn of(
        cost: &Cost,
        means: &[f64],
        prices: &Prices,
        (method, file): (&Arc<str>, Option<&Arc<str>>),
    ) -> Self {
        let can_tell = Symbol::is_known_to_callers;
        let of_fixed_size = |cost: &Cost| cost.bounded(means, Size::EXPORTED, &can_tell, &|_| None);
        let mut bounded = of_fixed_size(cost);
        let mut assumptions = Vec::new();
        // If there is no room for an energy, its estimate replaces it, if it has one.
        let unknown: FxHashSet<&str> = (bounded.unknown.iter())
            .map(|symbol| symbol.key.as_str())
            .collect();
        let estimate = |symbol: &Symbol, method: &Arc<str>| {
            let is_unknown = unknown.contains(symbol.key.as_str());
            prices
                .of_unknown_receiver(method)
                .filter(|_| is_unknown)
                .cloned()
        };
        if let Some((estimated, estimates)) = with_estimates(cost, &estimate) {
            bounded = of_fixed_size(&estimated);
            let estimates = estimates.iter().map(|estimate| Assumption {
                method: Arc::clone(method),
                file: file.cloned(),
                line: None,
                kind: AssumptionKind::Estimated {
                    condition: estimate.condition.clone(),
                },
                is_of_library: false,
            });
            assumptions.extend(estimates);
        }
        let counts = bounded.counts.iter();
        assumptions.extend(counts.map(|count| Assumption::of_count((method, file), count)));
        let unknown = bounded.unknown.iter();
        Self {
            cost: bounded.cost,
            assumptions,
            unknown: unknown.map(|symbol| Unpriced::of_unknown(symbol)).collect(),
        }
    }

    /// The cost, once what it relies on and what it lacks are added to these.
    pub(super) fn unpack(self, assumptions: &mut Assumptions, unpriced: &mut Unpriceds) -> Cost {
        for assumption in self.assumptions {
            assumptions.add(assumption);
        }
        for unknown in self.unknown {
            unpriced.add(unknown);
        }
        self.cost
    }
}

/// Whether a class checks its indices before it computes with them, and calls nothing else that may compute with others.
fn fits(class: &str, total: &MethodTotal) -> bool {
    let is_checked = |target: &Arc<Summary>| {
        not_followed::is_without_overflow(&target.class)
            || not_followed::computes_with_what_is_passed(&target.class)
            || !target.assumptions.has_overflow()
    };
    not_followed::is_without_overflow(class)
        && (total.calls.iter())
            .all(|call| call.besides.is_empty() && call.targets.iter().all(is_checked))
}
