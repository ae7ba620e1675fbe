//! Where the record of each method is.
//!
//! A row has a fixed size, so a table is used as it is in the file: to open a library, only its bytes are read. A row is the hash
//! of the record's names and the three numbers of its location, all in little-endian order. The rows are sorted by hash.

use super::blocks::Location;

/// The size of a row in bytes.
const ROW: usize = 20;

/// The rows of a library's records.
#[derive(Debug, Default)]
pub(super) struct RecordTable {
    rows: Vec<[u8; ROW]>,
}

impl RecordTable {
    /// The table of records with these hashes.
    pub(super) fn new(records: impl Iterator<Item = (u64, Location)>) -> Self {
        let mut records: Vec<(u64, Location)> = records.collect();
        records.sort_unstable();
        let rows = records.into_iter().map(|(hash, location)| {
            let mut row = [0; ROW];
            row[..8].copy_from_slice(&hash.to_le_bytes());
            row[8..].copy_from_slice(&location.to_bytes());
            row
        });
        Self {
            rows: rows.collect(),
        }
    }

    /// The table of which [`RecordTable::bytes`] are the bytes; `None` if they are not whole rows.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let (rows, rest) = bytes.as_chunks::<ROW>();
        rest.is_empty().then(|| Self {
            rows: rows.to_vec(),
        })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.rows.as_flattened()
    }

    /// The location of the record with a hash. A table that is not sorted does not find all of its records.
    pub(super) fn find(&self, hash: u64) -> Option<Location> {
        let at = self.rows.binary_search_by_key(&hash, |row| {
            let (hash, _) = row.split_first_chunk().unwrap_or((&[0; 8], &[]));
            u64::from_le_bytes(*hash)
        });
        let row = self.rows.get(at.ok()?)?;
        Some(Location::from_bytes(*row.last_chunk()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_is_found_in_the_bytes_of_a_table() {
        let location = |of: u32| {
            let mut bytes = [0; 12];
            bytes[..4].copy_from_slice(&of.to_le_bytes());
            bytes[8..].copy_from_slice(&7_u32.to_le_bytes());
            Location::from_bytes(bytes)
        };
        let hashes: Vec<u64> = (1..=100_u64)
            .map(|of| of.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .collect();
        let records = hashes
            .iter()
            .zip(0..)
            .map(|(hash, of)| (*hash, location(of)));
        let table = RecordTable::new(records);
        let read = RecordTable::read(table.bytes()).expect("a table");
        for (hash, of) in hashes.iter().zip(0..) {
            assert_eq!(read.find(*hash), Some(location(of)));
            assert_eq!(read.find(hash ^ 1), None);
        }
        assert!(RecordTable::read(&table.bytes()[1..]).is_none());
        assert_eq!(RecordTable::default().find(0), None);
    }
}
