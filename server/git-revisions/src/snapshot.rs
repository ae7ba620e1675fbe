//! Writes the files of a revision into a folder.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use files::{Limits, TempFolder, TempFolderKind};

use super::command::{Git, Object};
use super::entry::{entry, plain_path};
use super::error::GitError;
use crate::unanalysed_code::{self, UnanalysedCode};
use problems::{Problem, Severity};
use project_model::is_build_file;
use project_settings::FILE_NAME;

/// The maximum size of a revision in the temporary folder, in bytes: a blob may be in a tree under many names.
const MAX_BYTES: u64 = 4 << 30;

/// The maximum length of a link's target.
const MAX_LINK_BYTES: u64 = 1 << 16;

/// The maximum number of paths of a kind that a message names.
const MAX_NAMED: usize = 3;

/// The files of a revision that an analysis needs: sources, build files, jars and `jouled.toml`. The folder is deleted with
/// this value.
#[derive(Debug)]
pub struct Snapshot {
    folder: TempFolder,
    root: PathBuf,
    /// What was left out, by paths relative to the root.
    pub problems: Vec<Problem>,
    /// The links, the submodules and the code that is not analysed, by paths relative to the root.
    pub elsewhere: BTreeMap<PathBuf, UnanalysedCode>,
    /// The size of its files.
    bytes: u64,
    /// git's ids of the contents of a commit's files.
    ids: HashMap<PathBuf, String>,
}

impl Snapshot {
    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn new(name: &str) -> Result<Self, GitError> {
        let folder = TempFolder::new(TempFolderKind::Revision)
            .and_then(|folder| Ok((folder.path().canonicalize()?, folder)));
        let (root, folder) = folder.map_err(|source| not_written(name, source))?;
        // The search for build files and settings stops at a folder with a repository.
        fs::create_dir(root.join(".git")).map_err(|source| not_written(name, source))?;
        Ok(Self {
            folder,
            root,
            bytes: 0,
            ids: HashMap::new(),
            problems: Vec::new(),
            elsewhere: BTreeMap::new(),
        })
    }

    fn leave_out_submodule(&mut self, path: PathBuf, commit: &str) {
        let message = "this submodule is a repository of its own and is not analysed";
        self.leave_out(Severity::Warning, &path, message);
        let submodule = UnanalysedCode::Submodule(commit.to_owned());
        self.elsewhere.insert(path, submodule);
    }

    fn leave_out(&mut self, severity: Severity, path: impl Into<PathBuf>, message: &str) {
        let problem = Problem::new(severity, path.into(), message);
        self.problems.push(problem);
    }

    /// Writes a file below the root. The folder contains no links, so a path of plain names cannot leave it.
    fn write(&mut self, path: &Path, bytes: &[u8]) {
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        if self.bytes > MAX_BYTES {
            let message =
                "the files of this revision have over 4 GiB in total; this one is left out";
            self.leave_out(Severity::Error, path, message);
            return;
        }
        let _open = files::while_open();
        let target = self.folder.path().join(path);
        let written = target
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&target, bytes));
        if let Err(error) = written {
            let message = format!("this file cannot be written to a folder: {error}");
            self.leave_out(Severity::Error, path, &message);
        }
    }

    /// Links the file with the same path from another folder, without copying it. False if that is not possible.
    fn link(&self, path: &Path, other: &Self) -> bool {
        let _open = files::while_open();
        let target = self.folder.path().join(path);
        let made = target.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::hard_link(other.folder.path().join(path), target))
            .is_ok()
    }

    /// Reports how many links were not followed.
    fn tell_links(&mut self) {
        let elsewhere = self.elsewhere.iter();
        let links: Vec<&PathBuf> = elsewhere
            .filter(|(_, kind)| matches!(kind, UnanalysedCode::Link(_)))
            .map(|(path, _)| path)
            .collect();
        if links.is_empty() {
            return;
        }
        let names = links
            .iter()
            .take(MAX_NAMED)
            .map(|path| path.display().to_string());
        let names: Vec<String> = names.collect();
        let more = links.len().saturating_sub(MAX_NAMED);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let message = format!(
            "symbolic links are not followed: {}{more}",
            names.join(", ")
        );
        let problem = Problem::new(Severity::Info, None, message);
        self.problems.push(problem);
    }
}

fn not_written(name: &str, source: io::Error) -> GitError {
    GitError::NotWritten {
        revision: name.to_owned(),
        source,
    }
}

/// The maximum size to read of a path that is needed; `None` if it is not.
pub(super) fn most_bytes(path: &Path, limits: &Limits) -> Option<u64> {
    let has_extension = |wanted: &str| {
        let extension = path.extension().and_then(OsStr::to_str);
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    };
    if has_extension("java") {
        Some(limits.max_source_bytes)
    } else if is_build_file(path) || path.file_name() == Some(OsStr::new(FILE_NAME)) {
        Some(limits.max_build_file_bytes)
    } else if has_extension("jar") {
        Some(limits.max_jar_bytes)
    } else {
        None
    }
}

