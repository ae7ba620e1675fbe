//! Analyses a version of a file with its classes.

use super::places::Places;
use super::{
    AnalysedMethod, CachedBreakdown, CachedParts, CodeSource, FileAnalysis, LastShown, MethodSpan,
    OmittedLines,
};
use crate::analysis::{Detail, Scratch, analyse_some};
use crate::method_analysis::{LineCost, MethodAnalysis};
use crate::model::Model;
use crate::program::{Program, with_open_fields};
use crate::specification::Specifications;
use crate::unresolved_names::UnresolvedNames;
use crate::written_contract::{WrittenContract, WrittenProblem};
use bytecode::{ClassError, ClassFile, unchanged_methods};
use pricing::Tally;
use rustc_hash::FxHashMap;
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
        Self::of((model, source, version), classes, left_out, program, None)
    }

    /// The same with an earlier analysis of the file, with a model that prices like this one. Methods of which nothing is
    /// different, callees included, are taken over from it.
    pub fn after<'a>(
        earlier: &Self,
        (model, source, version): (&Model, &SourceFile, i32),
        classes: impl Iterator<Item = &'a [u8]>,
        left_out: &[OmittedLines],
        program: Option<&Arc<Program>>,
    ) -> Self {
        // Missing names may be different ones.
        let earlier = Some(earlier).filter(|earlier| !earlier.is_marked);
        Self::of(
            (model, source, version),
            classes,
            left_out,
            program,
            earlier,
        )
    }

    fn of<'a>(
        (model, source, version): (&Model, &SourceFile, i32),
        classes: impl Iterator<Item = &'a [u8]>,
        left_out: &[OmittedLines],
        program: Option<&Arc<Program>>,
        earlier: Option<&Self>,
    ) -> Self {
        let mut scratch = Scratch::default();
        let specifications = Specifications::of(source);
        let mut code: BTreeMap<String, Arc<[u8]>> = BTreeMap::new();
        let lines: Vec<_> = left_out.iter().map(|part| part.lines.clone()).collect();
        let mut analysis = Self {
            version,
            methods: Vec::new(),
            places: Places::default(),
            loops: Vec::new(),
            problems: WrittenProblem::of(source, &specifications),
            lines: BTreeMap::new(),
            left_out: lines.clone(),
            errors: Vec::new(),
            code: CodeSource::Classes {
                classes: BTreeMap::new(),
                loops: Arc::from([]),
                alone: OnceLock::new(),
            },
            is_marked: false,
        };
        let earlier = earlier.map(|earlier| Earlier::new(earlier, program, &specifications));
        for bytes in classes {
            let open = with_open_fields(source, bytes, &lines);
            let bytes = open.as_deref().unwrap_or(bytes);
            let class = match ClassFile::parse(bytes) {
                Ok(class) => class,
                Err(error) => {
                    analysis.errors.push(ClassError::to_string(&error));
                    continue;
                }
            };
            let known = earlier.as_ref().map(|earlier| earlier.known(&class));
            let known = known.unwrap_or_else(|| vec![None; class.methods.len()]);
            let is_new = |at: usize| known.get(at).is_none_or(Option::is_none);
            let loops = &specifications.loops;
            let mut new = analyse_some(model, &class, &mut scratch, Detail::Lines, loops, is_new);
            if let Some(program) = program {
                program.follow(&mut new);
            } else {
                code.insert(class.name.clone(), Arc::from(bytes));
            }
            let mut new = new.methods.into_iter();
            for known in known {
                let method = match known {
                    // Without callees, the lines of a method may still depend on methods that it leads back to.
                    Some(known) if program.is_none() => Some(AnalysedMethod::of(&known.method)),
                    Some(known) => Some(known.unplaced()),
                    None => new.next().map(|new| AnalysedMethod::of(&Arc::new(new))),
                };
                if let Some(method) = method {
                    let of_file = (&specifications, program.map(|program| &**program));
                    analysis.add(source, method, left_out, of_file);
                }
            }
        }
        let places = analysis.methods.iter().map(|placed| placed.place.as_ref());
        analysis.places = Places::of(places.map(|place| place.map(|place| &place.lines)));
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
        if !unknown.is_used {
            return;
        }
        self.is_marked = true;
        for (name, bytes) in classes {
            let methods = self.methods.iter_mut();
            let methods = methods.filter(|placed| placed.method.class == name);
            unknown.mark(
                bytes,
                methods.map(|placed| Arc::make_mut(&mut placed.method)),
            );
        }
    }

    fn add(
        &mut self,
        source: &SourceFile,
        analysed: AnalysedMethod,
        left_out: &[OmittedLines],
        (specifications, program): (&Specifications, Option<&Program>),
    ) {
        let method = &analysed.method;
        let place = source.outline().method_of(
            &method.class,
            &method.name,
            &method.descriptor,
            method.line,
        );
        // A bridge has the name and the parameters of its target, and is not in the text.
        let place = place.filter(|place| !method.is_synthetic || place.kind == MethodKind::Lambda);
        let missing = place.and_then(|place| {
            let touches = |part: &&OmittedLines| {
                part.lines.start() <= place.lines.end() && place.lines.start() <= part.lines.end()
            };
            left_out.iter().find(touches).cloned()
        });
        // Its heading has no number either, although it was compiled.
        if let (Some(place), Some(_)) = (place, &missing) {
            self.left_out.push(place.lines.clone());
        }
        let contracts = WrittenContract::of(source, place, method, specifications, program);
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
            left_out: missing,
            ..analysed
        });
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

