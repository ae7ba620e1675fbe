//! The classes that are analysed together.

use super::decoded::Decoded;
use super::header::Header;
use super::sites::{self, Interner, Origins, Site, ValueOrigin, Writes};
use super::typical::Typical;
use super::unseen::{Unseen, UnseenFiles};
use bytecode::{ClassError, ClassFile, unchanged_methods};
use cost::PlatformConditions;
use flow::Flow;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};
use wcec::Summary;
use wcec::declared::DeclaredLoop;

/// Names of classes in binary form with slashes.
pub type ClassNames = Arc<[Arc<str>]>;

/// The classes that a unit calls, summarised before it.
pub trait Library: Send + Sync {
    /// A class without its code.
    fn header(&self, class: &str) -> Option<Arc<Header>>;
    /// The cost of a method that the class declares itself.
    fn summary(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Summary>>;
    /// The average cost of a method that the class declares itself.
    fn typical(&self, _class: &str, _name: &str, _descriptor: &str) -> Option<Arc<Typical>> {
        None
    }
    /// The average over the implementations in the library, for calls that name this class and method.
    fn dispatched(&self, _class: &str, _name: &str, _descriptor: &str) -> Option<Arc<Typical>> {
        None
    }
    /// The direct subtypes of this class.
    fn subtypes(&self, class: &str) -> ClassNames;
    /// Whether a class exists and cannot be read.
    fn is_damaged(&self, _class: &str) -> bool {
        false
    }
    /// A class that exists and cannot be read, and may be a subtype of this one.
    fn damaged_beside(&self, _class: &str) -> Option<Arc<str>> {
        None
    }
    /// The conditions of the platform that its code may end. The JDK's own code ends none.
    fn platform_ended(&self) -> PlatformConditions {
        PlatformConditions::default()
    }
}

/// No library: every class outside of the unit is unknown.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoLibrary;

impl Library for NoLibrary {
    fn header(&self, _class: &str) -> Option<Arc<Header>> {
        None
    }

    fn summary(&self, _class: &str, _name: &str, _descriptor: &str) -> Option<Arc<Summary>> {
        None
    }

    fn subtypes(&self, _class: &str) -> ClassNames {
        Arc::default()
    }
}

/// A class of a unit, read once.
#[derive(Debug)]
pub struct UnitClass {
    pub(crate) header: Arc<Header>,
    pub(crate) bytes: Arc<[u8]>,
    /// The calls of each method, in the order of the header's methods.
    pub(crate) sites: Vec<Vec<Site>>,
    /// How the objects in its fields and the results of its methods are created.
    pub(crate) origins: Origins,
    /// Whether each method has code.
    pub(crate) has_code: Vec<bool>,
    /// What its source says about its loops.
    pub(crate) declared: Arc<[DeclaredLoop]>,
    /// The first line of each method.
    first_lines: Vec<Option<u32>>,
    /// The name of its source file.
    source_file: Option<Arc<str>>,
    /// The conditions of the platform that its code may end.
    platform_ended: PlatformConditions,
}

impl UnitClass {
    /// The class without its code.
    pub const fn header(&self) -> &Arc<Header> {
        &self.header
    }

    /// The name of its source file, if the compiler recorded it.
    pub(super) const fn source_file(&self) -> Option<&Arc<str>> {
        self.source_file.as_ref()
    }

    /// The interfaces that its lambdas implement.
    fn lambda_interfaces(&self) -> impl Iterator<Item = &Arc<str>> {
        let bodies = (self.sites.iter().flatten()).filter_map(|site| site.lambda.as_ref());
        bodies.flat_map(|body| std::iter::once(&body.interface).chain(&body.further))
    }

    /// Whether a method has code that calls nothing.
    pub(crate) fn is_leaf(&self, method: usize) -> bool {
        self.has_code.get(method) == Some(&true)
            && self.sites.get(method).is_some_and(Vec::is_empty)
    }

    /// Whether the same methods that subclasses may override call nothing, in two classes with the same header.
    pub(crate) fn has_leaves_of(&self, other: &Self) -> bool {
        let mut methods = self.header.methods.iter().enumerate();
        methods.all(|(at, method)| {
            method.is_static() || method.is_private() || self.is_leaf(at) == other.is_leaf(at)
        })
    }

