//! Programs that are known only by name.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use crate::locations::is_local;
use crate::refused::Refused;
use crate::rule::Rule;

const VARIABLE: &str = "PATH";

/// The `PATH` has no program with this name that may run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct NotFound {
    /// The name.
    pub name: String,
    /// Programs with this name that may not run.
    pub refused: Vec<Refused>,
}

impl fmt::Display for NotFound {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "there is no {} on PATH", self.name)?;
        for refused in &self.refused {
            write!(formatter, "; {refused}")?;
        }
        Ok(())
    }
}

impl From<NotFound> for std::io::Error {
    fn from(error: NotFound) -> Self {
        Self::new(std::io::ErrorKind::NotFound, error)
    }
}

/// The folders of the `PATH` from which programs may be taken: absolute ones outside every project. Empty entries and `.`
/// mean the current directory and are left out.
pub fn search_path() -> Vec<PathBuf> {
    let rule = Rule::of_this_moment();
    let path = env::var_os(VARIABLE).unwrap_or_default();
    env::split_paths(&path)
        .filter(|folder| rule.check(folder).is_ok())
        .collect()
}

/// The files with a name on the `PATH`: the one that may run, and why others may not.
pub(crate) fn find(name: &str) -> Result<PathBuf, NotFound> {
    let rule = Rule::of_this_moment();
    let mut refused = Vec::new();
    let path = env::var_os(VARIABLE).unwrap_or_default();
    for folder in env::split_paths(&path) {
        // An entry on another machine is never accessed.
        if !is_local(&folder) {
            continue;
        }
        let Ok(found) = which::which_in_global(name, Some(&folder)) else {
            continue;
        };
        for path in found {
            match rule.check(&path) {
                Ok(()) => return Ok(path),
                Err(reason) => refused.push(Refused {
                    path,
                    named_by: VARIABLE.to_owned(),
                    reason,
                }),
            }
        }
    }
    Err(NotFound {
        name: name.to_owned(),
        refused,
    })
}

/// The `PATH` for a process, if it must differ from ours.
pub(crate) fn for_a_process() -> Option<OsString> {
    let ours = env::var_os(VARIABLE)?;
    let kept = search_path();
    let is_other = env::split_paths(&ours).count() != kept.len();
    is_other.then(|| env::join_paths(kept).unwrap_or_default())
}
