//! What a method may write, callees included.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A method that writes more fields than this is assumed to write anything.
const MOST: usize = 48;

/// So is one that calls more methods of its arguments than this.
const MOST_CHOSEN: usize = 4;

/// A method of an argument that is called, as `get()Ljava/lang/Object;`: who passes the argument decides what it writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenMethod {
    /// The index of the argument, not counting the receiver.
    pub argument: u16,
    /// The name and the descriptor of the method.
    pub method: Arc<str>,
}

/// The names of the fields that a call may write, with a mark for array elements of each type. Objects are not
/// distinguished: a field with this name may belong to any object.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writes {
    /// Sorted, each once; `None` for anything at all.
    names: Option<Vec<Arc<str>>>,
    /// The methods that may write besides, each once.
    chosen: Vec<ChosenMethod>,
}

impl Writes {
    /// The set of code that writes nothing.
    pub const fn nothing() -> Self {
        Self {
            names: Some(Vec::new()),
            chosen: Vec::new(),
        }
    }

    /// The set of unknown code.
    pub const fn anything() -> Self {
        Self {
            names: None,
            chosen: Vec::new(),
        }
    }

    /// The set of a method that a caller chooses.
    pub fn of_chosen(argument: u16, method: Arc<str>) -> Self {
        Self {
            names: Some(Vec::new()),
            chosen: vec![ChosenMethod { argument, method }],
        }
    }

    /// The names; `None` if it may be any.
    pub fn names(&self) -> Option<&[Arc<str>]> {
        self.names.as_deref().filter(|_| !self.is_chosen())
    }

    /// Whether callers choose what it writes besides.
    pub const fn is_chosen(&self) -> bool {
        !self.chosen.is_empty()
    }

    /// What it writes if `of` says what the methods write that callers choose.
    #[must_use]
    pub fn resolved(&self, of: impl Fn(&ChosenMethod) -> Self) -> Self {
        let mut all = Self {
            names: self.names.clone(),
            chosen: Vec::new(),
        };
        for chosen in &self.chosen {
            all.add_all(&of(chosen));
        }
        all
    }

    /// Adds a field.
    pub fn add(&mut self, name: &str) {
        self.add_as(name, || Arc::from(name));
    }

    fn add_as(&mut self, name: &str, shared: impl FnOnce() -> Arc<str>) {
        let Some(names) = &mut self.names else {
            return;
        };
        if let Err(at) = names.binary_search_by(|known| (**known).cmp(name)) {
            names.insert(at, shared());
        }
        if names.len() > MOST {
            self.names = None;
        }
    }

    /// Adds everything that another set contains. The names are shared with it.
    pub fn add_all(&mut self, other: &Self) {
        match &other.names {
            None => self.names = None,
            Some(names) => {
                for name in names {
                    self.add_as(name, || Arc::clone(name));
                }
            }
        }
        for chosen in &other.chosen {
            if !self.chosen.contains(chosen) {
                self.chosen.push(chosen.clone());
            }
        }
        if self.names.is_none() || self.chosen.len() > MOST_CHOSEN {
            *self = Self::anything();
        }
    }
}
