//! Callees whose price replaces their code.

use super::dispatch::Key;
use super::edge::Callee;
use super::equation::Builder;
use super::{Term, Typical, UncertainParts};
use crate::price_document::Reading;
use crate::prices;
use crate::resolve::Target;
use crate::sites::Site;
use cost::{AssumptionKind, Symbol};
use std::sync::Arc;
use wcec::{Summary, Unpriced};

impl Builder<'_> {
    pub(super) fn of_given(&self, method: &Arc<str>) -> Callee {
        match self.summaries.prices.get(method, Reading::Usual) {
            Some(summary) => Callee::Known(Arc::new(self.given(&summary))),
            None => Callee::Unpriced(Arc::clone(method)),
        }
    }

    /// A priced method whose code a run of the user counted: the counts are better than the price.
    pub(super) fn of_counted(&self, part: &Unpriced) -> Option<Callee> {
        match self.unit.code_behind_price(part)? {
            Target::Own(method) => {
                let number = self.unit.number(method);
                self.is_counted(number)?.then_some(Callee::Node(number))
            }
            Target::Library {
                class,
                name,
                descriptor,
            } => {
                let typical = self.unit.library().typical(&class, &name, &descriptor)?;
                typical.is_counted.then_some(Callee::Known(typical))
            }
            Target::Unknown(_) => None,
        }
    }

    /// The callee for reflective code. It has no bound, but it has an average: that of its code, if all of that has a price.
    pub(super) fn of_reflective(&self, site: &Site, part: &Unpriced) -> Callee {
        let target = self
            .unit
            .implementation_in(&site.class, &site.name, &site.descriptor);
        match &target {
            Target::Unknown(_) if self.summaries.prices.given(&part.method).is_some() => {
                self.of_given(&part.method)
            }
            Target::Unknown(_) if site.receiver_decides() => Callee::Dispatched(Key::of(site)),
            Target::Unknown(_) => self.of_given(&part.method),
            target => self.of_target(target),
        }
    }

    /// The callee for a method of a record that is linked at run time and has no price of its own.
    pub(super) fn of_record_method(&self, site: &Site, part: &Unpriced) -> Callee {
        let method = match &*site.name {
            "toString" => "toString()Ljava/lang/String;",
            "hashCode" => "hashCode()I",
            "equals" => "equals(Ljava/lang/Object;)Z",
            _ => return self.of_given(&part.method),
        };
        self.of_estimate(method)
            .unwrap_or_else(|| Callee::Unpriced(Arc::clone(&part.method)))
    }

    /// The estimate for methods of this name and descriptor.
    pub(super) fn of_estimate(&self, method: &str) -> Option<Callee> {
        let estimate = self.summaries.prices.of_unknown_receiver(method)?;
        Some(Callee::Known(Arc::new(Typical {
            tally: estimate.tally.clone(),
            behind: UncertainParts {
                unsure_joules: estimate.tally.mean(self.pricer.means()),
                ..UncertainParts::default()
            },
            ..Typical::default()
        })))
    }

    /// A given price, with an assumed value for each size that it depends on. A caller that knows a size replaces it.
    pub(super) fn given(&self, summary: &Summary) -> Typical {
        let size = self.model.size();
        let means = self.pricer.means();
        let tally = prices::at_size(&summary.cost, size);
        let mut behind = UncertainParts::default();
        let mut terms = Vec::new();
        for part in summary.cost.terms() {
            if !prices::depends_on_size(&part.factor) {
                continue;
            }
            let joules = part.tally.mean(means);
            let usual = |symbol: &Symbol| prices::usual(symbol, size);
            behind.sizes_joules += joules * part.factor.value(&usual);
            if let Some(symbol) = prices::size_of(&part.factor) {
                let product = vec![(Arc::clone(symbol), size)];
                terms.push(Term {
                    sizes_joules: joules,
                    ..Term::certain(product, part.tally.clone())
                });
            }
        }
        // What such a condition limits is usually less.
        let is_estimate = |kind: &AssumptionKind| {
            matches!(
                kind,
                AssumptionKind::Estimated { .. } | AssumptionKind::Trusted { .. }
            )
        };
        let mut assumptions = summary.assumptions.iter();
        behind.unsure_joules = if assumptions.any(|assumption| is_estimate(&assumption.kind)) {
            tally.mean(means)
        } else {
            behind.sizes_joules
        };
        Typical {
            tally,
            terms,
            behind,
            instructions: size as u32,
            ..Typical::default()
        }
    }
}
