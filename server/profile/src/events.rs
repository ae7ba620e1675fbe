//! Results from the events of runs: which methods allocated garbage, and what threads waited for.

use std::collections::BTreeMap;

use crate::energy::RunEnergy;
use crate::record::{MethodIndex, Profile, ThreadKind, WaitKind};
use crate::sites::Sites;

/// Objects of one class that one method allocated, and their part of the garbage collector's energy.
#[derive(Clone, Debug, PartialEq)]
pub struct GarbageRow {
    /// The method that allocated them; `None` if the stack is unknown or filtered out.
    pub method: Option<MethodIndex>,
    /// Their class, with slashes. For arrays, the descriptor.
    pub class: String,
    /// Bytes per run, as estimated from the samples.
    pub bytes: f64,
    /// The part of all allocated bytes.
    pub share: f64,
    /// The collector's joules × that part; `None` if no energy was measured.
    pub joules: Option<f64>,
}

/// What threads waited for at one place. Waiting uses no CPU time, so it has no energy.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitRow {
    /// The kind of wait.
    pub kind: WaitKind,
    /// The method that waited; `None` if the stack is unknown or filtered out.
    pub method: Option<MethodIndex>,
    /// The class of the object that they waited for, with slashes; empty if unknown.
    pub class: String,
    /// Waits per run.
    pub times: f64,
    /// Seconds per run, summed over all threads.
    pub seconds: f64,
}

/// The collector's energy, divided by allocated bytes, the largest first. This is approximate, because objects that live long
/// cost more.
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
