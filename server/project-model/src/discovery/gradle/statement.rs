//! The statements of a build script: calls with arguments and blocks, and assignments.

use super::tokens::Part;

/// The functions that make a list. A list in brackets that begins a statement is a call of the first one.
pub(super) const LISTS: [&str; 6] = [
    "listOf",
    "setOf",
    "mapOf",
    "mutableListOf",
    "mutableMapOf",
    "arrayOf",
];

/// One statement: `dependencies { … }`, `version = "1"`, `implementation 'g:a:1'`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) line: u32,
    pub(super) chain: Vec<Segment>,
    /// The value that is assigned, or added by `+=`.
    pub(super) assigned: Option<Expression>,
    /// The names in the rest of the statement, which is not understood.
    pub(super) skipped: Vec<String>,
}

/// A part of `tasks.named("x") { … }`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) name: String,
    pub(super) arguments: Vec<Argument>,
    pub(super) body: Vec<Statement>,
    /// The name of the block's first parameter: `{ name -> … }`.
    pub(super) parameter: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Argument {
    pub(super) name: Option<String>,
    pub(super) value: Expression,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expression {
    Text(Vec<Part>),
    Number(String),
    Chain(Vec<Segment>),
    /// A list or a map.
    List(Vec<Argument>),
    Sum(Vec<Expression>),
    /// More than a plain value.
    Unknown,
}

impl Statement {
    /// The last name that is called or assigned.
    pub(super) fn name(&self) -> &str {
        self.chain.last().map_or("", |last| &last.name)
    }

    pub(super) fn arguments(&self) -> &[Argument] {
        self.chain.last().map_or(&[], |last| &last.arguments)
    }

    pub(super) fn body(&self) -> &[Statement] {
        self.chain.last().map_or(&[], |last| &last.body)
    }

    /// The statement without the first name of its chain; `None` if it has no other.
    pub(super) fn rest(&self) -> Option<Self> {
        let (_, chain) = self.chain.split_first()?;
        (!chain.is_empty()).then(|| Self {
            chain: chain.to_vec(),
            ..self.clone()
        })
    }

    /// The value of a property set by `name = value`, `name value`, `name(value)` or `name.set(value)`.
    pub(super) fn value_of(&self, name: &str) -> Option<&Expression> {
        let (last, before) = self.chain.split_last()?;
        if let Some(value) = &self.assigned {
            return (last.name == name).then_some(value);
        }
        let is_set = matches!(last.name.as_str(), "set" | "convention")
            && before.last().is_some_and(|before| before.name == name);
        let value = &last.arguments.first()?.value;
        (is_set || last.name == name).then_some(value)
    }
}

/// A text without inserted values.
pub(super) fn plain(parts: &[Part]) -> Option<String> {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Plain(part) => text.push_str(part),
            Part::Value(_) => return None,
        }
    }
    Some(text)
}
