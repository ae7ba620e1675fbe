//! A row, and what all rows of an analysis share.

use serde::Serialize;
use std::sync::Arc;

/// What the numbers rest on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ground {
    /// The posterior that prices the rows.
    pub model: String,
    /// Its digest.
    pub model_digest: String,
    /// The digest of the posterior that chose the worst paths. It differs if the rows were priced again.
    pub path_model_digest: String,
    /// The device, or `any`.
    pub device: String,
    /// The structure of the posterior, which determines the names of events.
    pub structure: String,
    /// The mapping from bytecode to events, with its version.
    pub mapping: String,
    /// The version of jouled that analysed the code.
    pub tool: String,
}

/// A method of an artifact. Energies are in joules per call.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The name of the input, such as a service or a jar.
    pub input: String,
    /// The organisation of the class's jar: a Maven group, or a vendor.
    pub organisation: Option<String>,
    /// The name of that jar's artifact.
    pub artifact: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The jar with the class; inside another one, `app.jar!/BOOT-INF/lib/x.jar`.
    pub jar: Option<String>,
    /// The entry of the class in it.
    pub entry: Option<String>,
    /// The class, with slashes.
    pub class: String,
    /// The method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The source file.
    pub file: Option<String>,
    /// The first line of its code.
    pub line: Option<u32>,
    /// Why there is no code to price.
    pub not_analysed: Option<String>,
    /// What a returning call costs on average.
    pub typical_j: Option<f64>,
    /// The lower end of an interval that contains the true value in 90 of 100 cases.
    pub typical_low_j: Option<f64>,
    /// Its upper end.
    pub typical_high_j: Option<f64>,
    /// Why the typical energy is only an order of magnitude.
    pub open: Option<String>,
    /// The mean of the worst case, with nominal values for symbols without a value.
    pub worst_j: Option<f64>,
    /// Its quantile of 0.99.
    pub worst_q99_j: Option<f64>,
    /// Whether the worst case has symbols without a value.
    pub worst_has_symbols: bool,
    /// Whether the worst case lacks the energy of a callee.
    pub worst_is_incomplete: bool,
    /// The share of executed events with a price, from 0 to 1.
    pub seen: Option<f64>,
    /// The number of unpriced calls in a typical call.
    pub unpriced_calls: Option<f64>,
    /// The typical energy divided by the sum over its events: 1, unless it was moved to lie between "at least" and the worst
    /// case.
    pub typical_factor: Option<f64>,
    /// The events of a typical call, and those on the worst path.
    pub events: Vec<EventCount>,
    /// What the numbers rest on.
    #[serde(flatten)]
    pub ground: Arc<Ground>,
}

/// A row without its events, with the columns that the Spark package adds about its input.
#[derive(Debug, Clone, PartialEq)]
pub struct ScannedRow {
    /// The row. Its class is empty if the input has no methods, and this row only says so.
    pub row: Row,
    /// `ok`, `partial` or `failed`; `None` if the table does not have it.
    pub outcome: Option<String>,
    /// Why the input is not `ok`.
    pub why: Option<String>,
}

/// How often an event is executed in a call.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EventCount {
    /// Operation, data type and data size, such as `array_read|int|4`.
    pub event: Arc<str>,
    /// The count in a typical call.
    pub typical: f32,
    /// The count on the worst path.
    pub worst: f32,
}

impl EventCount {
    /// The counts of an event, rounded to 12 significant bits to keep tables small. A sum is off by less than 1 in 4,000.
    pub fn rounded(event: Arc<str>, typical: f64, worst: f64) -> Self {
        Self {
            event,
            typical: rounded(typical),
            worst: rounded(worst),
        }
    }
}

/// The nearest number with 12 significant bits.
fn rounded(count: f64) -> f32 {
    const DROPPED: u32 = 12;
    let count = count as f32;
    if !count.is_finite() {
        return count;
    }
    let half = 1 << (DROPPED - 1);
    let bits = count.to_bits().saturating_add(half) & !((1 << DROPPED) - 1);
    let near = f32::from_bits(bits);
    if near.is_finite() { near } else { count }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn counts_are_off_by_less_than_one_in_four_thousand() {
        for count in [
            1.0,
            3.0,
            4095.0,
            0.1,
            1.0 / 3.0,
            1e-9,
            123_456_789.0,
            -7.7,
            3e38,
        ] {
            let near = f64::from(rounded(count));
            assert!(
                (near - count).abs() <= count.abs() / 4_000.0,
                "{count} {near}"
            );
        }
        assert!(rounded(f64::INFINITY).is_infinite());
        assert_eq!(rounded(4_095.0).to_bits(), 4_095.0_f32.to_bits());
        assert_eq!(rounded(0.0).to_bits(), 0.0_f32.to_bits());
    }
}
