//! An open document: its text, its next compilation, and its newest result.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use project_model::Purpose;
use source::{ColumnEncoding, LineMap, Position, SourceFile};
use tokio::time::Instant;
use tower_lsp::ls_types::{Diagnostic, TextDocumentContentChangeEvent};

use crate::analysis_result::AnalysisResult;
use crate::pricing_context::PricingContext;
use crate::snapshot::TrackedResults;

/// Edits within this time of each other are compiled together. The first one is compiled at once, so a single keystroke does not
/// wait.
const DEBOUNCE: Duration = Duration::from_millis(150);
/// While a user types without a pause, new numbers appear at this interval.
const MAX_DEBOUNCE: Duration = Duration::from_millis(600);
/// javac starts after the moved hints are answered, because editors request them right after an edit and they would compete for
/// the processor. It waits at most this long plus a time for each line, up to a maximum, because not every editor requests hints.
/// javac itself takes about twenty times as long.
const COMPILE_DELAY: Duration = Duration::from_millis(3);
const COMPILE_DELAY_PER_LINE: Duration = Duration::from_micros(4);
const MAX_COMPILE_DELAY: Duration = Duration::from_millis(15);
/// The number of compilations whose results may still be useful: the newest, and those in analysis.
const UNDER_WAY: usize = 3;

/// An open document.
#[derive(Debug)]
pub(crate) struct Document {
    /// Its number in the session, which hints contain.
    pub(crate) number: u32,
    /// The client's version of the text.
    pub(crate) version: i32,
    /// Its file, which may not exist.
    pub(crate) path: PathBuf,
    /// The project that it is compiled in.
    pub(crate) project: PathBuf,
    source: SourceFile,
    outcome: Option<TrackedResults>,
    /// The diagnostics that the client has.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The first package that was missing in the last compilation.
    pub(crate) missing: Option<String>,
    /// The digest of what other files saw of it after the last compilation.
    interface: Option<u64>,
    /// The compilations in progress.
    under_way: Vec<Job>,
    last_edit: Option<Instant>,
    waiting_since: Option<Instant>,
    due: Option<Instant>,
    /// Whether it waits only for the answer to the editor's request after an edit.
    is_held_back: bool,
    /// Whether the text itself was already compiled, but its dependencies have changed.
    is_again: bool,
}

/// A compilation that became the newest result.
#[derive(Debug)]
pub(crate) struct Finished {
    /// Whether other files see something different than before.
    pub(crate) has_new_interface: bool,
    /// The simple names of the classes.
    pub(crate) classes: Vec<String>,
    /// The results that it replaced. Dropping them takes time, which the next request should not wait for.
    pub(crate) replaced: Option<TrackedResults>,
}

/// A compilation and the analysis of its classes.
#[derive(Debug)]
struct Job {
    number: i32,
    /// The compiled text.
    source: SourceFile,
    /// The positions of the document's lines in that text.
    origins: LineMap,
    /// Whether the text's dependencies changed after the previous job.
    is_again: bool,
}

impl Document {
    /// The purpose of its file.
    pub(crate) fn purpose(&self) -> Purpose {
        Purpose::of(&self.project, &self.path, self.source.text())
    }

    pub(crate) fn new(
        (number, version): (u32, i32),
        path: PathBuf,
        project: PathBuf,
        text: String,
        now: Instant,
    ) -> Self {
        Self {
            number,
            version,
            path,
            project,
            source: SourceFile::parse(text),
            outcome: None,
            diagnostics: Vec::new(),
            missing: None,
            interface: None,
            under_way: Vec::new(),
            last_edit: None,
            waiting_since: None,
            due: Some(now),
            is_held_back: false,
            is_again: false,
        }
    }

    pub(crate) fn source(&self) -> &SourceFile {
        &self.source
    }

    pub(crate) fn outcome(&self) -> Option<&TrackedResults> {
        self.outcome.as_ref()
    }

