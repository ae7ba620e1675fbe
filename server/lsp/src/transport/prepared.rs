//! Answers that are JSON already.
//!
//! The service makes a tree of values of every answer before it becomes text. For the hints of a long
//! file that takes longer than to find the hints, so that their handler hands over the text.

use std::cell::Cell;

use serde_json::value::RawValue;

tokio::task_local! {
    static PREPARED: Cell<Option<Box<RawValue>>>;
}

/// Leaves the answer to the request that is being handled; what the handler returns is not sent then.
/// False if there is nobody to take it: outside of [`within`].
pub(crate) fn leave(answer: Box<RawValue>) -> bool {
    PREPARED
        .try_with(|prepared| prepared.set(Some(answer)))
        .is_ok()
}

/// Handles a request. What comes second is what its handler left.
pub(super) async fn within<T>(handling: impl Future<Output = T>) -> (T, Option<Box<RawValue>>) {
    PREPARED
        .scope(Cell::default(), async {
            let response = handling.await;
            (response, PREPARED.with(Cell::take))
        })
        .await
}
