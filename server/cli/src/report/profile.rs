//! The report of a profile alone.

use crate::failure::UsageError;
use crate::options::ReportFormat;
use crate::screen;
use anyhow::Result;
use clap::ValueEnum;
use profile::Analysis;
use profile::forms::{TextOptions, text};
use profile_forms::{collapsed, csv, flame_graph, pprof, speedscope};
use std::io::IsTerminal;

pub(super) fn print(analysis: &Analysis, format: ReportFormat) -> Result<()> {
    let form = match format {
        ReportFormat::Text => text(analysis, &TextOptions::default()),
        ReportFormat::Csv => csv(analysis),
        ReportFormat::Html => flame_graph(analysis),
        ReportFormat::Collapsed => collapsed(analysis),
        ReportFormat::Speedscope => speedscope(analysis),
        ReportFormat::Pprof if std::io::stdout().is_terminal() => {
            let words = "pprof's form is no text: send it to a file or a program";
            return Err(UsageError(words.to_owned()).into());
        }
        ReportFormat::Pprof => return Ok(screen::bytes(&pprof(analysis))?),
        ReportFormat::Json | ReportFormat::Markdown | ReportFormat::Sarif => {
            return Err(UsageError(format!(
                "a report of a profile alone is not written as {}; name sources to put it beside what is predicted",
                name(format)
            ))
            .into());
        }
    };
    Ok(screen::form(&form)?)
}

/// A form that a report of sources has none of.
pub(super) fn only_of_profiles(format: ReportFormat) -> anyhow::Error {
    UsageError(format!(
        "only a report of a profile alone is written as {}",
        name(format)
    ))
    .into()
}

fn name(format: ReportFormat) -> String {
    let value = format.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}
