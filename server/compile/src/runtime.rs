//! The async runtime for callers without one.

use jdk::JavacError;
use tokio::runtime::{Builder, Handle, Runtime};

/// A runtime for one compiler.
///
/// # Errors
/// [`JavacError`] if called from async code, or if its thread does not start.
pub(crate) fn open() -> Result<Runtime, JavacError> {
    if Handle::try_current().is_ok() {
        return Err(JavacError::InsideRuntime);
    }
    Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("workspace")
        .enable_all()
        .build()
        .map_err(JavacError::Runtime)
}
