//! Predictions of models for programs that they were not learned from.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;
use std::process::Child;

use anyhow::{Context, Result, ensure};
use frequency::{INTERVAL_FEATURES, MeasuredCounts, Model, Tree};
use xtask::process;

use super::dataset::{self, Dataset};
use super::intervals;
use super::learn::{self, Mean};
use super::measured::HeldOutPredictions;
use super::predict::{MIN_CALLS, judged_name};
use super::profile;

/// How many processes predict at the same time; each holds the summaries of the JDK.
const AT_ONCE: usize = 2;

/// The number of folds, and which of them are held out: all if none is named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folds<'o> {
    pub(crate) count: usize,
    pub(crate) only: &'o [usize],
    /// Whether the models use what other programs counted of the JDK.
    pub(crate) has_profile: bool,
}

/// Learns a model without some of the programs and lets it predict their costs, until each program had its turn. The
/// intervals of a program are learned from the predictions for the others.
///
/// # Errors
/// If nothing was collected, or a process fails.
pub(crate) fn measured(folds: Folds<'_>) -> Result<HeldOutPredictions> {
    let data = dataset::read()?;
    println!(
        "{} runs of {} programs and the JDK, {} methods; {} methods fit no class that was found",
        data.runs,
        data.families.len() - 1,
        data.methods.len(),
        data.unknown
    );
    predicted(&data, folds)
}

/// The same for data that was already read.
pub(super) fn predicted(data: &Dataset, folds: Folds<'_>) -> Result<HeldOutPredictions> {
    with_intervals(predictions(data, folds)?)
}

/// Gives each method the interval learned from the other programs.
///
/// # Errors
/// If a learned tree is invalid.
pub(crate) fn with_intervals(mut predictions: HeldOutPredictions) -> Result<HeldOutPredictions> {
    let all = &mut predictions.methods;
    let programs: BTreeSet<String> = all.iter().map(|one| one.program.clone()).collect();
    for program in programs {
        let tree = intervals::tree(all.iter().filter(|one| one.program != program));
        let tree = Tree::of(tree, INTERVAL_FEATURES)?;
        for one in all.iter_mut().filter(|one| one.program == program) {
            let leaf = tree.leaf(&one.all.behind.map(|share| share as f32));
            one.interval = leaf.around(&one.all.behind, one.between_targets).into();
            if let Some(told) = &mut one.told {
                let leaf = tree.leaf(&told.behind.map(|share| share as f32));
                told.interval = leaf.around(&told.behind, told.between_targets).into();
            }
        }
    }
    Ok(predictions)
}

/// The predictions of each model for the programs that it was not learned from.
fn predictions(data: &Dataset, folds: Folds<'_>) -> Result<HeldOutPredictions> {
    let folder = tempfile::tempdir().context("a folder for models")?;
    let judged = folder.path().join("judged.json");
    fs::write(&judged, serde_json::to_vec(&judged_methods(data))?)?;
    let program = std::env::current_exe()?;
    let mut running = VecDeque::new();
    let mut all = HeldOutPredictions::default();
    for (number, fold) in data.folds(folds.count).into_iter().enumerate() {
        if !folds.only.is_empty() && !folds.only.contains(&number) {
            continue;
        }
        let document = learn::document(data, &fold, Mean::Geometric)?;
        let model = folder.path().join(format!("{number}.model.json"));
        let text = serde_json::to_string(&document)?;
        fs::write(&model, &text)?;
        let profile = folder.path().join(format!("{number}.profile.tsv"));
        let methods = if folds.has_profile {
            profile::learn(data, &fold, &Model::parse(&text)?)
        } else {
            Vec::new()
        };
        fs::write(
            &profile,
            MeasuredCounts::text(serde_json::Value::Null, &methods)?,
        )?;
        let out = folder.path().join(format!("{number}.json"));
        let names: Vec<&str> = fold
            .iter()
            .filter_map(|family| Some(data.families.get(*family)?.as_str()))
            .collect();
        println!("without {}", names.join(", "));
        let mut command = process::command(&program);
        command
            .args(["frequencies", "predict", "--model"])
            .arg(&model)
            .arg("--profile")
            .arg(&profile)
            .arg("--judged")
            .arg(&judged)
            .arg("--out")
            .arg(&out)
            .args(&names)
            .arg("--libraries")
            .arg(folder.path().join(format!("{number}.libraries")));
        running.push_back((command.spawn().context("could not start a process")?, out));
        if running.len() >= AT_ONCE
            && let Some((child, out)) = running.pop_front()
        {
            all.extend(finished(child, &out)?);
        }
    }
    for (child, out) in running {
        all.extend(finished(child, &out)?);
    }
    Ok(all)
}

/// The methods of the JDK, each with one of the programs that ran it often enough. The method's name decides which one.
fn judged_methods(data: &Dataset) -> BTreeMap<&str, Vec<String>> {
    let mut judged: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for method in data.of_library() {
        let programs = method.parts.iter();
        let programs = programs.filter(|part| part.execution.returned >= MIN_CALLS);
        let programs: Vec<usize> = programs.map(|part| part.program).collect();
        let name = judged_name(&method.key);
        let digest = blake3::hash(name.as_bytes());
        let number = digest
            .as_bytes()
            .iter()
            .take(4)
            .fold(0, |all, byte| all * 256 + usize::from(*byte));
        let chosen = number
            .checked_rem(programs.len())
            .and_then(|at| programs.get(at));
        if let Some(program) = chosen.and_then(|program| data.families.get(*program)) {
            judged.entry(program).or_default().push(name);
        }
    }
    judged
}

fn finished(mut child: Child, out: &Path) -> Result<HeldOutPredictions> {
    let status = child.wait()?;
    ensure!(status.success(), "a predicting process ended with {status}");
    Ok(serde_json::from_slice(&fs::read(out)?)?)
}
