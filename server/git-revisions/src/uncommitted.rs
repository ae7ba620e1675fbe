//! Differences between a work tree and its newest commit.

use super::{GitError, Repository};
use std::path::Path;

impl Repository {
    /// The files of the work tree that differ from the newest commit, or that git neither tracks nor ignores. Files are
    /// compared by the size and times that git recorded, never by content, because that could run a program of the repository.
    ///
    /// # Errors
    ///
    /// [`GitError`] if git fails, or there is no commit.
    pub fn uncommitted(&self) -> Result<Vec<String>, GitError> {
        let lists: [&[&str]; 3] = [
            &[
                "diff-index",
                "--cached",
                "--name-only",
                "-z",
                "--no-renames",
                "--ignore-submodules=all",
                "HEAD",
            ],
            &["diff-files", "--name-only", "-z", "--ignore-submodules=all"],
            &["ls-files", "--others", "--exclude-standard", "-z"],
        ];
        let mut all = Vec::new();
        for arguments in lists {
            let text = self.git.bytes(arguments)?;
            let names = text
                .split(|byte| *byte == 0)
                .filter(|name| !name.is_empty());
            all.extend(names.map(|name| String::from_utf8_lossy(name).into_owned()));
        }
        all.sort();
        all.dedup();
        Ok(all)
    }

    /// The files among these that the newest commit of the work tree does not have: git cannot restore them.
    ///
    /// # Errors
    ///
    /// [`GitError`] if git fails.
    pub fn untracked(&self, files: &[&Path]) -> Result<Vec<String>, GitError> {
        let mut unknown = Vec::new();
        for file in files {
            let name = file.to_string_lossy();
            let known = self.git.bytes(&["ls-files", "-z", "--", &name])?;
            if known.is_empty() {
                unknown.push(name.into_owned());
            }
        }
        Ok(unknown)
    }
}
