//! Digests of what classes depend on.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hasher;

use source::SourceFile;

/// A digest of some content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Digest(pub(super) [u8; 32]);

impl Digest {
    /// The digest of several parts with their lengths, so that different lists of parts have different digests.
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

    /// The digest of the interface of a file: what other files can see of it. If it cannot be parsed, this is the whole text.
    pub(super) fn of_interface(source: &SourceFile) -> Self {
        let mut hasher = Blake3(blake3::Hasher::new());
        if source.hash_interface(&mut hasher) {
            Self(hasher.0.finalize().into())
        } else {
            Self::of_text(source.text())
        }
    }

    /// The digest as a file name.
    pub(super) fn name(self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex()[..40].to_owned()
    }
}

/// The digests of texts and of their interfaces, as bytes.
pub(super) fn index(interfaces: &HashMap<Digest, Digest>) -> Vec<u8> {
    let mut pairs: Vec<_> = interfaces.iter().collect();
    pairs.sort_by_key(|(text, _)| text.0);
    let parts = pairs.into_iter().flat_map(|pair| [pair.0.0, pair.1.0]);
    parts.flatten().collect()
}

/// Reads the bytes of [`index`].
pub(super) fn read_index(bytes: &[u8]) -> HashMap<Digest, Digest> {
    let pairs = bytes.as_chunks::<32>().0.as_chunks::<2>().0;
    pairs
        .iter()
        .map(|[text, interface]| (Digest(*text), Digest(*interface)))
        .collect()
}

struct Blake3(blake3::Hasher);

impl Hasher for Blake3 {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Unused: it is too short to identify content.
    fn finish(&self) -> u64 {
        0
    }
}

/// The number of parts of a set.
const PARTS: usize = 256;

/// A set with a digest of all its sorted members. The members are divided by their first bytes into parts with a digest each,
/// so that adding or removing one does not need all others.
#[derive(Debug)]
pub(super) struct DigestSet(Vec<Part>);

#[derive(Debug, Clone, Default)]
struct Part {
    members: BTreeSet<Digest>,
    /// `None` after a change.
    digest: Option<Digest>,
}

impl Default for DigestSet {
    fn default() -> Self {
        Self(vec![Part::default(); PARTS])
    }
}

impl DigestSet {
    pub(super) fn insert(&mut self, member: Digest) {
        if let Some(part) = self.part(member) {
            part.members.insert(member);
            part.digest = None;
        }
    }

    pub(super) fn remove(&mut self, member: Digest) {
        if let Some(part) = self.part(member) {
            part.members.remove(&member);
            part.digest = None;
        }
    }

    fn part(&mut self, member: Digest) -> Option<&mut Part> {
        self.0.get_mut(usize::from(member.0[0]))
    }

    /// The digest of the set.
    pub(super) fn digest(&mut self) -> Digest {
        self.digest_with(None)
    }

    /// The digest of the set without one of its members.
    pub(super) fn digest_without(&mut self, member: Digest) -> Digest {
        self.digest_with(Some(member))
    }

    fn digest_with(&mut self, left_out: Option<Digest>) -> Digest {
        let place = left_out.map(|member| usize::from(member.0[0]));
        let parts: Vec<Digest> = self
            .0
            .iter_mut()
            .enumerate()
            .map(|(index, part)| {
                if place == Some(index) {
                    of_members(&part.members, left_out)
                } else {
                    *part
                        .digest
                        .get_or_insert_with(|| of_members(&part.members, None))
                }
            })
            .collect();
        Digest::of(parts.iter().map(|part| &part.0[..]))
    }
}

fn of_members(members: &BTreeSet<Digest>, left_out: Option<Digest>) -> Digest {
    let members = members.iter().filter(|member| Some(**member) != left_out);
    Digest::of(members.map(|member| &member.0[..]))
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
        let members: Vec<Digest> = (0..2000).map(|n| Digest::of_text(&n.to_string())).collect();
        let [extra, other] = ["a", "b"].map(Digest::of_text);
        let mut left = DigestSet::default();
        let mut right = DigestSet::default();
        for member in &members {
            left.insert(*member);
        }
        for member in members.iter().rev().chain([&extra]) {
            right.insert(*member);
        }
        assert_ne!(left.digest(), right.digest());
        assert_eq!(left.digest(), right.digest_without(extra));
        assert_ne!(left.digest(), right.digest_without(members[7]));
        right.remove(extra);
        assert_eq!(left.digest(), right.digest());
        right.insert(other);
        assert_ne!(left.digest(), right.digest());
    }

    /// The sums of the two pairs are equal, which can be arranged for digests that are only added up.
    #[test]
    fn members_of_the_same_sum_are_another_set() {
        let member = |first: u8, last: u8| {
            let mut bytes = [0; 32];
            (bytes[0], bytes[31]) = (first, last);
            Digest(bytes)
        };
        let of = |members: [Digest; 2]| {
            let mut set = DigestSet::default();
            for member in members {
                set.insert(member);
            }
            set.digest()
        };
        assert_ne!(
            of([member(1, 1), member(2, 3)]),
            of([member(1, 2), member(2, 2)])
        );
        assert_ne!(
            of([member(0, 1), member(2, 0)]),
            of([member(1, 0), member(1, 1)])
        );
    }
}
