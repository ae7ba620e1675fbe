//! What an error teaches: another stand-in, another member of one, or other words in the text.

use std::collections::BTreeSet;
use std::ops::Range;

use source::{CallUse, NameUse, SourceFile, TypeUse};

use super::repairable_error::{RepairableError, SymbolKind};
use super::shape::{boxed, wrapped};
use super::{Kind, PACKAGE, PLACEHOLDER_TYPE, Stubs, is_identifier, last_is_class, simple, within};

/// The primitive types; all others are objects to a stand-in.
pub(super) const PRIMITIVES: [(&str, &str); 8] = [
    ("int", "Integer"),
    ("long", "Long"),
    ("boolean", "Boolean"),
    ("double", "Double"),
    ("char", "Character"),
    ("float", "Float"),
    ("byte", "Byte"),
    ("short", "Short"),
];

pub(super) const OBJECT: &str = "java.lang.Object";
pub(super) const THROWABLE: &str = "java.lang.Throwable";

/// An error in a text.
#[derive(Debug)]
pub(in crate::compile) struct SourceError<'m> {
    /// What it is about.
    pub(in crate::compile) bytes: &'m Range<usize>,
    pub(in crate::compile) complaint: &'m RepairableError,
}

/// Other words for a piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::compile) struct Edit {
    pub(in crate::compile) range: Range<usize>,
    pub(in crate::compile) by: String,
}

/// What was made of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::compile) enum Repair {
    /// The stand-ins have something that they had not.
    Stub,
    /// The text gets other words.
    Words(Vec<Edit>),
    /// An annotation means nothing and goes.
    Annotation(Range<usize>),
}

/// What is known of the files around a text.
pub(in crate::compile) trait SourceContext {
    /// Whether there is a class of this binary name.
    fn has_class(&self, binary_name: &str) -> bool;
    /// What a class of the project says of itself.
    fn declared(&self, simple_name: &str) -> Option<Declared>;
}

/// What a class of the project says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::compile) struct Declared {
    /// Its build adds members to it.
    pub(in crate::compile) is_processed: bool,
    /// The simple names of its superclass and interfaces.
    pub(in crate::compile) supertypes: Vec<String>,
}

