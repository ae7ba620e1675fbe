//! Whether values surely break a contract.
//!
//! The worst case may be more than any run costs: its path may need conditions that exclude each other, and a loop may end
//! earlier. So it shows that a contract is met, but not that one is violated. For that, three things must be certain: a caller
//! can bring the values about, a call with them returns, and every such call costs more than the budget.

use super::VerdictReason;
use super::given::Given;
use super::search::{Evaluation, Search};
use super::space::Variable;
use crate::scope::LARGEST_INT;
use cost::Measure;
use posterior::{Device, Joules};
use pricing::Tally;
use std::collections::BTreeSet;
use wcec::LeastEnd;

/// Two energies that differ by a smaller share are equal.
const ROUNDING: f64 = 1e-9;
/// The quantile above which a skewed energy exceeds its mean if the standard deviation of its logarithm is at most 2.
const SURELY_ABOVE_MEAN: f64 = 0.8414;
/// Arrays with this many elements, and loops up to this number, exist on every virtual machine.
const ORDINARY: f64 = LARGEST_INT - 8.0;
/// How often a share of the values is halved.
const HALVINGS: u32 = 40;

impl Search<'_> {
    /// Why values that break a contract by the worst case may not break it in any run; `None` if they surely do.
    pub(super) fn doubts(&self, values: &[f64]) -> Option<Vec<VerdictReason>> {
        let found = self.conditions_on_the_way();
        if !found.is_empty() {
            return Some(found);
        }
        let ordinary: Vec<f64> = values
            .iter()
            .map(|value| {
                if *value <= LARGEST_INT {
                    value.min(ORDINARY)
                } else {
                    *value
                }
            })
            .collect();
        let values = if self.space.allows(&ordinary) == Some(true) {
            ordinary
        } else {
            values.to_vec()
        };
        let given = Given {
            space: self.space,
            values: &values,
        };
        let least = (self.question.least)(&given);
        // How far the links of the caller's objects lead is not known to whoever says that the call returns.
        let is_chain = |variable: &Variable| {
            let place = variable
                .symbol
                .as_ref()
                .and_then(|symbol| symbol.place.as_ref());
            place.is_some_and(|(_, measure)| matches!(measure, Measure::Chain(_)))
        };
        if least.end != LeastEnd::Returns || self.space.variables.iter().any(is_chain) {
            let doubt = least.doubt.as_ref().map(ToString::to_string);
            return Some(vec![VerdictReason::MayThrow(doubt)]);
        }
        let means = self.question.pricer.means();
        let tally = least.at(means, &|symbol| given.symbol(symbol));
        let surely = Evaluation {
            energy: self.surely(&tally, &values),
            budget: Joules(self.largest_budget(&values)),
        };
        if surely.is_broken() {
            return None;
        }
        let mut found = self.found_on_the_way();
        if found.is_empty() {
            found.push(VerdictReason::UpperBound);
        }
        Some(found)
    }

    /// The same share of all positive values, as small as the worst case exceeds the budget there.
    pub(super) fn smallest_broken(&self, values: &[f64]) -> Option<Vec<f64>> {
        let part = |share: f64| -> Vec<f64> {
            let part_of = |value: f64| {
                if value > 0.0 {
                    (share * value).ceil()
                } else {
                    value
                }
            };
            values.iter().map(|value| part_of(*value)).collect()
        };
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if self.is_broken_at(&part(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        let smallest = part(high);
        (smallest != values && self.is_broken_at(&smallest)).then_some(smallest)
    }

    /// The values of the condition that no caller chooses: nobody knows whether a call satisfies it.
    fn conditions_on_the_way(&self) -> Vec<VerdictReason> {
        let mut names = BTreeSet::new();
        for relation in &self.space.when {
            relation.left.collect_names(&mut names);
            relation.right.collect_names(&mut names);
        }
        let named = names.iter().filter_map(|name| self.space.of_name(name));
        let variables = named.map(|index| &self.space.variables[index]);
        let found = variables.filter(|variable| !variable.is_chosen_by_caller());
        found
            .map(|variable| VerdictReason::Opaque(variable.name.clone()))
            .collect()
    }

    /// The values that the cost depends on and that no caller chooses.
    fn found_on_the_way(&self) -> Vec<VerdictReason> {
        let variables = self.space.variables.iter();
        let found =
            variables.filter(|variable| !variable.is_chosen_by_caller() && !variable.is_energy());
        found
            .map(|variable| VerdictReason::Opaque(variable.name.clone()))
            .collect()
    }

    /// What every call that executes at least this costs at least: the quantile, if all calls execute the same.
    fn surely(&self, least: &Tally, values: &[f64]) -> Joules {
        let pricer = self.question.pricer;
        let posterior = pricer.posterior();
        let value_of = |symbol: &cost::Symbol| {
            let index = self.space.of_symbol(symbol)?;
            values.get(index).copied()
        };
        let worst = self.question.cost.evaluate(&value_of).unwrap_or_default();
        let features = pricer.features(least);
        let quantile = posterior
            .predict(&features, self.question.device)
            .wcec_quantile(self.question.contract.quantile);
        let (low, high) = (least.mean(pricer.means()), worst.mean(pricer.means()));
        if (high - low).abs() <= ROUNDING * high.abs() {
            return quantile;
        }
        // Another path may cost more, and scatter less. If it is skewed, its quantile is above its mean only if that of a log-normal
        // energy is: if z ≥ s/2.
        if self.question.contract.quantile < SURELY_ABOVE_MEAN {
            return Joules::ZERO;
        }
        let devices: Vec<Device> = match self.question.device {
            Device::Any => (0..posterior.devices().len()).map(Device::Named).collect(),
            named @ Device::Named(_) => vec![named],
        };
        let means = devices
            .iter()
            .map(|device| posterior.mean(&features, *device).0);
        Joules(means.fold(quantile.0, f64::min))
    }

    /// The budget, whatever the code finds on its way.
    fn largest_budget(&self, values: &[f64]) -> f64 {
        let budget = &self.question.contract.budget;
        let (_, largest) = budget.range(&|name: &str| {
            let index = self.space.of_name(name);
            match index.map(|index| (&self.space.variables[index], values.get(index))) {
                Some((variable, Some(value))) if variable.is_chosen_by_caller() => {
                    (value.max(0.0), value.max(0.0))
                }
                _ => (0.0, f64::INFINITY),
            }
        });
        largest
    }
}
