//! What the zip library does not say about an archive's directory: the number of entries, before memory is allocated for them,
//! and names that occur twice.

use crate::window::Window;
use std::collections::HashSet;
use std::io;

/// The end of the directory (APPNOTE 4.3.16), with its comment.
const END: &[u8] = b"PK\x05\x06";
const END_BYTES: usize = 22;
const MAX_COMMENT: usize = 0xFFFF;
/// The locator of the 64-bit end (4.3.15), directly before it.
const LOCATOR: &[u8] = b"PK\x06\x07";
const LOCATOR_BYTES: usize = 20;
/// An entry of the directory (4.3.12).
const ENTRY: &[u8] = b"PK\x01\x02";
const ENTRY_BYTES: usize = 46;

/// The number of entries that the end of the directory claims; `None` if there is no end.
pub(crate) fn claimed_entries(archive: &mut Window) -> io::Result<Option<u64>> {
    let most = (END_BYTES + MAX_COMMENT + LOCATOR_BYTES) as u64;
    let from = archive.length().saturating_sub(most);
    let tail = archive.bytes_at(from, most as usize)?;
    let Some(at) = last(&tail, END).filter(|at| tail.len() - at >= END_BYTES) else {
        return Ok(None);
    };
    let short = u64::from(u16_at(&tail, at + 10));
    let locator = at.checked_sub(LOCATOR_BYTES);
    let locator = locator.filter(|at| tail[*at..].starts_with(LOCATOR));
    let Some(locator) = locator else {
        return Ok(Some(short));
    };
    let end = u64_at(&tail, locator + 8);
    let long = archive.bytes_at(end.min(archive.length()), 40)?;
    Ok(Some(if long.len() == 40 {
        u64_at(&long, 32).max(short)
    } else {
        short
    }))
}

/// The content of an archive's directory.
#[derive(Debug, Default)]
pub(crate) struct Directory {
    /// Names that occur more than once.
    pub(crate) repeated: Vec<String>,
    /// The claimed unpacked size of each class.
    pub(crate) class_bytes: Vec<u64>,
}

/// Reads the directory that begins at `start`.
pub(crate) fn read(archive: &mut Window, start: u64, max_entries: usize) -> io::Result<Directory> {
    let mut seen = HashSet::new();
    let mut directory = Directory::default();
    let mut at = start;
    for _ in 0..max_entries {
        let head = archive.bytes_at(at, ENTRY_BYTES)?;
        if head.len() < ENTRY_BYTES || !head.starts_with(ENTRY) {
            break;
        }
        let name_bytes = usize::from(u16_at(&head, 28));
        let behind = u64::from(u16_at(&head, 30)) + u64::from(u16_at(&head, 32));
        let name = archive.bytes_at(at + ENTRY_BYTES as u64, name_bytes)?;
        if name.ends_with(b".class") {
            // A 64-bit size is stored elsewhere. No class is that large.
            let size = u32::from_le_bytes([head[24], head[25], head[26], head[27]]);
            directory.class_bytes.push(u64::from(size));
        }
        let is_folder = name.ends_with(b"/");
        if let Some(name) = seen.replace(name).filter(|_| !is_folder) {
            directory
                .repeated
                .push(String::from_utf8_lossy(&name).into_owned());
        }
        at += (ENTRY_BYTES + name_bytes) as u64 + behind;
    }
    directory.repeated.sort_unstable();
    directory.repeated.dedup();
    Ok(directory)
}

fn last(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .rposition(|window| window == wanted)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    let found = bytes
        .get(at..at + 2)
        .and_then(|found| found.try_into().ok());
    u16::from_le_bytes(found.unwrap_or_default())
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let found = bytes
        .get(at..at + 8)
        .and_then(|found| found.try_into().ok());
    u64::from_le_bytes(found.unwrap_or_default())
}
