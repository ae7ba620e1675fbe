//! The saved form of an analysis, `jouled.report/2`. Joules throughout; shares count events.

mod energy;
mod lines;
mod typical;
mod worst;

use energy::raw;
pub use energy::{EnergyReport, Quantiles};
use lines::PricedLine;
pub use lines::{LineReport, PatternReport, patterns};
pub use typical::{TypicalReport, UncertaintyReport, UnpricedCalls};
pub use worst::WorstReport;

use crate::assumptions::Assumptions;
use crate::displayed_worst::DisplayedWorst;
use crate::evaluation::Evaluation;
use crate::formula::formula;
use crate::memo::Memo;
use crate::method_analysis::MethodAnalysis;
use crate::method_breakdown::at_least;
use crate::model::{Model, ModelInfo, without_residue};
use crate::unproven_assumption::{UnprovenAssumption, plain_notes};
use pricing::{Shares, Tally};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wcec::{Cost, Term};

/// The schema this version writes.
pub const SCHEMA: &str = "jouled.report/2";

/// What a report begins with: all but its methods and problems.
#[derive(Debug, Clone, Serialize)]
pub struct Header<'r> {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// The program and its version.
    pub tool: Tool,
    /// What the numbers rest on.
    pub model: &'r ModelInfo,
    /// The JDK that compiled the code, `null` where class files were read.
    pub jdk: Option<&'r str>,
}

/// The program that wrote a report.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Tool {
    /// This program.
    pub const THIS: Self = Self {
        name: "jouled",
        version: env!("CARGO_PKG_VERSION"),
    };
}

/// A method. What its tally decides is written out already.
#[derive(Debug, Clone, Serialize)]
pub struct MethodReport<'r> {
    /// The class in binary form with slashes.
    pub class: &'r str,
    /// The name.
    pub method: &'r str,
    /// The descriptor.
    pub descriptor: &'r str,
    /// The source file, relative to the project.
    pub file: Option<&'r str>,
    /// The first line of the method's code.
    pub line: Option<u32>,
    /// What a call that returns costs on average; `null` where there is no code to price or a number is out of range.
    pub typical: Option<TypicalReport>,
    /// What a call costs in the worst case.
    pub worst: WorstReport,
    /// What a call costs at least that returns, at the assumed values and with no repetitions of loops that lack one;
    /// `null` where nothing is known of it.
    pub best: Option<EnergyReport>,
    /// How the executed events came by their prices.
    pub provenance: ProvenanceReport,
    /// The share of the savings on the stack that was not subtracted.
    pub clipped: f64,
    /// Who may run when it calls, sorted, as in `java/lang/Object.hashCode()I`; empty where the calls were not followed.
    pub callees: BTreeSet<String>,
    /// The names in it that were not found, sorted: neither in the project nor on the class path.
    pub unresolved: &'r [String],
    /// What a reader should know about how the cost was found.
    pub notes: Vec<String>,
    /// The lines.
    pub lines: Vec<LineReport>,
}

/// A factor and what is executed that often.
#[derive(Debug, Clone, Serialize)]
pub struct TermReport<'r> {
    /// `1`, `n`, `n²`, …
    pub factor: String,
    /// The mean of one execution, joules.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// Counts by feature.
    pub features: BTreeMap<&'r str, f64>,
    /// How often the device's level counts.
    pub device_count: f64,
    /// N, the number of executed events.
    pub n_noise: f64,
    /// Joules that somebody gives instead of the posterior.
    #[serde(skip_serializing_if = "is_zero")]
    pub given_joules: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

/// A symbol and its value.
#[derive(Debug, Clone, Serialize)]
pub struct AssumptionReport {
    /// The name within the method.
    pub symbol: String,
    /// What kind of thing it is.
    pub kind: &'static str,
    /// What it stands for.
    pub meaning: String,
    /// The line of its loop.
    pub line: Option<u32>,
    /// The value, `null` where none is assumed.
    pub value: Option<f64>,
    /// Where the value comes from.
    pub source: Option<&'static str>,
}

impl AssumptionReport {
    /// The symbols of a worst case as it is shown, and those that somebody gave values for.
    pub fn of(shown: &DisplayedWorst, assumptions: &Assumptions) -> Vec<Self> {
        let given = shown.given.iter().map(|(symbol, _)| symbol);
        let symbols = shown.symbols.iter().chain(given);
        symbols
            .map(|symbol| {
                let value = assumptions.value(symbol);
                Self {
                    symbol: symbol.name.clone(),
                    kind: symbol.kind.name(),
                    meaning: symbol.meaning.clone(),
                    line: symbol.line,
                    value,
                    source: value.map(|_| "given"),
                }
            })
            .collect()
    }
}

/// A callee of which the cost is not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnpricedReport {
    /// `java/lang/Object.hashCode()I`
    pub method: String,
    /// Why not.
    pub reason: &'static str,
}

impl From<&wcec::calls::Unpriced> for UnpricedReport {
    fn from(part: &wcec::calls::Unpriced) -> Self {
        Self {
            method: part.method.to_string(),
            reason: part.reason.name(),
        }
    }
}

/// Shares of executed events.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ProvenanceReport {
    /// Priced by measured patterns.
    pub modelled: f64,
    /// Priced by a relative.
    pub approximated: f64,
    /// Not priced.
    pub unpriced: f64,
}

/// What could not be analysed.
#[derive(Debug, Clone, Serialize)]
pub struct ProblemReport {
    /// The file.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// What happened.
    pub message: String,
}

/// What was written of methods and lines, for those that execute the same; one for each thread and model.
#[derive(Debug, Default)]
pub struct Memory {
    methods: Memo<Arc<PricedMethod>>,
    lines: Memo<Arc<PricedLine>>,
}

