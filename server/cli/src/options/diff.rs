//! The arguments of `jouled diff`.

use super::analysis::Analysis;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What can be compared and how the command ends.
pub(super) const DIFF_HELP: &str = "\
What is compared:
  jouled diff main              the working tree with the revision main
  jouled diff v1.0 v1.1         two revisions
  jouled diff main...HEAD       a revision with where it left another, as in a
                                pull request
  jouled diff a.json b.json     two reports of `jouled report --format json`
  jouled diff old.jar new.jar   two jars, class files, class folders or source
                                trees
  jouled diff a.jouled b.jouled two profiles of real runs: what methods did cost,
                                by call and in sum. This passes and fails
                                nothing; profile each with --repeat 5 or more

A name with a slash, or of a file that exists, is a path; write refs/heads/NAME
for such a branch. Revisions are read from git's objects into a temporary
folder: nothing is checked out, and nothing of the project is run.

Pull requests: in a pipeline HEAD is usually a merge of the pull request into its
branch. `--merge-of COMMIT` names the newest commit of the pull request. Where
HEAD is that merge, the base is the branch before the merge (HEAD^1), and else
the merge base. What others did on the branch is no part of the change.

Settings: both sides are analysed with the settings of the head's jouled.toml.
Its table [diff] and `exclude` are those of the base: a change of them is shown,
and takes effect once it is merged. `--settings head` takes them from the head.

Energies: typical energies are compared, what a call that returns costs on
average. P(head > base) covers what the model does not know and, where control
flow or callees changed, how often code runs. What both sides execute cancels. A
worst case that grows faster (n to n²) is a regression of its own; `worst =
\"25%\"` in [diff] limits how much more it may cost. A jouled.toml that sets
limits but no `of` means worst cases; `of = \"typical\"` in [diff] or `--of
typical` changes that.

Regressions: a method regresses if P(head > base) is at least --confidence,
corrected for the number of methods by Benjamini-Hochberg, and it costs at least
--tolerance more; or if it exceeds a hard limit. Acknowledgements expire by the
date of the head's commit (for the working tree, of HEAD), so the same input
gives the same output.

Incomplete comparisons: a method is touched if its source text differs, comments
aside. It was seen if it was compiled on both sides that have it and most of its
calls lead to known code. If less than --minimum-seen were seen, or if a syntax
error, a file or a jar that cannot be read may hide anything, the comparison
names what it did not see, and passes nothing.

Exit codes:
  0  no regression in what was seen, and enough was seen
  1  the tool failed
  2  usage
  3  a regression
  4  incomplete: too little was seen; under --strict: anything was not";

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// BASE [HEAD], BASE...HEAD, or two paths of reports, jars, class folders or source trees
    #[arg(required = true, num_args = 1..=2, value_name = "BASE HEAD")]
    pub(crate) sides: Vec<String>,
    /// The form of the comparison
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DiffFormat,
    /// Write to this file rather than to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write a second form as well, as in `--also markdown=comment.md`; may be given several times
    #[arg(long, value_name = "FORMAT=FILE", value_parser = also)]
    pub(crate) also: Vec<(DiffFormat, PathBuf)>,
    /// Where the page of `--also html=FILE` will be found, which a Markdown comment links to
    #[arg(long, value_name = "URL", value_parser = page)]
    pub(crate) page: Option<String>,
    /// The energy that decides [default: that of jouled.toml; worst where jouled.toml sets limits and names none; else typical]
    #[arg(long, value_enum)]
    pub(crate) of: Option<OfEnergy>,
    /// The least corrected probability of a regression, from 0.5 to below 1 [default: 0.95, or that of jouled.toml]
    #[arg(long, value_name = "P", value_parser = confidence)]
    pub(crate) confidence: Option<f64>,
    /// The least increase of a regression in percent [default: 2%, or that of jouled.toml]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) tolerance: Option<f64>,
    /// The least share of the touched methods that has to be seen, in percent [default: 90%, or minimumSeen of jouled.toml]
    #[arg(long, value_name = "PERCENT", value_parser = share)]
    pub(crate) minimum_seen: Option<f64>,
    /// Whose jouled.toml says what may pass: its table [diff] and its `exclude`
    #[arg(long, value_enum, default_value = "base")]
    pub(crate) settings: SettingsOf,
    /// The day by which acknowledgements expire [default: that of the head's commit]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) today: Option<::diff::Date>,
    /// In a pipeline of a pull request, the newest commit of the pull request: where HEAD of BASE...HEAD merges it into a branch, HEAD is
    /// compared with that branch before the merge
    #[arg(long, value_name = "COMMIT")]
    pub(crate) merge_of: Option<String>,
    /// The repository whose revisions are meant [default: that of the current folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) repository: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

impl Diff {
    /// True where this form is asked for.
    pub(crate) fn makes(&self, format: DiffFormat) -> bool {
        let mut also = self.also.iter();
        self.format == format || also.any(|(other, _)| *other == format)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SettingsOf {
    /// The base's, so that a change cannot let itself pass; what the head changes in it is shown
    Base,
    /// The head's
    Head,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OfEnergy {
    /// What a call that returns costs on average; a worst case that grows faster is a regression all the same
    Typical,
    /// What a call costs in the worst case
    Worst,
}

impl From<OfEnergy> for ::diff::Quantity {
    fn from(of: OfEnergy) -> Self {
        match of {
            OfEnergy::Typical => Self::Typical,
            OfEnergy::Worst => Self::Worst,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    Text,
    Json,
    Csv,
    Markdown,
    Sarif,
    Junit,
    Github,
    Benchmark,
    Html,
}

fn also(text: &str) -> Result<(DiffFormat, PathBuf), String> {
    let (format, file) = text
        .split_once('=')
        .ok_or("write FORMAT=FILE, as in markdown=comment.md")?;
    Ok((DiffFormat::from_str(format, false)?, PathBuf::from(file)))
}

/// An address that ends no link and begins no other.
fn page(text: &str) -> Result<String, String> {
    let is_quiet = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&+,;=%".contains(&byte);
    let is_address = ["https://", "http://"]
        .iter()
        .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    (is_address && text.len() <= 2_000 && text.bytes().all(is_quiet))
        .then(|| text.to_owned())
        .ok_or_else(|| {
            String::from("write the address of a page, as https://example.org/diff.html")
        })
}

fn confidence(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (0.5..1.0).contains(number));
    number.ok_or_else(|| String::from("write a probability from 0.5 to below 1, such as 0.95"))
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>().ok();
    let number = number.filter(|number| number.is_finite() && *number >= 0.0);
    number
        .map(|percent| percent / 100.0)
        .ok_or_else(|| String::from("write a percentage, such as 2%"))
}

fn share(text: &str) -> Result<f64, String> {
    let share = percent(text)?;
    (share <= 1.0)
        .then_some(share)
        .ok_or_else(|| String::from("write a percentage of at most 100%"))
}
