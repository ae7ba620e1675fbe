//! Reads the further jars and folders of the class path that a jar's manifest names.
//!
//! They are resolved here and never by javac, which fails every compilation because of one name that it cannot handle. Like in
//! the JVM, a name that leads nowhere is ignored.

use std::io::{Read, Seek};
use std::path::{Component, Path, PathBuf};

use containers::manifest::{manifest_of, value_in};
use zip::ZipArchive;

use files::is_remote;

/// The maximum number of names read from one manifest.
const MAX_NAMES: usize = 2_000;

/// The entries that a manifest names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ManifestEntries {
    /// Their paths, in the manifest's order. They need not exist.
    pub places: Vec<PathBuf>,
    /// Names on other machines, which must not be accessed.
    pub elsewhere: Vec<String>,
}

/// The further class path in the manifest of a jar; nothing if it has no readable manifest.
pub(crate) fn named_by(archive: &mut ZipArchive<impl Read + Seek>, jar: &Path) -> ManifestEntries {
    manifest_of(archive).map_or_else(ManifestEntries::default, |manifest| {
        named_in(&manifest, jar)
    })
}

fn named_in(manifest: &str, jar: &Path) -> ManifestEntries {
    let mut named = ManifestEntries::default();
    let class_path = value_in(manifest, "Class-Path");
    for name in class_path.split_ascii_whitespace().take(MAX_NAMES) {
        if is_remote(name) || is_remote(&decoded(name)) {
            named.elsewhere.push(name.to_owned());
        } else {
            named.places.extend(place_of(jar, name));
        }
    }
    named
}

/// The path of an entry in a manifest: a path or a `file:` URL, relative to the jar's folder.
fn place_of(jar: &Path, name: &str) -> Option<PathBuf> {
    let is_file = name
        .get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let path = if is_file { name.get(5..)? } else { name };
    let is_other_url = path
        .split_once(':')
        .is_some_and(|(scheme, _)| scheme.len() > 1 && !scheme.contains('/'));
    let path = decoded(path);
    if is_other_url || path.contains(['?', '#', '\0']) {
        return None;
    }
    let is_slash = |letter: char| letter == '/' || (cfg!(windows) && letter == '\\');
    let folder = jar.parent()?;
    let Some(rest) = path.strip_prefix(is_slash) else {
        return Some(without_ups(&folder.join(path)));
    };
    let rest = rest.trim_start_matches(is_slash);
    let has_drive = cfg!(windows) && rest.as_bytes().get(1) == Some(&b':');
    Some(if has_drive {
        without_ups(Path::new(rest))
    } else {
        without_ups(&folder.join(format!("/{rest}")))
    })
}

/// The path without `..`, as in a URL. Then two jars that name each other have one path each.
fn without_ups(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// The path of a URL with its escapes decoded.
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
    fn a_name_is_a_path_or_a_url_of_a_file_on_this_machine() {
        for (name, expected) in [
            ("b.jar", Some("/lib/b.jar")),
            ("../x/b.jar", Some("/x/b.jar")),
            ("classes/", Some("/lib/classes")),
            ("/x/b.jar", Some("/x/b.jar")),
            ("file:b.jar", Some("/lib/b.jar")),
            ("file:/x/b%20c.jar", Some("/x/b c.jar")),
            ("FILE:///x/b.jar", Some("/x/b.jar")),
            ("file:////x/b.jar", Some("/x/b.jar")),
            ("100%", Some("/lib/100%")),
            ("https://example.org/b.jar", None),
            ("b.jar?x", None),
            ("b.jar#x", None),
            ("b%00.jar", None),
        ] {
            let named = named_in(&format!("Class-Path: {name}\n"), Path::new("/lib/a.jar"));
            let expected = expected.map(PathBuf::from);
            assert_eq!(named.places, Vec::from_iter(expected), "{name}");
            assert_eq!(named.elsewhere, Vec::<String>::new(), "{name}");
        }
        for name in [
            "//host/share/x.jar",
            "file://host/share/x.jar",
            r"\\host\share\x.jar",
            "%2F%2Fhost/x.jar",
            "file:%2f/host/x.jar",
            "%66ile://host/x.jar",
        ] {
            let named = named_in(&format!("Class-Path: {name}\n"), Path::new("/lib/a.jar"));
            assert_eq!(named.elsewhere, [name]);
            assert_eq!(named.places, Vec::<PathBuf>::new(), "{name}");
        }
    }
}