    /// Whether calls find the same members in both; code may differ.
    fn is_found_like(&self, other: &Self) -> bool {
        let interfaces =
            |class: &Self| -> FxHashSet<Arc<str>> { class.lambda_interfaces().cloned().collect() };
        self.header == other.header
            && self.origins == other.origins
            && self.platform_ended == other.platform_ended
            && self.has_leaves_of(other)
            && interfaces(self) == interfaces(other)
    }
}

impl UnitClass {
    /// Reads a class.
    ///
    /// # Errors
    /// [`ClassError`] if the bytes are not a class file.
    pub fn read(bytes: impl Into<Arc<[u8]>>) -> Result<Self, ClassError> {
        Self::of(bytes.into())
    }

    fn of(bytes: Arc<[u8]>) -> Result<Self, ClassError> {
        let class = ClassFile::parse(&bytes)?;
        let mut names = Interner::default();
        let mut flow = Flow::default();
        let mut calls = Vec::with_capacity(class.methods.len());
        let mut has_code = Vec::with_capacity(class.methods.len());
        let mut writes = Writes::default();
        for (number, method) in (0..).zip(&class.methods) {
            has_code.push(method.code.is_some());
            calls.push(method.code.as_ref().map_or_else(Vec::new, |code| {
                let memory = (&mut flow, &mut names);
                sites::sites(&class, method, code, memory, (number, &mut writes))
            }));
        }
        let of_super = class.super_name.as_deref();
        let mut platform_ended =
            of_super.map_or_else(Default::default, PlatformConditions::ended_by_extending);
        for (of, name) in class.named_methods() {
            platform_ended.add_all(PlatformConditions::ended_by((&of, &name), &class.name));
        }
        let header = Arc::new(Header::of(&class));
        let first_lines = class
            .methods
            .iter()
            .map(|method| {
                let code = method.code.as_ref()?;
                code.lines.iter().map(|entry| entry.line).min()
            })
            .collect();
        let source_file = class.source_file.as_deref().map(Arc::from);
        drop(class);
        Ok(Self {
            header,
            bytes,
            sites: calls,
            origins: writes.into_origins(),
            has_code,
            declared: Arc::new([]),
            first_lines,
            source_file,
            platform_ended,
        })
    }

    /// The same class without the code of the methods that begin on one of these lines, because it is not what its developer
    /// wrote. Calls of them are not priced.
    #[must_use]
    pub fn without_lines(mut self, left_out: &[RangeInclusive<u32>]) -> Self {
        let mut is_partial = false;
        for (has_code, line) in self.has_code.iter_mut().zip(&self.first_lines) {
            let is_left_out =
                line.is_some_and(|line| left_out.iter().any(|lines| lines.contains(&line)));
            is_partial |= is_left_out;
            *has_code &= !is_left_out;
        }
        if is_partial {
            // Code that was left out may write any field.
            self.origins.forget_fields();
        }
        self
    }

    /// The same class with what its source says about its loops.
    #[must_use]
    pub fn with_declared(self, declared: Arc<[DeclaredLoop]>) -> Self {
        Self { declared, ..self }
    }

    /// Whether both have the same bytes and the same clauses.
    pub fn is_same(&self, other: &Self) -> bool {
        self.bytes.as_ref() == other.bytes.as_ref()
            && self.declared == other.declared
            && self.has_code == other.has_code
    }
}

/// The packages, with slashes, of the classes that a class names, each once.
///
/// # Errors
///
/// [`ClassError`] if the bytes are not a class file.
pub fn named_packages(bytes: &[u8]) -> Result<Vec<String>, ClassError> {
    let class = ClassFile::parse(bytes)?;
    let mut packages: Vec<String> = class
        .named_classes()
        .filter_map(|name| {
            let (package, _) = name.rsplit_once('/')?;
            // An array is named as in a descriptor, `[Ljava/lang/String;`.
            let package = match package.strip_prefix('[') {
                Some(element) => element.trim_start_matches('[').strip_prefix('L')?,
                None => package,
            };
            Some(package.to_owned())
        })
        .collect();
    packages.sort_unstable();
    packages.dedup();
    Ok(packages)
}

/// A class and the classes that it names, including itself, in binary form with slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassesNamed {
    /// Its own name.
    pub own: String,
    /// The named classes, without arrays.
    pub named: Vec<String>,
}

/// The names in the bytes of a class.
///
/// # Errors
/// [`ClassError`] if the bytes are not a class file.
pub fn classes_named(bytes: &[u8]) -> Result<ClassesNamed, ClassError> {
    let class = ClassFile::parse(bytes)?;
    let named = class.named_classes();
    let named = named.filter(|name| !name.starts_with('['));
    Ok(ClassesNamed {
        own: class.name.clone(),
        named: named.map(std::borrow::Cow::into_owned).collect(),
    })
}

