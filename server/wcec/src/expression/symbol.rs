//! What a cost depends on: parameters, fields, lengths, and loops whose bound is not known.

use crate::method::MethodInput;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What a symbol stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolKind {
    /// A parameter, by the value it is called with.
    Parameter,
    /// A field, by the value it has when the method begins.
    Field,
    /// The length of an array.
    ArrayLength,
    /// How often a loop repeats whose bound the code does not tell.
    Loop,
}

/// An unknown of a method's cost. Symbols count as at least 0: a smaller value means that the loop does not repeat.
///
/// Two symbols are the same when their keys are; they are ordered by name.
#[derive(Debug, Clone)]
pub struct Symbol {
    /// `class.method(descriptor):name`, stable while the method keeps its signature and the symbol its name.
    pub key: String,
    /// The name within the method: `n`, `a.length`, `loop@12`.
    pub name: String,
    /// What it stands for.
    pub kind: SymbolKind,
    /// The line of the first loop that it bounds.
    pub line: Option<u32>,
    /// What it stands for, in a few words for people.
    pub meaning: String,
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Symbol {}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.name, &self.key).cmp(&(&other.name, &other.key))
    }
}

/// What makes two symbols of one method different although their names are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Known when the method begins, so that the name says it all.
    Entry(SymbolKind),
    /// A value that this instruction makes.
    Instruction(u32),
    /// The loop with this header, by its first instruction.
    Loop(u32),
}

/// The symbols of one method.
#[derive(Debug)]
pub(crate) struct SymbolTable {
    /// `class.method(descriptor)`
    prefix: String,
    symbols: Vec<(Origin, Arc<Symbol>)>,
}

impl SymbolTable {
    /// No symbols yet.
    pub(crate) fn new(input: &MethodInput<'_>) -> Self {
        Self {
            prefix: format!(
                "{}.{}{}",
                input.class.name, input.method.name, input.method.descriptor
            ),
            symbols: Vec::new(),
        }
    }

    /// The symbol of this name and origin, made where it is met for the first time.
    pub(crate) fn intern(
        &mut self,
        name: &str,
        origin: Origin,
        kind: SymbolKind,
        line: Option<u32>,
        meaning: impl FnOnce() -> String,
    ) -> Arc<Symbol> {
        let stem = |symbol: &Symbol| -> bool {
            symbol.name == name
                || symbol
                    .name
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('#'))
        };
        let mut namesakes = 0;
        for (other, symbol) in &self.symbols {
            if stem(symbol) {
                if *other == origin {
                    return Arc::clone(symbol);
                }
                namesakes += 1;
            }
        }
        let name = if namesakes == 0 {
            name.to_owned()
        } else {
            format!("{name}#{}", namesakes + 1)
        };
        let symbol = Arc::new(Symbol {
            key: format!("{}:{name}", self.prefix),
            name,
            kind,
            line,
            meaning: meaning(),
        });
        self.symbols.push((origin, Arc::clone(&symbol)));
        symbol
    }
}
