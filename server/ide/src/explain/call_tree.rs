//! The tree of a method's calls.

use crate::method_analysis::GivenPrice;
use crate::method_name::{parameters, signature};
use crate::model::Model;
use crate::program::Program;
use crate::report::unpriced_report;
use calls::{Explained, TreeCall, TreeCallee};
use cost::{Atom, Cost, Symbol, SymbolKind};
use documents::UnpricedReport;
use pricing::{PatternId, Tally};
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::sync::Arc;

/// A call with a smaller share of the whole is not broken down.
const SMALLEST_SHARE: f64 = 0.001;

/// The maximum number of methods broken down in one tree.
const MAX_TAKEN_APART: usize = 512;

/// Where a method's energy goes. Means are in joules.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CallTree {
    /// The mean of one call, callees included.
    pub mean: f64,
    /// The mean of the method's own part.
    pub own: f64,
    /// The mean of code that the caller chooses: the symbols that are energies.
    pub chosen_elsewhere: f64,
    /// Whether symbols without a value were set to [`crate::NOMINAL`].
    pub is_nominal: bool,
    /// The calls, in the order of the code.
    pub calls: Vec<CallReport>,
    /// What the method itself executes.
    #[serde(skip)]
    pub(super) own_tally: Tally,
}

/// A call and its cost. Means are in joules.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CallReport {
    /// The calling method, as text. It differs from the parent if methods call each other.
    pub caller: String,
    /// The calling line.
    pub line: Option<u32>,
    /// The called class, with slashes.
    pub class: String,
    /// The name.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// What kind of method it calls.
    pub kind: CallKind,
    /// Whether an object such as a lambda is passed here and called where it is used.
    pub is_handed: bool,
    /// Whether it is one of several possible targets. The most expensive one has the energy.
    pub is_choice: bool,
    /// The number of calls on the most expensive path.
    pub times: f64,
    /// The mean of all these calls, without symbols; `None` if it is unknown or part of the caller's.
    pub mean: Option<f64>,
    /// Its share of the root method, from 0 to 1.
    pub share: Option<f64>,
    /// Its own part of [`CallReport::mean`], if its calls are listed.
    pub own: Option<f64>,
    /// Why its calls are not listed although it has some.
    pub cut: Option<TruncationReason>,
    /// What the price includes, for a method whose code is not analysed because it is native or uses reflection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priced_as: Option<GivenPrice>,
    /// What is missing in its cost.
    pub unpriced: Vec<UnpricedReport>,
    /// Its calls.
    pub calls: Vec<Self>,
}

/// The kind of method that is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// A method of the analysed code.
    Project,
    /// A method of the JDK.
    Library,
    /// A method that calls its caller back. Its cost is part of the caller's.
    Recursive,
    /// The creator of the receiver decides. The energy is a symbol.
    ChosenElsewhere,
    /// Its cost is unknown.
    Unpriced,
}

/// Why a call is not broken down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TruncationReason {
    /// The tree is limited to this depth.
    Depth,
    /// It has less than a thousandth of the whole, or is not on the most expensive path.
    Small,
    /// The tree has enough branches.
    Size,
}

impl CallReport {
    /// `Map.get(Object)`, for readers.
    pub fn display(&self) -> String {
        let class = self.class.rsplit('/').next().unwrap_or_default();
        let class = class.replace('$', ".");
        match (self.method.as_str(), self.kind) {
            ("<init>", _) => format!("new {class}{}", parameters(&self.descriptor)),
            // Code that is linked at run time has no class name.
            (name, _) if class.is_empty() => format!("{name}{}", parameters(&self.descriptor)),
            (name, _) => format!("{class}.{name}{}", parameters(&self.descriptor)),
        }
    }

    /// The mean of one call.
    pub fn mean_each(&self) -> Option<f64> {
        self.mean
            .filter(|_| self.times > 0.0)
            .map(|mean| mean / self.times)
    }
}

/// The depth of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth(pub usize);

impl Program {
    /// Where the energy of a method goes. `value_of` gives the symbols' values; unknown ones are set to [`crate::NOMINAL`]. A
    /// branching recursion of unknown depth counts as one call.
    pub fn call_tree(
        &self,
        model: &Model,
        method: (&str, &str, &str),
        value_of: &dyn Fn(&Symbol) -> Option<f64>,
        Depth(depth): Depth,
    ) -> Option<CallTree> {
        let means = means_of(model);
        let mut wanted: FxHashSet<Vec<u32>> = FxHashSet::default();
        loop {
            let explained = self.explain(&means, &Arc::new(wanted.clone()), method)?;
            let mut reader = Reader::new(model, &explained, value_of)?;
            let calls = reader.calls(&explained.calls, &mut Vec::new(), depth, &wanted);
            // One level deeper each time, and only where that adds information.
            let more = reader.worthwhile;
            if more.is_empty() || wanted.len() >= MAX_TAKEN_APART {
                let own = reader.own;
                return Some(CallTree {
                    mean: reader.mean,
                    own: model.mean(&own).0,
                    chosen_elsewhere: reader.given,
                    is_nominal: reader.is_nominal,
                    calls: with_lines(self, calls),
                    own_tally: own,
                });
            }
            let room = MAX_TAKEN_APART - wanted.len();
            wanted.extend(more.into_iter().take(room));
        }
    }
}

