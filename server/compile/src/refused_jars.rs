//! Jars that look valid, but that javac cannot read. Such a jar would make every compilation fail, whether it needs the jar or
//! not.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jdk::CompileResponse;

use problems::{Problem, Severity};

/// The jars that javac refused. Clones share them.
#[derive(Debug, Clone, Default)]
pub(super) struct RefusedJars(Arc<Mutex<BTreeSet<PathBuf>>>);

impl RefusedJars {
    /// Removes them from a class path.
    pub(super) fn leave_out(&self, class_path: &mut Vec<PathBuf>) {
        let refused = self.refused();
        class_path.retain(|entry| !refused.contains(entry));
    }

    /// Records the entries of a class path that javac refuses in a response, and returns a problem for each.
    pub(super) fn note(&self, answer: &CompileResponse, class_path: &[PathBuf]) -> Vec<Problem> {
        let mut problems = Vec::new();
        for error in answer.errors() {
            let Some((entry, reason)) = refusal(&error.message, class_path) else {
                continue;
            };
            if self.refused().insert(entry.to_path_buf()) {
                let message = format!(
                    "javac cannot read this jar, which is left out of the class path: {reason}; fetch or build it again"
                );
                let problem = Problem::new(Severity::Error, entry.to_path_buf(), message);
                problems.push(problem);
            }
        }
        problems
    }

    /// A panic elsewhere leaves the set intact.
    fn refused(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The entry that a message of javac is about, and the reason.
fn refusal<'p, 'm>(message: &'m str, class_path: &'p [PathBuf]) -> Option<(&'p Path, &'m str)> {
    // javac's messages are requested in English. The second form has only the name.
    let (name, reason) = if let Some(rest) = message.strip_prefix("error reading ") {
        rest.split_once("; ")?
    } else {
        let (_, rest) = message.split_once("ZipException opening \"")?;
        rest.split_once("\": ")?
    };
    let is_named = |entry: &&PathBuf| {
        entry.as_os_str() == name || entry.file_name().is_some_and(|file| file == name)
    };
    let entry = class_path.iter().find(is_named)?;
    Some((entry, reason.lines().next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_its_jar() {
        let class_path = ["/a/classes", "/a/one.jar", "/b/two.jar"].map(PathBuf::from);
        for (message, expected) in [
            (
                "error reading /a/one.jar; invalid CEN header",
                Some(("/a/one.jar", "invalid CEN header")),
            ),
            (
                "cannot access unnamed package\n  ZipException opening \"two.jar\": bad entry\nmore",
                Some(("/b/two.jar", "bad entry")),
            ),
            ("error reading /a/three.jar; invalid", None),
            ("cannot find symbol", None),
        ] {
            let found = refusal(message, &class_path);
            let expected = expected.map(|(entry, reason)| (Path::new(entry), reason));
            assert_eq!(found, expected, "{message}");
        }
    }
}
