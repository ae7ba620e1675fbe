//! What callers see of a method.

use super::prices::Prices;
use super::settled;
use super::summaries::MethodTotal;
use super::unit::{Unit, UnitKind};
use cost::{Assumption, AssumptionKind, Cost, Size, Symbol};
use pricing::Pricer;
use std::sync::Arc;
use wcec::{Summary, Unpriced, with_estimates};

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
            is_upper_bound: total.cost.is_upper_bound,
            writes: total.writes.clone(),
            outcome: total.outcome.clone(),
            limits: Vec::new(),
            whole: None,
        };
        let method: Arc<str> = Arc::from(summary.display());
        let can_tell = Symbol::is_known_to_callers;
        let of_fixed_size =
            |cost: &Cost| cost.bounded(pricer.means(), Size::EXPORTED, &can_tell, &|_| None);
        let mut bounded = of_fixed_size(&total.cost.cost);
        // If there is no room for an energy, its estimate replaces it, if it has one.
        let estimate = |symbol: &Symbol, method: &Arc<str>| {
            let is_unknown = bounded.unknown.iter().any(|known| **known == *symbol);
            prices.chosen(method).filter(|_| is_unknown).cloned()
        };
        if let Some((estimated, estimates)) = with_estimates(&total.cost.cost, &estimate) {
            bounded = of_fixed_size(&estimated);
            for estimate in estimates {
                summary.assumptions.add(Assumption {
                    method: Arc::clone(&method),
                    file: class.source_file().cloned(),
                    line: None,
                    kind: AssumptionKind::Estimated {
                        condition: estimate.condition.clone(),
                    },
                    is_of_library: false,
                });
            }
        }
        summary.is_upper_bound |= bounded.cost != total.cost.cost;
        summary.cost = bounded.cost;
        for count in &bounded.counts {
            let place = (&method, class.source_file());
            summary.assumptions.add(Assumption::of_count(place, count));
        }
        for symbol in &bounded.unknown {
            summary.unpriced.add(Unpriced::of_unknown(symbol));
        }
        if self.kind() == UnitKind::Library {
            summary.assumptions = summary.assumptions.of_library();
            if fits(&class.header.name, total) {
                summary.assumptions = summary.assumptions.without_overflow();
            }
        }
        summary
    }
}

/// Whether a class checks its indices before it computes with them, and calls nothing else that may compute with others.
fn fits(class: &str, total: &MethodTotal) -> bool {
    let is_checked = |target: &Arc<Summary>| {
        settled::is_whole(&target.class)
            || settled::computes_with_what_is_passed(&target.class)
            || !target.assumptions.has_overflow()
    };
    settled::is_whole(class)
        && (total.calls.iter())
            .all(|call| call.besides.is_empty() && call.targets.iter().all(is_checked))
}
