//! The language server: the only crate that knows the protocol.
//!
//! [`serve`] talks to an editor on standard input and output until one of them ends the session.
//!
//! One task, the [writer](writer), owns open documents, settings, projects and results. Handlers of
//! notifications put a message into its mailbox. Handlers of requests, each in its own file, ask it for a
//! [snapshot](snapshot) of one document and answer from that: from the newest result, moved along with the edits since then.
//! Only code actions and `jouled/whatIf` wait for the compiler.
//!
//! Architecture Invariant: this crate opens no file and starts no process; `compile`, `libraries` and `project-model` do.

mod analysis_result;
mod attention;
mod call_graph;
mod call_hierarchy;
mod client_capabilities;
mod code_action;
mod code_lens;
mod diagnostic;
mod document;
mod extension;
mod hint_style;
mod hover;
mod inlay_hint;
mod outbox;
mod preparation;
mod pricing_context;
mod progress;
mod proposals;
mod server;
mod snapshot;
mod to_proto;
mod transport;
mod trial;
mod writer;

pub use server::{Options, SessionEnd, serve};
