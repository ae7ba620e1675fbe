//! The symbols of one method.

use crate::method::MethodInput;
use bytecode::{ClassFile, Code, LocalVariable, Method};
use cost::{LoopTest, Measure, Place, Root, Symbol, SymbolKind};
use std::borrow::Cow;
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
    code: &'a Code,
    symbols: Vec<(Origin, Arc<Symbol>)>,
}

impl<'a> SymbolTable<'a> {
    /// No symbols yet.
    pub(crate) const fn new(input: &MethodInput<'a>) -> Self {
        Self {
            class: input.class,
            method: input.method,
            code: input.code,
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

    /// The name of a field with its owner, if a parameter of the method hides the field.
    fn beside_parameters<'n>(&self, name: &'n str, place: Option<&Place>) -> Cow<'n, str> {
        let owner = match place.map(|place| &place.root) {
            Some(Root::Receiver) => "this",
            Some(Root::Static(class)) => class.rsplit(['/', '$']).next().unwrap_or_default(),
            _ => return Cow::Borrowed(name),
        };
        let inner = name.strip_prefix("chain(").unwrap_or(name);
        let first = inner.split(['.', '[', '(']).next().unwrap_or_default();
        let hides = |local: &LocalVariable| {
            local.start == 0 && self.class.text(local.name).as_deref() == Some(first)
        };
        if first == "this" || !self.code.locals().iter().any(hides) {
            return Cow::Borrowed(name);
        }
        let (start, _) = name.split_at(name.len() - inner.len());
        Cow::Owned(format!("{start}{owner}.{inner}"))
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
        let name = &*self.beside_parameters(name, place.as_ref().map(|(place, _)| place));
        let stem = |symbol: &Symbol| -> bool {
            symbol.name == name
                || symbol
                    .name
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('#'))
        };
        // Two classes may have the same simple name.
        let is_of_other_root = |symbol: &Symbol| match (&symbol.place, &place) {
            (Some((known, _)), Some((place, _))) => known.root != place.root,
            _ => false,
        };
        let mut namesakes = 0;
        for (other, symbol) in &self.symbols {
            if stem(symbol) {
                if *other == origin && !is_of_other_root(symbol) {
                    return Arc::clone(symbol);
                }
                namesakes += 1;
            }
        }
        let name = if namesakes == 0 {
            name.to_owned()
        } else {
            let is_free = |name: &String| self.symbols.iter().all(|(_, known)| known.name != *name);
            let root = place.as_ref().map(|(place, _)| &place.root);
            let qualified = root.and_then(|root| qualified(name, root)).filter(is_free);
            qualified.unwrap_or_else(|| format!("{name}#{}", namesakes + 1))
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

/// The name of a static field of a nested class, with the classes around: `Outer.Limits.most` for `Limits.most`.
fn qualified(name: &str, root: &Root) -> Option<String> {
    let Root::Static(class) = root else {
        return None;
    };
    let nested = class.rsplit('/').next()?;
    let (around, simple) = nested.rsplit_once('$')?;
    let field = name.strip_prefix(simple)?;
    Some(format!("{}.{simple}{field}", around.replace('$', ".")))
}
