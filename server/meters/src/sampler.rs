//! A thread that samples the power of a source while a window is open.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::error::MeterError;
use crate::meter::{Description, Meter, Reading, Work};
use crate::trace::PowerTrace;

/// A source of power values.
pub(crate) trait PowerSource: Send {
    /// The current power in watts.
    fn watts(&mut self) -> Result<f64, MeterError>;
}

/// A window needs at least this many samples.
const FEWEST_SAMPLES: usize = 2;

/// A meter that samples power and integrates it.
#[derive(Debug)]
pub struct Sampled {
    description: Description,
    interval: Duration,
    /// Set between windows.
    source: Option<Box<dyn SendSource>>,
    window: Option<Window>,
}

/// A [`PowerSource`] with debug output.
pub(crate) trait SendSource: PowerSource + std::fmt::Debug {}
impl<T: PowerSource + std::fmt::Debug> SendSource for T {}

#[derive(Debug)]
struct Window {
    began: Instant,
    end: Sender<()>,
    thread: JoinHandle<(Box<dyn SendSource>, Result<PowerTrace, MeterError>)>,
}

impl Sampled {
    pub(crate) fn new(
        description: Description,
        interval: Duration,
        source: impl SendSource + 'static,
    ) -> Self {
        Self {
            description,
            interval,
            source: Some(Box::new(source)),
            window: None,
        }
    }
}

impl Meter for Sampled {
    fn description(&self) -> &Description {
        &self.description
    }

    fn start(&mut self) -> Result<(), MeterError> {
        let meter = self.description.kind;
        let mut source = self.source.take().ok_or(MeterError::Turn {
            meter,
            problem: "is started twice",
        })?;
        let (end, ended) = mpsc::channel();
        let interval = self.interval;
        let began = Instant::now();
        let thread = thread::spawn(move || {
            let mut trace = PowerTrace::new();
            let mut sampled = Ok(());
            loop {
                let before = began.elapsed();
                sampled = sampled.and_then(|()| {
                    let watts = source.watts()?;
                    // If an answer took long, its time is the middle.
                    let middle = (before + began.elapsed()) / 2;
                    trace.push(meter, middle.as_secs_f64(), watts)
                });
                match ended.recv_timeout(interval) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            (source, sampled.map(|()| trace))
        });
        self.window = Some(Window { began, end, thread });
        Ok(())
    }

    fn stop(&mut self, _work: &Work) -> Result<Reading, MeterError> {
        let meter = self.description.kind;
        let window = self.window.take().ok_or(MeterError::Turn {
            meter,
            problem: "is stopped without a start",
        })?;
        let wall_s = window.began.elapsed().as_secs_f64();
        // The thread has already ended if this fails.
        let _ = window.end.send(());
        let (source, trace) = window.thread.join().map_err(|_| MeterError::Turn {
            meter,
            problem: "lost the thread that samples it",
        })?;
        self.source = Some(source);
        let trace = trace?;
        let inside = trace
            .points()
            .iter()
            .filter(|point| point.0 <= wall_s)
            .count();
        let joules = trace
            .energy(0.0, wall_s)
            .filter(|_| inside >= FEWEST_SAMPLES)
            .ok_or_else(|| MeterError::TooShort {
                meter,
                found: format!("{inside} samples"),
                wall_s,
                shortest_s: self.description.shortest_window_s,
            })?;
        let raw = json!({ "samples_s_w": trace.points() });
        Reading::checked(meter, joules, wall_s, raw)
    }
}
