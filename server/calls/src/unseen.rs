//! Code of the unit that has no class: it was left out, or its file does not compile.

use super::header::Header;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What code may declare that no class of the unit has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnseenCode {
    /// The simple names of the types that its classes may extend or implement.
    pub supertypes: BTreeSet<String>,
    /// The names of the methods that it may add to classes of the unit.
    pub methods: BTreeSet<String>,
    /// Whether it may have lambdas or method references.
    pub has_lambdas: bool,
    /// Whether it may declare anything else.
    pub is_anything: bool,
}

impl UnseenCode {
    /// Nothing is known of the code.
    pub fn anything() -> Self {
        Self {
            is_anything: true,
            ..Self::default()
        }
    }

    /// Adds what other code may declare.
    pub fn add(&mut self, other: &Self) {
        self.supertypes.extend(other.supertypes.iter().cloned());
        self.methods.extend(other.methods.iter().cloned());
        self.has_lambdas |= other.has_lambdas;
        self.is_anything |= other.is_anything;
    }
}

/// The unseen code of some files, by their names; nothing for those that are compiled.
pub type UnseenFiles = Vec<(Arc<str>, Option<UnseenCode>)>;

/// The unseen code of a unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Unseen {
    files: BTreeMap<Arc<str>, UnseenCode>,
    all: UnseenCode,
}

impl Unseen {
    /// Whether this is known of some files.
    pub(super) fn has(&self, files: &UnseenFiles) -> bool {
        let mut files = files.iter();
        files.all(|(file, code)| self.files.get(file) == code.as_ref())
    }

    /// The unseen code after a change of these files.
    pub(super) fn with(&self, changed: UnseenFiles) -> Self {
        let mut files = self.files.clone();
        for (file, code) in changed {
            match code {
                Some(code) => files.insert(file, code),
                None => files.remove(&file),
            };
        }
        let mut all = UnseenCode::default();
        for code in files.values() {
            all.add(code);
        }
        Self { files, all }
    }

    /// Whether the code may implement a method of this name for a class, unless by a class that extends it.
    pub(super) fn may_implement(&self, class: &Header, name: &str) -> bool {
        let is_functional = || {
            let methods = class.methods.iter();
            class.is_interface() && methods.filter(|method| method.is_abstract()).count() < 2
        };
        self.all.is_anything
            || self.all.methods.contains(name)
            || self.all.has_lambdas && is_functional()
    }

    /// Whether the code may have classes that extend others.
    pub(super) fn has_supertypes(&self) -> bool {
        !self.all.supertypes.is_empty()
    }

    /// Whether the code may have a class that extends this one.
    pub(super) fn may_extend(&self, class: &str) -> bool {
        simple_names(class).any(|name| self.all.supertypes.contains(name))
    }
}

/// What `p/A$B` may be called: `A$B` or `B`.
fn simple_names(class: &str) -> impl Iterator<Item = &str> {
    let local = class.rsplit('/').next().unwrap_or(class);
    let inner = local.match_indices('$').map(|(at, _)| &local[at + 1..]);
    std::iter::once(local).chain(inner)
}
