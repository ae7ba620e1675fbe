//! Stacks in place of the samples that a JVM's recorder lost.
//!
//! The recorder of JDK 25 drops the samples of threads that run the JVM's own code, such as exceptions, large allocations and
//! copies of arrays. These may use any part of the CPU time, and the kept samples do not show where. So the agent also reads
//! stacks, but less often. They show each method with all its CPU time, and the kept samples with what was not lost. The
//! difference shows which part of a method's samples was lost, and so what each stack stands for.

use std::collections::{BTreeMap, HashMap, HashSet};

use counts::{Samples, StackSample};
use recording::{Recording, SampleKind};

use crate::code::class_name;

/// What is lost in a method is averaged with what is lost in its caller, which has the weight of so many stacks.
const STACKS_OF_CALLER: f64 = 4.0;

/// A stack, and the CPU time of lost samples that it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Replacement<'s> {
    pub(crate) thread: recording::ThreadIndex,
    pub(crate) sample: &'s StackSample,
    pub(crate) cpu_nanos: u64,
}

/// Stacks in place of lost samples.
#[derive(Debug, Default)]
pub(crate) struct Replacements<'s> {
    pub(crate) all: Vec<Replacement<'s>>,
    /// How many lost samples they stand for.
    pub(crate) samples: u64,
}

/// What a thread lost, and its stacks.
#[derive(Default)]
struct OfThread<'s> {
    lost: u64,
    stacks: Vec<&'s StackSample>,
    thread: Option<recording::ThreadIndex>,
}

/// Finds stacks in place of lost samples, thread by thread.
pub(crate) fn replacements<'s>(recording: &Recording, stacks: &'s Samples) -> Replacements<'s> {
    let mut threads: BTreeMap<u64, OfThread<'s>> = BTreeMap::new();
    let id_of = |thread: recording::ThreadIndex| {
        let thread = recording.threads.get(thread.0 as usize)?;
        thread.java_thread_id
    };
    for loss in &recording.losses {
        if let Some(id) = id_of(loss.thread) {
            let of_thread = threads.entry(id).or_default();
            of_thread.lost = of_thread.lost.saturating_add(loss.samples);
            of_thread.thread = Some(loss.thread);
        }
    }
    let is_recorded = |sample: &&StackSample| {
        let at = i64::try_from(sample.unix_nanos).unwrap_or(i64::MAX);
        sample.stack.is_some() && (recording.start_nanos..=recording.end_nanos).contains(&at)
    };
    for sample in stacks.samples.iter().filter(is_recorded) {
        if let Some(thread) = stacks.threads.get(sample.thread as usize)
            && let Some(of_thread) = threads.get_mut(&thread.id)
        {
            of_thread.stacks.push(sample);
        }
    }
    threads.retain(|_, of_thread| !of_thread.stacks.is_empty());
    if threads.is_empty() {
        return Replacements::default();
    }
    let mut names = Names::default();
    let (kept, period) = kept(recording, stacks, &mut names, &threads, &id_of);
    let frames: Vec<u32> = stacks
        .frames
        .iter()
        .map(|frame| names.of(class_name(&frame.class), &frame.method))
        .collect();
    let mut times: BTreeMap<Option<u32>, f64> = BTreeMap::new();
    let mut count = 0.0;
    for sample in threads.values().flat_map(|of_thread| &of_thread.stacks) {
        *times.entry(sample.stack).or_default() += cpu(sample);
        count += 1.0;
    }
    let mut shown = Seen::default();
    for (stack, nanos) in &times {
        shown.add(&methods_of(*stack, stacks, &frames), *nanos);
    }
    let difference = Difference {
        caller: STACKS_OF_CALLER * shown.all / count,
        kept,
        shown,
    };
    let lost_parts: HashMap<Option<u32>, f64> = times
        .into_keys()
        .map(|stack| {
            let methods = methods_of(stack, stacks, &frames);
            (stack, difference.lost_part(&methods))
        })
        .collect();
    let mut found = Replacements::default();
    for of_thread in threads.values() {
        let Some(thread) = of_thread.thread else {
            continue;
        };
        let weight = |sample: &&'s StackSample| {
            cpu(sample) * lost_parts.get(&sample.stack).copied().unwrap_or(0.0)
        };
        let weights: Vec<f64> = of_thread.stacks.iter().map(weight).collect();
        let all: f64 = weights.iter().sum();
        if all <= 0.0 {
            continue;
        }
        let nanos = of_thread.lost as f64 * period;
        for (weight, &sample) in weights.into_iter().zip(&of_thread.stacks) {
            let cpu_nanos = (nanos * weight / all) as u64;
            if cpu_nanos > 0 {
                found.all.push(Replacement {
                    thread,
                    sample,
                    cpu_nanos,
                });
            }
        }
        found.samples = found.samples.saturating_add(of_thread.lost);
    }
    found
}

