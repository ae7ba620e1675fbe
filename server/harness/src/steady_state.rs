//! Runs a program until its final code is in use and nothing is compiled any more.

use std::time::{Duration, Instant};

use crate::compilation_log::CompilationEvent;
use crate::error::HarnessError;
use crate::execution_mode::ExecutionMode;
use crate::jvm::Jvm;

/// The time limit for reaching the steady state.
pub(crate) const LIMIT: Duration = Duration::from_secs(10);
/// The number of consecutive calls of a program that is not compiled yet. It is compiled as a whole only after many calls.
const CALLS: u32 = 64;
/// The approximate duration of each of these calls, in seconds …
const CALL_S: f64 = 1e-4;
/// … and their maximum number of iterations.
const MAX_ITERATIONS: f64 = 25.0;
/// The steady state is this many consecutive samples during which nothing is compiled.
const QUIET_RUNS: u32 = 2;
/// Consecutive probes during which nothing is compiled.
const QUIET_PROBES: u32 = 20;

/// A program that is being brought to its steady state.
#[derive(Debug)]
pub(crate) struct SteadyState<'p> {
    /// The name of its class, with slashes.
    class: &'p str,
    /// The name with dots.
    dotted: String,
    tier: u8,
    began: Instant,
    iteration_s: f64,
}

impl<'p> SteadyState<'p> {
    /// Loads the program and runs it once.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`], as in the following methods.
    pub(crate) fn begin(jvm: &mut Jvm, class: &'p str, tier: u8) -> Result<Self, HarnessError> {
        jvm.load(class)?;
        let first = jvm.run(class, 1)?;
        Ok(Self {
            class,
            dotted: class.replace('/', "."),
            tier,
            began: Instant::now(),
            iteration_s: first.cpu_s,
        })
    }

    /// Calls the program until its method is compiled; false if that takes too long, or a compiler gave up on one of its methods.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub(crate) fn compile(&mut self, jvm: &mut Jvm) -> Result<bool, HarnessError> {
        jvm.compilations()?;
        while !jvm.live_code().has(&self.dotted, "run", self.tier) {
            if self.is_late() || jvm.live_code().was_given_up(&self.dotted, self.tier) {
                return Ok(false);
            }
            let iterations = (CALL_S / self.iteration_s.max(1e-12)).clamp(1.0, MAX_ITERATIONS);
            let seconds = jvm.warm_up(self.class, iterations as u32, CALLS)?;
            self.iteration_s = seconds / f64::from(CALLS) / iterations.floor();
            jvm.compilations()?;
        }
        Ok(true)
    }

    /// Runs the program as it will be measured until nothing is compiled during the runs; false if that takes too long.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub(crate) fn settle(&mut self, jvm: &mut Jvm, iterations: u32) -> Result<bool, HarnessError> {
        let mut quiet = 0;
        while quiet < QUIET_RUNS {
            if self.is_late() || !self.compile(jvm)? {
                return Ok(false);
            }
            jvm.run(self.class, iterations)?;
            quiet = if jvm.compilations()?.is_empty() {
                quiet + 1
            } else {
                0
            };
        }
        Ok(!jvm.live_code().was_given_up(&self.dotted, self.tier))
    }

    fn is_late(&self) -> bool {
        self.began.elapsed() > LIMIT
    }
}

/// Brings a program to the state in which it is measured; false if that takes too long, or a compiler gives up on it. `run` is called
/// with this number of iterations. An interpreter only loads the program and runs it.
///
/// # Errors
/// [`HarnessError::Jvm`].
pub fn settle(
    jvm: &mut Jvm,
    class: &str,
    mode: ExecutionMode,
    iterations: u32,
) -> Result<bool, HarnessError> {
    let Some(tier) = mode.tier() else {
        jvm.load(class)?;
        jvm.run(class, iterations)?;
        return Ok(true);
    };
    SteadyState::begin(jvm, class, tier)?.settle(jvm, iterations)
}

/// Runs the probe until its code is no longer compiled.
///
/// # Errors
/// [`HarnessError::Jvm`].
pub(crate) fn settle_probe(jvm: &mut Jvm) -> Result<(), HarnessError> {
    let began = Instant::now();
    let mut quiet = 0;
    while quiet < QUIET_PROBES && began.elapsed() < LIMIT {
        jvm.probe()?;
        let is_quiet = !jvm.compilations()?.iter().any(is_of_probe);
        quiet = if is_quiet { quiet + 1 } else { 0 };
    }
    Ok(())
}

fn is_of_probe(event: &CompilationEvent) -> bool {
    event.is_of("jouled.measure.Driver")
}
