//! Costs of a fixed size: what does not fit is merged into something larger.
//!
//! A method's cost depends on at most [`MAX_SYMBOLS`] values that a caller can know, and has at most [`MAX_TERMS`] terms besides
//! the constant. Every other count is assumed. An extra term is merged into one that grows at least as fast if symbols are at
//! least 1.

use super::{Atom, Cost, Factor, Polynomial, Replacement, Substitution, Symbol, Term, ValueRange};
use pricing::Tally;
use std::cell::RefCell;
use std::sync::Arc;

/// The maximum number of terms besides the constant. The rest is merged.
const MAX_TERMS: usize = 6;

/// The maximum number of symbols. Others get assumed values.
const MAX_SYMBOLS: usize = 3;

/// An assumed count.
#[derive(Debug, Clone, PartialEq)]
pub struct AssumedCount {
    /// Its symbol, or the first one of an expression that is assumed as a whole.
    pub symbol: Arc<Symbol>,
    /// The expression, if it is one.
    pub expression: Option<String>,
    /// Its assumed maximum.
    pub at_most: u32,
}

/// A cost of fixed size, and what it relies on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bounded {
    /// The cost. The reader can know its symbols, and no coefficient is negative.
    pub cost: Cost,
    /// The assumed counts.
    pub counts: Vec<AssumedCount>,
    /// Energies and recursion depths whose parts are not in the cost. An energy is unknown, and a power of an assumed depth says
    /// nothing, so one call of the recursion counts.
    pub unknown: Vec<Arc<Symbol>>,
}

impl Cost {
    /// This cost or more, in the fixed size, for readers who know the symbols that `can_tell` accepts. `value_of` may give values
    /// for the others; the rest is assumed.
    pub fn bounded(
        &self,
        means: &[f64],
        can_tell: &impl Fn(&Symbol) -> bool,
        value_of: &impl Fn(&Symbol) -> Option<f64>,
    ) -> Bounded {
        self.with_assumed_counts(means, (MAX_SYMBOLS, MAX_TERMS), can_tell, value_of)
    }

    /// The same with other limits for symbols and for terms besides the constant.
    pub fn with_assumed_counts(
        &self,
        means: &[f64],
        (most_symbols, most_terms): (usize, usize),
        can_tell: &impl Fn(&Symbol) -> bool,
        value_of: &impl Fn(&Symbol) -> Option<f64>,
    ) -> Bounded {
        let symbols = self.symbols();
        let fits = symbols.len() <= most_symbols
            && self.terms().len() <= most_terms
            && symbols.iter().all(|symbol| can_tell(symbol))
            && !self.has_negative(means);
        if fits {
            return Bounded {
                cost: self.clone(),
                ..Bounded::default()
            };
        }
        let mut widening = Widening {
            means,
            value_of,
            kept: Vec::new(),
            counts: RefCell::default(),
            unknown: Vec::new(),
        };
        let told = symbols.into_iter().filter(|symbol| can_tell(symbol));
        widening.choose(self, told, most_symbols);
        let cost = widening.without_unknown(self);
        let cost = widening.at_assumed_values(cost);
        let cost = without_negatives(cost, means).folded_to(most_terms, means);
        Bounded {
            cost,
            counts: widening.counts.into_inner(),
            unknown: widening.unknown,
        }
    }
}

