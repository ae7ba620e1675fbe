//! The classes of a file as bytes.

use super::digest::Digest;
use super::findings::Findings;
use crate::ClassBytes;

/// The maximum number of classes of a file, including nested ones.
const MAX_CLASSES: usize = 100_000;

/// The stored results of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The text that was compiled.
    pub(super) text: Digest,
    /// A digest of everything else that the classes depend on.
    pub(super) input_digest: Digest,
    pub(super) findings: Findings,
    pub(super) classes: Vec<ClassBytes>,
}

impl Entry {
    /// `None` if the findings cannot be stored.
    pub(super) fn to_bytes(
        text: Digest,
        input_digest: Digest,
        findings: &Findings,
        classes: &[ClassBytes],
    ) -> Option<Vec<u8>> {
        let mut bytes = [text.0, input_digest.0].concat();
        put_part(&mut bytes, &postcard::to_stdvec(findings).ok()?);
        for class in classes {
            put_part(&mut bytes, class.binary_name.as_bytes());
            put_part(&mut bytes, &class.bytes);
        }
        Some(bytes)
    }

    /// `None` if the bytes are something else.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (text, rest) = bytes.split_first_chunk::<32>()?;
        let (input_digest, mut rest) = rest.split_first_chunk::<32>()?;
        let findings = postcard::from_bytes(take_part(&mut rest)?).ok()?;
        let mut classes = Vec::new();
        while !rest.is_empty() && classes.len() < MAX_CLASSES {
            let name = take_part(&mut rest)?;
            let class = take_part(&mut rest)?;
            classes.push(ClassBytes {
                binary_name: String::from_utf8(name.to_vec()).ok()?,
                bytes: class.into(),
            });
        }
        rest.is_empty().then_some(Self {
            text: Digest(*text),
            input_digest: Digest(*input_digest),
            findings,
            classes,
        })
    }
}

fn put_part(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend((part.len() as u64).to_le_bytes());
    bytes.extend(part);
}

fn take_part<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (part, after) = after.split_at_checked(length)?;
    *rest = after;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompiledFile, Completeness};
    use ide::{UnresolvedName, UnresolvedNames};
    use problems::{Problem, Severity};
    use proptest::prelude::*;
    use source::{Omitted, OmittedKind};

    /// A file with all kinds of findings.
    fn file(classes: Vec<ClassBytes>, (line, name): (u32, String)) -> CompiledFile {
        let problem = Problem {
            line: Some(line),
            ..Problem::new(
                Severity::Error,
                std::path::PathBuf::from("A.java"),
                name.clone(),
            )
        };
        let place = UnresolvedName {
            first: line,
            last: line,
            name: name.clone(),
        };
        CompiledFile {
            file: "A.java".into(),
            version: None,
            text: "class A { }".into(),
            classes,
            problems: vec![problem],
            omitted: vec![Omitted {
                kind: OmittedKind::Body,
                lines: line..=line,
            }],
            unknown: UnresolvedNames {
                types: [name].into(),
                places: [place].into(),
                is_used: true,
            },
            completeness: Completeness::Partial,
            is_from_build: false,
        }
    }

    proptest! {
        #[test]
        fn comes_back_as_it_was(
            digests in any::<[[u8; 32]; 2]>(),
            classes in prop::collection::vec((".{0,9}", prop::collection::vec(any::<u8>(), 0..99)), 0..5),
            unknown in (any::<u32>(), ".{0,9}"),
        ) {
            let class = |(binary_name, bytes): (String, Vec<u8>)| ClassBytes { binary_name, bytes: bytes.into() };
            let [text, input_digest] = digests.map(Digest);
            let file = file(classes.into_iter().map(class).collect(), unknown);
            let findings = Findings::of(&file).expect("it can be kept");
            let bytes = Entry::to_bytes(text, input_digest, &findings, &file.classes).expect("bytes");
            let entry = Entry::from_bytes(&bytes).expect("an entry");
            prop_assert_eq!((entry.text, entry.input_digest), (text, input_digest));
            let known = entry.findings.known(&file.file, entry.classes).expect("of this version");
            prop_assert_eq!(known.classes, Some(file.classes));
            prop_assert_eq!(known.errors, file.problems);
            prop_assert_eq!(known.omitted, file.omitted);
            prop_assert_eq!(known.unknown, file.unknown);
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Entry::from_bytes(&bytes);
        }
    }
}