pub(super) fn of_commit(
    git: &Git,
    commit: &str,
    limits: &Limits,
    like: Option<&Snapshot>,
) -> Result<Snapshot, GitError> {
    let mut snapshot = Snapshot::new(commit)?;
    let listing = git.bytes(&["ls-tree", "-r", "-z", "-l", "--full-tree", commit])?;
    let mut links: Vec<(String, PathBuf)> = Vec::new();
    let mut wanted: Vec<(String, PathBuf, u64)> = Vec::new();
    let mut others: Vec<(String, PathBuf, u64)> = Vec::new();
    let mut visited = 0;
    for line in listing
        .split(|byte| *byte == 0)
        .filter(|line| !line.is_empty())
    {
        visited += 1;
        if visited > limits.max_visited {
            return Err(too_many(commit, limits.max_visited));
        }
        let Some(entry) = entry(line) else {
            continue;
        };
        let path = match plain_path(entry.path) {
            Ok(path) => path,
            Err(message) => {
                let path = String::from_utf8_lossy(entry.path).into_owned();
                snapshot.leave_out(Severity::Warning, path, message);
                continue;
            }
        };
        match entry.mode {
            "120000" => links.push((entry.id.to_owned(), path)),
            "160000" => snapshot.leave_out_submodule(path, entry.id),
            _ => {
                if let Some(most) = most_bytes(&path, limits) {
                    if entry.size > most {
                        snapshot.leave_out(Severity::Error, path, &too_large(most));
                    } else {
                        wanted.push((entry.id.to_owned(), path, most));
                    }
                } else if let Some(most) = unanalysed_code::most_bytes(&path) {
                    others.push((entry.id.to_owned(), path, most));
                }
            }
        }
    }
    if wanted.len() > limits.max_source_files {
        return Err(too_many(commit, limits.max_source_files));
    }
    snapshot.ids = (wanted.iter())
        .map(|(id, path, _)| (path.clone(), id.clone()))
        .collect();
    wanted.retain(|(id, path, _)| {
        let same = like.filter(|like| like.ids.get(path) == Some(id));
        !same.is_some_and(|same| snapshot.link(path, same))
    });
    let objects = wanted.iter().map(|(id, _, most)| (id.clone(), *most));
    git.objects(objects.collect(), |index, object| {
        let (_, path, most) = &wanted[index];
        match object {
            Object::TooLarge => snapshot.leave_out(Severity::Error, path, &too_large(*most)),
            Object::Bytes(bytes) => snapshot.write(path, bytes),
            Object::Missing => {
                let message =
                    "this file is not in the clone, or damaged in it; fetch it, make a clone without --filter, or \
                     see what `git fsck` says";
                snapshot.leave_out(Severity::Error, path, message);
            }
        }
        Ok(())
    })?;
    if !others.is_empty() {
        let objects = others.iter().map(|(id, _, most)| (id.clone(), *most));
        git.objects(objects.collect(), |index, object| {
            let (id, path, _) = &others[index];
            let other = match object {
                Object::Bytes(bytes) => UnanalysedCode::of(path, bytes),
                // A changed file has another id.
                Object::TooLarge | Object::Missing => {
                    UnanalysedCode::without_bytes(path, id.as_bytes())
                }
            };
            (snapshot.elsewhere).extend(other.map(|other| (path.clone(), other)));
            Ok(())
        })?;
    }
    if !links.is_empty() {
        let targets = links.iter().map(|(id, _)| (id.clone(), MAX_LINK_BYTES));
        git.objects(targets.collect(), |index, object| {
            let (id, path) = &links[index];
            let target = match object {
                Object::Bytes(bytes) => bytes.clone(),
                // A changed file has another id.
                Object::TooLarge | Object::Missing => id.as_bytes().to_vec(),
            };
            (snapshot.elsewhere).insert(path.clone(), UnanalysedCode::Link(target));
            Ok(())
        })?;
    }
    snapshot.tell_links();
    Ok(snapshot)
}

pub(super) fn put(
    git: &Git,
    commit: &str,
    snapshot: &mut Snapshot,
    path: &Path,
    most: u64,
) -> Result<bool, GitError> {
    let named = path
        .to_str()
        .filter(|path| !path.contains(char::is_control));
    let Some((named, path)) = named.and_then(|named| {
        let named = if cfg!(windows) {
            named.replace('\\', "/")
        } else {
            named.to_owned()
        };
        let path = plain_path(named.as_bytes()).ok()?;
        Some((named, path))
    }) else {
        return Ok(false);
    };
    let mut is_there = false;
    git.objects(vec![(format!("{commit}:{named}"), most)], |_, object| {
        is_there = *object != Object::Missing;
        if let Object::Bytes(bytes) = object {
            // Another snapshot may share the existing file.
            let _ = fs::remove_file(snapshot.folder.path().join(&path));
            snapshot.write(&path, bytes);
        }
        Ok(())
    })?;
    Ok(is_there)
}

