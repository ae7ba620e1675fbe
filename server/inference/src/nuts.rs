//! Several chains of the No-U-Turn Sampler on a whitened density.

use std::collections::HashMap;

use nuts_rs::{
    Chain, CpuLogpFunc, CpuMath, CpuMathError, DiagNutsSettings, HasDims, LogpError, Settings as _,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::error::FitError;
use crate::hierarchy::Density;
use crate::whitening::Whitening;

/// The settings of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) chains: usize,
    pub(crate) threads: usize,
    pub(crate) tune: usize,
    pub(crate) draws: usize,
    pub(crate) seed: u64,
    /// Distinguishes the runs of one fit, which share a seed.
    pub(crate) stage: u64,
    pub(crate) target_accept: f64,
    /// Trajectories have at most two to the power of this many steps.
    pub(crate) max_depth: u64,
}

/// The draws of one chain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    /// The coordinates of the density at each draw.
    pub(crate) positions: Vec<Vec<f64>>,
    /// The Hamiltonian at each draw.
    pub(crate) energy: Vec<f64>,
    /// Whether the trajectory of each draw diverged.
    pub(crate) diverging: Vec<bool>,
    /// Gradients computed for tuning and drawing.
    pub(crate) gradients: u64,
    /// The step size after tuning.
    pub(crate) step_size: f64,
}

/// The density over whitened coordinates.
#[derive(Clone, Debug)]
struct Whitened {
    density: Density,
    whitening: Whitening,
    position: Vec<f64>,
    gradient: Vec<f64>,
}

/// The density or its gradient is not finite here, so the sampler turns back.
#[derive(Debug, Error)]
#[error("the density is not finite")]
struct NotFinite;

impl LogpError for NotFinite {
    fn is_recoverable(&self) -> bool {
        true
    }
}

impl HasDims for Whitened {
    fn dim_sizes(&self) -> HashMap<String, u64> {
        HashMap::from([("unconstrained_parameter".to_owned(), self.dim() as u64)])
    }
}

impl CpuLogpFunc for Whitened {
    type LogpError = NotFinite;
    type FlowParameters = ();
    type ExpandedVector = Vec<f64>;

    fn dim(&self) -> usize {
        self.whitening.dimension()
    }

    fn logp(&mut self, whitened: &[f64], gradient: &mut [f64]) -> Result<f64, NotFinite> {
        self.whitening.apply(whitened, &mut self.position);
        let value = self.density.evaluate(&self.position, &mut self.gradient);
        self.whitening.pull_back(&self.gradient, gradient);
        if value.is_finite() && gradient.iter().all(|component| component.is_finite()) {
            Ok(value)
        } else {
            Err(NotFinite)
        }
    }

    fn expand_vector<R: Rng + ?Sized>(
        &mut self,
        _: &mut R,
        whitened: &[f64],
    ) -> Result<Vec<f64>, CpuMathError> {
        Ok(whitened.to_vec())
    }
}

/// Samples all chains. Each has its own random numbers, so the result does not depend on the threads.
pub(crate) fn sample(
    density: &Density,
    whitening: &Whitening,
    run: Run,
) -> Result<Vec<Trace>, FitError> {
    let mut traces: Vec<Option<Result<Trace, FitError>>> = Vec::new();
    traces.resize_with(run.chains, || None);
    let threads = run.threads.clamp(1, run.chains.max(1));
    let share = run.chains.div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        for (part, slots) in traces.chunks_mut(share).enumerate() {
            scope.spawn(move || {
                for (offset, slot) in slots.iter_mut().enumerate() {
                    *slot = Some(chain(
                        density,
                        whitening,
                        run,
                        (part * share + offset) as u64,
                    ));
                }
            });
        }
    });
    traces
        .into_iter()
        .map(|trace| {
            trace.unwrap_or_else(|| Err(FitError::Sampler("a chain did not run".to_owned())))
        })
        .collect()
}

fn chain(
    density: &Density,
    whitening: &Whitening,
    run: Run,
    index: u64,
) -> Result<Trace, FitError> {
    let failed = |error: &dyn std::fmt::Display| FitError::Sampler(error.to_string());
    let dimension = whitening.dimension();
    let whitened = Whitened {
        density: density.clone(),
        whitening: whitening.clone(),
        position: vec![0.0; dimension],
        gradient: vec![0.0; dimension],
    };
    let mut random = ChaCha8Rng::seed_from_u64(run.seed);
    random.set_stream(run.stage << 32 | index);
    let mut settings = DiagNutsSettings {
        num_tune: run.tune as u64,
        num_draws: run.draws as u64,
        maxdepth: run.max_depth,
        ..DiagNutsSettings::default()
    };
    settings.adapt_options.step_size_settings.target_accept = run.target_accept;
    let begin: Vec<f64> = (0..dimension)
        .map(|_| random.random_range(-1.0..1.0))
        .collect();
    let mut sampler = settings
        .new_chain(index, CpuMath::new(whitened), &mut random)
        .map_err(|error| failed(&error))?;
    sampler
        .set_position(&begin)
        .map_err(|error| failed(&error))?;
    let mut trace = Trace::default();
    for _ in 0..run.tune {
        let (_, progress) = sampler.draw().map_err(|error| failed(&error))?;
        trace.gradients += progress.num_gradients;
    }
    for _ in 0..run.draws {
        let (whitened, _, statistics, progress) =
            sampler.expanded_draw().map_err(|error| failed(&error))?;
        trace.gradients += progress.num_gradients;
        trace.step_size = progress.step_size;
        let mut position = vec![0.0; dimension];
        whitening.apply(&whitened, &mut position);
        trace.positions.push(position);
        trace.energy.push(statistics.point.energy);
        trace.diverging.push(progress.diverging);
    }
    Ok(trace)
}
