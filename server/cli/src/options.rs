//! What a user can type.

mod analysis;
mod diff;
mod profile;
mod range;
mod top;

use crate::screen;
pub(crate) use analysis::{Analysis, assumptions};
use analysis::{calls, described};
use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use diff::DIFF_HELP;
pub(crate) use diff::{Diff, DiffFormat, SettingsOf};
use escape::plain;
use profile::PROFILE_HELP;
pub(crate) use profile::{Profile, ProfileFormat};
pub(crate) use range::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use top::TOP_HELP;
pub(crate) use top::Top;
use workspace::configuration::{Calls, Key};

/// The energy of Java code, line by line and method by method.
///
/// javac compiles the code, and jouled prices the bytecode by a model that was fitted to measurements. Nothing of the
/// project is run. A method's number includes what it calls; calls without a price are listed.
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
    /// Counts of a run, or a profile that has some; they take the place of estimates, method by method
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) counts: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print Java source with the energy of each line beside it
    Annotate(Annotate),
    /// Report the energy of methods, lines, operations or classes
    Report(Report),
    /// Explain the energy of one method: where it goes and what the number rests on
    #[command(after_help = EXPLAIN_HELP)]
    Explain(Explain),
    /// Print what the code of a project is compiled against, one entry per line
    ClassPath(ClassPath),
    /// Compare two states of a program: which methods cost more or less energy, why, and how sure that is
    #[command(after_help = DIFF_HELP)]
    Diff(Diff),
    /// Run a program, measure its energy and tell where it went, by method and line
    #[command(after_help = PROFILE_HELP)]
    Profile(Profile),
    /// Show where the energy of a running JVM goes, as it goes on
    #[command(after_help = TOP_HELP)]
    Top(Top),
    /// Check the energy contracts in comments and annotations
    #[command(after_help = CHECK_HELP)]
    Check(Check),
    /// Serve an editor: the energy of Java code as inlay hints, hovers and code lenses
    Lsp(Lsp),
    /// Work out what the methods of the JDK and of jars cost, once for each JDK and model, and keep it in the cache folder
    Library(Library),
    /// Show the models, where they come from and their levels
    Model {
        #[command(subcommand)]
        action: Option<ModelAction>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Lsp {
    /// Talk to the editor on standard input and output; this is the only way, so the flag changes nothing
    #[arg(long)]
    pub(crate) stdio: bool,
    #[arg(long, value_name = "all|project|none", value_parser = calls, env = "JOULED_CALLS", help = described(Key::Calls))]
    pub(crate) calls: Option<Calls>,
}

#[derive(Debug, Args)]
pub(crate) struct Library {
    /// A .jar or `jrt:/MODULE`, besides the JDK's `java.base`
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Annotate {
    /// Java source files
    #[arg(required = true, value_name = "FILE.java")]
    pub(crate) files: Vec<PathBuf>,
    /// A profile of real runs: what lines and methods did cost stands before what they are predicted to cost, and its counts
    /// take the place of estimates
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// A .java file, a source tree, a .class file, a class folder, a .jar or `jrt:/MODULE`
    #[arg(required_unless_present = "profile", value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// A profile of real runs: what methods did cost stands beside what they are predicted to cost, and its counts take the
    /// place of estimates. Without a PATH the report is of the profile alone
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
    /// What the text report lists
    #[arg(long, value_enum, default_value = "method")]
    pub(crate) by: By,
    /// What the methods of the text report are sorted by
    ///
    /// By default by their typical energy, and with a profile by what they did cost.
    #[arg(long, value_enum)]
    pub(crate) sort: Option<Sort>,
    /// Show the worst case of each method as a formula over its symbols
    #[arg(long)]
    pub(crate) formulas: bool,
    /// Show how far the analysis reaches: how many methods have a tight typical energy and a worst case, how many loops a bound and calls a price, and why the others have none
    ///
    /// The report then has nothing else, as text or as JSON of the schema jouled.stats/1.
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

/// How methods are named.
const EXPLAIN_HELP: &str = "\
Name a method by its class and name, with as much as tells it from others:
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
    /// A .java file, a source tree, a .class file, a class folder, a .jar or `jrt:/MODULE` [default: this folder]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// The form of the explanation
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// A quantile to show, such as 0.999; may be given several times
    #[arg(long, value_name = "P", value_parser = probability)]
    pub(crate) quantile: Vec<f64>,
    /// How many levels of the tree of calls are shown
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=32).map(usize::from))]
    pub(crate) depth: usize,
    /// Show the energy at several values of a symbol
    #[arg(long, value_name = "SYMBOL=FROM..TO")]
    pub(crate) vary: Option<Range>,
    /// How many values --vary takes
    #[arg(long, value_name = "N", default_value = "20", requires = "vary", value_parser = clap::value_parser!(u16).range(2..=1000).map(usize::from))]
    pub(crate) points: usize,
    /// Space the values of --vary by equal ratios, and use logarithmic axes in the plot
    #[arg(long, requires = "vary")]
    pub(crate) log: bool,
    /// Draw the energy over the values of --vary: the mean, and a band up to the first --quantile or 0.95
    #[arg(long, value_name = "FILE.svg", requires = "vary")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

