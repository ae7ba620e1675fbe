//! The name of a field or method.

use std::borrow::Cow;

/// A field or method that an instruction names.
#[derive(Debug, Clone, Copy)]
pub struct MemberRef<'a> {
    pub(crate) class: &'a [u8],
    pub(crate) name: &'a [u8],
    pub(crate) descriptor: &'a [u8],
}

impl<'a> MemberRef<'a> {
    /// The class in binary form; empty for `invokedynamic`, which names none.
    pub fn class(&self) -> Cow<'a, str> {
        lossy(self.class)
    }

    /// The class as in the class file.
    pub const fn class_bytes(&self) -> &'a [u8] {
        self.class
    }

    /// The name of the member.
    pub fn name(&self) -> Cow<'a, str> {
        lossy(self.name)
    }

    /// The name as in the class file.
    pub const fn name_bytes(&self) -> &'a [u8] {
        self.name
    }

    /// The descriptor of the member.
    pub fn descriptor(&self) -> Cow<'a, str> {
        lossy(self.descriptor)
    }

    /// The descriptor as in the class file.
    pub const fn descriptor_bytes(&self) -> &'a [u8] {
        self.descriptor
    }

    /// True for a constructor.
    pub fn is_constructor(&self) -> bool {
        self.name == b"<init>"
    }

    /// True for a member of this class, given in binary form.
    pub fn is_in(&self, class: &str) -> bool {
        self.class == class.as_bytes()
    }

    /// The same, with its own strings.
    pub fn to_member(&self) -> Member {
        Member {
            class: self.class().into_owned(),
            name: self.name().into_owned(),
            descriptor: self.descriptor().into_owned(),
        }
    }
}

/// A field or method by class, name and descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Member {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
}

/// The same text with replacements for what is not UTF-8. Names are nearly always valid, so that is checked by words
/// first, which [`String::from_utf8_lossy`] does byte by byte.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}
