//! Contracts of the methods of a file: where they are, whether they are met, and what an editor shows.

use crate::assumptions::Assumptions;
use crate::budgeted_energy::typical_verdict;
use crate::displayed_worst::DisplayedWorst;
use crate::file::{AnalysedMethod, FileAnalysis};
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::written_contract::{TextSpan, WrittenContract};
use contracts::{BudgetedEnergy, ContractStatus, Question, Verdict};
use cost::Symbol;
use posterior::Joules;
use pricing::Provenance;
use std::collections::BTreeSet;
use std::fmt;

/// The maximum number of names suggested for an unknown one.
const MAX_NAMES: usize = 5;

/// The number of lines named as the most expensive.
const MAX_LINES: usize = 3;

/// A contract with its verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedContract {
    /// The class, with slashes.
    pub class: String,
    /// The name of the method in class files.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// Its place in the text; `None` if only the class file has it.
    pub place: Option<TextSpan>,
    /// The line of the contract, or the first of the method's code.
    pub line: Option<u32>,
    /// The contract as written, on one line.
    pub text: String,
    /// The verdict, or why the contract cannot be read.
    pub verdict: Result<Verdict, String>,
    /// The most expensive lines of the method, in descending order.
    pub costliest: Vec<ExpensiveLine>,
}

impl CheckedContract {
    /// Its status. A contract that cannot be read is undecided.
    pub fn outcome(&self) -> ContractStatus {
        self.verdict
            .as_ref()
            .map_or(ContractStatus::Undecided, |verdict| verdict.outcome)
    }

    /// The verdict in words.
    pub fn verdict_text(&self) -> String {
        match &self.verdict {
            Ok(verdict) => verdict.to_string(),
            Err(message) => format!("the contract cannot be read, {message}"),
        }
    }
}

/// An expensive line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpensiveLine {
    /// The line, counted from 1.
    pub line: u32,
    /// The mean energy of one execution.
    pub each: Joules,
    /// The maximum number of its executions where the contract was decided, from the loops around it.
    pub times: f64,
}

impl fmt::Display for ExpensiveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on average", self.each)?;
        if self.times > 1.0 {
            let whole = self.each * self.times;
            write!(f, ", up to {} times: {whole}", self.times)?;
        }
        Ok(())
    }
}

/// Checks the contracts in a method's annotations if its source is not available.
pub fn check_method(
    model: &Model,
    assumptions: &Assumptions,
    method: &MethodAnalysis,
) -> Vec<CheckedContract> {
    let budgets = method.budgets.iter();
    let written = budgets.map(|elements| WrittenContract {
        place: None,
        text: elements.text(),
        contract: elements.contract(),
        known: None,
    });
    written
        .map(|contract| check_with(model, assumptions, method, &contract, None, &|_, _| 1.0))
        .collect()
}

impl FileAnalysis {
    /// Every contract of the file with its verdict, in the order of the text.
    pub fn contracts(&self, model: &Model, assumptions: &Assumptions) -> Vec<CheckedContract> {
        self.contracts_where(model, assumptions, |_| true)
    }

    /// The contracts on a line.
    pub(crate) fn contracts_on(
        &self,
        model: &Model,
        assumptions: &Assumptions,
        line: u32,
    ) -> Vec<CheckedContract> {
        self.contracts_where(model, assumptions, |place| {
            place.is_some_and(|place| (place.line..=place.end_line).contains(&line))
        })
    }

    fn contracts_where(
        &self,
        model: &Model,
        assumptions: &Assumptions,
        wanted: impl Fn(Option<TextSpan>) -> bool,
    ) -> Vec<CheckedContract> {
        let mut all: Vec<CheckedContract> = Vec::new();
        for placed in &self.methods {
            for contract in placed.contracts.iter().filter(|one| wanted(one.place)) {
                all.push(self.check(model, assumptions, placed, contract));
            }
        }
        all.sort_by_key(|checked| checked.line);
        all
    }

    fn check(
        &self,
        model: &Model,
        assumptions: &Assumptions,
        placed: &AnalysedMethod,
        contract: &WrittenContract,
    ) -> CheckedContract {
        let missing = placed
            .left_out
            .is_some()
            .then_some("the method does not compile");
        let times = |line: u32| -> Vec<u32> {
            let around = self.loops.iter().filter(|lines| lines.contains(&line));
            around.map(|lines| *lines.start()).collect()
        };
        let repeats = |line: u32, value_of: &dyn Fn(&Symbol) -> f64| {
            let mut product = 1.0;
            for start in times(line) {
                let header = placed
                    .method
                    .cost
                    .loops
                    .iter()
                    .find(|one| one.line == Some(start));
                product *= header.map_or(1.0, |one| {
                    one.bound.value(&|symbol: &Symbol| value_of(symbol))
                });
            }
            product
        };
        check_with(
            model,
            assumptions,
            &placed.method,
            contract,
            missing,
            &repeats,
        )
    }
}

/// The maximum number of executions of a line at given values of symbols.
type Repeats<'r> = dyn Fn(u32, &dyn Fn(&Symbol) -> f64) -> f64 + 'r;