/// What the contracts look like and how the command ends.
const CHECK_HELP: &str = "\
A contract stands in a comment before a method, or in an annotation:
  //@ energy <= 5 mJ @ 0.99 when n <= 1000;
  //@ energy <= 40 nJ * xs.length + 1 uJ;
  //@ energy typical <= 5 uJ;
  @EnergyBudget(worst = \"5 mJ\", quantile = 0.99, when = \"n <= 1000\")
  @EnergyBudget(typical = \"5 uJ\")

`energy` limits the worst case. `energy typical` limits what a call that returns
costs on average: it is met if the upper end of that number's interval is within
the budget, violated if the lower end is above it, and undecided otherwise.

Exit codes:
  0  no contract is violated
  1  the tool failed
  2  usage
  3  a contract is violated
  4  a file could not be read, or a file with contracts does not compile; under
     --strict: a contract is not decided for all values, or anything could not be
     read or compiled";

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// A .java file, a source tree, a .class file, a class folder, a .jar or `jrt:/MODULE`
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// The form of the verdicts
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

#[derive(Debug, Args)]
pub(crate) struct ClassPath {
    /// A source tree or Java files
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Run the project's build tool to find out, and keep the answer until a build file changes
    ///
    /// This runs mvn or gradle from the PATH, or what the project's wrapper script fetched when you ran it, and with it
    /// the build scripts of the project. It may download what the project needs. The wrapper script itself is never run.
    /// Without --run-build-tool, jouled reads the build files and runs nothing of the project.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    Text,
    Json,
    Csv,
    Markdown,
    Sarif,
    Html,
    /// Of a profile alone: stacks, a line each with its energy
    Collapsed,
    /// Of a profile alone: JSON for <https://www.speedscope.app>
    Speedscope,
    /// Of a profile alone: for `go tool pprof` and its relatives
    Pprof,
}

impl ReportFormat {
    pub(crate) const fn is_of_profile_alone(self) -> bool {
        matches!(self, Self::Collapsed | Self::Speedscope | Self::Pprof)
    }

    /// The form of a profile that has no code beside it; `None` where there is none.
    pub(crate) const fn of_profile(self) -> Option<ProfileFormat> {
        Some(match self {
            Self::Text => ProfileFormat::Text,
            Self::Json => ProfileFormat::Json,
            Self::Csv => ProfileFormat::Csv,
            Self::Html => ProfileFormat::Html,
            Self::Collapsed => ProfileFormat::Collapsed,
            Self::Speedscope => ProfileFormat::Speedscope,
            Self::Pprof => ProfileFormat::Pprof,
            Self::Markdown | Self::Sarif => return None,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sort {
    /// What a call that returns costs on average
    Typical,
    /// What a call costs in the worst case
    Worst,
    /// What a call costs on average without the methods that it calls
    Own,
    /// What all calls did cost in the runs of the profile
    Measured,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    Method,
    Line,
    Operation,
    Class,
    /// Of a profile alone: the methods that a test engine such as `JUnit` called
    Test,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelAction {
    /// List the models
    List,
    /// Show a model with its provenance and levels
    Show {
        /// A name or a file; without it, the default model
        name: Option<String>,
    },
}

fn mapping(name: &str) -> Result<ide::Mapping, String> {
    name.parse()
        .map_err(|error: ide::UnknownMapping| error.to_string())
}

fn probability(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|p: &f64| *p > 0.0 && *p < 1.0)
        .ok_or_else(|| String::from("write a number between 0 and 1, as 0.999"))
}

/// Says why the arguments are none, or what was asked for of them. An argument may be the name of a file, since shells put
/// these in the place of `*`: what is hidden in one is shown.
pub(crate) fn explain(refusal: &clap::Error) -> ExitCode {
    if !refusal.use_stderr() {
        // Help and version repeat no argument.
        refusal.exit();
    }
    let arguments = std::env::args_os().map(|argument| plain(&argument.to_string_lossy()));
    let shown = Options::try_parse_from(arguments).err();
    let text = shown.as_ref().unwrap_or(refusal).to_string();
    for line in text.trim_end().lines() {
        screen::print_message(format_args!("{line}"));
    }
    ExitCode::from(crate::exit::USAGE)
}

#[cfg(test)]
mod tests {
    use super::analysis::assumption;
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;
    use workspace::configuration::SETTINGS;

    /// Flags that are no settings: they say what to do and not how.
    const OTHERS: [&str; 41] = [
        "help",
        "version",
        "stdio",
        "format",
        "by",
        "stats",
        "sort",
        "formulas",
        "counts",
        "profile",
        "meter",
        "out",
        "no-counts",
        "repeat",
        "interval",
        "window",
        "attach",
        "seconds",
        "batch",
        "count",
        "every",
        "methods",
        "of",
        "strict",
        "run-build-tool",
        "quantile",
        "depth",
        "vary",
        "points",
        "log",
        "plot",
        "output",
        "also",
        "confidence",
        "tolerance",
        "today",
        "merge-of",
        "page",
        "minimum-seen",
        "settings",
        "repository",
    ];

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
    fn the_flags_are_the_settings_of_the_table_by_the_same_names() {
        let mut command = Options::command();
        command.build();
        let commands = [&command].into_iter().chain(command.get_subcommands());
        let flags: BTreeSet<String> = commands
            .flat_map(clap::Command::get_arguments)
            .filter_map(|flag| Some(flag.get_long()?.to_owned()))
            .filter(|flag| !OTHERS.contains(&flag.as_str()))
            .collect();
        let settings = SETTINGS.iter().filter(|setting| setting.has_flag);
        assert_eq!(
            flags,
            settings
                .map(workspace::configuration::Setting::flag)
                .collect()
        );
    }
}
