//! What a method may write, callees included.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A method that writes more fields than this is assumed to write anything.
const MOST: usize = 48;

/// The names of the fields that a call may write, with a mark for array elements of each type. Objects are not
/// distinguished: a field with this name may belong to any object.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writes {
    /// Sorted, each once; `None` for anything at all.
    names: Option<Vec<Arc<str>>>,
}

impl Writes {
    /// The set of code that writes nothing.
    pub const fn nothing() -> Self {
        Self {
            names: Some(Vec::new()),
        }
    }

    /// The set of unknown code.
    pub const fn anything() -> Self {
        Self { names: None }
    }

    /// The names; `None` if it may be any.
    pub fn names(&self) -> Option<&[Arc<str>]> {
        self.names.as_deref()
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
    }
}
