//! Sums of powers as sums of binomials.
//!
//! A count x is a non-negative integer, and so is C(x, k). `n²/2 − n/2` has a negative coefficient. As a sum of binomials, it is
//! C(n, 2), which has none. Two costs are compared in this form, factor by factor (Graham, Knuth and Patashnik, Concrete
//! Mathematics, equations 6.10 and 6.13). For the same reason, a power `bˣ` becomes `1 + (bˣ − 1)`.

use super::cost::Coefficients;
use super::{Atom, Cost, Factor, Term};
use pricing::Tally;

/// `xᵖ = Σ TO[p − 1][i] · C(x, i)`, starting with C(x, 0). Larger powers stay as they are.
const TO: [&[f64]; 4] = [
    &[0.0, 1.0],
    &[0.0, 1.0, 2.0],
    &[0.0, 1.0, 6.0, 6.0],
    &[0.0, 1.0, 14.0, 36.0, 24.0],
];

/// `C(x, k) = Σ FROM[k − 1][i] · xⁱ`, starting with x⁰.
const FROM: [&[f64]; 4] = [
    &[0.0, 1.0],
    &[0.0, -0.5, 0.5],
    &[0.0, 1.0 / 3.0, -0.5, 1.0 / 6.0],
    &[0.0, -0.25, 11.0 / 24.0, -0.25, 1.0 / 24.0],
];

/// `bˣ = 1 + (bˣ − 1)`.
const TO_LESS_ONE: &[f64] = &[1.0, 1.0];

/// `(bˣ − 1) = −1 + bˣ`.
const FROM_LESS_ONE: &[f64] = &[-1.0, 1.0];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Into {
    Binomials,
    Powers,
}

/// The sum that one power of an atom is equal to, by the power or binomial of each coefficient.
fn row(atom: &Atom, power: u32, into: Into) -> Option<&'static [f64]> {
    let table = match (atom, power, into) {
        (Atom::Power(_), 1, Into::Binomials) => return Some(TO_LESS_ONE),
        (Atom::Power(_), 1, Into::Powers) => return Some(FROM_LESS_ONE),
        // The largest of several numbers may not be an integer.
        (Atom::Power(_) | Atom::Extreme(_), _, _) | (_, 0 | 1, _) => return None,
        (_, _, Into::Binomials) => TO,
        (_, _, Into::Powers) => FROM,
    };
    table.get(power as usize - 1).copied()
}

/// A factor as a sum in the other form.
fn expanded(factor: &Factor, into: Into) -> Vec<(Factor, f64)> {
    let mut sum = vec![(Factor::one(), 1.0)];
    for (atom, power) in factor.powers() {
        let Some(row) = row(atom, *power, into) else {
            for (factor, _) in &mut sum {
                *factor = factor.times_atom(atom, *power);
            }
            continue;
        };
        let mut product = Vec::with_capacity(sum.len() * row.len());
        for (factor, coefficient) in &sum {
            for (power, by) in (0..).zip(row).filter(|(_, by)| **by != 0.0) {
                product.push((factor.times_atom(atom, power), coefficient * by));
            }
        }
        sum = product;
    }
    sum
}

fn is_changed(factor: &Factor) -> bool {
    let mut powers = factor.powers().iter();
    powers.any(|(atom, power)| row(atom, *power, Into::Binomials).is_some())
}

impl Factor {
    /// The factor in a sum of binomials as text: `C(n, 2)·m`, and `(2^(n) − 1)` for a power.
    pub fn binomial_text(&self) -> String {
        let parts = self.powers().iter().map(|(atom, power)| {
            match (atom, row(atom, *power, Into::Binomials)) {
                (Atom::Power(_), Some(_)) => format!("({} − 1)", atom.text()),
                (_, Some(_)) => format!("C({}, {power})", atom.text()),
                (_, None) => Self::one().times_atom(atom, *power).to_string(),
            }
        });
        parts.collect::<Vec<String>>().join("·")
    }
}

impl Cost {
    /// The cost with C(x, k) instead of each xᵏ, for comparison with others in this form and for [`Factor::binomial_text`].
    #[must_use]
    pub fn in_binomials(self) -> Self {
        self.expanded(Into::Binomials)
    }

    /// The inverse conversion.
    #[must_use]
    pub fn out_of_binomials(self) -> Self {
        self.expanded(Into::Powers)
    }

    fn expanded(self, into: Into) -> Self {
        if !self.terms().iter().any(|term| is_changed(&term.factor)) {
            return self;
        }
        let terms = self.into_terms().into_iter().flat_map(|term| {
            let parts = expanded(&term.factor, into).into_iter();
            parts.map(move |(factor, by)| Term {
                factor,
                tally: term.tally.scaled(by),
            })
        });
        let sum: Self = terms.collect();
        let terms = sum.into_terms().into_iter().map(|term| Term {
            tally: without_residue(&term.tally),
            ..term
        });
        terms.collect()
    }
}

/// A tally without the rounding residue of counts that cancel.
fn without_residue(tally: &Tally) -> Tally {
    let counts = tally.iter().filter(|(_, count)| count.abs() > 1e-9);
    counts.collect()
}

impl Coefficients {
    /// The same for C(x, k) instead of each xᵏ.
    pub(super) fn in_binomials(&self) -> Self {
        let mut sum: Vec<(Factor, f64)> = (self.0.iter())
            .flat_map(|(factor, mean)| {
                let parts = expanded(factor, Into::Binomials).into_iter();
                parts.map(move |(factor, by)| (factor, mean * by))
            })
            .collect();
        sum.sort_by(|one, two| one.0.cmp(&two.0));
        sum.dedup_by(|later, earlier| {
            let together = later.0 == earlier.0;
            if together {
                // A difference below this share of two numbers is a rounding residue.
                let largest = earlier.1.abs().max(later.1.abs());
                earlier.1 += later.1;
                if earlier.1.abs() < 1e-12 * largest {
                    earlier.1 = 0.0;
                }
            }
            together
        });
        Self(sum)
    }
}
