//! The files that javac may look into for an entry of a class path.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use files::Bounded;
use walkdir::WalkDir;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::other_machine::is_on_another_machine;

/// A manifest that is longer tells nothing that javac would read.
const MOST_MANIFEST_BYTES: u64 = 8 << 20;
/// With more jars and folders than this, those that manifests name included, it is not told what javac sees.
const MOST_ENTRIES: usize = 10_000;
/// Folders within folders.
const MOST_DEPTH: usize = 256;

/// The files of an entry of the class path: itself, or those of a folder, links followed as javac follows them. What is
/// neither file nor folder, and a link that leads nowhere, is named and has no file. `None` with more than so many, or where a
/// folder cannot be read.
pub(super) fn files_of(entry: &Path, most: usize) -> Option<Vec<(PathBuf, Option<PathBuf>)>> {
    if entry.is_file() {
        return Some(vec![(PathBuf::new(), Some(entry.to_path_buf()))]);
    }
    let mut found = Vec::new();
    if !entry.is_dir() {
        return Some(found);
    }
    let walk = WalkDir::new(entry)
        .follow_links(true)
        .sort_by_file_name()
        .max_depth(MOST_DEPTH);
    for step in walk {
        let (path, file) = match &step {
            Ok(step) => {
                if step.depth() == MOST_DEPTH && step.file_type().is_dir() {
                    return None;
                }
                let is_file = step.file_type().is_file();
                (step.path(), is_file.then(|| step.path().to_path_buf()))
            }
            Err(error) => {
                let leads_nowhere = error.loop_ancestor().is_some()
                    || error
                        .io_error()
                        .is_some_and(|error| error.kind() == ErrorKind::NotFound);
                (error.path().filter(|_| leads_nowhere)?, None)
            }
        };
        if found.len() >= most {
            return None;
        }
        found.push((path.strip_prefix(entry).ok()?.to_path_buf(), file));
    }
    Some(found)
}

/// Entries of a class path with all that the manifests of its jars name, and so on: javac takes them for entries as well.
/// Each jar is told with what it names. `None` where a manifest cannot be read or there are too many.
pub(super) fn with_named(entries: BTreeSet<PathBuf>) -> Option<BTreeMap<PathBuf, String>> {
    let mut known = BTreeMap::new();
    let mut open: Vec<PathBuf> = entries.into_iter().collect();
    while let Some(entry) = open.pop() {
        if known.contains_key(&entry) {
            continue;
        }
        if known.len() >= MOST_ENTRIES {
            return None;
        }
        let named = if entry.is_file() {
            class_path_of(&entry)?
        } else {
            String::new()
        };
        for name in named.split_ascii_whitespace() {
            // Asking whether it is there would tell the other machine who the user is.
            if is_on_another_machine(name) || is_on_another_machine(&decoded(name)) {
                return None;
            }
            open.extend(places_of(&entry, name));
        }
        known.insert(entry, named);
    }
    Some(known)
}

/// What the manifest of a jar names as further class path, empty where it has none or is no jar.
fn class_path_of(jar: &Path) -> Option<String> {
    let file = BufReader::new(files::open(jar).ok()?);
    let most = files::JAR_DIRECTORY + MOST_MANIFEST_BYTES;
    let mut archive = match ZipArchive::new(Bounded::new(file, most)) {
        Ok(archive) => archive,
        Err(ZipError::Io(_)) => return None,
        // A file that is no jar names nothing.
        Err(_) => return Some(String::new()),
    };
    let is_manifest = |index: &usize| {
        archive
            .name_for_index(*index)
            .is_some_and(|name| name.eq_ignore_ascii_case("META-INF/MANIFEST.MF"))
    };
    let Some(index) = (0..archive.len()).find(is_manifest) else {
        return Some(String::new());
    };
    let entry = archive.by_index(index).ok()?;
    let manifest = files::read_from(entry, MOST_MANIFEST_BYTES).ok()?;
    Some(class_path_in(&String::from_utf8_lossy(&manifest)))
}

/// The value of `Class-Path` in the main section of a manifest. A line that begins with a space goes on with the one before.
fn class_path_in(manifest: &str) -> String {
    let whole = manifest.replace("\r\n", "\n").replace('\r', "\n");
    let main = whole.split("\n\n").next().unwrap_or_default();
    let unfolded = main.replace("\n ", "");
    let value = unfolded.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("Class-Path").then_some(value)
    });
    value.unwrap_or_default().trim().to_owned()
}

/// Where something may lie that a manifest names: a path or URL from the jar's folder. What is not there counts as well, since
/// it may be there next time.
fn places_of(jar: &Path, name: &str) -> Vec<PathBuf> {
    let folder = jar.parent().unwrap_or(Path::new(""));
    let path = name.strip_prefix("file:").unwrap_or(name);
    let mut places = vec![folder.join(name), folder.join(path)];
    if path.contains('%') {
        places.push(folder.join(decoded(path)));
    }
    places
}

/// A URL's path with its escapes made letters.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = after
            .get(..2)
            .filter(|_| *first == b'%')
            .and_then(|digits| {
                let digits = std::str::from_utf8(digits).ok()?;
                u8::from_str_radix(digits, 16).ok()
            });
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() {
            &after[2..]
        } else {
            after
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_s_class_path_is_read_across_its_lines() {
        for (manifest, expected) in [
            (
                "Manifest-Version: 1.0\r\nClass-Path: a.jar b.j\r\n ar\r\n\r\n",
                "a.jar b.jar",
            ),
            ("class-path: a.jar\n", "a.jar"),
            ("Manifest-Version: 1.0\n\nName: x\nClass-Path: a.jar\n", ""),
            ("", ""),
            ("Class-Path", ""),
        ] {
            assert_eq!(class_path_in(manifest), expected, "{manifest:?}");
        }
    }

    #[test]
    fn what_a_manifest_names_is_a_path_or_a_url() {
        let places = |name| places_of(Path::new("/lib/a.jar"), name);
        assert!(places("b.jar").contains(&PathBuf::from("/lib/b.jar")));
        assert!(places("file:/x/b%20c.jar").contains(&PathBuf::from("/x/b c.jar")));
        assert!(places("100%").contains(&PathBuf::from("/lib/100%")));
    }
}
