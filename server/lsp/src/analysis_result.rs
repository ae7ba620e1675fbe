//! The analysis of one version of a document, computed once for all requests.

use std::sync::Arc;

use compile::CompiledFile;
use ide::{
    AssumedValues, FileAnalysis, Finding, Hint, Lens, Model, RankableFile, Ranked, RunOfFile,
};
use project_settings::{Calls, Hints};
use source::SourceFile;

use crate::call_graph::CallGraph;
use crate::hint_style;
use crate::pricing_context::PricingContext;
use crate::proposals::{PricedProposals, Proposals};

/// The data for answering requests.
#[derive(Debug)]
pub(crate) struct AnalysisResult {
    pub(crate) context: Arc<PricingContext>,
    pub(crate) model: Model,
    pub(crate) assume: AssumedValues,
    /// The compiled text.
    source: SourceFile,
    compiled: Arc<CompiledFile>,
    /// Independent of devices and assumed values.
    pub(crate) file: Arc<FileAnalysis>,
    /// By line.
    pub(crate) hints: Vec<Hint>,
    /// By line.
    pub(crate) lenses: Vec<Lens>,
    /// By line.
    pub(crate) findings: Vec<Finding>,
    /// The digest of what other files see of the text.
    pub(crate) interface: u64,
    /// Whether the classes are from the project's build.
    pub(crate) is_from_build: bool,
    /// The [`CallGraph::revision`] of its callees; `None` if calls were not followed.
    pub(crate) revision: Option<u64>,
    /// Whether calls are to be followed.
    pub(crate) is_to_be_followed: bool,
    /// Whether callers of its methods in other files have new numbers.
    pub(crate) has_new_costs: bool,
    /// The edits that rules propose for the text, found on demand.
    proposals: Arc<Proposals>,
    /// The savings of these edits with this result's model and calls.
    pub(crate) priced: PricedProposals,
}

/// An analysed file, before display.
struct AnalysedFile {
    source: SourceFile,
    compiled: Arc<CompiledFile>,
    file: Arc<FileAnalysis>,
    interface: u64,
    revision: Option<u64>,
    has_new_costs: bool,
    proposals: Arc<Proposals>,
}

impl AnalysisResult {
    /// Analyses the classes of a file. This takes long, so it must run on its own thread. What an earlier result of the file
    /// shows to be the same is taken over from it.
    pub(crate) fn new(
        context: Arc<PricingContext>,
        source: SourceFile,
        compiled: Arc<CompiledFile>,
        calls: Option<&CallGraph>,
        earlier: Option<&Self>,
    ) -> Self {
        let PricingContext {
            model, settings, ..
        } = &*context;
        // If more calls are followed in the meantime, this result has an older revision.
        let revision = calls.and_then(CallGraph::revision);
        let followed = calls.and_then(|calls| calls.with(settings, &source, &compiled));
        let version = compiled.version.unwrap_or_default();
        let classes = compiled.classes.iter().map(|class| &*class.bytes);
        let left_out = compiled.left_out();
        let program = followed.as_ref().map(|followed| &followed.program);
        let earlier = earlier.filter(|earlier| earlier.context.analyses_like(&context));
        let mut file = match earlier {
            Some(earlier) => {
                let text = (model, &source, version);
                FileAnalysis::after(&earlier.file, text, classes, &left_out, program)
            }
            None => FileAnalysis::new(model, &source, version, classes, &left_out, program),
        };
        let classes = compiled.classes.iter();
        let classes = classes.map(|class| (class.binary_name.as_str(), &*class.bytes));
        file.note_unknown(&compiled.unknown, classes);
        let analysed = AnalysedFile {
            interface: source.interface_digest(),
            source,
            compiled,
            file: Arc::new(file),
            revision: revision.filter(|_| followed.is_some()),
            has_new_costs: followed.is_some_and(|followed| followed.has_new_costs),
            proposals: Arc::default(),
        };
        Self::shown(context, analysed)
    }

    fn shown(context: Arc<PricingContext>, analysed: AnalysedFile) -> Self {
        let PricingContext {
            model, settings, ..
        } = &*context;
        let AnalysedFile {
            source,
            compiled,
            file,
            interface,
            revision,
            has_new_costs,
            proposals,
        } = analysed;
        let assume = settings.assume.of_file(&compiled.file).into_owned();
        let style = hint_style::of(settings);
        let run = context.run_of(&compiled.file);
        let mut hints = file.hints_in(model, &assume, &style, run);
        if settings.hints == Hints::None {
            hints.clear();
        }
        Self {
            model: model.clone(),
            hints,
            lenses: file.lenses(model, &assume, run),
            findings: file.findings(model, &assume),
            assume,
            source,
            file,
            interface,
            is_from_build: compiled.is_from_build,
            compiled,
            revision,
            is_to_be_followed: settings.calls != Calls::None,
            has_new_costs,
            proposals,
            priced: PricedProposals::default(),
            context,
        }
    }

    /// The same with another device or other display settings. Nothing is analysed.
    pub(crate) fn shown_with(&self, context: &Arc<PricingContext>) -> Self {
        let analysed = AnalysedFile {
            source: self.source.clone(),
            compiled: Arc::clone(&self.compiled),
            file: Arc::clone(&self.file),
            interface: self.interface,
            revision: self.revision,
            has_new_costs: false,
            proposals: Arc::clone(&self.proposals),
        };
        Self::shown(Arc::clone(context), analysed)
    }

    /// The same classes, analysed with another model or with more callees.
    pub(crate) fn analysed_again(
        &self,
        context: Arc<PricingContext>,
        calls: Option<&CallGraph>,
    ) -> Self {
        let (source, compiled) = (self.source.clone(), Arc::clone(&self.compiled));
        Self::new(context, source, compiled, calls, Some(self))
    }

    /// The methods of a file and the revision of their callees. This needs less than the requests for an open file.
    pub(crate) fn rankable(
        context: &PricingContext,
        source: &SourceFile,
        compiled: &CompiledFile,
        calls: Option<&CallGraph>,
    ) -> (RankableFile, Option<u64>) {
        let revision = calls.and_then(CallGraph::revision);
        let followed = calls.and_then(|calls| calls.with(&context.settings, source, compiled));
        let file = FileAnalysis::new(
            &context.model,
            source,
            compiled.version.unwrap_or_default(),
            compiled.classes.iter().map(|class| &*class.bytes),
            &compiled.left_out(),
            followed.as_ref().map(|followed| &followed.program),
        );
        let revision = revision.filter(|_| followed.is_some());
        (file.into_rankable(), revision)
    }

    /// The compiled text.
    pub(crate) fn source(&self) -> &SourceFile {
        &self.source
    }

    /// The compiled file.
    pub(crate) fn compiled(&self) -> &CompiledFile {
        &self.compiled
    }

    /// The edits that rules propose for the text.
    pub(crate) fn proposals(&self) -> &Proposals {
        &self.proposals
    }

    /// The methods with the numbers that rank them.
    pub(crate) fn ranking(&self) -> Vec<Ranked> {
        self.file.ranking(&self.model, &self.assume, self.run())
    }

    /// The displayed run, for this file.
    pub(crate) fn run(&self) -> Option<RunOfFile<'_>> {
        self.context.run_of(&self.compiled.file)
    }

    /// The lenses above a line, counted from 1.
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
