//! The count run.

use std::thread;
use std::time::Duration;

use counts::{Agent, settings_text};
use files::{TempFolder, TempFolderKind};

use crate::code::CodeTable;
use crate::counted::{self, Counted, all_code};
use crate::energy_run::{ended, pass_on};
use crate::error::ProfilerError;
use crate::input::Input;
use crate::launch::{self, COMPILE_LARGE_METHODS, IGNORE_UNKNOWN_OPTIONS, Started};
use crate::plan::{Interrupted, Plan};

const LOOK: Duration = Duration::from_millis(20);

/// Runs the program and counts its code, with so many stripes of counters. Returns its exit code, too.
pub(crate) fn count_run(
    plan: &Plan,
    agent: &Agent,
    stripes: u32,
    code: &mut CodeTable,
    input: &mut Input,
    interrupted: &Interrupted,
) -> Result<(Counted, Option<i32>), ProfilerError> {
    let folder = TempFolder::new(TempFolderKind::Counts).map_err(ProfilerError::Folder)?;
    let settings = folder.path().join("settings");
    let text = settings_text(
        &folder.path().join(format!("{}%p", counted::NAME)),
        &all_code(plan, stripes),
    )?;
    files::write(&settings, text).map_err(ProfilerError::Folder)?;
    let options = [IGNORE_UNKNOWN_OPTIONS, COMPILE_LARGE_METHODS].map(str::to_owned);
    let Started {
        mut child,
        _feeding,
    } = launch::start(plan, agent, &settings, &options, input)?;
    let status = loop {
        if let Some(status) = ended(plan, &mut child)? {
            break status;
        }
        pass_on(interrupted, &child);
        thread::sleep(LOOK);
    };
    let mut counted = counted::collect(folder.path(), code, &plan.paths);
    if counted.bytes.is_empty() {
        let problem = "nothing was counted: no virtual machine of the program ended normally";
        counted.problems.push(problem.to_owned());
    }
    Ok((counted, status.code()))
}
