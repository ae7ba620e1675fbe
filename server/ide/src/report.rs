//! The saved form of an analysis, `jouled.report/1`. Joules throughout; shares count events.

use crate::analysis::MethodAnalysis;
use crate::assumptions::Assumptions;
use crate::model::{Model, ModelInfo};
use posterior::Energy;
use pricing::{Provenance, Tally};
use serde::Serialize;
use std::collections::BTreeMap;
use wcec::Term;

/// The schema this version writes.
pub const SCHEMA: &str = "jouled.report/1";

/// A whole report.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// The program and its version.
    pub tool: Tool,
    /// What the numbers rest on.
    pub model: ModelInfo,
    /// The JDK that compiled the code, `null` where class files were read.
    pub jdk: Option<String>,
    /// The methods.
    pub methods: Vec<MethodReport>,
    /// What could not be analysed, and why.
    pub problems: Vec<ProblemReport>,
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

/// A method.
#[derive(Debug, Clone, Serialize)]
pub struct MethodReport {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// The source file, relative to the project.
    pub file: Option<String>,
    /// The first line of the method's code.
    pub line: Option<u32>,
    /// The distribution; `null` where a symbol has no value, nothing could be seen or a number is out of range.
    pub energy: Option<EnergyReport>,
    /// The cost as a sum of factors.
    pub cost: Vec<TermReport>,
    /// The symbols and their values.
    pub assumptions: Vec<AssumptionReport>,
    /// How the executed events came by their prices.
    pub provenance: ProvenanceReport,
    /// The share of the savings on the stack that was not subtracted.
    pub clipped: f64,
    /// What a reader should know about how the cost was found.
    pub notes: Vec<String>,
    /// The lines.
    pub lines: Vec<LineReport>,
}

/// A distribution in joules.
#[derive(Debug, Clone, Serialize)]
pub struct EnergyReport {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// Quantiles by probability.
    pub quantiles: BTreeMap<&'static str, f64>,
}

/// A factor and what is executed that often.
#[derive(Debug, Clone, Serialize)]
pub struct TermReport {
    /// `1`, `n`, `n²`, …
    pub factor: String,
    /// The mean of one execution, joules; without the alternatives.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// Counts by feature.
    pub features: BTreeMap<String, f64>,
    /// How often the device's level counts.
    pub device_count: f64,
    /// N, the number of executed events.
    pub n_noise: f64,
    /// Paths of which none is the dearest for all values of the symbols: the dearest of them is added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Vec<TermReport>>,
}

