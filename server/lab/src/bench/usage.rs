//! What a program used while it ran.

use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use wait4::Wait4;
use xtask::process::shown;

/// Resources that a process used.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Usage {
    /// CPU time of all its threads, in user and system mode.
    pub(crate) cpu_seconds: f64,
    /// Time from its start to its end.
    pub(crate) wall_seconds: f64,
    /// The largest resident set.
    pub(crate) peak_bytes: u64,
}

/// Runs a command, with its standard output in a file, and returns what it used.
///
/// # Errors
/// If it cannot be started or does not exit with 0.
pub(crate) fn measure(command: &mut Command, output: &Path) -> Result<Usage> {
    let (used, status) = measure_whatever(command, output)?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(used)
}

/// The same for a command that may end with any status.
///
/// # Errors
/// If it cannot be started.
pub(crate) fn measure_whatever(
    command: &mut Command,
    output: &Path,
) -> Result<(Usage, ExitStatus)> {
    let file =
        File::create(output).with_context(|| format!("could not write to {}", output.display()))?;
    let start = Instant::now();
    let child = command
        .stdout(Stdio::from(file))
        .spawn()
        .with_context(|| format!("could not start `{}`", shown(command)))?;
    let used = child.wait4().context("could not wait for a process")?;
    let usage = Usage {
        wall_seconds: start.elapsed().as_secs_f64(),
        cpu_seconds: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
        peak_bytes: used.rusage.maxrss,
    };
    Ok((usage, used.status))
}

/// The median of some values: for an even number, the mean of the two in the middle; NaN for none.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.as_slice() {
        [] => f64::NAN,
        values if values.len() % 2 == 1 => values[middle],
        values => f64::midpoint(values[middle - 1], values[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0]).to_bits(), 2.0_f64.to_bits());
        assert_eq!(median([4.0, 1.0, 2.0, 3.0]).to_bits(), 2.5_f64.to_bits());
        assert!(median([]).is_nan());
    }

    #[cfg(unix)]
    #[test]
    fn a_busy_process_uses_more_cpu_time_than_an_idle_one() {
        let folder = tempfile::tempdir().unwrap();
        let used = |script: &str| {
            let mut command = Command::new("sh");
            measure(command.args(["-c", script]), &folder.path().join("out")).unwrap()
        };
        let busy = used("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo $i");
        let idle = used("true");
        assert!(busy.cpu_seconds > idle.cpu_seconds);
        assert!(idle.peak_bytes > 0);
        assert!(
            measure(
                Command::new("sh").args(["-c", "exit 3"]),
                &folder.path().join("out")
            )
            .is_err()
        );
    }
}
