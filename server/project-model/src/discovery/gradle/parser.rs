//! A position among the tokens of a build script.

use super::tokens::{Token, TokenKind, tokens};

/// The maximum nesting of blocks and expressions.
pub(super) const MAX_DEPTH: usize = 64;

/// Words between two values that are not part of a statement.
pub(super) const INFIX: [&str; 7] = ["as", "else", "in", "is", "instanceof", "to", "by"];

pub(super) struct Parser {
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) depth: usize,
}

impl Parser {
    pub(super) fn new(text: &str, is_kotlin: bool) -> Self {
        Self {
            tokens: tokens(text, is_kotlin),
            at: 0,
            depth: 0,
        }
    }

    pub(super) fn peek(&self) -> Option<&TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    pub(super) fn line(&self) -> u32 {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens
            .get(self.at.min(last))
            .map_or(1, |token| token.line)
    }

    pub(super) fn is_sign(&self, sign: char) -> bool {
        self.peek() == Some(&TokenKind::Sign(sign))
    }

    pub(super) fn eat(&mut self, sign: char) -> bool {
        let is_there = self.is_sign(sign);
        self.at += usize::from(is_there);
        is_there
    }

    pub(super) fn skip_ends(&mut self) {
        while self.peek() == Some(&TokenKind::End) {
            self.at += 1;
        }
    }

    /// The names between a token and the current one.
    pub(super) fn names_since(&self, start: usize) -> Vec<String> {
        let tokens = self.tokens.iter().take(self.at).skip(start);
        tokens.filter_map(Token::name).map(str::to_owned).collect()
    }

    /// Skips everything up to the bracket that closes this level.
    pub(super) fn skip_to_close(&mut self) {
        let mut open = 0_usize;
        while let Some(kind) = self.peek() {
            match kind {
                TokenKind::Sign('(' | '[' | '{') => open += 1,
                TokenKind::Sign(')' | ']' | '}') if open == 0 => return,
                TokenKind::Sign(')' | ']' | '}') => open -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        self.peek().is_some_and(|kind| is_name(kind, name))
    }

    /// Skips the rest of a statement.
    pub(super) fn skip_statement(&mut self) {
        let mut open = 0_usize;
        while let Some(kind) = self.peek() {
            match kind {
                TokenKind::End | TokenKind::Sign('}') if open == 0 => return,
                TokenKind::Name(name) if open == 0 && name == "else" => return,
                TokenKind::Sign('(' | '[' | '{') => open += 1,
                TokenKind::Sign(')' | ']' | '}') => open = open.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Skips the rest of an operand.
    pub(super) fn skip_operand(&mut self) {
        let mut open = 0_usize;
        while let Some(kind) = self.peek() {
            match kind {
                TokenKind::End | TokenKind::Sign(',' | ')' | ']' | '}') if open == 0 => return,
                TokenKind::Sign('(' | '[' | '{') => open += 1,
                TokenKind::Sign(')' | ']' | '}') => open -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    pub(super) fn begins_value(&self) -> bool {
        match self.peek() {
            Some(TokenKind::Name(name)) => !INFIX.contains(&name.as_str()),
            Some(TokenKind::Text(_) | TokenKind::Number(_) | TokenKind::Sign('[' | '(')) => true,
            _ => false,
        }
    }

    /// Whether `[` starts an index, and not a list that is the argument of a command.
    pub(super) fn is_index(&self) -> bool {
        matches!(self.peek_at(1), Some(TokenKind::Text(_)))
            && self.peek_at(2) == Some(&TokenKind::Sign(']'))
    }

    /// The number of tokens of `<Type>`, if the brackets are those of types.
    pub(super) fn generics(&self) -> Option<usize> {
        let mut depth = 0_usize;
        for ahead in 0..32 {
            match self.peek_at(ahead)? {
                TokenKind::Sign('<') => depth += 1,
                TokenKind::Sign('>') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(ahead + 1);
                    }
                }
                TokenKind::Name(_) | TokenKind::Sign(',' | '.' | '?' | '*') => {}
                _ => return None,
            }
        }
        None
    }
}

pub(super) fn is_name(kind: &TokenKind, name: &str) -> bool {
    matches!(kind, TokenKind::Name(known) if known == name)
}
