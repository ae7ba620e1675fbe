//! Coordinates in which a posterior is nearly a standard normal distribution.

use faer::{Mat, Side};

/// The number of draws per dimension that a covariance needs.
const DRAWS_A_DIMENSION: usize = 4;

/// The map w ↦ centre + L w.
#[derive(Clone, Debug)]
pub(crate) struct Whitening {
    centre: Vec<f64>,
    /// L by columns and by rows, so both products read memory in order.
    columns: Vec<f64>,
    rows: Vec<f64>,
    /// Whether L is 0 above its diagonal, so half of it need not be read.
    is_lower: bool,
}

impl Whitening {
    /// The map from a mode and the negative Hessian there. Directions of curvature λ are scaled by 1/√λ. A negative curvature
    /// counts by its absolute value, and one near 0 as a standard deviation of `widest`.
    pub(crate) fn of_curvature(centre: Vec<f64>, curvature: &Mat<f64>, widest: f64) -> Self {
        let dimension = centre.len();
        let factor = match curvature.self_adjoint_eigen(Side::Lower) {
            Ok(eigen) => {
                let (vectors, values) = (eigen.U(), eigen.S());
                Mat::from_fn(dimension, dimension, |i, j| {
                    let curvature = values.column_vector()[j].abs().max(widest.powi(-2));
                    vectors[(i, j)] / curvature.sqrt()
                })
            }
            Err(_) => Mat::identity(dimension, dimension),
        };
        Self::of_factor(centre, &factor)
    }

    /// The map from draws of the coordinates: their mean and a Cholesky factor of their covariance. `None` if there are too few
    /// draws, or there is no such factor.
    pub(crate) fn of_draws(draws: &[Vec<f64>]) -> Option<Self> {
        let dimension = draws.first()?.len();
        if draws.len() < Self::draws_needed(dimension) {
            return None;
        }
        let count = draws.len() as f64;
        let mut centre = vec![0.0; dimension];
        for draw in draws {
            for (sum, value) in centre.iter_mut().zip(draw) {
                *sum += value / count;
            }
        }
        let deviations = Mat::from_fn(dimension, draws.len(), |i, j| draws[j][i] - centre[i]);
        let covariance = &deviations * deviations.transpose() * (1.0 / count);
        let factor = covariance.llt(Side::Lower).ok()?;
        let factor = factor.L().to_owned();
        let finite = (0..dimension).all(|i| factor[(i, i)].is_finite() && factor[(i, i)] > 0.0);
        finite.then(|| Self::of_factor(centre, &factor))
    }

    /// The number of draws needed to estimate a covariance.
    pub(crate) const fn draws_needed(dimension: usize) -> usize {
        DRAWS_A_DIMENSION * dimension
    }

    fn of_factor(centre: Vec<f64>, factor: &Mat<f64>) -> Self {
        let dimension = centre.len();
        let (mut columns, mut rows) = (Vec::new(), Vec::new());
        for i in 0..dimension {
            for j in 0..dimension {
                rows.push(factor[(i, j)]);
                columns.push(factor[(j, i)]);
            }
        }
        Self {
            centre,
            columns,
            rows,
            is_lower: (0..dimension).all(|i| (i + 1..dimension).all(|j| factor[(i, j)] == 0.0)),
        }
    }

    pub(crate) const fn dimension(&self) -> usize {
        self.centre.len()
    }

    /// centre + L w
    pub(crate) fn apply(&self, whitened: &[f64], position: &mut [f64]) {
        position.copy_from_slice(&self.centre);
        let columns = self.columns.chunks_exact(self.dimension());
        for (j, (w, column)) in whitened.iter().zip(columns).enumerate() {
            let first = if self.is_lower { j } else { 0 };
            for (x, l) in position[first..].iter_mut().zip(&column[first..]) {
                *x += w * l;
            }
        }
    }

    /// Lᵀ g
    pub(crate) fn pull_back(&self, gradient: &[f64], whitened: &mut [f64]) {
        whitened.fill(0.0);
        let rows = self.rows.chunks_exact(self.dimension());
        for (i, (g, row)) in gradient.iter().zip(rows).enumerate() {
            let end = if self.is_lower { i + 1 } else { row.len() };
            for (w, l) in whitened[..end].iter_mut().zip(&row[..end]) {
                *w += g * l;
            }
        }
    }
}
