//! Analyses a version of a file with its classes.

use super::{
    AnalysedMethod, CachedBreakdown, CachedParts, CodeSource, FileAnalysis, MethodSpan,
    OmittedLines,
};
use crate::analysis::{Detail, Scratch, analyse_class};
use crate::method_analysis::{ClassAnalysis, LineCost};
use crate::model::Model;
use crate::program::Program;
use crate::specification::Specifications;
use crate::unresolved_names::UnresolvedNames;
use crate::written_contract::{WrittenContract, WrittenProblem};
use bytecode::ClassError;
use pricing::Tally;
use source::{MethodKind, SourceFile};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

impl FileAnalysis {
    /// Analyses the classes compiled from a version of a file. Omitted code is shown as not priced. With a program, calls are
    /// followed. [`FileAnalysis::errors`] has the classes that cannot be read.
    pub fn new<'a>(
        model: &Model,
        source: &SourceFile,
        version: i32,
        classes: impl Iterator<Item = &'a [u8]>,
        left_out: &[OmittedLines],
        program: Option<&Arc<Program>>,
    ) -> Self {
        let mut scratch = Scratch::default();
        let specifications = Specifications::of(source);
        let mut code: BTreeMap<String, Arc<[u8]>> = BTreeMap::new();
        let mut analysis = Self {
            version,
            methods: Vec::new(),
            loops: Vec::new(),
            problems: WrittenProblem::of(source, &specifications),
            lines: BTreeMap::new(),
            left_out: left_out.iter().map(|part| part.lines.clone()).collect(),
            errors: Vec::new(),
            code: CodeSource::Classes {
                classes: BTreeMap::new(),
                loops: Arc::from([]),
                alone: OnceLock::new(),
            },
        };
        for bytes in classes {
            match analyse_class(
                model,
                bytes,
                &mut scratch,
                Detail::Lines,
                &specifications.loops,
            ) {
                Ok(mut class) => {
                    if let Some(program) = program {
                        program.follow(&mut class);
                    } else {
                        code.insert(class.name.clone(), Arc::from(bytes));
                    }
                    analysis.add(source, class, left_out, &specifications);
                }
                Err(error) => analysis.errors.push(ClassError::to_string(&error)),
            }
        }
        analysis.add_lines(model, left_out);
        analysis.code = match program {
            Some(program) => CodeSource::Program(Arc::clone(program)),
            None => CodeSource::Classes {
                classes: code,
                loops: specifications.loops.into(),
                alone: OnceLock::new(),
            },
        };
        analysis
    }

    /// Marks what compiled only because stand-ins replaced missing names, by class.
    pub fn note_unknown<'a>(
        &mut self,
        unknown: &UnresolvedNames,
        classes: impl Iterator<Item = (&'a str, &'a [u8])>,
    ) {
        for (name, bytes) in classes {
            let methods = self.methods.iter_mut().map(|placed| &mut placed.method);
            unknown.mark(bytes, methods.filter(|method| method.class == name));
        }
    }

    fn add(
        &mut self,
        source: &SourceFile,
        class: ClassAnalysis,
        left_out: &[OmittedLines],
        specifications: &Specifications,
    ) {
        for method in class.methods {
            let place = source.outline().method_of(
                &method.class,
                &method.name,
                &method.descriptor,
                method.line,
            );
            // A bridge has the name and the parameters of its target, and is not in the text.
            let place =
                place.filter(|place| !method.is_synthetic || place.kind == MethodKind::Lambda);
            let missing = place.and_then(|place| {
                let touches = |part: &&OmittedLines| {
                    part.lines.start() <= place.lines.end()
                        && place.lines.start() <= part.lines.end()
                };
                left_out.iter().find(touches).cloned()
            });
            // Its heading has no number either, although it was compiled.
            if let (Some(place), Some(_)) = (place, &missing) {
                self.left_out.push(place.lines.clone());
            }
            let contracts = WrittenContract::of(source, place, &method, specifications);
            if !contracts.is_empty() && self.loops.is_empty() {
                self.loops = source.loops().into_iter().map(|one| one.lines).collect();
            }
            self.methods.push(AnalysedMethod {
                contracts,
                place: place.map(|place| MethodSpan {
                    name: place.name.clone(),
                    header_line: place.header_line,
                    lines: place.lines.clone(),
                }),
                method,
                breakdown: CachedBreakdown::default(),
                parts: CachedParts::default(),
                left_out: missing,
            });
        }
    }

    /// Adds up what is executed on each line. Code within a line that runs in calls of the enclosing method is already part of
    /// that method's calls, so it is not added.
    fn add_lines(&mut self, model: &Model, left_out: &[OmittedLines]) {
        let is_left_out = |line: u32| left_out.iter().any(|part| part.lines.contains(&line));
        let mut lines: BTreeMap<u32, Tally> = BTreeMap::new();
        // javac copies field initialisers into every constructor. Each line counts once, with its most expensive copy.
        let mut constructors: BTreeMap<(&str, u32), &Tally> = BTreeMap::new();
        for placed in &self.methods {
            let method = &placed.method;
            for LineCost { line, tally } in &method.lines {
                if is_left_out(*line) || self.is_paid_around(placed, *line) {
                    continue;
                }
                if method.name == "<init>" {
                    let known = constructors.entry((&method.class, *line)).or_insert(tally);
                    if model.mean(known).0 < model.mean(tally).0 {
                        *known = tally;
                    }
                } else {
                    lines.entry(*line).or_default().add_scaled(tally, 1.0);
                }
            }
        }
        for ((_, line), tally) in constructors {
            lines.entry(line).or_default().add_scaled(tally, 1.0);
        }
        self.lines = lines;
    }

    /// Whether a line belongs to a method inside the one that pays for the line.
    fn is_paid_around(&self, placed: &AnalysedMethod, line: u32) -> bool {
        let Some((around, payer)) = self.payer_of(line) else {
            return false;
        };
        let is_within = placed.place.as_ref().is_some_and(|place| {
            around.lines.contains(place.lines.start()) && around.lines.contains(place.lines.end())
        });
        !std::ptr::eq(payer, placed) && is_within
    }
}
