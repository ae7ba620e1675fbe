//! The code of a program.

use crate::specification::Specifications;
use bytecode::ClassError;
use calls::{UnitClass, UnseenFiles};
use source::SourceFile;
use std::ops::RangeInclusive;
use std::sync::Arc;
use wcec::declared::DeclaredLoop;

/// The bytes of a class, and what its source says about its loops.
#[derive(Debug, Clone)]
pub struct ProgramClass {
    /// The class file.
    pub bytes: Arc<[u8]>,
    /// The clauses before the loops of its source file.
    pub loops: Arc<[DeclaredLoop]>,
    /// The lines of its methods that do not compile.
    pub left_out: Vec<RangeInclusive<u32>>,
}

/// The code of a program.
#[derive(Debug, Clone, Default)]
pub struct ProgramCode {
    /// The classes.
    pub classes: Vec<ProgramClass>,
    /// What its files may declare that has no class. [`Program::with`](super::Program::with) keeps what is known of other files.
    pub unseen: UnseenFiles,
}

impl From<Vec<ProgramClass>> for ProgramCode {
    fn from(classes: Vec<ProgramClass>) -> Self {
        Self {
            classes,
            unseen: Vec::new(),
        }
    }
}

impl ProgramClass {
    /// The classes of a file without the code on these lines.
    pub fn of_file(
        source: &SourceFile,
        classes: impl Iterator<Item = Arc<[u8]>>,
        left_out: &[RangeInclusive<u32>],
    ) -> Vec<Self> {
        let loops: Arc<[_]> = Specifications::of(source).loops.into();
        classes
            .map(|bytes| Self {
                bytes: with_open_fields(source, &bytes, left_out).map_or(bytes, Arc::from),
                loops: Arc::clone(&loops),
                left_out: left_out.to_vec(),
            })
            .collect()
    }

    pub(super) fn read(&self) -> Result<UnitClass, ClassError> {
        let read = UnitClass::read(Arc::clone(&self.bytes))?;
        let read = read.with_declared(Arc::clone(&self.loops));
        Ok(read.without_lines(&self.left_out))
    }
}

/// A class without conclusions about the fields that the code on these lines may write; `None` if it has no such field.
pub(crate) fn with_open_fields(
    source: &SourceFile,
    class: &[u8],
    left_out: &[RangeInclusive<u32>],
) -> Option<Vec<u8>> {
    if left_out.is_empty() {
        return None;
    }
    let words = source.words_in(left_out);
    let is_open = |field: &str| words.as_ref().is_none_or(|words| words.contains(field));
    bytecode::with_open_fields(class, is_open)
}
