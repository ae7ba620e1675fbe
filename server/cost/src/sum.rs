//! Sums over the iterations of a loop.
//!
//! In iteration κ = 0, …, T − 1 of a loop, the cost of its body is an expression in κ. If that is a polynomial, the sum is a
//! polynomial in T (Faulhaber): a body that repeats `n − 1 − κ` times in `n` iterations is executed `n²/2 − n/2` times, and not
//! `n` times `n − 1`. Otherwise, the largest value counts T times.

use super::{Atom, Cost, Factor, Polynomial, Rational, Symbol};
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, Zero};
use pricing::Tally;

/// The coefficients of T, T², … in the sums of κ⁰, κ¹, … over κ = 0, …, T − 1, as numerators and denominators.
const SUMS: [&[(i64, i64)]; 6] = [
    &[(1, 1)],
    &[(-1, 2), (1, 2)],
    &[(1, 6), (-1, 2), (1, 3)],
    &[(0, 1), (1, 4), (-1, 2), (1, 4)],
    &[(-1, 30), (0, 1), (1, 3), (-1, 2), (1, 5)],
    &[(0, 1), (-1, 12), (0, 1), (5, 12), (-1, 2), (1, 6)],
];

/// The maximum number of terms in a sum.
const MAX_TERMS: usize = 256;

/// The iterations of a loop.
#[derive(Debug)]
pub struct Iterations<'i> {
    /// The symbol κ for the number of the iteration, from 0.
    index: &'i Symbol,
    /// The maximum number of iterations.
    trip: &'i Polynomial,
    /// `⌈numerator / divisor⌉` is that number if it is positive.
    numerator: Polynomial,
    divisor: Rational,
}

/// `α·T + β·κ + rest`, an upper bound of an atom in all iterations that count.
struct Line {
    of_trip: Rational,
    of_index: Rational,
    rest: Polynomial,
    /// False if it may be larger than the atom.
    exact: bool,
    /// The numbers of first and last iterations in which it is 0.
    skipped: (i64, i64),
}

impl<'i> Iterations<'i> {
    /// The iterations of a loop that repeats `trip` times; `index` counts them.
    pub fn new(index: &'i Symbol, trip: &'i Polynomial) -> Self {
        let (numerator, divisor) = match only_atom(trip) {
            Some(Atom::Ceiling(ceiling)) => (ceiling.numerator().clone(), ceiling.divisor()),
            _ => (trip.clone(), 1),
        };
        Self {
            index,
            trip,
            numerator,
            divisor: divisor.into(),
        }
    }

    /// The total cost of all iterations, or more. `None` if a number grows too large.
    pub fn sum(&self, cost: &Cost) -> Option<Cost> {
        let mut sum = Cost::zero();
        for term in cost.terms() {
            if !self.is_in(&term.factor) {
                sum.add(Cost::from_iter([term.clone()]).times(self.trip));
                continue;
            }
            let (more, less) = by_sign(&term.tally);
            let found = self.sum_of_factor(&term.factor);
            if let Some((total, exact)) = found {
                sum.add(Cost::from(more).times(&total));
                // Subtracted parts may be left out, but not overestimated.
                if exact {
                    sum.add(Cost::from(less).times(&total));
                }
            } else {
                let largest = self.largest_of_factor(&term.factor, true)?;
                sum.add(Cost::from(more).times(&largest).times(self.trip));
            }
        }
        Some(sum)
    }

    /// The total cost of all iterations if the trip count is exact, or less: a part whose sum is unknown counts as 0. `None` if
    /// nothing is known.
    pub fn exact_sum(&self, cost: &Cost, means: &[f64]) -> Option<Cost> {
        let mut sum = Cost::zero();
        for term in cost.terms() {
            if !self.is_in(&term.factor) {
                sum.add(Cost::from_iter([term.clone()]).times(self.trip));
                continue;
            }
            match self.sum_of_factor(&term.factor) {
                Some((total, true)) => sum.add(Cost::from(term.tally.clone()).times(&total)),
                _ if term.tally.mean(means) >= 0.0 => {}
                _ => return None,
            }
        }
        Some(sum)
    }

    /// The maximum cost of the iteration that leaves the loop. `None` if a number grows too large.
    pub fn last(&self, cost: &Cost) -> Option<Cost> {
        let mut last = Cost::zero();
        for term in cost.terms() {
            if self.is_in(&term.factor) {
                let largest = self.largest_of_factor(&term.factor, false)?;
                last.add(Cost::from(by_sign(&term.tally).0).times(&largest));
            } else {
                last.add(Cost::from_iter([term.clone()]));
            }
        }
        Some(last)
    }