impl Cost {
    /// This cost, or more, with the smallest terms merged into others until this many are left besides the constant.
    #[must_use]
    pub fn folded_to(&self, most: usize, means: &[f64]) -> Self {
        let terms = self.terms().iter().cloned();
        let (constant, mut terms): (Vec<Term>, Vec<Term>) =
            terms.partition(|term| term.factor.is_one());
        if terms.len() <= most {
            return self.clone();
        }
        terms.retain(|term| term.tally.mean(means) > 0.0);
        while terms.len() > most.max(1) {
            let smallest = (0..terms.len()).min_by(|one, two| {
                nominal(&terms[*one], means).total_cmp(&nominal(&terms[*two], means))
            });
            let Some(smallest) = smallest else { break };
            let term = terms.remove(smallest);
            // It is merged into the term that grows least by that.
            let best = (0..terms.len())
                .map(|at| {
                    let joined = joined(&term.factor, &terms[at].factor);
                    let mean = term.tally.mean(means) + terms[at].tally.mean(means);
                    let cost = mean * joined.value(&typical) - nominal(&terms[at], means);
                    (at, joined, cost)
                })
                .min_by(|one, two| one.2.total_cmp(&two.2));
            let Some((at, factor, _)) = best else { break };
            let mut tally = terms.remove(at).tally;
            tally.add_scaled(&term.tally, 1.0);
            let sum: Self = terms.into_iter().chain([Term { factor, tally }]).collect();
            terms = sum.into_terms();
        }
        if most == 0 {
            // The constant part is merged into the last term.
            let last = terms.pop().unwrap_or_default();
            let once = constant.into_iter().fold(last.tally, |mut sum, term| {
                sum.add_scaled(&term.tally, 1.0);
                sum
            });
            let factor = joined(&Factor::one(), &last.factor);
            return Self::from_iter([Term {
                factor,
                tally: once,
            }]);
        }
        constant.into_iter().chain(terms).collect()
    }

    /// This cost, or more, with sums instead of the largest of several, and one number instead of the smallest; `None` if it has
    /// neither.
    #[must_use]
    pub fn without_extremes(&self) -> Option<Self> {
        let is_extreme = |atom: &Atom| match atom {
            Atom::Extreme(extreme) => !extreme.is_at_least_one(),
            _ => false,
        };
        let has_extreme = |term: &Term| {
            let mut powers = term.factor.powers().iter();
            powers.any(|(atom, _)| is_extreme(atom))
        };
        if !self.terms().iter().any(has_extreme) {
            return None;
        }
        let mut sum = Self::zero();
        for term in self.terms() {
            let mut factor = Factor::one();
            let mut bounds = Vec::new();
            for (atom, power) in term.factor.powers() {
                match atom {
                    Atom::Extreme(extreme) if is_extreme(atom) => {
                        let bound = extreme.at_most()?;
                        bounds.extend(std::iter::repeat_n(bound, *power as usize));
                    }
                    _ => factor = factor.times_atom(atom, *power),
                }
            }
            let tally = term.tally.clone();
            let mut cost = Self::from_iter([Term { factor, tally }]);
            for bound in &bounds {
                cost = cost.times(bound);
            }
            sum.add(cost);
        }
        Some(sum)
    }

    /// The part that does not depend on energies of calls, and whether there is another part.
    pub fn split_energies(self) -> (Self, bool) {
        let has_energy = |term: &Term| {
            let symbols = term.factor.symbols();
            symbols
                .iter()
                .any(|symbol| symbol.assumed_value().is_none())
        };
        let (energies, counts): (Vec<Term>, Vec<Term>) =
            self.into_terms().into_iter().partition(has_energy);
        (counts.into_iter().collect(), !energies.is_empty())
    }

    /// Everything that it contains, once.
    #[must_use]
    pub fn without_factors(self) -> Self {
        let terms = self.into_terms().into_iter().map(|term| Term {
            factor: Factor::one(),
            ..term
        });
        terms.collect()
    }
}

struct Widening<'w, V> {
    means: &'w [f64],
    value_of: &'w V,
    /// The symbols that stay in the cost.
    kept: Vec<Arc<Symbol>>,
    counts: RefCell<Vec<AssumedCount>>,
    unknown: Vec<Arc<Symbol>>,
}

/// The assumed value of a symbol for comparing terms.
fn typical(symbol: &Symbol) -> f64 {
    symbol
        .assumed_value()
        .map_or_else(|| symbol.nominal(), f64::from)
}