/// What is said of every method without symbols that executes the same.
#[derive(Debug)]
struct PricedMethod {
    /// `None` where a number is out of range.
    energy: Option<Arc<RawValue>>,
    cost: Arc<RawValue>,
    shares: Shares,
}

/// Who may run when a method calls, what it hands on among them.
fn callees(method: &MethodAnalysis) -> BTreeSet<String> {
    let followed = method.followed.iter();
    let calls = followed.flat_map(|followed| &followed.calls);
    calls
        .flat_map(|call| {
            let targets = call
                .targets
                .iter()
                .map(|target| format!("{}.{}{}", target.class, target.name, target.descriptor));
            let besides = call.besides.iter().map(ToString::to_string);
            targets.chain(besides)
        })
        .collect()
}

impl<'r> MethodReport<'r> {
    /// The report of one method. `file` is where its source stands, relative to the project.
    pub fn new(
        model: &Model,
        method: &'r MethodAnalysis,
        assumptions: &Assumptions,
        file: Option<&'r str>,
        memory: &mut Memory,
    ) -> Self {
        let unseen = method.not_analysed.is_some();
        let shown = DisplayedWorst::of(model, method, assumptions);
        let cost = &shown.cost;
        let Evaluation {
            tally: evaluated,
            missing,
            ..
        } = model.evaluate_shown(&shown, assumptions);
        let missing: Vec<&str> = missing.iter().map(|symbol| &*symbol.name).collect();
        let priced = match &evaluated {
            Some(tally) if cost.is_constant() => memory
                .methods
                .get(tally, || Arc::new(PricedMethod::new(model, cost, tally))),
            Some(tally) => Arc::new(PricedMethod::new(model, cost, tally)),
            // Shares of a symbolic cost hold at the nominal values.
            None => Arc::new(PricedMethod {
                energy: None,
                cost: raw(&terms(model, cost.terms())).into(),
                shares: model.shares(&Model::nominal_of(&shown, assumptions)),
            }),
        };
        let out_of_range = evaluated.is_some() && priced.energy.is_none();
        let shares = if out_of_range {
            model.shares(&model.nominal(method, &Assumptions::default()))
        } else {
            priced.shares
        };
        let energy = priced.energy.clone().filter(|_| !unseen);
        Self {
            class: &method.class,
            method: &method.name,
            descriptor: &method.descriptor,
            file,
            line: method.line,
            typical: TypicalReport::of(model, method, assumptions),
            worst: WorstReport {
                why_not: worst::reason(energy.is_some(), method.not_analysed, &missing),
                energy,
                formula: (!unseen && !cost.is_constant()).then(|| formula(cost, model)),
                cost: Arc::clone(&priced.cost),
                assumptions: AssumptionReport::of(&shown, assumptions),
                own: method.followed.as_ref().and_then(|followed| {
                    let own = MethodAnalysis::of_cost(followed.own.clone());
                    let tally = model.evaluate(&own, assumptions).tally?;
                    EnergyReport::finite(&model.predict(&tally))
                }),
                unpriced: shown.unpriced.as_ref().map(|unpriced| {
                    let parts = unpriced.iter();
                    parts.map(UnpricedReport::from).collect()
                }),
                rests_on: UnprovenAssumption::of(&shown.rests_on),
            },
            best: method.best_case.as_ref().and_then(|best_case| {
                let tally = at_least(model, best_case, assumptions)?;
                EnergyReport::finite(&model.predict(&tally))
            }),
            provenance: ProvenanceReport {
                modelled: shares.modelled,
                approximated: shares.approximated,
                unpriced: if unseen { 1.0 } else { shares.unpriced },
            },
            clipped: shares.clipped,
            callees: callees(method),
            unresolved: &method.unknown,
            notes: plain_notes(&method.cost)
                .into_iter()
                .chain(
                    (method.followed.is_none() && shares.callees_not_followed > 0.0)
                        .then(|| String::from("calls not followed")),
                )
                .chain(out_of_range.then(|| {
                    String::from("the energy is out of range at the assumed values; assume less")
                }))
                .chain(
                    method
                        .not_analysed
                        .map(|reason| format!("{reason}: no code to price")),
                )
                .collect(),
            lines: method
                .lines
                .iter()
                .map(|line| {
                    let priced = memory.lines.get(&line.tally, || {
                        Arc::new(PricedLine::new(model, &line.tally))
                    });
                    LineReport::new(line.line, priced)
                })
                .collect(),
        }
    }
}

impl PricedMethod {
    fn new(model: &Model, cost: &Cost, tally: &Tally) -> Self {
        let energy = EnergyReport::from(&model.predict(tally));
        Self {
            energy: energy.is_finite().then(|| raw(&energy).into()),
            cost: raw(&terms(model, cost.terms())).into(),
            shares: model.shares(tally),
        }
    }
}

fn terms<'m>(model: &'m Model, terms: &[Term]) -> Vec<TermReport<'m>> {
    let terms = terms.iter();
    terms
        .map(|one| term(model, one.factor.to_string(), &one.tally))
        .collect()
}

fn term<'m>(model: &'m Model, factor: String, tally: &Tally) -> TermReport<'m> {
    let features = model.features(tally);
    let energy = model.posterior().predict(&features, model.device());
    TermReport {
        factor,
        mean: without_residue(energy.mean().0),
        sd: energy.sd().0,
        features: features
            .iter()
            .filter_map(|(id, count)| Some((model.posterior().feature(id)?.name.as_str(), count)))
            .collect(),
        device_count: features.device_count,
        n_noise: features.n_noise,
        given_joules: features.given_joules,
    }
}
