//! Collects the samples of a run's JVMs.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use counts::{SampledFrame, SampledThread, Samples, StackSample};
use profile::{
    Frame, FrameKind, Jvm, JvmIndex, Method, Sample, Sampler, Stack, StackIndex, ThreadIndex,
};

use recording::Recording;

use crate::attach::Attached;
use crate::code::{CodeTable, class_name};
use crate::cut::CutStacks;
use crate::recorded;
use crate::threads::Threads;
use crate::watching::Recorded;

/// Collects the samples of all JVMs from the folder that they wrote to.
pub(crate) fn collect(
    folder: &Path,
    threads: &mut Threads,
    code: &mut CodeTable,
    into: &mut Recorded,
) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        // A recording is beside the samples, with a suffix after the name.
        let pid = name.strip_prefix("samples-").map(str::parse::<u32>);
        if !matches!(pid, Some(Ok(_))) {
            continue;
        }
        let read = files::read(&path, files::COUNTS);
        let samples = read
            .map_err(|error| error.to_string())
            .and_then(|bytes| Samples::read(&bytes).map_err(|error| error.to_string()));
        match samples {
            Ok(samples) => {
                threads.is_jvm(samples.pid);
                if samples.has_recording {
                    recorded::add(folder, &path, &samples, threads, code, into);
                } else {
                    add(&samples, threads, code, into);
                }
            }
            Err(error) => into.problems.push(format!(
                "the samples of a virtual machine are missing: {error}"
            )),
        }
    }
    into.run.samples.sort_by_key(|sample| sample.at_nanos);
    if into.run.jvms.is_empty() {
        let problem = "no virtual machine was sampled: the program starts none, or it refuses the options in JAVA_TOOL_OPTIONS";
        into.problems.push(problem.to_owned());
    }
}

/// Collects the samples of a JVM that was attached to.
pub(crate) fn collect_attached(
    attached: &Attached,
    threads: &mut Threads,
    code: &mut CodeTable,
    into: &mut Recorded,
) {
    let (place, head) = attached.files();
    let Some(head) = head else {
        collect(&place, threads, code, into);
        return;
    };
    threads.is_jvm(head.pid);
    recorded::add_files(&[place], &head, threads, code, into);
    into.run.samples.sort_by_key(|sample| sample.at_nanos);
}

fn add(samples: &Samples, threads: &mut Threads, code: &mut CodeTable, into: &mut Recorded) {
    let jvm = JvmIndex(into.run.jvms.len() as u32);
    into.run.jvms.push(Jvm {
        pid: samples.pid,
        feature: samples.jdk_feature,
        sampler: Some(Sampler::Safepoints),
        lost_samples: 0,
    });
    add_stacks(samples, jvm, 0, threads, code, into);
}

/// Adds the stacks of the last JVM that were read after its recording ended, in nanoseconds since 1970.
pub(crate) fn add_after(
    end_nanos: i64,
    samples: &Samples,
    threads: &mut Threads,
    code: &mut CodeTable,
    into: &mut Recorded,
) {
    let Some(place) = into.run.jvms.len().checked_sub(1) else {
        return;
    };
    let begin = u64::try_from(end_nanos).unwrap_or(0).saturating_add(1);
    let before = into.run.samples.len();
    add_stacks(samples, JvmIndex(place as u32), begin, threads, code, into);
    if into.run.samples.len() > before
        && let Some(jvm) = into.run.jvms.get_mut(place)
    {
        jvm.sampler.get_or_insert(Sampler::Safepoints);
    }
}