impl AnalysedMethod {
    /// A new method, without a place in the text.
    fn of(method: &Arc<MethodAnalysis>) -> Self {
        Self {
            method: Arc::clone(method),
            breakdown: CachedBreakdown::default(),
            parts: CachedParts::default(),
            lines: LastShown::default(),
            title: LastShown::default(),
            place: None,
            left_out: None,
            contracts: Vec::new(),
        }
    }

    /// The same method, for another place in the text. What is known about callees is not taken over where it may contain their
    /// places.
    fn unplaced(&self) -> Self {
        Self {
            breakdown: CachedBreakdown::default(),
            place: None,
            left_out: None,
            contracts: Vec::new(),
            ..self.clone()
        }
    }
}

/// An earlier analysis, of which unchanged methods are taken over.
struct Earlier<'e> {
    code: &'e CodeSource,
    program: Option<&'e Arc<Program>>,
    /// Whether the text says the same about loops.
    has_same_loops: bool,
    /// By class, name and descriptor.
    methods: FxHashMap<(&'e str, &'e str, &'e str), &'e AnalysedMethod>,
}

impl<'e> Earlier<'e> {
    fn new(
        earlier: &'e FileAnalysis,
        program: Option<&'e Arc<Program>>,
        specifications: &Specifications,
    ) -> Self {
        let methods = earlier.methods.iter();
        let methods = methods.map(|placed| (placed.method.names(), placed));
        Self {
            code: &earlier.code,
            program,
            has_same_loops: match &earlier.code {
                // The program compares them itself.
                CodeSource::Program(_) => true,
                CodeSource::Classes { loops, .. } => **loops == *specifications.loops,
            },
            methods: methods.collect(),
        }
    }

    /// For each method of a class, the earlier analysis if a new one would not differ.
    fn known(&self, class: &ClassFile<'_>) -> Vec<Option<&'e AnalysedMethod>> {
        let methods = class.methods.iter();
        let methods = methods.map(|method| {
            let names = (&*class.name, &*method.name, &*method.descriptor);
            Some((self.methods.get(&names).copied()?, names))
        });
        match (self.code, self.program) {
            (CodeSource::Program(before), Some(program)) => methods
                .map(|known| {
                    let (known, names) = known?;
                    program.knows_as(before, names).then_some(known)
                })
                .collect(),
            (CodeSource::Classes { classes, .. }, None) if self.has_same_loops => {
                let before = classes.get(&class.name);
                let before = before.and_then(|bytes| ClassFile::parse(bytes).ok());
                let unchanged = before.map(|before| unchanged_methods(&before, class, |_| true));
                let unchanged = unchanged.unwrap_or_default();
                methods
                    .enumerate()
                    .map(|(at, known)| {
                        let (known, _) = known?;
                        (unchanged.get(at) == Some(&true)).then_some(known)
                    })
                    .collect()
            }
            _ => vec![None; class.methods.len()],
        }
    }
}
