//! The format of <https://www.speedscope.app>, version 0.0.1 of its file format.

use std::collections::HashMap;

use profile::{Analysis, Unit};
use serde::Serialize;

use crate::branches::{branches, path};

const SCHEMA: &str = "https://www.speedscope.app/file-format-schema.json";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File {
    #[serde(rename = "$schema")]
    schema: &'static str,
    name: String,
    exporter: &'static str,
    active_profile_index: usize,
    shared: Shared,
    profiles: [Sampled; 1],
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
struct Sampled {
    #[serde(rename = "type")]
    kind: &'static str,
    name: String,
    unit: &'static str,
    start_value: f64,
    end_value: f64,
    samples: Vec<Vec<usize>>,
    weights: Vec<f64>,
}

/// JSON with one profile, in joules, or in seconds of CPU time if no energy was measured.
pub fn speedscope(analysis: &Analysis) -> String {
    let branches = branches(analysis);
    let program = escape::plain(&analysis.program);
    let (name, unit) = match analysis.unit {
        // The format has no unit of energy.
        Unit::Joules => (format!("{program} (joules)"), "none"),
        Unit::CpuSeconds => (format!("{program} (CPU time)"), "seconds"),
    };
    let mut frames = Vec::new();
    // Methods of classes with the same simple name look alike, but differ.
    let mut known: HashMap<_, usize> = HashMap::new();
    let places: Vec<usize> = branches
        .iter()
        .map(|branch| {
            let method = branch.method.map(|method| {
                let descriptor = method.descriptor.as_deref();
                (&*method.class, &*method.name, descriptor)
            });
            *known.entry((&branch.name, method)).or_insert_with(|| {
                frames.push(Frame {
                    name: branch.name.clone(),
                });
                frames.len() - 1
            })
        })
        .collect();
    let mut profile = Sampled {
        kind: "sampled",
        name,
        unit,
        start_value: 0.0,
        end_value: 0.0,
        samples: Vec::new(),
        weights: Vec::new(),
    };
    for (place, branch) in branches.iter().enumerate() {
        if branch.own > 0.0 {
            let path = path(&branches, place).into_iter();
            profile
                .samples
                .push(path.map(|place| places[place]).collect());
            profile.weights.push(branch.own);
            profile.end_value += branch.own;
        }
    }
    let file = File {
        schema: SCHEMA,
        name: program,
        exporter: concat!("jouled ", env!("CARGO_PKG_VERSION")),
        active_profile_index: 0,
        shared: Shared { frames },
        profiles: [profile],
    };
    let text = serde_json::to_string(&file).unwrap_or_default();
    escape::json(&text).into_owned()
}
