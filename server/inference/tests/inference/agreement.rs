//! Compares the posterior with PyMC's for the same measurements. The numbers are from `tests/reference/hierarchy_pymc.py`.

use std::collections::BTreeMap;

use inference::diagnostics::QuantitySummary;
use inference::{Cell, Group, Likelihood, Noise, Priors, Problem, Settings, fit};
use serde::Deserialize;

use crate::support::GROUPS;

#[derive(Deserialize)]
struct Reference {
    levels: BTreeMap<String, Vec<String>>,
    cells: Vec<ReferenceCell>,
    posterior: BTreeMap<String, Expected>,
}

#[derive(Deserialize)]
struct ReferenceCell {
    levels: Vec<usize>,
    samples: f64,
    mean: f64,
    squares: f64,
}

#[derive(Deserialize)]
struct Expected {
    mean: f64,
    sd: f64,
    mcse_mean: f64,
    rhat: f64,
}

#[test]
fn every_posterior_mean_is_that_of_pymc() {
    let reference: Reference =
        serde_json::from_str(include_str!("../reference/hierarchy.json")).unwrap();
    let groups: Vec<Group> = GROUPS
        .iter()
        .map(|name| Group {
            name: (*name).to_owned(),
            levels: reference.levels[*name].clone(),
        })
        .collect();
    let begins: Vec<usize> = groups
        .iter()
        .scan(0, |sum, group| {
            *sum += group.levels.len();
            Some(*sum - group.levels.len())
        })
        .collect();
    let cells = reference
        .cells
        .iter()
        .map(|cell| Cell {
            counts: cell
                .levels
                .iter()
                .zip(&begins)
                .map(|(level, begin)| (begin + level, 1.0))
                .collect(),
            events: 1.0,
            samples: cell.samples,
            mean: cell.mean,
            squares: cell.squares,
            misfit: None,
            noise: Noise::Sigma,
        })
        .collect();
    let problem = Problem {
        likelihood: Likelihood::Additive,
        groups,
        cells,
        priors: Priors::Scaled,
        misfits: Vec::new(),
    };
    let settings = Settings {
        draws: 4000,
        ..Settings::default()
    };
    let fit = fit(&problem, settings).unwrap();
    assert_eq!(fit.failures(), []);
    assert_eq!(reference.posterior.len(), fit.parameters.len());
    for (name, expected) in &reference.posterior {
        expected.check(name, &fit.parameter(name).unwrap().summary, 0.25);
    }
}

impl Expected {
    /// Whether a mean is PyMC's within Monte Carlo error, and a standard deviation within a share.
    fn check(&self, name: &str, found: &QuantitySummary, of_sd: f64) {
        assert!(self.rhat < 1.01, "{name}: PyMC's own chains do not agree");
        let mcse = self.mcse_mean.hypot(found.mcse_mean);
        let difference = (found.mean - self.mean).abs();
        assert!(
            difference < 4.0 * mcse,
            "{name}: {} where PyMC has {}, {} combined standard errors",
            found.mean,
            self.mean,
            difference / mcse
        );
        assert!(
            (found.sd / self.sd - 1.0).abs() < of_sd,
            "{name}: {} {}",
            found.sd,
            self.sd
        );
    }
}

#[derive(Deserialize)]
struct FactorReference {
    groups: Vec<ReferenceGroup>,
    kinds: Vec<String>,
    cells: Vec<FactorCell>,
    /// The counts of programs that are not among the cells.
    programs: Vec<Vec<f64>>,
    posterior: BTreeMap<String, Expected>,
    predictions: Vec<Expected>,
}

#[derive(Deserialize)]
struct ReferenceGroup {
    name: String,
    levels: Vec<String>,
}

#[derive(Deserialize)]
struct FactorCell {
    counts: Vec<f64>,
    kind: usize,
    samples: f64,
    mean: f64,
    squares: f64,
}

/// The structure of compiled code: programs that are off by factors. `cargo xtask bench fit --compiled` compares other campaigns.
#[test]
fn a_fit_of_factors_and_its_predictions_are_those_of_pymc() {
    let reference: FactorReference =
        serde_json::from_str(include_str!("../reference/factor.json")).unwrap();
    let cells = reference.cells.iter().map(|cell| Cell {
        counts: cell
            .counts
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, count)| *count > 0.0)
            .collect(),
        events: cell.counts.iter().sum(),
        samples: cell.samples,
        mean: cell.mean,
        squares: cell.squares,
        misfit: Some(cell.kind),
        noise: Noise::Sigma,
    });
    let groups = reference.groups.iter().map(|group| Group {
        name: group.name.clone(),
        levels: group.levels.clone(),
    });
    let problem = Problem {
        likelihood: Likelihood::Factor,
        groups: groups.collect(),
        cells: cells.collect(),
        priors: Priors::Scaled,
        misfits: reference.kinds.clone(),
    };
    let settings = Settings {
        draws: 3000,
        ..Settings::default()
    };
    let fit = fit(&problem, settings).unwrap();
    assert_eq!(fit.failures(), []);
    assert_eq!(reference.posterior.len(), fit.parameters.len());
    for (name, expected) in &reference.posterior {
        expected.check(name, &fit.parameter(name).unwrap().summary, 0.1);
    }
    assert_eq!(reference.programs.len(), reference.predictions.len());
    let programs = reference.programs.iter().zip(&reference.predictions);
    for (number, (counts, expected)) in programs.enumerate() {
        let levels = &fit.parameters[..fit.levels];
        let chains: Vec<Vec<f64>> = (0..fit.settings.chains)
            .map(|chain| {
                let draws = 0..levels[0].draws[chain].len();
                draws
                    .map(|draw| {
                        let parts = counts.iter().zip(levels);
                        parts
                            .map(|(count, level)| count * level.draws[chain][draw])
                            .sum()
                    })
                    .collect()
            })
            .collect();
        let found = QuantitySummary::of(&chains);
        expected.check(&format!("program {number}"), &found, 0.1);
    }
}
