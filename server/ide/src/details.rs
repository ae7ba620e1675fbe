//! Everything known about one method, for a page about it.

use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use crate::event_name::event_name;
use crate::method_analysis::MethodAnalysis;
use crate::method_breakdown::MethodBreakdown;
use crate::model::Model;
use crate::unproven_assumption::{UnprovenAssumption, plain_notes};
use cost::formula;
use posterior::{Energy, Joules};
use pricing::{Provenance, Tally};
use std::collections::BTreeMap;
use wcec::Decision;

/// The number of points of a curve: enough for a smooth line a few hundred pixels wide.
const CURVE_POINTS: u32 = 129;
/// The quantiles to list.
const QUANTILES: [f64; 4] = [0.5, 0.95, 0.99, 0.999];

/// The energy of a method, and what it rests on. Energies are in joules.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MethodDetails {
    /// The class, with slashes.
    pub class: String,
    /// The name, `<init>` for a constructor.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
    /// The text of its lens, without the sign.
    pub title: String,
    /// The cost as a formula over its symbols.
    pub formula: String,
    /// The symbols with their assumed values.
    pub symbols: Vec<SymbolDetails>,
    /// The density (1/J) over the energy (J); empty if a symbol has no value or nothing is uncertain.
    pub curve: Vec<(f64, f64)>,
    /// The mean; `None` if a symbol has no value.
    pub mean: Option<Joules>,
    /// The standard deviation.
    pub sd: Option<Joules>,
    /// The quantiles, by probability.
    pub quantiles: Option<BTreeMap<String, Joules>>,
    /// The mean energy of the method without its callees; `None` if a symbol has no value or calls were not followed.
    pub own: Option<Joules>,
    /// The mean energy that a returning call costs at least; `None` if unknown.
    pub cheapest: Option<Joules>,
    /// The decisions on the worst path, at the assumed values and [`crate::NOMINAL`] for other symbols.
    pub path: Vec<DecisionDetails>,
    /// What is executed, at the assumed values and [`crate::NOMINAL`] for other symbols.
    pub patterns: Vec<PatternDetails>,
    /// The shares of operation, data type and so on in the mean.
    pub categories: Vec<CategoryDetails>,
    /// The shares of executed events.
    pub provenance: ProvenanceDetails,
    /// Whether the numbers lack the bodies of called methods.
    pub calls_not_followed: bool,
    /// What the analysis had to assume.
    pub notes: Vec<String>,
    /// What the worst case rests on although the code does not show it.
    pub rests_on: Vec<UnprovenAssumption>,
    /// What the numbers rest on.
    pub model: ModelDetails,
}

/// A value that the code alone does not show.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct SymbolDetails {
    /// Its name.
    pub name: String,
    /// Its meaning.
    pub meaning: String,
    /// The line that it belongs to, counted from 1.
    pub line: Option<u32>,
    /// The assumed value.
    pub value: Option<f64>,
}

/// A decision on a path.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct DecisionDetails {
    /// The line, counted from 1.
    pub line: Option<u32>,
    /// The decision: `condition true, on to line 13`.
    pub text: String,
}

impl From<&Decision> for DecisionDetails {
    fn from(decision: &Decision) -> Self {
        Self {
            line: decision.line,
            text: decision.text(),
        }
    }
}

/// One kind of operation in a method.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PatternDetails {
    /// In words that a Java developer knows.
    pub name: String,
    /// The operation.
    pub operation: String,
    /// The data type.
    pub data_type: String,
    /// The data size.
    pub data_size: String,
    /// How often it is executed.
    pub count: f64,
    /// The mean of all its executions; `None` if it has no price.
    pub mean: Option<Joules>,
    /// Its share of the method's mean.
    pub share: Option<f64>,
    /// The basis of the price.
    pub provenance: &'static str,
    /// The standard deviation of a transferred price, as a share of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<f64>,
}

/// A category of the model and its share of the mean.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct CategoryDetails {
    /// The category.
    pub name: String,
    /// Its share.
    pub share: f64,
}

/// Shares of executed events.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct ProvenanceDetails {
    /// Measured patterns.
    pub modelled: f64,
    /// Priced by what another machine needs, times a ratio.
    pub transferred: f64,
    /// Priced like the most similar pattern.
    pub approximated: f64,
    /// Without a price.
    pub unpriced: f64,
}

/// What numbers rest on.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ModelDetails {
    /// The name of the posterior.
    pub name: String,
    /// The device, or `any`.
    pub device: String,
    /// Its structure.
    pub structure: String,
    /// How the JVM ran the measured programs.
    pub mode: String,
    /// The mapping and its version.
    pub mapping: String,
    /// The measured hardware.
    pub hardware: String,
    /// The measured JDK.
    pub jdk: String,
    /// The note to show before any number, if no meter measured the joules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmetered: Option<String>,
    /// What readers must know.
    pub caveats: Vec<String>,
}

