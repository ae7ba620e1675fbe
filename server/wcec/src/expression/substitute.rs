//! A callee's cost in terms of its caller: every symbol replaced by what the caller passes for it.

use super::{Atom, Cost, Factor, Polynomial, Symbol, Term};
use num_traits::Signed;
use pricing::Tally;
use std::sync::Arc;

/// A product of more terms than this keeps its factors as atoms.
const MOST_TERMS: usize = 16;

/// Powers above this are not multiplied out.
const LARGEST_POWER: u32 = 8;

/// How a cost depends on one of its symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occurrence {
    /// The cost never falls as the symbol grows, so that an upper bound may stand for it.
    Rising,
    /// Only the exact value may stand for it.
    Mixed,
}

/// What stands for a symbol.
#[derive(Debug, Clone)]
pub enum Stand {
    /// The symbol itself.
    Same,
    /// A number that depends on other symbols; a symbol counts it as at least 0, a bound as it is.
    Number(Polynomial),
    /// What one call of a method executes; only for the energy of a call.
    Executed(Cost),
}

impl Cost {
    /// The symbols with how the cost depends on each, sorted by name.
    pub fn occurrences(&self) -> Vec<(Arc<Symbol>, Occurrence)> {
        let mut found: Vec<_> = (self.symbols().into_iter())
            .map(|symbol| (symbol, Occurrence::Rising))
            .collect();
        let mut mixed = Vec::new();
        mixed_in_terms(self.terms(), &mut mixed);
        for (symbol, occurrence) in &mut found {
            if mixed.contains(symbol) {
                *occurrence = Occurrence::Mixed;
            }
        }
        found
    }

    /// This cost with every symbol replaced. `None` where a number grows too large, or a stand-in does not fit.
    pub fn substitute(&self, stand: &impl Fn(&Symbol) -> Stand) -> Option<Self> {
        let mut sum = Self::zero();
        for term in self.terms() {
            let mut bound = Polynomial::constant(1);
            let mut called = None;
            for (atom, power) in term.factor.powers() {
                if let Atom::Symbol(symbol) = atom
                    && let Stand::Executed(cost) = stand(symbol)
                {
                    // What is executed is linear in what its callees execute.
                    if *power != 1 || called.replace(cost).is_some() {
                        return None;
                    }
                    continue;
                }
                let value = atom.counted(stand)?;
                bound = bound.times_power(&value, *power)?;
            }
            let executed = if let Some(cost) = called {
                if !term.alternatives.is_empty() {
                    return None;
                }
                // The count of joules that stood for the callee's energy says how often it is called.
                let calls: f64 = term.tally.iter().map(|(_, count)| count).sum();
                cost.scaled(calls)
            } else {
                let mut alternatives = Vec::with_capacity(term.alternatives.len());
                for alternative in &term.alternatives {
                    let cost: Self = alternative.iter().cloned().collect();
                    alternatives.push(cost.substitute(stand)?.into_terms());
                }
                Self::from_iter([Term {
                    factor: Factor::one(),
                    tally: term.tally.clone(),
                    alternatives,
                }])
            };
            sum.add(executed.times(&bound));
        }
        Some(sum)
    }

    /// This cost with some of its symbols replaced by others, found by their keys or by a rule.
    pub(crate) fn with_symbols(&self, other: &impl Fn(&Symbol) -> Option<Arc<Symbol>>) -> Self {
        let stand = |symbol: &Symbol| {
            other(symbol).map_or(Stand::Same, |other| {
                Stand::Number(Polynomial::symbol(other))
            })
        };
        self.substitute(&stand).unwrap_or_else(|| self.clone())
    }

    /// What is executed so many times.
    #[must_use]
    pub fn scaled(&self, by: f64) -> Self {
        fn scale(terms: &[Term], by: f64) -> Vec<Term> {
            terms
                .iter()
                .map(|term| Term {
                    factor: term.factor.clone(),
                    tally: term.tally.scaled(by),
                    alternatives: term
                        .alternatives
                        .iter()
                        .map(|terms| scale(terms, by))
                        .collect(),
                })
                .collect()
        }
        scale(self.terms(), by).into_iter().collect()
    }

    /// This cost with every tally replaced.
    #[must_use]
    pub fn map_tallies(&self, change: &impl Fn(&Tally) -> Tally) -> Self {
        fn map(terms: &[Term], change: &impl Fn(&Tally) -> Tally) -> Vec<Term> {
            terms
                .iter()
                .map(|term| Term {
                    factor: term.factor.clone(),
                    tally: change(&term.tally),
                    alternatives: term
                        .alternatives
                        .iter()
                        .map(|terms| map(terms, change))
                        .collect(),
                })
                .collect()
        }
        map(self.terms(), change).into_iter().collect()
    }
}

