//! Reacts to the errors of a text: leaves out code with errors, or adds stand-ins for missing types.

use std::collections::BTreeSet;
use std::sync::Arc;

use ide::{UnresolvedName, unknown_in};
use source::{Omitted, OmittedKind, SourceFile};

use super::located_error::LocatedError;
use super::stubs::{Edit, ProjectFiles, Repair, SourceError, Stubs};
use super::unit::Unit;
use problems::Problem;

impl Unit {
    /// Records the errors, and leaves out the code that has them. False if that is not possible.
    pub(super) fn reduce(&mut self, errors: &[LocatedError]) -> bool {
        for error in errors {
            self.tell(&error.problem);
        }
        let offsets: Vec<_> = errors.iter().map(|error| error.caret).collect();
        let source = self.parsed.take();
        let source = source.unwrap_or_else(|| SourceFile::parse(Arc::clone(&self.reduced)));
        let Some(reduced) = source.without(&offsets) else {
            return false;
        };
        if *reduced.text == *self.reduced {
            return false;
        }
        self.reduced = reduced.text.into();
        self.omitted.extend(reduced.omitted);
        true
    }

    fn tell(&mut self, problem: &Problem) {
        if !self.problems.contains(problem) {
            self.problems.push(problem.clone());
        }
    }

    /// Adds stand-ins or edits the text because of errors. False if there is no repair for any of them.
    pub(super) fn learn(
        &mut self,
        errors: &[LocatedError],
        stubs: &mut Stubs,
        around: &ProjectFiles,
    ) -> bool {
        let parsed = self.parsed.take();
        let source = parsed.unwrap_or_else(|| SourceFile::parse(Arc::clone(&self.reduced)));
        let is_active = self.unknown.is_used;
        let mut edits = Vec::new();
        let mut has_learned = false;
        for error in errors {
            let Some(complaint) = &error.complaint else {
                continue;
            };
            let mistake = SourceError {
                bytes: &error.bytes,
                complaint,
            };
            let Some(lesson) = stubs.repair(&source, &mistake, around, is_active) else {
                continue;
            };
            has_learned = true;
            // A missing name is reported. An error caused by its stand-in is not the user's mistake.
            if !is_active && complaint.is_about_the_unknown() {
                self.tell(&error.problem);
            }
            match lesson {
                Repair::Stub => {}
                Repair::Annotation(range) => {
                    let index = source.line_index();
                    let lines = index.line_number(range.start)..=index.line_number(range.end);
                    let omitted = Omitted {
                        kind: OmittedKind::Annotation,
                        lines,
                    };
                    if !self.omitted.contains(&omitted) {
                        self.omitted.push(omitted);
                    }
                    let text = source.text().get(range.clone()).unwrap_or_default();
                    let by = text.split('\n').map(|line| " ".repeat(line.len()));
                    let by = by.collect::<Vec<_>>().join("\n");
                    edits.push(Edit { range, by });
                    continue;
                }
                Repair::Words(words) => edits.extend(words),
            }
            self.unknown.is_used = true;
            let name = complaint.unknown_name();
            let around = name.zip(method_around(&source, error.bytes.start));
            self.unknown
                .places
                .extend(around.map(|(name, (first, last))| UnresolvedName { first, last, name }));
        }
        if edits.is_empty() {
            self.parsed = Some(source);
        } else {
            self.reduced = edited(source.text(), edits).into();
        }
        has_learned
    }

    /// Finds which of these stand-ins its classes name.
    pub(super) fn find_unknown(&mut self, stubs: &BTreeSet<String>) {
        if stubs.is_empty() {
            return;
        }
        for class in self.classes.iter().flatten() {
            let named = unknown_in(&class.bytes, stubs);
            let named = named.into_iter().flat_map(|(_, types)| types);
            self.unknown.types.extend(named);
        }
        self.unknown.is_used |= !self.unknown.types.is_empty();
    }
}

/// The lines of the outermost method around a place.
fn method_around(source: &SourceFile, offset: usize) -> Option<(u32, u32)> {
    let methods = source.methods().iter();
    let mut around = methods.filter(|method| method.range.contains(&offset));
    let method = around.next()?;
    Some((*method.lines.start(), *method.lines.end()))
}

/// Applies edits to a text. The first of two that overlap counts.
fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    edits.dedup();
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for edit in edits {
        let before = text.get(copied..edit.range.start);
        let Some(before) = before.filter(|_| edit.range.end <= text.len()) else {
            continue;
        };
        out.push_str(before);
        out.push_str(&edit.by);
        copied = edit.range.end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}
