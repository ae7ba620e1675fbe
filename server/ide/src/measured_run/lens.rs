//! The lens of a method that ran.

use super::code_state::{after_edit, predicted_energy};
use super::words::{calls, modelled_or_measured, plus_minus, share_of_run};
use super::{CodeState, MeasuredMethod, MeasuredRun};
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use profile::Estimate;
use profile::forms::times;

/// The text above a method with a known run.
pub(crate) struct RunTitle {
    /// With the sign before it.
    pub(crate) text: String,
    /// Whether nothing in it is predicted.
    pub(crate) is_measured: bool,
}

impl MeasuredRun {
    /// The text above a method. `predicted` is the text without a run, with the sign.
    pub(crate) fn title(
        &self,
        model: &Model,
        method: &MethodAnalysis,
        predicted: &str,
        (is_alone, is_newer): (bool, bool),
    ) -> RunTitle {
        let of_prediction = |behind: String| {
            let text = match self.anchored(model, method) {
                Some(anchored) => format!("⚡ {} · {behind}", anchored.in_short()),
                None => format!("{predicted} · {behind}"),
            };
            RunTitle {
                text,
                is_measured: false,
            }
        };
        let Some(measured) = self.of(method, is_alone) else {
            return of_prediction(self.without_samples(method, is_alone));
        };
        if measured.row.with_callees.samples == 0 {
            return of_prediction(match measured.row.entries {
                Some(0) => String::from("not called in the run"),
                Some(count) => format!("{}, no samples", calls(count)),
                None => self.without_samples(method, is_alone),
            });
        }
        let state = self.state(model, method, is_newer);
        let word = modelled_or_measured(self.is_modelled);
        let now = predicted_energy(model, method).map(|typical| typical.mean.about());
        let per_call = measured.per_call().ok();
        let (text, is_measured) = match (per_call, state) {
            (Some(cost), CodeState::AsMeasured) => (self.of_call(measured, &cost), true),
            (
                Some(cost),
                CodeState::Edited {
                    factor: Some(factor),
                },
            ) => (
                format!(
                    "≈ {} = {} {word} before the edit × {}",
                    after_edit(cost.mean, factor).about(),
                    posterior::Joules(cost.mean).about(),
                    times(factor)
                ),
                false,
            ),
            (Some(cost), CodeState::Edited { factor: None } | CodeState::OtherCode) => {
                let cost = posterior::Joules(cost.mean).about();
                let of = match state {
                    CodeState::OtherCode => "of other code",
                    _ => "before the edit",
                };
                let now = now.map_or_else(String::new, |now| format!(" · now ≈ {now}"));
                (format!("{cost} {word} {of}{now}"), false)
            }
            (_, state) => (self.of_run(measured, state), true),
        };
        RunTitle {
            text: format!("⚡ {text}"),
            is_measured,
        }
    }

    /// `3.1 µJ measured ±9% · 1.2·10⁶ calls · 14% of the run`
    fn of_call(&self, measured: &MeasuredMethod, cost: &Estimate) -> String {
        let mut text = format!(
            "{} {} {}",
            posterior::Joules(cost.mean).about(),
            modelled_or_measured(self.is_modelled),
            plus_minus(cost)
        );
        if let Some(count) = measured.row.entries {
            text.push_str(" · ");
            text.push_str(&calls(count));
        }
        text.push_str(" · ");
        text.push_str(&share_of_run(measured.row.with_callees.share.mean));
        text
    }

    /// The same if the energy of a call is unknown: `4.2 J measured ±9% in all · 14% of the run`.
    fn of_run(&self, measured: &MeasuredMethod, state: CodeState) -> String {
        let cost = &measured.row.with_callees;
        let share = share_of_run(cost.share.mean);
        let mut text = match cost.joules {
            Some(joules) => format!(
                "{} {} {} in all · {share}",
                posterior::Joules(joules.mean).about(),
                modelled_or_measured(self.is_modelled),
                plus_minus(&joules)
            ),
            None => format!(
                "{} {} in all · {share}",
                self.value(self.of_share(cost.share.mean)),
                plus_minus(&cost.share)
            ),
        };
        if let Some(count) = measured.row.entries {
            text.push_str(" · ");
            text.push_str(&calls(count));
        }
        text.push_str(match state {
            CodeState::AsMeasured => "",
            CodeState::Edited { .. } => " · before the edit",
            CodeState::OtherCode => " · of other code",
            CodeState::Unknown => " · the file is newer",
        });
        text
    }

    /// Why nothing is known about a method. No samples does not mean no energy.
    fn without_samples(&self, method: &MethodAnalysis, is_alone: bool) -> String {
        if self.mixes_overloads(method, is_alone) {
            String::from("measured only together with its overloads")
        } else if self.is_counted && self.has_class(&method.class) {
            String::from("not called in the run")
        } else {
            String::from("no samples in the run")
        }
    }
}
