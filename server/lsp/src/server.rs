//! The session with one editor.

mod client_settings;
mod registration;

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use project_settings::Layer;
use serde_json::{Map, Value};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
    CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentDiagnosticParams,
    DocumentDiagnosticReportResult, ExecuteCommandParams, Hover, HoverParams, InitializeParams,
    InitializeResult, InitializedParams, InlayHint, InlayHintParams, ServerInfo,
    TextDocumentPositionParams, Uri,
};
use tower_lsp::{Client, LanguageServer, LspService};

use crate::attention::Attention;
use crate::call_hierarchy::Calls;
use crate::client_capabilities::{self, ASK_BUILD_TOOL, ClientCapabilities};
use crate::extension::DocumentParams;
use crate::extension::hotspots::{self, Hotspot, HotspotsParams};
use crate::extension::launches::{self, ListedLaunch};
use crate::extension::lines::{self, Heat};
use crate::extension::method_report::{self, MethodReport};
use crate::extension::methods::{self, ListedMethod};
use crate::extension::models::{self, ModelChoice};
use crate::extension::what_if::{self, WhatIf, WhatIfParams};
use crate::outbox::Outbox;
use crate::progress::Progress;
use crate::snapshot::Snapshot;
use crate::trial::DocumentTrial;
use crate::writer::{DocumentRef, Message, Writer};
use crate::{
    call_hierarchy, code_action, code_lens, diagnostic, hover, inlay_hint, to_proto, transport,
};
use client_settings::{ask_for_settings, paths, section, trust};
use registration::register;

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
    let (service, socket) = LspService::build(|client| Backend::new(client, options))
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

/// Shared by the handlers and the session.
#[derive(Debug)]
struct Shared {
    mailbox: UnboundedSender<Message>,
    was_shut_down: AtomicBool,
    writer: Mutex<Option<JoinHandle<()>>>,
    writer_failed: tokio::sync::Notify,
    attention: Attention,
}

#[derive(Debug)]
struct Backend {
    client: Client,
    flags: Layer,
    shared: Arc<Shared>,
    /// The mailbox that the writer takes over when the session begins.
    messages: Mutex<Option<UnboundedReceiver<Message>>>,
    session: OnceLock<Session>,
}

/// Parameters of `jouled/didChangeTrust`.
#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct TrustParams {
    is_trusted: bool,
}

/// The client's initialization data.
#[derive(Debug)]
struct Session {
    capabilities: ClientCapabilities,
    folders: Vec<PathBuf>,
    /// The settings, if the client sent them with the initialization.
    settings: Option<Value>,
    /// Whether the user trusts the workspace, if the client knows about trust.
    is_trusted: bool,
}

