//! The errors of a model on programs that its fit has not seen.

use crate::posterior::Posterior;
use crate::record::{HeldOutProgram, Validated};

/// 90% of a normal distribution is within this many standard deviations of the mean.
const CENTRAL_90_SDS: f64 = 1.644_853_626_951_472_2;

impl Posterior {
    /// The error of a prediction as a share; above 0 if it was too high.
    ///
    /// `predicted` and `measured` are in joules. For a model whose programs are off by factors, it is the factor minus 1, so half
    /// and double are errors of −1 and 1; `predicted` is the median there, and the mean otherwise. Infinite if there is no
    /// factor, because the measured energy is 0 or less.
    pub fn error_of(&self, predicted: f64, measured: f64) -> f64 {
        if !self.is_off_by_factors() {
            return predicted / measured - 1.0;
        }
        let factor = predicted / measured;
        if factor <= 0.0 || !factor.is_finite() {
            f64::INFINITY
        } else if factor < 1.0 {
            1.0 - factor.recip()
        } else {
            factor - 1.0
        }
    }

    /// The errors on programs that the fit has not seen: its validation, or else the held-out programs; `None` without either.
    /// The discrepancies were estimated on the held-out programs, so their intervals contain about as many values as they should.
    pub fn unseen(&self) -> Option<Validated> {
        let validation = self.fit()?.validation.clone();
        validation.or_else(|| self.held_out_errors())
    }

    /// The errors on unseen programs in one line: those of [`Posterior::unseen`].
    pub fn error_in_words(&self) -> Option<String> {
        let unseen = self.unseen()?;
        let is_validated = self.fit().is_some_and(|fit| fit.validation.is_some());
        Some(if is_validated {
            self.unseen_in_words(&unseen)
        } else {
            self.held_out_in_words(&unseen)
        })
    }

    /// The errors on held-out programs in one line.
    pub fn held_out_in_words(&self, held_out: &Validated) -> String {
        format!(
            "{} (the widths of the intervals were fitted to these programs)",
            self.unseen_in_words(held_out)
        )
    }

    /// The errors on unseen programs in one line, without saying where the widths of the intervals come from.
    pub fn unseen_in_words(&self, unseen: &Validated) -> String {
        let Validated {
            programs,
            bias,
            median_error,
            p90_error,
            in_90_intervals,
        } = *unseen;
        let errors = if self.is_off_by_factors() {
            let (factor, direction) = (1.0 + bias.abs(), if bias < 0.0 { '÷' } else { '×' });
            format!(
                "median ×/÷{:.2}, p90 ×/÷{:.2}, bias {direction}{factor:.2}",
                1.0 + median_error,
                1.0 + p90_error
            )
        } else {
            format!(
                "median {:.1}%, p90 {:.1}%, bias {:+.1}%",
                100.0 * median_error,
                100.0 * p90_error,
                100.0 * bias
            )
        };
        format!(
            "on {programs} unseen programs: {errors}; {:.0}% of the 90% intervals contain the measured energy",
            100.0 * in_90_intervals
        )
    }

    /// The errors on the held-out programs; `None` without any.
    pub fn held_out_errors(&self) -> Option<Validated> {
        let programs = &self.fit()?.held_out;
        let errors: Vec<f64> = (programs.iter())
            .map(|program| self.error_of(self.central(program), program.measured_j))
            .filter(|error| !error.is_nan())
            .collect();
        let count = errors.len();
        let mut sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
        sizes.sort_unstable_by(f64::total_cmp);
        let at = |place: usize| sizes.get(place.min(count.saturating_sub(1))).copied();
        let finite: Vec<f64> = (errors.into_iter())
            .filter(|error| error.is_finite())
            .collect();
        let inside = programs.iter().filter(|program| self.is_covered(program));
        Some(Validated {
            programs: count as u64,
            bias: finite.iter().sum::<f64>() / finite.len() as f64,
            median_error: at(count / 2)?,
            p90_error: at(count * 9 / 10)?,
            in_90_intervals: inside.count() as f64 / count as f64,
        })
    }

    /// The standard deviation of the measured energy around the predicted one, in joules. Files of earlier versions have only the
    /// discrepancy.
    fn sd(&self, program: &HeldOutProgram) -> f64 {
        let by_discrepancy = (self.discrepancy() * program.predicted_j).abs();
        program.sd_j.unwrap_or(by_discrepancy)
    }

    /// The standard deviation of the logarithm of a prediction that is off by a factor.
    fn log_sd(&self, program: &HeldOutProgram) -> f64 {
        (self.sd(program) / program.predicted_j)
            .powi(2)
            .ln_1p()
            .sqrt()
    }

    /// The median if programs are off by factors, otherwise the mean, in joules.
    fn central(&self, program: &HeldOutProgram) -> f64 {
        if self.is_off_by_factors() {
            program.predicted_j * (-0.5 * self.log_sd(program).powi(2)).exp()
        } else {
            program.predicted_j
        }
    }

