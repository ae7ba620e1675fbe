//! The definition of an algorithm, and the types that it is written for.

/// The types that replace `T`.
pub(super) const ALL: &[&str] = &["int", "long", "float", "double"];

pub(super) const WHOLE: &[&str] = &["int", "long"];

pub(super) const REAL: &[&str] = &["float", "double"];

pub(super) const INT: &[&str] = &["int"];

pub(super) const LONG: &[&str] = &["long"];

/// Name, types, members besides the data, and the measured statement.
pub(super) type Algorithm = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);
