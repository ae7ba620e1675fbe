//! The state of a session: what its handlers share, and how they ask the writer.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};

use project_settings::Layer;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use crate::attention::Attention;
use crate::call_hierarchy::CallHierarchy;
use crate::client_capabilities::ClientCapabilities;
use crate::code_action;
use crate::snapshot::Snapshot;
use crate::trial::DocumentTrial;
use crate::writer::{DocumentRef, Message};

/// Shared by the handlers and the session.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) mailbox: UnboundedSender<Message>,
    pub(super) was_shut_down: AtomicBool,
    pub(super) writer: Mutex<Option<JoinHandle<()>>>,
    pub(super) writer_failed: tokio::sync::Notify,
    pub(super) attention: Attention,
}

#[derive(Debug)]
pub(super) struct Backend {
    pub(super) client: Client,
    pub(super) flags: Layer,
    pub(super) shared: Arc<Shared>,
    /// The mailbox that the writer takes over when the session begins.
    pub(super) messages: Mutex<Option<UnboundedReceiver<Message>>>,
    pub(super) session: OnceLock<Session>,
}

/// The client's initialization data.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) capabilities: ClientCapabilities,
    pub(super) folders: Vec<PathBuf>,
    /// The settings, if the client sent them with the initialization.
    pub(super) settings: Option<Value>,
    /// Whether the user trusts the workspace, if the client knows about trust.
    pub(super) is_trusted: bool,
}

impl Backend {
    pub(super) fn new(client: Client, flags: Layer) -> Self {
        let (mailbox, messages) = unbounded_channel();
        Self {
            client,
            flags,
            shared: Arc::new(Shared {
                mailbox,
                was_shut_down: AtomicBool::new(false),
                writer: Mutex::default(),
                writer_failed: tokio::sync::Notify::new(),
                attention: Attention::default(),
            }),
            messages: Mutex::new(Some(messages)),
            session: OnceLock::new(),
        }
    }

    pub(super) fn tell(&self, message: Message) {
        // Without a writer, the session is over.
        let _ = self.shared.mailbox.send(message);
    }

    /// The state of a document after all changes that came before this request.
    pub(super) async fn snapshot(&self, of: impl Into<DocumentRef>) -> Option<Snapshot> {
        let (reply, answer) = oneshot::channel();
        let of = of.into();
        self.tell(Message::Snapshot { of, reply });
        answer.await.ok()
    }

    /// The same, with everything needed to compile and price other texts of the document.
    pub(super) async fn trial(&self, uri: Uri) -> Option<DocumentTrial> {
        let (reply, answer) = oneshot::channel();
        self.tell(Message::Trial { uri, reply });
        answer.await.ok()
    }

    /// Prices edits of a document in the background, if the client may ask for them. The next change of a text ends that.
    pub(super) fn prepare_actions(&self, uri: Uri) {
        let takes = |session: &Session| session.capabilities.takes_actions;
        if !self.session.get().is_some_and(takes) {
            return;
        }
        let attention = &self.shared.attention;
        let (reply, answer) = oneshot::channel::<DocumentTrial>();
        let lines = attention.lines(&uri);
        let (shared, of) = (Arc::clone(&self.shared), uri.clone());
        attention.run(&uri, async move {
            let Ok(trial) = answer.await else {
                return;
            };
            let text = trial.text_digest();
            // A change of the model sends nothing to the compiler.
            if !shared.attention.has_priced(&of, text, lines)
                && code_action::prepare(trial, lines).await
            {
                shared.attention.set_priced(&of, text, lines);
            }
        });
        self.tell(Message::Trial { uri, reply });
    }

    /// The calls around a file, and the open documents.
    pub(super) async fn calls(
        &self,
        uri: &Uri,
    ) -> Option<(CallHierarchy, Vec<(PathBuf, Snapshot)>)> {
        let (reply, answer) = oneshot::channel();
        let path = uri.to_file_path()?.into_owned();
        self.tell(Message::Calls { path, reply });
        answer.await.ok()
    }
}

/// Computes an answer on a thread where it blocks nothing else, and where a panic loses only this answer.
pub(super) async fn answer<T: Send + 'static>(
    compute: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    spawn_blocking(compute).await.map_err(|error| Error {
        message: format!("jouled failed to answer, please report it: {error}").into(),
        ..Error::internal_error()
    })
}
