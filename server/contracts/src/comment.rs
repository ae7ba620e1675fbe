//! Clauses in comments like those of the Java Modeling Language: `//@ …` and `/*@ … @*/`.

use crate::contract::{Contract, ContractProblem};
use crate::loop_clause;
use crate::parse::Parser;
use crate::token::{Token, TokenKind, tokens};
use std::ops::Range;
use wcec::declared::LoopClause;

/// The maximum number of tokens read from one group of comments.
const MAX_TOKENS: usize = 4096;

/// The maximum distance between a misspelt word and one of our keywords.
const FARTHEST: usize = 2;

/// The words that start our clauses.
const KEYWORDS: [&str; 6] = [
    "energy",
    "loop_bound",
    "decreasing",
    "decreases",
    "maintaining",
    "loop_invariant",
];

/// The clauses in comments before the same method or loop.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Clauses {
    /// The valid clauses, in the order of the text.
    pub clauses: Vec<Clause>,
    /// The problems of other clauses. Clauses of other tools have none.
    pub problems: Vec<ContractProblem>,
}

/// A clause.
#[derive(Debug, Clone, PartialEq)]
pub struct Clause {
    /// Its bytes in the text, from its first word to its semicolon.
    pub range: Range<usize>,
    /// Its content.
    pub kind: ClauseKind,
}

/// The content of a clause.
#[derive(Debug, Clone, PartialEq)]
pub enum ClauseKind {
    /// A limit of a method's energy.
    Energy(Contract),
    /// A clause about a loop.
    Loop(LoopClause),
}

/// Whether a comment can contain clauses.
pub fn is_specification(comment: &str) -> bool {
    comment.starts_with("//@") || comment.starts_with("/*@")
}

/// The words that start a clause and that no other tool has.
const OWN_KEYWORDS: [&str; 2] = ["energy", "loop_bound"];

/// Whether a text may have an [ordinary comment that looks like a clause](mistaken).
pub fn may_be_mistaken(text: &str) -> bool {
    let mut after_signs = text.match_indices('@').map(|(at, _)| &text[at + 1..]);
    after_signs.any(|rest| own_keyword(rest).is_some())
}

/// The clauses of ours in a comment that is not a [specification](is_specification): after `// @`, and in Javadoc. They are not
/// read, so each is a problem.
pub fn mistaken(text: &str, comment: &Range<usize>) -> Vec<ContractProblem> {
    let whole = text.get(comment.clone()).unwrap_or_default();
    if is_specification(whole) {
        return Vec::new();
    }
    let is_javadoc = whole.starts_with("/**") || whole.starts_with("///");
    let mut found = Vec::new();
    let mut start = comment.start;
    for line in whole.split_inclusive(['\n', '\r']) {
        // A clause that is commented out, as in `// //@ energy …`, is meant to be ignored.
        let clause = (line.trim_start().strip_prefix("//")).map_or_else(
            || line.trim_start_matches(begins_block_line),
            |line| line.strip_prefix('/').unwrap_or(line).trim_start(),
        );
        let keyword = clause.strip_prefix('@').and_then(own_keyword);
        if let Some(keyword) = keyword {
            let begin = start + line.len() - clause.len();
            let clause = clause.trim_end().trim_end_matches("*/").trim_end();
            found.push(ContractProblem {
                range: begin..begin + clause.len(),
                message: if is_javadoc {
                    format!("this clause is not read, because it is in Javadoc: write `//@ {keyword} …`")
                } else {
                    format!("this clause is not read: write `//@ {keyword} …`, with the `@` directly behind the comment sign")
                },
            });
        }
        start += line.len();
    }
    found
}

/// What may stand before the text of a line in a block comment.
fn begins_block_line(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '/' | '*')
}

/// The keyword of ours with which a text begins, if a clause follows.
fn own_keyword(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches([' ', '\t', '@']);
    let mut keywords = OWN_KEYWORDS.into_iter();
    keywords.find(|keyword| {
        let rest = text.strip_prefix(keyword);
        let line = rest.and_then(|rest| rest.split(['\n', '\r']).next());
        line.is_some_and(|line| {
            let is_word = !line.starts_with(|next: char| next.is_alphanumeric() || next == '_');
            is_word && (line.contains(['<', '≤', '=', ';']))
        })
    })
}

