//! Where a method's energy goes: the method, its calls with their shares, and what the number rests on.

mod call_tree;

pub use call_tree::{CallKind, CallReport, CallTree, Depth, TruncationReason};

use crate::assumptions::AssumedValues;
use crate::details::DecisionDetails;
use crate::displayed_worst::DisplayedWorst;
use crate::method_analysis::MethodAnalysis;
use crate::method_breakdown::MethodBreakdown;
use crate::method_name::signature;
use crate::model::Model;
use crate::program::Program;
use crate::report::{Written, platform_of, symbols, typical_report, unpriced_report};
use crate::typical_share::TypicalShare;
use crate::unproven_assumption::{UnprovenAssumption, plain_notes};
use cost::{Symbol, formula};
use documents::ModelReport;
use documents::{AssumptionReport, Tool, TypicalReport, UnpricedReport};
use posterior::{Device, Energy, Features};
use pricing::Tally;
use serde::Serialize;
use std::collections::BTreeMap;
use wcec::{Decision, DecisionKind, LoopKind};

/// The schema that this version writes.
pub const SCHEMA: &str = "jouled.explain/1";

/// A method, and where its energy goes. Energies are in joules.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation<'r> {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// The program and its version.
    pub tool: Tool,
    /// What the numbers rest on.
    pub model: &'r ModelReport,
    /// The JDK that compiled or contains the code.
    pub jdk: Option<&'r str>,
    /// The class, with slashes.
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
    /// What a returning call costs on average; `None` if unknown.
    pub typical: Option<TypicalReport<Written<'r>>>,
    /// Where the typical energy goes, the largest parts first; `None` if calls were not followed.
    pub typical_parts: Option<Vec<TypicalShare>>,
    /// One call in the worst case, callees included; `None` if a symbol has no value or too many counts are assumed.
    pub total: Option<Distribution>,
    /// Why the worst case has no number, if too many counts are assumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
    /// The method's own energy on the same path; `None` if a symbol has no value.
    pub own: Option<Distribution>,
    /// What a returning call costs at least; `None` if unknown.
    pub cheapest: Option<Distribution>,
    /// The worst path; `None` if the method is too large to be broken down.
    pub worst_path: Option<PathReport>,
    /// The cost as a formula over the symbols.
    pub formula: String,
    /// The symbols and their values.
    pub symbols: Vec<AssumptionReport>,
    /// The loops.
    pub loops: Vec<LoopReport>,
    /// Where the energy goes, at the values of the formula and [`crate::NOMINAL`] for its symbols; `None` if calls were not
    /// followed.
    pub tree: Option<CallTree>,
    /// What is missing in the numbers; `None` if calls were not followed.
    pub unpriced: Option<Vec<UnpricedReport>>,
    /// What a reader should know about how the cost was computed.
    pub notes: Vec<String>,
    /// What the worst case rests on although the code does not show it.
    pub rests_on: Vec<UnprovenAssumption>,
    /// The names of the JVM conditions that it needs.
    pub platform: Vec<String>,
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
    /// The distribution with the quantiles for these probabilities.
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
    /// Whether symbols without a value were set to [`crate::NOMINAL`].
    pub is_nominal: bool,
    /// Whether the path is the most expensive on the mixture of all devices, while the numbers are those of one device.
    pub is_of_mixture: bool,
    /// The decisions on it, in the order of the code.
    pub decisions: Vec<DecisionDetails>,
}

impl PathReport {
    fn of(
        breakdown: &MethodBreakdown,
        model: &Model,
        shown: &DisplayedWorst,
        assumptions: &AssumedValues,
    ) -> Option<Self> {
        let path = breakdown.worst_path(assumptions)?;
        let mut symbols = shown.symbols.iter();
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
    /// The line where it begins.
    pub line: Option<u32>,
    /// The maximum number of times that control returns there.
    pub bound: String,
    /// `constant`, `symbolic` or `opaque`.
    pub kind: &'static str,
}

/// The note for [`is_widened`].
const WIDENED: &str = "the quantiles of the total allow for another path: it costs less on average, but its prices are less certain";

/// Whether another path raises the 99% quantile by at least 1%.
fn is_widened(model: &Model, tally: &Tally) -> bool {
    let features = model.features(tally);
    let mut alone = features.clone();
    alone.other_path_sd = 0.0;
    let p99 = |features: &Features| {
        let energy = model.posterior().predict(features, model.device());
        energy.wcec_quantile(0.99)
    };
    features.other_path_sd > 0.0 && p99(&features).0 >= 1.01 * p99(&alone).0
}

impl<'r> Explanation<'r> {
    /// Everything known about a method, with its paths. `program` follows its calls; `quantiles` are the probabilities to list.
    pub fn new(
        model: &'r Model,
        (method, breakdown): (&'r MethodAnalysis, &MethodBreakdown),
        assumptions: &AssumedValues,
        program: Option<&Program>,
        (quantiles, depth): (&[f64], Depth),
    ) -> Self {
        let shown = DisplayedWorst::of(model, method, assumptions);
        let value_of = |symbol: &Symbol| shown.fixed_value(symbol, assumptions);
        let name = (&*method.class, &*method.name, &*method.descriptor);
        let tree = program
            .filter(|_| method.followed.is_some())
            .and_then(|program| program.call_tree(model, name, &value_of, depth));
        let distribution = |tally: &Tally| {
            let told = Distribution::new(&model.predict(tally), quantiles);
            told.is_finite().then_some(told)
        };
        let total = model.evaluate_shown(&shown, assumptions).tally;
        let own = match &tree {
            Some(tree) => Some(&tree.own_tally),
            None => total.as_ref(),
        };
        let is_complete = total.is_some();
        let mut notes = plain_notes(&method.cost);
        if total.as_ref().is_some_and(|tally| is_widened(model, tally)) {
            notes.push(WIDENED.to_owned());
        }
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
            why_not: shown.speculation(),
            cheapest: (breakdown.best_case(model, assumptions).as_ref()).and_then(distribution),
            worst_path: PathReport::of(breakdown, model, &shown, assumptions),
            formula: formula(&shown.cost, model),
            symbols: symbols(&shown, assumptions),
            loops: method.cost.loops.iter().map(LoopReport::from).collect(),
            tree,
            unpriced: shown.unpriced.as_ref().map(|unpriced| {
                let parts = unpriced.iter();
                parts.map(unpriced_report).collect()
            }),
            notes,
            rests_on: UnprovenAssumption::of(&shown.rests_on),
            platform: platform_of(&shown.rests_on),
        }
    }
}

impl Explanation<'_> {
    /// Whether a part of the energy is unknown.
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
