//! Sums of products that keep their digits even if large parts cancel.

/// A running sum of products, about as accurate as in twice the precision.
///
/// Source: Ogita, Rump and Oishi 2005, "Accurate sum and dot product", algorithm Dot2 with `TwoProductFMA`. A program may add 10⁹
/// executions of one pattern and subtract nearly as many of another, so plain rounding would destroy the remaining digits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CompensatedSum {
    rounded: f64,
    error: f64,
}

impl CompensatedSum {
    pub(crate) fn add_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        self.error += a.mul_add(b, -product);
        self.add(product);
    }

    pub(crate) fn add(&mut self, term: f64) {
        let sum = self.rounded + term;
        let part = sum - self.rounded;
        self.error += (self.rounded - (sum - part)) + (term - part);
        self.rounded = sum;
    }

    pub(crate) fn value(self) -> f64 {
        // If numbers overflow, the error term is meaningless, but the sum is not.
        if self.rounded.is_finite() {
            self.rounded + self.error
        } else {
            self.rounded
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::CompensatedSum;

    /// Integers that a double represents exactly, so i128 gives the true sum.
    fn whole() -> impl Strategy<Value = i64> {
        -(1_i64 << 53)..=(1_i64 << 53)
    }

    proptest! {
        #[test]
        fn agrees_with_exact_arithmetic_after_cancellation(
            terms in prop::collection::vec((whole(), whole()), 1..40),
            rest in whole(),
        ) {
            let exact = |terms: &[(i64, i64)]| -> i128 {
                terms.iter().map(|&(a, b)| i128::from(a) * i128::from(b)).sum()
            };
            // The parts finally cancel, and only `rest` is left.
            let back = terms.iter().map(|&(a, b)| (-a, b));
            let all: Vec<(i64, i64)> =
                terms.iter().copied().chain([(rest, 1)]).chain(back).collect();
            let size: f64 = all.iter().map(|&(a, b)| (a as f64 * b as f64).abs()).sum();
            let mut sum = CompensatedSum::default();
            for (n, &(a, b)) in (1..).zip(&all) {
                sum.add_product(a as f64, b as f64);
                let exact = exact(&all[..n]) as f64;
                // Proposition 5.5 of the source, with u the unit roundoff.
                let unit = 0.5 * f64::EPSILON;
                let bound = unit * exact.abs() + (n as f64 * unit).powi(2) * size;
                prop_assert!((sum.value() - exact).abs() <= bound, "{} {exact}", sum.value());
            }
        }
    }

    #[test]
    fn keeps_what_cancellation_would_lose() {
        let mut sum = CompensatedSum::default();
        for (a, b) in [(1e17, 1.0), (1.0, 3.0), (-1e17, 1.0)] {
            sum.add_product(a, b);
        }
        assert_eq!(sum.value().to_bits(), 3.0_f64.to_bits());
    }

    #[test]
    fn overflow_is_infinite_not_undefined() {
        let mut sum = CompensatedSum::default();
        sum.add_product(1e300, 1e300);
        sum.add_product(1.0, 1.0);
        assert!(sum.value().is_infinite());
    }
}
