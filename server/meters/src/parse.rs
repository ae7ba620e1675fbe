//! The name of a meter as a user types it: `kind` or `kind:key=value,key=value`.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::error::MeterError;
use crate::registry::KINDS;
use crate::selector::Selector;

impl FromStr for Selector {
    type Err = MeterError;

    fn from_str(given: &str) -> Result<Self, MeterError> {
        let complain = |problem: String, fix: String| MeterError::Selector {
            given: given.to_owned(),
            problem,
            fix,
        };
        let (name, rest) = given.split_once(':').unwrap_or((given, ""));
        let kind = KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            complain(
                format!("there is no meter `{name}`"),
                match nearest(name, &names) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("the meters are {}", names.join(", ")),
                },
            )
        })?;
        let mut settings = BTreeMap::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                complain(
                    format!("`{part}` has no `=`"),
                    format!("for example, type {}", kind.example),
                )
            })?;
            if !kind.settings.contains(&key) {
                return Err(complain(
                    format!("{} has no setting `{key}`", kind.name),
                    match (nearest(key, kind.settings), kind.settings) {
                        (Some(nearest), _) => format!("did you mean `{nearest}`?"),
                        (None, []) => "it has none".to_owned(),
                        (None, known) => format!("it has {}", known.join(", ")),
                    },
                ));
            }
            if settings.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(complain(
                    format!("`{key}` is given twice"),
                    "leave one of them out".to_owned(),
                ));
            }
        }
        Ok(Self { kind, settings })
    }
}

/// The known word that differs in at most a third of its letters. A swap of neighbours counts once.
fn nearest<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    known
        .iter()
        .map(|name| (strsim::osa_distance(given, name), *name))
        .filter(|(distance, name)| *distance <= (name.len() / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
