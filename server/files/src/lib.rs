//! Opens files that others may have written, and reads them up to a limit. Writes files without following links. Makes
//! temporary folders. Reads the CPU times of processes.
//!
//! A path of a project or of a command line may lead to anything: a pipe that blocks when it is opened, a device that never
//! ends, an empty file of a terabyte. So everything that is read whole is read here. [`open`] takes only regular files and
//! never blocks. [`read`] stops at the limit of its kind of file, even if the file grows while it is read.
//!
//! Architecture Invariant: no other crate reads a file whole; a test of the workspace checks that.

mod limits;
mod open;
mod process_times;
mod project_limits;
mod read;
mod remote_path;
mod stamp;
mod temp_folder;
mod write;

pub use limits::{
    BUILD_FILE, CAMPAIGN, CLASS, COUNTS, DRAWS, JAR, JAR_DIRECTORY, JAVA, MODEL, PROFILE,
    RECORDING, RELEASE, REPORT, SETTINGS, SYSTEM, VALIDATION,
};
pub use open::{is_sqlite, metadata, open};
pub use process_times::{ProcessTimes, clock_tick, process_times};
pub use project_limits::Limits;
pub use read::{Bounded, TooLarge, read, read_from, read_text, shown};
pub use remote_path::is_remote;
pub use stamp::{are_one_file, is_settled, stamp};
pub use temp_folder::{
    TempFolder, TempFolderKind, remove_left_temp_folders, remove_left_temp_folders_in,
    remove_temp_folders, remove_unfinished_in, take_temp_folder_notice, while_open,
};
pub use write::{UNFINISHED, clear_place, private_folder, unfinished_in, write, write_private};
