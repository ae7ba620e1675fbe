use super::*;
use crate::problem::{Cell, Group, Likelihood, Noise};

fn problem(priors: Priors, misfits: usize) -> Problem {
    let group = |name: &str, levels: &[&str]| Group {
        name: name.to_owned(),
        levels: levels.iter().map(|level| (*level).to_owned()).collect(),
    };
    let cell = |counts: &[(usize, f64)], events: f64, values: &[f64]| {
        Cell::of(counts.to_vec(), events, values)
    };
    let mut problem = Problem {
        likelihood: Likelihood::Additive,
        groups: vec![
            group("operation", &["a", "b", "c"]),
            group("device", &["x", "y"]),
        ],
        cells: vec![
            cell(&[(0, 1.0), (3, 1.0)], 1.0, &[3e-8, 3.2e-8, 2.9e-8]),
            cell(&[(1, 1.0), (4, 1.0)], 1.0, &[1e-8, 1.4e-8]),
            cell(
                &[(0, 2.0), (2, -0.5), (3, 1.0)],
                3.0,
                &[6e-8, 6.1e-8, 6.6e-8, 5e-8],
            ),
            cell(&[(2, 1.0), (4, 3.0)], 4.0, &[2e-8]),
        ],
        priors,
        misfits: Vec::new(),
    };
    // The kinds alternate, and the last cell has none.
    for (index, cell) in problem.cells.iter_mut().take(3).enumerate() {
        cell.misfit = (misfits > 0).then(|| index % misfits);
    }
    if misfits > 1 {
        problem.cells[2].noise = Noise::Own;
    }
    problem.misfits = (0..misfits).map(|kind| kind.to_string()).collect();
    problem
}

#[test]
fn the_gradient_is_the_derivative_of_the_density() {
    let all = [
        (Priors::Scaled, Likelihood::Additive),
        (Priors::Paper, Likelihood::Additive),
        (Priors::Scaled, Likelihood::Factor),
    ];
    for (priors, likelihood) in all {
        for misfits in [0, 1, 2] {
            let mut problem = problem(priors, misfits);
            problem.likelihood = likelihood;
            if likelihood == Likelihood::Factor {
                // A sum must have a logarithm.
                problem.cells[2].counts[1].1 = 0.5;
            }
            assert_eq!(problem.check(), Ok(()));
            let mut density = Density::new(&problem);
            density.set_link(vec![0.2, 0.5, 1.0, 0.1, 0.3]);
            let dimension = density.dimension();
            let mut position: Vec<f64> = (0..dimension)
                .map(|index| 0.7 * (index as f64 * 2.3).sin())
                .collect();
            for far in [0.0, 4.0, -4.0] {
                position[0] += far;
                position[6] += far / 2.0;
                let mut gradient = vec![0.0; dimension];
                density.evaluate(&position, &mut gradient);
                for index in 0..dimension {
                    const STEP: f64 = 1e-5;
                    let mut unused = vec![0.0; dimension];
                    let mut at = |offset: f64| {
                        let mut moved = position.clone();
                        moved[index] += offset;
                        density.evaluate(&moved, &mut unused)
                    };
                    let difference = (at(STEP) - at(-STEP)) / (2.0 * STEP);
                    let tolerance = 1e-5 * (1.0 + difference.abs());
                    assert!(
                        (difference - gradient[index]).abs() < tolerance,
                        "{priors:?} {likelihood:?} {misfits} {index}: {difference} {}",
                        gradient[index]
                    );
                }
            }
        }
    }
}

/// A second implementation of the density, from the samples instead of their sums, over the natural parameters.
#[test]
fn the_density_is_that_of_the_model() {
    use statrs::distribution::{Continuous, ContinuousCDF, Normal};
    let samples: [&[f64]; 4] = [
        &[3e-8, 3.2e-8, 2.9e-8],
        &[1e-8, 1.4e-8],
        &[6e-8, 6.1e-8, 6.6e-8, 5e-8],
        &[2e-8],
    ];
    let problem = problem(Priors::Scaled, 0);
    let unit = problem.unit();
    let group_of = [0, 0, 0, 1, 1];
    let reference = |natural: &[f64]| -> f64 {
        let (theta, rest) = natural.split_at(5);
        let (mean, scale, sigma) = (&rest[..2], &rest[2..4], rest[4]);
        let normal = |mean: f64, sd: f64| Normal::new(mean, sd).unwrap();
        let mut sum = 0.0;
        for (cell, values) in problem.cells.iter().zip(samples) {
            let predicted: f64 = cell
                .counts
                .iter()
                .map(|(level, count)| theta[*level] * count)
                .sum();
            for value in values {
                sum += normal(predicted, sigma * cell.events.sqrt()).ln_pdf(value / unit);
            }
        }
        for (theta, group) in theta.iter().zip(group_of) {
            let prior = normal(mean[group], scale[group]);
            sum += prior.ln_pdf(*theta) - (1.0 - prior.cdf(0.0)).ln();
        }
        for group in 0..2 {
            sum += normal(0.5, 0.5).ln_pdf(mean[group]) + normal(0.0, 1.0).ln_pdf(scale[group]);
        }
        sum + normal(0.0, 1.0).ln_pdf(sigma)
    };
    let mut density = Density::new(&problem);
    density.set_link(vec![0.2, 0.5, 1.0, 0.1, 0.3]);
    let naturals = [
        [1.0, 0.5, 0.2, 0.1, 0.4, 0.6, 0.3, 0.8, 0.2, 0.3],
        [0.4, 1.5, 0.9, 0.01, 0.7, 0.1, 0.9, 1.8, 0.7, 0.1],
    ];
    let differences = naturals.map(|natural| {
        let position = density.position(&natural);
        let back = density.natural(&position);
        assert!(
            natural
                .iter()
                .zip(&back)
                .all(|(a, b)| (a - b).abs() < 1e-12),
            "{natural:?} {back:?}"
        );
        // log |d natural / d position|, by finite differences.
        let mut jacobian = 0.0;
        for (index, _) in position.iter().enumerate() {
            const STEP: f64 = 1e-6;
            let moved = |offset: f64| {
                let mut moved = position.clone();
                moved[index] += offset;
                density.natural(&moved)[index]
            };
            jacobian += ((moved(STEP) - moved(-STEP)) / (2.0 * STEP)).ln();
        }
        let mut gradient = vec![0.0; position.len()];
        density.evaluate(&position, &mut gradient) - jacobian - reference(&natural)
    });
    // The two are equal up to a constant.
    assert!(
        (differences[0] - differences[1]).abs() < 1e-6,
        "{differences:?}"
    );
}
