//! What a comparison says about one method.

use crate::energy_origin::EnergyOrigin;
use crate::name::{readable_method, shown};
use crate::report::Method;
use documents::SymbolKind;
use serde::{Serialize, Serializer};
use std::fmt;

/// The section of the list of changes that a change belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// It costs more, with the required confidence.
    More,
    /// It costs less.
    Less,
    /// Its cost changed, but it is not certain enough which side costs more.
    Undecided,
    /// Only the head has it.
    Added,
    /// Only the base has it.
    Removed,
    /// It was renamed or moved, and its cost did not change.
    Renamed,
    /// A side has no number, or its number lacks something that the other side's does not.
    Unpriced,
    /// It does not compile on one side.
    Broken,
}

impl Section {
    /// All sections, in the order in which they are shown.
    pub const ALL: [Self; 8] = [
        Self::More,
        Self::Less,
        Self::Undecided,
        Self::Added,
        Self::Removed,
        Self::Renamed,
        Self::Unpriced,
        Self::Broken,
    ];

    /// The heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::More => "more",
            Self::Less => "less",
            Self::Undecided => "undecided (~)",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Renamed => "renamed or moved",
            Self::Unpriced => "unpriced",
            Self::Broken => "could not compile",
        }
    }
}

/// The identity of a method.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct MethodName {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
}

impl MethodName {
    /// The name for readers, who never see the names that the compiler invents.
    pub(crate) fn shown(&self) -> String {
        shown(&self.to_string())
    }
}

impl fmt::Display for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&readable_method(
            &self.class,
            &self.method,
            &self.descriptor,
        ))
    }
}

/// A method on one side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Side {
    /// The source file.
    pub file: Option<String>,
    /// The first line of its code.
    pub line: Option<u32>,
    /// The mean of one call in joules at the assumed values; `None` if there is nothing to price, or a number is out of range.
    pub mean: Option<f64>,
    /// The standard deviation of one call in joules.
    pub sd: Option<f64>,
    /// The cost as a formula in its symbols; `None` if it has none.
    pub formula: Option<String>,
    /// Why there is no number.
    pub not_priced: Option<String>,
    /// What makes a typical energy uncertain by an order of magnitude; `None` if it is tight.
    pub open: Option<String>,
    /// The origin of the mean, if a profile was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<EnergyOrigin>,
    /// The mean without the profile, if that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicted: Option<f64>,
    /// The density (1/J) of one call over its energy (J) at the assumed values; empty if nothing is uncertain.
    #[serde(skip)]
    pub density: Vec<(f64, f64)>,
}

/// The difference of a method's expected energies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Delta {
    /// Head minus base, in joules.
    pub mean: f64,
    /// The posterior's uncertainty about the difference, in joules. What both sides share cancels.
    pub sd: f64,
    /// The mean as a share of the base; `None` if the base costs nothing.
    pub relative: Option<f64>,
    /// P(head > base) of the expected energies.
    pub p_greater: f64,
    /// 1 minus the adjusted p-value of "it costs no more", over all methods that changed.
    pub p_more_corrected: f64,
    /// 1 minus the adjusted p-value of "it costs no less".
    pub p_less_corrected: f64,
    /// The standard deviation of the difference of two single runs that comes from the noise of execution, in joules. It says
    /// nothing about which side costs more.
    pub execution_noise_sd: f64,
}

/// What the change of a method costs a run of the base: its own code and what it newly calls, but not what other changed methods
/// cost that it calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct ChangeInRun {
    /// How often the run called the method.
    pub calls: u64,
    /// The difference of all these calls, in joules.
    pub mean: f64,
    /// The uncertainty of the difference, in joules.
    pub sd: f64,
}

/// Why a method's cost changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Cause {
    /// Its own code.
    OwnLines {
        /// Lines of the head that differ, as far as they are known.
        lines: Vec<u32>,
    },
    /// The cost of a method that it calls changed.
    Callee {
        /// The callee.
        method: MethodName,
        /// The file of the callee.
        file: Option<String>,
        /// The first line of the callee.
        line: Option<u32>,
    },
    /// A method that may have answered its calls is gone.
    Removed {
        /// The removed method.
        method: MethodName,
        /// Its file.
        file: Option<String>,
        /// Its first line.
        line: Option<u32>,
    },
    /// None of these: neither its text nor its callees changed. A constant, field, type or method without a number that it uses
    /// changed.
    Elsewhere,
}

/// A symbol, and its value for both sides.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Assumed {
    /// The name of the symbol, as formulas show it.
    pub symbol: String,
    /// The value.
    pub value: f64,
    /// `given`, or `nominal` if no value was given.
    pub source: &'static str,
    /// The kind of the symbol, as in reports.
    #[serde(skip)]
    pub kind: SymbolKind,
}

/// What only one side lacks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct UnpricedChange {
    /// Callees missing in the head's numbers, which the base's numbers include or do not need.
    pub new: Vec<String>,
    /// Callees missing in the base's numbers.
    pub gone: Vec<String>,
}

