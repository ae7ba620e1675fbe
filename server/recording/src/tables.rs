//! Tables that all chunks share: each text, method, stack and thread once.

use std::hash::Hash;
use std::sync::Arc;

use crate::maps::{Map, Set};
use crate::names;
use crate::recording::{Method, MethodIndex, Stack, StackIndex, Thread, ThreadIndex};

/// A known text, by its address. However long and frequent it is, it is examined once.
type Known = usize;

/// A thread: its numbers, its names, and whether it is virtual.
type ThreadKey = ([Option<u64>; 2], [Option<Known>; 2], bool);

#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// They stay in memory until the end, so no two have the same address.
    texts: Set<Arc<str>>,
    classes: Map<Known, (Arc<str>, bool)>,
    methods: Table<Method, ([Known; 3], bool)>,
    stacks: Map<Stack, u32>,
    threads: Table<Thread, ThreadKey>,
}

/// The lists of a recording that are made from these tables.
pub(crate) struct Lists {
    pub(crate) methods: Vec<Method>,
    pub(crate) stacks: Vec<Stack>,
    pub(crate) threads: Vec<Thread>,
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

    /// The name of a class that is the same in every run, and whether the class is hidden.
    pub(crate) fn class(&mut self, name: &Arc<str>) -> (Arc<str>, bool) {
        if let Some(known) = self.classes.get(&known(name)) {
            return known.clone();
        }
        let (stable, is_hidden) = names::stable(name);
        let class = (self.text(&stable), is_hidden);
        self.classes.insert(known(name), class.clone());
        class
    }

    /// The texts of a method must come from [`Tables::text`].
    pub(crate) fn method(&mut self, method: Method) -> MethodIndex {
        let texts = [&method.class, &method.name, &method.descriptor];
        let key = (texts.map(known), method.is_of_hidden_class);
        MethodIndex(self.methods.index(key, method))
    }

    pub(crate) fn stack(&mut self, stack: Stack) -> StackIndex {
        let next = self.stacks.len() as u32;
        StackIndex(*self.stacks.entry(stack).or_insert(next))
    }

    /// The texts of a thread must come from [`Tables::text`].
    pub(crate) fn thread(&mut self, thread: Thread) -> ThreadIndex {
        let names = [&thread.os_name, &thread.java_name];
        let key = (
            [thread.os_thread_id, thread.java_thread_id],
            names.map(|name| name.as_ref().map(known)),
            thread.is_virtual,
        );
        ThreadIndex(self.threads.index(key, thread))
    }

    pub(crate) fn into_lists(self) -> Lists {
        let mut stacks: Vec<(Stack, u32)> = self.stacks.into_iter().collect();
        stacks.sort_unstable_by_key(|(_, index)| *index);
        Lists {
            methods: self.methods.items,
            stacks: stacks.into_iter().map(|(stack, _)| stack).collect(),
            threads: self.threads.items,
        }
    }
}

fn known(text: &Arc<str>) -> Known {
    text.as_ptr().addr()
}

/// Unique values in the order of their first use.
#[derive(Debug)]
struct Table<T, K> {
    items: Vec<T>,
    by_key: Map<K, u32>,
}

impl<T, K> Default for Table<T, K> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            by_key: Map::default(),
        }
    }
}

impl<T, K: Eq + Hash> Table<T, K> {
    fn index(&mut self, key: K, item: T) -> u32 {
        let next = self.items.len() as u32;
        *self.by_key.entry(key).or_insert_with(|| {
            self.items.push(item);
            next
        })
    }
}
