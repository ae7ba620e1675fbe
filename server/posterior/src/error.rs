//! Errors in model files and device names.

use thiserror::Error;

/// A posterior that cannot be used, or an unknown device.
#[derive(Debug, Error, Clone, PartialEq)]
#[non_exhaustive]
pub enum ModelError {
    /// The text is not JSON, or does not follow the schema.
    #[error(
        "model file, line {line}, column {column}: {problem}; \
         compare the file with model-data/posterior.schema.json"
    )]
    Syntax {
        /// Line of the text, from 1.
        line: usize,
        /// Column of the line, from 1.
        column: usize,
        /// What the JSON reader expected or found.
        problem: String,
    },
    /// The file has another kind, or a version that this program does not know.
    #[error(
        "model file, field `schema`: {found} is not known; this version reads `{known}`, \
         so convert the file or use the version of the program that wrote it"
    )]
    UnknownSchema {
        /// What the file says.
        found: String,
        /// What this version reads.
        known: &'static str,
    },
    /// A part of the file is larger than any real model.
    #[error(
        "model file, {what}: {found} is more than the limit of {limit}; split or thin the model"
    )]
    TooLarge {
        /// The part.
        what: &'static str,
        /// Its size.
        found: usize,
        /// The maximum size.
        limit: usize,
    },
    /// A value that contradicts the meaning of its field.
    #[error("model file, {place}: {problem}; {fix}")]
    Invalid {
        /// The place in the file, by field and name.
        place: String,
        /// What is wrong.
        problem: String,
        /// What to do about it.
        fix: String,
    },
    /// The model has no such device.
    #[error("model `{model}` has no device `{name}`; it knows any, {}{}", .known.join(", "), suggestion(.nearest.as_deref()))]
    UnknownDevice {
        /// The model.
        model: String,
        /// The requested name.
        name: String,
        /// The model's devices.
        known: Vec<String>,
        /// The most similar known name, if there is one.
        nearest: Option<String>,
    },
}

impl ModelError {
    pub(crate) fn invalid(
        place: impl Into<String>,
        problem: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        Self::Invalid {
            place: place.into(),
            problem: problem.into(),
            fix: fix.into(),
        }
    }
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
