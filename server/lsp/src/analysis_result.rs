//! One version of a document with its energy, worked out once for all requests.

use ide::{Assumptions, FileAnalysis, Finding, Hint, Lens, Model, Ranked};
use source::SourceFile;
use workspace::CompiledFile;
use workspace::configuration::{Calls, Configuration, Hints};

use crate::call_graph::CallGraph;
use crate::hint_style;

/// What requests are answered from.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own"
)]
pub(crate) struct AnalysisResult {
    pub(crate) model: Model,
    pub(crate) assume: Assumptions,
    pub(crate) file: FileAnalysis,
    /// By line.
    pub(crate) hints: Vec<Hint>,
    /// By line.
    pub(crate) lenses: Vec<Lens>,
    /// By line.
    pub(crate) findings: Vec<Finding>,
    /// What other files see of the text.
    pub(crate) interface: Option<u64>,
    /// Whether the numbers are those of classes that the build has made.
    pub(crate) is_from_build: bool,
    /// What its calls were followed into, as [`CallGraph::revision`] has it; `None` where they were not.
    pub(crate) revision: Option<u64>,
    /// Whether hints have shares of their methods.
    pub(crate) has_shares: bool,
    /// Whether calls are to be followed at all.
    pub(crate) is_to_be_followed: bool,
    /// Whether callers of its methods in other files have other numbers now.
    pub(crate) has_new_costs: bool,
}

impl AnalysisResult {
    /// Analyses the classes of a file. This takes its time and belongs on a thread of its own.
    pub(crate) fn new(
        model: Model,
        settings: &Configuration,
        source: &SourceFile,
        compiled: &CompiledFile,
        calls: Option<&CallGraph>,
    ) -> Self {
        // What is followed into more in the meantime is noticed: this one is older then.
        let revision = calls.and_then(CallGraph::revision);
        let followed = calls.and_then(|calls| calls.with(settings, source, compiled));
        let has_new_costs = followed
            .as_ref()
            .is_some_and(|followed| followed.has_new_costs);
        let assume = settings.assume.of_file(&compiled.file).into_owned();
        let mut file = FileAnalysis::new(
            &model,
            source,
            compiled.version.unwrap_or_default(),
            compiled.classes.iter().map(|class| &*class.bytes),
            &compiled.left_out(),
            followed.as_ref().map(|followed| &followed.program),
        );
        let classes = compiled.classes.iter();
        let classes = classes.map(|class| (class.binary_name.as_str(), &*class.bytes));
        file.note_unknown(&compiled.unknown, classes);
        let style = hint_style::of(settings);
        let mut hints = file.hints_in(&model, &assume, &style);
        if settings.hints == Hints::None {
            hints.clear();
        }
        let lenses = file.lenses(&model, &assume);
        let findings = file.findings(&model, &assume);
        Self {
            model,
            assume,
            file,
            hints,
            lenses,
            findings,
            interface: source.interface_digest(),
            is_from_build: compiled.is_from_build,
            revision: revision.filter(|_| followed.is_some()),
            has_shares: style.has_share,
            is_to_be_followed: settings.calls != Calls::None,
            has_new_costs,
        }
    }

    /// The methods of a file with what they are ranked by, and what their calls were followed into: less than all that
    /// requests for an open file are answered from.
    pub(crate) fn ranked(
        model: &Model,
        settings: &Configuration,
        source: &SourceFile,
        compiled: &CompiledFile,
        calls: Option<&CallGraph>,
    ) -> (Vec<Ranked>, Option<u64>) {
        let revision = calls.and_then(CallGraph::revision);
        let followed = calls.and_then(|calls| calls.with(settings, source, compiled));
        let assume = settings.assume.of_file(&compiled.file);
        let file = FileAnalysis::new(
            model,
            source,
            compiled.version.unwrap_or_default(),
            compiled.classes.iter().map(|class| &*class.bytes),
            &compiled.left_out(),
            followed.as_ref().map(|followed| &followed.program),
        );
        let revision = revision.filter(|_| followed.is_some());
        (file.ranking(model, &assume), revision)
    }

    /// The methods with what they are ranked by.
    pub(crate) fn ranking(&self) -> Vec<Ranked> {
        self.file.ranking(&self.model, &self.assume)
    }

    /// The lenses over a line, counted from 1.
    pub(crate) fn lenses_of(&self, line: u32) -> &[Lens] {
        let start = self.lenses.partition_point(|lens| lens.line < line);
        let end = self.lenses.partition_point(|lens| lens.line <= line);
        self.lenses.get(start..end).unwrap_or_default()
    }

    /// The findings that begin on a line, counted from 1.
    pub(crate) fn findings_of(&self, line: u32) -> &[Finding] {
        let start = self
            .findings
            .partition_point(|finding| finding.place.line < line);
        let end = self
            .findings
            .partition_point(|finding| finding.place.line <= line);
        self.findings.get(start..end).unwrap_or_default()
    }

    /// The hint of a line, counted from 1.
    pub(crate) fn hint(&self, line: u32) -> Option<&Hint> {
        let at = self.hints.binary_search_by_key(&line, |hint| hint.line);
        self.hints.get(at.ok()?)
    }
}
