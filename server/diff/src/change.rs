//! What is said about one method.

use crate::name::{readable_method, shown};
use crate::report::Method;
use documents::SymbolKind;
use serde::{Serialize, Serializer};
use std::fmt;

/// Where a change belongs in the list of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// It costs more, at the confidence that was requested.
    More,
    /// It costs less.
    Less,
    /// Its cost changed, and which of the two costs more is not sure enough.
    Undecided,
    /// The head alone has it.
    Added,
    /// The base alone has it.
    Removed,
    /// It has another name or place and costs what it cost.
    Renamed,
    /// On one side there is no number, or something is missing in the numbers that was not missing before.
    Unpriced,
    /// On one side it does not compile.
    Broken,
}

impl Section {
    /// All of them, in the order in which they are shown.
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

    /// What is above it.
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

/// What tells a method from all others.
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
    /// What a reader calls it, who never sees the names that the compiler makes up.
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
    /// The mean of one call in joules at the assumed values; `None` where there is nothing to price or a number is out of
    /// range.
    pub mean: Option<f64>,
    /// The standard deviation of one call in joules.
    pub sd: Option<f64>,
    /// The cost over its symbols; `None` where it has none.
    pub formula: Option<String>,
    /// Why there is no number.
    pub not_priced: Option<String>,
    /// What makes a typical energy no more than an order of magnitude; `None` where it is tight.
    pub open: Option<String>,
    /// The density (1/J) of one call over its energy (J) at the assumed values; empty where nothing is uncertain.
    #[serde(skip)]
    pub density: Vec<(f64, f64)>,
}

/// The difference of a method's expected energies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Delta {
    /// Head less base in joules.
    pub mean: f64,
    /// What the posterior does not know of it, in joules: what both share cancels.
    pub sd: f64,
    /// The mean as a share of the base; `None` where the base costs nothing.
    pub relative: Option<f64>,
    /// P(head > base) of the expected energies.
    pub p_greater: f64,
    /// 1 less the adjusted p-value of "it costs no more", over all methods that changed.
    pub p_more_corrected: f64,
    /// 1 less the adjusted p-value of "it costs no less".
    pub p_less_corrected: f64,
    /// How far the noise of execution scatters the difference of two single runs, in joules. It says nothing about which
    /// costs more.
    pub execution_noise_sd: f64,
}

/// Why a method's cost changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Cause {
    /// Its own code.
    OwnLines {
        /// Lines of the head that differ, as far as that can be told.
        lines: Vec<u32>,
    },
    /// A method that it calls costs something else.
    Callee {
        /// Which.
        method: MethodName,
        /// Where that one stands.
        file: Option<String>,
        /// Its first line.
        line: Option<u32>,
    },
    /// A method that might answer its calls is gone.
    Removed {
        /// Which.
        method: MethodName,
        /// Where that one stood.
        file: Option<String>,
        /// Its first line.
        line: Option<u32>,
    },
    /// None of these: nobody touched it, and nothing that it calls changed. A constant, a field, a type or a method without a number that it uses did.
    Elsewhere,
}

/// A symbol and the value that the numbers hold at, on both sides.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Assumed {
    /// The symbol.
    pub symbol: String,
    /// The value.
    pub value: f64,
    /// `given`, or `nominal` where nobody gave one.
    pub source: &'static str,
    /// What kind of thing the symbol stands for, as reports call it.
    #[serde(skip)]
    pub kind: SymbolKind,
}

/// What is missing on one side alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct UnpricedChange {
    /// Callees that the head's numbers lack and the base's had or did not need.
    pub new: Vec<String>,
    /// Callees that the base's numbers lack.
    pub gone: Vec<String>,
}

impl UnpricedChange {
    /// True where both sides lack the same.
    pub const fn is_empty(&self) -> bool {
        self.new.is_empty() && self.gone.is_empty()
    }
}

/// How the energy of both sides grows with a symbol.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The symbol, as the head calls it.
    pub symbol: String,
    /// Values of it with the means of base and head in joules; the other symbols are at their assumed values.
    pub points: Vec<(f64, f64, f64)>,
}

/// A method whose own or total cost changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// Where it is listed.
    pub section: Section,
    /// The method, in the head where it is there.
    #[serde(flatten)]
    pub name: MethodName,
    /// What it was called in the base, where that is another name.
    pub from: Option<MethodName>,
    /// The base.
    pub base: Option<Side>,
    /// The head.
    pub head: Option<Side>,
    /// The difference, where both sides have a number.
    pub delta: Option<Delta>,
    /// Why.
    pub causes: Vec<Cause>,
    /// What became of the formula: `n² term appeared`, `+4% of the n term`.
    pub formula: Vec<String>,
    /// The values of its symbols.
    pub assumed: Vec<Assumed>,
    /// What is not in the numbers of one side.
    pub unpriced: UnpricedChange,
    /// What became of the worst case, where typical energies are compared and it changed.
    pub worst: Option<WorstChange>,
    /// Whether it may pass.
    pub verdict: Verdict,
    /// How it grows, where it has symbols.
    #[serde(skip)]
    pub curve: Option<Curve>,
    /// Why its difference is none of the change; `None` where it is one.
    #[serde(skip)]
    pub rests_on: Option<String>,
    /// True where the method itself is another: its instructions, or its text.
    #[serde(skip)]
    pub is_own: bool,
}

impl Change {
    /// What would be a regression if the numbers were those of the change.
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

    /// The file and line that a reader is sent to: those of the head, or else of the base.
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

/// Numbers that JSON cannot write are `null`.
#[expect(clippy::ref_option, reason = "serde asks for it")]
pub(crate) fn finite_or_null<S: Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    number
        .filter(|number| number.is_finite())
        .serialize(serializer)
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
    /// What would be reasons if the difference were one of the change.
    #[serde(skip)]
    pub(crate) withheld: Vec<String>,
}

impl Verdict {
    /// True for what must not pass.
    pub const fn is_regression(&self) -> bool {
        !self.reasons.is_empty() && self.acknowledged.is_none()
    }
}

/// The worst case of a method on both sides, where it changed.
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
    /// What became of the formula.
    pub formula: Vec<String>,
    /// The term that it grows with now, where it grows faster than before.
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