fn with_lines(program: &Program, mut calls: Vec<CallReport>) -> Vec<CallReport> {
    for call in &mut calls {
        let instruction = call.line.take().unwrap_or_default();
        call.line = program.line_of(&call.caller, instruction);
        call.priced_as = (call.kind == CallKind::Library)
            .then(|| program.given_price(&call.class, &call.method, &call.descriptor))
            .flatten();
        call.calls = with_lines(program, std::mem::take(&mut call.calls));
        if let Some((method, descriptor)) = call.caller.split_once('(')
            && let Some((class, name)) = method.rsplit_once('.')
        {
            call.caller = signature(class, name, &format!("({descriptor}"));
        }
    }
    calls
}

/// The mean in joules of one execution of each pattern, on the displayed device.
fn means_of(model: &Model) -> Arc<[f64]> {
    let patterns = (0..u16::MAX).map(PatternId);
    patterns
        .take_while(|pattern| model.pricer().pattern(*pattern).is_some())
        .map(|pattern| model.mean(&Tally::from_iter([(pattern, 1.0)])).0)
        .collect()
}

/// The unknown depths of recursions that branch. The cost grows with a power of them, so an assumed value would mean nothing.
fn unknown_depths(cost: &Cost) -> Vec<Arc<Symbol>> {
    let atoms = cost.terms().iter().flat_map(|term| term.factor.powers());
    let exponents = atoms.filter_map(|(atom, _)| match atom {
        Atom::Power(power) => Some(power.exponent().symbols()),
        _ => None,
    });
    let symbols = exponents.flatten();
    symbols
        .filter(|symbol| symbol.kind == SymbolKind::Depth)
        .collect()
}

/// Reads a tree from the counts of a cost at given values.
struct Reader {
    tally: Tally,
    own: Tally,
    mean: f64,
    given: f64,
    is_nominal: bool,
    /// The calls that can be broken down further.
    worthwhile: Vec<Vec<u32>>,
}

impl Reader {
    fn new(
        model: &Model,
        explained: &Explained,
        value_of: &dyn Fn(&Symbol) -> Option<f64>,
    ) -> Option<Self> {
        let cost = &explained.total.cost;
        let mut told = cost
            .symbols
            .iter()
            .filter(|symbol| symbol.is_known_to_reader());
        let is_nominal = told.any(|symbol| value_of(symbol).is_none());
        let depths = unknown_depths(&cost.cost);
        let without_value = |symbol: &Symbol| {
            let is_depth = depths.iter().any(|depth| **depth == *symbol);
            if is_depth { 1.0 } else { symbol.nominal() }
        };
        let value =
            |symbol: &Symbol| Some(value_of(symbol).unwrap_or_else(|| without_value(symbol)));
        let tally = cost.cost.evaluate(&value).ok()?;
        let own = explained.own(&tally);
        let executed = explained.executed(&tally);
        Some(Self {
            mean: model.mean(&executed).0,
            given: executed.count(model.pricer().energy_pattern()),
            own,
            tally,
            is_nominal,
            worthwhile: Vec::new(),
        })
    }

    /// The calls at a node of the tree. Their lines are still instructions.
    fn calls(
        &mut self,
        calls: &[TreeCall],
        place: &mut Vec<u32>,
        depth: usize,
        wanted: &FxHashSet<Vec<u32>>,
    ) -> Vec<CallReport> {
        let mut reports = Vec::with_capacity(calls.len());
        for (index, call) in (0..).zip(calls) {
            place.push(index);
            let report = self.call(call, place, depth, wanted);
            place.pop();
            // An object that is passed but never called on the path is not a call.
            if !call.is_handed || report.times > 0.0 {
                reports.push(report);
            }
        }
        reports
    }

    fn call(
        &mut self,
        call: &TreeCall,
        place: &mut Vec<u32>,
        depth: usize,
        wanted: &FxHashSet<Vec<u32>>,
    ) -> CallReport {
        let kind = match call.callee {
            TreeCallee::Own => CallKind::Project,
            TreeCallee::Library => CallKind::Library,
            TreeCallee::Recursive => CallKind::Recursive,
            TreeCallee::ChosenElsewhere => CallKind::ChosenElsewhere,
            TreeCallee::Unpriced => CallKind::Unpriced,
        };
        let is_known = matches!(kind, CallKind::Project | CallKind::Library);
        let mean = is_known.then(|| self.tally.count(call.joules));
        let share = mean
            .filter(|_| self.mean > 0.0)
            .map(|mean| mean / self.mean);
        let is_broken_down =
            wanted.contains(place.as_slice()) || kind == CallKind::Project && !call.has_calls;
        let mut cut = None;
        if kind == CallKind::Project && !is_broken_down {
            if share.unwrap_or_default() < SMALLEST_SHARE {
                cut = Some(TruncationReason::Small);
            } else if place.len() >= depth {
                cut = Some(TruncationReason::Depth);
            } else {
                cut = Some(TruncationReason::Size);
                self.worthwhile.push(place.clone());
            }
        }
        let calls = self.calls(&call.children, place, depth, wanted);
        let of_callees: f64 = calls.iter().filter_map(|call| call.mean).sum();
        CallReport {
            caller: call.caller.to_string(),
            line: Some(call.instruction),
            class: call.class.to_string(),
            method: call.name.to_string(),
            descriptor: call.descriptor.to_string(),
            kind,
            is_handed: call.is_handed,
            is_choice: call.is_choice,
            times: self.tally.count(call.calls),
            own: mean
                .filter(|_| is_broken_down)
                .map(|mean| mean - of_callees),
            mean,
            share,
            cut,
            priced_as: None,
            unpriced: call.unpriced.iter().map(unpriced_report).collect(),
            calls,
        }
    }
}
