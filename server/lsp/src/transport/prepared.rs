//! Answers that are already JSON.
//!
//! The service converts every answer to a tree of values before it becomes text. For the hints of a long file, that takes longer
//! than finding the hints, so their handler passes the text directly.

use std::cell::Cell;

use serde_json::value::RawValue;

tokio::task_local! {
    static PREPARED: Cell<Option<Box<RawValue>>>;
}

/// Sets the answer to the current request; the handler's result is then not sent. False outside of [`within`], where the answer
/// would be lost.
pub(crate) fn leave(answer: Box<RawValue>) -> bool {
    PREPARED
        .try_with(|prepared| prepared.set(Some(answer)))
        .is_ok()
}

/// Handles a request. The second result is the answer that its handler set.
pub(super) async fn within<T>(handling: impl Future<Output = T>) -> (T, Option<Box<RawValue>>) {
    PREPARED
        .scope(Cell::default(), async {
            let response = handling.await;
            (response, PREPARED.with(Cell::take))
        })
        .await
}
