//! Settings and folders as a client gives them.

use std::path::PathBuf;

use serde_json::Value;
use tokio::time::timeout;
use tower_lsp::Client;
use tower_lsp::ls_types::{ConfigurationItem, WorkspaceFolder};

use crate::outbox::REQUEST_TIMEOUT;

/// The section of a client's settings.
pub(super) const SECTION: &str = "jouled";

/// The initialization option that says whether the user trusts the workspace.
pub(super) const TRUST: &str = "isWorkspaceTrusted";

/// The section of a value that holds it, or the value itself.
pub(super) fn section(value: Value) -> Value {
    match value {
        Value::Object(mut fields) if fields.contains_key(SECTION) => {
            fields.remove(SECTION).unwrap_or_default()
        }
        other => other,
    }
}

/// Takes out of the initialization options whether the user trusts the workspace. If a client does not say so, all
/// workspaces are trusted. Anything but a plain yes is a no.
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
    // A client without a section of ours answers null.
    answer.filter(|settings| !settings.is_null())
}

pub(super) fn paths(folders: &[WorkspaceFolder]) -> Vec<PathBuf> {
    let paths = folders
        .iter()
        .filter_map(|folder| folder.uri.to_file_path());
    paths.map(std::borrow::Cow::into_owned).collect()
}
