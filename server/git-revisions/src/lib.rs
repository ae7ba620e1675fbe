//! Revisions of a git repository, read without touching its work tree.
//!
//! The program `git` reads the objects: it understands every clone (shallow, partial, with linked work trees, or with SHA-256),
//! and no library needs to be built. jouled uses only plumbing commands, with everything disabled by which a repository can
//! name a program ([`command`]). Trees become separate folders ([`Snapshot`]). Nothing is checked out, so hooks, filters and
//! attributes of the repository have no effect.

mod command;
mod entry;
mod error;
mod history;
mod snapshot;
mod unanalysed_code;
mod uncommitted;

use std::path::{Path, PathBuf};

use command::Git;
pub use error::GitError;
use files::Limits;
pub use history::LoggedCommit;
pub use snapshot::Snapshot;
pub use unanalysed_code::{ClassOrigin, UnanalysedCode, unanalysed_below};

/// The maximum length of a revision.
const MAX_REVISION: usize = 4096;

/// A hint for shallow clones.
const SHALLOW: &str = "; this is a shallow clone, so fetch more of it: `git fetch --unshallow`, or `fetch-depth: 0` in a pipeline";

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its object name.
    pub id: String,
    /// When it was committed, in seconds since 1970.
    pub seconds: i64,
    /// The object names of its parents, including those that a shallow clone does not have.
    pub parents: Vec<String>,
}

impl Commit {
    /// If this commit merges another one into a branch, the object name of the branch before the merge.
    ///
    /// The pipeline of a pull request runs on such a commit. Its first parent is the state of the branch that was merged with,
    /// which may be newer than the one in the event of the pull request.
    pub fn merged_into(&self, other: &str) -> Option<&str> {
        match &self.parents[..] {
            [branch, merged] if merged.eq_ignore_ascii_case(other.trim()) => Some(branch),
            _ => None,
        }
    }
}

/// A repository and its work tree.
#[derive(Debug)]
pub struct Repository {
    git: Git,
    /// The work tree; `None` for a bare repository.
    work_tree: Option<PathBuf>,
}

impl Repository {
    /// The repository that contains a folder.
    ///
    /// # Errors
    ///
    /// [`GitError`] if there is no git or no repository.
    pub fn open(folder: &Path) -> Result<Self, GitError> {
        let folder = folder
            .canonicalize()
            .map_err(|error| GitError::NoRepository {
                folder: folder.to_path_buf(),
                message: error.to_string(),
            })?;
        // Until git reports it, the root of the repository is recognised by its marks.
        programs::projects::add_given(std::slice::from_ref(&folder));
        let git = Git::in_folder(&folder);
        let inside =
            git.line(&["rev-parse", "--is-inside-work-tree"])
                .map_err(|error| match error {
                    GitError::Failed { message, .. } => GitError::NoRepository {
                        folder: folder.clone(),
                        message,
                    },
                    other => other,
                })?;
        let mut work_tree = None;
        if inside == "true" {
            let root = PathBuf::from(git.line(&["rev-parse", "--show-toplevel"])?);
            // A repository's configuration can name any folder as its work tree, so only one around this folder is used.
            if let Ok(root) = root.canonicalize()
                && folder.starts_with(&root)
            {
                // A comparison is about the whole project, whichever folder in it was named.
                programs::projects::add_given(std::slice::from_ref(&root));
                work_tree = Some(root);
            }
        }
        let git = match &work_tree {
            Some(root) => Git::in_folder(root),
            None => git,
        };
        Ok(Self { git, work_tree })
    }

    /// The root of the work tree; `None` for a bare repository.
    pub fn work_tree(&self) -> Option<&Path> {
        self.work_tree.as_deref()
    }

