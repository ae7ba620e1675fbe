//! The values of a method: its locals, its operand stack and the fields that it writes, by an abstract execution of its
//! blocks in static single assignment form.
//!
//! A [`Node`] is a value as an expression over values that cannot be told: what the method is called with, what a call
//! returns, and the [joins](Node::Join) of several values where ways meet. The node of a local at a point stands for what
//! the local holds there, each join and call in it being the last one that was executed.
//!
//! The method is executed twice. The first time every local is joined where a loop begins, which tells those that the
//! loop leaves alone; the second time only the others are.

mod conditions;
mod execute;
mod joins;

pub(crate) use conditions::Condition;

use crate::flow::Flow;
use crate::method::MethodInput;
use bytecode::{ArrayElement, BinaryOp, DataType, Op};
use std::collections::{HashMap, HashSet};

/// More values at the beginnings of blocks than this are not kept, and no values are known then.
const MOST_VARIABLES: usize = 1 << 20;

/// A value, by its number.
pub(crate) type Id = u32;

/// Of a static field, which belongs to no object.
pub(crate) const NO_OBJECT: Id = u32::MAX;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// A number.
    Number(i64),
    /// What a local holds when the method begins.
    Entry(u16),
    /// One of several, depending on where control comes from to this block.
    Join { block: u32, variable: u32 },
    /// The result of a computation with two operands.
    Binary(BinaryOp, DataType, Id, Id),
    /// The opposite number.
    Negated(Id),
    /// What is left of an int as a byte, char or short.
    Narrow(ArrayElement, Id),
    /// −1, 0 or 1, as two longs compare.
    Compared(Id, Id),
    /// The length of an array.
    Length(Id),
    /// What this instruction reads from a field of an object. The memory says by which write.
    Field { at: u32, object: Id, memory: Id },
    /// What this instruction reads from an array.
    Element {
        at: u32,
        array: Id,
        element: ArrayElement,
    },
    /// What this call returns.
    Called { at: u32 },
    /// The array that this instruction allocates.
    Allocated { at: u32, length: Id },
    /// The null reference.
    Null,
    /// The fields as they are when the method begins.
    Untouched,
    /// The field that this instruction writes, of an object.
    Stored { at: u32, object: Id, value: Id },
    /// Anything else that an instruction leaves; several are told apart by a number.
    Made { at: u32, which: u32 },
}

/// The values at a point of the code.
#[derive(Debug, Clone, Default)]
struct State {
    /// The locals, and behind them the memory of each field that is written.
    variables: Vec<Id>,
    /// The operand stack; true for values that take two places.
    stack: Vec<(Id, bool)>,
}

/// All values of one method.
#[derive(Debug)]
pub(crate) struct Values<'a> {
    input: &'a MethodInput<'a>,
    flow: &'a Flow,
    nodes: Vec<Node>,
    numbers: HashMap<Node, Id>,
    /// The reachable blocks such that every edge but those back to the beginning of a loop leads forward.
    order: Vec<u32>,
    position: Vec<u32>,
    /// The immediate dominator of each block; itself for the first.
    dominators: Vec<u32>,
    begin: Vec<State>,
    end: Vec<State>,
    /// The variables that each block writes.
    written: Vec<Vec<u32>>,
    /// The two values that the branch at the end of each block compares.
    compared: Vec<Option<(Id, Id)>>,
    /// The receiver and the arguments of each call.
    passed: HashMap<u32, Vec<Id>>,
    /// Where each value is first stored into a local.
    stored: HashMap<Id, u32>,
    /// The names of the fields that the method writes.
    fields: Vec<String>,
    /// For each join the value over each edge from a predecessor.
    joined: HashMap<Id, Vec<(u32, Id)>>,
    /// The variables that need no join at the beginning of a loop.
    kept: HashSet<(u32, u32)>,
}

/// Control comes from nowhere: the method begins.
pub(crate) const BEGINNING: u32 = u32::MAX;

impl<'a> Values<'a> {
    /// The values of a method; `None` where they are too many, or where the code is not what a compiler makes.
    pub(crate) fn of(input: &'a MethodInput<'a>, flow: &'a Flow) -> Option<Self> {
        let instructions = &input.code.instructions;
        let mut fields = Vec::new();
        for instruction in instructions {
            match instruction.op {
                Op::Jsr { .. } | Op::Ret { .. } => return None,
                Op::PutField { pool } | Op::PutStatic { pool } => {
                    let name = input.class.member(pool)?.name().into_owned();
                    if !fields.contains(&name) {
                        fields.push(name);
                    }
                }
                _ => {}
            }
        }
        let variables = usize::from(input.code.max_locals) + fields.len();
        if variables * flow.len() > MOST_VARIABLES {
            return None;
        }
        let blocks = flow.len();
        let mut values = Self {
            input,
            flow,
            nodes: Vec::with_capacity(2 * instructions.len()),
            numbers: HashMap::with_capacity(2 * instructions.len()),
            order: Vec::with_capacity(blocks),
            position: vec![u32::MAX; blocks],
            dominators: Vec::new(),
            begin: Vec::new(),
            end: Vec::new(),
            written: vec![Vec::new(); blocks],
            compared: Vec::new(),
            passed: HashMap::new(),
            stored: HashMap::new(),
            fields,
            joined: HashMap::new(),
            kept: HashSet::new(),
        };
        values.find_order();
        values.execute()?;
        values.find_joined();
        if values.find_kept() {
            values.execute()?;
            values.find_joined();
        }
        values.find_dominators();
        Some(values)
    }

    pub(crate) fn node(&self, id: Id) -> Node {
        self.nodes
            .get(id as usize)
            .copied()
            .unwrap_or(Node::Untouched)
    }

    fn number(&mut self, node: Node) -> Id {
        let next = self.nodes.len() as Id;
        let id = *self.numbers.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    /// The values over the edges to a join, each with the block that the edge leaves.
    pub(crate) fn joined(&self, join: Id) -> &[(u32, Id)] {
        self.joined.get(&join).map_or(&[], Vec::as_slice)
    }

    /// True for an edge back to where a loop begins.
    pub(crate) fn is_backward(&self, from: u32, to: u32) -> bool {
        from != BEGINNING && self.position(from) >= self.position(to)
    }

    /// The place of a block in an order that only edges back to the beginning of a loop go against.
    pub(crate) fn position(&self, block: u32) -> u32 {
        self.position
            .get(block as usize)
            .copied()
            .unwrap_or(u32::MAX)
    }

    /// The receiver and the arguments of a call.
    pub(crate) fn passed(&self, call: u32) -> &[Id] {
        self.passed.get(&call).map_or(&[], Vec::as_slice)
    }

    /// The instruction that first stores a value into a local.
    pub(crate) fn stored(&self, id: Id) -> Option<u32> {
        self.stored.get(&id).copied()
    }

    /// What a local holds at the beginning of a block.
    pub(crate) fn local(&self, slot: u16, block: u32) -> Option<Id> {
        let state = self.begin.get(block as usize)?;
        state.variables.get(usize::from(slot)).copied()
    }

    /// True where a variable of a join is a local and not a field or a place on the stack.
    pub(crate) fn is_local(&self, variable: u32) -> bool {
        variable < u32::from(self.input.code.max_locals)
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
            // Backwards, so that what comes first in the code comes first in the order.
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
        for (position, block) in self.order.iter().enumerate() {
            self.position[*block as usize] = position as u32;
        }
    }
}
