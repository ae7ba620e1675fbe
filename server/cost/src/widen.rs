//! Costs of a fixed size: what does not fit is merged into something larger.
//!
//! A cost of one [`Size`] depends on at most that many values that a reader or a caller can know, and has at most that many terms
//! besides the constant. Every other count is assumed. An extra term is merged into one that grows at least as fast if symbols
//! are at least 1.

use super::joined_factor::joined;
use super::{Atom, Cost, Factor, Polynomial, Replacement, Substitution, Symbol, Term, ValueRange};
use pricing::Tally;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

/// How large a cost may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The maximum number of symbols. Others get assumed values.
    pub symbols: usize,
    /// The maximum number of symbols for energies of calls among them. Others are replaced by their estimates.
    pub energies: usize,
    /// The maximum number of terms besides the constant. The rest is merged.
    pub terms: usize,
}

impl Size {
    /// What a person reads.
    pub const DISPLAYED: Self = Self {
        symbols: 3,
        energies: 3,
        terms: 6,
    };

    /// What callers see of a method. An append to a text builder depends on four values: the builder's length and room, and the
    /// length of the text and of its array.
    pub const EXPORTED: Self = Self {
        symbols: 6,
        energies: 3,
        terms: 12,
    };

    /// Any size.
    pub const UNLIMITED: Self = Self {
        symbols: usize::MAX,
        energies: usize::MAX,
        terms: usize::MAX,
    };
}

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
    /// This cost or more, of at most this size, for readers who know the symbols that `can_tell` accepts. `value_of` may give
    /// values for the others; the rest is assumed.
    pub fn bounded(
        &self,
        means: &[f64],
        size: Size,
        can_tell: &impl Fn(&Symbol) -> bool,
        value_of: &impl Fn(&Symbol) -> Option<f64>,
    ) -> Bounded {
        let symbols = self.symbols();
        let fits = symbols.len() <= size.symbols
            && symbols.iter().filter(|symbol| is_energy(symbol)).count() <= size.energies
            && self.terms().len() <= size.terms
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
            counted: RefCell::default(),
            unknown: Vec::new(),
        };
        let told = symbols.into_iter().filter(|symbol| can_tell(symbol));
        widening.choose(self, told, size);
        let cost = widening.without_unknown(self);
        let cost = widening.at_assumed_values(cost);
        let cost = without_negatives(cost, means).folded_to(size.terms, means);
        Bounded {
            cost,
            counts: widening.counts.into_inner(),
            unknown: widening.unknown,
        }
    }
}

