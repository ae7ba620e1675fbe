//! Runs programs to measure their energy and count their code, and keeps what was recorded in a file.
//!
//! ```text
//! Plan { program, arguments, meter, ... } -> profile(&plan, &interrupted) -> RunFile { profile, counted }
//! RunFile::write(path), RunFile::read(path)
//! ```
//!
//! The energy run comes first. An agent in each JVM makes it sample its stacks. From outside, the profiler reads CPU time
//! thread by thread and the meter window by window. The count run starts the same program again with counters in its code.
//! No energy is taken from that run, because counters change how the JIT compiles the code.
//!
//! Architecture Invariant: this crate runs the program that the user typed, and nothing that a project names.

mod agent_work;
mod attach;
mod attached_run;
mod checkpoints;
mod code;
mod count_run;
mod counted;
mod cut;
mod energy_run;
mod error;
mod events;
mod input;
mod launch;
mod live;
mod paths;
mod plan;
mod processes;
mod recorded;
mod replaced;
mod room;
mod runs;
mod sampled;
mod samples;
mod stacks;
mod stripes;
mod thread_kind;
mod threads;
mod watching;
mod windows;

pub use attached_run::{AttachPlan, profile_running};
pub use error::ProfilerError;
pub use live::{Live, RunningJvm, running_jvms};
pub use paths::counted_paths;
pub use plan::{Counting, Interrupted, Plan};
pub use run_file::{RunFile, RunFileError};
pub use runs::profile;
