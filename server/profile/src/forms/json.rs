//! `jouled.profile/1`, as `model-data/profile.schema.json` describes it.

use std::collections::HashMap;

use serde::Serialize;

use super::ends::Ends;
use super::names::{method_name, no_cost, part, sampler, thread_kind};
use super::paths;
use super::second_opinion;
use crate::analysis::{Analysis, LineRow, MethodRow, NoCostReason, RunCost};
use crate::charge::Unit;
use crate::estimate::{Estimate, RunMean};
use crate::record::{DeviceKind, MethodIndex, WaitKind};

/// The JSON document of an analysis.
pub fn json(analysis: &Analysis) -> String {
    // Writing to memory fails only for maps whose keys are not strings, and the document has none.
    let json = serde_json::to_string_pretty(&document(analysis)).unwrap_or_default();
    let mut json = escape::json(&json).into_owned();
    json.push('\n');
    json
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    tool: Tool,
    program: &'a str,
    meter: Meter<'a>,
    level: f64,
    runs: usize,
    sampling: Sampling,
    totals: Totals,
    threads: Vec<Thread<'a>>,
    windows: Vec<Window>,
    methods: Vec<MethodOf<'a>>,
    lines: Vec<LineOf>,
    paths: Vec<paths::PathOf<'a>>,
    tree: Tree,
    work: Option<WorkOf>,
    second_opinion: second_opinion::Document<'a>,
    garbage: Vec<GarbageOf<'a>>,
    waits: Vec<WaitOf<'a>>,
    devices: Vec<DeviceOf<'a>>,
    problems: &'a [String],
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Meter<'a> {
    selector: &'a str,
    what: &'a str,
    is_modelled: bool,
    notes: &'a [String],
}

#[derive(Serialize)]
struct Sampling {
    samples: u64,
    effective_samples: f64,
    runs_for_enough: Option<u64>,
    without_stack: Option<f64>,
    lost: u64,
    samplers: Vec<SamplerOf>,
    jvms_without_samples: usize,
    is_coarse: bool,
    compiled: f64,
    interpreted: f64,
    native: f64,
    is_counted: bool,
}

#[derive(Serialize)]
struct SamplerOf {
    sampler: &'static str,
    jdk: u16,
}

#[derive(Serialize)]
struct Totals {
    joules: Option<OverRuns>,
    is_at_least: bool,
    time_measured: f64,
    cpu_measured: Option<f64>,
    wall_seconds: Option<OverRuns>,
    cpu_seconds: Option<OverRuns>,
    parts: Vec<PartOf>,
    java: Java,
}

/// A mean over runs. With one run, the ends are null.
#[derive(Serialize)]
struct OverRuns {
    mean: f64,
    lo: Option<f64>,
    hi: Option<f64>,
}

impl From<RunMean> for OverRuns {
    fn from(mean: RunMean) -> Self {
        Self {
            mean: mean.mean,
            lo: mean.interval.map(|interval| interval.lo),
            hi: mean.interval.map(|interval| interval.hi),
        }
    }
}

#[derive(Serialize)]
struct PartOf {
    part: &'static str,
    joules: Option<OverRuns>,
    cpu_seconds: f64,
}

#[derive(Serialize)]
struct Java {
    unit: &'static str,
    all: f64,
    methods: f64,
    outside: f64,
    without_stack: f64,
    unsampled: f64,
}

#[derive(Serialize)]
struct Thread<'a> {
    name: &'a str,
    kind: &'static str,
    threads: usize,
    joules: Option<OverRuns>,
    cpu_seconds: f64,
}

#[derive(Serialize)]
struct Window {
    run: usize,
    start_seconds: f64,
    end_seconds: f64,
    joules: Option<f64>,
    watts: Option<f64>,
    cpu_seconds: f64,
    java_joules: Option<f64>,
}

#[derive(Serialize)]
struct CostOf {
    joules: Option<Ends>,
    share: Ends,
    samples: u64,
}

impl From<RunCost> for CostOf {
    fn from(cost: RunCost) -> Self {
        Self {
            joules: cost.joules.map(Ends::from),
            share: cost.share.into(),
            samples: cost.samples,
        }
    }
}

