//! A method that was not seen, and why.

use serde::Serialize;
use std::fmt::Write as _;

/// How many names are listed.
const MAX_NAMES: usize = 3;

/// A method that was not seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UncoveredMethod {
    /// What people call it.
    pub method: String,
    /// Its file.
    pub file: Option<String>,
    /// Its line.
    pub line: Option<u32>,
    /// The side that lacks it, `base` or `head`.
    pub side: &'static str,
    /// Why.
    pub reason: String,
}

/// What is said about an energy that a damaged class is part of.
pub(crate) fn damaged(class: &str) -> String {
    format!("its energy depends on {class}, whose class file is damaged")
}

/// What a method names and nobody has, the first few.
pub(crate) fn not_found(names: &[String]) -> String {
    let mut text = names[..names.len().min(MAX_NAMES)].join(", ");
    if names.len() > MAX_NAMES {
        let _ = write!(text, " and {} more", names.len() - MAX_NAMES);
    }
    format!("it uses names that are neither in the project nor on the class path: {text}")
}
