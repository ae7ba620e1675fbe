//! Turns panics of the Parquet library on damaged pages into errors, without printing them.

use crate::error::RowsError;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Runs a reader of the library. After an error, its state must not be used again.
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
