//! Java statements as a tree, so that a program can be shortened.

use std::fmt::Write;

/// A statement: pieces of text with statements between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    /// For example `if (…) {` with the statements in its braces, and `} else {` with those in its braces.
    pub(crate) parts: Vec<(String, Vec<Self>)>,
    /// The closing text; empty for a plain statement.
    pub(crate) end: String,
}

impl Statement {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self {
            parts: vec![(text.into(), Vec::new())],
            end: String::new(),
        }
    }

    pub(crate) fn block(head: impl Into<String>, body: Vec<Self>) -> Self {
        Self {
            parts: vec![(head.into(), body)],
            end: "}".to_owned(),
        }
    }

    /// The same with another piece before the end: `} else {` and its statements.
    pub(crate) fn and(mut self, head: impl Into<String>, body: Vec<Self>) -> Self {
        self.parts.push((head.into(), body));
        self
    }
}

/// The text of some statements, one on each line.
pub(crate) fn text(statements: &[Statement]) -> String {
    let mut text = String::new();
    write(statements, 2, &mut text);
    text
}

fn write(statements: &[Statement], depth: usize, text: &mut String) {
    for statement in statements {
        for (head, body) in &statement.parts {
            let _ = writeln!(text, "{:width$}{head}", "", width = depth * 4);
            write(body, depth + 1, text);
        }
        if !statement.end.is_empty() {
            let _ = writeln!(text, "{:width$}{}", "", statement.end, width = depth * 4);
        }
    }
}

/// All variants of the statements with one of them left out, or with one replaced by its contents.
pub(crate) fn smaller(statements: &[Statement]) -> Vec<Vec<Statement>> {
    let mut found = Vec::new();
    for at in 0..statements.len() {
        let with = |replacement: Vec<Statement>| {
            let mut copy = statements.to_vec();
            copy.splice(at..=at, replacement);
            copy
        };
        found.push(with(Vec::new()));
        for (_, body) in &statements[at].parts {
            if !body.is_empty() {
                found.push(with(body.clone()));
            }
        }
        for part in 0..statements[at].parts.len() {
            for body in smaller(&statements[at].parts[part].1) {
                let mut statement = statements[at].clone();
                statement.parts[part].1 = body;
                found.push(with(vec![statement]));
            }
        }
    }
    found
}
