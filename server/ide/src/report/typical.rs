//! What a report says of a method's typical energy.

use super::energy::raw;
use super::{TermReport, term};
use crate::assumptions::Assumptions;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::typical::UncertaintyReason;
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use wcec::Symbol;

/// Methods without a price that are named one by one.
const MAX_UNPRICED: usize = 20;

/// What a call that returns costs on average.
#[derive(Debug, Clone, Serialize)]
pub struct TypicalReport {
    /// The mean in joules.
    pub mean: f64,
    /// The standard deviation in joules of what is executed on average.
    pub sd: f64,
    /// The ends in joules of an interval that holds the truth in 90 of 100 cases.
    pub interval: [f64; 2],
    /// `tight`, or `open` for no more than an order of magnitude.
    pub kind: &'static str,
    /// Why it is open; `None` where it is tight.
    pub why: Option<&'static str>,
    /// How many calls of methods without a price there are on average. They are not in the numbers.
    pub unpriced_calls: f64,
    /// Some of these methods, those with the most calls first.
    pub unpriced: Vec<UnpricedCalls>,
    /// The probability that an exception of the method's own leaves it. Its cost is not in the numbers.
    pub throws: f64,
    /// The energy over symbols; `None` where it is a number alone.
    pub formula: Option<String>,
    /// What is executed on average, as a list of one [`TermReport`].
    pub cost: Arc<RawValue>,
    /// The parts of the mean that follow values; they are in `cost`, with each value at what it is taken to be.
    pub follows: Box<[Arc<RawValue>]>,
    /// The parts of the mean that are not certain.
    pub behind: UncertaintyReport,
    /// A digest of the control flow: the same for states of a method whose branches ask the same; `None` where the method is too
    /// large.
    pub frequencies: Option<String>,
}

/// What is executed for each unit of a product of values.
#[derive(Debug, Serialize)]
struct FollowsReport<'r> {
    values: Vec<UsualReport<'r>>,
    each: TermReport<'r>,
}

/// A value, and what it is taken to be.
#[derive(Debug, Serialize)]
struct UsualReport<'r> {
    symbol: &'r str,
    value: f64,
}

/// Calls of a method without a price.
#[derive(Debug, Clone, Serialize)]
pub struct UnpricedCalls {
    /// `java/lang/Object.hashCode()I`
    pub method: String,
    /// How often it is called on average.
    pub calls: f64,
}

/// The parts of a typical energy that hang on something uncertain, in joules. They overlap.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct UncertaintyReport {
    /// On branches.
    pub branches: f64,
    /// On how often loops repeat.
    pub loops: f64,
    /// On which of several methods runs.
    pub dispatch: f64,
    /// On how deep methods call each other.
    pub recursion: f64,
}

impl TypicalReport {
    /// `None` where there is no code to price or a number is out of range.
    pub fn of(model: &Model, method: &MethodAnalysis, assumptions: &Assumptions) -> Option<Self> {
        let known = method.typical.as_ref();
        let known = known.filter(|_| method.not_analysed.is_none())?;
        let energy = model.typical_at(method, assumptions)?;
        let behind = known.behind();
        let named = known.unpriced().into_iter().take(MAX_UNPRICED);
        let terms: [TermReport<'_>; 1] = [term(
            model,
            String::from("1"),
            &known.tally_at(&|symbol: &Symbol| assumptions.value(symbol)),
        )];
        let report = Self {
            mean: energy.mean.0,
            sd: energy.sd.0,
            interval: [energy.low.0, energy.high.0],
            kind: if energy.is_tight() { "tight" } else { "open" },
            why: energy.open.map(UncertaintyReason::name),
            unpriced_calls: energy.unpriced_calls,
            unpriced: named
                .map(|(method, calls)| UnpricedCalls {
                    method: method.to_string(),
                    calls,
                })
                .collect(),
            throws: energy.throws,
            formula: model.typical_formula(method, assumptions),
            cost: raw(&terms).into(),
            follows: known
                .terms()
                .iter()
                .map(|followed| {
                    let value_of = |symbol: &Symbol| assumptions.value(symbol);
                    let values = followed.factors.iter();
                    let values = values.map(|(symbol, usual)| UsualReport {
                        symbol: &symbol.name,
                        value: value_of(symbol).unwrap_or(*usual).max(0.0),
                    });
                    let report = FollowsReport {
                        values: values.collect(),
                        each: term(model, String::from("1"), &followed.tally),
                    };
                    raw(&report).into()
                })
                .collect(),
            behind: UncertaintyReport {
                branches: behind.branches_joules,
                loops: behind.loops_joules,
                dispatch: behind.dispatch_joules,
                recursion: behind.recursion_joules,
            },
            frequencies: method.frequencies.map(|digest| format!("{digest:016x}")),
        };
        let [low, high] = report.interval;
        let numbers = [report.mean, report.sd, low, high, report.unpriced_calls];
        numbers
            .iter()
            .all(|number| number.is_finite())
            .then_some(report)
    }
}
