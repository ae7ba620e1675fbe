//! How much of a project is read.

use crate::limits::{BUILD_FILE, CLASS, JAR, JAVA, MODEL};

/// Bounds on what is opened. Where one is hit a problem says so, and the rest continues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Java files of a project.
    pub max_source_files: usize,
    /// Size of one Java file in bytes.
    pub max_source_bytes: u64,
    /// Files and folders visited in one search, of any kind.
    pub max_visited: usize,
    /// Folders within folders.
    pub max_depth: usize,
    /// Jars taken from a project's `lib` folders.
    pub max_jars: usize,
    /// Size of one class file in bytes.
    pub max_class_bytes: u64,
    /// Size of one jar in bytes; it is held in memory.
    pub max_jar_bytes: u64,
    /// Entries of one jar, or class files of one folder.
    pub max_classes: usize,
    /// Size of all classes of one jar after decompression, in bytes.
    pub max_unpacked_bytes: u64,
    /// Size of a model file in bytes.
    pub max_model_bytes: u64,
    /// Build files of one project, and the descriptions of what it depends on.
    pub max_build_files: usize,
    /// Size of one build file in bytes.
    pub max_build_file_bytes: u64,
    /// Dependencies of one module, with theirs.
    pub max_dependencies: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_source_files: 50_000,
            max_source_bytes: JAVA,
            max_visited: 1_000_000,
            max_depth: 64,
            max_jars: 2_000,
            max_class_bytes: CLASS,
            max_jar_bytes: JAR,
            max_classes: 500_000,
            max_unpacked_bytes: 4 << 30,
            max_model_bytes: MODEL,
            max_build_files: 20_000,
            max_build_file_bytes: BUILD_FILE,
            max_dependencies: 10_000,
        }
    }
}
