//! Hints and energies of a file's lines.

use super::measured::{LineInRun, MeasuredLine};
use super::{AnalysedMethod, FileAnalysis, RunOfFile};
use crate::assumptions::AssumedValues;
use crate::hint_style::{HintLines, HintStyle};
use crate::method_breakdown::LineShare;
use crate::model::Model;
use posterior::Joules;
use std::collections::{BTreeMap, BTreeSet};

/// The energy shown at the end of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The line, counted from 1.
    pub line: u32,
    /// `⚡ 40.2 nJ`
    pub label: String,
    /// Whether the number depends on callees, so it changes once calls are followed.
    pub rests_on_calls: bool,
}

/// The energy of a line, for colouring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineEnergy {
    /// The line, counted from 1.
    pub line: u32,
    /// The mean of executing each instruction once.
    pub mean: Joules,
    /// The mean energy of the line in an average call of its method, callees included.
    pub total: Joules,
    /// The share of that in the typical energy of its method, from 0 to 1. It is 0 outside of methods, such as on a class's line
    /// with its implicit constructor. In the body of a lambda, shares are of that body.
    pub share_of_method: f64,
    /// Its cost in a run, callees included; `None` if there is no run with it.
    pub run: Option<LineInRun>,
}

impl FileAnalysis {
    /// A hint for every line that costs energy, or whose cost is not known.
    pub fn hints(&self, model: &Model) -> Vec<Hint> {
        self.hints_in(
            model,
            &AssumedValues::default(),
            &HintStyle::default(),
            None,
        )
    }

    /// The same hints in another style. If a run shows which lines of a method cost most, these have a hint.
    pub fn hints_in(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        style: &HintStyle,
        run: Option<RunOfFile<'_>>,
    ) -> Vec<Hint> {
        let typical = self.typical_lines(model, assumptions);
        let measured = run.map(|run| self.measured_lines(model, run));
        let measured = measured.unwrap_or_default();
        if style.lines == HintLines::Hot {
            let is_measured = |line: u32| measured.methods.iter().any(|of| of.contains(&line));
            let hot = (typical.iter()).filter(|(line, of)| of.is_hot && !is_measured(**line));
            let predicted = hot.filter_map(|(line, typical)| {
                let label = style.hot_label(model, typical)?;
                Some((*line, (label, true)))
            });
            let of_run = measured.lines.iter().filter(|(_, line)| line.is_hot);
            let of_run =
                of_run.map(|(line, measured)| (*line, (style.cut(measured.label()), false)));
            let hints: BTreeMap<u32, (String, bool)> = predicted.chain(of_run).collect();
            let hints = hints
                .into_iter()
                .map(|(line, (label, rests_on_calls))| Hint {
                    line,
                    label,
                    rests_on_calls,
                });
            return hints.collect();
        }
        let shares = if style.has_share {
            self.shares(model, assumptions)
        } else {
            BTreeMap::new()
        };
        self.lines
            .iter()
            .filter_map(|(line, tally)| {
                let share = shares.get(line).map(|(share, _)| share.share);
                let mut label = style.label(model, tally, typical.get(line), share)?;
                if let Some(measured) = measured.lines.get(line) {
                    label = style.cut(format!("{label} · {}", measured.share_text()));
                }
                let has_calls = model.shares(tally).callees_not_followed > 0.0;
                Some(Hint {
                    line: *line,
                    label,
                    rests_on_calls: has_calls || share.is_some(),
                })
            })
            .collect()
    }

    /// The energy of each line, with its share of its method and its cost in a run.
    pub fn lines(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        run: Option<RunOfFile<'_>>,
    ) -> Vec<LineEnergy> {
        let typical = self.typical_lines(model, assumptions);
        let measured = run.map(|run| self.measured_lines(model, run));
        let measured = measured.unwrap_or_default();
        let mut lines: Vec<LineEnergy> = Vec::new();
        for line in self
            .lines
            .keys()
            .chain(typical.keys())
            .chain(measured.lines.keys())
            .collect::<BTreeSet<_>>()
        {
            let once = self.lines.get(line).map(|tally| model.mean(tally));
            let of_method = typical.get(line);
            let energy = LineEnergy {
                line: *line,
                mean: once.unwrap_or(Joules(0.0)),
                total: of_method.map_or(Joules(0.0), |of| of.mean),
                share_of_method: of_method.map_or(0.0, |of| of.share),
                run: measured.lines.get(line).map(MeasuredLine::in_run),
            };
            if energy.mean.0 > 0.0 || energy.total.0 > 0.0 || energy.run.is_some() {
                lines.push(energy);
            }
        }
        lines
    }

    /// Each line's share of the method that pays for it, and whether it rests on an assumption.
    fn shares(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
    ) -> BTreeMap<u32, (LineShare, bool)> {
        let mut found = BTreeMap::new();
        let (placed, others): (Vec<&AnalysedMethod>, Vec<&AnalysedMethod>) = self
            .methods
            .iter()
            .partition(|placed| placed.place.is_some());
        for method in placed.into_iter().chain(others) {
            if method.left_out.is_some() || method.method.not_analysed.is_some() {
                continue;
            }
            // A constructor includes lines of field initialisers, which are outside of it.
            if method.place.is_none() && !method.method.is_synthetic {
                continue;
            }
            let breakdown = self.breakdown(model, method, assumptions);
            let is_assumed = method.is_assumed(assumptions);
            for share in breakdown.shares(model, assumptions) {
                let payer = self.payer_of(share.line);
                let is_here = match &method.place {
                    Some(_) => payer.is_some_and(|(_, other)| std::ptr::eq(other, method)),
                    None => payer.is_some(),
                };
                if is_here {
                    found.entry(share.line).or_insert((share, is_assumed));
                }
            }
        }
        found
    }
}
