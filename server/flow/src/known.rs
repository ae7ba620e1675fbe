//! Facts about a method's values for a call with known arguments: which branches are never taken, and what the method passes on.
//!
//! A forward analysis of the locals and of the object's fields, block by block. A branch with a decided test leads only one way
//! (Wegman and Zadeck 1991).

use super::graph::{Edge, Flow};
use bytecode::{Code, Comparison, Constant, Op, Test};
use std::collections::VecDeque;

/// Methods with more values at the beginnings of their blocks are not analysed.
const MAX_VALUES: usize = 1 << 16;

/// A fact about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Known {
    /// It is `null`.
    Null,
    /// It is an object or an array.
    Object,
    /// It is an array of this length.
    Array(i32),
    /// It is this number.
    Number(i32),
}

/// The place of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variable {
    Local(u16),
    /// A field of the receiver, by its constant-pool index.
    Field(u16),
}

/// The facts at a point of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Facts {
    locals: Vec<Option<Known>>,
    fields: Vec<(u16, Known)>,
}

/// The facts about a method's values.
#[derive(Debug)]
pub struct KnownValues<'c> {
    code: &'c Code,
    /// Whether the first local always contains the receiver.
    has_receiver: bool,
    /// The facts at the beginning of each block; `None` for a block that control never reaches.
    begin: Vec<Option<Facts>>,
    never_taken: Vec<(u32, u32)>,
}

impl Facts {
    fn get(&self, variable: Variable) -> Option<Known> {
        match variable {
            Variable::Local(slot) => *self.locals.get(usize::from(slot))?,
            Variable::Field(pool) => {
                let known = self.fields.iter().find(|(field, _)| *field == pool);
                known.map(|(_, known)| *known)
            }
        }
    }

    fn set(&mut self, variable: Variable, known: Option<Known>) {
        match variable {
            Variable::Local(slot) => {
                if let Some(local) = self.locals.get_mut(usize::from(slot)) {
                    *local = known;
                }
            }
            Variable::Field(pool) => {
                self.fields.retain(|(field, _)| *field != pool);
                self.fields.extend(known.map(|known| (pool, known)));
            }
        }
    }

    /// Keeps the common facts. True if any fact was dropped.
    fn keep_common(&mut self, other: &Self) -> bool {
        let mut is_less = false;
        for (mine, other) in self.locals.iter_mut().zip(&other.locals) {
            if mine.is_some() && mine != other {
                *mine = None;
                is_less = true;
            }
        }
        let before = self.fields.len();
        self.fields.retain(|field| other.fields.contains(field));
        is_less || self.fields.len() < before
    }
}

impl<'c> KnownValues<'c> {
    /// Analyses a method with these values in its locals at the beginning. The first one is the receiver, if there is one. `None`
    /// if the method is too large or uses subroutines.
    pub fn of(
        code: &'c Code,
        flow: &Flow,
        has_receiver: bool,
        mut locals: Vec<Option<Known>>,
    ) -> Option<Self> {
        locals.resize(usize::from(code.max_locals), None);
        let is_old = |op: Op| matches!(op, Op::Jsr { .. } | Op::Ret { .. });
        let writes_receiver = |op: Op| matches!(op, Op::Store { slot: 0, .. });
        let mut ops = code.instructions.iter().map(|instruction| instruction.op);
        if locals.len().saturating_mul(flow.len()) > MAX_VALUES || ops.clone().any(is_old) {
            return None;
        }
        let mut values = Self {
            code,
            has_receiver: has_receiver && !ops.any(writes_receiver),
            begin: vec![None; flow.len()],
            never_taken: Vec::new(),
        };
        if values.has_receiver
            && let Some(first) = locals.first_mut()
        {
            *first = Some(Known::Object);
        }
        *values.begin.first_mut()? = Some(Facts {
            locals,
            fields: Vec::new(),
        });
        values.follow(flow);
        values.find_never_taken(flow);
        Some(values)
    }

    /// The edges, as pairs of blocks, that control never takes.
    pub fn never_taken(&self) -> &[(u32, u32)] {
        &self.never_taken
    }

    /// Whether control may reach a block.
    pub fn is_reached(&self, block: usize) -> bool {
        self.begin.get(block).is_some_and(Option::is_some)
    }

