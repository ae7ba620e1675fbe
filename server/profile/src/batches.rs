//! How strongly the samples of a key cluster in time: sums over batches of consecutive samples.
//!
//! Neighbouring samples are similar, so n of them contain less information than n independent ones. The variance of a share
//! follows from the batches (batch means: Flegal and Jones 2010, "Batch means and spectral variance estimators in Markov chain
//! Monte Carlo", Annals of Statistics 38(2)).

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Sums over the samples of all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Batches {
    /// Sum of weights.
    pub(crate) sum: f64,
    /// Sum of the squared weights of samples.
    sample_squares: f64,
    pub(crate) samples: u64,
    single: Lengths,
    double: Lengths,
}

/// Sums over batches of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Lengths {
    /// Sum of squared weights.
    squares: f64,
    number: u64,
}

impl Lengths {
    fn add(&mut self, weight: f64) {
        self.squares += weight * weight;
        self.number += 1;
    }
}

/// Sums of one key over the samples of all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    /// Sum of weights.
    pub(crate) sum: f64,
    pub(crate) samples: u64,
    /// Sum of the squared weights of runs.
    pub(crate) run_squares: f64,
    before_run: f64,
    single: KeyLengths,
    double: KeyLengths,
}

/// Sums of one key over batches of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct KeyLengths {
    /// Sum of squared weights.
    squares: f64,
    /// Sum of the key's weight × the weight of all samples of the batch.
    products: f64,
    /// The number of batches with this key.
    number: u64,
}

impl KeyLengths {
    fn add(&mut self, weight: f64, all: f64) {
        self.squares += weight * weight;
        self.products += weight * all;
        self.number += 1;
    }
}

impl Batches {
    pub(crate) fn add_sample(&mut self, weight: f64) {
        self.sum += weight;
        self.sample_squares += weight * weight;
        self.samples += 1;
    }

    pub(crate) fn end_batch(&mut self, weight: f64) {
        self.single.add(weight);
    }

    pub(crate) fn end_pair(&mut self, weight: f64) {
        self.double.add(weight);
    }

    /// The number of samples of equal weight with the same information, if they were independent (Kish 1965, "Survey Sampling",
    /// 8.2).
    pub(crate) fn kish(&self) -> f64 {
        if self.sample_squares > 0.0 {
            self.sum * self.sum / self.sample_squares
        } else {
            0.0
        }
    }

    /// The variance of a key's share. Batch means are too low, and half the batch length doubles this bias. So twice the value of
    /// the longer batches minus that of the shorter ones has no such bias, but may by chance be below 0 ("lugsail": Vats and
    /// Flegal 2022, Biometrika 109(3), with r = 2 and c = 1/2). `None` for fewer than two batches.
    pub(crate) fn variance(&self, key: &Moments) -> Option<f64> {
        let share = key.sum / self.sum;
        // B / (B − 1) · Σ (x − p w)² / W², with the key's weight x and the total weight w of each of B batches.
        let of = |all: &Lengths, key: &KeyLengths| {
            let squares = key.squares - 2.0 * share * key.products + share * share * all.squares;
            let batches = all.number as f64;
            batches / (batches - 1.0) * squares / (self.sum * self.sum)
        };
        let (short, long) = (of(&self.single, &key.single), of(&self.double, &key.double));
        let variance = 2.0 * long - short;
        (self.double.number >= 2 && variance.is_finite()).then_some(variance)
    }

    /// How many batches say something about a key's variance: those that contain it, but at most all except one.
    pub(crate) fn batches_of(&self, key: &Moments) -> f64 {
        key.double.number.min(self.double.number.saturating_sub(1)) as f64
    }
}

/// The moments of keys of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Table<K> {
    pub(crate) keys: BTreeMap<K, Moments>,
    /// The open batch. The order of its keys does not matter.
    batch: HashMap<K, (f64, u64)>,
    pair: HashMap<K, f64>,
}

impl<K: Ord + Copy + Hash> Table<K> {
    pub(crate) fn new() -> Self {
        Self {
            keys: BTreeMap::new(),
            batch: HashMap::new(),
            pair: HashMap::new(),
        }
    }

    pub(crate) fn add(&mut self, key: K, weight: f64, samples: u64) {
        let sums = self.batch.entry(key).or_default();
        sums.0 += weight;
        sums.1 += samples;
    }

    pub(crate) fn end_batch(&mut self, all: f64) {
        for (key, (weight, samples)) in self.batch.drain() {
            let moments = self.keys.entry(key).or_default();
            moments.sum += weight;
            moments.samples += samples;
            moments.single.add(weight, all);
            *self.pair.entry(key).or_default() += weight;
        }
    }

    pub(crate) fn end_pair(&mut self, all: f64) {
        for (key, weight) in self.pair.drain() {
            self.keys.entry(key).or_default().double.add(weight, all);
        }
    }

    pub(crate) fn end_run(&mut self) {
        for moments in self.keys.values_mut() {
            let of_run = moments.sum - moments.before_run;
            moments.run_squares += of_run * of_run;
            moments.before_run = moments.sum;
        }
    }

    pub(crate) fn get(&self, key: K) -> Moments {
        self.keys.get(&key).copied().unwrap_or_default()
    }
}

/// A batch has about √n samples, so the number of batches and their length both grow with n.
pub(crate) fn batch_length(samples: usize) -> usize {
    ((samples as f64).sqrt().round() as usize).max(1)
}
