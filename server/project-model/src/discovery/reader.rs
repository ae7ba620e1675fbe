//! Reads build files with limits, and collects their problems.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use roxmltree::{Document, Node, ParsingOptions};

use super::missing::Missing;
use files::{Limits, is_remote};
use problems::{Problem, Severity};

/// The maximum number of elements, attributes and texts of an XML file.
const MAX_NODES: u32 = 500_000;
/// The maximum number of problems of one kind that are listed.
const MAX_PROBLEMS: usize = 40;

/// The folders into which builds write.
const OUTPUTS: [&str; 4] = ["bin", "build", "out", "target"];

/// Reads the build files of a project, and records them.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) limits: &'a Limits,
    left: usize,
    /// The files that were read, for watching.
    pub(super) files: BTreeSet<PathBuf>,
    pub(super) problems: Vec<Problem>,
    /// The messages about missing dependencies, with their names.
    missing: Vec<Missing>,
    unlisted: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            left: limits.max_build_files,
            files: BTreeSet::new(),
            problems: Vec::new(),
            missing: Vec::new(),
            unlisted: 0,
        }
    }

    /// The text of a file; `None` with a problem if it cannot be read. Only regular files are opened, because a pipe would
    /// never end.
    pub(super) fn text(&mut self, path: &Path) -> Option<String> {
        self.files.insert(path.to_path_buf());
        let Some(left) = self.left.checked_sub(1) else {
            let limit = self.limits.max_build_files;
            let message = format!("over {limit} build files: this one is not read; set classPath");
            self.problem(Severity::Warning, path, None, message);
            return None;
        };
        self.left = left;
        let limit = self.limits.max_build_file_bytes;
        let reason = match files::read(path, limit) {
            Err(error) => error.to_string(),
            Ok(bytes) => return Some(String::from_utf8_lossy(&bytes).into_owned()),
        };
        let message = format!("this build file cannot be read: {reason}; set classPath");
        self.problem(Severity::Warning, path, None, message);
        None
    }

    /// Records a problem. Beyond the maximum, problems are only counted.
    pub(super) fn problem(
        &mut self,
        severity: Severity,
        file: &Path,
        line: Option<u32>,
        message: impl Into<String>,
    ) {
        let problem = Problem {
            line,
            ..Problem::new(severity, file.to_path_buf(), message)
        };
        if self.problems.len() >= MAX_PROBLEMS {
            self.unlisted += 1;
        } else if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Records that a dependency is not on this machine, and what to do about it.
    pub(super) fn missing(&mut self, name: String, file: &Path, line: u32, message: String) {
        self.missing.push(Missing {
            name,
            message: message.clone(),
        });
        self.problem(Severity::Warning, file, Some(line), message);
    }

    /// The problems, the last of which counts those not listed, the missing dependencies among them, and the files.
    pub(super) fn into_parts(mut self) -> (Vec<Problem>, Vec<Missing>, BTreeSet<PathBuf>) {
        if self.unlisted > 0 {
            let message = format!("{} more problems with build files", self.unlisted);
            self.problems
                .push(Problem::new(Severity::Info, None, message));
        }
        // What another build file supplied is no longer missing.
        self.missing.retain(|missing| {
            let mut problems = self.problems.iter();
            problems.any(|problem| problem.message == missing.message)
        });
        self.missing.sort();
        self.missing.dedup();
        (self.problems, self.missing, self.files)
    }
}

/// Parses an XML document. A document type is rejected, and with it all entities of the file.
pub(super) fn xml(text: &str) -> Result<Document<'_>, roxmltree::Error> {
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options)
}

/// The first child element with this name, in any namespace.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    children(node).find(|child| child.tag_name().name() == name)
}

/// The child elements of the first child with a name: `modules` contains `module`s.
pub(super) fn list<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    name: &str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    child(node, name).into_iter().flat_map(children)
}

pub(super) fn children<'a, 'i: 'a>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// The text of a child element without the space around it.
pub(super) fn text_of(node: Node<'_, '_>, name: &str) -> Option<String> {
    child(node, name).map(content)
}

pub(super) fn content(node: Node<'_, '_>) -> String {
    let texts = node
        .children()
        .filter(Node::is_text)
        .filter_map(|part| part.text());
    texts.collect::<String>().trim().to_owned()
}

/// The starts of the lines of a text. The document itself counts from its start each time.
#[derive(Debug)]
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn new(text: &str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at);
        Self(ends.collect())
    }

    /// The line on which an element starts, counted from 1.
    pub(super) fn of(&self, node: Node<'_, '_>) -> u32 {
        let before = self.0.partition_point(|end| *end < node.range().start);
        u32::try_from(before + 1).unwrap_or(u32::MAX)
    }
}

/// A path without `.` and `..`, resolved only by its names.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

/// A path from a build file, relative to a folder. A build file cannot name another machine: such a path becomes one below the
/// folder, where nothing exists, unless it is on the share of the folder itself.
pub(super) fn named_path(folder: &Path, path: impl AsRef<str>) -> PathBuf {
    let path = path.as_ref();
    let is_beside = folder
        .to_str()
        .is_some_and(|folder| path.starts_with(folder));
    if is_remote(path) && !is_beside {
        normal(&folder.join(path.trim_start().trim_start_matches(['/', '\\'])))
    } else {
        normal(&folder.join(path))
    }
}

/// Whether a path on a class path is below a folder into which builds write, so that it may come from another module.
pub(super) fn is_output(path: &Path) -> bool {
    path.iter()
        .any(|name| OUTPUTS.iter().any(|output| name == *output))
}

/// Whether a folder is in another one after all symbolic links are resolved.
pub(super) fn is_within(folder: &Path, top: &Path) -> bool {
    match (folder.canonicalize(), top.canonicalize()) {
        (Ok(folder), Ok(top)) => folder.starts_with(top),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_of_a_file_are_refused() {
        let bomb = "<!DOCTYPE p [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><project>&b;</project>";
        assert!(xml(bomb).is_err());
        let external =
            "<!DOCTYPE p [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><project>&a;</project>";
        assert!(xml(external).is_err());
        let document = xml("<project><a> x<!-- c -->y &amp; </a></project>").unwrap();
        assert_eq!(
            text_of(document.root_element(), "a").as_deref(),
            Some("xy &")
        );
    }

    #[test]
    fn elements_may_be_nested_deep_or_be_many() {
        let deep = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
        let _ = xml(&deep);
        let many = format!("<a>{}</a>", "<b/>".repeat(MAX_NODES as usize + 1));
        assert!(xml(&many).is_err());
    }

    #[test]
    fn a_build_file_names_no_other_machine() {
        let folder = Path::new("/a/b");
        assert_eq!(named_path(folder, "c/../d"), Path::new("/a/b/d"));
        assert_eq!(named_path(folder, "/c/d"), Path::new("/c/d"));
        assert_eq!(named_path(folder, "//host/d"), Path::new("/a/b/host/d"));
        assert!(named_path(folder, r"\\host\d").starts_with(folder));
    }

    #[test]
    fn names_alone_resolve_a_path() {
        let resolved = normal(Path::new("/a/b/../../../c/./d"));
        assert_eq!(resolved, Path::new("/c/d"));
    }
}
