//! Contracts that executions break, placed before methods: jouled must not report any of them as met.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::{Context, Result};
use ide::{
    AssumedValues, CheckedContract, ContractStatus as Answer, Device, FileAnalysis, Mapping, Model,
    Program, ProgramClass, Specifications,
};
use posterior::Posterior;
use source::{Outline, SourceFile};
use trace::{Call, Class, TracedMethodName, Value};

use crate::evidence::Standing;
use crate::judge::{Claim, Comparison, Fault, Verdict, excused};
use crate::library::Followed;
use crate::subject::Subject;
use crate::total::Returning;

/// At most this many calls of a method become contracts.
const CALLS: usize = 6;
/// A budget below what was executed, and one above.
const BELOW: f64 = 0.97;
const ABOVE: f64 = 1.03;

/// A contract generated from a call.
struct GeneratedContract<'m> {
    /// The index of the call among those of the subject.
    call: usize,
    method: &'m TracedMethodName,
    /// The conditions: name, minimum and maximum.
    when: Vec<(String, Option<f64>, Option<f64>)>,
    /// True if the call passes `null`, which no shown value means.
    passes_null: bool,
    /// Joules.
    budget: f64,
    /// The energy of the call at the default quantile of contracts.
    executed: f64,
}

impl GeneratedContract<'_> {
    fn text(&self) -> String {
        let conditions = self.when.iter().flat_map(|(name, least, most)| {
            let least = least.map(|least| format!("{name} >= {least}"));
            let most = most.map(|most| format!("{name} <= {most}"));
            least.into_iter().chain(most)
        });
        let conditions: Vec<String> = conditions.collect();
        let when = if conditions.is_empty() {
            String::new()
        } else {
            format!(" when {}", conditions.join(" && "))
        };
        // Small numbers are written without exponents.
        format!("energy <= {:.6} nJ{when};", self.budget * 1e9)
    }
}

/// Compares verdicts on contracts with what was executed.
pub(crate) struct Contracts {
    model: Model,
    library: Followed,
}

impl Contracts {
    pub(crate) fn new(posterior: Arc<Posterior>, library: Followed) -> Self {
        Self {
            library,
            model: Model::new(posterior, Mapping::default(), Device::Named(0)),
        }
    }

    /// The verdicts on contracts generated from what the calls executed, if they ended by themselves.
    pub(crate) fn judge(
        &self,
        subject: &Subject,
        classes: &[Class],
        executed: &[Option<Returning>],
        fault: Fault,
    ) -> Result<Vec<Vec<Verdict>>> {
        let mut verdicts = vec![Vec::new(); subject.calls.len()];
        let [source] = subject.sources.as_slice() else {
            return Ok(verdicts);
        };
        let parsed = SourceFile::parse(source.text.as_str());
        let mut made = Vec::new();
        for call in self.chosen(subject, executed) {
            let executed = executed[call].as_ref().context("it was not executed")?;
            let energy = self.model.predict(&executed.tally).wcec_quantile(0.99).0 / fault.scale();
            made.extend(contracts_of(subject, parsed.outline(), call, energy));
        }
        let text = with_contracts(&source.text, parsed.outline(), &made);
        let checked = self.check(classes, &text)?;
        let mut by_text: BTreeMap<(&str, &str), &CheckedContract> = BTreeMap::new();
        for contract in &checked {
            by_text.insert((&contract.method, &contract.text), contract);
        }
        for made in &made {
            let text = made.text();
            let text = text.trim_end_matches(';');
            let found = by_text.iter().find(|((method, known), _)| {
                *method == made.method.name && known.trim_end_matches(';').trim() == text
            });
            let verdict = match found {
                Some((_, checked)) => {
                    let standing = executed[made.call].as_ref().map(|of| &of.standing);
                    verdict(made, checked, standing.cloned().unwrap_or_default())
                }
                None => Verdict::UnknownSymbol(format!("the contract {text}")),
            };
            verdicts[made.call].push(verdict);
        }
        Ok(verdicts)
    }

