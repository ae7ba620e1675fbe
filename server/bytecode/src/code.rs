//! The code of a method, with the tables that belong to it.

use crate::decode;
use crate::flow::{Handler, Leaders};
use crate::instruction::{Instruction, Switch};
use ristretto_classfile::attributes::LocalVariableTable;
use std::sync::OnceLock;

/// The code of a method. All positions are instruction indices, not byte offsets.
#[derive(Debug, Clone, Default)]
pub struct Code {
    /// The instructions.
    pub instructions: Vec<Instruction>,
    /// The targets of the switches, by the index in [`crate::Op::Switch`].
    pub switches: Vec<Switch>,
    /// The line table, sorted by instruction.
    pub lines: Vec<LineEntry>,
    /// The exception handlers, in their order of precedence.
    pub handlers: Vec<Handler>,
    /// Where the basic blocks begin.
    pub leaders: Leaders,
    /// How many local slots the method uses.
    pub max_locals: u16,
    /// True of a method that holds a lock while it runs.
    pub is_synchronized: bool,
    /// What [`Code::locals`] reads.
    pub local_tables: LocalTables,
}

/// The tables of a method's locals as in the class file, in bytes, until somebody asks for them.
#[derive(Debug, Clone, Default)]
pub struct LocalTables {
    raw: Vec<LocalVariableTable>,
    read: OnceLock<Vec<LocalVariable>>,
}

impl LocalTables {
    pub(crate) const fn new(raw: Vec<LocalVariableTable>) -> Self {
        Self {
            raw,
            read: OnceLock::new(),
        }
    }
}

impl Code {
    /// The names of the locals, where the compiler recorded them. Few methods are asked for them, so they are computed
    /// when the first asks.
    pub fn locals(&self) -> &[LocalVariable] {
        let tables = &self.local_tables;
        tables.read.get_or_init(|| {
            if tables.raw.is_empty() {
                return Vec::new();
            }
            let offsets = decode::byte_offsets(&self.instructions, &self.switches);
            let index_of = |offset: u32| offsets.partition_point(|at| *at < offset) as u32;
            let of_raw = |variable: &LocalVariableTable| {
                let start = u32::from(variable.start_pc);
                LocalVariable {
                    start: index_of(start),
                    end: index_of(start + u32::from(variable.length)),
                    slot: variable.index,
                    name: variable.name_index,
                    descriptor: variable.descriptor_index,
                }
            };
            tables.raw.iter().map(of_raw).collect()
        })
    }

    /// The source line of an instruction, `None` if the table does not say.
    pub fn line_of(&self, instruction: u32) -> Option<u32> {
        let after = self
            .lines
            .partition_point(|entry| entry.start <= instruction);
        self.lines
            .get(after.checked_sub(1)?)
            .map(|entry| entry.line)
    }
}

/// From this instruction on, up to the next entry, the code is on this line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineEntry {
    /// The first instruction.
    pub start: u32,
    /// The line, counted from 1.
    pub line: u32,
}

/// The name of a local slot over a range of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalVariable {
    /// The first instruction at which the name holds.
    pub start: u32,
    /// The first instruction at which the name holds no more.
    pub end: u32,
    /// The slot.
    pub slot: u16,
    /// The constant that holds the name; [`crate::ClassFile::text`] reads it.
    pub name: u16,
    /// The constant that holds the descriptor of its type.
    pub descriptor: u16,
}
