//! Finds outliers by robust regression with Tukey's bisquare.

use crate::quantile::quantile;

/// Tukey's constant: 95% of the efficiency of the mean for normal noise.
pub const TUNING: f64 = 4.685;
/// The median of the absolute value of a standard normal variable.
const NORMAL_MAD: f64 = 0.674_489_750_196_081_7;
const ITERATIONS: usize = 100;
const TOLERANCE: f64 = 1e-12;

/// A robust location of values: their regression on a constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    /// The constant.
    pub centre: f64,
    /// The normalised median absolute residual.
    pub scale: f64,
    /// The weight of each value, from 1 at the centre to 0 at [`TUNING`] scales and beyond.
    pub weights: Vec<f64>,
}

impl Location {
    /// The indices of the values without weight.
    pub fn outliers(&self) -> impl Iterator<Item = usize> + '_ {
        self.weights
            .iter()
            .enumerate()
            .filter(|(_, weight)| **weight <= 0.0)
            .map(|(index, _)| index)
    }
}

/// Iteratively reweighted least squares, starting at the median. The scale is the normalised median absolute residual of each
/// step (Huber 1981, section 7.8; the bisquare of Beaton and Tukey 1974). If more than half of the values are equal, the scale is
/// 0 and there are no outliers.
pub fn location(values: &[f64]) -> Location {
    location_at_least(values, 0.0)
}

/// [`location`] with a scale of at least `least`, the known scatter of such values. The median absolute residual of a few values
/// is often far too small.
pub fn location_at_least(values: &[f64], least: f64) -> Location {
    let mut centre = quantile(values, 0.5);
    let mut scale = spread(values, centre).max(least);
    let mut weights = vec![1.0; values.len()];
    for _ in 0..ITERATIONS {
        if scale.is_nan() || scale <= 0.0 {
            return Location {
                centre,
                scale: 0.0,
                weights: vec![1.0; values.len()],
            };
        }
        for (weight, value) in weights.iter_mut().zip(values) {
            *weight = bisquare((value - centre) / scale);
        }
        let sum: f64 = weights.iter().sum();
        let next = weights
            .iter()
            .zip(values)
            .map(|(weight, value)| weight * value)
            .sum::<f64>()
            / sum;
        let step = (next - centre).abs();
        centre = next;
        scale = spread(values, centre).max(least);
        if step <= TOLERANCE * scale {
            break;
        }
    }
    Location {
        centre,
        scale,
        weights,
    }
}

fn bisquare(residual: f64) -> f64 {
    let ratio = residual / TUNING;
    if ratio.abs() < 1.0 {
        (1.0 - ratio * ratio).powi(2)
    } else {
        0.0
    }
}

fn spread(values: &[f64], centre: f64) -> f64 {
    let distances: Vec<f64> = values.iter().map(|value| (value - centre).abs()).collect();
    quantile(&distances, 0.5) / NORMAL_MAD
}
