//! Members of stand-ins: variables, methods and their parameters.

use std::ops::Range;

use source::{CallUse, NameUse, SourceFile, TypeUse};

use super::Stubs;
use super::java_names::{
    OBJECT, PLACEHOLDER_TYPE, PRIMITIVES, binary_name, is_identifier, is_plain, is_type_name,
    simple,
};
use super::lesson::{Edit, Repair};
use super::shape::wrapped;
use super::source_context::SourceContext;

impl Stubs {
    pub(super) fn no_variable(
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
            let is_there = around.has_class(&binary_name(&full));
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

    pub(super) fn no_method(
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

    /// Takes a member from the companion stand-in of a class instead of the class itself.
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

    pub(super) fn no_arguments(
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
            if !is_made || !is_plain(owner) {
                return None;
            }
            // A constructor that only a processor generates.
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
}

/// The class around a place that uses a member of `this`.
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

/// The declared parameters of a method, chosen so that a call of it costs as before: primitive types stay as they are.
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
