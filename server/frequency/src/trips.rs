//! The features of a loop, for the model of loops.

use crate::code::CodeView;
use crate::condition::{Condition, Form, Subject};
use bytecode::Op;

/// What decides whether a loop repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoopKind {
    /// A counter and a constant.
    Constant,
    /// A counter and the length of an array.
    ArrayLength,
    /// A counter and the size or length of an object.
    Size,
    /// A counter and a parameter.
    Parameter,
    /// A counter and a field.
    Field,
    /// A counter and anything else.
    OtherIndex,
    /// `hasNext` and similar methods.
    HasNext,
    /// A method that reads or takes the next element.
    Reads,
    /// A reference that eventually becomes null.
    Reference,
    /// A method with a boolean result.
    BooleanCall,
    /// Another test.
    Other,
    /// No test.
    Nothing,
}

/// The context of a loop.
#[expect(clippy::struct_excessive_bools, reason = "each is a feature by itself")]
struct Context {
    kind: LoopKind,
    /// The constant that the counter is compared with; 0 if there is none.
    bound: f32,
    /// The number of loops around it.
    depth: f32,
    /// The number of blocks with an edge that leaves it.
    exits: f32,
    /// Whether its header has the test.
    tests_first: bool,
    blocks: f32,
    instructions: f32,
    calls: f32,
    has_inner_loop: bool,
    counts: bool,
    returns_from_inside: bool,
    stores_element: bool,
    loads_element: bool,
    is_in_constructor: bool,
    is_in_initializer: bool,
    is_long_or_floating: bool,
    is_identity: bool,
}

const fn flag(value: bool) -> f32 {
    if value { 1.0 } else { 0.0 }
}

macro_rules! features {
    ($($name:ident: $value:expr),* $(,)?) => {
        /// The names of the features, in their order.
        pub const LOOP_FEATURES: &[&str] = &[$(stringify!($name)),*];

        fn values(context: &Context) -> Vec<f32> {
            let of: &[fn(&Context) -> f32] = &[$($value),*];
            of.iter().map(|value| value(context)).collect()
        }
    };
}

features! {
    kind_constant: |c| flag(c.kind == LoopKind::Constant),
    kind_array_length: |c| flag(c.kind == LoopKind::ArrayLength),
    kind_size: |c| flag(c.kind == LoopKind::Size),
    kind_parameter: |c| flag(c.kind == LoopKind::Parameter),
    kind_field: |c| flag(c.kind == LoopKind::Field),
    kind_other_index: |c| flag(c.kind == LoopKind::OtherIndex),
    kind_has_next: |c| flag(c.kind == LoopKind::HasNext),
    kind_reads: |c| flag(c.kind == LoopKind::Reads),
    kind_reference: |c| flag(c.kind == LoopKind::Reference),
    kind_boolean_call: |c| flag(c.kind == LoopKind::BooleanCall),
    kind_other: |c| flag(c.kind == LoopKind::Other),
    kind_nothing: |c| flag(c.kind == LoopKind::Nothing),
    bound: |c| c.bound,
    depth: |c| c.depth,
    exits: |c| c.exits,
    tests_first: |c| flag(c.tests_first),
    blocks: |c| c.blocks,
    instructions: |c| c.instructions,
    calls: |c| c.calls,
    has_inner_loop: |c| flag(c.has_inner_loop),
    counts: |c| flag(c.counts),
    returns_from_inside: |c| flag(c.returns_from_inside),
    stores_element: |c| flag(c.stores_element),
    loads_element: |c| flag(c.loads_element),
    is_in_constructor: |c| flag(c.is_in_constructor),
    is_in_initializer: |c| flag(c.is_in_initializer),
    is_long_or_floating: |c| flag(c.is_long_or_floating),
    is_identity: |c| flag(c.is_identity),
}

/// The header of a loop; `None` if it has several, and for the method itself.
pub(crate) fn loop_header(view: &CodeView<'_>, region: u32) -> Option<u32> {
    let around = view.tree.regions.get(region as usize)?;
    around.parent?;
    match &around.entries[..] {
        [header] => Some(*header),
        _ => None,
    }
}

