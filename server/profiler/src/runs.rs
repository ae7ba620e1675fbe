//! The runs of a program, in their order.

use counts::Agent;
use profile::Profile;

use crate::code::CodeTable;
use crate::count_run::count_run;
use crate::energy_run::energy_run;
use crate::error::ProfilerError;
use crate::plan::{Interrupted, Plan, meter_note};
use run_file::RunFile;

/// Runs a program as planned. Its streams are those of this process. What ended early is part of the result, with a word of it
/// in [`Profile::problems`].
///
/// # Errors
/// [`ProfilerError`] where nothing was recorded.
pub fn profile(plan: &Plan, interrupted: &Interrupted) -> Result<RunFile, ProfilerError> {
    if !cfg!(target_os = "linux") {
        return Err(ProfilerError::NoProc);
    }
    let agent = Agent::prepare(&plan.jdk, &plan.cache)?;
    let mut meter = meters::open(&plan.meter, &meters::System::default())?;
    let mut recorded = RunFile {
        profile: Profile {
            program: plan.program.to_string_lossy().into_owned(),
            meter: meter_note(&plan.meter, &*meter),
            ..Profile::default()
        },
        counted: Vec::new(),
    };
    let mut code = CodeTable::default();
    for _ in 0..plan.repetitions.max(1) {
        if interrupted.is_set() {
            break;
        }
        let run = energy_run(plan, &agent, &mut *meter, &mut code, interrupted)?;
        recorded.profile.problems.extend(run.problems);
        recorded.profile.runs.push(run.run);
    }
    if plan.is_counted {
        if interrupted.is_set() {
            let problem = "nothing was counted, because the run was interrupted";
            recorded.profile.problems.push(problem.to_owned());
        } else {
            let counted = count_run(plan, &agent, &mut code, interrupted)?;
            recorded.profile.counts = counted.counts;
            recorded.profile.problems.extend(counted.problems);
            recorded.counted = counted.bytes;
        }
    }
    recorded.profile.code = code.finish();
    Ok(recorded)
}
