//! Answers of build tools, cached until a build file changes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// The folder of the answers in the cache folder.
const FOLDER: &str = "class-paths";
const SCHEMA: &str = "jouled.class-path/1";
/// The maximum size of an answer, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The class paths from a build tool, by the folder of their module. Those of a folder apply to everything below it that has
/// none of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BuildToolClassPaths {
    pub(super) modules: BTreeMap<PathBuf, Vec<PathBuf>>,
}

/// A digest of the contents and paths of build files.
pub(super) fn digest(files: &BTreeSet<PathBuf>) -> String {
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let path = file.as_os_str().as_encoded_bytes();
        // A missing or unreadable file differs from an empty one.
        let text = files::read(file, MAX_BYTES).ok();
        let text = text.map_or([0; 32], |text| *blake3::hash(&text).as_bytes());
        hasher.update(&(path.len() as u64).to_le_bytes());
        hasher.update(path);
        hasher.update(&text);
    }
    hasher.finalize().to_hex().to_string()
}

impl BuildToolClassPaths {
    pub(super) fn is_empty(&self) -> bool {
        self.modules.values().all(Vec::is_empty)
    }

    /// Adds an entry once. Anything but an absolute path is ignored.
    pub(super) fn add(&mut self, module: &Path, entry: PathBuf) {
        if entry.is_absolute() {
            let entries = self.modules.entry(module.to_path_buf()).or_default();
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }

    /// The class path of the module in a folder.
    pub(crate) fn of(&self, folder: &Path) -> Option<&[PathBuf]> {
        let mut around = folder.ancestors();
        around
            .find_map(|folder| self.modules.get(folder))
            .map(Vec::as_slice)
    }

    /// The answer for the current state of the build files.
    pub(crate) fn kept(cache: &Path, files: &BTreeSet<PathBuf>) -> Option<Self> {
        // Most users never run the build tool, so do not read their build files again.
        let folder = cache.join(FOLDER);
        if files.is_empty() || !folder.is_dir() {
            return None;
        }
        let answer = folder.join(format!("{}.json", digest(files)));
        // An answer names code to compile against. If others could have written it, it is ignored.
        if !jdk::is_own_in(cache, &folder, &answer) {
            return None;
        }
        let text = files::read(&answer, MAX_BYTES).ok()?;
        Self::parse(&serde_json::from_slice(&text).ok()?)
    }

    fn parse(value: &Value) -> Option<Self> {
        if value.get("schema")?.as_str()? != SCHEMA {
            return None;
        }
        let mut paths = Self::default();
        for (module, entries) in value.get("modules")?.as_object()? {
            for entry in entries.as_array()?.iter().filter_map(Value::as_str) {
                paths.add(Path::new(module), PathBuf::from(entry));
            }
        }
        Some(paths)
    }

    pub(super) fn keep(&self, cache: &Path, digest: &str) -> io::Result<()> {
        let folder = cache.join(FOLDER);
        jdk::make_own_folder(cache, &folder)?;
        let modules: serde_json::Map<String, Value> = self
            .modules
            .iter()
            .map(|(module, entries)| {
                let entries = entries
                    .iter()
                    .map(|entry| entry.to_string_lossy().into_owned());
                (module.to_string_lossy().into_owned(), entries.collect())
            })
            .collect();
        let text = json!({ "schema": SCHEMA, "modules": modules }).to_string();
        let mut file = tempfile::NamedTempFile::new_in(&folder)?;
        file.write_all(text.as_bytes())?;
        let place = folder.join(format!("{digest}.json"));
        files::clear_place(&place);
        file.persist(place)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_holds_while_the_build_files_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pom.xml");
        let files = BTreeSet::from([file.clone()]);
        std::fs::write(&file, "one").unwrap();
        let mut paths = BuildToolClassPaths::default();
        paths.add(Path::new("/p"), "/r/a.jar".into());
        paths.keep(folder.path(), &digest(&files)).unwrap();
        let kept = BuildToolClassPaths::kept(folder.path(), &files);
        assert_eq!(kept.as_ref(), Some(&paths));
        assert_eq!(
            kept.unwrap().of(Path::new("/p/deep/er")).unwrap(),
            [PathBuf::from("/r/a.jar")]
        );
        std::fs::write(&file, "two").unwrap();
        assert_eq!(BuildToolClassPaths::kept(folder.path(), &files), None);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(BuildToolClassPaths::kept(folder.path(), &files), None);
    }

    #[cfg(unix)]
    #[test]
    fn an_answer_that_others_could_have_written_is_none() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pom.xml");
        let files = BTreeSet::from([file.clone()]);
        std::fs::write(&file, "one").unwrap();
        let mut paths = BuildToolClassPaths::default();
        paths.add(Path::new("/p"), "/r/a.jar".into());
        let cache = folder.path().join("user/cache");
        let place = cache.join(FOLDER);
        let answer = place.join(format!("{}.json", digest(&files)));
        let chmod = |path: &Path, bits| {
            std::fs::set_permissions(path, PermissionsExt::from_mode(bits)).unwrap();
        };
        let kept = || BuildToolClassPaths::kept(&cache, &files).is_some();
        paths.keep(&cache, &digest(&files)).unwrap();
        assert!(kept());
        for (path, safe, unsafe_bits) in [
            (&answer, 0o600, 0o666),
            (&place, 0o700, 0o777),
            (&place, 0o700, 0o1777),
            (&cache, 0o700, 0o720),
            (&cache.parent().unwrap().to_path_buf(), 0o755, 0o777),
        ] {
            chmod(path, unsafe_bits);
            assert!(!kept(), "{}", path.display());
            chmod(path, safe);
            assert!(kept());
        }
        // If others could write to the folder, storing an answer removes everything older.
        chmod(&place, 0o777);
        let planted = place.join("planted.json");
        std::fs::write(&planted, "{}").unwrap();
        paths.keep(&cache, &digest(&files)).unwrap();
        assert!(kept() && !planted.exists());
        let elsewhere = folder.path().join("elsewhere.json");
        std::fs::rename(&answer, &elsewhere).unwrap();
        symlink(&elsewhere, &answer).unwrap();
        assert!(!kept(), "a link");
        chmod(cache.parent().unwrap(), 0o777);
        let error = paths.keep(&cache, "other").unwrap_err().to_string();
        assert!(error.contains("writable by others"), "{error}");
    }
}
