//! The capabilities of the client and the server.

use source::ColumnEncoding;
use tower_lsp::ls_types::{
    CallHierarchyServerCapability, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, DiagnosticOptions, DiagnosticServerCapabilities, ExecuteCommandOptions,
    HoverProviderCapability, InlayHintOptions, InlayHintServerCapabilities, MarkupKind, OneOf,
    PositionEncodingKind, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

/// What the server may ask of the client, as announced by the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one independent announcement of the client"
)]
pub(crate) struct ClientCapabilities {
    /// The unit of columns in all positions of the session.
    pub(crate) encoding: ColumnEncoding,
    /// Takes `workspace/inlayHint/refresh`.
    pub(crate) refreshes_hints: bool,
    /// Takes `workspace/codeLens/refresh`.
    pub(crate) refreshes_lenses: bool,
    /// Shows work-done progress that the server begins.
    pub(crate) shows_progress: bool,
    /// Answers `workspace/configuration`.
    pub(crate) tells_settings: bool,
    /// Allows registration for `workspace/didChangeConfiguration`.
    pub(crate) registers_settings: bool,
    /// Allows registration for `workspace/didChangeWatchedFiles`.
    pub(crate) watches_files: bool,
    /// Asks for the tooltip of a hint when it is shown.
    pub(crate) resolves_tooltips: bool,
    /// Shows Markdown in hovers.
    pub(crate) shows_markdown: bool,
    /// Shows images in the Markdown of hovers, including those in `data:` URIs.
    pub(crate) shows_images: bool,
    /// Asks for diagnostics.
    pub(crate) pulls_diagnostics: bool,
    /// Takes `workspace/diagnostic/refresh`.
    pub(crate) refreshes_diagnostics: bool,
    /// Takes `textDocument/publishDiagnostics`.
    pub(crate) takes_diagnostics: bool,
    /// Shows information related to a diagnostic.
    pub(crate) shows_related: bool,
    /// Takes `experimental/serverStatus`.
    pub(crate) shows_status: bool,
    /// Takes code actions that contain their edits.
    pub(crate) takes_actions: bool,
    /// Takes edits with the version of their document.
    pub(crate) takes_versioned_edits: bool,
}

impl ClientCapabilities {
    /// Reads the client's capabilities. What it does not announce is not used.
    pub(crate) fn of(client: &tower_lsp::ls_types::ClientCapabilities) -> Self {
        let workspace = client.workspace.as_ref();
        let encodings = client
            .general
            .as_ref()
            .and_then(|general| general.position_encodings.as_deref())
            .unwrap_or_default();
        let formats = client
            .text_document
            .as_ref()
            .and_then(|document| document.hover.as_ref())
            .and_then(|hover| hover.content_format.as_deref())
            .unwrap_or_default();
        let shows_markdown = formats.contains(&MarkupKind::Markdown);
        let announces = |name: &str| {
            let experimental = client.experimental.as_ref();
            experimental
                .and_then(|experimental| experimental.get(name)?.as_bool())
                .unwrap_or(false)
        };
        let document = client.text_document.as_ref();
        let pulled = document.and_then(|document| document.diagnostic.as_ref());
        let published = document.and_then(|document| document.publish_diagnostics.as_ref());
        Self {
            // The text is UTF-8, so if the client agrees, no column has to be converted.
            encoding: if encodings.contains(&PositionEncodingKind::UTF8) {
                ColumnEncoding::Utf8
            } else {
                ColumnEncoding::Utf16
            },
            refreshes_hints: workspace
                .and_then(|workspace| workspace.inlay_hint.as_ref()?.refresh_support)
                .unwrap_or(false),
            refreshes_lenses: workspace
                .and_then(|workspace| workspace.code_lens.as_ref()?.refresh_support)
                .unwrap_or(false),
            shows_progress: client
                .window
                .as_ref()
                .and_then(|window| window.work_done_progress)
                .unwrap_or(false),
            tells_settings: workspace
                .and_then(|workspace| workspace.configuration)
                .unwrap_or(false),
            registers_settings: workspace
                .and_then(|workspace| {
                    workspace
                        .did_change_configuration
                        .as_ref()?
                        .dynamic_registration
                })
                .unwrap_or(false),
            watches_files: workspace
                .and_then(|workspace| {
                    workspace
                        .did_change_watched_files
                        .as_ref()?
                        .dynamic_registration
                })
                .unwrap_or(false),
            resolves_tooltips: client
                .text_document
                .as_ref()
                .and_then(|document| document.inlay_hint.as_ref()?.resolve_support.as_ref())
                .is_some_and(|support| support.properties.iter().any(|name| name == "tooltip")),
            pulls_diagnostics: pulled.is_some(),
            refreshes_diagnostics: workspace
                .and_then(|workspace| workspace.diagnostics.as_ref()?.refresh_support)
                .unwrap_or(false),
            takes_diagnostics: published.is_some(),
            shows_related: pulled
                .and_then(|pulled| pulled.related_information)
                .or_else(|| published?.related_information)
                .unwrap_or(false),
            shows_markdown,
            shows_images: shows_markdown && announces("hoverImages"),
            shows_status: announces("serverStatusNotification"),
            takes_actions: document
                .and_then(|document| document.code_action.as_ref())
                .is_some_and(|actions| actions.code_action_literal_support.is_some()),
            takes_versioned_edits: workspace
                .and_then(|workspace| workspace.workspace_edit.as_ref()?.document_changes)
                .unwrap_or(false),
        }
    }
}

