//! Stand-ins for types that are neither in a project nor on its class path.
//!
//! javac does not compile a file that names an unknown type. Such a type is therefore written as an empty class with the
//! members that are used, and passed to javac with the files. If an expression gets its type from such a member, a cast gives
//! it the type that the surrounding code expects. Stand-ins are never priced: a call of one counts as a call of a class that is
//! not there.

mod java_names;
mod lesson;
mod missing_members;
mod missing_types;
mod project_files;
mod render;
mod repair;
mod repairable_error;
mod shape;
mod source_context;

use std::collections::{BTreeMap, BTreeSet};

use source::{SourceFile, TypeUse};

use java_names::{
    PACKAGE, PLACEHOLDER_TYPE, is_identifier, is_plain, last_is_class, split, within,
};

pub(super) use lesson::{Edit, Repair};
pub(super) use project_files::ProjectFiles;
pub(super) use repair::SourceError;
pub(super) use repairable_error::RepairableError;

/// The maximum number of rounds that add to the stand-ins. A chain of calls needs one for each of its members.
const MAX_LESSONS: usize = 14;

/// The stand-ins for a group of files.
#[derive(Debug, Default)]
pub(super) struct Stubs {
    /// By their names with dots.
    types: BTreeMap<String, Stub>,
    /// Packages that are imported as a whole.
    packages: BTreeSet<String>,
    /// The shapes of lambda expressions: whether they are void, and their number of parameters.
    lambdas: BTreeSet<(bool, usize)>,
    /// Everything that was added, so that nothing is added twice.
    facts: BTreeSet<String>,
    /// What was added before the current round.
    known_facts: BTreeSet<String>,
    /// Types for which no stand-in is possible.
    rejected: BTreeSet<String>,
    lessons: usize,
    is_given_up: bool,
}

/// A type that replaces a missing one.
#[derive(Debug, Default)]
struct Stub {
    kind: Kind,
    /// The number of its type parameters.
    parameters: usize,
    is_closeable: bool,
    /// Parameter types.
    constructors: BTreeSet<Vec<String>>,
    methods: BTreeSet<Method>,
    /// By name.
    fields: BTreeMap<String, Field>,
    /// The constants of an enum.
    constants: BTreeSet<String>,
    /// Methods that no stand-in can have, because a subclass declares them differently.
    barred: BTreeSet<String>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[default]
    Class,
    Interface,
    Exception,
    /// A throwable that is not an `Exception`, so that it may be caught next to any exception.
    Error,
    Enum,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Method {
    name: String,
    is_static: bool,
    parameters: Vec<String>,
}

#[derive(Debug)]
struct Field {
    is_static: bool,
    declared: String,
}

impl Stubs {
    /// Whether further repairs are allowed.
    pub(super) const fn may_repair(&self) -> bool {
        !self.is_given_up && self.lessons < MAX_LESSONS
    }

    /// Starts another round.
    pub(super) fn begin(&mut self) {
        self.lessons += 1;
        self.known_facts.clone_from(&self.facts);
    }

    /// Removes the stand-ins with an error, given by their index in [`Self::sources`], for example those in a package of the
    /// JDK's modules. The files must do without them. Returns false if there are none.
    pub(super) fn reject(&mut self, places: &BTreeSet<usize>) -> bool {
        if places.is_empty() || self.is_given_up {
            return false;
        }
        let outermost = |name: &str| {
            let (package, classes) = split(name);
            (
                package.to_owned(),
                classes.first().map(|first| (*first).to_owned()),
            )
        };
        let all: BTreeSet<_> = self.types.keys().map(|name| outermost(name)).collect();
        let mut bad = BTreeSet::new();
        for (place, named) in all.into_iter().enumerate() {
            if places.contains(&place) {
                bad.insert(named);
            }
        }
        if bad.is_empty() {
            // Nothing else about the stand-ins depends on the files.
            self.is_given_up = true;
            return true;
        }
        let rejected = self
            .types
            .keys()
            .filter(|name| bad.contains(&outermost(name)));
        let rejected: Vec<String> = rejected.cloned().collect();
        for name in rejected {
            self.types.remove(&name);
            self.rejected.insert(name);
        }
        true
    }

    /// Records a fact. False if it was known before this round, because then it did not help.
    fn note(&mut self, fact: String) -> bool {
        let is_news = !self.known_facts.contains(&fact);
        self.facts.insert(fact);
        is_news
    }

    /// The stand-in that a name in a text or a message refers to.
    fn owner(&self, named: &str, source: &SourceFile) -> Option<String> {
        if self.types.contains_key(named) {
            return Some(named.to_owned());
        }
        // A message has the full name of a class that exists.
        let simple = Some(named).filter(|named| !named.contains('.'))?;
        let resolved = self.resolve(simple, source);
        if self.types.contains_key(&resolved) {
            return Some(resolved);
        }
        let ending = format!(".{simple}");
        let mut named = self.types.keys();
        named
            .find(|name| *name == simple || name.ends_with(&ending))
            .cloned()
    }

    /// The full name of a simple name in a text.
    fn resolve(&self, simple: &str, source: &SourceFile) -> String {
        let imports = source.imports();
        let ending = format!(".{simple}");
        let named = imports
            .iter()
            .find(|import| !import.is_wildcard && import.path.ends_with(&ending));
        if let Some(import) = named {
            return import.path.clone();
        }
        let whole = imports
            .iter()
            .find(|import| import.is_wildcard && self.packages.contains(&import.path));
        match whole {
            Some(import) => format!("{}.{simple}", import.path),
            None => within(source.package(), simple),
        }
    }

