//! Changes of Java text that keep its behaviour and may save energy.
//!
//! ```text
//! find(code)                   a text and javac's types of it → candidates: edits that keep the behaviour
//! Candidate::applied           the text with the edits
//! ```
//!
//! A recogniser ([`RULES`]) looks at the syntax tree and at javac's types and symbols, never at names alone. It proposes an
//! edit only if its preconditions are true. Whether the edit saves anything is a separate question, which the model answers.
//!
//! Architecture Invariant: this crate knows no file, no process and no protocol.

mod boxed_call;
mod call;
mod candidate;
mod checked;
mod class_init;
mod code;
mod constant;
mod edit;
mod hidden_code;
mod imports;
mod invariant_loops;
mod local;
mod local_collections;
mod loops;
mod new_objects;
mod place;
mod purity;
mod regex;
mod rules;

pub use candidate::Candidate;
pub use code::{Code, NotUnderstood};
pub use edit::{Edit, apply};
pub use rules::{RULES, Rule, find, rule_named};
