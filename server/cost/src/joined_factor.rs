//! A factor that is at least each of two.

use super::{Atom, Extreme, Factor, Polynomial};
use num_traits::Signed;
use std::sync::Arc;

/// A power of an atom, or of `max(1, atom)`.
struct Part {
    atom: Atom,
    power: u32,
    is_at_least_one: bool,
}

/// A factor that is at least each of two, for all symbols of at least 0: `n` and `(n − 1)·⌈log₂(n)⌉` become `n·⌈log₂(n)⌉⁺`.
pub(super) fn joined(one: &Factor, two: &Factor) -> Factor {
    let (mut own, mut others) = (parts(one), parts(two));
    let mut product = Factor::one();
    let is_same = |part: &Part, other: &Part| part.atom == other.atom;
    let is_like = |part: &Part, other: &Part| larger(&part.atom, &other.atom).is_some();
    for is_alike in [&is_same as &dyn Fn(&Part, &Part) -> bool, &is_like] {
        let mut left = Vec::with_capacity(own.len());
        for part in own {
            let partner = others.iter().position(|other| is_alike(&part, other));
            let Some(at) = partner else {
                left.push(part);
                continue;
            };
            let other = others.remove(at);
            let atom = larger(&part.atom, &other.atom).unwrap_or(&part.atom);
            let power = part.power.max(other.power);
            let is_plain =
                part.power == other.power && !part.is_at_least_one && !other.is_at_least_one;
            product = if is_plain {
                product.times_atom(atom, power)
            } else {
                product.times(&at_least_one(atom, power))
            };
        }
        own = left;
    }
    for part in own.into_iter().chain(others) {
        product = product.times(&at_least_one(&part.atom, part.power));
    }
    product
}

/// The powers of a factor, with `max(1, atom)` taken apart.
fn parts(factor: &Factor) -> Vec<Part> {
    let part = |(atom, power): &(Atom, u32)| Part {
        atom: inside(atom).unwrap_or_else(|| atom.clone()),
        power: *power,
        is_at_least_one: is_at_least_one(atom),
    };
    factor.powers().iter().map(part).collect()
}

fn is_at_least_one(atom: &Atom) -> bool {
    match atom {
        Atom::Extreme(extreme) => extreme.is_at_least_one(),
        Atom::Power(_) => true,
        _ => false,
    }
}

/// The atom in `max(1, atom)`.
fn inside(atom: &Atom) -> Option<Atom> {
    let Atom::Extreme(extreme) = atom else {
        return None;
    };
    let one = Polynomial::constant(1);
    let mut others = extreme.of().iter().filter(|number| **number != one);
    match (extreme.is_at_least_one(), others.next(), others.next()) {
        (true, Some(only), None) => match only.terms() {
            [(factor, coefficient)] if *coefficient == 1.into() => match factor.powers() {
                [(atom, 1)] => Some(atom.clone()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The larger of two atoms whose numbers differ by a constant.
fn larger<'a>(one: &'a Atom, two: &'a Atom) -> Option<&'a Atom> {
    if one == two {
        return Some(one);
    }
    let ((numerator, divisor), (other, by)) = (quotient(one)?, quotient(two)?);
    if divisor != by {
        return None;
    }
    let difference = numerator.checked_add(&other.checked_scale((-1).into())?)?;
    let is_larger = difference.as_constant()?.is_positive();
    Some(if is_larger { one } else { two })
}

/// The number of an atom that is the positive part of one, and by what it is divided.
fn quotient(atom: &Atom) -> Option<(Polynomial, i64)> {
    match atom {
        Atom::Symbol(_) => Some((Polynomial::of_atom(atom.clone()), 1)),
        Atom::Ceiling(ceiling) => Some((ceiling.numerator().clone(), ceiling.divisor())),
        _ => None,
    }
}

/// A power of `max(1, atom)`.
fn at_least_one(atom: &Atom, power: u32) -> Factor {
    let atom = if is_at_least_one(atom) {
        atom.clone()
    } else {
        let numbers = vec![Polynomial::constant(1), Polynomial::of_atom(atom.clone())];
        Atom::Extreme(Arc::new(Extreme::new(true, numbers)))
    };
    Factor::one().times_atom(&atom, power)
}
