//! Where a method's energy goes: a method, its calls with their shares, and what the number rests on.

use crate::assumptions::Assumptions;
use crate::details::DecisionDetails;
use crate::displayed_worst::DisplayedWorst;
use crate::formula::formula;
use crate::method_analysis::{GivenPrice, MethodAnalysis};
use crate::method_breakdown::MethodBreakdown;
use crate::method_name::{parameters, signature};
use crate::model::Model;
use crate::program::Program;
use crate::report::{Written, symbols, typical_report, unpriced_report};
use crate::typical_share::TypicalShare;
use crate::unproven_assumption::{UnprovenAssumption, plain_notes};
use documents::ModelInfo;
use documents::{AssumptionReport, Tool, TypicalReport, UnpricedReport};
use posterior::{Device, Energy};
use pricing::{PatternId, Tally};
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use wcec::calls::{Explained, TreeCall, TreeCallee};
use wcec::{Decision, DecisionKind, LoopKind, Symbol};

/// The schema this version writes.
pub const SCHEMA: &str = "jouled.explain/1";

/// A call with less than this share of the whole is not taken apart.
const SMALLEST_SHARE: f64 = 0.001;

/// No more methods than this are taken apart in one tree.
const MAX_TAKEN_APART: usize = 512;

/// A method, and where its energy goes. Energies in joules.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation<'r> {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// The program and its version.
    pub tool: Tool,
    /// What the numbers rest on.
    pub model: &'r ModelInfo,
    /// The JDK that compiled the code or holds it.
    pub jdk: Option<&'r str>,
    /// The class in binary form with slashes.
    pub class: &'r str,
    /// The name, `<init>` for a constructor.
    pub method: &'r str,
    /// The descriptor.
    pub descriptor: &'r str,
    /// The method with Java's types.
    pub signature: String,
    /// The source file.
    pub file: Option<&'r str>,
    /// The first line of its code.
    pub line: Option<u32>,
    /// What a call that returns costs on average; `None` where that is not known.
    pub typical: Option<TypicalReport<Written<'r>>>,
    /// Where the typical energy goes, the largest parts first; `None` where calls were not followed.
    pub typical_parts: Option<Vec<TypicalShare>>,
    /// One call in the worst case with all that it calls; `None` where a symbol has no value.
    pub total: Option<Distribution>,
    /// What it executes itself on the same path; `None` where a symbol has no value.
    pub own: Option<Distribution>,
    /// What a call that returns costs at least; `None` where nothing is known of it.
    pub cheapest: Option<Distribution>,
    /// The worst path; `None` for a method that is too large to be taken apart.
    pub worst_path: Option<PathReport>,
    /// The cost as a formula over the symbols.
    pub formula: String,
    /// The symbols and their values.
    pub symbols: Vec<AssumptionReport>,
    /// The loops.
    pub loops: Vec<LoopReport>,
    /// Where the energy goes, at the assumed values and [`crate::NOMINAL`] for symbols without one; `None` where calls
    /// were not followed.
    pub tree: Option<CallTree>,
    /// What is not in the numbers; `None` where calls were not followed.
    pub unpriced: Option<Vec<UnpricedReport>>,
    /// What a reader should know about how the cost was found.
    pub notes: Vec<String>,
    /// What the worst case rests on although the code does not show it.
    pub rests_on: Vec<UnprovenAssumption>,
}

/// A distribution in joules.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Distribution {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// Quantiles by probability.
    pub quantiles: BTreeMap<String, f64>,
}

impl Distribution {
    /// The distribution with the quantiles of these probabilities.
    pub fn new(energy: &Energy, quantiles: &[f64]) -> Self {
        let of = |p: &f64| (p.to_string(), energy.wcec_quantile(*p).0);
        Self {
            mean: energy.mean().0,
            sd: energy.sd().0,
            quantiles: quantiles.iter().map(of).collect(),
        }
    }

    fn is_finite(&self) -> bool {
        let quantiles = self.quantiles.values().copied();
        quantiles.chain([self.mean, self.sd]).all(f64::is_finite)
    }
}

/// A path through a method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PathReport {
    /// True where symbols without a value were set to [`crate::NOMINAL`] for it.
    pub is_nominal: bool,
    /// True where the path is the most expensive on the mixture of all devices, and the numbers are those of one of them.
    pub is_of_mixture: bool,
    /// What is decided on it, in the order of the code.
    pub decisions: Vec<DecisionDetails>,
}

