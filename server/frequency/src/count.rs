//! Known facts about a method, and how often its blocks run.

use crate::measured::MeasuredSite;
use serde::{Deserialize, Serialize};

/// What is known about a loop's count: how often control returns to its header per entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trips {
    /// Exactly this often.
    Exact(f64),
    /// At most this often.
    AtMost(f64),
    /// As often as a value that a reader can set: the value with this number times `factor`, plus `more`. If control also leaves
    /// the loop elsewhere than at its test, without an exception, it repeats less often.
    Value {
        /// The number of the value.
        number: u16,
        /// The factor of the value.
        factor: f64,
        /// What is added.
        more: f64,
        /// The block of the test.
        test: u32,
    },
}

/// A product of values, by their numbers in ascending order. The empty product is 1.
pub type Monomial = Vec<u16>;

/// The maximum number of factors in a product. Further factors are replaced by their expectation.
pub(crate) const MAX_FACTORS: usize = 6;

/// A count as a sum of products of values that a caller knows, each with a coefficient.
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

    /// Whether it is just a number.
    pub fn is_number(&self) -> bool {
        self.terms.iter().all(|(monomial, _)| monomial.is_empty())
    }
}

/// Known facts about a method besides its code.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// The counts of loops, by the first instruction of their headers.
    pub trips: Vec<(u32, Trips)>,
    /// The values that bound loops, by the first instruction of their headers, as a text that is the same in another state of the
    /// method.
    pub over: Vec<(u32, String)>,
    /// The names of the values of [`Trips::Value`], by their numbers.
    pub values: Vec<String>,
}

/// How certain a block's frequency is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Certainty {
    /// It follows from the code.
    #[default]
    Certain,
    /// Runs of other programs counted it.
    Measured,
    /// It depends on branches.
    Branches,
    /// It depends on how often a loop repeats.
    Loops,
    /// It depends on an exit of a loop that only one of two states has.
    Exits,
}

/// How far a count may be off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubt {
    /// What it depends on.
    pub certainty: Certainty,
    /// Whether every call runs it as often: it follows from the code, or nearly every counted call did.
    pub is_sure: bool,
}

impl Default for Doubt {
    fn default() -> Self {
        Self::of(Certainty::Certain)
    }
}

impl Doubt {
    /// The doubt about a count that may be any other if it depends on something.
    pub const fn of(certainty: Certainty) -> Self {
        Self {
            certainty,
            is_sure: matches!(certainty, Certainty::Certain),
        }
    }

    /// The doubt about what runs with this probability where control gets.
    pub fn of_share(certainty: Certainty, share: f64) -> Self {
        Self {
            certainty,
            is_sure: match certainty {
                Certainty::Certain => true,
                Certainty::Measured => share >= NEARLY_ALWAYS,
                Certainty::Branches | Certainty::Loops | Certainty::Exits => false,
            },
        }
    }

    /// That of something with two counts that are multiplied or added.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            certainty: self.certainty.max(other.certainty),
            is_sure: self.is_sure && other.is_sure,
        }
    }
}

/// What runs with at least this probability in other programs counts as sure.
const NEARLY_ALWAYS: f64 = 0.99;

/// How often the blocks of a method run.
#[derive(Debug, Clone, PartialEq)]
pub struct Frequencies {
    /// How often each block runs in a call that returns; in a method that never returns, in any call.
    pub visits: Vec<f64>,
    /// The certainty of each number.
    pub certainty: Vec<Certainty>,
    /// How far each number may be off.
    pub doubts: Vec<Doubt>,
    /// The certainty of the part that only this one of two states decides: [`Certainty::Certain`] if both decide it. Empty for a
    /// single state.
    pub apart: Vec<Certainty>,
    /// The visits of the blocks if a branch or switch that only this state has always goes one way: for each such branch, for
    /// each way. Empty for a single state, and if there are too many.
    pub one_way: Vec<Vec<Vec<f64>>>,
    /// Whether a block's frequency depends only on such branches.
    pub by_own_branches: Vec<bool>,
    /// Whether a run of the user counted the method.
    pub is_counted: bool,
    /// The receivers of its calls, if they were counted.
    pub sites: Vec<MeasuredSite>,
    /// The probability that an exception leaves the method: any exception if a run counted that, otherwise only one that the
    /// method throws itself.
    pub throws: f64,
    /// How often each block runs in a call that ends with an exception thrown by the method itself; all 0 if it throws none.
    pub visits_before_throw: Vec<f64>,
    /// The loops, by their regions in the tree. The first is the method itself.
    pub loops: Vec<LoopFrequency>,
    /// How often each block runs, as a sum over values that a caller knows; empty if there are none.
    pub counts: Vec<Count>,
    /// The assumed values, by number, for computing a single number.
    pub nominal: Vec<f64>,
}

/// How often a loop repeats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoopFrequency {
    /// How often a returning call enters it.
    pub entries: f64,
    /// How often control returns to its header per entry.
    pub trips: f64,
    /// Whether this follows from the code.
    pub is_exact: bool,
}
