//! The arguments of `jouled trend`.

use super::Analysis;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use trend::{Every, Since};

pub(super) const TREND_HELP: &str = "\
Each commit is analysed once. --store keeps the results, so an interrupted run continues
where it stopped, and a later run analyses only new commits. Commits with
the same Java files, build files and jars count as one state.

One model prices the whole history: the one that --model or the jouled.toml of the work
tree names.

Examples:
  jouled trend                              # every commit of the branch that is checked out
  jouled trend --since 1y --every week      # the last commit of each week of a year
  jouled trend --format html --output trend.html
  jouled trend --format benchmark --output benchmark-data.json";

/// Shows the energy of a program over the history of its repository.
#[derive(Debug, Args)]
pub(crate) struct Trend {
    /// The branch or commit whose history to analyse; of each merge, only the first parent
    #[arg(value_name = "REVISION", default_value = "HEAD")]
    pub(crate) revision: String,
    /// A folder in the repository [default: this folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) repository: Option<PathBuf>,
    /// Where the history begins: a day such as 2025-01-31, or a time before its last commit such as 90d, 12w, 6m or 2y
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<Since>,
    /// Which commits are analysed: each, or the last one of each day, week or month
    #[arg(long, value_enum, default_value = "commit")]
    pub(crate) every: EveryOption,
    /// How many methods have a curve: those whose energy changed by the largest factor
    #[arg(long, value_name = "N", default_value = "20")]
    pub(crate) methods: usize,
    /// The database with the results of earlier runs [default: a file for each repository in jouled's cache]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// The format of the trend
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TrendFormat,
    /// Write the trend to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EveryOption {
    Commit,
    Day,
    Week,
    Month,
}

impl From<EveryOption> for Every {
    fn from(every: EveryOption) -> Self {
        match every {
            EveryOption::Commit => Self::Commit,
            EveryOption::Day => Self::Day,
            EveryOption::Week => Self::Week,
            EveryOption::Month => Self::Month,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TrendFormat {
    /// A bar chart in one line for each curve, and the greatest changes of its level
    Text,
    /// All numbers, schema jouled.trend/1
    Json,
    /// One page with curves that loads nothing
    Html,
    /// The history of github-action-benchmark, for its input `external-data-json-path`
    Benchmark,
}

impl From<TrendFormat> for trend::Format {
    fn from(format: TrendFormat) -> Self {
        match format {
            TrendFormat::Text => Self::Text,
            TrendFormat::Json => Self::Json,
            TrendFormat::Html => Self::Html,
            TrendFormat::Benchmark => Self::Benchmark,
        }
    }
}
