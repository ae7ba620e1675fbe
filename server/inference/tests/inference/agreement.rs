//! Compares the posterior with PyMC's for the same measurements. The numbers are from `tests/reference/hierarchy_pymc.py`.

use std::collections::BTreeMap;

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
        assert!(
            expected.rhat < 1.01,
            "{name}: PyMC's own chains do not agree"
        );
        let found = fit.parameter(name).unwrap().summary;
        let mcse = expected.mcse_mean.hypot(found.mcse_mean);
        let difference = (found.mean - expected.mean).abs();
        assert!(
            difference < 4.0 * mcse,
            "{name}: {} where PyMC has {}, {} combined standard errors",
            found.mean,
            expected.mean,
            difference / mcse
        );
        assert!(
            (found.sd / expected.sd - 1.0).abs() < 0.25,
            "{name}: {} {}",
            found.sd,
            expected.sd
        );
    }
}
