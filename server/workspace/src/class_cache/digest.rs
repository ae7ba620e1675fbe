//! Digests of what classes follow from.

use std::hash::Hasher;

use source::SourceFile;

/// A digest of some content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Digest(pub(super) [u8; 32]);

impl Digest {
    /// The digest of parts, each with its length, so that no two lists of parts are alike.
    pub(super) fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self(hasher.finalize().into())
    }

    /// The digest of a text.
    pub(super) fn of_text(text: &str) -> Self {
        Self::of([text.as_bytes()])
    }

    /// The digest of what other files see of a file. Of one that cannot be parsed they may see all.
    pub(super) fn of_interface(source: &SourceFile) -> Self {
        let mut hasher = Blake3(blake3::Hasher::new());
        if source.hash_interface(&mut hasher) {
            Self(hasher.0.finalize().into())
        } else {
            Self::of_text(source.text())
        }
    }

    /// A name for a file.
    pub(super) fn name(self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex()[..40].to_owned()
    }
}

struct Blake3(blake3::Hasher);

impl Hasher for Blake3 {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Not asked for: it is too short to tell contents apart for good.
    fn finish(&self) -> u64 {
        0
    }
}

/// The digest of a set that members join and leave: the sum of theirs, in four lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SetDigest([u64; 4]);

impl SetDigest {
    pub(super) fn insert(&mut self, member: Digest) {
        self.combine(member, u64::wrapping_add);
    }

    pub(super) fn remove(&mut self, member: Digest) {
        self.combine(member, u64::wrapping_sub);
    }

    fn combine(&mut self, member: Digest, with: fn(u64, u64) -> u64) {
        for (lane, bytes) in self.0.iter_mut().zip(member.0.as_chunks::<8>().0) {
            *lane = with(*lane, u64::from_le_bytes(*bytes));
        }
    }

    pub(super) fn bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (part, lane) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.0) {
            *part = lane.to_le_bytes();
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_together() {
        let digest = |parts: &[&str]| Digest::of(parts.iter().map(|part| part.as_bytes()));
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
        assert_ne!(digest(&["ab"]), digest(&["ab", ""]));
    }

    #[test]
    fn a_body_is_no_part_of_an_interface_and_a_constant_is() {
        let of = |text| Digest::of_interface(&SourceFile::parse(text));
        let own = of("class A { static final int N = 1; int f() { return 1; } }");
        assert_eq!(
            own,
            of("class A { static final int N = 1; int f() {\n return 2; } }")
        );
        assert_ne!(
            own,
            of("class A { static final int N = 2; int f() { return 1; } }")
        );
        assert_ne!(
            own,
            of("class A { static final int N = 1; long f() { return 1; } }")
        );
    }

    #[test]
    fn a_set_does_not_depend_on_the_order_or_on_what_has_left() {
        let [a, b, c] = ["a", "b", "c"].map(Digest::of_text);
        let mut left = SetDigest::default();
        let mut right = SetDigest::default();
        for member in [a, b] {
            left.insert(member);
        }
        for member in [b, c, a] {
            right.insert(member);
        }
        assert_ne!(left, right);
        right.remove(c);
        assert_eq!(left, right);
        assert_eq!(left.bytes(), right.bytes());
    }
}
