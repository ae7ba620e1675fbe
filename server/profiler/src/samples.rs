//! Collects the samples of a run's JVMs.

use std::fs;
use std::path::Path;

use counts::Samples;
use profile::{Jvm, JvmIndex, Sampler};

use crate::attach::Attached;
use crate::code::CodeTable;
use crate::recorded;
use crate::stacks::add_stacks;
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
    if let Some(folder) = attached.folder_of_agent() {
        collect(folder, threads, code, into);
        return;
    }
    let (files, head) = attached.recording();
    threads.is_jvm(head.pid);
    recorded::add_files(&files, &head, threads, code, into);
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
