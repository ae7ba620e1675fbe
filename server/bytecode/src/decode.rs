//! Decodes the bytes of a method's code to instructions (JVM specification, chapter 6): resolves short and wide forms, looks up
//! constants, and converts targets to indices.

mod operation;

use crate::code_reader::Reader;
use crate::flow::{Handler, Leaders};
use crate::instruction::{Instruction, Op, Switch};
use operation::instruction;
use ristretto_classfile::{ConstantPool, Error, Result};

/// `ifeq`: no instruction with a lower number ends a block.
const FIRST_BRANCH: u8 = 153;

/// Marks a byte at which no instruction begins. Code has less than 65,536 bytes.
const NONE: u16 = u16::MAX;

/// Decodes methods one after another, reusing memory.
#[derive(Debug)]
pub(crate) struct Decoder {
    /// The instruction that begins at each byte of the code.
    at: Vec<u16>,
    instructions: Vec<Instruction>,
    /// The instructions of the last method after which a block begins.
    ends: Vec<u16>,
}

/// Few methods have more instructions, or more than twice as many bytes.
const USUAL: usize = 512;

impl Decoder {
    /// A decoder with enough memory for most classes.
    pub(crate) fn new() -> Self {
        Self {
            at: Vec::with_capacity(2 * USUAL),
            instructions: Vec::with_capacity(USUAL),
            ends: Vec::with_capacity(USUAL / 4),
        }
    }

    /// Decodes the instructions of one method. Switch targets go to the second list, at the index in [`Op::Switch`].
    pub(crate) fn decode(
        &mut self,
        bytes: &[u8],
        pool: &ConstantPool<'_>,
    ) -> Result<(Vec<Instruction>, Vec<Switch>)> {
        // The specification's limit. Below it, every index and offset fits into 16 bits.
        u16::try_from(bytes.len())?;
        self.at.clear();
        self.at.resize(bytes.len(), NONE);
        let mut instructions = std::mem::take(&mut self.instructions);
        instructions.clear();
        let mut switches = Vec::new();
        let mut reader = Reader::new(bytes);
        self.ends.clear();
        loop {
            let start = reader.position();
            let Some(at) = self.at.get_mut(start) else {
                break;
            };
            *at = instructions.len() as u16;
            let Some(read) = instruction(&mut reader, pool, &mut switches) else {
                return Err(Error::InvalidInstruction(bytes[start]));
            };
            if read.opcode >= FIRST_BRANCH && read.op.ends_block() {
                self.ends.push(*at);
            }
            instructions.push(read);
        }
        for end in &self.ends {
            if let Some(Instruction {
                op: Op::Branch { target, .. } | Op::Goto { target } | Op::Jsr { target },
                ..
            }) = instructions.get_mut(usize::from(*end))
            {
                *target = self.target(*target)?;
            }
        }
        for switch in &mut switches {
            switch.default = self.target(switch.default)?;
            for (_, target) in &mut switch.cases {
                *target = self.target(*target)?;
            }
        }
        let decoded = instructions.as_slice().to_vec();
        self.instructions = instructions;
        Ok((decoded, switches))
    }

    /// The block starts of the last decoded method, given its instructions.
    pub(crate) fn leaders(
        &self,
        instructions: &[Instruction],
        switches: &[Switch],
        handlers: &[Handler],
    ) -> Leaders {
        let ends = self.ends.iter().copied().map(usize::from);
        Leaders::behind(ends, instructions, switches, handlers)
    }

    /// The instruction that begins at a byte offset.
    pub(crate) fn instruction_at(&self, offset: u16) -> Result<u32> {
        self.target(u32::from(offset))
    }

    fn target(&self, offset: u32) -> Result<u32> {
        match self.at.get(offset as usize) {
            Some(instruction) if *instruction != NONE => Ok(u32::from(*instruction)),
            _ => Err(Error::InvalidInstructionOffset(offset)),
        }
    }

    /// The first instruction at or after a byte offset; the number of instructions if there is none.
    pub(crate) fn instruction_from(&self, offset: u16) -> u32 {
        let behind = self.at.iter().skip(usize::from(offset));
        let first = behind.copied().find(|instruction| *instruction != NONE);
        first.map_or(self.instructions.len() as u32, u32::from)
    }
}

