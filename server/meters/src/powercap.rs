//! RAPL energy counters through Linux powercap: `/sys/class/powercap/intel-rapl:N`, for Intel and AMD processors.
//!
//! A zone is identified by its file `name`, never by its number. Each counter wraps around at its own `max_energy_range_uj`.

use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::error::MeterError;
use crate::meter::{Description, Meter, Reading, Scope, Work};
use crate::selector::Selector;
use crate::sysfs::{System, entries, read_count, read_text};
use crate::window::Window;

const KIND: &str = "powercap";
const FOLDER: &str = "/sys/class/powercap";
/// No processor package needs more power. So a counter cannot wrap around twice within its range divided by this.
const MAX_WATTS: f64 = 1000.0;
/// How long to watch the counters for their smallest step.
const STEP_WINDOW: Duration = Duration::from_millis(25);
/// Counters are updated about once a millisecond. With this many updates, a missing one at either end is within the noise.
const RENEWALS_A_WINDOW: f64 = 100.0;
const USUAL_RENEWALS_A_SECOND: f64 = 1000.0;

/// The sum of some zones' counters.
#[derive(Debug)]
pub struct Powercap {
    description: Description,
    zones: Vec<Zone>,
    window: Window<(Instant, Vec<u64>)>,
}

#[derive(Clone, Debug)]
struct Zone {
    name: String,
    counter: PathBuf,
    range_uj: u64,
}

impl Powercap {
    /// Opens the packages and their separate memory, or the named zone.
    ///
    /// # Errors
    /// [`MeterError::Absent`] if there are no zones, or the user may not read them.
    pub fn open(selector: &Selector, system: &System) -> Result<Self, MeterError> {
        let all = zones(&system.path(FOLDER))?;
        let wanted = selector.text("zone");
        let zones: Vec<Zone> = all
            .iter()
            .filter(|zone| match wanted {
                Some(name) => zone.name == name,
                // Cores and graphics are parts of their package. psys, if it exists, contains everything.
                None => zone.name.starts_with("package") || zone.name == "dram",
            })
            .cloned()
            .collect();
        if zones.is_empty() {
            let names: Vec<&str> = all.iter().map(|zone| zone.name.as_str()).collect();
            return Err(MeterError::Absent {
                meter: KIND,
                reason: format!(
                    "no zone is called {}",
                    wanted.unwrap_or("package-0 or the like")
                ),
                fix: format!("choose with zone= one of {}", names.join(", ")),
            });
        }
        for zone in &zones {
            read_text(&zone.counter).map_err(|error| not_readable(zone, &error))?;
        }
        let (step, per_second) = watch(&zones)?;
        let longest_s = longest_window_s(&zones);
        let names: Vec<&str> = zones.iter().map(|zone| zone.name.as_str()).collect();
        let mut notes =
            vec!["counts everything that runs on the package, other programs too".to_owned()];
        if step.is_none() {
            notes.push("the counters did not move while they were watched".to_owned());
        }
        Ok(Self {
            description: Description {
                kind: KIND,
                what: names.join(" + "),
                scope: Scope::Package,
                modelled: false,
                resolution_j: step,
                wrap_period_s: Some(longest_s),
                samples_per_second: per_second,
                shortest_window_s: RENEWALS_A_WINDOW
                    / per_second.unwrap_or(USUAL_RENEWALS_A_SECOND),
                notes,
            },
            zones,
            window: Window::of(KIND),
        })
    }

    fn read(&self) -> Result<Vec<u64>, MeterError> {
        self.zones
            .iter()
            .map(|zone| read_count(&zone.counter))
            .collect()
    }
}

impl Meter for Powercap {
    fn description(&self) -> &Description {
        &self.description
    }

    fn start(&mut self) -> Result<(), MeterError> {
        self.window.may_begin()?;
        let counters = self.read()?;
        self.window.begin((Instant::now(), counters));
        Ok(())
    }

    fn stop(&mut self, _work: &Work) -> Result<Reading, MeterError> {
        let (began, before) = self.window.end()?;
        let after = self.read()?;
        let wall_s = began.elapsed().as_secs_f64();
        let longest_s = longest_window_s(&self.zones);
        if wall_s > longest_s {
            return Err(MeterError::TooLong {
                meter: KIND,
                wall_s,
                longest_s,
            });
        }
        let mut joules = 0.0;
        for ((zone, before), after) in self.zones.iter().zip(&before).zip(&after) {
            let used =
                advance(*before, *after, zone.range_uj).ok_or_else(|| MeterError::Nonsense {
                    place: zone.counter.display().to_string(),
                    found: after.to_string(),
                    expected: "within the zone's max_energy_range_uj",
                })?;
            joules += used as f64 * 1e-6;
        }
        if before == after {
            return Err(MeterError::TooShort {
                meter: KIND,
                found: "counters that stand still".to_owned(),
                wall_s,
                shortest_s: self.description.shortest_window_s,
            });
        }
        let raw = json!({
            "zones": self.zones.iter().map(|zone| &zone.name).collect::<Vec<_>>(),
            "before_uj": before,
            "after_uj": after,
        });
        Reading::checked(KIND, joules, wall_s, raw)
    }
}

