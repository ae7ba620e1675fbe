//! The file of a library's summaries.
//!
//! ```text
//! magic · digest · length of the index · index · its checksum · checksum of the records · records
//! ```
//!
//! The index ends with the [table](super::record_table) of the records. Records are summaries in compressed
//! [blocks](super::blocks), and are read on demand. If anything in a file is invalid, the file is made again. The first time that
//! a file is opened, all its records are checked. A note next to the file then stores the file's metadata, and while they stay
//! the same, the file is not checked again. If a block becomes invalid later, its records count as missing, and the note is
//! removed.

use super::blocks::{self, Block, BlockReader};
use super::record_table::RecordTable;
use super::trim;
use calls::{ClassNames, Header, Summaries, Typical, Unit};
use cost::PlatformConditions;
use files::Bounded;
use pricing::Pricer;
use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use wcec::Summary;

/// The version of the file and of what is computed.
pub(super) const FORMAT: &str = "jouled summaries 140";

/// Larger indexes are not read.
const MAX_BYTES: u64 = 1 << 28;

/// Longer notes are rejected.
const MAX_NOTE_BYTES: u64 = 256;

/// A larger file is made again.
pub(super) const MAX_FILE_BYTES: u64 = 4 << 30;

#[derive(Debug, Default, Serialize, Deserialize)]
struct Index {
    /// The classes that name a class as a supertype, sorted by that class.
    subtypes: Vec<(Arc<str>, ClassNames)>,
    blocks: Vec<Block>,
    /// The classes, if no other place has them.
    headers: Vec<Arc<Header>>,
    /// The classes that could not be read, sorted by name.
    damaged: Vec<DamagedClass>,
    /// The number of records that are summaries.
    methods: u64,
    /// The conditions of the platform that its code may end.
    platform_ended: PlatformConditions,
}

/// A class that exists but cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct DamagedClass {
    /// Its name, with slashes.
    pub(super) class: Arc<str>,
    /// The reason.
    pub(super) reason: String,
}

/// The summaries of a library.
#[derive(Debug)]
pub(super) struct Store {
    index: Index,
    locations: RecordTable,
    /// The note with the file's metadata at the time of its check.
    note: PathBuf,
    records: BlockReader,
    known: RwLock<FxHashMap<u64, Option<Arc<Summary>>>>,
    known_typical: RwLock<FxHashMap<u64, Option<Arc<Typical>>>>,
}

/// The kind of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A summary of a method.
    Summary,
    /// What a method executes on average.
    Typical,
    /// What the possible targets of a call execute on average.
    Dispatched,
}

/// A record to be written.
enum Record<'k> {
    Summary(&'k Summary),
    Typical(Kind, &'k [Arc<str>; 3], &'k Typical),
}

impl Record<'_> {
    fn hash(&self) -> u64 {
        match self {
            Self::Summary(summary) => hash_of(
                Kind::Summary,
                [&*summary.class, &*summary.name, &*summary.descriptor],
            ),
            Self::Typical(kind, names, _) => hash_of(*kind, names.each_ref().map(|name| &**name)),
        }
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        match self {
            Self::Summary(summary) => postcard::to_stdvec(&(summary, summary.whole.as_deref())),
            Self::Typical(_, _, typical) => postcard::to_stdvec(typical),
        }
        .map_err(io::Error::other)
    }
}

/// What something executes on average, with its class, name and descriptor.
type StoredTypical<'k> = (Kind, [Arc<str>; 3], &'k Arc<Typical>);

/// The contents of a library's file.
pub(super) struct StoredLibrary<'k> {
    /// The classes that could be read.
    pub(super) headers: Vec<&'k Arc<Header>>,
    /// Whether to write the classes themselves.
    pub(super) with_headers: bool,
    pub(super) summaries: Vec<&'k Arc<Summary>>,
    /// By class, name and descriptor.
    pub(super) typical: Vec<StoredTypical<'k>>,
    pub(super) platform_ended: PlatformConditions,
    pub(super) damaged: &'k [DamagedClass],
}

