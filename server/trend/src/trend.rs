//! A history with its curves.

use crate::series::Series;
use serde::{Deserialize, Serialize};

/// A commit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// Its object name.
    pub id: String,
    /// When it was committed, in seconds since 1970.
    pub seconds: i64,
    /// Its author.
    pub author: String,
    /// The first line of its message.
    pub subject: String,
}

/// A history with its curves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trend {
    /// `jouled.trend/1`
    pub schema: &'static str,
    /// The name of the repository.
    pub repository: String,
    /// The model that priced the code.
    pub model: String,
    /// The commits, the oldest first.
    pub revisions: Vec<Revision>,
    /// For each commit, what went wrong; empty if nothing did.
    pub problems: Vec<String>,
    /// The curves: everything, modules, packages, and the methods that changed most.
    pub series: Vec<Series>,
}

impl Trend {
    /// The schema of its JSON.
    pub const SCHEMA: &'static str = "jouled.trend/1";
}
