//! Fields that code without a class file may write.

use crate::pool::utf8;
use crate::read::{self, FINAL, PRIVATE};
use ristretto_classfile::Result;
use ristretto_classfile::byte_reader::ByteReader;

/// A class file in which these fields are neither private nor final, so that nothing follows from what its own code writes into
/// them. `None` if there are no such fields, or if the bytes are not a class file.
pub fn with_open_fields(bytes: &[u8], is_open: impl Fn(&str) -> bool) -> Option<Vec<u8>> {
    let flags = flags_of(bytes, is_open).ok()?;
    if flags.is_empty() {
        return None;
    }
    let mut opened = bytes.to_vec();
    for at in flags {
        let both = opened.get_mut(at..at + 2)?;
        let closed = u16::from_be_bytes([both[0], both[1]]);
        both.copy_from_slice(&(closed & !(FINAL | PRIVATE)).to_be_bytes());
    }
    Some(opened)
}

/// Where the flags of these private and final fields are.
fn flags_of(bytes: &[u8], is_open: impl Fn(&str) -> bool) -> Result<Vec<usize>> {
    let mut reader = ByteReader::new(bytes);
    let (_, pool) = read::beginning(&mut reader)?;
    // Flags, own name, name of the superclass.
    for _ in 0..3 {
        reader.read_u16()?;
    }
    for _ in 0..reader.read_u16()? {
        reader.read_u16()?;
    }
    let mut found = Vec::new();
    for _ in 0..reader.read_u16()? {
        let at = bytes.len() - reader.remaining();
        let (flags, name) = (reader.read_u16()?, reader.read_u16()?);
        reader.read_u16()?;
        read::attributes(&mut reader, &pool, |_, _| Ok(()))?;
        let is_closed = flags & (FINAL | PRIVATE) != 0;
        if is_closed && utf8(&pool, name).is_some_and(|name| is_open(&name)) {
            found.push(at);
        }
    }
    Ok(found)
}
