//! Opens files that others may have written, and reads them up to a limit; writes files through no link, and
//! keeps what is needed for a while.
//!
//! A path of a project or of a command line may lead to anything: to a pipe, which is waited for when it is opened, to a
//! device, which never ends, to a file of a terabyte that holds nothing. So everything that is read whole is read here:
//! [`open`] takes regular files alone and waits for nothing, and [`read`] stops at the limit of its kind of file, also
//! where the file grows meanwhile.
//!
//! Architecture Invariant: no other crate reads a file whole; a test of the workspace sees to that.

mod limits;
mod open;
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
pub use project_limits::Limits;
pub use read::{Bounded, TooLarge, read, read_from, read_text, shown};
pub use remote_path::is_remote;
pub use stamp::{are_one_file, is_settled, stamp};
pub use temp_folder::{
    TempFolder, TempFolderKind, remove_left_temp_folders, remove_left_temp_folders_in,
    remove_temp_folders, remove_unfinished_in, take_temp_folder_notice, while_open,
};
pub use write::{private_folder, unfinished_in, write, write_private};
