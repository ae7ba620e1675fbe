//! Parses the values in a build script: texts, lists, and calls with their blocks.

use super::parser::{MAX_DEPTH, Parser};
use super::statement::{Argument, Expression, LISTS, Segment, plain};
use super::tokens::TokenKind;

impl Parser {
    /// Parses arguments up to something that is not one.
    pub(super) fn arguments(&mut self) -> Vec<Argument> {
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.argument());
            if !self.eat(',') {
                return arguments;
            }
            self.skip_ends();
        }
    }

    pub(super) fn argument(&mut self) -> Argument {
        let is_named = matches!(self.peek(), Some(TokenKind::Name(_) | TokenKind::Text(_)))
            && (self.peek_at(1) == Some(&TokenKind::Sign(':'))
                || (self.peek_at(1) == Some(&TokenKind::Sign('='))
                    && self.peek_at(2) != Some(&TokenKind::Sign('='))));
        if !is_named {
            let value = self.expression();
            // `"name" to value`
            let is_pair = matches!(self.peek(), Some(TokenKind::Name(to)) if to == "to");
            if let (true, Expression::Text(parts)) = (is_pair, &value) {
                let name = plain(parts);
                self.at += 1;
                let value = self.expression();
                return Argument { name, value };
            }
            return Argument { name: None, value };
        }
        let name = match self.peek() {
            Some(TokenKind::Name(name)) => Some(name.clone()),
            Some(TokenKind::Text(parts)) => plain(parts),
            _ => None,
        };
        self.at += 2;
        self.skip_ends();
        let value = self.expression();
        Argument { name, value }
    }

    /// Parses arguments in brackets, after the opening bracket.
    pub(super) fn bracketed(&mut self, close: char) -> Vec<Argument> {
        let mut arguments = Vec::new();
        self.depth += 1;
        while self.depth <= MAX_DEPTH {
            self.skip_ends();
            if self.peek().is_none() || self.is_sign(close) {
                break;
            }
            let before = self.at;
            arguments.push(self.argument());
            self.skip_ends();
            if !self.eat(',') {
                break;
            }
            if self.at == before {
                self.at += 1;
            }
        }
        self.depth -= 1;
        self.skip_to_close();
        self.eat(close);
        arguments
    }

    pub(super) fn expression(&mut self) -> Expression {
        self.depth += 1;
        let expression = if self.depth > MAX_DEPTH {
            Expression::Unknown
        } else {
            self.sum()
        };
        self.depth -= 1;
        expression
    }

    pub(super) fn sum(&mut self) -> Expression {
        let first = self.primary();
        let mut terms = vec![first];
        while self.is_sign('+') && self.peek_at(1) != Some(&TokenKind::Sign('=')) {
            self.at += 1;
            self.skip_ends();
            terms.push(self.primary());
        }
        // `value as String`
        while matches!(self.peek(), Some(TokenKind::Name(word)) if word == "as") {
            self.at += 2;
        }
        if matches!(
            self.peek(),
            Some(TokenKind::Sign(
                '?' | '*' | '-' | '/' | '%' | '&' | '|' | '<' | '>' | '=' | '!'
            ))
        ) {
            // A computed value is unknown.
            self.skip_operand();
            return Expression::Unknown;
        }
        match terms.pop() {
            Some(only) if terms.is_empty() => only,
            Some(last) => {
                terms.push(last);
                Expression::Sum(terms)
            }
            None => Expression::Unknown,
        }
    }

    pub(super) fn primary(&mut self) -> Expression {
        match self.peek() {
            Some(TokenKind::Number(number)) => {
                let number = number.clone();
                self.at += 1;
                Expression::Number(number)
            }
            Some(TokenKind::Text(parts)) => {
                let parts = parts.clone();
                if matches!(self.peek_at(1), Some(TokenKind::Sign('.'))) {
                    // Something is done with the text.
                    self.at += 1;
                    self.skip_operand();
                    return Expression::Unknown;
                }
                self.at += 1;
                Expression::Text(parts)
            }
            Some(TokenKind::Sign('[')) => {
                self.at += 1;
                let items = self.bracketed(']');
                if self.is_sign('.') {
                    // Something is done with the list.
                    self.skip_operand();
                    return Expression::Unknown;
                }
                Expression::List(items)
            }
            Some(TokenKind::Sign('(')) => {
                self.at += 1;
                let mut inner = self.bracketed(')');
                match (inner.pop(), inner.is_empty()) {
                    (Some(only), true) => only.value,
                    _ => Expression::Unknown,
                }
            }
            Some(TokenKind::Name(_)) => self.chain().map_or(Expression::Unknown, |mut chain| {
                if chain.len() == 1 && LISTS.contains(&chain[0].name.as_str()) {
                    return Expression::List(std::mem::take(&mut chain[0].arguments));
                }
                Expression::Chain(chain)
            }),
            _ => {
                self.skip_operand();
                Expression::Unknown
            }
        }
    }

    /// `a.b("c")["d"] { … }.e`
    pub(super) fn chain(&mut self) -> Option<Vec<Segment>> {
        let mut first = Segment::default();
        let name = match self.peek()? {
            TokenKind::Name(name) => name.clone(),
            // Kotlin uses a text for names that it does not know.
            TokenKind::Text(parts) => plain(parts)?,
            TokenKind::Sign('[') => LISTS[0].to_owned(),
            _ => return None,
        };
        if name == "new" {
            return None;
        }
        first.name = name;
        let is_list = self.is_sign('[');
        self.at += 1;
        if is_list {
            first.arguments = self.bracketed(']');
        }
        let mut chain = vec![first];
        loop {
            // The dot of a chain may be on the next line.
            let ends = self.tokens.iter().skip(self.at);
            let ends = ends
                .take_while(|token| token.kind == TokenKind::End)
                .count();
            if ends > 0 && self.peek_at(ends) == Some(&TokenKind::Sign('.')) {
                self.at += ends;
            }
            match self.peek() {
                Some(TokenKind::Sign('.')) => {
                    self.at += 1;
                    self.skip_ends();
                    let name = match self.peek() {
                        Some(TokenKind::Name(name)) => name.clone(),
                        Some(TokenKind::Text(parts)) => plain(parts)?,
                        _ => return Some(chain),
                    };
                    self.at += 1;
                    chain.push(Segment {
                        name,
                        ..Segment::default()
                    });
                }
                Some(TokenKind::Sign('(')) => {
                    self.at += 1;
                    let arguments = self.bracketed(')');
                    let last = chain.last_mut()?;
                    last.arguments.extend(arguments);
                }
                Some(TokenKind::Sign('{')) => {
                    self.at += 1;
                    self.braced(chain.last_mut()?);
                }
                Some(TokenKind::Sign('[')) if self.is_index() => {
                    self.at += 1;
                    let mut index = self.bracketed(']');
                    let name = match index.pop().map(|argument| argument.value) {
                        Some(Expression::Text(parts)) => plain(&parts)?,
                        _ => String::new(),
                    };
                    chain.push(Segment {
                        name,
                        ..Segment::default()
                    });
                }
                Some(TokenKind::Sign('<')) if self.generics().is_some() => {
                    self.at += self.generics()?;
                }
                Some(TokenKind::Sign('!')) if self.peek_at(1) == Some(&TokenKind::Sign('!')) => {
                    self.at += 2;
                }
                _ => return Some(chain),
            }
        }
    }
}