impl<V: Fn(&Symbol) -> Option<f64>> Widening<'_, V> {
    /// Chooses the most important symbols, energies before counts.
    fn choose(&mut self, cost: &Cost, told: impl Iterator<Item = Arc<Symbol>>, most: usize) {
        let mut ranked: Vec<(bool, f64, Arc<Symbol>)> = told
            .map(|symbol| {
                let share = cost.terms().iter().filter(|term| {
                    let symbols = term.factor.symbols();
                    symbols.contains(&symbol)
                });
                let share: f64 = share.map(|term| nominal(term, self.means).abs()).sum();
                (symbol.assumed_value().is_none(), share, symbol)
            })
            .collect();
        ranked.sort_by(|one, two| {
            (two.0.cmp(&one.0))
                .then_with(|| two.1.total_cmp(&one.1))
                .then_with(|| one.2.cmp(&two.2))
        });
        let kept = ranked.into_iter().take(most);
        self.kept = kept.map(|(_, _, symbol)| symbol).collect();
    }

    fn is_kept(&self, symbol: &Symbol) -> bool {
        self.kept.iter().any(|kept| **kept == *symbol)
    }

    fn note_unknown(&mut self, symbol: &Arc<Symbol>) {
        if !self.unknown.contains(symbol) {
            self.unknown.push(Arc::clone(symbol));
        }
    }

    /// A symbol of an exponent that would have to be assumed.
    fn unknown_exponent(&self, atom: &Atom) -> Option<Arc<Symbol>> {
        let Atom::Power(power) = atom else {
            return None;
        };
        let mut symbols = power.exponent().symbols().into_iter();
        symbols.find(|symbol| !self.is_kept(symbol) && (self.value_of)(symbol).is_none())
    }

    /// The cost with given energies instead of their symbols, and without unknown parts.
    fn without_unknown(&mut self, cost: &Cost) -> Cost {
        let mut known: Vec<Term> = Vec::with_capacity(cost.terms().len());
        'terms: for term in cost.terms() {
            let mut factor = Factor::one();
            let mut times = 1.0;
            for (atom, power) in term.factor.powers() {
                if let Atom::Symbol(symbol) = atom
                    && symbol.assumed_value().is_none()
                    && !self.is_kept(symbol)
                {
                    let Some(joules) = (self.value_of)(symbol) else {
                        self.note_unknown(symbol);
                        continue 'terms;
                    };
                    times *= joules
                        .max(0.0)
                        .powi(i32::try_from(*power).unwrap_or(i32::MAX));
                    continue;
                }
                if let (Atom::Power(of), Some(depth)) = (atom, self.unknown_exponent(atom)) {
                    self.note_unknown(&depth);
                    // One call certainly runs.
                    let base = of.base() as f64;
                    times *= base.powi(i32::try_from(*power).unwrap_or(i32::MAX));
                    continue;
                }
                factor = factor.times_atom(atom, *power);
            }
            known.push(Term {
                factor,
                tally: term.tally.scaled(times),
            });
        }
        known.into_iter().collect()
    }

    /// The largest value of a symbol that does not stay, recorded if it is assumed.
    fn most(&self, symbol: &Arc<Symbol>, expression: Option<&str>) -> f64 {
        if expression.is_none()
            && let Some(value) = (self.value_of)(symbol)
        {
            return value;
        }
        let at_most = symbol.assumed_value().unwrap_or_default();
        let count = AssumedCount {
            symbol: Arc::clone(symbol),
            expression: expression.map(str::to_owned),
            at_most,
        };
        let mut counts = self.counts.borrow_mut();
        if !counts.contains(&count) {
            counts.push(count);
        }
        f64::from(at_most)
    }

    fn at_assumed_values(&self, cost: Cost) -> Cost {
        let mut sum = Cost::zero();
        for term in cost.into_terms() {
            let mut kept = Factor::one();
            let mut times = 1.0;
            let mut bounds: Vec<Polynomial> = Vec::new();
            for (atom, power) in term.factor.powers() {
                let symbols = Factor::of(atom.clone()).symbols();
                let all_kept = symbols.iter().all(|symbol| self.is_kept(symbol));
                let none_kept = !symbols.iter().any(|symbol| self.is_kept(symbol));
                if all_kept {
                    kept = kept.times_atom(atom, *power);
                    continue;
                }
                let mixed = (!none_kept).then(|| atom.counted_with(self)).flatten();
                if let Some(bound) = mixed {
                    bounds.extend(std::iter::repeat_n(bound, *power as usize));
                } else {
                    let power = i32::try_from(*power).unwrap_or(i32::MAX);
                    times *= self.largest(atom).powi(power);
                }
            }
            // Subtracted parts are executed at least 0 times.
            let tally = if kept == term.factor {
                term.tally
            } else {
                positive(&term.tally, self.means)
            };
            let mut cost = Cost::from_iter([Term {
                factor: kept,
                tally: tally.scaled(times),
            }]);
            for bound in &bounds {
                cost = cost.times(bound);
            }
            sum.add(cost);
        }
        sum
    }

    /// The largest value of an atom at the assumed values.
    fn largest(&self, atom: &Atom) -> f64 {
        let range = Factor::of(atom.clone()).range(&|symbol: &Symbol| {
            let symbol = Arc::new(symbol.clone());
            let most = self.most(&symbol, None);
            let given = (self.value_of)(&symbol);
            match given {
                Some(value) => (value, value),
                None if symbol.is_never_negative() => (0.0, most),
                None => (-most, most),
            }
        });
        range.1.min(1e90)
    }
}

