//! What is known about a method, and how often its blocks run.

use crate::measured::MeasuredSite;

/// What is known about a loop's count: how often control returns to its header, each time that it is entered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trips {
    /// Exactly so often.
    Exact(f64),
    /// At most so often.
    AtMost(f64),
    /// As often as a value says that a reader can tell: the number of the value, times `factor`, and `more`. Where control also
    /// leaves the loop elsewhere than at its test, without an exception, it repeats less often.
    Value {
        /// Which of the values.
        number: u16,
        /// What it is multiplied by.
        factor: f64,
        /// What is added.
        more: f64,
        /// The block of the test.
        test: u32,
    },
}

/// A product of values, by their numbers in ascending order; nothing is the number 1.
pub type Monomial = Vec<u16>;

/// No product has more factors than this; of a further one the expectation counts.
pub(crate) const MAX_FACTORS: usize = 6;

/// A count over the values that a caller knows: a sum of products of them, each with a coefficient.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Count {
    /// Each product once.
    pub terms: Vec<(Monomial, f64)>,
}

impl Count {
    pub(crate) fn of(value: f64) -> Self {
        Self {
            terms: vec![(Vec::new(), value)],
        }
    }

    pub(crate) fn add(&mut self, monomial: Monomial, coefficient: f64) {
        match self.terms.iter_mut().find(|(known, _)| *known == monomial) {
            Some((_, known)) => *known += coefficient,
            None => self.terms.push((monomial, coefficient)),
        }
    }

    pub(crate) fn scaled(&self, factor: f64) -> Self {
        let terms = self.terms.iter();
        Self {
            terms: terms
                .map(|(monomial, each)| (monomial.clone(), each * factor))
                .collect(),
        }
    }

    /// True for a number.
    pub fn is_number(&self) -> bool {
        self.terms.iter().all(|(monomial, _)| monomial.is_empty())
    }
}

/// What is known about a method beside its code.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// The counts of loops, by the first instruction of their headers.
    pub trips: Vec<(u32, Trips)>,
    /// The values that bound loops, by the first instruction of their headers, as a text that is the same in another state of
    /// the method.
    pub over: Vec<(u32, String)>,
    /// The names of the values of [`Trips::Value`], by their numbers.
    pub values: Vec<String>,
}

/// How sure a block's frequency is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// It follows from the code.
    Certain,
    /// Other runs counted it.
    Measured,
    /// It depends on branches.
    Branches,
    /// It depends on how often a loop repeats.
    Loops,
    /// It depends on an exit of a loop that only one of two states has.
    Exits,
}

/// How often the blocks of a method run.
#[derive(Debug, Clone, PartialEq)]
pub struct Frequencies {
    /// For each block how often it runs in a call that returns. In a method that never returns, in any call.
    pub visits: Vec<f64>,
    /// How sure that is.
    pub certainty: Vec<Certainty>,
    /// How sure the part of it is that only this one of two states decides: [`Certainty::Certain`] where both decide it alike.
    /// Empty if there is one state.
    pub apart: Vec<Certainty>,
    /// The visits of the blocks if a branch or switch that this one of two states alone decides always goes one way: for each
    /// such branch, for each way. Empty if there is one state, and where there are too many.
    pub one_way: Vec<Vec<Vec<f64>>>,
    /// The blocks that run another number of times only if such a branch goes otherwise.
    pub by_own_branches: Vec<bool>,
    /// True where a run that the user names counted the method.
    pub is_counted: bool,
    /// The objects that its calls met, where that was counted.
    pub sites: Vec<MeasuredSite>,
    /// The probability that an exception leaves the method: where a run counted that, any exception; elsewhere, one that the
    /// method throws itself.
    pub throws: f64,
    /// For each block how often it runs in a call that ends with an exception which the method throws itself; 0 throughout where
    /// it throws none.
    pub visits_before_throw: Vec<f64>,
    /// The loops, by their regions in the tree; the first is the method itself and no loop.
    pub loops: Vec<LoopFrequency>,
    /// For each block how often it runs as a sum over values that a caller knows; empty if there are none.
    pub counts: Vec<Count>,
    /// What the values are assumed to be where a number is wanted, by their numbers.
    pub nominal: Vec<f64>,
}

/// How often a loop repeats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoopFrequency {
    /// How often it is entered in a call that returns.
    pub entries: f64,
    /// How often control returns to its header, each time that it is entered.
    pub trips: f64,
    /// True where that follows from the code.
    pub is_exact: bool,
}
