//! What a user can type behind `jouled report`.

use super::{Analysis, Archives, By, ProfileFormat, ProfileView};
use crate::failure::UsageError;
use clap::{Args, ValueEnum};
use rows::RowsFormat;
use std::path::{Path, PathBuf};

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Java files, class files, a .jar, .war, .ear, .zip or .jmod with the archives inside it, a folder of these, or `jrt:/MODULE`
    #[arg(required_unless_present = "profile", value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// A profile of real runs: show the measured energy of methods beside the predicted one, and replace estimates
    /// by the profile's counts. Without a PATH, report the profile alone
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,
    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
    /// What the text report lists
    #[arg(long, value_enum, default_value = "method")]
    pub(crate) by: By,
    /// What the text report sorts methods by
    ///
    /// By default, the typical energy; with a profile, the measured energy.
    #[arg(long, value_enum)]
    pub(crate) sort: Option<Sort>,
    /// Show the typical energy and the worst case of each method as formulas over its symbols
    ///
    /// `≤` marks a formula that was rounded up to be short; `jouled explain` and JSON have the whole one.
    #[arg(long)]
    pub(crate) formulas: bool,
    /// Show the coverage of the analysis: how many methods have a tight typical energy and a worst case, how many loops
    /// have a bound, how many calls have a price, and why the others do not
    ///
    /// The report then contains nothing else, as text or as JSON (schema jouled.stats/1).
    #[arg(long)]
    pub(crate) stats: bool,
    /// Write the report to this file; --format parquet and ndjson need it
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Analyse each PATH in a separate process (in a folder of archives, each archive), and write a table of all methods
    /// (schema jouled.rows/1) to the folder --out
    ///
    /// The folder gets the files of rows in `rows`, and the result of each input in `status.csv`: ok, partial or failed, and
    /// why. A run that was stopped continues: jouled analyses an input again only if its content or a setting has changed,
    /// or if it failed. --format sets the form of the rows: parquet (the default), csv or ndjson.
    #[arg(long, requires = "out")]
    pub(crate) each: bool,
    /// The folder for --each
    #[arg(long, value_name = "DIR", requires = "each")]
    pub(crate) out: Option<PathBuf>,
    /// How many processes --each runs at once [default: the number of processors]
    #[arg(long, value_name = "N", requires = "each", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// How long a process of --each may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", requires = "each", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) time_limit: u32,
    /// How much memory a process of --each may use, in MiB
    #[arg(long, value_name = "MIB", default_value = "900", requires = "each", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) memory_limit: u32,
    /// The process of an input of --each: write rows, and print the result as JSON on standard output
    #[arg(long, hide = true, requires = "output")]
    pub(crate) of_each: bool,
    #[command(flatten)]
    pub(crate) archives: Archives,
    #[command(flatten)]
    pub(crate) view: ProfileView,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

impl Report {
    /// The form of the rows and their file, if a table was requested.
    ///
    /// # Errors
    /// [`UsageError`] if the file is missing, or the form is not one of a table.
    pub(crate) fn table_format(&self) -> Result<Option<(RowsFormat, &Path)>, UsageError> {
        let format = match self.format {
            ReportFormat::Parquet => Some(RowsFormat::Parquet),
            ReportFormat::Ndjson => Some(RowsFormat::Ndjson),
            // Otherwise CSV is a listing for people.
            ReportFormat::Csv if self.of_each => Some(RowsFormat::Csv),
            _ => None,
        };
        let usage = |words: &str| Err(UsageError(String::from(words)));
        match (format, &self.output) {
            (Some(format), Some(file)) => Ok(Some((format, file))),
            (None, None) => Ok(None),
            (Some(_), None) => usage(
                "this format is written to a file: give --output FILE, or --each and --out DIR",
            ),
            (None, Some(_)) => usage(
                "--output is for --format parquet and ndjson; redirect the other formats to a file",
            ),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    Text,
    Json,
    Csv,
    Markdown,
    Sarif,
    Html,
    /// A table of methods for many artifacts, schema jouled.rows/1, as Apache Parquet; needs --output or --each
    Parquet,
    /// The same as a JSON object for each line; needs --output or --each
    Ndjson,
    /// Profiles only: one line for each stack, with its energy
    Collapsed,
    /// Profiles only: JSON for <https://www.speedscope.app>
    Speedscope,
    /// Profiles only: for `go tool pprof` and similar tools
    Pprof,
    /// Profiles only: the energy of unit tests, as XML in the form of test reports
    Junit,
}

impl ReportFormat {
    pub(crate) const fn is_of_profile_alone(self) -> bool {
        matches!(
            self,
            Self::Collapsed | Self::Speedscope | Self::Pprof | Self::Junit
        )
    }

    /// The form of a profile without code beside it; `None` if there is no such profile.
    pub(crate) const fn of_profile(self) -> Option<ProfileFormat> {
        Some(match self {
            Self::Text => ProfileFormat::Text,
            Self::Json => ProfileFormat::Json,
            Self::Csv => ProfileFormat::Csv,
            Self::Html => ProfileFormat::Html,
            Self::Collapsed => ProfileFormat::Collapsed,
            Self::Speedscope => ProfileFormat::Speedscope,
            Self::Pprof => ProfileFormat::Pprof,
            Self::Junit => ProfileFormat::Junit,
            Self::Markdown | Self::Sarif | Self::Parquet | Self::Ndjson => return None,
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
    /// The measured energy of all calls in the profile
    Measured,
}
