//! The `jouled` binary: Java code with its energy, on the terminal and for scripts.

mod advise;
mod annotate;
mod check;
mod class_path;
mod cleanup;
mod cpu;
mod diff;
mod each;
mod exit;
mod explain;
mod failure;
mod input;
mod library;
mod lsp;
mod measured;
mod model;
mod options;
mod portfolio;
mod problem;
mod profile;
mod project_paths;
mod report;
mod reprice;
mod screen;
mod settings;
mod top;
mod trend;
mod what_if;

use exit::{ExitReason, INCOMPLETE, USAGE, VIOLATED};
use failure::{names_nothing, tell};
use options::Command;
use std::process::ExitCode;

/// Analysing classes takes and gives back many small pieces of memory, which the allocators of most systems are slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    keep_pages_small();
    let options = match options::parse(std::env::args_os()) {
        Ok(options) => options,
        Err(refusal) => return options::explain(&refusal),
    };
    let sweeping = cleanup::prepare(profile::interrupted_by(&options.command));
    project_paths::register(&options.command);
    let counted = options
        .counts
        .as_deref()
        .map_or(Ok(()), measured::use_counts);
    let done = counted.and_then(|()| match &options.command {
        Command::Advise(arguments) => advise::run(&options, arguments),
        Command::WhatIf(arguments) => what_if::run(&options, arguments),
        Command::Annotate(arguments) => annotate::run(&options, arguments),
        Command::ClassPath(arguments) => class_path::run(&options, arguments),
        Command::Report(arguments) => report::run(&options, arguments),
        Command::Reprice(arguments) => reprice::run(&options, arguments),
        Command::Explain(arguments) => explain::run(&options, arguments),
        Command::Check(arguments) => check::run(&options, arguments),
        Command::Diff(arguments) => diff::run(&options, arguments),
        Command::Trend(arguments) => trend::run(&options, arguments),
        Command::Portfolio(arguments) => portfolio::run(arguments),
        Command::Profile(arguments) => profile::run(&options, arguments),
        Command::Top(arguments) => top::run(&options, arguments),
        // The client's settings go before the options; there is one way to talk, whether it is named or not.
        Command::Lsp(arguments) => lsp::run(&options, arguments),
        Command::Library(arguments) => library::run(&options, arguments),
        Command::Model { action } => model::run(&options, action.as_ref()),
    });
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
        Ok(ExitReason::OfProgram(code)) => ExitCode::from(code),
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
