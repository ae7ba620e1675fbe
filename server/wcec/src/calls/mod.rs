//! Calls: who is called, and what that costs the caller.
//!
//! ```text
//! Unit::new(classes, &library)      the classes that are analysed together, and where all others are looked up
//! unit.summarise(&pricer)           callees before callers: a Summary of every method, its cost with all it calls
//! ```
//!
//! A [`Summary`]'s symbols know where a caller finds their values ([`crate::Place`]); [`crate::analyse`] puts what the
//! caller passes in their place. Methods that call each other are summarised together, with the depth of the recursion
//! as a symbol. What is chosen elsewhere, a comparator or a task handed in, is a symbol too: the energy of one call.

mod best_case;
mod breakdown;
mod call_info;
mod calls_of_method;
mod concatenation;
mod decoded;
mod difference;
mod explain;
mod graph;
mod header;
mod incremental;
mod labels;
mod needed;
mod prices;
mod producers;
mod reads;
mod records;
mod recursion;
mod resolve;
mod site_cost;
mod sites;
mod summaries;
mod summarise;
mod summary;
mod typical;
mod unit;

pub use call_info::CallInfo;
pub use difference::{Differing, State};
pub use explain::{Callee as TreeCallee, Explained, TreeCall};
pub use header::{Header, HeaderMethod};
pub use prices::{Bound, ListedPrice, NATIVES, Prices, PricesError, SETTLED};
pub(crate) use prices::{Estimate, with_estimates};
pub use producers::Arguments;
pub use summarise::{MethodTotal, Summaries};
pub(crate) use summary::simple_name;
pub use summary::{Reason, Summary, Unpriced, Unpriceds};
pub use typical::{
    Term as TypicalTerm, ThrowingCall, Typical, TypicalPart, UncertainParts, control_flow, own_throwing,
    own_typical,
};
pub use unit::{
    ClassNames, ClassesNamed, Library, NoLibrary, Unit, UnitClass, UnitKind, classes_named,
    named_packages,
};

use crate::expression::{Root, Symbol};
use pricing::PatternId;
use std::sync::Arc;

/// A call whose cost depends on symbols.
#[derive(Debug, Clone)]
pub struct Call {
    /// The instruction and who made what it passes.
    pub(crate) passed: Arguments,
    /// Who is called.
    pub(crate) callee: Callee,
    /// What is known of the objects that are passed.
    pub(crate) handed: Vec<CallbackImplementation>,
    /// What the methods of passed objects, by name and descriptor, are taken to execute where nobody can tell it.
    pub(crate) estimates: Vec<Estimated>,
}

impl Call {
    /// True where a method calls itself.
    pub(crate) const fn is_recursive(&self) -> bool {
        matches!(self.callee, Callee::Itself { .. })
    }

    /// Who is called, for people.
    pub(crate) fn display(&self) -> String {
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

/// A method of an object, by name and descriptor, and what it is taken to execute.
pub(crate) type Estimated = (Arc<str>, Arc<Estimate>);

/// Who is called.
#[derive(Debug, Clone)]
pub(crate) enum Callee {
    /// One of these.
    Targets(Vec<Arc<Summary>>),
    /// Whoever passes the receiver knows.
    ChosenElsewhere {
        /// Name and descriptor.
        method: Arc<str>,
        /// The pattern that counts joules.
        energy: PatternId,
        /// What is taken to run where nobody can tell it.
        estimate: Option<Arc<Estimate>>,
    },
    /// The method itself: what is wanted is how often, and which of its symbols grow on the way.
    Itself {
        /// The symbols of its cost.
        symbols: Arc<[Arc<Symbol>]>,
        /// The pattern that counts calls.
        mark: PatternId,
    },
}

/// The implementation of a method that an object brings along.
#[derive(Debug, Clone)]
pub(crate) struct CallbackImplementation {
    /// The object, by how it is passed.
    pub(crate) root: Root,
    /// The method, name and descriptor as the callee calls it.
    pub(crate) method: Arc<str>,
    /// What runs.
    pub(crate) implementation: Arc<Summary>,
    /// What the object was made with, which the implementation gets first.
    pub(crate) passed: Arguments,
}
