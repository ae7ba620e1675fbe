//! The callees of each call, and what they cost the caller.
//!
//! ```text
//! Unit::new(classes, &library)      the classes to analyse together, and where to look up all others
//! unit.summarise(&pricer)           callees before callers: a Summary of every method, its cost with all it calls
//! ```
//!
//! Each symbol of a [`Summary`] knows where a caller finds its value ([`cost::Place`]). [`wcec::analyse`] replaces the symbols
//! by what the caller passes. Methods that call each other are summarised together, with the depth of the recursion as a
//! symbol. The energy of one call of a passed object, such as a comparator or a task, is also a symbol.
//!
//! [`Summary`]: wcec::Summary

mod best_case;
mod breakdown;
mod calls_of_method;
mod concatenation;
mod decoded;
mod difference;
mod endless;
mod ends_of_calls;
mod explain;
mod exported;
mod fitted;
mod graph;
mod header;
mod hidden;
mod incremental;
mod initialisers;
mod labels;
mod method_body;
mod method_total;
mod needed;
mod not_followed;
mod overridden;
mod price_document;
mod prices;
mod reads;
mod records;
mod recursion;
mod resolve;
mod returns;
mod selection;
mod site_cost;
mod sites;
mod states;
mod summaries;
mod summarise;
mod typical;
mod unchanged;
mod unit;
mod unseen;

pub use difference::{Differing, State, TypicalBeside};
pub use ends_of_calls::ending_loops;
pub use explain::{Callee as TreeCallee, Explained, TreeCall};
pub use header::{Header, HeaderField, HeaderMethod};
pub use method_total::MethodTotal;
pub use not_followed::NOT_FOLLOWED;
pub use price_document::{Bound, PricesError};
pub use prices::{LIMITS, ListedPrice, NATIVES, Prices, WorstCaseLimit};
pub use returns::{CallOfJdk, RETURNS};
pub use summaries::Summaries;
pub use typical::{
    AnsweringMethod, ControlFlow, LoopOverValue, Term as TypicalTerm, ThrowingCall, Typical,
    TypicalPart, UncertainParts, control_flow, loops_over_values, own_throwing, own_typical,
};
pub use unit::{
    ClassNames, ClassesNamed, Library, NoLibrary, Unit, UnitClass, UnitKind, classes_named,
    named_packages,
};
pub use unseen::{UnseenCode, UnseenFiles};