pub(super) fn of_work_tree(git: &Git, root: &Path, limits: &Limits) -> Result<Snapshot, GitError> {
    const NAME: &str = "the working tree";
    let mut snapshot = Snapshot::new(NAME)?;
    let listing = git.bytes(&[
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
        "--deduplicate",
    ])?;
    let commits = submodules(git)?;
    let mut absent = Vec::new();
    let mut found = 0;
    let paths = listing
        .split(|byte| *byte == 0)
        .filter(|path| !path.is_empty());
    for (visited, bytes) in paths.enumerate() {
        if visited > limits.max_visited {
            return Err(too_many(NAME, limits.max_visited));
        }
        // git writes a slash after a folder that is a repository itself.
        let bytes = bytes.strip_suffix(b"/").unwrap_or(bytes);
        let path = match plain_path(bytes) {
            Ok(path) => path,
            Err(message) => {
                let path = String::from_utf8_lossy(bytes).into_owned();
                snapshot.leave_out(Severity::Warning, path, message);
                continue;
            }
        };
        let file = root.join(&path);
        let Ok(metadata) = fs::symlink_metadata(&file) else {
            absent.push(path);
            continue;
        };
        if metadata.is_symlink() {
            let target = fs::read_link(&file).unwrap_or_default();
            let target = target.as_os_str().as_encoded_bytes().to_vec();
            (snapshot.elsewhere).insert(path, UnanalysedCode::Link(target));
        } else if metadata.is_dir() {
            let commit = commits.get(&path).map_or("", String::as_str);
            snapshot.leave_out_submodule(path, commit);
        } else if let Some(most) = most_bytes(&path, limits) {
            found += 1;
            if found > limits.max_source_files {
                return Err(too_many(NAME, limits.max_source_files));
            }
            if !metadata.is_file() {
                snapshot.leave_out(Severity::Error, path, "this is not a file");
            } else if metadata.len() > most {
                snapshot.leave_out(Severity::Error, path, &too_large(most));
            } else if !is_below(&file, root) {
                (snapshot.elsewhere).insert(path, UnanalysedCode::Link(Vec::new()));
            } else {
                match files::read(&file, most) {
                    Ok(bytes) => snapshot.write(&path, &bytes),
                    Err(error) => {
                        let message = format!("this file cannot be read: {error}");
                        snapshot.leave_out(Severity::Error, path, &message);
                    }
                }
            }
        } else if let Some(most) = unanalysed_code::most_bytes(&path) {
            let is_read = metadata.is_file() && is_below(&file, root);
            let bytes = is_read.then(|| files::read(&file, most));
            let other = match bytes {
                Some(Ok(bytes)) => UnanalysedCode::of(&path, &bytes),
                // No commit has it in this form.
                None | Some(Err(_)) => UnanalysedCode::without_bytes(&path, b"not read"),
            };
            (snapshot.elsewhere).extend(other.map(|other| (path, other)));
        }
    }
    if !absent.is_empty() {
        // A missing file was deleted, or was never checked out; then the index has it.
        let sparse = not_checked_out(git)?;
        let is_needed = |path: &&PathBuf| {
            most_bytes(path, limits).is_some() || unanalysed_code::most_bytes(path).is_some()
        };
        let lacking: Vec<&PathBuf> = (absent.iter().filter(|path| sparse.contains(*path)))
            .filter(is_needed)
            .collect();
        if let Some(first) = lacking.first() {
            let more = match lacking.len() - 1 {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let first = first.display();
            let message =
                format!("not checked out: {first}{more}; compare commits, or check them out");
            let problem = Problem::new(Severity::Error, None, message);
            snapshot.problems.push(problem);
        }
    }
    snapshot.tell_links();
    Ok(snapshot)
}

/// The files that git keeps out of the work tree, as in a sparse checkout.
fn not_checked_out(git: &Git) -> Result<BTreeSet<PathBuf>, GitError> {
    let listing = git.bytes(&["ls-files", "-z", "-t", "--cached"])?;
    let lines = listing.split(|byte| *byte == 0);
    let found = lines.filter_map(|line| plain_path(line.strip_prefix(b"S ")?).ok());
    Ok(found.collect())
}

/// The commits of the submodules in git's index.
fn submodules(git: &Git) -> Result<BTreeMap<PathBuf, String>, GitError> {
    let listing = git.bytes(&["ls-files", "-z", "--stage"])?;
    let lines = listing.split(|byte| *byte == 0);
    let found = lines.filter_map(|line| {
        let rest = line.strip_prefix(b"160000 ")?;
        let tab = rest.iter().position(|byte| *byte == b'\t')?;
        let id = std::str::from_utf8(&rest[..tab]).ok()?.split(' ').next()?;
        Some((plain_path(&rest[tab + 1..]).ok()?, id.to_owned()))
    });
    Ok(found.collect())
}

/// Whether no folder on the way to a file is a link to another location.
fn is_below(file: &Path, root: &Path) -> bool {
    let parent = file.parent().and_then(|folder| folder.canonicalize().ok());
    parent.is_some_and(|folder| folder.starts_with(root))
}

fn too_large(most: u64) -> String {
    format!("this file has over {most} bytes; it is left out")
}

fn too_many(revision: &str, max: usize) -> GitError {
    GitError::TooManyFiles {
        revision: revision.to_owned(),
        max,
    }
}