/// The kind of a unit, which decides how deeply its code is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// The analysed code: followed in every detail.
    Project,
    /// The code that it calls. Its calls are assumed to return: the creation of exceptions is not followed, and neither is code
    /// that loads classes or reflects on them.
    Library,
}

/// A method of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct MethodId {
    pub(crate) class: u32,
    pub(crate) method: u32,
}

/// Classes that are analysed together, and the library that they call.
pub struct Unit {
    pub(crate) classes: Vec<Arc<UnitClass>>,
    pub(crate) library: Arc<dyn Library>,
    index: Arc<Index>,
    kind: UnitKind,
    pub(super) decoded: Decoded,
}

/// For each class of the library with subclasses in the unit: its methods that they override.
pub(super) type OverriddenMethods = FxHashMap<Arc<str>, BTreeSet<Arc<str>>>;

/// The classes of the unit that declare a field under the name of one that a superclass declares, by that name.
pub(super) type HidingClasses = FxHashMap<Arc<str>, ClassesOfField>;

/// The classes that hide a field.
#[derive(Debug, Default)]
pub(super) struct ClassesOfField {
    pub(super) hiding: FxHashSet<Arc<str>>,
    /// These classes and all their superclasses.
    pub(super) with_superclasses: FxHashSet<Arc<str>>,
}

/// What is known about classes without their code. Shared by states of a unit that differ only in code.
#[derive(Debug)]
struct Index {
    by_name: FxHashMap<Arc<str>, u32>,
    /// The direct subtypes of each class in the unit.
    subtypes: FxHashMap<Arc<str>, Vec<u32>>,
    /// The interfaces that lambdas of the unit implement, with the interfaces that these extend.
    lambda_interfaces: FxHashSet<Arc<str>>,
    /// The fields that other classes write, by class and name.
    written_elsewhere: FxHashSet<(Arc<str>, Arc<str>)>,
    /// The methods of the library that its classes override, found when first asked for.
    overridden: OnceLock<OverriddenMethods>,
    /// The classes that hide a field of a superclass, by the field's name, found when first asked for.
    hiding: OnceLock<HidingClasses>,
    /// The number of each class's first method in the unit.
    first_method: Vec<u32>,
    unseen: Unseen,
    /// The conditions of the platform that its code may end.
    platform_ended: PlatformConditions,
}

impl Index {
    fn of(classes: &[Arc<UnitClass>], unseen: Unseen) -> Self {
        let mut by_name = FxHashMap::default();
        let mut subtypes: FxHashMap<Arc<str>, Vec<u32>> = FxHashMap::default();
        let mut lambda_interfaces = FxHashSet::default();
        let mut written_elsewhere = FxHashSet::default();
        let mut first_method = Vec::with_capacity(classes.len() + 1);
        let mut methods = 0;
        let mut platform_ended = PlatformConditions::default();
        for (index, class) in (0..).zip(classes) {
            first_method.push(methods);
            methods += class.header.methods.len() as u32;
            if by_name.contains_key(&class.header.name) {
                continue;
            }
            by_name.insert(Arc::clone(&class.header.name), index);
            for supertype in class.header.supertypes() {
                subtypes
                    .entry(Arc::clone(supertype))
                    .or_default()
                    .push(index);
            }
            lambda_interfaces.extend(class.lambda_interfaces().cloned());
            written_elsewhere.extend(class.origins.written_elsewhere.iter().cloned());
            platform_ended.add_all(class.platform_ended);
        }
        first_method.push(methods);
        let mut pending: Vec<Arc<str>> = lambda_interfaces.iter().cloned().collect();
        while let Some(interface) = pending.pop() {
            let header = by_name
                .get(&interface)
                .map(|at| &classes[*at as usize].header);
            for above in header.iter().flat_map(|header| &header.interfaces) {
                if lambda_interfaces.insert(Arc::clone(above)) {
                    pending.push(Arc::clone(above));
                }
            }
        }
        Self {
            by_name,
            subtypes,
            lambda_interfaces,
            written_elsewhere,
            overridden: OnceLock::new(),
            hiding: OnceLock::new(),
            first_method,
            unseen,
            platform_ended,
        }
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unit")
            .field("classes", &self.classes.len())
            .finish_non_exhaustive()
    }
}

impl Unit {
    /// Joins classes, sorted by name, so that the order in which they were found does not influence rounding. The first of two
    /// classes with the same name counts.
    pub fn new(classes: Vec<Arc<UnitClass>>, library: Arc<dyn Library>, kind: UnitKind) -> Self {
        Self::with_unseen(classes, Vec::new(), library, kind)
    }

