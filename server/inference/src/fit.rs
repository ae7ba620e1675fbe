//! Fits a problem: whitens its density, samples it, and judges the draws.

use crate::diagnostics::{QuantitySummary, e_bfmi};
use crate::error::FitError;
use crate::hierarchy::Density;
use crate::nuts::{Run, Trace, sample};
use crate::problem::{Likelihood, Problem};
use crate::start;
use crate::whitening::Whitening;

/// The largest R̂ that passes (Vehtari et al. 2021, section 4).
pub(crate) const RHAT_LIMIT: f64 = 1.01;
/// The effective sample size in the bulk and in the tails must exceed this (ibid.).
pub(crate) const ESS_LIMIT: f64 = 400.0;
/// The E-BFMI of each chain must exceed this (Betancourt 2016, section 4).
pub(crate) const E_BFMI_LIMIT: f64 = 0.3;

/// A level is close to 0 if its mean is within this many standard deviations of 0.
const REACHES_ZERO_SDS: f64 = 4.0;
/// The scale of the link function of such a level, in its standard deviations.
const LINK_SDS: f64 = 0.5;

/// The target acceptance statistic of the pilot run and the depth of its trees. It only has to find the approximate width of the
/// posterior, quickly.
const PILOT_ACCEPT: f64 = 0.9;
const PILOT_DEPTH: u64 = 8;
/// The tree depth of the main run.
const DEPTH: u64 = 10;

/// The settings of the sampler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Independent chains.
    pub chains: usize,
    /// Threads that the chains share.
    pub threads: usize,
    /// Draws of each chain that are used only for tuning.
    pub tune: usize,
    /// Draws of each chain that are kept.
    pub draws: usize,
    /// How often the main run may be repeated if a diagnostic fails: with twice the draws, or smaller steps.
    pub repeats: u32,
    /// The random seed.
    pub seed: u64,
    /// The target acceptance statistic for tuning the step size.
    pub target_accept: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            chains: 4,
            threads: 2,
            tune: 500,
            draws: 1000,
            repeats: 3,
            seed: 1,
            target_accept: 0.95,
        }
    }
}

/// One parameter of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// `level:GROUP:LEVEL`, `mean:GROUP`, `scale:GROUP`, `sigma` or `misfit:KIND`.
    pub name: String,
    /// Mean, spread and diagnostics, in joules. Misfits and the σ of factors are shares.
    pub summary: QuantitySummary,
    /// Its draws, chain by chain.
    pub draws: Vec<Vec<f64>>,
}

/// A sampled posterior.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The levels in order, then the means and scales of the groups, σ and the misfits.
    pub parameters: Vec<Parameter>,
    /// The number of levels.
    pub levels: usize,
    /// The Hamiltonian at each draw, chain by chain.
    pub energy: Vec<Vec<f64>>,
    /// Whether the trajectory of each draw diverged, chain by chain.
    pub diverging: Vec<Vec<bool>>,
    /// E-BFMI of each chain.
    pub e_bfmi: Vec<f64>,
    /// Gradients computed for the main run.
    pub gradients: u64,
    /// The settings, with the number of draws that was needed.
    pub settings: Settings,
}

/// A diagnostic that failed.
#[derive(Clone, Debug, PartialEq)]
pub enum FailedDiagnostic {
    /// Chains that do not agree.
    Rhat {
        /// The parameter.
        parameter: String,
        /// Its R̂.
        rhat: f64,
    },
    /// Too few effective draws.
    Ess {
        /// The parameter.
        parameter: String,
        /// The smaller of bulk and tail.
        ess: f64,
    },
    /// Trajectories that left the posterior.
    Divergences {
        /// The number of these draws.
        count: usize,
        /// The number of all draws.
        draws: usize,
    },
    /// A chain that does not reach all energies.
    EBfmi {
        /// The chain, from 0.
        chain: usize,
        /// Its E-BFMI.
        e_bfmi: f64,
    },
}

impl std::fmt::Display for FailedDiagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rhat { parameter, rhat } => {
                write!(
                    f,
                    "rhat of {parameter} is {rhat:.4}, not below {RHAT_LIMIT}"
                )
            }
            Self::Ess { parameter, ess } => {
                write!(f, "ess of {parameter} is {ess:.0}, not above {ESS_LIMIT}")
            }
            Self::Divergences { count, draws } => write!(f, "{count} of {draws} draws diverged"),
            Self::EBfmi { chain, e_bfmi } => {
                write!(
                    f,
                    "E-BFMI of chain {chain} is {e_bfmi:.2}, not above {E_BFMI_LIMIT}"
                )
            }
        }
    }
}

