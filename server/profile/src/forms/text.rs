//! A text table with 120 columns.

use std::io;

use escape::{Screen, how_many, plain};

use super::names::method_in;
use super::paths;
use super::second_opinion;
use super::words::{
    WIDTH, cost, count, energy, part_name, per_execution, percent, run_mean, seconds, share,
    uncertainty, value,
};
use crate::analysis::{Analysis, MethodRow, Part};
use crate::charge::Unit;
use crate::estimate::RunMean;
use crate::record::{DeviceKind, MethodIndex, Sampler, ThreadKind};

/// How many rows the text shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Methods.
    pub methods: usize,
    /// Lines.
    pub lines: usize,
    /// Threads.
    pub threads: usize,
    /// Chains of calls.
    pub branches: usize,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            methods: 20,
            lines: 0,
            threads: 0,
            branches: 0,
        }
    }
}

/// At most this many calls of a branch are shown, those at its end.
const LONGEST_BRANCH: usize = 12;

/// The text of an analysis.
pub fn text(analysis: &Analysis, options: &TextOptions) -> String {
    let mut out = Screen::new(Vec::new());
    // Writing to a vector never fails.
    let _ = write(&mut out, analysis, options);
    out.into_text()
}

type Out = Screen<Vec<u8>>;

fn write(out: &mut Out, analysis: &Analysis, options: &TextOptions) -> io::Result<()> {
    header(out, analysis)?;
    if options.methods > 0 {
        methods(out, analysis, options.methods)?;
        second_opinion::text(out, analysis)?;
        paths::text(out, analysis)?;
    }
    if options.lines > 0 {
        lines(out, analysis, options.lines)?;
    }
    if options.branches > 0 {
        branches(out, analysis, options.branches)?;
    }
    parts(out, analysis)?;
    if options.threads > 0 {
        threads(out, analysis, options.threads)?;
    }
    for problem in &analysis.problems {
        out.line(format_args!("note: {}", plain(problem)))?;
    }
    Ok(())
}

fn header(out: &mut Out, analysis: &Analysis) -> io::Result<()> {
    let totals = &analysis.totals;
    let joules = match &totals.joules {
        Some(joules) if totals.is_at_least() => format!("at least {}", run_mean(joules, energy)),
        Some(joules) => run_mean(joules, energy),
        None => "energy not measured".to_owned(),
    };
    let time = |mean: &Option<RunMean>| {
        mean.as_ref()
            .map_or_else(|| "unknown".to_owned(), |mean| run_mean(mean, seconds))
    };
    let runs = match analysis.runs {
        1 => String::new(),
        runs => format!(", mean of {runs} runs"),
    };
    out.line(format_args!(
        "{}: {joules} in {}, CPU time {}{runs}",
        plain(&analysis.program),
        time(&totals.wall_seconds),
        time(&totals.cpu_seconds),
    ))?;
    if totals.joules.is_some() {
        let meter = &analysis.meter;
        let how = if meter.is_modelled {
            "Modelled, not measured, by"
        } else {
            "Measured by"
        };
        let what = match meter.what.as_str() {
            "" => String::new(),
            what => format!(" ({})", plain(what)),
        };
        if !meter.selector.is_empty() {
            out.line(format_args!("{how} {}{what}.", plain(&meter.selector)))?;
        }
        for note in &meter.notes {
            out.line(format_args!("  {}", plain(note)))?;
        }
        if totals.is_at_least() {
            out.line(format_args!(
                "The meter measured {} of the time: all energies below cover only that time.",
                percent(totals.time_measured)
            ))?;
        }
    }
    sampling(out, analysis)?;
    out.end()
}

