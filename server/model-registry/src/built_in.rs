//! The built-in models.

use posterior::Posterior;

/// The name of the default model.
const DEFAULT: &str = "raspberry-pi-5";

/// The other models: name and text. They are parsed only when requested.
const OTHERS: [(&str, &str); 6] = [
    (
        "x86-64-vm-jdk25-c2",
        include_str!("../../../model-data/x86-64-vm-jdk25-c2.json"),
    ),
    (
        "x86-64-vm-jdk21-c2",
        include_str!("../../../model-data/x86-64-vm-jdk21-c2.json"),
    ),
    (
        "x86-64-vm-jdk17-c2",
        include_str!("../../../model-data/x86-64-vm-jdk17-c2.json"),
    ),
    (
        "x86-64-vm-jdk25-interpreter",
        include_str!("../../../model-data/x86-64-vm-jdk25-interpreter.json"),
    ),
    (
        "x86-64-vm-jdk21-interpreter",
        include_str!("../../../model-data/x86-64-vm-jdk21-interpreter.json"),
    ),
    (
        "x86-64-vm-jdk17-interpreter",
        include_str!("../../../model-data/x86-64-vm-jdk17-interpreter.json"),
    ),
];

/// The names of the built-in models; the first is the default.
pub(crate) fn built_in_names() -> impl Iterator<Item = &'static str> {
    [DEFAULT]
        .into_iter()
        .chain(OTHERS.iter().map(|(name, _)| *name))
}

/// The built-in model with this name.
pub(crate) fn built_in(name: &str) -> Option<Posterior> {
    if name == DEFAULT {
        return Some(Posterior::default_model());
    }
    let (_, text) = OTHERS.iter().find(|(known, _)| *known == name)?;
    // The text is part of the program, and a test parses it.
    Posterior::from_json(text).ok()
}

/// The built-in models; the first is the default.
pub fn built_in_models() -> Vec<Posterior> {
    built_in_names().filter_map(built_in).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_read_has_its_name_passed_its_checks_and_says_what_measured_it() {
        for name in built_in_names() {
            let model = built_in(name).unwrap_or_else(|| panic!("{name} is not valid"));
            assert_eq!(model.name(), name);
            assert_eq!(model.hardware().unmetered().is_none(), name == DEFAULT);
            if name != DEFAULT {
                let fit = model.fit().unwrap();
                assert!(fit.verdict.passed, "{name}: {:?}", fit.verdict.failures);
                let unseen = model.unseen().unwrap();
                assert!(unseen.programs >= 100, "{name}: {unseen:?}");
            }
        }
        assert_eq!(built_in_models().len(), built_in_names().count());
        assert!(built_in("nothing").is_none());
    }

    /// The names contain the execution mode of the programs and the version of the JDK.
    #[test]
    fn a_name_says_mode_and_jdk() {
        for (name, _) in OTHERS {
            let model = built_in(name).unwrap();
            assert!(name.ends_with(&format!("-{}", model.mode())), "{name}");
            let (feature, _) = model.jdk().version.split_once('.').unwrap();
            assert!(name.contains(&format!("-jdk{feature}-")), "{name}");
        }
    }
}
