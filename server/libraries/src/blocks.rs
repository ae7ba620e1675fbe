//! Records in compressed blocks.
//!
//! Records that follow each other have much in common: methods of one class, or methods that call each other and so rely on the
//! same assumptions. So a block of several records is compressed as one. A block is its checksum, followed by what Deflate makes of
//! the records.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of records in a block. More save little space, and make it slower to read one record.
const RECORDS: usize = 24;

/// The number of blocks that are compressed at the same time.
const BATCH: usize = 256;

/// The length of a block's checksum in bytes.
const CHECKSUM: usize = 8;

/// Larger blocks are neither written nor read.
const MAX_BYTES: u32 = 1 << 28;

/// How many unpacked blocks stay in memory: the methods of a class are usually requested together.
const KEPT: usize = 8;

/// A compressed block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Block {
    /// Where it starts after the first block's start, in bytes.
    offset: u64,
    /// Its length in the file, in bytes.
    length: u32,
    /// The length of its records, in bytes.
    unpacked: u32,
}

/// The place of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Location {
    /// The number of its block.
    block: u32,
    /// Where it starts in its unpacked block, in bytes.
    offset: u32,
    /// Its length in bytes.
    length: u32,
}

impl Location {
    /// Its three numbers in little-endian order.
    pub(super) fn to_bytes(self) -> [u8; 12] {
        let numbers = [self.block, self.offset, self.length].map(u32::to_le_bytes);
        let mut bytes = [0; 12];
        bytes.copy_from_slice(numbers.as_flattened());
        bytes
    }

    pub(super) fn from_bytes(bytes: [u8; 12]) -> Self {
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        Self {
            block: number(0),
            offset: number(4),
            length: number(8),
        }
    }
}

/// Writes a record for each item, in the order of the items. Returns the blocks, the place of each record, and the checksum of all
/// that was written.
///
/// # Errors
/// If a record cannot be made or written, or is too large.
pub(super) fn write<T: Sync>(
    mut out: impl Write,
    items: &[T],
    record: impl Fn(&T) -> io::Result<Vec<u8>> + Sync,
) -> io::Result<(Vec<Block>, Vec<Location>, blake3::Hash)> {
    let (mut blocks, mut locations) = (Vec::new(), Vec::with_capacity(items.len()));
    let mut hasher = blake3::Hasher::new();
    let mut end = 0;
    for batch in items.chunks(BATCH * RECORDS) {
        let packed: io::Result<Vec<_>> = (batch.par_chunks(RECORDS))
            .map(|items| pack(items, &record))
            .collect();
        for (bytes, lengths) in packed? {
            let block = blocks.len() as u32;
            let mut offset = 0;
            for length in lengths {
                locations.push(Location {
                    block,
                    offset,
                    length,
                });
                offset += length;
            }
            let length = bytes.len() as u32;
            blocks.push(Block {
                offset: end,
                length,
                unpacked: offset,
            });
            end += u64::from(length);
            hasher.update(&bytes);
            out.write_all(&bytes)?;
        }
    }
    Ok((blocks, locations, hasher.finalize()))
}

/// A block of a few records, and the length of each.
fn pack<T>(
    items: &[T],
    record: &impl Fn(&T) -> io::Result<Vec<u8>>,
) -> io::Result<(Vec<u8>, Vec<u32>)> {
    let mut packed = DeflateEncoder::new(vec![0; CHECKSUM], Compression::fast());
    let mut lengths = Vec::with_capacity(items.len());
    let mut unpacked = 0_u32;
    for item in items {
        let bytes = record(item)?;
        unpacked = (u32::try_from(bytes.len()).ok())
            .and_then(|length| unpacked.checked_add(length))
            .filter(|sum| *sum <= MAX_BYTES)
            .ok_or_else(|| io::Error::other("the costs of a few methods are too large"))?;
        lengths.push(bytes.len() as u32);
        packed.write_all(&bytes)?;
    }
    let mut packed = packed.finish()?;
    let checksum = checksum_of(&packed[CHECKSUM..]);
    packed[..CHECKSUM].copy_from_slice(&checksum);
    Ok((packed, lengths))
}

fn checksum_of(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut first = [0; CHECKSUM];
    first.copy_from_slice(&blake3::hash(bytes).as_bytes()[..CHECKSUM]);
    first
}

