//! The methods that a library's code may call although a class of its users overrides them.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Code that calls more of them is assumed to call any.
const MOST: usize = 16;

/// The names of the methods that a call of a library's method may call and that a subclass may override, callees included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenCalls(
    /// Sorted, each once; `None` for any.
    Option<Vec<Arc<str>>>,
);

impl Default for OpenCalls {
    fn default() -> Self {
        Self::none()
    }
}

impl OpenCalls {
    /// The set of code that calls none.
    pub const fn none() -> Self {
        Self(Some(Vec::new()))
    }

    /// The set of unknown code.
    pub const fn any() -> Self {
        Self(None)
    }

    /// Whether any method may be among them.
    pub const fn is_any(&self) -> bool {
        self.0.is_none()
    }

    /// Whether a method with this name may be among them.
    pub fn may_contain(&self, name: &str) -> bool {
        let known = self.0.as_deref();
        known.is_none_or(|known| known.binary_search_by(|one| (**one).cmp(name)).is_ok())
    }

    /// Adds a method.
    pub fn add(&mut self, name: &Arc<str>) {
        let Some(known) = &mut self.0 else {
            return;
        };
        if let Err(at) = known.binary_search(name) {
            known.insert(at, Arc::clone(name));
            if known.len() > MOST {
                self.0 = None;
            }
        }
    }

    /// Adds all of another set.
    pub fn add_all(&mut self, other: &Self) {
        match &other.0 {
            Some(names) => names.iter().for_each(|name| self.add(name)),
            None => self.0 = None,
        }
    }
}
