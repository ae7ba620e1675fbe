//! Finds JDKs, runs the resident javac service, and reads the JDK's modules.
//!
//! - [`find_jdk`] and [`find_jdks`] look for JDKs of version 17 or newer without starting one.
//! - [`JavacService`] keeps one Java process that compiles text in memory to class files in memory. [`BlockingJavac`] is the
//!   same for callers without an async runtime.
//! - [`JavaProgram`] builds the jars of Java programs that are part of jouled.
//! - [`JdkModules`] finds classes in the JDK's own `lib/modules` by their names, and [`ModuleClasses`] iterates over them.
//!
//! Nothing here runs code of a project: annotation processing is always off, the compiler has no class loader for the class
//! path, and variables that pass options to a JVM are removed.

mod config_folder;
mod discovery;
mod javac;
mod module_classes;
mod modules;
mod program;
mod toolchain;

pub use config_folder::default_config_dir;
pub use discovery::{
    Discovery, Environment, Jdk, JdkOrigin, JdkVersion, MINIMUM_FEATURE, NoJdk, Platform, Rejected,
    find_jdk, find_jdks, installation_advice,
};
pub use javac::{
    ArchiveCreation, BlockingJavac, ClassFile, CompileRequest, CompileResponse, CompiledClass,
    CompilerFailure, Diagnostic, JavacError, JavacService, JavacSeverity, ServiceConfig,
    SourceLocation, SourceUnit, WriteClassesError, compiler_digest, prepare_archive,
};
pub use module_classes::ModuleClasses;
pub use modules::{JdkModules, ModuleClass, ModulesError};
pub use program::{
    CacheFolder, JavaProgram, ProgramError, cache_folder, cache_folder_besides, default_cache_dir,
    is_own_in, make_own_folder, remove_private_folder, take_notices,
};
pub use toolchain::{NoToolchain, Toolchain, cache_folder_path};
