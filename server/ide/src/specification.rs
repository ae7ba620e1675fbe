//! What the comments of a source file say about its methods and loops.

use contracts::{ClauseKind, Contract, ContractProblem};
use source::{Loop, SourceFile, Specified};
use std::ops::Range;
use std::sync::Arc;
use wcec::declared::{DeclaredLoop, LoopClause};

/// What the comments of one version of a file say.
#[derive(Debug, Clone, Default)]
pub struct Specifications {
    /// Statements about loops.
    pub loops: Vec<DeclaredLoop>,
    /// Contracts of methods, in the order of the text.
    pub contracts: Vec<SourceContract>,
    /// What cannot be read, in the order of the text.
    pub problems: Vec<ClauseProblem>,
}

/// A contract in a comment before a method.
#[derive(Debug, Clone)]
pub struct SourceContract {
    /// Where the declaration of the method begins, in bytes.
    pub method: usize,
    /// The bytes of the clause.
    pub range: Range<usize>,
    /// The contract.
    pub contract: Contract,
}

/// A clause that cannot be read, or that applies to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseProblem {
    /// Its place, in bytes of the text.
    pub range: Range<usize>,
    /// The line, counted from 1.
    pub line: u32,
    /// The message.
    pub message: String,
}

impl Specifications {
    /// Reads the comments of a text. Parses the text only if there are any.
    pub fn read(text: &Arc<str>) -> Self {
        if text.contains("//@") || text.contains("/*@") || contracts::may_be_mistaken(text) {
            Self::of(&SourceFile::parse(Arc::clone(text)))
        } else {
            Self::default()
        }
    }

    /// Reads the comments of a file.
    pub fn of(source: &SourceFile) -> Self {
        let mut all = Self::default();
        let groups = source.specifications();
        let mistaken = mistaken(source);
        if groups.is_empty() && mistaken.is_empty() {
            return all;
        }
        let lines = source.line_index();
        all.problems
            .extend(mistaken.into_iter().map(|problem| ClauseProblem {
                line: lines.line_number(problem.range.start),
                range: problem.range,
                message: problem.message,
            }));
        let loops = source.loops();
        for group in groups {
            let read = contracts::read(source.text(), &group.comments);
            all.problems
                .extend(read.problems.into_iter().map(|problem| ClauseProblem {
                    line: lines.line_number(problem.range.start),
                    range: problem.range,
                    message: problem.message,
                }));
            for clause in read.clauses {
                let clause_line = lines.line_number(clause.range.start);
                let misplaced = match (clause.kind, group.of) {
                    (ClauseKind::Energy(contract), Specified::Method(index)) => {
                        let method = &source.methods()[index];
                        all.contracts.push(SourceContract {
                            method: method.range.start,
                            range: clause.range,
                            contract,
                        });
                        continue;
                    }
                    (ClauseKind::Loop(clause), Specified::Loop(index)) => {
                        let subject = &loops[index];
                        let on_line = loops.iter().filter(|one| begins_beside(one, subject));
                        let on_line: Vec<&Loop> = on_line.collect();
                        if on_line.iter().all(|one| one.owner == subject.owner) {
                            let place = on_line.iter().position(|one| one.range == subject.range);
                            let inner = loops.iter().filter(|one| is_inside(one, subject));
                            all.loops.push(DeclaredLoop {
                                lines: subject.lines.clone(),
                                inner: inner.map(|one| one.lines.clone()).collect(),
                                on_line: (place.unwrap_or_default(), on_line.len()),
                                clause,
                                clause_line,
                            });
                            continue;
                        }
                        "a loop of another method begins on the same line: put each loop on its own line"
                    }
                    (ClauseKind::Energy(_), _) => {
                        "write an `energy` clause before a method or a constructor"
                    }
                    (ClauseKind::Loop(clause), _) => match clause {
                        LoopClause::Bound(_) => "write a `loop_bound` clause before a loop",
                        LoopClause::Decreasing(_) => "write a `decreasing` clause before a loop",
                        LoopClause::Maintaining(_) => "write a `maintaining` clause before a loop",
                    },
                };
                all.problems.push(ClauseProblem {
                    line: clause_line,
                    range: clause.range,
                    message: misplaced.to_owned(),
                });
            }
        }
        all.problems.sort_by_key(|problem| problem.range.start);
        all
    }
}

/// The clauses in comments that are not read.
fn mistaken(source: &SourceFile) -> Vec<ContractProblem> {
    let text = source.text();
    if !contracts::may_be_mistaken(text) {
        return Vec::new();
    }
    let comments = source.comment_ranges().into_iter();
    comments
        .flat_map(|comment| contracts::mistaken(text, &comment))
        .collect()
}

fn is_inside(inner: &Loop, outer: &Loop) -> bool {
    outer.range.start < inner.range.start && inner.range.end <= outer.range.end
}

/// Whether two loops begin on the same line. Class files contain only lines, and the order of what is on a line.
fn begins_beside(one: &Loop, other: &Loop) -> bool {
    one.lines.start() == other.lines.start()
}