/// Joules, or the reason why there are none.
#[derive(Serialize)]
struct Execution {
    joules: Option<Ends>,
    reason: Option<&'static str>,
}

impl From<Result<Estimate, NoCostReason>> for Execution {
    fn from(found: Result<Estimate, NoCostReason>) -> Self {
        Self {
            joules: found.ok().map(Ends::from),
            reason: found.err().map(no_cost),
        }
    }
}

#[derive(Serialize)]
struct MethodOf<'a> {
    class: &'a str,
    method: &'a str,
    descriptor: Option<&'a str>,
    own: CostOf,
    with_callees: CostOf,
    entries: Option<u64>,
    own_per_call: Execution,
    per_call: Execution,
}

#[derive(Serialize)]
struct LineOf {
    /// An index into the methods.
    method: usize,
    line: Option<u32>,
    own: CostOf,
    executions: Option<u64>,
    per_execution: Execution,
}

#[derive(Serialize)]
struct Tree {
    unit: &'static str,
    nodes: Vec<NodeOf>,
}

#[derive(Serialize)]
struct NodeOf {
    caller: Option<usize>,
    method: Option<usize>,
    own: f64,
    total: f64,
    samples: u64,
}

#[derive(Serialize)]
struct WorkOf {
    methods: usize,
    different: usize,
    difference: f64,
    is_same: bool,
}

#[derive(Serialize)]
struct GarbageOf<'a> {
    method: Option<String>,
    class: &'a str,
    bytes: f64,
    share: f64,
    joules: Option<f64>,
}

#[derive(Serialize)]
struct WaitOf<'a> {
    kind: &'static str,
    method: Option<String>,
    class: &'a str,
    times: f64,
    seconds: f64,
}

#[derive(Serialize)]
struct DeviceOf<'a> {
    kind: &'static str,
    model: &'a str,
    is_modelled: bool,
    bytes: f64,
    accesses: f64,
    joules: f64,
    tail_joules: f64,
    methods: Vec<DeviceMethod>,
}

#[derive(Serialize)]
struct DeviceMethod {
    method: Option<String>,
    joules: f64,
}

/// The name of a method that may not be among the sampled ones.
fn site(analysis: &Analysis, method: Option<MethodIndex>) -> Option<String> {
    method
        .and_then(|method| analysis.name(method))
        .map(method_name)
}