/// What the kept samples of these threads show, and the mean time between samples in nanoseconds.
fn kept(
    recording: &Recording,
    stacks: &Samples,
    names: &mut Names,
    threads: &BTreeMap<u64, OfThread<'_>>,
    id_of: &impl Fn(recording::ThreadIndex) -> Option<u64>,
) -> (Seen, f64) {
    let methods: Vec<u32> = recording
        .methods
        .iter()
        .map(|method| names.of(class_name(&method.class), &method.name))
        .collect();
    let mut kept = Seen::default();
    let (mut periods, mut samples) = (0.0, 0.0);
    for sample in &recording.samples {
        if sample.kind != SampleKind::CpuTime {
            continue;
        }
        let nanos = sample
            .sampling_period_nanos
            .unwrap_or(stacks.interval_nanos) as f64;
        periods += nanos;
        samples += 1.0;
        let of_thread = sample.thread.and_then(id_of);
        if of_thread.is_some_and(|thread| threads.contains_key(&thread)) {
            let stack = sample
                .stack
                .and_then(|stack| recording.stacks.get(stack.0 as usize));
            let frames = stack.map_or(&[][..], |stack| &stack.frames);
            let on_stack: Vec<u32> = frames
                .iter()
                .filter_map(|frame| methods.get(frame.method.0 as usize).copied())
                .collect();
            kept.add(&on_stack, nanos);
        }
    }
    let period = if samples > 0.0 {
        periods / samples
    } else {
        stacks.interval_nanos as f64
    };
    (kept, period)
}

/// The methods of a stack, from the top.
fn methods_of(stack: Option<u32>, stacks: &Samples, frames: &[u32]) -> Vec<u32> {
    let mut methods = Vec::new();
    let mut next = stack;
    while let Some(stack) = next.and_then(|stack| stacks.stacks.get(stack as usize)) {
        methods.extend(frames.get(stack.frame as usize));
        next = stack.caller;
    }
    methods
}

fn cpu(sample: &StackSample) -> f64 {
    sample.cpu_nanos.max(1) as f64
}

/// Numbers of methods by class and name. Stacks at safepoints do not distinguish overloads.
#[derive(Default)]
struct Names(HashMap<(String, String), u32>);

impl Names {
    fn of(&mut self, class: String, name: &str) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry((class, name.to_owned())).or_insert(next)
    }
}

/// CPU time by method, in nanoseconds.
#[derive(Default)]
struct Seen {
    all: f64,
    /// Anywhere on the stack.
    on_stack: HashMap<u32, f64>,
    on_top: HashMap<u32, f64>,
}

impl Seen {
    fn add(&mut self, methods: &[u32], nanos: f64) {
        self.all += nanos;
        if let Some(top) = methods.first() {
            *self.on_top.entry(*top).or_default() += nanos;
        }
        let mut known = HashSet::new();
        for method in methods {
            if known.insert(*method) {
                *self.on_stack.entry(*method).or_default() += nanos;
            }
        }
    }
}

/// What the kept samples show, and what the stacks show.
struct Difference {
    kept: Seen,
    shown: Seen,
    /// The CPU time that a caller counts as, in nanoseconds.
    caller: f64,
}

impl Difference {
    /// The part of a stack's CPU time whose samples were probably lost. On the way from the bottom, no method loses a larger part
    /// than the methods before it, because inlined code and safepoints only move samples between a method and its callees.
    fn lost_part(&self, methods: &[u32]) -> f64 {
        let of =
            |table: &HashMap<u32, f64>, method: &u32| table.get(method).copied().unwrap_or(0.0);
        let part = |shown: f64, kept: f64, caller: f64| {
            ((shown - kept).max(0.0) + self.caller * caller) / (shown + self.caller)
        };
        let mut caller = ((self.shown.all - self.kept.all) / self.shown.all).max(0.0);
        let mut least = caller;
        let mut known = HashSet::new();
        for method in methods.iter().rev() {
            if known.insert(*method) {
                let shown = of(&self.shown.on_stack, method);
                caller = part(shown, of(&self.kept.on_stack, method), caller);
                least = least.min(caller);
            }
        }
        let Some(top) = methods.first() else {
            return least;
        };
        least
            * part(
                of(&self.shown.on_top, top),
                of(&self.kept.on_top, top),
                caller,
            )
    }
}

#[cfg(test)]
mod tests {
    use counts::{SampledFrame, SampledStack, SampledThread};
    use recording::{
        Frame, FrameKind, LostSamples, Method, MethodIndex, Sample, Stack, StackIndex, Thread,
        ThreadIndex,
    };

    use super::*;

    const MILLI: u64 = 1_000_000;
    const NAMES: [&str; 4] = ["main", "compute", "fail", "raise"];
    /// The methods of stacks, from the top.
    const COMPUTE: &[usize] = &[1, 0];
    const FAIL: &[usize] = &[2, 0];
    const RAISE: &[usize] = &[3, 2, 0];

