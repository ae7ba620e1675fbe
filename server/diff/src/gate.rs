//! Which changes may pass: the `[diff]` table of `jouled.toml`, and what it says of a change.

use crate::change::{Change, Section};
use crate::date::Date;
use crate::error::DiffError;
use crate::symbolic::percent;
use globset::{GlobBuilder, GlobMatcher};
use posterior::Joules;
use serde::{Deserialize, Serialize};

/// What must hold of a change.
#[derive(Debug, Clone)]
pub struct Gate {
    /// The least corrected P(head > base) of a regression.
    pub confidence: f64,
    /// The least increase of a regression, as a share of the base.
    pub tolerance: f64,
    /// Limits of some methods; of several tolerances the last holds, of several hard limits each.
    pub rules: Vec<Rule>,
    /// Regressions that were accepted.
    pub acknowledgements: Vec<Acknowledgement>,
}

/// Limits of some methods.
#[derive(Debug, Clone)]
pub struct Rule {
    scope: Scope,
    /// The increase that is tolerated, as a share of the base, in place of [`Gate::tolerance`].
    pub soft: Option<f64>,
    /// The most joules, in the mean, that a call may cost after a change.
    pub hard: Option<f64>,
}

/// A regression that somebody accepted for a time.
#[derive(Debug, Clone)]
pub struct Acknowledgement {
    scope: Scope,
    /// Why.
    pub reason: String,
    /// The last day that it holds on.
    pub until: Date,
}

/// Methods by name, or all of some files.
#[derive(Debug, Clone)]
struct Scope {
    text: String,
    is_path: bool,
    glob: GlobMatcher,
}

/// Whether a change may pass.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Why it is a regression; empty where it is none.
    pub reasons: Vec<String>,
    /// Why it may pass all the same.
    pub acknowledged: Option<String>,
    /// What else is to be said, as of an acknowledgement that has expired.
    pub notes: Vec<String>,
}

impl Verdict {
    /// True for what must not pass.
    pub const fn is_regression(&self) -> bool {
        !self.reasons.is_empty() && self.acknowledged.is_none()
    }
}

/// The default of [`Gate::confidence`].
const CONFIDENCE: f64 = 0.95;

/// The default of [`Gate::tolerance`].
const TOLERANCE: f64 = 0.02;

impl Default for Gate {
    fn default() -> Self {
        Self {
            confidence: CONFIDENCE,
            tolerance: TOLERANCE,
            rules: Vec::new(),
            acknowledgements: Vec::new(),
        }
    }
}

/// The table as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Table {
    confidence: Option<f64>,
    tolerance: Option<String>,
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