impl Backend {
    fn new(client: Client, options: Options) -> Self {
        let (mailbox, messages) = unbounded_channel();
        Self {
            client,
            flags: options.flags,
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

    fn tell(&self, message: Message) {
        // Without a writer, the session is over.
        let _ = self.shared.mailbox.send(message);
    }

    /// The state of a document after all changes that came before this request.
    async fn snapshot(&self, of: impl Into<DocumentRef>) -> Option<Snapshot> {
        let (reply, answer) = oneshot::channel();
        let of = of.into();
        self.tell(Message::Snapshot { of, reply });
        answer.await.ok()
    }

    /// The same, with everything needed to compile and price other texts of the document.
    async fn trial(&self, uri: Uri) -> Option<DocumentTrial> {
        let (reply, answer) = oneshot::channel();
        self.tell(Message::Trial { uri, reply });
        answer.await.ok()
    }

    /// Prices edits of a document in the background, if the client may ask for them. The next change of a text ends that.
    fn prepare_actions(&self, uri: Uri) {
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

    async fn what_if(&self, params: WhatIfParams) -> Result<Option<WhatIf>> {
        let Some(trial) = self.trial(params.text_document.uri.clone()).await else {
            return Ok(None);
        };
        what_if::answer(&trial, params).await
    }

    async fn methods(&self, params: DocumentParams) -> Result<Vec<ListedMethod>> {
        let Some(snapshot) = self.snapshot(params.text_document.uri).await else {
            return Ok(Vec::new());
        };
        answer(move || methods::answer(&snapshot)).await
    }

    async fn lines(&self, params: DocumentParams) -> Result<Vec<Heat>> {
        let Some(snapshot) = self.snapshot(params.text_document.uri).await else {
            return Ok(Vec::new());
        };
        answer(move || lines::answer(&snapshot)).await
    }

    async fn launches(&self, params: DocumentParams) -> Result<Vec<ListedLaunch>> {
        let uri = params.text_document.uri;
        let Some(path) = uri.to_file_path().map(Cow::into_owned) else {
            return Ok(Vec::new());
        };
        let (reply, project) = oneshot::channel();
        self.tell(Message::ProjectOf {
            path: path.clone(),
            reply,
        });
        let (Some(snapshot), Ok(project)) = (self.snapshot(uri).await, project.await) else {
            return Ok(Vec::new());
        };
        answer(move || launches::answer(&snapshot, &project, &path)).await
    }

    async fn hotspots(&self, params: HotspotsParams) -> Result<Vec<Hotspot>> {
        let (reply, ranking) = oneshot::channel();
        self.tell(Message::Ranking { reply });
        let Ok(ranking) = ranking.await else {
            return Ok(Vec::new());
        };
        answer(move || hotspots::answer(&ranking, params)).await
    }

    async fn method_report(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<MethodReport>> {
        let uri = params.text_document.uri.clone();
        let Some(snapshot) = self.snapshot(uri).await else {
            return Ok(None);
        };
        answer(move || method_report::answer(&snapshot, params.position)).await
    }

    /// The calls around a file, and the open documents.
    async fn calls(&self, uri: &Uri) -> Option<(Calls, Vec<(PathBuf, Snapshot)>)> {
        let (reply, answer) = oneshot::channel();
        let path = uri.to_file_path()?.into_owned();
        self.tell(Message::Calls { path, reply });
        answer.await.ok()
    }

    #[expect(
        clippy::unused_async,
        reason = "the router takes functions that may wait"
    )]
    async fn did_change_trust(&self, params: TrustParams) {
        self.tell(Message::Trusted(params.is_trusted));
    }

    async fn models(&self, _: Value) -> Result<Vec<ModelChoice>> {
        answer(models::answer).await
    }
}

/// Computes an answer on a thread where it blocks nothing else, and where a panic loses only this answer.
async fn answer<T: Send + 'static>(compute: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    spawn_blocking(compute).await.map_err(|error| Error {
        message: format!("jouled failed to answer, please report it: {error}").into(),
        ..Error::internal_error()
    })
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let capabilities = ClientCapabilities::of(&params.capabilities);
        #[expect(deprecated, reason = "older clients name their only folder this way")]
        let root = params.root_uri;
        let folders = match params.workspace_folders {
            Some(folders) => paths(&folders),
            None => root
                .and_then(|root| root.to_file_path().map(std::borrow::Cow::into_owned))
                .into_iter()
                .collect(),
        };
        let mut options = params.initialization_options;
        let is_trusted = options.as_mut().is_none_or(trust);
        let session = Session {
            capabilities,
            folders,
            settings: options.map(section),
            is_trusted,
        };
        // A second attempt is refused before this point.
        let _ = self.session.set(session);
        Ok(InitializeResult {
            capabilities: client_capabilities::of_the_server(capabilities),
            server_info: Some(ServerInfo {
                name: "jouled".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            offset_encoding: None,
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        let Some(session) = self.session.get() else {
            return;
        };
        let messages = self
            .messages
            .lock()
            .map_or(None, |mut messages| messages.take());
        let Some(messages) = messages else {
            return;
        };
        let capabilities = session.capabilities;
        let writer = Writer::new(
            self.shared.mailbox.clone(),
            Outbox::new(&self.client, capabilities),
            Progress::new(&self.client, capabilities),
            capabilities,
            self.flags.clone(),
            session.folders.clone(),
            session.is_trusted,
        );
        let (client, settings) = (self.client.clone(), session.settings.clone());
        let shared = Arc::clone(&self.shared);
        let working = tokio::spawn(async move {
            register(client.clone(), capabilities);
            let settings = match settings {
                Some(settings) => settings,
                None if capabilities.tells_settings => {
                    ask_for_settings(&client).await.unwrap_or_default()
                }
                None => Value::Null,
            };
            writer.work(settings, messages).await;
        });
        let watched = tokio::spawn(async move {
            if working.await.is_err_and(|error| error.is_panic()) {
                shared.writer_failed.notify_one();
            }
        });
        *self
            .shared
            .writer
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(watched);
    }

    async fn shutdown(&self) -> Result<()> {
        self.shared.was_shut_down.store(true, Ordering::Release);
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        self.shared.attention.open(&document.uri);
        self.shared.attention.pause();
        self.tell(Message::Opened {
            uri: document.uri,
            version: document.version,
            text: document.text,
        });
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.shared.attention.pause();
        self.tell(Message::Changed {
            uri: params.text_document.uri,
            version: params.text_document.version,
            changes: params.content_changes,
        });
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        self.shared.attention.forget(&uri);
        self.tell(Message::Closed { uri });
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        // Clients that answer requests for settings send nothing here, and some send an empty object.
        let is_empty = |settings: &Value| settings.as_object().is_some_and(Map::is_empty);
        if !params.settings.is_null() && !is_empty(&params.settings) {
            self.tell(Message::Configured(section(params.settings)));
            return;
        }
        let tells = |session: &Session| session.capabilities.tells_settings;
        if self.session.get().is_some_and(tells) {
            let (client, mailbox) = (self.client.clone(), self.shared.mailbox.clone());
            tokio::spawn(async move {
                if let Some(settings) = ask_for_settings(&client).await {
                    let _ = mailbox.send(Message::Configured(settings));
                }
            });
        }
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let changes = params.changes.iter();
        let paths = changes.filter_map(|change| change.uri.to_file_path());
        let paths = paths.map(std::borrow::Cow::into_owned).collect();
        self.tell(Message::FilesChanged(paths));
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        self.tell(Message::Folders {
            added: paths(&params.event.added),
            removed: paths(&params.event.removed),
        });
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let uri = params.text_document.uri;
        let Some(snapshot) = self.snapshot(uri.clone()).await else {
            return Ok(None);
        };
        let document = snapshot.document;
        let answered = answer(move || {
            let hints = inlay_hint::answer(&snapshot, params.range);
            let text = serde_json::value::to_raw_value(&hints);
            (hints, text)
        });
        let (hints, text) = answered.await?;
        let is_sent = text.is_ok_and(transport::leave);
        self.tell(Message::HintsAnswered(document));
        self.shared.attention.shows(&uri, params.range);
        self.prepare_actions(uri);
        Ok((!is_sent).then_some(hints))
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        let Some(document) = inlay_hint::document(&hint) else {
            return Ok(hint);
        };
        let Some(snapshot) = self.snapshot(document).await else {
            return Ok(hint);
        };
        answer(move || inlay_hint::resolve(&snapshot, hint)).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        if !code_action::is_wanted(params.context.only.as_deref()) {
            return Ok(None);
        }
        let uri = params.text_document.uri;
        self.shared.attention.asks(&uri, params.range);
        let Some(trial) = self.trial(uri.clone()).await else {
            return Ok(None);
        };
        let answer = code_action::answer(&trial, &uri, params.range).await;
        self.prepare_actions(uri);
        Ok(answer)
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let uri = params.text_document.uri;
        let Some(snapshot) = self.snapshot(uri.clone()).await else {
            return Ok(None);
        };
        let lenses = answer(move || Some(code_lens::answer(&snapshot))).await;
        self.prepare_actions(uri);
        lenses
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        if params.command != ASK_BUILD_TOOL {
            let message = format!("there is no command {:?}", params.command);
            return Err(Error::invalid_params(message));
        }
        let uri = params.arguments.first().and_then(Value::as_str);
        let file = uri.and_then(|uri| uri.parse::<Uri>().ok());
        let file = file.and_then(|uri| uri.to_file_path().map(std::borrow::Cow::into_owned));
        // The user is asked first, and the build takes time, so this does not wait for either.
        self.tell(Message::AskBuildTool(file));
        Ok(None)
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let uri = params.text_document.uri;
        let items = match self.snapshot(uri.clone()).await {
            Some(snapshot) => answer(move || diagnostic::answer(&snapshot, &uri)).await?,
            None => Vec::new(),
        };
        Ok(to_proto::diagnostic_report(items))
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        let place = params.text_document_position_params;
        let uri = place.text_document.uri;
        let Some(snapshot) = self.snapshot(uri.clone()).await else {
            return Ok(None);
        };
        let calls = self.calls(&uri).await.map(|(calls, _)| calls);
        answer(move || call_hierarchy::prepare(&snapshot, calls.as_ref(), uri, place.position))
            .await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        let Some((calls, open)) = self.calls(&params.item.uri).await else {
            return Ok(None);
        };
        answer(move || call_hierarchy::incoming(&calls, &open, &params.item)).await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        let Some((calls, open)) = self.calls(&params.item.uri).await else {
            return Ok(None);
        };
        let path = params.item.uri.to_file_path().map(Cow::into_owned);
        answer(move || {
            let mut open = open.iter();
            let caller = open.find(|(other, _)| Some(other) == path.as_ref());
            let snapshot = caller.map(|(_, snapshot)| snapshot);
            call_hierarchy::outgoing(&calls, snapshot, &params.item)
        })
        .await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        let Some(snapshot) = self.snapshot(place.text_document.uri).await else {
            return Ok(None);
        };
        answer(move || hover::answer(&snapshot, place.position)).await
    }
}