    /// Whether newer numbers are being computed.
    pub(crate) fn is_compiling(&self) -> bool {
        self.due.is_some() || !self.under_way.is_empty()
    }

    /// Applies the changes of one notification, in order.
    pub(crate) fn change(
        &mut self,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: ColumnEncoding,
        now: Instant,
    ) {
        for change in changes {
            let range = match change.range {
                None => 0..self.source.text().len(),
                Some(range) => {
                    let offset = |position: tower_lsp::ls_types::Position| {
                        let position = Position {
                            line: position.line,
                            column: position.character,
                        };
                        self.source.line_index().offset(position, encoding)
                    };
                    offset(range.start)..offset(range.end)
                }
            };
            let edit = self.source.edit(range, &change.text);
            if let Some(outcome) = &mut self.outcome {
                Arc::make_mut(&mut outcome.origins).apply(edit);
            }
            for job in &mut self.under_way {
                job.origins.apply(edit);
            }
        }
        let is_alone = self
            .last_edit
            .is_none_or(|last| now.duration_since(last) >= DEBOUNCE);
        self.last_edit = Some(now);
        let since = *self.waiting_since.get_or_insert(now);
        self.is_held_back = is_alone && self.due.is_none();
        self.due = Some(if self.is_held_back {
            now + self.head_start()
        } else {
            (now + DEBOUNCE).min(since + MAX_DEBOUNCE)
        });
    }

    /// How long the requests right after an edit have the processor to themselves.
    fn head_start(&self) -> Duration {
        COMPILE_DELAY_PER_LINE
            .saturating_mul(self.source.line_index().line_count())
            .saturating_add(COMPILE_DELAY)
            .min(MAX_COMPILE_DELAY)
    }

    /// The editor has the requested hints.
    pub(crate) fn answered(&mut self, now: Instant) {
        if std::mem::take(&mut self.is_held_back) {
            self.due = self.due.map(|due| due.min(now));
        }
    }

    /// Schedules another compilation of the text, for example after a change of the settings.
    pub(crate) fn compile_again(&mut self, now: Instant) {
        self.is_again = true;
        self.due = Some(self.due.unwrap_or(now).min(now));
    }

    /// The time for compiling the text.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Starts a job, and returns the text to compile.
    pub(crate) fn start(&mut self, number: i32) -> SourceFile {
        self.due = None;
        self.is_held_back = false;
        self.waiting_since = None;
        self.under_way.push(Job {
            number,
            origins: LineMap::new(self.source.line_index()),
            source: self.source.clone(),
            is_again: std::mem::take(&mut self.is_again),
        });
        if self.under_way.len() > UNDER_WAY {
            self.under_way.remove(0);
        }
        self.source.clone()
    }

    /// The text of a job whose result is still useful.
    pub(crate) fn awaited(&self, number: i32) -> Option<&SourceFile> {
        let job = self.under_way.iter().find(|job| job.number == number);
        job.map(|job| &job.source)
    }

    /// Whether a job does not know the text's current dependencies. Another compilation that does is scheduled.
    pub(crate) fn is_outdated(&self, number: i32) -> bool {
        let jobs = self.under_way.iter();
        let mut later = jobs.skip_while(|job| job.number != number).skip(1);
        self.is_again || later.any(|job| job.is_again)
    }

    /// The job failed. The last good numbers stay visible.
    pub(crate) fn fail(&mut self, number: i32) {
        if self.take(number).is_some()
            && let Some(outcome) = &mut self.outcome
        {
            outcome.has_failed = true;
        }
    }

    /// The job was given up, and says nothing about the text.
    pub(crate) fn give_up(&mut self, number: i32) {
        self.take(number);
    }

