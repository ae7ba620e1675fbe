//! The energy of a run by thread: a window's joules × the thread's part of its CPU time.

use crate::record::{EnergyRun, Window};

/// A window cannot have more energy. A meter that reports more has failed.
const MOST_JOULES: f64 = 1e15;
/// No meter can distinguish a smaller energy from 0.
const LEAST_JOULES: f64 = 1e-18;

/// The energy of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RunEnergy {
    /// Joules of all measured windows; `None` if there is none.
    pub(crate) joules: Option<f64>,
    /// The part of the run's time that was measured.
    pub(crate) time_measured: f64,
    /// By thread, in the order of the run.
    pub(crate) threads: Vec<ThreadEnergy>,
    /// Used by threads and processes that ended between two readings.
    pub(crate) unseen: ThreadEnergy,
    /// The part of the CPU time whose threads are known.
    pub(crate) part_seen: f64,
    /// Joules of windows in which the program used no CPU time.
    pub(crate) idle_joules: f64,
}

/// The energy of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ThreadEnergy {
    /// CPU time in all windows.
    pub(crate) cpu_nanos: f64,
    /// CPU time in the measured windows.
    pub(crate) measured_cpu_nanos: f64,
    /// Joules in the measured windows.
    pub(crate) joules: f64,
}

impl ThreadEnergy {
    fn add(&mut self, nanos: f64, joules: Option<f64>) {
        self.cpu_nanos += nanos;
        if let Some(joules) = joules {
            self.measured_cpu_nanos += nanos;
            self.joules += joules;
        }
    }
}

/// The joules of a window, if they are a possible energy.
pub(crate) fn joules(window: &Window) -> Option<f64> {
    window
        .joules
        .filter(|joules| (0.0..=MOST_JOULES).contains(joules))
        .map(|joules| if joules < LEAST_JOULES { 0.0 } else { joules })
}

pub(crate) fn nanos(window: &Window) -> u64 {
    window.end_nanos.saturating_sub(window.start_nanos)
}

impl RunEnergy {
    pub(crate) fn of(run: &EnergyRun) -> Self {
        let mut all = Self {
            threads: vec![ThreadEnergy::default(); run.threads.len()],
            ..Self::default()
        };
        let (mut measured_nanos, mut window_nanos) = (0.0, 0.0);
        let seen: f64 = run.windows.iter().map(cpu).sum();
        let unseen = run.unseen_cpu_nanos as f64;
        // Nothing shows when the unseen CPU time was used, so each window gets the same part of it.
        all.part_seen = if seen > 0.0 {
            seen / (seen + unseen)
        } else {
            0.0
        };
        let part_seen = all.part_seen;
        for window in &run.windows {
            let nanos = nanos(window) as f64;
            window_nanos += nanos;
            let joules = joules(window);
            if let Some(joules) = joules {
                measured_nanos += nanos;
                *all.joules.get_or_insert(0.0) += joules;
            }
            let in_window = cpu(window);
            if in_window == 0.0 {
                all.idle_joules += joules.unwrap_or(0.0);
                continue;
            }
            for used in &window.cpu {
                let nanos = used.nanos as f64;
                let joules = joules.map(|joules| joules * part_seen * nanos / in_window);
                match all.threads.get_mut(used.thread.0 as usize) {
                    Some(thread) => thread.add(nanos, joules),
                    None => all.unseen.add(nanos, joules),
                }
            }
            let unseen_nanos = unseen * in_window / seen;
            all.unseen.add(
                unseen_nanos,
                joules.map(|joules| joules * (1.0 - part_seen)),
            );
        }
        if seen == 0.0 {
            all.unseen.cpu_nanos += unseen;
            if unseen > 0.0 {
                // Something used CPU time in these windows, but no reading shows which thread, or when.
                all.unseen.joules = std::mem::take(&mut all.idle_joules);
                all.unseen.measured_cpu_nanos = unseen;
            }
        }
        let time = window_nanos.max(run.wall_nanos as f64);
        all.time_measured = if time > 0.0 {
            (measured_nanos / time).min(1.0)
        } else {
            0.0
        };
        all
    }

    /// CPU time of all threads, in nanoseconds.
    pub(crate) fn cpu_nanos(&self) -> f64 {
        let threads = self.threads.iter().map(|thread| thread.cpu_nanos);
        threads.sum::<f64>() + self.unseen.cpu_nanos
    }
}

fn cpu(window: &Window) -> f64 {
    window.cpu.iter().map(|used| used.nanos as f64).sum()
}
