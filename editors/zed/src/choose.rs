//! Chooses the program and the settings. Zed merges the settings of a project with those of its user, so no setting may choose a
//! program to run.

use serde_json::Value;

/// Settings of the server from which it runs a program.
const OF_PROGRAMS: [&str; 1] = ["javaHome"];

/// The program on the search path, unless it lies in the project: a search path may contain the current folder.
pub(crate) fn program(found: Option<String>, project: &str) -> Result<String, String> {
    let found = found.ok_or("jouled is not on PATH; put it there")?;
    let is_separator = |character| character == '/' || character == '\\';
    let is_absolute = found.starts_with(is_separator) || found.get(1..2) == Some(":");
    let names = |path: &str| -> Vec<String> {
        let names = path.split(is_separator);
        let names = names.filter(|name| !name.is_empty() && *name != ".");
        names.map(str::to_owned).collect()
    };
    let (place, project) = (names(&found), names(project));
    if !is_absolute || place.iter().any(|name| name == "..") || place.starts_with(&project) {
        return Err(format!(
            "{found} is not started, because it belongs to the project; put jouled elsewhere on PATH"
        ));
    }
    Ok(found)
}

/// The settings for the server.
pub(crate) fn settings(mut joined: Value) -> Value {
    let section = match joined.get("jouled") {
        Some(Value::Object(_)) => joined.get_mut("jouled"),
        _ => Some(&mut joined),
    };
    if let Some(settings) = section.and_then(Value::as_object_mut) {
        for name in OF_PROGRAMS {
            settings.remove(name);
        }
    }
    joined
}
