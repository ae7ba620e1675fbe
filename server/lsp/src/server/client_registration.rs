//! The notifications that the server registers for.

use serde_json::{Value, json};
use tokio::time::timeout;
use tower_lsp::Client;
use tower_lsp::ls_types::Registration;

use super::client_settings::SECTION;
use crate::client_capabilities::ClientCapabilities;
use crate::outbox::REQUEST_TIMEOUT;

/// The files that the client is asked to watch.
const WATCHED: [&str; 11] = [
    "**/*.java",
    "**/*.jar",
    "**/jouled.toml",
    "**/*.jouled",
    "**/pom.xml",
    "**/*.gradle",
    "**/*.gradle.kts",
    "**/gradle.properties",
    "**/*.versions.toml",
    "**/.mvn/maven.config",
    "**/{.classpath,.project}",
];

/// Asks the client to report changes of its settings or files. Nobody waits for the answer.
pub(super) fn register(client: Client, capabilities: ClientCapabilities) {
    let mut registrations = Vec::new();
    let mut ask = |method: &str, options: Value| {
        registrations.push(Registration {
            id: format!("jouled/{method}"),
            method: method.to_owned(),
            register_options: Some(options),
        });
    };
    if capabilities.registers_settings {
        ask(
            "workspace/didChangeConfiguration",
            json!({ "section": SECTION }),
        );
    }
    if capabilities.watches_files {
        let watchers = WATCHED.map(|glob| json!({ "globPattern": glob }));
        ask(
            "workspace/didChangeWatchedFiles",
            json!({ "watchers": watchers }),
        );
    }
    if !registrations.is_empty() {
        tokio::spawn(async move {
            // If a client refuses, its settings and files count as unchanged.
            let _ = timeout(REQUEST_TIMEOUT, client.register_capability(registrations)).await;
        });
    }
}
