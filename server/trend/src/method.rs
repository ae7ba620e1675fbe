//! The energies of one state of the code.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A method with the energy of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MethodEnergy {
    /// The class, with slashes.
    pub class: String,
    /// The method.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The module of its file: see [`module_of`].
    pub module: String,
    /// What a returning call costs on average, in joules; `None` if unknown.
    pub typical_j: Option<f64>,
}

/// The energies of a state's methods, and what is unknown about them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StateEnergies {
    /// The methods, with or without an energy.
    pub methods: Vec<MethodEnergy>,
    /// The packages with a file that does not compile, with slashes. Their sums are unknown.
    pub broken_packages: BTreeSet<String>,
    /// Whether something of an unknown package is missing.
    pub is_broken: bool,
    /// What went wrong, for readers; empty if nothing did.
    pub problem: String,
}

/// The module of a source file: the folder before `src`, or the first folder. Tests are a separate module.
pub fn module_of(file: &str) -> String {
    let parts: Vec<&str> = file.split('/').collect();
    let folders = &parts[..parts.len().saturating_sub(1)];
    let named = |module: &[&str]| match module {
        [] => String::from("."),
        _ => module.join("/"),
    };
    match folders.iter().position(|part| *part == "src") {
        Some(at) => {
            let module = named(&folders[..at]);
            match folders.get(at + 1) {
                Some(set) if set.to_ascii_lowercase().contains("test") => {
                    format!("{module} (tests)")
                }
                _ => module,
            }
        }
        None => named(&folders[..folders.len().min(1)]),
    }
}

#[cfg(test)]
mod tests {
    use super::module_of;

    #[test]
    fn modules_are_folders_before_src() {
        for (file, module) in [
            ("src/main/java/p/A.java", "."),
            ("core/src/main/java/p/A.java", "core"),
            ("libs/core/src/p/A.java", "libs/core"),
            ("core/src/test/java/p/ATest.java", "core (tests)"),
            ("src/integrationTest/java/A.java", ". (tests)"),
            ("A.java", "."),
            ("app/p/A.java", "app"),
            ("", "."),
        ] {
            assert_eq!(module_of(file), module, "{file}");
        }
    }
}
