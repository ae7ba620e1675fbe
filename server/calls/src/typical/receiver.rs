//! The receivers that answer a call, and their names in the base of a comparison.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A method by its class, name and descriptor.
pub(super) type Name = [Arc<str>; 3];

/// The receivers of a method: objects of a class, or a lambda, by its body.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Receiver {
    Class(Arc<str>),
    Lambda([Arc<str>; 3]),
    /// A lambda whose body is missing.
    Unpriced(Arc<str>),
    /// Any receiver that only a library has, on average.
    OfLibrary,
}

/// The names in the base of the classes and methods that have another number in the head.
#[derive(Debug, Default)]
pub(super) struct Renumbered {
    pub(super) classes: FxHashMap<Arc<str>, Arc<str>>,
    pub(super) methods: FxHashMap<Name, Name>,
}

impl Renumbered {
    /// The name in the base of a method of the head.
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
