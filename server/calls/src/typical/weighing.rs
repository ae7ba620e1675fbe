//! The weights of a call's receivers in the base of a comparison.
//!
//! A call goes to cheap targets more often than to expensive ones ([`super::dispatch::by_energy`]). If each of two states
//! weighted targets by its own energies, a target that becomes more expensive would lose the calls that show it. So receivers
//! of both states have the weights of the base.

use super::dispatch::Key;
use super::edge::{Callee, Equation};
use super::energies::Table;
use super::receiver::{Receiver, Renumbered};
use frequency::Model;
use rustc_hash::FxHashMap;

impl Table {
    /// The energies in joules that weight the targets of a call of the other state: one for each alternative of the equation,
    /// `None` if this state does not have the receivers.
    pub(super) fn weighing(
        &self,
        key: &Key,
        equation: &Equation,
        renumbered: &Renumbered,
        (means, model): (&[f64], &Model),
    ) -> Option<Vec<Option<f64>>> {
        let node = *self.choices.nodes.get(key)?;
        let own = self.equations.get(node as usize)?;
        let mut known: FxHashMap<&Receiver, f64> = FxHashMap::default();
        for edge in &own.edges {
            if let Some(joules) = self.weighed(node, &edge.callee, means) {
                known.extend(edge.receivers.iter().map(|receiver| (receiver, joules)));
            }
        }
        let of_edges = equation.edges.iter().map(|edge| {
            let shared = edge.receivers.iter();
            let shared = shared.filter_map(|receiver| {
                let of_base = renumbered.receiver(receiver.clone());
                known.get(&of_base).copied()
            });
            super::dispatch::weighing_like(&shared.collect::<Vec<f64>>(), model)
        });
        Some(of_edges.collect())
    }

    /// The energy in joules that weighted one alternative of a call.
    fn weighed(&self, choice: u32, callee: &Callee, means: &[f64]) -> Option<f64> {
        match callee {
            Callee::Node(number) => {
                let component = |node: u32| self.dependencies.components.of.get(node as usize);
                let in_group = self.weighed_in_group.get(number).copied();
                let in_group = in_group.filter(|_| component(choice) == component(*number));
                let value = self.values.get(*number as usize)?.as_ref();
                in_group.or_else(|| Some(value?.mean_joules(means)))
            }
            Callee::Known(typical) => Some(typical.mean_joules(means)),
            Callee::Dispatched(_) | Callee::Unpriced(_) => None,
        }
    }
}
