//! The code of a method, with its tables.

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
    /// The targets of the switches, by their index in [`crate::Op::Switch`].
    pub switches: Vec<Switch>,
    /// The line table, sorted by instruction.
    pub lines: Vec<LineEntry>,
    /// The exception handlers, in order of precedence.
    pub handlers: Vec<Handler>,
    /// Where the basic blocks begin.
    pub leaders: Leaders,
    /// The number of local slots.
    pub max_locals: u16,
    /// Whether the method holds a lock while it runs.
    pub is_synchronized: bool,
    /// The input of [`Code::locals`].
    pub local_tables: LocalTables,
}

/// The tables of a method's locals as bytes of the class file, until they are requested.
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

    pub(crate) fn raw(&self) -> &[LocalVariableTable] {
        &self.raw
    }
}

impl Code {
    /// The length of its instructions in bytes.
    pub fn length_bytes(&self) -> u32 {
        decode::length_bytes(&self.instructions, &self.switches)
    }

    /// The names of the locals, if the compiler recorded them. Few methods need them, so they are read on the first request.
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

    /// The source line of an instruction; `None` if the table does not say.
    pub fn line_of(&self, instruction: u32) -> Option<u32> {
        let after = self
            .lines
            .partition_point(|entry| entry.start <= instruction);
        self.lines
            .get(after.checked_sub(1)?)
            .map(|entry| entry.line)
    }
}

/// The code from this instruction up to the next entry is on this line.
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
    /// The first instruction with this name.
    pub start: u32,
    /// The first instruction after its scope.
    pub end: u32,
    /// The slot.
    pub slot: u16,
    /// The constant with the name; [`crate::ClassFile::text`] reads it.
    pub name: u16,
    /// The constant with the descriptor of its type.
    pub descriptor: u16,
}
