//! How well a campaign on another machine predicts the published table: cells are left out, predicted and compared.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::model_data;
use crate::transfer::{Level, Prices, RatioSpread, Ratios};

/// 90% of a normal distribution is within this many standard deviations of the mean.
const CENTRAL_90_SDS: f64 = 1.644_853_626_951_472_2;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Also list the transferred prices
    #[arg(long)]
    prices: bool,
    /// Use the costs of this file instead of those of model-data/sources/transfer-instructions.tsv
    #[arg(long, value_name = "FILE")]
    instructions: Option<PathBuf>,
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
    /// Sum of ln(measured / predicted median).
    off: f64,
    /// Sum of its squares.
    squares: f64,
    /// Sum of the standard deviations.
    sds: f64,
}

/// Prints the ratio of the board to the campaign, and how many left-out cells are in their 90% intervals.
///
/// # Errors
/// If a source of the model is malformed.
pub(super) fn run(options: &Options) -> Result<()> {
    let instructions = options.instructions.as_deref().map(std::fs::read_to_string);
    let instructions = instructions.transpose()?;
    model_data::with_levels(|levels, patterns, own| {
        let instructions = instructions.as_deref().unwrap_or(own);
        let ratios = Ratios::new(levels, patterns, instructions)?;
        ratio(&ratios)?;
        left_out(&ratios)?;
        if options.prices {
            list(levels, patterns, instructions)?;
        }
        Ok(())
    })
}

fn ratio(ratios: &Ratios) -> Result<()> {
    let known = ratios.places(true);
    let effects = ratios.fit(&known)?;
    let (mean, sd) = ratios.mean(effects, &known)?;
    println!(
        "log-likelihood {:.1}, ratio {:.3} ×/÷{:.2}, sd of its logarithm between kinds {:.2}, operations {:.2} ({:.2} for kinds of which \
         nothing is transferred), patterns {:.2}",
        -ratios.loss(effects, &known)?,
        mean.exp(),
        sd.exp(),
        effects.kind,
        effects.operation,
        effects.untransferred_operation,
        effects.pattern
    );
    Ok(())
}

fn left_out(ratios: &Ratios) -> Result<()> {
    println!("cells in their 90% intervals:");
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

fn score(
    ratios: &Ratios,
    effects: RatioSpread,
    known: &[usize],
    wanted: &[usize],
) -> Result<Score> {
    let predicted = ratios.predict(effects, known, wanted)?;
    let mut score = Score::default();
    for (row, place) in wanted.iter().enumerate() {
        let variance = predicted.covariance[(row, row)];
        let off = ratios.on_board(*place) - predicted.log_means[row];
        score.add(&Score {
            cells: 1,
            inside: usize::from(off.abs() <= CENTRAL_90_SDS * variance.sqrt()),
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
        self.off += other.off;
        self.squares += other.squares;
        self.sds += other.sds;
    }

    fn words(&self) -> String {
        let cells = self.cells as f64;
        format!(
            "{} cells, {:.1}% inside, bias ×{:.2}, rms error ×/÷{:.2}, predicted ×/÷{:.2}",
            self.cells,
            100.0 * self.inside as f64 / cells,
            (self.off / cells).exp(),
            (self.squares / cells).sqrt().exp(),
            (self.sds / cells).exp()
        )
    }
}
