//! A developer's promise about the energy of a method.

use crate::expression::Expression;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Range;
use wcec::declared::Comparison;

/// The energy that a contract is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BudgetedEnergy {
    /// Its worst case.
    #[default]
    Worst,
    /// The average of a call that returns.
    Typical,
}

/// `energy <= budget @ quantile when …`: the quantile of the energy of one call is at most the budget, for all values that
/// satisfy the relations. `energy typical <= budget`: the average of a call that returns is at most the budget.
#[derive(Debug, Clone, PartialEq)]
pub struct Contract {
    /// The energy.
    pub promise: BudgetedEnergy,
    /// In joules. Names in it count as at least 0, like symbols in costs.
    pub budget: Expression,
    /// The probability with which a call costs at most the budget, from 0.5 to below 1.
    pub quantile: f64,
    /// The condition: values that satisfy all relations. If there are none, all values.
    pub when: Vec<Relation>,
}

/// A comparison of two numbers, or of two energies.
#[derive(Debug, Clone, PartialEq)]
pub struct Relation {
    /// The left side.
    pub left: Expression,
    /// How the left side compares with the right one.
    pub comparison: Comparison,
    /// The right side.
    pub right: Expression,
}

/// A problem in a clause, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractProblem {
    /// The byte range of the problem.
    pub range: Range<usize>,
    /// What was expected and what was found.
    pub message: String,
}

impl Contract {
    /// A promise about the average of a call that returns.
    pub(crate) const fn typical(budget: Expression) -> Self {
        Self {
            promise: BudgetedEnergy::Typical,
            budget,
            quantile: DEFAULT_QUANTILE,
            when: Vec::new(),
        }
    }

    /// The names in it, sorted, each once.
    pub fn names(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        self.budget.collect_names(&mut names);
        for relation in &self.when {
            relation.left.collect_names(&mut names);
            relation.right.collect_names(&mut names);
        }
        names
    }
}

impl Relation {
    /// Whether it holds for these values of the names.
    pub fn holds(&self, of: &impl Fn(&str) -> f64) -> bool {
        let order = self.left.value(of).partial_cmp(&self.right.value(of));
        match self.comparison {
            Comparison::Less => order == Some(Ordering::Less),
            Comparison::AtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Comparison::Equal => order == Some(Ordering::Equal),
            Comparison::AtLeast => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            Comparison::Greater => order == Some(Ordering::Greater),
            Comparison::Unequal => order != Some(Ordering::Equal),
        }
    }
}

/// The quantile of a contract without one.
pub const DEFAULT_QUANTILE: f64 = 0.99;
