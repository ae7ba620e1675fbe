//! The formats of a profile's analysis for other tools, and a flame graph for people.
//!
//! ```text
//! &Analysis -> collapsed | speedscope | pprof | flame_graph
//! ```
//!
//! Each form is a pure function. Besides the stacks of Java code, the JIT, the garbage collector and whatever else has no stack are in
//! them, so that each adds up to the whole run. Where no energy was measured, they tell CPU time, and say so.
//!
//! Names come from the program: each form escapes them as its syntax asks for.

mod branches;
mod collapsed;
mod flame_graph;
mod pprof;
mod speedscope;

pub use collapsed::collapsed;
pub use flame_graph::flame_graph;
pub use pprof::pprof;
pub use speedscope::speedscope;
