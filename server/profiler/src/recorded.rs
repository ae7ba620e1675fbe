//! Samples of a JVM's own recorder.

use std::fs;
use std::path::{Path, PathBuf};

use counts::Samples;
use profile::{
    Frame, FrameKind, Jvm, JvmIndex, Method, Sample, Sampler, Stack, StackIndex, ThreadIndex,
};
use recording::{Recording, SampleKind};

use crate::code::{CodeTable, class_name};
use crate::cut::CutStacks;
use crate::events;
use crate::replaced;
use crate::stacks::{self, Descriptors};
use crate::threads::Threads;
use crate::watching::Recorded;

/// Adds the recording of a JVM: the file that it writes at its end or, if it was killed, the files in its repository.
pub(crate) fn add(
    folder: &Path,
    beside: &Path,
    head: &Samples,
    threads: &mut Threads,
    code: &mut CodeTable,
    into: &mut Recorded,
) {
    let mut whole = beside.as_os_str().to_owned();
    whole.push(".jfr");
    let whole = PathBuf::from(whole);
    let is_whole = fs::metadata(&whole).is_ok_and(|file| file.len() > 0);
    let files = if is_whole {
        vec![whole]
    } else {
        let problem = format!(
            "the virtual machine {} was killed or halted, so that its recorder lost up to a second: stacks at safepoints show that time",
            head.pid
        );
        into.problems.push(problem);
        chunks(folder, head.pid)
    };
    let end_nanos = add_files(&files, head, threads, code, into);
    if !is_whole {
        stacks::add_after(end_nanos, head, threads, code, into);
    }
}

/// Adds the recording of a JVM from these files, and returns when the last one that can be read ends, in nanoseconds since 1970.
pub(crate) fn add_files(
    files: &[PathBuf],
    head: &Samples,
    threads: &mut Threads,
    code: &mut CodeTable,
    into: &mut Recorded,
) -> i64 {
    let mut end_nanos = 0;
    let jvm = JvmIndex(into.run.jvms.len() as u32);
    into.run.jvms.push(Jvm {
        pid: head.pid,
        feature: head.jdk_feature,
        sampler: None,
        lost_samples: 0,
    });
    for file in files {
        let read = files::read(file, files::RECORDING).map_err(|error| error.to_string());
        let read =
            read.and_then(|bytes| Recording::read(&bytes).map_err(|error| error.to_string()));
        match read {
            Ok(recording) => {
                let problems = recording.problems.iter();
                into.problems.extend(
                    problems.map(|problem| format!("the recording of {}: {problem}", head.pid)),
                );
                add_one(&recording, jvm, head, threads, code, into);
                end_nanos = end_nanos.max(recording.end_nanos);
            }
            Err(error) => into
                .problems
                .push(format!("the recording of {}: {error}", head.pid)),
        }
    }
    end_nanos
}

/// The recorder's own files of a process, in time order.
fn chunks(folder: &Path, pid: u32) -> Vec<PathBuf> {
    let ending = format!("_{pid}");
    let repositories = within(folder).into_iter().filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.ends_with(&ending))
    });
    let mut chunks: Vec<PathBuf> = repositories
        .flat_map(|repository| files_in(&repository))
        .collect();
    chunks.sort();
    chunks
}

/// A file of a recorder and those that it wrote later, in time order.
pub(crate) fn files_from(first: &Path) -> Vec<PathBuf> {
    let mut files = first.parent().map(files_in).unwrap_or_default();
    files.retain(|file| file.as_path() >= first);
    files
}

/// The files in the folder of a recorder, in time order.
fn files_in(repository: &Path) -> Vec<PathBuf> {
    let mut files = within(repository);
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jfr"));
    files.sort();
    files
}

