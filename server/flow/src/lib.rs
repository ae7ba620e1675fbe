//! The control flow of one method: basic blocks and the edges between them, and its loops as a tree.
//!
//! ```text
//! Flow::refill(&Code)      blocks and edges, in memory that the next method uses again
//! LoopTree::of(&Flow)      the loops, outer ones before inner ones, each in topological order
//! KnownValues::of(…)       what a method that gets known arguments never does
//! Components::find(…)      strongly connected components of any graph
//! ```
//!
//! Architecture Invariant: code is hostile. The work is bounded for any method, and nothing panics.

mod components;
mod graph;
mod known;
mod loop_tree;

pub use components::{Components, UNREACHED};
pub use graph::{Edge, Flow, TooManyEdges};
pub use known::{Known, KnownValues};
pub use loop_tree::{LoopTree, Part, Region};