impl UnpricedChange {
    /// Whether both sides lack the same.
    pub const fn is_empty(&self) -> bool {
        self.new.is_empty() && self.gone.is_empty()
    }
}

/// How the energy of both sides grows with a symbol.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The symbol, by its name in the head.
    pub symbol: String,
    /// Its values, with the means of base and head in joules. Other symbols have their assumed values.
    pub points: Vec<(f64, f64, f64)>,
}

/// A method whose own or total cost changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// The section.
    pub section: Section,
    /// The name: that of the head, if it has the method.
    #[serde(flatten)]
    pub name: MethodName,
    /// The name in the base, if it is different.
    pub from: Option<MethodName>,
    /// The base.
    pub base: Option<Side>,
    /// The head.
    pub head: Option<Side>,
    /// The difference, if both sides have a number.
    pub delta: Option<Delta>,
    /// What the change of the method itself costs a run of the base, if a profile shows that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<ChangeInRun>,
    /// The causes.
    pub causes: Vec<Cause>,
    /// The changes of the formula: `n² term appeared`, `+4% of the n term`.
    pub formula: Vec<String>,
    /// The values of its symbols.
    pub assumed: Vec<Assumed>,
    /// What only one side's numbers lack.
    pub unpriced: UnpricedChange,
    /// The change of the worst case, if typical energies are compared and it changed.
    pub worst: Option<WorstChange>,
    /// Whether the change may pass.
    pub verdict: Verdict,
    /// How the energy grows, if it depends on symbols.
    #[serde(skip)]
    pub curve: Option<Curve>,
    /// Why the change did not cause the difference; `None` if it did.
    #[serde(skip)]
    pub rests_on: Option<String>,
    /// Whether the method itself changed: its instructions, or its text.
    #[serde(skip)]
    pub is_own: bool,
    /// The line of a loop or a recursion that nothing leaves, if the head has more of them than the base.
    #[serde(skip)]
    pub endless_loop: Option<u32>,
    /// Whether its worst case increases by a larger share than those of the methods that it calls, or the method itself changed.
    #[serde(skip)]
    pub answers_for_worst: bool,
}

impl Change {
    /// What the change adds or saves in a run and in a call, to sort by.
    pub(crate) fn size(&self) -> (f64, f64) {
        (
            self.run.map_or(0.0, |run| run.mean.abs()),
            self.delta.map_or(0.0, |delta| delta.mean.abs()),
        )
    }

    /// The reasons that would make this a regression if the change had caused the difference.
    pub(crate) fn withheld(&self) -> Option<String> {
        let reasons = &self.verdict.withheld;
        let rests_on = self.rests_on.as_deref().unwrap_or_default();
        (!reasons.is_empty()).then(|| {
            let name = &self.name;
            format!(
                "{name} may cost more ({}), but {rests_on}",
                reasons.join("; ")
            )
        })
    }

    /// The file and line to show: those of the head, or else of the base.
    pub fn place(&self) -> Option<(&str, Option<u32>)> {
        let side = self.head.as_ref().or(self.base.as_ref())?;
        let own = self.causes.iter().find_map(|cause| match cause {
            Cause::OwnLines { lines } => lines.first().copied(),
            Cause::Callee { .. } | Cause::Removed { .. } | Cause::Elsewhere => None,
        });
        let own = own.filter(|_| self.head.is_some());
        Some((side.file.as_deref()?, own.or(side.line)))
    }
}

/// Numbers that JSON cannot represent become `null`.
#[expect(clippy::ref_option, reason = "serde asks for it")]
pub(crate) fn finite_or_null<S: Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    number
        .filter(|number| number.is_finite())
        .serialize(serializer)
}

/// The verdict on a change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Why it is a regression; empty if it is not.
    pub reasons: Vec<String>,
    /// The reason of the acknowledgement that lets it pass.
    pub acknowledged: Option<String>,
    /// Further notes, for example about an expired acknowledgement.
    pub notes: Vec<String>,
    /// The reasons that would apply if the change had caused the difference.
    #[serde(skip)]
    pub(crate) withheld: Vec<String>,
}

impl Verdict {
    /// Whether it must not pass.
    pub const fn is_regression(&self) -> bool {
        !self.reasons.is_empty() && self.acknowledged.is_none()
    }
}

/// The worst case of a method on both sides, if it changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WorstChange {
    /// The mean of the base in joules, at the assumed values.
    #[serde(serialize_with = "crate::change::finite_or_null")]
    pub base: Option<f64>,
    /// The mean of the head.
    #[serde(serialize_with = "crate::change::finite_or_null")]
    pub head: Option<f64>,
    /// The difference.
    pub delta: Delta,
    /// The changes of the formula.
    pub formula: Vec<String>,
    /// The term that it grows with in the head, if it grows faster than in the base.
    pub growth: Option<String>,
    /// The values of its symbols.
    pub assumed: Vec<Assumed>,
    /// How it grows.
    #[serde(skip)]
    pub curve: Option<Curve>,
}

pub(crate) fn name(method: &Method) -> MethodName {
    MethodName {
        class: method.class.clone(),
        method: method.method.clone(),
        descriptor: method.descriptor.clone(),
    }
}
