//! One source file with the costs of its classes.

mod build;
mod hover;
mod lines;
mod measured;
mod methods;
mod places;
mod ranking;

pub use lines::{Hint, LineEnergy};
pub use measured::{LineInRun, RankedRun, RunOfFile};
pub use methods::Lens;
pub use ranking::{RankableFile, Ranked};

use crate::assumptions::AssumedValues;
use crate::method_analysis::MethodAnalysis;
use crate::method_breakdown::{MethodBreakdown, least_of_class};
use crate::model::Model;
use crate::program::Program;
use crate::typical_line::TypicalLine;
use crate::written_contract::{WrittenContract, WrittenProblem};
use calls::TypicalPart;
use places::Places;
use pricing::Tally;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wcec::declared::DeclaredLoop;
use wcec::{BestCase, Known};

/// The method around a line.
#[derive(Debug, Clone, Copy)]
pub struct EnclosingMethod<'f> {
    /// The name as written; for a constructor, that of its class.
    pub name: &'f str,
    /// The method and its cost.
    pub method: &'f MethodAnalysis,
}

/// Lines that were left out of the compilation and have no price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OmittedLines {
    /// The lines, counted from 1.
    pub lines: RangeInclusive<u32>,
    /// The compiler's message.
    pub reason: Option<String>,
}

/// A method and its place in the text.
#[derive(Debug, Clone)]
pub(crate) struct AnalysedMethod {
    /// Shared with later analyses in which nothing about it is different.
    pub(crate) method: Arc<MethodAnalysis>,
    /// Computed on demand.
    breakdown: CachedBreakdown,
    pub(crate) parts: CachedParts,
    /// The lines of its typical energy.
    pub(crate) lines: LastShown<Arc<BTreeMap<u32, TypicalLine>>>,
    /// Its title without a run.
    pub(crate) title: LastShown<String>,
    pub(crate) place: Option<MethodSpan>,
    pub(crate) left_out: Option<OmittedLines>,
    pub(crate) contracts: Vec<WrittenContract>,
}

/// The breakdown of a method at the values for which it was last requested.
#[derive(Debug, Default)]
struct CachedBreakdown(Mutex<Option<(AssumedValues, Arc<MethodBreakdown>)>>);

/// A copy computes it again.
impl Clone for CachedBreakdown {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The parts of a method's typical energy, computed on demand. Copies share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct CachedParts(pub(crate) Arc<OnceLock<Arc<[TypicalPart]>>>);

/// What was last shown of a method, by the model and the values. Copies share it.
#[derive(Debug, Clone)]
pub(crate) struct LastShown<T>(Arc<Mutex<Option<(Model, AssumedValues, T)>>>);

impl<T> Default for LastShown<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Clone> LastShown<T> {
    /// What is shown for these values, computed unless it is what was shown last.
    pub(crate) fn get(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        show: impl FnOnce() -> T,
    ) -> T {
        // A panic elsewhere leaves the value intact.
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of_model, values, shown)) = &*last
            && of_model.is(model)
            && values == assumptions
        {
            return shown.clone();
        }
        let shown = show();
        *last = Some((model.clone(), assumptions.clone(), shown.clone()));
        shown
    }
}

impl AnalysedMethod {
    /// Whether it has instructions on a line.
    pub(crate) fn has_code_on(&self, line: u32) -> bool {
        let lines = &self.method.lines;
        lines.binary_search_by_key(&line, |of| of.line).is_ok()
    }

