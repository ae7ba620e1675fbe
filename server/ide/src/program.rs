//! Classes whose calls are followed.

mod code;
mod two_states;

pub(crate) use code::with_open_fields;
pub use code::{ProgramClass, ProgramCode};
pub use two_states::{BeforeEdit, StateClass, StateCode};

use crate::method_analysis::{CallAnalysis, ClassAnalysis, GivenPrice, MethodAnalysis};
use crate::model::Model;
use crate::throws::may_throw;
use bytecode::ClassError;
use calls::{
    Bound, Differing, Explained, HeaderField, Library, MethodTotal, NoLibrary, Prices, Summaries,
    Typical, TypicalPart, Unit, UnitKind,
};
use pricing::Pricer;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use wcec::{BestCase, Breakdown, CallInfo, Known, PathValues, Unpriceds};

/// How a program is computed from its code and the library: [`Program::new`] or [`Program::last`].
pub type ProgramOf =
    fn(&Model, ProgramCode, Option<Arc<dyn Library>>) -> (Program, Vec<ClassError>);

/// Summarises the methods of a unit.
type Summarise = fn(&Unit, &Pricer, &Arc<Prices>) -> Summaries;

/// Classes that call each other and a library, with the cost of every method, callees included.
#[derive(Debug)]
pub struct Program {
    unit: Unit,
    summaries: Summaries,
    prices: Arc<Prices>,
    pricer: Arc<Pricer>,
    /// If this is one of two states: the methods that may differ from the other.
    differing: Option<Differing>,
}

impl Program {
    /// Follows the calls of all methods of the classes, in parallel. The second result has the classes that cannot be read.
    pub fn new(
        model: &Model,
        code: impl Into<ProgramCode>,
        library: Option<Arc<dyn Library>>,
    ) -> (Self, Vec<ClassError>) {
        let summarise = Unit::summarise;
        Self::of_kind(model, code.into(), library, UnitKind::Project, summarise)
    }

    /// The same for a program that will not change, which takes less time and memory. [`Program::with`] computes all of it again.
    pub fn last(
        model: &Model,
        code: impl Into<ProgramCode>,
        library: Option<Arc<dyn Library>>,
    ) -> (Self, Vec<ClassError>) {
        let summarise = Unit::summarise_last;
        Self::of_kind(model, code.into(), library, UnitKind::Project, summarise)
    }

    /// The same for classes of the library itself. Its calls are assumed to return, and what the library already knows of the
    /// classes is not computed again.
    pub fn of_library(
        model: &Model,
        classes: Vec<ProgramClass>,
        library: Option<Arc<dyn Library>>,
    ) -> (Self, Vec<ClassError>) {
        let code = ProgramCode::from(classes);
        let summarise = Unit::summarise_rest;
        Self::of_kind(model, code, library, UnitKind::Library, summarise)
    }

    fn of_kind(
        model: &Model,
        code: ProgramCode,
        library: Option<Arc<dyn Library>>,
        kind: UnitKind,
        summarise: Summarise,
    ) -> (Self, Vec<ClassError>) {
        let mut errors = Vec::new();
        let classes = (code.classes.iter())
            .filter_map(|class| match class.read() {
                Ok(read) => Some(Arc::new(read)),
                Err(error) => {
                    errors.push(error);
                    None
                }
            })
            .collect();
        let library = library.unwrap_or_else(|| Arc::new(NoLibrary));
        let unit = Unit::with_unseen(classes, code.unseen, library, kind);
        let prices = Arc::new(Prices::of_natives(model.pricer()));
        let summaries = summarise(&unit, model.pricer(), &prices);
        let program = Self {
            unit,
            summaries,
            prices,
            pricer: model.shared_pricer(),
            differing: None,
        };
        (program, errors)
    }

    /// Says that this program will not change, so that what only a changed one would need takes no memory.
    pub fn mark_last(&mut self) {
        self.summaries.mark_last();
    }

