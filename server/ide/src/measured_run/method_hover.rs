//! The hover of a method that ran: measured, predicted, and where they disagree.

use super::code_state::predicted_energy;
use super::words::{calls, modelled_or_measured, plus_minus, share_of_run};
use super::{CodeState, MeasuredMethod, MeasuredRun};
use crate::hint_style::percent;
use crate::hover_markdown::{code_of, table};
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::typical::TypicalEnergy;
use escape::{markdown, markdown_span};
use posterior::Joules;
use profile::forms::times;
use profile::{Estimate, LinePart, NoCostReason, RunCost};
use std::fmt::Write;

/// A method is pointed out if its ratio of measured to predicted energy is this many times that of others.
const UNUSUAL: f64 = 2.0;

impl MeasuredRun {
    /// The run's data about a method, as Markdown.
    pub(crate) fn hover(
        &self,
        model: &Model,
        method: &MethodAnalysis,
        (is_alone, is_newer): (bool, bool),
    ) -> String {
        let name = code_of(&method.name);
        let measured = self.of(method, is_alone);
        let measured = measured.filter(|measured| measured.row.with_callees.samples > 0);
        let Some(measured) = measured else {
            let counted = self
                .of(method, is_alone)
                .and_then(|known| known.row.entries);
            let why = match counted {
                Some(0) => format!("{name} was not called in the run"),
                Some(count) => format!(
                    "the run has {} of {name} but no samples of it, so its cost is unknown",
                    calls(count)
                ),
                None if self.mixes_overloads(method, is_alone) => format!(
                    "the run measured {name} only together with its overloads; profile with counts to tell them apart"
                ),
                None if self.is_counted && self.has_class(&method.class) => {
                    format!("{name} was not called in the run")
                }
                None => format!("the run has no samples of {name}, so its cost there is unknown"),
            };
            let anchored = self.anchored(model, method);
            let anchored = anchored.map(|anchored| format!(" {}", anchored.in_words()));
            return format!(
                "{}.{}\n\n{}",
                sentence_case(&why),
                anchored.unwrap_or_default(),
                self.footer()
            );
        };
        let state = self.state(model, method, is_newer);
        let mut text = format!("**⚡ {}**\n\n", self.headline(measured, &name));
        if let Some(note) = note(state) {
            let _ = writeln!(text, "{note}\n");
        }
        self.costs(&mut text, model, method, measured);
        if state == CodeState::AsMeasured {
            let typical = predicted_energy(model, method);
            if let (Ok(cost), Some(typical)) = (measured.per_call(), typical) {
                self.compared(&mut text, model, &cost, &typical);
            }
        }
        text.push_str(&self.footer());
        text
    }

    /// The run's data about a line, as Markdown.
    pub(crate) fn line_hover(
        &self,
        name: &str,
        measured: &MeasuredMethod,
        part: &LinePart,
    ) -> String {
        let share = measured.row.with_callees.share.mean * part.part;
        let used = self.value(self.of_share(share));
        let word = match self.unit {
            profile::Unit::Joules => format!(" {}", modelled_or_measured(self.is_modelled)),
            profile::Unit::CpuSeconds => String::new(),
        };
        let coarse = if self.is_coarse {
            " Lines are coarse: the JDK of the run records them only at safepoints."
        } else {
            ""
        };
        format!(
            "**⚡ {used}{word}** in the run on this line, with what it calls: {} of {}, {} ({}).{coarse}\n\n",
            percent(part.part),
            code_of(name),
            share_of_run(share),
            escape::how_many(part.samples, "sample", "samples")
        )
    }

    fn headline(&self, measured: &MeasuredMethod, name: &str) -> String {
        let word = modelled_or_measured(self.is_modelled);
        if let Ok(cost) = measured.per_call() {
            return format!(
                "{} {word} a call of {name} ({}–{})",
                Joules(cost.mean).about(),
                Joules(cost.lo).about(),
                Joules(cost.hi).about()
            );
        }
        let used = self.value(self.of_share(measured.row.with_callees.share.mean));
        format!("{used} in the run by {name} and what it calls")
    }

