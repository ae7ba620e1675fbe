//! Bounds without the largest and the smallest of several numbers, which a short formula does not show.

use super::{Atom, Cost, Factor, Polynomial, Term};
use std::borrow::Cow;

impl Cost {
    /// A cost that is at least this one and has no `max(…)` and `min(…)`, not even inside of other bounds; `None` if there is
    /// none.
    pub fn without_extremes(&self) -> Option<Cow<'_, Self>> {
        let has_any = |term: &Term| term.factor.powers().iter().any(|(atom, _)| is_hidden(atom));
        if !self.terms().iter().any(has_any) {
            return Some(Cow::Borrowed(self));
        }
        let mut sum = Self::zero();
        for term in self.terms() {
            let (factor, bounds) = split(&term.factor)?;
            let tally = term.tally.clone();
            let cost = Self::from_iter([Term { factor, tally }]);
            sum.add(bounds.iter().fold(cost, |cost, bound| cost.times(bound)));
        }
        Some(Cow::Owned(sum))
    }
}

/// The atoms of a product that can stay, and bounds of the others.
fn split(product: &Factor) -> Option<(Factor, Vec<Polynomial>)> {
    let mut kept = Factor::one();
    let mut bounds = Vec::new();
    for (atom, power) in product.powers() {
        if is_hidden(atom) {
            bounds.extend(std::iter::repeat_n(bound(atom)?, *power as usize));
        } else {
            kept = kept.times_atom(atom, *power);
        }
    }
    Some((kept, bounds))
}

/// Whether an atom is one of several numbers, or made of one.
fn is_hidden(atom: &Atom) -> bool {
    match atom {
        Atom::Symbol(_) => false,
        Atom::Extreme(extreme) if !extreme.is_at_least_one() => true,
        _ => atom.numbers().iter().any(has_hidden),
    }
}

fn has_hidden(number: &Polynomial) -> bool {
    let mut factors = number.terms().iter();
    factors.any(|(factor, _)| factor.powers().iter().any(|(atom, _)| is_hidden(atom)))
}

/// A number that is at least an atom.
fn bound(atom: &Atom) -> Option<Polynomial> {
    match atom {
        Atom::Symbol(_) => Some(Polynomial::of_atom(atom.clone())),
        Atom::Ceiling(ceiling) => {
            Polynomial::positive_ceiling(&at_least(ceiling.numerator())?, ceiling.divisor())
        }
        Atom::Power(power) => Some(Polynomial::power(power.base(), at_least(power.exponent())?)),
        Atom::Logarithm(logarithm) => Some(Polynomial::logarithm(
            logarithm.base(),
            at_least(logarithm.argument())?,
        )),
        Atom::Extreme(extreme) if extreme.is_at_least_one() => {
            let numbers: Option<Vec<Polynomial>> = extreme.of().iter().map(at_least).collect();
            Polynomial::extreme(true, numbers?)
        }
        Atom::Extreme(extreme) => at_least(&extreme.at_most()?),
    }
}

/// A number that is at least another one.
fn at_least(number: &Polynomial) -> Option<Polynomial> {
    let mut sum = Polynomial::constant(0);
    for (factor, coefficient) in number.terms() {
        let (kept, bounds) = split(factor)?;
        if *coefficient < 0.into() && !bounds.is_empty() {
            // No atom is negative. Inside of another one, a symbol may be.
            let mut symbols = kept.powers().iter();
            let is_negative = symbols.any(
                |(atom, _)| matches!(atom, Atom::Symbol(symbol) if !symbol.is_never_negative()),
            );
            if is_negative {
                return None;
            }
            continue;
        }
        let part = Polynomial::of_factor(kept, *coefficient);
        let part = bounds
            .iter()
            .try_fold(part, |part, bound| part.checked_mul(bound))?;
        sum = sum.checked_add(&part)?;
    }
    Some(sum)
}
