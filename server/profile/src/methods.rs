//! Which method a frame belongs to, and how often it was counted.

use std::collections::{BTreeMap, HashMap};

use crate::record::{Code, Frame, Method, MethodCount, MethodIndex};

/// The counts of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) entries: u64,
    /// By line.
    pub(crate) lines: BTreeMap<u32, u64>,
}

/// The methods of a profile. Equal methods share the first of their indices.
#[derive(Debug)]
pub(crate) struct Methods<'p> {
    code: &'p Code,
    first: Vec<MethodIndex>,
    counted: BTreeMap<MethodIndex, Counted>,
    /// Counted methods by class and name.
    by_name: HashMap<(&'p str, &'p str), Vec<MethodIndex>>,
}

impl<'p> Methods<'p> {
    pub(crate) fn new(code: &'p Code, counts: &[MethodCount]) -> Self {
        let mut places: HashMap<&Method, MethodIndex> = HashMap::new();
        let first: Vec<MethodIndex> = (0..)
            .zip(&code.methods)
            .map(|(place, method)| *places.entry(method).or_insert(MethodIndex(place)))
            .collect();
        let mut counted: BTreeMap<MethodIndex, Counted> = BTreeMap::new();
        for count in counts {
            let Some(method) = first.get(count.method.0 as usize) else {
                continue;
            };
            // Two loaders may have loaded the same class.
            let all = counted.entry(*method).or_default();
            all.entries = all.entries.saturating_add(count.entries);
            for line in &count.lines {
                let sum = all.lines.entry(line.line).or_default();
                *sum = sum.saturating_add(line.count);
            }
        }
        let mut by_name: HashMap<(&str, &str), Vec<MethodIndex>> = HashMap::new();
        for &index in counted.keys() {
            if let Some(method) = code.methods.get(index.0 as usize) {
                let overloads = by_name.entry((&method.class, &method.name)).or_default();
                overloads.push(index);
            }
        }
        Self {
            code,
            first,
            counted,
            by_name,
        }
    }

    pub(crate) fn get(&self, index: MethodIndex) -> Option<&'p Method> {
        self.code.methods.get(index.0 as usize)
    }

    /// The first index of a method.
    pub(crate) fn first(&self, index: MethodIndex) -> Option<MethodIndex> {
        self.first.get(index.0 as usize).copied()
    }

    /// The method of a frame. If the sampler does not distinguish overloads, it is the only one that counted the frame's line;
    /// otherwise the overloads stay together.
    pub(crate) fn of_frame(&self, frame: &Frame) -> Option<MethodIndex> {
        let index = self.first(frame.method)?;
        let method = self.get(index)?;
        if method.descriptor.is_some() {
            return Some(index);
        }
        let (Some(line), Some(overloads)) = (
            frame.line,
            self.by_name
                .get(&(method.class.as_str(), method.name.as_str())),
        ) else {
            return Some(index);
        };
        let has_line = |overload: &&MethodIndex| {
            let counted = self.counted.get(overload);
            counted.is_some_and(|counted| counted.lines.contains_key(&line))
        };
        let mut having = overloads.iter().filter(has_line);
        match (having.next(), having.next()) {
            (Some(only), None) => Some(*only),
            _ => Some(index),
        }
    }

    pub(crate) fn counted(&self, index: MethodIndex) -> Option<&Counted> {
        self.counted.get(&index)
    }

    pub(crate) fn all_counted(&self) -> impl Iterator<Item = (MethodIndex, &Counted)> {
        self.counted
            .iter()
            .map(|(index, counted)| (*index, counted))
    }
}
