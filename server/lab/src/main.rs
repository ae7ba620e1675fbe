//! Developers' measurements and studies, and generators of files: run as `cargo xtask COMMAND`.
#![expect(
    clippy::print_stdout,
    reason = "a command-line tool speaks through its standard output"
)]

mod advice_diff;
mod annotations;
mod bench;
mod built_in_model;
mod diff_study;
mod frequencies;
mod history;
mod jars;
mod java;
mod javac_archives;
mod lsp_client;
mod model_data;
mod pictures;
mod recovery;
mod settings;
mod soak;
mod soundness;
mod table;
mod transfer;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer commands of jouled")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the jar of the annotations for energy contracts
    Annotations(annotations::Options),
    /// Execute methods of real projects before and after each edit that the rules propose, and compare what they do
    AdviceDiff(advice_diff::Options),
    /// Benchmark jouled
    Bench {
        #[command(subcommand)]
        command: bench::Command,
    },
    /// Edit Java files at random for some minutes and look for leaks and stale numbers
    Soak(soak::Options),
    /// Execute generated Java programs and check that none exceeds its bound
    Soundness(soundness::Options),
    /// Edit generated Java programs, with and without an effect, and see which edits `jouled diff` reports
    DiffStudy(diff_study::Options),
    /// Run `jouled diff` on the last commits of a real repository: time, share seen, verdicts
    History(history::Options),
    /// Make the archives from which javac starts faster
    JavacArchives(javac_archives::Options),
    /// Fetch real jars and measure the coverage and the time of the analysis on each
    Jars(jars::Options),
    /// Count runs of real programs, and learn from them how often code runs
    Frequencies(frequencies::Options),
    /// Simulate campaigns, fit them, and count how often the intervals cover the truth
    Recovery(recovery::Options),
    /// Make the pictures of the README by running the programs in a terminal
    Pictures(pictures::Options),
    /// Generate the default model from the published table, and what the table lacks from a campaign
    ModelData {
        /// Only check that the files are up to date
        #[arg(long)]
        check: bool,
        /// First take the costs of instructions from the model of a campaign, fitted with `calibrate fit --structure instruction`
        #[arg(long, value_name = "MODEL", conflicts_with = "check")]
        campaign: Option<std::path::PathBuf>,
    },
    /// Generate the manuals and the manifest that list the settings
    Settings {
        /// Only check that the files are up to date
        #[arg(long)]
        check: bool,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Annotations(options) => annotations::run(&options),
        Command::AdviceDiff(options) => advice_diff::run(&options),
        Command::Bench { command } => bench::run(&command),
        Command::Soak(options) => soak::run(&options),
        Command::Soundness(options) => soundness::run(&options),
        Command::DiffStudy(options) => diff_study::run(&options),
        Command::History(options) => history::run(&options),
        Command::JavacArchives(options) => javac_archives::run(&options),
        Command::Jars(options) => jars::run(&options),
        Command::Frequencies(options) => frequencies::run(&options),
        Command::Recovery(options) => recovery::run(&options),
        Command::Pictures(options) => pictures::run(&options),
        Command::ModelData { check, campaign } => model_data::run(check, campaign.as_deref()),
        Command::Settings { check } => settings::run(check),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use xtask::commands::LAB;

    use super::Arguments;

    #[test]
    fn the_list_that_xtask_shows_has_each_command_with_its_text() {
        let arguments = Arguments::command();
        let commands: Vec<(String, String)> = arguments
            .get_subcommands()
            .map(|command| {
                let about = command.get_about().unwrap_or_default().to_string();
                (command.get_name().to_owned(), about)
            })
            .collect();
        let listed: Vec<(String, String)> = LAB
            .iter()
            .map(|command| (command.name.to_owned(), command.about.to_owned()))
            .collect();
        assert_eq!(commands, listed);
    }
}
