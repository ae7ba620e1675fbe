//! All kinds of meters.

use crate::error::MeterError;
use crate::meter::{Description, Meter};
use crate::selector::{MeterKind, Selector};
use crate::sysfs::System;
use crate::{
    battery, cpu_time, ina2xx, keithley, perf, pmic, powercap, powermetrics, recorded, scpi,
};

/// All kinds, the more direct ones first.
pub const KINDS: &[MeterKind] = &[
    MeterKind {
        name: "powercap",
        title: "energy counters of Intel and AMD processors (RAPL) by Linux powercap",
        settings: &["zone"],
        example: "powercap:zone=package-0",
        is_local: true,
        open: |selector, system| Ok(Box::new(powercap::Powercap::open(selector, system)?)),
    },
    MeterKind {
        name: "perf",
        title: "energy counters of the processor by the perf PMU `power`",
        settings: &["event", "program"],
        example: "perf:event=energy-pkg",
        is_local: true,
        open: |selector, system| Ok(Box::new(perf::Perf::open(selector, system)?)),
    },
    MeterKind {
        name: "powermetrics",
        title: "the processor of a Mac, by powermetrics",
        settings: &["program"],
        example: "powermetrics",
        is_local: true,
        open: |selector, system| {
            Ok(Box::new(powermetrics::Powermetrics::open(
                selector, system,
            )?))
        },
    },
    MeterKind {
        name: "ina2xx",
        title: "an INA219, INA226 or similar sensor between supply and board, by Linux hwmon",
        settings: &["name", "device"],
        example: "ina2xx:name=ina226",
        is_local: true,
        open: |selector, system| Ok(Box::new(ina2xx::open(selector, system)?)),
    },
    MeterKind {
        name: "pmic",
        title: "the power management chip of a Raspberry Pi 5, by vcgencmd",
        settings: &["program"],
        example: "pmic",
        is_local: true,
        open: |selector, system| Ok(Box::new(pmic::open(selector, system)?)),
    },
    MeterKind {
        name: "battery",
        title: "the battery of a laptop that is not plugged in",
        settings: &["name"],
        example: "battery:name=BAT0",
        is_local: true,
        open: |selector, system| Ok(Box::new(battery::open(selector, system)?)),
    },
    MeterKind {
        name: "keithley",
        title: "a Keithley 2600 source meter over TCP (TSP)",
        settings: &["tcp", "channel", "interval", "nplc", "timeout"],
        example: "keithley:tcp=192.168.0.7:5025,channel=a",
        is_local: false,
        open: |selector, _| Ok(Box::new(keithley::Keithley::open(selector)?)),
    },
    MeterKind {
        name: "scpi",
        title: "a multimeter or power analyser over TCP (SCPI)",
        settings: &["tcp", "quantity", "volts", "timeout"],
        example: "scpi:tcp=192.168.0.8:5025,quantity=current,volts=5.1",
        is_local: false,
        open: |selector, _| Ok(Box::new(scpi::open(selector)?)),
    },
    MeterKind {
        name: "csv",
        title: "samples that another program records: time and power in a CSV file",
        settings: &["file", "offset", "wait"],
        example: "csv:file=power.csv",
        is_local: false,
        open: |selector, _| Ok(Box::new(recorded::Recorded::open(selector)?)),
    },
    MeterKind {
        name: "joular",
        title: "what Joular Core records on Windows, macOS, Linux and in virtual machines: its CSV file",
        settings: &["file", "power", "offset", "wait"],
        example: "joular:file=joularcore.csv",
        is_local: false,
        open: |selector, _| Ok(Box::new(recorded::Recorded::of_joular_core(selector)?)),
    },
    MeterKind {
        name: "cpu-time",
        title: "CPU time of the thread × a model of the processor's power (e-surgeon)",
        settings: &["tdp", "cpus", "tdp-ghz", "volts"],
        example: "cpu-time:tdp=65,cpus=16",
        is_local: true,
        open: |selector, system| Ok(Box::new(cpu_time::CpuTime::open(selector, system)?)),
    },
];

/// The result of looking for one kind of meter.
#[derive(Debug)]
pub struct MeterFinding {
    /// The kind.
    pub kind: &'static MeterKind,
    /// How it would measure, or why it cannot and what to do.
    pub state: Result<Description, MeterError>,
}

/// Opens a meter.
///
/// # Errors
/// [`MeterError`] says why the meter is not usable, and what to do.
pub fn open(selector: &Selector, system: &System) -> Result<Box<dyn Meter>, MeterError> {
    (selector.kind.open)(selector, system)
}

/// Looks for every kind of meter. Those that need an address or a file are listed as absent.
pub fn survey(system: &System) -> Vec<MeterFinding> {
    KINDS
        .iter()
        .map(|kind| MeterFinding {
            kind,
            state: if kind.is_local {
                open(&Selector::of(kind), system).map(|meter| meter.description().clone())
            } else {
                Err(MeterError::Absent {
                    meter: kind.name,
                    reason: "it must be named".to_owned(),
                    fix: format!("type --meter {}", kind.example),
                })
            },
        })
        .collect()
}