/// Samples the posterior of a problem.
///
/// A pilot run finds the covariance, in coordinates that the curvature at the mode makes nearly normal. That covariance whitens
/// the main run. If R̂ or the effective sample sizes fail, the main run is repeated with twice the draws; if a trajectory
/// diverged, with smaller steps.
///
/// # Errors
/// If the problem or the settings are invalid, or the sampler cannot continue. Failed diagnostics are not an error here: see
/// [`Fit::failures`].
pub fn fit(problem: &Problem, settings: Settings) -> Result<Fit, FitError> {
    for (what, value, least) in [
        ("chains", settings.chains, 2),
        ("draws", settings.draws, 50),
        ("tune", settings.tune, 50),
    ] {
        if value < least {
            return Err(FitError::Settings { what, value, least });
        }
    }
    problem.check()?;
    let mut density = Density::new(problem);
    let laplace = start::whiten(&mut density);
    let run = Run {
        chains: settings.chains,
        threads: settings.threads,
        tune: settings.tune,
        draws: settings
            .tune
            .max(Whitening::draws_needed(density.dimension()).div_ceil(settings.chains)),
        seed: settings.seed,
        stage: 0,
        target_accept: PILOT_ACCEPT,
        max_depth: PILOT_DEPTH,
    };
    let pilot = sample(&density, &laplace, run)?;
    let draws: Vec<Vec<f64>> = pilot
        .into_iter()
        .flat_map(|trace| trace.positions)
        .map(|position| density.natural(&position))
        .collect();
    let whitening = whiten_again(&mut density, &draws).unwrap_or(laplace);
    let mut settings = settings;
    let mut stage = 1;
    loop {
        let run = Run {
            draws: settings.draws,
            stage,
            target_accept: settings.target_accept,
            max_depth: DEPTH,
            ..run
        };
        let fit = collect(
            problem,
            &density,
            sample(&density, &whitening, run)?,
            settings,
        );
        let failures = fit.failures();
        if failures.is_empty() || stage > u64::from(settings.repeats) {
            return Ok(fit);
        }
        let fails = |kind: fn(&FailedDiagnostic) -> bool| failures.iter().any(kind);
        if fails(|failed| matches!(failed, FailedDiagnostic::Divergences { .. })) {
            settings.target_accept = 1.0 - (1.0 - settings.target_accept) / 3.0;
        }
        if fails(|failed| {
            matches!(
                failed,
                FailedDiagnostic::Rhat { .. } | FailedDiagnostic::Ess { .. }
            )
        }) {
            settings.draws *= 2;
        }
        stage += 1;
    }
}

/// Coordinates for the main run, from the draws of the pilot run in natural form. The links of levels close to 0 become as wide
/// as the pilot's uncertainty, so that the bound is not a wall.
fn whiten_again(density: &mut Density, draws: &[Vec<f64>]) -> Option<Whitening> {
    let before = density.link().to_vec();
    let count = draws.len() as f64;
    let mut link = before.clone();
    for (level, scale) in link.iter_mut().enumerate() {
        let mean = draws.iter().map(|draw| draw[level]).sum::<f64>() / count;
        let squares: f64 = draws.iter().map(|draw| (draw[level] - mean).powi(2)).sum();
        let sd = (squares / count).sqrt();
        if mean < REACHES_ZERO_SDS * sd {
            *scale = scale.max(LINK_SDS * sd);
        }
    }
    density.set_link(link);
    let positions: Vec<Vec<f64>> = draws.iter().map(|draw| density.position(draw)).collect();
    let whitening = Whitening::of_draws(&positions);
    if whitening.is_none() {
        density.set_link(before);
    }
    whitening
}

