//! Sums of products that do not lose digits where large parts cancel.

/// A running sum of products, about as exact as if it were computed in twice the precision.
///
/// Source: Ogita, Rump and Oishi 2005, "Accurate sum and dot product", algorithm Dot2 with
/// `TwoProductFMA`. A program adds 10⁹ executions of one pattern and subtracts nearly as many of
/// another, so plain rounding would eat the digits that are left.
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
        // Beyond the range of numbers the error term is meaningless, the sum itself is not.
        if self.rounded.is_finite() {
            self.rounded + self.error
        } else {
            self.rounded
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CompensatedSum;

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
