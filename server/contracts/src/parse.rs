//! The grammar of clauses, by precedence climbing.
//!
//! The parser is handwritten and does not use a library: this small grammar needs one function for each of three levels, the
//! messages name what the developer could write at that place, and untrusted text is cut off at a fixed depth.
//!
//! ```text
//! energy    = "energy" ["worst"] ("<=" | "≤") sum ["@" number] ["when" relations] ";"
//!           | "energy" "typical" ("<=" | "≤") sum ";"
//! relations = sum comparison sum { "&&" sum comparison sum }
//! sum       = product { ("+" | "−") product }
//! product   = unary { ("*" | "·" | "/" | "%") unary }
//! unary     = ("−" | "+") unary | atom [ "^" unary ]
//! atom      = number [unit] | name | "log2" "(" sum ")" | "(" sum ")"
//! name      = word { "." word } [ "()" ]
//! ```

mod typical;

use crate::contract::{BudgetedEnergy, Contract, ContractProblem, DEFAULT_QUANTILE, Relation};
use crate::expression::Expression;
use crate::token::{Token, TokenKind};
use posterior::Joules;
use std::ops::Range;
use wcec::declared::Comparison;

/// Expressions that are nested more deeply are rejected.
const MAX_DEPTH: u32 = 64;
/// The largest exponent.
const MAX_POWER: f64 = 16.0;

/// The units of contracts, for messages.
const UNIT_NAMES: &str = "pJ, nJ, uJ, mJ, J and kJ";

/// What an expression measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dimension {
    Number,
    Energy,
}

/// A parsed expression.
#[derive(Debug, Clone)]
struct Read {
    expression: Expression,
    dimension: Dimension,
    range: Range<usize>,
}

/// Parses the tokens of one clause.
#[derive(Debug)]
pub(crate) struct Parser<'c, 't> {
    text: &'t str,
    tokens: &'c [Token<'t>],
    at: usize,
    /// The end of the clause, for messages about missing parts.
    end: usize,
    depth: u32,
}

type Parsed<T> = Result<T, ContractProblem>;