fn collect(problem: &Problem, density: &Density, traces: Vec<Trace>, settings: Settings) -> Fit {
    let unit = problem.unit();
    let mut names = Vec::new();
    for group in &problem.groups {
        for level in &group.levels {
            names.push(format!("level:{}:{level}", group.name));
        }
    }
    let levels = names.len();
    for kind in ["mean", "scale"] {
        names.extend(
            problem
                .groups
                .iter()
                .map(|group| format!("{kind}:{}", group.name)),
        );
    }
    names.push("sigma".to_owned());
    names.extend(problem.misfits.iter().map(|kind| format!("misfit:{kind}")));
    let natural: Vec<Vec<Vec<f64>>> = traces
        .iter()
        .map(|trace| {
            trace
                .positions
                .iter()
                .map(|position| density.natural(position))
                .collect()
        })
        .collect();
    let parameters = names
        .into_iter()
        .enumerate()
        .map(|(index, name)| {
            // A relative scatter has no unit.
            let is_relative = name == "sigma" && problem.likelihood == Likelihood::Factor;
            let factor = if name.starts_with("misfit:") || is_relative {
                1.0
            } else {
                unit
            };
            let draws: Vec<Vec<f64>> = natural
                .iter()
                .map(|chain| chain.iter().map(|draw| draw[index] * factor).collect())
                .collect();
            Parameter {
                name,
                summary: QuantitySummary::of(&draws),
                draws,
            }
        })
        .collect();
    Fit {
        parameters,
        levels,
        e_bfmi: traces.iter().map(|trace| e_bfmi(&trace.energy)).collect(),
        gradients: traces.iter().map(|trace| trace.gradients).sum(),
        energy: traces.iter().map(|trace| trace.energy.clone()).collect(),
        diverging: traces.into_iter().map(|trace| trace.diverging).collect(),
        settings,
    }
}

impl Fit {
    /// The failed diagnostics. The requirements are R̂ < 1.01, bulk and tail ESS > 400, no divergence, and E-BFMI > 0.3.
    pub fn failures(&self) -> Vec<FailedDiagnostic> {
        let mut failures = Vec::new();
        for Parameter { name, summary, .. } in &self.parameters {
            if summary.rhat.is_nan() || summary.rhat >= RHAT_LIMIT {
                failures.push(FailedDiagnostic::Rhat {
                    parameter: name.clone(),
                    rhat: summary.rhat,
                });
            }
            let ess = if summary.ess_bulk.is_nan() || summary.ess_bulk < summary.ess_tail {
                summary.ess_bulk
            } else {
                summary.ess_tail
            };
            if ess.is_nan() || ess <= ESS_LIMIT {
                failures.push(FailedDiagnostic::Ess {
                    parameter: name.clone(),
                    ess,
                });
            }
        }
        let draws: usize = self.diverging.iter().map(Vec::len).sum();
        let count = self
            .diverging
            .iter()
            .flatten()
            .filter(|diverging| **diverging)
            .count();
        if count > 0 {
            failures.push(FailedDiagnostic::Divergences { count, draws });
        }
        for (chain, e_bfmi) in self.e_bfmi.iter().enumerate() {
            if e_bfmi.is_nan() || *e_bfmi <= E_BFMI_LIMIT {
                failures.push(FailedDiagnostic::EBfmi {
                    chain,
                    e_bfmi: *e_bfmi,
                });
            }
        }
        failures
    }

    /// The draws of cᵀθ in joules, chain by chain, for counts of levels.
    pub fn linear(&self, counts: &[(usize, f64)]) -> Vec<Vec<f64>> {
        let chains = self.energy.len();
        (0..chains)
            .map(|chain| {
                let mut sums = vec![0.0; self.energy[chain].len()];
                for (level, count) in counts {
                    let Some(parameter) = self.parameters.get(*level) else {
                        continue;
                    };
                    for (sum, draw) in sums.iter_mut().zip(&parameter.draws[chain]) {
                        *sum += count * draw;
                    }
                }
                sums
            })
            .collect()
    }

    /// The covariance of the levels in square joules, row by row.
    pub fn covariance(&self) -> Vec<Vec<f64>> {
        let deviations: Vec<Vec<f64>> = self.parameters[..self.levels]
            .iter()
            .map(|parameter| {
                let draws = parameter.draws.iter().flatten();
                draws.map(|draw| draw - parameter.summary.mean).collect()
            })
            .collect();
        let freedom = deviations
            .first()
            .map_or(1.0, |draws| draws.len() as f64 - 1.0);
        let mut rows = vec![vec![0.0; self.levels]; self.levels];
        for i in 0..self.levels {
            for j in 0..=i {
                let products = deviations[i].iter().zip(&deviations[j]).map(|(a, b)| a * b);
                rows[i][j] = products.sum::<f64>() / freedom;
                rows[j][i] = rows[i][j];
            }
        }
        rows
    }

    /// A parameter by its name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name)
    }
}
