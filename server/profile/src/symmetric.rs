//! Symmetric matrices with a few columns: their factors and eigenvalues. A library of linear algebra would take much longer to build than all the
//! rest of this crate.

/// More sweeps never happen: each squares what is left beside the diagonal.
const MOST_SWEEPS: usize = 60;

/// A symmetric matrix, of which the part up to the diagonal is kept.
#[derive(Clone, Debug)]
pub(crate) struct Symmetric {
    size: usize,
    rows: Vec<Vec<f64>>,
}

impl Symmetric {
    /// The sum of the outer products of these rows with themselves, each times its weight.
    pub(crate) fn of_products<'a>(
        size: usize,
        rows: impl Iterator<Item = (&'a [f64], f64)>,
    ) -> Self {
        let mut products: Vec<Vec<f64>> = (0..size).map(|row| vec![0.0; row + 1]).collect();
        for (row, weight) in rows {
            for (sums, value) in products.iter_mut().zip(row) {
                for (sum, other) in sums.iter_mut().zip(row) {
                    *sum += weight * value * other;
                }
            }
        }
        Self {
            size,
            rows: products,
        }
    }

    /// Cholesky's factor; `None` if the matrix is not positive definite.
    pub(crate) fn factor(self) -> Option<Factor> {
        let mut lower = self.rows;
        for row in 0..self.size {
            for column in 0..=row {
                let products = (0..column).map(|at| lower[row][at] * lower[column][at]);
                let rest = lower[row][column] - products.sum::<f64>();
                lower[row][column] = if column < row {
                    rest / lower[column][column]
                } else if rest > 0.0 && rest.is_finite() {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Factor(lower))
    }

    fn at(&mut self, one: usize, other: usize) -> &mut f64 {
        &mut self.rows[one.max(other)][one.min(other)]
    }

    /// The eigenvalues, by Jacobi's rotations (Golub and Van Loan 2013, "Matrix Computations", 8.5); `None` if values are
    /// not finite.
    pub(crate) fn eigenvalues(mut self) -> Option<Vec<f64>> {
        let squares = |row: &[f64]| row.iter().map(|value| value * value).sum::<f64>();
        let all: f64 = self.rows.iter().map(|row| squares(row)).sum();
        for _ in 0..MOST_SWEEPS {
            let beside = self.rows.iter().enumerate();
            let beside: f64 = beside.map(|(end, row)| squares(&row[..end])).sum();
            if beside <= all * f64::EPSILON.powi(2) {
                let diagonal = self.rows.iter().filter_map(|row| row.last());
                return Some(diagonal.copied().collect());
            }
            for one in 0..self.size {
                for other in 0..one {
                    self.rotate(one, other);
                }
            }
        }
        None
    }

    /// Turns two axes so that their value beside the diagonal becomes 0.
    fn rotate(&mut self, p: usize, q: usize) {
        let beside = *self.at(p, q);
        if beside == 0.0 {
            return;
        }
        let theta = (*self.at(q, q) - *self.at(p, p)) / (2.0 * beside);
        let tangent = theta.signum() / (theta.abs() + theta.hypot(1.0));
        let cosine = tangent.hypot(1.0).recip();
        let sine = tangent * cosine;
        for at in (0..self.size).filter(|at| ![p, q].contains(at)) {
            let (of_p, of_q) = (*self.at(at, p), *self.at(at, q));
            *self.at(at, p) = cosine * of_p - sine * of_q;
            *self.at(at, q) = sine * of_p + cosine * of_q;
        }
        *self.at(p, p) -= tangent * beside;
        *self.at(q, q) += tangent * beside;
        *self.at(p, q) = 0.0;
    }
}

/// The lower triangle whose product with its transpose is a positive definite matrix.
#[derive(Clone, Debug)]
pub(crate) struct Factor(Vec<Vec<f64>>);

impl Factor {
    /// The solution x of A x = `right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Self(lower) = self;
        let mut solved = right.to_vec();
        for (at, row) in lower.iter().enumerate() {
            let known = row.iter().zip(&solved).take(at);
            let known: f64 = known.map(|(factor, value)| factor * value).sum();
            solved[at] = (solved[at] - known) / row[at];
        }
        for at in (0..lower.len()).rev() {
            let later = (at + 1..lower.len()).map(|row| lower[row][at] * solved[row]);
            let later: f64 = later.sum();
            solved[at] = (solved[at] - later) / lower[at][at];
        }
        solved
    }
}

#[cfg(test)]
mod tests {
    use super::Symmetric;

    /// The Hilbert matrix of 4 rows, a sum of no products.
    fn hilbert() -> Symmetric {
        let row = |row: u8| (0..=row).map(move |column| 1.0 / f64::from(row + column + 1));
        Symmetric {
            size: 4,
            rows: (0..4).map(|at| row(at).collect()).collect(),
        }
    }

    fn assert_all_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found / expected - 1.0).abs() < 1e-9,
                "{found} is not {expected}"
            );
        }
    }

    /// From exact arithmetic: the inverse of a Hilbert matrix has whole numbers (its first row is 16, -120, 240, -140).
    #[test]
    fn a_system_of_equations_is_solved() {
        let factor = hilbert().factor().expect("a factor");
        let solved = factor.solve(&[1.0, 0.0, 0.0, 0.0]);
        assert_all_near(&solved, &[16.0, -120.0, 240.0, -140.0]);
    }

    /// Their sum and product are the trace and the determinant, 1 / 6,048,000; the largest is that of `numpy.linalg.eigvalsh`.
    #[test]
    fn eigenvalues_are_those_of_the_matrix() {
        let mut values = hilbert().eigenvalues().expect("eigenvalues");
        values.sort_by(f64::total_cmp);
        let trace = 1.0 + 1.0 / 3.0 + 1.0 / 5.0 + 1.0 / 7.0;
        assert_all_near(
            &[values.iter().sum(), values.iter().product(), values[3]],
            &[trace, 1.0 / 6_048_000.0, 1.500_214_280_059_243],
        );
    }

    #[test]
    fn what_has_no_factor_or_no_eigenvalues_has_none() {
        let rows: [&[f64]; 1] = [&[1.0, 2.0]];
        let one = |weight| Symmetric::of_products(2, rows.into_iter().zip([weight]));
        assert!(one(1.0).factor().is_none());
        assert!(one(-1.0).factor().is_none());
        assert!(one(f64::NAN).factor().is_none());
        assert!(one(f64::NAN).eigenvalues().is_none());
    }
}