/// The increase of a counter that may have wrapped around at its range; `None` if it was above the range.
fn advance(before: u64, after: u64, range: u64) -> Option<u64> {
    if before > range || after > range {
        None
    } else if after >= before {
        Some(after - before)
    } else {
        Some(range - before + after)
    }
}

fn longest_window_s(zones: &[Zone]) -> f64 {
    zones
        .iter()
        .map(|zone| zone.range_uj as f64 * 1e-6 / MAX_WATTS)
        .fold(f64::INFINITY, f64::min)
}

/// The zones and their subzones: `intel-rapl:N` and `intel-rapl:N:M`.
fn zones(folder: &Path) -> Result<Vec<Zone>, MeterError> {
    let absent = |reason: &str, fix: &str| MeterError::Absent {
        meter: KIND,
        reason: reason.to_owned(),
        fix: fix.to_owned(),
    };
    let folders = entries(folder, "intel-rapl:").map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied => absent(
            "/sys/class/powercap may not be read",
            "containers mask it: run outside the container, or add --security-opt systempaths=unconfined",
        ),
        _ => absent(
            "/sys/class/powercap does not exist",
            "virtual machines do not provide it: measure on the host; on a machine of its own type `sudo modprobe intel_rapl_common intel_rapl_msr`",
        ),
    })?;
    let mut zones = Vec::new();
    for folder in folders {
        let name = read_text(&folder.join("name")).ok();
        let range = read_count(&folder.join("max_energy_range_uj")).ok();
        // Without a range, a wrap-around could not be corrected.
        if let (Some(name), Some(range_uj)) = (name, range.filter(|range| *range > 0)) {
            zones.push(Zone {
                name,
                counter: folder.join("energy_uj"),
                range_uj,
            });
        }
    }
    if zones.is_empty() {
        return Err(absent(
            "/sys/class/powercap has no zone intel-rapl",
            "the processor has no RAPL or its driver is not loaded: `sudo modprobe intel_rapl_msr`; in a virtual machine measure on the host",
        ));
    }
    Ok(zones)
}

fn not_readable(zone: &Zone, error: &io::Error) -> MeterError {
    let path = zone.counter.display();
    let (reason, fix) = match error.kind() {
        io::ErrorKind::PermissionDenied => (
            format!("only root may read {path}, since Linux 5.10"),
            format!("type `sudo chmod a+r {path}`, or run as root"),
        ),
        _ => (
            format!("{path}: {error}"),
            "reload the driver: `sudo modprobe -r intel_rapl_msr && sudo modprobe intel_rapl_msr`"
                .to_owned(),
        ),
    };
    MeterError::Absent {
        meter: KIND,
        reason,
        fix,
    }
}

/// The smallest step of the sum in joules, and the number of steps per second.
fn watch(zones: &[Zone]) -> Result<(Option<f64>, Option<f64>), MeterError> {
    let began = Instant::now();
    let mut last: Option<Vec<u64>> = None;
    let mut smallest = None::<u64>;
    let mut steps = 0;
    while began.elapsed() < STEP_WINDOW {
        let now: Vec<u64> = zones
            .iter()
            .map(|zone| read_count(&zone.counter))
            .collect::<Result<_, _>>()?;
        if let Some(last) = &last {
            let rises = zones.iter().zip(last).zip(&now);
            let rise = rises
                .filter_map(|((zone, before), after)| advance(*before, *after, zone.range_uj))
                .filter(|rise| *rise > 0)
                .min();
            if let Some(rise) = rise {
                smallest = Some(smallest.map_or(rise, |least| least.min(rise)));
                steps += 1;
            }
        }
        last = Some(now);
        // Reading in a busy loop would affect the measurement.
        thread::sleep(Duration::from_micros(100));
    }
    let per_second = f64::from(steps) / began.elapsed().as_secs_f64();
    Ok((
        smallest.map(|step| step as f64 * 1e-6),
        Some(per_second).filter(|rate| *rate > 0.0),
    ))
}
