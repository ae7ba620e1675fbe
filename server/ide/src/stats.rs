//! The reach of an analysis: loops with a bound, calls with a price, and why the others have none.

use crate::method_analysis::MethodAnalysis;
use bytecode::{ClassFile, Code, InvokeKind, Op, Test};
use cost::SymbolKind;
use serde::Serialize;
use std::collections::BTreeMap;
use wcec::{CallInfo, LoopInfo, LoopKind, NoteKind, Reason, Unpriceds};

/// The first test of a loop is searched in this many instructions.
const LONGEST_TEST: usize = 64;

/// Numbers of loops and calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Methods with code.
    pub methods: u64,
    /// Loops whose trip count is a number.
    pub loops_constant: u64,
    /// Loops bounded by values that are known when their method begins.
    pub loops_symbolic: u64,
    /// All other loops.
    pub loops_opaque: u64,
    /// Instructions that run a method. Creating a lambda and the empty constructor of `Object` run none.
    pub call_sites: u64,
    /// Those with a completely known cost, callees included.
    pub call_sites_priced: u64,
    /// Priced ones whose cost is a symbol, because the creator of the receiver decides what runs.
    pub chosen_elsewhere: u64,
    /// Those without a known callee: its class, or each that could implement it, is unknown.
    pub callee_absent: u64,
    /// Methods with calls that were not followed.
    pub not_followed: u64,
    /// Opaque loops by reason.
    pub opaque: BTreeMap<String, u64>,
    /// Calls without a price, by the reason of one missing part.
    pub unpriced: BTreeMap<&'static str, u64>,
    /// Calls without a price, by one missing part, such as `java/lang/Object.hashCode()I (native)`.
    pub missing: BTreeMap<String, u64>,
}

/// [`Stats`] in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StatsReport {
    /// Loops.
    pub loops: u64,
    /// Those whose trip count is a number.
    pub loops_constant: u64,
    /// Those bounded by values that are known when their method begins.
    pub loops_symbolic: u64,
    /// All others.
    pub loops_opaque: u64,
    /// Instructions that run a method.
    pub call_sites: u64,
    /// Those with a completely known cost; `null` if calls were not followed.
    pub call_sites_priced: Option<u64>,
}

impl From<&Stats> for StatsReport {
    fn from(stats: &Stats) -> Self {
        Self {
            loops: stats.loops(),
            loops_constant: stats.loops_constant,
            loops_symbolic: stats.loops_symbolic,
            loops_opaque: stats.loops_opaque,
            call_sites: stats.call_sites,
            call_sites_priced: (stats.not_followed == 0).then_some(stats.call_sites_priced),
        }
    }
}

impl Stats {
    /// All loops.
    pub const fn loops(&self) -> u64 {
        self.loops_constant + self.loops_symbolic + self.loops_opaque
    }

    /// Counts a method.
    pub fn add(&mut self, method: &MethodAnalysis) {
        let followed = method.followed.as_deref();
        let calls = followed.map(|followed| (&followed.calls[..], &followed.unpriced));
        self.add_with(method, calls);
    }

    /// Counts a method whose calls were looked up separately, with what is missing in its own cost.
    pub fn add_with(&mut self, method: &MethodAnalysis, calls: Option<(&[CallInfo], &Unpriceds)>) {
        if method.not_analysed.is_some() {
            return;
        }
        self.methods += 1;
        for info in &method.cost.loops {
            match info.kind {
                LoopKind::Constant => self.loops_constant += 1,
                LoopKind::Symbolic => self.loops_symbolic += 1,
                LoopKind::Opaque => {
                    self.loops_opaque += 1;
                    *self.opaque.entry(why_opaque(method, info)).or_default() += 1;
                }
            }
        }
        let Some((calls, caller)) = calls else {
            self.call_sites += u64::from(method.call_sites);
            self.not_followed += u64::from(method.call_sites > 0);
            return;
        };
        for call in calls {
            self.call_sites += 1;
            if call.is_priced(caller) {
                self.call_sites_priced += 1;
                self.chosen_elsewhere += u64::from(call.chosen_elsewhere.is_some());
                continue;
            }
            if is_absent(call) {
                self.callee_absent += 1;
            }
            let own = call.unpriced.iter();
            let of_targets = call
                .targets
                .iter()
                .flat_map(|target| target.unpriced.iter());
            if let Some(part) = own.chain(of_targets).chain(caller.iter()).next() {
                *self.unpriced.entry(part.reason.name()).or_default() += 1;
                *self.missing.entry(part.to_string()).or_default() += 1;
            }
        }
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: Self) {
        let Self {
            methods,
            loops_constant,
            loops_symbolic,
            loops_opaque,
            call_sites,
            call_sites_priced,
            chosen_elsewhere,
            callee_absent,
            not_followed,
            opaque,
            unpriced,
            missing,
        } = other;
        self.methods += methods;
        self.loops_constant += loops_constant;
        self.loops_symbolic += loops_symbolic;
        self.loops_opaque += loops_opaque;
        self.call_sites += call_sites;
        self.call_sites_priced += call_sites_priced;
        self.chosen_elsewhere += chosen_elsewhere;
        self.callee_absent += callee_absent;
        self.not_followed += not_followed;
        add_counts(&mut self.opaque, opaque);
        add_counts(&mut self.unpriced, unpriced);
        add_counts(&mut self.missing, missing);
    }
}

