//! Splits a file into chunks, and chunks into events, using only their sizes.

use crate::bytes::Bytes;
use crate::error::{RecordingError, RecordingProblem};

const MAGIC: &[u8] = b"FLR\0";
const HEADER_BYTES: usize = 68;
const KNOWN_VERSIONS: [u16; 2] = [1, 2];
/// The state of a complete chunk. Other values count the flushes.
const FINISHED: u8 = 0;
const COMPRESSED_NUMBERS: u8 = 1;

const METADATA: i64 = 0;
const CHECKPOINT: i64 = 1;

/// The clock of a chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) start_nanos: i64,
    pub(crate) duration_nanos: i64,
    start_ticks: i64,
    ticks_per_nano: f64,
}

impl Clock {
    pub(crate) fn instant_nanos(&self, ticks: i64) -> i64 {
        let since = ticks.saturating_sub(self.start_ticks);
        self.start_nanos
            .saturating_add((since as f64 / self.ticks_per_nano) as i64)
    }

    pub(crate) fn span_nanos(&self, ticks: i64) -> i64 {
        (ticks as f64 / self.ticks_per_nano) as i64
    }
}

#[derive(Debug)]
pub(crate) struct Chunk<'a> {
    pub(crate) index: usize,
    pub(crate) clock: Clock,
    pub(crate) is_compressed: bool,
    /// All its bytes, including the header.
    bytes: &'a [u8],
    /// Its position in the file.
    at: usize,
}

/// A piece of a chunk, by type. The reader finds all pieces by going from one to the next, because it trusts no offset in the
/// file.
pub(crate) enum Piece<'a> {
    Metadata(Bytes<'a>),
    Checkpoint(Bytes<'a>),
    Event { type_id: i64, fields: Bytes<'a> },
}

/// The chunks of a file, as far as it goes.
pub(crate) fn chunks<'a>(
    file: &'a [u8],
    problems: &mut Vec<RecordingProblem>,
) -> Result<Vec<Chunk<'a>>, RecordingError> {
    if !file.starts_with(MAGIC) {
        return Err(RecordingError::NotARecording);
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < file.len() {
        let index = found.len();
        let rest = &file[at..];
        if !rest.starts_with(MAGIC) {
            problems.push(RecordingProblem::Trailing {
                bytes: rest.len() as u64,
            });
            break;
        }
        let Some(header) = Header::read(rest) else {
            problems.push(RecordingProblem::CutOff {
                chunk: index,
                missing_bytes: None,
            });
            break;
        };
        if !KNOWN_VERSIONS.contains(&header.major) {
            if index == 0 {
                return Err(RecordingError::UnknownVersion {
                    major: header.major,
                    minor: header.minor,
                });
            }
            problems.push(RecordingProblem::Damaged {
                chunk: index,
                at_byte: at as u64,
            });
            break;
        }
        let length = header.length(rest, index, problems);
        found.push(Chunk {
            index,
            clock: header.clock,
            is_compressed: header.is_compressed,
            bytes: &rest[..length],
            at,
        });
        at += length;
        if header.state != FINISHED && at < file.len() && !file[at..].starts_with(MAGIC) {
            // Written after the last flush, and already reported.
            break;
        }
    }
    Ok(found)
}

struct Header {
    major: u16,
    minor: u16,
    size: i64,
    clock: Clock,
    state: u8,
    is_compressed: bool,
}

impl Header {
    fn read(rest: &[u8]) -> Option<Self> {
        let header = rest.get(..HEADER_BYTES)?;
        let short = |at: usize| Some(u16::from_be_bytes(header.get(at..at + 2)?.try_into().ok()?));
        let long = |at: usize| Some(i64::from_be_bytes(header.get(at..at + 8)?.try_into().ok()?));
        Some(Self {
            major: short(4)?,
            minor: short(6)?,
            size: long(8)?,
            clock: Clock {
                start_nanos: long(32)?,
                duration_nanos: long(40)?.max(0),
                start_ticks: long(48)?,
                // A rate of 0 would make every time infinite.
                ticks_per_nano: long(56)?.max(1) as f64 / 1e9,
            },
            state: header[64],
            is_compressed: header[67] & COMPRESSED_NUMBERS != 0,
        })
    }

    /// How much of the rest of the file belongs to this chunk.
    fn length(&self, rest: &[u8], chunk: usize, problems: &mut Vec<RecordingProblem>) -> usize {
        let announced = usize::try_from(self.size)
            .ok()
            .filter(|&size| size >= HEADER_BYTES);
        if let Some(length) = announced.filter(|&length| length <= rest.len()) {
            if self.state != FINISHED {
                let is_last = !rest[length..].starts_with(MAGIC);
                problems.push(RecordingProblem::Unfinished {
                    chunk,
                    bytes_left_out: if is_last {
                        (rest.len() - length) as u64
                    } else {
                        0
                    },
                });
            }
            return length;
        }
        let (length, next_is_chunk) = walk_to_next(rest, self.is_compressed);
        problems.push(match announced {
            Some(announced) if !next_is_chunk => RecordingProblem::CutOff {
                chunk,
                missing_bytes: Some((announced - rest.len()) as u64),
            },
            _ if self.state != FINISHED => RecordingProblem::Unfinished {
                chunk,
                bytes_left_out: 0,
            },
            _ => RecordingProblem::CutOff {
                chunk,
                missing_bytes: None,
            },
        });
        length
    }
}

/// Goes from event to event up to the next chunk or the end of the file, if the header does not give the chunk's size.
fn walk_to_next(rest: &[u8], is_compressed: bool) -> (usize, bool) {
    let mut at = HEADER_BYTES;
    loop {
        let left = rest.get(at..).unwrap_or_default();
        if left.starts_with(MAGIC)
            && Header::read(left).is_some_and(|next| KNOWN_VERSIONS.contains(&next.major))
        {
            return (at, true);
        }
        match event_length(left, is_compressed) {
            Some(length) => at += length,
            None => return (rest.len(), false),
        }
    }
}

/// The size of the event that begins here, if it is complete.
fn event_length(left: &[u8], is_compressed: bool) -> Option<usize> {
    let size = usize::try_from(Bytes::new(left, is_compressed).int()?).ok()?;
    (size > 0 && size <= left.len()).then_some(size)
}

impl<'a> Chunk<'a> {
    pub(crate) fn end_nanos(&self) -> i64 {
        self.clock
            .start_nanos
            .saturating_add(self.clock.duration_nanos)
    }

    /// The pieces, as long as their sizes are plausible.
    pub(crate) fn pieces(&self) -> Pieces<'a> {
        Pieces {
            left: self.bytes.get(HEADER_BYTES..).unwrap_or_default(),
            is_compressed: self.is_compressed,
        }
    }

    /// The position in the file where the pieces end, unless the chunk ends there.
    pub(crate) fn damaged_at(&self) -> Option<usize> {
        let mut pieces = self.pieces();
        while pieces.next().is_some() {}
        let left = pieces.left.len();
        (left > 0).then(|| self.at + self.bytes.len() - left)
    }
}

pub(crate) struct Pieces<'a> {
    left: &'a [u8],
    is_compressed: bool,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let length = event_length(self.left, self.is_compressed)?;
        let (piece, left) = self.left.split_at_checked(length)?;
        let mut fields = Bytes::new(piece, self.is_compressed);
        fields.int()?;
        let type_id = fields.long()?;
        self.left = left;
        Some(match type_id {
            METADATA => Piece::Metadata(fields),
            CHECKPOINT => Piece::Checkpoint(fields),
            _ => Piece::Event { type_id, fields },
        })
    }
}
