//! The format of pprof: `profile.proto` of <https://github.com/google/pprof>, compressed with gzip.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use prost::Message;

use crate::energies::{StackEnergies, StackEnergy};
use crate::names;

/// The messages, by the numbers of their fields in `profile.proto`.
mod proto {
    use prost::Message;

    #[derive(Clone, PartialEq, Message)]
    pub(super) struct Profile {
        #[prost(message, repeated, tag = "1")]
        pub(super) sample_type: Vec<ValueType>,
        #[prost(message, repeated, tag = "2")]
        pub(super) sample: Vec<Sample>,
        #[prost(message, repeated, tag = "4")]
        pub(super) location: Vec<Location>,
        #[prost(message, repeated, tag = "5")]
        pub(super) function: Vec<Function>,
        #[prost(string, repeated, tag = "6")]
        pub(super) string_table: Vec<String>,
        #[prost(int64, tag = "9")]
        pub(super) time_nanos: i64,
        #[prost(int64, tag = "10")]
        pub(super) duration_nanos: i64,
        #[prost(int64, repeated, tag = "13")]
        pub(super) comment: Vec<i64>,
        #[prost(int64, tag = "14")]
        pub(super) default_sample_type: i64,
    }

    #[derive(Clone, Copy, PartialEq, Message)]
    pub(super) struct ValueType {
        #[prost(int64, tag = "1")]
        pub(super) kind: i64,
        #[prost(int64, tag = "2")]
        pub(super) unit: i64,
    }

    #[derive(Clone, PartialEq, Message)]
    pub(super) struct Sample {
        /// The callee first.
        #[prost(uint64, repeated, tag = "1")]
        pub(super) location_id: Vec<u64>,
        #[prost(int64, repeated, tag = "2")]
        pub(super) value: Vec<i64>,
        #[prost(message, repeated, tag = "3")]
        pub(super) label: Vec<Label>,
    }

    #[derive(Clone, Copy, PartialEq, Message)]
    pub(super) struct Label {
        #[prost(int64, tag = "1")]
        pub(super) key: i64,
        #[prost(int64, tag = "2")]
        pub(super) text: i64,
    }

    #[derive(Clone, PartialEq, Message)]
    pub(super) struct Location {
        #[prost(uint64, tag = "1")]
        pub(super) id: u64,
        #[prost(message, repeated, tag = "4")]
        pub(super) line: Vec<Line>,
    }

    #[derive(Clone, Copy, PartialEq, Message)]
    pub(super) struct Line {
        #[prost(uint64, tag = "1")]
        pub(super) function_id: u64,
        #[prost(int64, tag = "2")]
        pub(super) line: i64,
    }

    #[derive(Clone, Copy, PartialEq, Message)]
    pub(super) struct Function {
        #[prost(uint64, tag = "1")]
        pub(super) id: u64,
        #[prost(int64, tag = "2")]
        pub(super) name: i64,
        #[prost(int64, tag = "3")]
        pub(super) system_name: i64,
        #[prost(int64, tag = "4")]
        pub(super) filename: i64,
    }
}

/// A profile with three values for each stack: how often it was seen, its CPU time in nanoseconds and its energy in nanojoules, which is
/// shown unless told otherwise. Threads are the label `thread`; what has no stack is a function of its name. The JVM does not say in
/// which file a class stands, so a class stands where its file would.
pub fn pprof(energies: &StackEnergies<'_>) -> Vec<u8> {
    let bytes = message(energies).encode_to_vec();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let _ = gzip.write_all(&bytes);
    gzip.finish().unwrap_or_default()
}

fn message(energies: &StackEnergies<'_>) -> proto::Profile {
    let mut tables = Tables::default();
    // The empty text has to be the first.
    tables.text("");
    let sample_type = [
        ("samples", "count"),
        ("cpu", "nanoseconds"),
        ("energy", "nanojoules"),
    ]
    .map(|(kind, unit)| proto::ValueType {
        kind: tables.text(kind),
        unit: tables.text(unit),
    });
    let comment = format!(
        "{}, energy by {}, jouled {}",
        energies.program,
        energies.measured_by,
        env!("CARGO_PKG_VERSION")
    );
    let comment = vec![tables.text(&escape::plain(&comment))];
    let default_sample_type = tables.text("energy");
    let sample = energies
        .rows
        .iter()
        .map(|row| tables.sample(energies, row))
        .collect();
    proto::Profile {
        sample_type: sample_type.to_vec(),
        sample,
        location: tables.locations.items,
        function: tables.functions.items,
        string_table: tables.texts.items,
        time_nanos: whole(energies.started_unix_nanos),
        duration_nanos: whole(energies.wall_nanos),
        comment,
        default_sample_type,
    }
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[derive(Default)]
struct Tables {
    texts: Table<String, String>,
    functions: Table<(String, String), proto::Function>,
    locations: Table<(u64, i64), proto::Location>,
}

impl Tables {
    fn text(&mut self, text: &str) -> i64 {
        let place = self.texts.place(text.to_owned(), |_| text.to_owned());
        place as i64
    }

    fn sample(&mut self, energies: &StackEnergies<'_>, row: &StackEnergy<'_>) -> proto::Sample {
        let root = escape::plain(row.root);
        let mut location_id: Vec<u64> = Vec::new();
        for (frame, method) in energies.frames(row.stack).into_iter().rev() {
            let name = names::method(method);
            let descriptor = method.descriptor.as_deref().unwrap_or_default();
            let system_name = escape::plain(&format!("{name}{descriptor}"));
            let function = self.function(&name, system_name, &escape::plain(&method.class));
            location_id.push(self.location(function, frame.line.map_or(0, i64::from)));
        }
        if location_id.is_empty() {
            let function = self.function(&root, root.clone(), "");
            location_id.push(self.location(function, 0));
        }
        proto::Sample {
            location_id,
            value: vec![
                whole(row.samples),
                whole(row.cpu_nanos),
                whole(row.nanojoules()),
            ],
            label: vec![proto::Label {
                key: self.text("thread"),
                text: self.text(&root),
            }],
        }
    }

    fn function(&mut self, name: &str, system_name: String, file: &str) -> u64 {
        let function = proto::Function {
            id: 0,
            name: self.text(name),
            system_name: self.text(&system_name),
            filename: self.text(file),
        };
        let key = (system_name, file.to_owned());
        let place = self
            .functions
            .place(key, |id| proto::Function { id, ..function });
        place + 1
    }

    fn location(&mut self, function_id: u64, line: i64) -> u64 {
        let lines = vec![proto::Line { function_id, line }];
        let place = self
            .locations
            .place((function_id, line), |id| proto::Location {
                id,
                line: lines,
            });
        place + 1
    }
}

/// Items, each once. Their numbers begin with 1; 0 stands for none.
struct Table<K, T> {
    items: Vec<T>,
    places: HashMap<K, u64>,
}

impl<K, T> Default for Table<K, T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<K: Eq + Hash, T> Table<K, T> {
    /// The place of an item, which is made with its number if it is new.
    fn place(&mut self, key: K, make: impl FnOnce(u64) -> T) -> u64 {
        let next = self.items.len() as u64;
        *self.places.entry(key).or_insert_with(|| {
            self.items.push(make(next + 1));
            next
        })
    }
}