    /// Calls of each method: the most expensive ones, and some in between.
    fn chosen(&self, subject: &Subject, executed: &[Option<Returning>]) -> Vec<usize> {
        let mut by_method: BTreeMap<&TracedMethodName, Vec<(f64, usize)>> = BTreeMap::new();
        for (at, (call, returning)) in subject.calls.iter().zip(executed).enumerate() {
            if let Some(returning) = returning {
                let mean = self.model.mean(&returning.tally).0;
                by_method.entry(&call.method).or_default().push((mean, at));
            }
        }
        let mut chosen = BTreeSet::new();
        for mut calls in by_method.into_values() {
            calls.sort_by(|a, b| b.0.total_cmp(&a.0));
            let costliest = calls.iter().take(CALLS / 2);
            let others = calls.iter().step_by(calls.len().div_ceil(CALLS / 2).max(1));
            chosen.extend(costliest.chain(others).map(|(_, at)| *at));
        }
        chosen.into_iter().collect()
    }

    /// What the project reports about the contracts in a text. Its line numbers are those of the compiled text.
    fn check(&self, classes: &[Class], text: &str) -> Result<Vec<CheckedContract>> {
        let source = SourceFile::parse(text);
        let loops: Arc<[_]> = Specifications::of(&source).loops.into();
        let of_program = classes.iter().map(|class| ProgramClass {
            bytes: Arc::clone(&class.bytes),
            loops: Arc::clone(&loops),
            left_out: Vec::new(),
        });
        let (program, errors) = Program::new(
            &self.model,
            of_program.collect::<Vec<_>>(),
            self.library.whole(),
        );
        if let Some(error) = errors.first() {
            anyhow::bail!("a class is unreadable: {error}");
        }
        let program = Arc::new(program);
        let bytes = classes.iter().map(|class| &*class.bytes);
        let file = FileAnalysis::new(&self.model, &source, 1, bytes, &[], Some(&program));
        Ok(file.contracts(&self.model, &AssumedValues::default()))
    }
}

/// Contracts of one call: for exactly the values of the call; for all values up to these; and for a range around them. Each
/// has a budget that the call exceeds, and the first also one that it keeps.
fn contracts_of<'m>(
    subject: &'m Subject,
    outline: &Outline,
    call: usize,
    executed: f64,
) -> Vec<GeneratedContract<'m>> {
    let made = &subject.calls[call];
    let names = named_values(outline, made);
    let of = |least: &dyn Fn(f64) -> Option<f64>, most: &dyn Fn(f64) -> Option<f64>, share: f64| {
        let when = names
            .iter()
            .map(|(name, value)| (name.clone(), least(*value), most(*value)));
        GeneratedContract {
            call,
            method: &made.method,
            when: when.collect(),
            passes_null: made.arguments.contains(&Value::Null),
            budget: share * executed,
            executed,
        }
    };
    let mut all = vec![
        of(&Some, &Some, BELOW),
        of(&|_| None, &Some, BELOW),
        of(
            &|value| Some(value - 2.0),
            &|value| Some(value + 3.0),
            BELOW,
        ),
        of(
            &|value| Some(value.min(0.0)),
            &|value| Some(value.max(0.0)),
            BELOW,
        ),
    ];
    all.push(of(&Some, &Some, ABOVE));
    all
}

/// The numbers and lengths that contracts can name.
fn named_values(outline: &Outline, call: &Call) -> Vec<(String, f64)> {
    let mut found = Vec::new();
    let Some(method) = method_of(outline, call) else {
        return found;
    };
    for (parameter, value) in method.parameters.iter().zip(&call.arguments) {
        let name = &parameter.name;
        match value {
            // Larger numbers are not exact in floating point.
            Value::Whole(number) if number.unsigned_abs() < 1 << 53 => {
                found.push((name.clone(), *number as f64));
            }
            Value::Array(elements) => found.push((format!("{name}.length"), elements.len() as f64)),
            Value::Text(text) => found.push((format!("{name}.length()"), text.len() as f64)),
            Value::List(elements) => found.push((format!("{name}.size()"), elements.len() as f64)),
            _ => {}
        }
    }
    if let Some(Value::Object { fields, .. }) = &call.receiver {
        for (name, value) in fields {
            match value {
                Value::Whole(number) => found.push((format!("this.{name}"), *number as f64)),
                Value::Array(elements) => {
                    found.push((format!("this.{name}.length"), elements.len() as f64));
                }
                _ => {}
            }
        }
    }
    found
}

