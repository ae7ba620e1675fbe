//! What the cache stores for a file besides its classes: javac's messages, the code that was left out, and the stand-ins for
//! missing names.

use std::collections::BTreeSet;
use std::path::Path;

use ide::{UnresolvedName, UnresolvedNames};
use serde::{Deserialize, Serialize};
use source::{Omitted, OmittedKind};

use crate::{ClassBytes, CompiledFile, Completeness};
use problems::{Problem, Severity};

/// The stored result of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CachedCompilation {
    pub(crate) classes: Option<Vec<ClassBytes>>,
    pub(crate) errors: Vec<Problem>,
    pub(crate) omitted: Vec<Omitted>,
    pub(crate) unknown: UnresolvedNames,
}

/// What the cache stores for a file besides its classes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Findings {
    /// False if javac produced no classes.
    has_classes: bool,
    /// Lines and messages of javac's errors.
    errors: Vec<(u32, String)>,
    /// The kinds and lines of the code that was left out.
    omitted: Vec<(u8, u32, u32)>,
    unknown: StoredUnresolved,
}

/// The uses of stand-ins for missing types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct StoredUnresolved {
    is_used: bool,
    types: BTreeSet<String>,
    /// First and last lines of methods, and the missing names.
    places: Vec<(u32, u32, String)>,
}

/// The kinds of omitted code, by their stored numbers.
const KINDS: [OmittedKind; 6] = [
    OmittedKind::Body,
    OmittedKind::FieldValue,
    OmittedKind::Import,
    OmittedKind::Annotation,
    OmittedKind::Supertypes,
    OmittedKind::Member,
];

/// Whether a result depends only on texts and the class path, and not on a time limit or a process that ended. A stand-in for a
/// missing name is never priced, so it does not matter that other files influence it.
pub(super) fn follows_from_texts(file: &CompiledFile) -> bool {
    let mut problems = file.problems.iter();
    !file.is_from_build
        && problems.all(|problem| {
            problem.severity == Severity::Error
                && problem.line.is_some()
                && problem.file.as_deref() == Some(&file.file)
        })
}

impl Findings {
    /// `None` if it cannot be stored.
    pub(super) fn of(file: &CompiledFile) -> Option<Self> {
        let errors = file.problems.iter();
        let omitted = file.omitted.iter();
        let kind = |kind| KINDS.iter().position(|known| *known == kind);
        Some(Self {
            has_classes: file.completeness != Completeness::Failed,
            errors: errors
                .filter(|problem| problem.severity == Severity::Error)
                .filter_map(|problem| Some((problem.line?, problem.message.clone())))
                .collect(),
            omitted: omitted
                .map(|one| Some((kind(one.kind)? as u8, *one.lines.start(), *one.lines.end())))
                .collect::<Option<_>>()?,
            unknown: StoredUnresolved::of(&file.unknown),
        })
    }

    /// The result of a file with these classes. `None` if another version stored it.
    pub(super) fn known(self, file: &Path, classes: Vec<ClassBytes>) -> Option<CachedCompilation> {
        let error = |(line, message)| Problem {
            line: Some(line),
            ..Problem::new(Severity::Error, file.to_path_buf(), message)
        };
        let omitted = |(kind, first, last)| {
            let kind = *KINDS.get(usize::from(kind))?;
            let lines = first..=last;
            Some(Omitted { kind, lines })
        };
        Some(CachedCompilation {
            classes: self.has_classes.then_some(classes),
            errors: self.errors.into_iter().map(error).collect(),
            omitted: self
                .omitted
                .into_iter()
                .map(omitted)
                .collect::<Option<_>>()?,
            unknown: self.unknown.into_unknown(),
        })
    }
}

impl StoredUnresolved {
    fn of(unknown: &UnresolvedNames) -> Self {
        let places = unknown.places.iter();
        Self {
            is_used: unknown.is_used,
            types: unknown.types.clone(),
            places: places
                .map(|place| (place.first, place.last, place.name.clone()))
                .collect(),
        }
    }

    fn into_unknown(self) -> UnresolvedNames {
        let place = |(first, last, name)| UnresolvedName { first, last, name };
        UnresolvedNames {
            types: self.types,
            places: self.places.into_iter().map(place).collect(),
            is_used: self.is_used,
        }
    }
}