/// Adds the stacks from a time on.
fn add_stacks(
    samples: &Samples,
    jvm: JvmIndex,
    begin_unix_nanos: u64,
    threads: &mut Threads,
    code: &mut CodeTable,
    into: &mut Recorded,
) {
    let all = samples.samples.iter();
    let wanted: Vec<&StackSample> = all
        .filter(|sample| sample.unix_nanos >= begin_unix_nanos)
        .collect();
    if wanted.is_empty() {
        return;
    }
    let stacks = stacks_of(samples, &Descriptors::default(), code);
    let names = samples.threads.iter();
    let of_system: Vec<Option<ThreadIndex>> = names
        .map(|SampledThread { name, .. }| {
            let thread = threads.named(samples.pid, name)?;
            threads.rename(thread, name);
            Some(thread)
        })
        .collect();
    let depths = depths(samples);
    let mut cut = CutStacks::default();
    for sample in wanted {
        if let Some(stack) = sample.stack {
            cut.add(depths[stack as usize], sample.is_cut);
        }
        into.run.samples.push(Sample {
            at_nanos: sample
                .unix_nanos
                .saturating_sub(into.run.started_unix_nanos),
            jvm,
            thread: of_system[sample.thread as usize],
            stack: sample.stack.map(|stack| stacks[stack as usize]),
            cpu_nanos: sample.cpu_nanos,
        });
    }
    into.problems.extend(cut.problem(samples.pid));
}

/// The number of frames of each stack.
fn depths(samples: &Samples) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(samples.stacks.len());
    for stack in &samples.stacks {
        let below = stack.caller.map_or(0, |caller| depths[caller as usize]);
        depths.push(below + 1);
    }
    depths
}

/// The stacks of samples at safepoints, in the order of their indices.
pub(crate) fn stacks_of(
    samples: &Samples,
    descriptors: &Descriptors<'_>,
    code: &mut CodeTable,
) -> Vec<StackIndex> {
    let frames: Vec<Frame> = samples
        .frames
        .iter()
        .map(|frame| {
            let class = class_name(&frame.class);
            let descriptor = descriptors.of_frame(&class, frame);
            Frame {
                method: code.method(Method {
                    class,
                    name: frame.method.to_string(),
                    descriptor: descriptor.map(str::to_owned),
                }),
                line: frame.line,
                kind: if frame.is_native {
                    FrameKind::Native
                } else {
                    FrameKind::Unknown
                },
            }
        })
        .collect();
    let mut stacks: Vec<StackIndex> = Vec::with_capacity(samples.stacks.len());
    for stack in &samples.stacks {
        let frame = code.frame(frames[stack.frame as usize]);
        let caller = stack.caller.map(|caller| stacks[caller as usize]);
        stacks.push(code.stack(Stack { caller, frame }));
    }
    stacks
}

/// The descriptors of methods that a recorder saw. Stacks at safepoints have none.
#[derive(Debug, Default)]
pub(crate) struct Descriptors<'r> {
    /// By class, name and line; by class and name alone for `None`. `None` if there are several.
    known: HashMap<(String, &'r str, Option<u32>), Option<&'r str>>,
}

impl<'r> Descriptors<'r> {
    /// Those in the stacks of a recording.
    pub(crate) fn of(recording: &'r Recording) -> Self {
        let mut known: HashMap<_, Option<&'r str>> = HashMap::new();
        for frame in recording.stacks.iter().flat_map(|stack| &stack.frames) {
            let Some(method) = recording.methods.get(frame.method.0 as usize) else {
                continue;
            };
            for line in [None, frame.line] {
                let descriptor = &*method.descriptor;
                known
                    .entry((class_name(&method.class), &*method.name, line))
                    .and_modify(|one| *one = one.filter(|one| *one == descriptor))
                    .or_insert(Some(descriptor));
            }
        }
        Self { known }
    }

    /// The descriptor of a frame's method; `None` if it may be several methods.
    fn of_frame(&self, class: &str, frame: &SampledFrame) -> Option<&'r str> {
        let name: &str = &frame.method;
        let find = |line| self.known.get(&(class.to_owned(), name, line)).copied();
        frame
            .line
            .and_then(|line| find(Some(line)))
            .or_else(|| find(None))
            .flatten()
    }
}
