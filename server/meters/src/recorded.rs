//! Power samples that another program records during the measurement: a CSV file of time and power.
//!
//! The first two columns are seconds since 1970 and watts. Other columns, a header and lines that begin with `#` are skipped.
//! Joular Core's file names its columns in the header, and has whole seconds. The file may still grow. The clocks of the two
//! programs must agree up to the setting `offset`.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde_json::json;

use crate::error::MeterError;
use crate::joular_columns::{Columns, POWERS};
use crate::meter::{Description, Meter, Reading, Scope, Work};
use crate::selector::Selector;
use crate::sysfs::beginning;
use crate::trace::PowerTrace;
use crate::window::Window;

const CSV: &str = "csv";
const JOULAR: &str = "joular";
/// How long to wait for the other program.
const WAIT_S: f64 = 5.0;
const LONGEST_LINE: u64 = 4096;
const SAMPLES_A_WINDOW: f64 = 10.0;
const FEWEST_SAMPLES: usize = 2;
/// Samples up to this long before a window are read, too, so that the power at its beginning can be interpolated.
const LEAD_S: f64 = 2.0;
/// How far the two clocks of a machine may drift apart within a window.
const LARGEST_STEP_S: f64 = 0.005;

/// A file that another program writes.
#[derive(Debug)]
pub struct Recorded {
    description: Description,
    path: PathBuf,
    /// The power to read from Joular Core's file; `None` for a file of time and power.
    power: Option<String>,
    /// Added to the times in the file.
    offset_s: f64,
    wait: Duration,
    window: Window<(Instant, SystemTime)>,
}

impl Recorded {
    /// Opens a file of time and power that has at least two samples.
    ///
    /// # Errors
    /// [`MeterError::Nonsense`] if a line is not a sample.
    pub fn open(selector: &Selector) -> Result<Self, MeterError> {
        Self::of(CSV, Scope::Board, None, selector)
    }

    /// Opens Joular Core's file, which gets a line every second.
    ///
    /// # Errors
    /// [`MeterError::Nonsense`] if the header lacks this power, or a line is not a sample.
    pub fn of_joular_core(selector: &Selector) -> Result<Self, MeterError> {
        let power = selector.text("power").unwrap_or("total");
        if !POWERS.contains(&power) {
            return Err(selector.invalid_value("power", power, "total, cpu, gpu or process"));
        }
        Self::of(JOULAR, Scope::Package, Some(power.to_owned()), selector)
    }

    fn of(
        kind: &'static str,
        scope: Scope,
        power: Option<String>,
        selector: &Selector,
    ) -> Result<Self, MeterError> {
        let path = PathBuf::from(selector.required("file")?);
        let offset_s = selector.number("offset")?.unwrap_or(0.0);
        let wait =
            Duration::from_secs_f64(selector.positive("wait")?.unwrap_or(WAIT_S).min(3600.0));
        let mut meter = Self {
            description: Description {
                kind,
                what: match &power {
                    Some(power) => format!("{power} power in {}", path.display()),
                    None => path.display().to_string(),
                },
                scope,
                modelled: false,
                resolution_j: None,
                wrap_period_s: None,
                samples_per_second: None,
                shortest_window_s: 0.0,
                notes: vec![format!(
                    "the clock of the recording is assumed to be {offset_s} s behind this machine's"
                )],
            },
            path,
            power,
            offset_s,
            wait,
            window: Window::of(kind),
        };
        let trace = meter.read(f64::NEG_INFINITY)?;
        let points = trace.points();
        let interval = match (points.first(), points.last()) {
            (Some(first), Some(last)) if points.len() >= FEWEST_SAMPLES => {
                (last.0 - first.0) / (points.len() - 1) as f64
            }
            _ => {
                return Err(MeterError::Absent {
                    meter: kind,
                    reason: format!("{} has fewer than two samples", meter.path.display()),
                    fix: "start the program that records before measuring".to_owned(),
                });
            }
        };
        meter.description.samples_per_second = Some(1.0 / interval);
        meter.description.shortest_window_s = SAMPLES_A_WINDOW * interval;
        Ok(meter)
    }
}

impl Meter for Recorded {
    fn description(&self) -> &Description {
        &self.description
    }

    fn start(&mut self) -> Result<(), MeterError> {
        self.window.may_begin()?;
        self.window.begin((Instant::now(), SystemTime::now()));
        Ok(())
    }

