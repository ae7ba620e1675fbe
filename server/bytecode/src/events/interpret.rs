//! The abstract interpretation of one method's operand stack.

mod step;

use super::compiler_role::CompilerRole;
use super::stack::{Stack, Value};
use super::{Action, Event, Source};
use crate::class_file::ClassFile;
use crate::code::Code;
use crate::flow::Leaders;
use crate::instruction::{DataType, Op};
use std::ops::Range;

/// The events of a method, in the order of its code, except for those that depend on an earlier instruction.
pub fn events(class: &ClassFile<'_>, code: &Code) -> Vec<Event> {
    let mut events = Vec::new();
    Interpreter::default().run(class, code, &mut events);
    events
}

/// What is known about the stack at the beginning of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Entry {
    /// No path to the block was found yet.
    Unknown,
    /// The stack is empty, as between statements.
    Empty,
    /// The stack with this number.
    Stack(u32),
}

/// Interprets methods one after another, reusing memory.
#[derive(Debug, Default)]
pub struct Interpreter {
    entries: Vec<Entry>,
    done: Vec<bool>,
    stacks: Vec<Stack>,
    pending: Vec<u32>,
    stack: Stack,
    tree: u32,
    /// For a method with handlers, the instructions that control may jump to, in ascending order.
    joins: Vec<u32>,
    /// The first instruction that certainly runs if this block runs, without a jump in between.
    run_start: u32,
    at: u32,
    opcode: u8,
    is_synchronized: bool,
}

impl Interpreter {
    /// Writes the events of a method to `events`, which is emptied first. Unreachable code has none.
    pub fn run(&mut self, class: &ClassFile<'_>, code: &Code, events: &mut Vec<Event>) {
        events.clear();
        self.is_synchronized = code.is_synchronized;
        let length = code.instructions.len();
        self.entries.clear();
        self.entries.resize(length, Entry::Unknown);
        self.done.clear();
        self.done.resize(length, false);
        self.stacks.clear();
        self.pending.clear();
        self.tree = 0;
        if length == 0 {
            return;
        }
        self.entries[0] = Entry::Empty;
        self.joins.clear();
        if !code.handlers.is_empty() {
            // At the beginning or end of a protected range, control just continues.
            let joins = Leaders::of(&code.instructions, &code.switches, &[]);
            self.joins.extend(joins.starts());
            self.joins
                .extend(code.handlers.iter().map(|handler| handler.handler));
            self.joins.sort_unstable();
            // A handler begins with the exception on the stack. No instruction loaded it, so it counts as a variable.
            let mut caught = Stack::default();
            caught.push(Value::new(Source::Load, DataType::Reference));
            self.stacks.push(caught);
            for handler in &code.handlers {
                if let Some(entry) = self.entries.get_mut(handler.handler as usize) {
                    *entry = Entry::Stack(0);
                }
            }
        }
        // Nearly every method needs only one pass in the order of its code. Code reached only by backward jumps is handled from
        // the pending list.
        for block in code.leaders.blocks() {
            self.block(class, code, block, events);
        }
        while let Some(start) = self.pending.pop() {
            let start = start as usize;
            self.block(class, code, start..code.leaders.end_of(start), events);
        }
    }

    fn block(
        &mut self,
        class: &ClassFile<'_>,
        code: &Code,
        Range { start, end }: Range<usize>,
        events: &mut Vec<Event>,
    ) {
        if self.done[start] {
            return;
        }
        match self.entries[start] {
            Entry::Unknown => return,
            Entry::Empty => self.stack.clear(),
            Entry::Stack(index) => {
                let mut stack = std::mem::take(&mut self.stack);
                if let Some(entry) = self.stacks.get(index as usize) {
                    stack.assign(entry);
                }
                self.stack = stack;
            }
        }
        self.done[start] = true;
        self.run_start = self.start_of_run(start as u32);
        self.tree += 1;
        for (at, instruction) in (start as u32..).zip(&code.instructions[start..end]) {
            self.at = at;
            self.opcode = instruction.opcode;
            self.step(class, instruction.op, events);
            if self.stack.is_empty() {
                self.tree += 1;
            }
        }
        // An instruction that may jump ends a block.
        let last = code.instructions[end - 1].op;
        self.reach_targets(code, last);
        if last.falls_through() && end < code.instructions.len() {
            self.reach(end as u32);
        }
    }

