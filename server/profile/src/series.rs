//! How exact the shares of samples at equal distances are.
//!
//! A thread's samples come at equal distances of its CPU time, so a key that stays for several samples has a smaller error than
//! with independent samples: only where it begins and ends is uncertain. With gₕ, the sum of (xᵢ − p)(xᵢ₊ₕ − p) over the samples
//! of each thread, where xᵢ is 1 for samples of the key and p is the key's share, the variance of the number of its samples is
//! ν + (3 (g₀ − ν) − 4 g₁ + g₂) / 12 (Gundersen, Jensen, Kiêu and Nielsen 1999, "The efficiency of systematic sampling in
//! stereology — reconsidered", Journal of Microscopy 193(3), for values that jump). The part ν between neighbouring samples is
//! g₀ minus what g₁ and g₂ extrapolate to at distance 0: ν = g₀ − (2 g₁ − g₂). For independent samples, this is n p (1 − p); for
//! keys that stay for long, it is a sixth for each time that the key is entered.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use crate::charge::Charged;

/// Distances between samples of a thread.
const DISTANCES: usize = 2;

/// Where a sample is among those of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SamplePosition {
    /// Neighbouring samples of a thread have neighbouring numbers; samples of different threads and runs do not.
    number: u64,
    /// How many samples the thread has at each distance from this one, before or after it.
    neighbours: [u64; DISTANCES],
}

/// The samples of each run, those of one thread after those of another.
pub(crate) fn by_thread(
    runs: &[Vec<Charged>],
) -> impl Iterator<Item = Vec<(&Charged, SamplePosition)>> {
    let mut number = 0;
    runs.iter().map(move |run| {
        let mut threads: BTreeMap<u64, Vec<&Charged>> = BTreeMap::new();
        for sample in run {
            threads.entry(sample.series).or_default().push(sample);
        }
        let mut placed = Vec::with_capacity(run.len());
        for samples in threads.into_values() {
            for (at, sample) in samples.iter().enumerate() {
                let neighbours = [1, 2].map(|distance| {
                    u64::from(at >= distance) + u64::from(at + distance < samples.len())
                });
                placed.push((*sample, SamplePosition { number, neighbours }));
                number += 1;
            }
            number += DISTANCES as u64;
        }
        placed
    })
}

/// Sums over the samples of all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct AllSamples {
    /// Sum of weights.
    pub(crate) sum: f64,
    /// Sum of the squared weights of samples.
    squares: f64,
    pub(crate) samples: u64,
    /// For each distance, twice the number of pairs.
    neighbours: [u64; DISTANCES],
}

impl AllSamples {
    pub(crate) fn add(&mut self, weight: f64, position: SamplePosition) {
        self.sum += weight;
        self.squares += weight * weight;
        self.samples += 1;
        for (sum, found) in self.neighbours.iter_mut().zip(position.neighbours) {
            *sum += found;
        }
    }

    /// The number of samples of equal weight with the same information, if they were independent (Kish 1965, "Survey Sampling",
    /// 8.2).
    pub(crate) fn kish(&self) -> f64 {
        if self.squares > 0.0 {
            self.sum * self.sum / self.squares
        } else {
            0.0
        }
    }

    /// The variance of the number of a key's samples: as it is, and for independent samples.
    pub(crate) fn variances(&self, key: &Moments) -> (f64, f64) {
        let all = self.samples.max(1) as f64;
        let share = key.samples as f64 / all;
        let g = |index: usize| {
            let pairs = self.neighbours[index] as f64 / 2.0;
            key.pairs[index] as f64 - share * key.neighbours[index] as f64 + share * share * pairs
        };
        let independent = all * share * (1.0 - share);
        let between = (independent - 2.0 * g(0) + g(1)).max(0.0);
        let found = between + (3.0 * (independent - between) - 4.0 * g(0) + g(1)) / 12.0;
        (found.max(0.0), independent)
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
    /// For each distance, how many pairs of samples both have the key.
    pairs: [u64; DISTANCES],
    /// For each distance, the number of neighbours of the key's samples.
    neighbours: [u64; DISTANCES],
    /// The numbers of the key's last samples, each one higher than the position's own, so that 0 means none.
    last: [u64; DISTANCES],
}

impl Moments {
    fn add(&mut self, weight: f64, position: SamplePosition) {
        self.sum += weight;
        self.samples += 1;
        let number = position.number + 1;
        for (index, distance) in (1..=DISTANCES as u64).enumerate() {
            self.neighbours[index] += position.neighbours[index];
            let is_pair = self
                .last
                .iter()
                .any(|last| *last > 0 && last + distance == number);
            self.pairs[index] += u64::from(is_pair);
        }
        self.last.rotate_right(1);
        self.last[0] = number;
    }

    /// How often the key was entered: its samples whose predecessor has another key.
    pub(crate) fn visits(&self) -> f64 {
        self.samples.saturating_sub(self.pairs[0]) as f64
    }

    fn end_run(&mut self) {
        let of_run = self.sum - self.before_run;
        self.run_squares += of_run * of_run;
        self.before_run = self.sum;
    }
}

/// The moments of keys of one kind. Each sample has a key at most once.
#[derive(Clone, Debug)]
pub(crate) struct Table<K>(HashMap<K, Moments>);

impl<K: Ord + Copy + Hash> Table<K> {
    pub(crate) fn new() -> Self {
        Self(HashMap::new())
    }

    pub(crate) fn add(&mut self, key: K, weight: f64, position: SamplePosition) {
        self.0.entry(key).or_default().add(weight, position);
    }

    pub(crate) fn end_run(&mut self) {
        self.0.values_mut().for_each(Moments::end_run);
    }

    pub(crate) fn get(&self, key: K) -> Moments {
        self.0.get(&key).copied().unwrap_or_default()
    }

    /// The keys, in no order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.keys()
    }

    /// The moments in the order of the keys.
    pub(crate) fn in_order(&self) -> BTreeMap<K, Moments> {
        self.0
            .iter()
            .map(|(key, moments)| (*key, *moments))
            .collect()
    }
}
