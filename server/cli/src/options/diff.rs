//! The arguments of `jouled diff`.

use super::analysis::Analysis;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What can be compared, and the exit codes.
pub(super) const DIFF_HELP: &str = "\
What you can compare:
  jouled diff main              the working tree with the revision main
  jouled diff v1.0 v1.1         two revisions
  jouled diff main...HEAD       HEAD with its merge base with main, as in a
                                pull request
  jouled diff a.json b.json     two reports of `jouled report --format json`
  jouled diff old.jar new.jar   two jars, class files, class folders or source
                                trees
  jouled diff a.jouled b.jouled two profiles of real runs: measured energy, per
                                call and in total. There is no verdict; record
                                each profile with --repeat 5 or more

A name with a slash, or of a file that exists, is a path; write refs/heads/NAME
for such a branch. jouled reads revisions from git's objects into a temporary
folder: it checks nothing out and runs no code of the project.

Pull requests: in a pipeline, HEAD is usually a merge of the pull request into
its branch. `--merge-of COMMIT` names the newest commit of the pull request. If
HEAD is that merge, the base is the branch before the merge (HEAD^1); otherwise
it is the merge base. What others changed on the branch does not count.

Settings: the settings that decide the verdict come from the base's jouled.toml, for both
sides: the table [diff], `exclude`, `assume`, `calls`, `model`, `device` and `mapping`.
jouled shows how the head changes them; the change takes effect once it is merged.
`--settings head` takes them from the head, as jouled does with all other settings.

Energies: jouled compares typical energies, the average cost of a call that returns.
P(head > base) covers the uncertainty of the model and of how often code runs. What both
sides execute cancels: a branch that both have goes each way equally often, and loops
over the same value repeat equally often. A new early exit may or may not be taken, so
it is undecided which side costs more. A worst case that grows faster (n to n²) is
always a regression; `worst = \"25%\"` in [diff] limits how much more it may cost. If
jouled.toml sets limits but not `of`, worst cases are compared; `of = \"typical\"` in
[diff] or `--of typical` changes that.

Regressions: a method regresses if it costs at least --tolerance more and
P(head > base), corrected for the number of methods by Benjamini-Hochberg, is
at least --confidence; or if it exceeds a hard limit. Acknowledgements expire by
the date of the head's commit (for the working tree, of HEAD), so the same input
gives the same output.

Profiles: with --profile FILE, each energy is measured (the run of the base measured
the method, and the base has its code), anchored (a prediction times a factor from the
run: that of the method before the edit, or of nearby methods) or predicted. jouled also
says what the change costs the run, with the calls that it counted. A profile of other
code is named and not used; --strict then exits with 4. Hard limits also hold for
predictions, so measured energies let nothing pass.

Advice: --advise lists edits that keep the behaviour of the head and save energy, but only
for lines that differ from the base. They do not change the exit code.

Incomplete comparisons: a method is touched if its source text differs, apart from
comments. It was seen if it was compiled on each side that has it, and most of its
calls lead to known code. If less than --minimum-seen were seen, or if a syntax
error or an unreadable file or jar may hide a difference, jouled lists what it
did not see and exits with 4.

Exit codes:
  0  no regression in what was seen, and enough was seen
  1  the tool failed
  2  usage
  3  a regression
  4  incomplete: too little of the change was seen; with --strict: anything was
     not seen";

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// BASE [HEAD], BASE...HEAD, or two paths of reports, jars, class folders or source trees
    #[arg(required = true, num_args = 1..=2, value_name = "BASE HEAD")]
    pub(crate) sides: Vec<String>,
    /// The format of the comparison
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DiffFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Also write another format, as in `--also markdown=comment.md`; may be given several times
    #[arg(long, value_name = "FORMAT=FILE", value_parser = also)]
    pub(crate) also: Vec<(DiffFormat, PathBuf)>,
    /// The address where you publish the page of `--also html=FILE`; a Markdown comment links to it
    #[arg(long, value_name = "URL", value_parser = page)]
    pub(crate) page: Option<String>,
    /// A profile of real runs of the base: both sides are shown in its energies, measured, or anchored where the code changed,
    /// with what the change costs the run. Its counts replace estimates on both sides
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,
    /// Also list edits of the changed lines that keep behaviour and save energy, as `jouled advise` finds them (text, markdown, json)
    #[arg(long)]
    pub(crate) advise: bool,
    /// The energy to compare [default: `of` in jouled.toml; if that is missing, worst where jouled.toml sets limits, else
    /// typical]
    #[arg(long, value_enum)]
    pub(crate) of: Option<OfEnergy>,
    /// The smallest corrected probability of a regression, from 0.5 to below 1 [default: that of jouled.toml, else 0.95]
    #[arg(long, value_name = "P", value_parser = confidence)]
    pub(crate) confidence: Option<f64>,
    /// The smallest increase of a regression in percent [default: that of jouled.toml, else 2%]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) tolerance: Option<f64>,
    /// The share of touched methods that must be seen, in percent [default: minimumSeen of jouled.toml, else 90%]
    #[arg(long, value_name = "PERCENT", value_parser = share)]
    pub(crate) minimum_seen: Option<f64>,
    /// Whose jouled.toml supplies the [diff] table and `exclude`
    #[arg(long, value_enum, default_value = "base")]
    pub(crate) settings: SettingsOf,
    /// The date to check acknowledgements against [default: the date of the head's commit]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) today: Option<::diff::Date>,
    /// The newest commit of the pull request, for pipelines: if HEAD of BASE...HEAD merges it into a branch, jouled
    /// compares HEAD with that branch before the merge
    #[arg(long, value_name = "COMMIT")]
    pub(crate) merge_of: Option<String>,
    /// The repository to read revisions from [default: the one of the current folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) repository: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

impl Diff {
    /// Whether this format is requested.
    pub(crate) fn makes(&self, format: DiffFormat) -> bool {
        let mut also = self.also.iter();
        self.format == format || also.any(|(other, _)| *other == format)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SettingsOf {
    /// The base's, so that a change cannot approve itself; jouled shows what the head changes in it
    Base,
    /// The head's
    Head,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OfEnergy {
    /// What a call that returns costs on average; a worst case that grows faster is still a regression
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

/// An address that cannot end a link or start another one.
fn page(text: &str) -> Result<String, String> {
    let is_quiet = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&+,;=%".contains(&byte);
    let is_address = ["https://", "http://"]
        .iter()
        .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    (is_address && text.len() <= 2_000 && text.bytes().all(is_quiet))
        .then(|| text.to_owned())
        .ok_or_else(|| {
            String::from("write the address of a page, such as https://example.org/diff.html")
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