    /// Whether a symbol has no value.
    fn is_assumed(&self, assumptions: &AssumedValues) -> bool {
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

/// The analysis of one version of a source file.
#[derive(Debug, Clone)]
pub struct FileAnalysis {
    version: i32,
    pub(crate) methods: Vec<AnalysedMethod>,
    /// The lines of these methods.
    places: Places,
    /// The lines of the loop statements.
    pub(crate) loops: Vec<RangeInclusive<u32>>,
    pub(crate) problems: Vec<WrittenProblem>,
    lines: BTreeMap<u32, Tally>,
    left_out: Vec<RangeInclusive<u32>>,
    errors: Vec<String>,
    pub(crate) code: CodeSource,
    /// Whether missing names were marked in its methods.
    is_marked: bool,
}

/// Where to find the code of the methods again.
#[derive(Debug, Clone)]
pub(crate) enum CodeSource {
    Program(Arc<Program>),
    Classes {
        /// By name.
        classes: BTreeMap<String, Arc<[u8]>>,
        loops: Arc<[DeclaredLoop]>,
        /// These classes as a separate program, created on demand.
        alone: OnceLock<Arc<Program>>,
    },
}

impl FileAnalysis {
    /// The breakdown of a method, computed on demand and again for other values.
    fn breakdown(
        &self,
        model: &Model,
        placed: &AnalysedMethod,
        values: &AssumedValues,
    ) -> Arc<MethodBreakdown> {
        // A panic elsewhere leaves the cached value intact.
        let mut kept = (placed.breakdown.0.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some((known, breakdown)) = &*kept
            && known == values
        {
            return Arc::clone(breakdown);
        }
        let breakdown = Arc::new(self.breakdown_at(model, placed, values));
        *kept = Some((values.clone(), Arc::clone(&breakdown)));
        breakdown
    }

    /// The breakdown of a method at values that are not requested again.
    pub(crate) fn breakdown_at(
        &self,
        model: &Model,
        placed: &AnalysedMethod,
        values: &AssumedValues,
    ) -> MethodBreakdown {
        let method = &placed.method;
        match &self.code {
            CodeSource::Program(program) if method.followed.is_some() => {
                MethodBreakdown::of_program(model, program, method, values)
            }
            CodeSource::Program(_) => MethodBreakdown::default(),
            CodeSource::Classes { classes, loops, .. } => classes
                .get(&method.class)
                .map_or_else(MethodBreakdown::default, |bytes| {
                    MethodBreakdown::of_class(model, bytes, method, loops, values)
                }),
        }
    }

    /// What calls of a method cost at least with these arguments, without the receiver; `None` if
    /// unknown.
    pub(crate) fn least_of(
        &self,
        model: &Model,
        placed: &AnalysedMethod,
        arguments: Vec<Option<Known>>,
    ) -> Option<BestCase> {
        let method = &placed.method;
        match &self.code {
            CodeSource::Program(program) if method.followed.is_some() => {
                program.best_case_of((&method.class, &method.name, &method.descriptor), arguments)
            }
            CodeSource::Program(_) => None,
            CodeSource::Classes { classes, loops, .. } => {
                let bytes = classes.get(&method.class)?;
                least_of_class(model, bytes, method, loops, &arguments)
            }
        }
    }

    /// The version of the compiled text.
    pub const fn version(&self) -> i32 {
        self.version
    }

    /// Whether a line was left out of the compilation.
    pub fn is_left_out(&self, line: u32) -> bool {
        self.left_out.iter().any(|lines| lines.contains(&line))
    }

    /// What could not be read.
    pub fn errors(&self) -> &[String] {
        &self.errors
    }

    /// The methods, in the order of the class files.
    pub fn methods(&self) -> impl Iterator<Item = &MethodAnalysis> {
        self.methods.iter().map(|placed| &*placed.method)
    }

    /// What is executed on a line.
    pub fn line(&self, line: u32) -> Option<&Tally> {
        self.lines.get(&line)
    }

    /// The methods around a line, in the order of the class files.
    fn around(&self, line: u32) -> impl DoubleEndedIterator<Item = (&MethodSpan, &AnalysedMethod)> {
        let around = self.places.around(line).into_iter();
        around.filter_map(|at| {
            let placed = self.methods.get(at)?;
            Some((placed.place.as_ref()?, placed))
        })
    }

    /// The innermost method around a line.
    pub(crate) fn place_of(&self, line: u32) -> Option<(&MethodSpan, &AnalysedMethod)> {
        let around = self.around(line);
        around.min_by_key(|(place, _)| place.lines.end() - place.lines.start())
    }

    /// The method whose calls pay for a line, and its place: the outermost method around the line that has code on it. A lambda
    /// or class within one line runs in calls of the method around it, which includes its energy.
    pub(crate) fn payer_of(&self, line: u32) -> Option<(&MethodSpan, &AnalysedMethod)> {
        let around = self.around(line);
        let with_code = around.filter(|(_, placed)| placed.has_code_on(line));
        with_code
            .rev()
            .max_by_key(|(place, _)| place.lines.end() - place.lines.start())
            .or_else(|| self.place_of(line))
    }

    /// The innermost method around a line, if it has a price.
    pub fn method_around(&self, line: u32) -> Option<EnclosingMethod<'_>> {
        let (place, placed) = self.place_of(line)?;
        let is_priced = placed.left_out.is_none() && placed.method.not_analysed.is_none();
        is_priced.then(|| EnclosingMethod {
            name: &place.name,
            method: &placed.method,
        })
    }
}
