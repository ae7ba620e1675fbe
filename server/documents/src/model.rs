//! What the numbers of a report rest on.

use serde::{Deserialize, Serialize};

/// What a number rests on, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelReport {
    /// The name of the posterior.
    pub name: String,
    /// The device, or `any` for the mixture of the measured ones.
    pub device: String,
    /// `additive` or `instruction`.
    pub structure: String,
    /// How the virtual machine ran what was measured.
    pub mode: String,
    /// The mapping and its version.
    pub mapping: String,
    /// The digest of the posterior.
    pub digest: String,
    /// What to know before any number, if no meter measured the joules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmetered: Option<String>,
}

impl ModelReport {
    /// What numbers rest on, in one line for people: `model … · device … · interpreter mode · …`.
    pub fn line(&self) -> String {
        format!(
            "model {} · device {} · {} mode · {} structure · mapping {}{}",
            self.name,
            self.device,
            self.mode,
            self.structure,
            self.mapping,
            self.unmetered_clause()
        )
    }

    /// ` · no joule was measured by a meter: …` for the end of a line about the model; empty if a meter measured them.
    pub fn unmetered_clause(&self) -> String {
        self.unmetered
            .as_ref()
            .map_or_else(String::new, |statement| format!(" · {statement}"))
    }
}
