//! The result of compiling a Java file.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use ide::{OmittedLines, ProgramClass, UnresolvedNames, UnseenCode};
use source::{Omitted, OmittedKind, SourceFile};

use files::Limits;
use problems::{Problem, Severity};
use rayon::prelude::*;

use crate::source_text;

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

    /// What the code without classes may declare; `None` if all of the file is compiled.
    pub fn unseen(&self, source: &SourceFile) -> Option<UnseenCode> {
        if self.completeness != Completeness::Failed && self.omitted.is_empty() {
            return None;
        }
        // A file that cannot be read has no text.
        let code = match self.completeness {
            Completeness::Failed if self.text.is_empty() => None,
            Completeness::Failed => source.unseen_whole(),
            Completeness::Partial | Completeness::Complete => source.unseen(&self.omitted),
        };
        Some(unseen(code))
    }

    /// The file's classes as a part of a program.
    pub fn program_classes(&self, source: &SourceFile) -> Vec<ProgramClass> {
        let classes = self.classes.iter().map(|class| Arc::clone(&class.bytes));
        ProgramClass::of_file(source, classes, &self.lines_left_out())
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

/// What files may declare that are not compiled.
pub fn unseen_in(files: &[PathBuf], limits: &Limits) -> UnseenCode {
    let of_each = files.par_iter().map(|file| {
        let text = source_text::read(file, limits).ok();
        unseen(text.and_then(|text| SourceFile::parse(text).unseen_whole()))
    });
    of_each.reduce(UnseenCode::default, |mut all, one| {
        all.add(&one);
        all
    })
}

fn unseen(code: Option<source::MayDeclare>) -> UnseenCode {
    code.map_or_else(UnseenCode::anything, |code| UnseenCode {
        supertypes: code.supertypes.names,
        methods: code.methods,
        has_lambdas: code.supertypes.has_lambdas,
        is_anything: false,
    })
}
