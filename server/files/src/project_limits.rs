//! Limits for reading a project.

use crate::limits::{BUILD_FILE, CLASS, JAR, JAVA, MODEL};

/// Limits for opened files. Reaching one causes a problem, and the rest continues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of Java files in a project.
    pub max_source_files: usize,
    /// The maximum size of a Java file, in bytes.
    pub max_source_bytes: u64,
    /// The maximum number of files and folders of any kind visited in a search.
    pub max_visited: usize,
    /// The maximum nesting of folders.
    pub max_depth: usize,
    /// The maximum number of jars from a project's `lib` folders.
    pub max_jars: usize,
    /// The maximum size of a class file, in bytes.
    pub max_class_bytes: u64,
    /// The maximum size of a jar in bytes; it is held in memory.
    pub max_jar_bytes: u64,
    /// The maximum number of entries in a jar, or of class files in a folder.
    pub max_classes: usize,
    /// The maximum size of a jar's unpacked classes together, in bytes.
    pub max_unpacked_bytes: u64,
    /// The maximum size of a model file, in bytes.
    pub max_model_bytes: u64,
    /// The maximum number of build files of a project, including descriptions of its dependencies.
    pub max_build_files: usize,
    /// The maximum size of a build file, in bytes.
    pub max_build_file_bytes: u64,
    /// The maximum number of dependencies of a module, including indirect ones.
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
