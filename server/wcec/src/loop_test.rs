//! What decides whether a loop repeats, for loops whose bound the code does not show.

use crate::method::MethodInput;
use bytecode::{Op, Test};
use cost::LoopTest;
use flow::Flow;

/// The kind of the first test, in code order, that leaves a loop of these blocks.
pub(crate) fn loop_test(
    input: &MethodInput<'_>,
    flow: &Flow,
    blocks: &[u32],
    contains: impl Fn(usize) -> bool,
) -> LoopTest {
    let mut tests: Vec<u32> = Vec::new();
    for block in blocks {
        let mut edges = flow.successors(*block as usize).iter();
        if edges.any(|edge| !edge.is_exceptional() && !contains(edge.block())) {
            tests.push(*block);
        }
    }
    tests.sort_unstable();
    let mut kinds = tests.into_iter().map(|block| test_of(input, flow, block));
    kinds
        .find(|kind| *kind != LoopTest::Nothing)
        .unwrap_or(LoopTest::Nothing)
}

fn test_of(input: &MethodInput<'_>, flow: &Flow, block: u32) -> LoopTest {
    let range = flow.instructions(block as usize);
    let instructions = input.code.instructions.get(range.clone());
    let Some((last, before)) = instructions.and_then(<[_]>::split_last) else {
        return LoopTest::Nothing;
    };
    let test = match last.op {
        Op::Branch { test, .. } => test,
        Op::Switch { .. } => return LoopTest::Other,
        _ => return LoopTest::Nothing,
    };
    let called = before
        .iter()
        .rev()
        .find_map(|instruction| match instruction.op {
            Op::Invoke { pool, .. } => input.class.member(pool),
            _ => None,
        });
    let is_last = before
        .last()
        .is_some_and(|instruction| matches!(instruction.op, Op::Invoke { .. }));
    if let Some(called) = called {
        let (name, descriptor) = (called.name(), called.descriptor());
        if is_last && matches!(&*name, "hasNext" | "hasMoreElements" | "hasMoreTokens") {
            return LoopTest::HasNext;
        }
        if name.starts_with("read") || name.starts_with("next") || &*name == "poll" {
            return LoopTest::Reads;
        }
        if is_last && descriptor.ends_with(")Z") {
            return LoopTest::BooleanCall;
        }
    }
    match test {
        Test::Null { .. } | Test::References { .. } => LoopTest::Reference,
        Test::Ints(_) => LoopTest::Number,
        Test::Zero(_) => LoopTest::Other,
    }
}