impl Cost {
    /// This cost, or more, with the smallest terms merged into others until this many are left besides the constant. Terms with
    /// different energies of calls are never merged, so each keeps one.
    #[must_use]
    pub fn folded_to(&self, most: usize, means: &[f64]) -> Self {
        let terms = self.terms().iter().cloned();
        let (constant, mut terms): (Vec<Term>, Vec<Term>) =
            terms.partition(|term| term.factor.is_one());
        if terms.len() <= most {
            return self.clone();
        }
        terms.retain(|term| term.tally.mean(means) > 0.0);
        let mut terms: Vec<(Vec<(Atom, u32)>, Term)> = terms
            .into_iter()
            .map(|term| (energies(&term.factor), term))
            .collect();
        while terms.len() > most.max(1) {
            let partners = |of: usize| {
                let others = 0..terms.len();
                let terms = &terms;
                others.filter(move |at| *at != of && terms[*at].0 == terms[of].0)
            };
            let smallest = (0..terms.len())
                .filter(|at| partners(*at).next().is_some())
                .min_by(|one, two| {
                    nominal(&terms[*one].1, means).total_cmp(&nominal(&terms[*two].1, means))
                });
            let Some(smallest) = smallest else { break };
            let smaller = &terms[smallest].1;
            // It is merged into the term that grows least by that, if possible into one that grows as fast as the sum.
            let best = partners(smallest)
                .map(|at| {
                    let term = &terms[at].1;
                    let joined = joined(&smaller.factor, &term.factor);
                    let mean = smaller.tally.mean(means) + term.tally.mean(means);
                    let cost = mean * joined.value(&typical) - nominal(term, means);
                    let of_each = growth(&smaller.factor).max(growth(&term.factor));
                    let grows_faster = growth(&joined) > of_each * FASTER;
                    (at, joined, grows_faster, cost)
                })
                .min_by(|one, two| one.2.cmp(&two.2).then_with(|| one.3.total_cmp(&two.3)));
            let Some((at, factor, ..)) = best else { break };
            let mut tally = terms[at].1.tally.clone();
            tally.add_scaled(&smaller.tally, 1.0);
            let both = [smallest, at];
            let others = terms.iter().enumerate();
            let others = others.filter(|(at, _)| !both.contains(at));
            let others = others.map(|(_, (_, term))| term.clone());
            let sum: Self = others.chain([Term { factor, tally }]).collect();
            terms = sum
                .into_terms()
                .into_iter()
                .map(|term| (energies(&term.factor), term))
                .collect();
        }
        if most == 0
            && terms.len() == 1
            && let Some((_, last)) = terms.pop_if(|(energies, _)| energies.is_empty())
        {
            // The constant part is merged into the last term.
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
        let terms = terms.into_iter().map(|(_, term)| term);
        constant.into_iter().chain(terms).collect()
    }

    /// The part that does not depend on energies of calls, and whether there is another part.
    pub fn split_energies(self) -> (Self, bool) {
        let has_energy = |term: &Term| !energies(&term.factor).is_empty();
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
    /// The symbols and expressions that are counted.
    counted: RefCell<HashSet<(Arc<Symbol>, Option<String>)>>,
    unknown: Vec<Arc<Symbol>>,
}

/// A value of symbols that is large enough to show how fast a factor grows.
const LARGE: f64 = 1e6;

/// A factor that is at least this many times larger at [`LARGE`] grows faster.
const FASTER: f64 = 1e3;

/// How large a factor is if its counts are large.
fn growth(factor: &Factor) -> f64 {
    factor.value(&|symbol: &Symbol| {
        if is_energy(symbol) {
            symbol.nominal()
        } else {
            LARGE
        }
    })
}

/// The part of a factor that consists of energies of calls.
fn energies(factor: &Factor) -> Vec<(Atom, u32)> {
    let powers = factor.powers().iter();
    let energies = powers.filter(|(atom, _)| {
        let symbols = Factor::of(atom.clone()).symbols();
        symbols.iter().any(|symbol| is_energy(symbol))
    });
    energies.cloned().collect()
}

/// True for the energy of a call, which has no assumed value.
fn is_energy(symbol: &Symbol) -> bool {
    symbol.assumed_value().is_none()
}

/// The assumed value of a symbol for comparing terms.
fn typical(symbol: &Symbol) -> f64 {
    symbol
        .assumed_value()
        .map_or_else(|| symbol.nominal(), f64::from)
}

impl<V: Fn(&Symbol) -> Option<f64>> Widening<'_, V> {
    /// Chooses the most important symbols, energies before counts.
    fn choose(&mut self, cost: &Cost, told: impl Iterator<Item = Arc<Symbol>>, most: Size) {
        let mut ranked: Vec<(bool, f64, Arc<Symbol>)> = told
            .map(|symbol| {
                let share = cost.terms().iter().filter(|term| {
                    let symbols = term.factor.symbols();
                    symbols.contains(&symbol)
                });
                let share: f64 = share.map(|term| nominal(term, self.means).abs()).sum();
                (is_energy(&symbol), share, symbol)
            })
            .collect();
        ranked.sort_by(|one, two| {
            (two.0.cmp(&one.0))
                .then_with(|| two.1.total_cmp(&one.1))
                .then_with(|| one.2.cmp(&two.2))
        });
        let energies = ranked.iter().filter(|(is_energy, ..)| *is_energy).count();
        ranked.drain(most.energies.min(energies)..energies);
        let kept = ranked.into_iter().take(most.symbols);
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
                    && is_energy(symbol)
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
        let expression = expression.map(str::to_owned);
        let counted = (Arc::clone(symbol), expression.clone());
        if self.counted.borrow_mut().insert(counted) {
            self.counts.borrow_mut().push(AssumedCount {
                symbol: Arc::clone(symbol),
                expression,
                at_most,
            });
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