fn add_counts<K: Ord>(counts: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    for (key, count) in others {
        *counts.entry(key).or_default() += count;
    }
}

/// Whether no possible target is known.
fn is_absent(call: &CallInfo) -> bool {
    let mut reasons = call.unpriced.iter().map(|part| part.reason);
    call.targets.is_empty()
        && reasons.any(|reason| {
            matches!(
                reason,
                Reason::NotFound | Reason::NotImplemented | Reason::Damaged
            )
        })
}

fn why_opaque(method: &MethodAnalysis, info: &LoopInfo) -> String {
    for note in &method.cost.notes {
        match note.kind {
            NoteKind::Irreducible if note.line == info.line => {
                return String::from("it has several entry points");
            }
            NoteKind::TooComplex if note.line == info.line => {
                return String::from("there are too many loops, or they are nested too deeply");
            }
            NoteKind::TooLarge => return String::from("the method is too large"),
            _ => {}
        }
    }
    let symbols = info.bound.symbols();
    if !symbols.iter().any(|symbol| symbol.kind == SymbolKind::Loop) {
        return String::from("its bound depends on values that the method finds while it runs");
    }
    let test = method.loop_tests.iter().find(|(at, _)| *at == info.header);
    match test {
        Some((_, test)) => format!("no bound found; first test: {test}"),
        None => String::from("no bound found; no test at its beginning"),
    }
}

/// The number of call instructions that run a method, as far as a single class shows.
pub(crate) fn call_sites(class: &ClassFile<'_>, code: &Code) -> u32 {
    let runs_a_method = |kind: InvokeKind, pool: u16| match kind {
        InvokeKind::Dynamic => class
            .lambda_bodies(pool)
            .first()
            .is_none_or(|body| !body.descriptor.starts_with('(')),
        InvokeKind::Special => class
            .member(pool)
            .is_some_and(|member| &*member.class() != "java/lang/Object"),
        InvokeKind::Static | InvokeKind::Virtual | InvokeKind::Interface => true,
    };
    let calls = code.instructions.iter().filter(|instruction| {
        matches!(instruction.op, Op::Invoke { kind, pool } if runs_a_method(kind, pool))
    });
    calls.count() as u32
}

/// The first tests of a method's opaque loops, by the first instruction of the loop.
pub(crate) fn loop_tests(
    class: &ClassFile<'_>,
    code: &Code,
    loops: &[LoopInfo],
) -> Vec<(u32, String)> {
    let opaque = loops.iter().filter(|info| info.kind == LoopKind::Opaque);
    opaque
        .filter_map(|info| Some((info.header, first_test(class, code, info.header)?)))
        .collect()
}

fn first_test(class: &ClassFile<'_>, code: &Code, header: u32) -> Option<String> {
    let mut called = None;
    for instruction in code
        .instructions
        .iter()
        .skip(header as usize)
        .take(LONGEST_TEST)
    {
        match instruction.op {
            Op::Invoke { pool, .. } => called = Some(pool),
            Op::Branch { test, .. } => {
                if let Some(member) = called.and_then(|pool| class.member(pool)) {
                    return Some(format!("what {} returns", member.name()));
                }
                let what = match test {
                    Test::Zero(_) | Test::Ints(_) => "numbers",
                    Test::References { .. } => "whether two objects are the same",
                    Test::Null { .. } => "whether there is an object",
                };
                return Some(what.to_owned());
            }
            // A value that is stored is not the tested value.
            Op::Store { .. } | Op::PutField { .. } | Op::PutStatic { .. } => called = None,
            Op::Goto { .. } | Op::Switch { .. } | Op::Return(_) | Op::Throw => return None,
            _ => {}
        }
    }
    None
}
