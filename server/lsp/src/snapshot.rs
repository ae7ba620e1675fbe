//! Snapshots for answering requests: one document at the time of the request.

use std::sync::Arc;

use source::{LineIndex, LineMap, LineOrigin, SourceFile};

use crate::analysis_result::AnalysisResult;
use crate::client_capabilities::ClientCapabilities;

/// A document, its results, and the mapping between their lines. Cheap to create.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    /// The number of the document in the session.
    pub(crate) document: u32,
    /// The client's version of the text.
    pub(crate) version: i32,
    /// The text in the editor.
    pub(crate) source: SourceFile,
    /// The client's capabilities, with the unit of columns.
    pub(crate) capabilities: ClientCapabilities,
    /// The numbers, once there are any.
    pub(crate) outcome: Option<TrackedResults>,
    /// Why numbers are missing or not the newest.
    pub(crate) state: State,
    /// The progress of following its project's calls.
    pub(crate) calls: CallGraphProgress,
    /// Whether anything is shown.
    pub(crate) is_enabled: bool,
    /// Whether lenses are shown.
    pub(crate) lens: bool,
}

impl Snapshot {
    pub(crate) fn text(&self) -> &LineIndex {
        self.source.line_index()
    }
}

/// How far the calls of a project have been followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallGraphProgress {
    /// The work still to be done.
    pub(crate) awaited: Option<PendingWork>,
    /// The current revision of the callees.
    pub(crate) revision: Option<u64>,
}

impl CallGraphProgress {
    /// What a result's numbers still lack; `None` if they are complete.
    pub(crate) fn lacks(self, result: &AnalysisResult) -> Option<PendingWork> {
        if !result.is_to_be_followed {
            return None;
        }
        // Between the end of the work and the new numbers, the old ones are still incomplete.
        let is_behind = result.revision.is_none() || result.revision != self.revision;
        self.awaited.or(is_behind.then_some(PendingWork::Callees))
    }
}

/// Work that numbers still wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PendingWork {
    /// The classes of files.
    Files,
    /// The costs of called methods of the project.
    Callees,
    /// The costs of methods of the JDK and of jars.
    Libraries,
}

impl PendingWork {
    /// What is being done, and what the numbers lack until then.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Files => "files are still being compiled; numbers with … are not complete",
            Self::Callees => {
                "the calls of the project's methods are still being followed; numbers with … do not include them yet"
            }
            Self::Libraries => {
                "the JDK and the libraries are still being priced; numbers with … do not include them yet"
            }
        }
    }
}

/// How the numbers of a document relate to its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// They belong to the current text.
    Fresh,
    /// Newer ones are being computed.
    Compiling,
    /// The text does not compile, partly or completely.
    Broken,
    /// A dependency of the text is missing.
    MissingDependency,
    /// There is no compiler.
    NoJdk,
}

/// Results, and the changes of the text since then.
#[derive(Debug, Clone)]
pub(crate) struct TrackedResults {
    /// The results that are still shown, the newest last. A method that does not compile keeps the numbers of the last result in
    /// which it did.
    pub(crate) results: Arc<[Arc<AnalysisResult>]>,
    /// The positions of the text's lines in the texts of the results.
    pub(crate) origins: Arc<LineMap>,
    /// Whether a newer text was compiled without success.
    pub(crate) has_failed: bool,
    /// Whether the numbers are from an earlier session with other dependencies.
    pub(crate) is_unconfirmed: bool,
}

impl TrackedResults {
    /// The numbers of a complete result, or of one in which some code was left out. That code keeps its previous numbers.
    pub(crate) fn new(
        analysed: AnalysisResult,
        mut origins: LineMap,
        before: Option<&Self>,
    ) -> Self {
        let newest = Arc::new(analysed);
        let Some(before) = before else {
            return Self::of(vec![newest], origins);
        };
        let number = u16::try_from(before.results.len()).unwrap_or(u16::MAX);
        origins.renumber(|_| number);
        origins.keep(&before.origins, |own, old| {
            newest.file.is_left_out(own.line)
                && before
                    .result(old)
                    .is_some_and(|result| !result.file.is_left_out(old.line))
        });
        let mut is_used = vec![false; before.results.len()];
        for (_, origin) in origins.iter() {
            if let Some(used) = is_used.get_mut(usize::from(origin.version)) {
                *used = true;
            }
        }
        let kept = before
            .results
            .iter()
            .zip(&is_used)
            .filter(|(_, used)| **used);
        let mut results: Vec<_> = kept.map(|(result, _)| Arc::clone(result)).collect();
        results.push(newest);
        let renumbered = |version: u16| {
            let earlier = is_used.iter().take(usize::from(version));
            u16::try_from(earlier.filter(|used| **used).count()).unwrap_or(u16::MAX)
        };
        origins.renumber(renumbered);
        Self::of(results, origins)
    }

    /// The numbers of an earlier session.
    pub(crate) fn recalled(analysed: AnalysisResult, origins: LineMap, is_confirmed: bool) -> Self {
        Self {
            is_unconfirmed: !is_confirmed,
            ..Self::of(vec![Arc::new(analysed)], origins)
        }
    }

    fn of(results: Vec<Arc<AnalysisResult>>, origins: LineMap) -> Self {
        Self {
            results: results.into(),
            origins: Arc::new(origins),
            has_failed: false,
            is_unconfirmed: false,
        }
    }

    /// The result for a line's origin.
    pub(crate) fn result(&self, origin: LineOrigin) -> Option<&Arc<AnalysisResult>> {
        self.results.get(usize::from(origin.version))
    }

    /// Whether the numbers of a line are older than the newest compiled text.
    pub(crate) fn is_stale(&self, origin: LineOrigin) -> bool {
        self.has_failed
            || self.is_unconfirmed
            || usize::from(origin.version) + 1 < self.results.len()
    }

    /// Whether any number is outdated.
    pub(crate) fn has_stale_parts(&self) -> bool {
        self.has_failed || self.is_unconfirmed || self.results.len() > 1
    }

    /// The newest result.
    pub(crate) fn newest(&self) -> Option<&Arc<AnalysisResult>> {
        self.results.last()
    }
}

/// The suffix of incomplete or outdated numbers.
pub(crate) const PROVISIONAL: &str = " …";

/// Marks the energy in a text such as `⚡ 40.2 nJ` as incomplete or outdated.
pub(crate) fn marked(label: &str, is_provisional: bool) -> String {
    if is_provisional && label.starts_with("⚡ ") && !label.ends_with(PROVISIONAL) {
        format!("{label}{PROVISIONAL}")
    } else {
        label.to_owned()
    }
}
