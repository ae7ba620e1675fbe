//! What a user can type.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The energy of Java code, line by line and method by method.
///
/// Code is compiled by javac, its bytecode is priced by a posterior that was fitted on measurements. Nothing of the
/// project is run. Callees' bodies are not followed yet; where a number leaves them out it says so.
#[derive(Debug, Parser)]
#[command(name = "jouled", version)]
pub(crate) struct Options {
    /// A posterior: a name that `jouled model list` shows, or a file
    #[arg(long, global = true, value_name = "FILE|NAME")]
    pub(crate) model: Option<String>,
    /// A device of the posterior, or the equal mixture of all of them
    #[arg(long, global = true, value_name = "NAME|any", default_value = "any")]
    pub(crate) device: String,
    /// How instructions become patterns: stack, or the paper's plain reading
    #[arg(long, global = true, value_name = "stack|paper", default_value = "stack", value_parser = mapping)]
    pub(crate) mapping: pricing::Mapping,
    /// The JDK to compile with; else `JAVA_HOME`, PATH and the usual places are searched
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) java_home: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print Java source with the energy of each line beside it
    Annotate(Annotate),
    /// Report the energy of methods, lines, operations or classes
    Report(Report),
    /// Serve an editor: the energy of Java code as inlay hints, hovers and code lenses
    Lsp(Lsp),
    /// Show the posteriors, where they come from, and their levels
    Model {
        #[command(subcommand)]
        action: Option<ModelAction>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Lsp {
    /// Talk to the editor on standard input and output; it is the only way, so that this changes nothing
    #[arg(long)]
    pub(crate) stdio: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Annotate {
    /// Java source files
    #[arg(required = true, value_name = "FILE.java")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// A .java file, a source tree, a .class file, a class folder, a .jar or `jrt:/MODULE`
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// What the text report lists
    #[arg(long, value_enum, default_value = "method")]
    pub(crate) by: By,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

#[derive(Debug, Args)]
pub(crate) struct Analysis {
    /// Class folders and jars to compile against, separated as in a Java class path
    #[arg(long, value_name = "PATHS")]
    pub(crate) class_path: Option<String>,
    /// A value for a symbol, as in n=100; may be given several times
    #[arg(long, value_name = "SYMBOL=VALUE", value_parser = assumption)]
    pub(crate) assume: Vec<String>,
    /// Exit with 4 where anything could not be analysed
    #[arg(long)]
    pub(crate) strict: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    Method,
    Line,
    Operation,
    Class,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelAction {
    /// List the posteriors
    List,
    /// Show a posterior with its provenance and levels
    Show {
        /// A name or a file; the default posterior where none is given
        name: Option<String>,
    },
}

fn mapping(name: &str) -> Result<pricing::Mapping, String> {
    name.parse()
        .map_err(|error: pricing::UnknownMapping| error.to_string())
}

/// Refuses what is no assumption before anything is read.
fn assumption(text: &str) -> Result<String, String> {
    ide::Assumptions::default()
        .parse(text)
        .map(|()| text.to_owned())
        .map_err(|error| error.to_string())
}
