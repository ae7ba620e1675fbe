//! The parts of a method's typical energy: what its lines execute themselves, and its calls.

use crate::assumptions::AssumedValues;
use crate::method_analysis::MethodAnalysis;
use crate::method_name::parameters;
use crate::model::Model;
use crate::program::Program;
use calls::UncertainParts;
use cost::Symbol;
use posterior::Features;
use serde::Serialize;
use std::sync::Arc;

/// A part of the typical energy of a method. Energies are in joules.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TypicalShare {
    /// The line.
    pub line: Option<u32>,
    /// The callee, as in `Map.get(Object)`; `None` for what the line executes itself.
    pub callee: Option<String>,
    /// Whether several methods may run. The energy is their weighted mean.
    pub is_choice: bool,
    /// The number of executions in a returning call.
    pub times: f64,
    /// The mean of all these executions.
    pub mean: f64,
    /// The share of the method's typical energy, from 0 to 1.
    pub share: f64,
    /// The number of unpriced calls in it. They are not in the numbers.
    pub unpriced_calls: f64,
    /// What the energy depends on that the code does not show.
    #[serde(skip)]
    pub behind: UncertainParts,
}

/// A call that a method makes in a returning call on average.
#[derive(Debug, Clone, PartialEq)]
pub struct AverageCall {
    /// The callee, as in `p/A.f(I)V`.
    pub callee: Arc<str>,
    /// Whether several methods may run.
    pub is_choice: bool,
    /// How often it is made.
    pub times: f64,
    /// What all these calls execute.
    pub executed: Features,
}

impl Program {
    /// The calls in a method's typical energy at the given values; `None` if the method has no code, or its calls were not
    /// followed.
    pub fn average_calls(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        method: &MethodAnalysis,
    ) -> Option<Vec<AverageCall>> {
        if method.not_analysed.is_some() || method.followed.is_none() {
            return None;
        }
        let value_of = |symbol: &Symbol| assumptions.value(symbol);
        let parts = self.typical_parts(method)?;
        let calls = parts.into_iter().filter_map(|part| {
            let part = part.at(&value_of);
            Some(AverageCall {
                callee: part.callee?,
                is_choice: part.is_choice,
                times: part.count,
                executed: model.features(&part.tally),
            })
        });
        Some(calls.collect())
    }

    /// The parts of a method's typical energy at the given values, the largest first; `None` if the method has no code, or its
    /// calls were not followed.
    pub fn typical_shares(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        method: &MethodAnalysis,
    ) -> Option<Vec<TypicalShare>> {
        if method.not_analysed.is_some() || method.followed.is_none() {
            return None;
        }
        let whole = model.typical_at(method, assumptions)?.mean.0;
        let parts = model.settled_parts(method, assumptions, &self.typical_parts(method)?);
        let mut shares: Vec<TypicalShare> = parts
            .into_iter()
            .map(|part| {
                let mean = model.mean(&part.tally).0;
                TypicalShare {
                    line: part.line,
                    callee: part.callee.as_deref().map(called),
                    is_choice: part.is_choice,
                    times: part.count,
                    mean,
                    share: if whole > 0.0 { mean / whole } else { 0.0 },
                    unpriced_calls: part.unpriced_calls,
                    behind: part.behind,
                }
            })
            .collect();
        shares.sort_by(|one, two| {
            let by_mean = two.mean.total_cmp(&one.mean);
            by_mean.then_with(|| two.unpriced_calls.total_cmp(&one.unpriced_calls))
        });
        Some(shares)
    }
}

/// `Map.get(Object)` for `java/util/Map.get(Ljava/lang/Object;)Ljava/lang/Object;`
fn called(method: &str) -> String {
    let (owner, descriptor) = method.split_at(method.find('(').unwrap_or(method.len()));
    let (class, name) = owner.rsplit_once('.').unwrap_or(("", owner));
    let class = class.rsplit('/').next().unwrap_or_default();
    let class = class.replace('$', ".");
    match (name, class.is_empty()) {
        ("<init>", _) => format!("new {class}{}", parameters(descriptor)),
        (name, true) => format!("{name}{}", parameters(descriptor)),
        (name, false) => format!("{class}.{name}{}", parameters(descriptor)),
    }
}

#[cfg(test)]
mod tests {
    use super::called;

    #[test]
    fn who_is_called_is_named_as_in_java() {
        assert_eq!(called("java/util/Map$Entry.get(I)I"), "Map.Entry.get(int)");
        assert_eq!(called("p/A.<init>()V"), "new A()");
        assert_eq!(called("run()V"), "run()");
    }
}
