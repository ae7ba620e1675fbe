//! The models that are compiled in.

use posterior::Posterior;

/// Names and texts of the models that are compiled in besides the default one.
const OTHERS: [(&str, &str); 2] = [
    (
        "x86-64-vm-jdk-17-interpreter",
        include_str!("../../../model-data/x86-64-vm-jdk-17-interpreter.json"),
    ),
    (
        "x86-64-vm-jdk-25-interpreter",
        include_str!("../../../model-data/x86-64-vm-jdk-25-interpreter.json"),
    ),
];

/// The name of the default model.
const DEFAULT: &str = "raspberry-pi-5";

/// The names of the models that are compiled in; the first is the default.
pub(crate) fn built_in_names() -> impl Iterator<Item = &'static str> {
    let others = OTHERS.iter().map(|(name, _)| *name);
    std::iter::once(DEFAULT).chain(others)
}

/// A model that is compiled in; `None` where none has this name.
pub(crate) fn built_in_model(name: &str) -> Option<Posterior> {
    if name == DEFAULT {
        return Some(Posterior::default_model());
    }
    let (_, text) = OTHERS.iter().find(|(known, _)| *known == name)?;
    Posterior::from_json(text).ok()
}

/// The models that are compiled in; the first is the default.
pub fn built_in_models() -> Vec<Posterior> {
    built_in_names().filter_map(built_in_model).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_can_be_read_and_says_its_own_name() {
        let models = built_in_models();
        let names: Vec<&str> = models.iter().map(Posterior::name).collect();
        assert_eq!(names, built_in_names().collect::<Vec<_>>());
        assert_eq!(names[0], Posterior::default_model().name());
    }

    #[test]
    fn what_no_meter_measured_says_so() {
        for model in &built_in_models()[1..] {
            let statement = model.hardware().unmetered().unwrap_or_default();
            assert!(statement.contains("CPU seconds"), "{}", model.name());
            let unseen = model.fit().and_then(posterior::FitRecord::unseen);
            assert!(unseen.is_some(), "{}", model.name());
        }
    }
}