    fn stop(&mut self, _work: &Work) -> Result<Reading, MeterError> {
        let (began, from) = self.window.end()?;
        let wall_s = began.elapsed().as_secs_f64();
        let (from, to) = (seconds(from), seconds(SystemTime::now()));
        check_step(wall_s, from, to)?;
        let asked = Instant::now();
        let trace = loop {
            let trace = self.read(from - LEAD_S)?;
            if trace.points().last().is_some_and(|last| last.0 >= to) || asked.elapsed() > self.wait
            {
                break trace;
            }
            thread::sleep(Duration::from_millis(20));
        };
        let inside: Vec<(f64, f64)> = trace
            .points()
            .iter()
            .filter(|point| point.0 >= from && point.0 <= to)
            .copied()
            .collect();
        if inside.len() < FEWEST_SAMPLES {
            return Err(MeterError::TooShort {
                meter: self.description.kind,
                found: format!(
                    "{} samples (is {} still recorded, by a clock that agrees?)",
                    inside.len(),
                    self.path.display()
                ),
                wall_s,
                shortest_s: self.description.shortest_window_s,
            });
        }
        let joules = trace.energy(from, from + wall_s).unwrap_or(f64::NAN);
        let raw = json!({ "from_s": from, "samples_s_w": inside });
        Reading::checked(self.description.kind, joules, wall_s, raw)
    }
}

/// Checks that the system clock advanced like the monotonic clock.
fn check_step(wall_s: f64, from: f64, to: f64) -> Result<(), MeterError> {
    let step_s = (to - from) - wall_s;
    if step_s.abs() > LARGEST_STEP_S {
        return Err(MeterError::ClockStepped { step_s });
    }
    Ok(())
}

fn seconds(time: SystemTime) -> f64 {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => since.as_secs_f64(),
        Err(before) => -before.duration().as_secs_f64(),
    }
}

impl Recorded {
    /// The samples from a certain time on.
    fn read(&self, from: f64) -> Result<PowerTrace, MeterError> {
        let failed = |source| MeterError::File {
            path: self.path.clone(),
            source,
        };
        let mut lines = BufReader::new(files::open(&self.path).map_err(failed)?);
        let mut trace = PowerTrace::new();
        let mut columns = Columns::FIRST_TWO;
        let mut number = 0;
        loop {
            let mut line = Vec::new();
            let length = lines
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)
                .map_err(failed)?;
            // A last line without an end is still being written.
            if length == 0 || line.last() != Some(&b'\n') && length < LONGEST_LINE as usize {
                return Ok(trace);
            }
            number += 1;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim().trim_start_matches('\u{feff}');
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let place = format!("{}, line {number}", self.path.display());
            let nonsense = |expected| MeterError::Nonsense {
                place: place.clone(),
                found: beginning(text),
                expected,
            };
            if let Some(power) = self.power.as_deref().filter(|_| number == 1) {
                columns = Columns::of_header(text, power).ok_or_else(|| {
                    nonsense("Joular Core's header with a timestamp and the power that was chosen")
                })?;
                continue;
            }
            match sample(text, columns) {
                Some((time, watts)) => {
                    let time = time + self.offset_s;
                    // Two lines for the same second are one sample.
                    let is_again = self.power.is_some()
                        && trace
                            .points()
                            .last()
                            .is_some_and(|last| last.0.total_cmp(&time).is_eq());
                    if time >= from && !is_again {
                        trace.push(&place, time, watts)?;
                    }
                }
                None if number == 1 => {}
                None => return Err(nonsense("seconds and watts")),
            }
        }
    }
}

fn sample(text: &str, columns: Columns) -> Option<(f64, f64)> {
    let fields: Vec<&str> = text.split([',', ';', '\t']).map(str::trim).collect();
    let number = |place: usize| fields.get(place)?.parse().ok();
    Some((number(columns.seconds)?, number(columns.watts)?))
}

#[cfg(test)]
mod tests {
    use super::check_step;

    #[test]
    fn a_clock_that_steps_within_a_window_is_noticed_in_either_direction() {
        assert!(check_step(1.0, 100.0, 101.001).is_ok());
        for to in [100.5, 99.0, 3701.0] {
            assert!(check_step(1.0, 100.0, to).is_err(), "{to}");
        }
    }
}
