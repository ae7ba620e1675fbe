//! The symbols of one method.

use crate::method::MethodInput;
use bytecode::{ClassFile, Method};
use cost::{LoopTest, Measure, Place, Symbol, SymbolKind};
use std::sync::Arc;

/// At most this many unknown values that the calls of one method depend on get their own symbol.
const MAX_UNKNOWN_VALUES: usize = 16;

/// What distinguishes two symbols of one method with equal names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Known when the method begins, so the name is enough.
    Entry(SymbolKind),
    /// A value that this instruction makes.
    Instruction(u32),
    /// The loop with this header, by its first instruction.
    Loop(u32),
    /// The iteration's number of such a loop.
    Iteration(u32),
}

/// The symbols of one method.
#[derive(Debug)]
pub(crate) struct SymbolTable<'a> {
    class: &'a ClassFile<'a>,
    method: &'a Method,
    symbols: Vec<(Origin, Arc<Symbol>)>,
}

impl<'a> SymbolTable<'a> {
    /// No symbols yet.
    pub(crate) const fn new(input: &MethodInput<'a>) -> Self {
        Self {
            class: input.class,
            method: input.method,
            symbols: Vec::new(),
        }
    }

    /// True if so many call values have a symbol already that no further one gets its own.
    pub(crate) fn is_full(&self) -> bool {
        let untold = self.symbols.iter().filter(|(_, symbol)| {
            let kind = symbol.kind;
            symbol.place.is_none() && matches!(kind, SymbolKind::Argument | SymbolKind::Callback)
        });
        untold.count() >= MAX_UNKNOWN_VALUES
    }

    /// The symbol with this name and origin, created on first use.
    pub(crate) fn intern(
        &mut self,
        name: &str,
        origin: Origin,
        kind: SymbolKind,
        line: Option<u32>,
        place: Option<(Place, Measure)>,
        meaning: impl FnOnce() -> String,
    ) -> Arc<Symbol> {
        self.intern_with(name, origin, (kind, None), line, place, meaning)
    }

    /// The same for a symbol whose assumed value comes from a different kind of test than its own.
    pub(crate) fn intern_with(
        &mut self,
        name: &str,
        origin: Origin,
        (kind, test): (SymbolKind, Option<LoopTest>),
        line: Option<u32>,
        place: Option<(Place, Measure)>,
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
            key: format!(
                "{}.{}{}:{name}",
                self.class.name, self.method.name, self.method.descriptor
            ),
            name,
            kind,
            line,
            meaning: meaning(),
            place,
            test,
        });
        self.symbols.push((origin, Arc::clone(&symbol)));
        symbol
    }
}
