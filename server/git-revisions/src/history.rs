//! The commits of a branch, and the parts of each that an analysis depends on, without reading its files.

use super::command::Git;
use super::error::GitError;
use super::snapshot::most_bytes;
use crate::entry::{entry, plain_path};
use files::Limits;

/// A commit of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedCommit {
    /// Its object name.
    pub id: String,
    /// When it was committed, in seconds since 1970.
    pub seconds: i64,
    /// The author.
    pub author: String,
    /// The first line of its message.
    pub subject: String,
}

/// The commits from a commit back along first parents, the newest first.
pub(super) fn of_branch(git: &Git, commit: &str) -> Result<Vec<LoggedCommit>, GitError> {
    let listing = git.bytes(&[
        "rev-list",
        "--first-parent",
        "--encoding=UTF-8",
        "--format=%H%x00%ct%x00%an%x00%s",
        commit,
        "--",
    ])?;
    let lines = listing.split(|byte| *byte == b'\n');
    Ok(lines.filter_map(logged).collect())
}

/// A line of the format above; `None` for the lines that git puts between them.
fn logged(line: &[u8]) -> Option<LoggedCommit> {
    let mut parts = line.splitn(4, |byte| *byte == 0);
    let mut text = || Some(String::from_utf8_lossy(parts.next()?).into_owned());
    Some(LoggedCommit {
        id: text()?,
        seconds: text()?.parse().ok()?,
        author: text()?,
        subject: text()?,
    })
}

/// A name for the content of a snapshot of a commit: the paths of the files that an analysis needs, and git's ids of their
/// contents. Commits with the same name have the same analysis.
pub(super) fn content(git: &Git, commit: &str, limits: &Limits) -> Result<String, GitError> {
    let listing = git.bytes(&["ls-tree", "-r", "-z", "-l", "--full-tree", commit])?;
    let mut hasher = blake3::Hasher::new();
    for line in listing.split(|byte| *byte == 0) {
        let Some(entry) = entry(line) else {
            continue;
        };
        let is_needed = plain_path(entry.path).is_ok_and(|path| {
            let is_file = !matches!(entry.mode, "120000" | "160000");
            is_file && most_bytes(&path, limits).is_some()
        });
        if is_needed {
            for part in [entry.path, entry.id.as_bytes()] {
                hasher.update(&(part.len() as u64).to_le_bytes());
                hasher.update(part);
            }
        }
    }
    Ok(hasher.finalize().to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use super::logged;

    #[test]
    fn a_commit_in_a_listing() {
        let line = b"0a1b\x00-5\x00A \xff <b>\x00a subject\x00 with a zero byte";
        let commit = logged(line).expect("a commit");
        assert_eq!((&*commit.id, commit.seconds), ("0a1b", -5));
        assert_eq!(commit.author, "A \u{fffd} <b>");
        assert_eq!(commit.subject, "a subject\0 with a zero byte");
        assert!(logged(b"commit 0a1b").is_none());
        assert!(logged(b"").is_none());
        assert!(logged(b"0a1b\x00time\x00a\x00b").is_none());
    }
}