    /// The fact about an instruction's result.
    pub fn made_by(&self, flow: &Flow, instruction: u32) -> Option<Known> {
        let block = flow.block_of(instruction)?;
        let start = flow.instructions(block).start;
        let mut facts = self.begin.get(block)?.clone()?;
        for at in start..instruction as usize {
            self.step(&mut facts, start, at);
        }
        self.left_by(&facts, start, instruction as usize)
    }

    fn follow(&mut self, flow: &Flow) {
        let mut pending = VecDeque::from([0_usize]);
        while let Some(block) = pending.pop_front() {
            let Some(begin) = self.begin[block].clone() else {
                continue;
            };
            let range = flow.instructions(block);
            let mut end = begin.clone();
            let mut interrupted = begin;
            interrupted.fields.clear();
            for at in range.clone() {
                self.step(&mut end, range.start, at);
                for slot in written(self.code.instructions[at].op) {
                    interrupted.set(Variable::Local(slot), None);
                }
            }
            for edge in flow.successors(block) {
                let facts = if edge.is_exceptional() {
                    Some(interrupted.clone())
                } else {
                    self.over(flow, block, *edge, &end)
                };
                let Some(facts) = facts else {
                    continue;
                };
                let is_new = match &mut self.begin[edge.block()] {
                    Some(known) => known.keep_common(&facts),
                    place @ None => {
                        *place = Some(facts);
                        true
                    }
                };
                if is_new && !pending.contains(&edge.block()) {
                    pending.push_back(edge.block());
                }
            }
        }
    }

    fn find_never_taken(&mut self, flow: &Flow) {
        for block in 0..flow.len() {
            let Some(mut end) = self.begin[block].clone() else {
                continue;
            };
            let range = flow.instructions(block);
            for at in range.clone() {
                self.step(&mut end, range.start, at);
            }
            for edge in flow.successors(block) {
                if !edge.is_exceptional() && self.over(flow, block, *edge, &end).is_none() {
                    self.never_taken.push((block as u32, edge.block() as u32));
                }
            }
        }
    }

    /// The facts after a normal edge; `None` if control never takes it.
    fn over(&self, flow: &Flow, block: usize, edge: Edge, end: &Facts) -> Option<Facts> {
        let range = flow.instructions(block);
        let mut facts = end.clone();
        let last = range.end - 1;
        let Op::Branch { test, target } = self.code.instructions[last].op else {
            return Some(facts);
        };
        let taken = flow.block_of(target);
        if taken == flow.block_of(range.end as u32) {
            return Some(facts);
        }
        let is_taken = taken == Some(edge.block());
        match test {
            Test::Null { null } => {
                let variable = self.variable(range.start, last);
                let known = if is_taken == null {
                    Known::Null
                } else {
                    Known::Object
                };
                if let Some(variable) = variable {
                    match facts.get(variable) {
                        Some(before) if (before == Known::Null) != (known == Known::Null) => {
                            return None;
                        }
                        Some(_) => {}
                        None => facts.set(variable, Some(known)),
                    }
                }
            }
            Test::Zero(comparison) => {
                if let Some(variable) = self.variable(range.start, last) {
                    return numbers(facts, variable, comparison, 0, is_taken);
                }
                if let Some((number, _)) = self.number(end, range.start, last) {
                    return (holds(number, comparison, 0) == is_taken).then_some(facts);
                }
            }
            Test::Ints(comparison) => {
                if let Some((right, start)) = self.number(end, range.start, last)
                    && let Some((left, _)) = self.number(end, range.start, start)
                {
                    return (holds(left, comparison, right) == is_taken).then_some(facts);
                }
                let op = |at: usize| self.code.instructions[at].op;
                if let Some(before) = last.checked_sub(1).filter(|at| *at >= range.start)
                    && let Op::Push(Constant::Int(number)) = op(before)
                    && let Some(variable) = self.variable(range.start, before)
                {
                    return numbers(facts, variable, comparison, number, is_taken);
                }
            }
            Test::References { .. } => {}
        }
        Some(facts)
    }

    /// The place from which the value on top of the stack was read just before an instruction.
    fn variable(&self, start: usize, before: usize) -> Option<Variable> {
        let at = before.checked_sub(1).filter(|at| *at >= start)?;
        match self.code.instructions.get(at)?.op {
            Op::Load { slot, .. } => Some(Variable::Local(slot)),
            Op::GetField { pool } if self.has_receiver => {
                let object = at.checked_sub(1).filter(|at| *at >= start)?;
                let is_own = matches!(
                    self.code.instructions.get(object)?.op,
                    Op::Load { slot: 0, .. }
                );
                is_own.then_some(Variable::Field(pool))
            }
            _ => None,
        }
    }

