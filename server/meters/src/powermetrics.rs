//! macOS: the processor's power as `powermetrics` prints it, sample by sample.
//!
//! Each sample begins with `*** Sampled system activity (…) (100.12ms elapsed) ***`. A Mac with Apple silicon then prints
//! `Combined Power (CPU + GPU + ANE): 1234 mW`, one with an Intel processor
//! `Intel energy model derived package power (CPUs+GT+SA): 3.45W`. A sample's energy is its power times its time.

use std::io;
use std::process::Stdio;
use std::time::{Duration, Instant};

use programs::AllowedProgram;

use crate::error::MeterError;
use crate::intervals::{Intervals, Line};
use crate::meter::{Description, Meter, Reading, Scope, Work};
use crate::selector::Selector;
use crate::sysfs::System;

const KIND: &str = "powermetrics";
/// Its path in macOS. `program=` names another path.
const PROGRAM: &str = "/usr/bin/powermetrics";
const INTERVAL: Duration = Duration::from_millis(20);
/// Each end of a window is accurate to one interval.
const INTERVALS_A_WINDOW: u32 = 50;
/// How long it may take to print the next sample. The first one comes late.
const REPORT_TIMEOUT: Duration = Duration::from_secs(5);
/// The largest plausible power of a processor, in watts.
const MAX_WATTS: f64 = 10_000.0;

/// A running `powermetrics`.
#[derive(Debug)]
pub struct Powermetrics {
    description: Description,
    intervals: Intervals,
}

impl Powermetrics {
    /// Starts `powermetrics`.
    ///
    /// # Errors
    /// [`MeterError::Absent`] if this is not a Mac, or the user has no permission.
    pub fn open(selector: &Selector, _system: &System) -> Result<Self, MeterError> {
        let name = selector.text("program").unwrap_or(PROGRAM);
        let intervals = start(name)?;
        let meter = Self {
            description: Description {
                kind: KIND,
                what: "the power of processor, graphics and neural engine".to_owned(),
                scope: Scope::Package,
                modelled: false,
                // Power is printed in milliwatts.
                resolution_j: Some(1e-3 * INTERVAL.as_secs_f64()),
                wrap_period_s: None,
                samples_per_second: Some(1.0 / INTERVAL.as_secs_f64()),
                shortest_window_s: (INTERVAL * INTERVALS_A_WINDOW).as_secs_f64(),
                notes: vec![
                    "counts everything that runs on the processor, other programs too".to_owned(),
                    "Apple calls these values estimates that compare programs on one machine"
                        .to_owned(),
                ],
            },
            intervals,
        };
        match meter.intervals.wait_until(Instant::now()) {
            Ok(_) => Ok(meter),
            Err(MeterError::Program { problem, .. }) => Err(MeterError::Absent {
                meter: KIND,
                reason: format!("powermetrics does not measure: {problem}"),
                fix: "it needs root: run the command with sudo".to_owned(),
            }),
            Err(other) => Err(other),
        }
    }
}

impl Meter for Powermetrics {
    fn description(&self) -> &Description {
        &self.description
    }

    fn start(&mut self) -> Result<(), MeterError> {
        self.intervals.start()
    }

    fn stop(&mut self, _work: &Work) -> Result<Reading, MeterError> {
        let shortest_s = self.description.shortest_window_s;
        self.intervals.stop((INTERVAL, "sample"), shortest_s)
    }
}

fn start(name: &str) -> Result<Intervals, MeterError> {
    let not_started = |error: io::Error| MeterError::Absent {
        meter: KIND,
        reason: format!("{name} cannot be started: {error}"),
        fix: "only macOS has it".to_owned(),
    };
    let program = AllowedProgram::named(name, "the meter's program=").map_err(not_started)?;
    let mut child = program
        .command()
        .args(["--samplers", "cpu_power"])
        .args(["--sample-rate", &INTERVAL.as_millis().to_string()])
        // Makes it write each sample at once.
        .args(["--buffer-size", "1"])
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        // Without permission, it says so on standard error and ends.
        .stderr(Stdio::piped())
        .spawn()
        .map_err(not_started)?;
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(not_started(io::ErrorKind::BrokenPipe.into()));
    };
    let mut samples = Samples::default();
    Ok(Intervals::follow(
        KIND,
        child,
        io::Read::chain(stdout, stderr),
        move |line| samples.meaning(line),
        (
            "powermetrics",
            "run `sudo powermetrics --samplers cpu_power -n 1` by hand",
        ),
        REPORT_TIMEOUT,
    ))
}

