//! Invented measurements with the published levels.

use std::collections::BTreeMap;

use inference::{Cell, Group, Likelihood, Priors, Problem};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use statrs::distribution::{ContinuousCDF, Normal};

const TABLE: &str = include_str!("../../../../model-data/sources/raspberry-pi-5-table3.csv");
const PATTERNS: &str = include_str!("../../../../model-data/patterns-174.tsv");

/// The groups, in the order in which a cell counts its levels.
pub(crate) const GROUPS: [&str; 4] = ["operation", "data_type", "data_size", "device"];

/// A problem with a known answer.
pub(crate) struct KnownProblem {
    pub(crate) problem: Problem,
    /// The true levels in joules.
    pub(crate) levels: Vec<f64>,
    /// The true σ in joules.
    pub(crate) sigma: f64,
}

/// Standard normal numbers.
pub(crate) struct Noise {
    random: ChaCha8Rng,
    normal: Normal,
}

impl Noise {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            normal: Normal::standard(),
        }
    }

    pub(crate) fn next(&mut self) -> f64 {
        use rand::RngExt;
        self.normal
            .inverse_cdf(self.random.random_range(f64::EPSILON..1.0))
    }
}

/// The paper's campaign with its published levels as the truth: 174 patterns on two devices, 50 samples each.
pub(crate) fn table_3(seed: u64, priors: Priors) -> KnownProblem {
    let mut rows: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for line in TABLE.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        rows.insert((fields[0], fields[1]), fields[3].parse().unwrap());
    }
    let sigma = rows[&("residual", "sigma")];
    let mut groups = Vec::new();
    let mut levels = Vec::new();
    let mut place = BTreeMap::new();
    for group in GROUPS {
        let names: Vec<&str> = rows
            .keys()
            .filter(|(category, _)| *category == group)
            .map(|(_, level)| *level)
            .collect();
        for name in &names {
            place.insert((group, *name), levels.len());
            levels.push(rows[&(group, *name)]);
        }
        groups.push(Group {
            name: group.to_owned(),
            levels: names.into_iter().map(str::to_owned).collect(),
        });
    }
    let mut noise = Noise::new(seed);
    let mut cells = Vec::new();
    for line in PATTERNS.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        for device in ["device_1", "device_2"] {
            let counts: Vec<(usize, f64)> = GROUPS
                .iter()
                .zip([fields[2], fields[3], fields[4], device])
                .map(|(group, level)| (place[&(*group, level)], 1.0))
                .collect();
            let mean: f64 = counts.iter().map(|(level, _)| levels[*level]).sum();
            let values: Vec<f64> = (0..50).map(|_| mean + sigma * noise.next()).collect();
            cells.push(Cell::of(counts, 1.0, &values));
        }
    }
    KnownProblem {
        problem: Problem {
            likelihood: Likelihood::Additive,
            groups,
            cells,
            priors,
            misfits: Vec::new(),
        },
        levels,
        sigma,
    }
}

/// Whether two numbers differ by less than a share of the expected one.
pub(crate) fn close(found: f64, expected: f64, relative: f64) -> bool {
    (found - expected).abs() <= relative * expected.abs()
}
