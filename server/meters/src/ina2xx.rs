//! An INA219, INA226 or similar sensor, through Linux hwmon.
//!
//! The number of `hwmonN` changes from boot to boot. So a sensor is identified by its `name` and its device, and searched for
//! again if its files disappear.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::MeterError;
use crate::meter::{Description, Scope};
use crate::sampler::{PowerSource, Sampled};
use crate::selector::Selector;
use crate::sysfs::{System, entries, read_text, read_whole};

const KIND: &str = "ina2xx";
const FOLDER: &str = "/sys/class/hwmon";
const INTERVAL: Duration = Duration::from_millis(2);
const USUAL_SAMPLES_A_WINDOW: f64 = 50.0;

#[derive(Debug)]
struct Sensor {
    folder: PathBuf,
    name: String,
    device: String,
    all: PathBuf,
}

/// Opens the only sensor, or the named one.
///
/// # Errors
/// [`MeterError::Absent`] if there is none, or several and none was named.
pub fn open(selector: &Selector, system: &System) -> Result<Sampled, MeterError> {
    let absent = |reason: String, fix: String| MeterError::Absent {
        meter: KIND,
        reason,
        fix,
    };
    let all = system.path(FOLDER);
    let mut found = sensors(&all);
    found.retain(|sensor| {
        let fits = |key, value: &str| selector.text(key).is_none_or(|wanted| wanted == value);
        fits("name", &sensor.name) && fits("device", &sensor.device)
    });
    if found.len() > 1 {
        let names: Vec<String> = found
            .iter()
            .map(|sensor| format!("ina2xx:name={},device={}", sensor.name, sensor.device))
            .collect();
        return Err(absent(
            "there are several sensors".to_owned(),
            format!("choose one of {}", names.join(" ")),
        ));
    }
    let Some(mut sensor) = found.pop() else {
        return Err(absent(
            format!("{FOLDER} has no such sensor"),
            "load its driver and tell it where the sensor is: `sudo modprobe ina2xx; echo ina219 0x40 | sudo tee /sys/bus/i2c/devices/i2c-1/new_device`".to_owned(),
        ));
    };
    sensor.watts()?;
    Ok(Sampled::new(
        Description {
            kind: KIND,
            what: format!("{} at {}", sensor.name, sensor.device),
            scope: Scope::Board,
            modelled: false,
            resolution_j: None,
            wrap_period_s: None,
            samples_per_second: Some(1.0 / INTERVAL.as_secs_f64()),
            shortest_window_s: USUAL_SAMPLES_A_WINDOW * INTERVAL.as_secs_f64(),
            notes: vec![
                "the driver averages over its update_interval; a shorter one follows faster"
                    .to_owned(),
            ],
        },
        INTERVAL,
        sensor,
    ))
}

fn sensors(all: &Path) -> Vec<Sensor> {
    entries(all, "hwmon")
        .unwrap_or_default()
        .into_iter()
        .filter_map(|folder| {
            let name = read_text(&folder.join("name")).ok()?;
            if !name.starts_with("ina2") {
                return None;
            }
            // The link `device` leads to the sensor's address, such as 1-0040: address 40 on bus 1.
            let device = std::fs::canonicalize(folder.join("device"))
                .ok()
                .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
                .unwrap_or_default();
            Some(Sensor {
                folder,
                name,
                device,
                all: all.to_path_buf(),
            })
        })
        .collect()
}

impl Sensor {
    fn read(&self) -> Result<f64, MeterError> {
        let power = self.folder.join("power1_input");
        let watts = if power.exists() {
            read_whole(&power)? as f64 * 1e-6
        } else {
            let volts = read_whole(&self.folder.join("in1_input"))? as f64 * 1e-3;
            let amperes = read_whole(&self.folder.join("curr1_input"))? as f64 * 1e-3;
            volts * amperes
        };
        if watts < 0.0 {
            return Err(MeterError::Nonsense {
                place: self.folder.display().to_string(),
                found: format!("{watts} W"),
                expected: "a power from 0 up (swap the two ends of the shunt)",
            });
        }
        Ok(watts)
    }
}

impl PowerSource for Sensor {
    fn watts(&mut self) -> Result<f64, MeterError> {
        match self.read() {
            Err(MeterError::File { path, source }) => {
                let same = sensors(&self.all)
                    .into_iter()
                    .find(|found| found.name == self.name && found.device == self.device);
                match same {
                    Some(same) if same.folder != self.folder => {
                        self.folder = same.folder;
                        self.read()
                    }
                    _ => Err(MeterError::File { path, source }),
                }
            }
            read => read,
        }
    }
}
