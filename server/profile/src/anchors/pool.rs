//! The hierarchy of run, packages, classes and methods, for given spreads of each level.

use super::measured_ratio::{PackageAndClass, Stretched};

/// A mean and a variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PoolMoments {
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl PoolMoments {
    /// The moments of a mixture with weights that sum to 1.
    pub(super) fn mixed(parts: impl Iterator<Item = (f64, Self)>) -> Self {
        let (mut mean, mut square) = (0.0, 0.0);
        for (weight, part) in parts {
            mean += weight * part.mean;
            square += weight * (part.variance + part.mean * part.mean);
        }
        Self {
            mean,
            variance: (square - mean * mean).max(0.0),
        }
    }

    fn wider(self, variance: f64) -> Self {
        Self {
            variance: self.variance + variance,
            ..self
        }
    }
}

/// The standard deviations of the levels, on a logarithmic scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spreads {
    package: f64,
    class: f64,
    method: f64,
}

/// The grid for packages and classes.
const OF_GROUPS: [f64; 7] = [0.0, 0.1, 0.2, 0.4, 0.7, 1.0, 1.5];

/// The grid for methods, which are never all alike.
const OF_METHODS: [f64; 7] = [0.05, 0.1, 0.2, 0.4, 0.7, 1.0, 1.5];

/// The scales of the half-normal priors. The standard deviation of methods was 0.7 under models of C2 without anchors.
const PRIOR_OF_GROUPS: f64 = 0.5;
const PRIOR_OF_METHODS: f64 = 0.7;

impl Spreads {
    pub(super) fn grid() -> impl Iterator<Item = Self> {
        OF_GROUPS.into_iter().flat_map(|package| {
            OF_GROUPS.into_iter().flat_map(move |class| {
                OF_METHODS.into_iter().map(move |method| Self {
                    package,
                    class,
                    method,
                })
            })
        })
    }

    /// The logarithm of the prior density times the width of the grid cell, because the values are not evenly spaced.
    pub(super) fn log_prior(self) -> f64 {
        let of = |value: f64, scale: f64| -0.5 * (value / scale).powi(2);
        of(self.package, PRIOR_OF_GROUPS)
            + of(self.class, PRIOR_OF_GROUPS)
            + of(self.method, PRIOR_OF_METHODS)
            + width(&OF_GROUPS, self.package).ln()
            + width(&OF_GROUPS, self.class).ln()
            + width(&OF_METHODS, self.method).ln()
    }
}

/// Half the distance between the neighbours of a grid value.
fn width(values: &[f64], value: f64) -> f64 {
    let at = values.partition_point(|other| *other < value);
    let before = values[at.saturating_sub(1)];
    let after = values[(at + 1).min(values.len() - 1)];
    (after - before) / 2.0
}

/// Independent measurements of one mean: sums of `1/v`, `y/v` and `y²/v`.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    count: usize,
    precision: f64,
    weighted: f64,
    squares: f64,
    log_variances: f64,
}

impl Sums {
    fn add(&mut self, of: PoolMoments) {
        self.count += 1;
        self.precision += 1.0 / of.variance;
        self.weighted += of.mean / of.variance;
        self.squares += of.mean * of.mean / of.variance;
        self.log_variances += of.variance.ln();
    }

    /// Without one of several; `None` if it is the only one.
    fn without(&self, of: PoolMoments) -> Option<PoolMoments> {
        if self.count < 2 {
            return None;
        }
        let precision = self.precision - 1.0 / of.variance;
        Some(PoolMoments {
            mean: (self.weighted - of.mean / of.variance) / precision,
            variance: 1.0 / precision,
        })
    }

    fn moments(&self) -> PoolMoments {
        PoolMoments {
            mean: self.weighted / self.precision,
            variance: 1.0 / self.precision,
        }
    }

    /// The logarithm of the members' density, apart from that of their mean and constants:
    /// `Π N(yᵢ; θ, vᵢ) = N(ȳ; θ, 1/Σ(1/vᵢ)) · exp(this)`.
    fn log_rest(&self) -> f64 {
        let mean = self.weighted / self.precision;
        let squares = (self.squares - mean * self.weighted).max(0.0);
        -0.5 * (self.log_variances + squares + self.precision.ln())
    }
}

/// Combines what two sources say about one value.
fn joined(one: PoolMoments, other: Option<PoolMoments>) -> PoolMoments {
    let Some(other) = other else {
        return one;
    };
    let precision = 1.0 / one.variance + 1.0 / other.variance;
    PoolMoments {
        mean: (one.mean / one.variance + other.mean / other.variance) / precision,
        variance: 1.0 / precision,
    }
}

