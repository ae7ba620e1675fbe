//! Finds the folders in which packages start.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::search::Search;

/// A package declaration is within this many bytes from the start of a file.
const HEAD_BYTES: u64 = 64 << 10;

/// The root of a file's source tree: its own folder without the part that is its package, or its own folder if the two do not
/// match.
pub(super) fn source_root(file: &Path) -> PathBuf {
    let folder = file.parent().unwrap_or(file);
    root_of(folder, &package_of(file))
        .unwrap_or(folder)
        .to_path_buf()
}

fn root_of<'a>(folder: &'a Path, package: &str) -> Option<&'a Path> {
    let mut root = folder;
    for part in package.split('.').rev().filter(|part| !part.is_empty()) {
        if root.file_name()? != part {
            return None;
        }
        root = root.parent()?;
    }
    Some(root)
}

fn package_of(file: &Path) -> String {
    let mut head = Vec::new();
    // A file that cannot be read has no package here; compiling it reports the error.
    let _ = files::open(file).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    source::package_of(&String::from_utf8_lossy(&head))
}

/// The folder of a module from one of its source roots: the one that contains `src`.
pub(super) fn module_of(root: &Path) -> &Path {
    let names = |path: &Path, name: &str| path.file_name().is_some_and(|last| last == name);
    let parent = |path: &'_ Path| path.parent().map(Path::to_path_buf);
    if names(root, "src") {
        return root.parent().unwrap_or(root);
    }
    // `src/java`, and `src/main/java` with any name in the middle.
    for ancestor in root.ancestors().skip(1).take(2) {
        if names(ancestor, "src")
            && (names(root, "java") || parent(root).as_deref() == Some(ancestor))
        {
            return ancestor.parent().unwrap_or(root);
        }
    }
    root
}

/// The sources around a single file that it may use.
pub(super) struct SingleFileSources {
    pub(super) roots: BTreeSet<PathBuf>,
    /// The file's folder, if only files next to it are used.
    beside: Option<PathBuf>,
}

impl SingleFileSources {
    pub(super) fn of(file: &Path) -> Self {
        let folder = file.parent().unwrap_or(file);
        let package = package_of(file);
        let Some(root) = root_of(folder, &package).filter(|_| !package.is_empty()) else {
            // A file without a package can be anywhere, including folders whose subfolders are not packages.
            return Self {
                roots: BTreeSet::from([folder.to_path_buf()]),
                beside: Some(folder.to_path_buf()),
            };
        };
        let mut roots = BTreeSet::from([root.to_path_buf()]);
        let sources = module_of(root).join("src");
        if root.starts_with(&sources) && root.ends_with("java") {
            let sets = std::fs::read_dir(&sources).into_iter().flatten().flatten();
            roots.extend(
                sets.map(|set| set.path().join("java"))
                    .filter(|java| java.is_dir()),
            );
        }
        Self {
            roots,
            beside: None,
        }
    }

    pub(super) fn files(&self, search: &mut Search<'_>) -> Vec<PathBuf> {
        match &self.beside {
            Some(folder) => search.java_files_beside(folder),
            None => self
                .roots
                .iter()
                .flat_map(|root| search.java_files(root))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_the_folder_without_the_package() {
        let root = |folder: &str, package| {
            root_of(Path::new(folder), package).map(|root| root.display().to_string())
        };
        assert_eq!(root("/p/src/a/b", "a.b").as_deref(), Some("/p/src"));
        assert_eq!(root("/p/src", "").as_deref(), Some("/p/src"));
        assert_eq!(root("/p/src/a", "a.b"), None);
        assert_eq!(root("/b", "a.b"), None);
    }

    #[test]
    fn a_module_is_what_holds_src() {
        let module = |root: &str| module_of(Path::new(root)).display().to_string();
        assert_eq!(module("/p/m/src/main/java"), "/p/m");
        assert_eq!(module("/p/m/src/test/java"), "/p/m");
        assert_eq!(module("/p/m/src/java"), "/p/m");
        assert_eq!(module("/p/m/src/test"), "/p/m");
        assert_eq!(module("/p/m/src"), "/p/m");
        assert_eq!(module("/p/m"), "/p/m");
    }
}
