//! A version of a file with its classes becomes an analysis.

use super::{
    AnalysedMethod, CachedBreakdown, CachedParts, CodeSource, FileAnalysis, MethodSpan,
    OmittedLines,
};
use crate::analysis::{Detail, Scratch, analyse_class};
use crate::method_analysis::ClassAnalysis;
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
    /// Analyses the classes that a version of a file was compiled to. What was left out of the compilation is shown as
    /// not priced. Where there is a program, calls are followed through it. Classes that cannot be read end up in
    /// [`FileAnalysis::errors`].
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
                    analysis.add(model, source, class, left_out, &specifications);
                }
                Err(error) => analysis.errors.push(ClassError::to_string(&error)),
            }
        }
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

    /// Notes what of its classes, by name, only compiled because something stood in for what is not there.
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
        model: &Model,
        source: &SourceFile,
        class: ClassAnalysis,
        left_out: &[OmittedLines],
        specifications: &Specifications,
    ) {
        // javac copies field initialisers into every constructor: a line counts once, by its most expensive copy.
        let mut constructors: BTreeMap<u32, Tally> = BTreeMap::new();
        let is_left_out = |line: u32| left_out.iter().any(|part| part.lines.contains(&line));
        for method in class.methods {
            let place = source.outline().method_of(
                &method.class,
                &method.name,
                &method.descriptor,
                method.line,
            );
            // A bridge has the name and the parameters of the method that it leads to, and does not stand in the text.
            let place =
                place.filter(|place| !method.is_synthetic || place.kind == MethodKind::Lambda);
            let missing = place.and_then(|place| {
                let touches = |part: &&OmittedLines| {
                    part.lines.start() <= place.lines.end()
                        && place.lines.start() <= part.lines.end()
                };
                left_out.iter().find(touches).cloned()
            });
            for line in &method.lines {
                if is_left_out(line.line) {
                    continue;
                }
                if method.name == "<init>" {
                    let known = constructors.entry(line.line).or_default();
                    if known.is_empty() || model.mean(known).0 < model.mean(&line.tally).0 {
                        *known = line.tally.clone();
                    }
                } else {
                    self.add_line(line.line, &line.tally);
                }
            }
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
        for (line, tally) in constructors {
            self.add_line(line, &tally);
        }
    }

    /// A line shows the method it is in and the lambdas that begin on it.
    fn add_line(&mut self, line: u32, tally: &Tally) {
        self.lines.entry(line).or_default().add_scaled(tally, 1.0);
    }
}
