//! Contracts of the methods of a file: where they are, whether they are met, and what an editor shows.

use crate::assumptions::AssumedValues;
use crate::budgeted_energy::typical_verdict;
use crate::displayed_worst::DisplayedWorst;
use crate::evaluation::NOMINAL;
use crate::file::{AnalysedMethod, FileAnalysis};
use crate::method_analysis::MethodAnalysis;
use crate::method_breakdown::MethodBreakdown;
use crate::model::Model;
use crate::percent::percent;
use crate::program::Program;
use crate::written_contract::{TextSpan, WrittenContract};
use bytecode::DataType;
use contracts::{BudgetedEnergy, ContractStatus, Given, Question, Scope, Verdict};
use cost::Symbol;
use posterior::Joules;
use pricing::Provenance;
use std::collections::BTreeSet;
use std::fmt;
use wcec::{BestCase, Known};

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
    /// The mean energy of one execution, without callees.
    pub each: Joules,
    /// The maximum number of its executions where the contract was decided, from the loops around it.
    pub times: f64,
    /// Its part of the worst case; `None` if the method has no breakdown.
    pub part: Option<WorstCaseShare>,
}

/// A line's part of a worst case, with all its executions and the calls on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstCaseShare {
    /// The mean.
    pub mean: Joules,
    /// Its share of the method's mean, from 0 to 1.
    pub share: f64,
    /// Whether symbols without a value have a nominal one, because the contract was not decided at values.
    pub is_nominal: bool,
}

impl ExpensiveLine {
    /// The mean of all its executions.
    pub fn total(&self) -> Joules {
        self.part.map_or(self.each * self.times, |part| part.mean)
    }
}

impl fmt::Display for ExpensiveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on average", self.total())?;
        if let Some(part) = self.part {
            let share = if part.share < 0.01 {
                String::from("less than 1%")
            } else {
                percent(part.share, 0)
            };
            write!(f, " with its calls, {share}")?;
        }
        if self.times > 1.0 {
            write!(f, ", executed up to {} times", self.times)?;
        }
        if self.part.is_some_and(|part| part.is_nominal) {
            write!(f, " (with {NOMINAL} for symbols without a value)")?;
        }
        Ok(())
    }
}

/// Checks the contracts in a method's annotations if its source is not available.
pub fn check_method(
    model: &Model,
    assumptions: &AssumedValues,
    method: &MethodAnalysis,
    program: Option<&Program>,
) -> Vec<CheckedContract> {
    let budgets = method.budgets.iter();
    let written = budgets.map(|elements| WrittenContract {
        place: None,
        text: elements.text(),
        contract: elements.contract(),
        known: None,
    });
    let breakdown = |values: &AssumedValues| match program.filter(|_| method.followed.is_some()) {
        Some(program) => MethodBreakdown::of_program(model, program, method, values),
        None => MethodBreakdown::default(),
    };
    let least = |arguments| match program.filter(|_| method.followed.is_some()) {
        Some(program) => {
            program.best_case_of((&method.class, &method.name, &method.descriptor), arguments)
        }
        None => method.best_case.as_deref().cloned(),
    };
    let code = CodeOfMethod {
        missing: None,
        repeats: &|_, _| 1.0,
        breakdown: &breakdown,
        least: &least,
    };
    written
        .map(|contract| check_with(model, assumptions, method, &contract, &code))
        .collect()
}

impl FileAnalysis {
    /// Every contract of the file with its verdict, in the order of the text.
    pub fn contracts(&self, model: &Model, assumptions: &AssumedValues) -> Vec<CheckedContract> {
        self.contracts_where(model, assumptions, |_| true)
    }

    /// The contracts on a line.
    pub(crate) fn contracts_on(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        line: u32,
    ) -> Vec<CheckedContract> {
        self.contracts_where(model, assumptions, |place| {
            place.is_some_and(|place| (place.line..=place.end_line).contains(&line))
        })
    }

    fn contracts_where(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
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
        assumptions: &AssumedValues,
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
        let code = CodeOfMethod {
            missing,
            repeats: &repeats,
            breakdown: &|values| self.breakdown_at(model, placed, values),
            least: &|arguments| self.least_of(model, placed, arguments),
        };
        check_with(model, assumptions, &placed.method, contract, &code)
    }
}

/// What a check needs to know about a method's code.
struct CodeOfMethod<'r> {
    /// Why a part is missing.
    missing: Option<&'r str>,
    repeats: &'r Repeats<'r>,
    /// Its breakdown at some values.
    breakdown: &'r dyn Fn(&AssumedValues) -> MethodBreakdown,
    /// What its calls cost at least with these arguments, without the receiver.
    least: &'r dyn Fn(Vec<Option<Known>>) -> Option<BestCase>,
}

/// The maximum number of executions of a line at given values of symbols.
type Repeats<'r> = dyn Fn(u32, &dyn Fn(&Symbol) -> f64) -> f64 + 'r;

