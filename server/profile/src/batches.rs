//! How much the samples of a key come and go together: sums over batches of samples that follow each other.
//!
//! Samples near in time are alike, so that n of them tell less than n independent ones. The variance of a share follows from
//! the batches (batch means: Flegal and Jones 2010, "Batch means and spectral variance estimators in Markov chain Monte Carlo",
//! Annals of Statistics 38(2)).

use std::collections::BTreeMap;

/// Sums over the batches of all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Batches {
    /// Weights.
    pub(crate) sum: f64,
    /// Squared weights of samples.
    pub(crate) sample_squares: f64,
    /// Squared weights of batches.
    pub(crate) squares: f64,
    /// How many batches there are.
    pub(crate) number: u64,
    pub(crate) samples: u64,
}

/// Sums of one key over the batches of all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    /// Weights.
    pub(crate) sum: f64,
    /// Squared weights of batches.
    pub(crate) squares: f64,
    /// Weights of batches × the weights of all samples in them.
    pub(crate) products: f64,
    /// Batches that it is in.
    pub(crate) batches: u64,
    pub(crate) samples: u64,
    /// Squared weights of runs.
    pub(crate) run_squares: f64,
    before_run: f64,
}

impl Batches {
    pub(crate) fn add_sample(&mut self, weight: f64) {
        self.sum += weight;
        self.sample_squares += weight * weight;
        self.samples += 1;
    }

    pub(crate) fn end_batch(&mut self, weight: f64) {
        self.squares += weight * weight;
        self.number += 1;
    }

    /// How many samples of equal weight tell as much, were they independent (Kish 1965, "Survey Sampling", 8.2).
    pub(crate) fn kish(&self) -> f64 {
        if self.sample_squares > 0.0 {
            self.sum * self.sum / self.sample_squares
        } else {
            0.0
        }
    }

    /// The variance of a key's share by batch means: B / (B − 1) · Σ (x − p w)² / W², for its weight x and all weight w of each of
    /// B batches. `None` of fewer than two batches.
    pub(crate) fn variance(&self, key: &Moments) -> Option<f64> {
        if self.number < 2 || self.sum <= 0.0 {
            return None;
        }
        let share = key.sum / self.sum;
        let squares = key.squares - 2.0 * share * key.products + share * share * self.squares;
        let batches = self.number as f64;
        let variance = batches / (batches - 1.0) * squares / (self.sum * self.sum);
        variance.is_finite().then(|| variance.max(0.0))
    }
}

/// The moments of keys of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Table<K> {
    pub(crate) keys: BTreeMap<K, Moments>,
    batch: BTreeMap<K, (f64, u64)>,
}

impl<K: Ord + Copy> Table<K> {
    pub(crate) fn new() -> Self {
        Self {
            keys: BTreeMap::new(),
            batch: BTreeMap::new(),
        }
    }

    pub(crate) fn add(&mut self, key: K, weight: f64, samples: u64) {
        let sums = self.batch.entry(key).or_default();
        sums.0 += weight;
        sums.1 += samples;
    }

    pub(crate) fn end_batch(&mut self, all: f64) {
        for (key, (weight, samples)) in std::mem::take(&mut self.batch) {
            let moments = self.keys.entry(key).or_default();
            moments.sum += weight;
            moments.squares += weight * weight;
            moments.products += weight * all;
            moments.batches += 1;
            moments.samples += samples;
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

/// About √n samples make a batch, so that their number and their length both grow with n.
pub(crate) fn batch_length(samples: usize) -> usize {
    ((samples as f64).sqrt().round() as usize).max(1)
}
