//! One change per line, energies in joules (RFC 4180).

use super::words;
use crate::change::{Change, Section, Side};
use crate::comparison::Comparison;
use escape::csv;

const HEADER: &str = "section,class,method,descriptor,from,file,line,base_mean_j,base_sd_j,head_mean_j,head_sd_j,delta_j,\
                      delta_sd_j,delta_relative,p_greater,p_more_corrected,p_less_corrected,execution_noise_sd_j,regression,\
                      acknowledged,causes,formula,base_provenance,head_provenance,run_calls,run_delta_j,run_delta_sd_j\r\n";

pub(super) fn render(comparison: &Comparison) -> String {
    let mut out = String::from(HEADER);
    for change in &comparison.changes {
        out.push_str(&line(change));
        out.push_str("\r\n");
    }
    out
}

fn line(change: &Change) -> String {
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let of =
        |side: &Option<Side>, part: fn(&Side) -> Option<f64>| number(side.as_ref().and_then(part));
    let delta = change.delta.as_ref();
    let (file, line) = change.place().unwrap_or_default();
    [
        section(change.section).to_owned(),
        csv(&change.name.class),
        csv(&change.name.method),
        csv(&change.name.descriptor),
        change
            .from
            .as_ref()
            .map_or_else(String::new, |from| csv(&from.to_string())),
        csv(file),
        line.map_or_else(String::new, |line| line.to_string()),
        of(&change.base, |side| side.mean),
        of(&change.base, |side| side.sd),
        of(&change.head, |side| side.mean),
        of(&change.head, |side| side.sd),
        number(delta.map(|delta| delta.mean)),
        number(delta.map(|delta| delta.sd)),
        number(delta.and_then(|delta| delta.relative)),
        number(delta.map(|delta| delta.p_greater)),
        number(delta.map(|delta| delta.p_more_corrected)),
        number(delta.map(|delta| delta.p_less_corrected)),
        number(delta.map(|delta| delta.execution_noise_sd)),
        change.verdict.is_regression().to_string(),
        change
            .verdict
            .acknowledged
            .as_deref()
            .map_or_else(String::new, csv),
        csv(&words::causes(change).join("; ")),
        csv(&change.formula.join("; ")),
        provenance(change.base.as_ref()),
        provenance(change.head.as_ref()),
        (change.run.as_ref()).map_or_else(String::new, |run| run.calls.to_string()),
        number(change.run.as_ref().map(|run| run.mean)),
        number(change.run.as_ref().map(|run| run.sd)),
    ]
    .join(",")
}

/// The origin of a mean; empty without a profile.
fn provenance(side: Option<&Side>) -> String {
    let provenance = side.and_then(|side| side.provenance);
    provenance.map_or_else(String::new, |provenance| provenance.to_string())
}

pub(super) const fn section(section: Section) -> &'static str {
    match section {
        Section::More => "more",
        Section::Less => "less",
        Section::Undecided => "undecided",
        Section::Added => "added",
        Section::Removed => "removed",
        Section::Renamed => "renamed",
        Section::Unpriced => "unpriced",
        Section::Broken => "broken",
    }
}
