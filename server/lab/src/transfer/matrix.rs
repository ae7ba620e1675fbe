//! Symmetric matrices: sums, parts and the Cholesky decomposition.

use anyhow::{Result, ensure};

/// A square matrix by rows.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    size: usize,
    values: Vec<f64>,
}

/// The lower triangle L of a positive definite matrix L Lᵀ.
pub(super) struct Cholesky(Matrix);

impl Matrix {
    /// The matrix with this value at each row and column.
    pub(super) fn of(size: usize, value: impl Fn(usize, usize) -> f64) -> Self {
        let values = (0..size * size).map(|at| value(at / size, at % size));
        Self {
            size,
            values: values.collect(),
        }
    }

    /// The value in a row and a column.
    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// The decomposition.
    ///
    /// # Errors
    /// If the matrix is not positive definite.
    pub(super) fn cholesky(&self) -> Result<Cholesky> {
        let mut lower = Self::of(self.size, |_, _| 0.0);
        for row in 0..self.size {
            for column in 0..=row {
                let (before, own) = lower.values.split_at(row * self.size);
                let other = if column == row {
                    &own[..column]
                } else {
                    &before[column * self.size..][..column]
                };
                let sum: f64 = own.iter().zip(other).map(|(a, b)| a * b).sum();
                let left = self.at(row, column) - sum;
                lower.values[row * self.size + column] = if column == row {
                    ensure!(left > 0.0, "a covariance is not positive definite");
                    left.sqrt()
                } else {
                    left / lower.at(column, column)
                };
            }
        }
        Ok(Cholesky(lower))
    }
}

impl Cholesky {
    /// L⁻¹ v.
    pub(super) fn whiten(&self, v: &[f64]) -> Vec<f64> {
        let lower = &self.0;
        let mut result: Vec<f64> = Vec::with_capacity(v.len());
        for (row, value) in v.iter().enumerate() {
            let known = &lower.values[row * lower.size..][..row];
            let sum: f64 = known.iter().zip(&result).map(|(a, b)| a * b).sum();
            result.push((value - sum) / lower.at(row, row));
        }
        result
    }

    /// ½ ln of the determinant of L Lᵀ.
    pub(super) fn half_log_determinant(&self) -> f64 {
        (0..self.0.size).map(|row| self.0.at(row, row).ln()).sum()
    }
}

/// aᵀb.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::{Matrix, dot};

    /// A = L Lᵀ with L = [[2, 0], [1, 3]], so L⁻¹ (4, 11) = (2, 3) and |A| = 36.
    #[test]
    fn a_decomposition_whitens_and_has_the_determinant() {
        let matrix = [[4.0, 2.0], [2.0, 10.0]];
        let lower = Matrix::of(2, |i, j| matrix[i][j]).cholesky().unwrap();
        assert_eq!(lower.whiten(&[4.0, 11.0]), [2.0, 3.0]);
        assert!((lower.half_log_determinant() - 6.0_f64.ln()).abs() < 1e-12);
        assert!((dot(&[1.0, 2.0], &[3.0, 4.0]) - 11.0).abs() < 1e-12);
        assert!(Matrix::of(2, |_, _| 1.0).cholesky().is_err());
    }
}
