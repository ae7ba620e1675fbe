//! Fields whose declarations differ: a method that reads or initialises one of them is touched, too.

use source::{Field, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The texts of a side, by file.
pub(super) type Texts = BTreeMap<String, Arc<str>>;

/// The fields whose declarations differ between two sides.
#[derive(Default)]
pub(super) struct Fields {
    /// Class and name of each.
    names: BTreeSet<(String, String)>,
}

impl Fields {
    /// The fields of the changed files.
    pub(super) fn between(changed: &[&String], before: &Texts, after: &Texts) -> Self {
        let mut names = BTreeSet::new();
        for file in changed {
            let (one, two) = (
                declarations(before.get(*file)),
                declarations(after.get(*file)),
            );
            let all = one.keys().chain(two.keys());
            let differ = all.filter(|name| one.get(*name) != two.get(*name));
            names.extend(differ.cloned());
        }
        Self { names }
    }

    /// The unchanged files that may read one of them.
    pub(super) fn readers<'t>(&self, changed: &[&String], texts: &'t Texts) -> Vec<&'t String> {
        if self.names.is_empty() {
            return Vec::new();
        }
        let reads = |text: &str| {
            let mut names = self.names.iter();
            names.any(|(class, name)| has_word(text, name) && has_word(text, outermost(class)))
        };
        let texts = texts.iter();
        let other = texts.filter(|(file, text)| !changed.contains(file) && reads(text));
        other.map(|(file, _)| file).collect()
    }

    /// The declarations of these fields in the files of a side.
    pub(super) fn declared(&self, files: &[&String], texts: &Texts) -> Vec<Declared> {
        let mut found = Vec::new();
        for text in files.iter().filter_map(|file| texts.get(*file)) {
            let of_file = fields_of(text).into_iter();
            found.extend(of_file.filter(|one| {
                let name = (one.field.class.clone(), one.field.name.clone());
                self.names.contains(&name)
            }));
        }
        found
    }
}

/// The text that declarations add to the code of a method: those of fields that it names, and those whose initial values belong
/// to it. `in_class` is for constructors and initialisers of a class, static or not.
pub(super) fn added_to(code: &str, in_class: Option<(&str, bool)>, fields: &[Declared]) -> String {
    let mut added = String::new();
    for declared in fields {
        let field = &declared.field;
        let is_first_value = in_class
            .is_some_and(|(class, is_static)| class == field.class && is_static == field.is_static);
        if is_first_value || has_word(code, &field.name) {
            added.push('\n');
            added.push_str(&declared.code);
        }
    }
    added
}

/// A field, and its declaration without comments.
pub(super) struct Declared {
    pub(super) field: Field,
    code: String,
}

fn fields_of(text: &Arc<str>) -> Vec<Declared> {
    let source = SourceFile::parse(Arc::clone(text));
    let fields = source.fields().into_iter();
    fields
        .map(|field| Declared {
            code: source.code(field.range.clone()),
            field,
        })
        .collect()
}

fn declarations(text: Option<&Arc<str>>) -> BTreeMap<(String, String), String> {
    let fields = text.map(fields_of).unwrap_or_default().into_iter();
    fields
        .map(|one| ((one.field.class, one.field.name), one.code))
        .collect()
}

/// The simple name of the outermost class around a nested one. Code elsewhere that names the nested class names this one,
/// too; the nested name alone is not enough, because many classes have a `Node`.
fn outermost(class: &str) -> &str {
    let simple = class.rsplit('/').next().unwrap_or(class);
    match simple.split_once('$') {
        Some((outer, _)) if !outer.is_empty() => outer,
        _ => simple,
    }
}

/// Whether a text contains a name that is not part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |sign: Option<char>| {
        sign.is_some_and(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '$'))
    };
    let mut found = text.match_indices(word);
    !word.is_empty()
        && found.any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + word.len()..]);
            !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        })
}

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn a_name_is_a_whole_word() {
        for text in ["x", "a.x + 1", "x.y", "(x)", "é = x;"] {
            assert!(has_word(text, "x"), "{text}");
        }
        for text in ["xx", "x1", "éx", "_x", "$x", "", "max(y)"] {
            assert!(!has_word(text, "x"), "{text}");
        }
    }
}
