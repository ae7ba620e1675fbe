//! A method's energy over the values of one symbol.

use crate::failure::NameNotFound;
use crate::options::Range;
use anyhow::Result;
use ide::explain::Distribution;
use ide::{AssumedValues, MethodAnalysis, Model};
use std::collections::BTreeSet;

/// A point of a series.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub(super) struct Point {
    pub(super) value: f64,
    /// The energy of one call at this value.
    pub(super) total: Distribution,
    /// The energy for the band of a plot.
    #[serde(skip)]
    pub(super) energy: ide::Energy,
}

/// The energy at several values of a symbol.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub(super) struct Series {
    pub(super) symbol: String,
    pub(super) points: Vec<Point>,
}

impl Series {
    pub(super) fn new(
        model: &Model,
        method: &MethodAnalysis,
        assumptions: &AssumedValues,
        range: &Range,
        values: &[f64],
        quantiles: &[f64],
    ) -> Result<Self> {
        let symbols = &method.cost.symbols;
        let names: Vec<&str> = symbols.iter().map(|symbol| symbol.name.as_str()).collect();
        if !names.contains(&range.symbol.as_str()) {
            let told = symbols.iter().filter(|symbol| symbol.is_known_to_reader());
            let told: BTreeSet<&str> = told.map(|symbol| symbol.name.as_str()).collect();
            let known = if told.is_empty() {
                String::from("it depends on none")
            } else {
                let told: Vec<&str> = told.into_iter().collect();
                format!("it depends on {}", told.join(", "))
            };
            return Err(NameNotFound::from(format!(
                "the energy of {} does not depend on a symbol {}; {known}",
                method.name, range.symbol
            ))
            .into());
        }
        let missing: Vec<String> = symbols
            .iter()
            .filter(|symbol| symbol.is_known_to_reader() && symbol.name != range.symbol)
            .filter(|symbol| assumptions.value(symbol).is_none())
            .map(|symbol| format!("{}=…", symbol.name))
            .collect();
        if !missing.is_empty() {
            return Err(NameNotFound::from(format!(
                "--vary {} needs values for the other symbols: --assume {}",
                range.symbol,
                missing.join(",")
            ))
            .into());
        }
        let point = |value: &f64| {
            let value_of = |symbol: &ide::Symbol| {
                if symbol.name == range.symbol {
                    Some(*value)
                } else {
                    Some(
                        assumptions
                            .value(symbol)
                            .unwrap_or_else(|| symbol.nominal()),
                    )
                }
            };
            // Every symbol has a value.
            let tally = method.cost.cost.evaluate(&value_of).ok()?;
            let energy = model.predict(&tally);
            Some(Point {
                value: *value,
                total: Distribution::new(&energy, quantiles),
                energy,
            })
        };
        let points: Vec<Point> = values.iter().filter_map(point).collect();
        if points
            .iter()
            .any(|point| !point.total.mean.is_finite() || !point.total.sd.is_finite())
        {
            anyhow::bail!(
                "the energy is out of range at these values; vary {} over smaller ones",
                range.symbol
            );
        }
        Ok(Self {
            symbol: range.symbol.clone(),
            points,
        })
    }
}
