//! A regression of the energy of the meter's windows on calls, to compare with the samples (vLens: Li et al. 2013).
//!
//! In each window, the energy of Java code is the sum over the counted methods of calls × energy per call. A call includes
//! everything that it calls, up to the next counted method; samples are charged in the same way. Code that no counted method
//! called has the energy that samples show, times a coefficient. A constant power would not work: a busy thread uses the same in
//! each window, whatever it calls.

use std::collections::{BTreeMap, HashMap};

use crate::analysis::WindowRow;
use crate::calls_in_windows::{CallWindow, call_windows, count_calls};
use crate::charge::Charged;
use crate::energy::RunEnergy;
use crate::estimate::Estimate;
use crate::expected;
use crate::methods::Methods;
use crate::nearest::SampleEnergies;
use crate::opinion::{CallRegression, RegressionRow, SecondOpinion};
use crate::options::AnalysisOptions;
use crate::quantile;
use crate::record::{MethodIndex, Profile, StackIndex};
use crate::regression::{Design, Fit, Predicted};
use crate::series::{Table, by_thread};
use crate::shares::Shares;

/// Above this, the regression cannot separate the energies of methods (Belsley, Kuh and Welsch 1980).
const WORST_CONDITION: f64 = 15.0;
/// Methods with a smaller share of the energy by samples belong to their callers. The limit is low, because samples may show one
/// method instead of another.
const LEAST_SHARE: f64 = 0.002;
/// The same for methods with a smaller expected share, unless samples give them more.
const LEAST_EXPECTED: f64 = 0.01;
/// If the samples give counted methods a smaller part of the energy, agreement with them means nothing.
const LEAST_COVERED: f64 = 0.5;
/// If code that no counted method called has less energy, it needs no separate term.
const LEAST_REST: f64 = 0.02;
const MOST_METHODS: usize = 24;
/// The minimum number of windows per method.
const WINDOWS_A_METHOD: usize = 4;
const FEWEST_WINDOWS: usize = 12;
/// More windows say hardly more, and take longer.
const MOST_WINDOWS: u64 = 2000;
/// A method must be called in this many windows, and in this part of them.
const FEWEST_WITH_CALLS: usize = 5;
const LEAST_WITH_CALLS: f64 = 0.1;
/// One run is divided into this many parts, which are left out in turn. With more runs than the second number, several are left
/// out at once.
const PARTS: usize = 5;
const MOST_FOLDS: usize = 10;
/// A method may be merged with its callers if at most this part of its energy has no counted caller.
const MOST_OUTSIDE: f64 = 0.05;
/// It may also be merged if that part is at most this part of all energy.
const LITTLE: f64 = 0.01;

/// The data of the samples.
pub(crate) struct BySamples<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) energies: &'a [RunEnergy],
    pub(crate) windows: &'a [WindowRow],
    pub(crate) samples: &'a [Vec<Charged>],
    pub(crate) methods: &'a Methods<'a>,
    pub(crate) shares: &'a Shares,
    /// Joules of all Java code in a run, and of its sampled threads.
    pub(crate) all: f64,
    pub(crate) sampled: f64,
    /// The bias of the samples of methods.
    pub(crate) bias: f64,
    pub(crate) options: &'a AnalysisOptions,
}