impl<'k> StoredLibrary<'k> {
    /// Everything known about a unit.
    pub(super) fn of(
        unit: &'k Unit,
        summaries: &'k Summaries,
        pricer: &Pricer,
        with_headers: bool,
        damaged: &'k [DamagedClass],
    ) -> Self {
        let methods = summaries.all_typical(unit, pricer);
        let methods = methods.map(|(names, typical)| (Kind::Typical, names, typical));
        let dispatched = summaries.all_dispatched(unit, pricer);
        let dispatched = dispatched.map(|(names, typical)| (Kind::Dispatched, names, typical));
        let mut typical: Vec<_> = methods.chain(dispatched).collect();
        typical.sort_by(|one, two| one.1.cmp(&two.1));
        Self {
            headers: unit.headers().collect(),
            with_headers,
            summaries: summaries.iter().collect(),
            typical,
            platform_ended: unit.own_platform_ended(),
            damaged,
        }
    }
}

impl Store {
    /// `None` if the file is missing, damaged, or of another kind.
    pub(super) fn open(path: &Path, digest: &str) -> Option<Self> {
        let mut file = files::open(path).ok()?;
        let mut head = vec![0; FORMAT.len() + digest.len() + 8];
        file.read_exact(&mut head).ok()?;
        let length = head.split_off(FORMAT.len() + digest.len());
        if head != format!("{FORMAT}{digest}").as_bytes() {
            return None;
        }
        let length = u64::from_le_bytes(length.try_into().ok()?);
        if length > MAX_BYTES || length > file.metadata().ok()?.len() {
            return None;
        }
        let mut bytes = vec![0; length as usize];
        file.read_exact(&mut bytes).ok()?;
        let mut checksum = [0; 32];
        file.read_exact(&mut checksum).ok()?;
        if blake3::hash(&bytes) != checksum {
            return None;
        }
        let (mut index, locations): (Index, &[u8]) = postcard::from_bytes(&bytes).ok()?;
        let locations = RecordTable::read(locations)?;
        file.read_exact(&mut checksum).ok()?;
        let start = file.stream_position().ok()?;
        // An unreadable cost would silently be missing from every sum.
        let note = note_of(path);
        if is_noted(&file, &note) {
            trim::record_use(&note);
        } else {
            check_records(&file, checksum, &note)?;
        }
        let blocks = std::mem::take(&mut index.blocks);
        Some(Self {
            index,
            locations,
            note,
            records: BlockReader::new(file, start, blocks),
            known: RwLock::default(),
            known_typical: RwLock::default(),
        })
    }

    /// Writes the file. Processes that have the old one open keep it.
    pub(super) fn write(path: &Path, digest: &str, kept: &StoredLibrary<'_>) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        files::remove_unfinished_in(folder);
        let mut index = Index {
            damaged: kept.damaged.to_vec(),
            methods: kept.summaries.len() as u64,
            platform_ended: kept.platform_ended,
            ..Index::default()
        };
        index.damaged.sort();
        let mut subtypes: HashMap<Arc<str>, Vec<Arc<str>>> = HashMap::new();
        for header in &kept.headers {
            for supertype in header.supertypes() {
                let known = subtypes.entry(Arc::clone(supertype)).or_default();
                known.push(Arc::clone(&header.name));
            }
            if kept.with_headers {
                index.headers.push(Arc::clone(header));
            }
        }
        let subtypes = subtypes.into_iter();
        index.subtypes = subtypes.map(|(class, of)| (class, Arc::from(of))).collect();
        index.subtypes.sort();
        // They follow the index, which is complete only after them, and are too long to be kept in memory until then.
        let mut records = BufWriter::new(tempfile::tempfile_in(folder)?);
        let summaries = kept
            .summaries
            .iter()
            .map(|summary| Record::Summary(summary));
        let typical = (kept.typical.iter())
            .map(|(kind, names, typical)| Record::Typical(*kind, names, typical));
        let all: Vec<Record<'_>> = summaries.chain(typical).collect();
        let (blocks, locations, checksum) = blocks::write(&mut records, &all, Record::bytes)?;
        index.blocks = blocks;
        let locations = RecordTable::new(all.iter().map(Record::hash).zip(locations));
        let bytes = postcard::to_stdvec(&(&index, locations.bytes())).map_err(io::Error::other)?;
        let file = tempfile::NamedTempFile::new_in(folder)?;
        let mut out = BufWriter::new(&file);
        out.write_all(FORMAT.as_bytes())?;
        out.write_all(digest.as_bytes())?;
        out.write_all(&(bytes.len() as u64).to_le_bytes())?;
        out.write_all(&bytes)?;
        out.write_all(blake3::hash(&bytes).as_bytes())?;
        out.write_all(checksum.as_bytes())?;
        let mut records = records
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        records.rewind()?;
        io::copy(&mut records, &mut out)?;
        out.flush()?;
        drop(out);
        files::clear_place(path);
        file.persist(path)?;
        Ok(())
    }

