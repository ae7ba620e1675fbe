//! The density of an energy as points of a curve.

use crate::energy::Energy;
use crate::joules::Joules;

/// The probability that a curve leaves out at each end.
const TAIL: f64 = 0.0005;

impl Energy {
    /// Points (J, 1/J) of the density from left to right, as many as requested; empty if nothing is uncertain.
    pub fn curve(&self, points: u32) -> Vec<(f64, f64)> {
        // The normal distribution of a small energy extends below 0, but energies do not.
        let low = self.quantile(TAIL).max(Joules(0.0));
        let high = self.quantile(1.0 - TAIL);
        let step = (high.0 - low.0) / f64::from(points.saturating_sub(1));
        if !step.is_finite() || step <= 0.0 {
            return Vec::new();
        }
        let points = (0..points).map(|at| Joules(step.mul_add(f64::from(at), low.0)));
        points
            .map(|energy| (energy.0, self.pdf(energy)))
            .filter(|(_, density)| density.is_finite())
            .collect()
    }
}
