//! Decodes traces from bytes, big-endian; the other side is `Wire.java`.

use crate::outcome::{CallCompletion, CallTrace, Change, Counts, MethodTrace, TracedEffects};
use crate::program::TracedMethodName;

/// The first four bytes that the process sends.
const MAGIC: u32 = 0x4a54_5243;
/// The version of the protocol.
const VERSION: u32 = 4;

const RETURNED: u8 = 0;
const THREW: u8 = 1;
const OUT_OF_INSTRUCTIONS: u8 = 2;

/// The bytes of the greeting: magic and version.
pub(crate) const GREETING_BYTES: usize = 8;

/// Checks that the process speaks this protocol.
pub(crate) fn greeting(bytes: [u8; GREETING_BYTES]) -> Result<(), String> {
    let mut reader = Reader { rest: &bytes };
    match (reader.int()?, reader.int()?) {
        (MAGIC, VERSION) => Ok(()),
        (magic, version) => Err(format!("it greeted with {magic:#010x} {version}")),
    }
}

/// The counted methods of one program.
#[derive(Debug)]
pub(crate) struct Shapes {
    pub(crate) methods: Vec<TracedMethodName>,
    pub(crate) refused: Vec<String>,
    /// For each method, the first instruction and the length of each block.
    blocks: Vec<Vec<(u32, u32)>>,
}

/// Reads the frame before a program's calls.
pub(crate) fn shapes(frame: &[u8]) -> Result<Shapes, String> {
    let mut reader = Reader { rest: frame };
    let mut found = Shapes {
        methods: Vec::new(),
        refused: Vec::new(),
        blocks: Vec::new(),
    };
    for _ in 0..reader.int()? {
        found.methods.push(TracedMethodName {
            class: reader.text()?,
            name: reader.text()?,
            descriptor: reader.text()?,
        });
        let mut blocks = Vec::new();
        for _ in 0..reader.int()? {
            blocks.push((reader.int()?, reader.int()?));
        }
        found.blocks.push(blocks);
    }
    for _ in 0..reader.int()? {
        found.refused.push(reader.text()?);
    }
    reader.end()?;
    Ok(found)
}

/// Reads the frame of one call of the method with this index among the shapes.
pub(crate) fn call(
    frame: &[u8],
    shapes: &Shapes,
    called: &TracedMethodName,
) -> Result<CallTrace, String> {
    let mut reader = Reader { rest: frame };
    let outcome = reader.byte()?;
    let detail = reader.text()?;
    let outcome = match outcome {
        RETURNED => CallCompletion::Returned,
        THREW => CallCompletion::Threw(detail.replace('.', "/")),
        OUT_OF_INSTRUCTIONS => CallCompletion::OutOfInstructions,
        _ => CallCompletion::Failed(detail),
    };
    let own = if reader.byte()? == 0 {
        None
    } else {
        let method = shapes.methods.iter().position(|method| method == called);
        Some(reader.counts(shapes, method.ok_or("it counted an unknown method")?)?)
    };
    let mut methods = Vec::new();
    for _ in 0..reader.int()? {
        let method = reader.int()? as usize;
        methods.push(MethodTrace {
            method,
            invocations: reader.long()?,
            depth: reader.int()?,
            counts: reader.counts(shapes, method)?,
            most: reader.most()?,
            wrapped: reader.places()?,
        });
    }
    let places = reader.long()?;
    let mut changes = Vec::new();
    for _ in 0..reader.int()? {
        changes.push(Change {
            field: reader.text()?,
            is_of_passed: reader.byte()? != 0,
            during: reader.places()?,
            by: reader.places()?,
        });
    }
    let effects = TracedEffects {
        array_bytes: reader.long()?,
        mispredicted_dispatches: reader.long()?,
    };
    reader.end()?;
    Ok(CallTrace {
        outcome,
        own,
        methods,
        places,
        changes,
        effects,
    })
}

struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], String> {
        let (taken, rest) = self
            .rest
            .split_at_checked(count)
            .ok_or("its frame ends too early")?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let bytes = self.take(N)?;
        bytes.try_into().map_err(|_| "a wrong length".to_owned())
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    fn int(&mut self) -> Result<u32, String> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    fn long(&mut self) -> Result<u64, String> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    fn longs(&mut self) -> Result<Vec<u64>, String> {
        (0..self.int()?).map(|_| self.long()).collect()
    }

    fn places(&mut self) -> Result<Vec<usize>, String> {
        (0..self.int()?).map(|_| Ok(self.int()? as usize)).collect()
    }

    /// The largest value of each parameter; the smallest `long` means none.
    fn most(&mut self) -> Result<Vec<Option<i64>>, String> {
        let values = self.longs()?.into_iter();
        let values =
            values.map(|value| Some(value.cast_signed()).filter(|value| *value != i64::MIN));
        Ok(values.collect())
    }

    fn text(&mut self) -> Result<String, String> {
        let length = self.int()? as usize;
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    /// The counts of a method's blocks, assigned to their instructions.
    fn counts(&mut self, shapes: &Shapes, method: usize) -> Result<Counts, String> {
        let of_blocks = self.longs()?;
        let returns = self.longs()?;
        let blocks = shapes.blocks.get(method).map_or(&[][..], Vec::as_slice);
        if blocks.len() != of_blocks.len() {
            return Err("it counted blocks that the method does not have".to_owned());
        }
        let mut instructions = Vec::new();
        for ((start, size), count) in blocks.iter().zip(of_blocks) {
            if *start as usize != instructions.len() || *size > u32::from(u16::MAX) {
                return Err("its blocks do not follow one another".to_owned());
            }
            instructions.resize(instructions.len() + *size as usize, count);
        }
        Ok(Counts {
            instructions,
            returns,
        })
    }

    fn end(&self) -> Result<(), String> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err("its frame has bytes too many".to_owned())
        }
    }
}
