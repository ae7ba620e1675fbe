//! The cost of a method, callees included.

use crate::ends::Ends;
use crate::open_calls::OpenCalls;
use crate::outcome::CallOutcome;
use crate::writes::Writes;
use cost::{Assumptions, Cost, Symbol, SymbolKind};
use documents::Reason;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// At most this many parts are listed one by one.
const MAX_UNPRICED: usize = 24;

/// The cost of a method, callees included, in terms of its arguments, for calls that return.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The class in binary form with slashes.
    pub class: Arc<str>,
    /// The name.
    pub name: Arc<str>,
    /// The descriptor.
    pub descriptor: Arc<str>,
    /// The cost.
    pub cost: Cost,
    /// What is missing in it, sorted.
    pub unpriced: Unpriceds,
    /// What the cost relies on although the code does not show it.
    pub assumptions: Assumptions,
    /// What a call may write.
    pub writes: Writes,
    /// The methods that it may call although subclasses of a library's users override them.
    pub open_calls: OpenCalls,
    /// The effects of a call, if they follow from its arguments.
    pub outcome: Option<Arc<CallOutcome>>,
    /// Upper limits of the values that the cost depends on. Only given prices have such limits.
    #[serde(skip)]
    pub limits: Vec<Limit>,
    /// The same for all calls, including those that an exception ends; `None` if it equals that for calls that return.
    #[serde(skip)]
    pub whole: Option<Arc<Self>>,
}

/// A value that counts only up to another one: a call with a larger value throws an exception before it does any of the
/// work.
#[derive(Debug, Clone, PartialEq)]
pub struct Limit {
    /// The value.
    pub symbol: Arc<Symbol>,
    /// The limit.
    pub at_most: Arc<Symbol>,
}

/// Parts that are missing in a number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unpriceds {
    /// Sorted, each once.
    list: Vec<Unpriced>,
    /// True if there are more.
    pub has_more: bool,
}

/// A method whose cost is unknown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Unpriced {
    /// `java/lang/Object.hashCode()I`; for a call linked at run time, only the name.
    pub method: Arc<str>,
    /// Why.
    pub reason: Reason,
}

impl Unpriced {
    /// What is missing in a number because it is unknown which code runs, or how deep a recursion gets.
    pub fn of_unknown(symbol: &Symbol) -> Self {
        let (method, reason) = match symbol.kind {
            SymbolKind::Callback => (symbol.name.as_str(), Reason::ChosenAtRunTime),
            _ => (
                symbol.key.rsplit_once(':').map_or("", |(method, _)| method),
                Reason::UnknownDepth,
            ),
        };
        Self {
            method: Arc::from(method),
            reason,
        }
    }
}

impl fmt::Display for Unpriced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", readable(&self.method), self.reason.name())
    }
}

/// `java.lang.Object.hashCode` for `java/lang/Object.hashCode()I`.
fn readable(method: &str) -> String {
    let name = method.split('(').next().unwrap_or_default();
    match name.rsplit_once('.') {
        Some((class, name)) => format!("{}.{name}", bytecode::class_in_java(class)),
        None => name.replace('/', "."),
    }
}

impl Unpriceds {
    /// The parts, sorted.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Unpriced> {
        self.list.iter()
    }

    /// True if nothing is missing.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many are listed.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds one.
    pub fn add(&mut self, part: Unpriced) {
        if let Err(at) = self.list.binary_search(&part) {
            self.has_more |= self.list.len() >= MAX_UNPRICED;
            // Parts that a damaged file hides come before all others.
            if self.list.len() < MAX_UNPRICED || part.reason == Reason::Damaged {
                self.list.insert(at, part);
            }
            let other = |part: &Unpriced| part.reason != Reason::Damaged;
            if self.list.len() > MAX_UNPRICED {
                let last = self.list.iter().rposition(other);
                self.list.remove(last.unwrap_or(MAX_UNPRICED));
            }
        }
    }

    /// Adds all of another list.
    pub fn add_all(&mut self, other: &Self) {
        for part in &other.list {
            self.add(part.clone());
        }
        self.has_more |= other.has_more;
    }
}

impl Summary {
    /// The summary for a given price: the method costs this much and may write anything.
    pub fn of_cost((class, name, descriptor): (&str, &str, &str), cost: Cost) -> Self {
        Self {
            class: Arc::from(class),
            name: Arc::from(name),
            descriptor: Arc::from(descriptor),
            cost,
            unpriced: Unpriceds::default(),
            assumptions: Assumptions::default(),
            writes: Writes::anything(),
            open_calls: OpenCalls::any(),
            outcome: None,
            limits: Vec::new(),
            whole: None,
        }
    }

    /// The summary for calls with these ends.
    pub fn at(self: &Arc<Self>, ends: Ends) -> Arc<Self> {
        match (ends, &self.whole) {
            (Ends::Any, Some(whole)) => Arc::clone(whole),
            _ => Arc::clone(self),
        }
    }

    /// `Class.method`, the class without its package.
    pub fn display(&self) -> String {
        format!("{}.{}", simple_name(&self.class), self.name)
    }

    /// `List.add`, or `new List` for a constructor: lines inside it are lines of that class.
    pub fn name_with_class(&self) -> String {
        let class = simple_name(&self.class);
        if &*self.name == "<init>" {
            format!("new {class}")
        } else {
            format!("{class}.{}", self.name)
        }
    }

    /// The name that distinguishes its symbols from others.
    pub fn short_name(&self) -> &str {
        if &*self.name == "<init>" {
            simple_name(&self.class)
        } else {
            &self.name
        }
    }
}

/// A class without its package.
pub fn simple_name(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}
