//! What follows from the events of runs: who made the garbage, and what threads waited for.

use std::collections::BTreeMap;

use crate::energy::RunEnergy;
use crate::record::{MethodIndex, Profile, ThreadKind, WaitKind};
use crate::sites::Sites;

/// Objects of one class that one method allocated, and their part of the garbage collector's energy.
#[derive(Clone, Debug, PartialEq)]
pub struct GarbageRow {
    /// Who allocated them; `None` where the stack is not known or not kept.
    pub method: Option<MethodIndex>,
    /// Their class, with slashes; of arrays its descriptor.
    pub class: String,
    /// Bytes a run, as far as samples stand for them.
    pub bytes: f64,
    /// The part of all allocated bytes.
    pub share: f64,
    /// The collector's joules × that part; `None` where no energy was measured.
    pub joules: Option<f64>,
}

/// What threads waited for at one place. Waiting itself uses no CPU time, and so has no energy here.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitRow {
    /// What for.
    pub kind: WaitKind,
    /// Where; `None` where the stack is not known or not kept.
    pub method: Option<MethodIndex>,
    /// The class of what they waited for, with slashes; empty where it is not known.
    pub class: String,
    /// How often a run.
    pub times: f64,
    /// How long a run, in seconds of all threads together.
    pub seconds: f64,
}

/// The collector's energy by allocated bytes, the most first. It is a guess in so far as objects that live long cost more.
pub(crate) fn garbage(
    profile: &Profile,
    energies: &[RunEnergy],
    sites: &Sites<'_>,
) -> Vec<GarbageRow> {
    let runs = profile.runs.len().max(1) as f64;
    let measured = energies
        .iter()
        .filter(|energy| energy.joules.is_some())
        .count();
    let collector: f64 = profile
        .runs
        .iter()
        .zip(energies)
        .flat_map(|(run, energy)| run.threads.iter().zip(&energy.threads))
        .filter(|(thread, _)| thread.kind == ThreadKind::Gc)
        .map(|(_, used)| used.joules)
        .sum();
    let mut bytes: BTreeMap<(Option<MethodIndex>, &str), f64> = BTreeMap::new();
    for one in profile.runs.iter().flat_map(|run| &run.allocations) {
        *bytes.entry((sites.of(one.stack), &one.class)).or_default() += one.bytes as f64;
    }
    let all: f64 = bytes.values().sum();
    if all <= 0.0 {
        return Vec::new();
    }
    let mut rows: Vec<GarbageRow> = bytes
        .into_iter()
        .map(|((method, class), bytes)| GarbageRow {
            method,
            class: class.to_owned(),
            bytes: bytes / runs,
            share: bytes / all,
            joules: (measured > 0).then(|| collector / measured as f64 * bytes / all),
        })
        .collect();
    rows.sort_by(|one, two| two.share.total_cmp(&one.share));
    rows
}

/// Waits, the longest first.
pub(crate) fn waits(profile: &Profile, sites: &Sites<'_>) -> Vec<WaitRow> {
    let runs = profile.runs.len().max(1) as f64;
    let mut all: BTreeMap<(WaitKind, Option<MethodIndex>, &str), (f64, f64)> = BTreeMap::new();
    for one in profile.runs.iter().flat_map(|run| &run.waits) {
        let key = (one.kind, sites.of(one.stack), one.class.as_str());
        let sum = all.entry(key).or_default();
        sum.0 += one.times as f64 / runs;
        sum.1 += one.nanos as f64 * 1e-9 / runs;
    }
    let mut rows: Vec<WaitRow> = all
        .into_iter()
        .map(|((kind, method, class), (times, seconds))| WaitRow {
            kind,
            method,
            class: class.to_owned(),
            times,
            seconds,
        })
        .collect();
    rows.sort_by(|one, two| two.seconds.total_cmp(&one.seconds));
    rows
}