    /// The classes that were written with their methods.
    pub(super) fn headers(&self) -> &[Arc<Header>] {
        &self.index.headers
    }

    /// The classes that could not be read, sorted by name.
    pub(super) fn damaged(&self) -> &[DamagedClass] {
        &self.index.damaged
    }

    /// The conditions of the platform that its code may end.
    pub(super) const fn platform_ended(&self) -> PlatformConditions {
        self.index.platform_ended
    }

    /// The number of methods with a summary.
    pub(super) const fn len(&self) -> usize {
        self.index.methods as usize
    }

    pub(super) fn subtypes(&self, class: &str) -> ClassNames {
        self.index
            .subtypes
            .binary_search_by(|(name, _)| (**name).cmp(class))
            .map_or_else(
                |_| Arc::default(),
                |at| Arc::clone(&self.index.subtypes[at].1),
            )
    }

    pub(super) fn summary(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<Arc<Summary>> {
        let hash = hash_of(Kind::Summary, [class, name, descriptor]);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(summary) = known.get(&hash) {
            return summary.clone();
        }
        drop(known);
        let summary = self
            .read(hash)
            .map(|(summary, whole): (Summary, Option<Summary>)| Summary {
                whole: whole.map(Arc::new),
                ..summary
            })
            .filter(|summary| {
                // Two methods with the same hash are as unlikely as undetected damage.
                *summary.class == *class
                    && *summary.name == *name
                    && *summary.descriptor == *descriptor
            })
            .map(Arc::new);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(hash, summary.clone());
        summary
    }

    /// What a method, or a possible target of a call, executes on average.
    pub(super) fn typical(&self, kind: Kind, names: [&str; 3]) -> Option<Arc<Typical>> {
        let hash = hash_of(kind, names);
        let known = (self.known_typical.read()).unwrap_or_else(PoisonError::into_inner);
        if let Some(typical) = known.get(&hash) {
            return typical.clone();
        }
        drop(known);
        let typical = self.read(hash).map(Arc::new);
        let mut known = (self.known_typical.write()).unwrap_or_else(PoisonError::into_inner);
        known.insert(hash, typical.clone());
        typical
    }

    fn read<T: DeserializeOwned>(&self, hash: u64) -> Option<T> {
        let location = self.locations.find(hash)?;
        let record = (self.records).with_record(location, |bytes| postcard::from_bytes(bytes).ok());
        if record.is_none() {
            // The next start checks the whole file and makes it again.
            let _ = std::fs::remove_file(&self.note);
        }
        record
    }
}

/// The path of the note with a file's metadata.
pub(super) fn note_of(path: &Path) -> PathBuf {
    path.with_extension("checked")
}

/// Whether a file's metadata equals that at its check.
fn is_noted(file: &File, note: &Path) -> bool {
    let noted = files::read(note, MAX_NOTE_BYTES);
    let is_same = |noted: Vec<u8>| {
        file.metadata()
            .is_ok_and(|metadata| files::stamp(&metadata) == noted)
    };
    noted.is_ok_and(is_same)
}

/// Checks all records from the file's current position, and writes the note. `None` if a record is invalid.
fn check_records(file: &File, checksum: [u8; 32], note: &Path) -> Option<()> {
    let before = file.metadata().ok()?;
    let mut records = blake3::Hasher::new();
    records
        .update_reader(Bounded::new(file, MAX_FILE_BYTES))
        .ok()?;
    if records.finalize() != checksum {
        return None;
    }
    if files::is_settled(&before) {
        // If the note cannot be written, the file is checked again.
        let _ = files::write(note, files::stamp(&before));
    }
    Some(())
}

fn hash_of(kind: Kind, [class, name, descriptor]: [&str; 3]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(match kind {
        Kind::Summary => b"",
        Kind::Typical => b"typical ",
        Kind::Dispatched => b"dispatched ",
    });
    for part in [class, ".", name, descriptor] {
        hasher.update(part.as_bytes());
    }
    let hash = hasher.finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(first)
}
