//! CPU time of the measured thread × a model of the processor's power, which works on any machine.
//!
//! The model is that of e-surgeon (Noureddine, Bourdon, Rouvoy and Seinturier 2012). A processor under full load needs P = 0.7 ·
//! TDP · (f·V²) / (f'·V'²) at the frequency f and the voltage V, where f' and V' belong to its TDP. The model uses the mean over
//! the time in each frequency. A thread's share is its part of the CPU time of all processors.

use std::collections::BTreeMap;
use std::thread;

use serde_json::json;

use crate::error::MeterError;
use crate::meter::{Description, Meter, Reading, Scope, Work};
use crate::selector::Selector;
use crate::sysfs::System;
use crate::window::Window;

const KIND: &str = "cpu-time";
/// The part of its TDP that a processor needs under full load (Noureddine et al. 2012, with Rivoire et al. 2008).
const SHARE_OF_TDP: f64 = 0.7;
/// The TDP in watts if none is given, that of many desktop processors.
const USUAL_TDP_W: f64 = 65.0;
/// The clock of a thread's CPU time counts nanoseconds.
const CLOCK_STEP_S: f64 = 1e-9;
/// A thousand times the time to read the clock.
const SHORTEST_WINDOW_S: f64 = 0.002;

/// The model with its parameters.
#[derive(Debug)]
pub struct CpuTime {
    description: Description,
    tdp_w: f64,
    cpus: f64,
    /// The frequency of the TDP, in GHz.
    tdp_ghz: Option<f64>,
    /// GHz and volts, by ascending frequency.
    volts: Vec<(f64, f64)>,
    system: System,
    window: Window<TimeInState>,
}

/// The time that the processors spent in each frequency (kHz), in the kernel's unit (10 ms).
type TimeInState = BTreeMap<u64, u64>;

impl CpuTime {
    /// Reads the settings. Missing ones are assumed, and a note says so.
    ///
    /// # Errors
    /// [`MeterError::Selector`] if a setting is not a valid number.
    pub fn open(selector: &Selector, system: &System) -> Result<Self, MeterError> {
        let mut notes =
            vec!["energy is CPU time × a modelled power: it depends on time alone".to_owned()];
        let tdp_w = selector.positive("tdp")?.unwrap_or_else(|| {
            notes.push(format!(
                "the TDP is assumed to be {USUAL_TDP_W} W: give tdp="
            ));
            USUAL_TDP_W
        });
        let cpus = selector.positive("cpus")?.unwrap_or_else(|| {
            let seen = thread::available_parallelism().map_or(1.0, |count| count.get() as f64);
            notes.push(format!(
                "the TDP is assumed to be that of {seen} processors: give cpus="
            ));
            seen
        });
        let volts = selector
            .text("volts")
            .map(|text| {
                parse_volts(text).ok_or_else(|| {
                    selector.invalid_value("volts", text, "GHz@V/GHz@V, as 1.5@0.8/3.2@1.1")
                })
            })
            .transpose()?
            .unwrap_or_default();
        let states = time_in_state(system);
        if states.is_empty() {
            notes.push(
                "the kernel does not report the time at each frequency: one frequency is assumed"
                    .to_owned(),
            );
        } else if volts.is_empty() {
            notes.push(
                "voltages are not known, so power follows the frequency alone: give volts="
                    .to_owned(),
            );
        }
        let tdp_ghz = selector.positive("tdp-ghz")?.or_else(|| {
            let kilohertz = system
                .text("/sys/devices/system/cpu/cpu0/cpufreq/base_frequency")
                .or_else(|| system.text("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"))?
                .parse::<f64>()
                .ok()?;
            Some(kilohertz * 1e-6).filter(|ghz| ghz.is_finite() && *ghz > 0.0)
        });
        let watts = SHARE_OF_TDP * tdp_w / cpus;
        Ok(Self {
            description: Description {
                kind: KIND,
                what: format!("{SHARE_OF_TDP} × {tdp_w} W over {cpus} processors"),
                scope: Scope::Thread,
                modelled: true,
                resolution_j: Some(watts * CLOCK_STEP_S),
                wrap_period_s: None,
                samples_per_second: None,
                shortest_window_s: SHORTEST_WINDOW_S,
                notes,
            },
            tdp_w,
            cpus,
            tdp_ghz,
            volts,
            system: system.clone(),
            window: Window::of(KIND),
        })
    }

