//! Loop clauses, converted to the whole numbers that the analysis uses.

use crate::contract::{ContractProblem, Relation};
use crate::expression::Expression;
use crate::parse::Parser;
use crate::token::{Token, TokenKind};
use wcec::declared;

/// Larger numbers are not exact in double precision.
const MOST: f64 = 9_007_199_254_740_992.0;

/// The maximum number of enclosing parentheses that are removed.
const MAX_PARENTHESES: usize = 16;

/// `loop_bound e`
pub(crate) fn bound(
    mut parser: Parser<'_, '_>,
    text: &str,
    clause: &[Token<'_>],
) -> Result<declared::Expression, ContractProblem> {
    let expression = parser.number()?;
    parser.close("an operator")?;
    whole(&expression).ok_or_else(|| {
        let start = clause.first().map_or(0, |token| token.range.start);
        let end = clause.last().map_or(start, |token| token.range.end);
        ContractProblem {
            range: start..end,
            message: format!(
                "expected whole numbers with + - * / % and powers, found `{}`",
                text.get(start..end).unwrap_or_default()
            ),
        }
    })
}

/// `decreasing e`; `None` if only other tools understand it.
pub(crate) fn decreasing(mut parser: Parser<'_, '_>) -> Option<declared::Expression> {
    let expression = parser.number().ok()?;
    parser.close("").ok()?;
    whole(&expression)
}

/// `maintaining p && q …`: the relations in it that are understood; `None` if there are none. Each part of a conjunction holds
/// separately, so the others are not needed.
pub(crate) fn maintaining(text: &str, clause: &[Token<'_>]) -> Option<Vec<declared::Relation>> {
    let mut relations = Vec::new();
    conjuncts(text, clause, MAX_PARENTHESES, &mut relations);
    (!relations.is_empty()).then_some(relations)
}

fn conjuncts(
    text: &str,
    tokens: &[Token<'_>],
    parentheses: usize,
    found: &mut Vec<declared::Relation>,
) {
    let mut depth = 0_usize;
    let mut parts = Vec::new();
    let mut start = 0;
    for (index, token) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1).map(|next| next.kind);
        match token.kind {
            TokenKind::Sign("(" | "[" | "{") => depth += 1,
            TokenKind::Sign(")" | "]" | "}") => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            // Alternatives and implications bind more weakly, so their parts do not hold separately.
            TokenKind::Sign("|" | "?" | "=" | "!") => return,
            TokenKind::Sign("==") if next == Some(TokenKind::Sign(">")) => return,
            TokenKind::Sign("&&") => {
                parts.push(&tokens[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&tokens[start..]);
    for part in parts {
        match part {
            [first, inside @ .., last]
                if parentheses > 0
                    && first.kind == TokenKind::Sign("(")
                    && last.kind == TokenKind::Sign(")")
                    && is_balanced(inside) =>
            {
                conjuncts(text, inside, parentheses - 1, found);
            }
            _ => found.extend(relation(text, part)),
        }
    }
}

/// Whether all parentheses are closed inside.
fn is_balanced(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0_i64;
    for token in tokens {
        match token.kind {
            TokenKind::Sign("(") => depth += 1,
            TokenKind::Sign(")") => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

fn relation(text: &str, tokens: &[Token<'_>]) -> Option<declared::Relation> {
    let mut parser = Parser::new(text, tokens);
    let relations = parser.relations().ok()?;
    parser.close("").ok()?;
    let [
        Relation {
            left,
            comparison,
            right,
        },
    ] = relations.as_slice()
    else {
        return None;
    };
    Some(declared::Relation {
        left: whole(left)?,
        comparison: *comparison,
        right: whole(right)?,
    })
}

/// The same expression with whole numbers; `None` if it has others.
fn whole(expression: &Expression) -> Option<declared::Expression> {
    let both = |a: &Expression, b: &Expression| Some((Box::new(whole(a)?), Box::new(whole(b)?)));
    Some(match expression {
        Expression::Number(number) | Expression::Real(number) => {
            let is_whole = number.fract() == 0.0 && number.abs() <= MOST;
            declared::Expression::Number(is_whole.then_some(*number as i64)?)
        }
        Expression::Name(name) => declared::Expression::Name(name.clone()),
        Expression::Negated(a) => declared::Expression::Negated(Box::new(whole(a)?)),
        Expression::Sum(a, b) => {
            let (a, b) = both(a, b)?;
            declared::Expression::Sum(a, b)
        }
        Expression::Difference(a, b) => {
            let (a, b) = both(a, b)?;
            declared::Expression::Difference(a, b)
        }
        Expression::Product(a, b) => {
            let (a, b) = both(a, b)?;
            declared::Expression::Product(a, b)
        }
        Expression::Quotient(a, b)
        | Expression::WholeQuotient(a, b)
        | Expression::JavaQuotient(a, b) => {
            let (a, b) = both(a, b)?;
            declared::Expression::Quotient(a, b)
        }
        Expression::Remainder(a, b) => {
            let (a, b) = both(a, b)?;
            declared::Expression::Remainder(a, b)
        }
        Expression::Power(a, b) => power(&whole(a)?, b)?,
        Expression::Log2(_) => return None,
    })
}

/// A power as a product, if the exponent is a number.
fn power(base: &declared::Expression, exponent: &Expression) -> Option<declared::Expression> {
    let exponent = exponent.as_number()?;
    // Powers of powers would grow without limit.
    let is_simple = matches!(
        base,
        declared::Expression::Name(_) | declared::Expression::Number(_)
    );
    if !is_simple || exponent.fract() != 0.0 || exponent < 0.0 {
        return None;
    }
    // The parser does not allow large powers.
    let factors = std::iter::repeat_n(base.clone(), exponent as usize);
    factors
        .reduce(|product, factor| {
            declared::Expression::Product(Box::new(product), Box::new(factor))
        })
        .or(Some(declared::Expression::Number(1)))
}