impl BySamples<'_> {
    /// The result of the regression.
    pub(crate) fn second_opinion(&self) -> SecondOpinion {
        let is_measured = |energy: &RunEnergy| energy.joules.is_some();
        let measured = self.energies.iter().filter(|energy| is_measured(energy));
        let measured = measured.count();
        if measured == 0 || self.all <= 0.0 {
            return SecondOpinion::NotMeasured;
        }
        let runs = self.profile.runs.iter().zip(self.energies).enumerate();
        let runs: Vec<usize> = runs
            .filter(|(_, (run, energy))| is_measured(energy) && !run.call_readings.is_empty())
            .map(|(place, _)| place)
            .collect();
        if runs.is_empty() {
            return SecondOpinion::NotCounted;
        }
        let total_calls = self.total_calls(&runs);
        let by_stack = ByStack {
            nearest: SampleEnergies::new(&self.profile.code, self.methods, self.samples),
            all: self.all * measured as f64,
            expected: expected::shares(self.options, self.methods),
        };
        let counted = total_calls.keys().copied().filter(|method| {
            let name = self.methods.get(*method);
            name.is_some_and(|name| self.options.keeps(&name.class))
        });
        let mut methods = by_stack.largest(counted.collect(), MOST_METHODS);
        let windows = self.call_windows(&runs);
        if windows.len() < FEWEST_WINDOWS {
            return SecondOpinion::FewWindows {
                windows: windows.len(),
            };
        }
        let calls = self.calls(&runs, &windows, &methods);
        let enough = FEWEST_WITH_CALLS.max((LEAST_WITH_CALLS * windows.len() as f64) as usize);
        // A reading is divided between two windows, so one of them may have less than one call.
        methods.retain(|method| {
            let called = calls[method].iter().filter(|calls| **calls >= 0.5).count();
            called >= enough
        });
        loop {
            let largest = by_stack.largest(methods.clone(), windows.len() / WINDOWS_A_METHOD);
            if largest.len() == methods.len() {
                break;
            }
            methods = largest;
        }
        let sampled = self.in_windows(&windows);
        let seen = Seen {
            windows,
            calls,
            sampled,
            by_stack,
        };
        if methods.is_empty() {
            return SecondOpinion::FewCounted { share: 0.0 };
        }
        match seen.told_apart(methods) {
            Ok(told_apart) => {
                let methods = self.rows(&told_apart, &total_calls, &runs);
                let share = told_apart.covered;
                if share < LEAST_COVERED && !methods.iter().any(RegressionRow::is_disputed) {
                    return SecondOpinion::FewCounted { share };
                }
                SecondOpinion::Given(CallRegression {
                    methods,
                    ..told_apart.found
                })
            }
            Err(condition_number) => SecondOpinion::IllConditioned { condition_number },
        }
    }

    /// The samples in each window.
    fn in_windows(&self, windows: &[(usize, CallWindow)]) -> Vec<InWindow> {
        let mut found = Vec::new();
        let mut first = 0;
        for of_run in windows.chunk_by(|(one, _), (other, _)| one == other) {
            let Some((run, _)) = of_run.first() else {
                continue;
            };
            for sample in self.samples.get(*run).into_iter().flatten() {
                let next = of_run.partition_point(|(_, window)| window.starts_by(sample.at_nanos));
                let place = next.checked_sub(1);
                let window = place.and_then(|place| of_run.get(place));
                if let Some(place) = place
                    && window.is_some_and(|(_, window)| window.has(sample.at_nanos))
                {
                    found.push(InWindow {
                        window: first + place,
                        stack: sample.stack,
                        weight: sample.weight,
                    });
                }
            }
            first += of_run.len();
        }
        found
    }

    /// The number of calls of each called method in all runs.
    fn total_calls(&self, runs: &[usize]) -> BTreeMap<MethodIndex, f64> {
        let mut all: BTreeMap<MethodIndex, f64> = BTreeMap::new();
        for run in runs {
            for reading in &self.profile.runs[*run].call_readings {
                if let Some(method) = self.methods.first(reading.method) {
                    *all.entry(method).or_default() += reading.calls as f64;
                }
            }
        }
        all.retain(|_, calls| *calls > 0.0);
        all
    }

    /// The windows of each run.
    fn call_windows(&self, runs: &[usize]) -> Vec<(usize, CallWindow)> {
        let time = |run: &usize| {
            let windows = self.windows.iter().filter(|window| window.run == *run);
            let seconds = windows.map(|window| window.end_seconds - window.start_seconds);
            seconds.sum::<f64>() * 1e9
        };
        let shortest = runs.iter().map(time).sum::<f64>() as u64 / MOST_WINDOWS;
        let of_run = |run: &usize| {
            let readings = &self.profile.runs[*run].call_readings;
            let windows = call_windows(self.windows, *run, readings, shortest);
            let run = *run;
            windows.into_iter().map(move |window| (run, window))
        };
        runs.iter().flat_map(of_run).collect()
    }

    /// The calls of each method in each window.
    fn calls(
        &self,
        runs: &[usize],
        windows: &[(usize, CallWindow)],
        methods: &[MethodIndex],
    ) -> HashMap<MethodIndex, Vec<f64>> {
        let mut calls: HashMap<MethodIndex, Vec<f64>> = HashMap::new();
        for run in runs {
            let of_run = windows.iter().filter(|(of, _)| of == run);
            let of_run: Vec<CallWindow> = of_run.map(|(_, window)| *window).collect();
            let readings = &self.profile.runs[*run].call_readings;
            let counts = count_calls(&of_run, readings, methods, |method| {
                self.methods.first(method)
            });
            for (method, counts) in methods.iter().zip(counts) {
                calls.entry(*method).or_default().extend(counts);
            }
        }
        calls
    }

    fn rows(
        &self,
        told_apart: &ToldApart,
        total_calls: &BTreeMap<MethodIndex, f64>,
        runs: &[usize],
    ) -> Vec<RegressionRow> {
        let times = runs.iter().filter_map(|run| self.energies.get(*run));
        // Samples cover only the time that was measured.
        let measured = times.map(|energy| energy.time_measured).sum::<f64>() / runs.len() as f64;
        let table = self.table(&told_apart.places, told_apart.methods.len());
        let half = quantile::student(self.shares.level, told_apart.fit.freedom);
        let coefficients = told_apart.fit.coefficients.iter();
        let coefficients = coefficients.zip(&told_apart.fit.errors);
        let mut rows: Vec<RegressionRow> = told_apart
            .methods
            .iter()
            .zip(coefficients)
            .enumerate()
            .map(|(place, (method, (mean, error)))| {
                let calls = total_calls.get(method).copied().unwrap_or(0.0) / runs.len() as f64;
                // No code has negative energy.
                let per_call = Estimate {
                    mean: mean.max(0.0),
                    lo: (mean - half * error).max(0.0) * told_apart.least,
                    hi: (mean + half * error).max(0.0),
                };
                let key = table.get(place);
                let mean = self.shares.mean(key.sum, 0.0);
                let share = self.shares.estimate(mean, &key, self.bias);
                RegressionRow {
                    method: *method,
                    calls,
                    per_call,
                    joules: per_call.scaled(calls * measured),
                    sampled_joules: share.scaled(self.sampled),
                }
            })
            .collect();
        rows.sort_by(|a, b| b.sampled_joules.mean.total_cmp(&a.sampled_joules.mean));
        rows
    }

    /// Tallies the samples by the positions of their stacks.
    fn table(&self, places: &[Option<usize>], length: usize) -> Table<usize> {
        let mut table = Table::new();
        for run in by_thread(self.samples) {
            for (sample, at) in run {
                let stack = sample.stack.and_then(|stack| places.get(stack.0 as usize));
                if let Some(place) = stack.copied().flatten()
                    && place < length
                {
                    table.add(place, sample.weight, at);
                }
            }
            table.end_run();
        }
        table
    }
}

