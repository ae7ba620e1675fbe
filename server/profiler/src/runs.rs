//! The runs of a program, in order.

use counts::Agent;
use profile::Profile;

use crate::code::CodeTable;
use crate::count_run::count_run;
use crate::counted::Counted;
use crate::energy_run::{EnergyOfRun, energy_run};
use crate::error::ProfilerError;
use crate::plan::{Counting, Interrupted, Plan, meter_note};
use crate::stripes;
use run_file::RunFile;

/// The note in a file that was saved during a run.
const UNFINISHED: &str =
    "jouled was ended before the program: this is what was recorded until then";

/// Runs a program as planned, with the streams of this process. Runs that ended early are part of the result, with a message in
/// [`Profile::problems`]. From time to time, `keep` gets the data so far, so it is not lost if this process is killed.
///
/// # Errors
/// [`ProfilerError`] if nothing was recorded.
pub fn profile(
    plan: &Plan,
    interrupted: &Interrupted,
    keep: &mut dyn FnMut(&RunFile),
) -> Result<RunFile, ProfilerError> {
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
        let mut keep_run = |run, code: CodeTable| {
            let mut until_now = recorded.clone();
            until_now.profile.runs.push(run);
            keep_unfinished(until_now, code, keep);
        };
        let EnergyOfRun {
            recorded: run,
            counted,
        } = energy_run(
            plan,
            &agent,
            &mut *meter,
            &mut code,
            interrupted,
            &mut keep_run,
        )?;
        recorded.profile.problems.extend(run.problems);
        recorded.profile.runs.push(run.run);
        // All runs do the same work, so the counts of one are enough.
        if let Some(counted) = counted
            && recorded.counted.is_empty()
        {
            add(&mut recorded, counted);
            recorded.profile.problems.push(DISTORTED.to_owned());
        }
        keep_unfinished(recorded.clone(), code.clone(), keep);
    }
    if plan.counting == Counting::OwnRun {
        if interrupted.is_set() {
            let problem = "nothing was counted, because the run was interrupted";
            recorded.profile.problems.push(problem.to_owned());
        } else {
            let stripes = stripes::of_known(&recorded.profile.runs);
            let counted = count_run(plan, &agent, stripes, &mut code, interrupted)?;
            add(&mut recorded, counted);
        }
    }
    recorded.profile.code = code.finish();
    Ok(recorded)
}

/// The note about counting in the energy run.
const DISTORTED: &str = "counters ran while the energy was measured: they cost energy themselves and change what the JIT makes of the code, so short methods that are called often look more expensive than they are";

fn add(recorded: &mut RunFile, counted: Counted) {
    recorded.profile.counts = counted.counts;
    recorded.profile.problems.extend(counted.problems);
    recorded.counted = counted.bytes;
}

fn keep_unfinished(mut file: RunFile, code: CodeTable, keep: &mut dyn FnMut(&RunFile)) {
    file.profile.code = code.finish();
    file.profile.problems.push(UNFINISHED.to_owned());
    keep(&file);
}
