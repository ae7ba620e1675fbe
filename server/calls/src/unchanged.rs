//! Whether what is known about a method in one state of a unit holds for another state, too.

use super::summaries::Summaries;
use super::typical::Table;
use super::unit::{MethodId, Unit};
use pricing::Pricer;
use std::sync::{Arc, OnceLock};

impl Summaries {
    /// Whether nothing that is computed for a method differs from an earlier state of the unit: its cost with all that it calls,
    /// its least and its typical energy, and the parts of that. False if this is not certain.
    pub fn is_unchanged(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        earlier: (&Unit, &Self),
        (class, name, descriptor): (&str, &str, &str),
    ) -> bool {
        let (before, known) = earlier;
        let Some(id) = unit.find(class, name, descriptor) else {
            return false;
        };
        unit.resolves_as(before)
            && Arc::ptr_eq(&self.prices, &known.prices)
            && unit.platform_ended() == before.platform_ended()
            && self.keeps(unit, known, id)
            && is_same_node(
                self.typicals(unit, pricer),
                known.typicals(before, pricer),
                unit.number(id),
            )
    }

    /// Whether the costs of a method were taken over from the earlier state, or both from a third one. They are computed together
    /// with its row, and both states are still there, so their pointers tell.
    fn keeps(&self, unit: &Unit, known: &Self, id: MethodId) -> bool {
        fn is_same<T>(one: &[OnceLock<Arc<T>>], two: &[OnceLock<Arc<T>>], at: usize) -> bool {
            let value = |all: &'_ [OnceLock<Arc<T>>]| all.get(at)?.get().cloned();
            let both = value(one).zip(value(two));
            both.is_some_and(|(one, two)| Arc::ptr_eq(&one, &two))
        }
        let number = unit.number(id) as usize;
        is_same(&self.rows, &known.rows, number)
            && is_same(&self.best_case, &known.best_case, number)
    }
}

/// Whether the typical energy of a method, and everything that it adds up, is the same in two tables.
fn is_same_node(new: &Table, old: &Table, number: u32) -> bool {
    std::ptr::eq(new, old) || new.has_same_parts(old, number)
}
