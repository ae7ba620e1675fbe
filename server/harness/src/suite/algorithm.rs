//! What an algorithm is, and the types that it is written for.

/// The types that stand for `T`.
pub(super) const ALL: &[&str] = &["int", "long", "float", "double"];

pub(super) const WHOLE: &[&str] = &["int", "long"];

pub(super) const REAL: &[&str] = &["float", "double"];

pub(super) const INT: &[&str] = &["int"];

pub(super) const LONG: &[&str] = &["long"];

/// Name, types, members beside the data, and the statement that is measured.
pub(super) type Algorithm = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);