impl Polynomial {
    fn times_power(self, other: &Self, power: u32) -> Option<Self> {
        if power > LARGEST_POWER {
            return None;
        }
        let mut product = self;
        for _ in 0..power {
            product = if product.terms().len() * other.terms().len() > MOST_TERMS {
                product
                    .into_atom()
                    .checked_mul(&other.clone().into_atom())?
            } else {
                product.checked_mul(other)?
            };
        }
        Some(product)
    }

    /// This polynomial with every symbol replaced by its value, negative or not.
    fn with_values(&self, stand: &impl Fn(&Symbol) -> Stand) -> Option<Self> {
        let mut sum = Self::default();
        for (factor, coefficient) in self.terms() {
            let mut product = Self::constant(1);
            for (atom, power) in factor.powers() {
                let value = match atom {
                    Atom::Symbol(symbol) => match stand(symbol) {
                        Stand::Same => Self::symbol(Arc::clone(symbol)),
                        Stand::Number(number) => number,
                        Stand::Executed(_) => return None,
                    },
                    bound => bound.counted(stand)?,
                };
                if *power > LARGEST_POWER {
                    return None;
                }
                for _ in 0..*power {
                    product = product.checked_mul(&value)?;
                }
            }
            sum = sum.checked_add(&product.checked_scale(*coefficient)?)?;
        }
        (sum.terms().len() <= MOST_TERMS * MOST_TERMS).then_some(sum)
    }
}

impl Atom {
    /// The value, at least 0, with every symbol replaced.
    fn counted(&self, stand: &impl Fn(&Symbol) -> Stand) -> Option<Polynomial> {
        match self {
            Self::Symbol(symbol) => match stand(symbol) {
                Stand::Same => Some(Polynomial::symbol(Arc::clone(symbol))),
                Stand::Number(number) => Polynomial::positive_ceiling(&number, 1),
                Stand::Executed(_) => None,
            },
            Self::Ceiling(ceiling) => {
                let numerator = ceiling.numerator().with_values(stand)?;
                Polynomial::positive_ceiling(&numerator, ceiling.divisor())
            }
            Self::Power(power) => {
                let exponent = power.exponent().with_values(stand)?;
                Some(Polynomial::power(power.base(), exponent))
            }
            Self::Logarithm(logarithm) => {
                let argument = logarithm.argument().with_values(stand)?;
                Some(Polynomial::logarithm(logarithm.base(), argument))
            }
            Self::Extreme(extreme) => {
                let numbers = (extreme.of().iter())
                    .map(|number| number.with_values(stand))
                    .collect::<Option<Vec<_>>>()?;
                Polynomial::extreme(extreme.is_largest(), numbers)
            }
        }
    }
}

fn mixed_in_terms(terms: &[Term], mixed: &mut Vec<Arc<Symbol>>) {
    for term in terms {
        // Sums over the iterations of a loop have negative parts.
        if term.tally.iter().any(|(_, count)| count < 0.0) {
            mixed.extend(term.factor.symbols());
        }
        mixed_in_factor(&term.factor, mixed);
        for alternative in &term.alternatives {
            mixed_in_terms(alternative, mixed);
        }
    }
}

fn mixed_in_factor(factor: &Factor, mixed: &mut Vec<Arc<Symbol>>) {
    for (atom, _) in factor.powers() {
        match atom {
            Atom::Symbol(_) => {}
            Atom::Ceiling(ceiling) => mixed_in_polynomial(ceiling.numerator(), mixed),
            Atom::Power(power) => mixed_in_polynomial(power.exponent(), mixed),
            Atom::Logarithm(logarithm) => mixed_in_polynomial(logarithm.argument(), mixed),
            Atom::Extreme(extreme) => {
                for number in extreme.of() {
                    mixed_in_polynomial(number, mixed);
                }
            }
        }
    }
}

fn mixed_in_polynomial(polynomial: &Polynomial, mixed: &mut Vec<Arc<Symbol>>) {
    for (factor, coefficient) in polynomial.terms() {
        // A symbol may be negative inside a bound, so a product may fall as one of its factors grows.
        let is_product = factor.degree() > 1;
        if coefficient.is_negative() || is_product {
            mixed.extend(factor.symbols());
        }
        mixed_in_factor(factor, mixed);
    }
}
