//! The arguments of `jouled model`.

use super::Format;
use clap::Subcommand;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum ModelAction {
    /// List the models: where each comes from, what it covers, and its error on programs that its fit has not seen
    List {
        /// The format of the list
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Show a model: its source and its features
    Show {
        /// A name or a file; without it, the model in use
        name: Option<String>,
    },
    /// Copy a model file to your configuration folder, where jouled and editors find it by its name
    Add {
        /// A model, as `calibrate fit` writes it
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The name of the model here [default: the name in the file]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Replace another model of that name
        #[arg(long)]
        replace: bool,
    },
    /// Use a model wherever neither --model, an editor nor a `jouled.toml` names another one
    Use {
        /// A name from `jouled model list`
        name: String,
    },
    /// Remove a model that was added
    Remove {
        /// A name from `jouled model list`
        name: String,
    },
}
