//! The result of compiling a Java file.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use ide::{OmittedLines, UnresolvedNames};
use source::{Omitted, OmittedKind};

use problems::{Problem, Severity};

/// A compiled class.
#[derive(Clone, PartialEq, Eq)]
pub struct ClassBytes {
    /// Its binary name with slashes.
    pub binary_name: String,
    /// The class file.
    pub bytes: Arc<[u8]>,
}

impl fmt::Debug for ClassBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ClassBytes({}, {} bytes)",
            self.binary_name,
            self.bytes.len()
        )
    }
}

/// How much of a file was compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Completeness {
    /// All of it.
    Complete,
    /// All but what [`CompiledFile::omitted`] lists.
    Partial,
    /// Nothing.
    Failed,
}

/// The result of compiling one version of a Java file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledFile {
    /// The file.
    pub file: PathBuf,
    /// The version of the editor's buffer, `None` for the file on disk.
    pub version: Option<i32>,
    /// The text that was compiled.
    pub text: Arc<str>,
    /// Its classes, in the order in which javac produced them. Their line tables match the text. Omitted code has bodies that
    /// only throw, which must not be priced.
    pub classes: Vec<ClassBytes>,
    /// Errors of javac, and other reasons why something is missing.
    pub problems: Vec<Problem>,
    /// The code that was left out so that the rest compiles.
    pub omitted: Vec<Omitted>,
    /// The uses of stand-ins for missing types.
    pub unknown: UnresolvedNames,
    /// Whether anything is missing.
    pub completeness: Completeness,
    /// Whether the classes come from the build, because javac alone cannot produce them.
    pub is_from_build: bool,
}

impl CompiledFile {
    /// The first package that javac did not find, neither in the project nor on its class path.
    pub fn missing_package(&self) -> Option<&str> {
        // javac's messages are requested in English.
        self.problems.iter().find_map(|problem| {
            let rest = problem.message.strip_prefix("package ")?;
            rest.split_once(" does not exist").map(|(name, _)| name)
        })
    }

    /// The lines of the text that have no code in the classes.
    pub fn lines_left_out(&self) -> Vec<RangeInclusive<u32>> {
        let left_out = self.left_out().into_iter();
        left_out.map(|part| part.lines).collect()
    }

    /// The lines that were left out, each with its first error.
    pub fn left_out(&self) -> Vec<OmittedLines> {
        let reason = |omitted: &Omitted| {
            let inside = |problem: &&Problem| {
                problem.severity == Severity::Error
                    && problem
                        .line
                        .is_some_and(|line| omitted.lines.contains(&line))
            };
            let first = self.problems.iter().find(inside)?;
            Some(first.message.clone())
        };
        // Without an annotation or an import, there is as much code as before.
        let code = self.omitted.iter().filter(|omitted| {
            matches!(
                omitted.kind,
                OmittedKind::Body | OmittedKind::FieldValue | OmittedKind::Member
            )
        });
        let left_out = code.map(|omitted| OmittedLines {
            lines: omitted.lines.clone(),
            reason: reason(omitted),
        });
        left_out.collect()
    }
}