    /// The program with changed and new code. Only what depends on a change is computed again; classes that cannot be read are
    /// skipped. `None` if nothing changes.
    #[must_use]
    pub fn with(&self, changed: impl Into<ProgramCode>) -> Option<Self> {
        let changed = changed.into();
        let mut new = Vec::with_capacity(changed.classes.len());
        for class in &changed.classes {
            let Ok(read) = class.read() else {
                continue;
            };
            let known = self.unit.class_named(&read.header().name);
            if !known.is_some_and(|known| known.is_same(&read)) {
                new.push(Arc::new(read));
            }
        }
        if new.is_empty() && self.unit.has_unseen(&changed.unseen) {
            return None;
        }
        let unit = self.unit.with(new, changed.unseen);
        let earlier = Some((&self.unit, &self.summaries));
        let summaries = unit.summarise_after(&self.pricer, &self.prices, earlier);
        Some(Self {
            unit,
            summaries,
            prices: Arc::clone(&self.prices),
            pricer: Arc::clone(&self.pricer),
            differing: None,
        })
    }

    /// The same classes with another library.
    #[must_use]
    pub fn with_library(&self, library: Arc<dyn Library>) -> Self {
        let unit = self.unit.in_library(library);
        let summaries = unit.summarise(&self.pricer, &self.prices);
        Self {
            unit,
            summaries,
            prices: Arc::clone(&self.prices),
            pricer: Arc::clone(&self.pricer),
            differing: None,
        }
    }

    /// The classes of another state of the program, with this one's library. Only what depends on their differences is computed
    /// again.
    #[must_use]
    pub fn with_classes_of(&self, other: &Self) -> Self {
        let unit = other.unit.in_library(self.unit.library());
        let earlier = Some((&self.unit, &self.summaries));
        let summaries = unit.summarise_after(&self.pricer, &self.prices, earlier);
        Self {
            unit,
            summaries,
            prices: Arc::clone(&self.prices),
            pricer: Arc::clone(&self.pricer),
            differing: None,
        }
    }

    /// The cost of a method, callees included.
    pub fn total(&self, class: &str, name: &str, descriptor: &str) -> Option<MethodTotal> {
        let method = (class, name, descriptor);
        self.summaries.total(&self.unit, &self.pricer, method)
    }

    /// The calls of a method and what is missing in its cost, without the cost itself.
    pub fn calls(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<(Vec<CallInfo>, Unpriceds)> {
        let method = (class, name, descriptor);
        self.summaries.calls(&self.unit, &self.pricer, method)
    }

    /// A method's worst case, callees included, for breaking it down into lines and decisions. Computed in each call, in about
    /// the time of [`Program::total`].
    pub fn breakdown(&self, method: (&str, &str, &str), values: &PathValues) -> Option<Breakdown> {
        self.summaries
            .breakdown(&self.unit, &self.pricer, method, values)
    }

    /// Whether a class is in the program or its libraries.
    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.unit.has_class(class)
    }

    /// The fields that the supertypes of a class declare, those of the nearest first; `None` if a supertype is unknown.
    pub(crate) fn fields_of_supertypes(&self, class: &str) -> Option<Vec<HeaderField>> {
        self.unit.fields_of_supertypes(class)
    }

