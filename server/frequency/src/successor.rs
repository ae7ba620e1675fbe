//! One side of a branch.

use crate::code::CodeView;
use crate::condition::Condition;
use bytecode::Op;

/// The code on one side of a branch: in the target block, unless the other side leads there as well.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature by itself")]
pub(crate) struct Successor {
    /// It leaves the innermost loop around the branch.
    pub(crate) leaves_loop: bool,
    /// It returns to the header of a loop around the branch.
    pub(crate) goes_back: bool,
    /// It enters a loop that does not contain the branch.
    pub(crate) enters_loop: bool,
    /// No return can be reached from it.
    pub(crate) only_throws: bool,
    /// Its block returns.
    pub(crate) returns: bool,
    /// Other edges lead there, too.
    pub(crate) joins: bool,
    pub(crate) calls: bool,
    pub(crate) stores_field: bool,
    pub(crate) stores_element: bool,
    pub(crate) makes_object: bool,
    pub(crate) makes_exception: bool,
    /// It calls a method that logs, warns, or reports errors.
    pub(crate) reports: bool,
    /// It uses the compared local.
    pub(crate) uses_subject: bool,
    /// The natural logarithm of 1 + the number of instructions.
    pub(crate) length: f32,
}

impl Successor {
    pub(crate) fn of(view: &CodeView<'_>, from: u32, to: u32, condition: &Condition) -> Self {
        let tree = view.tree;
        let is_inside = |region: u32, block: u32| tree.contains(region, block);
        let around = tree.innermost(from).unwrap_or(0);
        let goes_back = |region: u32| tree.regions[region as usize].is_entry(to);
        let instructions = view.instructions(to);
        let mut found = Self {
            leaves_loop: around > 0 && !is_inside(around, to),
            goes_back: tree.around(from).any(goes_back),
            enters_loop: tree.innermost(to).is_some_and(|inner| {
                inner > 0 && !is_inside(inner, from) && tree.regions[inner as usize].is_entry(to)
            }),
            only_throws: !view.returns.get(to as usize).copied().unwrap_or(true),
            returns: matches!(instructions.last().map(|last| last.op), Some(Op::Return(_))),
            joins: view.flow.predecessors(to as usize).len() > 1,
            length: (1.0 + instructions.len() as f32).ln(),
            ..Self::default()
        };
        for instruction in instructions {
            match instruction.op {
                Op::Invoke { pool, .. } => {
                    found.calls = true;
                    let member = view.class.member(pool);
                    found.reports |= member.is_some_and(|member| reports(&member.name()));
                }
                Op::PutField { .. } | Op::PutStatic { .. } => found.stores_field = true,
                Op::ArrayStore(_) => found.stores_element = true,
                Op::New { pool } => {
                    found.makes_object = true;
                    let class = view.class.class(pool);
                    found.makes_exception |= class.is_some_and(|class| {
                        class.ends_with("Exception") || class.ends_with("Error")
                    });
                }
                Op::NewArray { .. } | Op::MultiNewArray { .. } => found.makes_object = true,
                Op::Load { slot, .. } => found.uses_subject |= condition.slot == Some(slot),
                _ => {}
            }
        }
        found
    }
}

/// Whether a method name suggests logging, warning, or reporting errors.
fn reports(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words = [
        "error", "fail", "log", "warn", "report", "fatal", "abort", "throw", "illegal",
    ];
    words.iter().any(|word| name.contains(word))
}
