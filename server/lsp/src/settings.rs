//! The settings of a session, section `jouled`.

use std::fmt::Write;
use std::path::PathBuf;

use ide::{Assumptions, Mapping};
use serde_json::Value;

/// What the user chose.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settings {
    /// The name or file of a posterior; the default one if there is none.
    pub(crate) model: Option<String>,
    /// The device, or `any`.
    pub(crate) device: String,
    /// How instructions become patterns.
    pub(crate) mapping: Mapping,
    /// Whether there are inlay hints.
    pub(crate) hints: bool,
    /// Whether there are code lenses.
    pub(crate) lens: bool,
    /// The JDK to compile with.
    pub(crate) java_home: Option<PathBuf>,
    /// Class folders and jars beside those of the project.
    pub(crate) class_path: Vec<PathBuf>,
    /// Values of symbols.
    pub(crate) assume: Assumptions,
}

impl Settings {
    /// Reads the settings of a client over those that the server was started with. A value that
    /// cannot be used leaves the default in place and is told of in the list.
    pub(crate) fn read(value: &Value, defaults: &Self) -> (Self, Vec<String>) {
        let mut settings = defaults.clone();
        let mut problems = Vec::new();
        let mut wrong = |name: &str, expected: &str, found: &Value| {
            problems.push(format!(
                "the setting jouled.{name} must be {expected}, not {}; its default is used",
                shortened(found)
            ));
        };
        let given = |name: &str| value.get(name).filter(|value| !value.is_null());
        for (name, target) in [("hints", &mut settings.hints), ("lens", &mut settings.lens)] {
            match given(name) {
                Some(Value::Bool(on)) => *target = *on,
                Some(other) => wrong(name, "true or false", other),
                None => {}
            }
        }
        match given("model") {
            Some(Value::String(model)) if model.is_empty() => settings.model = None,
            Some(Value::String(model)) => settings.model = Some(model.clone()),
            Some(other) => wrong("model", "the name or the file of a model", other),
            None => {}
        }
        match given("device") {
            Some(Value::String(device)) => settings.device.clone_from(device),
            Some(other) => wrong("device", "the name of a device, or \"any\"", other),
            None => {}
        }
        if let Some(value) = given("mapping") {
            match value.as_str().map(str::parse) {
                Some(Ok(mapping)) => settings.mapping = mapping,
                _ => wrong("mapping", "\"stack\" or \"paper\"", value),
            }
        }
        match given("javaHome") {
            Some(Value::String(home)) if home.is_empty() => settings.java_home = None,
            Some(Value::String(home)) => settings.java_home = Some(home.into()),
            Some(other) => wrong("javaHome", "the folder of a JDK", other),
            None => {}
        }
        match given("classPath") {
            Some(Value::Array(entries)) if entries.iter().all(Value::is_string) => {
                let entries = entries.iter().filter_map(Value::as_str);
                settings.class_path = entries.map(PathBuf::from).collect();
            }
            Some(other) => wrong("classPath", "a list of folders and jars", other),
            None => {}
        }
        match given("assume") {
            Some(Value::Object(values)) => {
                for (name, value) in values {
                    if settings.assume.parse(&format!("{name}={value}")).is_err() {
                        wrong(&format!("assume.{name}"), "a number from 0 up", value);
                    }
                }
            }
            Some(other) => wrong("assume", "an object such as {\"n\": 100}", other),
            None => {}
        }
        (settings, problems)
    }

    /// Whether the same model is asked for.
    pub(crate) fn has_the_model_of(&self, other: &Self) -> bool {
        (&self.model, &self.device, self.mapping) == (&other.model, &other.device, other.mapping)
    }

    /// Whether compiling is done in the same way.
    pub(crate) fn compiles_like(&self, other: &Self) -> bool {
        (&self.java_home, &self.class_path) == (&other.java_home, &other.class_path)
    }
}

/// The beginning of a value that may be of any size.
fn shortened(value: &Value) -> String {
    const CHARACTERS: usize = 40;
    let text = value.to_string();
    let mut short: String = text.chars().take(CHARACTERS).collect();
    if short.len() < text.len() {
        let _ = write!(short, "…");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn defaults() -> Settings {
        Settings {
            model: None,
            device: "any".to_owned(),
            mapping: Mapping::Stack,
            hints: true,
            lens: true,
            java_home: None,
            class_path: Vec::new(),
            assume: Assumptions::default(),
        }
    }

    #[test]
    fn every_setting_is_read() {
        let value = json!({
            "model": "m.json", "device": "device_1", "mapping": "paper", "hints": false,
            "lens": false, "javaHome": "/jdk", "classPath": ["a.jar"], "assume": {"n": 100},
        });
        let (settings, problems) = Settings::read(&value, &defaults());
        assert_eq!(problems, Vec::<String>::new());
        let mut assume = Assumptions::default();
        assume.parse("n=100").expect("an assumption");
        let expected = Settings {
            model: Some("m.json".to_owned()),
            device: "device_1".to_owned(),
            mapping: Mapping::Paper,
            hints: false,
            lens: false,
            java_home: Some("/jdk".into()),
            class_path: vec!["a.jar".into()],
            assume,
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn what_is_not_given_is_as_the_server_was_started() {
        let defaults = Settings {
            device: "device_1".to_owned(),
            ..defaults()
        };
        for value in [json!({}), json!(null), json!([]), json!({"device": null})] {
            let read = Settings::read(&value, &defaults);
            assert_eq!(read, (defaults.clone(), Vec::new()));
        }
    }

    #[test]
    fn each_wrong_value_is_named_and_leaves_its_default() {
        let value = json!({
            "model": 1, "device": 3, "mapping": "x", "hints": "perhaps", "lens": 0,
            "javaHome": [], "classPath": [1], "assume": {"n": -1, "m": 5},
        });
        let (settings, problems) = Settings::read(&value, &defaults());
        let mut expected = defaults();
        expected.assume.parse("m=5").expect("an assumption");
        assert_eq!(settings, expected);
        for name in [
            "model",
            "device",
            "mapping",
            "hints",
            "lens",
            "javaHome",
            "classPath",
            "assume.n",
        ] {
            let told = |problem: &String| problem.contains(&format!("jouled.{name} must be"));
            assert_eq!(
                problems.iter().filter(|problem| told(problem)).count(),
                1,
                "{name}"
            );
        }
        assert_eq!(problems.len(), 8);
    }

    #[test]
    fn a_long_value_is_not_repeated_in_full() {
        let value = json!({"device": vec![1; 10_000]});
        let (_, problems) = Settings::read(&value, &defaults());
        assert!(problems[0].len() < 200, "{}", problems[0]);
    }
}
