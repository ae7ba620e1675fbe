//! What one state of the code costs.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A method and what a call of it costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MethodEnergy {
    /// The class in binary form with slashes.
    pub class: String,
    /// The method.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The module of its file: see [`module_of`].
    pub module: String,
    /// What a call that returns costs on average, in joules; `None` if nobody knows.
    pub typical_j: Option<f64>,
}

/// What the methods of a state cost, and what of it is not known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StateEnergies {
    /// The methods, of which only some may have an energy.
    pub methods: Vec<MethodEnergy>,
    /// The packages of which a file does not compile, with slashes: their sums are not known.
    pub broken_packages: BTreeSet<String>,
    /// Whether anything is not known of which the package is not known either.
    pub is_broken: bool,
    /// What went wrong, for people; empty if nothing did.
    pub problem: String,
}

/// The module of a source file: the folder before `src`, or the first folder. Tests are a module of their own.
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
