//! Settings and folders from a client.

use std::path::PathBuf;

use serde_json::Value;
use tokio::time::timeout;
use tower_lsp::Client;
use tower_lsp::ls_types::{ConfigurationItem, WorkspaceFolder};

use crate::outbox::REQUEST_TIMEOUT;

/// The section with jouled's settings.
pub(super) const SECTION: &str = "jouled";

/// The initialization option that says whether the user trusts the workspace.
pub(super) const TRUST: &str = "isWorkspaceTrusted";

/// The section in a value, or the value itself.
pub(super) fn section(value: Value) -> Value {
    match value {
        Value::Object(mut fields) if fields.contains_key(SECTION) => {
            fields.remove(SECTION).unwrap_or_default()
        }
        other => other,
    }
}

/// Removes the trust option from the initialization options. If a client does not send it, all workspaces are trusted. Anything
/// but `true` means no trust.
pub(super) fn trust(options: &mut Value) -> bool {
    let said = options
        .as_object_mut()
        .and_then(|options| options.remove(TRUST));
    said.is_none_or(|said| said == Value::Bool(true))
}

pub(super) async fn ask_for_settings(client: &Client) -> Option<Value> {
    let item = ConfigurationItem {
        scope_uri: None,
        section: Some(SECTION.to_owned()),
    };
    let asked = timeout(REQUEST_TIMEOUT, client.configuration(vec![item]));
    let answer = asked.await.ok()?.ok()?.into_iter().next();
    // A client without our section answers null.
    answer.filter(|settings| !settings.is_null())
}

pub(super) fn paths(folders: &[WorkspaceFolder]) -> Vec<PathBuf> {
    let paths = folders
        .iter()
        .filter_map(|folder| folder.uri.to_file_path());
    paths.map(std::borrow::Cow::into_owned).collect()
}
