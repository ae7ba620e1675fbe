//! `calibrate compare`: the differences between two models, with probabilities, or between two campaigns.

mod campaigns;

use escape::Screen;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use posterior::{Device, Features, Joules, Posterior, Structure};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::CommandResult;
use crate::model::load;
use crate::text_or_json::TextOrJson;
use crate::truth::patterns;

/// What to compare.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// A model, or a campaign
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// Another model of the same structure, or another campaign of the same mode
    #[arg(value_name = "B")]
    pub second: PathBuf,
    /// How many of the largest differences to show
    #[arg(long, default_value_t = 20)]
    pub top: usize,
    /// The form of the result; JSON for campaigns only
    #[arg(long, value_enum, default_value = "text")]
    pub format: TextOrJson,
}

/// The energies of one item under two independent posteriors.
#[derive(Clone, Debug, PartialEq)]
struct Pair {
    name: String,
    /// Posterior mean and standard deviation, in joules.
    first: (f64, f64),
    second: (f64, f64),
}

impl Pair {
    /// P(A > B) for two independent, nearly normal energies.
    fn p_greater(&self) -> f64 {
        let sd = self.first.1.hypot(self.second.1);
        let difference = self.first.0 - self.second.0;
        if sd > 0.0 {
            return Normal::standard().cdf(difference / sd);
        }
        match difference.total_cmp(&0.0) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
        }
    }

    fn ratio(&self) -> f64 {
        self.first.0 / self.second.0
    }
}

/// Runs the command.
///
/// # Errors
/// If one cannot be read, or the two have nothing to compare.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<CommandResult> {
    let paths = [arguments.first.as_path(), arguments.second.as_path()];
    match paths.map(files::is_sqlite) {
        [true, true] => {
            campaigns::compare(paths, arguments.format, arguments.top, out)?;
            return Ok(CommandResult::Complete);
        }
        [false, false] => {}
        [first, _] => {
            let [campaign, other] = if first { paths } else { [paths[1], paths[0]] };
            bail!(
                "{} is a campaign and {} is none; compare two models or two campaigns",
                campaign.display(),
                other.display()
            );
        }
    }
    ensure!(
        arguments.format == TextOrJson::Text,
        "--format json is for two campaigns; models are compared as text"
    );
    let out = &mut Screen::new(out);
    let (first, second) = (load(&arguments.first)?, load(&arguments.second)?);
    ensure!(
        first.structure() == second.structure(),
        "{} has the {} structure and {} the {} structure, so they have no feature in common; fit both with the same structure",
        first.name(),
        first.structure(),
        second.name(),
        second.structure()
    );
    facts(&first, &second, out)?;
    let (what, pairs, alone) = pairs(&first, &second);
    ensure!(
        !pairs.is_empty(),
        "the models have no {what} in common; compare models of similar campaigns"
    );
    let mut logs: Vec<f64> = pairs
        .iter()
        .map(Pair::ratio)
        .filter(|ratio| ratio.is_finite() && *ratio > 0.0)
        .map(f64::ln)
        .collect();
    logs.sort_unstable_by(f64::total_cmp);
    let median = logs.get(logs.len() / 2).map_or(f64::NAN, |log| log.exp());
    out.end()?;
    out.line(format_args!(
        "{} {what}s are in both, {alone} in one of them. A over B: median {median:.3}",
        pairs.len()
    ))?;
    let sum = |side: fn(&Pair) -> f64| Joules(pairs.iter().map(side).sum());
    out.line(format_args!(
        "all of them once: {} under A, {} under B",
        sum(|pair| pair.first.0),
        sum(|pair| pair.second.0)
    ))?;
    let certain = pairs
        .iter()
        .filter(|pair| !(0.025..=0.975).contains(&pair.p_greater()))
        .count();
    out.line(format_args!(
        "{certain} differ with a probability of at least 97.5%"
    ))?;
    let mut sorted: Vec<&Pair> = pairs.iter().collect();
    let size = |pair: &Pair| {
        let sd = pair.first.1.hypot(pair.second.1);
        (pair.first.0 - pair.second.0).abs() / sd.max(f64::MIN_POSITIVE)
    };
    sorted.sort_by(|a, b| size(b).total_cmp(&size(a)));
    out.end()?;
    out.line(format_args!(
        "  {:<44} {:>11} {:>11} {:>8} {:>8}",
        what, "A", "B", "A / B", "P(A > B)"
    ))?;
    for pair in sorted.iter().take(arguments.top) {
        out.line(format_args!(
            "  {:<44} {:>11} {:>11} {:>8.3} {:>8.3}",
            pair.name,
            Joules(pair.first.0).to_string(),
            Joules(pair.second.0).to_string(),
            pair.ratio(),
            pair.p_greater()
        ))?;
    }
    if sorted.len() > arguments.top {
        out.line(format_args!(
            "  and {} more; --top shows them",
            sorted.len() - arguments.top
        ))?;
    }
    Ok(CommandResult::Complete)
}

