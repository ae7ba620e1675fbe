//! Explains to people why a command failed.

use crate::screen;
use ide::ModelError;
use jdk::{NoJdk, NoToolchain};
use model_registry::{LoadModelError, RegistryError};
use problems::in_one_line;
use std::fmt;

/// A name matches nothing, or several things: a line for each part of the message.
#[derive(Debug)]
pub(crate) struct NameNotFound(pub(crate) Vec<String>);

impl From<String> for NameNotFound {
    fn from(line: String) -> Self {
        Self(vec![line])
    }
}

impl fmt::Display for NameNotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" / "))
    }
}

impl std::error::Error for NameNotFound {}

/// None of the given paths can be read: a line for each.
#[derive(Debug)]
pub(crate) struct NothingRead(pub(crate) Vec<String>);

impl fmt::Display for NothingRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" / "))
    }
}

impl std::error::Error for NothingRead {}

/// Prints why a command failed. Only the first line looks like a message of ours: the others are marked, so that no text of a
/// project can imitate one.
pub(crate) fn tell(error: &anyhow::Error) {
    let mut sign = "jouled: ";
    for line in lines(error) {
        screen::print_message(format_args!("{sign}{line}"));
        sign = "  | ";
    }
}

/// The lines of a message. Each is escaped where it is printed.
pub(crate) fn lines(error: &anyhow::Error) -> Vec<String> {
    if let Some(NameNotFound(lines)) = error.downcast_ref() {
        return lines.clone();
    }
    if let Some(NothingRead(lines)) = error.downcast_ref() {
        return lines.clone();
    }
    match no_jdk(error) {
        // The searched places and the advice have a line each.
        Some(missing) => missing.lines(),
        None => vec![in_one_line(&message(error))],
    }
}

/// The same for a path that cannot be read. Its name may contain line breaks, which must not appear as our own.
pub(crate) fn lines_of_path(error: &anyhow::Error) -> Vec<String> {
    no_jdk(error).map_or_else(|| vec![message(error)], NoJdk::lines)
}

/// The failed search for a JDK, if that was the cause.
fn no_jdk(error: &anyhow::Error) -> Option<&NoJdk> {
    error
        .downcast_ref::<NoJdk>()
        .or_else(|| match error.downcast_ref::<NoToolchain>() {
            Some(NoToolchain::Jdk(missing)) => Some(missing),
            _ => None,
        })
}

/// An error with its causes, each once: many errors already include their cause.
pub(crate) fn message(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Whether a model, device, method or symbol does not exist: the argument parser cannot know their names.
pub(crate) fn names_nothing(error: &anyhow::Error) -> bool {
    error.is::<NameNotFound>()
        || error.is::<UsageError>()
        || matches!(
            error.downcast_ref::<LoadModelError>(),
            Some(LoadModelError::Unknown { .. })
        )
        || matches!(
            error.downcast_ref::<RegistryError>(),
            Some(RegistryError::Load(LoadModelError::Unknown { .. }))
        )
        || matches!(
            error.downcast_ref::<ModelError>(),
            Some(ModelError::UnknownDevice { .. })
        )
}

/// Arguments that do not fit together.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}
