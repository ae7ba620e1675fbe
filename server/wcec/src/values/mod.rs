//! The values of a method: its locals, its operand stack and the fields that it writes. An abstract execution of its blocks
//! computes them in static single assignment form.
//!
//! A [`Node`] is a value as an expression over unknown values: arguments, results of calls, and the [joins](Node::Join) of
//! several values where paths meet. The node of a local at a point is what the local holds there. Each join and call in it
//! is the one that executed last.
//!
//! At a loop's header, every variable that the loop may write gets a join. If such a join turns out to join nothing,
//! because the loop writes what was there before, the method is executed again without it.

mod boxed;
mod conditions;
mod execute;
mod joins;
mod lists;
mod written;

pub(crate) use conditions::Condition;

use crate::method::MethodInput;
use crate::side_effects::CallWrites;
use bytecode::{ArrayElement, BinaryOp, Comparison, DataType, Instruction, InvokeKind, Op};
use flow::Flow;
use foldhash::HashMap;
use lists::Lists;
use std::borrow::Cow;
use written::Writes;

/// If there are more values at the beginnings of blocks than this, they are not kept, and no values are known.
const MAX_VARIABLES: usize = 1 << 20;

/// A value, by its number.
pub(crate) type Id = u32;

/// For a static field, which belongs to no object.
pub(crate) const NO_OBJECT: Id = u32::MAX;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// A number.
    Number(i64),
    /// What a local holds when the method begins.
    Entry(u16),
    /// One of several values, depending on the edge that control takes to this block.
    Join { block: u32, variable: u32 },
    /// The result of a computation with two operands.
    Binary(BinaryOp, DataType, Id, Id),
    /// The negated number.
    Negated(Id),
    /// An int converted to byte, char or short.
    Narrow(ArrayElement, Id),
    /// A long converted to an int.
    Truncated(Id),
    /// −1, 0 or 1, from comparing two longs.
    Compared(Id, Id),
    /// 1 if a comparison of two numbers holds, else 0.
    Tested(Comparison, Id, Id),
    /// The length of an array.
    Length(Id),
    /// The value that this instruction reads from a field of an object. The memory says after which write.
    Field { at: u32, object: Id, memory: Id },
    /// The value that this instruction reads from an array.
    Element {
        at: u32,
        array: Id,
        element: ArrayElement,
    },
    /// The result of this call.
    Called { at: u32 },
    /// The larger (if true) or the smaller of two numbers.
    Extreme(bool, Id, Id),
    /// One of two numbers.
    OneOf(Id, Id),
    /// A number that is at least the first and at most the second.
    Between(Id, Id),
    /// The array that this instruction allocates.
    Allocated { at: u32, length: Id },
    /// The null reference.
    Null,
    /// The fields as they are when the method begins.
    Untouched,
    /// The write of an object's field by this instruction, or by this call.
    Stored { at: u32, object: Id, value: Id },
    /// What such a write left, after unknown callees that are assumed to keep it. The first of them is called here.
    Kept { at: u32, stored: Id },
    /// Anything else that an instruction produces; a number distinguishes several.
    Made { at: u32, which: u32 },
}

/// The values at a point of the code.
#[derive(Debug, Default)]
struct State {
    /// The locals, followed by the memory of each field that is written.
    variables: Vec<Id>,
    /// The operand stack; true for values that take two slots.
    stack: Vec<(Id, bool)>,
    /// The variables that the block has written.
    written: Vec<u32>,
}

