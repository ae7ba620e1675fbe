//! Conclusions from a run about methods that it did not measure.
//!
//! The ratio of measured to predicted energy is similar for methods that are close to each other: one model, one machine,
//! one kind of code. So the ratios of the measured methods are partially pooled (Gelman and Hill 2007, section 12.3). Let
//! `y` be the logarithm of a ratio with measurement uncertainty `s`:
//!
//! ```text
//! y = run + package + class + method + measurement
//! package ~ N(0, σ_package²)   class ~ N(0, σ_class²)   method ~ N(0, σ_method²)   measurement ~ N(0, s²)
//! ```
//!
//! The three σ have half-normal priors, and a grid of their values is weighted by the likelihood. At each grid point the
//! rest is exact, because the levels form a tree: a group passes only a mean and a variance to the group above it.
//!
//! Outliers, such as methods that the compiler removed, would widen every interval. So the deviations of methods follow
//! Student's t distribution with 4 degrees of freedom, expressed as a normal distribution with a larger variance for
//! outliers. Let `z` be the error of a prediction from the other methods, divided by its standard deviation. Then the
//! variance is multiplied by `(4 + z²) / 5` (the EM algorithm of Lange, Little and Taylor 1989).
//!
//! Finally, each measured method is predicted from the others. If more than a tenth are outside their 90% intervals, all
//! intervals are widened until they contain nine of ten.

mod measured_ratio;
mod pool;

pub use measured_ratio::MeasuredRatio;

use crate::estimate::Estimate;
use measured_ratio::{PackageAndClass, Stretched};
use pool::{Pool, PoolMoments, Spreads};
use std::collections::HashMap;

/// With fewer measured methods, nothing is concluded about others.
const FEWEST_METHODS: usize = 3;

/// Degrees of freedom of Student's t distribution.
const DEGREES: f64 = 4.0;

/// How often the variances of methods are computed again. An outlier among few methods needs most of these rounds.
const ROUNDS: usize = 12;

/// The group that contains the measured methods nearest to a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Nearest {
    /// Those of its class.
    Class,
    /// Those of its package.
    Package,
    /// Those of the run.
    Run,
}

/// The factor to multiply a method's prediction by, as a log-normal distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnchorFactor {
    /// The mean of the logarithm.
    pub log_mean: f64,
    /// Its standard deviation, for a method that was not measured.
    pub log_sd: f64,
    /// The group of the nearest measured methods.
    pub nearest: Nearest,
    /// Their number.
    pub methods: usize,
}

impl AnchorFactor {
    /// The mean of the factor.
    pub fn mean(&self) -> f64 {
        (self.log_mean + self.log_sd * self.log_sd / 2.0).exp()
    }

    /// The mean of the factor and the ends of its 90% interval.
    pub fn estimate(&self) -> Estimate {
        Estimate {
            mean: self.mean(),
            lo: self.quantile(0.05),
            hi: self.quantile(0.95),
        }
    }

    /// The quantile `p` of the factor.
    pub fn quantile(&self, p: f64) -> f64 {
        (self.log_mean + self.log_sd * crate::quantile::normal(p)).exp()
    }
}

/// How well predictions fit if they do not use the method that they predict.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeaveOneOut {
    /// The number of methods that were left out, one at a time.
    pub methods: usize,
    /// The factor by which the 90% intervals must be widened to contain nine of ten methods. If it exceeds 1, all intervals
    /// are widened.
    pub spread: f64,
    /// The median factor between measurement and prediction, at least 1.
    pub median_factor: f64,
}

/// The factors of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Anchors {
    classes: HashMap<String, AnchorFactor>,
    packages: HashMap<String, AnchorFactor>,
    run: AnchorFactor,
    left_out: LeaveOneOut,
}

impl Anchors {
    /// The factors that follow from the measured methods. `None` if fewer than three have a finite ratio.
    pub fn fit(ratios: &[MeasuredRatio<'_>]) -> Option<Self> {
        let ratios: Vec<MeasuredRatio<'_>> = (ratios.iter().copied())
            .filter(|ratio| {
                ratio.log_ratio.is_finite() && ratio.log_sd.is_finite() && ratio.log_sd >= 0.0
            })
            .collect();
        if ratios.len() < FEWEST_METHODS {
            return None;
        }
        let tree = Tree::of(&ratios);
        let mut stretched = Stretched::evenly(&ratios);
        for _ in 0..ROUNDS {
            let fit = Fit::of(&tree, &stretched);
            stretched = Stretched::by(&ratios, |place| fit.of_left_out(&tree, &stretched, place));
        }
        let fit = Fit::of(&tree, &stretched);
        let left_out = tried(&ratios, |place| fit.of_left_out(&tree, &stretched, place));
        let scale = left_out.spread.max(1.0);
        let factor = |moments: PoolMoments, nearest, methods| AnchorFactor {
            log_mean: moments.mean,
            log_sd: moments.variance.sqrt() * scale,
            nearest,
            methods,
        };
        let mut classes = HashMap::new();
        let mut packages = HashMap::new();
        for (package, (name, of_package)) in tree.names.iter().enumerate() {
            for (class, (name, methods)) in of_package.iter().enumerate() {
                let moments = fit.mixed(|pool| pool.of_class(package, class));
                classes.insert(
                    (*name).to_owned(),
                    factor(moments, Nearest::Class, *methods),
                );
            }
            let methods = of_package.iter().map(|(_, methods)| methods).sum();
            let moments = fit.mixed(|pool| pool.of_package(package));
            packages.insert(
                (*name).to_owned(),
                factor(moments, Nearest::Package, methods),
            );
        }
        Some(Self {
            classes,
            packages,
            run: factor(fit.mixed(Pool::of_run), Nearest::Run, ratios.len()),
            left_out,
        })
    }

    /// The factor for a method of this class.
    pub fn of(&self, class: &str) -> AnchorFactor {
        let of_class = self.classes.get(class);
        let found = of_class.or_else(|| self.packages.get(package_of(class)));
        found.copied().unwrap_or(self.run)
    }

    /// The factor for a method in a package without measured methods.
    pub fn of_run(&self) -> AnchorFactor {
        self.run
    }

    /// How well such predictions fit the measured methods.
    pub fn left_out(&self) -> LeaveOneOut {
        self.left_out
    }
}

/// The package of a class in binary form.
fn package_of(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

/// The measured methods by package and class.
struct Tree<'n> {
    /// Packages with their classes, and the number of measured methods in each.
    names: Vec<(&'n str, Vec<(&'n str, usize)>)>,
    /// For each package and class, the indices of its methods.
    groups: Vec<Vec<Vec<usize>>>,
    /// The package and class of each method.
    places: Vec<PackageAndClass>,
}

