//! The errors of a model on programs that it was not learned from.

use std::sync::Arc;
use std::thread;

use anyhow::{Result, anyhow};
use counts::Execution;
use frequency::{FREQUENCIES, Facts, MeasuredCounts, Model, frequencies};

use super::dataset::{self, Dataset, ExecutedMethod};
use super::learn::{self, Mean};
use super::profile;

/// Methods that returned less often than this show too little.
const MIN_CALLS: u64 = 10;
/// How many models are learned, each without some of the programs, on which it is then tested.
const FOLDS: usize = 8;
/// The loss is computed as if no probability were closer to 1.
const MAX_PROBABILITY: f64 = 0.999_5;

/// The results of one model.
#[derive(Clone, Debug, Default)]
struct ModelScores {
    /// Predicted divided by true own instructions of a call, one for each method with a branch.
    ratios: Vec<f64>,
    /// The share of branches that took the less likely side, weighted by executions with a cap for each method.
    miss: f64,
    /// The same for the loss in bits.
    loss: f64,
    weight: f64,
}

impl ModelScores {
    fn add(&mut self, other: Self) {
        self.ratios.extend(other.ratios);
        self.miss += other.miss;
        self.loss += other.loss;
        self.weight += other.weight;
    }
}

/// Evaluates the current model, and models that are learned without the family on which they are tested.
///
/// # Errors
/// If a model cannot be learned.
pub(super) fn run(data: &Dataset) -> Result<()> {
    let built_in = Model::parse(FREQUENCIES)?;
    let mut known = ModelScores::default();
    for ran in &data.methods {
        known.add(one(ran, &built_in));
    }
    println!(
        "own instructions of a call, methods with a branch that returned {MIN_CALLS} times and more:"
    );
    print("the model that is there", &known);
    for mean in [Mean::Geometric, Mean::Arithmetic] {
        print(
            &format!("learned, {mean:?} trips, each program held out"),
            &held_out(data, mean)?,
        );
    }
    library(data)
}

/// How well the JDK's methods are predicted in held-out programs: by the trees alone, and with what other programs counted.
fn library(data: &Dataset) -> Result<()> {
    println!("own instructions of the JDK's methods in each held-out program:");
    let mut with = [
        ("trees", false, ModelScores::default()),
        ("counts of other programs", true, ModelScores::default()),
    ];
    for fold in data.folds(4) {
        let text = serde_json::to_string(&learn::document(data, &fold, Mean::Geometric)?)?;
        for (_, has_profile, scores) in &mut with {
            let mut model = Model::parse(&text)?;
            if *has_profile {
                let methods = profile::learn(data, &fold, &model);
                let text = MeasuredCounts::text(serde_json::Value::Null, &methods)?;
                model = model.with_profile(Arc::new(MeasuredCounts::parse(&text)?));
            }
            for method in data.of_library() {
                for part in method
                    .parts
                    .iter()
                    .filter(|part| fold.contains(&part.program))
                {
                    if part.execution.returned >= MIN_CALLS && !part.execution.branches.is_empty() {
                        let execution = &part.execution;
                        scores.ratios.extend(ratio(method, execution, &model));
                    }
                }
            }
        }
    }
    for (name, _, scores) in &with {
        print(name, scores);
    }
    Ok(())
}

fn held_out(data: &Dataset, mean: Mean) -> Result<ModelScores> {
    let mut all = ModelScores::default();
    let folds = data.folds(FOLDS);
    for pair in folds.chunks(2) {
        let found = thread::scope(|scope| {
            let running: Vec<_> = pair
                .iter()
                .map(|fold| scope.spawn(move || of_fold(data, fold, mean)))
                .collect();
            let finished = running.into_iter().map(|thread| {
                thread
                    .join()
                    .map_err(|_| anyhow!("an evaluation panicked"))?
            });
            finished.collect::<Result<Vec<ModelScores>>>()
        })?;
        for found in found {
            all.add(found);
        }
    }
    Ok(all)
}

fn of_fold(data: &Dataset, families: &[usize], mean: Mean) -> Result<ModelScores> {
    let document = learn::document(data, families, mean)?;
    let model = Model::parse(&serde_json::to_string(&document)?)?;
    let mut found = ModelScores::default();
    let mut ran = data.methods.iter();
    while let Some(next) = ran.find(|ran| families.contains(&ran.family)) {
        found.add(one(next, &model));
    }
    Ok(found)
}

/// Compares what a model predicts for one method with what was counted.
fn one(ran: &ExecutedMethod, model: &Model) -> ModelScores {
    let mut found = ModelScores::default();
    let branches = ran.execution.branches.iter();
    let executed: u64 = branches.map(|branch| branch.taken + branch.not_taken).sum();
    if executed > 0 {
        let share = learn::share_of(executed);
        for (branch, features) in ran.execution.branches.iter().zip(&ran.branches) {
            let Some(features) = features else { continue };
            let taken = model.taken(features);
            let likely = taken.max(1.0 - taken).min(MAX_PROBABILITY);
            let (most, least) = if taken >= 0.5 {
                (branch.taken, branch.not_taken)
            } else {
                (branch.not_taken, branch.taken)
            };
            found.weight += (most + least) as f64 * share;
            found.miss += least as f64 * share;
            let bits = most as f64 * likely.log2() + least as f64 * (1.0 - likely).log2();
            found.loss -= bits * share;
        }
    }
    if ran.execution.returned >= MIN_CALLS && !ran.execution.branches.is_empty() {
        found.ratios.extend(ratio(ran, &ran.execution, model));
    }
    found
}

/// Predicted divided by counted own instructions of a call that returns.
fn ratio(ran: &ExecutedMethod, execution: &Execution, model: &Model) -> Option<f64> {
    let truth: u64 = execution.instructions.iter().sum();
    let truth = truth as f64 / execution.returned as f64;
    let predicted = dataset::with_view(&ran.bytes, ran.method, |view| {
        let visits = frequencies(view, model, &Facts::default()).visits;
        let blocks = visits.iter().enumerate();
        let of_block =
            |(block, visits): (usize, &f64)| visits * view.flow.instructions(block).len() as f64;
        blocks.map(of_block).sum::<f64>()
    })?;
    Some(predicted / truth).filter(|ratio| ratio.is_finite() && *ratio > 0.0)
}

fn print(name: &str, found: &ModelScores) {
    let mut factors: Vec<f64> = found
        .ratios
        .iter()
        .map(|ratio| ratio.max(1.0 / ratio))
        .collect();
    factors.sort_by(f64::total_cmp);
    let sum: f64 = found.ratios.iter().map(|ratio| ratio.ln()).sum();
    println!(
        "  {name}: {} methods, factor {:.2} in the median, {:.1} at p90, geometric mean of predicted over true {:.2}; \
         branches miss {:.3}, {:.3} bits",
        factors.len(),
        quantile(&factors, 0.5),
        quantile(&factors, 0.9),
        (sum / factors.len().max(1) as f64).exp(),
        found.miss / found.weight,
        found.loss / found.weight,
    );
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = (sorted.len().saturating_sub(1) as f64 * share).round() as usize;
    sorted.get(at).copied().unwrap_or(f64::NAN)
}