/// The features of a loop, by its region, in the order of [`LOOP_FEATURES`]; `None` if there is no such loop.
pub fn loop_features(view: &CodeView<'_>, region: u32) -> Option<Vec<f32>> {
    let around = view.tree.regions.get(region as usize)?;
    around.parent?;
    let blocks: Vec<u32> = (0..view.flow.len() as u32)
        .filter(|block| view.tree.contains(region, *block))
        .collect();
    let exits = exits(view, region);
    let mut context = Context {
        kind: LoopKind::Nothing,
        bound: 0.0,
        depth: view.depth(*around.entries.first()?) as f32 - 1.0,
        exits: exits.len() as f32,
        tests_first: exits.iter().any(|block| around.is_entry(*block)),
        blocks: blocks.len() as f32,
        instructions: 0.0,
        calls: 0.0,
        has_inner_loop: (blocks.iter()).any(|block| view.tree.innermost(*block) != Some(region)),
        counts: false,
        returns_from_inside: false,
        stores_element: false,
        loads_element: false,
        is_in_constructor: view.method.name == "<init>",
        is_in_initializer: view.method.name == "<clinit>",
        is_long_or_floating: false,
        is_identity: false,
    };
    for block in &blocks {
        let instructions = view.instructions(*block);
        context.instructions += instructions.len() as f32;
        for instruction in instructions {
            match instruction.op {
                Op::Invoke { .. } => context.calls += 1.0,
                Op::Increment { .. } => context.counts = true,
                Op::ArrayStore(_) => context.stores_element = true,
                Op::ArrayLoad(_) => context.loads_element = true,
                _ => {}
            }
        }
        for edge in view.flow.successors(*block as usize) {
            let to = edge.block() as u32;
            let last = view.instructions(to).last();
            context.returns_from_inside |= !view.tree.contains(region, to)
                && last.is_some_and(|last| matches!(last.op, Op::Return(_)));
        }
    }
    if let Some((_, condition)) = deciding(view, region, &exits) {
        context.kind = kind(view, region, &condition);
        context.bound = condition.value;
        context.is_long_or_floating = matches!(condition.form, Form::Long | Form::Floating);
        context.is_identity = matches!(
            condition.relation,
            bytecode::Comparison::Eq | bytecode::Comparison::Ne
        );
    }
    Some(values(&context))
}

/// The blocks from which control leaves a loop, given by region, without an exception.
pub(crate) fn exits(view: &CodeView<'_>, region: u32) -> Vec<u32> {
    let leaves = |block: &u32| {
        let mut edges = view.flow.successors(*block as usize).iter();
        edges.any(|edge| !edge.is_exceptional() && !view.tree.contains(region, edge.block() as u32))
    };
    let blocks = 0..view.flow.len() as u32;
    let inside = blocks.filter(|block| view.tree.contains(region, *block));
    inside.filter(leaves).collect()
}

/// The test that decides whether a loop repeats, with its block: the one in the header or, if the header has none, the first that
/// leaves the loop.
pub(crate) fn deciding(
    view: &CodeView<'_>,
    region: u32,
    exits: &[u32],
) -> Option<(u32, Condition)> {
    let around = view.tree.regions.get(region as usize)?;
    let mut tests = exits.to_vec();
    tests.sort_by_key(|block| (!around.is_entry(*block), *block));
    let mut tests = tests.into_iter();
    tests.find_map(|block| Some((block, Condition::of(view, block)?)))
}

pub(crate) fn kind(view: &CodeView<'_>, region: u32, condition: &Condition) -> LoopKind {
    let is_counter = |slot: Option<u16>| slot.is_some_and(|slot| view.is_counted(region, slot));
    if let Some(called) = condition.called.as_deref() {
        if matches!(
            called,
            "hasNext" | "hasMoreElements" | "hasMoreTokens" | "hasRemaining"
        ) {
            return LoopKind::HasNext;
        }
        if called.starts_with("read") || called.starts_with("next") || called == "poll" {
            return LoopKind::Reads;
        }
        if condition.is_boolean_call && condition.form == Form::Zero {
            return LoopKind::BooleanCall;
        }
    }
    match condition.form {
        Form::Null | Form::References => return LoopKind::Reference,
        Form::Zero if is_counter(condition.slot) => return LoopKind::Constant,
        Form::Zero | Form::Floating => return LoopKind::Other,
        Form::Ints | Form::Long => {}
    }
    let sides = [condition.subject, condition.other];
    let has = |wanted: Subject| sides.contains(&Some(wanted));
    if has(Subject::Length) {
        LoopKind::ArrayLength
    } else if has(Subject::Call) {
        LoopKind::Size
    } else if has(Subject::Constant) {
        LoopKind::Constant
    } else if has(Subject::Field) || has(Subject::Static) {
        LoopKind::Field
    } else if has(Subject::Parameter) {
        LoopKind::Parameter
    } else {
        LoopKind::OtherIndex
    }
}
