//! The table of programs: one line for each run, with columns separated by tabs.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::table;

/// A run of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) program: String,
    /// The kind of program.
    pub(super) kind: String,
    pub(super) input: String,
    /// The file names of its jars.
    pub(super) jars: Vec<String>,
    /// A class, or a module and a class.
    pub(super) main: String,
    /// With the placeholders `{in}`, `{out}`, `{src}`, `{root}` and `{jar:NAME}`. A star in the last part of a path means
    /// all matching files.
    pub(super) arguments: Vec<String>,
}

/// Reads the table.
///
/// # Errors
/// If it cannot be read or a line is not of its form.
pub(super) fn read(table: &Path) -> Result<Vec<Run>> {
    let text =
        fs::read_to_string(table).with_context(|| format!("could not read {}", table.display()))?;
    parse(&text).with_context(|| format!("{} is not of its form", table.display()))
}

fn parse(text: &str) -> Result<Vec<Run>> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    table::rows(text, |[program, kind, input, jars, main, arguments]| {
        Ok(Run {
            program: program.to_owned(),
            kind: kind.to_owned(),
            input: input.to_owned(),
            jars: if jars == "-" { Vec::new() } else { words(jars) },
            main: main.to_owned(),
            arguments: words(arguments),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jars::list;
    use std::collections::BTreeSet;

    #[test]
    fn the_tables_name_enough_programs_and_all_their_jars() {
        let runs = read(&super::super::places::folder().join("programs.tsv")).expect("the table");
        let programs: BTreeSet<&str> = runs.iter().map(|run| run.program.as_str()).collect();
        let kinds: BTreeSet<&str> = runs.iter().map(|run| run.kind.as_str()).collect();
        assert!(
            programs.len() >= 24 && kinds.len() >= 6,
            "{programs:?} {kinds:?}"
        );
        let jars = list::read(&super::super::places::folder().join("jars.tsv")).expect("the list");
        for run in &runs {
            for jar in &run.jars {
                assert!(jars.iter().any(|known| known.name() == jar), "{jar}");
            }
        }
        let named: BTreeSet<_> = runs.iter().map(|run| (&run.program, &run.input)).collect();
        assert_eq!(named.len(), runs.len());
    }

    #[test]
    fn a_malformed_line_is_named() {
        let error = format!("{:#}", parse("# x\na\tb\n").expect_err("an error"));
        assert!(error.starts_with("line 2: 2 columns"), "{error}");
    }
}