fn within(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

fn add_one(
    recording: &Recording,
    jvm: JvmIndex,
    head: &Samples,
    threads: &mut Threads,
    code: &mut CodeTable,
    into: &mut Recorded,
) {
    let place = jvm.0 as usize;
    if let Some(jvm) = into.run.jvms.get_mut(place) {
        jvm.lost_samples = jvm.lost_samples.saturating_add(recording.lost_samples);
    }
    let of_system: Vec<Option<ThreadIndex>> = recording
        .threads
        .iter()
        .map(|thread| {
            let tid = u32::try_from(thread.os_thread_id?).ok()?;
            let name = thread.java_name.as_deref().or(thread.os_name.as_deref());
            threads.of_java(head.pid, tid, name.unwrap_or_default())
        })
        .collect();
    let mut stacks: Vec<Option<Option<StackIndex>>> = vec![None; recording.stacks.len()];
    let mut stack = |index: Option<recording::StackIndex>| {
        let index = index?;
        let known = stacks.get_mut(index.0 as usize)?;
        *known.get_or_insert_with(|| stack_of(recording, index, code))
    };
    let mut cut = CutStacks::default();
    for sample in &recording.samples {
        if sample.kind != SampleKind::CpuTime {
            continue;
        }
        if let Some(stack) = sample
            .stack
            .and_then(|stack| recording.stacks.get(stack.0 as usize))
        {
            cut.add(stack.frames.len(), stack.is_truncated);
        }
        if let Some(jvm) = into.run.jvms.get_mut(place) {
            jvm.sampler = Some(Sampler::CpuTime);
        }
        let at = u64::try_from(sample.start_nanos).unwrap_or_default();
        into.run.samples.push(Sample {
            at_nanos: at.saturating_sub(into.run.started_unix_nanos),
            jvm,
            thread: sample
                .thread
                .and_then(|thread| of_system.get(thread.0 as usize).copied().flatten()),
            stack: stack(sample.stack),
            cpu_nanos: sample.sampling_period_nanos.unwrap_or(head.interval_nanos),
        });
    }
    events::add(recording, &mut into.run, &mut stack);
    let replacements = replaced::replacements(recording, head);
    if let Some(jvm) = into.run.jvms.get_mut(place) {
        jvm.lost_samples = jvm.lost_samples.saturating_sub(replacements.samples);
        if replacements.samples > 0 {
            jvm.sampler = Some(Sampler::CpuTime);
        }
    }
    if !replacements.all.is_empty() {
        let stacks = stacks::stacks_of(head, &Descriptors::of(recording), code);
        for one in replacements.all {
            into.run.samples.push(Sample {
                at_nanos: one
                    .sample
                    .unix_nanos
                    .saturating_sub(into.run.started_unix_nanos),
                jvm,
                thread: of_system.get(one.thread.0 as usize).copied().flatten(),
                stack: one.sample.stack.map(|stack| stacks[stack as usize]),
                cpu_nanos: one.cpu_nanos,
            });
        }
    }
    into.problems.extend(cut.problem(head.pid));
    if let Some(left_out) = events::left_out(recording) {
        let problem = format!("the virtual machine {}: {left_out}", head.pid);
        // A recording of several files says it once.
        if !into.problems.contains(&problem) {
            into.problems.push(problem);
        }
    }
}

fn stack_of(
    recording: &Recording,
    index: recording::StackIndex,
    code: &mut CodeTable,
) -> Option<StackIndex> {
    let mut below = None;
    for frame in recording.stacks.get(index.0 as usize)?.frames.iter().rev() {
        let method = recording.methods.get(frame.method.0 as usize)?;
        let method = code.method(Method {
            class: class_name(&method.class),
            name: method.name.to_string(),
            descriptor: Some(method.descriptor.to_string()),
        });
        let frame = code.frame(Frame {
            method,
            line: frame.line.filter(|line| *line > 0),
            kind: match frame.kind {
                recording::FrameKind::Interpreted => FrameKind::Interpreted,
                recording::FrameKind::Jit => FrameKind::Compiled,
                recording::FrameKind::Inlined => FrameKind::Inlined,
                recording::FrameKind::Native => FrameKind::Native,
                _ => FrameKind::Unknown,
            },
        });
        below = Some(code.stack(Stack {
            caller: below,
            frame,
        }));
    }
    below
}