/// Energy by stack.
struct ByStack {
    nearest: SampleEnergies,
    /// The energy of all Java code in all runs.
    all: f64,
    /// The expected share of each method, without samples.
    expected: BTreeMap<MethodIndex, f64>,
}

impl ByStack {
    /// The methods' parts of the energy. Each method includes what it calls, up to the next one of the list.
    fn shares(&self, methods: &[MethodIndex]) -> Vec<f64> {
        let energies = self.nearest.energies(methods).into_iter();
        energies.map(|energy| energy / self.all).collect()
    }

    fn covered(&self, methods: &[MethodIndex]) -> f64 {
        self.shares(methods).iter().sum()
    }

    /// The methods with enough energy, the most expensive first. Their energy is the sampled or the expected one, because samples
    /// may show one method instead of another.
    fn largest(&self, methods: Vec<MethodIndex>, most: usize) -> Vec<MethodIndex> {
        let by_samples = self.shares(&methods).into_iter();
        let mut with_shares: Vec<(f64, MethodIndex)> = by_samples
            .zip(methods)
            .filter_map(|(share, method)| {
                let expected = self.expected.get(&method).copied().unwrap_or(0.0);
                let takes_part = share >= LEAST_SHARE || expected >= LEAST_EXPECTED;
                takes_part.then_some((share.max(expected), method))
            })
            .collect();
        with_shares.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
        let methods = with_shares.into_iter().map(|(_, method)| method);
        methods.take(most).collect()
    }
}

/// A sample in a window.
struct InWindow {
    window: usize,
    stack: Option<StackIndex>,
    weight: f64,
}

/// The energy and calls of all windows.
struct Seen {
    windows: Vec<(usize, CallWindow)>,
    calls: HashMap<MethodIndex, Vec<f64>>,
    sampled: Vec<InWindow>,
    by_stack: ByStack,
}

/// Methods that the regression can distinguish.
struct ToldApart {
    methods: Vec<MethodIndex>,
    /// For each stack, its method.
    places: Vec<Option<usize>>,
    fit: Fit,
    /// The methods' part of the energy, by samples.
    covered: f64,
    /// The methods have at least this part of their regression energy. If the regression gives them more than samples do, at the
    /// expense of code that no method called, then that code may always run together with all of them.
    least: f64,
    /// Everything except the methods.
    found: CallRegression,
}

