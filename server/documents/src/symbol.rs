//! A symbol and its value.

use serde::{Deserialize, Serialize};

/// A symbol and its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AssumptionReport {
    /// The name within the method.
    pub symbol: String,
    /// The kind of symbol; older reports do not have it.
    #[serde(default)]
    pub kind: SymbolKind,
    /// What it means.
    #[serde(default)]
    pub meaning: String,
    /// The line of its loop.
    pub line: Option<u32>,
    /// The value; `null` if none is assumed.
    pub value: Option<f64>,
    /// Where the value comes from.
    #[serde(default)]
    pub source: Option<ValueOrigin>,
}

/// The kind of a symbol.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "&'static str")]
pub enum SymbolKind {
    /// A parameter.
    Parameter,
    /// A field.
    Field,
    /// The length of an array.
    ArrayLength,
    /// The number of repetitions of a loop.
    Loop,
    /// An argument of a callee.
    Argument,
    /// The depth to which methods call each other.
    Depth,
    /// The joules of one call of a passed object.
    Callback,
    /// Unknown to this version, or not in the report.
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

    /// The name in reports.
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

/// The source of a symbol's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueOrigin {
    /// A given value.
    Given,
}
