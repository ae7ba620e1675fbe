//! Contracts in annotations.

use crate::contract::{Contract, Problem};
use crate::parse::{DEFAULT_QUANTILE, Parser, is_quantile, quantile_message};
use crate::token::tokens;
use std::fmt::Write;

/// The descriptor of the annotation in class files.
pub const ANNOTATION: &str = "Ljouled/annotation/EnergyBudget;";

/// The descriptor of the annotation that holds several of them.
pub const ANNOTATIONS: &str = "Ljouled/annotation/EnergyBudget$List;";

/// Words and signs of one element that are read.
const MOST_TOKENS: usize = 512;

/// The elements of `@EnergyBudget(worst = "5 mJ", quantile = 0.99, when = "n <= 1000")`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Elements {
    /// `worst`
    pub worst: Option<String>,
    /// `quantile`
    pub quantile: Option<f64>,
    /// `when`
    pub when: Option<String>,
}

impl Elements {
    /// The contract that they make.
    ///
    /// # Errors
    /// The element and what is wrong with it, in words.
    pub fn contract(&self) -> Result<Contract, String> {
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
            budget,
            quantile,
            when,
        })
    }

    /// The contract as it would stand in a comment.
    pub fn text(&self) -> String {
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
    read: impl FnOnce(&mut Parser<'_, '_>) -> Result<T, Problem>,
) -> Result<T, String> {
    let all = 0..text.len();
    let tokens = tokens(text, std::slice::from_ref(&all), MOST_TOKENS);
    if tokens.len() == MOST_TOKENS {
        return Err(format!("more than {MOST_TOKENS} words and signs"));
    }
    read(&mut Parser::new(text, &tokens)).map_err(|problem| problem.message)
}
