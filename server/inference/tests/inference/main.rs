//! The posterior of generated measurements, and the checks of it.
#![expect(
    clippy::unwrap_used,
    reason = "helpers of a test fail like the test itself"
)]

mod agreement;
mod diagnostics;
mod recovery;
mod robust;
mod support;
