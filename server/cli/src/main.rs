//! The `jouled` binary: Java code with its energy, on the terminal and for scripts.

mod annotate;
mod check;
mod class_path;
mod cleanup;
mod cpu;
mod diff;
mod explain;
mod input;
mod library;
mod lsp;
mod model;
mod options;
mod project_paths;
mod report;
mod screen;
mod settings;

use clap::Parser;
use jdk::NoJdk;
use options::{Command, Options};
use posterior::ModelError;
use std::fmt;
use std::process::ExitCode;
use workspace::{LoadModelError, NoToolchain, in_one_line};

/// Analysing classes takes and gives back many small pieces of memory, which the allocators of most systems are slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Exit codes: 0 done, 1 failure of the tool or a path that cannot be read, 2 usage (mostly by the argument parser), 3 a
/// contract is violated or a method costs more than it may, 4 incomplete: under `--strict`, of `diff` where too little was seen, and of
/// `check` where a file with contracts was not.
const USAGE: u8 = 2;
const VIOLATED: u8 = 3;
const INCOMPLETE: u8 = 4;

fn main() -> ExitCode {
    keep_pages_small();
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(refusal) => return options::explain(&refusal),
    };
    let sweeping = cleanup::prepare();
    project_paths::register(&options.command);
    let done = match &options.command {
        Command::Annotate(arguments) => annotate::run(&options, arguments),
        Command::ClassPath(arguments) => class_path::run(&options, arguments),
        Command::Report(arguments) => report::run(&options, arguments),
        Command::Explain(arguments) => explain::run(&options, arguments),
        Command::Check(arguments) => check::run(&options, arguments),
        Command::Diff(arguments) => diff::run(&options, arguments),
        // The client's settings go before the options; there is one way to talk, whether it is named or not.
        Command::Lsp(arguments) => lsp::run(&options, arguments),
        Command::Library(arguments) => library::run(&options, arguments),
        Command::Model { action } => model::run(&options, action.as_ref()),
    };
    for notice in jdk::take_notices() {
        screen::print_message(format_args!("jouled: {notice}"));
    }
    jdk::remove_private_folder();
    cleanup::tidy(sweeping);
    match done {
        Ok(ExitReason::Complete) => ExitCode::SUCCESS,
        Ok(ExitReason::Abandoned | ExitReason::PartlyUnread) => ExitCode::FAILURE,
        Ok(ExitReason::Violated | ExitReason::Regressed) => ExitCode::from(VIOLATED),
        Ok(ExitReason::Incomplete) => ExitCode::from(INCOMPLETE),
        // A reader that has seen enough, as `head`, is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&error);
            if names_nothing(&error) {
                ExitCode::from(USAGE)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

/// Has the system give memory in small pages: what is analysed lies scattered, so that huge ones are mostly cleared and kept
/// for nothing. The kernel's refusal costs memory alone.
#[cfg(target_os = "linux")]
fn keep_pages_small() {
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

#[cfg(not(target_os = "linux"))]
const fn keep_pages_small() {}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExitReason {
    Complete,
    /// An editor left without shutting the server down, which the protocol wants to see in the exit code.
    Abandoned,
    /// Some of the paths given could not be read; the rest was done.
    PartlyUnread,
    /// A contract does not hold.
    Violated,
    /// A method costs more energy than it may.
    Regressed,
    /// Something was not analysed or decided and `--strict` was given, or a comparison saw too little.
    Incomplete,
}

/// What the user named is not there, or may be several things: a line for each part of the message.
#[derive(Debug)]
struct NameNotFound(Vec<String>);

impl From<String> for NameNotFound {
    fn from(line: String) -> Self {
        Self(vec![line])
    }
}

impl fmt::Display for NameNotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" / "))
    }
}

impl std::error::Error for NameNotFound {}

/// None of the paths given can be read: a line for each.
#[derive(Debug)]
struct NothingRead(Vec<String>);

impl fmt::Display for NothingRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" / "))
    }
}

impl std::error::Error for NothingRead {}

/// Tells why a command failed. Only the first line begins as a message of ours does: what follows it has a sign in front, so
/// that no text of a project can pass for a message of its own.
fn tell(error: &anyhow::Error) {
    let mut sign = "jouled: ";
    for line in lines(error) {
        screen::print_message(format_args!("{sign}{line}"));
        sign = "  | ";
    }
}

/// The lines of a message. Each is escaped for itself where it is printed.
fn lines(error: &anyhow::Error) -> Vec<String> {
    if let Some(NameNotFound(lines)) = error.downcast_ref() {
        return lines.clone();
    }
    if let Some(NothingRead(lines)) = error.downcast_ref() {
        return lines.clone();
    }
    match no_jdk(error) {
        // What was searched and what to type take a line each.
        Some(missing) => missing.lines(),
        None => vec![in_one_line(&message(error))],
    }
}

/// The same of a path that cannot be read. Its name may hold breaks of lines, which are none of ours.
fn lines_of_path(error: &anyhow::Error) -> Vec<String> {
    no_jdk(error).map_or_else(|| vec![message(error)], NoJdk::lines)
}

/// The search for a JDK that a command failed at.
fn no_jdk(error: &anyhow::Error) -> Option<&NoJdk> {
    error
        .downcast_ref::<NoJdk>()
        .or_else(|| match error.downcast_ref::<NoToolchain>() {
            Some(NoToolchain::Jdk(missing)) => Some(missing),
            _ => None,
        })
}

/// An error with its causes, each once: many errors state their cause themselves.
fn message(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// True for a model, device, method or symbol that does not exist: the argument parser cannot know their names.
fn names_nothing(error: &anyhow::Error) -> bool {
    error.is::<NameNotFound>()
        || error.is::<diff::UsageError>()
        || matches!(
            error.downcast_ref::<LoadModelError>(),
            Some(LoadModelError::Unknown { .. })
        )
        || matches!(
            error.downcast_ref::<ModelError>(),
            Some(ModelError::UnknownDevice { .. })
        )
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
