//! What a user can type.

mod advise;
mod analysis;
mod archives;
mod by;
mod diff;
mod model;
mod portfolio;
mod profile;
mod range;
mod report;
mod top;
mod trend;
mod what_if;
mod without_effect;

use crate::screen;
use advise::ADVISE_HELP;
pub(crate) use advise::{AdviceFormat, Advise};
pub(crate) use analysis::{Analysis, assumptions};
use analysis::{calls, described};
pub(crate) use archives::Archives;
pub(crate) use by::By;
use clap::builder::TypedValueParser;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use diff::DIFF_HELP;
pub(crate) use diff::{Diff, DiffFormat, SettingsOf};
use escape::plain;
pub(crate) use model::ModelAction;
use portfolio::PORTFOLIO_HELP;
pub(crate) use portfolio::Portfolio;
use profile::PROFILE_HELP;
pub(crate) use profile::{Profile, ProfileFormat, ProfileView};
use project_settings::{Calls, Key};
pub(crate) use range::Range;
pub(crate) use report::{Report, ReportFormat, Sort};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use top::TOP_HELP;
pub(crate) use top::Top;
use trend::TREND_HELP;
pub(crate) use trend::Trend;
use what_if::WHAT_IF_HELP;
pub(crate) use what_if::{Replacement, WhatIf, WhatIfFormat};

/// The energy of Java code, line by line and method by method.
///
/// javac compiles the code, and jouled prices the bytecode with a model fitted to measurements. It runs no code
/// of the project. A method's energy includes its callees; calls without a price are listed.
#[derive(Debug, Parser)]
#[command(name = "jouled", version)]
pub(crate) struct Options {
    #[arg(long, global = true, value_name = "FILE|NAME", help = described(Key::Model))]
    pub(crate) model: Option<String>,
    #[arg(long, global = true, value_name = "NAME|any", help = described(Key::Device))]
    pub(crate) device: Option<String>,
    #[arg(long, global = true, value_name = "stack|paper", value_parser = mapping, help = described(Key::Mapping))]
    pub(crate) mapping: Option<ide::Mapping>,
    #[arg(long, global = true, value_name = "DIR", help = described(Key::JavaHome))]
    pub(crate) java_home: Option<PathBuf>,
    /// A file with the counts of a run, or a profile with counts; these replace estimates, method by method
    #[arg(long, global = true, value_name = "FILE", env = "JOULED_COUNTS")]
    pub(crate) counts: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Propose edits that keep the behaviour of the code and save energy, and apply them
    #[command(after_help = ADVISE_HELP)]
    Advise(Advise),
    /// Price a change of a file before it is made
    #[command(after_help = WHAT_IF_HELP)]
    WhatIf(WhatIf),
    /// Print Java source with the energy of each line beside it
    Annotate(Annotate),
    /// Report the energy of methods, lines, operations or classes
    Report(Report),
    /// Price the rows of tables with another model, without the code
    #[command(after_help = REPRICE_HELP)]
    Reprice(Reprice),
    /// Explain the energy of one method: where it goes and what the number rests on
    #[command(after_help = EXPLAIN_HELP)]
    Explain(Explain),
    /// Print the class path of a project, one entry per line
    ClassPath(ClassPath),
    /// Compare two states of a program: which methods cost more or less energy, why, and how sure that is
    #[command(after_help = DIFF_HELP)]
    Diff(Diff),
    /// Show the energy of a program over the history of its repository, and where it changed
    #[command(after_help = TREND_HELP)]
    Trend(Trend),
    /// Make static pages about many services from their tables: the most expensive services and methods, and shared libraries
    #[command(after_help = PORTFOLIO_HELP)]
    Portfolio(Portfolio),
    /// Run a program, measure its energy, and show which methods and lines used it
    #[command(after_help = PROFILE_HELP)]
    Profile(Profile),
    /// Show live where the energy of a running JVM goes
    #[command(after_help = TOP_HELP)]
    Top(Top),
    /// Check the energy contracts in comments and annotations
    #[command(after_help = CHECK_HELP)]
    Check(Check),
    /// Start the language server, which shows the energy of Java code in an editor
    Lsp(Lsp),
    /// Price the methods of the JDK and of jars, once for each JDK and model, and cache the result
    Library(Library),
    /// List and show the models, add one, or choose the one in use
    #[command(after_help = MODEL_HELP)]
    Model {
        #[command(subcommand)]
        action: Option<ModelAction>,
    },
}

