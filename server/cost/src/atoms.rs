//! Bounds that are not polynomials: logarithms, and the smallest or largest of several.

use super::shape::{Atom, Extreme, Logarithm, Polynomial};
use super::symbol::Symbol;
use std::fmt::Write;
use std::sync::Arc;

impl Atom {
    /// The numbers that it is made of; it rises with each of them.
    pub fn numbers(&self) -> Vec<Polynomial> {
        match self {
            Self::Symbol(symbol) => vec![Polynomial::symbol(Arc::clone(symbol))],
            Self::Ceiling(ceiling) => vec![ceiling.numerator().clone()],
            Self::Power(power) => vec![power.exponent().clone()],
            Self::Logarithm(logarithm) => vec![logarithm.argument().clone()],
            Self::Extreme(extreme) => extreme.of().to_vec(),
        }
    }
}

impl Logarithm {
    pub(super) fn new(base: i64, argument: Polynomial) -> Self {
        let mut text = String::from("⌈log");
        for digit in base.to_string().bytes() {
            const SUBSCRIPTS: [&str; 10] = ["₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"];
            text.push_str(SUBSCRIPTS[usize::from(digit.saturating_sub(b'0')) % 10]);
        }
        let shown = argument.checked_add(&Polynomial::constant(1));
        let _ = write!(text, "({})⌉", shown.as_ref().unwrap_or(&argument));
        Self {
            text,
            base,
            argument,
        }
    }

    /// The divisor, at least 2.
    pub const fn base(&self) -> i64 {
        self.base
    }

    /// The dividend.
    pub const fn argument(&self) -> &Polynomial {
        &self.argument
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn value(&self, value_of: &impl Fn(&Symbol) -> f64) -> f64 {
        let argument = self.argument.raw_value(value_of);
        let (mut count, mut reached) = (0.0, 1.0);
        // No number is larger than this.
        while reached <= argument && count < 1100.0 {
            reached *= self.base as f64;
            count += 1.0;
        }
        count
    }

    /// The same for a number; `None` for symbols.
    pub(super) fn of_constant(base: i64, argument: &Polynomial) -> Option<i64> {
        let argument = argument.as_constant()?;
        let argument = i128::from(*argument.numer()).div_euclid(i128::from(*argument.denom()));
        let (mut count, mut reached) = (0, 1_i128);
        while reached <= argument {
            reached *= i128::from(base);
            count += 1;
        }
        Some(count)
    }
}

/// `n⁺`, or `(n − 1)⁺`.
fn at_least_one(number: &Polynomial) -> String {
    match number.terms() {
        [(factor, coefficient)] if *coefficient == 1.into() && factor.powers().len() == 1 => {
            format!("{number}⁺")
        }
        _ => format!("({number})⁺"),
    }
}

fn listed(is_largest: bool, of: &[Polynomial]) -> String {
    let mut text = String::from(if is_largest { "max(" } else { "min(" });
    for (index, polynomial) in of.iter().enumerate() {
        let separator = if index > 0 { ", " } else { "" };
        let _ = write!(text, "{separator}{polynomial}");
    }
    text.push(')');
    text
}

impl Extreme {
    pub(super) fn new(is_largest: bool, of: Vec<Polynomial>) -> Self {
        let text = match of.as_slice() {
            [one, number] if is_largest && *one == Polynomial::constant(1) => at_least_one(number),
            _ => listed(is_largest, &of),
        };
        Self {
            text,
            is_largest,
            of,
        }
    }

    /// A sum that is at least the largest of the numbers, or at least the smallest.
    pub(super) fn at_most(&self) -> Option<Polynomial> {
        let mut numbers = self.of.iter();
        let first = Polynomial::positive_ceiling(numbers.next()?, 1)?;
        if !self.is_largest {
            return Some(first);
        }
        numbers.try_fold(first, |sum, number| {
            sum.checked_add(&Polynomial::positive_ceiling(number, 1)?)
        })
    }

    /// Whether it is `max(1, p)`.
    pub(super) fn is_at_least_one(&self) -> bool {
        self.is_largest && self.of.contains(&Polynomial::constant(1))
    }

    /// Whether it is the largest; otherwise, it is the smallest.
    pub const fn is_largest(&self) -> bool {
        self.is_largest
    }

    /// The numbers.
    pub fn of(&self) -> &[Polynomial] {
        &self.of
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn degree(&self) -> u32 {
        self.of.iter().map(Polynomial::degree).max().unwrap_or(0)
    }

    pub(super) fn value(&self, value_of: &impl Fn(&Symbol) -> f64) -> f64 {
        let values = self.of.iter().map(|number| number.raw_value(value_of));
        let extreme = if self.is_largest {
            values.fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.fold(f64::INFINITY, f64::min)
        };
        extreme.max(0.0)
    }

    pub(super) fn collect_symbols(&self, found: &mut Vec<Arc<Symbol>>) {
        for polynomial in &self.of {
            polynomial.collect_symbols(found);
        }
    }
}