    /// Adds a type. False if that did not help before, or if its name is not valid.
    fn add_type(&mut self, name: &str, usage: TypeUse, parameters: usize) -> bool {
        if !is_plain(name) || self.rejected.contains(name) || name.starts_with("java.") {
            return false;
        }
        // The classes around it are needed, too.
        let mut outer = name;
        while let Some((rest, _)) = outer.rsplit_once('.') {
            if !last_is_class(rest) {
                break;
            }
            self.types.entry(rest.to_owned()).or_default();
            outer = rest;
        }
        let is_exception = ["Exception", "Error", "Throwable"]
            .iter()
            .any(|end| name.ends_with(end));
        let stub = self.types.entry(name.to_owned()).or_default();
        match usage {
            TypeUse::Interface if stub.kind == Kind::Class => stub.kind = Kind::Interface,
            TypeUse::Thrown if stub.kind != Kind::Error => stub.kind = Kind::Exception,
            _ if is_exception && stub.kind == Kind::Class => stub.kind = Kind::Exception,
            _ => {}
        }
        stub.parameters = stub.parameters.max(parameters.min(16));
        let fact = format!("type {name} {:?} {}", stub.kind, stub.parameters);
        self.note(fact)
    }

    fn set_kind(&mut self, name: &str, kind: Kind) -> bool {
        let Some(stub) = self.types.get_mut(name) else {
            return false;
        };
        stub.kind = kind;
        self.note(format!("kind {name} {kind:?}"))
    }

    fn add_method(
        &mut self,
        owner: &str,
        name: &str,
        is_static: bool,
        parameters: Vec<String>,
    ) -> bool {
        let Some(stub) = self.types.get_mut(owner) else {
            return false;
        };
        if !is_identifier(name) || stub.barred.contains(name) {
            return false;
        }
        let same = |method: &Method| method.name == name && method.parameters == parameters;
        // The compiler accepts only one of two methods that differ only in `static`. The static one serves both uses.
        let is_static = is_static
            || stub
                .methods
                .iter()
                .any(|method| method.is_static && same(method));
        stub.methods.retain(|method| !same(method));
        let fact = format!("method {owner}.{name}{parameters:?} {is_static}");
        stub.methods.insert(Method {
            name: name.to_owned(),
            is_static,
            parameters,
        });
        self.note(fact)
    }

    fn add_constructor(&mut self, owner: &str, parameters: Vec<String>) -> bool {
        let fact = format!("constructor {owner}{parameters:?}");
        let Some(stub) = self.types.get_mut(owner) else {
            return false;
        };
        stub.constructors.insert(parameters);
        self.note(fact)
    }

    fn add_field(&mut self, owner: &str, name: &str, is_static: bool) -> bool {
        if !is_identifier(name) {
            return false;
        }
        let is_constant = !name.chars().any(char::is_lowercase);
        let declared = if is_constant && is_static && !owner.starts_with(PACKAGE) {
            owner.to_owned()
        } else {
            "Object".to_owned()
        };
        let Some(stub) = self.types.get_mut(owner) else {
            return false;
        };
        if stub.kind == Kind::Enum {
            stub.constants.insert(name.to_owned());
        } else {
            let field = stub.fields.entry(name.to_owned()).or_insert(Field {
                is_static,
                declared,
            });
            field.is_static |= is_static;
        }
        self.note(format!("field {owner}.{name}"))
    }

    fn add_constant(&mut self, owner: &str, name: &str) -> bool {
        if !is_identifier(name) {
            return false;
        }
        let Some(stub) = self.types.get_mut(owner) else {
            return false;
        };
        stub.kind = Kind::Enum;
        let before = std::mem::take(&mut stub.fields);
        stub.constants.extend(before.into_keys());
        stub.constants.insert(name.to_owned());
        self.note(format!("constant {owner}.{name}"))
    }

    fn add_anything(&mut self) {
        self.add_companion(PLACEHOLDER_TYPE);
    }

    /// The companion of a class of the project: a stand-in for members that its text does not have.
    fn add_companion(&mut self, simple: &str) -> String {
        let name = within(PACKAGE, simple);
        self.types.entry(name.clone()).or_default();
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_stood_in_for_is_done_without() {
        let mut stubs = Stubs::default();
        for name in ["a.A", "b.B", "b.B.Inner", "c.C"] {
            assert!(stubs.add_type(name, TypeUse::Other, 0), "{name}");
        }
        assert!(!stubs.reject(&BTreeSet::new()));
        assert!(stubs.reject(&BTreeSet::from([1])));
        assert_eq!(stubs.types.keys().collect::<Vec<_>>(), ["a.A", "c.C"]);
        assert!(!stubs.add_type("b.B", TypeUse::Other, 0));
        assert_eq!(stubs.sources().len(), 2);
    }

    #[test]
    fn no_message_becomes_code() {
        let mut stubs = Stubs::default();
        for name in ["", "a.", "A { }", "a.class", "a/B", "A;", "a..B", "1A"] {
            assert!(!stubs.add_type(name, TypeUse::Other, 0), "{name}");
        }
        assert!(stubs.types.is_empty());
        assert!(!stubs.add_type("java.util.Missing", TypeUse::Other, 0));
        assert!(stubs.add_type("a.B", TypeUse::Other, 0));
        assert!(!stubs.add_method("a.B", "f() { } void g", false, Vec::new()));
        assert!(!stubs.add_field("a.B", "class", true));
    }
}
