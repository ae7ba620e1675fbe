//! The run whose code is counted.

use std::fs;
use std::thread;
use std::time::Duration;

use counts::{Agent, Counts, Options, settings_text};
use files::{TempFolder, TempFolderKind};
use profile::{LineCount, Method, MethodCount};

use crate::code::{CodeTable, class_name};
use crate::energy_run::{ended, pass_on};
use crate::error::ProfilerError;
use crate::launch;
use crate::plan::{Interrupted, Plan};

const LOOK: Duration = Duration::from_millis(20);

#[derive(Default)]
pub(crate) struct Counted {
    pub(crate) counts: Vec<MethodCount>,
    /// What the virtual machines wrote.
    pub(crate) bytes: Vec<Vec<u8>>,
    pub(crate) problems: Vec<String>,
}

/// Runs the program and counts its code.
pub(crate) fn count_run(
    plan: &Plan,
    agent: &Agent,
    code: &mut CodeTable,
    interrupted: &Interrupted,
) -> Result<Counted, ProfilerError> {
    let folder = TempFolder::new(TempFolderKind::Counts).map_err(ProfilerError::Folder)?;
    let settings = folder.path().join("settings");
    let options = Options {
        lines: true,
        ..Options::default()
    };
    let text = settings_text(&folder.path().join("counts-%p"), &options)?;
    files::write(&settings, text).map_err(ProfilerError::Folder)?;
    let mut child = launch::start(plan, agent, &settings, &[])?;
    while ended(plan, &mut child)?.is_none() {
        pass_on(interrupted, &child);
        thread::sleep(LOOK);
    }
    let mut counted = Counted::default();
    let entries = fs::read_dir(folder.path()).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let mut all = Counts::default();
    for path in paths {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if !name.starts_with("counts-") || name.ends_with(".unfinished") {
            continue;
        }
        let read = files::read(&path, files::COUNTS).map_err(|error| error.to_string());
        let counts = read.and_then(|bytes| {
            let counts = counts::read(&bytes).map_err(|error| error.to_string())?;
            counted.bytes.push(bytes);
            Ok(counts)
        });
        match counts {
            Ok(counts) => all.add(counts),
            Err(error) => counted.problems.push(format!(
                "the counts of a virtual machine are missing: {error}"
            )),
        }
    }
    if counted.bytes.is_empty() {
        let problem = "nothing was counted: no virtual machine of the program ended normally";
        counted.problems.push(problem.to_owned());
    }
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
    Ok(counted)
}
