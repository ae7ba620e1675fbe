//! What is known of the profiles of folders, and what a look for one found.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use libraries::{MeasuredProfile, ProfileFile};

/// What is known of the profiles of folders.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    /// The file that is shown in a folder, or was tried.
    pub(super) known: HashMap<PathBuf, Option<ProfileFile>>,
    /// Folders where somebody looks for one, and whether to look once more after that.
    pub(super) under_way: HashMap<PathBuf, bool>,
    /// Files that cannot be read, which the user was told.
    pub(super) told: HashSet<PathBuf>,
}

/// The profile that a look found, if it is not the known one.
#[derive(Debug)]
pub(crate) struct FoundProfile {
    pub(super) file: Option<ProfileFile>,
    /// What was read, or why it cannot be.
    pub(super) read: Option<Result<MeasuredProfile, String>>,
}
