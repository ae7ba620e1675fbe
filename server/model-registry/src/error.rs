//! Why a model cannot be loaded or changed.

use std::io;
use std::path::PathBuf;

use posterior::ModelError;

/// Why a model cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadModelError {
    /// There is neither a model with this name nor such a file.
    #[error("there is no model named \"{asked}\" and no such file; the models are: {}", known.join(", "))]
    Unknown {
        /// The requested name.
        asked: String,
        /// The names of the models.
        known: Vec<String>,
    },
    /// The model chosen by `jouled model use` no longer exists.
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
        /// The system's error.
        source: io::Error,
    },
    /// The file is not a posterior.
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
    /// The model cannot be read, or no model has this name.
    #[error(transparent)]
    Load(#[from] LoadModelError),
    /// No model can be added with this name.
    #[error("a model cannot be named \"{name}\": {problem}; give another name with --name")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Another model has this name.
    #[error("there is another model named \"{name}\"; give --replace, or another name with --name")]
    Taken {
        /// The name.
        name: String,
    },
    /// A built-in model has this name.
    #[error(
        "the model \"{name}\" comes with jouled and cannot be replaced or removed; give another name"
    )]
    BuiltIn {
        /// The name.
        name: String,
    },
    /// The folder of the user's models is unknown.
    #[error(
        "no folder for models is known; set XDG_CONFIG_HOME or HOME (on Windows APPDATA) to a folder"
    )]
    NoFolder,
    /// The folder is not writable.
    #[error("{} cannot be written: {source}; make the folder writable or set XDG_CONFIG_HOME", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}
