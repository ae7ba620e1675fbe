//! A whole report.

use crate::model::ModelReport;
use crate::problem::ProblemReport;
use serde::{Deserialize, Serialize};

/// The value of a report's field `schema`.
pub const SCHEMA: &str = "jouled.report/2";

/// The same for reports without typical energies.
pub const OLD_SCHEMA: &str = "jouled.report/1";

/// The start of a report: everything but its methods, statistics and problems.
#[derive(Debug, Clone, Serialize)]
pub struct Header<'r> {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// The program and its version.
    pub tool: Tool,
    /// The basis of the numbers.
    pub model: &'r ModelReport,
    /// The JDK that compiled the code; `null` if class files were read.
    pub jdk: Option<&'r str>,
    /// The conditions of the JVM that every number relies on.
    pub platform: Vec<PlatformReport>,
}

/// A condition of the JVM that every number relies on. If the analysed code may end it, it becomes an assumption of each number
/// that needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PlatformReport {
    /// Its name.
    pub name: &'static str,
    /// The condition, in words.
    pub text: &'static str,
    /// The method that ends it; `null` if none does.
    pub ended_by: Option<&'static str>,
}

/// The program that wrote a report.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Tool {
    /// This program.
    pub const THIS: Self = Self {
        name: "jouled",
        version: env!("CARGO_PKG_VERSION"),
    };
}

/// A report as it is read: the parts of the [`Header`] that a comparison needs, and what follows it.
#[derive(Debug, Clone, Deserialize)]
pub struct Report<M> {
    /// [`SCHEMA`], or [`OLD_SCHEMA`].
    pub schema: String,
    /// The basis of the numbers.
    pub model: ModelReport,
    /// The JDK that compiled the code.
    pub jdk: Option<String>,
    /// The methods.
    pub methods: Vec<M>,
    /// What could not be analysed.
    pub problems: Vec<ProblemReport>,
}
