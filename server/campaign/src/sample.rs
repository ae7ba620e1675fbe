//! What was measured.

use serde_json::Value;

use crate::error::CampaignError;
use crate::file::{Campaign, Failure};
use crate::plan::{DeviceId, EntryId};

/// A measurement as the meter and the clocks gave it, without any subtraction.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Reading {
    /// The number of measured iterations.
    pub iterations: u64,
    /// Energy of all iterations in joules.
    pub energy_j: f64,
    /// CPU time of the measured thread in seconds.
    pub cpu_s: f64,
    /// Wall time by a monotonic clock, in seconds.
    pub wall_s: f64,
    /// The time of the probe right before, in seconds; `None` without a probe.
    pub probe_before_s: Option<f64>,
    /// The time of the probe right after, in seconds.
    pub probe_after_s: Option<f64>,
    /// The end by the system clock, RFC 3339; `None` if there is no such time.
    pub at: Option<String>,
    /// The meter's raw data: counters, voltages, states.
    pub raw: Option<Value>,
}

/// A reading with its position in the campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The launch of the JVM.
    pub launch: u32,
    /// The measurement cycle.
    pub cycle: u32,
    /// The position in the cycle.
    pub ordinal: u32,
    /// The name of the program.
    pub program: String,
    /// The measurement, without [`Reading::raw`], which [`Campaign::raw`] reads.
    pub reading: Reading,
}

impl Campaign {
    /// Writes one reading in its own transaction. After this returns, no crash loses it.
    ///
    /// # Errors
    /// [`CampaignError::Invalid`] for an energy or time that is not positive and finite, which is a fault of the meter;
    /// [`CampaignError::MeasuredTwice`]; or if writing fails. Nothing is written then.
    pub fn record(&mut self, entry: EntryId, reading: &Reading) -> Result<(), CampaignError> {
        self.record_all(std::slice::from_ref(&(entry, reading.clone())))
    }

    /// Writes several readings, such as those of a cycle, in one transaction.
    ///
    /// # Errors
    /// Those of [`Campaign::record`]. None of the readings is written then.
    pub fn record_all(&mut self, readings: &[(EntryId, Reading)]) -> Result<(), CampaignError> {
        for (entry, reading) in readings {
            check(*entry, reading)?;
        }
        let path = self.path.clone();
        let mut duplicate = None;
        let written = self.write("recording samples", |transaction| {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO sample (entry, iterations, energy_j, cpu_s, wall_s, probe_before_s, probe_after_s, at, raw)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?;
            for (entry, reading) in readings {
                let inserted = insert.execute((
                    entry.0,
                    i64::try_from(reading.iterations).unwrap_or(i64::MAX),
                    reading.energy_j,
                    reading.cpu_s,
                    reading.wall_s,
                    reading.probe_before_s,
                    reading.probe_after_s,
                    &reading.at,
                    reading.raw.as_ref().map(Value::to_string),
                ));
                if let Err(error) = inserted {
                    duplicate = Some(*entry).filter(|_| {
                        error.sqlite_error().is_some_and(|error| {
                            error.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY
                        })
                    });
                    return Err(error);
                }
            }
            Ok(())
        });
        match (written, duplicate) {
            (Err(_), Some(EntryId(entry))) => Err(CampaignError::MeasuredTwice { entry }),
            (written, _) => written.map_err(|error: Failure| error.at(path)),
        }
    }

    /// The samples of a device in the order of its plan.
    ///
    /// # Errors
    /// If they cannot be read, or if a value contradicts its meaning: another program may have written the file.
    pub fn samples(&self, device: DeviceId) -> Result<Vec<Sample>, CampaignError> {
        let samples = self.read(
            "reading the samples",
            "SELECT plan.id, launch, cycle, ordinal, program.name, iterations, energy_j, cpu_s, wall_s, probe_before_s,
                 probe_after_s, at
             FROM sample JOIN plan ON plan.id = sample.entry JOIN program ON program.id = plan.program
             WHERE device = ?1 ORDER BY launch, cycle, ordinal",
            [device.0],
            |row| {
                let sample = Sample {
                    launch: row.get(1)?,
                    cycle: row.get(2)?,
                    ordinal: row.get(3)?,
                    program: row.get(4)?,
                    reading: Reading {
                        iterations: row.get::<_, i64>(5)?.max(0).unsigned_abs(),
                        energy_j: row.get(6)?,
                        cpu_s: row.get(7)?,
                        wall_s: row.get(8)?,
                        probe_before_s: row.get(9)?,
                        probe_after_s: row.get(10)?,
                        at: row.get(11)?,
                        raw: None,
                    },
                };
                Ok((EntryId(row.get(0)?), sample))
            },
        )?;
        samples
            .into_iter()
            .map(|(entry, sample)| check(entry, &sample.reading).map(|()| sample))
            .collect()
    }

    /// The meter's raw data for an entry, if it has any.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn raw(&self, entry: EntryId) -> Result<Option<Value>, CampaignError> {
        let doing = "reading a raw sample";
        let rows: Vec<Option<String>> = self.read(
            doing,
            "SELECT raw FROM sample WHERE entry = ?1",
            [entry.0],
            |row| row.get(0),
        )?;
        match rows.into_iter().next().flatten() {
            Some(text) => serde_json::from_str(&text)
                .map(Some)
                .map_err(|error| self.damaged(doing, &error)),
            None => Ok(None),
        }
    }
}

/// Refuses what a working meter cannot have read.
fn check(entry: EntryId, reading: &Reading) -> Result<(), CampaignError> {
    let invalid = |field: &str, problem: String, fix: &str| {
        CampaignError::invalid(
            format!("sample of plan entry {}, {field}", entry.0),
            problem,
            fix,
        )
    };
    if reading.iterations == 0 {
        return Err(invalid(
            "iterations",
            "nothing was executed".to_owned(),
            "measure at least one iteration",
        ));
    }
    let positive = [
        ("energy_j", Some(reading.energy_j), "J"),
        ("cpu_s", Some(reading.cpu_s), "s"),
        ("wall_s", Some(reading.wall_s), "s"),
        ("probe_before_s", reading.probe_before_s, "s"),
        ("probe_after_s", reading.probe_after_s, "s"),
    ];
    for (field, value, unit) in positive {
        if let Some(value) = value
            && !(value.is_finite() && value > 0.0)
        {
            return Err(invalid(
                field,
                format!("{value} {unit} is not a positive finite number"),
                "check with `calibrate doctor` whether the meter and the clock work, then run the same command again",
            ));
        }
    }
    Ok(())
}
