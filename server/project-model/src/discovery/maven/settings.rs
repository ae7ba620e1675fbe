//! Maven's settings of the user, and the options of a project.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::properties::interpolate;
use crate::discovery::reader::{Reader, text_of, xml};
use problems::Severity;

/// Maven's local repository: that of the user's settings, or else `~/.m2/repository`.
pub(in crate::discovery) fn local_repository(
    reader: &mut Reader<'_>,
    home: &Path,
) -> Option<PathBuf> {
    let file = home.join(".m2/settings.xml");
    let configured = if file.is_file() {
        configured(reader, &file, home)
    } else {
        None
    };
    let folder = configured.unwrap_or_else(|| home.join(".m2/repository"));
    folder.is_dir().then_some(folder)
}

fn configured(reader: &mut Reader<'_>, file: &Path, home: &Path) -> Option<PathBuf> {
    let text = reader.text(file)?;
    match xml(&text) {
        Ok(document) => {
            let written = text_of(document.root_element(), "localRepository")?;
            let lookup = |name: &str| {
                if name == "user.home" {
                    return Some(home.to_string_lossy().into_owned());
                }
                // The settings belong to the user, and so does the environment.
                std::env::var(name.strip_prefix("env.")?).ok()
            };
            let path = interpolate(&written, &lookup);
            (!path.is_empty()).then(|| PathBuf::from(path))
        }
        Err(error) => {
            let message = format!("Maven's settings cannot be read: {error}");
            reader.problem(Severity::Warning, file, None, message);
            None
        }
    }
}

/// The `-Dname=value` of `.mvn/maven.config`.
pub(super) fn given_properties(reader: &mut Reader<'_>, folder: &Path) -> BTreeMap<String, String> {
    let file = folder.join(".mvn/maven.config");
    if !file.is_file() {
        return BTreeMap::new();
    }
    let text = reader.text(&file).unwrap_or_default();
    let given = text
        .split_whitespace()
        .filter_map(|option| option.strip_prefix("-D"));
    given
        .map(|option| {
            let (name, value) = option.split_once('=').unwrap_or((option, "true"));
            (name.to_owned(), value.to_owned())
        })
        .collect()
}