    /// The job is done. Returns `None` if a newer one finished first.
    pub(crate) fn finish(&mut self, number: i32, analysed: AnalysisResult) -> Option<Finished> {
        let job = self.take(number)?;
        let interface = Some(analysed.interface);
        let classes = job.source.classes().iter();
        // Other files cannot mention anonymous classes.
        let names = classes.map(|class| &class.simple_name);
        let has_new_interface = self.interface != interface;
        let classes = names.filter(|name| !name.is_empty()).cloned().collect();
        self.interface = interface;
        let replaced = self.outcome.take();
        let newest = TrackedResults::new(analysed, job.origins, replaced.as_ref());
        self.outcome = Some(newest);
        Some(Finished {
            has_new_interface,
            classes,
            replaced,
        })
    }

    /// Replaces one result by another. False if the old one is no longer shown.
    pub(crate) fn exchange(&mut self, before: &Arc<AnalysisResult>, after: AnalysisResult) -> bool {
        let mut after = Some(Arc::new(after));
        if let Some(outcome) = &mut self.outcome {
            let results = outcome.results.iter();
            let results = results.map(|known| {
                let is_it = Arc::ptr_eq(known, before);
                after
                    .take_if(|_| is_it)
                    .unwrap_or_else(|| Arc::clone(known))
            });
            outcome.results = results.collect();
        }
        after.is_none()
    }

    /// Shows the known results with another device or other settings.
    pub(crate) fn show_with(&mut self, context: &Arc<PricingContext>) {
        if let Some(outcome) = &mut self.outcome {
            let results = outcome.results.iter();
            let results = results.map(|result| Arc::new(result.shown_with(context)));
            outcome.results = results.collect();
        }
    }

    /// Shows the numbers of an earlier session until the job is done, if there are none yet.
    pub(crate) fn recall(&mut self, number: i32, analysed: AnalysisResult, is_confirmed: bool) {
        let job = self.under_way.iter().find(|job| job.number == number);
        if let Some(job) = job.filter(|_| self.outcome.is_none()) {
            let origins = job.origins.clone();
            self.outcome = Some(TrackedResults::recalled(analysed, origins, is_confirmed));
        }
    }

