//! The requests and notifications of the protocol.

use std::borrow::Cow;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use serde_json::{Map, Value};
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
    CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentDiagnosticParams,
    DocumentDiagnosticReportResult, ExecuteCommandParams, Hover, HoverParams, InitializeParams,
    InitializeResult, InitializedParams, InlayHint, InlayHintParams, ServerInfo, Uri,
};

use super::backend::{Backend, Session, answer};
use super::client_registration::register;
use super::client_settings::{ask_for_settings, paths, section, trust};
use crate::client_capabilities::{self, ASK_BUILD_TOOL, ClientCapabilities};
use crate::outbox::Outbox;
use crate::progress::Progress;
use crate::writer::{Message, Writer};
use crate::{
    call_hierarchy, code_action, code_lens, diagnostic, hover, inlay_hint, to_proto, transport,
};

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
