//! The inputs to analyse.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The maximum depth of nested folders.
const MAX_DEPTH: usize = 64;

/// The maximum number of files in a folder that is an input.
const MAX_FILES: usize = 500_000;

/// One input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The path that the user gave, or the path of an archive in such a folder.
    pub path: PathBuf,
    /// Its size in bytes; 0 if it cannot be read.
    pub bytes: u64,
}

/// The inputs that the paths name, each once, in order. A folder with archives gives each archive; any other path is one input.
pub fn inputs(paths: &[PathBuf], is_archive: impl Fn(&str) -> bool) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    let mut seen = BTreeSet::new();
    for path in paths {
        let mut found = archives(path, &is_archive);
        if found.is_empty() {
            found.push(path.clone());
        }
        for path in found {
            if seen.insert(place(&path)) {
                let bytes = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
                inputs.push(Input { path, bytes });
            }
        }
    }
    inputs
}

/// The entry of a folder that a path leads to. Several paths may lead to one entry, such as `a.jar` and `./a.jar`.
fn place(path: &Path) -> PathBuf {
    let folder = path
        .parent()
        .filter(|folder| *folder != Path::new(""))
        .unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.canonicalize().unwrap_or_else(|_| path.to_path_buf()),
    }
}

/// The archives in a folder, each file once even if several links lead to it. Paths that cannot be searched are included, so that
/// they get a status, too.
fn archives(folder: &Path, is_archive: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    if !folder.is_dir() {
        return Vec::new();
    }
    let (mut found, mut links) = (Vec::new(), Vec::new());
    let walk = WalkDir::new(folder)
        .max_depth(MAX_DEPTH)
        .sort_by_file_name();
    for entry in walk {
        match entry {
            Ok(entry) if !is_archive(&entry.file_name().to_string_lossy()) => {}
            Ok(entry) if entry.path().is_dir() => {}
            Ok(entry) if entry.path_is_symlink() => links.push(entry.into_path()),
            Ok(entry) => found.push(entry.into_path()),
            Err(error) => found.extend(error.path().map(Path::to_path_buf)),
        }
    }
    let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let mut known: BTreeSet<PathBuf> = found.iter().map(real).collect();
    links.retain(|path| known.insert(real(path)));
    found.append(&mut links);
    found.sort();
    found
}

/// The digest of an input's content and of everything else that its rows depend on.
pub(crate) fn digest(input: &Input, settings: &str) -> io::Result<String> {
    let Some(name) = input.path.to_str() else {
        // Rows, statuses and messages are text.
        return Err(io::Error::other("its name is not valid UTF-8; rename it"));
    };
    let mut hasher = blake3::Hasher::new();
    for part in [settings, name] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    // The settings already name the JDK.
    if !name.starts_with("jrt:") {
        add_content(&mut hasher, &input.path)?;
    }
    Ok(hasher.finalize().to_hex()[..32].to_owned())
}

/// The digest of a file's content, or of all files in a folder with their names.
///
/// # Errors
/// System errors.
pub fn content_digest(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    add_content(&mut hasher, path)?;
    Ok(hasher.finalize().to_hex().to_string())
}

fn add_content(hasher: &mut blake3::Hasher, path: &Path) -> io::Result<()> {
    if !path.is_dir() {
        return add(hasher, files::open(path)?);
    }
    let walk = WalkDir::new(path).max_depth(MAX_DEPTH).sort_by_file_name();
    let files = walk.into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.file_type().is_file());
    for entry in files.take(MAX_FILES) {
        hasher.update(entry.path().to_string_lossy().as_bytes());
        hasher.update(&[0]);
        add(hasher, files::open(entry.path())?)?;
    }
    Ok(())
}

fn add(hasher: &mut blake3::Hasher, file: File) -> io::Result<()> {
    let bytes = file.metadata()?.len();
    hasher.update(&bytes.to_le_bytes());
    hasher.update_reader(file)?;
    Ok(())
}
