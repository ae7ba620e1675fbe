//! What all chunks share: each text, method, stack and thread once.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use crate::recording::{Method, MethodIndex, Stack, StackIndex, Thread, ThreadIndex};

#[derive(Debug, Default)]
pub(crate) struct Tables {
    texts: HashSet<Arc<str>>,
    pub(crate) methods: Table<Method>,
    pub(crate) stacks: Table<Stack>,
    pub(crate) threads: Table<Thread>,
}

impl Tables {
    pub(crate) fn text(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return known.clone();
        }
        let text: Arc<str> = text.into();
        self.texts.insert(text.clone());
        text
    }

    pub(crate) fn method(&mut self, method: Method) -> MethodIndex {
        MethodIndex(self.methods.index(method))
    }

    pub(crate) fn stack(&mut self, stack: Stack) -> StackIndex {
        StackIndex(self.stacks.index(stack))
    }

    pub(crate) fn thread(&mut self, thread: Thread) -> ThreadIndex {
        ThreadIndex(self.threads.index(thread))
    }
}

/// Things and the order in which they came.
#[derive(Debug)]
pub(crate) struct Table<T>(HashMap<T, u32>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Eq + Hash> Table<T> {
    fn index(&mut self, item: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(item).or_insert(next)
    }

    pub(crate) fn into_list(self) -> Vec<T> {
        let mut items: Vec<(T, u32)> = self.0.into_iter().collect();
        items.sort_unstable_by_key(|(_, index)| *index);
        items.into_iter().map(|(item, _)| item).collect()
    }
}
