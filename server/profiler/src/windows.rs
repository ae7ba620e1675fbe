//! The meter's windows: the program's part of the energy in each.

use std::time::Instant;

use meters::{Meter, Scope, Work};
use profile::{ThreadCpu, Window};

use crate::processes::machine_cpu_nanos;

/// The windows of a run so far.
pub(crate) struct Windows<'m> {
    meter: &'m mut dyn Meter,
    began: Instant,
    start_nanos: u64,
    machine_cpu_nanos: Option<u64>,
    is_open: bool,
    pub(crate) done: Vec<Window>,
    /// The meter's messages about windows without energy, each once.
    pub(crate) problems: Vec<String>,
}

impl<'m> Windows<'m> {
    pub(crate) fn new(meter: &'m mut dyn Meter, began: Instant) -> Self {
        let mut windows = Self {
            meter,
            began,
            start_nanos: 0,
            machine_cpu_nanos: None,
            is_open: false,
            done: Vec::new(),
            problems: Vec::new(),
        };
        windows.open();
        windows
    }

    pub(crate) fn open_for_nanos(&self) -> u64 {
        nanos_since(self.began).saturating_sub(self.start_nanos)
    }

    fn open(&mut self) {
        self.start_nanos = nanos_since(self.began);
        self.machine_cpu_nanos = machine_cpu_nanos();
        match self.meter.start() {
            Ok(()) => self.is_open = true,
            Err(error) => {
                self.is_open = false;
                self.note(error.to_string());
            }
        }
    }

    /// Ends the window with this CPU time of the program's threads, and begins the next.
    pub(crate) fn turn(&mut self, cpu: Vec<ThreadCpu>) {
        self.close(cpu);
        self.open();
    }

    /// Ends the window.
    pub(crate) fn close(&mut self, cpu: Vec<ThreadCpu>) {
        let end_nanos = nanos_since(self.began);
        let cpu_nanos = cpu
            .iter()
            .map(|thread| thread.nanos)
            .fold(0, u64::saturating_add);
        let work = Work {
            cpu_s: cpu_nanos as f64 * 1e-9,
            wall_s: end_nanos.saturating_sub(self.start_nanos) as f64 * 1e-9,
        };
        let share = self.share_of_program(cpu_nanos);
        let is_thread = self.meter.description().scope == Scope::Thread;
        let joules = if !self.is_open {
            None
        } else if is_thread && cpu_nanos == 0 {
            // The program used no CPU time, so a model of power has no input.
            let _ = self.meter.stop(&work);
            Some(0.0)
        } else {
            match self.meter.stop(&work) {
                Ok(reading) if is_thread => Some(reading.joules),
                Ok(reading) => share.map(|share| reading.joules * share),
                Err(error) => {
                    self.note(error.to_string());
                    None
                }
            }
        };
        self.done.push(Window {
            start_nanos: self.start_nanos,
            end_nanos,
            joules,
            cpu,
        });
    }

    /// The program's share of the CPU time of the whole machine (Noureddine et al. 2012); `None` if the system does not report
    /// it.
    fn share_of_program(&self, cpu_nanos: u64) -> Option<f64> {
        let machine = machine_cpu_nanos()?.saturating_sub(self.machine_cpu_nanos?);
        let machine = machine.max(cpu_nanos);
        Some(if machine == 0 {
            0.0
        } else {
            cpu_nanos as f64 / machine as f64
        })
    }

    fn note(&mut self, problem: String) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

pub(crate) fn nanos_since(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
