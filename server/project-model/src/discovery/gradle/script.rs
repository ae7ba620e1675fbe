//! Parses the statements of a build script. Groovy and Kotlin write them alike, and nothing of a script is run.

use super::parser::{INFIX, MAX_DEPTH, Parser, is_name};
use super::statement::{Argument, Expression, LISTS, Segment, Statement};
use super::tokens::{Token, TokenKind};

/// Words before a declared name.
const MODIFIERS: [&str; 8] = [
    "def", "val", "var", "final", "const", "private", "lateinit", "static",
];

/// Parses a script. What is not understood of a statement is skipped.
pub(super) fn parse(text: &str, is_kotlin: bool) -> Vec<Statement> {
    let mut parser = Parser::new(text, is_kotlin);
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
    Parser::new(text, is_kotlin).expression()
}

impl Parser {
    /// Parses statements up to the `}` of the block, which stays, or to the end.
    pub(super) fn block(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        loop {
            self.skip_ends();
            match self.peek() {
                None | Some(TokenKind::Sign('}')) => return statements,
                Some(_) => {}
            }
            let before = self.at;
            statements.push(self.statement());
            if self.at == before {
                self.at += 1;
            }
        }
    }

    /// Skips `project ->` at the start of a block; returns the name.
    pub(super) fn parameter(&mut self) -> Option<String> {
        let line = self.tokens.iter().skip(self.at);
        let mut names = line.take_while(|token| {
            matches!(
                token.kind,
                TokenKind::Name(_)
                    | TokenKind::Sign(',' | ':' | '.' | '<' | '>' | '(' | ')' | '?')
                    | TokenKind::Arrow
            )
        });
        let arrow = names.position(|token| token.kind == TokenKind::Arrow)?;
        let before = self.tokens.iter().skip(self.at).take(arrow);
        // `String name`, `name: String`
        let until = before.take_while(|token| !matches!(token.kind, TokenKind::Sign(':' | ',')));
        let name = until.filter_map(Token::name).last().map(str::to_owned);
        self.at += arrow + 1;
        name
    }

    /// Parses the block of a call, after the opening brace.
    pub(super) fn braced(&mut self, of: &mut Segment) {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let start = self.at;
            self.skip_to_close();
            of.body.push(Statement {
                line: self.line(),
                chain: Vec::new(),
                assigned: None,
                skipped: self.names_since(start),
            });
        } else {
            of.parameter = self.parameter();
            of.body.extend(self.block());
        }
        self.depth -= 1;
        self.eat('}');
    }

    pub(super) fn statement(&mut self) -> Statement {
        // `else if (…)`
        if self.is_name("else") && self.peek_at(1).is_some_and(|kind| is_name(kind, "if")) {
            self.at += 1;
        }
        while let Some(TokenKind::Name(name)) = self.peek()
            && MODIFIERS.contains(&name.as_str())
            && matches!(self.peek_at(1), Some(TokenKind::Name(_)))
        {
            self.at += 1;
        }
        let (line, start) = (self.line(), self.at);
        let chain = match self.loop_over() {
            Some(chain) => Some(chain),
            None => self.chain(),
        };
        let Some(mut chain) = chain else {
            self.skip_statement();
            return Statement {
                line,
                chain: Vec::new(),
                assigned: None,
                skipped: self.names_since(start),
            };
        };
        self.without_braces(&mut chain);
        let mut assigned = None;
        // `String name = …`
        if let (Some(TokenKind::Name(name)), Some(TokenKind::Sign('='))) =
            (self.peek(), self.peek_at(1))
        {
            chain = vec![Segment {
                name: name.clone(),
                ..Segment::default()
            }];
            self.at += 1;
        }
        // `val name: String = …`
        if self.is_sign(':') && chain.len() == 1 {
            self.at += 1;
            while matches!(self.peek(), Some(TokenKind::Name(name)) if !INFIX.contains(&name.as_str()))
                || matches!(
                    self.peek(),
                    Some(TokenKind::Sign('.' | '<' | '>' | '?' | ','))
                )
            {
                self.at += 1;
            }
        }
        match self.peek() {
            Some(TokenKind::Sign('=')) if self.peek_at(1) != Some(&TokenKind::Sign('=')) => {
                self.at += 1;
                self.skip_ends();
                assigned = Some(self.expression());
            }
            Some(TokenKind::Sign('+')) if self.peek_at(1) == Some(&TokenKind::Sign('=')) => {
                self.at += 2;
                self.skip_ends();
                assigned = Some(self.expression());
            }
            // `val name by extra("value")`
            Some(TokenKind::Name(by)) if by == "by" => {
                self.at += 1;
                assigned = Some(match self.expression() {
                    Expression::Chain(mut delegate)
                        if delegate.last().is_some_and(|last| last.name == "extra") =>
                    {
                        let value = delegate.pop().and_then(|mut last| last.arguments.pop());
                        value.map_or(Expression::Unknown, |argument| argument.value)
                    }
                    delegate => delegate,
                });
            }
            _ => self.command(&mut chain),
        }
        let end = self.at;
        self.skip_statement();
        Statement {
            line,
            chain,
            assigned,
            skipped: self.names_since(end),
        }
    }

    /// `for (name in list) { … }`, as `list.each { name -> … }`.
    pub(super) fn loop_over(&mut self) -> Option<Vec<Segment>> {
        if !self.is_name("for") || self.peek_at(1) != Some(&TokenKind::Sign('(')) {
            return None;
        }
        let start = self.at;
        self.at += 2;
        let mut parameter = None;
        while let Some(TokenKind::Name(name)) = self.peek()
            && name != "in"
        {
            parameter = Some(name.clone());
            self.at += 1;
        }
        if !(self.is_name("in") || self.is_sign(':')) {
            self.at = start;
            return None;
        }
        self.at += 1;
        let mut chain = match self.expression() {
            Expression::Chain(chain) => chain,
            Expression::List(arguments) => vec![Segment {
                name: LISTS[0].to_owned(),
                arguments,
                ..Segment::default()
            }],
            _ => vec![Segment::default()],
        };
        self.skip_to_close();
        self.eat(')');
        let mut each = Segment {
            name: "each".to_owned(),
            ..Segment::default()
        };
        if self.eat('{') {
            self.braced(&mut each);
        } else if self.depth < MAX_DEPTH {
            self.depth += 1;
            each.body.push(self.statement());
            self.depth -= 1;
        }
        each.parameter = parameter;
        chain.push(each);
        Some(chain)
    }

    /// Parses the only statement of an `if (…)` or `else` without braces.
    pub(super) fn without_braces(&mut self, chain: &mut [Segment]) {
        let [only] = chain else { return };
        if !matches!(only.name.as_str(), "if" | "else" | "while") || !only.body.is_empty() {
            return;
        }
        self.skip_ends();
        let is_over =
            self.depth >= MAX_DEPTH || matches!(self.peek(), None | Some(TokenKind::Sign(_)));
        if !is_over {
            self.depth += 1;
            only.body.push(self.statement());
            self.depth -= 1;
        }
    }

    /// Parses arguments without brackets: `implementation 'g:a:1', …`, and further words: `id 'x' version '1'`.
    pub(super) fn command(&mut self, chain: &mut [Segment]) {
        let Some(last) = chain.last_mut() else {
            return;
        };
        let had_arguments = !last.arguments.is_empty();
        let mut arguments = Vec::new();
        if !had_arguments && self.begins_value() {
            arguments = self.arguments();
        }
        while let Some(TokenKind::Name(word)) = self.peek()
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
                self.braced(last);
            }
        }
    }
}
