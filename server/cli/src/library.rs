//! `jouled library`: prices libraries in advance.

use crate::exit::ExitReason;
use crate::options::{Library, LibraryAction, Options};
use crate::settings::Settings;
use crate::{input, screen};
use anyhow::Result;
use escape::how_many;
use libraries::{Exchanged, LibraryPath, export_libraries, import_libraries};
use std::path::Path;

pub(crate) fn run(options: &Options, arguments: &Library) -> Result<ExitReason> {
    match &arguments.action {
        Some(LibraryAction::Export { file }) => export(file),
        Some(LibraryAction::Import { file }) => import(file),
        None => price(options, arguments),
    }
}

fn export(file: &Path) -> Result<ExitReason> {
    let Exchanged { done, unusable, .. } = export_libraries(&input::cache()?, file)?;
    let mut out = screen::out();
    out.line(format_args!(
        "{} written to {}",
        libraries(done),
        file.display()
    ))?;
    if unusable > 0 {
        screen::print_message(format_args!(
            "{} of other versions of jouled, or damaged, left out",
            libraries(unusable)
        ));
    }
    Ok(ExitReason::Complete)
}

fn import(file: &Path) -> Result<ExitReason> {
    let cache = input::cache()?;
    let Exchanged {
        done,
        known,
        unusable,
    } = import_libraries(&cache, file)?;
    let mut out = screen::out();
    out.line(format_args!(
        "{} read into {}; {known} were there already",
        libraries(done),
        cache.display()
    ))?;
    if unusable == 0 {
        return Ok(ExitReason::Complete);
    }
    screen::print_message(format_args!(
        "{}: {} left out: another version of jouled wrote them, or they are damaged; export them with version {}",
        file.display(),
        libraries(unusable),
        env!("CARGO_PKG_VERSION")
    ));
    Ok(ExitReason::PartlyUnread)
}

fn libraries(count: usize) -> String {
    match count {
        1 => String::from("1 library"),
        _ => format!("{count} libraries"),
    }
}

fn price(options: &Options, arguments: &Library) -> Result<ExitReason> {
    let settings = Settings::of_flags(options);
    let (model, jdk) = (input::model(&settings)?, input::jdk(&settings)?);
    let (library, cache) = input::jdk_library(&model, &jdk)?;
    let with = format!(
        "with model {} and mapping {}, in {}{}",
        model.info().name,
        model.info().mapping,
        cache.display(),
        model.info().caveats_clause()
    );
    let mut out = screen::out();
    out.line(format_args!(
        "{} of JDK {} {with}",
        how_many(library.len(), "method", "methods"),
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
                    "{} of {} {with}",
                    how_many(made.methods, "method", "methods"),
                    made.name
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