fn method_of<'o>(outline: &'o Outline, call: &Call) -> Option<&'o source::Method> {
    let name = &call.method;
    let (name, class, descriptor) = (&name.name, &name.class, &name.descriptor);
    outline.method_of(class, name, descriptor, None)
}

/// The text with the contracts before the methods, on the methods' first lines.
fn with_contracts(text: &str, outline: &Outline, made: &[GeneratedContract<'_>]) -> String {
    let mut at: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for contract in made {
        let name = contract.method;
        let found = outline.method_of(&name.class, &name.name, &name.descriptor, None);
        if let Some(method) = found {
            let clauses = at.entry(method.range.start).or_default();
            clauses.push(contract.text());
        }
    }
    let mut whole = String::new();
    let mut rest = 0;
    for (place, mut clauses) in at {
        clauses.sort();
        clauses.dedup();
        whole.push_str(text.get(rest..place).unwrap_or_default());
        for clause in clauses {
            whole.push_str("/*@ ");
            whole.push_str(&clause);
            whole.push_str(" */ ");
        }
        rest = place;
    }
    whole.push_str(text.get(rest..).unwrap_or_default());
    whole
}

/// Checks a verdict. A contract that its call breaks must not be met, unless the call breaks an assumption that is named. A
/// violation must be shown by values that satisfy the condition, and every call with these values must exceed the budget.
fn verdict(made: &GeneratedContract<'_>, checked: &CheckedContract, standing: Standing) -> Verdict {
    let words = checked.verdict_text();
    let comparison = |executed: f64, budget: f64| Comparison {
        claim: Claim::Contract {
            text: made.text(),
            verdict: words.clone(),
        },
        device: "the first device".to_owned(),
        executed,
        bound: budget,
        on_the_path_of_the_mixture: f64::INFINITY,
    };
    match checked.outcome() {
        Answer::Met if words.contains("assuming") && made.executed > made.budget => {
            excused(standing)
                .unwrap_or_else(|| Verdict::Compared(vec![comparison(made.executed, made.budget)]))
        }
        Answer::Met => Verdict::Compared(vec![comparison(made.executed, made.budget)]),
        Answer::Violated => {
            let shown = checked
                .verdict
                .as_ref()
                .ok()
                .and_then(|of| of.decisive.as_ref());
            let is_shown = shown.is_some_and(|at| {
                at.energy.0 > at.budget.0
                    && at
                        .values
                        .iter()
                        .all(|(name, value)| is_within(made, name, *value))
            });
            // Values that the contract does not name may be others than those of the call.
            let is_of_call = !made.passes_null
                && shown.is_some_and(|at| at.values.iter().all(|(name, _)| fixes(made, name)));
            let is_kept = made.executed <= made.budget && is_of_call;
            if is_shown && !is_kept {
                Verdict::Compared(vec![comparison(0.0, made.budget)])
            } else {
                // A wrong violation: the shown values are outside the condition, or the call keeps the contract.
                Verdict::Compared(vec![comparison(f64::INFINITY, made.budget)])
            }
        }
        Answer::HoldsWhen | Answer::Undecided => {
            if let Err(message) = &checked.verdict {
                return Verdict::UnknownSymbol(message.clone());
            }
            Verdict::Compared(vec![comparison(0.0, made.budget)])
        }
    }
}

/// True if the contract's condition allows only one value for a name.
fn fixes(made: &GeneratedContract<'_>, name: &str) -> bool {
    let mut conditions = made.when.iter();
    conditions.any(|(known, least, most)| known == name && least.is_some() && least == most)
}

/// True if a value satisfies the contract's condition for its name.
fn is_within(made: &GeneratedContract<'_>, name: &str, value: f64) -> bool {
    let mut conditions = made.when.iter();
    let found = conditions.find(|(known, _, _)| known == name);
    found.is_none_or(|(_, least, most)| {
        least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most)
    })
}