/// The position within a sample's lines.
#[derive(Debug, Default)]
struct Samples {
    /// The length of the current sample in seconds, until its power is printed.
    elapsed_s: Option<f64>,
}

impl Samples {
    fn meaning(&mut self, line: &str) -> Line {
        if line.starts_with("*** Sampled system activity") {
            // A sample without power cannot be used.
            let unused = self.elapsed_s.take().is_some();
            self.elapsed_s = elapsed_s(line);
            return if unused || self.elapsed_s.is_none() {
                Line::Complaint
            } else {
                Line::Nothing
            };
        }
        if line.contains("must be invoked as the superuser") {
            return Line::Complaint;
        }
        let is_total = line.starts_with("Combined Power")
            || line.starts_with("Intel energy model derived package power");
        if !is_total {
            return Line::Nothing;
        }
        match (self.elapsed_s.take(), watts(line)) {
            (Some(seconds), Some(watts)) => Line::Interval(seconds * watts),
            // The section about graphics repeats the line.
            (None, Some(_)) => Line::Nothing,
            (_, None) => Line::Complaint,
        }
    }
}

/// The seconds of `… (100.12ms elapsed) ***`.
fn elapsed_s(line: &str) -> Option<f64> {
    let before = line
        .split("ms elapsed")
        .next()
        .filter(|before| *before != line)?;
    let number = before.rsplit('(').next()?;
    let milliseconds: f64 = number.trim().parse().ok()?;
    (milliseconds.is_finite() && milliseconds > 0.0).then_some(milliseconds * 1e-3)
}

/// The watts of `NAME: 1234 mW` or `NAME: 3.45W`.
fn watts(line: &str) -> Option<f64> {
    let value = line.rsplit_once(':')?.1.trim();
    let (number, unit) = match value.strip_suffix("mW") {
        Some(number) => (number, 1e-3),
        None => (value.strip_suffix('W')?, 1.0),
    };
    let watts = number.trim().parse::<f64>().ok()? * unit;
    (watts.is_finite() && (0.0..=MAX_WATTS).contains(&watts)).then_some(watts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meanings(text: &str) -> Vec<Line> {
        let mut samples = Samples::default();
        let meanings = text.lines().map(|line| samples.meaning(line.trim()));
        meanings.filter(|line| *line != Line::Nothing).collect()
    }

    #[test]
    fn a_sample_is_its_power_times_its_time_on_either_processor() {
        let apple = "Machine model: Mac14,2
            OS version: 22G91

            *** Sampled system activity (Tue Nov 24 10:00:00 2026 +0100) (100.00ms elapsed) ***

            **** Processor usage ****

            E-Cluster HW active frequency: 1017 MHz
            CPU Power: 1000 mW
            GPU Power: 200 mW
            ANE Power: 0 mW
            Combined Power (CPU + GPU + ANE): 1200 mW

            **** GPU usage ****
            GPU Power: 190 mW

            *** Sampled system activity (Tue Nov 24 10:00:01 2026 +0100) (50.5ms elapsed) ***
            Combined Power (CPU + GPU + ANE): 2000 mW";
        let joules: Vec<f64> = meanings(apple)
            .into_iter()
            .map(|line| match line {
                Line::Interval(joules) => joules,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(joules.len(), 2);
        assert!((joules[0] - 0.12).abs() < 1e-12 && (joules[1] - 0.101).abs() < 1e-12);
        let intel = "*** Sampled system activity (today) (1000.00ms elapsed) ***
            Intel energy model derived package power (CPUs+GT+SA): 3.45W";
        let [Line::Interval(joules)] = meanings(intel)[..] else {
            panic!("one sample");
        };
        assert!((joules - 3.45).abs() < 1e-12);
    }

    #[test]
    fn what_cannot_be_a_sample_is_a_complaint() {
        let header = "*** Sampled system activity (today) (100.0ms elapsed) ***";
        for text in [
            "powermetrics must be invoked as the superuser".to_owned(),
            "*** Sampled system activity (today) ***".to_owned(),
            "*** Sampled system activity (today) (-1ms elapsed) ***".to_owned(),
            format!("{header}\n{header}"),
            format!("{header}\nCombined Power (CPU + GPU + ANE): -3 mW"),
            format!("{header}\nCombined Power (CPU + GPU + ANE): nan mW"),
            format!("{header}\nCombined Power (CPU + GPU + ANE): 12"),
            format!("{header}\nCombined Power (CPU + GPU + ANE): 1e9 W"),
        ] {
            assert_eq!(meanings(&text), [Line::Complaint], "{text}");
        }
    }
}
