//! What is asked of the compiler and what it answers.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use attributes::Attributes;

/// One compilation unit, in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceUnit {
    /// Its path or URI. Only the last part matters: it must fit the public class, as in a folder.
    /// It is never opened.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
}

impl SourceUnit {
    /// A unit of this path and text.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
        }
    }
}

/// A compiled class on which the sources of a request depend.
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
    /// Folders of classes and jars, searched in this order. Sources in them are not examined.
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
    /// The Java version whose language and class files are meant, with the library of the JDK;
    /// `None` for the JDK's own. A release goes before it.
    pub language_level: Option<u16>,
    /// Keeps the opened jars for the next request with the same paths. A jar that changed in
    /// between is noticed by its size and time of change.
    pub keep_warm: bool,
    /// Asks for the types and symbols of the sources as well.
    pub attributes: bool,
}

/// The weight of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JavacSeverity {
    /// It keeps the classes from being made.
    Error,
    /// A warning, mandatory or not.
    Warning,
    /// A note or anything else.
    Note,
}

/// Where in the sources of its request a diagnostic points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The index in [`CompileRequest::sources`].
    pub source: usize,
    /// The bytes of the text that it is about.
    pub bytes: Range<usize>,
    /// The byte at which javac would put its caret, inside of `bytes` or at its end.
    pub caret: usize,
    /// The line of the caret, counted from 1.
    pub line: u32,
}

/// What javac says about a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its weight.
    pub severity: JavacSeverity,
    /// javac's key for it, such as `compiler.err.cant.resolve.location`.
    pub code: String,
    /// The text, in English, without file and line; it may have several lines.
    pub message: String,
    /// Where it points; `None` for one about no source of the request.
    pub location: Option<Location>,
}

/// A class that was made.
#[derive(Clone, PartialEq, Eq)]
pub struct CompiledClass {
    /// The binary name with slashes: `com/example/Outer$Inner`.
    pub binary_name: String,
    /// The class file, with line and local-variable tables and parameter names.
    pub bytes: Vec<u8>,
    /// The index in [`CompileRequest::sources`] of the unit that it came from.
    pub source: Option<usize>,
}

// Class files are too long to be shown byte by byte.
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

/// What the compiler made and said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompileResponse {
    /// Whether everything compiled. javac makes no class at all where one unit has an error.
    pub success: bool,
    /// The classes, in the order in which javac made them.
    pub classes: Vec<CompiledClass>,
    /// The diagnostics, in javac's order.
    pub diagnostics: Vec<Diagnostic>,
    /// The types and symbols of each source, in the order of the request; empty where they were not asked for, or one unit
    /// has an error.
    pub attributes: Vec<Attributes>,
}

impl CompileResponse {
    /// The diagnostics that kept the classes from being made.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == JavacSeverity::Error)
    }

    /// The class of a binary name with slashes.
    pub fn class(&self, binary_name: &str) -> Option<&CompiledClass> {
        self.classes
            .iter()
            .find(|class| class.binary_name == binary_name)
    }
}
