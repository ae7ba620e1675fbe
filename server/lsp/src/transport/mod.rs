//! Transports messages between the streams and the service.
//!
//! It replaces the library's own transport, which ends the session at the first invalid message, and ignores unknown requests
//! that begin with `$/`. The tests show both.

mod decoder;
mod prepared;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use futures_util::stream::{FuturesUnordered, StreamExt};
use futures_util::{SinkExt, poll};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_lsp::{ClientSocket, LanguageServer, LspService};
use tower_service::Service;

use decoder::{Decoder, Incoming};
pub(crate) use prepared::leave;

/// The maximum number of requests handled at the same time.
const CONCURRENT_REQUESTS: usize = 16;
/// The maximum number of messages waiting to be read or written. With more, the stream waits, and so does a slow client.
const QUEUE: usize = 64;
/// The number of bytes read at once.
const CHUNK: usize = 64 << 10;
/// How long to wait until a client that sends nothing more has read its last answers.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves until the client ends the session or its stream.
pub(crate) async fn serve<S: LanguageServer>(
    mut service: LspService<S>,
    socket: ClientSocket,
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
) {
    let (to_read, mut incoming) = channel(QUEUE);
    let (outgoing, to_write) = channel(QUEUE);
    tokio::spawn(read(input, to_read));
    let writing = tokio::spawn(write(output, to_write));
    let (mut questions, mut replies) = socket.split();
    let mut under_way = FuturesUnordered::new();
    loop {
        let message = tokio::select! {
            Some(answer) = under_way.next() => {
                send(&outgoing, answer).await;
                continue;
            }
            Some(question) = questions.next() => {
                send(&outgoing, Some(json(&question))).await;
                continue;
            }
            message = incoming.recv(), if under_way.len() < CONCURRENT_REQUESTS => message,
        };
        match message {
            None => break,
            Some(Incoming::Request(request)) => {
                let is_last = request.method() == "exit";
                let request = without_empty_params(request);
                if std::future::poll_fn(|cx| service.poll_ready(cx))
                    .await
                    .is_err()
                {
                    break;
                }
                let id = request.id().cloned();
                let handling = prepared::within(service.call(request));
                let mut answering = Box::pin(async move {
                    let (response, prepared) = handling.await;
                    answer(id, response.ok().flatten(), prepared)
                });
                // A handler starts before the next message is read, so the writer's mailbox keeps the order of messages.
                match poll!(answering.as_mut()) {
                    std::task::Poll::Ready(answer) => send(&outgoing, answer).await,
                    std::task::Poll::Pending => under_way.push(answering),
                }
                if is_last {
                    break;
                }
            }
            Some(Incoming::Response(response)) => {
                // After the session, there is no receiver.
                let _ = replies.send(response).await;
            }
            Some(Incoming::Malformed) => {
                let error = Response::from_error(Id::Null, Error::parse_error());
                send(&outgoing, Some(json(&error))).await;
            }
            Some(Incoming::Invalid(id)) => {
                let error = Response::from_error(id, Error::invalid_request());
                send(&outgoing, Some(json(&error))).await;
            }
        }
    }
    let ending = async {
        while let Some(answer) = under_way.next().await {
            send(&outgoing, answer).await;
        }
        drop(outgoing);
        // A panic in there cannot be reported to anybody.
        let _ = writing.await;
    };
    // Does not wait for a client that no longer reads.
    let _ = timeout(CLOSE_TIMEOUT, ending).await;
}

/// Removes `{}`, which clients send as the parameters of requests without any.
fn without_empty_params(request: Request) -> Request {
    let has_none = request.method() == "shutdown"
        && request.params().is_some_and(|params| match params {
            Value::Object(fields) => fields.is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        });
    match (has_none, request.id().cloned()) {
        (true, Some(id)) => Request::build("shutdown").id(id).finish(),
        _ => request,
    }
}

/// The answer to a request; `None` for a notification.
fn answer(
    id: Option<Id>,
    response: Option<Response>,
    prepared: Option<Box<RawValue>>,
) -> Option<Vec<u8>> {
    #[derive(Serialize)]
    struct Prepared {
        jsonrpc: &'static str,
        result: Box<RawValue>,
        id: Id,
    }
    let id = id?;
    // The service gives no answer to an unknown request that begins with `$/`.
    let response =
        response.unwrap_or_else(|| Response::from_error(id.clone(), Error::method_not_found()));
    Some(match prepared {
        Some(result) if response.is_ok() => json(&Prepared {
            jsonrpc: "2.0",
            result,
            id,
        }),
        _ => json(&response),
    })
}

/// A message to send, with hidden characters escaped in all its texts.
fn json(message: &impl Serialize) -> Vec<u8> {
    // Messages have no maps with keys other than strings, and nothing else can fail.
    let json = serde_json::to_string(message).unwrap_or_default();
    match escape::protocol(&json) {
        Cow::Borrowed(_) => json.into_bytes(),
        Cow::Owned(escaped) => escaped.into_bytes(),
    }
}

async fn send(outgoing: &Sender<Vec<u8>>, message: Option<Vec<u8>>) {
    if let Some(message) = message {
        // If writing fails, the client is gone, which will be noticed elsewhere.
        let _ = outgoing.send(message).await;
    }
}

async fn read(mut input: impl AsyncRead + Unpin, messages: Sender<Incoming>) {
    let mut decoder = Decoder::default();
    let mut chunk = vec![0; CHUNK];
    loop {
        match input.read(&mut chunk).await {
            Ok(0) | Err(_) => return,
            Ok(read) => decoder.feed(chunk.get(..read).unwrap_or_default()),
        }
        while let Some(message) = decoder.next() {
            if messages.send(message).await.is_err() {
                return;
            }
        }
    }
}

async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut messages: Receiver<Vec<u8>>,
) -> io::Result<()> {
    while let Some(message) = messages.recv().await {
        let mut framed = format!("Content-Length: {}\r\n\r\n", message.len()).into_bytes();
        framed.extend(message);
        output.write_all(&framed).await?;
        if messages.is_empty() {
            output.flush().await?;
        }
    }
    output.flush().await
}
