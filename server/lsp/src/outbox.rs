//! Messages and requests that the server sends to the client by itself. Nothing else sends shown or logged messages, and they are
//! escaped here.
//!
//! The writer never waits for these messages. A client that reads slowly or never answers delays only its own messages.

use std::collections::HashMap;
use std::fmt::Display;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use escape::{notification, plain};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use tower_lsp::Client;
use tower_lsp::ls_types::{Diagnostic, MessageActionItem, MessageType, Uri};

use problems::in_one_line;

use crate::client_capabilities::ClientCapabilities;
use crate::extension::status::{ServerStatus, ServerStatusNotification};

/// How long to wait for the answer to a server's request.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The connection to the client. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Outbox {
    client: Client,
    messages: UnboundedSender<Outgoing>,
    shows_status: bool,
    hints: Arc<Notify>,
    lenses: Arc<Notify>,
    diagnostics: Arc<Notify>,
    publishes: bool,
}

#[derive(Debug)]
enum Outgoing {
    Show(MessageType, String),
    Log(MessageType, String),
    Status(ServerStatus),
    Diagnostics(Uri, Vec<Diagnostic>),
}

impl Outbox {
    /// Starts the sending tasks. Must be called in a tokio runtime.
    pub(crate) fn new(client: &Client, capabilities: ClientCapabilities) -> Self {
        let (messages, mut waiting) = unbounded_channel();
        let to = client.clone();
        tokio::spawn(async move {
            while let Some(outgoing) = waiting.recv().await {
                match outgoing {
                    Outgoing::Show(kind, message) => {
                        let message = notification(&in_one_line(&message));
                        to.show_message(kind, message).await;
                    }
                    Outgoing::Log(kind, message) => {
                        let message = plain(&in_one_line(&message));
                        to.log_message(kind, message).await;
                    }
                    Outgoing::Status(status) => {
                        to.send_notification::<ServerStatusNotification>(status)
                            .await;
                    }
                    Outgoing::Diagnostics(uri, diagnostics) => {
                        to.publish_diagnostics(uri, diagnostics, None).await;
                    }
                }
            }
        });
        let outbox = Self {
            client: client.clone(),
            messages,
            shows_status: capabilities.shows_status,
            hints: Arc::default(),
            lenses: Arc::default(),
            diagnostics: Arc::default(),
            // A client that pulls diagnostics would show pushed ones a second time.
            publishes: capabilities.takes_diagnostics && !capabilities.pulls_diagnostics,
        };
        if capabilities.refreshes_hints {
            let to = client.clone();
            let ask = move || {
                let to = to.clone();
                async move { drop(to.inlay_hint_refresh().await) }
            };
            tokio::spawn(refresh(Arc::clone(&outbox.hints), ask));
        }
        if capabilities.refreshes_lenses {
            let to = client.clone();
            let ask = move || {
                let to = to.clone();
                async move { drop(to.code_lens_refresh().await) }
            };
            tokio::spawn(refresh(Arc::clone(&outbox.lenses), ask));
        }
        if capabilities.pulls_diagnostics && capabilities.refreshes_diagnostics {
            let to = client.clone();
            let ask = move || {
                let to = to.clone();
                async move { drop(to.workspace_diagnostic_refresh().await) }
            };
            tokio::spawn(refresh(Arc::clone(&outbox.diagnostics), ask));
        }
        outbox
    }

    /// The diagnostics of a document have changed. A client that pulls diagnostics is asked to pull again.
    pub(crate) fn diagnostics(&self, uri: &Uri, diagnostics: &[Diagnostic]) {
        if self.publishes {
            self.send(Outgoing::Diagnostics(uri.clone(), diagnostics.to_vec()));
        } else {
            self.diagnostics.notify_one();
        }
    }

    /// There are new numbers, so clients that can are asked to fetch them. Calls in quick succession become one.
    pub(crate) fn refresh(&self) {
        self.hints.notify_one();
        self.lenses.notify_one();
    }

    /// Shows the user a failure and what to do about it.
    pub(crate) fn show_error(&self, message: impl Display) {
        self.send(Outgoing::Show(
            MessageType::ERROR,
            format!("jouled: {message}"),
        ));
    }

    /// Shows the user what works differently than requested.
    pub(crate) fn show_warning(&self, message: impl Display) {
        self.send(Outgoing::Show(
            MessageType::WARNING,
            format!("jouled: {message}"),
        ));
    }

    /// Shows the user some useful information.
    pub(crate) fn show_info(&self, message: impl Display) {
        self.send(Outgoing::Show(
            MessageType::INFO,
            format!("jouled: {message}"),
        ));
    }

    /// Asks the user, who may take any time to answer. No answer means no.
    pub(crate) async fn agrees(&self, question: String, yes: &str) -> bool {
        let action = |title: &str| MessageActionItem {
            title: title.to_owned(),
            properties: HashMap::new(),
        };
        let actions = vec![action(yes), action("Cancel")];
        let question = notification(&format!("jouled: {question}"));
        let asked = self
            .client
            .show_message_request(MessageType::WARNING, question, Some(actions));
        matches!(asked.await, Ok(Some(chosen)) if chosen.title == yes)
    }

    /// Writes into the client's log.
    pub(crate) fn log(&self, kind: MessageType, message: impl Display) {
        self.send(Outgoing::Log(kind, format!("jouled: {message}")));
    }

    /// Sends the server's status to clients that want it.
    pub(crate) fn status(&self, status: ServerStatus) {
        if self.shows_status {
            self.send(Outgoing::Status(status));
        }
    }

    fn send(&self, outgoing: Outgoing) {
        // After the session, there is no receiver.
        let _ = self.messages.send(outgoing);
    }
}

/// Requests a refresh whenever there is a reason, but never a second one before the first is answered.
async fn refresh<F: Future<Output = ()>>(reason: Arc<Notify>, ask: impl Fn() -> F) {
    loop {
        reason.notified().await;
        // If a client does not answer, the next reason causes another request.
        let _ = timeout(REQUEST_TIMEOUT, ask()).await;
    }
}
