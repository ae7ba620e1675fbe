//! A symbol and its value.

use serde::{Deserialize, Serialize};

/// A symbol and its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AssumptionReport {
    /// The name within the method.
    pub symbol: String,
    /// What kind of thing it is; reports of before this was kept do not say.
    #[serde(default)]
    pub kind: SymbolKind,
    /// What it stands for.
    #[serde(default)]
    pub meaning: String,
    /// The line of its loop.
    pub line: Option<u32>,
    /// The value, `null` where none is assumed.
    pub value: Option<f64>,
    /// Where the value comes from.
    #[serde(default)]
    pub source: Option<ValueOrigin>,
}

/// What kind of thing a symbol stands for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "&'static str")]
pub enum SymbolKind {
    /// A parameter.
    Parameter,
    /// A field.
    Field,
    /// The length of an array.
    ArrayLength,
    /// How often a loop repeats.
    Loop,
    /// What is passed to a callee.
    Argument,
    /// How deep methods call each other.
    Depth,
    /// The joules of one call of what somebody hands in.
    Callback,
    /// It is not known, or a later version knows it.
    #[default]
    Untold,
}

impl SymbolKind {
    const TOLD: [Self; 7] = [
        Self::Parameter,
        Self::Field,
        Self::ArrayLength,
        Self::Loop,
        Self::Argument,
        Self::Depth,
        Self::Callback,
    ];

    /// What a report calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parameter => "parameter",
            Self::Field => "field",
            Self::ArrayLength => "array_length",
            Self::Loop => "loop",
            Self::Argument => "argument",
            Self::Depth => "depth",
            Self::Callback => "callback",
            Self::Untold => "",
        }
    }
}

impl From<String> for SymbolKind {
    fn from(name: String) -> Self {
        let told = Self::TOLD.into_iter().find(|told| told.name() == name);
        told.unwrap_or_default()
    }
}

impl From<SymbolKind> for &'static str {
    fn from(kind: SymbolKind) -> Self {
        kind.name()
    }
}

/// Where the value of a symbol comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueOrigin {
    /// Somebody gave it.
    Given,
}