impl<'n> Tree<'n> {
    fn of(ratios: &[MeasuredRatio<'n>]) -> Self {
        let mut tree = Self {
            names: Vec::new(),
            groups: Vec::new(),
            places: Vec::new(),
        };
        let mut packages: HashMap<&str, usize> = HashMap::new();
        let mut classes: HashMap<&str, usize> = HashMap::new();
        for (method, ratio) in ratios.iter().enumerate() {
            let name = package_of(ratio.class);
            let package = *packages.entry(name).or_insert_with(|| {
                tree.names.push((name, Vec::new()));
                tree.groups.push(Vec::new());
                tree.names.len() - 1
            });
            let of_package = &mut tree.names[package].1;
            let groups = &mut tree.groups[package];
            let class = *classes.entry(ratio.class).or_insert_with(|| {
                of_package.push((ratio.class, 0));
                groups.push(Vec::new());
                of_package.len() - 1
            });
            of_package[class].1 += 1;
            groups[class].push(method);
            tree.places.push((package, class));
        }
        tree
    }
}

impl<'n> Stretched<'n> {
    fn evenly(ratios: &[MeasuredRatio<'n>]) -> Vec<Self> {
        let each = ratios.iter().map(|ratio| Self {
            ratio: *ratio,
            factor: 1.0,
        });
        each.collect()
    }

    /// The methods, each with a factor that follows from the error of its prediction.
    fn by(ratios: &[MeasuredRatio<'n>], predict: impl Fn(usize) -> PoolMoments) -> Vec<Self> {
        let each = ratios.iter().enumerate().map(|(place, ratio)| {
            let z = error(ratio, predict(place));
            Self {
                ratio: *ratio,
                factor: (DEGREES + z * z) / (DEGREES + 1.0),
            }
        });
        each.collect()
    }
}

/// The grid points with their weights, which sum to 1.
struct Fit(Vec<(f64, Pool)>);

impl Fit {
    fn of(tree: &Tree<'_>, methods: &[Stretched<'_>]) -> Self {
        let grid: Vec<(f64, Pool)> = (Spreads::grid())
            .map(|spreads| {
                let pool = Pool::of(&tree.groups, methods, spreads);
                (pool.log_likelihood + spreads.log_prior(), pool)
            })
            .collect();
        let greatest = grid
            .iter()
            .fold(f64::NEG_INFINITY, |most, (log, _)| most.max(*log));
        let sum: f64 = grid.iter().map(|(log, _)| (log - greatest).exp()).sum();
        let weighed = (grid.into_iter()).map(|(log, pool)| ((log - greatest).exp() / sum, pool));
        Self(weighed.collect())
    }

    fn mixed(&self, predict: impl Fn(&Pool) -> PoolMoments) -> PoolMoments {
        PoolMoments::mixed(self.0.iter().map(|(weight, pool)| (*weight, predict(pool))))
    }

    /// Predicts a measured method from all others.
    fn of_left_out(&self, tree: &Tree<'_>, methods: &[Stretched<'_>], place: usize) -> PoolMoments {
        self.mixed(|pool| pool.without(tree.places[place], methods[place]))
    }
}

/// The error of a prediction divided by its standard deviation.
fn error(ratio: &MeasuredRatio<'_>, predicted: PoolMoments) -> f64 {
    let variance = predicted.variance + ratio.log_sd * ratio.log_sd;
    (ratio.log_ratio - predicted.mean) / variance.sqrt()
}

/// Tests predictions on the measured methods.
fn tried(ratios: &[MeasuredRatio<'_>], predict: impl Fn(usize) -> PoolMoments) -> LeaveOneOut {
    let predictions = (0..ratios.len()).map(predict);
    let (mut errors, mut apart): (Vec<f64>, Vec<f64>) = (ratios.iter().zip(predictions))
        .map(|(ratio, predicted)| {
            let apart = (ratio.log_ratio - predicted.mean).abs();
            (error(ratio, predicted).abs(), apart)
        })
        .unzip();
    errors.sort_by(f64::total_cmp);
    apart.sort_by(f64::total_cmp);
    // The smallest number of errors that is at least nine tenths of them.
    let nine_of_ten = (ratios.len() * 9).div_ceil(10);
    LeaveOneOut {
        methods: ratios.len(),
        spread: errors[nine_of_ten - 1] / crate::quantile::normal(0.95),
        median_factor: apart[apart.len() / 2].exp(),
    }
}

#[cfg(test)]
mod tests;
