//! The lines of a file with their parts of the typical energies of their methods, calls included.

use crate::assumptions::AssumedValues;
use crate::file::{AnalysedMethod, CodeSource, FileAnalysis};
use crate::model::Model;
use crate::program::{Program, ProgramClass};
use crate::typical_line::TypicalLine;
use calls::TypicalPart;
use posterior::Joules;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Hot lines together have this share of their method.
const HOT_SHARE: f64 = 0.8;

/// The maximum number of hot lines per method.
const MAX_HOT_LINES: usize = 5;

/// Cheaper methods have no hot lines.
const MIN_HOT_METHOD: Joules = Joules(2e-7);

impl FileAnalysis {
    /// The parts of a method's typical energy at the given values.
    pub(crate) fn parts(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        placed: &AnalysedMethod,
    ) -> Vec<TypicalPart> {
        let parts = self.estimated_parts(model, placed);
        model.settled_parts(&placed.method, assumptions, parts)
    }

    fn estimated_parts<'f>(
        &'f self,
        model: &Model,
        placed: &'f AnalysedMethod,
    ) -> &'f [TypicalPart] {
        placed.parts.0.get_or_init(|| {
            let parts = match &self.code {
                CodeSource::Program(program) => program.typical_parts(&placed.method),
                CodeSource::Classes {
                    classes,
                    loops,
                    alone,
                } => {
                    let program = alone.get_or_init(|| {
                        let classes = classes.values().map(|bytes| ProgramClass {
                            bytes: Arc::clone(bytes),
                            loops: Arc::clone(loops),
                            left_out: Vec::new(),
                        });
                        Arc::new(Program::new(model, classes.collect::<Vec<_>>(), None).0)
                    });
                    let parts = program.typical_parts(&placed.method);
                    // Calls are not followed here.
                    parts.map(|parts| {
                        let own = parts.into_iter().filter(|part| part.callee.is_none());
                        own.collect()
                    })
                }
            };
            parts.unwrap_or_default().into()
        })
    }

    /// The lines of the file that run in returning calls, or in methods with code.
    pub fn typical_lines(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
    ) -> BTreeMap<u32, TypicalLine> {
        let mut found: BTreeMap<u32, TypicalLine> = BTreeMap::new();
        let mut initialisers: BTreeMap<u32, TypicalLine> = BTreeMap::new();
        let (placed, others): (Vec<&AnalysedMethod>, Vec<&AnalysedMethod>) =
            (self.methods.iter()).partition(|placed| placed.place.is_some());
        for method in placed.into_iter().chain(others) {
            if method.left_out.is_some() || method.method.not_analysed.is_some() {
                continue;
            }
            // A constructor includes lines of field initialisers, which are outside of it.
            let initialises = method.method.name.starts_with('<');
            let lines = method.lines.get(model, assumptions, || {
                Arc::new(self.lines_of_method(model, assumptions, method))
            });
            for (line, part) in &*lines {
                let line = *line;
                let payer = self.payer_of(line);
                let is_here = match &method.place {
                    Some(_) => payer.is_some_and(|(_, other)| std::ptr::eq(other, method)),
                    None => payer.is_some() && method.method.is_synthetic,
                };
                if is_here {
                    found.entry(line).or_insert_with(|| part.clone());
                } else if initialises && part.has_calls() {
                    // Every constructor has the same initialisers.
                    initialisers.entry(line).or_insert_with(|| part.clone());
                }
            }
        }
        for (line, part) in initialisers {
            let known = found.entry(line).or_insert_with(|| TypicalLine {
                count: part.count,
                is_initialiser: true,
                ..TypicalLine::default()
            });
            known.called_once.add_scaled(&part.called_once, 1.0);
            known.unpriced_calls += part.unpriced_calls;
        }
        found
    }

    fn lines_of_method(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        method: &AnalysedMethod,
    ) -> BTreeMap<u32, TypicalLine> {
        let mut lines: BTreeMap<u32, TypicalLine> = BTreeMap::new();
        for part in &*self.parts(model, assumptions, method) {
            let Some(line) = part.line else {
                continue;
            };
            let of_line = lines.entry(line).or_default();
            of_line.tally.add_scaled(&part.tally, 1.0);
            of_line.count = of_line.count.max(part.count);
            if part.callee.is_some() && part.count > 0.0 {
                of_line
                    .called_once
                    .add_scaled(&part.tally, 1.0 / part.count);
                of_line.unpriced_calls += part.unpriced_calls / part.count;
            }
        }
        for line in lines.values_mut() {
            line.mean = model.mean(&line.tally);
        }
        let total: f64 = lines.values().map(|line| line.mean.0).sum();
        if total <= 0.0 {
            return lines;
        }
        for line in lines.values_mut() {
            line.share = line.mean.0 / total;
        }
        if total >= MIN_HOT_METHOD.0 {
            let mut costliest: Vec<&mut TypicalLine> = lines.values_mut().collect();
            costliest.sort_by(|one, two| two.mean.0.total_cmp(&one.mean.0));
            let mut covered = 0.0;
            for line in costliest.into_iter().take(MAX_HOT_LINES) {
                if covered >= HOT_SHARE || line.share <= 0.0 {
                    break;
                }
                line.is_hot = true;
                covered += line.share;
            }
        }
        lines
    }
}
