//! Computes what a change of a Java text saves, from the classes of both texts.
//!
//! ```text
//! candidates(text, types)         edits that the rules propose, with their places
//! compare(basis, before, after)   the energy of each method whose cost changes, on both sides
//! price(basis, before, after, …)  what an edit saves in its method, or why that is unknown
//! Saving::refusal                 why a saving is no offer: it is too small, or not sure enough
//! ```
//!
//! Both texts are priced with one model, so what both execute cancels.
//!
//! Architecture Invariant: this crate knows no file, no process and no protocol.

mod candidates;
mod compare;
mod price;
mod saving;
mod texts;

pub use candidates::{LocatedCandidate, candidates};
pub use compare::{Compared, ComparedMethods, PricingInputs, compare};
pub use diff::MethodName;
pub use price::price;
pub use saving::{CallEnergy, NotOffered, Saving, probability};
pub use texts::{ClassFile, CompiledText};
