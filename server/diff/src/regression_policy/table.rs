//! The table `[diff]` of a `jouled.toml`.

use super::scope::Scope;
use super::sum_rule::SumRule;
use super::{Acknowledgement, MethodLimits, RegressionPolicy};
use posterior::Joules;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Table {
    of: Option<String>,
    worst: Option<String>,
    confidence: Option<f64>,
    tolerance: Option<String>,
    minimum_seen: Option<String>,
    budget: Option<String>,
    #[serde(default)]
    track: Vec<String>,
    #[serde(default)]
    limit: Vec<LimitTable>,
    #[serde(default)]
    acknowledge: Vec<AcknowledgeTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitTable {
    method: Option<String>,
    path: Option<String>,
    package: Option<String>,
    module: Option<String>,
    soft: Option<String>,
    hard: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AcknowledgeTable {
    method: Option<String>,
    path: Option<String>,
    reason: String,
    until: String,
}

#[derive(Deserialize)]
struct File {
    diff: Option<Table>,
}

impl RegressionPolicy {
    /// Reads the table `[diff]` of a `jouled.toml`. Without that table, the defaults apply.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong. A gate that is not understood must not let anything pass.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file: File = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let mut gate = Self::default();
        let Some(table) = file.diff else {
            return Ok(gate);
        };
        gate.quantity = table.of.as_deref().map(str::parse).transpose()?;
        gate.worst_tolerance = table.worst.as_deref().map(parse_percent).transpose()?;
        // `worst` was introduced together with `of`. It means nothing if worst cases decide.
        gate.has_thresholds = table.worst.is_none()
            && (table.confidence.is_some()
                || table.tolerance.is_some()
                || table.budget.is_some()
                || !table.limit.is_empty());
        if let Some(confidence) = table.confidence {
            if !(0.5..1.0).contains(&confidence) {
                return Err(format!(
                    "confidence = {confidence} is not a probability from 0.5 to below 1"
                ));
            }
            gate.confidence = confidence;
        }
        if let Some(tolerance) = table.tolerance {
            gate.tolerance = parse_percent(&tolerance)?;
        }
        if let Some(minimum) = table.minimum_seen {
            gate.minimum_seen = parse_percent(&minimum)?;
            if gate.minimum_seen > 1.0 {
                return Err(format!("minimumSeen = \"{minimum}\" is over 100%"));
            }
        }
        if let Some(budget) = table.budget {
            gate.sum_rules.push(SumRule::budget(joules(&budget)?));
        }
        for limit in table.limit {
            let soft = limit.soft.as_deref().map(parse_percent).transpose()?;
            let hard = limit.hard.as_deref().map(joules).transpose()?;
            if soft.is_none() && hard.is_none() {
                return Err(String::from(
                    "a [[diff.limit]] needs soft = \"5%\", hard = \"2 mJ\" or both",
                ));
            }
            match (limit.package, limit.module, &limit.method, &limit.path) {
                (None, None, _, _) => {}
                (Some(package), None, None, None) => {
                    gate.sum_rules.push(SumRule::package(package, soft, hard)?);
                    continue;
                }
                (None, Some(module), None, None) => {
                    gate.sum_rules.push(SumRule::module(module, soft, hard)?);
                    continue;
                }
                _ => {
                    return Err(String::from(
                        "a [[diff.limit]] has one of method, path, package and module",
                    ));
                }
            }
            gate.rules.push(MethodLimits {
                scope: Scope::new(limit.method, limit.path, "limit")?,
                soft,
                hard,
            });
        }
        for one in table.acknowledge {
            if one.reason.trim().is_empty() {
                return Err(String::from("a [[diff.acknowledge]] needs a reason"));
            }
            gate.acknowledgements.push(Acknowledgement {
                scope: Scope::new(one.method, one.path, "acknowledge")?,
                reason: one.reason,
                until: one
                    .until
                    .parse()
                    .map_err(|error| format!("until: {error}"))?,
            });
        }
        for method in table.track {
            gate.tracked.push(Scope::new(Some(method), None, "track")?);
        }
        let limits = gate.rules.iter().map(|rule| rule.scope.clone());
        let accepted = gate.acknowledgements.iter().map(|one| one.scope.clone());
        let named: Vec<Scope> = limits.chain(accepted).collect();
        gate.tracked.extend(named);
        Ok(gate)
    }
}

/// `5%` as a share.
fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').map(str::trim);
    let share = number.and_then(|number| number.parse::<f64>().ok());
    share
        .filter(|share| share.is_finite() && *share >= 0.0)
        .map(|share| share / 100.0)
        .ok_or_else(|| format!("\"{text}\" is not a percentage such as \"5%\""))
}

/// `2 mJ` in joules.
fn joules(text: &str) -> Result<f64, String> {
    Joules::parse(text)
        .map(|joules| joules.0)
        .ok_or_else(|| format!("\"{text}\" is not an energy such as \"2 mJ\""))
}
