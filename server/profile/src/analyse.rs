//! Computes the analysis of a profile.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{
    Analysis, CodeShares, JavaParts, LineRow, MethodRow, NoCostReason, Part, PartRow, RunCost,
    Sampling, ThreadRow, Totals, WindowRow,
};
use crate::charge::{RunCharges, Unit};
use crate::devices::devices;
use crate::energy::{RunEnergy, ThreadEnergy, joules, nanos};
use crate::estimate::{Estimate, RunMean};
use crate::events::{garbage, waits};
use crate::expected::prior_weights;
use crate::methods::Methods;
use crate::options::AnalysisOptions;
use crate::record::{MethodIndex, Profile, ThreadKind};
use crate::second_opinion::BySamples;
use crate::series::Moments;
use crate::shares::{Shares, widened};
use crate::sites::Sites;
use crate::tally::{Charge, Tally};
use crate::tree::{SampledCallTree, Skeleton};
use crate::work::CallComparison;

/// A wider interval says nothing about an execution.
const WIDEST: f64 = 10.0;
const SECONDS: f64 = 1e-9;

/// Computes the analysis of a profile. Skips indices that are out of range.
pub fn analyse(profile: &Profile, options: &AnalysisOptions) -> Analysis {
    let level = options.sane_level();
    let energies: Vec<RunEnergy> = profile.runs.iter().map(RunEnergy::of).collect();
    let is_measured = energies.iter().any(|energy| energy.joules.is_some());
    let unit = if is_measured {
        Unit::Joules
    } else {
        Unit::CpuSeconds
    };
    // Only these runs count for mean energies.
    let counts = |energy: &RunEnergy| !is_measured || energy.joules.is_some();
    let runs = energies.iter().filter(|energy| counts(energy)).count();
    let charges: Vec<RunCharges> = profile
        .runs
        .iter()
        .zip(&energies)
        .map(|(run, energy)| RunCharges::of(run, energy, unit))
        .collect();

    let methods = Methods::new(&profile.code, &profile.counts);
    let mut skeleton = Skeleton::new(&profile.code, &methods, options);
    let samples: Vec<_> = charges.iter().map(|run| run.samples.clone()).collect();
    let tally = Tally::of(&samples, &profile.code, &methods, &skeleton);
    let own = tally.own.in_order();
    let shares = Shares::new(tally.all, own.values(), level, runs);

    let unsampled: f64 = charges.iter().map(|run| run.unsampled).sum();
    let all = tally.all.sum + unsampled;
    let totals = totals(profile, &energies, &charges, unit, level);
    let work = CallComparison::of(profile, &methods);
    let whole = Whole {
        is_same_work: work.is_none_or(|work| work.is_same()),
        sampled: if runs > 0 {
            tally.all.sum / runs as f64
        } else {
            0.0
        },
        part: if all > 0.0 { tally.all.sum / all } else { 0.0 },
        is_measured,
        cpu_measured: totals.cpu_measured.filter(|_| !totals.is_partly_measured()),
        unseen: totals.part_unseen(),
        is_counted: !profile.counts.is_empty(),
    };
    let own = own_means(&tally, &shares, &methods, options);
    fill(&mut skeleton.tree, &tally, &own, whole.sampled);
    let sampling = sampling(profile, &tally, &shares);
    let part_lost = sampling.part_lost();
    let bias_of_methods = options
        .bias_of_methods(sampling.is_coarse())
        .hypot(part_lost);
    let rows = Rows {
        tally: &tally,
        shares: &shares,
        methods: &methods,
        own: &own,
        whole: &whole,
        bias_of_methods,
        bias_of_lines: options.bias_of_lines().hypot(part_lost),
    };
    let mean_of = |charge| own.get(&charge).copied().unwrap_or(0.0) * whole.sampled;
    let java = JavaParts {
        all: if runs > 0 { all / runs as f64 } else { 0.0 },
        methods: own
            .iter()
            .filter(|(charge, _)| matches!(charge, Charge::Method(_)))
            .map(|(_, mean)| mean * whole.sampled)
            .sum(),
        outside: mean_of(Charge::Outside),
        without_stack: mean_of(Charge::NoStack),
        unsampled: if runs > 0 {
            unsampled / runs as f64
        } else {
            0.0
        },
    };
    let (method_rows, line_rows) = (rows.methods(&skeleton), rows.lines());
    let sites = Sites {
        code: &profile.code,
        methods: &methods,
        options,
    };
    skeleton.tree.prune();
    let windows = windows(profile, &energies);
    let by_samples = BySamples {
        profile,
        energies: &energies,
        windows: &windows,
        samples: &samples,
        methods: &methods,
        shares: &shares,
        all: java.all,
        sampled: whole.sampled,
        bias: bias_of_methods,
        options,
    };
    let second_opinion = by_samples.second_opinion();
    Analysis {
        program: profile.program.clone(),
        meter: profile.meter.clone(),
        level,
        runs: profile.runs.len(),
        unit,
        names: profile.code.methods.clone(),
        sampling,
        totals: Totals { java, ..totals },
        threads: threads(profile, &energies, level),
        windows,
        methods: method_rows,
        lines: line_rows,
        paths: Vec::new(),
        tree: skeleton.tree,
        work,
        second_opinion,
        garbage: garbage(profile, &energies, &sites),
        waits: waits(profile, &sites),
        devices: devices(profile, &options.devices, &sites),
        problems: profile.problems.clone(),
    }
}

