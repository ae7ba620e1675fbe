//! The Parquet library panics on some damaged pages. Here that becomes an error, without a word of the panic on the screen.

use crate::error::RowsError;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Runs a reader of the library. What it was reading with must not be used again after an error.
pub(crate) fn guarded<T>(read: impl FnOnce() -> Result<T, RowsError>) -> Result<T, RowsError> {
    HOOK.call_once(|| {
        let others = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                others(panic);
            }
        }));
    });
    IS_GUARDED.set(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(false);
    result.unwrap_or(Err(RowsError::Damaged))
}
