//! One source file with the costs of its classes.

use crate::analysis::{ClassAnalysis, Detail, MethodAnalysis, Scratch, analyse_class};
use crate::assumptions::Assumptions;
use crate::contract::{WrittenContract, WrittenProblem};
use crate::details::MethodDetails;
use crate::hint_style::{HintLines, HintStyle};
use crate::hover::{self, Pictures};
use crate::method_breakdown::{LineShare, MethodBreakdown};
use crate::model::Model;
use crate::program::Program;
use crate::specification::Specifications;
use crate::typical_lines::CachedParts;
use crate::unresolved_names::UnresolvedNames;
use bytecode::ClassError;
use posterior::Joules;
use pricing::Tally;
use source::{MethodKind, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wcec::declared::DeclaredLoop;

/// The energy that stands at the end of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The line, counted from 1.
    pub line: u32,
    /// `⚡ 40.2 nJ`
    pub label: String,
}

/// What stands over a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lens {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name of the method as it is written; the class's for a constructor.
    pub name: String,
    /// The line of the method's name, counted from 1.
    pub line: u32,
    /// The lines of the whole method, counted from 1.
    pub lines: RangeInclusive<u32>,
    /// `⚡ 1.24 µJ · p99 1.31 µJ`
    pub title: String,
    /// Whether there is a number in the title.
    pub is_priced: bool,
}

/// The energy of a line, for colouring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineEnergy {
    /// The line, counted from 1.
    pub line: u32,
    /// The mean, each instruction once.
    pub mean: Joules,
    /// The mean of what a call of its method executes there on average, with all that it calls.
    pub total: Joules,
    /// The share of that in the typical energy of its method, from 0 to 1; 0 outside of methods, as on the line of a class that
    /// stands for its implicit constructor. Lines of the body of a lambda, which runs where it
    /// is called, have shares of that body.
    pub share_of_method: f64,
}

/// A method among others.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name of the method as it is written; the class's for a constructor.
    pub name: String,
    /// The name in the class file, `<init>` for a constructor.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// The line of the method's name, counted from 1.
    pub line: u32,
    /// What stands over it.
    pub title: String,
    /// What a call that returns costs on average; `None` where nobody knows.
    pub mean: Option<Joules>,
    /// Whether that is no more than an order of magnitude.
    pub is_open: bool,
}

/// A method around a line.
#[derive(Debug, Clone, Copy)]
pub struct EnclosingMethod<'f> {
    /// The name as it is written; the class's for a constructor.
    pub name: &'f str,
    /// The method and its cost.
    pub method: &'f MethodAnalysis,
}

/// Lines that were left out of the compilation: they have no price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OmittedLines {
    /// The lines, counted from 1.
    pub lines: RangeInclusive<u32>,
    /// What the compiler has against them.
    pub reason: Option<String>,
}

/// A method and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct AnalysedMethod {
    pub(crate) method: MethodAnalysis,
    /// Worked out where somebody asks.
    breakdown: CachedBreakdown,
    pub(crate) parts: CachedParts,
    pub(crate) place: Option<MethodSpan>,
    pub(crate) left_out: Option<OmittedLines>,
    pub(crate) contracts: Vec<WrittenContract>,
}

/// The paths of a method at the values that they were looked at with last.
#[derive(Debug, Default)]
struct CachedBreakdown(Mutex<Option<(Assumptions, Arc<MethodBreakdown>)>>);

