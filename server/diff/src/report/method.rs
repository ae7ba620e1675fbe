//! The parts of a method of a saved report that a comparison needs.

use crate::error::DiffError;
use documents::{
    AssumptionReport, EnergyReport, FollowsReport, Form, LineReport, MethodReport, NotAnalysed,
    PatternReport, ProvenanceReport, TermReport, TypicalReport, UnpricedReport,
};
use serde::de::IgnoredAny;

/// What a comparison keeps of the parts of a report.
#[derive(Debug, Clone)]
pub(crate) struct Saved;

impl Form for Saved {
    type Text = String;
    type Names = Vec<String>;
    type Energy = IgnoredAny;
    type Quantiles = IgnoredAny;
    type Terms = Vec<Term>;
    type Follows = Vec<Follows>;
    type RestsOn = IgnoredAny;
    type Line = SourceLine;
}

/// What is executed as often as a factor says.
pub(crate) type Term = TermReport;

/// What is executed for each unit of a product of values.
pub(crate) type Follows = FollowsReport;

/// What a call costs that returns on average.
pub(crate) type Typical = TypicalReport<Saved>;

/// A line and what is executed on it.
pub(crate) type SourceLine = LineReport<f64, IgnoredAny, Vec<PatternReport>>;

/// What a call costs, of which the mean is kept.
pub(crate) type Mean = EnergyReport<IgnoredAny>;

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
    /// The archive that the class is in.
    pub jar: Option<String>,
    /// The entry of the class in it.
    pub entry: Option<String>,
    /// The first line of its code.
    pub line: Option<u32>,
    /// What is compared: its worst case, or its typical energy ([`Report::by`]); `None` where that is not known.
    pub(crate) cost: Option<Vec<Term>>,
    /// The symbols of [`Method::cost`].
    pub(crate) assumptions: Vec<AssumptionReport>,
    /// Its typical energy, where there is one.
    pub(crate) typical: Option<Typical>,
    /// What a call costs at least.
    pub(crate) least: Option<Mean>,
    pub(crate) provenance: Option<ProvenanceReport>,
    pub(crate) own: Option<Mean>,
    /// Why its worst case has no number although every symbol has a value; `None` where it has one.
    pub(crate) no_worst: Option<String>,
    pub(crate) unpriced: Option<Vec<UnpricedReport>>,
    /// Whom it calls; reports of before this was kept have none.
    pub(crate) callees: Vec<String>,
    /// The methods that may differ and that its typical energy rests on, those that may answer its calls among them. Saved reports
    /// have none.
    pub(crate) rests_on: Vec<String>,
    /// Names that were not found; reports of before this was kept have none.
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
            callees: method.callees,
            rests_on: Vec::new(),
            unresolved: method.unresolved,
            notes: method.notes,
            lines: method.lines,
        }
    }
}

impl Method {
    /// Reads a method of a report of this version; `name` is what messages call it.
    ///
    /// # Errors
    /// [`DiffError::NoReport`] for anything else.
    pub fn from_json(name: &str, json: &[u8]) -> Result<Self, DiffError> {
        let read: Result<MethodReport<Saved>, _> = serde_json::from_slice(json);
        read.map(Into::into).map_err(|error| DiffError::NoReport {
            name: name.to_owned(),
            message: error.to_string(),
        })
    }

    /// The same with the methods that may differ and that its typical energy rests on, as in `p/A.f(I)V`.
    #[must_use]
    pub fn resting_on(mut self, methods: Vec<String>) -> Self {
        self.rests_on = methods;
        self
    }

    /// Why there is nothing to price, `None` where there is.
    pub(crate) fn not_analysed(&self) -> Option<NotAnalysed> {
        self.notes
            .iter()
            .find_map(|note| NotAnalysed::of_note(note))
    }

    /// True where an error of the compiler took the body out.
    pub(crate) fn is_broken(&self) -> bool {
        self.not_analysed() == Some(NotAnalysed::NotCompiled)
    }

    /// What it is distinguished by.
    pub(crate) fn key(&self) -> (&str, &str, &str) {
        (&self.class, &self.method, &self.descriptor)
    }
}
