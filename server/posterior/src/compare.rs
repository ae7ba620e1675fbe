//! Which of two programs costs more.

use crate::energy::{Component, Energy};
use crate::features::Features;
use crate::joules::Joules;
use crate::posterior::{Device, Posterior};
use crate::sum::CompensatedSum;

/// κ: the variance of the factor of a part of a compiled program, in units of that of a whole program. Estimated on half of the
/// files of `tests/predict`, and tried on the others (docs/benchmarks/calibration.md).
const PARTS: f64 = 3.0;
/// The variance of the ratio of two unrelated programs, in units of that of the factor of one.
const UNRELATED: f64 = 2.0;

/// The comparison of two programs A and B under one posterior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnergyComparison {
    /// Mean of the expected energy of A minus that of B.
    pub delta_mean: Joules,
    /// Standard deviation of that difference: the posterior's uncertainty about it.
    pub delta_sd: Joules,
    /// Probability that the expected energy of A exceeds that of B.
    pub p_greater: f64,
    /// Standard deviation that the noise of execution adds to the difference of one run of A and one run of B. It shows how runs
    /// scatter, not which program costs more.
    pub execution_noise_sd: Joules,
}

impl Posterior {
    /// Which of two programs is expected to cost more, and how sure that is.
    ///
    /// With c = a − b, common parts cancel. P(A > B) is Φ of the mean of cᵀθ divided by √(cᵀCov(θ)c + (s · mean)² + τ² Σ
    /// (cₖE\[θₖ\])²), for each device and then mixed; with transferred features, cᵀθ is skewed as in
    /// [`Posterior::predict`]. The discrepancies apply only to the part that differs, and the noise of execution is kept separate.
    ///
    /// A and B are versions of one program: what both count is off by the same amount in both. For others, see
    /// [`Posterior::p_greater_than_unrelated`].
    ///
    /// In the compiled structure, let m₊ and m₋ be the means of what only A and only B have. These parts are off by separate
    /// factors, and by more than a whole program, in which the errors of parts cancel. So (s · mean)² is replaced by
    /// (exp(s²) − 1) · κ (m₊² + m₋²), and P(A > B) is Φ(ln(mA/mB)/√V) with V = s² κ (m₊² + m₋²)/(mA mB) + gᵀCov(θ)g and
    /// g = a/mA − b/mB. Neither is larger than for unrelated programs. So added code is not certain to cost more: a compiler may
    /// generate other code for the rest.
    pub fn compare(&self, a: &Features, b: &Features, device: Device) -> EnergyComparison {
        self.compare_beside(None, a, b, device)
    }

    /// The same if the energy of B was measured, in units of its prediction.
    ///
    /// A may repeat a part of B, as after a loop that runs twice as often. So the difference is written as r · B and a rest. r · B
    /// is known from the measurement, and only the rest has the uncertainty of the posterior and the discrepancies; the parts by
    /// which it is above and below 0 are off by separate factors. r is the median of what the difference has of each feature
    /// of B, weighted by the energy of the feature in B. B was measured on one device, so devices differ only in the ratio of the
    /// difference to B. If all that leaves more uncertainty than [`Posterior::compare`], nothing is taken from the measurement.
    pub fn compare_with_measured(
        &self,
        a: &Features,
        b: &Features,
        device: Device,
    ) -> EnergyComparison {
        let plain = self.compare(a, b, device);
        let share = self.repeated_share(&a.difference(b), b, device);
        let beside = self.compare_beside(Some(share), a, b, device);
        if beside.delta_sd < plain.delta_sd {
            EnergyComparison {
                delta_mean: plain.delta_mean,
                ..beside
            }
        } else {
            plain
        }
    }

    /// The size of the part of A − B that repeats no part of B, as in [`Posterior::compare_with_measured`]: √(more² + less²), where
    /// `more` and `less` are its parts above and below 0.
    pub fn beside_measured(&self, a: &Features, b: &Features, device: Device) -> Joules {
        let mut rest = a.difference(b);
        let share = self.repeated_share(&rest, b, device);
        rest.add_scaled(b, -share);
        Joules(squared_parts(self, &rest).sqrt())
    }

    /// The median of what a difference has of each feature of B, weighted by the energy of the feature in B.
    fn repeated_share(&self, difference: &Features, b: &Features, device: Device) -> f64 {
        let features = b.iter().map(|(id, count)| {
            let energy = (count * self.feature_mean(id)).abs();
            (difference.count(id) / count, energy)
        });
        let others = [
            (
                difference.device_count / b.device_count,
                (b.device_count * self.device_mean(device)).abs(),
            ),
            (
                difference.given_joules / b.given_joules,
                b.given_joules.abs(),
            ),
        ];
        let mut shares: Vec<(f64, f64)> = features
            .chain(others)
            .filter(|(share, energy)| share.is_finite() && *energy > 0.0)
            .collect();
        shares.sort_by(|one, two| one.0.total_cmp(&two.0));
        let half = shares.iter().map(|(_, energy)| energy).sum::<f64>() / 2.0;
        let mut below = 0.0;
        let median = shares.iter().find(|(_, energy)| {
            below += energy;
            below >= half
        });
        median.map_or(0.0, |(share, _)| *share)
    }

