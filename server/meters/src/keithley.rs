//! A Keithley 2600 source meter over TCP, in its language TSP (Lua), not SCPI.
//!
//! The instrument powers the board and measures what it supplies. An overlapped measurement writes current and voltage into the
//! two buffers of a channel, timed by the instrument's own clock. They are fetched after the window. Nothing goes over the
//! network in the meantime (the method of Nyholm, Mostowski and Reichenbach 2025, section 4.2).

use std::time::Instant;

use serde_json::json;

use crate::error::MeterError;
use crate::instrument::Instrument;
use crate::meter::{Description, Meter, Reading, Scope, Work};
use crate::selector::Selector;
use crate::window::Window;

const KIND: &str = "keithley";
/// One sample per power line cycle at 50 Hz, the instrument's default.
const INTERVAL_S: f64 = 0.02;
const NPLC: f64 = 1.0;
/// The buffers of a channel hold at least this many readings with times.
const MAX_READINGS: u32 = 60_000;
/// The number that the paper uses for a microbenchmark.
const SAMPLES_A_WINDOW: f64 = 5.0;
const FEWEST_SAMPLES: usize = 2;
/// The maximum number of errors to fetch.
const MAX_ERRORS: usize = 16;

/// One channel of a source meter.
#[derive(Debug)]
pub struct Keithley {
    description: Description,
    instrument: Instrument,
    channel: char,
    window: Window<Instant>,
}

impl Keithley {
    /// Connects, asks for the model and configures the channel.
    ///
    /// # Errors
    /// [`MeterError::Instrument`] if it does not answer, or answers with errors.
    pub fn open(selector: &Selector) -> Result<Self, MeterError> {
        let channel = match selector.text("channel").unwrap_or("a") {
            "a" => 'a',
            "b" => 'b',
            other => return Err(selector.invalid_value("channel", other, "a or b")),
        };
        let interval = selector.positive("interval")?.unwrap_or(INTERVAL_S);
        let nplc = selector.positive("nplc")?.unwrap_or(NPLC);
        let mut instrument = Instrument::connect(selector)?;
        let model = instrument.ask("print(localnode.model)")?;
        if !model.contains("26") {
            return Err(instrument.invalid_answer(
                "print(localnode.model)",
                &model,
                "a model of the series 2600 (use scpi: for other instruments)",
            ));
        }
        for line in [
            "errorqueue.clear()".to_owned(),
            "format.data = format.ASCII".to_owned(),
            format!("smu{channel}.measure.autorangei = smu{channel}.AUTORANGE_ON"),
            format!("smu{channel}.measure.nplc = {nplc}"),
            format!("smu{channel}.measure.interval = {interval}"),
            format!("smu{channel}.measure.count = {MAX_READINGS}"),
            format!("smu{channel}.nvbuffer1.collecttimestamps = 1"),
        ] {
            instrument.send(&line)?;
        }
        let mut meter = Self {
            description: Description {
                kind: KIND,
                what: format!("{model}, channel {channel}, at {}", instrument.address()),
                scope: Scope::Board,
                modelled: false,
                resolution_j: None,
                wrap_period_s: Some(interval * f64::from(MAX_READINGS)),
                samples_per_second: Some(1.0 / interval),
                shortest_window_s: SAMPLES_A_WINDOW * interval,
                notes: Vec::new(),
            },
            instrument,
            channel,
            window: Window::of(KIND),
        };
        meter.check_errors()?;
        Ok(meter)
    }

    /// Fetches the errors in the queue.
    fn check_errors(&mut self) -> Result<(), MeterError> {
        const COUNT: &str = "print(errorqueue.count)";
        let count = self.instrument.ask(COUNT)?;
        let number = count.parse::<f64>().map_err(|_| {
            self.instrument
                .invalid_answer(COUNT, &count, "a number of errors")
        })?;
        if number <= 0.0 {
            return Ok(());
        }
        let mut errors = Vec::new();
        while errors.len() < (number as usize).min(MAX_ERRORS) {
            let error = self.instrument.ask("print(errorqueue.next())")?;
            errors.push(error.replace('\t', " "));
        }
        Err(MeterError::Instrument {
            instrument: self.description.what.clone(),
            problem: format!("it reports {}", errors.join("; ")),
            fix: "look the code up in the reference manual of the series 2600, and set the source up before measuring"
                .to_owned(),
        })
    }

    /// Numbers separated by commas, tabs or spaces.
    fn numbers(&mut self, question: &str) -> Result<Vec<f64>, MeterError> {
        let answer = self.instrument.ask(question)?;
        answer
            .split([',', '\t', ' '])
            .filter(|text| !text.is_empty())
            .map(|text| text.parse::<f64>().ok().filter(|number| number.is_finite()))
            .collect::<Option<_>>()
            .ok_or_else(|| self.instrument.invalid_answer(question, &answer, "numbers"))
    }
}

impl Meter for Keithley {
    fn description(&self) -> &Description {
        &self.description
    }

    fn start(&mut self) -> Result<(), MeterError> {
        self.window.may_begin()?;
        let smu = format!("smu{}", self.channel);
        self.instrument
            .send(&format!("{smu}.nvbuffer1.clear() {smu}.nvbuffer2.clear()"))?;
        self.instrument.send(&format!(
            "{smu}.measure.overlappediv({smu}.nvbuffer1, {smu}.nvbuffer2)"
        ))?;
        self.window.begin(Instant::now());
        Ok(())
    }

    fn stop(&mut self, _work: &Work) -> Result<Reading, MeterError> {
        let began = self.window.end()?;
        let wall_s = began.elapsed().as_secs_f64();
        let smu = format!("smu{}", self.channel);
        self.instrument.send(&format!("{smu}.abort()"))?;
        self.check_errors()?;
        let count = format!("print({smu}.nvbuffer1.n, {smu}.nvbuffer2.n)");
        let filled = self.numbers(&count)?;
        // If a pair was cut off, only its current may be there.
        let pairs = filled.iter().copied().fold(f64::INFINITY, f64::min) as usize;
        if filled.len() != 2 || pairs < FEWEST_SAMPLES {
            return Err(MeterError::TooShort {
                meter: KIND,
                found: format!("readings {filled:?} in its two buffers"),
                wall_s,
                shortest_s: self.description.shortest_window_s,
            });
        }
        let question = format!(
            "printbuffer(1, {pairs}, {smu}.nvbuffer1, {smu}.nvbuffer2, {smu}.nvbuffer1.timestamps)"
        );
        let values = self.numbers(&question)?;
        if values.len() != 3 * pairs {
            return Err(self.instrument.invalid_answer(
                &question,
                &format!("{} numbers", values.len()),
                "three numbers a reading",
            ));
        }
        let watts: Vec<f64> = values.chunks_exact(3).map(|of| of[0] * of[1]).collect();
        if let Some(negative) = watts.iter().find(|watts| **watts < 0.0) {
            return Err(self.instrument.invalid_answer(
                &question,
                &format!("{negative} W"),
                "a power from 0 up (the channel sinks current: check polarity and source limits)",
            ));
        }
        let mean = watts.iter().sum::<f64>() / watts.len() as f64;
        let raw = json!({ "current_voltage_time": values, "mean_w": mean });
        Reading::checked(KIND, mean * wall_s, wall_s, raw)
    }
}
