//! `jouled library`: works out what libraries cost before anybody asks.

use crate::options::{Library, Options};
use crate::settings::Settings;
use crate::{Outcome, input};
use anyhow::Result;
use workspace::LibraryPath;

pub(crate) fn run(options: &Options, arguments: &Library) -> Result<Outcome> {
    let settings = Settings::of_flags(options);
    let (model, jdk) = (input::model(&settings)?, input::jdk(&settings)?);
    let (library, cache) = input::jdk_library(&model, &jdk)?;
    let with = format!(
        "with model {} and mapping {}, in {}",
        model.info().name,
        model.info().mapping,
        cache.display()
    );
    let mut path = LibraryPath::from(library);
    anstream::println!("{} methods of JDK {} {with}", path.len(), jdk.version.full);
    let mut outcome = Outcome::Complete;
    for place in &arguments.paths {
        match path.add(place, &model, &cache, &mut input::tell_start) {
            Ok(methods) => anstream::println!("{methods} methods of {} {with}", place.display()),
            Err(problem) => {
                anstream::eprintln!("{problem}");
                outcome = Outcome::PartlyUnread;
            }
        }
    }
    Ok(outcome)
}
