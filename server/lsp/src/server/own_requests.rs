//! The requests and notifications of jouled itself, beyond those of the protocol.

use std::borrow::Cow;

use serde_json::Value;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::TextDocumentPositionParams;

use super::backend::{Backend, answer};
use crate::extension::DocumentParams;
use crate::extension::hotspots::{self, Hotspot, HotspotsParams};
use crate::extension::launches::{self, ListedLaunch};
use crate::extension::lines::{self, Heat};
use crate::extension::method_report::{self, MethodReport};
use crate::extension::methods::{self, ListedMethod};
use crate::extension::models::{self, ModelChoice};
use crate::extension::what_if::{self, WhatIf, WhatIfParams};
use crate::writer::Message;

/// Parameters of `jouled/didChangeTrust`.
#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrustParams {
    is_trusted: bool,
}

impl Backend {
    pub(super) async fn what_if(&self, params: WhatIfParams) -> Result<Option<WhatIf>> {
        let Some(trial) = self.trial(params.text_document.uri.clone()).await else {
            return Ok(None);
        };
        what_if::answer(&trial, params).await
    }

    pub(super) async fn methods(&self, params: DocumentParams) -> Result<Vec<ListedMethod>> {
        let Some(snapshot) = self.snapshot(params.text_document.uri).await else {
            return Ok(Vec::new());
        };
        answer(move || methods::answer(&snapshot)).await
    }

    pub(super) async fn lines(&self, params: DocumentParams) -> Result<Vec<Heat>> {
        let Some(snapshot) = self.snapshot(params.text_document.uri).await else {
            return Ok(Vec::new());
        };
        answer(move || lines::answer(&snapshot)).await
    }

    pub(super) async fn launches(&self, params: DocumentParams) -> Result<Vec<ListedLaunch>> {
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

    pub(super) async fn hotspots(&self, params: HotspotsParams) -> Result<Vec<Hotspot>> {
        let (reply, ranking) = oneshot::channel();
        self.tell(Message::Ranking { reply });
        let Ok(ranking) = ranking.await else {
            return Ok(Vec::new());
        };
        answer(move || hotspots::answer(&ranking, params)).await
    }

    pub(super) async fn method_report(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<MethodReport>> {
        let uri = params.text_document.uri.clone();
        let Some(snapshot) = self.snapshot(uri).await else {
            return Ok(None);
        };
        answer(move || method_report::answer(&snapshot, params.position)).await
    }

    #[expect(
        clippy::unused_async,
        reason = "the router takes functions that may wait"
    )]
    pub(super) async fn did_change_trust(&self, params: TrustParams) {
        self.tell(Message::Trusted(params.is_trusted));
    }

    pub(super) async fn models(&self, _: Value) -> Result<Vec<ModelChoice>> {
        answer(models::answer).await
    }
}
