//! Methods whose results may differ although they execute the same, such as a getter that returns another constant.

use super::key::{Key, named};
use super::texts::Texts;
use ::diff::behind_name;
use source::{MethodKind, SourceFile, differ_by_values_alone};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Methods that differ by values alone.
#[derive(Default)]
pub(super) struct ChangedResults {
    /// By name, their code in the base and in the head.
    methods: BTreeMap<String, [String; 2]>,
}

impl ChangedResults {
    /// The methods of the changed files.
    pub(super) fn between(changed: &[&String], before: &Texts, after: &Texts) -> Self {
        let mut methods: BTreeMap<String, [String; 2]> = BTreeMap::new();
        for file in changed {
            let (one, mut two) = (codes(before.get(*file)), codes(after.get(*file)));
            for (key, (name, before)) in one {
                let Some((_, after)) = two.remove(&key) else {
                    continue;
                };
                if before != after && differ_by_values_alone(&before, &after) {
                    let known = methods.entry(name).or_default();
                    known[0].push_str(&before);
                    known[1].push_str(&after);
                }
            }
        }
        Self { methods }
    }

    /// Adds the methods of these files that read a value that may differ.
    pub(super) fn add_readers(
        &mut self,
        files: &[&String],
        texts: &Texts,
        reads: impl Fn(&str) -> bool,
    ) {
        for file in files {
            let readers = codes(texts.get(*file)).into_values();
            for (name, _) in readers.filter(|(_, code)| reads(code)) {
                self.methods.entry(name).or_default();
            }
        }
    }

    /// Whether a code calls one of them, as far as its text shows.
    pub(super) fn are_called_in(&self, code: &str) -> bool {
        self.methods.keys().any(|name| calls(code, name))
    }

    /// The code of those that a code calls, in the base or in the head.
    pub(super) fn code_called_in(&self, code: &str, side: usize) -> String {
        let called = self.methods.iter().filter(|(name, _)| calls(code, name));
        called.map(|(_, sides)| &sides[side][..]).collect()
    }

    /// The unchanged files that may call one of them.
    pub(super) fn callers<'t>(&self, changed: &[&String], texts: &'t Texts) -> Vec<&'t String> {
        if self.methods.is_empty() {
            return Vec::new();
        }
        let texts = texts.iter();
        let other =
            texts.filter(|(file, text)| !changed.contains(file) && self.are_called_in(text));
        other.map(|(file, _)| file).collect()
    }
}

/// The name and the code of each method of a file. Constructors return nothing.
fn codes(text: Option<&Arc<str>>) -> BTreeMap<Key, (String, String)> {
    let Some(text) = text else {
        return BTreeMap::new();
    };
    let source = SourceFile::parse(Arc::clone(text));
    let outline = source.outline();
    let methods = outline.methods.iter();
    let with_code =
        methods.filter(|method| method.kind == MethodKind::Method && method.body.is_some());
    with_code
        .map(|method| {
            let code = source.code(method.range.clone());
            (named(method).0, (method.name.clone(), code))
        })
        .collect()
}

/// Whether a text has a call of a method of this name, or its declaration.
fn calls(text: &str, name: &str) -> bool {
    behind_name(text, name).any(|behind| behind.trim_start().starts_with('('))
}