fn sampling(out: &mut Out, analysis: &Analysis) -> io::Result<()> {
    let sampling = &analysis.sampling;
    if sampling.samples == 0 {
        return out.line(format_args!(
            "No samples: nothing is known about methods. Let the program run longer, or use --repeat."
        ));
    }
    let samplers: Vec<String> = sampling
        .samplers
        .iter()
        .map(|(sampler, feature)| match sampler {
            Sampler::CpuTime => format!("timers of CPU time on JDK {feature}"),
            Sampler::Safepoints => format!("stacks at safepoints on JDK {feature}"),
        })
        .collect();
    out.line(format_args!(
        "{} by {}, worth {}.",
        how_many(count(sampling.samples), "sample", "samples"),
        samplers.join(" and "),
        how_many(
            count(sampling.effective_samples.round() as u64),
            "independent one",
            "independent ones"
        ),
    ))?;
    if let Some(runs) = sampling.runs_for_enough(analysis.runs) {
        out.line(format_args!(
            "Too short: even a method with a tenth of the energy has an interval wider than ±50%."
        ))?;
        out.line(format_args!(
            "  Let the program run longer, or use --repeat {}.",
            count(runs)
        ))?;
    }
    let code = &sampling.code;
    let mut known: Vec<String> = [
        (code.compiled, "compiled by the JIT"),
        (code.interpreted, "interpreted"),
        (code.native, "native"),
    ]
    .into_iter()
    .filter(|(part, _)| *part > 0.0)
    .map(|(part, word)| format!("{} {word}", percent(part)))
    .collect();
    if known.is_empty() {
        known.push("the sampler does not distinguish compiled from interpreted".to_owned());
    }
    out.line(format_args!("Sampled code: {}.", known.join(", ")))?;
    if sampling.is_coarse() {
        out.line(format_args!(
            "Coarse: a sample taken at a safepoint may show a nearby line or caller instead of the one that ran."
        ))?;
    }
    if let Some(part) = sampling.without_stack.filter(|part| *part > 0.0) {
        out.line(format_args!(
            "{} of the sampled Java code had no stack.",
            percent(part)
        ))?;
    }
    if let Some(work) = &analysis.work {
        let difference = percent(work.difference);
        if work.is_same() {
            out.line(format_args!(
                "The counted run did the same work: calls of {}, counted in both, differ by {difference}.",
                how_many(count(work.methods as u64), "method", "methods")
            ))?;
        } else {
            out.line(format_args!(
                "The counted run did different work: calls of {} of {}, counted in both, differ, by {difference} in all.",
                count(work.different as u64),
                how_many(count(work.methods as u64), "method", "methods")
            ))?;
            out.line(format_args!(
                "  So there is no energy per call. Give the program the same input in each run, or use --counts-too."
            ))?;
        }
    }
    if sampling.lost > 0 {
        out.line(format_args!(
            "The virtual machine lost {}, {} of all: what ran then is charged to other code.",
            how_many(count(sampling.lost), "sample", "samples"),
            percent(sampling.part_lost())
        ))?;
    }
    if sampling.jvms_without_samples > 0 {
        out.line(format_args!(
            "{} virtual machines left no samples.",
            sampling.jvms_without_samples
        ))?;
    }
    Ok(())
}

fn methods(out: &mut Out, analysis: &Analysis, most: usize) -> io::Result<()> {
    let is_used = |row: &&MethodRow| row.own.samples > 0 || row.with_callees.samples > 0;
    let used = analysis.methods.iter().filter(is_used).count();
    if used == 0 {
        return Ok(());
    }
    let unit = unit(analysis);
    out.line(format_args!(
        "{:>9} {:>7} {:>10} {:>7} {:>10} {:>19}  method",
        format!("{unit} own"),
        "±",
        "with callees",
        "of Java",
        "calls",
        format!("{unit} per call"),
    ))?;
    for row in analysis.methods.iter().filter(is_used).take(most) {
        let cells = format!(
            "{:>9} {:>7} {:>10} {:>7} {:>10} {:>19}  ",
            cost(analysis, &row.own),
            uncertainty(&row.own),
            cost(analysis, &row.with_callees),
            share(&row.own),
            row.entries.map_or_else(|| "?".to_owned(), count),
            per_execution(&row.per_call),
        );
        let name = name(analysis, row.method, cells.chars().count());
        out.line(format_args!("{cells}{name}"))?;
    }
    if used > most {
        let left = analysis.methods.iter().filter(is_used).skip(most);
        let share: f64 = left.map(|row| row.own.share.mean).sum();
        out.line(format_args!(
            "{:>36}  in {} other methods",
            percent(share),
            count((used - most) as u64)
        ))?;
    }
    out.end()
}

fn lines(out: &mut Out, analysis: &Analysis, most: usize) -> io::Result<()> {
    if analysis.lines.is_empty() {
        return Ok(());
    }
    let unit = unit(analysis);
    out.line(format_args!(
        "{:>9} {:>7} {:>7} {:>10} {:>19}  line",
        format!("{unit} own"),
        "±",
        "of Java",
        "times",
        format!("{unit} each"),
    ))?;
    for row in analysis.lines.iter().take(most) {
        let cells = format!(
            "{:>9} {:>7} {:>7} {:>10} {:>19}  ",
            cost(analysis, &row.own),
            uncertainty(&row.own),
            share(&row.own),
            row.executions.map_or_else(|| "?".to_owned(), count),
            per_execution(&row.per_execution),
        );
        let line = row
            .line
            .map_or_else(|| "line ?".to_owned(), |line| format!("line {line}"));
        let used = cells.chars().count() + line.chars().count() + 2;
        let name = name(analysis, row.method, used);
        out.line(format_args!("{cells}{line}, {name}"))?;
    }
    out.end()
}

