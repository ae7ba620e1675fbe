//! Reads a recording, chunk by chunk.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::chunk::{Chunk, Piece, chunks};
use crate::constants::Constants;
use crate::error::{RecordingError, RecordingProblem};
use crate::events::{EventCollector, KINDS, Kind};
use crate::layout::{Layout, Layouts};
use crate::maps::Map;
use crate::metadata::Types;
use crate::recording::Recording;
use crate::resolve::{FIELDS, Resolver};
use crate::tables::Tables;

impl Recording {
    /// Reads the bytes of a JDK Flight Recorder file, or of a chunk in its repository. The bytes may be anything: memory stays
    /// proportional to their number, about 10 times for a recording and at most about 20 times.
    ///
    /// # Errors
    /// If they do not begin like a recording, or have an unknown format. [`Recording::problems`] reports what is missing or
    /// damaged after that.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordingError> {
        let mut recording = Self::default();
        let mut tables = Tables::default();
        let mut lost = Lost::default();
        let chunks = chunks(bytes, &mut recording.problems)?;
        let cut = recording
            .problems
            .iter()
            .filter_map(|problem| match problem {
                RecordingProblem::CutOff { chunk, .. } => Some(*chunk),
                _ => None,
            });
        let cut: BTreeSet<usize> = cut.collect();
        for chunk in &chunks {
            let is_cut = cut.contains(&chunk.index);
            tell_of_damage(chunk, is_cut, &mut recording.problems);
            read_chunk(chunk, &mut recording, &mut tables, &mut lost);
        }
        recording.start_nanos = chunks
            .iter()
            .map(|chunk| chunk.clock.start_nanos)
            .min()
            .unwrap_or_default();
        recording.end_nanos = chunks
            .iter()
            .map(Chunk::end_nanos)
            .max()
            .unwrap_or_default();
        let lists = tables.into_lists();
        recording.methods = lists.methods;
        recording.stacks = lists.stacks;
        recording.threads = lists.threads;
        lost.tell(&mut recording.problems);
        recording.put_in_order();
        Ok(recording)
    }

    /// The JVM writes events thread by thread.
    fn put_in_order(&mut self) {
        self.samples.sort_by_key(|event| event.start_nanos);
        self.losses.sort_by_key(|event| event.start_nanos);
        self.collections.sort_by_key(|event| event.start_nanos);
        self.gc_pauses.sort_by_key(|event| event.start_nanos);
        self.compilations.sort_by_key(|event| event.start_nanos);
        self.allocations.sort_by_key(|event| event.start_nanos);
        self.sockets.sort_by_key(|event| event.start_nanos);
        self.files.sort_by_key(|event| event.start_nanos);
        self.waits.sort_by_key(|event| event.start_nanos);
        self.cpu_loads.sort_by_key(|event| event.start_nanos);
        self.thread_cpu_loads.sort_by_key(|event| event.start_nanos);
    }
}

/// What was lost in all chunks.
#[derive(Default)]
struct Lost {
    /// By index in `KINDS`.
    unreadable: [u64; KINDS.len()],
    /// The required field that the type lacks, by index in `KINDS`.
    missing: [Option<&'static str>; KINDS.len()],
    unresolved_stacks: u64,
}

impl Lost {
    fn tell(&self, problems: &mut Vec<RecordingProblem>) {
        for (kind, field) in KINDS.iter().zip(self.missing) {
            if let Some(field) = field {
                problems.push(RecordingProblem::MissingField {
                    event: kind.name.into(),
                    field: field.into(),
                });
            }
        }
        for (kind, count) in KINDS.iter().zip(self.unreadable) {
            if count > 0 {
                problems.push(RecordingProblem::UnreadableEvents {
                    event: kind.name.into(),
                    count,
                });
            }
        }
        if self.unresolved_stacks > 0 {
            problems.push(RecordingProblem::UnresolvedStacks {
                count: self.unresolved_stacks,
            });
        }
    }
}

/// The requested fields of a type, by its name.
fn asked(type_name: &str) -> &'static [&'static str] {
    let event = KINDS.iter().find(|kind| kind.name == type_name);
    let constant = FIELDS.iter().find(|(name, _)| *name == type_name);
    let fields = event.map(|kind| kind.fields);
    fields
        .or(constant.map(|(_, fields)| *fields))
        .unwrap_or_default()
}

