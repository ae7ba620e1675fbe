//! A call from the caller's point of view: who is called, and what is passed.

use crate::estimate::{Estimate, Estimated};
use crate::producers::Arguments;
use crate::summary::Summary;
use cost::{Place, Polynomial, Root, Symbol};
use pricing::PatternId;
use std::sync::Arc;

/// A call whose cost depends on symbols.
#[derive(Debug, Clone)]
pub struct Call {
    /// The instruction, and the producers of its arguments.
    pub passed: Arguments,
    /// Who is called.
    pub callee: Callee,
    /// What is known about the objects that are passed.
    pub handed: Vec<CallbackImplementation>,
    /// The places in the costs of these methods, by their classes, that may be others than what the caller means by their names:
    /// one field may hide another one.
    pub hidden: Vec<(Arc<str>, Place)>,
    /// What the methods of passed objects, by name and descriptor, are assumed to execute if it is unknown which code runs.
    pub estimates: Vec<Estimated>,
}

impl Call {
    /// True if a method calls itself.
    pub const fn is_recursive(&self) -> bool {
        matches!(self.callee, Callee::Itself { .. })
    }

    /// Who is called, as text for people.
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
    /// Whoever passes the receiver to the caller decides.
    ChosenElsewhere {
        /// Name and descriptor.
        method: Arc<str>,
        /// The pattern that counts joules.
        energy: PatternId,
        /// What is assumed to run if it is unknown.
        estimate: Option<Arc<Estimate>>,
    },
    /// The method itself. The analysis finds how often it is called, and which of its symbols change in the recursion.
    Itself {
        /// The symbols of its cost.
        symbols: Arc<[Arc<Symbol>]>,
        /// The numbers that its cost consists of.
        parts: Arc<[Polynomial]>,
        /// The pattern that counts calls.
        mark: PatternId,
    },
}

/// The implementation of a method by an object that is passed.
#[derive(Debug, Clone)]
pub struct CallbackImplementation {
    /// How the object is passed.
    pub root: Root,
    /// The method: name and descriptor as the callee calls it.
    pub method: Arc<str>,
    /// What runs.
    pub implementation: Arc<Summary>,
    /// What the object was created with, which the implementation receives first.
    pub passed: Arguments,
}
