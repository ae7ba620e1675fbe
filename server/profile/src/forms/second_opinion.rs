//! The text and the JSON of a regression of energy on calls.

use std::io;

use escape::{Screen, how_many};
use serde::Serialize;

use super::ends::Ends;
use super::names::method_in;
use super::words::{energy, percent, relative};
use crate::analysis::Analysis;
use crate::estimate::Estimate;
use crate::opinion::{CallRegression, RegressionRow, SecondOpinion};
use crate::record::MethodIndex;

const WIDTH: usize = 120;

/// A line about the regression or why there is none, and the methods for which it disagrees with the samples.
pub(super) fn text(out: &mut Screen<Vec<u8>>, analysis: &Analysis) -> io::Result<()> {
    let regression = match &analysis.second_opinion {
        SecondOpinion::Given(regression) => regression,
        none => {
            if let Some(reason) = reason(none) {
                out.line(format_args!("No second opinion: {reason}."))?;
                out.end()?;
            }
            return Ok(());
        }
    };
    let disputed: Vec<&RegressionRow> = regression
        .methods
        .iter()
        .filter(|row| row.is_disputed())
        .collect();
    let of = how_many(regression.methods.len(), "method", "methods");
    let verdict = match disputed.len() {
        0 => format!("agrees with the samples on {of}"),
        some => format!("disagrees with the samples on {some} of {of}"),
    };
    out.line(format_args!(
        "Second opinion, energy of {} by calls: {verdict}{}.",
        how_many(regression.windows, "window", "windows"),
        quality(regression)
    ))?;
    if disputed.is_empty() {
        return out.end();
    }
    out.line(format_args!(
        "  Here, a method includes what it calls, up to the next counted method; by calls, also code that always runs with it."
    ))?;
    out.line(format_args!(
        "{:>10} {:>7} {:>10} {:>7}  method",
        "by samples", "±", "by calls", "±"
    ))?;
    for row in disputed {
        let (sampled, sampled_half) = shown(&row.sampled_joules);
        let (by_calls, by_calls_half) = shown(&row.joules);
        let cells = format!("{sampled:>10} {sampled_half:>7} {by_calls:>10} {by_calls_half:>7}  ");
        let name = name(analysis, row.method, cells.chars().count());
        out.line(format_args!("{cells}{name}"))?;
    }
    out.end()
}

/// An energy and half its interval. If it may be 0, its upper limit.
fn shown(joules: &Estimate) -> (String, String) {
    if joules.mean > 0.0 {
        (energy(joules.mean), relative(joules))
    } else {
        (format!("<{}", energy(joules.hi)), String::new())
    }
}

/// Why there is no regression, if the reason lies in this run and not in how it was recorded.
fn reason(opinion: &SecondOpinion) -> Option<String> {
    match opinion {
        SecondOpinion::NotMeasured | SecondOpinion::NotCounted | SecondOpinion::Given(_) => None,
        SecondOpinion::FewCounted { share } => Some(format!(
            "methods whose calls were read have only {} of the energy",
            percent(*share)
        )),
        SecondOpinion::FewWindows { windows } => Some(format!(
            "there are only {} of the meter; a smaller --window makes more",
            how_many(*windows, "long enough window", "long enough windows")
        )),
        SecondOpinion::IllConditioned { condition_number } => {
            let number = if *condition_number < 1e4 {
                format!("{condition_number:.0}")
            } else {
                "above 10,000".to_owned()
            };
            Some(format!(
                "calls of methods come and go together (condition number {number}; at most 15 is needed)"
            ))
        }
    }
}

fn quality(regression: &CallRegression) -> String {
    let correlation = regression.correlation;
    let correlation = correlation.map(|correlation| format!("; r {correlation:.2}"));
    let error = regression
        .nmae
        .map(|nmae| format!("error {} by cross validation", percent(nmae)));
    match (correlation, error) {
        (Some(correlation), Some(error)) => format!("{correlation}, {error}"),
        (None, Some(error)) => format!("; {error}"),
        _ => "; too little for a cross validation".to_owned(),
    }
}

fn name(analysis: &Analysis, method: MethodIndex, used: usize) -> String {
    let name = analysis.name(method);
    name.map_or_else(|| "?".to_owned(), |name| method_in(name, WIDTH, used))
}

/// The regression in `jouled.profile/1`.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    reason: Option<&'static str>,
    windows: Option<usize>,
    condition_number: Option<f64>,
    correlation: Option<f64>,
    nmae: Option<f64>,
    cross_validation: Option<&'static str>,
    rest_share: Option<f64>,
    methods: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    class: &'a str,
    method: &'a str,
    descriptor: Option<&'a str>,
    calls: f64,
    joules: Ends,
    joules_per_call: Ends,
    sampled_joules: Ends,
    is_disputed: bool,
}

pub(super) fn document(analysis: &Analysis) -> Document<'_> {
    let mut document = Document {
        reason: None,
        windows: None,
        condition_number: None,
        correlation: None,
        nmae: None,
        cross_validation: None,
        rest_share: None,
        methods: Vec::new(),
    };
    match &analysis.second_opinion {
        SecondOpinion::NotMeasured => document.reason = Some("not_measured"),
        SecondOpinion::NotCounted => document.reason = Some("not_counted"),
        SecondOpinion::FewCounted { .. } => document.reason = Some("few_counted"),
        SecondOpinion::FewWindows { windows } => {
            document.reason = Some("few_windows");
            document.windows = Some(*windows);
        }
        SecondOpinion::IllConditioned { condition_number } => {
            document.reason = Some("ill_conditioned");
            // JSON has no infinity.
            document.condition_number = Some(*condition_number).filter(|number| number.is_finite());
        }
        SecondOpinion::Given(regression) => {
            document.windows = Some(regression.windows);
            document.condition_number = Some(regression.condition_number);
            document.correlation = regression.correlation;
            document.nmae = regression.nmae;
            document.cross_validation = regression.nmae.map(|_| {
                if regression.is_over_runs {
                    "runs"
                } else {
                    "parts_of_run"
                }
            });
            document.rest_share = Some(regression.rest_share);
            document.methods = rows(analysis, regression);
        }
    }
    document
}

fn rows<'a>(analysis: &'a Analysis, regression: &CallRegression) -> Vec<Row<'a>> {
    let rows = regression.methods.iter().filter_map(|row| {
        let name = analysis.name(row.method)?;
        Some(Row {
            class: &name.class,
            method: &name.name,
            descriptor: name.descriptor.as_deref(),
            calls: row.calls,
            joules: row.joules.into(),
            joules_per_call: row.per_call.into(),
            sampled_joules: row.sampled_joules.into(),
            is_disputed: row.is_disputed(),
        })
    });
    rows.collect()
}
