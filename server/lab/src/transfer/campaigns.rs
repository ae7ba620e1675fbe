//! The costs of instructions in a campaign on another machine.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use ide::Posterior;

use super::patterns::{self, Pattern};
use super::sums::{Counts, Parts};
use crate::table;

/// Where the costs are listed.
pub(crate) const INSTRUCTIONS: &str = "model-data/sources/transfer-instructions.tsv";

const HEADER: [&str; 3] = ["instruction", "mean_j", "sd_j"];

/// Reads the costs.
///
/// # Errors
/// If a line does not have the columns of the header.
pub(super) fn read(text: &str) -> Result<Parts> {
    let number_of = |text: &str| -> Result<f64> {
        let value: f64 = text
            .parse()
            .with_context(|| format!("`{text}` is not a number"))?;
        ensure!(value > 0.0, "`{text}` is not above 0");
        Ok(value)
    };
    let costs = table::rows_below(HEADER, text, |[name, mean, sd]| {
        Ok((name.to_owned(), (number_of(mean)?, number_of(sd)?)))
    })?;
    Ok(costs.into_iter().collect())
}

/// What a pattern executes, by the names that the campaign has: without its operands if it does not distinguish them.
///
/// # Errors
/// If the campaign has no cost for an instruction.
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

/// The text of [`INSTRUCTIONS`] for the model of a campaign: what the patterns execute.
///
/// # Errors
/// If the model lacks an instruction.
pub(crate) fn excerpt(patterns: &str, model: &Posterior) -> Result<String> {
    let mut names = BTreeSet::new();
    for pattern in patterns::read(patterns)? {
        for name in pattern.instructions.keys() {
            let known = name_in(name, |name| model.feature_id(name).is_some());
            let known = known.with_context(|| {
                format!(
                    "{}/{}: the campaign lacks `{name}`",
                    pattern.form, pattern.data_type
                )
            })?;
            names.insert(known.to_owned());
        }
    }
    let mut text = HEADER.join("\t") + "\n";
    for name in names {
        let feature = model.feature_id(&name).and_then(|id| model.feature(id));
        let feature = feature.context("the model has this feature")?;
        writeln!(text, "{name}\t{:.6e}\t{:.6e}", feature.mean.0, feature.sd.0)?;
    }
    Ok(text)
}
