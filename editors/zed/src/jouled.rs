//! Tells Zed how to start the language server for Java files.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, serde_json, LanguageServerId, Result, Worktree};

struct Jouled;

impl zed::Extension for Jouled {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<zed::Command> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree)?;
        let binary = settings.binary;
        let path = binary.as_ref().and_then(|binary| binary.path.clone());
        let command = path.or_else(|| worktree.which("jouled")).ok_or(
            "jouled is not on PATH; put it there, or give its place as lsp.jouled.binary.path",
        )?;
        let arguments = binary.and_then(|binary| binary.arguments);
        Ok(zed::Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["lsp".to_owned()]),
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        Ok(LspSettings::for_worktree(server.as_ref(), worktree)?.initialization_options)
    }
}

zed::register_extension!(Jouled);
