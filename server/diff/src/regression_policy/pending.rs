//! What a change does to the settings that judge it.

use super::sum_rule::SumRule;
use super::{Acknowledgement, MethodLimits, PolicyOrigin, RegressionPolicy, SettingsOf};
use crate::percent::share;
use posterior::Joules;
use std::fmt::Write;

impl RegressionPolicy {
    /// The differences between these settings and those of the head, a phrase each.
    pub fn changes_in(&self, head: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if self.confidence.to_bits() != head.confidence.to_bits() {
            changes.push(format!(
                "confidence {} → {}",
                self.confidence, head.confidence
            ));
        }
        if self.tolerance.to_bits() != head.tolerance.to_bits() {
            changes.push(format!(
                "tolerance {} → {}",
                share(self.tolerance),
                share(head.tolerance)
            ));
        }
        let named = |gate: &Self| {
            let quantity = gate.quantity.map(|quantity| quantity.to_string());
            quantity.unwrap_or_else(|| String::from("unnamed"))
        };
        if self.quantity != head.quantity {
            changes.push(format!("of {} → {}", named(self), named(head)));
        }
        let worst = |gate: &Self| {
            gate.worst_tolerance
                .map_or_else(|| String::from("any"), share)
        };
        if worst(self) != worst(head) {
            changes.push(format!("worst {} → {}", worst(self), worst(head)));
        }
        if self.minimum_seen.to_bits() != head.minimum_seen.to_bits() {
            changes.push(format!(
                "minimumSeen {} → {}",
                share(self.minimum_seen),
                share(head.minimum_seen)
            ));
        }
        let limits = |gate: &Self| -> Vec<String> {
            let of_methods = gate.rules.iter().map(MethodLimits::to_text);
            let of_sums = gate.sum_rules.iter().map(SumRule::to_text);
            of_methods.chain(of_sums).collect()
        };
        let (before, after) = (limits(self), limits(head));
        let listed = changes.len();
        changes.extend(apart(&before, &after));
        if changes.len() == listed && before != after {
            changes.push(String::from("the order of the limits"));
        }
        let list = |gate: &Self| -> Vec<String> {
            let all = gate.acknowledgements.iter();
            all.map(Acknowledgement::to_text).collect()
        };
        changes.extend(apart(&list(self), &list(head)));
        changes
    }
}

impl PolicyOrigin {
    /// A warning about a change of the settings.
    pub(crate) fn caveat(&self) -> Option<String> {
        let what = self.changes.join("; ");
        let when = match self.from {
            SettingsOf::Base => {
                "this takes effect once it is merged, and --settings head uses it now"
            }
            SettingsOf::Head => "--settings head applies it already",
        };
        (!what.is_empty()).then(|| format!("the head changes what may pass: {what}; {when}"))
    }
}

/// What only one of the lists has.
fn apart(before: &[String], after: &[String]) -> Vec<String> {
    let gone = before.iter().filter(|one| !after.contains(one));
    let new = after.iter().filter(|one| !before.contains(one));
    gone.map(|one| format!("no {one}"))
        .chain(new.map(|one| format!("new {one}")))
        .collect()
}

impl MethodLimits {
    fn to_text(&self) -> String {
        let mut text = format!("limit of {}:", self.scope.text);
        if let Some(soft) = self.soft {
            let _ = write!(text, " soft {}", share(soft));
        }
        if let Some(hard) = self.hard {
            let _ = write!(text, " hard {}", Joules(hard));
        }
        text
    }
}

impl Acknowledgement {
    fn to_text(&self) -> String {
        format!(
            "acknowledgement of {} until {}: {}",
            self.scope.text, self.until, self.reason
        )
    }
}