    fn costs(
        &self,
        text: &mut String,
        model: &Model,
        method: &MethodAnalysis,
        measured: &MeasuredMethod,
    ) {
        let row = &measured.row;
        let word = modelled_or_measured(self.is_modelled);
        let cells = |name: String, per_call: &Result<Estimate, NoCostReason>, cost: &RunCost| {
            let per_call = match per_call {
                Ok(cost) => format!("{} {}", Joules(cost.mean).about(), plus_minus(cost)),
                Err(reason) => profile::forms::no_cost(*reason).to_owned(),
            };
            // If no sample hit its own code, it still cost something.
            let (used, share) = if cost.samples == 0 {
                (String::from("no samples"), String::new())
            } else {
                let used = self.value(self.of_share(cost.share.mean));
                (
                    format!("{used} {}", plus_minus(&cost.share)),
                    percent(cost.share.mean),
                )
            };
            vec![name, per_call, used, share]
        };
        let mut rows = vec![
            cells(
                format!("{word}, with callees"),
                &row.per_call,
                &row.with_callees,
            ),
            cells(format!("{word}, own code"), &row.own_per_call, &row.own),
        ];
        if let Some(typical) = predicted_energy(model, method) {
            let counted = if typical.is_counted {
                ", by its counts"
            } else {
                ""
            };
            let in_all = row.entries.map_or_else(String::new, |count| {
                Joules(typical.mean.0 * count as f64).about()
            });
            rows.push(vec![
                format!("predicted{counted}"),
                format!(
                    "{} ({}–{})",
                    typical.mean.about(),
                    typical.low.about(),
                    typical.high.about()
                ),
                in_all,
                String::new(),
            ]);
        }
        table(text, &["", "a call", "the run", "share"], &rows);
        if let Some(count) = row.entries {
            let _ = writeln!(text, "{} in the run.\n", sentence_case(&calls(count)));
        }
    }

    /// A sentence if measured and predicted energy disagree.
    fn compared(&self, text: &mut String, model: &Model, cost: &Estimate, typical: &TypicalEnergy) {
        if cost.mean <= 0.0 || typical.mean.0 <= 0.0 {
            return;
        }
        let ratio = cost.mean / typical.mean.0;
        let is_apart = cost.lo > typical.high.0 || cost.hi < typical.low.0;
        let verdict = if is_apart {
            "they disagree: their intervals do not overlap"
        } else {
            "their intervals overlap"
        };
        let _ = write!(
            text,
            "{} is {} times predicted: {verdict}.",
            sentence_case(modelled_or_measured(self.is_modelled)),
            times(ratio)
        );
        if let Some(anchors) = self.anchors() {
            let of_run = anchors.of_run();
            let scale = of_run.log_mean.exp();
            let _ = write!(
                text,
                " In the median of {} of this run, the factor is {}: predictions are for {} in {} mode",
                escape::how_many(of_run.methods, "method", "methods"),
                times(scale),
                markdown(model.hardware()),
                model.info().mode
            );
            let against = ratio / scale;
            if !(1.0 / UNUSUAL..=UNUSUAL).contains(&against) {
                let _ = write!(
                    text,
                    "; this method costs {} times as much as that suggests",
                    times(against)
                );
            }
            text.push('.');
        }
        text.push_str("\n\n");
    }

    /// The origin of the run's numbers.
    fn footer(&self) -> String {
        let how = if self.is_modelled {
            "computed by the model"
        } else {
            "measured by"
        };
        let what = if self.what.is_empty() {
            String::new()
        } else {
            format!(" ({})", markdown(&self.what))
        };
        let at_least = if self.is_at_least {
            "; the meter missed part of the run, so energies are lower limits"
        } else {
            ""
        };
        format!(
            "_run of {} in {} · {how} {}{what} · intervals of 90%{at_least}_\n\n",
            markdown_span(&self.program),
            markdown_span(&self.file),
            markdown(&self.selector)
        )
    }
}

/// A note about a method whose code is not the measured code.
fn note(state: CodeState) -> Option<String> {
    match state {
        CodeState::AsMeasured => None,
        CodeState::Edited {
            factor: Some(factor),
        } => Some(format!(
            "Measured before the edit. The prediction for the method is now {} times the prediction for the code that ran.",
            times(factor)
        )),
        CodeState::Edited { factor: None } => Some(String::from(
            "Measured before the edit. There is no prediction of how the edit changes it.",
        )),
        CodeState::OtherCode => Some(String::from(
            "The run executed other code: the method was edited since, or another compiler compiled it. Profile again to measure this code.",
        )),
        CodeState::Unknown => Some(String::from(
            "The file was changed after the run, and the run counted nothing, so it is unknown whether this method has changed.",
        )),
    }
}

fn sentence_case(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}
