//! Checks whether a budget that grows with the symbols is enough for all their values.
//!
//! Both sides become sums of products of symbols, with an upper bound for each term of the energy. If no coefficient of the
//! energy is larger than the budget's, the budget holds. The test is sufficient, but not necessary.

use super::form::{Form, range_of};
use super::space::{Cell, Space};
use crate::expression::Expression;
use cost::{Atom, Factor};
use libm::erfc;
use std::collections::BTreeMap;
use std::f64::consts::FRAC_1_SQRT_2;

/// The numbers of independent events at which the noise is linearised, as powers of 4.
const LINEARISATIONS: i32 = 24;
/// The largest whole exponent that is multiplied out.
const MAX_POWER: f64 = 8.0;

/// Variables with their exponents, in ascending order.
type Monomial = Vec<(usize, u32)>;
type Sum = BTreeMap<Monomial, f64>;

/// Whether the energy is at most the budget for all values; the cell has the bounded variables.
pub(crate) fn holds_everywhere(
    form: &Form,
    space: &Space,
    cell: &Cell,
    budget: &Expression,
    quantile: f64,
) -> bool {
    let Some(budget) = polynomial(space, budget) else {
        return false;
    };
    let budget = without_bounded(&budget, cell, false);
    let z = standard_quantile(quantile);
    let Some(factors) = factors(space, form, cell) else {
        return false;
    };
    (0..form.devices()).all(|device| {
        (0..LINEARISATIONS).any(|power| {
            let (constant, coefficients) = form.linear(device, z, 4_f64.powi(power));
            let mut energy = Sum::from([(Monomial::new(), constant)]);
            for (factor, coefficient) in factors.iter().zip(coefficients) {
                if coefficient <= 0.0 {
                    continue;
                }
                for (monomial, times) in factor {
                    *energy.entry(monomial.clone()).or_default() += times * coefficient;
                }
            }
            let energy = without_bounded(&energy, cell, true);
            let of = |sum: &Sum, monomial: &Monomial| sum.get(monomial).copied().unwrap_or(0.0);
            energy
                .keys()
                .chain(budget.keys())
                .all(|monomial| of(&energy, monomial) <= of(&budget, monomial))
        })
    })
}

/// An upper bound for each factor in a cell.
fn factors(space: &Space, form: &Form, cell: &Cell) -> Option<Vec<Vec<(Monomial, f64)>>> {
    let monomial = |factor: &Factor| -> Option<Monomial> {
        let powers = factor.powers().iter().map(|(atom, power)| {
            let Atom::Symbol(symbol) = atom else {
                return None;
            };
            Some((space.of_symbol(symbol)?, *power))
        });
        let mut monomial: Monomial = powers.collect::<Option<_>>()?;
        monomial.sort_unstable();
        Some(monomial)
    };
    form.terms
        .iter()
        .map(|part| {
            let sum = part
                .factor
                .at_most(&|symbol| range_of(space, cell, symbol))?;
            sum.iter()
                .map(|(factor, times)| Some((monomial(factor)?, *times)))
                .collect()
        })
        .collect()
}

/// The sum with each bounded variable replaced by its bound.
fn without_bounded(sum: &Sum, cell: &Cell, upper: bool) -> Sum {
    let mut result = Sum::new();
    for (monomial, coefficient) in sum {
        let mut coefficient = *coefficient;
        let mut kept = Monomial::new();
        for (variable, power) in monomial {
            let (low, high) = cell[*variable];
            if high.is_infinite() {
                kept.push((*variable, *power));
            } else {
                let value = if upper == (coefficient > 0.0) {
                    high
                } else {
                    low
                };
                coefficient *= value.max(0.0).powi(*power as i32);
            }
        }
        *result.entry(kept).or_default() += coefficient;
    }
    result
}

fn polynomial(space: &Space, expression: &Expression) -> Option<Sum> {
    let constant = |value: f64| Sum::from([(Monomial::new(), value)]);
    Some(match expression {
        Expression::Number(number) | Expression::Real(number) => constant(*number),
        Expression::Name(name) => Sum::from([(vec![(space.of_name(name)?, 1)], 1.0)]),
        Expression::Negated(a) => scaled(&polynomial(space, a)?, -1.0),
        Expression::Sum(a, b) => sum(polynomial(space, a)?, &polynomial(space, b)?),
        Expression::Difference(a, b) => {
            sum(polynomial(space, a)?, &scaled(&polynomial(space, b)?, -1.0))
        }
        Expression::Product(a, b) => product(&polynomial(space, a)?, &polynomial(space, b)?),
        Expression::Quotient(a, b) => {
            let divisor = polynomial(space, b)?;
            let [(monomial, by)] = divisor.iter().collect::<Vec<_>>()[..] else {
                return None;
            };
            if !monomial.is_empty() || *by == 0.0 {
                return None;
            }
            scaled(&polynomial(space, a)?, 1.0 / by)
        }
        Expression::Power(a, b) => {
            let power = b.as_number()?;
            if power.fract() != 0.0 || !(0.0..=MAX_POWER).contains(&power) {
                return None;
            }
            let base = polynomial(space, a)?;
            // A single name or sum to a small power stays small.
            (base.len() <= 4).then_some(())?;
            let mut result = constant(1.0);
            for _ in 0..power as u32 {
                result = product(&result, &base);
            }
            result
        }
        Expression::WholeQuotient(..)
        | Expression::JavaQuotient(..)
        | Expression::Remainder(..)
        | Expression::Log2(_) => {
            return None;
        }
    })
    .filter(|sum| sum.len() <= 64)
}

fn scaled(sum: &Sum, by: f64) -> Sum {
    sum.iter()
        .map(|(monomial, coefficient)| (monomial.clone(), coefficient * by))
        .collect()
}

fn sum(mut a: Sum, b: &Sum) -> Sum {
    for (monomial, coefficient) in b {
        *a.entry(monomial.clone()).or_default() += coefficient;
    }
    a
}

fn product(a: &Sum, b: &Sum) -> Sum {
    let mut result = Sum::new();
    for (one, x) in a {
        for (two, y) in b {
            let mut powers: BTreeMap<usize, u32> = one.iter().copied().collect();
            for (variable, power) in two {
                *powers.entry(*variable).or_default() += power;
            }
            *result.entry(powers.into_iter().collect()).or_default() += x * y;
        }
    }
    result
}

/// The quantile of the standard normal distribution, for probabilities from 0.5 on.
fn standard_quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if 0.5 * erfc(-middle * FRAC_1_SQRT_2) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