/// The measured methods at given spreads.
#[derive(Debug)]
pub(super) struct Pool {
    spreads: Spreads,
    /// For each package and class, what its methods say.
    classes: Vec<Vec<Sums>>,
    /// For each package, what its classes say.
    packages: Vec<Sums>,
    run: Sums,
    /// The log-likelihood of the measurements, without constants.
    pub(super) log_likelihood: f64,
}

impl Pool {
    pub(super) fn of(
        groups: &[Vec<Vec<usize>>],
        methods: &[Stretched<'_>],
        spreads: Spreads,
    ) -> Self {
        let mut pool = Self {
            spreads,
            classes: Vec::with_capacity(groups.len()),
            packages: Vec::with_capacity(groups.len()),
            run: Sums::default(),
            log_likelihood: 0.0,
        };
        for of_package in groups {
            let mut package = Sums::default();
            let mut classes = Vec::with_capacity(of_package.len());
            for of_class in of_package {
                let mut class = Sums::default();
                for method in of_class {
                    class.add(pool.of_method(methods[*method]));
                }
                pool.log_likelihood += class.log_rest();
                package.add(pool.class_in_package(class.moments()));
                classes.push(class);
            }
            pool.log_likelihood += package.log_rest();
            let in_run = pool.package_in_run(package.moments());
            pool.run.add(in_run);
            pool.classes.push(classes);
            pool.packages.push(package);
        }
        pool.log_likelihood += pool.run.log_rest();
        pool
    }

    /// What a method says about its class.
    fn of_method(&self, Stretched { ratio, factor }: Stretched<'_>) -> PoolMoments {
        let of_method = self.spreads.method * self.spreads.method;
        PoolMoments {
            mean: ratio.log_ratio,
            variance: factor * (of_method + ratio.log_sd * ratio.log_sd),
        }
    }

    fn class_in_package(&self, class: PoolMoments) -> PoolMoments {
        class.wider(self.spreads.class * self.spreads.class)
    }

    fn package_in_run(&self, package: PoolMoments) -> PoolMoments {
        package.wider(self.spreads.package * self.spreads.package)
    }

    /// The mean of a package, from the other packages; `None` if there are no others.
    fn package_from_others(&self, package: usize) -> Option<PoolMoments> {
        let own = self.package_in_run(self.packages[package].moments());
        let others = self.run.without(own)?;
        Some(self.package_in_run(others))
    }

    /// The mean of a class, without its own methods.
    fn class_from_others(&self, (package, class): PackageAndClass) -> Option<PoolMoments> {
        let from_run = self.package_from_others(package);
        let own = self.class_in_package(self.classes[package][class].moments());
        let from_package = self.packages[package].without(own);
        let mean = match (from_package, from_run) {
            (Some(from_package), from_run) => joined(from_package, from_run),
            (None, from_run) => from_run?,
        };
        Some(self.class_in_package(mean))
    }

    /// The prediction for another method of a class.
    pub(super) fn of_class(&self, package: usize, class: usize) -> PoolMoments {
        let own = self.classes[package][class].moments();
        let mean = joined(own, self.class_from_others((package, class)));
        mean.wider(self.spreads.method * self.spreads.method)
    }

    /// The prediction for a method of another class in a package.
    pub(super) fn of_package(&self, package: usize) -> PoolMoments {
        let own = self.packages[package].moments();
        let mean = joined(own, self.package_from_others(package));
        self.class_in_package(mean)
            .wider(self.spreads.method * self.spreads.method)
    }

    /// The prediction for a method of another package.
    pub(super) fn of_run(&self) -> PoolMoments {
        let package = self.package_in_run(self.run.moments());
        self.class_in_package(package)
            .wider(self.spreads.method * self.spreads.method)
    }

    /// The prediction for a measured method from all others.
    pub(super) fn without(&self, place: PackageAndClass, method: Stretched<'_>) -> PoolMoments {
        let (package, class) = place;
        let own = self.of_method(method);
        let class_mates = self.classes[package][class].without(own);
        let from_others = self.class_from_others(place);
        let mean = match (class_mates, from_others) {
            (Some(mates), others) => joined(mates, others),
            (None, Some(others)) => others,
            // For the only method, nothing else is known; but there are at least three.
            (None, None) => own,
        };
        mean.wider(self.spreads.method * self.spreads.method)
    }
}
