//! Decides which programs may run, and starts them. Nothing else in jouled starts a process.
//!
//! If you open a project, it must not choose what runs on your machine. A program, or the folder of a JDK, is accepted only
//! if all of these conditions are true. It does not matter what names it (a setting, a flag, an environment variable, the
//! `PATH`):
//!
//! - its path is absolute and names no other machine (`//host/share`, `\\host\share`); this is checked before the file
//!   system is asked;
//! - the path as written, without its `.` and `..`, is outside every project;
//! - every link on the way to the file, and the file itself, is outside every project. A link in a project that leads out
//!   of it is refused, too: the project can change its target tomorrow.
//!
//! Projects are ([`projects`]):
//!
//! - the folders that an editor has opened, the folders that a command was given, and the nearest root of a project around
//!   each of those. They count whatever they are: with `/` opened, nothing runs;
//! - the current directory, and the folders above all these that look like the root of a project, because of a `.git`, a
//!   `pom.xml` or the like. Nobody has named these, and editors start their servers in `/` or in the home folder. So they do
//!   not count if they are the root of the file system, the user's home folder, a folder above it, or a folder with programs
//!   of the system.
//!
//! The rule is checked again at each start of a process ([`Command`]), so a folder counts from the moment it is opened. The
//! process gets a `PATH` without the entries that the rule refuses.

mod command;
mod locations;
pub mod projects;
mod refused;
mod rule;
mod search;

pub use command::{AllowedProgram, Command, TypedCommand, variable};
pub use locations::{is_local, visited};
pub use refused::{FolderOrigin, RefusalReason, Refused};
pub use rule::{check, check_cache};
pub use search::{NotFound, search_path};
