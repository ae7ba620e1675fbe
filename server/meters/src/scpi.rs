//! Multimeters and power analysers over TCP that speak SCPI: `*IDN?`, `READ?`, `SYST:ERR?`.

use std::time::Duration;

use crate::error::MeterError;
use crate::instrument::Instrument;
use crate::meter::{Description, Scope};
use crate::sampler::{PowerSource, Sampled};
use crate::selector::Selector;

const KIND: &str = "scpi";
/// Each reading takes the instrument's integration time. There is no pause between readings.
const INTERVAL: Duration = Duration::from_millis(1);
const SHORTEST_WINDOW_S: f64 = 0.5;
/// SCPI instruments return this value or more for an overload.
const OVERLOAD: f64 = 9.0e37;

#[derive(Debug)]
struct Multimeter {
    instrument: Instrument,
    /// The factor from a reading to watts.
    volts: f64,
}

/// Connects and takes one reading.
///
/// # Errors
/// [`MeterError::Instrument`] if it does not answer, or answers with errors.
pub fn open(selector: &Selector) -> Result<Sampled, MeterError> {
    let quantity = selector.text("quantity").unwrap_or("current");
    let volts = match quantity {
        "power" => 1.0,
        "current" => selector.positive("volts")?.ok_or_else(|| {
            selector.invalid_value(
                "quantity",
                "current",
                "enough: volts= of the supply is missing",
            )
        })?,
        other => return Err(selector.invalid_value("quantity", other, "current or power")),
    };
    let mut instrument = Instrument::connect(selector)?;
    let identity = instrument.ask("*IDN?")?;
    instrument.send("*CLS")?;
    let mut meter = Multimeter { instrument, volts };
    meter.watts()?;
    meter.check_errors()?;
    let mut notes = Vec::new();
    if quantity == "current" {
        notes.push(format!(
            "the supply is assumed to give {volts} V all the time"
        ));
    }
    Ok(Sampled::new(
        Description {
            kind: KIND,
            what: format!("{identity} at {}", meter.instrument.address()),
            scope: Scope::Board,
            modelled: false,
            resolution_j: None,
            wrap_period_s: None,
            samples_per_second: None,
            shortest_window_s: SHORTEST_WINDOW_S,
            notes,
        },
        INTERVAL,
        meter,
    ))
}

impl Multimeter {
    fn check_errors(&mut self) -> Result<(), MeterError> {
        const QUESTION: &str = "SYST:ERR?";
        let answer = self.instrument.ask(QUESTION)?;
        let code = answer.split(',').next().unwrap_or_default();
        match code.trim().parse::<i64>() {
            Ok(0) => Ok(()),
            Ok(_) => Err(MeterError::Instrument {
                instrument: self.instrument.address().to_owned(),
                problem: format!("it reports {answer}"),
                fix: "set it to the quantity that is measured by hand, and start again".to_owned(),
            }),
            Err(_) => Err(self.instrument.invalid_answer(
                QUESTION,
                &answer,
                "the number and the text of an error",
            )),
        }
    }
}

impl PowerSource for Multimeter {
    fn watts(&mut self) -> Result<f64, MeterError> {
        const QUESTION: &str = "READ?";
        let answer = self.instrument.ask(QUESTION)?;
        let reading = answer.parse::<f64>().ok().filter(|value| value.is_finite());
        match reading {
            Some(value) if value.abs() >= OVERLOAD => Err(MeterError::Instrument {
                instrument: self.instrument.address().to_owned(),
                problem: "the reading is beyond its range".to_owned(),
                fix: "choose a larger range or the automatic one".to_owned(),
            }),
            Some(value) if value >= 0.0 => Ok(value * self.volts),
            Some(_) => Err(self.instrument.invalid_answer(
                QUESTION,
                &answer,
                "a reading from 0 up (swap the leads)",
            )),
            None => {
                // The error queue, if not empty, says more than the answer.
                self.check_errors()?;
                Err(self
                    .instrument
                    .invalid_answer(QUESTION, &answer, "a number"))
            }
        }
    }
}
