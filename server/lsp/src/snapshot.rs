//! What a request is answered from: one document as it was when the request came.

use std::sync::Arc;

use source::{LineIndex, LineMap, LineOrigin, SourceFile};

use crate::analysis_result::AnalysisResult;
use crate::client_capabilities::ClientCapabilities;

/// A document, what is known of it, and how their lines correspond. Cheap to make.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    /// The number of the document in the session.
    pub(crate) document: u32,
    /// The client's version of the text.
    pub(crate) version: i32,
    /// The text as the editor shows it.
    pub(crate) source: SourceFile,
    /// What the client can do, and how columns count.
    pub(crate) capabilities: ClientCapabilities,
    /// The numbers, once there are any.
    pub(crate) outcome: Option<TrackedResults>,
    /// Why numbers are missing or not the newest.
    pub(crate) state: State,
    /// What the calls of its project are followed into.
    pub(crate) calls: CallGraphProgress,
    /// Whether anything is shown at all.
    pub(crate) is_enabled: bool,
    /// Whether lenses are shown.
    pub(crate) lens: bool,
}

impl Snapshot {
    pub(crate) fn text(&self) -> &LineIndex {
        self.source.line_index()
    }
}

/// How far the calls of a project are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallGraphProgress {
    /// What is still missing.
    pub(crate) awaited: Option<PendingWork>,
    /// What they are followed into now.
    pub(crate) revision: Option<u64>,
}

impl CallGraphProgress {
    /// What numbers lack that are still to come; `None` if they have all.
    pub(crate) fn lacks(self, result: &AnalysisResult) -> Option<PendingWork> {
        if !result.is_to_be_followed {
            return None;
        }
        // Between the end of the work and the new numbers the old ones are no better than before.
        let is_behind = result.revision.is_none() || result.revision != self.revision;
        self.awaited.or(is_behind.then_some(PendingWork::Callees))
    }
}

/// What numbers still lack, while it is being computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PendingWork {
    /// The classes of files.
    Files,
    /// What the methods of the project cost that are called.
    Callees,
    /// What the methods of the JDK and of jars cost.
    Libraries,
}

impl PendingWork {
    /// What is being done about it, and what numbers lack until then.
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

/// How the numbers of a document stand to its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// They are those of the text.
    Fresh,
    /// Newer ones are on their way.
    Compiling,
    /// The text does not compile, in part or as a whole.
    Broken,
    /// Something that the text needs is not there.
    MissingDependency,
    /// There is nothing to compile with.
    NoJdk,
}

/// Numbers and what happened to the text since.
#[derive(Debug, Clone)]
pub(crate) struct TrackedResults {
    /// The results that are still shown, the newest last: a method that does not compile keeps
    /// the numbers of the last result in which it did.
    pub(crate) results: Arc<[Arc<AnalysisResult>]>,
    /// Where the lines of the text stood in the texts of the results.
    pub(crate) origins: Arc<LineMap>,
    /// Whether a newer text was given to the compiler and made nothing of.
    pub(crate) has_failed: bool,
    /// Whether the numbers are those of an earlier session, in which what they rest on was another.
    pub(crate) is_unconfirmed: bool,
}

impl TrackedResults {
    /// The numbers of a result without errors, or of one in which some code was left out: that code
    /// keeps what was shown of it before.
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

    /// The result that a line comes from.
    pub(crate) fn result(&self, origin: LineOrigin) -> Option<&Arc<AnalysisResult>> {
        self.results.get(usize::from(origin.version))
    }

    /// Whether the numbers of a line are older than the newest text that was compiled.
    pub(crate) fn is_stale(&self, origin: LineOrigin) -> bool {
        self.has_failed
            || self.is_unconfirmed
            || usize::from(origin.version) + 1 < self.results.len()
    }

    /// Whether there is a number that is not the newest.
    pub(crate) fn has_stale_parts(&self) -> bool {
        self.has_failed || self.is_unconfirmed || self.results.len() > 1
    }

    /// The newest result.
    pub(crate) fn newest(&self) -> Option<&Arc<AnalysisResult>> {
        self.results.last()
    }
}

/// What numbers end with to which more comes, or that are not those of the text any more.
pub(crate) const PROVISIONAL: &str = " …";

/// Marks the energy in a text such as `⚡ 40.2 nJ` as not being all of it, or not that of the newest text.
pub(crate) fn marked(label: &str, is_provisional: bool) -> String {
    if is_provisional && label.starts_with("⚡ ") && !label.ends_with(PROVISIONAL) {
        format!("{label}{PROVISIONAL}")
    } else {
        label.to_owned()
    }
}
