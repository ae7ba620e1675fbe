//! The methods of a file: the lens of each, and the details of one.

use super::{FileAnalysis, RunOfFile};
use crate::assumptions::AssumedValues;
use crate::details::MethodDetails;
use crate::model::Model;
use documents::NotAnalysed;
use std::ops::RangeInclusive;

/// The text above a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lens {
    /// The class, with slashes.
    pub class: String,
    /// The name as written; for a constructor, that of its class.
    pub name: String,
    /// The line of the method's name, counted from 1.
    pub line: u32,
    /// The lines of the whole method, counted from 1.
    pub lines: RangeInclusive<u32>,
    /// `⚡ 1.24 µJ · p99 1.31 µJ`
    pub title: String,
    /// Whether the title has a number.
    pub is_priced: bool,
    /// Whether all its numbers are from a run, so that none depends on unfinished pricing.
    pub is_measured: bool,
}

/// The longest reason above a method. The hover has the full text.
const REASON_CHARACTERS: usize = 60;

impl FileAnalysis {
    /// Everything known about the innermost method around a line.
    pub fn details(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        line: u32,
    ) -> Option<MethodDetails> {
        let (_, placed) = self.place_of(line)?;
        let is_priced = placed.left_out.is_none() && placed.method.not_analysed.is_none();
        is_priced.then(|| {
            let breakdown = self.breakdown(model, placed, assumptions);
            MethodDetails::new(model, assumptions, &placed.method, &breakdown)
        })
    }

    /// A lens for each method and constructor in the text, with its cost in a run if known.
    pub fn lenses(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        run: Option<RunOfFile<'_>>,
    ) -> Vec<Lens> {
        if let Some(run) = run {
            run.learn(model, &self.methods);
        }
        let mut lenses: Vec<Lens> = self
            .methods
            .iter()
            .filter_map(|placed| {
                let place = placed.place.as_ref()?;
                if placed.method.not_analysed == Some(NotAnalysed::Abstract) {
                    return None;
                }
                let mut is_measured = false;
                let title = if let Some(part) = &placed.left_out {
                    format!("⚡ not priced: {}", shortened(part.reason.as_deref()))
                } else {
                    let title = || model.title(&placed.method, assumptions);
                    let predicted = placed.title.get(model, assumptions, title);
                    match run.map(|run| self.run_title(model, run, placed, &predicted)) {
                        Some(title) => {
                            is_measured = title.is_measured;
                            title.text
                        }
                        None => predicted,
                    }
                };
                Some(Lens {
                    class: placed.method.class.clone(),
                    name: place.name.clone(),
                    line: place.header_line,
                    lines: place.lines.clone(),
                    title,
                    is_priced: placed.left_out.is_none() && placed.method.not_analysed.is_none(),
                    is_measured,
                })
            })
            .collect();
        lenses.sort_by(|a, b| a.line.cmp(&b.line).then_with(|| a.title.cmp(&b.title)));
        lenses
    }
}

/// The first line of the compiler's message, shortened for a lens.
fn shortened(reason: Option<&str>) -> String {
    let line = reason.and_then(|reason| reason.lines().next());
    let Some(line) = line.filter(|line| !line.trim().is_empty()) else {
        return String::from("does not compile");
    };
    match line.char_indices().nth(REASON_CHARACTERS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.to_owned(),
    }
}