impl<V: Fn(&Symbol) -> Option<f64>> Substitution for Widening<'_, V> {
    fn stand(&self, symbol: &Symbol) -> Replacement {
        if self.is_kept(symbol) {
            return Replacement::Same;
        }
        let symbol = Arc::new(symbol.clone());
        let most = self.most(&symbol, None).ceil();
        let given = (self.value_of)(&symbol);
        if most.abs() > 1e15 {
            return Replacement::Number(ValueRange::default());
        }
        let most = Polynomial::constant(most as i64);
        let lower = match given {
            Some(_) => Some(most.clone()),
            None if symbol.is_never_negative() => Some(Polynomial::default()),
            None => most.checked_scale((-1).into()),
        };
        Replacement::Number(ValueRange {
            upper: Some(most),
            lower,
        })
    }

    fn is_guessed(&self, symbol: &Symbol) -> bool {
        !self.is_kept(symbol) && (self.value_of)(symbol).is_none()
    }

    fn largest(&self, part: &Atom) -> Option<Polynomial> {
        let symbol = part.symbol_of()?;
        let most = self.most(&symbol, Some(part.text()));
        Some(Polynomial::constant(most as i64))
    }
}

fn nominal(term: &Term, means: &[f64]) -> f64 {
    term.tally.mean(means) * term.factor.value(&typical)
}

/// The tally, or nothing if its mean is negative.
fn positive(tally: &Tally, means: &[f64]) -> Tally {
    if tally.mean(means) < 0.0 {
        Tally::new()
    } else {
        tally.clone()
    }
}

/// The cost, or more, as a sum without negative terms.
fn without_negatives(cost: Cost, means: &[f64]) -> Cost {
    if !cost.has_negative(means) {
        return cost;
    }
    let terms = cost.clone().in_binomials().into_terms().into_iter();
    let (less, more): (Vec<Term>, Vec<Term>) = terms.partition(|term| term.tally.mean(means) < 0.0);
    if less.is_empty() {
        return cost;
    }
    more.into_iter().collect::<Cost>().out_of_binomials()
}

/// A factor that is at least each of two, for all symbols of at least 0.
fn joined(one: &Factor, two: &Factor) -> Factor {
    let mut product = Factor::one();
    for (atom, power) in one.powers() {
        let others = two.powers().iter();
        let other = others
            .filter(|(other, _)| other == atom)
            .map(|(_, power)| *power);
        let other = other.max().unwrap_or_default();
        product = if other == *power {
            product.times(&Factor::one().times_atom(atom, *power))
        } else {
            product.times(&at_least_one(atom, other.max(*power)))
        };
    }
    for (atom, power) in two.powers() {
        if !one.powers().iter().any(|(other, _)| other == atom) {
            product = product.times(&at_least_one(atom, *power));
        }
    }
    product
}

/// A power of `max(1, atom)`.
fn at_least_one(atom: &Atom, power: u32) -> Factor {
    let number = Polynomial::of_atom(atom.clone());
    let one = Polynomial::constant(1);
    let atom = match atom {
        Atom::Extreme(extreme) if extreme.is_at_least_one() => atom.clone(),
        Atom::Power(_) => atom.clone(),
        _ => Atom::Extreme(Arc::new(super::Extreme::new(true, vec![one, number]))),
    };
    Factor::one().times_atom(&atom, power)
}
