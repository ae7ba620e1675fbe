//! Starts the program so that its JVMs load the agent.

use std::path::Path;
use std::process::Child;

use counts::Agent;
use programs::TypedCommand;

use crate::error::ProfilerError;
use crate::input::{Feeding, Input};
use crate::plan::Plan;

/// Every JVM reads options from this variable.
const OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// Makes the JVM compile large methods. Otherwise it only interprets those of more than 8,000 bytes of code, and counters make
/// methods several times as long.
pub(crate) const COMPILE_LARGE_METHODS: &str = "-XX:-DontCompileHugeMethods";

/// Other JVMs, and older ones, do not know all options.
pub(crate) const IGNORE_UNKNOWN_OPTIONS: &str = "-XX:+IgnoreUnrecognizedVMOptions";

/// A run of the program.
pub(crate) struct Started {
    pub(crate) child: Child,
    /// Feeds it until this is dropped.
    pub(crate) _feeding: Option<Feeding>,
}

/// Starts the program with options for its JVMs, after those that the user has set.
pub(crate) fn start(
    plan: &Plan,
    agent: &Agent,
    settings: &Path,
    more: &[String],
    input: &mut Input,
) -> Result<Started, ProfilerError> {
    let mut options = std::env::var_os(OPTIONS).unwrap_or_default();
    let agent = agent.option(settings)?;
    for option in more.iter().chain([&agent]) {
        if !options.is_empty() {
            options.push(" ");
        }
        options.push(quoted(option));
    }
    let mut command = TypedCommand::new(&plan.program);
    command.args(&plan.arguments).env(OPTIONS, options);
    command.stdin(input.next());
    let mut child = command.spawn().map_err(|source| ProfilerError::Start {
        program: plan.program.to_string_lossy().into_owned(),
        source,
    })?;
    let feeding = input.feed(&mut child);
    Ok(Started {
        child,
        _feeding: feeding,
    })
}

/// An option as the JVM reads it from the variable: spaces divide options, and quotes protect spaces and the other kind of quotes.
fn quoted(option: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && c != '"' && c != '\'';
    if option.chars().all(is_plain) {
        return option.to_owned();
    }
    let parts = option.split('"').map(|part| {
        if part.chars().all(is_plain) {
            part.to_owned()
        } else {
            format!("\"{part}\"")
        }
    });
    parts.collect::<Vec<_>>().join("'\"'")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn options_with_spaces_and_quotes_are_read_as_they_are() {
        assert_eq!(quoted("-XX:+Plain"), "-XX:+Plain");
        assert_eq!(quoted("-Da=b c"), "\"-Da=b c\"");
        assert_eq!(quoted("-Da=it's"), "\"-Da=it's\"");
        assert_eq!(quoted("-Da=5\" x"), "-Da=5'\"'\" x\"");
        assert_eq!(quoted("\""), "'\"'");
    }
}
