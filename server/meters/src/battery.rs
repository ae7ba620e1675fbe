//! The battery of a laptop: `/sys/class/power_supply/BAT*`, in µW, µV and µA.
//!
//! Some drivers report a discharging current as negative, and some have no `power_now`.

use std::path::PathBuf;
use std::time::Duration;

use crate::error::MeterError;
use crate::meter::{Description, Scope};
use crate::sampler::{PowerSource, Sampled};
use crate::selector::Selector;
use crate::sysfs::{System, entries, read_text, read_whole};

const KIND: &str = "battery";
const FOLDER: &str = "/sys/class/power_supply";
const INTERVAL: Duration = Duration::from_millis(250);
/// Most controllers update their values every second, some every thirty.
const SHORTEST_WINDOW_S: f64 = 60.0;

#[derive(Debug)]
struct Battery {
    folder: PathBuf,
}

/// Opens the first battery, or the named one.
///
/// # Errors
/// [`MeterError::Absent`] if there is none or it is charging.
pub fn open(selector: &Selector, system: &System) -> Result<Sampled, MeterError> {
    let wanted = selector.text("name");
    let folder = entries(&system.path(FOLDER), "BAT")
        .unwrap_or_default()
        .into_iter()
        .find(|folder| {
            wanted.is_none_or(|wanted| folder.file_name().is_some_and(|name| name == wanted))
        })
        .ok_or_else(|| MeterError::Absent {
            meter: KIND,
            reason: match wanted {
                Some(name) => format!("{FOLDER} has no {name}"),
                None => format!("{FOLDER} has no battery"),
            },
            fix: "measure on a laptop, or choose another meter".to_owned(),
        })?;
    let what = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut battery = Battery { folder };
    battery.watts()?;
    Ok(Sampled::new(
        Description {
            kind: KIND,
            what,
            scope: Scope::Board,
            modelled: false,
            resolution_j: None,
            wrap_period_s: None,
            samples_per_second: Some(1.0 / INTERVAL.as_secs_f64()),
            shortest_window_s: SHORTEST_WINDOW_S,
            notes: vec![
                "controllers update their values every 1 to 30 s".to_owned(),
                "the screen and everything else is included: turn it off or dim it".to_owned(),
            ],
        },
        INTERVAL,
        battery,
    ))
}

impl PowerSource for Battery {
    fn watts(&mut self) -> Result<f64, MeterError> {
        let status = read_text(&self.folder.join("status")).unwrap_or_default();
        if status != "Discharging" {
            return Err(MeterError::Absent {
                meter: KIND,
                reason: format!(
                    "{} says `{}`, so the power comes from elsewhere",
                    self.folder.display(),
                    crate::sysfs::beginning(&status)
                ),
                fix: "unplug the charger".to_owned(),
            });
        }
        let power = self.folder.join("power_now");
        if power.exists() {
            return Ok(read_whole(&power)?.unsigned_abs() as f64 * 1e-6);
        }
        let volts = read_whole(&self.folder.join("voltage_now"))? as f64 * 1e-6;
        let amperes = read_whole(&self.folder.join("current_now"))?.unsigned_abs() as f64 * 1e-6;
        Ok(volts * amperes)
    }
}
