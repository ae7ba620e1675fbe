//! The global options that have no effect on a command: its help does not show them, and it refuses them.

use super::Options;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory as _};

const ALL: &[&str] = &["model", "device", "mapping", "java_home", "counts"];

/// Each command with the options that have no effect on it.
const WITHOUT_EFFECT: [(&[&str], &[&str]); 9] = [
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

/// The command line, as its help shows it.
pub(super) fn command() -> Command {
    let mut command = Options::command();
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

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::{WITHOUT_EFFECT, command};

    #[test]
    fn an_option_without_effect_is_neither_shown_nor_taken() {
        let rest = |path: &[&str]| -> Vec<&str> {
            match path {
                ["class-path"] => vec!["."],
                ["library", _] => vec!["x.zip"],
                ["model", "list"] => vec![],
                ["model", _] => vec!["x"],
                ["portfolio"] => vec!["x.parquet", "--out", "site"],
                _ => vec!["x.parquet", "--output", "y.parquet"],
            }
        };
        for (path, ids) in WITHOUT_EFFECT {
            let words = [&["jouled"], path, &rest(path)[..]].concat();
            assert!(parse(&words).is_ok(), "{words:?}");
            let help = parse([&words[..], &["--help"]].concat()).expect_err("the help");
            for id in ids {
                let flag = format!("--{}", id.replace('_', "-"));
                assert!(!help.to_string().contains(&flag), "{path:?}: {flag}");
                let value = if *id == "mapping" { "stack" } else { "x" };
                let before = [&["jouled", &flag, value], &words[1..]].concat();
                let behind = [&words[..], &[&flag, value]].concat();
                for words in [before, behind] {
                    let error = parse(&words).expect_err("a refusal").to_string();
                    assert!(error.contains("has no effect"), "{words:?}: {error}");
                }
            }
        }
    }

    #[test]
    fn the_other_commands_take_every_global_option() {
        let mut command = command();
        command.build();
        let report = command.find_subcommand("report").expect("a command");
        let shown = report
            .get_arguments()
            .filter(|option| !option.is_hide_set());
        let shown: Vec<&str> = shown.map(|option| option.get_id().as_str()).collect();
        for id in super::ALL {
            assert!(shown.contains(id), "{id}");
        }
        assert!(parse(["jouled", "model", "show", "--model", "x"]).is_ok());
        assert!(parse(["jouled", "reprice", "a", "--output", "b", "--model", "x"]).is_ok());
    }
}