    /// The largest value of a bound in any iteration that returns. `None` if a number grows too large.
    pub fn largest(&self, bound: &Polynomial) -> Option<Polynomial> {
        if let Some((rest, of_index)) = self.linear(bound) {
            let last = self.last_index(true)?.checked_scale(of_index)?;
            return Polynomial::positive_ceiling(&rest.checked_add(&last)?, 1);
        }
        let mut largest = Polynomial::default();
        for (factor, coefficient) in bound.terms() {
            if !self.is_in(factor) {
                let term = Polynomial::of_factor(factor.clone(), *coefficient);
                largest = largest.checked_add(&term)?;
            } else if coefficient.is_positive() {
                let value = self.largest_of_factor(factor, true)?;
                largest = largest.checked_add(&value.checked_scale(*coefficient)?)?;
            }
        }
        Some(largest)
    }

    /// Whether a bound depends on the iteration.
    pub fn is_in_bound(&self, bound: &Polynomial) -> bool {
        bound.terms().iter().any(|(factor, _)| self.is_in(factor))
    }

    fn is_in(&self, factor: &Factor) -> bool {
        factor
            .symbols()
            .iter()
            .any(|symbol| **symbol == *self.index)
    }

    /// The part of a factor that does not depend on the iteration, and the atoms that do.
    fn split<'f>(&self, factor: &'f Factor) -> (Polynomial, Vec<(&'f Atom, u32)>) {
        let mut fixed = Factor::one();
        let mut varying = Vec::new();
        for (atom, power) in factor.powers() {
            let mut symbols = Vec::new();
            atom.symbols(&mut symbols);
            if symbols.iter().any(|symbol| **symbol == *self.index) {
                varying.push((atom, *power));
            } else {
                for _ in 0..*power {
                    fixed = fixed.times(&Factor::of(atom.clone()));
                }
            }
        }
        (Polynomial::of_factor(fixed, Rational::one()), varying)
    }

    /// The sum of a factor over all iterations, and whether it is exact rather than an upper bound.
    fn sum_of_factor(&self, factor: &Factor) -> Option<(Polynomial, bool)> {
        let (fixed, varying) = self.split(factor);
        let lines = varying
            .iter()
            .map(|(atom, power)| Some((self.line(atom)?, *power)))
            .collect::<Option<Vec<(Line, u32)>>>()?;
        let first = lines.iter().map(|(line, _)| line.skipped.0).max()?;
        let last = lines.iter().map(|(line, _)| line.skipped.1).max()?;
        let skipped = first.checked_add(last)?;
        let trip = if skipped == 0 {
            self.trip.clone()
        } else {
            let by = self.divisor.checked_mul(&Rational::from(skipped))?;
            let rest = constant(-by);
            Polynomial::positive_ceiling(
                &self.numerator.checked_add(&rest)?,
                self.divisor.to_integer(),
            )?
        };
        // By powers of κ, counted from the first iteration with a non-zero value.
        let mut series = vec![Polynomial::constant(1)];
        let mut exact = self.is_trip_exact();
        for (line, power) in &lines {
            exact &= line.exact;
            let of_skipped = (line.of_trip.checked_mul(&Rational::from(skipped))?)
                .checked_add(&line.of_index.checked_mul(&Rational::from(first))?)?;
            let at_first = (trip.checked_scale(line.of_trip)?)
                .checked_add(&line.rest)?
                .checked_add(&constant(of_skipped))?;
            for _ in 0..*power {
                if series.len() >= SUMS.len() {
                    return None;
                }
                let mut product = vec![Polynomial::default(); series.len() + 1];
                for (degree, coefficient) in series.iter().enumerate() {
                    let low = coefficient.checked_mul(&at_first)?;
                    product[degree] = product[degree].checked_add(&low)?;
                    let high = coefficient.checked_scale(line.of_index)?;
                    product[degree + 1] = product[degree + 1].checked_add(&high)?;
                }
                series = product;
            }
        }
        let mut sum = Polynomial::default();
        for (coefficient, powers) in series.iter().zip(SUMS) {
            let mut power = Polynomial::constant(1);
            for (numerator, denominator) in powers {
                power = power.checked_mul(&trip)?;
                let scaled = power.checked_scale(Rational::new(*numerator, *denominator))?;
                sum = sum.checked_add(&coefficient.checked_mul(&scaled)?)?;
            }
            if sum.terms().len() > MAX_TERMS {
                return None;
            }
        }
        Some((sum.checked_mul(&fixed)?, exact))
    }

    /// Whether the trip count, as counted in a cost, equals the number that it stands for, whatever the values of its symbols.
    fn is_trip_exact(&self) -> bool {
        only_atom(self.trip).is_some()
            || (self.trip.symbols().iter()).all(|symbol| symbol.is_never_negative())
    }

    /// An upper bound of an atom that is linear in the iteration and never negative in the iterations that count.
    fn line(&self, atom: &Atom) -> Option<Line> {
        let ceiling = match atom {
            Atom::Symbol(_) => {
                return Some(Line {
                    of_trip: Rational::zero(),
                    of_index: Rational::one(),
                    rest: Polynomial::default(),
                    exact: true,
                    skipped: (0, 0),
                });
            }
            Atom::Ceiling(ceiling) => ceiling,
            Atom::Power(_) | Atom::Logarithm(_) | Atom::Extreme(_) => return None,
        };
        let (rest, of_index) = self.linear(ceiling.numerator())?;
        let count = self.trip.as_constant();
        // If it is positive, the trip count determines one of its symbols.
        let leading = self.numerator.terms().last();
        let alpha = match leading {
            Some((factor, coefficient)) if count.is_none() => {
                rest.coefficient(factor).checked_div(coefficient)?
            }
            _ => Rational::zero(),
        };
        let alpha = if alpha.is_negative() {
            Rational::zero()
        } else {
            alpha
        };
        let rest = rest.checked_add(&self.numerator.checked_scale(-alpha)?)?;
        let of_trip = alpha.checked_mul(&self.divisor)?;
        let (constant_part, has_symbols, certain) = rest_of(&rest)?;
        let low = of_trip.checked_add(&constant_part)?;
        let drift = of_trip.checked_add(&of_index)?;
        // The number of iterations after which a line that is negative at one end is no longer negative.
        let until = |negative: &Rational, per_iteration: &Rational| -> Option<i64> {
            let iterations = negative.checked_div(per_iteration)?;
            let (numerator, denominator) = (*iterations.numer(), *iterations.denom());
            Some(-(-i128::from(numerator)).div_euclid(i128::from(denominator)))
                .and_then(|count| i64::try_from(count).ok())
        };
        let is_free = has_symbols || !of_trip.is_zero();
        let skipped = if of_index.is_negative() {
            let at_end = match count {
                Some(count) => {
                    let last = count.checked_sub(&Rational::one())?;
                    constant_part.checked_add(&of_index.checked_mul(&last)?)?
                }
                None if drift.is_negative() => return None,
                None => low,
            };
            if !at_end.is_negative() {
                (0, 0)
            } else if !has_symbols && (count.is_some() || self.divisor.is_one() && drift.is_zero())
            {
                (0, until(&at_end, &of_index)?)
            } else {
                return None;
            }
        } else if !low.is_negative() {
            (0, 0)
        } else if is_free || of_index.is_zero() {
            return None;
        } else {
            (until(&constant_part, &-of_index)?, 0)
        };
        let by = Rational::new(1, ceiling.divisor());
        let round = by.checked_mul(&Rational::from(ceiling.divisor() - 1))?;
        Some(Line {
            of_trip: of_trip.checked_mul(&by)?,
            of_index: of_index.checked_mul(&by)?,
            rest: rest.checked_scale(by)?.checked_add(&constant(round))?,
            exact: certain
                && ceiling.divisor() == 1
                && (of_trip.is_zero() || self.divisor.is_one()),
            skipped,
        })
    }

    /// A polynomial that is linear in the iteration: the part without it, and its coefficient.
    fn linear(&self, polynomial: &Polynomial) -> Option<(Polynomial, Rational)> {
        let mut rest = Polynomial::default();
        let mut of_index = Rational::zero();
        for (factor, coefficient) in polynomial.terms() {
            if !self.is_in(factor) {
                let term = Polynomial::of_factor(factor.clone(), *coefficient);
                rest = rest.checked_add(&term)?;
            } else if matches!(factor.powers(), [(Atom::Symbol(_), 1)]) {
                of_index = *coefficient;
            } else {
                return None;
            }
        }
        Some((rest, of_index))
    }

    /// The largest value of a factor in an iteration that returns, or in any iteration.
    fn largest_of_factor(&self, factor: &Factor, returns: bool) -> Option<Polynomial> {
        let (mut product, varying) = self.split(factor);
        for (atom, power) in varying {
            let value = match atom {
                Atom::Symbol(_) => {
                    let last = self.last_index(returns)?;
                    Polynomial::positive_ceiling(&last, 1)?
                }
                Atom::Ceiling(ceiling) => {
                    let numerator = self.largest_of_number(ceiling.numerator(), returns)?;
                    Polynomial::positive_ceiling(&numerator, ceiling.divisor())?
                }
                Atom::Power(_) => return None,
                Atom::Logarithm(logarithm) => {
                    let argument = self.largest_of_number(logarithm.argument(), returns)?;
                    Polynomial::logarithm(logarithm.base(), argument)
                }
                Atom::Extreme(extreme) => {
                    let numbers = (extreme.of().iter())
                        .map(|number| self.largest_of_number(number, returns))
                        .collect::<Option<Vec<_>>>()?;
                    let value = Polynomial::extreme(extreme.is_largest(), numbers)?;
                    Polynomial::positive_ceiling(&value, 1)?
                }
            };
            for _ in 0..power {
                product = product.checked_mul(&value)?;
            }
        }
        Some(product)
    }

    fn largest_of_number(&self, number: &Polynomial, returns: bool) -> Option<Polynomial> {
        if let Some((rest, of_index)) = self.linear(number) {
            if !of_index.is_positive() {
                return Some(rest);
            }
            let last = self.last_index(returns)?;
            return rest.checked_add(&last.checked_scale(of_index)?);
        }
        let mut largest = Polynomial::default();
        for (factor, coefficient) in number.terms() {
            if !self.is_in(factor) {
                let term = Polynomial::of_factor(factor.clone(), *coefficient);
                largest = largest.checked_add(&term)?;
                continue;
            }
            // What depends on the iteration is never negative, so its multiplier must not be negative either.
            let (fixed, _) = self.split(factor);
            if !(fixed.symbols().iter()).all(|symbol| symbol.is_never_negative()) {
                return None;
            }
            if coefficient.is_positive() {
                let value = self.largest_of_factor(factor, returns)?.as_signed()?;
                largest = largest.checked_add(&value.checked_scale(*coefficient)?)?;
            }
        }
        Some(largest)
    }

    /// The number of the last iteration that returns, or of the last one; negative if there is none.
    fn last_index(&self, returns: bool) -> Option<Polynomial> {
        if returns {
            // The last of ⌈q / d⌉ iterations is at most (q − 1) / d.
            let numerator = self.numerator.checked_add(&Polynomial::constant(-1))?;
            numerator.checked_scale(self.divisor.recip())
        } else if self.trip.as_constant().is_some() {
            Some(self.trip.clone())
        } else {
            self.trip.as_atom()
        }
    }
}

