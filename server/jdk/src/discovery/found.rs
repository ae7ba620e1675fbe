//! The result of a search for JDKs.

use std::fmt;
use std::path::PathBuf;

use super::jdk::{Jdk, Rejected};
use super::version::MINIMUM_FEATURE;

/// Everything that a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// The usable JDKs, each once, the preferred one first: by place, and within the usual places by version, the newest first.
    pub jdks: Vec<Jdk>,
    /// Folders that were examined but are not usable, with the reasons.
    pub rejected: Vec<Rejected>,
    /// The folders of usual places that were searched, whether they exist or not.
    pub searched: Vec<PathBuf>,
}

/// The error if no JDK is usable: says what was examined and how to install one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct NoJdk {
    /// The result of the search.
    pub discovery: Discovery,
    /// How to install a JDK on this system.
    pub advice: String,
}

impl NoJdk {
    /// The message, line by line. A path or a reason may contain any character, including a line break, so whoever prints a
    /// line must escape it.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "no JDK of version {MINIMUM_FEATURE} or newer was found"
        )];
        if !self.discovery.rejected.is_empty() {
            lines.push(String::from("Found, but not usable:"));
            let rejected = self.discovery.rejected.iter();
            lines.extend(rejected.map(|rejected| format!("  {rejected}")));
        }
        if !self.discovery.searched.is_empty() {
            lines.push(String::from("Searched besides JAVA_HOME and PATH:"));
            let searched = self.discovery.searched.iter();
            lines.extend(searched.map(|folder| format!("  {}", folder.display())));
        }
        lines.extend(self.advice.lines().map(str::to_owned));
        lines
    }
}

impl fmt::Display for NoJdk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.lines().join("\n"))
    }
}
