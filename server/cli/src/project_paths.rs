//! The projects that a command is about: no program in them is run.

use std::path::PathBuf;

use crate::options::Command;

/// Registers the paths given to a command, before anything else is done.
pub(crate) fn register(command: &Command) {
    let from_texts = |texts: &[String]| texts.iter().map(PathBuf::from).collect::<Vec<_>>();
    let paths = match command {
        Command::Advise(arguments) => arguments.paths.clone(),
        Command::WhatIf(arguments) => std::iter::once(&arguments.file)
            .chain(&arguments.with)
            .cloned()
            .collect(),
        Command::Annotate(arguments) => arguments.files.clone(),
        Command::Report(arguments) => from_texts(&arguments.paths),
        Command::Explain(arguments) => from_texts(&arguments.paths),
        Command::ClassPath(arguments) => arguments.paths.clone(),
        Command::Diff(arguments) => {
            let mut paths = from_texts(&arguments.sides);
            paths.extend(arguments.repository.clone());
            paths
        }
        Command::Trend(arguments) => arguments.repository.iter().cloned().collect(),
        Command::Check(arguments) => from_texts(&arguments.paths),
        // Its own library process gets the JDK, and an editor says later what it opens.
        Command::Library(arguments) => arguments.paths.clone(),
        Command::Lsp(_) => return,
        // A profile runs what the user types, which may be in a project.
        Command::Profile(_)
        | Command::Top(_)
        | Command::Reprice(_)
        | Command::Portfolio(_)
        | Command::Model { .. } => Vec::new(),
    };
    programs::projects::add_given(&paths);
}