impl MethodDetails {
    /// Collects what is known about a method.
    pub fn new(
        model: &Model,
        assumptions: &AssumedValues,
        method: &MethodAnalysis,
        breakdown: &MethodBreakdown,
    ) -> Self {
        let shown = DisplayedWorst::of(model, method, assumptions);
        let tally = model.evaluate_shown(&shown, assumptions).tally;
        let energy = tally.map(|tally| model.predict(&tally));
        let nominal = Model::nominal_of(&shown, assumptions);
        let total = model.mean(&nominal);
        let shares = model.shares(&nominal);
        let quantile = |energy: &Energy| {
            let listed = QUANTILES.map(|p| (p.to_string(), energy.wcec_quantile(p)));
            BTreeMap::from(listed)
        };
        let info = model.info();
        Self {
            class: method.class.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            title: model.headline(method, assumptions),
            formula: formula(&shown.cost, model),
            symbols: shown
                .symbols
                .iter()
                .chain(shown.given.iter().map(|(symbol, _)| symbol))
                .map(|symbol| SymbolDetails {
                    name: symbol.name.clone(),
                    meaning: symbol.meaning.clone(),
                    line: symbol.line,
                    value: assumptions.value(symbol),
                })
                .collect(),
            curve: energy
                .as_ref()
                .map(|energy| energy.curve(CURVE_POINTS))
                .unwrap_or_default(),
            mean: energy.as_ref().map(Energy::mean),
            sd: energy.as_ref().map(Energy::sd),
            quantiles: energy.as_ref().map(quantile),
            own: method.followed.as_ref().and_then(|followed| {
                let own = MethodAnalysis::of_cost(followed.own.clone());
                let tally = model.evaluate(&own, assumptions).tally?;
                Some(model.mean(&tally))
            }),
            cheapest: breakdown
                .best_case(model, assumptions)
                .map(|tally| model.mean(&tally)),
            path: breakdown
                .worst_path(assumptions)
                .map(|path| path.decisions)
                .unwrap_or_default()
                .iter()
                .map(DecisionDetails::from)
                .collect(),
            patterns: patterns(model, &nominal, total),
            categories: model
                .posterior()
                .shares(&model.features(&nominal), model.device())
                .into_iter()
                .filter(|_| total.0 > 0.0)
                .map(|(category, part)| CategoryDetails {
                    name: category.to_string().replace('_', " "),
                    share: part / total,
                })
                .collect(),
            provenance: ProvenanceDetails {
                modelled: shares.modelled,
                transferred: shares.transferred,
                approximated: shares.approximated,
                unpriced: shares.unpriced,
            },
            calls_not_followed: shares.callees_not_followed > 0.0,
            notes: plain_notes(&method.cost),
            rests_on: UnprovenAssumption::of(&shown.rests_on),
            model: ModelDetails {
                name: info.name.clone(),
                device: info.device.clone(),
                structure: info.structure.clone(),
                mode: info.mode.clone(),
                mapping: info.mapping.clone(),
                hardware: model.hardware().to_owned(),
                jdk: model.jdk().to_owned(),
                unmetered: info.unmetered.clone(),
                caveats: info
                    .other_jdk
                    .iter()
                    .chain(model.caveats())
                    .cloned()
                    .collect(),
            },
        }
    }
}

fn patterns(model: &Model, tally: &Tally, total: Joules) -> Vec<PatternDetails> {
    let mut patterns: Vec<PatternDetails> = tally
        .iter()
        .filter(|(id, _)| model.pricer().is_executed(*id))
        .filter_map(|(id, count)| {
            let pattern = model.pricer().pattern(id)?;
            let mut part = Tally::new();
            part.add(id, count);
            let mean = (pattern.provenance != Provenance::Unpriced).then(|| model.mean(&part));
            Some(PatternDetails {
                name: event_name(pattern),
                operation: pattern.operation.replace('_', " "),
                data_type: pattern.data_type.to_owned(),
                data_size: pattern.data_size.clone(),
                count,
                mean,
                share: mean.filter(|_| total.0 > 0.0).map(|mean| mean / total),
                provenance: pattern.provenance.name(),
                spread: model.pricer().transferred_spread(pattern),
            })
        })
        .collect();
    let key = |pattern: &PatternDetails| pattern.mean.map_or(0.0, |mean| mean.0);
    patterns.sort_by(|a, b| key(b).total_cmp(&key(a)));
    patterns
}