    /// The mean of f·V² / (f'·V'²) over the time in each frequency; 1 if unknown.
    fn factor(&self, spent: &TimeInState) -> f64 {
        let Some(tdp_ghz) = self.tdp_ghz else {
            return 1.0;
        };
        let tdp_volts = self.volts_at(tdp_ghz);
        let (mut sum, mut total) = (0.0, 0.0);
        for (kilohertz, time) in spent {
            let ghz = *kilohertz as f64 * 1e-6;
            let volts = self.volts_at(ghz) / tdp_volts;
            sum += *time as f64 * ghz / tdp_ghz * volts * volts;
            total += *time as f64;
        }
        if total > 0.0 { sum / total } else { 1.0 }
    }

    /// The voltage at a frequency, interpolated linearly.
    fn volts_at(&self, ghz: f64) -> f64 {
        let above = self.volts.partition_point(|point| point.0 < ghz);
        let known = |at: usize| self.volts.get(at).copied();
        match (above.checked_sub(1).and_then(known), known(above)) {
            (Some(low), Some(high)) => low.1 + (ghz - low.0) / (high.0 - low.0) * (high.1 - low.1),
            (Some(only), None) | (None, Some(only)) => only.1,
            (None, None) => 1.0,
        }
    }
}

impl Meter for CpuTime {
    fn description(&self) -> &Description {
        &self.description
    }

    fn start(&mut self) -> Result<(), MeterError> {
        self.window.may_begin()?;
        self.window.begin(time_in_state(&self.system));
        Ok(())
    }

    fn stop(&mut self, work: &Work) -> Result<Reading, MeterError> {
        let before = self.window.end()?;
        let after = time_in_state(&self.system);
        let spent: TimeInState = after
            .iter()
            .map(|(state, time)| {
                let before = before.get(state).copied().unwrap_or(*time);
                (*state, time.saturating_sub(before))
            })
            .collect();
        let watts = SHARE_OF_TDP * self.tdp_w * self.factor(&spent) / self.cpus;
        let raw = json!({ "watts_a_processor": watts, "time_in_state_10ms": spent });
        Reading::checked(KIND, watts * work.cpu_s, work.wall_s, raw)
    }
}

fn parse_volts(text: &str) -> Option<Vec<(f64, f64)>> {
    let mut points: Vec<(f64, f64)> = text
        .split('/')
        .map(|point| {
            let (ghz, volts) = point.split_once('@')?;
            let (ghz, volts): (f64, f64) = (ghz.parse().ok()?, volts.parse().ok()?);
            let is_sound = ghz.is_finite() && ghz > 0.0 && volts.is_finite() && volts > 0.0;
            is_sound.then_some((ghz, volts))
        })
        .collect::<Option<_>>()?;
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Two voltages at the same frequency cannot be interpolated.
    points.dedup_by(|a, b| a.0 <= b.0);
    Some(points)
}

/// The sum over all processors; empty if the kernel does not count it.
fn time_in_state(system: &System) -> TimeInState {
    let mut sum = TimeInState::new();
    let policies = crate::sysfs::entries(&system.path("/sys/devices/system/cpu/cpufreq"), "policy");
    for policy in policies.unwrap_or_default() {
        let text = crate::sysfs::read_text(&policy.join("stats/time_in_state")).unwrap_or_default();
        for line in text.lines() {
            let mut numbers = line.split_whitespace().map(str::parse::<u64>);
            if let (Some(Ok(state)), Some(Ok(time))) = (numbers.next(), numbers.next()) {
                let total = sum.entry(state).or_default();
                *total = total.saturating_add(time);
            }
        }
    }
    sum
}