impl PathReport {
    fn of(
        breakdown: &MethodBreakdown,
        model: &Model,
        method: &MethodAnalysis,
        assumptions: &Assumptions,
    ) -> Option<Self> {
        let path = breakdown.worst_path(assumptions)?;
        let mut symbols = method
            .cost
            .symbols
            .iter()
            .filter(|symbol| symbol.is_known_to_reader());
        let is_choice = |decision: &Decision| !matches!(decision.kind, DecisionKind::Loop { .. });
        Some(Self {
            is_nominal: symbols.any(|symbol| assumptions.value(symbol).is_none()),
            is_of_mixture: model.posterior().devices().len() > 1
                && matches!(model.device(), Device::Named(_))
                && path.decisions.iter().any(is_choice),
            decisions: path.decisions.iter().map(DecisionDetails::from).collect(),
        })
    }
}

/// A loop and its bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LoopReport {
    /// The line of its beginning.
    pub line: Option<u32>,
    /// How often control returns there, at most.
    pub bound: String,
    /// `constant`, `symbolic` or `opaque`.
    pub kind: &'static str,
}

/// Where a method's energy goes. Means in joules.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CallTree {
    /// Of one call with all that it calls.
    pub mean: f64,
    /// Of what the method executes itself.
    pub own: f64,
    /// Of what is chosen elsewhere: what the symbols say that are energies.
    pub chosen_elsewhere: f64,
    /// True where symbols without a value were set to [`crate::NOMINAL`] for it.
    pub is_nominal: bool,
    /// The calls, in the order of the code.
    pub calls: Vec<CallReport>,
    /// What is executed by the method itself.
    #[serde(skip)]
    own_tally: Tally,
}

/// A call and what it takes. Means in joules.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CallReport {
    /// The method that calls, as text; another one than that above it where methods call each other.
    pub caller: String,
    /// The line that calls.
    pub line: Option<u32>,
    /// The class that is called, in binary form with slashes.
    pub class: String,
    /// The name.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// What it leads to.
    pub kind: CallKind,
    /// True for what is passed as an object, such as a lambda, and called where that is used.
    pub is_handed: bool,
    /// True where it is one of several methods that may run; the most expensive has the energy.
    pub is_choice: bool,
    /// How often it is called on the most expensive path.
    pub times: f64,
    /// The mean of all these calls, without what symbols stand for; `None` where it is not known or in the caller's.
    pub mean: Option<f64>,
    /// Its share of the method at the root, from 0 to 1.
    pub share: Option<f64>,
    /// What of [`CallReport::mean`] it executes itself, where its calls are told.
    pub own: Option<f64>,
    /// Why its calls are not told although it has some.
    pub cut: Option<TruncationReason>,
    /// As what it is priced where its code is not looked at: it is native, or looks into classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priced_as: Option<GivenPrice>,
    /// What is missing in its cost.
    pub unpriced: Vec<UnpricedReport>,
    /// Its calls.
    pub calls: Vec<Self>,
}

/// What a call leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// A method of the code that was given.
    Project,
    /// A method of the JDK.
    Library,
    /// A method that leads back to its caller: what it takes is the caller's.
    Recursive,
    /// Whoever made the receiver decides; the energy is a symbol.
    ChosenElsewhere,
    /// Nothing is known of what it takes.
    Unpriced,
}

/// Why a call is not taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TruncationReason {
    /// The tree goes no deeper.
    Depth,
    /// It has less than a thousandth of the whole, or is not on the most expensive path.
    Small,
    /// The tree has enough branches.
    Size,
}

