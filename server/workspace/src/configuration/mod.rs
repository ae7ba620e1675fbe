//! What users and projects say about a project.

mod globs;

pub use globs::{BadGlob, ExcludedPaths, PathGlobs};
