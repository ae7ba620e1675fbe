//! Fields whose declarations differ: a method that reads or initialises one of them is touched, too.

use super::texts::Texts;
use super::values::ChangedResults;
use ::diff::contains_name;
use source::{Field, SourceFile, differ_by_values_alone};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The fields whose declarations differ between two sides.
#[derive(Default)]
pub(super) struct Fields {
    /// Class and name of each.
    names: BTreeSet<(String, String)>,
    /// The names of those with another type or another value than a text.
    values: BTreeSet<String>,
}

impl Fields {
    /// The fields of the changed files that differ, or whose initial values call a method whose result may differ.
    pub(super) fn between(
        changed: &[&String],
        before: &Texts,
        after: &Texts,
        results: &ChangedResults,
    ) -> Self {
        let mut all = Self::default();
        for file in changed {
            let (one, two) = (
                declarations(before.get(*file)),
                declarations(after.get(*file)),
            );
            let names: BTreeSet<_> = one.keys().chain(two.keys()).collect();
            for name in names {
                let sides = (one.get(name), two.get(name));
                let is_called =
                    |code: Option<&String>| code.is_some_and(|code| results.are_called_in(code));
                if sides.0 == sides.1 && !is_called(sides.1) {
                    continue;
                }
                all.names.insert(name.clone());
                let constant = |code: Option<&String>| {
                    code.is_some_and(|code| is_enum_constant(code, &name.1))
                };
                if constant(sides.0) && constant(sides.1) {
                    let of_enum = [before, after]
                        .into_iter()
                        .filter_map(|texts| texts.get(*file));
                    for field in of_enum.flat_map(fields_of).map(|one| one.field) {
                        if field.class == name.0 && !field.is_static {
                            all.values.insert(field.name.clone());
                            all.names.insert((field.class, field.name));
                        }
                    }
                }
                if sides
                    .0
                    .zip(sides.1)
                    .is_some_and(|(one, two)| one == two || differ_by_values_alone(one, two))
                {
                    all.values.insert(name.1.clone());
                }
            }
        }
        all
    }

    /// Whether a code names a field with another value than a text.
    pub(super) fn have_values_in(&self, code: &str) -> bool {
        self.values.iter().any(|name| contains_name(code, name))
    }

    /// The unchanged files that may read one of them.
    pub(super) fn readers<'t>(&self, changed: &[&String], texts: &'t Texts) -> Vec<&'t String> {
        if self.names.is_empty() {
            return Vec::new();
        }
        let reads = |text: &str| {
            let mut names = self.names.iter();
            names.any(|(class, name)| {
                contains_name(text, name) && contains_name(text, outermost(class))
            })
        };
        let texts = texts.iter();
        let other = texts.filter(|(file, text)| !changed.contains(file) && reads(text));
        other.map(|(file, _)| file).collect()
    }

    /// The declarations of these fields in the files of a side, with the code of the methods with another result that they call.
    pub(super) fn declared(
        &self,
        files: &[&String],
        texts: &Texts,
        called: impl Fn(&str) -> String,
    ) -> Vec<Declared> {
        let mut found = Vec::new();
        for text in files.iter().filter_map(|file| texts.get(*file)) {
            let all = fields_of(text);
            // The constants of an enum set its fields.
            let mut constants: BTreeMap<String, String> = BTreeMap::new();
            for one in all
                .iter()
                .filter(|one| is_enum_constant(&one.code, &one.field.name))
            {
                let of_class = constants.entry(one.field.class.clone()).or_default();
                of_class.push_str(&one.code);
            }
            for mut one in all {
                let name = (one.field.class.clone(), one.field.name.clone());
                if !self.names.contains(&name) {
                    continue;
                }
                one.code.push_str(&called(&one.code));
                let constants = constants
                    .get(&one.field.class)
                    .filter(|_| !one.field.is_static);
                one.code.push_str(constants.map_or("", String::as_str));
                found.push(one);
            }
        }
        found
    }
}

/// The text that declarations add to the code of a method: those of fields that it names, and those whose initial values belong
/// to it; and the names of these fields. `in_class` is for constructors and initialisers of a class, static or not.
pub(super) fn added_to(
    code: &str,
    in_class: Option<(&str, bool)>,
    fields: &[Declared],
) -> (String, Vec<String>) {
    let (mut added, mut names) = (String::new(), Vec::new());
    for declared in fields {
        let field = &declared.field;
        let is_first_value = in_class
            .is_some_and(|(class, is_static)| class == field.class && is_static == field.is_static);
        if is_first_value || contains_name(code, &field.name) {
            added.push('\n');
            added.push_str(&declared.code);
            names.push(field.name.clone());
        }
    }
    (added, names)
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

/// Whether a declaration is that of a constant of an enum, with arguments.
fn is_enum_constant(code: &str, name: &str) -> bool {
    let behind = code.strip_prefix(name).unwrap_or_default();
    behind.trim_start().starts_with('(')
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