impl<'c, 't> Parser<'c, 't> {
    /// A parser for these tokens of a text.
    pub(crate) fn new(text: &'t str, tokens: &'c [Token<'t>]) -> Self {
        Self {
            text,
            tokens,
            at: 0,
            end: tokens.last().map_or(0, |token| token.range.end),
            depth: 0,
        }
    }

    /// The same at the end of the tokens.
    pub(crate) fn at_its_end(self) -> Self {
        Self {
            at: self.tokens.len(),
            ..self
        }
    }

    /// Parses what follows `energy`.
    pub(crate) fn energy(&mut self) -> Parsed<Contract> {
        if self.is_typical() {
            return self.typical();
        }
        if !self.takes(&["<=", "≤"]) {
            return Err(self.expected("`<=`"));
        }
        let budget = self.budget()?;
        let quantile = if self.takes(&["@"]) {
            self.quantile()?
        } else {
            DEFAULT_QUANTILE
        };
        let when = if self.word() == Some("when") {
            self.at += 1;
            self.relations()?
        } else {
            Vec::new()
        };
        self.close("`@`, `when`")?;
        Ok(Contract {
            promise: BudgetedEnergy::Worst,
            budget,
            quantile,
            when,
        })
    }

    /// Parses an energy.
    pub(crate) fn budget(&mut self) -> Parsed<Expression> {
        let read = self.sum()?;
        if read.dimension == Dimension::Energy {
            return Ok(read.expression);
        }
        Err(ContractProblem {
            message: format!(
                "expected an energy such as `5 mJ`, found `{}`; units are {UNIT_NAMES}",
                self.text_of(&read.range)
            ),
            range: read.range,
        })
    }

    fn quantile(&mut self) -> Parsed<f64> {
        let Some(TokenKind::Number(number)) = self.peek() else {
            return Err(self.expected("a quantile such as `0.99`"));
        };
        let value = number_of(number);
        if !is_quantile(value) {
            let range = self.range();
            return Err(ContractProblem {
                message: quantile_message(number),
                range,
            });
        }
        self.at += 1;
        Ok(value)
    }

    /// Parses an expression of numbers.
    pub(crate) fn number(&mut self) -> Parsed<Expression> {
        let read = self.sum()?;
        self.of_dimension(&read, Dimension::Number)?;
        Ok(read.expression)
    }

    /// Parses comparisons joined by `&&`.
    pub(crate) fn relations(&mut self) -> Parsed<Vec<Relation>> {
        let mut relations = vec![self.relation()?];
        while self.takes(&["&&"]) {
            relations.push(self.relation()?);
        }
        Ok(relations)
    }

    fn relation(&mut self) -> Parsed<Relation> {
        let left = self.sum()?;
        let Some(comparison) = self.comparison() else {
            return Err(self.expected("a comparison such as `<=`"));
        };
        let right = self.sum()?;
        self.of_dimension(&right, left.dimension)?;
        if self.comparison().is_some() {
            self.at -= 1;
            return Err(ContractProblem {
                range: self.range(),
                message: "a comparison has two sides; write `0 <= n && n <= 9` for a range"
                    .to_owned(),
            });
        }
        Ok(Relation {
            left: left.expression,
            comparison,
            right: right.expression,
        })
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let comparison = match self.peek()? {
            TokenKind::Sign("<") => Comparison::Less,
            TokenKind::Sign("<=" | "≤") => Comparison::AtMost,
            TokenKind::Sign("==") => Comparison::Equal,
            TokenKind::Sign(">=" | "≥") => Comparison::AtLeast,
            TokenKind::Sign(">") => Comparison::Greater,
            TokenKind::Sign("!=" | "≠") => Comparison::Unequal,
            _ => return None,
        };
        self.at += 1;
        Some(comparison)
    }

    /// Checks that nothing is left. `or` says what else could have followed.
    pub(crate) fn close(&mut self, or: &str) -> Parsed<()> {
        if self.at == self.tokens.len() {
            return Ok(());
        }
        Err(self.expected(&format!("{or} or `;`")))
    }

    fn sum(&mut self) -> Parsed<Read> {
        self.nested(|parser| {
            let mut left = parser.product()?;
            loop {
                let minus = match parser.peek() {
                    Some(TokenKind::Sign("+")) => false,
                    Some(TokenKind::Sign("-" | "−")) => true,
                    _ => return Ok(left),
                };
                parser.at += 1;
                let right = parser.product()?;
                parser.of_dimension(&right, left.dimension)?;
                let dimension = left.dimension;
                left = left.with(right, dimension, |a, b| {
                    if minus {
                        Expression::Difference(a, b)
                    } else {
                        Expression::Sum(a, b)
                    }
                });
            }
        })
    }

    fn product(&mut self) -> Parsed<Read> {
        let mut left = self.unary()?;
        loop {
            let Some(TokenKind::Sign(sign)) = self.peek() else {
                return Ok(left);
            };
            let make: fn(Box<Expression>, Box<Expression>) -> Expression = match sign {
                "*" | "·" | "×" => Expression::Product,
                "/" => Expression::Quotient,
                "%" => Expression::Remainder,
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.unary()?;
            let dimension = match (left.dimension, right.dimension) {
                (Dimension::Number, Dimension::Energy) if matches!(sign, "*" | "·" | "×") => {
                    Dimension::Energy
                }
                (dimension, _) => {
                    self.of_dimension(&right, Dimension::Number)?;
                    dimension
                }
            };
            left = left.with(right, dimension, make);
        }
    }

    fn unary(&mut self) -> Parsed<Read> {
        self.nested(|parser| {
            let start = parser.range().start;
            if parser.takes(&["+"]) {
                return parser.unary();
            }
            if parser.takes(&["-", "−"]) {
                let read = parser.unary()?;
                return Ok(Read {
                    expression: Expression::Negated(Box::new(read.expression)),
                    dimension: read.dimension,
                    range: start..read.range.end,
                });
            }
            let base = parser.atom()?;
            if !parser.takes(&["^"]) {
                return Ok(base);
            }
            parser.of_dimension(&base, Dimension::Number)?;
            let exponent = parser.unary()?;
            parser.of_dimension(&exponent, Dimension::Number)?;
            if let Some(value) = exponent.expression.as_number()
                && value > MAX_POWER
            {
                return Err(ContractProblem {
                    message: format!("a power is at most {MAX_POWER}"),
                    range: exponent.range,
                });
            }
            Ok(base.with(exponent, Dimension::Number, Expression::Power))
        })
    }

    fn atom(&mut self) -> Parsed<Read> {
        let range = self.range();
        match self.peek() {
            Some(TokenKind::Number(text)) => {
                if is_octal(text) {
                    return Err(ContractProblem {
                        message: format!(
                            "Java reads `{text}` as an octal number; write it without the leading 0"
                        ),
                        range,
                    });
                }
                self.at += 1;
                self.quantity(text, range)
            }
            Some(TokenKind::Word("log2")) => {
                self.at += 1;
                let read = self.parenthesised()?;
                self.of_dimension(&read, Dimension::Number)?;
                Ok(Read {
                    expression: Expression::Log2(Box::new(read.expression)),
                    dimension: Dimension::Number,
                    range: range.start..read.range.end,
                })
            }
            Some(TokenKind::Word(word)) if word != "when" => self.name(),
            Some(TokenKind::Sign("(")) => self.parenthesised(),
            _ => Err(self.expected("a number, an energy or a name")),
        }
    }

    fn parenthesised(&mut self) -> Parsed<Read> {
        let start = self.range().start;
        if !self.takes(&["("]) {
            return Err(self.expected("`(`"));
        }
        let read = self.sum()?;
        let end = self.range().end;
        if !self.takes(&[")"]) {
            return Err(self.expected("`)`"));
        }
        Ok(Read {
            range: start..end,
            ..read
        })
    }

    /// Parses a number with its unit, if it has one.
    fn quantity(&mut self, text: &str, range: Range<usize>) -> Parsed<Read> {
        let number = number_of(text);
        let Some(word) = self.word().filter(|word| *word != "when") else {
            let expression = if text.contains(['.', 'e', 'E']) {
                Expression::Real(number)
            } else {
                Expression::Number(number)
            };
            return Ok(Read {
                expression,
                dimension: Dimension::Number,
                range,
            });
        };
        let Some(joules) = Joules::of(number, word) else {
            return Err(ContractProblem {
                message: format!("there is no unit `{word}`; units are {UNIT_NAMES}"),
                range: self.range(),
            });
        };
        let end = self.range().end;
        self.at += 1;
        Ok(Read {
            expression: Expression::Real(joules.0),
            dimension: Dimension::Energy,
            range: range.start..end,
        })
    }

    fn name(&mut self) -> Parsed<Read> {
        let start = self.range().start;
        let mut name = String::new();
        loop {
            let Some(word) = self.word() else {
                return Err(self.expected("a name"));
            };
            name.push_str(word);
            self.at += 1;
            while self.takes(&["[]"]) {
                name.push_str("[]");
            }
            if !self.takes(&["."]) {
                break;
            }
            name.push('.');
        }
        if self.takes(&["("]) {
            if !self.takes(&[")"]) {
                return Err(self.expected("`)`, because only a call without arguments has a name"));
            }
            name.push_str("()");
        }
        Ok(Read {
            expression: Expression::Name(name),
            dimension: Dimension::Number,
            range: start..self.end_of_last(),
        })
    }

    fn of_dimension(&self, read: &Read, wanted: Dimension) -> Parsed<()> {
        if read.dimension == wanted {
            return Ok(());
        }
        let found = self.text_of(&read.range);
        Err(ContractProblem {
            range: read.range.clone(),
            message: match wanted {
                Dimension::Energy => format!("expected an energy such as `5 mJ`, found `{found}`"),
                Dimension::Number => format!("expected a number, found the energy `{found}`"),
            },
        })
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(ContractProblem {
                range: self.range(),
                message: format!("the expression is nested deeper than {MAX_DEPTH}; simplify it"),
            });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn peek(&self) -> Option<TokenKind<'t>> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn word(&self) -> Option<&'t str> {
        match self.peek()? {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Skips one of these signs if it comes next.
    fn takes(&mut self, signs: &[&str]) -> bool {
        let found = matches!(self.peek(), Some(TokenKind::Sign(sign)) if signs.contains(&sign));
        self.at += usize::from(found);
        found
    }

    /// The place of the next token, or the end of the clause if there is none.
    fn range(&self) -> Range<usize> {
        self.tokens
            .get(self.at)
            .map_or(self.end..self.end, |token| token.range.clone())
    }

    fn end_of_last(&self) -> usize {
        self.at
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last))
            .map_or(self.end, |token| token.range.end)
    }

    fn text_of(&self, range: &Range<usize>) -> &'t str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The problem that something else is in place of `what`.
    fn expected(&self, what: &str) -> ContractProblem {
        let range = self.range();
        let found = match self.tokens.get(self.at) {
            Some(token) => format!("`{}`", self.text_of(&token.range)),
            None => "the end of the clause".to_owned(),
        };
        ContractProblem {
            message: format!("expected {what}, found {found}"),
            range,
        }
    }
}

impl Read {
    fn with(
        self,
        other: Self,
        dimension: Dimension,
        make: impl FnOnce(Box<Expression>, Box<Expression>) -> Expression,
    ) -> Self {
        Self {
            range: self.range.start..other.range.end,
            expression: make(Box::new(self.expression), Box::new(other.expression)),
            dimension,
        }
    }
}

/// Whether a worst case can be requested at this quantile.
pub(crate) fn is_quantile(value: f64) -> bool {
    (0.5..1.0).contains(&value)
}

pub(crate) fn quantile_message(found: impl std::fmt::Display) -> String {
    format!("expected a quantile from 0.5 to below 1, found `{found}`")
}

/// Whether Java reads a number to the base 8.
fn is_octal(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'_';
    text.len() > 1 && text.starts_with('0') && text.bytes().all(is_digit)
}

fn number_of(text: &str) -> f64 {
    // Without underscores, a token of this kind is also a valid number in Rust.
    text.replace('_', "").parse().unwrap_or(f64::NAN)
}
