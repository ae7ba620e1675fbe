//! A program that prints the energy of consecutive intervals, and the energy of a window over these intervals.
//!
//! The joules of an interval are spread evenly over its time. An interval ends when its line arrives, so each end of a window is
//! accurate to one interval.

use std::io::{BufRead, BufReader, Read};
use std::process::Child;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::error::MeterError;
use crate::meter::Reading;
use crate::sysfs::beginning;
use crate::window::Window;

/// A meter never prints a longer line.
const LONGEST_LINE: u64 = 4096;

/// The meaning of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Line {
    /// No information.
    Nothing,
    /// An interval has ended, with this many joules.
    Interval(f64),
    /// An unknown line: the program reports an error.
    Complaint,
}

/// The intervals from a running program.
#[derive(Debug)]
pub(crate) struct Intervals {
    meter: &'static str,
    window: Window<Instant>,
    child: Child,
    printed: Arc<Mutex<Printed>>,
    /// The name of the program, for messages.
    program: &'static str,
    fix: &'static str,
    /// How long the program may take to print the next interval.
    patience: Duration,
}

/// The program's output so far.
#[derive(Debug, Default)]
struct Printed {
    /// The end of each interval (the time of printing), and its joules.
    intervals: Vec<(Instant, f64)>,
    /// Why there will be no more.
    end: Option<String>,
}

impl Intervals {
    /// Follows a program's output. `complaints` is read if the program ends without an interval.
    pub(crate) fn follow(
        meter: &'static str,
        child: Child,
        lines: impl Read + Send + 'static,
        meaning: impl FnMut(&str) -> Line + Send + 'static,
        (program, fix): (&'static str, &'static str),
        patience: Duration,
    ) -> Self {
        let printed = Arc::new(Mutex::new(Printed::default()));
        let into = Arc::clone(&printed);
        thread::spawn(move || read(lines, meaning, &into));
        Self {
            meter,
            window: Window::of(meter),
            child,
            printed,
            program,
            fix,
            patience,
        }
    }

    /// Waits for an interval that ends after a time, and returns all intervals.
    ///
    /// # Errors
    /// [`MeterError::Program`] if the program has ended, prints something else, or prints nothing for too long.
    pub(crate) fn wait_until(&self, time: Instant) -> Result<Vec<(Instant, f64)>, MeterError> {
        let failed = |problem: String| MeterError::Program {
            program: self.program.to_owned(),
            problem,
            fix: self.fix.to_owned(),
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
            if begun.elapsed() > self.patience {
                return Err(failed(format!(
                    "it printed nothing for {} s",
                    self.patience.as_secs()
                )));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Begins a window.
    ///
    /// # Errors
    /// [`MeterError::Turn`] if one is already open.
    pub(crate) fn start(&mut self) -> Result<(), MeterError> {
        self.window.may_begin()?;
        self.forget();
        self.window.begin(Instant::now());
        Ok(())
    }

    /// Ends the window. `interval` is the length of an interval and its name; `shortest_s` is the shortest window in seconds.
    ///
    /// # Errors
    /// [`MeterError::TooShort`] if the window is shorter than an interval, [`MeterError::Turn`] if none is open, and the errors
    /// of [`Intervals::wait_until`].
    pub(crate) fn stop(
        &mut self,
        (interval, name): (Duration, &str),
        shortest_s: f64,
    ) -> Result<Reading, MeterError> {
        let from = self.window.end()?;
        let to = Instant::now();
        let wall_s = (to - from).as_secs_f64();
        let (joules, raw) = self.energy(from, to)?;
        if wall_s < interval.as_secs_f64() {
            return Err(MeterError::TooShort {
                meter: self.meter,
                found: format!("not a whole {name}"),
                wall_s,
                shortest_s,
            });
        }
        Reading::checked(self.meter, joules, wall_s, raw)
    }

    /// Drops intervals that cannot overlap a later window.
    fn forget(&self) {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        // Only the current interval overlaps a new window.
        let old = printed.intervals.len().saturating_sub(2);
        printed.intervals.drain(..old);
    }

    /// The joules between two times, and the printed output.
    ///
    /// # Errors
    /// Those of [`Intervals::wait_until`].
    fn energy(&self, from: Instant, to: Instant) -> Result<(f64, Value), MeterError> {
        let intervals = self.wait_until(to)?;
        let joules = between(&intervals, from, to);
        let raw = json!({
            "interval_joules": intervals.iter().map(|interval| interval.1).collect::<Vec<_>>(),
        });
        Ok((joules, raw))
    }
}

impl Drop for Intervals {
    fn drop(&mut self) {
        // It ends by itself if the program ended first.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The joules between two times, with parts of intervals.
fn between(intervals: &[(Instant, f64)], from: Instant, to: Instant) -> f64 {
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
    joules
}

/// Reads intervals until the program ends or prints something else.
fn read(lines: impl Read, mut meaning: impl FnMut(&str) -> Line, printed: &Mutex<Printed>) {
    let mut lines = BufReader::new(lines);
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
        match meaning(line) {
            Line::Nothing => {}
            Line::Interval(joules) => printed
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .intervals
                .push((Instant::now(), joules)),
            Line::Complaint => break beginning(line),
        }
    };
    let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
    printed.end = Some(end);
}