fn no_such_name(name: &str, shown: &DisplayedWorst) -> String {
    let names: Vec<String> = shown
        .symbols
        .iter()
        .take(MAX_NAMES)
        .map(|symbol| format!("`{}`", symbol.name))
        .collect();
    let known = if names.is_empty() {
        String::from("which depends on nothing")
    } else {
        format!("which depends on {}", names.join(", "))
    };
    format!(
        "`{name}` is neither a parameter nor a field of the class nor part of the method's cost, {known}"
    )
}

fn check_with(
    model: &Model,
    assumptions: &Assumptions,
    method: &MethodAnalysis,
    contract: &WrittenContract,
    missing: Option<&str>,
    repeats: &Repeats<'_>,
) -> CheckedContract {
    let names = match &contract.contract {
        Ok(promised) => promised.names(),
        Err(_) => BTreeSet::new(),
    };
    let shown = DisplayedWorst::of_names(model, method, assumptions, &names);
    let mut unpriced = unpriced(model, assumptions, method, &shown);
    unpriced.extend(missing.map(str::to_owned));
    let rests_on = rests_on(&shown);
    let verdict = contract.contract.clone().and_then(|promised| {
        if promised.promise == BudgetedEnergy::Typical {
            return Ok(typical_verdict(
                model,
                method,
                &promised,
                assumptions,
                missing,
            ));
        }
        let verdict = Question {
            contract: &promised,
            cost: &shown.cost,
            unpriced: &unpriced,
            rests_on: &rests_on,
            is_upper_bound: method.cost.is_upper_bound || shown.assumed_counts() > 0,
            pricer: model.pricer(),
            device: model.device(),
            assumed: &|symbol: &Symbol| assumptions.value(symbol),
        }
        .answer();
        // What is not in the cost may depend on anything.
        match contract
            .foreign(&verdict.idle)
            .filter(|_| unpriced.is_empty())
        {
            Some(name) => Err(no_such_name(name, &shown)),
            None => Ok(verdict),
        }
    });
    let costliest = match &verdict {
        Ok(verdict)
            if verdict.outcome != ContractStatus::Met
                && verdict.promise == BudgetedEnergy::Worst =>
        {
            costliest(model, method, verdict, repeats)
        }
        _ => Vec::new(),
    };
    CheckedContract {
        class: method.class.clone(),
        method: method.name.clone(),
        descriptor: method.descriptor.clone(),
        place: contract.place,
        line: contract.place.map(|place| place.line).or(method.line),
        text: contract.text.clone(),
        verdict,
        costliest,
    }
}

/// The parts that are missing in a method's cost, for readers.
fn unpriced(
    model: &Model,
    assumptions: &Assumptions,
    method: &MethodAnalysis,
    shown: &DisplayedWorst,
) -> Vec<String> {
    if let Some(reason) = method.not_analysed {
        return vec![format!("the method has no code to price: {reason}")];
    }
    let mut parts: Vec<String> = model
        .nominal(method, assumptions)
        .iter()
        .filter(|(_, count)| *count > 0.0)
        .filter_map(|(id, _)| model.pricer().pattern(id))
        .filter(|pattern| pattern.provenance == Provenance::Unpriced)
        .map(|pattern| match pattern.operation {
            "callee" => "calls are not followed".to_owned(),
            other => format!("{} is not priced", other.replace('_', " ")),
        })
        .collect();
    if let Some(unpriced) = &shown.unpriced {
        parts.extend(unpriced.iter().map(ToString::to_string));
        if unpriced.has_more {
            parts.push("more is not priced".to_owned());
        }
    }
    parts.sort();
    parts.dedup();
    parts
}

/// What a method's cost rests on, for readers.
fn rests_on(shown: &DisplayedWorst) -> Vec<String> {
    let assumptions = &shown.rests_on;
    let mut all: Vec<String> = assumptions.iter().map(ToString::to_string).collect();
    if assumptions.has_more {
        all.push("there are more assumptions than are listed".to_owned());
    }
    all
}

fn costliest(
    model: &Model,
    method: &MethodAnalysis,
    verdict: &Verdict,
    repeats: &Repeats<'_>,
) -> Vec<ExpensiveLine> {
    let values = verdict.decisive.as_ref().map(|at| at.values.as_slice());
    let value_of = |symbol: &Symbol| {
        let found = values
            .unwrap_or_default()
            .iter()
            .find(|(name, _)| *name == symbol.name);
        found.map_or(1.0, |(_, value)| *value)
    };
    let lines = method.lines.iter().map(|line| ExpensiveLine {
        line: line.line,
        each: model.mean(&line.tally),
        times: repeats(line.line, &value_of),
    });
    let mut lines: Vec<ExpensiveLine> = lines
        .filter(|line| line.each.0 * line.times > 0.0)
        .collect();
    lines.sort_by(|a, b| (b.each.0 * b.times).total_cmp(&(a.each.0 * a.times)));
    lines.truncate(MAX_LINES);
    lines
}