/// The whole that shares refer to.
struct Whole {
    /// The energy or time of the sampled threads, by run, in the unit of the analysis.
    sampled: f64,
    /// The sampled threads' part of all Java code.
    part: f64,
    is_measured: bool,
    /// The measured part of the CPU time, if it is large enough.
    cpu_measured: Option<f64>,
    /// The part of Java code that may be missing, because no reading saw its threads.
    unseen: f64,
    is_counted: bool,
    is_same_work: bool,
}

/// The posterior mean shares of all methods that were sampled, counted or expected.
fn own_means(
    tally: &Tally,
    shares: &Shares,
    methods: &Methods<'_>,
    options: &AnalysisOptions,
) -> BTreeMap<Charge, f64> {
    if tally.all.sum <= 0.0 {
        return BTreeMap::new();
    }
    let weights = prior_weights(options, methods);
    let mut candidates: BTreeSet<MethodIndex> = weights.keys().copied().collect();
    candidates.extend(tally.own.keys().filter_map(|charge| match charge {
        Charge::Method(method) => Some(*method),
        Charge::Outside | Charge::NoStack => None,
    }));
    let ran = methods
        .all_counted()
        .filter(|(_, counted)| counted.entries > 0);
    candidates.extend(ran.map(|(method, _)| method));
    candidates.retain(|method| {
        let name = methods.get(*method);
        name.is_some_and(|name| options.keeps(&name.class))
    });
    let sum: f64 = candidates
        .iter()
        .filter_map(|method| weights.get(method))
        .sum();
    let prior = |method: &MethodIndex| {
        if sum > 0.0 && sum.is_finite() {
            weights.get(method).copied().unwrap_or(0.0) / sum
        } else {
            1.0 / candidates.len() as f64
        }
    };
    let mut means: BTreeMap<Charge, f64> = candidates
        .iter()
        .map(|method| {
            let charge = Charge::Method(*method);
            let mean = shares.mean(tally.own.get(charge).sum, prior(method));
            (charge, mean)
        })
        .collect();
    for charge in [Charge::Outside, Charge::NoStack] {
        means.insert(charge, shares.mean(tally.own.get(charge).sum, 0.0));
    }
    // If there is no method, nothing gets the prior's share.
    let all: f64 = means.values().sum();
    for mean in means.values_mut() {
        *mean /= all;
    }
    means
}

/// Sets the energies of the tree's nodes so that all nodes of a method add up to its posterior mean.
fn fill(tree: &mut SampledCallTree, tally: &Tally, own: &BTreeMap<Charge, f64>, sampled: f64) {
    for (node, (weight, samples)) in tree.nodes.iter_mut().zip(&tally.nodes) {
        let Some(method) = node.method else { continue };
        let charge = Charge::Method(method);
        let sum = tally.own.get(charge).sum;
        if sum > 0.0 {
            let mean = own.get(&charge).copied().unwrap_or(0.0);
            node.own = mean * sampled * weight / sum;
        }
        node.samples = *samples;
    }
    tree.add_up();
}

struct Rows<'a> {
    tally: &'a Tally,
    shares: &'a Shares,
    methods: &'a Methods<'a>,
    own: &'a BTreeMap<Charge, f64>,
    whole: &'a Whole,
    bias_of_methods: f64,
    bias_of_lines: f64,
}

