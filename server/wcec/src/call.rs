//! A call as the method around it sees it: who is called, and what is passed.

use crate::estimate::{Estimate, Estimated};
use crate::producers::Arguments;
use crate::summary::Summary;
use cost::{Polynomial, Root, Symbol};
use pricing::PatternId;
use std::sync::Arc;

/// A call whose cost depends on symbols.
#[derive(Debug, Clone)]
pub struct Call {
    /// The instruction and who made what it passes.
    pub passed: Arguments,
    /// Who is called.
    pub callee: Callee,
    /// What is known of the objects that are passed.
    pub handed: Vec<CallbackImplementation>,
    /// What the methods of passed objects, by name and descriptor, are taken to execute where it is unknown.
    pub estimates: Vec<Estimated>,
}

impl Call {
    /// True where a method calls itself.
    pub const fn is_recursive(&self) -> bool {
        matches!(self.callee, Callee::Itself { .. })
    }

    /// Who is called, for people.
    pub fn display(&self) -> String {
        match &self.callee {
            Callee::Targets(targets) => targets
                .first()
                .map_or_else(String::new, |target| target.display()),
            Callee::ChosenElsewhere { method, .. } => {
                method.split('(').next().unwrap_or_default().to_owned()
            }
            Callee::Itself { .. } => String::from("itself"),
        }
    }
}

/// Who is called.
#[derive(Debug, Clone)]
pub enum Callee {
    /// One of these.
    Targets(Vec<Arc<Summary>>),
    /// The caller that passes the receiver decides.
    ChosenElsewhere {
        /// Name and descriptor.
        method: Arc<str>,
        /// The pattern that counts joules.
        energy: PatternId,
        /// What is taken to run where it is unknown.
        estimate: Option<Arc<Estimate>>,
    },
    /// The method itself: what is wanted is how often, and which of its symbols grow on the way.
    Itself {
        /// The symbols of its cost.
        symbols: Arc<[Arc<Symbol>]>,
        /// The numbers that its cost is made of.
        parts: Arc<[Polynomial]>,
        /// The pattern that counts calls.
        mark: PatternId,
    },
}

/// The implementation of a method that an object brings along.
#[derive(Debug, Clone)]
pub struct CallbackImplementation {
    /// The object, by how it is passed.
    pub root: Root,
    /// The method, name and descriptor as the callee calls it.
    pub method: Arc<str>,
    /// What runs.
    pub implementation: Arc<Summary>,
    /// What the object was made with, which the implementation gets first.
    pub passed: Arguments,
}
