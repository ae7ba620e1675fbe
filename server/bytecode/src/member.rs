//! The name of a field or method.

use std::borrow::Cow;

/// A field or method that an instruction refers to.
#[derive(Debug, Clone, Copy)]
pub struct MemberRef<'a> {
    pub(crate) class: &'a [u8],
    pub(crate) name: &'a [u8],
    pub(crate) descriptor: &'a [u8],
}

impl<'a> MemberRef<'a> {
    /// The class with slashes; empty for `invokedynamic`, which has none.
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

    /// Whether it is a constructor.
    pub fn is_constructor(&self) -> bool {
        self.name == b"<init>"
    }

    /// Whether it is a member of this class, given with slashes.
    pub fn is_in(&self, class: &str) -> bool {
        self.class == class.as_bytes()
    }

    /// The same with owned strings.
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
    /// The class, with slashes.
    pub class: String,
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
}

/// The text with replacements for invalid UTF-8. Names are nearly always valid, so this checks whole words first, while
/// [`String::from_utf8_lossy`] checks byte by byte.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}
