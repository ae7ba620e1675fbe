//! Reads a JVM's samples from bytes, big-endian. `SampleFile.java` writes them.

use std::sync::Arc;

use crate::error::CountError;
use crate::reader::Reader;

const MAGIC: u32 = 0x4a53_4d50;
const VERSION: u32 = 2;
const TEXT: u8 = 1;
const FRAME: u8 = 2;
const STACK: u8 = 3;
const THREAD: u8 = 4;
const SAMPLE: u8 = 5;
const END: u8 = 6;
/// The deepest stack. Agents cut stacks much earlier. With deeper ones, the work for callers would grow quadratically.
const MAX_DEPTH: u32 = 4096;

/// The samples that an agent wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The feature release of the JDK, such as 17.
    pub jdk_feature: u16,
    /// The process.
    pub pid: u32,
    /// Whether the JVM's own recorder samples. Then the samples here are rarer, and stand for those that the recorder lost.
    pub has_recording: bool,
    /// The intended time between two samples, in nanoseconds.
    pub interval_nanos: u64,
    /// The threads.
    pub threads: Vec<SampledThread>,
    /// Frames.
    pub frames: Vec<SampledFrame>,
    /// Stacks. A caller comes before its callees.
    pub stacks: Vec<SampledStack>,
    /// The samples, in time order.
    pub samples: Vec<StackSample>,
    /// The CPU time of the sampler itself in nanoseconds; `None` if it was killed.
    pub own_cpu_nanos: Option<u64>,
}

/// Tables that records refer to by index.
#[derive(Default)]
struct Tables {
    texts: Vec<Arc<str>>,
    /// The depth of each stack.
    depths: Vec<u32>,
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledThread {
    /// Its name in Java.
    pub name: Arc<str>,
    /// Its ID in Java.
    pub id: u64,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledFrame {
    /// The class with dots, as in stack traces.
    pub class: Arc<str>,
    /// The method.
    pub method: Arc<str>,
    /// The line, if known.
    pub line: Option<u32>,
    /// Whether it is a native method.
    pub is_native: bool,
}

/// A frame and the stack below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledStack {
    /// The stack below, as an index into [`Samples::stacks`].
    pub caller: Option<u32>,
    /// An index into [`Samples::frames`].
    pub frame: u32,
}

/// A sampled stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackSample {
    /// Nanoseconds since 1970.
    pub unix_nanos: u64,
    /// An index into [`Samples::threads`].
    pub thread: u32,
    /// An index into [`Samples::stacks`]; `None` if the thread ran no Java code.
    pub stack: Option<u32>,
    /// Whether the bottom of the stack is missing.
    pub is_cut: bool,
    /// The CPU time of the thread since its previous sample, in nanoseconds.
    pub cpu_nanos: u64,
}

impl Samples {
    /// Reads what an agent wrote. If a file ends too early, for example because the process was killed, its complete records
    /// count.
    ///
    /// # Errors
    /// [`CountError::MalformedSamples`].
    pub fn read(bytes: &[u8]) -> Result<Self, CountError> {
        let mut reader = Reader::of_samples(bytes);
        if reader.u4()? != MAGIC {
            return Err(reader.wrong("it does not begin like one"));
        }
        if reader.u4()? != VERSION {
            return Err(reader.wrong("another version of jouled wrote it"));
        }
        let feature = reader.u4()?;
        let mut samples = Self {
            jdk_feature: u16::try_from(feature).unwrap_or(u16::MAX),
            has_recording: reader.u1()? != 0,
            pid: u32::try_from(reader.u8()?)
                .map_err(|_| reader.wrong("it names no valid process"))?,
            interval_nanos: reader.u8()?,
            ..Self::default()
        };
        let mut tables = Tables::default();
        while !reader.is_at_end() {
            let Some(mut record) = reader.whole_record(length_of) else {
                break;
            };
            samples.add(&mut record, &mut tables)?;
        }
        Ok(samples)
    }

    fn add(&mut self, record: &mut Reader<'_>, tables: &mut Tables) -> Result<(), CountError> {
        let Tables { texts, depths } = tables;
        let text = |record: &mut Reader<'_>, texts: &[Arc<str>]| {
            let place = record.u4()? as usize;
            let text = texts.get(place).cloned();
            text.ok_or_else(|| record.wrong("a name is missing"))
        };
        match record.u1()? {
            TEXT => texts.push(record.text()?.into()),
            FRAME => {
                let (class, method) = (text(record, texts)?, text(record, texts)?);
                let line = record.u4()? as i32;
                self.frames.push(SampledFrame {
                    class,
                    method,
                    line: u32::try_from(line).ok().filter(|line| *line > 0),
                    is_native: line == -2,
                });
            }
            STACK => {
                let caller = record.u4()?;
                let frame = record.u4()?;
                if caller as usize > self.stacks.len() || frame as usize >= self.frames.len() {
                    return Err(record.wrong("a stack refers to something missing"));
                }
                let caller = caller.checked_sub(1);
                let depth = 1 + caller.map_or(0, |caller| depths[caller as usize]);
                if depth > MAX_DEPTH {
                    return Err(record.wrong("a stack is deeper than any that an agent records"));
                }
                depths.push(depth);
                self.stacks.push(SampledStack { caller, frame });
            }
            THREAD => {
                let name = text(record, texts)?;
                let id = record.u8()?;
                self.threads.push(SampledThread { name, id });
            }
            SAMPLE => {
                let unix_nanos = record.u8()?;
                let (thread, stack) = (record.u4()?, record.u4()?);
                let is_cut = record.u1()? != 0;
                let cpu_nanos = record.u8()?;
                if thread as usize >= self.threads.len() || stack as usize > self.stacks.len() {
                    return Err(record.wrong("a sample refers to something missing"));
                }
                self.samples.push(StackSample {
                    unix_nanos,
                    thread,
                    stack: stack.checked_sub(1),
                    is_cut,
                    cpu_nanos,
                });
            }
            END => self.own_cpu_nanos = Some(record.u8()?),
            _ => return Err(record.wrong("a record is of an unknown kind")),
        }
        Ok(())
    }
}

/// The length of a record in bytes, its kind included; `None` if the bytes are too short to show it.
fn length_of(rest: &[u8]) -> Option<usize> {
    Some(match *rest.first()? {
        TEXT => 3 + usize::from(u16::from_be_bytes([*rest.get(1)?, *rest.get(2)?])),
        FRAME | THREAD => 13,
        STACK | END => 9,
        SAMPLE => 26,
        _ => 1,
    })
}
