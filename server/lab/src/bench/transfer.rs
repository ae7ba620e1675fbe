//! How well campaigns on other machines predict the published table: cells are left out, predicted and compared.

use std::collections::BTreeMap;

use anyhow::Result;
use clap::Args;

use crate::model_data;
use crate::transfer::{Effects, Level, Prices, Ratios, WEIGHT};

/// 90% of a normal distribution is within this many standard deviations of the mean.
const CENTRAL_90_SDS: f64 = 1.644_853_626_951_472_2;

/// Weights of the campaign of JDK 17 that are compared; that of JDK 25 has the rest.
const WEIGHTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Also list the transferred prices
    #[arg(long)]
    prices: bool,
}

/// What is left out together.
#[derive(Clone, Copy)]
enum LeftOut {
    Kind,
    Operation,
    Cell,
}

/// How well some cells were predicted.
#[derive(Default)]
struct Score {
    cells: usize,
    /// Cells in the 90% interval of the log-normal distribution.
    inside: usize,
    /// Cells in the 90% interval of the normal distribution with the same mean and standard deviation, which the model uses.
    inside_normal: usize,
    /// Sum of ln(measured / predicted median).
    off: f64,
    /// Sum of its squares.
    squares: f64,
    /// Sum of the standard deviations.
    sds: f64,
}

/// Prints how the campaigns are weighed, and how many left-out cells are in their 90% intervals.
///
/// # Errors
/// If a source of the model is malformed.
pub(super) fn run(options: &Options) -> Result<()> {
    model_data::with_levels(|levels, patterns, instructions| {
        for weight in WEIGHTS {
            weigh(
                &Ratios::new(levels, patterns, instructions, weight)?,
                weight,
            )?;
        }
        left_out(&Ratios::new(levels, patterns, instructions, WEIGHT)?)?;
        if options.prices {
            list(levels, patterns, instructions)?;
        }
        Ok(())
    })
}

fn weigh(ratios: &Ratios, weight: f64) -> Result<()> {
    let known = ratios.places(true);
    let effects = ratios.fit(&known)?;
    let (mean, sd) = ratios.mean(effects, &known)?;
    println!(
        "weight of JDK 17 {weight:.2}: log-likelihood {:.1}, ratio {:.3} ×/÷{:.2}, sd of its logarithm between kinds {:.2}, \
         operations {:.2}, patterns {:.2}",
        -ratios.loss(effects, &known)?,
        mean.exp(),
        sd.exp(),
        effects.kind,
        effects.operation,
        effects.pattern
    );
    Ok(())
}

fn left_out(ratios: &Ratios) -> Result<()> {
    println!("weight {WEIGHT}; cells in 90% intervals, log-normal and as the model has them:");
    for (what, title) in [
        (LeftOut::Kind, "a kind"),
        (LeftOut::Operation, "an operation"),
        (LeftOut::Cell, "a cell"),
    ] {
        let scores = scores(ratios, what)?;
        let mut all = Score::default();
        for score in scores.values() {
            all.add(score);
        }
        println!("{title} left out: {}", all.words());
        if matches!(what, LeftOut::Kind) {
            for (kind, score) in &scores {
                println!("    {kind}: {}", score.words());
            }
        }
    }
    Ok(())
}

/// The score of each group that is left out.
fn scores(ratios: &Ratios, what: LeftOut) -> Result<BTreeMap<String, Score>> {
    let known = ratios.places(true);
    let group = |place: usize| {
        let pattern = &ratios.patterns()[place];
        match what {
            LeftOut::Kind => pattern.kind.clone(),
            LeftOut::Operation => pattern.operation.clone(),
            LeftOut::Cell => place.to_string(),
        }
    };
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for place in &known {
        groups.entry(group(*place)).or_default().push(*place);
    }
    // Without one of many operations or cells, the effects are nearly the same.
    let of_all = ratios.fit(&known)?;
    let mut scores = BTreeMap::new();
    for (name, wanted) in groups {
        let others: Vec<usize> = (known.iter().copied())
            .filter(|place| !wanted.contains(place))
            .collect();
        let effects = match what {
            LeftOut::Kind => ratios.fit(&others)?,
            LeftOut::Operation | LeftOut::Cell => of_all,
        };
        scores.insert(name, score(ratios, effects, &others, &wanted)?);
    }
    Ok(scores)
}

fn score(ratios: &Ratios, effects: Effects, known: &[usize], wanted: &[usize]) -> Result<Score> {
    let predicted = ratios.predict(effects, known, wanted)?;
    let mut score = Score::default();
    for (row, place) in wanted.iter().enumerate() {
        let variance = predicted.covariance.at(row, row);
        let off = ratios.on_board(*place) - predicted.log_means[row];
        let mean = (0.5 * variance).exp();
        let normal = (off.exp() - mean).abs() <= CENTRAL_90_SDS * mean * variance.exp_m1().sqrt();
        score.add(&Score {
            cells: 1,
            inside: usize::from(off.abs() <= CENTRAL_90_SDS * variance.sqrt()),
            inside_normal: usize::from(normal),
            off,
            squares: off * off,
            sds: variance.sqrt(),
        });
    }
    Ok(score)
}

fn list(levels: &[Level<'_>], patterns: &str, instructions: &str) -> Result<()> {
    let prices = Prices::new(levels, patterns, instructions)?;
    for price in &prices.list {
        println!(
            "{}: {:.1} nJ ± {:.0}%",
            price.name,
            1e9 * price.mean_j,
            100.0 * price.sd_j / price.mean_j
        );
    }
    Ok(())
}

impl Score {
    fn add(&mut self, other: &Self) {
        self.cells += other.cells;
        self.inside += other.inside;
        self.inside_normal += other.inside_normal;
        self.off += other.off;
        self.squares += other.squares;
        self.sds += other.sds;
    }

    fn words(&self) -> String {
        let cells = self.cells as f64;
        format!(
            "{} cells, {:.1}% and {:.1}% inside, bias ×{:.2}, rms error ×/÷{:.2}, predicted ×/÷{:.2}",
            self.cells,
            100.0 * self.inside as f64 / cells,
            100.0 * self.inside_normal as f64 / cells,
            (self.off / cells).exp(),
            (self.squares / cells).sqrt().exp(),
            (self.sds / cells).exp()
        )
    }
}
