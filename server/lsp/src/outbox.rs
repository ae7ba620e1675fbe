//! What the server tells and asks the client of its own accord. Nothing else sends messages that are shown or logged, and
//! they are escaped here.
//!
//! Nothing here is waited for by the writer: a client that is slow to read or never answers holds up
//! only what is meant for it.

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

/// How long the answer to a request of the server is waited for.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The way to the client. Clones share it.
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
    /// Starts the tasks that send. Has to be called in a tokio runtime.
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
            // A client that pulls diagnostics would show those that are pushed a second time.
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

    /// The diagnostics of a document are others now. A client that asks for them is asked to do so.
    pub(crate) fn diagnostics(&self, uri: &Uri, diagnostics: &[Diagnostic]) {
        if self.publishes {
            self.send(Outgoing::Diagnostics(uri.clone(), diagnostics.to_vec()));
        } else {
            self.diagnostics.notify_one();
        }
    }

    /// There are new numbers: a client that can is asked to fetch them. Calls in quick succession
    /// become one.
    pub(crate) fn refresh(&self) {
        self.hints.notify_one();
        self.lenses.notify_one();
    }

    /// Shows the user what does not work and what to do about it.
    pub(crate) fn show_error(&self, message: impl Display) {
        self.send(Outgoing::Show(
            MessageType::ERROR,
            format!("jouled: {message}"),
        ));
    }

    /// Shows the user what works otherwise than was asked for.
    pub(crate) fn show_warning(&self, message: impl Display) {
        self.send(Outgoing::Show(
            MessageType::WARNING,
            format!("jouled: {message}"),
        ));
    }

    /// Shows the user something that is good to know.
    pub(crate) fn show_info(&self, message: impl Display) {
        self.send(Outgoing::Show(
            MessageType::INFO,
            format!("jouled: {message}"),
        ));
    }

    /// Asks the user, who may take any time to answer. No answer is no.
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

    /// Tells a client that wants to know how the server does.
    pub(crate) fn status(&self, status: ServerStatus) {
        if self.shows_status {
            self.send(Outgoing::Status(status));
        }
    }

    fn send(&self, outgoing: Outgoing) {
        // With the session over there is nobody left to tell.
        let _ = self.messages.send(outgoing);
    }
}

/// Asks for a refresh whenever there is a reason for one, but never for a second one before the
/// first is answered.
async fn refresh<F: Future<Output = ()>>(reason: Arc<Notify>, ask: impl Fn() -> F) {
    loop {
        reason.notified().await;
        // A client that does not answer is asked again at the next reason.
        let _ = timeout(REQUEST_TIMEOUT, ask()).await;
    }
}