    /// Samples that the recorder kept, with their number, and how many it lost.
    fn recording(kept: &[(&[usize], usize)], lost: u64) -> Recording {
        let mut recording = Recording::default();
        recording.end_nanos = i64::MAX;
        recording.threads.push(Thread {
            os_thread_id: Some(4712),
            java_thread_id: Some(1),
            os_name: None,
            java_name: Some("main".into()),
            is_virtual: false,
        });
        recording.methods.extend(NAMES.map(|name| Method {
            class: "shop/Cart".into(),
            name: name.into(),
            descriptor: "()V".into(),
            is_of_hidden_class: false,
        }));
        for (methods, count) in kept {
            let stack = StackIndex(recording.stacks.len() as u32);
            let frames = methods.iter().map(|method| Frame {
                method: MethodIndex(*method as u32),
                line: Some(1),
                bytecode_index: None,
                kind: FrameKind::Jit,
            });
            recording.stacks.push(Stack {
                frames: frames.collect(),
                is_truncated: false,
            });
            for _ in 0..*count {
                recording.samples.push(Sample {
                    start_nanos: 1,
                    thread: Some(ThreadIndex(0)),
                    stack: Some(stack),
                    kind: SampleKind::CpuTime,
                    sampling_period_nanos: Some(10 * MILLI),
                    is_biased: false,
                });
            }
        }
        if lost > 0 {
            recording.losses.push(LostSamples {
                start_nanos: 2,
                thread: ThreadIndex(0),
                samples: lost,
            });
        }
        recording
    }

    /// Stacks that the agent read every 20 ms of CPU time, with their number.
    fn stacks(read: &[(&[usize], usize)], thread: u64) -> Samples {
        let mut samples = Samples {
            has_recording: true,
            interval_nanos: 10 * MILLI,
            threads: vec![SampledThread {
                name: "main".into(),
                id: thread,
            }],
            frames: NAMES
                .map(|name| SampledFrame {
                    class: "shop.Cart".into(),
                    method: name.into(),
                    line: Some(1),
                    is_native: false,
                })
                .to_vec(),
            ..Samples::default()
        };
        for (methods, count) in read {
            let mut caller = None;
            for method in methods.iter().rev() {
                samples.stacks.push(SampledStack {
                    caller,
                    frame: *method as u32,
                });
                caller = Some(samples.stacks.len() as u32 - 1);
            }
            for _ in 0..*count {
                samples.samples.push(StackSample {
                    unix_nanos: 3,
                    thread: 0,
                    stack: caller,
                    is_cut: false,
                    cpu_nanos: 20 * MILLI,
                });
            }
        }
        samples
    }

    /// The CPU time of lost samples by the method on top of the stack, in milliseconds.
    fn lost_in(found: &Replacements<'_>, stacks: &Samples, method: usize) -> u64 {
        let is_of = |one: &&Replacement<'_>| {
            let stack = stacks.stacks[one.sample.stack.unwrap() as usize];
            stack.frame as usize == method
        };
        let nanos = found.all.iter().filter(is_of).map(|one| one.cpu_nanos);
        nanos.sum::<u64>() / MILLI
    }

    #[test]
    fn lost_samples_are_where_stacks_show_more_than_was_kept() {
        // A second of computing was kept, and a second of raising exceptions was lost but for a tenth.
        let recording = recording(&[(COMPUTE, 100), (RAISE, 10)], 90);
        let stacks = stacks(&[(COMPUTE, 50), (RAISE, 49), (FAIL, 1)], 1);
        let found = replacements(&recording, &stacks);
        assert_eq!(found.samples, 90);
        let lost = |method| lost_in(&found, &stacks, method);
        assert!(lost(3) > 860, "{}", lost(3));
        assert!(lost(1) < 10, "{}", lost(1));
        let all: u64 = found.all.iter().map(|one| one.cpu_nanos).sum();
        assert!(all.abs_diff(900 * MILLI) < MILLI, "{all}");
    }

    #[test]
    fn a_thread_whose_samples_were_all_lost_has_its_stacks() {
        let recording = recording(&[], 100);
        let stacks = stacks(&[(COMPUTE, 25), (RAISE, 25)], 1);
        let found = replacements(&recording, &stacks);
        assert_eq!(found.samples, 100);
        assert_eq!(lost_in(&found, &stacks, 1), 500);
        assert_eq!(lost_in(&found, &stacks, 3), 500);
    }

    #[test]
    fn without_losses_or_stacks_of_the_thread_nothing_is_replaced() {
        let read: &[(&[usize], usize)] = &[(COMPUTE, 50), (RAISE, 50)];
        let nothing_lost = recording(&[(COMPUTE, 100)], 0);
        assert!(replacements(&nothing_lost, &stacks(read, 1)).all.is_empty());
        let lost = recording(&[(COMPUTE, 100)], 100);
        let of_another = stacks(read, 2);
        let found = replacements(&lost, &of_another);
        assert!(found.all.is_empty());
        assert_eq!(found.samples, 0);
    }

    #[test]
    fn stacks_outside_a_recording_do_not_count() {
        let mut recording = recording(&[(COMPUTE, 100)], 100);
        recording.end_nanos = 2;
        let stacks = stacks(&[(RAISE, 100)], 1);
        assert!(replacements(&recording, &stacks).all.is_empty());
    }
}
