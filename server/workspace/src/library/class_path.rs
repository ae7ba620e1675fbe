//! The libraries that a project calls: the JDK's modules and the jars of its class path.

use super::JdkLibrary;
use super::entry::{self, LibraryEntry};
use super::part::Part;
use super::store::Kind;
use crate::Problem;
use ide::Model;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use wcec::calls::{ClassNames, Header, Library, Summary, Typical};

/// A JDK and jars, in the order that classes are looked up in: the JDK first, as the virtual machine does it.
#[derive(Debug)]
pub struct LibraryPath {
    jdk: Arc<JdkLibrary>,
    parts: Vec<Arc<Part>>,
    /// The first part that has a class, by the class.
    part_of: FxHashMap<Arc<str>, usize>,
    /// The classes that name a class as a supertype, as far as somebody has asked.
    subtypes: RwLock<HashMap<Box<str>, ClassNames>>,
}

impl LibraryPath {
    /// A JDK with some of its modules and with jars.
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

    /// Opens what the jars among these entries and the modules that the classes name cost, and works out what is not kept
    /// yet. `starts` is told the name of each that is. What cannot be read or kept, or is too large, is a problem of its
    /// own, and its calls are not priced.
    pub fn open_or_make<'c>(
        jdk: JdkLibrary,
        model: &Model,
        cache: &Path,
        class_path: &[PathBuf],
        classes: impl IntoIterator<Item = &'c [u8]>,
        starts: &mut dyn FnMut(&str),
    ) -> (Self, Vec<Problem>) {
        let packages = entry::packages(classes);
        let (places, mut problems) = entry::places(&jdk, class_path, &packages, entry::hash_of);
        let mut path = Self::new(Arc::new(jdk), Vec::new());
        for place in places {
            match path.add_place(&place, model, cache, starts) {
                Ok((_, damaged)) => problems.extend(damaged),
                Err(problem) => problems.push(problem),
            }
        }
        (path, problems)
    }

    /// The same for a jar that is named by its path, or a module of the JDK named `jrt:/MODULE`. The result is how many of
    /// its methods have a cost, and which of its classes cannot be read.
    ///
    /// # Errors
    /// [`Problem`] where it cannot be read or kept, or is too large.
    pub fn add(
        &mut self,
        path: &Path,
        model: &Model,
        cache: &Path,
        starts: &mut dyn FnMut(&str),
    ) -> Result<(usize, Vec<Problem>), Problem> {
        let place = LibraryEntry::named(&self.jdk, path)?;
        self.add_place(&place, model, cache, starts)
    }

    fn add_place(
        &mut self,
        place: &LibraryEntry,
        model: &Model,
        cache: &Path,
        starts: &mut dyn FnMut(&str),
    ) -> Result<(usize, Vec<Problem>), Problem> {
        let part = if let Some(part) = Part::open(cache, &place.digest) {
            part
        } else {
            starts(&place.name);
            place.make(&self.jdk, model, cache)?
        };
        let methods = part.len();
        let damaged = part.damaged().iter().map(|class| place.damaged(class));
        let damaged = damaged.collect();
        self.push(Arc::new(part));
        Ok((methods, damaged))
    }

    /// Whether both are the same libraries of a session.
    pub fn is_same(&self, other: &Self) -> bool {
        let mut parts = self.parts.iter().zip(&other.parts);
        Arc::ptr_eq(&self.jdk, &other.jdk)
            && self.parts.len() == other.parts.len()
            && parts.all(|(one, two)| Arc::ptr_eq(one, two))
    }

    /// How many methods have a cost.
    pub fn len(&self) -> usize {
        self.jdk.len() + self.parts.iter().map(|part| part.len()).sum::<usize>()
    }

    /// True where none has.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn part_of(&self, class: &str) -> Option<&Part> {
        let place = self.part_of.get(class)?;
        self.parts.get(*place).map(|part| &**part)
    }
}

impl From<JdkLibrary> for LibraryPath {
    /// The JDK's `java.base` alone.
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
}
