//! The commands of `cargo xtask`.

use std::fmt::Write;

/// A command as listed in the help.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The word to type.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
}

const fn command(name: &'static str, about: &'static str) -> Command {
    Command { name, about }
}

/// The commands of this crate.
pub const OWN: [Command; 2] = [
    command(
        "demo",
        "Build jouled and annotate example programs with their energy",
    ),
    command(
        "test",
        "Install what the tests need and run every check of the project",
    ),
];

/// The commands of the crate `lab`, which is built when one of them runs. A test of `lab` checks this list.
pub const LAB: [Command; 14] = [
    command(
        "annotations",
        "Build the jar of the annotations for energy contracts",
    ),
    command(
        "advice-diff",
        "Execute methods of real projects before and after each edit that the rules propose, and compare what they do",
    ),
    command("bench", "Benchmark jouled"),
    command(
        "soak",
        "Edit Java files at random for some minutes and look for leaks and stale numbers",
    ),
    command(
        "soundness",
        "Execute generated Java programs and check that none exceeds its bound",
    ),
    command(
        "diff-study",
        "Edit generated Java programs, with and without an effect, and see which edits `jouled diff` reports",
    ),
    command(
        "history",
        "Run `jouled diff` on the last commits of a real repository: time, share seen, verdicts",
    ),
    command(
        "javac-archives",
        "Make the archives from which javac starts faster",
    ),
    command(
        "jars",
        "Fetch real jars and measure the coverage and the time of the analysis on each",
    ),
    command(
        "frequencies",
        "Count runs of real programs, and learn from them how often code runs",
    ),
    command(
        "recovery",
        "Simulate campaigns, fit them, and count how often the intervals cover the truth",
    ),
    command(
        "pictures",
        "Make the pictures of the README by running the programs in a terminal",
    ),
    command(
        "model-data",
        "Generate the default model from the published table, and what the table lacks from a campaign",
    ),
    command(
        "settings",
        "Generate the manuals and the manifest that list the settings",
    ),
];

/// The help text: every command with what it does.
pub fn help() -> String {
    let mut text =
        "Developer commands of jouled\n\nUsage: cargo xtask COMMAND\n\nCommands:\n".to_owned();
    for Command { name, about } in OWN.iter().chain(&LAB) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {name:<14} {about}");
    }
    text.push_str("\n`cargo xtask COMMAND --help` lists the options of one.\n");
    text
}