fn constant(value: Rational) -> Polynomial {
    Polynomial::of_factor(Factor::one(), value)
}

/// The only atom of a polynomial.
fn only_atom(polynomial: &Polynomial) -> Option<&Atom> {
    match polynomial.terms() {
        [(factor, coefficient)] if coefficient.is_one() => match factor.powers() {
            [(atom, 1)] => Some(atom),
            _ => None,
        },
        _ => None,
    }
}

/// The constant part of a line's rest, whether there is more, and whether that is exact. `None` if it may be less than its
/// constant part.
fn rest_of(rest: &Polynomial) -> Option<(Rational, bool, bool)> {
    let mut constant_part = Rational::zero();
    let (mut has_symbols, mut certain) = (false, true);
    for (factor, coefficient) in rest.terms() {
        if factor.is_one() {
            constant_part = *coefficient;
            continue;
        }
        let never_negative = (factor.symbols().iter()).all(|symbol| symbol.is_never_negative());
        let is_symbol = matches!(factor.powers(), [(Atom::Symbol(_), 1)]);
        if coefficient.is_negative() || !never_negative && !is_symbol {
            return None;
        }
        has_symbols = true;
        certain &= never_negative;
    }
    Some((constant_part, has_symbols, certain))
}

/// The added and the subtracted parts.
pub(super) fn by_sign(tally: &Tally) -> (Tally, Tally) {
    let part = |negative: bool| {
        (tally.iter())
            .filter(|(_, count)| (*count < 0.0) == negative)
            .collect::<Tally>()
    };
    (part(false), part(true))
}
