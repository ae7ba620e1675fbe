//! Findings that an editor shows in the text.

use crate::assumptions::AssumedValues;
use crate::file::FileAnalysis;
use crate::model::Model;
use crate::written_contract::TextSpan;
use contracts::ContractStatus;

/// A finding in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Its place.
    pub place: TextSpan,
    /// Its severity.
    pub severity: FindingSeverity,
    /// Its kind.
    pub code: FindingCode,
    /// The message.
    pub message: String,
    /// Related lines, counted from 1, with messages.
    pub related: Vec<(u32, String)>,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FindingSeverity {
    /// Something is not as promised.
    Warning,
    /// Something is undecided.
    Information,
}

/// The kinds of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FindingCode {
    /// A contract that is not met.
    Contract,
    /// A clause about a loop that is false.
    LoopClause,
    /// A clause that cannot be read.
    Syntax,
}

impl FindingCode {
    /// The name: `energy-contract`, `loop-clause`, `clause-syntax`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contract => "energy-contract",
            Self::LoopClause => "loop-clause",
            Self::Syntax => "clause-syntax",
        }
    }
}

impl FileAnalysis {
    /// The findings in a file: contracts that are not met, clauses that cannot be read, and false clauses about loops.
    pub fn findings(&self, model: &Model, assumptions: &AssumedValues) -> Vec<Finding> {
        let unread = self.problems.iter().map(|problem| Finding {
            place: problem.place,
            severity: FindingSeverity::Warning,
            code: FindingCode::Syntax,
            message: problem.message.clone(),
            related: Vec::new(),
        });
        let refuted = self.methods.iter().flat_map(|placed| {
            placed.method.cost.refuted.iter().map(|refuted| Finding {
                place: TextSpan {
                    line: refuted.clause_line,
                    column: 0,
                    end_line: refuted.clause_line,
                    end_column: u32::MAX,
                },
                severity: FindingSeverity::Warning,
                code: FindingCode::LoopClause,
                message: refuted.message.clone(),
                related: vec![(refuted.line, "this loop".to_owned())],
            })
        });
        let contracts = self.contracts(model, assumptions);
        let unmet = contracts.into_iter().filter_map(|checked| {
            let place = checked.place?;
            let severity = match checked.outcome() {
                ContractStatus::Met => return None,
                _ if checked.verdict.is_err() => FindingSeverity::Warning,
                ContractStatus::Violated => FindingSeverity::Warning,
                ContractStatus::HoldsWhen | ContractStatus::Undecided => {
                    FindingSeverity::Information
                }
            };
            let info = model.info();
            Some(Finding {
                place,
                severity,
                code: if checked.verdict.is_err() {
                    FindingCode::Syntax
                } else {
                    FindingCode::Contract
                },
                message: format!("{}\n{}", checked.verdict_text(), info.short_line()),
                related: checked
                    .costliest
                    .iter()
                    .map(|line| (line.line, line.to_string()))
                    .collect(),
            })
        });
        let mut all: Vec<Finding> = unread.chain(refuted).chain(unmet).collect();
        all.sort_by_key(|finding| (finding.place.line, finding.place.column));
        all
    }
}
