//! The perf PMU `power`: `/sys/bus/event_source/devices/power/events/energy-*`, read through `perf stat`.
//!
//! The counters are those of a whole socket. `perf stat` prints what they rose by in each interval, and the joules of
//! the intervals are spread evenly over their time.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use programs::Program;
use serde_json::json;

use crate::error::MeterError;
use crate::meter::{Description, Meter, Reading, Scope, Work};
use crate::selector::Selector;
use crate::sysfs::{System, beginning, entries};
use crate::window::Window;

const KIND: &str = "perf";
const EVENTS: &str = "/sys/bus/event_source/devices/power/events";
const INTERVAL: Duration = Duration::from_millis(10);
/// The ends of a window are known to an interval each.
const INTERVALS_A_WINDOW: u32 = 100;
/// How long `perf stat` may take to print another interval.
const REPORT_TIMEOUT: Duration = Duration::from_secs(2);
/// A line that is longer is none of perf's.
const LONGEST_LINE: u64 = 4096;

/// A running `perf stat`.
#[derive(Debug)]
pub struct Perf {
    description: Description,
    child: Child,
    printed: Arc<Mutex<Printed>>,
    window: Window<Instant>,
}

/// What `perf stat` has printed so far.
#[derive(Debug, Default)]
struct Printed {
    /// The end of each interval, when it was printed, and its joules.
    intervals: Vec<(Instant, f64)>,
    /// Why no more will come.
    end: Option<String>,
}

impl Perf {
    /// Starts `perf stat` on `energy-pkg`, or on the event that was named.
    ///
    /// # Errors
    /// [`MeterError::Absent`] where there is no such event, no perf, or no permission.
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
        let (child, printed) = start(name, event)?;
        let mut meter = Self {
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
            child,
            printed,
            window: Window::of(KIND),
        };
        // perf complains at once where it may not count.
        match meter.wait_until(Instant::now()) {
            Ok(_) => Ok(meter),
            Err(MeterError::Program { problem, .. }) => Err(absent(
                format!("perf stat does not count: {problem}"),
                "it needs CAP_PERFMON: type `sudo sysctl kernel.perf_event_paranoid=-1`, or `sudo setcap cap_perfmon+ep $(which perf)`",
            )),
            Err(other) => Err(other),
        }
    }

    /// Waits for an interval that ends behind a time, and tells all intervals.
    fn wait_until(&mut self, time: Instant) -> Result<Vec<(Instant, f64)>, MeterError> {
        let failed = |problem: String| MeterError::Program {
            program: "perf stat".to_owned(),
            problem,
            fix: "run `perf stat -a -e power/energy-pkg/ sleep 1` by hand".to_owned(),
        };
        let begun = Instant::now();
        loop {
            {
                let printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
                if printed.intervals.last().is_some_and(|last| last.0 > time) {
                    return Ok(printed.intervals.clone());
                }
                if let Some(end) = &printed.end {
                    return Err(failed(end.clone()));
                }
            }
            if begun.elapsed() > REPORT_TIMEOUT {
                return Err(failed(format!(
                    "it printed nothing for {} s",
                    REPORT_TIMEOUT.as_secs()
                )));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Meter for Perf {
    fn description(&self) -> &Description {
        &self.description
    }

    fn start(&mut self) -> Result<(), MeterError> {
        self.window.may_begin()?;
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        // Only the interval that is under way reaches into the new window.
        let old = printed.intervals.len().saturating_sub(2);
        printed.intervals.drain(..old);
        drop(printed);
        self.window.begin(Instant::now());
        Ok(())
    }

    fn stop(&mut self, _work: &Work) -> Result<Reading, MeterError> {
        let from = self.window.end()?;
        let to = Instant::now();
        let wall_s = (to - from).as_secs_f64();
        let intervals = self.wait_until(to)?;
        if wall_s < INTERVAL.as_secs_f64() {
            return Err(MeterError::TooShort {
                meter: KIND,
                found: "not a whole interval".to_owned(),
                wall_s,
                shortest_s: self.description.shortest_window_s,
            });
        }
        let mut joules = 0.0;
        for pair in intervals.windows(2) {
            let (begin, end) = (pair[0].0, pair[1].0);
            let length = (end - begin).as_secs_f64();
            let inside = end
                .min(to)
                .saturating_duration_since(begin.max(from))
                .as_secs_f64();
            if length > 0.0 {
                joules += pair[1].1 * inside / length;
            }
        }
        let raw = json!({
            "interval_joules": intervals.iter().map(|interval| interval.1).collect::<Vec<_>>(),
        });
        Reading::checked(KIND, joules, wall_s, raw)
    }
}

impl Drop for Perf {
    fn drop(&mut self) {
        // It ends by itself where it was the first to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(name: &str, event: &str) -> Result<(Child, Arc<Mutex<Printed>>), MeterError> {
    let not_started = |error: io::Error| MeterError::Absent {
        meter: KIND,
        reason: format!("{name} cannot be started: {error}"),
        fix: "install it: `sudo apt install linux-perf` or `linux-tools-$(uname -r)`".to_owned(),
    };
    let program = Program::named(name, "the meter's program=").map_err(not_started)?;
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
    let printed = Arc::new(Mutex::new(Printed::default()));
    if let Some(stderr) = child.stderr.take() {
        let printed = Arc::clone(&printed);
        thread::spawn(move || follow(stderr, &printed));
    }
    Ok((child, printed))
}

/// Reads interval by interval until the program ends or says something else.
fn follow(stderr: impl Read, printed: &Mutex<Printed>) {
    let mut lines = BufReader::new(stderr);
    let end = loop {
        let mut line = Vec::new();
        match lines
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
        {
            Ok(0) => break "it ended".to_owned(),
            Ok(_) => {}
            Err(error) => break error.to_string(),
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match joules_of(line) {
            Some(joules) => printed
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .intervals
                .push((Instant::now(), joules)),
            None => break beginning(line),
        }
    };
    let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
    printed.end = Some(end);
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
