//! The forms in which a profile leaves jouled for other tools, and a flame graph for people.
//!
//! ```text
//! StackEnergies { code, rows: [(root, stack, joules, ..)], .. } -> collapsed | speedscope | pprof | csv | flame_graph
//! ```
//!
//! Each form is a pure function. A row says what one stack of one thread cost; rows of the JIT, the garbage collector and
//! whatever else has no stack are in the forms as well, so that each adds up to the whole.
//!
//! Names come from the program: each form escapes them as its syntax asks for.

mod collapsed;
mod energies;
mod flame_graph;
mod methods;
mod names;
mod pprof;
mod speedscope;
mod tree;

pub use collapsed::collapsed;
pub use energies::{StackEnergies, StackEnergy};
pub use flame_graph::flame_graph;
pub use methods::csv;
pub use pprof::pprof;
pub use speedscope::speedscope;