/// A copy works them out for itself.
impl Clone for CachedBreakdown {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl AnalysedMethod {
    /// True where a symbol has no value.
    fn is_assumed(&self, assumptions: &Assumptions) -> bool {
        let symbols = self.method.cost.symbols.iter();
        let mut told = symbols.filter(|symbol| symbol.is_known_to_reader());
        told.any(|symbol| assumptions.value(symbol).is_none())
    }
}

#[derive(Debug, Clone)]
pub(crate) struct MethodSpan {
    pub(crate) name: String,
    pub(crate) header_line: u32,
    pub(crate) lines: RangeInclusive<u32>,
}

/// What a line has of its method.
#[derive(Debug)]
pub(crate) struct ShareOfMethod {
    pub(crate) name: String,
    pub(crate) share: LineShare,
    /// Whether a symbol has no value.
    pub(crate) is_assumed: bool,
}

/// The longest reason that stands over a method; the hover has all of it.
const REASON_CHARACTERS: usize = 60;

/// The analysis of one version of a source file.
#[derive(Debug, Clone)]
pub struct FileAnalysis {
    version: i32,
    pub(crate) methods: Vec<AnalysedMethod>,
    /// The lines of the loop statements.
    pub(crate) loops: Vec<RangeInclusive<u32>>,
    pub(crate) problems: Vec<WrittenProblem>,
    lines: BTreeMap<u32, Tally>,
    left_out: Vec<RangeInclusive<u32>>,
    errors: Vec<String>,
    pub(crate) code: CodeSource,
}

/// Where the code of the methods is found again.
#[derive(Debug, Clone)]
pub(crate) enum CodeSource {
    Program(Arc<Program>),
    Classes {
        /// By name.
        classes: BTreeMap<String, Arc<[u8]>>,
        loops: Arc<[DeclaredLoop]>,
        /// The classes as a program by themselves, once somebody asks.
        alone: OnceLock<Arc<Program>>,
    },
}

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