impl Gate {
    /// Reads the table `[diff]` of a `jouled.toml`. Without that table the defaults hold.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence. A gate that is not understood must not let anything pass.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file: File = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let mut gate = Self::default();
        let Some(table) = file.diff else {
            return Ok(gate);
        };
        if let Some(confidence) = table.confidence {
            if !(0.5..1.0).contains(&confidence) {
                return Err(format!(
                    "confidence = {confidence} is no probability from 0.5 to below 1"
                ));
            }
            gate.confidence = confidence;
        }
        if let Some(tolerance) = table.tolerance {
            gate.tolerance = parse_percent(&tolerance)?;
        }
        for limit in table.limit {
            let soft = limit.soft.as_deref().map(parse_percent).transpose()?;
            let hard = limit.hard.as_deref().map(parse_joules).transpose()?;
            if soft.is_none() && hard.is_none() {
                return Err(String::from(
                    "a [[diff.limit]] needs soft = \"5%\", hard = \"2 mJ\" or both",
                ));
            }
            gate.rules.push(Rule {
                scope: Scope::new(limit.method, limit.path, "limit")?,
                soft,
                hard,
            });
        }
        for one in table.acknowledge {
            if one.reason.trim().is_empty() {
                return Err(String::from(
                    "a [[diff.acknowledge]] needs a reason that says something",
                ));
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
        Ok(gate)
    }

    /// Says of each change whether it may pass on a day, and of each acknowledgement that nothing needs it any more.
    ///
    /// # Errors
    /// [`DiffError::NoDate`] where an acknowledgement decides and no day is known.
    pub fn judge(
        &self,
        changes: &mut [Change],
        today: Option<Date>,
    ) -> Result<Vec<String>, DiffError> {
        let mut used = vec![false; self.acknowledgements.len()];
        for change in changes {
            let mut verdict = Verdict {
                reasons: self.reasons(change),
                ..Verdict::default()
            };
            if !verdict.reasons.is_empty() {
                let known = self.acknowledgements.iter().zip(&mut used);
                for (one, used) in known.filter(|(one, _)| one.scope.covers(change)) {
                    *used = true;
                    if one.until < today.ok_or(DiffError::NoDate)? {
                        let note = format!(
                            "its acknowledgement expired on {}: {}",
                            one.until, one.reason
                        );
                        verdict.notes.push(note);
                    } else {
                        verdict.acknowledged =
                            Some(format!("{} (until {})", one.reason, one.until));
                    }
                }
            }
            change.verdict = verdict;
        }
        let unused = self
            .acknowledgements
            .iter()
            .zip(used)
            .filter(|(_, used)| !used);
        Ok(unused
            .map(|(one, _)| {
                format!(
                    "the acknowledgement of {} in jouled.toml is not needed for this change",
                    one.scope.text
                )
            })
            .collect())
    }

    fn reasons(&self, change: &Change) -> Vec<String> {
        let mut reasons = Vec::new();
        let rules = || self.rules.iter().filter(|rule| rule.scope.covers(change));
        let tolerance = rules()
            .filter_map(|rule| rule.soft)
            .next_back()
            .unwrap_or(self.tolerance);
        if let (Section::More, Some(delta)) = (change.section, change.delta)
            && delta.p_more_corrected >= self.confidence
            && delta.relative.is_none_or(|relative| relative >= tolerance)
        {
            let increase = delta.relative.map_or_else(
                || String::from("it cost nothing before"),
                |relative| {
                    format!(
                        "{} is over the tolerance of {}",
                        percent(relative),
                        share(tolerance)
                    )
                },
            );
            reasons.push(format!(
                "P(head > base) {} and {increase}",
                probability(delta.p_more_corrected)
            ));
        }
        let head = change.head.as_ref().and_then(|head| head.mean);
        for limit in rules().filter_map(|rule| rule.hard) {
            if let Some(mean) = head.filter(|mean| *mean > limit) {
                let (mean, limit) = (Joules(mean), Joules(limit));
                reasons.push(format!("{mean} is over the hard limit of {limit}"));
            }
        }
        reasons
    }
}

/// A probability with as many digits as tell it from 1.
pub(crate) fn probability(p: f64) -> String {
    if p > 0.999_95 {
        String::from("> 0.9999")
    } else if p < 0.000_05 {
        String::from("< 0.0001")
    } else {
        format!("{p:.4}")
    }
}

/// `2%`, `0.5%`.
fn share(share: f64) -> String {
    let text = format!("{:.3}", share * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

impl Scope {
    fn new(method: Option<String>, path: Option<String>, of: &str) -> Result<Self, String> {
        let (text, is_path) = match (method, path) {
            (Some(method), None) => (method, false),
            (None, Some(path)) => (path, true),
            _ => {
                return Err(format!(
                    "a [[diff.{of}]] needs method = \"p.A.f\" or path = \"src/**\""
                ));
            }
        };
        let pattern = if is_path {
            text.trim_start_matches("./")
                .trim_end_matches('/')
                .to_owned()
        } else {
            normal(&text)
        };
        // A descriptor has brackets that are no set of characters.
        let pattern = pattern.replace('[', "[[]");
        let glob = GlobBuilder::new(&pattern)
            .literal_separator(true)
            .build()
            .map_err(|error| format!("\"{text}\" cannot be read: {}", error.kind()))?;
        Ok(Self {
            text,
            is_path,
            glob: glob.compile_matcher(),
        })
    }

    fn covers(&self, change: &Change) -> bool {
        if self.is_path {
            let sides = [&change.head, &change.base];
            let mut files = sides
                .into_iter()
                .flatten()
                .filter_map(|side| side.file.as_deref());
            return files.any(|file| {
                let file = file.replace('\\', "/");
                // A folder stands for all below it.
                let mut folders = file.match_indices('/').map(|(at, _)| &file[..at]);
                self.glob.is_match(&file) || folders.any(|folder| self.glob.is_match(folder))
            });
        }
        let names = [Some(&change.name), change.from.as_ref()];
        names.into_iter().flatten().any(|name| {
            let short = normal(&format!("{}.{}", name.class, name.method));
            let long = format!("{short}{}", normal(&name.descriptor));
            self.glob.is_match(&short) || self.glob.is_match(&long)
        })
    }
}

/// A method's name with one sign between its parts, whichever the user prefers.
fn normal(method: &str) -> String {
    method.replace(['.', '$'], "/")
}

/// `5%` as a share.
fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').map(str::trim);
    let share = number.and_then(|number| number.parse::<f64>().ok());
    share
        .filter(|share| share.is_finite() && *share >= 0.0)
        .map(|share| share / 100.0)
        .ok_or_else(|| format!("\"{text}\" is no percentage such as \"5%\""))
}

/// `2 mJ` in joules.
fn parse_joules(text: &str) -> Result<f64, String> {
    const UNITS: [(&str, f64); 7] = [
        ("pJ", 1e-12),
        ("nJ", 1e-9),
        ("µJ", 1e-6),
        ("uJ", 1e-6),
        ("mJ", 1e-3),
        ("kJ", 1e3),
        ("J", 1.0),
    ];
    let written = text.trim();
    let parsed = UNITS.iter().find_map(|(unit, size)| {
        let number = written.strip_suffix(unit)?.trim().parse::<f64>().ok()?;
        Some(number * size)
    });
    parsed
        .filter(|joules| joules.is_finite() && *joules >= 0.0)
        .ok_or_else(|| format!("\"{text}\" is no energy such as \"2 mJ\""))
}