fn read_chunk(chunk: &Chunk<'_>, recording: &mut Recording, tables: &mut Tables, lost: &mut Lost) {
    let Some(types) = types(chunk) else {
        recording
            .problems
            .push(RecordingProblem::NoMetadata { chunk: chunk.index });
        return;
    };
    let mut layouts = Layouts::new(&types, asked);
    let mut constants = Constants::new(chunk.is_compressed);
    let mut unreadable_pools = 0;
    for piece in chunk.pieces() {
        if let Piece::Checkpoint(bytes) = piece
            && constants.add(bytes, &mut layouts).is_none()
        {
            unreadable_pools += 1;
        }
    }
    if unreadable_pools > 0 {
        recording.problems.push(RecordingProblem::UnreadablePools {
            chunk: chunk.index,
            count: unreadable_pools,
        });
    }
    let mut taker = EventCollector {
        resolver: Resolver::new(&constants, layouts, tables),
        clock: chunk.clock,
        recording,
        unresolved_stacks: 0,
    };
    let kinds = kinds(&types, &mut taker, lost);
    let mut undescribed = 0;
    for piece in chunk.pieces() {
        let Piece::Event {
            type_id,
            mut fields,
        } = piece
        else {
            continue;
        };
        if let Some((place, layout)) = kinds.get(&type_id) {
            let values = layout.as_ref().and_then(|layout| layout.read(&mut fields));
            let taken = values.and_then(|values| (KINDS[*place].take)(&mut taker, &values));
            if taken.is_none() {
                lost.unreadable[*place] += 1;
            }
        } else if types.get(type_id).is_none() {
            undescribed += 1;
        }
    }
    lost.unresolved_stacks += taker.unresolved_stacks;
    if undescribed > 0 {
        recording
            .problems
            .push(RecordingProblem::UndescribedEvents {
                chunk: chunk.index,
                count: undescribed,
            });
    }
}

/// If a cut goes through an event, it is reported together with the cut.
fn tell_of_damage(chunk: &Chunk<'_>, is_cut: bool, problems: &mut Vec<RecordingProblem>) {
    if let Some(at) = chunk.damaged_at().filter(|_| !is_cut) {
        problems.push(RecordingProblem::Damaged {
            chunk: chunk.index,
            at_byte: at as u64,
        });
    }
}

/// The types of the last readable description. Each description repeats the earlier ones.
fn types(chunk: &Chunk<'_>) -> Option<Types> {
    let mut descriptions = Vec::new();
    for piece in chunk.pieces() {
        if let Piece::Metadata(bytes) = piece {
            descriptions.push(bytes);
        }
    }
    descriptions.into_iter().rev().find_map(Types::read)
}

/// The event types to read, by their numbers in this chunk. A type that lacks a field is not included; an invalid type has no
/// layout.
fn kinds(
    types: &Types,
    taker: &mut EventCollector<'_, '_, '_, '_>,
    lost: &mut Lost,
) -> Map<i64, (usize, Option<Rc<Layout>>)> {
    let mut found = Map::default();
    for (type_id, described) in types.iter() {
        let named = |kind: &Kind| kind.name == &*described.name;
        let Some(place) = KINDS.iter().position(named) else {
            continue;
        };
        let kind = &KINDS[place];
        let layout = taker.resolver.layout(type_id);
        let lacks = |layout: &Rc<Layout>| (0..kind.needed).find(|&field| !layout.has(field));
        match layout.as_ref().and_then(lacks) {
            Some(field) => lost.missing[place] = kind.fields.get(field).copied(),
            None => {
                found.insert(type_id, (place, layout));
            }
        }
    }
    found
}
