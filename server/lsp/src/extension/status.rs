//! `experimental/serverStatus`: the state of the server, for a status bar.

use escape::plain;
use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::notification::Notification;

use problems::in_one_line;

use crate::snapshot::State;

/// The notification.
#[derive(Debug)]
pub(crate) enum ServerStatusNotification {}

impl Notification for ServerStatusNotification {
    type Params = ServerStatus;
    const METHOD: &'static str = "experimental/serverStatus";
}

/// The state of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ServerStatus {
    health: Health,
    /// Whether no work is pending.
    quiescent: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    state: Word,
    /// The modes of the models that price the projects, such as `interpreter`.
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Health {
    Ok,
    Warning,
    Error,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Word {
    Fresh,
    Compiling,
    Stale,
    NoJdk,
    MissingDependency,
}

impl ServerStatus {
    /// The status for the state of the documents, with a message for the user.
    pub(crate) fn new(
        state: State,
        quiescent: bool,
        message: Option<String>,
        mode: Option<String>,
    ) -> Self {
        let (health, word) = match state {
            State::Fresh => (Health::Ok, Word::Fresh),
            State::Compiling => (Health::Ok, Word::Compiling),
            State::Broken => (Health::Ok, Word::Stale),
            State::MissingDependency => (Health::Warning, Word::MissingDependency),
            State::NoJdk => (Health::Error, Word::NoJdk),
        };
        Self {
            health,
            quiescent,
            message: message.map(|message| plain(&in_one_line(&message))),
            state: word,
            mode,
        }
    }
}
