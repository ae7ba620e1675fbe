//! Ranges of factors from ranges of their symbols, and simple expressions that are at least as large.

use super::polynomial::to_f64;
use super::{Atom, Factor, Polynomial, Symbol};
use num_traits::Signed;

/// The numbers from the first to the second.
type Interval = (f64, f64);

/// Zero times anything is zero, even if that is infinite.
fn times(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}

/// How often a number can be divided until it is below 1; infinite if the number is infinite.
fn divisions(base: f64, number: f64) -> f64 {
    if number == f64::INFINITY {
        return f64::INFINITY;
    }
    let (mut count, mut reached) = (0.0, 1.0);
    while reached <= number && count < 1100.0 {
        reached *= base;
        count += 1.0;
    }
    count
}

impl Factor {
    /// The smallest and the largest possible value, both at least 0, given bounds of the symbols. Each part of the factor takes
    /// its extremes separately, so the range may be too wide, but never too narrow.
    pub fn range(&self, of: &impl Fn(&Symbol) -> Interval) -> Interval {
        self.product_range(of, false)
    }

    fn product_range(&self, of: &impl Fn(&Symbol) -> Interval, negative_too: bool) -> Interval {
        let mut range = (1.0_f64, 1.0_f64);
        for (atom, power) in self.powers() {
            let power = i32::try_from(*power).unwrap_or(i32::MAX);
            let (low, high) = atom.range(of, negative_too);
            let (low, high) = if low >= 0.0 {
                (low.powi(power), high.powi(power))
            } else if power % 2 == 0 {
                (0.0, low.powi(power).max(high.powi(power)))
            } else {
                (low.powi(power), high.powi(power))
            };
            let corners = [
                times(range.0, low),
                times(range.0, high),
                times(range.1, low),
                times(range.1, high),
            ];
            range = (
                corners.into_iter().fold(f64::INFINITY, f64::min),
                corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
            );
        }
        range
    }

    /// Products of symbols with positive coefficients whose sum is at least this factor for all symbols within the bounds, if
    /// symbols below 0 count as 0 in the products; `None` if there are none.
    pub fn at_most(&self, of: &impl Fn(&Symbol) -> Interval) -> Option<Vec<(Self, f64)>> {
        let mut sum = vec![(Self::one(), 1.0)];
        for (atom, power) in self.powers() {
            let atom = atom.at_most(of)?;
            for _ in 0..*power {
                if sum.len() * atom.len() > 64 {
                    return None;
                }
                sum = sum
                    .iter()
                    .flat_map(|(factor, a)| {
                        atom.iter().map(move |(by, b)| (factor.times(by), a * b))
                    })
                    .collect();
            }
        }
        Some(sum)
    }
}

impl Atom {
    fn range(&self, of: &impl Fn(&Symbol) -> Interval, negative_too: bool) -> Interval {
        match self {
            Self::Symbol(symbol) if negative_too => of(symbol),
            Self::Symbol(symbol) => {
                let (low, high) = of(symbol);
                (low.max(0.0), high.max(0.0))
            }
            Self::Ceiling(ceiling) => {
                let (low, high) = ceiling.numerator().range(of, true);
                let divisor = ceiling.divisor() as f64;
                let count = |numerator: f64| (numerator / divisor).ceil().max(0.0);
                (count(low), count(high))
            }
            Self::Power(power) => {
                let (low, high) = power.exponent().range(of, false);
                let base = power.base() as f64;
                (base.powf(low.max(0.0)), base.powf(high.max(0.0)))
            }
            Self::Logarithm(logarithm) => {
                let (low, high) = logarithm.argument().range(of, true);
                let base = logarithm.base() as f64;
                (divisions(base, low), divisions(base, high))
            }
            Self::Extreme(extreme) => {
                let ranges = extreme.of().iter().map(|number| number.range(of, true));
                let (low, high) = if extreme.is_largest() {
                    ranges.fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |a, b| {
                        (a.0.max(b.0), a.1.max(b.1))
                    })
                } else {
                    ranges.fold((f64::INFINITY, f64::INFINITY), |a, b| {
                        (a.0.min(b.0), a.1.min(b.1))
                    })
                };
                (low.max(0.0), high.max(0.0))
            }
        }
    }

    fn at_most(&self, of: &impl Fn(&Symbol) -> Interval) -> Option<Vec<(Factor, f64)>> {
        match self {
            Self::Symbol(_) => Some(vec![(Factor::of(self.clone()), 1.0)]),
            Self::Ceiling(ceiling) => {
                let divisor = ceiling.divisor() as f64;
                // Rounding up adds less than 1.
                let mut sum = vec![(Factor::one(), (divisor - 1.0) / divisor)];
                for (factor, coefficient) in ceiling.numerator().terms() {
                    let by = to_f64(*coefficient) / divisor;
                    let (least, _) = factor.product_range(of, true);
                    if !coefficient.is_positive() {
                        // The numerator is larger where the symbols of a difference are negative.
                        if least < 0.0 {
                            least.is_finite().then_some(())?;
                            sum.push((Factor::one(), by * least));
                        }
                        continue;
                    }
                    let is_linear =
                        factor.powers().iter().map(|(_, power)| *power).sum::<u32>() <= 1;
                    if least < 0.0 && !is_linear {
                        // A product of two negative numbers would count.
                        return None;
                    }
                    for (factor, times) in factor.at_most(of)? {
                        sum.push((factor, times * by));
                    }
                }
                Some(sum)
            }
            // A power grows faster than every product, a logarithm more slowly, and the smallest or largest number varies.
            Self::Power(_) | Self::Logarithm(_) | Self::Extreme(_) => None,
        }
    }
}

impl Polynomial {
    fn range(&self, of: &impl Fn(&Symbol) -> Interval, negative_too: bool) -> Interval {
        let mut sum = (0.0, 0.0);
        for (factor, coefficient) in self.terms() {
            let (low, high) = factor.product_range(of, negative_too);
            let coefficient = to_f64(*coefficient);
            let (low, high) = if coefficient < 0.0 {
                (high, low)
            } else {
                (low, high)
            };
            sum.0 += times(coefficient, low);
            sum.1 += times(coefficient, high);
        }
        sum
    }
}
