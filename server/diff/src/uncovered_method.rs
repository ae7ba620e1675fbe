//! A method that was not seen, and why.

use serde::Serialize;
use std::fmt::Write as _;

/// The maximum number of names listed.
const MAX_NAMES: usize = 3;

/// A method that was not seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UncoveredMethod {
    /// The displayed name.
    pub method: String,
    /// Its file.
    pub file: Option<String>,
    /// Its line.
    pub line: Option<u32>,
    /// The side that lacks it, `base` or `head`.
    pub side: &'static str,
    /// The reason.
    pub reason: String,
}

/// The reason if the energy depends on a damaged class.
pub(crate) fn damaged(class: &str) -> String {
    format!("its energy depends on {class}, whose class file is damaged")
}

/// The reason if a method uses missing names; lists the first few.
pub(crate) fn not_found(names: &[String]) -> String {
    let mut text = names[..names.len().min(MAX_NAMES)].join(", ");
    if names.len() > MAX_NAMES {
        let _ = write!(text, " and {} more", names.len() - MAX_NAMES);
    }
    format!("it uses names that are neither in the project nor on the class path: {text}")
}
