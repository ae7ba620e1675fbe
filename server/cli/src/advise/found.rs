//! What was found in the files of a project, priced.

use super::saving::{NotOffered, Saving, State, saving};
use crate::settings::Settings;
use advice::{Candidate, Code};
use compile::{Compilation, CompiledFile, ResidentProject};
use ide::{Model, Program, ProgramClass, Specifications};
use project_model::Project;
use rayon::prelude::*;
use source::{ColumnEncoding, SourceFile};
use std::sync::Arc;

/// An edit and what it saves.
pub(crate) struct Item {
    /// The index of its file in the compilation.
    pub(crate) file: usize,
    /// The file's path in the project.
    pub(crate) path: String,
    pub(crate) candidate: Candidate,
    /// The first line and column of the code that it is about, from 1; columns count UTF-16 units.
    pub(crate) place: (u32, u32),
    pub(crate) outcome: Result<Saving, NotOffered>,
}

impl Item {
    /// What a user names it by.
    pub(crate) fn id(&self) -> String {
        let (line, column) = self.place;
        format!("{}@{}:{line}:{column}", self.candidate.rule, self.path)
    }

    pub(crate) fn is_offered(&self) -> bool {
        self.outcome
            .as_ref()
            .is_ok_and(|saving| saving.refusal().is_none())
    }

    /// Why it is not offered.
    pub(crate) fn reason(&self) -> String {
        let refusal = match &self.outcome {
            Ok(saving) => saving.refusal(),
            Err(reason) => Some(reason.clone()),
        };
        refusal.map_or_else(String::new, |reason| reason.to_string())
    }

    /// The joules that a call saves; below those of any offer where it is none.
    pub(crate) fn saved_joules(&self) -> f64 {
        match &self.outcome {
            Ok(saving) if self.is_offered() => saving.joules(),
            Ok(saving) => saving.share.min(1.0) - 1e9,
            Err(_) => -1e10,
        }
    }
}

/// Where advice is looked for.
pub(crate) struct Search<'s> {
    pub(crate) model: &'s Model,
    pub(crate) settings: &'s Settings,
    pub(crate) project: &'s Project,
    pub(crate) compilation: &'s Compilation,
    pub(crate) program: Option<&'s Program>,
    pub(crate) resident: &'s ResidentProject<'s>,
    /// The rules that are wanted; all where it is empty.
    pub(crate) rules: &'s [String],
}

impl Search<'_> {
    /// What was found, and how many files with classes have no types.
    pub(crate) fn run(&self) -> (Vec<Item>, usize) {
        let files: Vec<&CompiledFile> = self.compilation.files.iter().collect();
        let types = self.resident.types(&files);
        let with_classes = files.iter().zip(&types);
        let untyped = with_classes
            .filter(|(file, types)| types.is_none() && !file.text.trim().is_empty())
            .count();
        let found: Vec<(usize, Vec<Candidate>)> = types
            .par_iter()
            .enumerate()
            .filter_map(|(index, types)| {
                let file = SourceFile::parse(Arc::clone(&files[index].text));
                let code = Code::new(&file, types.as_ref()?)?;
                let mut candidates = advice::find(&code);
                candidates.retain(|one| {
                    self.rules.is_empty() || self.rules.iter().any(|rule| rule == one.rule)
                });
                Some((index, candidates))
            })
            .collect();
        let bar = crate::input::progress();
        bar.set_message("Pricing");
        bar.set_length(found.iter().map(|(_, all)| all.len() as u64).sum());
        let mut items = Vec::new();
        for (index, candidates) in found {
            let file = files[index];
            let lines = source::LineIndex::new(Arc::clone(&file.text));
            for candidate in candidates {
                let at = lines.position(candidate.range.start, ColumnEncoding::Utf16);
                items.push(Item {
                    file: index,
                    path: self.project.relative(&file.file).display().to_string(),
                    place: (at.line + 1, at.column + 1),
                    outcome: self.price(file, &candidate, &lines),
                    candidate,
                });
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        (items, untyped)
    }

    fn price(
        &self,
        file: &CompiledFile,
        candidate: &Candidate,
        lines: &source::LineIndex,
    ) -> Result<Saving, NotOffered> {
        let text = candidate
            .applied(&file.text)
            .ok_or(NotOffered::NoDifference)?;
        let after: Arc<str> = text.into();
        let compiled = self.resident.try_text(&file.file, Arc::clone(&after));
        let compiled = compiled.map_err(NotOffered::DoesNotCompile)?;
        let loops: Arc<[_]> = Specifications::read(&file.text).loops.into();
        let loops_after: Arc<[_]> = Specifications::read(&after).loops.into();
        let before = |name: &str| file.classes.iter().find(|class| class.binary_name == name);
        let changed: Vec<_> = compiled
            .iter()
            .filter(|class| {
                before(&class.binary_name).is_none_or(|known| known.bytes != class.bytes)
            })
            .collect();
        let of_base: Vec<Arc<[u8]>> = changed
            .iter()
            .filter_map(|class| Some(Arc::clone(&before(&class.binary_name)?.bytes)))
            .collect();
        let of_head: Vec<Arc<[u8]>> = changed
            .iter()
            .map(|class| Arc::clone(&class.bytes))
            .collect();
        let program = match self.program {
            Some(program) => {
                let classes = changed.iter().map(|class| ProgramClass {
                    bytes: Arc::clone(&class.bytes),
                    loops: Arc::clone(&loops_after),
                    left_out: Vec::new(),
                });
                Some(
                    program
                        .with(classes.collect())
                        .ok_or(NotOffered::NoDifference)?,
                )
            }
            None => None,
        };
        let line = |at: usize| lines.position(at, ColumnEncoding::Utf16).line + 1;
        let first = line(candidate.range.start);
        let last = line(candidate.range.end.max(candidate.range.start + 1) - 1);
        saving(
            self.model,
            (
                State {
                    program: self.program,
                    classes: &of_base,
                    loops: &loops,
                },
                State {
                    program: program.as_ref(),
                    classes: &of_head,
                    loops: &loops_after,
                },
            ),
            &(first..=last),
            &self.settings.assumptions(&file.file),
        )
    }
}
