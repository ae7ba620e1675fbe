//! What was found in the files of a project, priced.

use crate::measured::Measured;
use crate::settings::Settings;
use compile::{ClassBytes, Compilation, CompiledFile, ResidentProject};
use ide::{Model, Program};
use project_model::Project;
use rayon::prelude::*;
use savings::{ClassFile, CompiledText, LocatedCandidate, NotOffered, PricingInputs, Saving};
use source::{ColumnEncoding, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// An edit and what it saves.
pub(crate) struct Item {
    /// The index of its file in the compilation.
    pub(crate) file: usize,
    /// The file's path in the project.
    pub(crate) path: String,
    pub(crate) placed: LocatedCandidate,
    /// The first line and column of the code that it is about, from 1; columns count UTF-16 units.
    pub(crate) place: (u32, u32),
    pub(crate) outcome: Result<Saving, NotOffered>,
    /// What it saves of a measured run; `None` if the run has nothing about its method.
    pub(crate) in_run: Option<InRun>,
}

/// What an edit saves of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct InRun {
    /// Joules; `None` if only CPU time was measured.
    pub(crate) joules: Option<f64>,
    /// As a share of the run.
    pub(crate) share: f64,
}

impl InRun {
    fn of(measured: &Measured, saving: &Saving) -> Option<Self> {
        let name = &saving.method;
        let row = measured.of(&name.class, &name.method, &name.descriptor)?;
        Some(Self {
            joules: (row.with_callees.joules).map(|joules| joules.mean * saving.share),
            share: row.with_callees.share.mean * saving.share,
        })
    }
}

impl Item {
    /// What a user names it by.
    pub(crate) fn id(&self) -> String {
        let (line, column) = self.place;
        let rule = self.placed.candidate.rule;
        format!("{rule}@{}:{line}:{column}", self.path)
    }

    /// What it saves, if it is offered.
    pub(crate) fn offer(&self) -> Option<&Saving> {
        let saving = self.outcome.as_ref().ok()?;
        saving.refusal().is_none().then_some(saving)
    }

    /// Why it is not offered.
    pub(crate) fn refusal(&self) -> Option<NotOffered> {
        match &self.outcome {
            Ok(saving) => saving.refusal(),
            Err(reason) => Some(reason.clone()),
        }
    }
}

/// What was found.
pub(crate) struct Found {
    /// The edits, in the order of files and texts.
    pub(crate) items: Vec<Item>,
    /// Files with text that no rule has seen.
    pub(crate) unseen: Vec<(PathBuf, Unseen)>,
}

/// Why no rule has seen a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unseen {
    /// The compiler gave no types for it.
    NoTypes,
    /// The syntax tree has gaps; the first is on this line, counted from 1.
    NotParsed {
        /// That line.
        line: u32,
    },
}

impl Found {
    /// What saves most comes first: of the run if one was measured, otherwise of a call. What is not offered follows in the order of
    /// the code.
    pub(crate) fn sort(&mut self) {
        let saved = |item: &Item| {
            let of_run = item.in_run.map_or(0.0, |in_run| in_run.share);
            item.offer()
                .map_or([f64::NEG_INFINITY; 2], |saving| [of_run, saving.joules])
        };
        self.items.sort_by(|one, two| {
            let ([one, one_call], [two, two_call]) = (saved(one), saved(two));
            two.total_cmp(&one).then(two_call.total_cmp(&one_call))
        });
    }
}

/// Lines of a file, from 1.
pub(crate) type LineSet = BTreeSet<u32>;

/// Where advice is looked for.
pub(crate) struct Search<'s> {
    pub(crate) model: &'s Model,
    pub(crate) settings: &'s Settings,
    pub(crate) project: &'s Project,
    pub(crate) compilation: &'s Compilation,
    pub(crate) program: Option<&'s Program>,
    pub(crate) resident: &'s ResidentProject<'s>,
    /// A run that was measured.
    pub(crate) measured: Option<&'s Measured>,
    /// The requested rules; all if it is empty.
    pub(crate) rules: &'s [String],
    /// The lines of each file for which advice is requested; all lines of all files if there is nothing here.
    pub(crate) lines: Option<&'s BTreeMap<PathBuf, LineSet>>,
}

