//! The format of pprof: `profile.proto` of <https://github.com/google/pprof>, compressed with gzip.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use profile::{Analysis, Unit};
use prost::Message;

use crate::branches::{Branch, branches, path};

/// The messages of `profile.proto`, with its field numbers.
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

/// A profile with two values for each stack: its number of samples, and its energy in nanojoules, which is the default (or its
/// CPU time in nanoseconds if no energy was measured). Parts without a stack are functions with their name. The JVM does not
/// report the file of a class, so the class replaces the file.
pub fn pprof(analysis: &Analysis) -> Vec<u8> {
    let bytes = message(analysis).encode_to_vec();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let _ = gzip.write_all(&bytes);
    gzip.finish().unwrap_or_default()
}

fn message(analysis: &Analysis) -> proto::Profile {
    let mut tables = Tables::default();
    // The first text must be empty.
    tables.text("");
    let (kind, unit) = match analysis.unit {
        Unit::Joules => ("energy", "nanojoules"),
        Unit::CpuSeconds => ("cpu", "nanoseconds"),
    };
    let sample_type = [("samples", "count"), (kind, unit)].map(|(kind, unit)| proto::ValueType {
        kind: tables.text(kind),
        unit: tables.text(unit),
    });
    let comment = format!("{}, jouled {}", analysis.program, env!("CARGO_PKG_VERSION"));
    let comment = vec![tables.text(&escape::plain(&comment))];
    let default_sample_type = tables.text(kind);
    let branches = branches(analysis);
    let locations: Vec<u64> = branches
        .iter()
        .map(|branch| tables.location(branch))
        .collect();
    let costly = branches
        .iter()
        .enumerate()
        .filter(|(_, branch)| branch.own > 0.0);
    let sample = costly.map(|(place, branch)| proto::Sample {
        location_id: path(&branches, place)
            .into_iter()
            .rev()
            .map(|place| locations[place])
            .collect(),
        value: vec![whole(branch.samples), whole(branch.billionths())],
    });
    let wall_seconds = analysis
        .totals
        .wall_seconds
        .map_or(0.0, |seconds| seconds.mean);
    proto::Profile {
        sample_type: sample_type.to_vec(),
        sample: sample.collect(),
        location: tables.locations,
        function: tables.functions.items,
        string_table: tables.texts.items,
        duration_nanos: (wall_seconds * 1e9) as i64,
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
    /// One for each function, because an analysis does not have the lines of callers.
    locations: Vec<proto::Location>,
}

impl Tables {
    fn text(&mut self, text: &str) -> i64 {
        let place = self.texts.place(text.to_owned(), |_| text.to_owned());
        place as i64
    }

    fn location(&mut self, branch: &Branch<'_>) -> u64 {
        let class = branch.method.map_or("", |method| method.class.as_str());
        let system_name = branch.method.map_or_else(
            || branch.name.clone(),
            |method| {
                let descriptor = method.descriptor.as_deref().unwrap_or_default();
                escape::plain(&format!("{class}.{}{descriptor}", method.name))
            },
        );
        let function = proto::Function {
            id: 0,
            name: self.text(&branch.name),
            system_name: self.text(&system_name),
            filename: self.text(&escape::plain(class)),
        };
        let key = (system_name, branch.name.clone());
        let id = 1 + self
            .functions
            .place(key, |id| proto::Function { id, ..function });
        if self.locations.len() < self.functions.items.len() {
            self.locations.push(proto::Location {
                id,
                line: vec![proto::Line { function_id: id }],
            });
        }
        id
    }
}

/// Distinct items. Their numbers start at 1; 0 means none.
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
    /// The index of an item. A new one is made with its number.
    fn place(&mut self, key: K, make: impl FnOnce(u64) -> T) -> u64 {
        let next = self.items.len() as u64;
        *self.places.entry(key).or_insert_with(|| {
            self.items.push(make(next + 1));
            next
        })
    }
}
