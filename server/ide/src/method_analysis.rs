//! What is known about a method and of a class: its cost, its lines, its calls.

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
    /// The name in binary form with slashes.
    pub name: String,
    /// The name of the source file, where the compiler recorded it.
    pub source_file: Option<String>,
    /// The release of Java whose class-file format it has, where that is newer than those that are known: what is known of it
    /// was read.
    pub newer_release: Option<u16>,
    /// The methods, in the order of the class file.
    pub methods: Vec<MethodAnalysis>,
}

/// A method and its cost.
#[derive(Debug, Clone)]
pub struct MethodAnalysis {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name, `<init>` for a constructor.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
    /// The name of its class's source file, where the compiler recorded it.
    pub source_file: Option<Arc<str>>,
    /// The smallest line of its line table.
    pub line: Option<u32>,
    /// Which code it has; `None` without any.
    pub(crate) body: Option<MethodBody>,
    /// Why there is no cost: the method has no code that could be seen.
    pub not_analysed: Option<NotAnalysed>,
    /// True for what the compiler made up: bridges, accessors, lambda bodies.
    pub is_synthetic: bool,
    /// The names in it that were not found: what they do is not in the cost.
    pub unknown: Vec<String>,
    /// What its annotations promise, as they are written.
    pub budgets: Vec<contracts::Elements>,
    /// The worst-case cost: without the bodies of callees, or with all of them where the calls were followed.
    pub cost: MethodCost,
    /// How many instructions run a method; 0 unless it was requested.
    pub call_sites: u32,
    /// What opaque loops test first, by the first instruction of the loop; empty unless it was requested.
    pub(crate) loop_tests: Vec<(u32, String)>,
    /// What a returning call costs at least; `None` unless it was requested.
    pub best_case: Option<Arc<BestCase>>,
    /// What a call that returns executes on average; `None` if it has no code, or too much of it.
    pub typical: Option<Arc<Typical>>,
    /// The same without what it calls.
    pub own_typical: Option<Arc<Typical>>,
    /// What a call executes that ends with an exception which the method throws itself; `None` if that hardly happens.
    pub throwing: Option<Arc<ThrowingCall>>,
    /// By what it is said to run like another state of it; `None` unless it was requested.
    pub(crate) control_flow: Option<ControlFlow>,
    /// What is known about its calls; `None` if they were not followed.
    pub followed: Option<Box<CallAnalysis>>,
    /// The lines in ascending order; empty unless they were requested.
    pub lines: Vec<LineCost>,
}

impl MethodAnalysis {
    /// Takes out what an error of the compiler took out of the class: it was compiled to nothing and has no price.
    pub fn take_out(&mut self) {
        self.not_analysed = Some(NotAnalysed::NotCompiled);
        self.cost = MethodCost::default();
        self.followed = None;
        self.typical = None;
        self.own_typical = None;
        self.throwing = None;
        self.lines.clear();
    }

    /// A method of which only the cost is known.
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

/// Which code a method has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MethodBody {
    /// What counts of runs are found by, as [`bytecode::code_digest`] tells it.
    pub(crate) code_digest: u64,
    /// The same with the names and constants in it, as [`bytecode::body_digest`] tells it.
    pub(crate) body_digest: u64,
    /// The instructions at which lines begin, each with its line; empty unless lines were requested.
    pub(crate) lines: Vec<(u32, u32)>,
}

/// What is executed on one line, each instruction once, on the line's most expensive way through.
#[derive(Debug, Clone, PartialEq)]
pub struct LineCost {
    /// The line, counted from 1.
    pub line: u32,
    /// What is executed.
    pub tally: Tally,
}

/// What is known about a method's calls.
#[derive(Debug, Clone, Default)]
pub struct CallAnalysis {
    /// What the method executes itself, without its callees.
    pub own: MethodCost,
    /// What is not in the number.
    pub unpriced: Unpriceds,
    /// Who is called, in the order of the code.
    pub calls: Vec<CallInfo>,
    /// Those of them whose code is not examined, and as what they are priced; sorted, each once.
    pub given: BTreeSet<GivenPrice>,
    /// Of one of two states, the methods that may differ too and that its typical energy rests on, as in `p/A.f(I)V`: those
    /// that may answer its calls among them.
    pub differing: Vec<String>,
}

/// The price of a method whose code is not examined.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct GivenPrice {
    /// `java.lang.System.arraycopy`
    pub method: String,
    /// As what it is priced, in a few words.
    pub why: String,
    /// True where it may cost more: the worst case then rests on an assumption that says so.
    pub is_estimate: bool,
}