impl Rows<'_> {
    fn cost(&self, mean: f64, key: &Moments, bias: f64) -> RunCost {
        let share = self.shares.estimate(mean, key, bias);
        let joules = share.scaled(self.whole.sampled);
        let mut share = share.scaled(self.whole.part);
        share.hi = share.hi.min(1.0).max(share.mean);
        RunCost {
            joules: self.whole.is_measured.then_some(joules),
            share,
            samples: key.samples,
        }
    }

    /// The cost of one execution, if it is known.
    fn per_execution(&self, cost: &RunCost, count: Option<u64>) -> Result<Estimate, NoCostReason> {
        let joules = cost.joules.ok_or(NoCostReason::NotMeasured)?;
        let count = count.ok_or(NoCostReason::NotCounted)?;
        if !self.whole.is_same_work {
            return Err(NoCostReason::DifferentWork);
        }
        if count == 0 {
            return Err(if cost.samples > 0 {
                NoCostReason::DifferentWork
            } else {
                NoCostReason::NeverRan
            });
        }
        if joules.lo * WIDEST < joules.hi {
            return Err(NoCostReason::FewSamples);
        }
        let measured = self.whole.cpu_measured;
        let measured = measured.ok_or(NoCostReason::PartlyMeasured)?;
        // Assumes that unmeasured CPU time costs as much as measured CPU time. It may cost nothing, or twice as much.
        Ok(widened(
            joules.scaled(1.0 / measured / count as f64),
            1.0 - measured + self.whole.unseen,
        ))
    }

    fn methods(&self, skeleton: &Skeleton) -> Vec<MethodRow> {
        let mut with_callees: BTreeMap<MethodIndex, f64> = BTreeMap::new();
        for (node, is_outermost) in skeleton.tree.nodes.iter().zip(&skeleton.is_outermost) {
            if let Some(method) = node.method
                && *is_outermost
            {
                *with_callees.entry(method).or_default() += node.total / self.whole.sampled;
            }
        }
        for charge in self.own.keys() {
            if let Charge::Method(method) = charge {
                with_callees.entry(*method).or_default();
            }
        }
        // Methods that appear only in stacks without energy.
        let is_sampled = |method: &MethodIndex| {
            self.own.contains_key(&Charge::Method(*method))
                || self.tally.with_callees.get(*method).samples > 0
        };
        with_callees.retain(|method, _| is_sampled(method));
        let mut rows: Vec<MethodRow> = with_callees
            .into_iter()
            .filter(|_| self.tally.all.sum > 0.0)
            .map(|(method, with_callees)| self.method(method, with_callees))
            .collect();
        let name = |row: &MethodRow| self.methods.get(row.method);
        rows.sort_by(|a, b| {
            let own = |row: &MethodRow| row.own.share.mean;
            let with_callees = |row: &MethodRow| row.with_callees.share.mean;
            own(b)
                .total_cmp(&own(a))
                .then(with_callees(b).total_cmp(&with_callees(a)))
                .then_with(|| {
                    let parts =
                        |row| name(row).map(|name| (&name.class, &name.name, &name.descriptor));
                    parts(a).cmp(&parts(b))
                })
        });
        rows
    }

    fn method(&self, method: MethodIndex, with_callees: f64) -> MethodRow {
        let charge = Charge::Method(method);
        let key = self.tally.own.get(charge);
        let mean = self.own.get(&charge).copied().unwrap_or(0.0);
        let bias = self.bias_of_methods;
        let own = self.cost(mean, &key, bias);
        // If a method was never on top of a stack, no stack has its share of the prior.
        let expected = if key.sum > 0.0 { 0.0 } else { mean };
        let with_callees = self.cost(
            with_callees + expected,
            &self.tally.with_callees.get(method),
            bias,
        );
        let is_overloads = self
            .methods
            .get(method)
            .is_some_and(|method| method.descriptor.is_none());
        let entries = self.methods.counted(method).map(|counted| counted.entries);
        let per_call = |cost| match self.per_execution(cost, entries) {
            Err(NoCostReason::NotCounted) if is_overloads && self.whole.is_counted => {
                Err(NoCostReason::Overloads)
            }
            found => found,
        };
        MethodRow {
            method,
            is_overloads,
            own_per_call: per_call(&own),
            per_call: per_call(&with_callees),
            own,
            with_callees,
            entries,
        }
    }

    fn lines(&self) -> Vec<LineRow> {
        if self.tally.all.sum <= 0.0 {
            return Vec::new();
        }
        let mut rows: Vec<LineRow> = self
            .tally
            .lines
            .in_order()
            .iter()
            .map(|(&(method, line), key)| self.line(method, line, key))
            .collect();
        let name = |row: &LineRow| self.methods.get(row.method);
        rows.sort_by(|a, b| {
            let own = |row: &LineRow| row.own.share.mean;
            own(b).total_cmp(&own(a)).then_with(|| {
                let parts = |row: &LineRow| {
                    let name = name(row);
                    let parts = name.map(|name| (&name.class, &name.name, &name.descriptor));
                    (parts, row.line)
                };
                parts(a).cmp(&parts(b))
            })
        });
        rows
    }

    fn line(&self, method: MethodIndex, line: Option<u32>, key: &Moments) -> LineRow {
        let charge = Charge::Method(method);
        let all = self.tally.own.get(charge).sum;
        let mean = self.own.get(&charge).copied().unwrap_or(0.0);
        // The lines of a method add up to its energy.
        let part = if all > 0.0 { key.sum / all } else { 0.0 };
        let own = self.cost(mean * part, key, self.bias_of_lines);
        let executions = line.and_then(|line| {
            let lines = &self.methods.counted(method)?.lines;
            // If it has no lines, only the method's calls were counted.
            (!lines.is_empty()).then(|| lines.get(&line).copied().unwrap_or(0))
        });
        LineRow {
            method,
            line,
            own,
            executions,
            per_execution: self.per_execution(&own, executions),
        }
    }
}

