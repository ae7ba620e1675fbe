//! Finds a repair for an error: another stand-in, another member of one, or an edit of the text.

use std::collections::BTreeSet;
use std::ops::Range;

use source::{SourceFile, TypeUse};

use super::java_names::{
    PACKAGE, PLACEHOLDER_TYPE, binary_name, is_identifier, is_type_name, simple, within,
};
use super::lesson::{Edit, Repair};
use super::repairable_error::{RepairableError, SymbolKind};
use super::shape::{boxed, wrapped};
use super::source_context::SourceContext;
use super::{Kind, Stubs};

/// An error in a text.
#[derive(Debug)]
pub(crate) struct SourceError<'m> {
    /// The range that it is about.
    pub(crate) bytes: &'m Range<usize>,
    pub(crate) complaint: &'m RepairableError,
}

impl Stubs {
    /// The repair of an error, if there is one. `is_active` says that the text was repaired before: then a type mismatch may be
    /// a consequence.
    pub(crate) fn repair(
        &mut self,
        source: &SourceFile,
        mistake: &SourceError<'_>,
        around: &dyn SourceContext,
        is_active: bool,
    ) -> Option<Repair> {
        let bytes = mistake.bytes;
        if mistake.complaint.is_about_the_unknown()
            && let Some(annotation) = source.annotation_around(bytes)
        {
            return Some(Repair::Annotation(annotation));
        }
        let stub = |is_news: bool| is_news.then_some(Repair::Stub);
        match mistake.complaint {
            RepairableError::NoPackage(package) => stub(self.no_package(source, bytes, package)),
            RepairableError::NoClassFile(name) => stub(
                !around.has_class(&binary_name(name)) && self.add_type(name, TypeUse::Other, 0),
            ),
            RepairableError::NoSymbol {
                kind,
                name,
                passed,
                owner,
            } => {
                let used = source.name_use(bytes)?;
                if used.is_imported {
                    return stub(self.no_import(source, &used, *kind, name, owner.as_deref()));
                }
                let owner = owner.as_deref();
                match kind {
                    SymbolKind::Class => stub(self.no_class(source, &used, owner, around)),
                    SymbolKind::Variable => {
                        self.no_variable(source, bytes, &used, owner, (around, is_active))
                    }
                    SymbolKind::Method => {
                        self.no_method(source, bytes, (name, passed), owner, (around, is_active))
                    }
                    SymbolKind::Static => None,
                }
            }
            RepairableError::Arguments {
                name,
                owner,
                passed,
            } => self.no_arguments(source, bytes, name, owner.as_deref(), passed, around),
            RepairableError::TypeArguments(name) => {
                let name = match name.as_str() {
                    "" => source.name_use(bytes)?.name,
                    name => name.to_owned(),
                };
                let full = self.owner(&name, source)?;
                let count = source.uses_of(simple(&full)).arguments.max(1);
                stub(self.add_type(&full, TypeUse::Other, count))
            }
            RepairableError::WantsInterface => {
                let full = self.owner(&source.name_use(bytes)?.name, source)?;
                stub(self.set_kind(&full, Kind::Interface))
            }
            RepairableError::WantsClass => {
                let full = self.owner(&source.name_use(bytes)?.name, source)?;
                stub(self.set_kind(&full, Kind::Class))
            }
            RepairableError::CaughtAlready(name) => {
                let full = self.owner(name, source)?;
                stub(self.set_kind(&full, Kind::Error))
            }
            RepairableError::Override { name, owner } => {
                let full = self.owner(owner, source)?;
                let stand_in = self.types.get_mut(&full)?;
                stand_in.barred.insert(name.clone());
                stand_in.methods.retain(|method| method.name != *name);
                stub(self.note(format!("barred {full}.{name}")))
            }
            RepairableError::Mismatch { found, wanted } => {
                self.mismatch(source, bytes, found, wanted, is_active)
            }
            _ if !is_active => None,
            RepairableError::NotOverriding => {
                self.inherited_from(source, bytes)?;
                source.annotation_around(bytes).map(Repair::Annotation)
            }
            RepairableError::NotFunctional { wanted } => self.lambda(source, bytes, wanted),
            RepairableError::NotIterable => {
                let declared = source.element_type(bytes)?;
                let element = match declared.as_str() {
                    "var" => self.anything(),
                    declared => boxed(declared).to_owned(),
                };
                self.cast(source, bytes, &format!("Iterable<{element}>"))
            }
            RepairableError::Operator(types) => self.operator(source, bytes, types),
            RepairableError::Ambiguous => {
                let call = source.call_use(bytes)?;
                let calls = call.arguments.iter().filter(|one| source.is_call(one));
                let edits = calls.filter_map(|one| wrapped(source, one, "(String)(Object)("));
                let edits: Vec<Edit> = edits.flatten().collect();
                (!edits.is_empty()).then_some(Repair::Words(edits))
            }
        }
    }

    pub(super) fn anything(&mut self) -> String {
        self.add_anything();
        within(PACKAGE, PLACEHOLDER_TYPE)
    }

    /// Whether a class of the project may have members that its text does not show.
    pub(super) fn is_open(
        &self,
        around: &dyn SourceContext,
        source: &SourceFile,
        class: &str,
    ) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![simple(class).to_owned()];
        while let Some(name) = open.pop() {
            if self.owner(&name, source).is_some() {
                return true;
            }
            let Some(declared) = around.declared(&name) else {
                continue;
            };
            if declared.is_processed {
                return true;
            }
            if seen.insert(name) {
                open.extend(declared.supertypes);
            }
        }
        false
    }

    /// Whether a call on this text is a call on a class, and not on an object.
    pub(super) fn is_class(&self, source: &SourceFile, text: &str) -> bool {
        let last = simple(text).trim();
        is_type_name(text) || is_identifier(last) && self.owner(last, source).is_some()
    }

    /// The type of a message as it can be written in the text.
    pub(super) fn written(&self, named: &str, source: &SourceFile) -> Option<String> {
        let mut text = String::new();
        let mut word = String::new();
        for character in named.chars().chain(['\0']) {
            if character.is_alphanumeric() || matches!(character, '_' | '$' | '.') {
                word.push(character);
                continue;
            }
            if !word.is_empty() {
                let is_simple = !word.contains('.');
                let full = is_simple.then(|| self.owner(&word, source)).flatten();
                text.push_str(full.as_deref().unwrap_or(&word));
                word.clear();
            }
            match character {
                '\0' => {}
                '<' | '>' | ',' | '[' | ']' | '?' | ' ' => text.push(character),
                // A type without a name.
                _ => return None,
            }
        }
        Some(text).filter(|text| !text.is_empty() && !text.contains("CAP"))
    }

    /// The stand-in that a class around a place extends or implements.
    pub(super) fn inherited_from(
        &self,
        source: &SourceFile,
        bytes: &Range<usize>,
    ) -> Option<String> {
        let classes = source.classes_around(bytes);
        let mut supertypes = classes.iter().flat_map(|class| &class.supertypes);
        supertypes.find_map(|name| self.owner(name, source))
    }
}
