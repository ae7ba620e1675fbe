//! The costs of instructions in two campaigns on another machine.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail, ensure};
use ide::Posterior;

use super::patterns::{self, Pattern};
use super::sums::{Counts, Parts};

/// Where the costs are listed.
pub(crate) const INSTRUCTIONS: &str = "model-data/sources/transfer-instructions.tsv";

const HEADER: &str = "instruction\tjdk_17_j\tjdk_17_sd_j\tjdk_25_j\tjdk_25_sd_j";

/// The number of campaigns.
pub(super) const CAMPAIGNS: usize = 2;

/// Reads the costs of each campaign.
///
/// # Errors
/// If a line does not have the columns of the header.
pub(super) fn read(text: &str) -> Result<[Parts; CAMPAIGNS]> {
    let mut lines = text.lines();
    ensure!(
        lines.next() == Some(HEADER),
        "line 1: the columns must be {HEADER}"
    );
    let mut campaigns = [Parts::new(), Parts::new()];
    for (line, number) in lines.zip(2..) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (&[name], numbers) = columns.split_at(1.min(columns.len())) else {
            bail!("line {number}: no instruction");
        };
        let numbers: Vec<f64> = numbers
            .iter()
            .map(|text| text.parse())
            .collect::<Result<_, _>>()
            .with_context(|| format!("line {number}: not a number"))?;
        ensure!(
            numbers.len() == 2 * CAMPAIGNS && numbers.iter().all(|number| *number > 0.0),
            "line {number}: {} positive numbers must follow the name",
            2 * CAMPAIGNS
        );
        for (campaign, cost) in campaigns.iter_mut().zip(numbers.chunks_exact(2)) {
            campaign.insert(name.to_owned(), (cost[0], cost[1]));
        }
    }
    Ok(campaigns)
}

/// What a pattern executes, by the names that the campaigns have: without its operands if they do not distinguish them.
///
/// # Errors
/// If a campaign has no cost for an instruction.
pub(super) fn counts(pattern: &Pattern, campaign: &Parts) -> Result<Counts> {
    let mut counts = Counts::new();
    for (name, count) in &pattern.instructions {
        let known = name_in(name, |name| campaign.contains_key(name))
            .with_context(|| format!("no cost of `{name}`; measure it"))?;
        *counts.entry(known.to_owned()).or_default() += count;
    }
    Ok(counts)
}

fn name_in(name: &str, is_known: impl Fn(&str) -> bool) -> Option<&str> {
    let plain = name.split('/').next().unwrap_or(name);
    [name, plain].into_iter().find(|name| is_known(name))
}

/// The text of [`INSTRUCTIONS`] for the models of the two campaigns: what the patterns execute.
///
/// # Errors
/// If a model lacks an instruction.
pub(crate) fn excerpt(patterns: &str, models: &[Posterior; CAMPAIGNS]) -> Result<String> {
    let known = |name: &str| models.iter().all(|model| model.feature_id(name).is_some());
    let mut names = BTreeSet::new();
    for pattern in patterns::read(patterns)? {
        for name in pattern.instructions.keys() {
            let name = name_in(name, known).map(str::to_owned);
            names.insert(name.with_context(|| {
                format!(
                    "{}/{}: a campaign lacks it",
                    pattern.form, pattern.data_type
                )
            })?);
        }
    }
    let mut text = format!("{HEADER}\n");
    for name in names {
        text.push_str(&name);
        for model in models {
            let feature = model.feature_id(&name).and_then(|id| model.feature(id));
            let feature = feature.context("the model has this feature")?;
            write!(text, "\t{:.6e}\t{:.6e}", feature.mean.0, feature.sd.0)?;
        }
        text.push('\n');
    }
    Ok(text)
}
