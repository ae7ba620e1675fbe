//! The conditions on symbols under which loops repeat.

use super::{Atom, Factor, Sum, Summand, Values};
use std::collections::BTreeSet;

/// The maximum number of sums that replace one with minima and maxima.
const MAX_SUMS: usize = 16;

/// A sum that must be above zero: `to − from`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition(Sum);

impl Condition {
    /// The value of the sum.
    pub(crate) fn value(&self, values: &Values) -> f64 {
        self.0.value(values)
    }

    /// The symbols in the sum.
    pub(crate) fn symbols(&self) -> BTreeSet<&str> {
        let mut symbols = BTreeSet::new();
        self.0.collect_symbols(&mut symbols);
        symbols
    }
}

impl Factor {
    /// The sums that must be above zero so that the factor and all its parts are.
    pub(crate) fn conditions(&self) -> Vec<Condition> {
        let mut sums = Vec::new();
        self.collect_conditions(&mut sums);
        for (atom, _) in &self.0 {
            if matches!(atom, Atom::Symbol(_)) {
                let alone = Self(vec![(atom.clone(), 1)]);
                sums.push(Sum(vec![Summand::of(alone)]));
            }
        }
        sums.into_iter()
            .map(Condition)
            .filter(|condition| !condition.symbols().is_empty())
            .collect()
    }

    fn collect_conditions(&self, sums: &mut Vec<Sum>) {
        for (atom, _) in &self.0 {
            match atom {
                // For `to − from`, it does not matter whether `from` is above zero.
                Atom::Symbol(_) => {}
                Atom::Ceiling { sum, .. } => sum.collect_conditions(sums),
                Atom::Power(_, exponent) => exponent.collect_conditions(sums),
                Atom::Logarithm(_, shown) => {
                    // The halved number is one less than shown.
                    let mut halved = shown.clone();
                    halved.0.push(Summand {
                        numerator: -1.0,
                        ..Summand::of(Self(Vec::new()))
                    });
                    halved.collect_conditions(sums);
                }
                Atom::Extreme { of, .. } => {
                    for sum in of {
                        sum.collect_conditions(sums);
                    }
                }
            }
        }
    }

    fn collect_symbols<'f>(&'f self, symbols: &mut BTreeSet<&'f str>) {
        for (atom, _) in &self.0 {
            match atom {
                Atom::Symbol(name) => {
                    symbols.insert(name);
                }
                Atom::Ceiling { sum, .. } | Atom::Logarithm(_, sum) => sum.collect_symbols(symbols),
                Atom::Power(_, exponent) => exponent.collect_symbols(symbols),
                Atom::Extreme { of, .. } => {
                    for sum in of {
                        sum.collect_symbols(symbols);
                    }
                }
            }
        }
    }
}

impl Sum {
    /// The sums that must be above zero so that this one is: for `min(a, b) − 100`, both `a − 100` and `b − 100`, because
    /// moving only one of the two changes nothing. For a maximum, moving one symbol is enough, so it stays.
    fn without_extremes(&self) -> Vec<Self> {
        let (mut open, mut done) = (vec![self.clone()], Vec::new());
        while let Some(sum) = open.pop() {
            let room = MAX_SUMS.saturating_sub(open.len() + done.len());
            match sum.each_of_extreme().filter(|sums| sums.len() <= room) {
                Some(sums) => open.extend(sums),
                None => done.push(sum),
            }
        }
        done
    }

    /// The sums that replace the first minimum that it grows with, or maximum that it falls with, by each of its numbers.
    fn each_of_extreme(&self) -> Option<Vec<Self>> {
        let summands = self.0.iter().enumerate();
        let mut found = summands.flat_map(|(at, summand)| {
            let atoms = summand.factor.0.iter().enumerate();
            atoms.filter_map(move |(index, atom)| match atom {
                (Atom::Extreme { is_largest, of }, 1)
                    if *is_largest == (summand.numerator < 0.0) =>
                {
                    Some((at, index, of))
                }
                _ => None,
            })
        });
        let (at, index, of) = found.next()?;
        let mut others = self.0.clone();
        let Summand {
            numerator,
            denominator,
            factor: mut rest,
        } = others.remove(at);
        rest.0.remove(index);
        let each = of.iter().map(|number| {
            let mut sum = others.clone();
            sum.extend(number.0.iter().map(|summand| Summand {
                numerator: numerator * summand.numerator,
                denominator: denominator * summand.denominator,
                factor: Factor([&rest.0[..], &summand.factor.0[..]].concat()),
            }));
            Self(sum)
        });
        Some(each.collect())
    }

    fn collect_conditions(&self, sums: &mut Vec<Self>) {
        sums.extend(self.without_extremes());
        for summand in &self.0 {
            summand.factor.collect_conditions(sums);
        }
    }

    fn collect_symbols<'s>(&'s self, symbols: &mut BTreeSet<&'s str>) {
        for summand in &self.0 {
            summand.factor.collect_symbols(symbols);
        }
    }
}
