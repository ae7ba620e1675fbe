//! Which method a name means, and which one runs: resolution and selection as in chapter 5.4 of the JVM specification.

use super::header::{Header, HeaderField, HeaderMethod};
use super::unit::Unit;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::sync::Arc;

/// The maximum number of supertypes or subtypes of a class to look at.
pub(super) const MAX_RELATIVES: usize = 4096;

/// A method in the header of its class.
#[derive(Clone)]
pub(super) struct Implementer {
    pub(super) header: Arc<Header>,
    pub(super) method: usize,
}

impl Implementer {
    pub(super) fn method(&self) -> &HeaderMethod {
        &self.header.methods[self.method]
    }

    /// Whether a subclass or a class of the same package can override it. Package is the class's.
    fn is_overridable_from(&self, class: &str) -> bool {
        !self.method().is_private()
            && (self.method().is_for_other_packages()
                || package(&self.header.name) == package(class))
    }
}

impl Unit {
    /// The method that a name means in a class: first in its superclasses, then in its interfaces (JVMS 5.4.3.3).
    pub(super) fn meant(&self, class: &str, name: &str, descriptor: &str) -> Option<Implementer> {
        let in_class = |header: &Arc<Header>| {
            let method = header.index_of(name, descriptor)?;
            let header = Arc::clone(header);
            Some(Implementer { header, method })
        };
        self.superclasses(class)
            .find_map(|header| in_class(&header))
            .or_else(|| self.most_specific(class, name, descriptor))
    }

    /// The method that runs if the receiver has exactly this class and the call names that method (JVMS 5.4.6).
    pub(super) fn selected(&self, class: &str, declared: &Implementer) -> Option<Implementer> {
        let method = declared.method();
        if method.is_private() || method.is_static() {
            return Some(declared.clone());
        }
        let (name, descriptor) = (&method.name, &method.descriptor);
        self.superclasses(class)
            .find_map(|header| {
                let found = instance_method(&header, name, descriptor)?;
                self.overrides(&found, declared).then_some(found)
            })
            .or_else(|| self.most_specific(class, name, descriptor))
    }

    /// Whether a method of a class overrides one of its superclasses or interfaces (JVMS 5.4.5). A class of another package
    /// does not override a method without modifier, unless a class in between has made it accessible.
    fn overrides(&self, method: &Implementer, declared: &Implementer) -> bool {
        let mut pending = vec![method.clone()];
        for _ in 0..MAX_RELATIVES {
            let Some(method) = pending.pop() else {
                return false;
            };
            if declared.is_overridable_from(&method.header.name) {
                return true;
            }
            let named = method.method();
            let above = self.superclasses(&method.header.name).skip(1);
            for header in above.take_while(|header| header.name != declared.header.name) {
                let between = instance_method(&header, &named.name, &named.descriptor);
                pending.extend(
                    between.filter(|between| between.is_overridable_from(&method.header.name)),
                );
            }
        }
        false
    }

    /// A class and its superclasses, as far as they are here.
    pub(super) fn superclasses(&self, class: &str) -> impl Iterator<Item = Arc<Header>> {
        let parent = |header: &Arc<Header>| self.header(header.super_name.as_deref()?);
        std::iter::successors(self.header(class), parent).take(MAX_RELATIVES)
    }

    /// The fields that the supertypes of a class declare, those of the nearest first, even if they are private; `None` if a
    /// supertype is unknown.
    pub fn fields_of_supertypes(&self, class: &str) -> Option<Vec<HeaderField>> {
        let mut pending: VecDeque<Arc<str>> = self.header(class)?.supertypes().cloned().collect();
        let mut seen = FxHashSet::default();
        let mut found: Vec<HeaderField> = Vec::new();
        while let Some(supertype) = pending.pop_front() {
            if seen.len() > MAX_RELATIVES {
                return None;
            }
            // `Object` has no fields.
            if &*supertype == "java/lang/Object" || !seen.insert(Arc::clone(&supertype)) {
                continue;
            }
            let header = self.header(&supertype)?;
            pending.extend(header.supertypes().cloned());
            found.extend(header.fields.iter().cloned());
        }
        Some(found)
    }

    /// Whether unseen code may answer calls of a method of this name on objects of a class.
    pub(super) fn may_be_answered_unseen(&self, class: &Header, name: &str) -> bool {
        let unseen = self.unseen();
        if unseen.may_implement(class, name) {
            return true;
        }
        if !unseen.has_supertypes() {
            return false;
        }
        let mut pending: Vec<Arc<str>> = vec![Arc::clone(&class.name)];
        let mut seen = FxHashSet::default();
        while let Some(class) = pending.pop() {
            if unseen.may_extend(&class) || seen.len() > MAX_RELATIVES {
                return true;
            }
            if seen.insert(Arc::clone(&class)) {
                let own = self.subtypes_in_unit(&class).iter();
                pending.extend(own.map(|own| Arc::clone(&self.classes[*own as usize].header.name)));
                pending.extend(self.library.subtypes(&class).iter().cloned());
            }
        }
        false
    }

    /// All interfaces of a class.
    fn superinterfaces(&self, class: &str) -> Vec<Arc<Header>> {
        let mut pending: VecDeque<Arc<str>> = self
            .superclasses(class)
            .flat_map(|header| header.interfaces.clone())
            .collect();
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(interface) = pending.pop_front() {
            if seen.len() > MAX_RELATIVES || !seen.insert(Arc::clone(&interface)) {
                continue;
            }
            if let Some(header) = self.header(&interface) {
                pending.extend(header.interfaces.iter().cloned());
                found.push(header);
            }
        }
        found
    }

    /// The method of a class's interfaces that no other of its interfaces overrides: one with code, if there is one.
    fn most_specific(&self, class: &str, name: &str, descriptor: &str) -> Option<Implementer> {
        let interfaces = self.superinterfaces(class);
        let candidates: Vec<Implementer> = (interfaces.iter())
            .filter_map(|header| instance_method(header, name, descriptor))
            .collect();
        let overridden: FxHashSet<Arc<str>> = if candidates.len() > 1 {
            let above = (candidates.iter()).flat_map(|one| self.superinterfaces(&one.header.name));
            above.map(|header| Arc::clone(&header.name)).collect()
        } else {
            FxHashSet::default()
        };
        let specific = || {
            let candidates = candidates.iter();
            candidates.filter(|one| !overridden.contains(&one.header.name))
        };
        let with_code = specific().find(|one| !one.method().is_abstract());
        with_code.or_else(|| specific().next()).cloned()
    }
}

/// A method of the class itself that a subclass could override.
fn instance_method(header: &Arc<Header>, name: &str, descriptor: &str) -> Option<Implementer> {
    let method = header.index_of(name, descriptor)?;
    let found = Implementer {
        header: Arc::clone(header),
        method,
    };
    let is_instance = !found.method().is_private() && !found.method().is_static();
    is_instance.then_some(found)
}

/// The package of a class in binary form.
fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}