fn sampling(profile: &Profile, tally: &Tally, shares: &Shares) -> Sampling {
    let jvms = || profile.runs.iter().flat_map(|run| &run.jvms);
    let mut samplers = Vec::new();
    for jvm in jvms() {
        if let Some(sampler) = jvm.sampler
            && !samplers.contains(&(sampler, jvm.feature))
        {
            samplers.push((sampler, jvm.feature));
        }
    }
    let all = tally.all.sum;
    // Rounding may make a part slightly larger than the whole.
    let part = |weight: f64| {
        if all > 0.0 {
            (weight / all).min(1.0)
        } else {
            0.0
        }
    };
    Sampling {
        samples: tally.all.samples,
        effective_samples: shares.effective,
        without_stack: (all > 0.0).then(|| part(tally.own.get(Charge::NoStack).sum)),
        lost: jvms().fold(0, |sum: u64, jvm| sum.saturating_add(jvm.lost_samples)),
        samplers,
        jvms_without_samples: jvms().filter(|jvm| jvm.sampler.is_none()).count(),
        code: CodeShares {
            interpreted: part(tally.interpreted),
            compiled: part(tally.compiled),
            native: part(tally.native),
        },
        is_counted: !profile.counts.is_empty(),
    }
}

fn totals(
    profile: &Profile,
    energies: &[RunEnergy],
    charges: &[RunCharges],
    unit: Unit,
    level: f64,
) -> Totals {
    let of = |value: &dyn Fn(&RunEnergy) -> f64| {
        let values: Vec<f64> = energies.iter().map(value).collect();
        RunMean::of(&values, level)
    };
    let joules: Vec<f64> = energies.iter().filter_map(|energy| energy.joules).collect();
    let wall: Vec<f64> = profile
        .runs
        .iter()
        .map(|run| run.wall_nanos as f64 * SECONDS)
        .collect();
    let measured = |energy: &&RunEnergy| energy.joules.is_some();
    let times = || energies.iter().filter(measured);
    let time_measured = match times().count() {
        0 => 0.0,
        runs => times().map(|energy| energy.time_measured).sum::<f64>() / runs as f64,
    };
    let (cpu, cpu_measured) = times()
        .flat_map(|energy| energy.threads.iter().chain([&energy.unseen]))
        .fold((0.0, 0.0), |(all, measured), used| {
            (all + used.cpu_nanos, measured + used.measured_cpu_nanos)
        });
    let mut parts: BTreeMap<Part, Vec<ThreadEnergy>> = BTreeMap::new();
    for (place, ((run, energy), charged)) in
        profile.runs.iter().zip(energies).zip(charges).enumerate()
    {
        let mut add = |part, used: &ThreadEnergy| {
            let runs = parts
                .entry(part)
                .or_insert_with(|| vec![ThreadEnergy::default(); energies.len()]);
            if let Some(sum) = runs.get_mut(place) {
                sum.cpu_nanos += used.cpu_nanos;
                sum.joules += used.joules;
            }
        };
        for (thread, used) in run.threads.iter().zip(&energy.threads) {
            add(Part::Threads(thread.kind), used);
        }
        // Samples show that part of the CPU time that no reading saw was Java code.
        let (shown_joules, shown_nanos) = match unit {
            Unit::Joules => {
                let part = charged.from_unseen / energy.unseen.joules;
                let part = if part.is_finite() { part } else { 0.0 };
                (charged.from_unseen, part * energy.unseen.cpu_nanos)
            }
            Unit::CpuSeconds => (0.0, charged.from_unseen / SECONDS),
        };
        let shown = ThreadEnergy {
            cpu_nanos: shown_nanos,
            joules: shown_joules,
            ..ThreadEnergy::default()
        };
        add(Part::Threads(ThreadKind::Java), &shown);
        let left = ThreadEnergy {
            cpu_nanos: (energy.unseen.cpu_nanos - shown_nanos).max(0.0),
            joules: (energy.unseen.joules - shown_joules).max(0.0),
            ..ThreadEnergy::default()
        };
        add(Part::Unseen, &left);
        let idle = ThreadEnergy {
            joules: energy.idle_joules,
            ..ThreadEnergy::default()
        };
        add(Part::Idle, &idle);
    }
    let parts = parts
        .into_iter()
        .filter(|(_, runs)| {
            let is_used = |used: &ThreadEnergy| used.cpu_nanos > 0.0 || used.joules > 0.0;
            runs.iter().any(is_used)
        })
        .map(|(part, runs)| PartRow {
            part,
            joules: joules_of(&runs, energies, level),
            cpu_seconds: cpu_of(&runs),
        })
        .collect();
    Totals {
        joules: RunMean::of(&joules, level),
        time_measured,
        cpu_measured: (cpu > 0.0).then(|| (cpu_measured / cpu).min(1.0)),
        wall_seconds: RunMean::of(&wall, level),
        cpu_seconds: of(&|energy| energy.cpu_nanos() * SECONDS),
        parts,
        java: JavaParts::default(),
    }
}

