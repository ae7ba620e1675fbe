//! Whose objects answer a call, and what the base of a comparison calls them.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A method by its class, name and descriptor.
pub(super) type Name = [Arc<str>; 3];

/// Whose receivers have a method: those of a class, or a lambda, by its body.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Receiver {
    Class(Arc<str>),
    Lambda([Arc<str>; 3]),
    /// A lambda whose body nobody has.
    Unpriced(Arc<str>),
    /// Any that a library has and the project lacks, at their average.
    OfLibrary,
}

/// What the base calls classes and methods of the head that have another number there.
#[derive(Debug, Default)]
pub(super) struct Renumbered {
    pub(super) classes: FxHashMap<Arc<str>, Arc<str>>,
    pub(super) methods: FxHashMap<Name, Name>,
}

impl Renumbered {
    /// What the base calls a method of the head.
    pub(super) fn method(&self, name: Name) -> Name {
        if let Some(known) = self.methods.get(&name) {
            return known.clone();
        }
        let [class, method, descriptor] = name;
        [self.class(class), method, descriptor]
    }

    fn class(&self, class: Arc<str>) -> Arc<str> {
        self.classes.get(&class).map_or(class, Arc::clone)
    }

    pub(super) fn receiver(&self, receiver: Receiver) -> Receiver {
        match receiver {
            Receiver::Class(class) => Receiver::Class(self.class(class)),
            Receiver::Lambda(name) => Receiver::Lambda(self.method(name)),
            Receiver::Unpriced(_) | Receiver::OfLibrary => receiver,
        }
    }
}
