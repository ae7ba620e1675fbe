//! Stacks that the agent read at safepoints.

use std::collections::HashMap;

use counts::{SampledFrame, SampledThread, Samples, StackSample};
use profile::{
    Frame, FrameKind, JvmIndex, Method, Sample, Sampler, Stack, StackIndex, ThreadIndex,
};
use recording::Recording;

use crate::code::{CodeTable, class_name};
use crate::cut::CutStacks;
use crate::threads::Threads;
use crate::watching::Recorded;

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
pub(crate) fn add_stacks(
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
