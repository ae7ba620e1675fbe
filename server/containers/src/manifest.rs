//! The manifest of a jar.

use std::io::{Read, Seek};
use std::path::Path;

use zip::ZipArchive;

/// At most this much of a manifest is read. The main section comes first.
const MAX_BYTES: u64 = 256 << 10;

/// Whether a jar's manifest says that it has classes for particular releases.
pub fn is_multi_release(archive: &mut ZipArchive<impl Read + Seek>) -> bool {
    manifest_of(archive).is_some_and(|manifest| is_multi_release_in(&manifest))
}

/// The same for a folder with the contents of a jar.
pub fn is_folder_multi_release(folder: &Path) -> bool {
    let file = files::open(&folder.join("META-INF/MANIFEST.MF"));
    let manifest = file.and_then(|file| files::read_from(file.take(MAX_BYTES), MAX_BYTES));
    manifest.is_ok_and(|manifest| is_multi_release_in(&String::from_utf8_lossy(&manifest)))
}

/// The text of an archive's manifest.
pub fn manifest_of(archive: &mut ZipArchive<impl Read + Seek>) -> Option<String> {
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

/// The value of a name in the main section of a manifest. A line that begins with a space continues with the one before.
pub fn value_in(manifest: &str, wanted: &str) -> String {
    let whole = manifest.replace("\r\n", "\n").replace('\r', "\n");
    let main = whole.split("\n\n").next().unwrap_or_default();
    let unfolded = main.replace("\n ", "");
    let value = unfolded.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case(wanted).then_some(value)
    });
    value.unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::value_in;

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
}
