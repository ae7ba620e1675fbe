//! Collects what the agents counted from the folder that they wrote to.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use counts::{CallsReading, Counts, Options, RecordedReceivers};
use profile::{CallReading, LineCount, Method, MethodCount};

use crate::code::{CodeTable, class_name};
use crate::paths;
use crate::plan::Plan;

/// The counts of several JVMs.
#[derive(Default)]
pub(crate) struct Counted {
    pub(crate) counts: Vec<MethodCount>,
    /// The JVMs.
    pub(crate) processes: BTreeSet<u32>,
    /// What the JVMs wrote.
    pub(crate) bytes: Vec<Vec<u8>>,
    /// Readings of calls during the run.
    pub(crate) readings: Vec<CallsReading>,
    pub(crate) problems: Vec<String>,
}

/// The options for counting all code, with so many stripes of counters.
pub(crate) fn all_code(plan: &Plan, stripes: u32) -> Options {
    Options {
        lines: true,
        receivers: if plan.receivers {
            RecordedReceivers::OutsideJdk
        } else {
            RecordedReceivers::None
        },
        stripes,
        paths: plan.paths.clone(),
        ..Options::default()
    }
}

/// The prefix of the file names.
pub(crate) const NAME: &str = "counts-";

/// Collects the counts of all JVMs from the folder that they wrote to.
pub(crate) fn collect(folder: &Path, code: &mut CodeTable, requested: &[String]) -> Counted {
    let mut counted = Counted::default();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let mut all = Counts::default();
    for path in files {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if !name.starts_with(NAME) || name.ends_with(".unfinished") {
            continue;
        }
        let read = files::read(&path, files::COUNTS).map_err(|error| error.to_string());
        let counts = read.and_then(|bytes| {
            let counts = counts::read(&bytes).map_err(|error| error.to_string())?;
            counted.bytes.push(bytes);
            Ok(counts)
        });
        match counts {
            Ok(counts) => {
                let process = name.strip_prefix(NAME).and_then(|pid| pid.parse().ok());
                counted.processes.extend::<Option<u32>>(process);
                all.add(counts);
            }
            Err(error) => counted.problems.push(format!(
                "the counts of a virtual machine are missing: {error}"
            )),
        }
    }
    if !counted.bytes.is_empty() {
        let problems = paths::problems(&all, requested);
        counted.problems.extend(problems);
    }
    counted.readings = std::mem::take(&mut all.readings);
    for class in &all.classes {
        for method in &class.methods {
            let index = code.method(Method {
                class: class_name(&class.name),
                name: method.name.clone(),
                descriptor: Some(method.descriptor.clone()),
            });
            let lines = method
                .of_lines()
                .into_iter()
                .filter(|(_, count)| *count > 0);
            counted.counts.push(MethodCount {
                method: index,
                entries: method.entries(),
                lines: lines
                    .map(|(line, count)| LineCount {
                        line: u32::from(line),
                        count,
                    })
                    .collect(),
            });
        }
    }
    counted
}

/// When methods were called, in the time of a run.
pub(crate) fn call_readings(
    readings: &[CallsReading],
    started_unix_nanos: u64,
    code: &mut CodeTable,
) -> Vec<CallReading> {
    let mut found = Vec::new();
    for reading in readings {
        for (method, calls) in &reading.calls {
            found.push(CallReading {
                start_nanos: reading.start_unix_nanos.saturating_sub(started_unix_nanos),
                end_nanos: reading.end_unix_nanos.saturating_sub(started_unix_nanos),
                method: code.method(Method {
                    class: class_name(&method.class),
                    name: method.name.clone(),
                    descriptor: Some(method.descriptor.clone()),
                }),
                calls: *calls,
            });
        }
    }
    found.retain(|reading| reading.start_nanos <= reading.end_nanos);
    found
}