    /// The commit of a revision.
    ///
    /// # Errors
    ///
    /// [`GitError::NoRevision`] if there is no such revision.
    pub fn commit(&self, revision: &str) -> Result<Commit, GitError> {
        let none = || GitError::NoRevision {
            revision: revision.chars().take(200).collect(),
            hint: self.shallow_hint(),
        };
        let is_odd = revision.is_empty()
            || revision.len() > MAX_REVISION
            || revision.starts_with('-')
            || revision.contains(char::is_control);
        if is_odd {
            return Err(none());
        }
        let commit = format!("{revision}^{{commit}}");
        let id = self
            .git
            .line(&[
                "rev-parse",
                "--verify",
                "--quiet",
                "--end-of-options",
                &commit,
            ])
            .map_err(|error| match error {
                GitError::Failed { .. } => none(),
                other => other,
            })?;
        // The header of the commit, `committer name <mail> seconds zone`, needs no format that a repository could change.
        let header = self.git.text(&["cat-file", "commit", &id])?;
        let committer = header
            .lines()
            .take_while(|line| !line.is_empty())
            .find_map(|line| line.strip_prefix("committer "));
        let seconds = committer.and_then(|line| line.rsplit(' ').nth(1)?.parse().ok());
        let parents = header
            .lines()
            .take_while(|line| !line.is_empty())
            .filter_map(|line| line.strip_prefix("parent "));
        Ok(Commit {
            id,
            seconds: seconds.unwrap_or_default(),
            parents: parents.map(str::to_owned).collect(),
        })
    }

    /// The best common ancestor of two commits, and others that are equally good: after criss-cross merges, no single one has
    /// all common commits.
    ///
    /// # Errors
    ///
    /// [`GitError::NoMergeBase`] if there is none.
    pub fn merge_base(
        &self,
        base: &Commit,
        head: &Commit,
    ) -> Result<(Commit, Vec<String>), GitError> {
        // This may read the whole history.
        match (self.git).bytes(&["merge-base", "--all", &base.id, &head.id]) {
            Ok(ids) => {
                let ids = String::from_utf8_lossy(&ids).into_owned();
                let mut ids = ids.lines();
                let best = self.commit(ids.next().unwrap_or_default())?;
                Ok((best, ids.map(str::to_owned).collect()))
            }
            Err(GitError::Failed { .. }) => Err(GitError::NoMergeBase {
                base: base.id.clone(),
                head: head.id.clone(),
                hint: self.shallow_hint(),
            }),
            Err(other) => Err(other),
        }
    }

    /// The commits from a commit back along first parents, the newest first. A shallow clone has only the newest.
    ///
    /// # Errors
    ///
    /// [`GitError`] if git fails.
    pub fn history(&self, commit: &Commit) -> Result<Vec<LoggedCommit>, GitError> {
        history::of_branch(&self.git, &commit.id)
    }

    /// A name for the content of a [`Self::snapshot`] of a commit, without reading it. Commits with the same name have the same
    /// analysis.
    ///
    /// # Errors
    ///
    /// [`GitError`] if git fails, or `commit` is not an object name.
    pub fn content(&self, commit: &str, limits: &Limits) -> Result<String, GitError> {
        history::content(&self.git, commit, limits)
    }

    /// Whether older commits are missing because the clone is shallow.
    pub fn is_shallow(&self) -> bool {
        !self.shallow_hint().is_empty()
    }

    /// The files of a commit that an analysis needs, in a folder of their own. Files that another snapshot also has are shared
    /// with it, because nobody writes to them.
    ///
    /// # Errors
    ///
    /// [`GitError`] if git or the folder fails. [`Snapshot::problems`] has what was left out.
    pub fn snapshot(
        &self,
        commit: &Commit,
        limits: &Limits,
        other: Option<&Snapshot>,
    ) -> Result<Snapshot, GitError> {
        snapshot::of_commit(&self.git, &commit.id, limits, other)
    }

    /// Adds another file of a commit to its folder, up to a limit in bytes. Returns whether the commit has the file, even if it
    /// is larger.
    ///
    /// # Errors
    ///
    /// [`GitError`] if git fails, for example because of a folder in place of the file.
    pub fn put(
        &self,
        commit: &Commit,
        snapshot: &mut Snapshot,
        path: &Path,
        most: u64,
    ) -> Result<bool, GitError> {
        snapshot::put(&self.git, &commit.id, snapshot, path, most)
    }

    /// The same for the current work tree: the files that git tracks or does not ignore.
    ///
    /// # Errors
    ///
    /// [`GitError`] if git or the folder fails, or the repository is bare.
    pub fn snapshot_of_work_tree(&self, limits: &Limits) -> Result<Snapshot, GitError> {
        match &self.work_tree {
            Some(root) => snapshot::of_work_tree(&self.git, root, limits),
            None => Err(GitError::NoRevision {
                revision: String::from("the working tree"),
                hint: "; this repository is bare, so name a head",
            }),
        }
    }

    fn shallow_hint(&self) -> &'static str {
        match self.git.line(&["rev-parse", "--is-shallow-repository"]) {
            Ok(answer) if answer == "true" => SHALLOW,
            _ => "",
        }
    }
}
