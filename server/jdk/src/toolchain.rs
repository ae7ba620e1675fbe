//! The JDK that a workspace compiles with.

use std::path::Path;

use crate::discovery::{Environment, Jdk, NoJdk, find_jdk};
use crate::javac::ServiceConfig;
use crate::program::cache_folder;

/// A JDK and the limits of its resident compiler.
#[derive(Debug, Clone)]
pub struct Toolchain {
    /// The JDK.
    pub jdk: Jdk,
    /// Where the compiler keeps its files and what it may use.
    pub service: ServiceConfig,
}

/// Why nothing can be compiled.
#[derive(Debug, thiserror::Error)]
pub enum NoToolchain {
    /// There is no usable JDK.
    #[error(transparent)]
    Jdk(#[from] NoJdk),
    /// There is no place for the compiler's files, neither for caches nor for temporary files.
    #[error(
        "no folder is writable: {0}; set XDG_CACHE_HOME or TMPDIR to a writable folder with free space"
    )]
    NoFolder(#[from] std::io::Error),
}

impl Toolchain {
    /// The named JDK, or else the one that `JAVA_HOME`, PATH or the usual places have. Only looks
    /// at folders; nothing is started.
    ///
    /// # Errors
    /// [`NoToolchain`] says where was looked and what to do.
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

/// The folder for what can be made again; `None` if nothing can be written anywhere.
pub fn cache_folder_path() -> Option<std::path::PathBuf> {
    cache_folder().ok().map(|folder| folder.path)
}