    /// What a returning call of a method costs at least, including its callees in the program. Computed once.
    pub fn best_case(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<BestCase>> {
        let method = (class, name, descriptor);
        self.summaries.best_case(&self.unit, &self.pricer, method)
    }

    /// The same for calls with these arguments, without the receiver. Computed in each call.
    pub(crate) fn best_case_of(
        &self,
        method: (&str, &str, &str),
        arguments: Vec<Option<Known>>,
    ) -> Option<BestCase> {
        self.summaries
            .best_case_of(&self.unit, &self.pricer, method, arguments)
    }

    /// What a returning call of a method executes on average, callees included.
    pub fn typical(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Typical>> {
        let method = (class, name, descriptor);
        self.summaries.typical(&self.unit, &self.pricer, method)
    }

    /// The parts of a method's typical energy: its lines, and its calls.
    pub(crate) fn typical_parts(&self, method: &MethodAnalysis) -> Option<Vec<TypicalPart>> {
        let names = (
            method.class.as_str(),
            method.name.as_str(),
            method.descriptor.as_str(),
        );
        self.summaries
            .typical_parts(&self.unit, &self.pricer, names, &method.cost)
    }

    /// What the price of a method includes, if its code is not analysed, or if a limit replaces its worst case; `None` for all
    /// others.
    pub(crate) fn given_price(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<GivenPrice> {
        let method = format!("{class}.{name}{descriptor}");
        let own = self.summaries.get(&self.unit, class, name, descriptor);
        let followed = self.unit.library().summary(class, name, descriptor);
        let (why, is_estimate, is_limit) = match (own, followed) {
            (Some(_), _) => return None,
            (None, Some(followed)) => {
                let limit = self.prices.limit(&method)?;
                if !limit.is_of(&followed) {
                    return None;
                }
                (&limit.why, true, true)
            }
            (None, None) => {
                let given = self.prices.given(&method)?;
                (&given.why, given.bound == Bound::Estimate, false)
            }
        };
        Some(GivenPrice {
            method: format!("{class}.{name}").replace('/', "."),
            why: why.to_string(),
            is_estimate,
            is_limit,
        })
    }

    pub(crate) fn explain(
        &self,
        means: &Arc<[f64]>,
        wanted: &Arc<FxHashSet<Vec<u32>>>,
        method: (&str, &str, &str),
    ) -> Option<Explained> {
        let pricer = &*self.pricer;
        self.summaries
            .explain(&self.unit, pricer, means, wanted, method)
    }

    /// The callers of a method: class, name and descriptor of each.
    pub fn callers(&self, class: &str, name: &str, descriptor: &str) -> Vec<[Arc<str>; 3]> {
        let method = (class, name, descriptor);
        self.summaries.callers(&self.unit, method)
    }

    /// The line of an instruction of a method, given as `class.name(descriptor)`.
    pub(crate) fn line_of(&self, method: &str, instruction: u32) -> Option<u32> {
        self.unit.line_of(method, instruction)
    }

    /// Whether the methods of these classes cost their callers the same as in another state of the program.
    pub fn costs_same_as<'n>(&self, other: &Self, classes: impl Iterator<Item = &'n str>) -> bool {
        let mut classes = classes;
        classes.all(|class| {
            let of = |program: &Self| program.summaries.of_class(&program.unit, class);
            let (one, two) = (of(self), of(other));
            one.len() == two.len() && one.iter().zip(&two).all(|(one, two)| Arc::ptr_eq(one, two))
        })
    }

    /// Whether nothing that this program knows of a method, given by class, name and descriptor, differs from an earlier state of
    /// it. False if that is not certain.
    pub(crate) fn knows_as(&self, earlier: &Self, method: (&str, &str, &str)) -> bool {
        let is_one_state = self.differing.is_none() && earlier.differing.is_none();
        is_one_state
            && Arc::ptr_eq(&self.pricer, &earlier.pricer)
            && (self.summaries).is_unchanged(
                &self.unit,
                &self.pricer,
                (&earlier.unit, &earlier.summaries),
                method,
            )
    }

    /// Computes the typical energies of all methods, unless they were already requested. After an edit, they serve as the
    /// starting point.
    pub fn work_typicals_out(&self) {
        self.summaries.work_typicals_out(&self.unit, &self.pricer);
    }

    /// Adds what its callees execute to the costs of a class's methods that may differ.
    pub fn follow(&self, class: &mut ClassAnalysis) {
        for method in &mut class.methods {
            if method.not_analysed.is_some()
                || !self.may_differ((&method.class, &method.name, &method.descriptor))
            {
                continue;
            }
            let Some(total) = self.total(&method.class, &method.name, &method.descriptor) else {
                continue;
            };
            let own = std::mem::replace(&mut method.cost, total.cost);
            // The method itself shows what refutes a developer's clauses.
            method.cost.refuted.clone_from(&own.refuted);
            method.typical = self.typical(&method.class, &method.name, &method.descriptor);
            if method.typical.as_deref().is_some_and(may_throw) {
                let name = (&*method.class, &*method.name, &*method.descriptor);
                let throwing =
                    (self.summaries).throwing_call(&self.unit, &self.pricer, name, &method.cost);
                method.throwing = throwing.map(Arc::new);
            }
            if method.best_case.is_some() {
                method.best_case = self.best_case(&method.class, &method.name, &method.descriptor);
            }
            let targets = total.calls.iter().flat_map(|call| &call.targets);
            let given = targets.filter_map(|target| {
                self.given_price(&target.class, &target.name, &target.descriptor)
            });
            let name = (&*method.class, &*method.name, &*method.descriptor);
            let differing = self.differing.as_ref().map(|differing| {
                differing.behind((&self.unit, &self.summaries, &self.pricer), name)
            });
            method.followed = Some(Box::new(CallAnalysis {
                differing: differing.unwrap_or_default(),
                own,
                unpriced: total.unpriced,
                given: given.collect(),
                calls: total.calls,
            }));
        }
    }
}
