//! The perf PMU `power`: `/sys/bus/event_source/devices/power/events/energy-*`, read through `perf stat`.
//!
//! The counters cover a whole socket. `perf stat` prints their increase in each interval, and the joules of an interval are
//! spread evenly over its time.

use std::io;
use std::process::Stdio;
use std::time::{Duration, Instant};

use programs::AllowedProgram;

use crate::error::MeterError;
use crate::intervals::{Intervals, Line};
use crate::meter::{Description, Meter, Reading, Scope, Work};
use crate::selector::Selector;
use crate::sysfs::{System, entries};

const KIND: &str = "perf";
const EVENTS: &str = "/sys/bus/event_source/devices/power/events";
const INTERVAL: Duration = Duration::from_millis(10);
/// Each end of a window is accurate to one interval.
const INTERVALS_A_WINDOW: u32 = 100;
/// How long `perf stat` may take to print the next interval.
const REPORT_TIMEOUT: Duration = Duration::from_secs(2);

/// A running `perf stat`.
#[derive(Debug)]
pub struct Perf {
    description: Description,
    intervals: Intervals,
}

impl Perf {
    /// Starts `perf stat` on `energy-pkg`, or on the named event.
    ///
    /// # Errors
    /// [`MeterError::Absent`] if there is no such event, no perf, or no permission.
    pub fn open(selector: &Selector, system: &System) -> Result<Self, MeterError> {
        let absent = |reason: String, fix: &str| MeterError::Absent {
            meter: KIND,
            reason,
            fix: fix.to_owned(),
        };
        let event = selector.text("event").unwrap_or("energy-pkg");
        let known: Vec<String> = entries(&system.path(EVENTS), "energy-")
            .map_err(|_| {
                absent(
                    format!("{EVENTS} does not exist"),
                    "virtual machines do not provide it: measure on the host; on a machine of its own type `sudo modprobe rapl`",
                )
            })?
            .iter()
            .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
            .filter(|name| !name.contains('.'))
            .collect();
        if !known.iter().any(|name| name == event) {
            return Err(absent(
                format!("the PMU has no event `{event}`"),
                &format!("choose with event= one of {}", known.join(", ")),
            ));
        }
        let unit = system.text(&format!("{EVENTS}/{event}.unit"));
        if unit.as_deref() != Some("Joules") {
            return Err(absent(
                format!("the event `{event}` is counted in {unit:?}"),
                "choose an event that is counted in Joules",
            ));
        }
        let scale = system
            .text(&format!("{EVENTS}/{event}.scale"))
            .and_then(|text| text.parse::<f64>().ok())
            .filter(|scale| scale.is_finite() && *scale > 0.0);
        let name = selector.text("program").unwrap_or("perf");
        let intervals = start(name, event)?;
        let meter = Self {
            description: Description {
                kind: KIND,
                what: format!("power/{event}/ of all sockets"),
                scope: Scope::Package,
                modelled: false,
                resolution_j: scale,
                // perf extends the counters to 64 bits.
                wrap_period_s: None,
                samples_per_second: Some(1.0 / INTERVAL.as_secs_f64()),
                shortest_window_s: (INTERVAL * INTERVALS_A_WINDOW).as_secs_f64(),
                notes: vec![
                    "counts everything that runs on the socket, other programs too".to_owned(),
                ],
            },
            intervals,
        };
        // perf reports at once if it may not count.
        match meter.intervals.wait_until(Instant::now()) {
            Ok(_) => Ok(meter),
            Err(MeterError::Program { problem, .. }) => Err(absent(
                format!("perf stat does not count: {problem}"),
                "it needs CAP_PERFMON: type `sudo sysctl kernel.perf_event_paranoid=-1`, or `sudo setcap cap_perfmon+ep $(which perf)`",
            )),
            Err(other) => Err(other),
        }
    }
}

impl Meter for Perf {
    fn description(&self) -> &Description {
        &self.description
    }

    fn start(&mut self) -> Result<(), MeterError> {
        self.intervals.start()
    }

    fn stop(&mut self, _work: &Work) -> Result<Reading, MeterError> {
        let shortest_s = self.description.shortest_window_s;
        self.intervals.stop((INTERVAL, "interval"), shortest_s)
    }
}

fn start(name: &str, event: &str) -> Result<Intervals, MeterError> {
    let not_started = |error: io::Error| MeterError::Absent {
        meter: KIND,
        reason: format!("{name} cannot be started: {error}"),
        fix: "install it: `sudo apt install linux-perf` or `linux-tools-$(uname -r)`".to_owned(),
    };
    let program = AllowedProgram::named(name, "the meter's program=").map_err(not_started)?;
    let mut child = program
        .command()
        .args(["stat", "--all-cpus", "--field-separator", ";"])
        .args(["--interval-print", &INTERVAL.as_millis().to_string()])
        .args(["--event", &format!("power/{event}/")])
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(not_started)?;
    let stderr = child.stderr.take();
    let stderr = stderr.ok_or_else(|| not_started(io::ErrorKind::BrokenPipe.into()))?;
    Ok(Intervals::follow(
        KIND,
        child,
        stderr,
        meaning,
        (
            "perf stat",
            "run `perf stat -a -e power/energy-pkg/ sleep 1` by hand",
        ),
        REPORT_TIMEOUT,
    ))
}

fn meaning(line: &str) -> Line {
    if line.is_empty() || line.starts_with('#') {
        return Line::Nothing;
    }
    joules_of(line).map_or(Line::Complaint, Line::Interval)
}

/// The joules of a line `seconds;joules;Joules;event;…`.
fn joules_of(line: &str) -> Option<f64> {
    let mut fields = line.split(';').map(str::trim);
    fields.next()?.parse::<f64>().ok()?;
    let joules = fields.next()?.parse::<f64>().ok()?;
    (fields.next()? == "Joules" && joules.is_finite() && joules >= 0.0).then_some(joules)
}

#[cfg(test)]
mod tests {
    use super::joules_of;

    #[test]
    fn only_intervals_with_joules_are_read() {
        let line = "     0.010073;0.42;Joules;power/energy-pkg/;10073000;100.00;;";
        assert_eq!(joules_of(line), Some(0.42));
        for line in [
            "0.01;<not counted>;Joules;power/energy-pkg/;0;0.00;;",
            "0.01;nan;Joules;power/energy-pkg/;0;0.00;;",
            "0.01;-1;Joules;power/energy-pkg/;0;0.00;;",
            "Error: No permission to enable power/energy-pkg/ event.",
            "",
        ] {
            assert_eq!(joules_of(line), None, "{line}");
        }
    }
}
