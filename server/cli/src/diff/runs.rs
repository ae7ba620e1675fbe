//! Compares two profiles of real runs.

use crate::exit::ExitReason;
use crate::failure::UsageError;
use crate::options::{Diff, DiffFormat};
use crate::screen;
use anyhow::Result;
use profile::forms::changes;
use profile::{Analysis, AnalysisOptions, analyse, compare};
use profiler::RunFile;
use std::path::Path;

/// The maximum number of methods listed.
const MOST: usize = 30;

/// Compares the sides if they are profiles; `None` if neither is one.
pub(super) fn run(arguments: &Diff) -> Result<Option<ExitReason>> {
    let are: Vec<bool> = arguments
        .sides
        .iter()
        .map(|side| files::is_sqlite(Path::new(side)))
        .collect();
    match are[..] {
        [true, true] => {}
        ref are if are.contains(&true) => {
            let why = "a profile can only be compared with another profile: jouled diff base.jouled head.jouled";
            return Err(UsageError(why.to_owned()).into());
        }
        _ => return Ok(None),
    }
    if arguments.format != DiffFormat::Text || !arguments.also.is_empty() {
        let why = "profiles are compared as text only; jouled report --profile FILE --format json prints their numbers";
        return Err(UsageError(why.to_owned()).into());
    }
    let read = |side: &String| -> Result<Analysis> {
        let file = RunFile::read(Path::new(side))?;
        Ok(analyse(&file.profile, &AnalysisOptions::default()))
    };
    let (base, head) = (read(&arguments.sides[0])?, read(&arguments.sides[1])?);
    let text = changes(&compare(&base, &head)?, MOST);
    match &arguments.output {
        Some(file) => files::write(file, text)?,
        None => screen::form(text)?,
    }
    Ok(Some(ExitReason::Complete))
}
