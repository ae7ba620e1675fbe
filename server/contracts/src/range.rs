//! Ranges of values: interval arithmetic.

use crate::expression::{Expression, log2};

/// The numbers from the first to the second.
pub(crate) type Interval = (f64, f64);

pub(crate) const UNBOUNDED: Interval = (f64::NEG_INFINITY, f64::INFINITY);

impl Expression {
    /// The range of the values if each name is in a range.
    pub(crate) fn range(&self, of: &impl Fn(&str) -> Interval) -> Interval {
        match self {
            Self::Number(number) | Self::Real(number) => (*number, *number),
            Self::Name(name) => of(name),
            Self::Negated(of_what) => negated(of_what.range(of)),
            Self::Sum(a, b) => sum(a.range(of), b.range(of)),
            Self::Difference(a, b) => sum(a.range(of), negated(b.range(of))),
            Self::Product(a, b) => product(a.range(of), b.range(of)),
            Self::Quotient(a, b) => quotient(a.range(of), b.range(of)),
            Self::WholeQuotient(a, b) => {
                let (low, high) = quotient(a.range(of), b.range(of));
                (low.trunc(), high.trunc())
            }
            Self::JavaQuotient(a, b) => {
                let (low, high) = quotient(a.range(of), b.range(of));
                (low.min(low.trunc()), high.max(high.trunc()))
            }
            Self::Remainder(a, b) => {
                let (dividend, divisor) = (a.range(of), b.range(of));
                if divisor.0 <= 0.0 && divisor.1 >= 0.0 {
                    // A remainder of a division by 0.0 is not even equal to itself.
                    return UNBOUNDED;
                }
                if is_point(dividend) && is_point(divisor) {
                    let rest = dividend.0 % divisor.0;
                    return (rest, rest);
                }
                let largest = divisor.0.abs().max(divisor.1.abs());
                let low = if dividend.0 < 0.0 { -largest } else { 0.0 };
                (low, largest.min(dividend.1.max(0.0)))
            }
            Self::Power(a, b) => power(a.range(of), b.range(of)),
            Self::Log2(a) => {
                let (low, high) = a.range(of);
                (log2(low), log2(high))
            }
        }
    }
}

pub(crate) fn is_point((low, high): Interval) -> bool {
    low >= high
}

fn negated((low, high): Interval) -> Interval {
    (-high, -low)
}

fn sum(a: Interval, b: Interval) -> Interval {
    let (low, high) = (a.0 + b.0, a.1 + b.1);
    // ∞ − ∞ may be anything.
    (
        if low.is_nan() { f64::NEG_INFINITY } else { low },
        if high.is_nan() { f64::INFINITY } else { high },
    )
}

/// Zero times anything is zero, even times infinity.
fn times(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}

pub(crate) fn product(a: Interval, b: Interval) -> Interval {
    let corners = [
        times(a.0, b.0),
        times(a.0, b.1),
        times(a.1, b.0),
        times(a.1, b.1),
    ];
    (
        corners.into_iter().fold(f64::INFINITY, f64::min),
        corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
    )
}

fn quotient(dividend: Interval, divisor: Interval) -> Interval {
    if divisor.0 <= 0.0 && divisor.1 >= 0.0 {
        return UNBOUNDED;
    }
    // A product with the reciprocal is not exact: 49 · (1 / 49) is less than 1.
    let divided = |a: f64, b: f64| if b.is_infinite() { 0.0 } else { a / b };
    let corners = [
        divided(dividend.0, divisor.0),
        divided(dividend.0, divisor.1),
        divided(dividend.1, divisor.0),
        divided(dividend.1, divisor.1),
    ];
    (
        corners.into_iter().fold(f64::INFINITY, f64::min),
        corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
    )
}

fn power(base: Interval, exponent: Interval) -> Interval {
    // Powers are monotonic in base and exponent only if the base is not negative.
    if base.0 < 0.0 {
        return UNBOUNDED;
    }
    let corners = [
        base.0.powf(exponent.0),
        base.0.powf(exponent.1),
        base.1.powf(exponent.0),
        base.1.powf(exponent.1),
    ];
    if corners.iter().any(|corner| corner.is_nan()) {
        return UNBOUNDED;
    }
    (
        corners.into_iter().fold(f64::INFINITY, f64::min),
        corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
    )
}
