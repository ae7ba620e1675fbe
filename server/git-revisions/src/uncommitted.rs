//! What a work tree has that no commit has.

use super::{GitError, Repository};
use std::path::Path;

impl Repository {
    /// The files of the work tree that differ from the newest commit, or that git neither knows nor ignores. A file is compared by
    /// size and times as git noted them, never by content: that could run a program that the repository names.
    ///
    /// # Errors
    /// [`GitError`] where git fails or there is no commit.
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

    /// Those of the files that the newest commit of the work tree does not know: git cannot bring them back.
    ///
    /// # Errors
    /// [`GitError`] where git fails.
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
