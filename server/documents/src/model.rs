//! The basis of a report's numbers.

use serde::{Deserialize, Serialize};

/// The basis of a report's numbers, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelReport {
    /// The name of the posterior.
    pub name: String,
    /// The device, or `any` for the mixture of the measured ones.
    pub device: String,
    /// `additive` or `instruction`.
    pub structure: String,
    /// How the JVM ran the measured programs.
    pub mode: String,
    /// The mapping and its version.
    pub mapping: String,
    /// The digest of the posterior.
    pub digest: String,
    /// A warning if no meter measured the joules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmetered: Option<String>,
    /// A warning if the code uses another release of the JDK than the model was measured on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_jdk: Option<String>,
}

impl ModelReport {
    /// The basis of the numbers, for people: `model … · device … · interpreter mode · …`, and a line for each caveat.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let model = format!(
            "model {} · device {} · {} mode · {} structure · mapping {}",
            self.name, self.device, self.mode, self.structure, self.mapping,
        );
        std::iter::once(model).chain(self.caveats().map(str::to_owned))
    }

    /// The same without the structure, if there is little room.
    pub fn short_line(&self) -> String {
        format!(
            "model {} · device {} · {} mode · mapping {}{}",
            self.name,
            self.device,
            self.mode,
            self.mapping,
            self.caveats_clause()
        )
    }

    /// The warnings that belong before any number.
    pub fn caveats(&self) -> impl Iterator<Item = &str> {
        let all = [&self.unmetered, &self.other_jdk];
        all.into_iter().filter_map(Option::as_deref)
    }

    /// ` · no joule was measured by a meter: …` and the like, for the end of a line about the model; empty if there are no
    /// caveats.
    pub fn caveats_clause(&self) -> String {
        self.caveats().fold(String::new(), |clause, statement| {
            clause + " · " + statement
        })
    }
}
