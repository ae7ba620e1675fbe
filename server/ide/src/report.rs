//! The saved form of an analysis, `jouled.report/2`. Energies are in joules; shares count events.

mod energy;
mod lines;
mod symbols;
mod terms;
mod typical;
mod worst;
mod written;

pub use documents::{
    AnchorLevel, AnchoredReport, AssumptionReport, EnergyReport, Header, MeasuredReport,
    MethodReport, NotAnalysed, Openness, PatternReport, PlatformReport, ProblemReport,
    ProvenanceReport, SCHEMA, Severity, SymbolKind, Tool, TypicalReport, UnpricedReport,
    WorstReport,
};
use energy::{energy_report, finite, is_finite, raw};
use lines::PricedLine;
pub use lines::{WrittenLine, patterns};
pub(crate) use symbols::{symbols, unpriced_report};
use terms::terms;
pub(crate) use typical::typical_report;
pub use written::Written;

use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use crate::evaluation::Evaluation;
use crate::memo::Memo;
use crate::method_analysis::MethodAnalysis;
use crate::method_breakdown::at_least;
use crate::model::Model;
use crate::unproven_assumption::{UnprovenAssumption, endless_loops, plain_notes};
use cost::{Cost, PlatformCondition, formula};
use pricing::{ProvenanceShares, Tally};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Text already written for methods and lines that execute the same, one for each thread and model.
#[derive(Debug, Default)]
pub struct Memory {
    methods: Memo<Arc<PricedMethod>>,
    lines: Memo<Arc<PricedLine>>,
}

/// The report of methods without symbols that execute the same.
#[derive(Debug)]
struct PricedMethod {
    /// `None` if a number is out of range.
    energy: Option<Arc<RawValue>>,
    cost: Arc<RawValue>,
    shares: ProvenanceShares,
}

/// What every number assumes about the JVM.
pub fn platform() -> Vec<PlatformReport> {
    let all = PlatformCondition::ALL.map(|condition| PlatformReport {
        name: condition.name(),
        text: condition.text(),
        ended_by: condition.ended_by(),
    });
    all.to_vec()
}

/// The names of the JVM conditions that a worst case needs.
pub(crate) fn platform_of(rests_on: &cost::Assumptions) -> Vec<String> {
    let needed = rests_on.platform.iter();
    needed
        .map(|condition| condition.name().to_owned())
        .collect()
}

/// The methods that may run when a method calls, including those that it passes on.
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

/// The report of one method. `file` is its source path relative to the project.
pub fn method_report<'r>(
    model: &Model,
    method: &'r MethodAnalysis,
    assumptions: &AssumedValues,
    file: Option<&'r str>,
    memory: &mut Memory,
) -> MethodReport<Written<'r>> {
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
        // Shares of a symbolic cost apply to the nominal values.
        None => Arc::new(PricedMethod {
            energy: None,
            cost: raw(&terms(model, cost.terms())).into(),
            shares: model.shares(&Model::nominal_of(&shown, assumptions)),
        }),
    };
    let out_of_range = evaluated.is_some() && priced.energy.is_none();
    let shares = if out_of_range {
        model.shares(&model.nominal(method, &AssumedValues::default()))
    } else {
        priced.shares
    };
    let energy = priced.energy.clone().filter(|_| !unseen);
    MethodReport {
        class: &method.class,
        method: &method.name,
        descriptor: &method.descriptor,
        file,
        jar: None,
        entry: None,
        line: method.line,
        typical: typical_report(model, method, assumptions),
        worst: WorstReport {
            why_not: worst::reason(
                energy.is_some(),
                method.not_analysed,
                shown.speculation(),
                &missing,
            ),
            speculative: shown.is_speculative(),
            energy,
            formula: (!unseen && !cost.is_constant()).then(|| formula(cost, model)),
            cost: Arc::clone(&priced.cost),
            assumptions: symbols(&shown, assumptions),
            own: method.followed.as_ref().and_then(|followed| {
                let own = MethodAnalysis::of_cost(followed.own.clone());
                let tally = model.evaluate(&own, assumptions).tally?;
                finite(&model.predict(&tally))
            }),
            unpriced: shown.unpriced.as_ref().map(|unpriced| {
                let parts = unpriced.iter();
                parts.map(unpriced_report).collect()
            }),
            rests_on: UnprovenAssumption::of(&shown.rests_on),
            endless_loops: endless_loops(&method.cost),
            platform: platform_of(&shown.rests_on),
        },
        best: method.best_case.as_ref().and_then(|best_case| {
            let tally = at_least(model, best_case, assumptions)?;
            finite(&model.predict(&tally))
        }),
        provenance: Some(ProvenanceReport {
            modelled: shares.modelled,
            transferred: shares.transferred,
            approximated: shares.approximated,
            unpriced: if unseen { 1.0 } else { shares.unpriced },
        }),
        clipped: Some(shares.clipped),
        callees: callees(method).into_iter().collect(),
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
            .chain(method.not_analysed.map(NotAnalysed::note))
            .collect(),
        measured: None,
        anchored: None,
        lines: method
            .lines
            .iter()
            .map(|line| {
                let priced = memory.lines.get(&line.tally, || {
                    Arc::new(PricedLine::new(model, &line.tally))
                });
                WrittenLine::new(line.line, priced)
            })
            .collect(),
    }
}

impl PricedMethod {
    fn new(model: &Model, cost: &Cost, tally: &Tally) -> Self {
        let energy = energy_report(&model.predict(tally));
        Self {
            energy: is_finite(&energy).then(|| raw(&energy).into()),
            cost: raw(&terms(model, cost.terms())).into(),
            shares: model.shares(tally),
        }
    }
}
