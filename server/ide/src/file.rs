//! One source file with the costs of its classes.

use crate::analysis::{ClassAnalysis, Detail, MethodAnalysis, Scratch, analyse_class};
use crate::assumptions::Assumptions;
use crate::contract::{WrittenContract, WrittenProblem};
use crate::details::MethodDetails;
use crate::hint_style::HintStyle;
use crate::hover::{self, Pictures};
use crate::model::Model;
use crate::program::Program;
use crate::specification::Specifications;
use bytecode::ClassError;
use posterior::Joules;
use pricing::Tally;
use source::SourceFile;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

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
}

/// The energy of a line, for colouring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineEnergy {
    /// The line, counted from 1.
    pub line: u32,
    /// The mean.
    pub mean: Joules,
    /// The share of the dearest line of the file, from 0 to 1.
    pub share: f64,
    /// The share of all lines of its method, each instruction once, from 0 to 1; 0 outside of methods, as on the line
    /// of a class that stands for its implicit constructor.
    pub share_of_method: f64,
}

/// A method among others.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name of the method as it is written; the class's for a constructor.
    pub name: String,
    /// The line of the method's name, counted from 1.
    pub line: u32,
    /// What stands over it.
    pub title: String,
    /// The mean of its worst case, with every symbol that has no value at [`crate::NOMINAL`].
    pub mean: Joules,
    /// Whether there is such a symbol.
    pub is_assumed: bool,
}

/// Lines that were left out of the compilation: they have no price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The lines, counted from 1.
    pub lines: RangeInclusive<u32>,
    /// What the compiler has against them.
    pub reason: Option<String>,
}

/// A method and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    pub(crate) method: MethodAnalysis,
    pub(crate) place: Option<Place>,
    pub(crate) left_out: Option<LeftOut>,
    pub(crate) contracts: Vec<WrittenContract>,
}

#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) name: String,
    pub(crate) header_line: u32,
    pub(crate) lines: RangeInclusive<u32>,
}

/// The longest reason that stands over a method; the hover has all of it.
const REASON_CHARACTERS: usize = 60;

/// The analysis of one version of a source file.
#[derive(Debug, Clone)]
pub struct FileAnalysis {
    version: i32,
    pub(crate) methods: Vec<Placed>,
    /// The lines of the loop statements.
    pub(crate) loops: Vec<RangeInclusive<u32>>,
    pub(crate) problems: Vec<WrittenProblem>,
    lines: BTreeMap<u32, Tally>,
    left_out: Vec<RangeInclusive<u32>>,
    errors: Vec<String>,
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
        left_out: &[LeftOut],
        program: Option<&Program>,
    ) -> Self {
        let mut scratch = Scratch::default();
        let specifications = Specifications::of(source);
        let mut analysis = Self {
            version,
            methods: Vec::new(),
            loops: Vec::new(),
            problems: WrittenProblem::of(source, &specifications),
            lines: BTreeMap::new(),
            left_out: left_out.iter().map(|part| part.lines.clone()).collect(),
            errors: Vec::new(),
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
                    }
                    analysis.add(model, source, class, left_out, &specifications);
                }
                Err(error) => analysis.errors.push(ClassError::to_string(&error)),
            }
        }
        analysis
    }

    fn add(
        &mut self,
        model: &Model,
        source: &SourceFile,
        class: ClassAnalysis,
        left_out: &[LeftOut],
        specifications: &Specifications,
    ) {
        // javac copies field initialisers into every constructor: a line counts once, by its dearest copy.
        let mut constructors: BTreeMap<u32, Tally> = BTreeMap::new();
        let is_left_out = |line: u32| left_out.iter().any(|part| part.lines.contains(&line));
        for method in class.methods {
            let place = source.outline().method_of(
                &method.class,
                &method.name,
                &method.descriptor,
                method.line,
            );
            let missing = place.and_then(|place| {
                let touches = |part: &&LeftOut| {
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
            self.methods.push(Placed {
                contracts,
                place: place.map(|place| Place {
                    name: place.name.clone(),
                    header_line: place.header_line,
                    lines: place.lines.clone(),
                }),
                method,
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
        self.hints_in(model, &HintStyle::default())
    }

    /// The same hints in another style.
    pub fn hints_in(&self, model: &Model, style: &HintStyle) -> Vec<Hint> {
        self.lines
            .iter()
            .filter_map(|(line, tally)| {
                let label = style.label(model, tally)?;
                Some(Hint { line: *line, label })
            })
            .collect()
    }

    /// The energy of each line, with its share of the dearest one.
    pub fn lines(&self, model: &Model) -> Vec<LineEnergy> {
        let means: Vec<(u32, Joules)> = self
            .lines
            .iter()
            .map(|(line, tally)| (*line, model.mean(tally)))
            .collect();
        let dearest = means.iter().map(|(_, mean)| mean.0).fold(0.0, f64::max);
        let share_of = |mean: f64, whole: f64| if whole > 0.0 { mean / whole } else { 0.0 };
        means
            .iter()
            .filter(|(_, mean)| mean.0 > 0.0)
            .map(|(line, mean)| {
                let of_method = self.place_of(*line).map(|(place, _)| {
                    let first = means.partition_point(|(other, _)| other < place.lines.start());
                    let end = means.partition_point(|(other, _)| other <= place.lines.end());
                    means.get(first..end).unwrap_or_default()
                });
                let of_method = of_method.unwrap_or_default().iter();
                let whole = of_method.map(|(_, mean)| mean.0.max(0.0)).sum();
                LineEnergy {
                    line: *line,
                    mean: *mean,
                    share: share_of(mean.0, dearest),
                    share_of_method: share_of(mean.0, whole),
                }
            })
            .collect()
    }

    /// The innermost method around a line.
    fn place_of(&self, line: u32) -> Option<(&Place, &Placed)> {
        let around = self.methods.iter().filter_map(|placed| {
            let place = placed.place.as_ref()?;
            place.lines.contains(&line).then_some((place, placed))
        });
        around.min_by_key(|(place, _)| place.lines.end() - place.lines.start())
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
        is_priced.then(|| MethodDetails::new(model, assumptions, &placed.method))
    }

    /// The methods that stand in the text and have a cost, with what they are ranked by.
    pub fn ranking(&self, model: &Model, assumptions: &Assumptions) -> Vec<Ranked> {
        let ranked = self.methods.iter().filter_map(|placed| {
            let place = placed.place.as_ref()?;
            if placed.left_out.is_some() || placed.method.not_analysed.is_some() {
                return None;
            }
            let symbols = &placed.method.cost.symbols;
            Some(Ranked {
                class: placed.method.class.clone(),
                name: place.name.clone(),
                line: place.header_line,
                title: model.headline(&placed.method, assumptions),
                mean: model.mean(&model.nominal(&placed.method, assumptions)),
                is_assumed: symbols
                    .iter()
                    .any(|symbol| assumptions.value(symbol).is_none()),
            })
        });
        ranked.collect()
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
                    None => format!("⚡ {}", model.headline(&placed.method, assumptions)),
                };
                Some(Lens {
                    class: placed.method.class.clone(),
                    name: place.name.clone(),
                    line: place.header_line,
                    lines: place.lines.clone(),
                    title,
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
            None => Some(hover::method(model, assumptions, &placed.method, pictures)),
        });
        let line = self
            .lines
            .get(&line)
            .filter(|tally| !tally.is_empty())
            .map(|tally| hover::line(model, tally, pictures));
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
