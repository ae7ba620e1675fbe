//! The JDK that compiles a workspace.

use std::path::Path;

use crate::discovery::{Environment, Jdk, NoJdk, find_jdk};
use crate::javac::ServiceConfig;
use crate::program::cache_folder;

/// A JDK and the limits of its resident compiler.
#[derive(Debug, Clone)]
pub struct Toolchain {
    /// The JDK.
    pub jdk: Jdk,
    /// The files and limits of the compiler.
    pub service: ServiceConfig,
}

/// Why nothing can be compiled.
#[derive(Debug, thiserror::Error)]
pub enum NoToolchain {
    /// There is no usable JDK.
    #[error(transparent)]
    Jdk(#[from] NoJdk),
    /// No folder is writable for the compiler's files, neither for caches nor for temporary files.
    #[error(
        "no folder is writable: {0}; set XDG_CACHE_HOME or TMPDIR to a writable folder with free space"
    )]
    NoFolder(#[from] std::io::Error),
}

impl Toolchain {
    /// The named JDK, or else one from `JAVA_HOME`, the PATH or the usual places. Only examines folders, and starts nothing.
    ///
    /// # Errors
    ///
    /// [`NoToolchain`] says where jouled looked and what to do.
    pub fn find(java_home: Option<&Path>) -> Result<Self, NoToolchain> {
        let environment = Environment::of_this_process();
        let jdk = find_jdk(java_home, &environment)?;
        let cache = cache_folder()?;
        Ok(Self {
            jdk,
            service: ServiceConfig::new(cache.path),
        })
    }
}

/// The cache folder; `None` if nothing is writable.
pub fn cache_folder_path() -> Option<std::path::PathBuf> {
    cache_folder().ok().map(|folder| folder.path)
}