/// The mean energy of the measured runs.
fn joules_of(runs: &[ThreadEnergy], energies: &[RunEnergy], level: f64) -> Option<RunMean> {
    let measured = runs.iter().zip(energies);
    let values: Vec<f64> = measured
        .filter(|(_, energy)| energy.joules.is_some())
        .map(|(used, _)| used.joules)
        .collect();
    RunMean::of(&values, level)
}

fn cpu_of(runs: &[ThreadEnergy]) -> f64 {
    runs.iter().map(|used| used.cpu_nanos).sum::<f64>() * SECONDS / runs.len().max(1) as f64
}

fn threads(profile: &Profile, energies: &[RunEnergy], level: f64) -> Vec<ThreadRow> {
    let mut found: BTreeMap<(ThreadKind, &str), (usize, Vec<ThreadEnergy>)> = BTreeMap::new();
    for (place, (run, energy)) in profile.runs.iter().zip(energies).enumerate() {
        for (thread, used) in run.threads.iter().zip(&energy.threads) {
            let (threads, runs) = found
                .entry((thread.kind, thread.name.as_str()))
                .or_insert_with(|| (0, vec![ThreadEnergy::default(); energies.len()]));
            *threads += 1;
            if let Some(sum) = runs.get_mut(place) {
                sum.cpu_nanos += used.cpu_nanos;
                sum.joules += used.joules;
            }
        }
    }
    let mut rows: Vec<ThreadRow> = found
        .into_iter()
        .map(|((kind, name), (threads, runs))| ThreadRow {
            name: name.to_owned(),
            kind,
            threads,
            joules: joules_of(&runs, energies, level),
            cpu_seconds: cpu_of(&runs),
        })
        .collect();
    let joules = |row: &ThreadRow| row.joules.map_or(0.0, |joules| joules.mean);
    rows.sort_by(|a, b| {
        joules(b)
            .total_cmp(&joules(a))
            .then(b.cpu_seconds.total_cmp(&a.cpu_seconds))
    });
    rows
}

fn windows(profile: &Profile, energies: &[RunEnergy]) -> Vec<WindowRow> {
    let mut rows = Vec::new();
    for (place, (run, energy)) in profile.runs.iter().zip(energies).enumerate() {
        for window in &run.windows {
            let measured = joules(window);
            let seconds = nanos(window) as f64 * SECONDS;
            let (mut all, mut java) = (0.0, 0.0);
            for used in &window.cpu {
                all += used.nanos as f64;
                let thread = run.threads.get(used.thread.0 as usize);
                if thread.is_some_and(|thread| thread.kind == ThreadKind::Java) {
                    java += used.nanos as f64;
                }
            }
            rows.push(WindowRow {
                run: place,
                start_seconds: window.start_nanos as f64 * SECONDS,
                end_seconds: window.end_nanos as f64 * SECONDS,
                joules: measured,
                watts: measured
                    .filter(|_| seconds > 0.0)
                    .map(|joules| joules / seconds),
                cpu_seconds: all * SECONDS,
                java_joules: measured.map(|joules| {
                    if all > 0.0 {
                        joules * energy.part_seen * java / all
                    } else {
                        0.0
                    }
                }),
            });
        }
    }
    rows
}
