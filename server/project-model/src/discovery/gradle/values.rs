//! The values of names in a build script.

use std::collections::BTreeMap;

use super::script::parse_expression;
use super::statement::{Argument, Expression, Segment};
use super::tokens::Part;

/// The maximum nesting of values.
const MAX_DEPTH: usize = 16;
/// The maximum length of a value in bytes; one that contains itself twice would double in each step.
const MAX_BYTES: usize = 4 << 10;

/// The maximum number of times that the blocks of all loops of a project run.
const MAX_ROUNDS: usize = 10_000;

/// Names with dots, and their values.
#[derive(Debug, Clone, Default)]
pub(super) struct GradleValues {
    known: BTreeMap<String, String>,
    lists: BTreeMap<String, Vec<String>>,
    /// How often the blocks of loops ran.
    rounds: usize,
    pub(super) is_kotlin: bool,
}

/// Prefixes that do not change the meaning of a name.
const PREFIXES: [&str; 9] = [
    "project",
    "rootProject",
    "ext",
    "extra",
    "this",
    "it",
    "extensions",
    "properties",
    "providers",
];
/// Methods that return the value on which they are called.
const READERS: [&str; 5] = ["get", "getOrNull", "toString", "asProvider", "getOrElse"];
/// Methods whose argument is the name of a value.
const BY_NAME: [&str; 5] = [
    "property",
    "findProperty",
    "gradleProperty",
    "getProperty",
    "get",
];

impl GradleValues {
    pub(super) fn set(&mut self, name: &str, value: String) {
        if value.len() <= MAX_BYTES {
            self.known.insert(name.to_owned(), value);
        }
    }

    /// Sets or removes a value; returns the one before.
    pub(super) fn replace(&mut self, name: &str, value: Option<String>) -> Option<String> {
        let before = self.known.remove(name);
        if let Some(value) = value {
            self.set(name, value);
        }
        before
    }

    /// The texts of a list.
    pub(super) fn list(&self, name: &str) -> Option<&[String]> {
        self.lists.get(name).map(Vec::as_slice)
    }

    /// Counts the rounds of a loop; false if they are too many.
    pub(super) fn may_repeat(&mut self, rounds: usize) -> bool {
        self.rounds = self.rounds.saturating_add(rounds);
        self.rounds <= MAX_ROUNDS
    }

    /// Records the value that a statement assigns to a name; the entries of a map by their keys.
    pub(super) fn assign(&mut self, name: &str, value: &Expression) {
        match value {
            Expression::List(entries) => {
                let texts = entries.iter().filter(|entry| entry.name.is_none());
                let texts = texts.map(|entry| self.text(&entry.value));
                match texts.collect::<Option<Vec<_>>>() {
                    Some(texts) => self.lists.insert(name.to_owned(), texts),
                    None => self.lists.remove(name),
                };
                for Argument { name: key, value } in entries {
                    if let Some(key) = key {
                        self.assign(&format!("{name}.{key}"), value);
                    }
                }
            }
            value => {
                if let Some(value) = self.text(value) {
                    self.set(name, value);
                }
            }
        }
    }

    /// The text of an expression, if it is known without running it.
    pub(super) fn text(&self, expression: &Expression) -> Option<String> {
        self.evaluate(expression, 0)
    }

    fn evaluate(&self, expression: &Expression, depth: usize) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        match expression {
            Expression::Text(parts) => {
                let mut text = String::new();
                for part in parts {
                    match part {
                        Part::Plain(part) => text.push_str(part),
                        Part::Value(value) => {
                            let value = parse_expression(value, self.is_kotlin);
                            text.push_str(&self.evaluate(&value, depth + 1)?);
                        }
                    }
                }
                (text.len() <= MAX_BYTES).then_some(text)
            }
            Expression::Number(number) => Some(number.clone()),
            Expression::Sum(terms) => {
                let terms = terms.iter().map(|term| self.evaluate(term, depth + 1));
                terms
                    .collect::<Option<Vec<_>>>()
                    .map(|terms| terms.concat())
            }
            Expression::Chain(chain) => self.chain(chain, depth),
            Expression::List(_) | Expression::Unknown => None,
        }
    }

    fn chain(&self, chain: &[Segment], depth: usize) -> Option<String> {
        let whole: Vec<_> = chain.iter().map(|segment| segment.name.as_str()).collect();
        let is_name = chain.iter().all(|segment| segment.arguments.is_empty());
        if let Some(value) = self.known.get(&whole.join(".")).filter(|_| is_name) {
            return Some(value.clone());
        }
        let mut names = Vec::new();
        for (place, segment) in chain.iter().enumerate() {
            let is_last_name = !names.is_empty() && READERS.contains(&segment.name.as_str());
            match segment.arguments.as_slice() {
                [] if is_last_name => {}
                [] if names.is_empty() && PREFIXES.contains(&segment.name.as_str()) => {
                    // A script may have a value with this name anyway.
                    if place + 1 == chain.len() {
                        names.push(segment.name.clone());
                    }
                }
                [] => names.push(segment.name.clone()),
                [only] if BY_NAME.contains(&segment.name.as_str()) => {
                    names.push(self.evaluate(&only.value, depth + 1)?);
                }
                // `JavaVersion.toVersion(x)`, `JavaLanguageVersion.of(x)`, `file(x)`
                [only]
                    if matches!(
                        segment.name.as_str(),
                        "of" | "toVersion" | "file" | "dir" | "toInteger"
                    ) =>
                {
                    return self.evaluate(&only.value, depth + 1);
                }
                _ => return None,
            }
        }
        let name = names.join(".");
        if let Some(version) = name.strip_prefix("JavaVersion.") {
            return Some(version.to_owned());
        }
        self.known.get(&name).cloned()
    }
}

/// The texts of a value or of a list.
pub(super) fn texts(value: &Expression, values: &GradleValues) -> Vec<String> {
    match value {
        Expression::List(items) => {
            let items = items.iter().flat_map(|item| texts(&item.value, values));
            items.collect()
        }
        value => values.text(value).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(known: &[(&str, &str)]) -> GradleValues {
        let mut values = GradleValues::default();
        for (name, value) in known {
            values.set(name, (*value).to_owned());
        }
        values
    }

    #[test]
    fn names_stand_for_values_however_they_are_written() {
        let values = values(&[("v", "1"), ("versions.a", "2"), ("version", "3")]);
        for (text, expected) in [
            ("'x$v'", Some("x$v")),
            ("\"x$v\"", Some("x1")),
            ("\"${versions.a}-$version\"", Some("2-3")),
            ("\"${project.version}\"", Some("3")),
            ("\"${property('v')}\"", Some("1")),
            ("rootProject.ext.v", Some("1")),
            ("extra[\"v\"]", Some("1")),
            ("versions['a'] + '.' + v", Some("2.1")),
            ("providers.gradleProperty(\"v\").get()", Some("1")),
            ("JavaVersion.VERSION_17", Some("VERSION_17")),
            ("\"$unknown\"", None),
            ("v ?: '2'", None),
        ] {
            let found = values.text(&parse_expression(text, false));
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_value_that_names_itself_ends() {
        let mut values = GradleValues::default();
        for _ in 0..64 {
            let doubled = parse_expression("\"x${a}${a}\"", false);
            values.set("a", values.text(&doubled).unwrap_or_else(|| "y".to_owned()));
        }
        assert!(
            values
                .known
                .get("a")
                .is_some_and(|value| value.len() <= MAX_BYTES)
        );
    }
}