    /// Whether the 90% interval of a held-out program contains the measured energy.
    pub fn is_covered(&self, program: &HeldOutProgram) -> bool {
        let (off, sd) = if self.is_off_by_factors() {
            let off = (program.measured_j / self.central(program)).ln();
            (off, self.log_sd(program))
        } else {
            (program.measured_j - program.predicted_j, self.sd(program))
        };
        off.abs() <= CENTRAL_90_SDS * sd
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const COMPILED: &str = include_str!("../../../tests/fixtures/models/compiled.json");

    /// The fixture with these held-out programs: measured and predicted mean energy, and its standard deviation.
    fn compiled(held_out: &[(f64, f64, f64)]) -> Posterior {
        let mut model: Value = serde_json::from_str(COMPILED).unwrap();
        let programs: Vec<Value> = held_out
            .iter()
            .map(|(measured, predicted, sd)| {
                json!({ "program": "p", "device": "d", "measured_j": measured, "predicted_j": predicted, "sd_j": sd })
            })
            .collect();
        model["fit"] = json!({
            "priors": "scaled",
            "sampler": { "name": "NUTS", "chains": 2, "tune": 1, "draws": 1, "seed": 1, "target_accept": 0.8 },
            "verdict": {
                "passed": true, "failures": [], "largest_rhat": 1.0, "smallest_ess_bulk": 500.0,
                "smallest_ess_tail": 500.0, "divergences": 0, "e_bfmi": []
            },
            "parameters": [], "campaigns": [], "left_out": [], "cells": [], "held_out": programs,
            "draws": { "names": [], "rows_j": [] }
        });
        Posterior::from_json(&model.to_string()).unwrap()
    }

    #[test]
    fn half_and_double_are_off_alike_where_programs_are_off_by_factors() {
        let model = compiled(&[]);
        let error = |predicted, measured| model.error_of(predicted, measured);
        assert!((error(2.0, 1.0) - 1.0).abs() < 1e-12);
        assert!((error(1.0, 2.0) + 1.0).abs() < 1e-12);
        assert!(error(1.0, 0.0).is_infinite() && error(1.0, -1.0).is_infinite());
        let additive = Posterior::default_model();
        assert!((additive.error_of(1.0, 2.0) + 0.5).abs() < 1e-12);
    }

    /// With a mean of e^½ and a standard deviation of √((e − 1)·e), the logarithm is standard normal: the median is 1, and
    /// SciPy's `lognorm(1).interval(0.9)` is 0.193 to 5.18.
    #[test]
    fn what_is_off_by_a_factor_is_compared_with_the_median_and_with_quantiles_of_its_logarithm() {
        let mean = 0.5_f64.exp();
        let sd = (1.0_f64.exp_m1() * 1.0_f64.exp()).sqrt();
        let of = |measured: &[f64]| {
            let programs: Vec<(f64, f64, f64)> =
                measured.iter().map(|joules| (*joules, mean, sd)).collect();
            compiled(&programs).unseen().unwrap()
        };
        let inside = of(&[0.194, 5.17]);
        assert!((inside.in_90_intervals - 1.0).abs() < 1e-12, "{inside:?}");
        let outside = of(&[0.192, 5.19]);
        assert!(outside.in_90_intervals.abs() < 1e-12, "{outside:?}");
        let exact = of(&[1.0, 1.0, 1.0]);
        assert!(exact.median_error.abs() < 1e-9 && exact.bias.abs() < 1e-9);
        // Half and double of the median cancel. A program without cost is outside, and has no factor.
        let three = of(&[0.5, 2.0, -1.0]);
        assert!((three.median_error - 1.0).abs() < 1e-9, "{three:?}");
        assert!(three.bias.abs() < 1e-9 && three.p90_error.is_infinite());
        assert_eq!(three.programs, 3);
        assert!((three.in_90_intervals - 2.0 / 3.0).abs() < 1e-12);
        assert!(compiled(&[]).unseen().is_none());
    }

    #[test]
    fn the_words_are_factors_or_percentages() {
        let unseen = Validated {
            programs: 7,
            bias: -0.25,
            median_error: 0.5,
            p90_error: 1.0,
            in_90_intervals: 0.875,
        };
        assert_eq!(
            compiled(&[]).unseen_in_words(&unseen),
            "on 7 unseen programs: median ×/÷1.50, p90 ×/÷2.00, bias ÷1.25; 88% of the 90% intervals contain the measured energy"
        );
        assert_eq!(
            Posterior::default_model().unseen_in_words(&unseen),
            "on 7 unseen programs: median 50.0%, p90 100.0%, bias -25.0%; 88% of the 90% intervals contain the measured energy"
        );
        let fitted = "(the widths of the intervals were fitted to these programs)";
        let held_out = compiled(&[(1.0, 1.0, 0.5)]);
        assert!(held_out.error_in_words().unwrap().ends_with(fitted));
        assert_eq!(compiled(&[]).error_in_words(), None);
    }
}