fn branches(out: &mut Out, analysis: &Analysis, most: usize) -> io::Result<()> {
    let tree = &analysis.tree;
    let whole = analysis.totals.java.all;
    for place in tree.hottest(most) {
        let Some(node) = tree.nodes.get(place) else {
            continue;
        };
        let part = if whole > 0.0 { node.own / whole } else { 0.0 };
        out.line(format_args!(
            "{} ({} of Java) at the end of",
            value(analysis.unit, node.own),
            percent(part)
        ))?;
        let path = tree.path(place);
        let begin = path.len().saturating_sub(LONGEST_BRANCH);
        if begin > 0 {
            out.line(format_args!("    … {begin} callers"))?;
        }
        for place in path.into_iter().skip(begin) {
            let method = tree.nodes.get(place).and_then(|node| node.method);
            if let Some(method) = method {
                out.line(format_args!("    {}", name(analysis, method, 4)))?;
            }
        }
    }
    out.end()
}

/// Where all energy went. Java code is one part of it.
fn parts(out: &mut Out, analysis: &Analysis) -> io::Result<()> {
    let totals = &analysis.totals;
    let java = &totals.java;
    let all = match analysis.unit {
        Unit::Joules => totals.joules.map(|joules| joules.mean),
        Unit::CpuSeconds => totals.cpu_seconds.map(|seconds| seconds.mean),
    };
    let of_all = |part: f64| match all {
        Some(all) if all > 0.0 => percent(part / all),
        _ => "?".to_owned(),
    };
    let unit = unit(analysis);
    out.line(format_args!("{unit:>9} {:>7}", "of all"))?;
    for row in &totals.parts {
        let used = match analysis.unit {
            Unit::Joules => row.joules.map_or(0.0, |joules| joules.mean),
            Unit::CpuSeconds => row.cpu_seconds,
        };
        out.line(format_args!(
            "{:>9} {:>7}  {}",
            value(analysis.unit, used),
            of_all(used),
            part_name(row.part)
        ))?;
        if row.part == Part::Threads(ThreadKind::Gc)
            && let Some(most) = analysis.garbage.first()
            && let Some(name) = most.method.and_then(|method| analysis.name(method))
        {
            let cells = format!("{:>19}  of it, by bytes, {} for ", "", percent(most.share));
            let name = method_in(name, WIDTH, cells.chars().count());
            out.line(format_args!("{cells}{name}"))?;
        }
        if row.part != Part::Threads(ThreadKind::Java) {
            continue;
        }
        for (part, what) in [
            (java.outside, "in methods that the filter hides"),
            (java.without_stack, "whose stack could not be walked"),
            (java.unsampled, "in threads without samples"),
        ] {
            if part > 0.0 {
                out.line(format_args!(
                    "{:>9} {:>7}    of it {what}",
                    value(analysis.unit, part),
                    of_all(part)
                ))?;
            }
        }
    }
    for row in &analysis.devices {
        let kind = match row.kind {
            DeviceKind::Network => "network",
            DeviceKind::Disk => "disk",
        };
        out.line(format_args!(
            "{:>9} {:>7}  {kind}, modelled by {}, not part of the above",
            energy(row.joules),
            "",
            plain(&row.model)
        ))?;
    }
    Ok(())
}

fn threads(out: &mut Out, analysis: &Analysis, most: usize) -> io::Result<()> {
    out.end()?;
    out.line(format_args!("{:>9} {:>9}  thread", "energy", "CPU time"))?;
    for row in analysis.threads.iter().take(most) {
        let joules = row
            .joules
            .map_or_else(|| "?".to_owned(), |joules| energy(joules.mean));
        let many = match row.threads {
            1 => String::new(),
            threads => format!(" × {threads}"),
        };
        out.line(format_args!(
            "{joules:>9} {:>9}  {}{many}",
            seconds(row.cpu_seconds),
            plain(&row.name)
        ))?;
    }
    Ok(())
}

fn unit(analysis: &Analysis) -> &'static str {
    match analysis.unit {
        Unit::Joules => "energy",
        Unit::CpuSeconds => "CPU",
    }
}

/// A method's name, cut to the rest of the line.
fn name(analysis: &Analysis, method: MethodIndex, used: usize) -> String {
    analysis
        .name(method)
        .map_or_else(|| "?".to_owned(), |method| method_in(method, WIDTH, used))
}
