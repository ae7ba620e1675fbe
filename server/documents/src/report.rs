//! A whole report.

use crate::model::ModelReport;
use crate::problem::ProblemReport;
use serde::{Deserialize, Serialize};

/// What the field `schema` of a report says.
pub const SCHEMA: &str = "jouled.report/2";

/// The same of reports without typical energies.
pub const OLD_SCHEMA: &str = "jouled.report/1";

/// What a report begins with: all but its methods, statistics and problems.
#[derive(Debug, Clone, Serialize)]
pub struct Header<'r> {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// The program and its version.
    pub tool: Tool,
    /// What the numbers rest on.
    pub model: &'r ModelReport,
    /// The JDK that compiled the code, `null` where class files were read.
    pub jdk: Option<&'r str>,
    /// What every number takes for granted of the virtual machine.
    pub platform: Vec<PlatformReport>,
}

/// A condition of the virtual machine that holds for every number, unless code that is looked at may end it: then it is an
/// assumption of each number that needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PlatformReport {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
    /// The method, of `java.lang.System`, that ends it.
    pub ended_by: &'static str,
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

/// A report as it is read: what a comparison needs of the [`Header`], and what follows it.
#[derive(Debug, Clone, Deserialize)]
pub struct Report<M> {
    /// [`SCHEMA`], or [`OLD_SCHEMA`].
    pub schema: String,
    /// What the numbers rest on.
    pub model: ModelReport,
    /// The JDK that compiled the code.
    pub jdk: Option<String>,
    /// The methods.
    pub methods: Vec<M>,
    /// What could not be analysed.
    pub problems: Vec<ProblemReport>,
}
