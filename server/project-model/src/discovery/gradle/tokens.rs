//! Splits a build script in Groovy or Kotlin into tokens.

/// Longer inserted values are not read, because their end would be searched for again and again.
const LONGEST_VALUE: usize = 1 << 10;

/// A token with its line, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) line: u32,
}

impl Token {
    pub(super) fn name(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Name(name) => Some(name),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    Name(String),
    Text(Vec<Part>),
    Number(String),
    /// Any other character; `->` and `?.` are one.
    Sign(char),
    Arrow,
    End,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Plain(String),
    /// The name in `${…}` or after `$`.
    Value(String),
}

/// Splits a script into tokens. Comments are skipped, and line ends become [`TokenKind::End`].
pub(super) fn tokens(text: &str, is_kotlin: bool) -> Vec<Token> {
    let mut reader = Reader {
        rest: text,
        line: 1,
        is_kotlin,
        tokens: Vec::new(),
    };
    while reader.step() {}
    reader.tokens
}

struct Reader<'a> {
    rest: &'a str,
    line: u32,
    is_kotlin: bool,
    tokens: Vec<Token>,
}

impl Reader<'_> {
    fn push(&mut self, kind: TokenKind) {
        let line = self.line;
        self.tokens.push(Token { kind, line });
    }

    /// Takes this many bytes, which must end between two characters.
    fn take(&mut self, bytes: usize) -> &str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        let lines = taken.matches('\n').count();
        self.line = self
            .line
            .saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        taken
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        self.take(end).to_owned()
    }

    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else {
            return false;
        };
        match first {
            '\n' | ';' => {
                self.push(TokenKind::End);
                self.take(1);
            }
            _ if first.is_whitespace() => {
                self.take(first.len_utf8());
            }
            '/' if self.rest.starts_with("//") => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.take(end);
            }
            '/' if self.rest.starts_with("/*") => {
                let end = self.rest.find("*/").map_or(self.rest.len(), |end| end + 2);
                self.take(end);
            }
            // The line continues.
            '\\' if self.rest.starts_with("\\\n") => {
                self.take(2);
            }
            '"' | '\'' => self.text(first),
            '`' => {
                self.take(1);
                let name = self.take_while(|c| c != '`' && c != '\n');
                if self.rest.starts_with('`') {
                    self.take(1);
                }
                self.push(TokenKind::Name(name));
            }
            '-' if self.rest.starts_with("->") => {
                self.push(TokenKind::Arrow);
                self.take(2);
            }
            '?' if self.rest.starts_with("?.") => {
                self.push(TokenKind::Sign('.'));
                self.take(2);
            }
            _ if first.is_ascii_digit() => {
                let number = self.take_while(|c| c.is_ascii_alphanumeric() || c == '.');
                self.push(TokenKind::Number(number));
            }
            _ if is_of_name(first) => {
                let name = self.take_while(is_of_name);
                self.push(TokenKind::Name(name));
            }
            _ => {
                self.push(TokenKind::Sign(first));
                self.take(first.len_utf8());
            }
        }
        true
    }

    fn text(&mut self, quote: char) {
        let line = self.line;
        let long: String = [quote; 3].iter().collect();
        let is_long = self.rest.starts_with(&long);
        let end: &str = if is_long { &long } else { &long[..1] };
        self.take(end.len());
        let mut parts = Vec::new();
        let mut plain = String::new();
        while let Some(first) = self.rest.chars().next() {
            if self.rest.starts_with(end) {
                self.take(end.len());
                break;
            }
            match first {
                // Without its end it is not a text, and must not take the rest of the script with it.
                '\n' if !is_long => break,
                '\\' => {
                    self.take(1);
                    if let Some(escaped) = self.rest.chars().next() {
                        self.take(escaped.len_utf8());
                        plain.push(escaped);
                    }
                }
                '$' if quote == '"' => {
                    self.take(1);
                    if let Some(value) = self.value() {
                        if !plain.is_empty() {
                            parts.push(Part::Plain(std::mem::take(&mut plain)));
                        }
                        parts.push(Part::Value(value));
                    } else {
                        plain.push('$');
                    }
                }
                _ => {
                    self.take(first.len_utf8());
                    plain.push(first);
                }
            }
        }
        if !plain.is_empty() {
            parts.push(Part::Plain(plain));
        }
        self.tokens.push(Token {
            kind: TokenKind::Text(parts),
            line,
        });
    }

    /// Reads what follows a `$` in a text.
    fn value(&mut self) -> Option<String> {
        if self.rest.starts_with('{') {
            let mut depth = 0_usize;
            let mut near = self.rest.char_indices().take(LONGEST_VALUE);
            let (end, _) = near.find(|(_, c)| {
                match c {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 || *c == '\n'
            })?;
            let inner = self.rest.get(1..end)?.to_owned();
            let after = usize::from(self.rest[end..].starts_with('}'));
            self.take(end + after);
            return Some(inner);
        }
        self.rest.starts_with(is_of_name).then(|| {
            let is_kotlin = self.is_kotlin;
            let value = self.take_while(|c| is_of_name(c) || (c == '.' && !is_kotlin));
            let name = value.trim_end_matches('.');
            // A full stop after it is not part of it.
            name.to_owned()
        })
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '@')
}