/// Reads the clauses in comments of a text that belong together. The ranges are those of whole comments in ascending order;
/// comments that are not a [specification](is_specification) are skipped. A clause may continue in the next comment.
pub fn read(text: &str, comments: &[Range<usize>]) -> Clauses {
    let parts: Vec<Range<usize>> = comments
        .iter()
        .flat_map(|comment| contents(text, comment))
        .collect();
    let tokens = tokens(text, &parts, MAX_TOKENS);
    let mut found = Clauses::default();
    let mut rest = tokens.as_slice();
    while let [first, others @ ..] = rest {
        let keyword = match first.kind {
            TokenKind::Word(word) if KEYWORDS.contains(&word) => word,
            kind => {
                if let Some(problem) = slip(kind, others, first) {
                    found.problems.push(problem);
                }
                rest = after_other_clause(rest);
                continue;
            }
        };
        let is_own = matches!(keyword, "energy" | "loop_bound");
        let length = length_of_clause(others, !is_own);
        let (clause, next) = others.split_at(length);
        let ends = matches!(next.first(), Some(end) if end.kind == TokenKind::Sign(";"));
        let end = match (next.first(), clause.last()) {
            (Some(semicolon), _) if ends => semicolon.range.end,
            (_, Some(last)) => last.range.end,
            _ => first.range.end,
        };
        rest = if ends { &next[1..] } else { next };
        let tokens_of_it = if clause.is_empty() {
            std::slice::from_ref(first)
        } else {
            clause
        };
        let mut parser = Parser::new(text, tokens_of_it);
        if clause.is_empty() {
            parser = parser.at_its_end();
        }
        let read = match keyword {
            "energy" => parser.energy().map(ClauseKind::Energy).map(Some),
            "loop_bound" => loop_clause::bound(parser, text, clause)
                .map(LoopClause::Bound)
                .map(|bound| Some(ClauseKind::Loop(bound))),
            "decreasing" | "decreases" => Ok(loop_clause::decreasing(parser)
                .map(LoopClause::Decreasing)
                .map(ClauseKind::Loop)),
            _ => Ok(loop_clause::maintaining(text, clause)
                .map(LoopClause::Maintaining)
                .map(ClauseKind::Loop)),
        };
        match read {
            Ok(Some(kind)) if ends => found.clauses.push(Clause {
                range: first.range.start..end,
                kind,
            }),
            Ok(Some(_)) if is_own => {
                found.problems.push(ContractProblem {
                    range: first.range.start..end,
                    message: format!("expected `;` at the end of this `{keyword}` clause"),
                });
            }
            // The clause belongs to another tool.
            Ok(_) => {}
            Err(problem) => found.problems.push(problem),
        }
    }
    if tokens.len() == MAX_TOKENS {
        found.problems.push(ContractProblem {
            range: tokens[MAX_TOKENS - 1].range.clone(),
            message: format!(
                "the comment has more than {MAX_TOKENS} words and symbols; the rest is not read"
            ),
        });
    }
    found
}

/// The lines of a comment without the comment signs.
fn contents(text: &str, comment: &Range<usize>) -> Vec<Range<usize>> {
    let Some(whole) = text.get(comment.clone()) else {
        return Vec::new();
    };
    if !is_specification(whole) {
        return Vec::new();
    }
    let is_block = whole.starts_with("/*");
    let (start, mut end) = (comment.start + 2, comment.end);
    if is_block {
        end -= if whole.len() >= 5 && whole.ends_with("*/") {
            2
        } else {
            0
        };
    }
    let mut lines = Vec::new();
    let mut at = start;
    let body = text.get(start..end).unwrap_or_default();
    for line in body.split_inclusive(['\n', '\r']) {
        let blanks = line.len() - line.trim_start().len();
        let signs = line[blanks..].len() - line[blanks..].trim_start_matches('@').len();
        lines.push(at + blanks + signs..at + line.len());
        at += line.len();
    }
    if is_block && let Some(last) = lines.last_mut() {
        let line = text.get(last.clone()).unwrap_or_default();
        last.end = last.start + line.trim_end_matches('@').len();
    }
    lines
}

fn begins_clause_of_ours(token: &Token<'_>) -> bool {
    token.begins_line && matches!(token.kind, TokenKind::Word(word) if KEYWORDS.contains(&word))
}

/// The number of tokens in a clause: up to a semicolon, or up to a line that starts another clause. Quantifiers of other tools
/// contain semicolons in parentheses.
fn length_of_clause(tokens: &[Token<'_>], may_quantify: bool) -> usize {
    let mut depth = 0_usize;
    tokens
        .iter()
        .position(|token| {
            match token.kind {
                TokenKind::Sign("(") if may_quantify => depth += 1,
                TokenKind::Sign(")") => depth = depth.saturating_sub(1),
                TokenKind::Sign(";") if depth == 0 => return true,
                _ => {}
            }
            begins_clause_of_ours(token)
        })
        .unwrap_or(tokens.len())
}

/// The tokens after a clause of another tool. Its quantifiers contain semicolons in parentheses.
fn after_other_clause<'s, 't>(tokens: &'s [Token<'t>]) -> &'s [Token<'t>] {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        if index > 0 && begins_clause_of_ours(token) {
            return &tokens[index..];
        }
        match token.kind {
            TokenKind::Sign("(" | "[" | "{") => depth += 1,
            TokenKind::Sign(")" | "]" | "}") => depth = depth.saturating_sub(1),
            TokenKind::Sign(";") if depth == 0 => return &tokens[index + 1..],
            _ => {}
        }
    }
    &[]
}

/// A problem if a word looks like a misspelt keyword of ours.
fn slip(kind: TokenKind<'_>, others: &[Token<'_>], token: &Token<'_>) -> Option<ContractProblem> {
    let TokenKind::Word(word) = kind else {
        return None;
    };
    let near = |wanted: &str| strsim::osa_distance(&word.to_ascii_lowercase(), wanted) <= FARTHEST;
    let is_compared = matches!(
        others.first().map(|next| next.kind),
        Some(TokenKind::Sign("<=" | "<" | "≤" | "=" | "=="))
    );
    let wanted = if is_compared && near("energy") {
        "energy"
    } else if near("loop_bound") {
        "loop_bound"
    } else {
        return None;
    };
    Some(ContractProblem {
        range: token.range.clone(),
        message: format!("there is no clause `{word}`; did you mean `{wanted}`?"),
    })
}
