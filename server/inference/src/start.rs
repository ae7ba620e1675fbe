//! The start of sampling: the mode of the density and its curvature there.

use faer::linalg::solvers::Solve;
use faer::{Mat, Side};

use crate::hierarchy::Density;
use crate::whitening::Whitening;

/// The maximum number of sweeps of the coordinate descent.
const SWEEPS: usize = 400;
/// The maximum number of Newton steps. The sampler's adaptation does the rest.
const NEWTON_STEPS: usize = 60;
/// A step that promises a smaller rise of the log-density is the last: the pilot run moves further.
const ENOUGH_RISE: f64 = 1e-3;
/// The largest standard deviation for a direction without curvature.
const WIDEST: f64 = 3.0;
/// The initial relative misfit of programs.
const MISFIT: f64 = 0.1;

/// Sets the links' scales, and returns coordinates in which the density is nearly normal around its mode.
pub(crate) fn whiten(density: &mut Density) -> Whitening {
    let (theta, sigma) = least_squares(density);
    let natural = natural_start(density, theta, sigma);
    let mut position = density.position(&natural);
    let curvature = newton(density, &mut position);
    Whitening::of_curvature(position, &curvature, WIDEST)
}

/// Weighted least squares with θ ≥ 0 and a weak pull to 0.5, by cyclic coordinate descent. Returns θ and σ.
fn least_squares(density: &mut Density) -> (Vec<f64>, f64) {
    let levels = density.levels();
    let mut sigma = density.pure_noise().max(1e-9);
    let mut theta = vec![0.5; levels];
    let misfit = if density.misfits() > 0 { MISFIT } else { 0.0 };
    // The first pass takes σ from the scatter within cells, the second from the misfit as well.
    for _ in 0..2 {
        let mut normal = vec![0.0; levels * levels];
        let mut right = vec![0.5; levels];
        for level in 0..levels {
            normal[level * levels + level] = 1.0;
        }
        for (columns, counts, mean, weight) in density.weighted_rows(sigma, misfit) {
            for (a, count_a) in columns.iter().zip(counts) {
                right[*a as usize] += weight * count_a * mean;
                for (b, count_b) in columns.iter().zip(counts) {
                    normal[*a as usize * levels + *b as usize] += weight * count_a * count_b;
                }
            }
        }
        let scales = (0..levels).map(|level| normal[level * levels + level].sqrt().recip());
        density.set_link(scales.collect());
        for _ in 0..SWEEPS {
            let mut largest: f64 = 0.0;
            for level in 0..levels {
                let row = &normal[level * levels..(level + 1) * levels];
                let sum: f64 = row.iter().zip(&theta).map(|(g, theta)| g * theta).sum();
                let next = (theta[level] + (right[level] - sum) / row[level]).max(0.0);
                largest = largest.max((next - theta[level]).abs() / density.link()[level]);
                theta[level] = next;
            }
            if largest < 1e-3 {
                break;
            }
        }
        let mut squares = 0.0;
        let mut weights = 0.0;
        for (columns, counts, mean, weight) in density.weighted_rows(sigma, misfit) {
            let predicted: f64 = columns
                .iter()
                .zip(counts)
                .map(|(column, count)| theta[*column as usize] * count)
                .sum();
            squares += weight * (mean - predicted).powi(2);
            weights += 1.0;
        }
        // If a cell has only noise, its mean is off by one standard error.
        let excess = squares / f64::max(weights, 1.0);
        if density.misfits() > 0 || excess <= 1.0 {
            break;
        }
        let per_sample = density.samples_per_cell();
        sigma *= (1.0 + (excess - 1.0) / per_sample).sqrt();
    }
    (theta, sigma)
}

