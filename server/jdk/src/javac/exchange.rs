//! Requests to the compiler and its responses.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use attributes::Attributes;

/// One compilation unit, in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceUnit {
    /// Its path or URI. Only the last part matters: it must match the public class, as in a folder. The file is never opened.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
}

impl SourceUnit {
    /// A unit with this path and text.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
        }
    }
}

/// A compiled class that the sources of a request use.
#[derive(Clone, PartialEq, Eq)]
pub struct ClassFile {
    /// The binary name with slashes: `java/util/Map$Entry`.
    pub binary_name: String,
    /// The class file.
    pub bytes: Arc<[u8]>,
}

/// What to compile, and against what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompileRequest {
    /// The units, which may depend on each other. Nothing else is compiled.
    pub sources: Vec<SourceUnit>,
    /// Folders of classes and jars, searched in this order. Sources in them are ignored.
    pub class_path: Vec<PathBuf>,
    /// Classes in memory, searched before the class path.
    pub classes: Vec<ClassFile>,
    /// Folders and jars of modules, for sources with a `module-info.java`.
    pub module_path: Vec<PathBuf>,
    /// Modules to resolve besides the default ones, such as `jdk.incubator.vector` or
    /// `ALL-MODULE-PATH`.
    pub add_modules: Vec<String>,
    /// The Java release whose language and library are used; `None` for the JDK's own.
    pub release: Option<u16>,
    /// The Java version of the language and the class files, with the library of the JDK; `None` for the JDK's own. If there is
    /// a `release`, it is used instead.
    pub language_level: Option<u16>,
    /// Keeps jars open for the next request with the same paths. A changed jar is noticed by its size and modification time.
    pub keep_warm: bool,
    /// Also requests the types and symbols of the sources.
    pub attributes: bool,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JavacSeverity {
    /// No classes are produced.
    Error,
    /// A warning, mandatory or not.
    Warning,
    /// A note or anything else.
    Note,
}

/// The place in the sources of its request that a diagnostic is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// The index in [`CompileRequest::sources`].
    pub source: usize,
    /// The byte range in the text.
    pub bytes: Range<usize>,
    /// The byte at which javac would put its caret, in `bytes` or at its end.
    pub caret: usize,
    /// The line of the caret, counted from 1.
    pub line: u32,
}

/// A message of javac about a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: JavacSeverity,
    /// javac's key for it, such as `compiler.err.cant.resolve.location`.
    pub code: String,
    /// The text, in English, without file and line; it may have several lines.
    pub message: String,
    /// Its place; `None` if it is about no source of the request.
    pub location: Option<SourceLocation>,
}

/// A class that javac produced.
#[derive(Clone, PartialEq, Eq)]
pub struct CompiledClass {
    /// The binary name with slashes: `com/example/Outer$Inner`.
    pub binary_name: String,
    /// The class file, with line and local-variable tables and parameter names.
    pub bytes: Vec<u8>,
    /// The index of its unit in [`CompileRequest::sources`].
    pub source: Option<usize>,
}

// Class files are too long to be printed byte by byte.
impl fmt::Debug for ClassFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "ClassFile({}, {} bytes)",
            self.binary_name,
            self.bytes.len()
        )
    }
}

impl fmt::Debug for CompiledClass {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "CompiledClass({}, {} bytes, source {:?})",
            self.binary_name,
            self.bytes.len(),
            self.source
        )
    }
}

/// The classes and messages of the compiler.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompileResponse {
    /// Whether everything compiled. javac produces no class at all if a unit has an error.
    pub success: bool,
    /// The classes, in the order in which javac produced them.
    pub classes: Vec<CompiledClass>,
    /// The diagnostics, in javac's order.
    pub diagnostics: Vec<Diagnostic>,
    /// The types and symbols of each source, in the order of the request. Empty if they were not requested, or a unit has an
    /// error.
    pub attributes: Vec<Attributes>,
}

impl CompileResponse {
    /// The diagnostics because of which there are no classes.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == JavacSeverity::Error)
    }

    /// The class with this binary name, with slashes.
    pub fn class(&self, binary_name: &str) -> Option<&CompiledClass> {
        self.classes
            .iter()
            .find(|class| class.binary_name == binary_name)
    }
}
