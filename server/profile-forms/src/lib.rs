//! The formats of a profile's analysis for other tools, and a flame graph for people.
//!
//! ```text
//! &Analysis -> collapsed | speedscope | pprof | flame_graph
//! ```
//!
//! Each form is a pure function. The forms contain the stacks of Java code, the JIT, the garbage collector and everything
//! else without a stack, so each adds up to the whole run. If no energy was measured, they contain CPU time, and say so.
//!
//! Names come from the program, so each form escapes them for its syntax.

mod branches;
mod collapsed;
mod flame_graph;
mod pprof;
mod speedscope;

pub use collapsed::collapsed;
pub use flame_graph::flame_graph;
pub use pprof::pprof;
pub use speedscope::speedscope;
