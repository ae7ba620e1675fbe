//! Tells Zed how to start the language server for Java files.

mod choose;

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, serde_json, LanguageServerId, Result, Worktree};

struct Jouled;

impl zed::Extension for Jouled {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<zed::Command> {
        Ok(zed::Command {
            command: choose::program(worktree.which("jouled"), &worktree.root_path())?,
            args: vec!["lsp".to_owned()],
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree)?;
        Ok(settings.initialization_options.map(choose::settings))
    }
}

zed::register_extension!(Jouled);