fn no_such_name(name: &str, shown: &DisplayedWorst) -> String {
    if shown.symbols.iter().any(|symbol| symbol.name == name) {
        return format!(
            "`{name}` may be a field that the class inherits or imports, so it does not mean the `{name}` of the method's cost"
        );
    }
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
    assumptions: &AssumedValues,
    method: &MethodAnalysis,
    contract: &WrittenContract,
    code: &CodeOfMethod<'_>,
) -> CheckedContract {
    let names = match &contract.contract {
        Ok(promised) => promised.names(),
        Err(_) => BTreeSet::new(),
    };
    let shown = DisplayedWorst::of_names(model, method, assumptions, &names);
    let mut unpriced = unpriced(model, method, &shown);
    unpriced.extend(code.missing.map(str::to_owned));
    let rests_on = rests_on(&shown);
    let verdict = contract.contract.clone().and_then(|promised| {
        if promised.promise == BudgetedEnergy::Typical {
            return Ok(typical_verdict(
                model,
                method,
                &promised,
                assumptions,
                code.missing,
            ));
        }
        let verdict = Question {
            contract: &promised,
            cost: &shown.cost,
            scope: contract.known.as_ref().unwrap_or(&Scope::default()),
            unpriced: &unpriced,
            rests_on: &rests_on,
            least: &|given| {
                let arguments = arguments(method, given, contract.known.as_ref());
                (code.least)(arguments).unwrap_or_else(BestCase::unknown)
            },
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
            costliest(model, assumptions, method, verdict, code)
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

/// The arguments of a call with given values, whose caller passes no `null`.
fn arguments(
    method: &MethodAnalysis,
    given: &Given<'_>,
    scope: Option<&Scope>,
) -> Vec<Option<Known>> {
    let as_int = |value: f64| {
        let is_int = value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX);
        is_int.then_some(value as i32)
    };
    let descriptor = bytecode::Descriptor::new(method.descriptor.as_bytes());
    let count = descriptor.arguments().count();
    if scope.is_some_and(|scope| scope.parameters.len() != count) {
        // The compiler adds parameters to some constructors.
        return Vec::new();
    }
    let known = |(index, data_type)| match data_type {
        DataType::Int | DataType::Long => given.argument(index).and_then(as_int).map(Known::Number),
        DataType::Reference => {
            let length = given.length(index).and_then(as_int);
            Some(length.map_or(Known::Object, Known::Array))
        }
        _ => None,
    };
    descriptor.arguments().enumerate().map(known).collect()
}

/// The parts that are missing in a method's cost, for readers.
fn unpriced(model: &Model, method: &MethodAnalysis, shown: &DisplayedWorst) -> Vec<String> {
    if let Some(reason) = method.not_analysed {
        return vec![format!("the method has no code to price: {reason}")];
    }
    // An assumed value may make a part 0 that the contract covers.
    let terms = method.cost.cost.terms().iter();
    let executed = terms.flat_map(|term| term.tally.iter());
    let mut parts: Vec<String> = executed
        .filter(|(_, count)| *count != 0.0)
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

/// The lines with the largest parts of the worst case, with their calls, at the values that decide the contract.
fn costliest(
    model: &Model,
    assumptions: &AssumedValues,
    method: &MethodAnalysis,
    verdict: &Verdict,
    code: &CodeOfMethod<'_>,
) -> Vec<ExpensiveLine> {
    let values = verdict.decisive.as_ref().map(|at| at.values.as_slice());
    let value_of = |symbol: &Symbol| {
        let found = values
            .unwrap_or_default()
            .iter()
            .find(|(name, _)| *name == symbol.name);
        found.map_or(1.0, |(_, value)| *value)
    };
    let mut decisive = assumptions.clone();
    for (name, value) in values.unwrap_or_default() {
        // A value that no assumption can have leaves the nominal one.
        let _ = decisive.insert(name, *value);
    }
    let shown = DisplayedWorst::of(model, method, &decisive);
    let mut symbols = shown.symbols.iter();
    let is_nominal = symbols.any(|symbol| decisive.value(symbol).is_none());
    let shares = (code.breakdown)(&decisive).shares(model, &decisive);
    let part_of = |line: u32| {
        let share = shares.iter().find(|share| share.line == line);
        share.map(|share| WorstCaseShare {
            mean: share.mean,
            share: share.share,
            is_nominal,
        })
    };
    let mut lines: Vec<ExpensiveLine> = method
        .lines
        .iter()
        .map(|line| ExpensiveLine {
            line: line.line,
            each: model.mean(&line.tally),
            times: (code.repeats)(line.line, &value_of),
            part: part_of(line.line),
        })
        .filter(|line| line.total().0 > 0.0)
        .collect();
    lines.sort_by(|a, b| b.total().0.total_cmp(&a.total().0));
    lines.truncate(MAX_LINES);
    lines
}
