//! Errors of campaigns.

use std::path::PathBuf;

use thiserror::Error;

/// A campaign that cannot be read, or something that must not be written to it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// A new campaign would overwrite a file.
    #[error(
        "{path} already exists; give another name with --out, or resume the campaign in it with the command \
         that started it"
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// No such file.
    #[error("there is no campaign {path}; `calibrate measure` creates one")]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else.
    #[error(
        "{path} is not a campaign ({found}); give a file that `calibrate measure` or `calibrate simulate` made"
    )]
    NotACampaign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        found: String,
    },
    /// The file was written by another version of this program.
    #[error(
        "{path} has schema {found}, but this version reads schema {known}; use the version of calibrate that wrote \
         it, or measure again"
    )]
    OtherSchema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The schema of this version.
        known: i64,
    },
    /// A value that contradicts the meaning of its field. Nothing was written.
    #[error("{place}: {problem}; {fix}")]
    Invalid {
        /// The field.
        place: String,
        /// What is wrong.
        problem: String,
        /// What to do about it.
        fix: String,
    },
    /// A second sample for a plan entry. The first one was kept.
    #[error(
        "plan entry {entry} was measured before; the first sample was kept, so ask which entries are pending"
    )]
    MeasuredTwice {
        /// The entry.
        entry: i64,
    },
    /// No space for the transaction. Everything committed before is kept.
    #[error(
        "{path}: no space left while {doing}; all earlier samples are kept: free some space and run the same command again"
    )]
    Full {
        /// The file.
        path: PathBuf,
        /// What was being written.
        doing: &'static str,
    },
    /// The file or its folder is not writable.
    #[error(
        "{path} cannot be written to while {doing}; give write permission to the file and to its folder"
    )]
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// What was being written.
        doing: &'static str,
    },
    /// Another process writes to the file.
    #[error(
        "{path} is being written to by another process ({doing}); wait until it is done, or end it"
    )]
    Busy {
        /// The file.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
    },
    /// The database has damaged pages, or a value of the wrong type.
    #[error("{path} is damaged ({doing}: {problem}); restore it from a copy, or measure again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// The database's message.
        problem: String,
    },
    /// Any other error of the database.
    #[error("{path}: {problem} while {doing}; check whether the file is readable and writable")]
    Database {
        /// The file.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// The database's message.
        problem: String,
    },
}

impl CampaignError {
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
