//! Contracts in annotations.

use crate::contract::{BudgetedEnergy, Contract, ContractProblem, DEFAULT_QUANTILE};
use crate::parse::{Parser, is_quantile, quantile_message};
use crate::token::tokens;
use std::fmt::Write;

/// The descriptor of the annotation in class files.
pub const ANNOTATION: &str = "Ljouled/annotation/EnergyBudget;";

/// The descriptor of the annotation that contains several of them.
pub const ANNOTATIONS: &str = "Ljouled/annotation/EnergyBudget$List;";

/// The maximum number of tokens read from one element.
const MAX_TOKENS: usize = 512;

/// The elements of `@EnergyBudget(worst = "5 mJ", quantile = 0.99, when = "n <= 1000")`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Elements {
    /// `worst`
    pub worst: Option<String>,
    /// `typical`
    pub typical: Option<String>,
    /// Whether the annotation also has a worst case, which is a separate contract before this one.
    pub is_beside_worst: bool,
    /// `quantile`
    pub quantile: Option<f64>,
    /// `when`
    pub when: Option<String>,
}

impl Elements {
    /// The contract of these elements.
    ///
    /// # Errors
    ///
    /// The element and the problem, in words.
    pub fn contract(&self) -> Result<Contract, String> {
        if let Some(typical) = self.promised_typical() {
            if self.quantile.is_some() || self.when.is_some() {
                return Err(in_element(
                    "typical",
                    "a typical energy is the average of all calls: leave out `quantile` and `when`",
                ));
            }
            let budget = read(typical, |parser| {
                let budget = parser.plain_budget()?;
                parser.close("an operator").map(|()| budget)
            });
            return budget
                .map(Contract::typical)
                .map_err(|message| in_element("typical", &message));
        }
        let worst = self.worst.as_deref().unwrap_or_default();
        let budget = read(worst, |parser| {
            let budget = parser.budget()?;
            parser.close("an operator").map(|()| budget)
        });
        let budget = budget.map_err(|message| in_element("worst", &message))?;
        let quantile = self.quantile.unwrap_or(DEFAULT_QUANTILE);
        if !is_quantile(quantile) {
            return Err(in_element("quantile", &quantile_message(quantile)));
        }
        let when = match self.when.as_deref().map(str::trim) {
            None | Some("") => Vec::new(),
            Some(when) => read(when, |parser| {
                let relations = parser.relations()?;
                parser.close("`&&`").map(|()| relations)
            })
            .map_err(|message| in_element("when", &message))?,
        };
        Ok(Contract {
            promise: BudgetedEnergy::Worst,
            budget,
            quantile,
            when,
        })
    }

    /// The contracts of an annotation with these elements: about the worst case, about the typical energy, or both.
    pub fn apart(self) -> Vec<Self> {
        let is_given = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
        if !is_given(&self.worst) || !is_given(&self.typical) {
            return vec![self];
        }
        let typical = Self {
            typical: self.typical.clone(),
            is_beside_worst: true,
            ..Self::default()
        };
        let worst = Self {
            typical: None,
            ..self
        };
        vec![worst, typical]
    }

    /// The budget of the typical energy, if the annotation has one.
    fn promised_typical(&self) -> Option<&str> {
        let typical = self.typical.as_deref()?;
        (!typical.is_empty() || self.worst.is_none()).then_some(typical)
    }

    /// The contract as it would be in a comment.
    pub fn text(&self) -> String {
        if let Some(typical) = self.promised_typical() {
            return format!("energy typical <= {typical}");
        }
        let mut text = format!("energy <= {}", self.worst.as_deref().unwrap_or_default());
        if let Some(quantile) = self.quantile {
            let _ = write!(text, " @ {quantile}");
        }
        if let Some(when) = self.when.as_deref().filter(|when| !when.trim().is_empty()) {
            text.push_str(" when ");
            text.push_str(when);
        }
        text
    }
}

fn in_element(element: &str, message: &str) -> String {
    format!(
        "in `{element}`: {}",
        message.replace("the end of the clause", "nothing more")
    )
}

fn read<T>(
    text: &str,
    read: impl FnOnce(&mut Parser<'_, '_>) -> Result<T, ContractProblem>,
) -> Result<T, String> {
    let all = 0..text.len();
    let tokens = tokens(text, std::slice::from_ref(&all), MAX_TOKENS);
    if tokens.len() == MAX_TOKENS {
        return Err(format!("more than {MAX_TOKENS} words and symbols"));
    }
    read(&mut Parser::new(text, &tokens)).map_err(|problem| problem.message)
}