/// All values of one method.
#[derive(Debug)]
pub(crate) struct Values<'a> {
    input: &'a MethodInput<'a>,
    flow: &'a Flow,
    nodes: Vec<Node>,
    /// The numbers of the values that several instructions may produce. The keys come from a class file, so the hash has a
    /// seed.
    numbers: HashMap<Node, Id>,
    /// The reachable blocks that lead to a loop or are in one. In this order, all edges lead forward, except back edges of
    /// loops.
    order: Vec<u32>,
    position: Vec<u32>,
    /// The immediate dominator of each block; itself for the first.
    dominators: Vec<u32>,
    /// What the instructions of the blocks may write.
    writes: Writes<'a>,
    /// The calls that only put a number into a box of this method, or take it out.
    own_boxes: Vec<u32>,
    /// The number of variables.
    variables: usize,
    /// The variables at the beginning and at the end of each block, block by block.
    begin: Vec<Id>,
    end: Vec<Id>,
    /// The operand stack at the end of each block.
    stacks: Lists<(Id, bool)>,
    /// The variables that each block writes.
    written: Lists<u32>,
    /// The instructions that write a field, with the object and the value.
    stores: Vec<(u32, Id, Id)>,
    /// The two values that the branch at the end of each block compares; the one that a switch tests, twice.
    compared: Vec<Option<(Id, Id)>>,
    /// The receiver and the arguments of each call.
    passed: Lists<Id>,
    /// The contents of the written fields before each call whose cost depends on something.
    memories: Lists<Id>,
    /// The numbers that the blocks return.
    returned: Vec<(u32, Id)>,
    /// The array and the index of each read or write of an array element.
    accessed: Vec<(u32, Id, Id)>,
    /// The first store of each value into a local; [`NEVER`] if there is none, also for values beyond the end.
    stored: Vec<u32>,
    /// The joins, ascending.
    joins: Vec<Id>,
    /// For each join, the value over each edge from a predecessor.
    joined: Lists<(u32, Id)>,
    /// The variables that need no join at a loop's header although the loop writes them, sorted.
    kept: Vec<(u32, u32)>,
}

/// For a value that no instruction stores.
const NEVER: u32 = u32::MAX;

/// The predecessor at the method's entry.
pub(crate) const BEGINNING: u32 = u32::MAX;

