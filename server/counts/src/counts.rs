//! The counts of a run.

use std::fmt;
use std::sync::Arc;

use crate::paths::PathCount;

/// The counts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The feature release of the JDK, such as 17.
    pub jdk_feature: u16,
    /// Whether receiver classes were recorded.
    pub has_receivers: bool,
    /// The counted classes, by name. Different code under the same name is separate for each method.
    pub classes: Vec<ClassCounts>,
    /// What was not counted.
    pub left_out: Vec<UncountedCode>,
    /// The events that [`Counts::order`] refers to.
    pub events: Vec<FollowedEvent>,
    /// The events of the followed methods on the first thread, in order, as indices into [`Counts::events`]. It ends when there
    /// is no more room.
    pub order: Vec<u32>,
    /// Readings of calls during the run, if there were any.
    pub readings: Vec<CallsReading>,
    /// How often a path ran that was not kept, because there were too many different ones.
    pub lost_paths: u64,
}

/// How often methods were called between two readings of their counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallsReading {
    /// The start of the interval, in nanoseconds since 1970.
    pub start_unix_nanos: u64,
    /// The end of the interval, in nanoseconds since 1970.
    pub end_unix_nanos: u64,
    /// The called methods, with the number of calls.
    pub calls: Vec<(Arc<CountedMethodName>, u64)>,
}

/// A class that was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassCounts {
    /// The name as in class files, with slashes.
    pub name: String,
    /// Its methods that ran.
    pub methods: Vec<MethodCounts>,
}

/// The counters of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodCounts {
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
    /// The digest of the counted code, by [`bytecode::code_digest`].
    pub code_digest: u64,
    /// The number of its first counter in the counted program, if numbers were kept. The others follow it.
    pub first: Option<u32>,
    /// The counters, in the order of the code.
    pub counters: Vec<Counter>,
    /// The call sites that were reached, if receivers were recorded.
    pub call_sites: Vec<CallSite>,
    /// The instructions at which lines begin, with their lines, in the order of the class file; empty if lines were not kept.
    pub lines: Vec<(u16, u16)>,
    /// The paths that ran, if they were requested for this method.
    pub paths: Vec<PathCount>,
}

impl MethodCounts {
    /// How often the method was called.
    pub fn entries(&self) -> u64 {
        let entry = (self.counters.iter()).find(|counter| counter.kind == CounterKind::Entry);
        entry.map_or_else(
            || of_instruction(&self.blocks(), 0),
            |counter| counter.count,
        )
    }

    /// How often each line ran, in ascending order: the largest count of the pieces of code on it.
    pub fn of_lines(&self) -> Vec<(u16, u64)> {
        let blocks = self.blocks();
        let pieces = self.lines.iter();
        let mut counts: Vec<(u16, u64)> = pieces
            .map(|(at, line)| (*line, of_instruction(&blocks, *at)))
            .collect();
        counts.sort_unstable_by(|one, two| one.0.cmp(&two.0).then(two.1.cmp(&one.1)));
        counts.dedup_by_key(|(line, _)| *line);
        counts
    }

    /// The instructions at which the count changes, in the order of the code, with the new count. If a block begins after a call,
    /// its own counter applies.
    fn blocks(&self) -> Vec<(u16, u64)> {
        let counters = self.counters.iter();
        let mut blocks: Vec<(u16, bool, u64)> = counters
            .filter_map(|counter| match counter.kind {
                CounterKind::Block => Some((counter.at, false, counter.count)),
                CounterKind::BehindCall => Some((counter.at, true, counter.count)),
                CounterKind::Entry | CounterKind::NotTaken | CounterKind::Arm { .. } => None,
            })
            .collect();
        blocks.sort_by_key(|(at, is_behind_call, _)| (*at, *is_behind_call));
        blocks.dedup_by_key(|(at, ..)| *at);
        blocks
            .into_iter()
            .map(|(at, _, count)| (at, count))
            .collect()
    }
}

/// How often an instruction ran, from the numbers in [`MethodCounts::blocks`].
fn of_instruction(blocks: &[(u16, u64)], at: u16) -> u64 {
    let behind = blocks.partition_point(|(start, _)| *start <= at);
    let governing = behind.checked_sub(1).and_then(|place| blocks.get(place));
    governing.map_or(0, |(_, count)| *count)
}

/// A counter of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// What it counts.
    pub kind: CounterKind,
    /// The instruction that it is at, as an offset into the code.
    pub at: u16,
    /// The number of times.
    pub count: u64,
}

/// What a counter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CounterKind {
    /// A block, at its first instruction.
    Block,
    /// A call of a method whose first instruction is also a jump target.
    Entry,
    /// The instruction after the last call of a block.
    BehindCall,
    /// A conditional branch that did not jump.
    NotTaken,
    /// A switch that jumped to an instruction.
    Arm {
        /// The target.
        target: u16,
    },
}

/// A virtual or interface call with its receiver classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The instruction.
    pub at: u16,
    /// The first few receiver classes, with counts, in no order.
    pub receivers: Vec<(String, u64)>,
    /// How often the receiver had another class.
    pub others: u64,
}

/// What was not counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UncountedCode {
    /// The class; empty if it has no readable name.
    pub class: String,
    /// The method's name and descriptor; `None` for the whole class.
    pub method: Option<(String, String)>,
    /// The reason.
    pub reason: String,
}

/// An event of a followed method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedEvent {
    /// The method.
    pub method: CountedMethodName,
    /// The instruction: the first of a block that ran, or a call.
    pub at: u16,
    /// The receiver class; `None` for a block, `*` for one of the classes that are not distinguished.
    pub receiver: Option<String>,
}

/// A method by class, name and descriptor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CountedMethodName {
    /// The class as in class files, with slashes.
    pub class: String,
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
}

impl fmt::Display for CountedMethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}", self.class, self.name, self.descriptor)
    }
}

impl Counts {
    /// The counters of a method; several if several versions of its class were loaded.
    pub fn of<'c>(
        &'c self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> impl Iterator<Item = &'c MethodCounts> {
        let classes = &self.classes;
        let found = classes.binary_search_by(|known| known.name.as_str().cmp(class));
        let methods = found.map_or(&[][..], |at| &classes[at].methods);
        methods
            .iter()
            .filter(move |method| method.name == name && method.descriptor == descriptor)
    }
}