fn natural_start(density: &Density, mut theta: Vec<f64>, sigma: f64) -> Vec<f64> {
    for (value, scale) in theta.iter_mut().zip(density.link()) {
        *value = value.max(0.3 * scale);
    }
    let groups = density.groups();
    let (mut count, mut sum, mut squares) =
        (vec![0.0; groups], vec![0.0; groups], vec![0.0; groups]);
    for (level, value) in theta.iter().enumerate() {
        let group = density.group_of(level);
        count[group] += 1.0;
        sum[group] += value;
        squares[group] += value * value;
    }
    let mut natural = theta;
    let scale = |group: usize| {
        (squares[group] / f64::max(count[group], 1.0))
            .sqrt()
            .max(1e-6)
    };
    natural.extend(
        (0..groups).map(|group| (sum[group] / f64::max(count[group], 1.0)).max(0.1 * scale(group))),
    );
    natural.extend((0..groups).map(scale));
    natural.push(sigma);
    natural.extend(std::iter::repeat_n(MISFIT, density.misfits()));
    natural
}

/// Climbs to the mode by Newton steps, each in an ascending direction, and returns the negative Hessian at the end.
fn newton(density: &mut Density, position: &mut Vec<f64>) -> Mat<f64> {
    let dimension = density.dimension();
    let mut gradient = vec![0.0; dimension];
    let mut trial_gradient = vec![0.0; dimension];
    let mut value = density.evaluate(position, &mut gradient);
    let mut curvature = negative_hessian(density, position);
    for _ in 0..NEWTON_STEPS {
        let Some(step) = ascent(&curvature, &gradient) else {
            break;
        };
        let rise: f64 = step.iter().zip(&gradient).map(|(step, g)| step * g).sum();
        if rise.is_nan() || rise < ENOUGH_RISE {
            break;
        }
        let mut length = 1.0;
        loop {
            let trial: Vec<f64> = position
                .iter()
                .zip(&step)
                .map(|(x, step)| x + length * step.clamp(-5.0, 5.0))
                .collect();
            let trial_value = density.evaluate(&trial, &mut trial_gradient);
            if trial_value > value {
                *position = trial;
                gradient.copy_from_slice(&trial_gradient);
                value = trial_value;
                break;
            }
            length *= 0.5;
            if length < 1e-6 {
                return curvature;
            }
        }
        curvature = negative_hessian(density, position);
    }
    curvature
}

/// The Newton step. Enough is added to the diagonal of the curvature to make it positive definite.
fn ascent(curvature: &Mat<f64>, gradient: &[f64]) -> Option<Vec<f64>> {
    let dimension = gradient.len();
    let largest = (0..dimension).fold(0.0, |largest, i| f64::max(largest, curvature[(i, i)].abs()));
    let mut ridge = WIDEST.powi(-2);
    while ridge <= largest * 1e3 {
        let ridged = Mat::from_fn(dimension, dimension, |i, j| {
            curvature[(i, j)] + if i == j { ridge } else { 0.0 }
        });
        if let Ok(factor) = ridged.llt(Side::Lower) {
            let right = Mat::from_fn(dimension, 1, |i, _| gradient[i]);
            let step = factor.solve(&right);
            return Some((0..dimension).map(|i| step[(i, 0)]).collect());
        }
        ridge *= 10.0;
    }
    None
}

/// The negative Hessian from differences of the gradient, made symmetric.
fn negative_hessian(density: &mut Density, position: &[f64]) -> Mat<f64> {
    const STEP: f64 = 1e-4;
    let dimension = density.dimension();
    let mut moved = position.to_vec();
    let (mut above, mut below) = (vec![0.0; dimension], vec![0.0; dimension]);
    let mut differences = Mat::<f64>::zeros(dimension, dimension);
    for j in 0..dimension {
        moved[j] = position[j] + STEP;
        density.evaluate(&moved, &mut above);
        moved[j] = position[j] - STEP;
        density.evaluate(&moved, &mut below);
        moved[j] = position[j];
        for i in 0..dimension {
            differences[(i, j)] = (below[i] - above[i]) / (2.0 * STEP);
        }
    }
    Mat::from_fn(dimension, dimension, |i, j| {
        let mean = f64::midpoint(differences[(i, j)], differences[(j, i)]);
        if mean.is_finite() { mean } else { 0.0 }
    })
}