    /// The paths of a method; worked out the first time, and again for other values.
    fn breakdown(
        &self,
        model: &Model,
        placed: &AnalysedMethod,
        values: &Assumptions,
    ) -> Arc<MethodBreakdown> {
        // A panic elsewhere leaves what is kept whole.
        let mut kept = (placed.breakdown.0.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some((known, breakdown)) = &*kept
            && known == values
        {
            return Arc::clone(breakdown);
        }
        let method = &placed.method;
        let name = (method.name.as_str(), method.descriptor.as_str());
        let breakdown = Arc::new(match &self.code {
            CodeSource::Program(program) if method.followed.is_some() => {
                MethodBreakdown::of_program(program, method, values)
            }
            CodeSource::Program(_) => MethodBreakdown::default(),
            CodeSource::Classes { classes, loops, .. } => classes
                .get(&method.class)
                .map_or_else(MethodBreakdown::default, |bytes| {
                    MethodBreakdown::of_class(model, bytes, name, loops, values)
                }),
        });
        *kept = Some((values.clone(), Arc::clone(&breakdown)));
        breakdown
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

    /// A line shows the method it stands in and the lambdas that begin on it.
    fn add_line(&mut self, line: u32, tally: &Tally) {
        self.lines.entry(line).or_default().add_scaled(tally, 1.0);
    }

    /// The version of the text that was compiled.
    pub const fn version(&self) -> i32 {
        self.version
    }

    /// Whether a line belongs to what was left out of the compilation.
    pub fn is_left_out(&self, line: u32) -> bool {
        self.left_out.iter().any(|lines| lines.contains(&line))
    }

    /// What could not be read.
    pub fn errors(&self) -> &[String] {
        &self.errors
    }

    /// The methods, in the order of the class files.
    pub fn methods(&self) -> impl Iterator<Item = &MethodAnalysis> {
        self.methods.iter().map(|placed| &placed.method)
    }

    /// What is executed on a line.
    pub fn line(&self, line: u32) -> Option<&Tally> {
        self.lines.get(&line)
    }

    /// A hint for each line that costs energy, or whose cost is not known.
    pub fn hints(&self, model: &Model) -> Vec<Hint> {
        self.hints_in(model, &Assumptions::default(), &HintStyle::default())
    }

    /// The same hints in another style.
    pub fn hints_in(
        &self,
        model: &Model,
        assumptions: &Assumptions,
        style: &HintStyle,
    ) -> Vec<Hint> {
        let typical = self.typical_lines(model, assumptions);
        if style.lines == HintLines::Hot {
            let hot = typical.iter().filter(|(_, line)| line.is_hot);
            let hints = hot.filter_map(|(line, typical)| {
                let label = style.hot_label(model, typical)?;
                Some(Hint { line: *line, label })
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
                let label = style.label(model, tally, typical.get(line), share)?;
                Some(Hint { line: *line, label })
            })
            .collect()
    }

    /// The energy of each line, with its share of its method.
    pub fn lines(&self, model: &Model, assumptions: &Assumptions) -> Vec<LineEnergy> {
        let typical = self.typical_lines(model, assumptions);
        let mut lines: Vec<LineEnergy> = Vec::new();
        for line in self
            .lines
            .keys()
            .chain(typical.keys())
            .collect::<BTreeSet<_>>()
        {
            let once = self.lines.get(line).map(|tally| model.mean(tally));
            let of_method = typical.get(line);
            let energy = LineEnergy {
                line: *line,
                mean: once.unwrap_or(Joules(0.0)),
                total: of_method.map_or(Joules(0.0), |of| of.mean),
                share_of_method: of_method.map_or(0.0, |of| of.share),
            };
            if energy.mean.0 > 0.0 || energy.total.0 > 0.0 {
                lines.push(energy);
            }
        }
        lines
    }

    /// The shares of each line in the innermost method around it, and whether they rest on an assumption.
    fn shares(&self, model: &Model, assumptions: &Assumptions) -> BTreeMap<u32, (LineShare, bool)> {
        let mut found = BTreeMap::new();
        let (placed, others): (Vec<&AnalysedMethod>, Vec<&AnalysedMethod>) = self
            .methods
            .iter()
            .partition(|placed| placed.place.is_some());
        for method in placed.into_iter().chain(others) {
            if method.left_out.is_some() || method.method.not_analysed.is_some() {
                continue;
            }
            // A constructor has the lines of the initialisers of fields, which stand outside of it.
            if method.place.is_none() && !method.method.is_synthetic {
                continue;
            }
            let breakdown = self.breakdown(model, method, assumptions);
            let is_assumed = method.is_assumed(assumptions);
            for share in breakdown.shares(model, assumptions) {
                let around = self.place_of(share.line);
                let is_here = match &method.place {
                    Some(_) => around.is_some_and(|(_, other)| std::ptr::eq(other, method)),
                    None => around.is_some(),
                };
                if is_here {
                    found.entry(share.line).or_insert((share, is_assumed));
                }
            }
        }
        found
    }

    /// The innermost method around a line.
    pub(crate) fn place_of(&self, line: u32) -> Option<(&MethodSpan, &AnalysedMethod)> {
        let around = self.methods.iter().filter_map(|placed| {
            let place = placed.place.as_ref()?;
            place.lines.contains(&line).then_some((place, placed))
        });
        around.min_by_key(|(place, _)| place.lines.end() - place.lines.start())
    }

    /// The innermost method around a line, where it has a price.
    pub fn method_around(&self, line: u32) -> Option<EnclosingMethod<'_>> {
        let (place, placed) = self.place_of(line)?;
        let is_priced = placed.left_out.is_none() && placed.method.not_analysed.is_none();
        is_priced.then(|| EnclosingMethod {
            name: &place.name,
            method: &placed.method,
        })
    }

    /// All that is known of the innermost method around a line.
    pub fn details(
        &self,
        model: &Model,
        assumptions: &Assumptions,
        line: u32,
    ) -> Option<MethodDetails> {
        let (_, placed) = self.place_of(line)?;
        let is_priced = placed.left_out.is_none() && placed.method.not_analysed.is_none();
        is_priced.then(|| {
            let breakdown = self.breakdown(model, placed, assumptions);
            MethodDetails::new(model, assumptions, &placed.method, &breakdown)
        })
    }

    /// The methods that stand in the text and have a cost, with what they are ranked by.
    pub fn ranking(&self, model: &Model, assumptions: &Assumptions) -> Vec<Ranked> {
        let ranked = self.methods.iter().filter_map(|placed| {
            let place = placed.place.as_ref()?;
            if placed.left_out.is_some() || placed.method.not_analysed.is_some() {
                return None;
            }
            let typical = model.typical(&placed.method);
            Some(Ranked {
                class: placed.method.class.clone(),
                name: place.name.clone(),
                method: placed.method.name.clone(),
                descriptor: placed.method.descriptor.clone(),
                line: place.header_line,
                title: without_sign(&model.title(&placed.method, assumptions)),
                mean: typical.as_ref().map(|typical| typical.mean),
                is_open: typical.is_none_or(|typical| !typical.is_tight()),
            })
        });
        ranked.collect()
    }

    /// What a line has of the innermost method around it.
    fn share_of(
        &self,
        model: &Model,
        assumptions: &Assumptions,
        line: u32,
    ) -> Option<ShareOfMethod> {
        let (place, placed) = self.place_of(line)?;
        if placed.left_out.is_some() {
            return None;
        }
        let shares = self
            .breakdown(model, placed, assumptions)
            .shares(model, assumptions);
        let share = shares.into_iter().find(|share| share.line == line)?;
        Some(ShareOfMethod {
            // A lambda and an initialiser have none in the text.
            name: match place.name.as_str() {
                "" => placed.method.name.clone(),
                name => name.to_owned(),
            },
            share,
            is_assumed: placed.is_assumed(assumptions),
        })
    }

    /// A lens for each method and constructor that stands in the text.
    pub fn lenses(&self, model: &Model, assumptions: &Assumptions) -> Vec<Lens> {
        let mut lenses: Vec<Lens> = self
            .methods
            .iter()
            .filter_map(|placed| {
                let place = placed.place.as_ref()?;
                if placed.method.not_analysed == Some("abstract") {
                    return None;
                }
                let title = match &placed.left_out {
                    Some(part) => format!("⚡ not priced: {}", shortened(part.reason.as_deref())),
                    None => model.title(&placed.method, assumptions),
                };
                Some(Lens {
                    class: placed.method.class.clone(),
                    name: place.name.clone(),
                    line: place.header_line,
                    lines: place.lines.clone(),
                    title,
                    is_priced: placed.left_out.is_none() && placed.method.not_analysed.is_none(),
                })
            })
            .collect();
        lenses.sort_by(|a, b| a.line.cmp(&b.line).then_with(|| a.title.cmp(&b.title)));
        lenses
    }

    /// What is known of a line, as Markdown: on a method's heading what is known of the method, on a contract whether
    /// it holds.
    pub fn hover(
        &self,
        model: &Model,
        assumptions: &Assumptions,
        line: u32,
        pictures: Pictures,
    ) -> Option<String> {
        let at = line;
        let headed = self.methods.iter().find(|placed| {
            placed
                .place
                .as_ref()
                .is_some_and(|place| place.header_line == line)
        });
        let method = headed.and_then(|placed| match &placed.left_out {
            Some(part) => Some(hover::left_out(&placed.method.name, part.reason.as_deref())),
            None if placed.method.not_analysed.is_some() => None,
            None => {
                let breakdown = self.breakdown(model, placed, assumptions);
                let method = &placed.method;
                Some(hover::method(
                    model,
                    assumptions,
                    method,
                    (&breakdown, &self.parts(model, assumptions, placed)),
                    pictures,
                ))
            }
        });
        let line = self
            .lines
            .get(&line)
            .filter(|tally| !tally.is_empty())
            .map(|tally| {
                let share = self.share_of(model, assumptions, at);
                let typical = self.typical_lines(model, assumptions).remove(&at);
                let name = self
                    .place_of(at)
                    .map_or("", |(place, _)| place.name.as_str());
                let typical = typical.as_ref().map(|typical| (name, typical));
                hover::line(model, tally, share.as_ref(), typical, pictures)
            });
        let contracts = self.contracts_on(model, assumptions, at);
        let contracts = contracts.iter().map(hover::contract);
        let parts: Vec<String> = contracts.chain(method).chain(line).collect();
        if parts.is_empty() {
            return None;
        }
        Some(format!(
            "{}\n\n{}",
            parts.join("\n\n---\n\n"),
            hover::footer(model)
        ))
    }
}

fn without_sign(title: &str) -> String {
    title.strip_prefix("⚡ ").unwrap_or(title).to_owned()
}

/// The first line of what the compiler says, as far as there is room over a method.
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
