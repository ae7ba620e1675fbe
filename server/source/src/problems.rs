//! Parts of a text that could not be read.

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use tree_sitter::Tree;

use crate::LineIndex;

/// The maximum number of errors in one file. More would not help the reader.
const MAX_PROBLEMS: usize = 100;

/// A place that the outline does not cover. This does not mean that javac rejects the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceProblem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// The affected bytes.
    pub range: Range<usize>,
    /// The line (from 1) of the first of them.
    pub line: u32,
}

/// Why a part of a text, or all of it, has no outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProblemKind {
    /// The grammar cannot parse these bytes.
    Syntax,
    /// The grammar missed this token and continued as if it were there.
    Missing(String),
    /// The text exceeds the size limit and was not parsed.
    TooLarge {
        /// Size of the text.
        bytes: usize,
        /// The limit.
        max_bytes: usize,
    },
    /// Parsing took too long.
    TooSlow {
        /// The limit.
        max_time: Duration,
    },
    /// The grammar does not fit the parser.
    Grammar(String),
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str("syntax not understood; methods here may be missing"),
            Self::Missing(token) => write!(f, "missing `{token}`"),
            Self::TooLarge { bytes, max_bytes } => write!(
                f,
                "the file has {bytes} bytes, over the limit of {max_bytes}; its methods are not listed"
            ),
            Self::TooSlow { max_time } => write!(
                f,
                "parsing took over {:.1} s of CPU time and was stopped; the file's methods are not listed",
                max_time.as_secs_f64()
            ),
            Self::Grammar(error) => write!(f, "the Java grammar cannot be loaded: {error}"),
        }
    }
}

/// The errors of a tree, in the order of the text.
pub(crate) fn of_tree(tree: &Tree, index: &LineIndex) -> Vec<SourceProblem> {
    let mut problems = Vec::new();
    let mut pending = vec![tree.root_node()];
    while let Some(node) = pending.pop() {
        if problems.len() == MAX_PROBLEMS {
            break;
        }
        if !node.has_error() {
            continue;
        }
        let kind = if node.is_missing() {
            Some(ProblemKind::Missing(node.kind().to_owned()))
        } else if node.is_error() {
            Some(ProblemKind::Syntax)
        } else {
            None
        };
        if let Some(kind) = kind {
            let range = node.byte_range();
            let line = index.line_number(range.start);
            problems.push(SourceProblem { kind, range, line });
        } else {
            let first_child = pending.len();
            pending.extend(node.children(&mut node.walk()));
            pending[first_child..].reverse();
        }
    }
    problems
}
