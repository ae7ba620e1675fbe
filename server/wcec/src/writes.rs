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
/// distinguished: a field with this name may belong to any object. Except for fields that a constructor writes in the object
/// that it constructs: they hold nothing that was known before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writes {
    /// Sorted, each once; `None` for anything at all.
    names: Option<Vec<Arc<str>>>,
    /// The fields of the object that a constructor constructs, sorted, each once; `None` for any.
    of_constructed: Option<Vec<Arc<str>>>,
    /// The methods that may write besides, each once.
    chosen: Vec<ChosenMethod>,
}

impl Writes {
    /// The set of code that writes nothing.
    pub const fn nothing() -> Self {
        Self {
            names: Some(Vec::new()),
            of_constructed: Some(Vec::new()),
            chosen: Vec::new(),
        }
    }

    /// The set of unknown code.
    pub const fn anything() -> Self {
        Self {
            names: None,
            of_constructed: None,
            chosen: Vec::new(),
        }
    }

    /// The set of a method that a caller chooses.
    pub fn of_chosen(argument: u16, method: Arc<str>) -> Self {
        Self {
            chosen: vec![ChosenMethod { argument, method }],
            ..Self::nothing()
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
            of_constructed: self.of_constructed.clone(),
            chosen: Vec::new(),
        };
        for chosen in &self.chosen {
            all.add_all(&of(chosen));
        }
        all
    }

    /// The set for a caller that creates the object which a constructor constructs.
    #[must_use]
    pub fn without_constructed(mut self) -> Self {
        self.of_constructed = Some(Vec::new());
        self
    }

    /// The set for a constructor that continues with the object which another constructor constructs.
    #[must_use]
    pub fn with_constructed(mut self) -> Self {
        match self.of_constructed.replace(Vec::new()) {
            Some(fields) => {
                for field in fields {
                    add_to(&mut self.names, &field, || Arc::clone(&field));
                }
                self
            }
            None => Self::anything(),
        }
    }

    /// Adds a field.
    pub fn add(&mut self, name: &str) {
        add_to(&mut self.names, name, || Arc::from(name));
    }

    /// Adds a field that a constructor writes in the object that it constructs.
    pub fn add_of_constructed(&mut self, name: &str) {
        add_to(&mut self.of_constructed, name, || Arc::from(name));
    }

    /// Adds everything that another set contains. The names are shared with it.
    pub fn add_all(&mut self, other: &Self) {
        add_all_to(&mut self.names, other.names.as_deref());
        add_all_to(&mut self.of_constructed, other.of_constructed.as_deref());
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

fn add_all_to(names: &mut Option<Vec<Arc<str>>>, others: Option<&[Arc<str>]>) {
    match others {
        None => *names = None,
        Some(others) => {
            for name in others {
                add_to(names, name, || Arc::clone(name));
            }
        }
    }
}

fn add_to(names: &mut Option<Vec<Arc<str>>>, name: &str, shared: impl FnOnce() -> Arc<str>) {
    let Some(list) = names else {
        return;
    };
    if let Err(at) = list.binary_search_by(|known| (**known).cmp(name)) {
        list.insert(at, shared());
    }
    if list.len() > MOST {
        *names = None;
    }
}