/// Which model holds.
const MODEL_HELP: &str = "\
The model of a number is the first of:
  --model, the editor's setting `model`, `model` in jouled.toml
  the model in use: the one that `jouled model use` or `calibrate this-machine` chose
  the default model, which comes with jouled

Added models are in the folder `jouled/models` of the user's configuration folder: ~/.config or
XDG_CONFIG_HOME, on macOS ~/Library/Application Support, on Windows APPDATA.";

#[derive(Debug, Args)]
pub(crate) struct Lsp {
    /// Use standard input and output; this is the only transport, so the flag has no effect
    #[arg(long)]
    pub(crate) stdio: bool,
    #[arg(long, value_name = "all|project|none", value_parser = calls, env = "JOULED_CALLS", help = described(Key::Calls))]
    pub(crate) calls: Option<Calls>,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Library {
    /// A .jar or `jrt:/MODULE` to price in addition to the JDK's `java.base`
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(subcommand)]
    pub(crate) action: Option<LibraryAction>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LibraryAction {
    /// Write the cached prices of all libraries to one file, for a container image or for other machines
    ///
    /// The other machine needs the same version of jouled and the same models. The prices for a JDK are used with the same
    /// build of that JDK, wherever it is installed.
    Export {
        /// The file to write, such as libraries.zip
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Read a file of `jouled library export` into the cache of this machine
    ///
    /// The numbers in the file are used as if this machine had computed them, so import only files from people whom you
    /// trust. Entries that are already in the cache stay.
    Import {
        /// The file that `jouled library export` wrote
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Annotate {
    /// Java source files
    #[arg(required = true, value_name = "FILE.java")]
    pub(crate) files: Vec<PathBuf>,
    /// A profile of real runs: show the measured energy of lines and methods before the predicted one, and replace
    /// estimates by the profile's counts
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

/// What the new model must have, and what stays that of the first one.
const REPRICE_HELP: &str = "\
--model names the new model. It must have the structure and mapping of the
model that priced the tables, because these decide what an event is.

What stays that of the first model:
  - the worst paths; the column path_model_digest names the model that chose them
  - the width of the intervals of typical energies, relative to their means.
    After reprice, typical_low_j and typical_high_j are therefore no 90%
    intervals of the new model";

#[derive(Debug, Args)]
pub(crate) struct Reprice {
    /// Tables of `jouled report --each` or `--format parquet`
    #[arg(required = true, value_name = "ROWS.parquet")]
    pub(crate) tables: Vec<PathBuf>,
    /// The file for the new table; its extension sets the form: .parquet, .csv or .ndjson
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

/// How methods are named.
const EXPLAIN_HELP: &str = "\
Name a method by its class and name. If several match, add package or parameter types:
  Matrix.multiply             p.Outer.Inner.method
  Matrix (its constructor)    Matrix.<init>
  Matrix.add(int, String[])   'Matrix.add(I[Ljava/lang/String;)V'

Examples:
  jouled explain Matrix.multiply src --assume n=1000,m=3 --quantile 0.999
  jouled explain Matrix.multiply src --vary n=1..1000 --log --plot multiply.svg";

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The method, as `Class.method`, `Class.method(int, String)`, or `Class` for its constructor
    #[arg(value_name = "METHOD")]
    pub(crate) method: String,
    /// Java files, class files, a .jar, .war, .ear, .zip or .jmod with the archives inside it, a folder of these, or `jrt:/MODULE` [default: this folder]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// A profile of real runs: show the measured energy of the method beside the predicted one, and replace estimates
    /// by the profile's counts
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,
    /// The format of the explanation
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// A quantile to show, such as 0.999; may be given several times
    #[arg(long, value_name = "P", value_parser = probability)]
    pub(crate) quantile: Vec<f64>,
    /// How many levels of the call tree to show
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=32).map(usize::from))]
    pub(crate) depth: usize,
    /// Show the energy at several values of a symbol
    #[arg(long, value_name = "SYMBOL=FROM..TO")]
    pub(crate) vary: Option<Range>,
    /// How many values of --vary to show
    #[arg(long, value_name = "N", default_value = "20", requires = "vary", value_parser = clap::value_parser!(u16).range(2..=1000).map(usize::from))]
    pub(crate) points: usize,
    /// Space the values of --vary by equal ratios, and use logarithmic axes in the plot
    #[arg(long, requires = "vary")]
    pub(crate) log: bool,
    /// Plot the energy over the values of --vary: the mean, and a band up to the first --quantile (by default 0.95)
    #[arg(long, value_name = "FILE.svg", requires = "vary")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) archives: Archives,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

/// What the contracts look like and how the command ends.
const CHECK_HELP: &str = "\
Write a contract in a comment before a method, or as an annotation:
  //@ energy <= 5 mJ @ 0.99 when n <= 1000;
  //@ energy <= 40 nJ * xs.length + 1 uJ;
  //@ energy typical <= 5 uJ;
  @EnergyBudget(worst = \"5 mJ\", quantile = 0.99, when = \"n <= 1000\")
  @EnergyBudget(typical = \"5 uJ\")

`energy` limits the worst case. `energy typical` limits what a call that returns
costs on average. It is met if the upper end of the interval is within the
budget, violated if the lower end is above it, and undecided otherwise.

Exit codes:
  0  no contract is violated
  1  the tool failed
  2  usage
  3  a contract is violated
  4  a file or contract could not be read, or a file with contracts does not
     compile; with --strict: also if a contract is not decided for all values,
     or if anything could not be read or compiled";

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Java files, class files, a .jar, .war, .ear, .zip or .jmod with the archives inside it, a folder of these, or `jrt:/MODULE`
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// The format of the verdicts
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) archives: Archives,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

#[derive(Debug, Args)]
pub(crate) struct ClassPath {
    /// A source tree or Java files
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Ask the project's build tool, and cache the answer until a build file changes
    ///
    /// This runs mvn or gradle from the PATH, or the distribution that the project's wrapper script downloaded when you ran
    /// it. The build tool runs the project's build scripts and may download dependencies. jouled never runs the wrapper
    /// script itself. Without --run-build-tool, jouled only reads the build files and runs no code of the project.
    #[arg(long, alias = "ask")]
    pub(crate) run_build_tool: bool,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

fn mapping(name: &str) -> Result<ide::Mapping, String> {
    name.parse()
        .map_err(|error: ide::UnknownMapping| error.to_string())
}

fn probability(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|p: &f64| *p > 0.0 && *p < 1.0)
        .ok_or_else(|| String::from("write a number between 0 and 1, such as 0.999"))
}

/// What the words of a command line mean.
///
/// # Errors
/// Why they mean nothing; help and the version are among the reasons.
pub(crate) fn parse<W>(words: impl IntoIterator<Item = W>) -> Result<Options, clap::Error>
where
    W: Into<OsString> + Clone,
{
    let mut command = without_effect::hidden_in(Options::command());
    let matches = command.try_get_matches_from_mut(words)?;
    without_effect::check(&mut command, &matches)?;
    Options::from_arg_matches(&matches)
}

/// Says why the arguments are not valid, or prints help or the version. An argument may be the name of a file, because
/// shells replace `*` by such names: hidden characters in it are shown.
pub(crate) fn explain(refusal: &clap::Error) -> ExitCode {
    if !refusal.use_stderr() {
        // Help and version repeat no argument.
        refusal.exit();
    }
    let arguments = std::env::args_os().map(|argument| plain(&argument.to_string_lossy()));
    let shown = parse(arguments).err();
    let text = shown.as_ref().unwrap_or(refusal).to_string();
    for line in text.trim_end().lines() {
        screen::print_message(format_args!("{line}"));
    }
    ExitCode::from(crate::exit::USAGE)
}

#[cfg(test)]
mod tests {
    use super::analysis::assumption;
    use super::without_effect::{ALL, WITHOUT_EFFECT};
    use super::*;
    use project_settings::SETTINGS;
    use std::collections::BTreeSet;

    #[test]
    fn assumptions_come_several_in_one() {
        assert_eq!(assumptions("n=1000,m=3"), ["n=1000", "m=3"]);
        assert_eq!(assumptions("a[].length=3"), ["a[].length=3"]);
        let scoped = "src/{a,b}/**:n=1,p.A.f(int,long):m=2";
        assert_eq!(
            assumptions(scoped),
            ["src/{a,b}/**:n=1", "p.A.f(int,long):m=2"]
        );
        assert!(assumption("n=1,m").is_err());
    }

    #[test]
    fn the_old_name_of_run_build_tool_means_the_same() {
        let runs = |flags: &[&str]| {
            let words = ["jouled", "class-path", "."];
            let options = Options::try_parse_from(words.iter().chain(flags)).ok()?;
            match options.command {
                Command::ClassPath(arguments) => Some(arguments.run_build_tool),
                _ => None,
            }
        };
        assert_eq!(runs(&[]), Some(false));
        assert_eq!(runs(&["--run-build-tool"]), Some(true));
        assert_eq!(runs(&["--ask"]), Some(true));
        let mut command = Options::command();
        let class_path = command
            .find_subcommand_mut("class-path")
            .expect("a command");
        let help = class_path.render_long_help().to_string();
        assert!(
            help.contains("--run-build-tool") && !help.contains("--ask"),
            "{help}"
        );
    }

    #[test]
    fn the_texts_behind_options_are_not_wrapped_a_second_time() {
        let mut command = Options::command();
        command.build();
        let mut seen = 0;
        for command in command.get_subcommands() {
            let text = command.get_after_help().map(ToString::to_string);
            for line in text.iter().flat_map(|text| text.lines()) {
                seen += 1;
                assert!(line.chars().count() <= 98, "{}: {line}", command.get_name());
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn each_setting_with_a_flag_has_one_by_its_name() {
        let mut command = Options::command();
        command.build();
        let commands = [&command].into_iter().chain(command.get_subcommands());
        let flags: BTreeSet<String> = commands
            .flat_map(clap::Command::get_arguments)
            .filter_map(|flag| Some(flag.get_long()?.to_owned()))
            .collect();
        let settings = SETTINGS.iter().filter(|setting| setting.has_flag);
        let missing: Vec<String> = settings
            .map(project_settings::Setting::flag)
            .filter(|flag| !flags.contains(flag))
            .collect();
        assert_eq!(missing, Vec::<String>::new());
    }

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
                let help = help.to_string();
                let mut lines = help.lines().map(str::trim_start);
                assert!(
                    !lines.any(|line| line.starts_with(&flag)),
                    "{path:?}: {flag}"
                );
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
        let mut command = without_effect::hidden_in(Options::command());
        command.build();
        let report = command.find_subcommand("report").expect("a command");
        let shown = report
            .get_arguments()
            .filter(|option| !option.is_hide_set());
        let shown: Vec<&str> = shown.map(|option| option.get_id().as_str()).collect();
        for id in ALL {
            assert!(shown.contains(id), "{id}");
        }
        assert!(parse(["jouled", "model", "show", "--model", "x"]).is_ok());
        assert!(parse(["jouled", "reprice", "a", "--output", "b", "--model", "x"]).is_ok());
    }
}
