//! The runs of a program, in order.

use counts::Agent;
use profile::{EnergyRun, Profile};

use crate::code::CodeTable;
use crate::count_run::count_run;
use crate::counted::Counted;
use crate::energy_run::{EnergyOfRun, energy_run};
use crate::error::ProfilerError;
use crate::input::Input;
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
    let repetitions = plan.repetitions.max(1);
    let mut input = Input::of_runs(repetitions + u32::from(plan.counting == Counting::OwnRun))?;
    let mut without_calls = 0;
    for done in 0..repetitions {
        if interrupted.is_set() {
            break;
        }
        if !input.can_be_read_again() {
            let problem =
                format!("the program ran {done} times instead of {repetitions}: {LONG_INPUT}");
            recorded.profile.problems.push(problem);
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
            without_calls: of_run,
        } = energy_run(
            plan,
            &agent,
            &mut *meter,
            &mut code,
            &mut input,
            interrupted,
            &mut keep_run,
        )?;
        without_calls += of_run;
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
        } else if !input.can_be_read_again() {
            let problem = format!("nothing was counted: {LONG_INPUT}");
            recorded.profile.problems.push(problem);
        } else {
            let stripes = stripes::of_known(&recorded.profile.runs);
            let (mut counted, exit_code) =
                count_run(plan, &agent, stripes, &mut code, &mut input, interrupted)?;
            let runs = &recorded.profile.runs;
            counted.problems.extend(differences(runs, exit_code));
            if interrupted.is_set() {
                counted = Counted::default();
                let problem = "nothing was counted, because the count run was interrupted";
                counted.problems.push(problem.to_owned());
            } else if without_calls == 0
                && !counted.counts.is_empty()
                && runs.iter().all(|run| run.entries.is_empty())
                && runs.iter().any(|run| !run.samples.is_empty())
            {
                counted.problems.push(NOT_COMPARED.to_owned());
            }
            add(&mut recorded, counted);
        }
    }
    if without_calls > 0 && !recorded.profile.counts.is_empty() {
        recorded.profile.counts.clear();
        recorded.profile.problems.push(KILLED.to_owned());
    }
    recorded.profile.code = code.finish();
    Ok(recorded)
}

/// The end of a note about input that was not kept for further runs.
const LONG_INPUT: &str = "its standard input was too long for the folder of temporary files, so another run would read something else; give it a file with <";

/// The note about runs that did less than what was counted.
const KILLED: &str = "a virtual machine of a measured run was killed, so it did less than was counted: there is no energy per call";

/// The note about runs that may have done different work.
const NOT_COMPARED: &str = "no method was counted in both runs, so nothing shows that they did the same work: energies per call assume it";

/// The note about runs that ended differently.
fn differences(runs: &[EnergyRun], counted: Option<i32>) -> Option<String> {
    let words = |code: Option<i32>| match code {
        Some(code) => format!("with exit code {code}"),
        None => "by a signal".to_owned(),
    };
    let mut measured = runs.iter().map(|run| run.exit_code);
    let different = measured.find(|measured| *measured != counted)?;
    Some(format!(
        "the count run ended {}, and a measured run {}: they may have done different work",
        words(counted),
        words(different)
    ))
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
