//! Parses promises about a typical energy.

use super::{Parsed, Parser};
use crate::contract::{Contract, ContractProblem};
use crate::expression::Expression;
use crate::token::TokenKind;
use std::collections::BTreeSet;

impl Parser<'_, '_> {
    /// Parses the word for the promised energy; `worst` if there is none.
    pub(super) fn is_typical(&mut self) -> bool {
        let word = self.word();
        self.at += usize::from(matches!(word, Some("typical" | "worst")));
        word == Some("typical")
    }

    /// Parses what follows `energy typical`.
    pub(super) fn typical(&mut self) -> Parsed<Contract> {
        if !self.takes(&["<=", "≤"]) {
            return Err(self.expected("`<=`"));
        }
        let budget = self.plain_budget()?;
        if self.peek() == Some(TokenKind::Sign("@")) || self.word() == Some("when") {
            return Err(ContractProblem {
                range: self.range(),
                message: String::from(
                    "a typical energy is the average of all calls: leave out `@` and `when`, or promise the worst case with \
                     `energy <= …`",
                ),
            });
        }
        self.close("an operator")?;
        Ok(Contract::typical(budget))
    }

    /// Parses an energy without names.
    pub(crate) fn plain_budget(&mut self) -> Parsed<Expression> {
        let start = self.range().start;
        let budget = self.budget()?;
        let mut names = BTreeSet::new();
        budget.collect_names(&mut names);
        match names.first() {
            None => Ok(budget),
            Some(name) => Err(ContractProblem {
                range: start..self.range().start,
                message: format!(
                    "the budget of a typical energy is a number such as `5 uJ`, found the name `{name}`"
                ),
            }),
        }
    }
}