impl CallReport {
    /// `Map.get(Object)`, for people.
    pub fn display(&self) -> String {
        let class = self.class.rsplit('/').next().unwrap_or_default();
        let class = class.replace('$', ".");
        match (self.method.as_str(), self.kind) {
            ("<init>", _) => format!("new {class}{}", parameters(&self.descriptor)),
            // Code that is linked at run time names no class.
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

/// How far a tree goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth(pub usize);

impl Program {
    /// Where the energy of a method goes. `value_of` gives the symbols' values; those it does not know are
    /// set to [`crate::NOMINAL`].
    pub fn call_tree(
        &self,
        method: (&str, &str, &str),
        value_of: &dyn Fn(&Symbol) -> Option<f64>,
        Depth(depth): Depth,
    ) -> Option<CallTree> {
        let model = self.model();
        let means = means_of(model);
        let mut wanted: FxHashSet<Vec<u32>> = FxHashSet::default();
        loop {
            let explained = self.explain(&means, &Arc::new(wanted.clone()), method)?;
            let mut reader = Reader::new(model, &explained, value_of)?;
            let calls = reader.calls(&explained.calls, &mut Vec::new(), depth, &wanted);
            // A level deeper each time, and only where that tells something.
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

/// The mean in joules of one execution of each pattern on the device that is shown.
fn means_of(model: &Model) -> Arc<[f64]> {
    let patterns = (0..u16::MAX).map(PatternId);
    patterns
        .take_while(|pattern| model.pricer().pattern(*pattern).is_some())
        .map(|pattern| model.mean(&Tally::from_iter([(pattern, 1.0)])).0)
        .collect()
}

/// Reads a tree off the counts of a cost at given values.
struct Reader {
    tally: Tally,
    own: Tally,
    mean: f64,
    given: f64,
    is_nominal: bool,
    /// The calls that can be taken apart further.
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
        let value = |symbol: &Symbol| Some(value_of(symbol).unwrap_or(symbol.nominal()));
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

    /// The calls at a place of the tree. Their lines are instructions as yet.
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
            // An object that is passed and never asked on the way is no call.
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
        let is_told =
            wanted.contains(place.as_slice()) || kind == CallKind::Project && !call.has_calls;
        let mut cut = None;
        if kind == CallKind::Project && !is_told {
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
            own: mean.filter(|_| is_told).map(|mean| mean - of_callees),
            mean,
            share,
            cut,
            priced_as: None,
            unpriced: call.unpriced.iter().map(unpriced_report).collect(),
            calls,
        }
    }
}

impl<'r> Explanation<'r> {
    /// All that is known of a method, with its paths. `program` follows its calls; `quantiles` are the probabilities that
    /// are told.
    pub fn new(
        model: &'r Model,
        (method, breakdown): (&'r MethodAnalysis, &MethodBreakdown),
        assumptions: &Assumptions,
        program: Option<&Program>,
        (quantiles, depth): (&[f64], Depth),
    ) -> Self {
        let value_of = |symbol: &Symbol| assumptions.value(symbol);
        let name = (&*method.class, &*method.name, &*method.descriptor);
        let tree = program
            .filter(|_| method.followed.is_some())
            .and_then(|program| program.call_tree(name, &value_of, depth));
        let distribution = |tally: &Tally| {
            let told = Distribution::new(&model.predict(tally), quantiles);
            told.is_finite().then_some(told)
        };
        let shown = DisplayedWorst::of(model, method, assumptions);
        let total = model.evaluate_shown(&shown, assumptions).tally;
        let own = match &tree {
            Some(tree) => Some(&tree.own_tally),
            None => total.as_ref(),
        };
        let is_complete = total.is_some();
        Self {
            schema: SCHEMA,
            tool: Tool::THIS,
            model: model.info(),
            jdk: None,
            class: &method.class,
            method: &method.name,
            descriptor: &method.descriptor,
            signature: signature(&method.class, &method.name, &method.descriptor),
            file: None,
            line: method.line,
            typical: typical_report(model, method, assumptions),
            typical_parts: program
                .and_then(|program| program.typical_shares(model, assumptions, method)),
            own: own.filter(|_| is_complete).and_then(distribution),
            total: total.as_ref().and_then(distribution),
            cheapest: (breakdown.best_case(model, assumptions).as_ref()).and_then(distribution),
            worst_path: PathReport::of(breakdown, model, method, assumptions),
            formula: formula(&shown.cost, model),
            symbols: symbols(&shown, assumptions),
            loops: method.cost.loops.iter().map(LoopReport::from).collect(),
            tree,
            unpriced: shown.unpriced.as_ref().map(|unpriced| {
                let parts = unpriced.iter();
                parts.map(unpriced_report).collect()
            }),
            notes: plain_notes(&method.cost),
            rests_on: UnprovenAssumption::of(&shown.rests_on),
        }
    }
}

impl Explanation<'_> {
    /// True where a part of the energy is not known.
    pub fn is_incomplete(&self) -> bool {
        self.total.is_none() || self.unpriced.as_ref().is_none_or(|parts| !parts.is_empty())
    }
}

impl From<&wcec::LoopInfo> for LoopReport {
    fn from(info: &wcec::LoopInfo) -> Self {
        Self {
            line: info.line,
            bound: info.bound.to_string(),
            kind: match info.kind {
                LoopKind::Constant => "constant",
                LoopKind::Symbolic => "symbolic",
                LoopKind::Opaque => "opaque",
            },
        }
    }
}