    /// The same beside code that has no class.
    pub fn with_unseen(
        classes: Vec<Arc<UnitClass>>,
        unseen: UnseenFiles,
        library: Arc<dyn Library>,
        kind: UnitKind,
    ) -> Self {
        Self::of(classes, Unseen::default().with(unseen), library, kind)
    }

    fn of(
        mut classes: Vec<Arc<UnitClass>>,
        unseen: Unseen,
        library: Arc<dyn Library>,
        kind: UnitKind,
    ) -> Self {
        classes.sort_by(|one, two| one.header.name.cmp(&two.header.name));
        Self {
            index: Arc::new(Index::of(&classes, unseen)),
            classes,
            library,
            kind,
            decoded: Decoded::default(),
        }
    }

    /// The unit after a change: classes with known names are replaced, and new ones are added at the end.
    #[must_use]
    pub fn with(
        &self,
        changed: impl IntoIterator<Item = Arc<UnitClass>>,
        unseen: UnseenFiles,
    ) -> Self {
        let mut classes = self.classes.clone();
        let unseen = self.unseen().with(unseen);
        let mut is_alike = unseen == *self.unseen();
        for class in changed {
            let name = &class.header.name;
            let is_new = |other: &Arc<UnitClass>| other.header.name == *name;
            let added = || {
                let added = self.classes.len();
                let place = classes.get(added..)?.iter().position(is_new)?;
                Some(added + place)
            };
            let known = self.class(name).map(|place| place as usize);
            if let Some(place) = known.or_else(added) {
                is_alike &= classes[place].is_found_like(&class);
                classes[place] = class;
            } else {
                is_alike = false;
                classes.push(class);
            }
        }
        Self {
            index: if is_alike {
                Arc::clone(&self.index)
            } else {
                Arc::new(Index::of(&classes, unseen))
            },
            classes,
            library: Arc::clone(&self.library),
            kind: self.kind,
            decoded: Decoded::default(),
        }
    }

