//! The session with one editor.

mod backend;
mod client_registration;
mod client_settings;
mod own_requests;
mod protocol;

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use project_settings::Layer;
use tokio::time::timeout;
use tower_lsp::LspService;

use crate::transport;
use crate::writer::Message;
use backend::Backend;

/// The options of a server.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The settings of the command line, which override those of the client and of the project.
    pub flags: Layer,
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionEnd {
    /// The editor shut the server down.
    InOrder,
    /// The editor disappeared, or sent `exit` without `shutdown`.
    OutOfOrder,
}

/// How long to wait for background work to end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(200);

/// Serves one editor on standard input and output until it ends the session.
///
/// # Errors
/// An I/O error if the server cannot be started, or if it has to end because of an internal error.
pub fn serve(options: Options) -> io::Result<SessionEnd> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .thread_name("jouled")
        .enable_all()
        .build()?;
    let ended = runtime.block_on(session(options));
    // A read from standard input cannot be cancelled. It ends with the process.
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    ended
}

async fn session(options: Options) -> io::Result<SessionEnd> {
    let (service, socket) = LspService::build(|client| Backend::new(client, options.flags))
        .custom_method("jouled/methods", Backend::methods)
        .custom_method("jouled/lines", Backend::lines)
        .custom_method("jouled/hotspots", Backend::hotspots)
        .custom_method("jouled/launches", Backend::launches)
        .custom_method("jouled/methodReport", Backend::method_report)
        .custom_method("jouled/whatIf", Backend::what_if)
        .custom_method("jouled/models", Backend::models)
        .custom_method("jouled/didChangeTrust", Backend::did_change_trust)
        .finish();
    let shared = Arc::clone(&service.inner().shared);
    let serving = transport::serve(service, socket, tokio::io::stdin(), tokio::io::stdout());
    tokio::select! {
        () = serving => {}
        () = shared.writer_failed.notified() => {
            return Err(io::Error::other(
                "the server stops because of an internal error; please report it with the output above",
            ));
        }
    }
    let _ = shared.mailbox.send(Message::Stop);
    let writer = shared
        .writer
        .lock()
        .map_or(None, |mut writer| writer.take());
    if let Some(writer) = writer {
        // When the writer is dropped, the projects end their compiler.
        let _ = timeout(SHUTDOWN_TIMEOUT, writer).await;
    }
    Ok(if shared.was_shut_down.load(Ordering::Acquire) {
        SessionEnd::InOrder
    } else {
        SessionEnd::OutOfOrder
    })
}