impl Seen {
    /// The regression on these methods, or the condition number if it cannot distinguish them.
    fn told_apart(&self, methods: Vec<MethodIndex>) -> Result<ToldApart, f64> {
        let methods = self.well_conditioned(methods)?;
        let covered = self.by_stack.covered(&methods);
        let observed: Vec<f64> = self
            .windows
            .iter()
            .map(|(_, window)| window.joules)
            .collect();
        let rest = self.rest(&methods, covered);
        let mut design = self.design(&methods, rest.as_deref());
        let mut fit = Fit::of(&design, &observed).ok_or(f64::INFINITY)?;
        let mut rest_by_calls = 0.0;
        if let (Some(rest), Some(coefficient)) = (&rest, fit.coefficients.get(methods.len())) {
            rest_by_calls = coefficient * rest.iter().sum::<f64>() / observed.iter().sum::<f64>();
            if *coefficient <= 0.0 {
                rest_by_calls = 0.0;
                design = self.design(&methods, None);
                fit = Fit::of(&design, &observed).ok_or(f64::INFINITY)?;
            }
        }
        let by_calls = (1.0 - rest_by_calls).max(covered);
        let least = if by_calls > 0.0 {
            (covered / by_calls).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let condition_number = design.condition_number().max(fit.condition_number(&design));
        if condition_number > WORST_CONDITION {
            return Err(condition_number);
        }
        let (folds, is_over_runs) = self.folds();
        let predicted = Predicted::of(&design, &observed, &folds);
        Ok(ToldApart {
            places: self.by_stack.nearest.places(&methods),
            methods,
            fit,
            covered,
            least,
            found: CallRegression {
                windows: self.windows.len(),
                condition_number,
                correlation: predicted.and_then(|predicted| predicted.correlation),
                nmae: predicted.map(|predicted| predicted.nmae),
                is_over_runs,
                rest_share: (1.0 - covered).clamp(0.0, 1.0),
                methods: Vec::new(),
            },
        })
    }

    /// The windows that are left out together, and whether these are whole runs.
    fn folds(&self) -> (Vec<usize>, bool) {
        let mut rank: BTreeMap<usize, usize> = BTreeMap::new();
        for (run, _) in &self.windows {
            let next = rank.len();
            rank.entry(*run).or_insert(next);
        }
        if rank.len() > 1 {
            let folds = self.windows.iter();
            let folds = folds.map(|(run, _)| rank.get(run).map_or(0, |rank| rank % MOST_FOLDS));
            (folds.collect(), true)
        } else {
            let all = self.windows.len();
            ((0..all).map(|at| at * PARTS / all).collect(), false)
        }
    }

    /// The sampled energy in each window of code that none of the methods called; `None` if it is almost nothing.
    fn rest(&self, methods: &[MethodIndex], covered: f64) -> Option<Vec<f64>> {
        if 1.0 - covered < LEAST_REST {
            return None;
        }
        let places = self.by_stack.nearest.places(methods);
        let mut rest = vec![0.0; self.windows.len()];
        for sample in &self.sampled {
            let place = sample
                .stack
                .and_then(|stack| places.get(stack.0 as usize).copied());
            if place.flatten().is_none()
                && let Some(sum) = rest.get_mut(sample.window)
            {
                *sum += sample.weight;
            }
        }
        rest.iter().any(|sum| *sum > 0.0).then_some(rest)
    }

    /// Calls by window, and the energy of code that no method called.
    fn design(&self, methods: &[MethodIndex], rest: Option<&[f64]>) -> Design {
        let mut design = Design::new(methods.len() + usize::from(rest.is_some()));
        for at in 0..self.windows.len() {
            let calls = methods.iter().map(|method| {
                let calls = self.calls.get(method);
                calls
                    .and_then(|calls| calls.get(at))
                    .copied()
                    .unwrap_or(0.0)
            });
            design.push(calls.chain(rest.and_then(|rest| rest.get(at)).copied()));
        }
        design
    }

    /// Merges methods into their callers if they always come together. If that is not enough, returns the condition number.
    fn well_conditioned(&self, mut methods: Vec<MethodIndex>) -> Result<Vec<MethodIndex>, f64> {
        let condition_of = |methods: &[MethodIndex], covered: f64| {
            let rest = self.rest(methods, covered);
            self.design(methods, rest.as_deref()).condition_number()
        };
        let mut shares = self.by_stack.shares(&methods);
        let whole = condition_of(&methods, shares.iter().sum());
        let mut condition = whole;
        while condition > WORST_CONDITION {
            let covered: f64 = shares.iter().sum();
            let mut best: Option<(f64, Vec<MethodIndex>)> = None;
            for (at, share) in shares.iter().enumerate() {
                let mut fewer = methods.clone();
                fewer.remove(at);
                let left = self.by_stack.covered(&fewer);
                if fewer.is_empty() || covered - left > (MOST_OUTSIDE * share).max(LITTLE) {
                    continue;
                }
                let found = condition_of(&fewer, left);
                if best.as_ref().is_none_or(|(known, _)| found < *known) {
                    best = Some((found, fewer));
                }
            }
            (condition, methods) = best.ok_or(whole)?;
            shares = self.by_stack.shares(&methods);
        }
        Ok(methods)
    }
}
