//! Exit codes that are not the system's.

/// The exit code where diagnostics or predictions do not pass.
pub(crate) const FAILED: u8 = 3;