impl Search<'_> {
    pub(crate) fn run(&self) -> Found {
        let all = self.compilation.files.iter().enumerate();
        let wanted = |path: &PathBuf| self.lines.is_none_or(|lines| lines.contains_key(path));
        let (places, files): (Vec<usize>, Vec<&CompiledFile>) =
            all.filter(|(_, file)| wanted(&file.file)).unzip();
        let types = self.resident.types(&files);
        let found: Vec<Result<Vec<LocatedCandidate>, Unseen>> = types
            .par_iter()
            .zip(&files)
            .map(|(types, file)| {
                let types = types.as_ref().ok_or(Unseen::NoTypes)?;
                let source = SourceFile::parse(Arc::clone(&file.text));
                let mut placed = savings::candidates(&source, types)
                    .map_err(|gap| Unseen::NotParsed { line: gap.line })?;
                let lines = self.lines.and_then(|lines| lines.get(&file.file));
                let is_in_lines = |one: &LocatedCandidate| {
                    lines.is_none_or(|lines| one.lines.clone().any(|line| lines.contains(&line)))
                };
                placed.retain(|one| self.is_wanted(one) && is_in_lines(one));
                Ok(placed)
            })
            .collect();
        let unseen = (files.iter().zip(&found))
            .filter(|(file, _)| !file.text.trim().is_empty())
            .filter_map(|(file, found)| Some((file.file.clone(), *found.as_ref().err()?)))
            .collect();
        let found: Vec<Vec<LocatedCandidate>> =
            found.into_iter().map(Result::unwrap_or_default).collect();
        let bar = crate::input::progress();
        bar.set_message("Pricing");
        bar.set_length(found.iter().map(|all| all.len() as u64).sum());
        let mut items: Vec<Item> = Vec::new();
        let rounds = found.iter().map(Vec::len).max().unwrap_or_default();
        // One edit of each file at a time, since javac takes many files as one.
        for round in 0..rounds {
            let of_round: Vec<(usize, &LocatedCandidate)> = found
                .iter()
                .enumerate()
                .filter_map(|(index, all)| Some((places[index], all.get(round)?)))
                .collect();
            items.extend(self.price_all(&of_round));
            bar.inc(of_round.len() as u64);
        }
        bar.finish_and_clear();
        items.sort_by_key(|item| (item.file, item.placed.candidate.range.start));
        Found { items, unseen }
    }

    fn is_wanted(&self, placed: &LocatedCandidate) -> bool {
        let rule = placed.candidate.rule;
        self.rules.is_empty() || self.rules.iter().any(|wanted| wanted == rule)
    }

    /// Prices edits, no two of them in one file.
    fn price_all(&self, placed: &[(usize, &LocatedCandidate)]) -> Vec<Item> {
        let file = |index: usize| &self.compilation.files[index];
        let texts: Vec<Option<Arc<str>>> = placed
            .iter()
            .map(|(index, one)| one.candidate.applied(&file(*index).text).map(Arc::from))
            .collect();
        let tried: Vec<(PathBuf, Arc<str>)> = placed
            .iter()
            .zip(&texts)
            .filter_map(|((index, _), text)| Some((file(*index).file.clone(), text.clone()?)))
            .collect();
        let mut compiled = self.resident.try_texts(&tried).into_iter();
        let after: Vec<Result<CompiledText, NotOffered>> = texts
            .into_iter()
            .map(|text| {
                let text = text.ok_or(NotOffered::NoFit)?;
                let classes = compiled.next().unwrap_or_else(|| Ok(Vec::new()));
                let classes = classes.map_err(NotOffered::DoesNotCompile)?;
                Ok(compiled_text(text, &classes))
            })
            .collect();
        let priced = placed.par_iter().zip(after);
        priced
            .map(|((index, placed), after)| self.item(*index, placed, after))
            .collect()
    }

    fn item(
        &self,
        index: usize,
        placed: &LocatedCandidate,
        after: Result<CompiledText, NotOffered>,
    ) -> Item {
        let file = &self.compilation.files[index];
        let lines = source::LineIndex::new(Arc::clone(&file.text));
        let at = lines.position(placed.candidate.range.start, ColumnEncoding::Utf16);
        let basis = PricingInputs {
            model: self.model,
            program: self.program,
            assumptions: &self.settings.assumptions(&file.file),
        };
        let before = compiled_text(Arc::clone(&file.text), &file.classes);
        let outcome = after.and_then(|after| savings::price(basis, &before, &after, placed));
        let saving = outcome.as_ref().ok();
        Item {
            in_run: self
                .measured
                .zip(saving)
                .and_then(|(measured, saving)| InRun::of(measured, saving)),
            file: index,
            path: self.project.relative(&file.file).display().to_string(),
            place: (at.line + 1, at.column + 1),
            outcome,
            placed: placed.clone(),
        }
    }
}

/// A text and its classes as they are priced.
pub(crate) fn compiled_text(text: Arc<str>, classes: &[ClassBytes]) -> CompiledText {
    let classes = classes.iter().map(|class| ClassFile {
        name: class.binary_name.clone(),
        bytes: Arc::clone(&class.bytes),
    });
    CompiledText {
        text,
        classes: classes.collect(),
    }
}
