//! The arguments of `jouled what-if`.

use super::Analysis;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The help text about the comparison.
pub(super) const WHAT_IF_HELP: &str = "\
jouled compiles the file as it is and with the change, against the classes of its
project, and prices both. For each method whose typical energy changes, it shows
both energies with their 90% intervals, the saving per call, and P(less): the
probability that a call costs less with the change. What both texts execute
cancels. Nothing is written.

If the change has other branches or loops, jouled compares two estimates of how
often they run, and says so.

Examples:
  jouled what-if src/Sieve.java --with /tmp/Sieve.java
  jouled what-if src/Sieve.java --replace '12:        int sum = 0;'
  jouled what-if src/Sieve.java --replace '12-14:' --replace '20:    return n;'

Exit codes:
  0  done
  1  the tool failed, or one of the two texts does not compile
  2  usage";

#[derive(Debug, Args)]
pub(crate) struct WhatIf {
    /// A Java file of a project
    #[arg(value_name = "FILE.java")]
    pub(crate) file: PathBuf,
    /// A file with the changed text
    #[arg(long, value_name = "FILE2", conflicts_with = "replace")]
    pub(crate) with: Option<PathBuf>,
    /// Replace a line, or the lines FIRST-LAST, with a text; an empty text removes them. May be given several times
    #[arg(long, value_name = "LINE:TEXT", value_parser = replacement, required_unless_present = "with")]
    pub(crate) replace: Vec<Replacement>,
    /// The format of the result
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: WhatIfFormat,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhatIfFormat {
    Text,
    /// Schema jouled.what-if/1
    Json,
    Markdown,
}

/// Lines that another text replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Replacement {
    /// The first line, from 1.
    pub(crate) first: u32,
    /// The last line.
    pub(crate) last: u32,
    /// The new text, without the end of its last line.
    pub(crate) text: String,
}

fn replacement(written: &str) -> Result<Replacement, String> {
    let form = "write LINE:TEXT or FIRST-LAST:TEXT, lines counted from 1";
    let (lines, text) = written.split_once(':').ok_or(form)?;
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|line| *line > 0);
    let (first, last) = number(first).zip(number(last)).ok_or(form)?;
    if last < first {
        return Err(form.to_owned());
    }
    Ok(Replacement {
        first,
        last,
        text: text.to_owned(),
    })
}
