//! Lines in a report, and what is executed on them.

use super::energy::{energy_report, raw};
use crate::model::Model;
use documents::PatternReport;
use pricing::{Provenance, Tally};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::sync::Arc;

/// A line. The parts that depend on its tally are already written: an energy and [`PatternReport`]s.
#[derive(Debug, Clone)]
pub struct WrittenLine {
    /// The line, counted from 1.
    pub line: u32,
    priced: Arc<PricedLine>,
}

/// The report of lines that execute the same.
#[derive(Debug)]
pub(super) struct PricedLine {
    mean: Box<RawValue>,
    sd: Box<RawValue>,
    quantiles: Box<RawValue>,
    patterns: Box<RawValue>,
}

impl WrittenLine {
    pub(super) const fn new(line: u32, priced: Arc<PricedLine>) -> Self {
        Self { line, priced }
    }
}

impl Serialize for WrittenLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let line = documents::LineReport {
            line: self.line,
            mean: &self.priced.mean,
            sd: &self.priced.sd,
            quantiles: &self.priced.quantiles,
            patterns: &self.priced.patterns,
        };
        line.serialize(serializer)
    }
}

impl PricedLine {
    pub(super) fn new(model: &Model, tally: &Tally) -> Self {
        let energy = energy_report(&model.predict(tally));
        Self {
            mean: raw(&energy.mean),
            sd: raw(&energy.sd),
            quantiles: raw(&energy.quantiles),
            patterns: raw(&patterns(model, tally)),
        }
    }
}

/// What is executed, pattern by pattern.
pub fn patterns<'m>(model: &'m Model, tally: &Tally) -> Vec<PatternReport<&'m str>> {
    tally
        .iter()
        .filter(|(id, _)| model.pricer().is_executed(*id))
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
                operation: pattern.operation,
                data_type: pattern.data_type,
                data_size: &pattern.data_size,
                count: sign * count,
                mean: (pattern.provenance != Provenance::Unpriced).then(|| model.mean(&one).0),
            })
        })
        .collect()
}