/// The byte offset of each instruction, because the table of locals uses bytes.
pub(crate) fn byte_offsets(code: &[Instruction], switches: &[Switch]) -> Vec<u32> {
    let mut offset = 0_u32;
    code.iter()
        .map(|instruction| {
            let start = offset;
            offset += byte_length(instruction, switches, start);
            start
        })
        .collect()
}

/// The length of all instructions in bytes.
pub(crate) fn length_bytes(code: &[Instruction], switches: &[Switch]) -> u32 {
    code.iter().fold(0, |offset, instruction| {
        offset + byte_length(instruction, switches, offset)
    })
}

/// The length in bytes of an instruction at this offset (JVM specification, chapter 6).
fn byte_length(instruction: &Instruction, switches: &[Switch], offset: u32) -> u32 {
    match instruction.opcode {
        132 if instruction.wide => 6,
        _ if instruction.wide => 4,
        16 | 18 | 21..=25 | 54..=58 | 169 | 188 => 2,
        17 | 19 | 20 | 132 | 153..=168 | 178..=184 | 187 | 189 | 192 | 193 | 198 | 199 => 3,
        197 => 4,
        185 | 186 | 200 | 201 => 5,
        opcode @ (170 | 171) => {
            let cases = match instruction.op {
                Op::Switch { index, .. } => switches
                    .get(index as usize)
                    .map_or(0, |switch| switch.cases.len() as u32),
                _ => 0,
            };
            let padding = 3 - offset % 4;
            if opcode == 170 {
                1 + padding + 12 + 4 * cases
            } else {
                1 + padding + 8 + 8 * cases
            }
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::operation::WIDE;
    use super::*;
    use ristretto_classfile::attributes::Instruction as Theirs;
    use ristretto_classfile::byte_reader::ByteReader;

    /// Compares the length and opcode of every instruction with the class-file library's; what it refuses must be refused.
    #[test]
    fn every_opcode_is_read_as_the_library_reads_it() {
        for opcode in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                // A switch with one case, or an index and zeros. The library refuses wide jumps to before the code later.
                let is_wide_jump = matches!(opcode, 200 | 201);
                let mut bytes = [0; 24];
                bytes[0] = opcode;
                bytes[1] = if is_wide_jump { second >> 1 } else { second };
                if opcode == 171 {
                    bytes[11] = 1;
                }
                let mut theirs = ByteReader::new(&bytes);
                let raw = Theirs::from_bytes(&mut theirs);
                let mut reader = Reader::new(&bytes);
                let mut switches = Vec::new();
                let read = instruction(&mut reader, &ConstantPool::default(), &mut switches);
                assert_eq!(read.is_some(), raw.is_ok(), "{opcode} {second}");
                if let Some(read) = read {
                    let theirs = theirs.position();
                    assert_eq!(reader.position(), theirs, "{opcode} {second}");
                    let length = byte_length(&read, &switches, 0);
                    assert_eq!(length as usize, theirs, "{opcode} {second}");
                    let of_opcode = if opcode == WIDE { second } else { opcode };
                    assert_eq!((read.opcode, read.wide), (of_opcode, opcode == WIDE));
                }
            }
        }
    }

    /// The range of a handler ends where an instruction begins, or at the end of the code.
    #[test]
    fn offsets_in_bytes_become_instructions() {
        let mut decoder = Decoder::new();
        let code = [16, 7, 87, 177];
        assert!(decoder.decode(&code, &ConstantPool::default()).is_ok());
        let at = [0, 1, 2, 3, 4].map(|offset| decoder.instruction_at(offset).ok());
        assert_eq!(at, [Some(0), None, Some(1), Some(2), None]);
        let from = [0, 1, 2, 3, 4, 5].map(|offset| decoder.instruction_from(offset));
        assert_eq!(from, [0, 1, 1, 2, 3, 3]);
    }

    #[test]
    fn no_cut_makes_it_read_on() {
        for opcode in 0..=u8::MAX {
            for length in 0..20 {
                let mut bytes = vec![0; length];
                if let Some(first) = bytes.first_mut() {
                    *first = opcode;
                }
                let pool = ConstantPool::default();
                let decoded = Decoder::new().decode(&bytes, &pool);
                if let Ok((instructions, switches)) = decoded {
                    let lengths = byte_offsets(&instructions, &switches);
                    assert!(lengths.iter().all(|offset| (*offset as usize) < length));
                }
            }
        }
    }
}
