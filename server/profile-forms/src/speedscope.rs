//! The format of <https://www.speedscope.app>, version 0.0.1 of its file format.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::energies::StackEnergies;
use crate::names;

const SCHEMA: &str = "https://www.speedscope.app/file-format-schema.json";
/// The format has no unit of energy; the names of the profiles say it.
const UNIT: &str = "none";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File<'p> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    name: String,
    exporter: &'static str,
    active_profile_index: usize,
    shared: Shared,
    profiles: Vec<Sampled<'p>>,
}

#[derive(Serialize)]
struct Shared {
    frames: Vec<Frame>,
}

#[derive(Serialize)]
struct Frame {
    name: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sampled<'p> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: String,
    unit: &'static str,
    start_value: f64,
    end_value: f64,
    samples: Vec<Vec<usize>>,
    weights: Vec<f64>,
    #[serde(skip)]
    root: &'p str,
}

/// JSON with a profile for each thread, and for each thing without stacks, in joules; the one that costs most first.
pub fn speedscope(energies: &StackEnergies<'_>) -> String {
    let mut frames = Frames::default();
    let mut profiles: BTreeMap<&str, Sampled<'_>> = BTreeMap::new();
    for row in &energies.rows {
        let profile = profiles.entry(row.root).or_insert_with(|| Sampled {
            kind: "sampled",
            name: String::new(),
            unit: UNIT,
            start_value: 0.0,
            end_value: 0.0,
            samples: Vec::new(),
            weights: Vec::new(),
            root: row.root,
        });
        let mut sample = vec![frames.place(escape::plain(row.root))];
        let methods = energies.frames(row.stack).into_iter();
        sample.extend(methods.map(|(_, method)| frames.place(names::method(method))));
        profile.end_value += row.joules();
        profile.samples.push(sample);
        profile.weights.push(row.joules());
    }
    let mut profiles: Vec<Sampled<'_>> = profiles.into_values().collect();
    profiles.sort_by(|one, other| other.end_value.total_cmp(&one.end_value));
    for profile in &mut profiles {
        profile.name = format!("{} (joules)", escape::plain(profile.root));
    }
    let file = File {
        schema: SCHEMA,
        name: escape::plain(energies.program),
        exporter: concat!("jouled ", env!("CARGO_PKG_VERSION")),
        active_profile_index: 0,
        shared: Shared {
            frames: frames.list,
        },
        profiles,
    };
    let text = serde_json::to_string(&file).unwrap_or_default();
    escape::json(&text).into_owned()
}

#[derive(Default)]
struct Frames {
    list: Vec<Frame>,
    places: HashMap<String, usize>,
}

impl Frames {
    fn place(&mut self, name: String) -> usize {
        if let Some(place) = self.places.get(&name) {
            return *place;
        }
        let place = self.list.len();
        self.places.insert(name.clone(), place);
        self.list.push(Frame { name });
        place
    }
}