    /// P(A > B) if A and B are not versions of one program, so that each of them is off by its own discrepancies, even where both
    /// count the same features.
    ///
    /// It is Φ of the mean of cᵀθ, c = a − b, divided by √(cᵀCov(θ)c + D(A) + D(B)), for each device and then mixed. D is what the
    /// discrepancies add to the variance of one program in [`Posterior::predict`]. In the compiled structure, it is
    /// Φ(ln(mA/mB)/√(2s² + gᵀCov(θ)g)), g = a/mA − b/mB.
    pub fn p_greater_than_unrelated(&self, a: &Features, b: &Features, device: Device) -> f64 {
        let linear = self.linear(&a.difference(b));
        let of_each = [a, b].map(|of| self.linear(of));
        let components = self.components(device, |feature| {
            if let Some(ratio) = self.log_ratio([a, b], feature, |_| UNRELATED) {
                return ratio;
            }
            let (mean, variance) = self.with_device(&linear, feature);
            let of_each = of_each.iter();
            let misfits = of_each.map(|of| self.misfit(of, self.with_device(of, feature).0));
            Component::of_moments(mean, variance + misfits.sum::<f64>(), linear.third)
        });
        mean_probability_above_zero(&components)
    }

    /// Compares A with B. With `measured`, the part of the difference that is this many times B is certain, and the result is in
    /// units of the prediction of B.
    fn compare_beside(
        &self,
        measured: Option<f64>,
        a: &Features,
        b: &Features,
        device: Device,
    ) -> EnergyComparison {
        let mut difference = a.difference(b);
        let share = measured.unwrap_or(0.0);
        difference.add_scaled(b, -share);
        let linear = self.linear(&difference);
        let of_both = [a, b].map(|of| self.linear(of));
        let squared = squared_parts(self, &difference);
        let discrepancy = self.discrepancy().powi(2);
        let is_off_by_factors = self.is_off_by_factors();
        let delta_on = |feature| {
            let (mean, variance) = self.with_device(&linear, feature);
            let [of_a, of_b] = [0, 1].map(|at| self.with_device(&of_both[at], feature).0);
            let misfit = match measured {
                Some(_) if is_off_by_factors => discrepancy.exp_m1() * PARTS * squared,
                Some(_) => discrepancy * squared + linear.misfit,
                None if is_off_by_factors => {
                    let unrelated = of_a.powi(2) + of_b.powi(2);
                    discrepancy.exp_m1() * (PARTS * squared).min(unrelated)
                }
                None => self.misfit(&linear, mean),
            };
            let (known, scale) = match measured {
                Some(share) => (share * of_b, self.mean(b, device).0 / of_b),
                None => (0.0, 1.0),
            };
            let variance = (variance + misfit) * scale * scale;
            let third = linear.third * scale * scale * scale;
            Component::of_moments((mean + known) * scale, variance, third)
        };
        let by_ratio = |feature| match measured {
            Some(_) => None,
            None => self.log_ratio([a, b], feature, |product| {
                (PARTS * squared / product).min(UNRELATED)
            }),
        };
        let p_greater = mean_probability_above_zero(&self.components(device, |feature| {
            by_ratio(feature).unwrap_or_else(|| delta_on(feature))
        }));
        let delta = Energy::equal_mixture(self.components(device, delta_on));
        EnergyComparison {
            delta_mean: delta.mean(),
            delta_sd: delta.sd(),
            p_greater,
            execution_noise_sd: Joules(self.sigma_mean() * (a.n_noise + b.n_noise).max(0.0).sqrt()),
        }
    }

    /// The distribution of ln(A/B) on one device, if programs are off by factors and both means are positive. `squares` is what the
    /// discrepancies add to the variance, in units of s², given the product of both means.
    fn log_ratio(
        &self,
        programs: [&Features; 2],
        device_feature: Option<usize>,
        squares: impl Fn(f64) -> f64,
    ) -> Option<Component> {
        if !self.is_off_by_factors() {
            return None;
        }
        let means = programs.map(|of| self.with_device(&self.linear(of), device_feature).0);
        let [of_a, of_b] = means;
        if !(of_a > 0.0 && of_b > 0.0) {
            return None;
        }
        let [a, b] = programs;
        let relative = a.scaled(of_a.recip()).difference(&b.scaled(of_b.recip()));
        let (_, variance) = self.with_device(&self.linear(&relative), device_feature);
        let misfit = self.discrepancy().powi(2) * squares(of_a * of_b);
        Some(Component::of_moments(
            (of_a / of_b).ln(),
            variance + misfit,
            0.0,
        ))
    }
}

/// m₊² + m₋² in square joules, where m₊ is the sum of the positive parts of a difference and m₋ that of the negative parts, without
/// the device level.
fn squared_parts(posterior: &Posterior, difference: &Features) -> f64 {
    let (mut more, mut less) = (CompensatedSum::default(), CompensatedSum::default());
    let parts = difference
        .iter()
        .map(|(id, count)| count * posterior.feature_mean(id));
    for part in parts.chain([difference.given_joules]) {
        let side = if part < 0.0 { &mut less } else { &mut more };
        side.add_product(part, 1.0);
    }
    more.value().powi(2) + less.value().powi(2)
}

fn mean_probability_above_zero(components: &[Component]) -> f64 {
    let probabilities = components.iter().copied().map(probability_above_zero);
    probabilities.sum::<f64>() / components.len() as f64
}

/// P(X > 0); one half if X is certainly 0, because then neither program costs more.
fn probability_above_zero(delta: Component) -> f64 {
    let (mean, sd) = (delta.mean_j(), delta.sd_j());
    if sd > 0.0 || mean.is_nan() || sd.is_nan() {
        delta.probability_above_zero()
    } else if mean > 0.0 {
        1.0
    } else if mean < 0.0 {
        0.0
    } else {
        0.5
    }
}
