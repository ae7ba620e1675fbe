//! Budgets of unit tests: how many joules a test may use in a run.

use std::collections::BTreeMap;

use posterior::Joules;
use serde::Deserialize;

use crate::analysis::{Analysis, MethodRow};
use crate::unit_tests::unit_tests;

/// The budgets of a project, in joules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Budgets {
    /// The budget of each test without its own.
    pub each: Option<f64>,
    /// Budgets by name: `package.Class.method`, or `package.Class` for each test of a class.
    pub tests: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    tests: Table,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    budget: Option<String>,
    #[serde(default)]
    budgets: BTreeMap<String, String>,
}

impl Budgets {
    /// Reads the table `tests` of a `jouled.toml`.
    ///
    /// # Errors
    /// A message that says what is wrong.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let joules = |name: &str, text: &str| {
            Joules::parse(text)
                .map(|joules| joules.0)
                .ok_or_else(|| format!("{name}: \"{text}\" is not an energy such as \"2 mJ\""))
        };
        let each = file.tests.budget.as_deref();
        let each = each.map(|text| joules("budget", text)).transpose()?;
        let tests = file.tests.budgets.iter();
        let tests = tests.map(|(name, text)| Ok((name.clone(), joules(name, text)?)));
        Ok(Self {
            each,
            tests: tests.collect::<Result<_, String>>()?,
        })
    }
}

/// Whether a test stays within its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetVerdict {
    /// It has no budget.
    NoBudget,
    /// The upper end of its energy is within the budget.
    Met,
    /// The budget is inside the interval of its energy.
    Undecided,
    /// The lower end of its energy is above the budget.
    Violated,
    /// No energy was measured, or only a part that is within the budget.
    NotMeasured,
}

/// A test and its budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestVerdict<'a> {
    /// Its cost, callees included.
    pub row: &'a MethodRow,
    /// The budget in joules.
    pub budget: Option<f64>,
    /// Whether the test stays within it.
    pub verdict: BudgetVerdict,
}

impl Budgets {
    /// The budget of a method: the most specific one.
    pub fn of(&self, class: &str, method: &str) -> Option<f64> {
        let class = class.replace('/', ".");
        let own = self.tests.get(&format!("{class}.{method}"));
        own.or_else(|| self.tests.get(&class))
            .copied()
            .or(self.each)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Names of budgets that match no sampled test of an analysis, and nothing that its count run called.
    pub fn unused(&self, analysis: &Analysis) -> Vec<&str> {
        let called = analysis.methods.iter().filter(|row| row.entries > Some(0));
        let names: Vec<(String, &str)> = unit_tests(analysis)
            .into_iter()
            .chain(called)
            .filter_map(|row| analysis.name(row.method))
            .map(|name| (name.class.replace('/', "."), name.name.as_str()))
            .collect();
        let is_used = |budget: &str| {
            names
                .iter()
                .any(|(class, name)| budget == class || budget == format!("{class}.{name}"))
        };
        let all = self.tests.keys().map(String::as_str);
        all.filter(|name| !is_used(name)).collect()
    }
}

/// The sampled tests, the most expensive first, each with its budget.
pub fn judged<'a>(analysis: &'a Analysis, budgets: &Budgets) -> Vec<TestVerdict<'a>> {
    let rows = unit_tests(analysis).into_iter();
    let is_partly_measured = analysis.totals.is_partly_measured();
    rows.map(|row| {
        let name = analysis.name(row.method);
        let budget = name.and_then(|name| budgets.of(&name.class, &name.name));
        let verdict = match (budget, row.with_callees.joules) {
            (None, _) => BudgetVerdict::NoBudget,
            (Some(_), None) => BudgetVerdict::NotMeasured,
            (Some(budget), Some(joules)) if joules.lo > budget => BudgetVerdict::Violated,
            (Some(_), Some(_)) if is_partly_measured => BudgetVerdict::NotMeasured,
            (Some(budget), Some(joules)) if joules.hi <= budget => BudgetVerdict::Met,
            (Some(_), Some(_)) => BudgetVerdict::Undecided,
        };
        TestVerdict {
            row,
            budget,
            verdict,
        }
    })
    .collect()
}
