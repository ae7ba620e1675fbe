//! What the manifest of a jar says: the further jars and folders of its class path, and whether it has classes for particular
//! releases.
//!
//! Further jars are looked up here and never by javac: of one name that javac cannot take, it makes a failure of every compilation.
//! As the virtual machine does it, a name that leads nowhere is passed over.

use std::io::{Read, Seek};
use std::path::{Component, Path, PathBuf};

use zip::ZipArchive;

use files::is_remote;

/// So much is read of a manifest, of which the main section comes first.
const MAX_BYTES: u64 = 256 << 10;
/// How many names are read from one manifest.
const MAX_NAMES: usize = 2_000;

/// What a manifest names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ManifestEntries {
    /// Where it lies, in the manifest's order. It need not be there.
    pub places: Vec<PathBuf>,
    /// Names on other machines, which nobody may be asked for.
    pub elsewhere: Vec<String>,
}

/// What the manifest of a jar names as further class path, and nothing where it has none that can be read.
pub(crate) fn named_by(archive: &mut ZipArchive<impl Read + Seek>, jar: &Path) -> ManifestEntries {
    manifest_of(archive).map_or_else(ManifestEntries::default, |manifest| {
        named_in(&manifest, jar)
    })
}

/// True where the manifest of a jar says that it has classes for particular releases.
pub fn is_multi_release(archive: &mut ZipArchive<impl Read + Seek>) -> bool {
    manifest_of(archive).is_some_and(|manifest| is_multi_release_in(&manifest))
}

/// The same of a folder that holds what a jar holds.
pub fn is_folder_multi_release(folder: &Path) -> bool {
    let file = files::open(&folder.join("META-INF/MANIFEST.MF"));
    let manifest = file.and_then(|file| files::read_from(file.take(MAX_BYTES), MAX_BYTES));
    manifest.is_ok_and(|manifest| is_multi_release_in(&String::from_utf8_lossy(&manifest)))
}

fn manifest_of(archive: &mut ZipArchive<impl Read + Seek>) -> Option<String> {
    let is_manifest = |index: &usize| {
        archive
            .name_for_index(*index)
            .is_some_and(|name| name.eq_ignore_ascii_case("META-INF/MANIFEST.MF"))
    };
    let index = (0..archive.len()).find(is_manifest)?;
    let entry = archive.by_index(index).ok()?;
    let manifest = files::read_from(entry.take(MAX_BYTES), MAX_BYTES).unwrap_or_default();
    Some(String::from_utf8_lossy(&manifest).into_owned())
}

fn is_multi_release_in(manifest: &str) -> bool {
    value_in(manifest, "Multi-Release").eq_ignore_ascii_case("true")
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

/// The value of a name in the main section of a manifest. A line that begins with a space continues with the one before.
fn value_in(manifest: &str, wanted: &str) -> String {
    let whole = manifest.replace("\r\n", "\n").replace('\r', "\n");
    let main = whole.split("\n\n").next().unwrap_or_default();
    let unfolded = main.replace("\n ", "");
    let value = unfolded.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case(wanted).then_some(value)
    });
    value.unwrap_or_default().trim().to_owned()
}

/// Where something lies that a manifest names: by a path or a `file:` URL, seen from the jar's folder.
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

/// The path without `..`, as it is written, which is what becomes of it in a URL. Two jars that name each other have one
/// path each.
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
            assert_eq!(value_in(manifest, "Class-Path"), expected, "{manifest:?}");
        }
    }

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