fn facts(first: &Posterior, second: &Posterior, out: &mut Screen<&mut dyn Write>) -> Result<()> {
    out.line(format_args!(
        "A: {}, {}, {}",
        first.name(),
        first.hardware(),
        first.jdk()
    ))?;
    out.line(format_args!("   {}", first.provenance().title))?;
    out.line(format_args!(
        "B: {}, {}, {}",
        second.name(),
        second.hardware(),
        second.jdk()
    ))?;
    out.line(format_args!("   {}", second.provenance().title))?;
    for (what, differs) in [
        (
            "the machine or the meter",
            first.hardware() != second.hardware(),
        ),
        ("the Java runtime", first.jdk() != second.jdk()),
        ("the mode", first.mode() != second.mode()),
    ] {
        if differs {
            out.line(format_args!("differs: {what}"))?;
        }
    }
    out.line(format_args!("sigma {} and {}, discrepancy of a program {:.3} and {:.3}, of each of its features {:.3} and {:.3}",
        first.sigma().mean,
        second.sigma().mean,
        first.discrepancy(),
        second.discrepancy(),
        first.feature_discrepancy(),
        second.feature_discrepancy()))?;
    for model in [first, second] {
        let levels = crate::check::device_levels(model);
        for pair in levels.windows(2) {
            out.line(format_args!(
                "{}: one event costs {} more on {} than on {}",
                model.name(),
                Joules(pair[0].1 - pair[1].1),
                pair[0].0,
                pair[1].0
            ))?;
        }
    }
    Ok(())
}

/// What both models price, and how many items only one prices. In the additive structure, only sums of levels are identified, so
/// patterns are compared there.
fn pairs(first: &Posterior, second: &Posterior) -> (&'static str, Vec<Pair>, usize) {
    let names: Vec<(String, Vec<String>)> = if first.structure() == Structure::Additive {
        let mut names: Vec<(String, Vec<String>)> = patterns()
            .into_iter()
            .map(|triple| {
                let name = format!(
                    "{}/{}/{}",
                    triple.operation, triple.data_type, triple.data_size
                );
                let call = format!("call_cell:{}", triple.operation);
                let features = if [first, second]
                    .iter()
                    .any(|model| model.feature_id(&call).is_some())
                {
                    vec![call]
                } else {
                    vec![
                        format!("operation:{}", triple.operation),
                        format!("data_type:{}", triple.data_type),
                        format!("data_size:{}", triple.data_size),
                    ]
                };
                (name, features)
            })
            .collect();
        names.dedup();
        names
    } else {
        let mut names: Vec<String> = [first, second]
            .iter()
            .flat_map(|model| model.features())
            .filter(|feature| !feature.name.starts_with("device:"))
            .map(|feature| feature.name.clone())
            .collect();
        names.sort();
        names.dedup();
        names
            .into_iter()
            .map(|name| (name.clone(), vec![name]))
            .collect()
    };
    let what = match first.structure() {
        Structure::Additive => "pattern",
        Structure::Instruction => "instruction",
        Structure::Compiled => "kind of work",
    };
    let total = names.len();
    let pairs: Vec<Pair> = names
        .into_iter()
        .filter_map(|(name, features)| {
            Some(Pair {
                first: energy(first, &features)?,
                second: energy(second, &features)?,
                name,
            })
        })
        .collect();
    let alone = total - pairs.len();
    (what, pairs, alone)
}

/// Posterior mean and standard deviation of some features with the device, averaged over devices.
fn energy(model: &Posterior, names: &[String]) -> Option<(f64, f64)> {
    let mut features = Features::new();
    for name in names {
        features.add(model.feature_id(name)?, 1.0);
    }
    features.device_count = 1.0;
    let devices = model.devices().len();
    let variance: f64 = (0..devices)
        .map(|device| model.covariance(&features, &features, Device::Named(device)))
        .sum();
    Some((
        model.mean(&features, Device::Any).0,
        (variance / devices as f64).max(0.0).sqrt(),
    ))
}