    fn start_of_run(&self, block: u32) -> u32 {
        let behind = self.joins.partition_point(|join| *join <= block);
        let join = behind.checked_sub(1).and_then(|last| self.joins.get(last));
        join.copied().unwrap_or(block)
    }

    /// Passes the stack to every instruction that this one may jump to.
    fn reach_targets(&mut self, code: &Code, op: Op) {
        match op {
            Op::Branch { target, .. } | Op::Goto { target } => self.reach(target),
            Op::Jsr { target } => {
                // The subroutine returns after the jsr with an unchanged stack.
                self.reach(self.at + 1);
                self.stack
                    .push(Value::new(Source::Load, DataType::Reference));
                self.reach(target);
            }
            Op::Switch { index, .. } => {
                if let Some(switch) = code.switches.get(index as usize) {
                    self.reach(switch.default);
                    for (_, target) in &switch.cases {
                        self.reach(*target);
                    }
                }
            }
            _ => {}
        }
    }

    fn reach(&mut self, target: u32) {
        let Some(entry) = self.entries.get_mut(target as usize) else {
            return;
        };
        if self.done[target as usize] {
            return;
        }
        match *entry {
            Entry::Unknown => {
                *entry = if self.stack.is_empty() {
                    Entry::Empty
                } else {
                    self.stacks.push(self.stack.clone());
                    Entry::Stack(self.stacks.len() as u32 - 1)
                };
                self.pending.push(target);
            }
            Entry::Empty => {}
            Entry::Stack(index) => {
                if let Some(known) = self.stacks.get_mut(index as usize) {
                    known.merge(&self.stack);
                }
            }
        }
    }

    fn emit(
        &self,
        events: &mut Vec<Event>,
        action: Action,
        data_type: DataType,
        operands: [Source; 2],
        pool: u16,
    ) -> u32 {
        events.push(Event {
            action,
            data_type,
            operands,
            instruction: self.at,
            opcode: self.opcode,
            tree: self.tree,
            pool,
            role: CompilerRole::None,
        });
        events.len() as u32 - 1
    }

    /// Uses an operand. A result that was never stored saves a store and a load. The saving counts at its producer if that
    /// certainly runs whenever this instruction does, without a jump in between.
    fn consume(&self, value: Value, events: &mut Vec<Event>) -> Source {
        if value.source.is_result() {
            let producer = events
                .get(value.producer as usize)
                .filter(|event| event.instruction >= self.run_start && event.instruction <= self.at)
                .copied();
            events.push(Event {
                action: Action::StaysOnStack,
                data_type: value.data_type,
                operands: [value.source, Source::None],
                instruction: producer.map_or(self.at, |event| event.instruction),
                opcode: producer.map_or(self.opcode, |event| event.opcode),
                tree: producer.map_or(self.tree, |event| event.tree),
                pool: 0,
                role: CompilerRole::None,
            });
        }
        value.source
    }

    /// Pops one operand and uses it.
    fn operand(&mut self, events: &mut Vec<Event>) -> Source {
        let value = self.stack.pop();
        self.consume(value, events)
    }

    /// Emits an event with a result, which is pushed on the stack.
    fn produce(
        &mut self,
        events: &mut Vec<Event>,
        (action, data_type): (Action, DataType),
        operands: [Source; 2],
        (source, result): (Source, DataType),
        pool: u16,
    ) {
        let producer = self.emit(events, action, data_type, operands, pool);
        self.stack.push(Value::result(source, result, producer));
    }

    /// Discards a value: a result that was to be stored, or a value that was loaded for nothing.
    fn discard(&self, value: Value, events: &mut Vec<Event>) {
        if !value.source.is_result() {
            self.emit(
                events,
                Action::StackOnly,
                value.data_type,
                [value.source, Source::None],
                0,
            );
        }
    }
}
