//! Other texts of an open document: the rules' proposals, and the cost of any other text.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::{Arc, Weak};

use compile::Trial;
use ide::{Program, ProgramClass, Specifications};
use savings::{ClassFile, CompiledText, LocatedCandidate, NotOffered, PricingInputs, Saving};
use tokio::task::spawn_blocking;

use crate::analysis_result::AnalysisResult;
use crate::snapshot::Snapshot;

/// A document with everything needed to compile and price other texts of it.
#[derive(Debug)]
pub(crate) struct DocumentTrial {
    pub(crate) snapshot: Snapshot,
    pub(crate) pricing: TrialPricing,
}

/// Everything needed to compile and price other texts.
#[derive(Debug, Clone)]
pub(crate) struct TrialPricing {
    /// Answers from the compiler of the document's project, without the writer waiting for them.
    pub(crate) trial: Trial,
    /// The program for following calls; `None` until all files are loaded.
    pub(crate) program: Option<Arc<Program>>,
}

/// The result of comparing a text with another.
pub(crate) type TrialResult<T> = Result<T, NotOffered>;

impl DocumentTrial {
    /// A digest that tells the document's text from others.
    pub(crate) fn text_digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.snapshot.source.text().hash(&mut hasher);
        hasher.finish()
    }

    /// The numbers of the document; `None` if they belong to another text or are incomplete.
    pub(crate) fn numbers(&self) -> Option<&Arc<AnalysisResult>> {
        let snapshot = &self.snapshot;
        let outcome = snapshot.outcome.as_ref()?;
        let newest = outcome.newest()?;
        let are_whole = !outcome.has_stale_parts()
            && newest.source().text() == snapshot.source.text()
            && snapshot.calls.lacks(newest).is_none();
        (snapshot.is_enabled && are_whole).then_some(newest)
    }
}

impl TrialPricing {
    /// Prices the proposals that are nearest to some lines (from 1) and at most so far away. It ends early if the text gets another
    /// result.
    pub(crate) async fn price_nearest(
        &self,
        result: &Weak<AnalysisResult>,
        lines: RangeInclusive<u32>,
        reach: u32,
        most: usize,
    ) {
        let Some(now) = result.upgrade() else {
            return;
        };
        let proposals = self.proposals(&now).await;
        drop(now);
        let distance = |placed: &LocatedCandidate| -> u32 {
            let before = lines.start().saturating_sub(*placed.lines.end());
            before.max(placed.lines.start().saturating_sub(*lines.end()))
        };
        let mut order: Vec<_> = proposals.iter().enumerate().collect();
        order.retain(|(_, placed)| distance(placed) <= reach);
        order.sort_by_key(|(_, placed)| distance(placed));
        for (index, placed) in order.into_iter().take(most) {
            let Some(result) = result.upgrade() else {
                return;
            };
            let (pricing, placed) = (self.clone(), placed.clone());
            // If this ends early, what the compiler has begun is still cached.
            let one = tokio::spawn(async move {
                let _ = pricing.price(&result, index, &placed).await;
            });
            let _ = one.await;
        }
    }

    /// The edits that rules propose for a result's text.
    pub(crate) async fn proposals(&self, result: &Arc<AnalysisResult>) -> Arc<[LocatedCandidate]> {
        let found = result.proposals().found.get_or_try_init(|| async {
            let types = self.trial.types(result.compiled()).await.ok_or(())?;
            let source = result.source().clone();
            let found = spawn_blocking(move || savings::candidates(&source, &types)).await;
            found
                .map(|found| Arc::from(found.unwrap_or_default()))
                .map_err(|_| ())
        });
        // If the compiler could not answer, it is asked again the next time.
        found.await.map_or_else(|()| Arc::default(), Arc::clone)
    }

    /// The saving of one of the proposed edits.
    pub(crate) async fn price(
        &self,
        result: &Arc<AnalysisResult>,
        index: usize,
        placed: &LocatedCandidate,
    ) -> TrialResult<Saving> {
        let once = result.priced.of(index);
        let outcome = once.get_or_init(|| async {
            let text = placed.candidate.applied(result.source().text());
            let text = text.ok_or(NotOffered::NoFit)?;
            let edit = placed.clone();
            let compared = self.compared(result, text.into(), move |basis, before, after| {
                savings::price(basis, before, after, &edit)
            });
            compared.await
        });
        outcome.await.clone()
    }

    /// Compiles a text in place of a result's text, and prices both on a separate thread.
    pub(crate) async fn compared<T: Send + 'static>(
        &self,
        result: &Arc<AnalysisResult>,
        text: Arc<str>,
        compare: impl FnOnce(PricingInputs<'_>, &CompiledText, &CompiledText) -> TrialResult<T>
        + Send
        + 'static,
    ) -> TrialResult<T> {
        let compiled = result.compiled();
        let tried = self.trial.try_text(&compiled.file, Arc::clone(&text)).await;
        let tried = tried.map_err(NotOffered::DoesNotCompile)?;
        let after = compiled_text(text, &tried);
        let (result, program) = (Arc::clone(result), self.program.clone());
        let priced = spawn_blocking(move || {
            let compiled = result.compiled();
            let before = compiled_text(Arc::clone(&compiled.text), &compiled.classes);
            let program = program
                .filter(|_| result.is_to_be_followed)
                .map(|program| with_classes(program, &before));
            let basis = PricingInputs {
                model: &result.model,
                program: program.as_deref(),
                assumptions: &result.assume,
            };
            compare(basis, &before, &after)
        });
        priced.await.unwrap_or(Err(NotOffered::NotPriced))
    }
}

fn compiled_text(text: Arc<str>, classes: &[compile::ClassBytes]) -> CompiledText {
    let classes = classes.iter().map(|class| ClassFile {
        name: class.binary_name.clone(),
        bytes: Arc::clone(&class.bytes),
    });
    CompiledText {
        text,
        classes: classes.collect(),
    }
}

/// The program with the classes of a text, even if it already has newer ones.
fn with_classes(program: Arc<Program>, text: &CompiledText) -> Arc<Program> {
    let loops: Arc<[_]> = Specifications::read(&text.text).loops.into();
    let classes = text.classes.iter().map(|class| ProgramClass {
        bytes: Arc::clone(&class.bytes),
        loops: Arc::clone(&loops),
        left_out: Vec::new(),
    });
    program
        .with(classes.collect::<Vec<_>>())
        .map_or(program, Arc::new)
}