impl Stubs {
    /// What can be done about an error. `is_active` says that something was done for the text before: what does not go together
    /// now may be on that account.
    pub(in crate::compile) fn repair(
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
                !around.has_class(&super::binary_name(name))
                    && self.add_type(name, TypeUse::Other, 0),
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
    fn is_open(&self, around: &dyn SourceContext, source: &SourceFile, class: &str) -> bool {
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

    /// Whether a call on this is one of a class rather than of an object.
    fn is_class(&self, source: &SourceFile, text: &str) -> bool {
        let last = simple(text).trim();
        is_type_name(text) || is_identifier(last) && self.owner(last, source).is_some()
    }

    fn no_package(&mut self, source: &SourceFile, bytes: &Range<usize>, package: &str) -> bool {
        let Some(used) = source.name_use(bytes) else {
            return false;
        };
        if !used.is_imported {
            let name = within(&self.of_classes(package, source), &used.name);
            let parameters = source.uses_of(&used.name).arguments;
            return self.add_type(&name, used.usage, parameters);
        }
        // javac names the package of a class, or that of an import with an asterisk.
        let imports = source.imports();
        let of_package = imports.iter().filter(|import| {
            let rest = import.path.strip_prefix(package);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        });
        let mut is_news = false;
        for import in of_package {
            is_news |= match (import.is_static, import.is_wildcard) {
                (false, true) => self.add_package(&import.path),
                (true, true) => self.add_type(&import.path, TypeUse::Other, 0),
                (true, false) => self.add_static_import(source, &import.path),
                (false, false) => self.add_imported(source, &import.path),
            };
        }
        is_news
    }

    /// What javac takes for a package is a class where it is written like one.
    fn of_classes(&self, package: &str, source: &SourceFile) -> String {
        let (first, rest) = package.split_once('.').unwrap_or((package, ""));
        if !first.chars().next().is_some_and(char::is_uppercase) {
            return package.to_owned();
        }
        let first = self.resolve(first, source);
        if rest.is_empty() {
            first
        } else {
            format!("{first}.{rest}")
        }
    }

    fn add_package(&mut self, name: &str) -> bool {
        // An asterisk behind a class stands for its members.
        if last_is_class(name) {
            return self.add_type(name, TypeUse::Other, 0);
        }
        if !super::is_plain(name) {
            return false;
        }
        self.packages.insert(name.to_owned());
        self.note(format!("package {name}"))
    }

    fn add_imported(&mut self, source: &SourceFile, path: &str) -> bool {
        let uses = source.uses_of(simple(path));
        self.add_type(path, TypeUse::Other, uses.arguments)
    }

    fn add_static_import(&mut self, source: &SourceFile, path: &str) -> bool {
        let Some((class, member)) = path.rsplit_once('.') else {
            return false;
        };
        let uses = source.uses_of(member);
        let is_class = last_is_class(path) && member.chars().any(char::is_lowercase);
        if is_class {
            return self.add_type(path, TypeUse::Other, uses.arguments);
        }
        // The import alone needs some member of the name, whatever else it is used for.
        let is_news = self.add_type(class, TypeUse::Other, 0);
        self.add_field(class, member, true) || is_news
    }

    fn no_import(
        &mut self,
        source: &SourceFile,
        used: &NameUse,
        kind: SymbolKind,
        name: &str,
        owner: Option<&str>,
    ) -> bool {
        if kind == SymbolKind::Static {
            let owner = owner.and_then(|owner| self.owner(owner, source));
            return owner.is_some_and(|owner| self.add_field(&owner, name, true));
        }
        let text = |range: &Range<usize>| {
            let text = source.text().get(range.clone()).unwrap_or_default();
            text.split_whitespace().collect::<String>()
        };
        let path = match &used.prefix {
            Some(prefix) => within(&text(prefix), &used.name),
            None => used.name.clone(),
        };
        let imports = source.imports();
        let is_static = imports
            .iter()
            .any(|import| import.is_static && !import.is_wildcard && import.path == path);
        if is_static {
            self.add_static_import(source, &path)
        } else {
            self.add_imported(source, &path)
        }
    }

    fn no_class(
        &mut self,
        source: &SourceFile,
        used: &NameUse,
        owner: Option<&str>,
        around: &dyn SourceContext,
    ) -> bool {
        let parameters = source.uses_of(&used.name).arguments;
        let name = if used.prefix.is_some() {
            // A member of a stand-in; those of other classes are told from typing errors by nobody.
            let Some(owner) = owner.and_then(|owner| self.owner(owner, source)) else {
                return false;
            };
            within(&owner, &used.name)
        } else {
            self.resolve(&used.name, source)
        };
        !around.has_class(&super::binary_name(&name))
            && self.add_type(&name, used.usage, parameters)
    }

    fn no_variable(
        &mut self,
        source: &SourceFile,
        bytes: &Range<usize>,
        used: &NameUse,
        owner: Option<&str>,
        (around, is_active): (&dyn SourceContext, bool),
    ) -> Option<Repair> {
        let stub = |is_news: bool| is_news.then_some(Repair::Stub);
        let name = used.name.as_str();
        if let Some(prefix) = &used.prefix {
            let is_static = self.is_class(source, source.text().get(prefix.clone())?);
            if let Some(full) = owner.and_then(|owner| self.owner(owner, source)) {
                return stub(self.add_field(&full, name, is_static));
            }
            let owner = owner
                .or_else(|| own_class(source, bytes, prefix))?
                .to_owned();
            if !(self.is_open(around, source, &owner) || is_active && owner == OBJECT) {
                return None;
            }
            return self.through_companion(
                source,
                prefix,
                &owner,
                is_static,
                |stubs, companion| stubs.add_field(companion, name, true),
            );
        }
        if used.is_case {
            let switched = source.switched(bytes)?;
            let declared = source.declared_type(&switched)?;
            let full = self.owner(&declared, source)?;
            return stub(self.add_constant(&full, name));
        }
        let is_upper = name.chars().next().is_some_and(char::is_uppercase);
        let ending = format!(".{name}");
        let mut imports = source.imports().into_iter();
        let is_named = imports.any(|import| !import.is_static && import.path.ends_with(&ending));
        let is_class = is_named || is_upper && self.inherited_from(source, bytes).is_none();
        if used.is_prefix && (is_type_name(name) || is_class) {
            let full = self.resolve(name, source);
            let is_there = around.has_class(&super::binary_name(&full));
            return stub(!is_there && self.add_type(&full, TypeUse::Other, 0));
        }
        if let Some(full) = self.static_owner(source, name) {
            return stub(self.add_field(&full, name, true));
        }
        if let Some(full) = self.inherited_from(source, bytes) {
            return stub(self.add_field(&full, name, false));
        }
        let class = source.classes_around(bytes).into_iter();
        let class = class
            .map(|class| class.name)
            .find(|name| self.is_open(around, source, name))?;
        let companion = self.add_companion(&class);
        self.add_field(&companion, name, true);
        Some(Repair::Words(vec![Edit {
            range: used.range.start..used.range.start,
            by: format!("{companion}."),
        }]))
    }

    fn no_method(
        &mut self,
        source: &SourceFile,
        bytes: &Range<usize>,
        (name, passed): (&str, &[String]),
        owner: Option<&str>,
        (around, is_active): (&dyn SourceContext, bool),
    ) -> Option<Repair> {
        let call = source.call_use(bytes).filter(|call| !call.is_new)?;
        let parameters = parameters(&call, passed);
        let stub = |is_news: bool| is_news.then_some(Repair::Stub);
        if let Some(receiver) = &call.receiver {
            let text = source.text().get(receiver.clone())?;
            let is_static = self.is_class(source, text);
            let of_owner = owner.and_then(|owner| self.owner(owner, source));
            let of_super = || {
                let is_own = text == "super" || text == "this";
                is_own.then(|| self.inherited_from(source, bytes)).flatten()
            };
            if let Some(full) = of_owner.or_else(of_super) {
                if self.add_method(&full, name, is_static, parameters.clone()) {
                    return Some(Repair::Stub);
                }
                let is_barred = self
                    .types
                    .get(&full)
                    .is_some_and(|stub| stub.barred.contains(name));
                if !is_barred || text == "super" {
                    return None;
                }
                return self.through_companion(
                    source,
                    receiver,
                    &full,
                    is_static,
                    |stubs, companion| stubs.add_method(companion, name, true, parameters),
                );
            }
            let owner = owner
                .or_else(|| own_class(source, bytes, receiver))?
                .to_owned();
            if !(self.is_open(around, source, &owner) || is_active && owner == OBJECT) {
                return None;
            }
            let companion = if owner == OBJECT {
                PLACEHOLDER_TYPE
            } else {
                &owner
            };
            return self.through_companion(
                source,
                receiver,
                companion,
                is_static,
                |stubs, companion| stubs.add_method(companion, name, true, parameters),
            );
        }
        if let Some(full) = self.static_owner(source, name) {
            return stub(self.add_method(&full, name, true, parameters));
        }
        if let Some(full) = self.inherited_from(source, bytes) {
            return stub(self.add_method(&full, name, false, parameters));
        }
        let class = source.classes_around(bytes).into_iter();
        let class = class
            .map(|class| class.name)
            .find(|name| self.is_open(around, source, name))?;
        let companion = self.add_companion(&class);
        self.add_method(&companion, name, true, parameters);
        Some(Repair::Words(vec![Edit {
            range: call.head.start..call.head.start,
            by: format!("{companion}."),
        }]))
    }

    /// Takes a member from the stand-in beside a class in place of the class.
    fn through_companion(
        &mut self,
        source: &SourceFile,
        receiver: &Range<usize>,
        class: &str,
        is_static: bool,
        add: impl FnOnce(&mut Self, &str) -> bool,
    ) -> Option<Repair> {
        let class = if class == OBJECT {
            PLACEHOLDER_TYPE
        } else {
            simple(class)
        };
        if !is_identifier(class) {
            return None;
        }
        let companion = self.add_companion(class);
        add(self, &companion);
        let text = source.text().get(receiver.clone())?;
        if is_static {
            let lines = text.matches('\n').count();
            return Some(Repair::Words(vec![Edit {
                range: receiver.clone(),
                by: companion + &"\n".repeat(lines),
            }]));
        }
        if text == "super" {
            return None;
        }
        let edits = wrapped(source, receiver, &format!("({companion})(Object)("))?;
        Some(Repair::Words(edits))
    }

    fn no_arguments(
        &mut self,
        source: &SourceFile,
        bytes: &Range<usize>,
        name: &str,
        owner: Option<&str>,
        passed: &[String],
        around: &dyn SourceContext,
    ) -> Option<Repair> {
        let call = source.call_use(bytes)?;
        let parameters = parameters(&call, passed);
        let is_constructor = owner.is_none_or(|owner| simple(owner) == simple(name));
        let owner = owner.unwrap_or(name);
        let Some(full) = self.owner(owner, source) else {
            let is_made = call.is_new && is_constructor && self.is_open(around, source, owner);
            if !is_made || !super::is_plain(owner) {
                return None;
            }
            // A constructor that only a processor makes.
            let companion = self.add_companion(simple(owner));
            self.add_method(&companion, "create", true, parameters);
            return Some(Repair::Words(vec![Edit {
                range: call.head,
                by: format!("{companion}.<{owner}>create"),
            }]));
        };
        let is_news = if is_constructor {
            self.add_constructor(&full, parameters)
        } else {
            let stub = self.types.get(&full)?;
            let is_static = stub
                .methods
                .iter()
                .any(|method| method.name == name && method.is_static);
            self.add_method(&full, name, is_static, parameters)
        };
        is_news.then_some(Repair::Stub)
    }

    /// A type of a message as it may stand in the text.
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
                // A type that has no name.
                _ => return None,
            }
        }
        Some(text).filter(|text| !text.is_empty() && !text.contains("CAP"))
    }

    /// The stand-in that a member is imported from.
    fn static_owner(&self, source: &SourceFile, member: &str) -> Option<String> {
        let imports = source.imports();
        let mut imports = imports.iter().filter(|import| import.is_static);
        imports.find_map(|import| {
            let class = if import.is_wildcard {
                Some(import.path.as_str())
            } else {
                let (class, last) = import.path.rsplit_once('.')?;
                (last == member).then_some(class)
            };
            class
                .filter(|class| self.types.contains_key(*class))
                .map(str::to_owned)
        })
    }

    /// The stand-in that a class around a place has as its superclass or an interface.
    fn inherited_from(&self, source: &SourceFile, bytes: &Range<usize>) -> Option<String> {
        let classes = source.classes_around(bytes);
        let mut supertypes = classes.iter().flat_map(|class| &class.supertypes);
        supertypes.find_map(|name| self.owner(name, source))
    }
}

