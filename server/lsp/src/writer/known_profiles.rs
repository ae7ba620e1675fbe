//! Known profiles of folders, and the results of searches for them.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use libraries::{LoadedProfile, ProfileFile};

/// The known profiles of folders.
#[derive(Debug, Default)]
pub(super) struct FolderProfiles {
    /// The displayed file of a folder, or the one that failed.
    pub(super) known: HashMap<PathBuf, Option<ProfileFile>>,
    /// Folders with a search in progress, and whether to search again afterwards.
    pub(super) under_way: HashMap<PathBuf, bool>,
    /// Unreadable files that were reported to the user.
    pub(super) told: HashSet<PathBuf>,
}

/// The profile found by a search, if it is not the known one.
#[derive(Debug)]
pub(crate) struct FoundProfile {
    pub(super) file: Option<ProfileFile>,
    /// The profile, or why it cannot be read.
    pub(super) read: Option<Result<LoadedProfile, String>>,
}
