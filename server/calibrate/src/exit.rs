//! Exit codes.

/// The exit code if diagnostics or predictions do not pass.
pub(crate) const FAILED: u8 = 3;