    /// Whether the text contains any of the names as a word.
    pub(crate) fn mentions(&self, names: &[String]) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let mut words = self.source.text().split(|c: char| !is_part(c));
        words.any(|word| names.iter().any(|name| name == word))
    }

    /// Removes a job and those before it.
    fn take(&mut self, number: i32) -> Option<Job> {
        let at = self.under_way.iter().position(|job| job.number == number)?;
        self.under_way.drain(..=at).next_back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tower_lsp::ls_types::Range;

    fn change(from: (u32, u32), to: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let position = |(line, column)| tower_lsp::ls_types::Position::new(line, column);
        TextDocumentContentChangeEvent {
            range: Some(Range::new(position(from), position(to))),
            range_length: None,
            text: text.to_owned(),
        }
    }

    fn whole(text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: text.to_owned(),
        }
    }

    fn open(text: &str, now: Instant) -> Document {
        Document::new(
            (1, 1),
            "/a/A.java".into(),
            "/a".into(),
            text.to_owned(),
            now,
        )
    }

    fn text_after(
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: ColumnEncoding,
    ) -> String {
        let now = Instant::now();
        let mut document = open("a😀b\nc", now);
        document.change(changes, encoding, now);
        document.source().text().to_owned()
    }

    #[test]
    fn changes_are_applied_one_after_the_other_in_the_agreed_units() {
        let utf16 = vec![change((0, 3), (0, 4), "x\ny"), change((1, 0), (1, 1), "z")];
        assert_eq!(text_after(utf16, ColumnEncoding::Utf16), "a😀x\nz\nc");
        let utf8 = vec![change((0, 5), (0, 6), "x")];
        assert_eq!(text_after(utf8, ColumnEncoding::Utf8), "a😀x\nc");
        assert_eq!(text_after(vec![whole("new")], ColumnEncoding::Utf8), "new");
    }

    #[test]
    fn impossible_ranges_are_moved_to_where_there_is_text() {
        for range in [
            ((9, 9), (9, 9)),
            ((1, 1), (0, 0)),
            ((0, 99), (u32::MAX, u32::MAX)),
        ] {
            let changes = vec![change(range.0, range.1, "x")];
            assert!(
                text_after(changes, ColumnEncoding::Utf16).contains('x'),
                "{range:?}"
            );
        }
        // The second half of the emoji.
        let inside = vec![change((0, 2), (0, 2), "x")];
        assert_eq!(text_after(inside, ColumnEncoding::Utf16), "ax😀b\nc");
    }

    #[test]
    fn a_single_edit_is_compiled_at_once_and_a_burst_after_it() {
        let start = Instant::now();
        let mut document = open("a", start);
        document.start(1);
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut edit = |milliseconds| {
            document.change(vec![whole("b")], ColumnEncoding::Utf8, at(milliseconds));
            let due = document.due();
            if due < Some(at(milliseconds + 10)) {
                document.start(2);
            }
            due
        };
        let head_start = COMPILE_DELAY + COMPILE_DELAY_PER_LINE;
        assert_eq!(edit(1000), Some(at(1000) + head_start));
        assert_eq!(edit(1050), Some(at(1200)));
        assert_eq!(edit(1100), Some(at(1250)));
    }

    #[test]
    fn the_hints_that_an_editor_asks_for_go_before_the_compilation() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        for (lines, head_start) in [(1_000, 7), (100_000, 15)] {
            let mut document = open(&"\n".repeat(lines - 1), start);
            document.start(1);
            let mut edit = |milliseconds| {
                let edit = vec![change((0, 0), (0, 0), "x")];
                document.change(edit, ColumnEncoding::Utf8, at(milliseconds));
                document.due()
            };
            assert_eq!(edit(1000), Some(at(1000 + head_start)));
            document.answered(at(1004));
            assert_eq!(document.due(), Some(at(1004)));
        }
    }

    #[test]
    fn an_answer_does_not_end_the_quiet_after_a_burst() {
        let start = Instant::now();
        let mut document = open("a", start);
        document.start(1);
        for milliseconds in [1000, 1001] {
            let now = start + Duration::from_millis(milliseconds);
            document.change(vec![whole("b")], ColumnEncoding::Utf8, now);
        }
        let due = document.due();
        document.answered(start + Duration::from_millis(1002));
        assert_eq!(document.due(), due);
    }

    #[test]
    fn who_types_without_a_pause_is_served_all_the_same() {
        let start = Instant::now();
        let mut document = open("a", start);
        document.start(1);
        document.change(vec![whole("b")], ColumnEncoding::Utf8, start);
        document.start(2);
        for milliseconds in (100..2000).step_by(100) {
            let now = start + Duration::from_millis(milliseconds);
            document.change(vec![whole("b")], ColumnEncoding::Utf8, now);
            let due = document.due().expect("an edit is due");
            assert!(due <= start + Duration::from_millis(100) + MAX_DEBOUNCE);
        }
    }

    #[test]
    fn a_job_is_outdated_once_the_text_is_compiled_against_something_else() {
        let now = Instant::now();
        let mut document = open("a", now);
        document.start(1);
        assert!(!document.is_outdated(1));
        document.compile_again(now);
        assert!(document.is_outdated(1), "it is due");
        document.start(2);
        assert!(document.is_outdated(1) && !document.is_outdated(2));
        // Numbers of a text that is being edited stay visible.
        document.change(vec![whole("b")], ColumnEncoding::Utf8, now);
        assert!(!document.is_outdated(2));
        document.start(3);
        assert!(!document.is_outdated(2));
    }

    #[test]
    fn a_job_that_a_newer_one_overtook_is_of_no_use() {
        let now = Instant::now();
        let mut document = open("a", now);
        for job in 1..=5 {
            document.start(job);
        }
        assert!(
            document.awaited(2).is_none(),
            "only the last few are remembered"
        );
        document.fail(4);
        let left: Vec<_> = (1..=5)
            .filter(|job| document.awaited(*job).is_some())
            .collect();
        assert_eq!(left, [5]);
    }
}
