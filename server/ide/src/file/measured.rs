//! The data of a run about the methods and lines of a file.

use super::{AnalysedMethod, FileAnalysis};
use crate::hint_style::percent;
use crate::measured_run::{CodeState, MeasuredMethod, MeasuredRun, RunTitle, modelled_or_measured};
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use posterior::Joules;
use profile::{LinePart, Unit};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Hot lines together have this share of their method.
const HOT_SHARE: f64 = 0.8;

/// The maximum number of hot lines per method.
const MAX_HOT_LINES: usize = 5;

/// If a method has fewer samples than this, its lines are not distinguished.
const MIN_SAMPLES: u64 = 20;

/// With fewer samples, a line is hot only by chance.
const MIN_LINE_SAMPLES: u64 = 4;

/// The data of a run for one file.
#[derive(Debug, Clone, Copy)]
pub struct RunOfFile<'r> {
    /// The run.
    pub run: &'r MeasuredRun,
    /// Whether the file on disk was changed after the run.
    pub is_file_newer: bool,
}

/// The cost of a line in a run, callees included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineInRun {
    /// `None` if the run measured no energy.
    pub joules: Option<Joules>,
    /// The part of the cost of all Java code in the run.
    pub share: f64,
}

/// The cost of a method in a run, without the project's methods that it called.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedRun {
    /// `None` if the run measured no energy.
    pub joules: Option<Joules>,
    /// The part of the cost of all Java code in the run.
    pub share: f64,
}

/// The cost of a line in a run, callees included.
#[derive(Debug, Clone)]
pub(super) struct MeasuredLine {
    share_of_method: f64,
    share_of_run: f64,
    /// Per call of the method.
    per_call: Option<f64>,
    joules: Option<f64>,
    /// The same in the unit of the run.
    used: String,
    word: &'static str,
    pub(super) is_hot: bool,
}

/// The sampled lines of a file.
#[derive(Debug, Default)]
pub(super) struct MeasuredLines {
    pub(super) lines: BTreeMap<u32, MeasuredLine>,
    /// The methods whose lines have enough samples.
    pub(super) methods: Vec<RangeInclusive<u32>>,
}

impl MeasuredLine {
    /// `⚡ 2.1 µJ measured · 53%`, or for the whole run if the energy of a call is unknown.
    pub(super) fn label(&self) -> String {
        let share = percent(self.share_of_method);
        match self.per_call {
            Some(joules) => format!("⚡ {} {} · {share}", Joules(joules).about(), self.word),
            None => format!("⚡ {} in the run · {share}", self.used),
        }
    }

    /// `53% measured`
    pub(super) fn share_text(&self) -> String {
        format!("{} {}", percent(self.share_of_method), self.word)
    }

    pub(super) fn in_run(&self) -> LineInRun {
        LineInRun {
            joules: self.joules.map(Joules),
            share: self.share_of_run,
        }
    }
}

impl RunOfFile<'_> {
    /// Stores the predictions of measured methods, to compare edits with them and to anchor other methods.
    pub(super) fn learn(self, model: &Model, methods: &[AnalysedMethod]) {
        for AnalysedMethod { method, .. } in methods {
            if self.run.of(method, is_alone(methods, method)).is_some() {
                self.run.state(model, method, self.is_file_newer);
            }
        }
    }

    pub(super) fn title(
        self,
        model: &Model,
        method: &MethodAnalysis,
        is_alone: bool,
        predicted: &str,
    ) -> RunTitle {
        let about = (is_alone, self.is_file_newer);
        self.run.title(model, method, predicted, about)
    }

    /// A method's part of the run's energy: its own, with the platform code that it called.
    pub(super) fn ranked(self, method: &MethodAnalysis, is_alone: bool) -> Option<RankedRun> {
        let measured = self.run.of(method, is_alone)?;
        let is_sampled = measured.row.with_callees.samples > 0;
        is_sampled.then(|| RankedRun {
            joules: (self.run.unit == Unit::Joules)
                .then(|| Joules(self.run.of_share(measured.charged_share))),
            share: measured.charged_share,
        })
    }
}

