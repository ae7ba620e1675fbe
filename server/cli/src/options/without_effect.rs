//! The global options that have no effect on a command: its help does not show them, and it refuses them.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

pub(super) const ALL: &[&str] = &["model", "device", "mapping", "java_home", "counts"];

/// Each command with the options that have no effect on it.
pub(super) const WITHOUT_EFFECT: [(&[&str], &[&str]); 9] = [
    (&["class-path"], ALL),
    (&["library", "export"], ALL),
    (&["library", "import"], ALL),
    (&["model", "add"], ALL),
    (&["model", "list"], ALL),
    (&["model", "remove"], ALL),
    (&["model", "use"], ALL),
    (&["portfolio"], ALL),
    (&["reprice"], &["java_home", "counts"]),
];

/// The same command line, with these options hidden.
pub(super) fn hidden_in(mut command: Command) -> Command {
    let globals: Vec<clap::Arg> = command.get_arguments().cloned().collect();
    for (path, ids) in WITHOUT_EFFECT {
        let hidden = globals
            .iter()
            .filter(|option| ids.contains(&option.get_id().as_str()));
        let hidden = hidden.map(|option| option.clone().global(false).hide(true));
        command = with(command, path, &hidden.collect::<Vec<_>>());
    }
    command
}

/// The command with these options at a command below it, in place of the global ones.
fn with(command: Command, path: &[&str], options: &[clap::Arg]) -> Command {
    match path {
        [] => command.args(options),
        [name, rest @ ..] => command.mut_subcommand(*name, |below| with(below, rest, options)),
    }
}

/// Refuses options that have no effect. A variable of the environment need not be meant for this command.
pub(super) fn check(command: &mut Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    for (path, ids) in WITHOUT_EFFECT {
        let mut of_command = Some(matches);
        for name in path {
            of_command = of_command.and_then(|matches| matches.subcommand_matches(name));
        }
        let Some(matches) = of_command else {
            continue;
        };
        let is_given = |id: &&&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        if let Some(id) = ids.iter().find(is_given) {
            let words = format!(
                "--{} has no effect on `jouled {}`: leave it out",
                id.replace('_', "-"),
                path.join(" ")
            );
            return Err(command.error(ErrorKind::ArgumentConflict, words));
        }
    }
    Ok(())
}