/// A symbol and its value.
#[derive(Debug, Clone, Serialize)]
pub struct AssumptionReport {
    /// The name within the method.
    pub symbol: String,
    /// What it stands for.
    pub meaning: String,
    /// The line of its loop.
    pub line: Option<u32>,
    /// The value, `null` where none is assumed.
    pub value: Option<f64>,
    /// Where the value comes from.
    pub source: Option<&'static str>,
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

/// A line.
#[derive(Debug, Clone, Serialize)]
pub struct LineReport {
    /// The line, counted from 1.
    pub line: u32,
    /// The distribution.
    #[serde(flatten)]
    pub energy: EnergyReport,
    /// What is executed.
    pub patterns: Vec<PatternReport>,
}

/// A pattern on a line.
#[derive(Debug, Clone, Serialize)]
pub struct PatternReport {
    /// The operation.
    pub operation: String,
    /// The data type.
    pub data_type: String,
    /// The data size.
    pub data_size: String,
    /// How often; negative for results that stay on the stack.
    pub count: f64,
    /// The mean of all of them, joules; `null` where it is not known.
    pub mean: Option<f64>,
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

impl From<&Energy> for EnergyReport {
    fn from(energy: &Energy) -> Self {
        Self {
            mean: energy.mean().0,
            sd: energy.sd().0,
            quantiles: [
                ("0.5", 0.5),
                ("0.95", 0.95),
                ("0.99", 0.99),
                ("0.999", 0.999),
            ]
            .into_iter()
            .map(|(name, p)| (name, energy.wcec_quantile(p).0))
            .collect(),
        }
    }
}

impl EnergyReport {
    /// JSON has no way to write any other number.
    fn is_finite(&self) -> bool {
        self.quantiles
            .values()
            .chain([&self.mean, &self.sd])
            .all(|value| value.is_finite())
    }
}

impl MethodReport {
    /// The report of one method. `file` is where its source stands, relative to the project.
    pub fn new(
        model: &Model,
        method: &MethodAnalysis,
        assumptions: &Assumptions,
        file: Option<String>,
    ) -> Self {
        let evaluated = model.evaluate(method, assumptions).tally;
        let energy = evaluated
            .as_ref()
            .map(|tally| EnergyReport::from(&model.predict(tally)));
        let out_of_range = energy.as_ref().is_some_and(|energy| !energy.is_finite());
        // Shares of a symbolic cost hold at the nominal values.
        let executed = match evaluated {
            Some(_) if out_of_range => model.nominal(method, &Assumptions::default()),
            Some(tally) => tally,
            None => model.nominal(method, assumptions),
        };
        let shares = model.shares(&executed);
        let unseen = method.not_analysed.is_some();
        Self {
            class: method.class.clone(),
            method: method.name.clone(),
            descriptor: method.descriptor.clone(),
            file,
            line: method.line,
            energy: energy.filter(|_| !unseen && !out_of_range),
            cost: terms(model, method.cost.cost.terms()),
            assumptions: method
                .cost
                .symbols
                .iter()
                .map(|symbol| {
                    let value = assumptions.value(symbol);
                    AssumptionReport {
                        symbol: symbol.name.clone(),
                        meaning: symbol.meaning.clone(),
                        line: symbol.line,
                        value,
                        source: value.map(|_| "given"),
                    }
                })
                .collect(),
            provenance: ProvenanceReport {
                modelled: shares.modelled,
                approximated: shares.approximated,
                unpriced: if unseen { 1.0 } else { shares.unpriced },
            },
            clipped: shares.clipped,
            notes: method
                .cost
                .notes
                .iter()
                .map(ToString::to_string)
                .chain(
                    (shares.callees_not_followed > 0.0).then(|| String::from("calls not followed")),
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
                .map(|line| LineReport {
                    line: line.line,
                    energy: EnergyReport::from(&model.predict(&line.tally)),
                    patterns: patterns(model, &line.tally),
                })
                .collect(),
        }
    }
}

fn terms(model: &Model, terms: &[Term]) -> Vec<TermReport> {
    terms
        .iter()
        .map(|term| {
            let features = model.features(&term.tally);
            let energy = model.predict(&term.tally);
            TermReport {
                factor: term.factor.to_string(),
                mean: energy.mean().0,
                sd: energy.sd().0,
                features: features
                    .iter()
                    .filter_map(|(id, count)| {
                        Some((model.posterior().feature(id)?.name.clone(), count))
                    })
                    .collect(),
                device_count: features.device_count,
                n_noise: features.n_noise,
                alternatives: term
                    .alternatives
                    .iter()
                    .map(|alternative| self::terms(model, alternative))
                    .collect(),
            }
        })
        .collect()
}

/// What is executed, pattern by pattern.
pub fn patterns(model: &Model, tally: &Tally) -> Vec<PatternReport> {
    tally
        .iter()
        .filter_map(|(id, count)| {
            let pattern = model.pricer().pattern(id)?;
            let mut one = Tally::new();
            one.add(id, count);
            let sign = if pattern.operation.starts_with("stays") {
                -1.0
            } else {
                1.0
            };
            Some(PatternReport {
                operation: pattern.operation.to_owned(),
                data_type: pattern.data_type.to_owned(),
                data_size: pattern.data_size.clone(),
                count: sign * count,
                mean: (pattern.provenance != Provenance::Unpriced).then(|| model.mean(&one).0),
            })
        })
        .collect()
}
