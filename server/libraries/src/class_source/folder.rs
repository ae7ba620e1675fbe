//! A folder with class files at any depth.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use containers::manifest::is_folder_multi_release;
use containers::versions::{self, META_INF, Release, is_archive};
use walkdir::WalkDir;

use super::class_file::is_descriptor;
use files::Limits;
use problems::{Problem, Severity};

/// The contents of a folder.
pub(super) struct Found {
    /// The class files to use.
    pub(super) files: Vec<PathBuf>,
    /// The archives below it by relative path, each file once.
    pub(super) archives: Vec<String>,
    /// What was not searched or analysed.
    pub(super) problems: Vec<Problem>,
}

/// The class files of a folder in the order of their names, and what is not analysed.
pub(super) fn class_files(folder: &Path, limits: &Limits, release: Release) -> Found {
    let mut files = Vec::new();
    let mut archives = Vec::new();
    // Linux packages have a folder of links to jars for each application, and two names for one jar.
    let mut links = Vec::new();
    let mut problems = Vec::new();
    let mut warn = |place: Option<PathBuf>, message: String| {
        problems.push(Problem::new(Severity::Warning, place, message));
    };
    let walk = WalkDir::new(folder)
        .max_depth(limits.max_depth)
        .sort_by_file_name();
    for (visited, entry) in walk.into_iter().enumerate() {
        if visited == limits.max_visited || files.len() == limits.max_classes {
            let bound = format!("{} class files among {visited} files", files.len());
            let message =
                format!("{bound} is the limit: the rest is left out; name a smaller folder");
            warn(Some(folder.to_path_buf()), message);
            break;
        }
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let place = error.path().map(Path::to_path_buf);
                warn(place, format!("not searched for classes: {error}"));
                continue;
            }
        };
        let is_class = entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "class");
        let is_code = !is_descriptor(&entry.file_name().to_string_lossy());
        if is_class && is_code && entry.file_type().is_file() {
            files.push(entry.into_path());
        } else if is_archive(&entry.file_name().to_string_lossy()) {
            let name = below(folder, entry.path());
            match entry.path().metadata() {
                Ok(metadata) if !metadata.is_file() => {}
                Ok(_) if entry.path_is_symlink() => links.push(name),
                Ok(_) => archives.push(name),
                Err(error) => warn(Some(entry.into_path()), format!("not read: {error}")),
            }
        }
    }
    let real = |name: &String| folder.join(name).canonicalize().ok();
    let mut known: BTreeSet<PathBuf> = archives.iter().filter_map(real).collect();
    links.retain(|name| real(name).is_some_and(|file| known.insert(file)));
    archives.append(&mut links);
    archives.sort();
    let (files, newer) = in_use(folder, files, release);
    let newer = release.message(&newer).into_iter();
    problems.extend(newer.map(|text| Problem::new(Severity::Warning, folder.to_path_buf(), text)));
    Found {
        files,
        archives,
        problems,
    }
}

/// The files that a JVM of this release would load, and the newer releases. A folder may contain several folders with the
/// contents of a jar.
fn in_use(folder: &Path, files: Vec<PathBuf>, release: Release) -> (Vec<PathBuf>, BTreeSet<u32>) {
    let root_of = |name: &str| {
        let inside = name.starts_with(META_INF).then_some(0);
        let inside = inside.or_else(|| Some(name.find(&format!("/{META_INF}"))? + 1));
        inside.map(|at| name[..at].to_owned())
    };
    let named: Vec<(PathBuf, String)> = files
        .into_iter()
        .map(|file| {
            let name = below(folder, &file);
            (file, name)
        })
        .collect();
    let roots: BTreeSet<String> = named.iter().filter_map(|(_, name)| root_of(name)).collect();
    let mut of_roots: BTreeMap<&str, Vec<(PathBuf, String)>> = BTreeMap::new();
    for (file, name) in named {
        let around = roots.iter().filter(|root| name.starts_with(root.as_str()));
        let root = around
            .max_by_key(|root| root.len())
            .map_or("", String::as_str);
        let name = name[root.len()..].to_owned();
        of_roots.entry(root).or_default().push((file, name));
    }
    let (mut files, mut newer) = (Vec::new(), BTreeSet::new());
    for (root, entries) in of_roots {
        let is_multi_release = roots.contains(root) && is_folder_multi_release(&folder.join(root));
        let mut chosen = versions::chosen(entries, is_multi_release, release.feature());
        newer.append(&mut chosen.newer);
        files.extend(chosen.classes.into_iter().map(|(file, _)| file));
    }
    (files, newer)
}

/// The path below a folder, with slashes.
fn below(folder: &Path, path: &Path) -> String {
    let path = path.strip_prefix(folder).unwrap_or(path);
    let parts = path.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}
