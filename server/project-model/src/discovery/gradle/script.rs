//! Parses the statements of a build script. Groovy and Kotlin write them alike, and nothing of a script is run.

use super::statement::{Argument, Expression, Segment, Statement, plain};
use super::tokens::{Kind, Token, tokens};

/// The maximum nesting of blocks and expressions.
const MAX_DEPTH: usize = 64;

/// Parses a script. Statements that are not understood are skipped.
pub(super) fn parse(text: &str, is_kotlin: bool) -> Vec<Statement> {
    let mut parser = Parser {
        tokens: tokens(text, is_kotlin),
        at: 0,
        depth: 0,
    };
    let mut statements = parser.block();
    // A closing brace too many.
    while parser.peek().is_some() {
        parser.at += 1;
        statements.extend(parser.block());
    }
    statements
}

/// Parses one expression.
pub(super) fn parse_expression(text: &str, is_kotlin: bool) -> Expression {
    let mut parser = Parser {
        tokens: tokens(text, is_kotlin),
        at: 0,
        depth: 0,
    };
    parser.expression()
}

/// Words before a declared name.
const MODIFIERS: [&str; 8] = [
    "def", "val", "var", "final", "const", "private", "lateinit", "static",
];

/// Words between two values that are not part of a statement.
const INFIX: [&str; 6] = ["as", "in", "is", "instanceof", "to", "by"];

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Kind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn peek_at(&self, ahead: usize) -> Option<&Kind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    fn line(&self) -> u32 {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens
            .get(self.at.min(last))
            .map_or(1, |token| token.line)
    }

    fn is_sign(&self, sign: char) -> bool {
        self.peek() == Some(&Kind::Sign(sign))
    }

    fn eat(&mut self, sign: char) -> bool {
        let is_there = self.is_sign(sign);
        self.at += usize::from(is_there);
        is_there
    }

    fn skip_ends(&mut self) {
        while self.peek() == Some(&Kind::End) {
            self.at += 1;
        }
    }

    /// Parses statements up to the `}` of the block, which stays, or to the end.
    fn block(&mut self) -> Vec<Statement> {
        self.skip_parameters();
        let mut statements = Vec::new();
        loop {
            self.skip_ends();
            match self.peek() {
                None | Some(Kind::Sign('}')) => return statements,
                Some(_) => {}
            }
            let before = self.at;
            statements.extend(self.statement());
            if self.at == before {
                self.at += 1;
            }
        }
    }

    /// `{ project -> …`
    fn skip_parameters(&mut self) {
        let line = self.tokens.iter().skip(self.at);
        let mut names = line.take_while(|token| {
            matches!(
                token.kind,
                Kind::Name(_)
                    | Kind::Sign(',' | ':' | '.' | '<' | '>' | '(' | ')' | '?')
                    | Kind::Arrow
            )
        });
        if let Some(arrow) = names.position(|token| token.kind == Kind::Arrow) {
            self.at += arrow + 1;
        }
    }

    /// Parses what is in braces, after the opening brace.
    fn braced(&mut self) -> Vec<Statement> {
        self.depth += 1;
        let statements = if self.depth > MAX_DEPTH {
            self.skip_to_close();
            Vec::new()
        } else {
            self.block()
        };
        self.depth -= 1;
        self.eat('}');
        statements
    }

    /// Skips everything up to the bracket that closes this level.
    fn skip_to_close(&mut self) {
        let mut open = 0_usize;
        while let Some(kind) = self.peek() {
            match kind {
                Kind::Sign('(' | '[' | '{') => open += 1,
                Kind::Sign(')' | ']' | '}') if open == 0 => return,
                Kind::Sign(')' | ']' | '}') => open -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn statement(&mut self) -> Option<Statement> {
        while let Some(Kind::Name(name)) = self.peek()
            && MODIFIERS.contains(&name.as_str())
            && matches!(self.peek_at(1), Some(Kind::Name(_)))
        {
            self.at += 1;
        }
        let line = self.line();
        let Some(mut chain) = self.chain() else {
            self.skip_statement();
            return None;
        };
        let mut assigned = None;
        // `String name = …`
        if let (Some(Kind::Name(name)), Some(Kind::Sign('='))) = (self.peek(), self.peek_at(1)) {
            chain = vec![Segment {
                name: name.clone(),
                ..Segment::default()
            }];
            self.at += 1;
        }
        // `val name: String = …`
        if self.is_sign(':') && chain.len() == 1 {
            self.at += 1;
            while matches!(self.peek(), Some(Kind::Name(name)) if !INFIX.contains(&name.as_str()))
                || matches!(self.peek(), Some(Kind::Sign('.' | '<' | '>' | '?' | ',')))
            {
                self.at += 1;
            }
        }
        match self.peek() {
            Some(Kind::Sign('=')) if self.peek_at(1) != Some(&Kind::Sign('=')) => {
                self.at += 1;
                self.skip_ends();
                assigned = Some(self.expression());
            }
            Some(Kind::Sign('+')) if self.peek_at(1) == Some(&Kind::Sign('=')) => {
                self.at += 2;
                self.skip_ends();
                assigned = Some(self.expression());
            }
            // `val name by extra("value")`
            Some(Kind::Name(by)) if by == "by" => {
                self.at += 1;
                assigned = Some(match self.expression() {
                    Expression::Chain(mut delegate)
                        if delegate.last().is_some_and(|last| last.name == "extra") =>
                    {
                        let value = delegate.pop().and_then(|mut last| last.arguments.pop());
                        value.map_or(Expression::Unknown, |argument| argument.value)
                    }
                    _ => Expression::Unknown,
                });
            }
            _ => self.command(&mut chain),
        }
        self.skip_statement();
        Some(Statement {
            line,
            chain,
            assigned,
        })
    }

    /// Parses arguments without brackets: `implementation 'g:a:1', …`, and further words: `id 'x' version '1'`.
    fn command(&mut self, chain: &mut [Segment]) {
        let Some(last) = chain.last_mut() else {
            return;
        };
        let had_arguments = !last.arguments.is_empty();
        let mut arguments = Vec::new();
        if !had_arguments && self.begins_value() {
            arguments = self.arguments();
        }
        while let Some(Kind::Name(word)) = self.peek()
            && !INFIX.contains(&word.as_str())
            && (had_arguments || !arguments.is_empty())
        {
            let name = Some(word.clone());
            self.at += 1;
            if !self.begins_value() {
                break;
            }
            let value = self.expression();
            arguments.push(Argument { name, value });
        }
        if let Some(last) = chain.last_mut() {
            last.arguments.extend(arguments);
            if self.eat('{') {
                last.body.extend(self.braced());
            }
        }
    }

    fn begins_value(&self) -> bool {
        match self.peek() {
            Some(Kind::Name(name)) => !INFIX.contains(&name.as_str()),
            Some(Kind::Text(_) | Kind::Number(_) | Kind::Sign('[' | '(')) => true,
            _ => false,
        }
    }

    /// Skips the rest of a statement.
    fn skip_statement(&mut self) {
        let mut open = 0_usize;
        while let Some(kind) = self.peek() {
            match kind {
                Kind::End | Kind::Sign('}') if open == 0 => return,
                Kind::Sign('(' | '[' | '{') => open += 1,
                Kind::Sign(')' | ']' | '}') => open = open.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Parses arguments up to something that is not one.
    fn arguments(&mut self) -> Vec<Argument> {
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.argument());
            if !self.eat(',') {
                return arguments;
            }
            self.skip_ends();
        }
    }

    fn argument(&mut self) -> Argument {
        let is_named = matches!(self.peek(), Some(Kind::Name(_) | Kind::Text(_)))
            && (self.peek_at(1) == Some(&Kind::Sign(':'))
                || (self.peek_at(1) == Some(&Kind::Sign('='))
                    && self.peek_at(2) != Some(&Kind::Sign('='))));
        if !is_named {
            let value = self.expression();
            // `"name" to value`
            let is_pair = matches!(self.peek(), Some(Kind::Name(to)) if to == "to");
            if let (true, Expression::Text(parts)) = (is_pair, &value) {
                let name = plain(parts);
                self.at += 1;
                let value = self.expression();
                return Argument { name, value };
            }
            return Argument { name: None, value };
        }
        let name = match self.peek() {
            Some(Kind::Name(name)) => Some(name.clone()),
            Some(Kind::Text(parts)) => plain(parts),
            _ => None,
        };
        self.at += 2;
        self.skip_ends();
        let value = self.expression();
        Argument { name, value }
    }

    /// Parses arguments in brackets, after the opening bracket.
    fn bracketed(&mut self, close: char) -> Vec<Argument> {
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

    fn expression(&mut self) -> Expression {
        self.depth += 1;
        let expression = if self.depth > MAX_DEPTH {
            Expression::Unknown
        } else {
            self.sum()
        };
        self.depth -= 1;
        expression
    }

    fn sum(&mut self) -> Expression {
        let first = self.primary();
        let mut terms = vec![first];
        while self.is_sign('+') && self.peek_at(1) != Some(&Kind::Sign('=')) {
            self.at += 1;
            self.skip_ends();
            terms.push(self.primary());
        }
        // `value as String`
        while matches!(self.peek(), Some(Kind::Name(word)) if word == "as") {
            self.at += 2;
        }
        if matches!(
            self.peek(),
            Some(Kind::Sign(
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

    /// Skips the rest of an operand.
    fn skip_operand(&mut self) {
        let mut open = 0_usize;
        while let Some(kind) = self.peek() {
            match kind {
                Kind::End | Kind::Sign(',' | ')' | ']' | '}') if open == 0 => return,
                Kind::Sign('(' | '[' | '{') => open += 1,
                Kind::Sign(')' | ']' | '}') => open -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn primary(&mut self) -> Expression {
        match self.peek() {
            Some(Kind::Number(number)) => {
                let number = number.clone();
                self.at += 1;
                Expression::Number(number)
            }
            Some(Kind::Text(parts)) => {
                let parts = parts.clone();
                if matches!(self.peek_at(1), Some(Kind::Sign('.'))) {
                    // Something is done with the text.
                    self.at += 1;
                    self.skip_operand();
                    return Expression::Unknown;
                }
                self.at += 1;
                Expression::Text(parts)
            }
            Some(Kind::Sign('[')) => {
                self.at += 1;
                Expression::List(self.bracketed(']'))
            }
            Some(Kind::Sign('(')) => {
                self.at += 1;
                let mut inner = self.bracketed(')');
                match (inner.pop(), inner.is_empty()) {
                    (Some(only), true) => only.value,
                    _ => Expression::Unknown,
                }
            }
            Some(Kind::Name(_)) => self.chain().map_or(Expression::Unknown, |mut chain| {
                if chain.len() == 1
                    && matches!(
                        chain[0].name.as_str(),
                        "listOf" | "setOf" | "mapOf" | "mutableListOf" | "mutableMapOf" | "arrayOf"
                    )
                {
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
    fn chain(&mut self) -> Option<Vec<Segment>> {
        let name = match self.peek()? {
            Kind::Name(name) => name.clone(),
            // Kotlin uses a text for names that it does not know.
            Kind::Text(parts) => plain(parts)?,
            _ => return None,
        };
        if name == "new" {
            return None;
        }
        self.at += 1;
        let mut chain = vec![Segment {
            name,
            ..Segment::default()
        }];
        loop {
            // The dot of a chain may be on the next line.
            let ends = self.tokens.iter().skip(self.at);
            let ends = ends.take_while(|token| token.kind == Kind::End).count();
            if ends > 0 && self.peek_at(ends) == Some(&Kind::Sign('.')) {
                self.at += ends;
            }
            match self.peek() {
                Some(Kind::Sign('.')) => {
                    self.at += 1;
                    self.skip_ends();
                    let name = match self.peek() {
                        Some(Kind::Name(name)) => name.clone(),
                        Some(Kind::Text(parts)) => plain(parts)?,
                        _ => return Some(chain),
                    };
                    self.at += 1;
                    chain.push(Segment {
                        name,
                        ..Segment::default()
                    });
                }
                Some(Kind::Sign('(')) => {
                    self.at += 1;
                    let arguments = self.bracketed(')');
                    let last = chain.last_mut()?;
                    last.arguments.extend(arguments);
                }
                Some(Kind::Sign('{')) => {
                    self.at += 1;
                    let body = self.braced();
                    let last = chain.last_mut()?;
                    last.body.extend(body);
                }
                Some(Kind::Sign('[')) if self.is_index() => {
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
                Some(Kind::Sign('<')) if self.generics().is_some() => {
                    self.at += self.generics()?;
                }
                Some(Kind::Sign('!')) if self.peek_at(1) == Some(&Kind::Sign('!')) => {
                    self.at += 2;
                }
                _ => return Some(chain),
            }
        }
    }

    /// Whether `[` starts an index, and not a list that is the argument of a command.
    fn is_index(&self) -> bool {
        matches!(self.peek_at(1), Some(Kind::Text(_))) && self.peek_at(2) == Some(&Kind::Sign(']'))
    }

    /// The number of tokens of `<Type>`, if the brackets are those of types.
    fn generics(&self) -> Option<usize> {
        let mut depth = 0_usize;
        for ahead in 0..32 {
            match self.peek_at(ahead)? {
                Kind::Sign('<') => depth += 1,
                Kind::Sign('>') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(ahead + 1);
                    }
                }
                Kind::Name(_) | Kind::Sign(',' | '.' | '?' | '*') => {}
                _ => return None,
            }
        }
        None
    }
}