/// The class around a place, where a member is taken from `this`.
fn own_class<'s>(
    source: &'s SourceFile,
    bytes: &Range<usize>,
    receiver: &Range<usize>,
) -> Option<&'s str> {
    let is_this = source.text().get(receiver.clone())? == "this";
    let class = source.classes_around(bytes).into_iter().next()?;
    let found = source
        .classes()
        .iter()
        .find(|one| one.simple_name == class.name)?;
    is_this.then_some(found.simple_name.as_str())
}

/// What a method is declared to take so that a call of it costs as before: primitive types as they are.
fn parameters(call: &CallUse, passed: &[String]) -> Vec<String> {
    let is_listed = passed.len() == call.arguments.len();
    let types = (0..call.arguments.len()).map(|at| {
        let named = passed.get(at).filter(|_| is_listed);
        let primitive = named.and_then(|named| {
            let mut primitives = PRIMITIVES.iter();
            primitives.find(|(name, _)| named == name)
        });
        primitive.map_or("Object", |(name, _)| name).to_owned()
    });
    types.collect()
}

/// Whether a name, with dots or without, is written like that of a class, and not like a variable or constant.
fn is_type_name(text: &str) -> bool {
    let last = text.rsplit('.').next().unwrap_or(text).trim();
    let is_word = last
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    let first_is_upper = last.chars().next().is_some_and(char::is_uppercase);
    is_word && first_is_upper && (last.len() == 1 || last.chars().any(char::is_lowercase))
}