impl<'a> Values<'a> {
    /// The values of a method; `None` if there are too many, or if no compiler makes such code. `written` is what its
    /// instructions write, callees included.
    pub(crate) fn of(
        input: &'a MethodInput<'a>,
        flow: &'a Flow,
        written: &[(u32, Cow<'a, str>)],
    ) -> Option<Self> {
        let instructions = input.code.instructions.len();
        let writes = Writes::of(input, flow, written)?;
        let variables = writes.variables();
        let blocks = flow.len();
        if variables * blocks > MAX_VARIABLES {
            return None;
        }
        let mut values = Self {
            input,
            flow,
            nodes: Vec::with_capacity(2 * instructions),
            numbers: HashMap::default(),
            order: Vec::with_capacity(blocks),
            position: vec![u32::MAX; blocks],
            dominators: Vec::new(),
            writes,
            own_boxes: boxed::calls_on_own_boxes(input),
            variables,
            begin: vec![0; variables * blocks],
            end: vec![0; variables * blocks],
            stacks: Lists::new(blocks),
            written: Lists::new(blocks),
            stores: Vec::new(),
            compared: vec![None; blocks],
            passed: Lists::new(instructions),
            memories: Lists::new(instructions),
            returned: Vec::new(),
            accessed: Vec::new(),
            stored: Vec::new(),
            joins: Vec::new(),
            joined: Lists::new(0),
            kept: Vec::new(),
        };
        values.numbers.reserve(instructions);
        values.find_order();
        values.execute()?;
        values.find_joined();
        if values.find_kept() {
            values.execute()?;
            values.find_joined();
        }
        values.accessed.sort_unstable();
        values.find_dominators();
        Some(values)
    }

    pub(crate) fn node(&self, id: Id) -> Node {
        self.nodes
            .get(id as usize)
            .copied()
            .unwrap_or(Node::Untouched)
    }

    /// The number of a value that no other instruction produces.
    fn fresh(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        self.nodes.len() as Id - 1
    }

    /// The number of a value that other instructions may also produce.
    fn number(&mut self, node: Node) -> Id {
        let next = self.nodes.len() as Id;
        let id = *self.numbers.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    /// The values over the edges to a join, each with the edge's source block.
    pub(crate) fn joined(&self, join: Id) -> &[(u32, Id)] {
        let place = self.joins.binary_search(&join);
        place.map_or(&[], |place| self.joined.of(place))
    }

    /// The joins at the beginning of a block, ascending.
    pub(crate) fn joins_at(&self, block: u32) -> Vec<Id> {
        let joins = self.joins.iter().copied();
        joins
            .filter(|join| matches!(self.node(*join), Node::Join { block: at, .. } if at == block))
            .collect()
    }

    /// The indices of the array elements that a block has read or written when control leaves it.
    pub(crate) fn indices_used_in(&self, block: u32) -> Vec<Id> {
        let edges = self.flow.successors(block as usize);
        // An exception may have left the block before.
        if edges.iter().any(|edge| edge.is_exceptional()) {
            return Vec::new();
        }
        let accessed =
            (self.flow.instructions(block as usize)).filter_map(|at| self.accessed(at as u32));
        accessed.map(|(_, index)| index).collect()
    }

    /// What a local holds when the method begins, if anything uses it.
    pub(crate) fn entry(&self, slot: u16) -> Option<Id> {
        self.numbers.get(&Node::Entry(slot)).copied()
    }

    /// The reachable blocks before a block.
    pub(crate) fn predecessors(&self, block: u32) -> Vec<u32> {
        let edges = self.flow.predecessors(block as usize).iter();
        let mut before: Vec<u32> = edges.map(|edge| edge.block() as u32).collect();
        before.retain(|from| self.position(*from) != u32::MAX);
        before.sort_unstable();
        before.dedup();
        before
    }

    /// True for a back edge to a loop's header.
    pub(crate) fn is_backward(&self, from: u32, to: u32) -> bool {
        from != BEGINNING && self.position(from) >= self.position(to)
    }

    /// The position of a block in an order in which only back edges of loops lead backward.
    pub(crate) fn position(&self, block: u32) -> u32 {
        self.position
            .get(block as usize)
            .copied()
            .unwrap_or(u32::MAX)
    }

    /// The receiver and the arguments of a call.
    pub(crate) fn passed(&self, call: u32) -> &[Id] {
        self.passed.of(call as usize)
    }

    /// The content of an object's field before a call, if the method or one of its callees has stored something there. The
    /// class is that of the field.
    pub(crate) fn held(&self, call: u32, object: Id, (class, field): (&str, &str)) -> Option<Id> {
        let variable = self.writes.memory_of(field)?;
        let place = variable.checked_sub(u32::from(self.input.code.max_locals))?;
        let memory = self.memories.of(call as usize).get(place as usize)?;
        match self.node(*memory) {
            Node::Stored {
                at,
                object: written,
                value,
            } if written == object => self.stores_to(at, class, field).then_some(value),
            _ => None,
        }
    }

    /// The value that the method has stored in a field, for a read after unknown callees that are assumed to keep the field.
    pub(crate) fn kept(&self, read: Id) -> Option<Id> {
        let Node::Field { at, object, memory } = self.node(read) else {
            return None;
        };
        let Node::Kept { stored, .. } = self.node(memory) else {
            return None;
        };
        let op = self.input.code.instructions.get(at as usize)?.op;
        let (Op::GetField { pool } | Op::GetStatic { pool }) = op else {
            return None;
        };
        // A narrower field does not return what was written.
        let member = self.input.class.member(pool)?;
        if matches!(member.descriptor_bytes(), b"B" | b"C" | b"S" | b"Z") {
            return None;
        }
        match self.node(stored) {
            Node::Stored {
                object: written,
                value,
                ..
            } if written == object => Some(value),
            _ => None,
        }
    }

    /// True if an instruction stores to the field of this class, and not to one with the same name that it hides.
    fn stores_to(&self, at: u32, class: &str, field: &str) -> bool {
        match self.input.code.instructions.get(at as usize) {
            Some(Instruction {
                op: Op::PutField { pool } | Op::PutStatic { pool },
                ..
            }) => {
                let member = self.input.class.member(*pool);
                member.is_some_and(|member| member.class() == class && member.name() == field)
            }
            _ => self.outcome(at).is_some_and(|outcome| {
                let mut stored = outcome.stored.iter();
                stored.any(|stored| *stored.field.name == *field && *stored.field.class == *class)
            }),
        }
    }

    /// The number that a block returns.
    pub(crate) fn returned_from(&self, block: u32) -> Option<Id> {
        let mut returned = self.returned.iter();
        let found = returned.find(|(from, _)| *from == block);
        found.map(|(_, id)| *id)
    }

    /// True for an object that the method creates and whose constructor leaves this field at 0. No call in the method is
    /// unknown, so everything that may write the field later is known.
    pub(crate) fn begins_with_zero(&self, object: Id, (class, field): (&str, &str)) -> bool {
        let instructions = &self.input.code.instructions;
        let Node::Made { at, which: 0 } = self.node(object) else {
            return false;
        };
        let op = |at: u32| instructions.get(at as usize).map(|found| found.op);
        let is_zero_after = |call: u32| {
            self.outcome(call).is_some_and(|outcome| {
                let mut zero = outcome.zero.iter();
                zero.any(|zero| *zero.class == *class && *zero.name == *field)
            })
        };
        let constructs = |call: u32| {
            let Some(Op::Invoke { kind, pool }) = op(call) else {
                return false;
            };
            let member = self.input.class.member(pool);
            kind == InvokeKind::Special
                && self.passed(call).first() == Some(&object)
                && member.is_some_and(|member| member.name_bytes() == b"<init>")
        };
        let Some(variable) = self.writes.memory_of(field) else {
            return false;
        };
        let is_unknown =
            |(of, how): &(u32, CallWrites)| *of == variable && *how == CallWrites::Unknown;
        let mut calls = 0..instructions.len() as u32;
        matches!(op(at), Some(Op::New { .. }))
            && !self.writes.is_of_several(variable)
            && calls.clone().any(constructs)
            && calls.all(|call| {
                !self.writes.by_call(call).iter().any(is_unknown)
                    && (!constructs(call) || is_zero_after(call))
            })
    }

    /// True for a field of an argument of a constructor that writes the field only of the object that it constructs: that
    /// object is none of its arguments.
    fn is_of_older(&self, object: Id, variable: u32) -> bool {
        let is_argument = object != NO_OBJECT && matches!(self.node(object), Node::Entry(1..));
        is_argument && self.writes.is_of_constructed(variable)
    }

    /// The same by the name of the field.
    pub(crate) fn is_field_of_older(&self, object: Id, field: &str) -> bool {
        let variable = self.writes.memory_of(field);
        variable.is_some_and(|variable| self.is_of_older(object, variable))
    }

    /// The instructions that read a field of an object.
    pub(crate) fn fields_read_of(&self, object: Id) -> impl Iterator<Item = u32> {
        self.nodes.iter().filter_map(move |node| match node {
            Node::Field { at, object: of, .. } if *of == object => Some(*at),
            _ => None,
        })
    }

    /// The array and the index that an instruction uses to read or write an element.
    pub(crate) fn accessed(&self, at: u32) -> Option<(Id, Id)> {
        let found = self.accessed.binary_search_by_key(&at, |access| access.0);
        found
            .ok()
            .map(|found| (self.accessed[found].1, self.accessed[found].2))
    }

    /// The objects whose fields the method writes, for the writing instructions that `wanted` accepts.
    pub(crate) fn written_objects(&self, wanted: impl Fn(u32) -> bool) -> Vec<Id> {
        let stores = self.stores.iter().filter(|(at, ..)| wanted(*at));
        stores.map(|(_, object, _)| *object).collect()
    }

    /// True for an object that the method stores in a field, or that it passes to a call through a join.
    pub(crate) fn is_kept_elsewhere(&self, object: Id) -> bool {
        let mut names = vec![object];
        let mut at = 0;
        while let Some(name) = names.get(at).copied() {
            at += 1;
            if self.is_stored(|value| value == name) {
                return true;
            }
            for join in &self.joins {
                let may_be = self.joined(*join).iter().any(|(_, value)| *value == name);
                if may_be && !names.contains(join) {
                    names.push(*join);
                }
            }
        }
        let others = names.get(1..).unwrap_or_default();
        let instructions = 0..self.input.code.instructions.len() as u32;
        !others.is_empty()
            && (instructions.into_iter())
                .any(|at| self.passed(at).iter().any(|passed| others.contains(passed)))
    }

    /// True if the method, or a call whose effects are known, writes such a value to a field.
    fn is_stored(&self, wanted: impl Fn(Id) -> bool) -> bool {
        let by_call = |node: &Node| matches!(node, Node::Stored { value, .. } if wanted(*value));
        self.stores.iter().any(|(.., value)| wanted(*value)) || self.nodes.iter().any(by_call)
    }

    /// True if the method stores another value in a field that is the same object, or if control may choose it as a value.
    pub(crate) fn keeps_other(&self, object: Id, is_same: impl Fn(Id) -> bool) -> bool {
        let is_other = |id: Id| id != object && is_same(id);
        self.is_stored(is_other)
            || (self.joins.iter())
                .any(|join| self.joined(*join).iter().any(|(_, value)| is_other(*value)))
    }

    /// The instruction that first stores a value into a local.
    pub(crate) fn stored(&self, id: Id) -> Option<u32> {
        let at = self.stored.get(id as usize).copied();
        at.filter(|at| *at != NEVER)
    }

    /// What a local holds at the beginning of a block.
    pub(crate) fn local(&self, slot: u16, block: u32) -> Option<Id> {
        let is_reached = self.position(block) != u32::MAX;
        let begin = is_reached.then(|| self.variables_at(&self.begin, block as usize))?;
        begin.get(usize::from(slot)).copied()
    }

    /// True if a join's variable is a local, and not a field or a stack slot.
    pub(crate) fn is_local(&self, variable: u32) -> bool {
        variable < u32::from(self.input.code.max_locals)
    }

    /// The variables at the beginnings, or at the ends, of one block.
    fn variables_at<'v>(&self, all: &'v [Id], block: usize) -> &'v [Id] {
        let start = block * self.variables;
        all.get(start..start + self.variables).unwrap_or_default()
    }

    fn find_order(&mut self) {
        let mut followed = vec![u32::MAX; self.flow.len()];
        let mut path: Vec<u32> = Vec::new();
        if self.flow.len() > 0 {
            path.push(0);
            followed[0] = 0;
        }
        while let Some(block) = path.last().copied() {
            let at = followed[block as usize];
            // Backwards, so that code that comes first also comes first in the order.
            let edges = self.flow.successors(block as usize);
            let edge = edges.len().checked_sub(at as usize + 1);
            if let Some(edge) = edge.and_then(|index| edges.get(index)) {
                followed[block as usize] += 1;
                if followed[edge.block()] == u32::MAX {
                    followed[edge.block()] = 0;
                    path.push(edge.block() as u32);
                }
            } else {
                path.pop();
                self.order.push(block);
            }
        }
        self.order.reverse();
        self.number_order();
        self.leave_out_what_follows_the_loops();
    }

    /// True for a block that returns a number and changes nothing.
    fn only_returns(&self, block: u32) -> bool {
        let ops = self.flow.instructions(block as usize);
        let ops = self.input.code.instructions.get(ops).unwrap_or_default();
        let changes = |op: Op| {
            matches!(
                op,
                Op::Invoke { .. } | Op::PutField { .. } | Op::PutStatic { .. }
            )
        };
        matches!(ops.last().map(|last| last.op), Some(Op::Return(Some(_))))
            && !ops.iter().any(|instruction| changes(instruction.op))
    }

    fn number_order(&mut self) {
        for (position, block) in self.order.iter().enumerate() {
            self.position[*block as usize] = position as u32;
        }
    }

    /// Removes the blocks from the order that lead to no loop. What they execute gets no values, and changes nothing that
    /// bounds a loop, because it comes after all of them.
    fn leave_out_what_follows_the_loops(&mut self) {
        let mut leads_to_loop = vec![false; self.flow.len()];
        // A callee's cost depends on its arguments.
        for call in self.input.calls {
            if let Some(block) = self.flow.block_of(call.passed.instruction) {
                leads_to_loop[block] = true;
            }
        }
        for block in self.order.iter().rev() {
            let edges = self.flow.successors(*block as usize);
            leads_to_loop[*block as usize] |= edges.iter().any(|edge| {
                leads_to_loop[edge.block()] || self.is_backward(*block, edge.block() as u32)
            });
        }
        // What a method returns right after its loops may tell its callers something.
        if self.input.method.descriptor.ends_with(")I") {
            for block in &self.order {
                leads_to_loop[*block as usize] |= self.only_returns(*block)
                    && (self.flow.predecessors(*block as usize).iter())
                        .all(|edge| leads_to_loop[edge.block()]);
            }
        }
        let position = &mut self.position;
        self.order.retain(|block| {
            let leads_on = leads_to_loop[*block as usize];
            if !leads_on {
                position[*block as usize] = u32::MAX;
            }
            leads_on
        });
        self.number_order();
    }
}