    /// The number on top of the stack just before an instruction, and the first instruction that computes it. The end of a
    /// block changes no variable, so the facts at its end are those of the number.
    fn number(&self, facts: &Facts, start: usize, before: usize) -> Option<(i32, usize)> {
        let at = before.checked_sub(1).filter(|at| *at >= start)?;
        let known = |variable| match facts.get(variable)? {
            Known::Number(number) => Some(number),
            _ => None,
        };
        match self.code.instructions.get(at)?.op {
            Op::Push(Constant::Int(number)) => Some((number, at)),
            Op::Load { .. } => Some((known(self.variable(start, before)?)?, at)),
            Op::ArrayLength => {
                let array = at.checked_sub(1).filter(|at| *at >= start)?;
                let Op::Load { slot, .. } = self.code.instructions.get(array)?.op else {
                    return None;
                };
                match facts.get(Variable::Local(slot))? {
                    Known::Array(length) => Some((length, array)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The fact about the previous instruction's result.
    fn left_by(&self, facts: &Facts, start: usize, at: usize) -> Option<Known> {
        match self.code.instructions.get(at)?.op {
            Op::Push(Constant::Null) => Some(Known::Null),
            Op::Push(Constant::Text { .. })
            | Op::NewArray { .. }
            | Op::MultiNewArray { .. }
            | Op::New { .. } => Some(Known::Object),
            Op::Push(Constant::Int(number)) => Some(Known::Number(number)),
            Op::Load { .. } | Op::GetField { .. } => facts.get(self.variable(start, at + 1)?),
            Op::CheckCast { .. } if at > start => self.left_by(facts, start, at - 1),
            _ => None,
        }
    }

    /// Executes one instruction.
    fn step(&self, facts: &mut Facts, start: usize, at: usize) {
        let op = self.code.instructions[at].op;
        let stored = match op {
            Op::Store { data_type, .. } if at > start && !data_type.is_wide() => {
                self.left_by(facts, start, at - 1)
            }
            _ => None,
        };
        for slot in written(op) {
            facts.set(Variable::Local(slot), None);
        }
        match op {
            Op::Store { slot, .. } => facts.set(Variable::Local(slot), stored),
            // After a read without an exception, the object is not null.
            Op::ArrayLength | Op::GetField { .. } => {
                let variable = self.variable(start, at);
                if let Some(variable) = variable.filter(|of| !is_array(facts.get(*of))) {
                    facts.set(variable, Some(Known::Object));
                }
            }
            Op::PutField { .. }
            | Op::PutStatic { .. }
            // The first use of a class runs its initialiser.
            | Op::GetStatic { .. }
            | Op::New { .. }
            | Op::Push(Constant::Pool(_))
            | Op::MonitorEnter
            | Op::MonitorExit
            | Op::Invoke { .. } => facts.fields.clear(),
            _ => {}
        }
    }
}

/// The locals that an instruction writes.
fn written(op: Op) -> impl Iterator<Item = u16> {
    let (first, second) = match op {
        Op::Store { data_type, slot } => (
            Some(slot),
            slot.checked_add(1).filter(|_| data_type.is_wide()),
        ),
        Op::Increment { slot, .. } => (Some(slot), None),
        _ => (None, None),
    };
    first.into_iter().chain(second)
}

const fn is_array(known: Option<Known>) -> bool {
    matches!(known, Some(Known::Array(_)))
}

const fn holds(left: i32, comparison: Comparison, right: i32) -> bool {
    match comparison {
        Comparison::Eq => left == right,
        Comparison::Ne => left != right,
        Comparison::Lt => left < right,
        Comparison::Le => left <= right,
        Comparison::Gt => left > right,
        Comparison::Ge => left >= right,
    }
}

/// The facts if a comparison with a number is true, or false.
fn numbers(
    mut facts: Facts,
    variable: Variable,
    comparison: Comparison,
    number: i32,
    is_taken: bool,
) -> Option<Facts> {
    let holding = if is_taken {
        comparison
    } else {
        comparison.negated()
    };
    if let Some(Known::Number(known)) = facts.get(variable) {
        return holds(known, holding, number).then_some(facts);
    }
    if holding == Comparison::Eq {
        facts.set(variable, Some(Known::Number(number)));
    }
    Some(facts)
}