/// Whether a method has no overloads in its class.
pub(super) fn is_alone(methods: &[AnalysedMethod], method: &MethodAnalysis) -> bool {
    let of_name = methods
        .iter()
        .filter(|placed| placed.method.class == method.class && placed.method.name == method.name);
    of_name.count() < 2
}

impl FileAnalysis {
    pub(super) fn run_title(
        &self,
        model: &Model,
        run: RunOfFile<'_>,
        placed: &AnalysedMethod,
        predicted: &str,
    ) -> RunTitle {
        let is_alone = is_alone(&self.methods, &placed.method);
        run.title(model, &placed.method, is_alone, predicted)
    }

    pub(super) fn run_hover(
        &self,
        model: &Model,
        run: RunOfFile<'_>,
        placed: &AnalysedMethod,
    ) -> String {
        let is_alone = is_alone(&self.methods, &placed.method);
        let about = (is_alone, run.is_file_newer);
        run.run.hover(model, &placed.method, about)
    }

    pub(super) fn run_line_hover(
        &self,
        model: &Model,
        run: RunOfFile<'_>,
        line: u32,
    ) -> Option<String> {
        self.sampled(model, run)
            .find_map(|(placed, measured, lines)| {
                let part = lines.get(&line)?;
                Some(run.run.line_hover(&placed.method.name, measured, part))
            })
    }

    /// The sampled methods whose code is unchanged, with their lines.
    fn sampled<'f>(
        &'f self,
        model: &'f Model,
        run: RunOfFile<'f>,
    ) -> impl Iterator<
        Item = (
            &'f AnalysedMethod,
            &'f MeasuredMethod,
            BTreeMap<u32, LinePart>,
        ),
    > {
        self.methods.iter().filter_map(move |placed| {
            let method = &placed.method;
            let measured = run.run.of(method, is_alone(&self.methods, method))?;
            let state = run.run.state(model, method, run.is_file_newer);
            let is_shown = placed.left_out.is_none() && state == CodeState::AsMeasured;
            is_shown.then(|| (placed, measured, run.run.lines(measured, method)))
        })
    }

    /// The sampled lines of methods whose code is unchanged.
    pub(super) fn measured_lines(&self, model: &Model, run: RunOfFile<'_>) -> MeasuredLines {
        let mut found = MeasuredLines::default();
        for (placed, measured, lines) in self.sampled(model, run) {
            let share = measured.row.with_callees.share.mean;
            let mut of_method: Vec<(u32, u64, MeasuredLine)> = lines
                .into_iter()
                .map(|(number, part)| {
                    let of_run = share * part.part;
                    let used = run.run.of_share(of_run);
                    let line = MeasuredLine {
                        share_of_method: part.part,
                        share_of_run: of_run,
                        per_call: measured.per_call().ok().map(|cost| cost.mean * part.part),
                        joules: (run.run.unit == Unit::Joules).then_some(used),
                        used: run.run.value(used),
                        word: modelled_or_measured(run.run.is_modelled),
                        is_hot: false,
                    };
                    (number, part.samples, line)
                })
                .collect();
            let samples = measured.row.with_callees.samples;
            if samples >= MIN_SAMPLES && !of_method.is_empty() {
                if let Some(place) = &placed.place {
                    found.methods.push(place.lines.clone());
                }
                of_method
                    .sort_by(|one, two| two.2.share_of_method.total_cmp(&one.2.share_of_method));
                let mut covered = 0.0;
                for (_, samples, line) in of_method.iter_mut().take(MAX_HOT_LINES) {
                    if covered >= HOT_SHARE || *samples < MIN_LINE_SAMPLES {
                        break;
                    }
                    line.is_hot = true;
                    covered += line.share_of_method;
                }
            }
            for (number, _, line) in of_method {
                // A lambda's body may begin on the line that creates it.
                let known = found.lines.get(&number);
                if known.is_none_or(|known| known.share_of_run < line.share_of_run) {
                    found.lines.insert(number, line);
                }
            }
        }
        found
    }
}