    /// Whether calls are resolved by the same classes and methods as in another state of the unit.
    pub(crate) fn resolves_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.index, &other.index)
            && Arc::ptr_eq(&self.library, &other.library)
            && self.kind == other.kind
    }

    /// The conditions of the platform that its classes, or those of its library, may end.
    pub(crate) fn platform_ended(&self) -> PlatformConditions {
        let mut ended = self.own_platform_ended();
        ended.add_all(self.library.platform_ended());
        ended
    }

    /// The conditions of the platform that its own classes may end.
    pub fn own_platform_ended(&self) -> PlatformConditions {
        self.index.platform_ended
    }

    /// The class with this name.
    pub fn class_named(&self, name: &str) -> Option<&Arc<UnitClass>> {
        self.classes.get(self.class(name)? as usize)
    }

    /// The classes, by index.
    pub fn classes(&self) -> &[Arc<UnitClass>] {
        &self.classes
    }

    pub(super) fn unseen(&self) -> &Unseen {
        &self.index.unseen
    }

    /// Whether this is known of the unseen code of some files.
    pub fn has_unseen(&self, files: &UnseenFiles) -> bool {
        self.unseen().has(files)
    }

    /// The same unit with another library, to be summarised anew.
    #[must_use]
    pub fn in_library(&self, library: Arc<dyn Library>) -> Self {
        let (classes, unseen) = (self.classes.clone(), self.unseen().clone());
        Self::of(classes, unseen, library, self.kind)
    }

    /// The classes outside of the unit.
    pub fn library(&self) -> Arc<dyn Library> {
        Arc::clone(&self.library)
    }

    /// The headers of the classes.
    pub fn headers(&self) -> impl Iterator<Item = &Arc<Header>> {
        self.classes.iter().map(|class| &class.header)
    }

    /// The line of an instruction of a method, named `class.name(descriptor)`.
    pub fn line_of(&self, method: &str, instruction: u32) -> Option<u32> {
        let (path, _) = method.split_once('(')?;
        let (class, name) = path.rsplit_once('.')?;
        let id = self.find(class, name, &method[path.len()..])?;
        let bytes = self.classes.get(id.class as usize)?.bytes.as_ref();
        let class = self.decoded.get(id.class, bytes)?;
        let declared = class.methods.get(id.method as usize)?;
        declared.code.as_ref()?.line_of(instruction)
    }

    /// For each method of a class, whether an analysis of it alone finds the same as in another state of the unit. The states
    /// may have other callees.
    pub(crate) fn unchanged_since(&self, earlier: &Self, class: u32) -> Vec<bool> {
        let index = class as usize;
        let (Some(new), Some(old)) = (self.classes.get(index), earlier.classes.get(index)) else {
            return Vec::new();
        };
        if Arc::ptr_eq(old, new) {
            return vec![true; new.header.methods.len()];
        }
        let is_alike =
            old.header == new.header && old.origins == new.origins && old.declared == new.declared;
        if !is_alike {
            return Vec::new();
        }
        let has_code_as_before =
            |method: usize| old.has_code.get(method) == new.has_code.get(method);
        let before = earlier.decoded.get(class, &old.bytes);
        let after = self.decoded.get(class, &new.bytes);
        match (before, after) {
            (Some(before), Some(after)) => unchanged_methods(&before, &after, has_code_as_before),
            _ => Vec::new(),
        }
    }

    /// The number of methods.
    pub fn method_count(&self) -> usize {
        self.index.first_method.last().copied().unwrap_or(0) as usize
    }

    pub(crate) fn class(&self, name: &str) -> Option<u32> {
        self.index.by_name.get(name).copied()
    }

    /// Whether a class is in the unit or its libraries.
    pub fn has_class(&self, name: &str) -> bool {
        self.header(name).is_some()
    }

    pub(crate) fn header(&self, name: &str) -> Option<Arc<Header>> {
        match self.class(name) {
            Some(class) => Some(Arc::clone(&self.classes[class as usize].header)),
            None => self.library.header(name),
        }
    }

    /// How an object from a field or a method was created; `None` if that is unknown or ambiguous.
    pub(crate) fn origin(&self, made: &ValueOrigin) -> Option<ValueOrigin> {
        let mut made = made.clone();
        // Limits the number of fields and methods to follow.
        for _ in 0..4 {
            made = match &made {
                ValueOrigin::New(_) | ValueOrigin::Lambda(_) => return Some(made),
                ValueOrigin::Field { class, name } => {
                    let field = (Arc::clone(class), Arc::clone(name));
                    if self.index.written_elsewhere.contains(&field) {
                        return None;
                    }
                    let class = self.class(class)?;
                    self.classes[class as usize].origins.field(name)?.clone()
                }
                ValueOrigin::Result {
                    class,
                    name,
                    descriptor,
                } => {
                    let id = self.find(class, name, descriptor)?;
                    let class = &self.classes[id.class as usize];
                    let method = &class.header.methods[id.method as usize];
                    let is_fixed = method.is_static()
                        || method.is_private()
                        || method.is_final()
                        || class.header.is_final();
                    if !is_fixed || class.has_code.get(id.method as usize) != Some(&true) {
                        return None;
                    }
                    class.origins.result(id.method)?.clone()
                }
            };
        }
        None
    }

    pub(crate) fn subtypes_in_unit(&self, name: &str) -> &[u32] {
        self.index.subtypes.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn overridden_methods(&self) -> &OverriddenMethods {
        let overridden = &self.index.overridden;
        overridden.get_or_init(|| self.find_overridden_methods())
    }

    pub(super) fn hiding_classes(&self) -> &HidingClasses {
        self.index.hiding.get_or_init(|| self.find_hiding_classes())
    }

    /// Whether a lambda of the unit implements an interface.
    pub(crate) fn is_lambda_interface(&self, name: &str) -> bool {
        self.index.lambda_interfaces.contains(name)
    }

    /// The number of a method in the unit.
    pub(crate) fn number(&self, method: MethodId) -> u32 {
        self.index.first_method[method.class as usize] + method.method
    }

    /// The numbers of a class's methods.
    pub(crate) fn numbers_in(&self, class: u32) -> std::ops::Range<u32> {
        let first = &self.index.first_method;
        first[class as usize]..first[class as usize + 1]
    }

    /// The method with this number.
    pub(crate) fn method(&self, number: u32) -> MethodId {
        let class = self
            .index
            .first_method
            .partition_point(|first| *first <= number)
            - 1;
        MethodId {
            class: class as u32,
            method: number - self.index.first_method[class],
        }
    }

    pub(crate) const fn kind(&self) -> UnitKind {
        self.kind
    }

    pub(crate) fn sites(&self, method: MethodId) -> &[Site] {
        self.classes[method.class as usize]
            .sites
            .get(method.method as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// A method, by its names.
    pub(crate) fn find(&self, class: &str, name: &str, descriptor: &str) -> Option<MethodId> {
        let class = self.class(class)?;
        let header = &self.classes[class as usize].header;
        let method = header.index_of(name, descriptor)? as u32;
        Some(MethodId { class, method })
    }
}