fn document(analysis: &Analysis) -> Document<'_> {
    let is_sampled = |row: &&MethodRow| row.with_callees.samples > 0;
    let rows: Vec<&MethodRow> = analysis.methods.iter().filter(is_sampled).collect();
    let places: HashMap<MethodIndex, usize> = rows
        .iter()
        .enumerate()
        .map(|(place, row)| (row.method, place))
        .collect();
    let sampling = &analysis.sampling;
    Document {
        schema: "jouled.profile/1",
        tool: Tool {
            name: "jouled",
            version: env!("CARGO_PKG_VERSION"),
        },
        program: &analysis.program,
        meter: Meter {
            selector: &analysis.meter.selector,
            what: &analysis.meter.what,
            is_modelled: analysis.meter.is_modelled,
            notes: &analysis.meter.notes,
        },
        level: analysis.level,
        runs: analysis.runs,
        sampling: Sampling {
            samples: sampling.samples,
            effective_samples: sampling.effective_samples,
            runs_for_enough: sampling.runs_for_enough(analysis.runs),
            without_stack: sampling.without_stack,
            lost: sampling.lost,
            samplers: sampling
                .samplers
                .iter()
                .map(|(kind, jdk)| SamplerOf {
                    sampler: sampler(*kind),
                    jdk: *jdk,
                })
                .collect(),
            jvms_without_samples: sampling.jvms_without_samples,
            is_coarse: sampling.is_coarse(),
            compiled: sampling.code.compiled,
            interpreted: sampling.code.interpreted,
            native: sampling.code.native,
            is_counted: sampling.is_counted,
        },
        totals: totals(analysis),
        threads: analysis
            .threads
            .iter()
            .map(|row| Thread {
                name: &row.name,
                kind: thread_kind(row.kind),
                threads: row.threads,
                joules: row.joules.map(OverRuns::from),
                cpu_seconds: row.cpu_seconds,
            })
            .collect(),
        windows: analysis
            .windows
            .iter()
            .map(|row| Window {
                run: row.run,
                start_seconds: row.start_seconds,
                end_seconds: row.end_seconds,
                joules: row.joules,
                watts: row.watts,
                cpu_seconds: row.cpu_seconds,
                java_joules: row.java_joules,
            })
            .collect(),
        methods: rows
            .iter()
            .filter_map(|row| method(analysis, row))
            .collect(),
        lines: analysis
            .lines
            .iter()
            .filter_map(|row| line(row, &places))
            .collect(),
        paths: paths::documents(analysis),
        tree: Tree {
            unit: unit(analysis.unit),
            nodes: analysis
                .tree
                .nodes
                .iter()
                .map(|node| NodeOf {
                    caller: node.caller,
                    method: node.method.and_then(|method| places.get(&method).copied()),
                    own: node.own,
                    total: node.total,
                    samples: node.samples,
                })
                .collect(),
        },
        work: analysis.work.map(|work| WorkOf {
            methods: work.methods,
            different: work.different,
            difference: work.difference,
            is_same: work.is_same(),
        }),
        second_opinion: second_opinion::document(analysis),
        garbage: analysis
            .garbage
            .iter()
            .map(|row| GarbageOf {
                method: site(analysis, row.method),
                class: &row.class,
                bytes: row.bytes,
                share: row.share,
                joules: row.joules,
            })
            .collect(),
        waits: analysis
            .waits
            .iter()
            .map(|row| WaitOf {
                kind: match row.kind {
                    WaitKind::Lock => "lock",
                    WaitKind::Park => "park",
                },
                method: site(analysis, row.method),
                class: &row.class,
                times: row.times,
                seconds: row.seconds,
            })
            .collect(),
        devices: analysis
            .devices
            .iter()
            .map(|row| DeviceOf {
                kind: match row.kind {
                    DeviceKind::Network => "network",
                    DeviceKind::Disk => "disk",
                },
                model: &row.model,
                is_modelled: true,
                bytes: row.bytes,
                accesses: row.accesses,
                joules: row.joules,
                tail_joules: row.tail_joules,
                methods: row
                    .methods
                    .iter()
                    .map(|(method, joules)| DeviceMethod {
                        method: site(analysis, *method),
                        joules: *joules,
                    })
                    .collect(),
            })
            .collect(),
        problems: &analysis.problems,
    }
}

fn totals(analysis: &Analysis) -> Totals {
    let totals = &analysis.totals;
    let java = &totals.java;
    Totals {
        joules: totals.joules.map(OverRuns::from),
        is_at_least: totals.is_at_least(),
        time_measured: totals.time_measured,
        cpu_measured: totals.cpu_measured,
        wall_seconds: totals.wall_seconds.map(OverRuns::from),
        cpu_seconds: totals.cpu_seconds.map(OverRuns::from),
        parts: totals
            .parts
            .iter()
            .map(|row| PartOf {
                part: part(row.part),
                joules: row.joules.map(OverRuns::from),
                cpu_seconds: row.cpu_seconds,
            })
            .collect(),
        java: Java {
            unit: unit(analysis.unit),
            all: java.all,
            methods: java.methods,
            outside: java.outside,
            without_stack: java.without_stack,
            unsampled: java.unsampled,
        },
    }
}

fn method<'a>(analysis: &'a Analysis, row: &MethodRow) -> Option<MethodOf<'a>> {
    let name = analysis.name(row.method)?;
    Some(MethodOf {
        class: &name.class,
        method: &name.name,
        descriptor: name.descriptor.as_deref(),
        own: row.own.into(),
        with_callees: row.with_callees.into(),
        entries: row.entries,
        own_per_call: row.own_per_call.into(),
        per_call: row.per_call.into(),
    })
}

fn line(row: &LineRow, places: &HashMap<MethodIndex, usize>) -> Option<LineOf> {
    Some(LineOf {
        method: *places.get(&row.method)?,
        line: row.line,
        own: row.own.into(),
        executions: row.executions,
        per_execution: row.per_execution.into(),
    })
}

fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Joules => "J",
        Unit::CpuSeconds => "s",
    }
}
