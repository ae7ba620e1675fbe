//! The analysis of methods and classes: costs, lines, calls.

use calls::{ControlFlow, ThrowingCall, Typical};
use documents::NotAnalysed;
use pricing::Tally;
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use wcec::{BestCase, CallInfo, MethodCost, Unpriceds};

/// A class and the cost of its methods.
#[derive(Debug, Clone)]
pub struct ClassAnalysis {
    /// The name, with slashes.
    pub name: String,
    /// The name of the source file, if the compiler recorded it.
    pub source_file: Option<String>,
    /// The Java release of its class-file format, if it is newer than the known ones. The known parts were read.
    pub newer_release: Option<u16>,
    /// The methods, in the order of the class file.
    pub methods: Vec<MethodAnalysis>,
}

/// A method and its cost.
#[derive(Debug, Clone)]
pub struct MethodAnalysis {
    /// The class, with slashes.
    pub class: String,
    /// The name, `<init>` for a constructor.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
    /// The name of its class's source file, if the compiler recorded it.
    pub source_file: Option<Arc<str>>,
    /// The smallest line of its line table.
    pub line: Option<u32>,
    /// Its code; `None` without any.
    pub(crate) body: Option<MethodBody>,
    /// Why there is no cost: the method's code is not available.
    pub not_analysed: Option<NotAnalysed>,
    /// Whether the compiler generated it: bridges, accessors, lambda bodies.
    pub is_synthetic: bool,
    /// Whether the compiler generated it to pass calls on to one method of the source: a bridge or an accessor.
    pub is_forwarder: bool,
    /// The names in it that were not found. Their cost is missing.
    pub unknown: Vec<String>,
    /// The contracts in its annotations, as written.
    pub budgets: Vec<contracts::Elements>,
    /// The worst-case cost: with all callees if calls were followed, otherwise without them.
    pub cost: MethodCost,
    /// The number of instructions that run a method; 0 unless requested.
    pub call_sites: u32,
    /// The first tests of opaque loops, by the first instruction of the loop; empty unless requested.
    pub(crate) loop_tests: Vec<(u32, String)>,
    /// What a returning call costs at least; `None` unless requested.
    pub best_case: Option<Arc<BestCase>>,
    /// What a returning call executes on average; `None` if it has no code, or too much of it.
    pub typical: Option<Arc<Typical>>,
    /// The same without its callees.
    pub own_typical: Option<Arc<Typical>>,
    /// What a call executes that ends with an exception thrown by the method itself; `None` if that hardly happens.
    pub throwing: Option<Arc<ThrowingCall>>,
    /// The data that decide whether it runs like another state of it; `None` unless requested.
    pub(crate) control_flow: Option<ControlFlow>,
    /// The data about its calls; `None` if they were not followed.
    pub followed: Option<Box<CallAnalysis>>,
    /// The lines in ascending order; empty unless requested.
    pub lines: Vec<LineCost>,
}

impl MethodAnalysis {
    /// Its class, name and descriptor.
    pub(crate) fn names(&self) -> (&str, &str, &str) {
        (&self.class, &self.name, &self.descriptor)
    }

    /// The digest by which counts of runs find its code, `bytecode::code_digest`; `None` if it has no code.
    pub fn code_digest(&self) -> Option<u64> {
        self.body.as_ref().map(|body| body.code_digest)
    }

    /// Where a line of the same code is now. `then` has the instructions at which lines began, with these lines.
    pub fn present_line(&self, then: &[(u16, u16)], line: u32) -> Option<u32> {
        let (start, _) = then.iter().find(|(_, of)| u32::from(*of) == line)?;
        let lines = &self.body.as_ref()?.lines;
        let after = lines.partition_point(|(at, _)| *at <= u32::from(*start));
        lines.get(after.checked_sub(1)?).map(|(_, line)| *line)
    }

    /// Removes the price, because a compile error left the method without its real code.
    pub fn take_out(&mut self) {
        self.not_analysed = Some(NotAnalysed::NotCompiled);
        self.cost = MethodCost::default();
        self.followed = None;
        self.typical = None;
        self.own_typical = None;
        self.throwing = None;
        self.best_case = None;
        self.lines.clear();
    }

    /// A method with only a known cost.
    pub(crate) fn of_cost(cost: MethodCost) -> Self {
        Self {
            class: String::new(),
            name: String::new(),
            descriptor: String::new(),
            source_file: None,
            line: None,
            body: None,
            not_analysed: None,
            is_synthetic: false,
            is_forwarder: false,
            unknown: Vec::new(),
            budgets: Vec::new(),
            cost,
            call_sites: 0,
            loop_tests: Vec::new(),
            best_case: None,
            typical: None,
            own_typical: None,
            throwing: None,
            control_flow: None,
            followed: None,
            lines: Vec::new(),
        }
    }
}

/// The code of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MethodBody {
    /// The digest by which counts of runs are found: [`bytecode::code_digest`].
    pub(crate) code_digest: u64,
    /// The digest that includes names and constants: [`bytecode::body_digest`].
    pub(crate) body_digest: u64,
    /// The instructions at which lines begin, with their lines; empty unless lines were requested.
    pub(crate) lines: Vec<(u32, u32)>,
}

/// What is executed on one line, each instruction once, on the line's most expensive path.
#[derive(Debug, Clone, PartialEq)]
pub struct LineCost {
    /// The line, counted from 1.
    pub line: u32,
    /// What is executed.
    pub tally: Tally,
}

/// The data about a method's calls.
#[derive(Debug, Clone, Default)]
pub struct CallAnalysis {
    /// What the method itself executes, without its callees.
    pub own: MethodCost,
    /// What is missing in the number.
    pub unpriced: Unpriceds,
    /// The callees, in the order of the code.
    pub calls: Vec<CallInfo>,
    /// Callees with a given price, because their code is not analysed; sorted, each once.
    pub given: BTreeSet<GivenPrice>,
    /// For one of two states: the methods that may differ as well and that its typical energy depends on, as in `p/A.f(I)V`,
    /// including possible targets of its calls.
    pub differing: Vec<String>,
}

/// The given price of a method whose code is not analysed, or the limit that replaces the worst case of its code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct GivenPrice {
    /// `java.lang.System.arraycopy`
    pub method: String,
    /// What the price includes, in a few words.
    pub why: String,
    /// Whether it may cost more. The worst case then rests on an assumption that says so.
    pub is_estimate: bool,
    /// Whether it replaces only the worst case of the method's code.
    pub is_limit: bool,
}
