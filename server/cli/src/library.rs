//! `jouled library`: works out what libraries cost before anybody asks.

use crate::exit::ExitReason;
use crate::options::{Library, Options};
use crate::settings::Settings;
use crate::{input, screen};
use anyhow::Result;
use libraries::LibraryPath;

pub(crate) fn run(options: &Options, arguments: &Library) -> Result<ExitReason> {
    let settings = Settings::of_flags(options);
    let (model, jdk) = (input::model(&settings)?, input::jdk(&settings)?);
    let (library, cache) = input::jdk_library(&model, &jdk)?;
    let with = format!(
        "with model {} and mapping {}, in {}{}",
        model.info().name,
        model.info().mapping,
        cache.display(),
        model.info().unmetered_clause()
    );
    let mut out = screen::out();
    out.line(format_args!(
        "{} methods of JDK {} {with}",
        library.len(),
        jdk.version.full
    ))?;
    out.flush()?;
    let mut outcome = ExitReason::Complete;
    let paths = &arguments.paths;
    let (_, made) = LibraryPath::of_paths(library, &model, &cache, paths, &mut input::tell_start);
    for made in made {
        match made {
            Ok(made) => {
                out.line(format_args!(
                    "{} methods of {} {with}",
                    made.methods, made.name
                ))?;
                for problem in made.damaged {
                    screen::print_message(format_args!("{problem}"));
                    outcome = ExitReason::PartlyUnread;
                }
            }
            Err(problem) => {
                crate::screen::print_message(format_args!("{problem}"));
                outcome = ExitReason::PartlyUnread;
            }
        }
    }
    Ok(outcome)
}
