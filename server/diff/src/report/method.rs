//! The parts of a method of a saved report that a comparison needs.

use crate::error::DiffError;
use documents::{
    AssumptionReport, EnergyReport, FollowsReport, Form, LineReport, MethodReport, NotAnalysed,
    PatternReport, ProvenanceReport, TermReport, TypicalReport, UnpricedReport,
};
use posterior::Features;
use serde::de::IgnoredAny;

/// The parts of a report that a comparison keeps.
#[derive(Debug, Clone)]
pub(crate) struct Saved;

impl Form for Saved {
    type Text = String;
    type Names = Vec<String>;
    type Energy = IgnoredAny;
    type Quantiles = IgnoredAny;
    type Terms = Vec<Term>;
    type Follows = Vec<Follows>;
    type RestsOn = Vec<Unproven>;
    type Line = SourceLine;
}

/// What a worst case assumes that the code does not show.
#[derive(Debug, Clone, serde::Deserialize)]
pub(crate) struct Unproven {
    kind: String,
}

/// What is executed as often as a factor says.
pub(crate) type Term = TermReport;

/// What is executed for each unit of a product of values.
pub(crate) type Follows = FollowsReport;

/// The average of a call that returns.
pub(crate) type Typical = TypicalReport<Saved>;

/// A line, and what is executed on it.
pub(crate) type SourceLine = LineReport<f64, IgnoredAny, Vec<PatternReport>>;

/// The energy of a call, of which only the mean is kept.
pub(crate) type Mean = EnergyReport<IgnoredAny>;

/// The average calls of one callee in a call of a method that returns.
#[derive(Debug, Clone, PartialEq)]
pub struct CallsOfOne {
    /// The callee, as in `p/A.f(I)V`.
    pub callee: String,
    /// Whether several methods may answer.
    pub is_choice: bool,
    /// How often it is called.
    pub times: f64,
    /// What all these calls execute, in features of the posterior of the comparison.
    pub executed: Features,
}

/// A method of a report.
#[derive(Debug, Clone)]
pub struct Method {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// The source file.
    pub file: Option<String>,
    /// The archive of the class.
    pub jar: Option<String>,
    /// The entry of the class in the archive.
    pub entry: Option<String>,
    /// The first line of its code.
    pub line: Option<u32>,
    /// The compared cost: the worst case, or the typical energy ([`Report::by`]); `None` if it is unknown.
    pub(crate) cost: Option<Vec<Term>>,
    /// The symbols of [`Method::cost`].
    pub(crate) assumptions: Vec<AssumptionReport>,
    /// The typical energy, if there is one.
    pub(crate) typical: Option<Typical>,
    /// The least energy of a call.
    pub(crate) least: Option<Mean>,
    pub(crate) provenance: Option<ProvenanceReport>,
    pub(crate) own: Option<Mean>,
    /// Why the worst case has no number although every symbol has a value; `None` if it has one.
    pub(crate) no_worst: Option<String>,
    pub(crate) unpriced: Option<Vec<UnpricedReport>>,
    /// Whether the worst case assumes how often something repeats.
    pub(crate) assumes_counts: bool,
    /// The lines of loops and recursions that nothing leaves.
    pub(crate) endless_loops: Vec<u32>,
    /// The methods that it calls; empty in older reports, which do not have them.
    pub(crate) callees: Vec<String>,
    /// The methods that may differ and that its typical energy depends on, including those that may answer its calls. Saved
    /// reports do not have them.
    pub(crate) rests_on: Vec<String>,
    /// The calls in its typical energy, each callee once. Saved reports do not have them.
    pub(crate) calls: Vec<CallsOfOne>,
    /// Names that were not found; empty in older reports, which do not have them.
    pub(crate) unresolved: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) lines: Vec<SourceLine>,
}

impl From<MethodReport<Saved>> for Method {
    fn from(method: MethodReport<Saved>) -> Self {
        Self {
            class: method.class,
            method: method.method,
            descriptor: method.descriptor,
            file: method.file,
            jar: method.jar,
            entry: method.entry,
            line: method.line,
            cost: Some(method.worst.cost),
            assumptions: method.worst.assumptions,
            typical: method.typical,
            least: method.best,
            provenance: method.provenance,
            own: method.worst.own,
            no_worst: method.worst.why_not.filter(|_| method.worst.speculative),
            unpriced: method.worst.unpriced,
            assumes_counts: method.worst.rests_on.iter().any(|one| one.kind == "count"),
            endless_loops: method.worst.endless_loops,
            callees: method.callees,
            rests_on: Vec::new(),
            calls: Vec::new(),
            unresolved: method.unresolved,
            notes: method.notes,
            lines: method.lines,
        }
    }
}

impl Method {
    /// Reads a method of a report of this version; messages call it `name`.
    ///
    /// # Errors
    ///
    /// [`DiffError::NoReport`] for anything else.
    pub fn from_json(name: &str, json: &[u8]) -> Result<Self, DiffError> {
        let read: Result<MethodReport<Saved>, _> = serde_json::from_slice(json);
        read.map(Into::into).map_err(|error| DiffError::NoReport {
            name: name.to_owned(),
            message: error.to_string(),
        })
    }

    /// The same with the methods, as in `p/A.f(I)V`, that may differ and that its typical energy depends on.
    #[must_use]
    pub fn resting_on(mut self, methods: Vec<String>) -> Self {
        self.rests_on = methods;
        self
    }

    /// Adds calls in its typical energy.
    pub fn add_calls(&mut self, calls: Vec<CallsOfOne>) {
        for call in calls {
            match self
                .calls
                .iter_mut()
                .find(|known| known.callee == call.callee)
            {
                Some(known) => {
                    known.is_choice |= call.is_choice;
                    known.times += call.times;
                    known.executed.add_scaled(&call.executed, 1.0);
                }
                None => self.calls.push(call),
            }
        }
    }

    /// Why there is nothing to price; `None` if there is.
    pub(crate) fn not_analysed(&self) -> Option<NotAnalysed> {
        self.notes
            .iter()
            .find_map(|note| NotAnalysed::of_note(note))
    }

    /// Whether its body is missing because of an error of the compiler.
    pub(crate) fn is_broken(&self) -> bool {
        self.not_analysed() == Some(NotAnalysed::NotCompiled)
    }

    /// The identity of the method.
    pub(crate) fn key(&self) -> (&str, &str, &str) {
        (&self.class, &self.method, &self.descriptor)
    }
}