/// The command that asks a project's build tool for its class path, at the user's request. Its argument is the URI of a file of
/// the project; without one, it applies to the first folder.
pub(crate) const ASK_BUILD_TOOL: &str = "jouled.askBuildTool";

/// The server's capabilities.
pub(crate) fn of_the_server(capabilities: ClientCapabilities) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match capabilities.encoding {
            ColumnEncoding::Utf8 => PositionEncodingKind::UTF8,
            ColumnEncoding::Utf16 => PositionEncodingKind::UTF16,
            ColumnEncoding::Utf32 => PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                ..TextDocumentSyncOptions::default()
            },
        )),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        inlay_hint_provider: Some(if capabilities.resolves_tooltips {
            OneOf::Right(InlayHintServerCapabilities::Options(InlayHintOptions {
                resolve_provider: Some(true),
                ..InlayHintOptions::default()
            }))
        } else {
            OneOf::Left(true)
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![ASK_BUILD_TOOL.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        code_action_provider: capabilities.takes_actions.then(|| {
            CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::REFACTOR_REWRITE]),
                ..CodeActionOptions::default()
            })
        }),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        diagnostic_provider: capabilities.pulls_diagnostics.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("jouled".to_owned()),
                inter_file_dependencies: true,
                workspace_diagnostics: false,
                ..DiagnosticOptions::default()
            })
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn parsed(capabilities: Value) -> ClientCapabilities {
        ClientCapabilities::of(&serde_json::from_value(capabilities).expect("capabilities"))
    }

    #[test]
    fn nothing_is_asked_of_a_client_that_announces_nothing() {
        let none = ClientCapabilities {
            encoding: ColumnEncoding::Utf16,
            refreshes_hints: false,
            refreshes_lenses: false,
            shows_progress: false,
            tells_settings: false,
            registers_settings: false,
            watches_files: false,
            resolves_tooltips: false,
            pulls_diagnostics: false,
            refreshes_diagnostics: false,
            takes_diagnostics: false,
            shows_related: false,
            shows_markdown: false,
            shows_images: false,
            shows_status: false,
            takes_actions: false,
            takes_versioned_edits: false,
        };
        assert_eq!(parsed(json!({})), none);
        let empty = json!({"workspace": {"inlayHint": {}, "codeLens": {}}, "window": {}});
        assert_eq!(parsed(empty), none);
        // An image is part of a Markdown text.
        let images =
            json!({"experimental": {"hoverImages": true, "serverStatusNotification": "yes"}});
        assert_eq!(parsed(images), none);
    }

    #[test]
    fn what_is_announced_is_used() {
        let all = parsed(json!({
            "general": {"positionEncodings": ["utf-16", "utf-8"]},
            "window": {"workDoneProgress": true},
            "workspace": {
                "configuration": true,
                "didChangeConfiguration": {"dynamicRegistration": true},
                "didChangeWatchedFiles": {"dynamicRegistration": true},
                "inlayHint": {"refreshSupport": true},
                "codeLens": {"refreshSupport": true},
                "diagnostics": {"refreshSupport": true},
                "workspaceEdit": {"documentChanges": true},
            },
            "experimental": {"serverStatusNotification": true, "hoverImages": true},
            "textDocument": {
                "hover": {"contentFormat": ["plaintext", "markdown"]},
                "diagnostic": {},
                "publishDiagnostics": {"relatedInformation": true},
                "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
                "inlayHint": {"resolveSupport": {"properties": ["label.location", "tooltip"]}},
            },
        }));
        let expected = ClientCapabilities {
            encoding: ColumnEncoding::Utf8,
            refreshes_hints: true,
            refreshes_lenses: true,
            shows_progress: true,
            tells_settings: true,
            registers_settings: true,
            watches_files: true,
            resolves_tooltips: true,
            pulls_diagnostics: true,
            refreshes_diagnostics: true,
            takes_diagnostics: true,
            shows_related: true,
            shows_markdown: true,
            shows_images: true,
            shows_status: true,
            takes_actions: true,
            takes_versioned_edits: true,
        };
        assert_eq!(all, expected);
    }
}
