//! The classes of one file as bytes, and back.

use super::digest::Digest;
use crate::ClassBytes;

/// Classes of one file, nested ones included.
const MAX_CLASSES: usize = 100_000;

/// What was kept of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The text that was compiled.
    pub(super) text: Digest,
    /// What else the classes follow from.
    pub(super) input_digest: Digest,
    pub(super) classes: Vec<ClassBytes>,
}

impl Entry {
    pub(super) fn to_bytes(text: Digest, input_digest: Digest, classes: &[ClassBytes]) -> Vec<u8> {
        let mut bytes = [text.0, input_digest.0].concat();
        for class in classes {
            for part in [class.binary_name.as_bytes(), &class.bytes] {
                bytes.extend((part.len() as u64).to_le_bytes());
                bytes.extend(part);
            }
        }
        bytes
    }

    /// `None` if these are the bytes of something else.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (text, rest) = bytes.split_first_chunk::<32>()?;
        let (input_digest, mut rest) = rest.split_first_chunk::<32>()?;
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
            classes,
        })
    }
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
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn comes_back_as_it_was(
            digests in any::<[[u8; 32]; 2]>(),
            classes in prop::collection::vec((".{0,9}", prop::collection::vec(any::<u8>(), 0..99)), 0..5)
        ) {
            let class = |(binary_name, bytes): (String, Vec<u8>)| ClassBytes { binary_name, bytes: bytes.into() };
            let [text, input_digest] = digests.map(Digest);
            let entry = Entry { text, input_digest, classes: classes.into_iter().map(class).collect() };
            let bytes = Entry::to_bytes(text, input_digest, &entry.classes);
            prop_assert_eq!(Entry::from_bytes(&bytes), Some(entry));
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Entry::from_bytes(&bytes);
        }
    }
}
