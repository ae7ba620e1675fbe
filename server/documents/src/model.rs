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
}