/// Reads single records of a file.
#[derive(Debug)]
pub(super) struct BlockReader {
    blocks: Vec<Block>,
    /// Where the first block starts in the file, in bytes.
    start: u64,
    file: Mutex<File>,
    /// The blocks that were read last, the newest at the end.
    recent: Mutex<VecDeque<(u32, Arc<[u8]>)>>,
}

impl BlockReader {
    /// The blocks of a file, of which the first one starts `start` bytes after the file's start.
    pub(super) fn new(file: File, start: u64, blocks: Vec<Block>) -> Self {
        Self {
            blocks,
            start,
            file: Mutex::new(file),
            recent: Mutex::default(),
        }
    }

    /// Calls `read` with the bytes of a record; `None` if its block is damaged.
    pub(super) fn with_record<T>(
        &self,
        location: Location,
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Option<T> {
        let block = self.block(location.block)?;
        let from = location.offset as usize;
        let to = from.checked_add(location.length as usize)?;
        read(block.get(from..to)?)
    }

    fn block(&self, number: u32) -> Option<Arc<[u8]>> {
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, block)) = recent().iter().find(|(known, _)| *known == number) {
            return Some(Arc::clone(block));
        }
        let block: Arc<[u8]> = self.unpack(*self.blocks.get(number as usize)?)?.into();
        let mut recent = recent();
        if recent.len() >= KEPT {
            recent.pop_front();
        }
        recent.push_back((number, Arc::clone(&block)));
        Some(block)
    }

    fn unpack(&self, block: Block) -> Option<Vec<u8>> {
        if block.length > MAX_BYTES || block.unpacked > MAX_BYTES {
            return None;
        }
        let mut packed = vec![0; block.length as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let from = self.start.checked_add(block.offset)?;
            file.seek(SeekFrom::Start(from)).ok()?;
            file.read_exact(&mut packed).ok()?;
        }
        let (checksum, packed) = packed.split_at_checked(CHECKSUM)?;
        if checksum != checksum_of(packed) {
            return None;
        }
        let mut unpacked = Vec::new();
        let limit = u64::from(block.unpacked) + 1;
        let mut decoder = DeflateDecoder::new(packed).take(limit);
        decoder.read_to_end(&mut unpacked).ok()?;
        (unpacked.len() == block.unpacked as usize).then_some(unpacked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(texts: &[String]) -> (File, Vec<Block>, Vec<Location>) {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(b"head").expect("written");
        let record = |text: &String| Ok(text.clone().into_bytes());
        let (blocks, locations, _) = write(&file, texts, record).expect("written");
        (file, blocks, locations)
    }

    fn read(reader: &BlockReader, location: Location) -> Option<String> {
        reader.with_record(location, |bytes| String::from_utf8(bytes.to_vec()).ok())
    }

    #[test]
    fn every_record_is_found_again_and_what_repeats_takes_no_room() {
        let long = "the loop on line 12 of Parser.java runs at most 64 times; ".repeat(40);
        let texts: Vec<String> = (0..2000).map(|n| format!("{n} {long}")).collect();
        let (file, blocks, locations) = written(&texts);
        let all: usize = texts.iter().map(String::len).sum();
        let length = file.metadata().expect("its length").len() as usize;
        assert!(length * 20 < all, "{length} of {all}");
        let reader = BlockReader::new(file, 4, blocks);
        for (text, location) in texts.iter().zip(&locations).rev() {
            assert_eq!(read(&reader, *location).as_ref(), Some(text));
        }
    }

    #[test]
    fn a_damaged_block_or_a_wrong_place_gives_nothing() {
        let texts: Vec<String> = (0..100).map(|n| format!("record {n}")).collect();
        let (mut file, blocks, locations) = written(&texts);
        let outside = Location {
            length: 1 << 20,
            ..locations[0]
        };
        let missing = Location {
            block: 1 << 20,
            ..locations[0]
        };
        let short: Vec<Block> = (blocks.iter())
            .map(|block| Block {
                unpacked: block.unpacked - 1,
                ..*block
            })
            .collect();
        let again = || file.try_clone().expect("the same file");
        let reader = BlockReader::new(again(), 4, blocks.clone());
        assert!(read(&reader, outside).is_none() && read(&reader, missing).is_none());
        assert!(read(&BlockReader::new(again(), 4, short), locations[0]).is_none());
        file.seek(SeekFrom::Start(20)).expect("a place");
        file.write_all(&[0xff]).expect("damaged");
        let reader = BlockReader::new(file, 4, blocks);
        assert!(read(&reader, locations[0]).is_none());
        assert!(read(&reader, locations[99]).is_some());
    }
}
