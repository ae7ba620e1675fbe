//! Why there is no model.

use std::io;
use std::path::PathBuf;

use posterior::ModelError;

/// Why there is no posterior.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadModelError {
    /// It is neither the name of a model nor a file.
    #[error("there is no model named \"{asked}\" and no such file; the models are: {}", known.join(", "))]
    Unknown {
        /// What was requested.
        asked: String,
        /// The names of the models.
        known: Vec<String>,
    },
    /// The model that was chosen with `jouled model use` is gone.
    #[error("the model in use, \"{name}\", is no longer there; type `jouled model use NAME` with one of: {}", known.join(", "))]
    InUseIsGone {
        /// Its name.
        name: String,
        /// The names of the models.
        known: Vec<String>,
    },
    /// The file cannot be read.
    #[error("the model file {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file holds no posterior.
    #[error("the model file {} is not valid: {source}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ModelError,
    },
}

/// Why the models of this user were not changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The model cannot be read, or there is none of that name.
    #[error(transparent)]
    Load(#[from] LoadModelError),
    /// No model can be added under that name.
    #[error("a model cannot be named \"{name}\": {problem}; give another name with --name")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// There is another model of that name.
    #[error("there is another model named \"{name}\"; give --replace, or another name with --name")]
    Taken {
        /// The name.
        name: String,
    },
    /// A model that comes with jouled has that name.
    #[error(
        "the model \"{name}\" comes with jouled and cannot be replaced or removed; give another name"
    )]
    BuiltIn {
        /// The name.
        name: String,
    },
    /// No folder for the user's models is known.
    #[error(
        "no folder for models is known; set XDG_CONFIG_HOME or HOME (on Windows APPDATA) to a folder"
    )]
    NoFolder,
    /// The folder cannot be changed.
    #[error("{} cannot be written: {source}; make the folder writable or set XDG_CONFIG_HOME", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}
