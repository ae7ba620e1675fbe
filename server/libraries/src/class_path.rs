//! The libraries that a project calls: the JDK's modules and the jars of its class path.

use super::JdkLibrary;
use super::part::Part;
use super::store::Kind;
use calls::{ClassNames, Header, Library, Typical};
use cost::PlatformConditions;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use wcec::Summary;

/// A JDK and jars, in the order of class lookup: the JDK first, as in a JVM.
#[derive(Debug)]
pub struct LibraryPath {
    jdk: Arc<JdkLibrary>,
    parts: Vec<Arc<Part>>,
    /// For each class, the first part that has it.
    part_of: FxHashMap<Arc<str>, usize>,
    /// The classes that name a class as a supertype, cached on demand.
    subtypes: RwLock<HashMap<Box<str>, ClassNames>>,
}

impl LibraryPath {
    /// A JDK with some of its modules, and jars.
    pub(super) fn new(jdk: Arc<JdkLibrary>, parts: Vec<Arc<Part>>) -> Self {
        let mut path = Self {
            jdk,
            parts: Vec::with_capacity(parts.len()),
            part_of: FxHashMap::default(),
            subtypes: RwLock::default(),
        };
        for part in parts {
            path.push(part);
        }
        path
    }

    fn push(&mut self, part: Arc<Part>) {
        for class in part.classes() {
            let place = self.parts.len();
            self.part_of.entry(Arc::clone(class)).or_insert(place);
        }
        self.parts.push(part);
        self.subtypes = RwLock::default();
    }

    /// Whether both are the same libraries of a session.
    pub fn is_same(&self, other: &Self) -> bool {
        let mut parts = self.parts.iter().zip(&other.parts);
        Arc::ptr_eq(&self.jdk, &other.jdk)
            && self.parts.len() == other.parts.len()
            && parts.all(|(one, two)| Arc::ptr_eq(one, two))
    }

    /// The number of methods with a cost.
    pub fn len(&self) -> usize {
        self.jdk.len() + self.parts.iter().map(|part| part.len()).sum::<usize>()
    }

    pub(super) const fn jdk(&self) -> &Arc<JdkLibrary> {
        &self.jdk
    }

    /// Whether no method has a cost.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn part_of(&self, class: &str) -> Option<&Part> {
        let place = self.part_of.get(class)?;
        self.parts.get(*place).map(|part| &**part)
    }
}

impl From<JdkLibrary> for LibraryPath {
    /// Only the JDK's `java.base`.
    fn from(jdk: JdkLibrary) -> Self {
        Self::new(Arc::new(jdk), Vec::new())
    }
}

impl Library for LibraryPath {
    fn header(&self, class: &str) -> Option<Arc<Header>> {
        match self.part_of(class) {
            Some(part) => part.header(class).cloned(),
            None => self.jdk.header(class),
        }
    }

    fn summary(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Summary>> {
        match self.part_of(class) {
            Some(part) => part.summary(class, name, descriptor),
            None => self.jdk.summary(class, name, descriptor),
        }
    }

    fn typical(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Typical>> {
        match self.part_of(class) {
            Some(part) => part.typical(Kind::Typical, [class, name, descriptor]),
            None => self.jdk.typical(class, name, descriptor),
        }
    }

    fn dispatched(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Typical>> {
        match self.part_of(class) {
            Some(part) => part.typical(Kind::Dispatched, [class, name, descriptor]),
            None => self.jdk.dispatched(class, name, descriptor),
        }
    }

    fn subtypes(&self, class: &str) -> ClassNames {
        let known = self.subtypes.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(class) {
            return Arc::clone(known);
        }
        drop(known);
        let of_jdk = self.jdk.subtypes(class);
        let of_parts = self.parts.iter().map(|part| part.subtypes(class));
        let of_parts: Vec<_> = of_parts.filter(|of_part| !of_part.is_empty()).collect();
        let all = if of_parts.is_empty() {
            of_jdk
        } else {
            let all = std::iter::once(&of_jdk).chain(&of_parts);
            all.flat_map(|one| one.iter().cloned()).collect()
        };
        let mut known = (self.subtypes.write()).unwrap_or_else(PoisonError::into_inner);
        known.insert(class.into(), Arc::clone(&all));
        all
    }

    fn is_damaged(&self, class: &str) -> bool {
        self.parts.iter().any(|part| part.is_damaged(class)) || self.jdk.is_damaged(class)
    }

    fn damaged_beside(&self, class: &str) -> Option<Arc<str>> {
        let damaged = self.part_of(class)?.damaged().first()?;
        Some(Arc::clone(&damaged.class))
    }

    fn platform_ended(&self) -> PlatformConditions {
        let mut ended = PlatformConditions::default();
        for part in &self.parts {
            ended.add_all(part.platform_ended());
        }
        ended
    }
}
