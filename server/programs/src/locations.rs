//! The path that the file system follows to a file.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::refused::RefusalReason;

/// The limit of links, as in Linux.
const MAX_LINKS: usize = 40;

/// A remaining part of a path.
enum Step {
    /// A name, the root, or a drive letter.
    Down(OsString),
    Up,
}

/// Every place on the way to a file: links and folders, and the file itself last. Their parents contain no links.
///
/// # Errors
/// [`RefusalReason::Unresolved`] if something is missing or cannot be read, or if there are too many links, and
/// [`RefusalReason::Network`] if a link leads to another machine.
pub fn visited(path: &Path) -> Result<Vec<PathBuf>, RefusalReason> {
    let mut steps: VecDeque<Step> = steps(path).collect();
    let mut place = PathBuf::new();
    let mut visited = Vec::new();
    let mut links = 0;
    while let Some(step) = steps.pop_front() {
        let Step::Down(name) = step else {
            // The parent of the root is the root.
            place.pop();
            continue;
        };
        let next = place.join(name);
        // A drive letter without its root is not a place yet.
        if !next.has_root() {
            place = next;
            continue;
        }
        visited.push(next.clone());
        if !next
            .symlink_metadata()
            .map_err(|error| unresolved(&error))?
            .is_symlink()
        {
            place = next;
            continue;
        }
        links += 1;
        if links > MAX_LINKS {
            let error = io::Error::other("there are too many links on the way to it");
            return Err(unresolved(&error));
        }
        let target = next.read_link().map_err(|error| unresolved(&error))?;
        if cfg!(windows) && is_remote_or_device(&target) {
            return Err(RefusalReason::Network);
        }
        for step in self::steps(&target).collect::<Vec<_>>().into_iter().rev() {
            steps.push_front(step);
        }
    }
    // A path that ends with `..` ends at a place that was already visited.
    if visited.last() != Some(&place) {
        visited.push(place);
    }
    Ok(visited)
}

fn unresolved(error: &io::Error) -> RefusalReason {
    RefusalReason::Unresolved {
        kind: error.kind(),
        message: error.to_string(),
    }
}

fn steps(path: &Path) -> impl Iterator<Item = Step> {
    path.components().filter_map(|component| match component {
        Component::CurDir => None,
        Component::ParentDir => Some(Step::Up),
        down => Some(Step::Down(down.as_os_str().to_owned())),
    })
}

/// The path without `.` and `..`, as written, without following links.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Whether a path, as written, is absolute and on this machine.
pub fn is_local(path: &Path) -> bool {
    path.is_absolute() && !is_remote_or_device(path)
}

/// Whether a path names another machine or a device: it begins with two slashes of any kind. On Windows, the system itself
/// uses `\\?\C:\` for local files.
pub(crate) fn is_remote_or_device(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_slash = |byte: Option<&u8>| byte.is_some_and(|byte| matches!(byte, b'/' | b'\\'));
    is_slash(bytes.first()) && is_slash(bytes.get(1)) && !is_verbatim_disk(path)
}

#[cfg(windows)]
fn is_verbatim_disk(path: &Path) -> bool {
    use std::path::Prefix;
    matches!(path.components().next(),
        Some(Component::Prefix(prefix)) if matches!(prefix.kind(), Prefix::VerbatimDisk(_)))
}

#[cfg(not(windows))]
const fn is_verbatim_disk(_: &Path) -> bool {
    false
}
