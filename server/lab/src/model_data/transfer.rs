//! Costs that a published table lacks, transferred from campaigns on another machine.
//!
//! ln(cost on the board / cost in the campaigns) is the mean of a family of operations and an operation's own deviation. The
//! means of the families are pooled: a family with few operations is drawn to the mean of all. Both are learnt on the
//! patterns that the table and the campaigns have. How far a transferred cost may be off is what leaving out each operation
//! in turn shows, because that is how an operation is missing from the table: in all its types and sizes.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use posterior::{Device, Posterior};
use pricing::{Mapping, Pricer, Provenance};

/// The normal quantile of a central 90% interval.
const CENTRAL_90_SDS: f64 = 1.644_853_626_951_472_2;

/// How many operations of a family the spread in all families counts for.
const POOLED: f64 = 3.0;

/// What a pattern costs in the campaigns.
#[derive(Clone, Debug)]
pub(crate) struct CampaignCost {
    /// Mean over the campaigns of the logarithm of its joules.
    log_j: f64,
    /// Its standard deviation: what each campaign does not know, and how far the campaigns differ.
    sd: f64,
    /// How far each campaign is off that mean.
    off: Vec<f64>,
}

impl CampaignCost {
    /// The mean of what campaigns say, by mean and variance of the logarithm.
    fn of(campaigns: &[(f64, f64)]) -> Self {
        let logs: Vec<f64> = campaigns.iter().map(|(log, _)| *log).collect();
        let log_j = mean(&logs);
        let count = campaigns.len() as f64;
        let unknown = campaigns.iter().map(|(_, variance)| variance).sum::<f64>() / count;
        Self {
            log_j,
            sd: (unknown / count).sqrt(),
            off: logs.iter().map(|log| log - log_j).collect(),
        }
    }

    /// Adds how far the campaigns differ beyond what the patterns of the family differ by: that is in the family's ratio.
    fn with_differences(mut self, of_family: Option<&Vec<f64>>) -> Self {
        let none = vec![0.0; self.off.len()];
        let beyond = self.off.iter().zip(of_family.unwrap_or(&none));
        let squares: f64 = beyond.map(|(own, family)| (own - family).powi(2)).sum();
        self.sd = self.sd.hypot((squares / self.off.len() as f64).sqrt());
        self
    }
}

/// A pattern that both the board and the campaigns have measured.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) cell: String,
    pub(crate) board_j: f64,
    pub(crate) campaign: CampaignCost,
}

impl Pair {
    fn log_ratio(&self) -> f64 {
        self.board_j.ln() - self.campaign.log_j
    }
}

/// A cost that was transferred, in joules, with the joules by which each shared error moves it.
#[derive(Clone, Debug)]
pub(crate) struct Transferred {
    pub(crate) cell: String,
    pub(crate) mean_j: f64,
    pub(crate) sd_j: f64,
    /// By the error: the family's name, or that of all.
    pub(crate) shared_j: BTreeMap<&'static str, f64>,
}

/// The name of the error that all transferred costs share.
pub(crate) const ALL: &str = "ratio of the machines";

/// Operations of a kind, of which ratios are more alike than of others.
pub(crate) fn family(operation: &str) -> &'static str {
    match operation {
        "goto" | "tableswitch" | "lookupswitch" | "compare" => "ratio of jumps and conditions",
        _ if operation.starts_with("if_") => "ratio of jumps and conditions",
        "return"
        | "non_static_return"
        | "static_call"
        | "non_static_call"
        | "non_static_call_other"
        | "invokedynamic" => "ratio of calls",
        "object_allocation" | "array_allocation" | "array_allocation_other" => {
            "ratio of allocations"
        }
        // An argument is a value that is loaded for a call.
        "variable_declaration"
        | "argument"
        | "stack_only"
        | "get_field"
        | "get_static_field"
        | "put_field"
        | "put_static_field"
        | "array_length"
        | "array_load"
        | "array_load_narrow"
        | "array_store"
        | "array_store_narrow" => "ratio of reads and writes",
        "checkcast" | "instanceof" | "monitor" | "throw" => "ratio of casts, monitors and throws",
        _ if is_conversion(operation) => "ratio of conversions",
        _ => "ratio of arithmetic",
    }
}

/// `i2d` and its like.
fn is_conversion(operation: &str) -> bool {
    matches!(operation.as_bytes(), [_, b'2', _])
}

pub(crate) fn operation_of(cell: &str) -> &str {
    cell.split('/').next().unwrap_or(cell)
}

/// The ratio of the board's costs to the campaigns', learnt on pairs.
#[derive(Clone, Debug)]
pub(crate) struct Ratio {
    mean: f64,
    mean_sd: f64,
    families: BTreeMap<&'static str, FamilyRatio>,
    /// Between the families.
    family_sd: f64,
    /// Of one pattern about its family's mean, in all families.
    sd: f64,
}

#[derive(Clone, Copy, Debug)]
struct FamilyRatio {
    /// The deviation of the family's mean from that of all, and its standard deviation.
    off: f64,
    off_sd: f64,
    /// Of one pattern about the mean.
    sd: f64,
}

impl Ratio {
    /// Learns the ratio; its spread is that of operations that are left out in turn.
    pub(crate) fn learn(pairs: &[Pair]) -> Result<Self> {
        let mut ratio = Self::of(pairs)?;
        let mut operations: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (pair, without) in held_out(pairs)? {
            let error = pair.log_ratio() - without.log_ratio(&pair.cell);
            // What is not the pattern's own spread is subtracted: it is added again for each prediction.
            let known = without.known_variance(&pair.cell, &pair.campaign);
            let of = operations.entry(operation_of(&pair.cell)).or_default();
            of.push(error * error - known);
        }
        let variances: Vec<(&'static str, f64)> = operations
            .iter()
            .map(|(operation, squares)| (family(operation), mean(squares).max(0.0)))
            .collect();
        let all: Vec<f64> = variances.iter().map(|(_, variance)| *variance).collect();
        let pooled = mean(&all);
        ratio.sd = pooled.sqrt();
        for (name, of) in &mut ratio.families {
            let own = variances.iter().filter(|(family, _)| family == name);
            let (sum, count) = own.fold((0.0, 0.0), |(sum, count), (_, variance)| {
                (sum + variance, count + 1.0)
            });
            let variance = POOLED.mul_add(pooled, sum) / (count + POOLED);
            of.sd = variance.sqrt();
        }
        Ok(ratio)
    }

    /// The means, and the spread that the pairs themselves show.
    fn of(pairs: &[Pair]) -> Result<Self> {
        let mut operations: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for pair in pairs {
            let of = operations.entry(operation_of(&pair.cell)).or_default();
            of.push(pair.log_ratio());
        }
        let mut families: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
        for (operation, ratios) in &operations {
            let of = families.entry(family(operation)).or_default();
            of.push(mean(ratios));
        }
        let all: Vec<f64> = families.values().flatten().copied().collect();
        ensure!(
            families.len() > 1 && all.len() > families.len() + 1,
            "{} operations of {} families are too few to learn a ratio from",
            all.len(),
            families.len()
        );
        // One-way analysis of variance, an operation a vote.
        let within: f64 = families.values().map(|ratios| squares(ratios)).sum();
        let variance = within / (all.len() - families.len()) as f64;
        let grand = mean(&all);
        let count = all.len() as f64;
        let effective = (count
            - families
                .values()
                .map(|ratios| (ratios.len() as f64).powi(2))
                .sum::<f64>()
                / count)
            / (families.len() - 1) as f64;
        let between: f64 = families
            .values()
            .map(|ratios| ratios.len() as f64 * (mean(ratios) - grand).powi(2))
            .sum::<f64>()
            / (families.len() - 1) as f64;
        let family_variance = ((between - variance) / effective).max(0.0);
        let pooled = families
            .iter()
            .map(|(name, ratios)| {
                let of_mean = variance / ratios.len() as f64;
                let weight = if family_variance > 0.0 {
                    family_variance / (family_variance + of_mean)
                } else {
                    0.0
                };
                let ratio = FamilyRatio {
                    off: weight * (mean(ratios) - grand),
                    off_sd: (weight * of_mean).sqrt(),
                    sd: variance.sqrt(),
                };
                (*name, ratio)
            })
            .collect();
        Ok(Self {
            mean: grand,
            mean_sd: (family_variance / families.len() as f64).sqrt(),
            families: pooled,
            family_sd: family_variance.sqrt(),
            sd: variance.sqrt(),
        })
    }

    fn of_family(&self, cell: &str) -> FamilyRatio {
        // A family without a measured operation is as far off the mean as families are.
        let unknown = FamilyRatio {
            off: 0.0,
            off_sd: self.family_sd,
            sd: self.sd,
        };
        let of = self.families.get(family(operation_of(cell)));
        of.copied().unwrap_or(unknown)
    }

    fn log_ratio(&self, cell: &str) -> f64 {
        self.mean + self.of_family(cell).off
    }

    /// The variance of the logarithm of a transferred cost without the pattern's own spread.
    fn known_variance(&self, cell: &str, campaign: &CampaignCost) -> f64 {
        let parts = [self.mean_sd, self.of_family(cell).off_sd, campaign.sd];
        parts.iter().map(|sd| sd * sd).sum()
    }

    /// The standard deviation of the logarithm of a transferred cost.
    fn spread(&self, cell: &str, campaign: &CampaignCost) -> f64 {
        let own = self.of_family(cell).sd;
        own.mul_add(own, self.known_variance(cell, campaign)).sqrt()
    }

    /// The cost of a pattern on the board: log-normal, given by its mean and standard deviation.
    pub(crate) fn transfer(&self, cell: &str, campaign: &CampaignCost) -> Transferred {
        let spread = self.spread(cell, campaign);
        let mean_j = (campaign.log_j + self.log_ratio(cell) + spread * spread / 2.0).exp();
        Transferred {
            cell: cell.to_owned(),
            mean_j,
            sd_j: mean_j * (spread * spread).exp_m1().sqrt(),
            shared_j: BTreeMap::from([
                (ALL, mean_j * self.mean_sd),
                (
                    family(operation_of(cell)),
                    mean_j * self.of_family(cell).off_sd,
                ),
            ]),
        }
    }

    /// What was learnt, in words for the model's file.
    pub(crate) fn describe(&self) -> String {
        let spreads = self.families.iter().map(|(name, of)| {
            let name = name.trim_start_matches("ratio of ");
            format!("{:.2} for {name}", of.sd)
        });
        format!(
            "the standard deviation of the logarithm of a pattern's ratio is {:.2} ({}), and {:.2} between these families",
            self.sd,
            spreads.collect::<Vec<_>>().join(", "),
            self.family_sd
        )
    }
}

/// Each pair with the ratio of the pairs without its operation.
fn held_out(pairs: &[Pair]) -> Result<Vec<(&Pair, Ratio)>> {
    let operations: BTreeSet<&str> = pairs.iter().map(|pair| operation_of(&pair.cell)).collect();
    let mut all = Vec::new();
    for operation in operations {
        let (held, kept): (Vec<&Pair>, Vec<&Pair>) = pairs
            .iter()
            .partition(|pair| operation_of(&pair.cell) == operation);
        let kept: Vec<Pair> = kept.into_iter().cloned().collect();
        let ratio = Ratio::of(&kept)?;
        all.extend(held.into_iter().map(|pair| (pair, ratio.clone())));
    }
    Ok(all)
}

/// A pattern of the table, as it would have been transferred had the table lacked its operation.
pub(crate) struct HeldOutCell {
    cell: String,
    board_j: f64,
    transferred: Transferred,
}

impl HeldOutCell {
    /// The family of its operation.
    pub(crate) fn family(&self) -> &'static str {
        family(operation_of(&self.cell))
    }

    /// By which factor the transferred mean is off, 1 or more.
    pub(crate) fn factor(&self) -> f64 {
        (self.transferred.mean_j / self.board_j).ln().abs().exp()
    }

    /// Whether the 90% interval of the transferred cost, a Gaussian as in the model, contains the published one.
    pub(crate) fn is_inside(&self) -> bool {
        (self.board_j - self.transferred.mean_j).abs() <= CENTRAL_90_SDS * self.transferred.sd_j
    }
}

/// Transfers every pattern of the table from the others: whole operations are left out, and neither the ratio nor its spread
/// has seen them.
pub(crate) fn validate(pairs: &[Pair]) -> Result<Vec<HeldOutCell>> {
    let operations: BTreeSet<&str> = pairs.iter().map(|pair| operation_of(&pair.cell)).collect();
    let mut cells = Vec::new();
    for operation in operations {
        let kept: Vec<Pair> = pairs
            .iter()
            .filter(|pair| operation_of(&pair.cell) != operation)
            .cloned()
            .collect();
        let ratio = Ratio::learn(&kept)?;
        let held = pairs
            .iter()
            .filter(|pair| operation_of(&pair.cell) == operation);
        cells.extend(held.map(|pair| HeldOutCell {
            cell: pair.cell.clone(),
            board_j: pair.board_j,
            transferred: ratio.transfer(&pair.cell, &pair.campaign),
        }));
    }
    Ok(cells)
}

/// The costs of patterns by their cells, from tables that `calibrate patterns` wrote.
pub(crate) fn campaign_costs(tables: &[&str]) -> Result<BTreeMap<String, CampaignCost>> {
    let mut of: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    for table in tables {
        for (line, number) in table.lines().skip(1).zip(2..) {
            let fields: Vec<&str> = line.split('\t').collect();
            let &[cell, mean, sd, _] = fields.as_slice() else {
                anyhow::bail!("line {number}: {} fields instead of 4", fields.len());
            };
            let value = |text: &str| -> Result<f64> {
                text.parse()
                    .with_context(|| format!("line {number}: `{text}` is not a number"))
            };
            let (mean, sd) = (value(mean)?, value(sd)?);
            ensure!(
                mean > 0.0 && sd >= 0.0 && mean.is_finite() && sd.is_finite(),
                "line {number}: {mean} J ± {sd} J is not a cost"
            );
            // The logarithm of a log-normal with this mean and standard deviation.
            let variance = (sd / mean).powi(2).ln_1p();
            let entry = of.entry(cell.to_owned()).or_default();
            entry.push((mean.ln() - variance / 2.0, variance));
        }
    }
    let costs = of
        .into_iter()
        .filter(|(_, campaigns)| campaigns.len() == tables.len());
    Ok(costs
        .map(|(cell, campaigns)| (cell, CampaignCost::of(&campaigns)))
        .collect())
}

/// The patterns of a board's model that the campaigns have too: those it has measured as pairs, and those it has not.
pub(crate) fn split(
    board: Posterior,
    costs: &BTreeMap<String, CampaignCost>,
) -> (Vec<Pair>, Vec<(String, CampaignCost)>) {
    let pricer = Pricer::new(board.into(), Mapping::Stack);
    let mut pairs = Vec::new();
    let mut missing = BTreeMap::new();
    for (cell, pattern) in pricer.additive_cells() {
        match pattern.provenance {
            Provenance::Modelled => pairs.extend(costs.get(&cell).map(|campaign| Pair {
                board_j: pricer.posterior().mean(&pattern.features, Device::Any).0,
                cell,
                campaign: campaign.clone(),
            })),
            // Of what the campaigns lack as well, the pricer asks for the operation in any size and type.
            Provenance::Approximated | Provenance::Unpriced => {
                let known = pricing::wider_cells(&cell)
                    .find_map(|name| Some((name.to_owned(), costs.get(name)?.clone())));
                missing.extend(known);
            }
            Provenance::Correction | Provenance::Transferred => {}
        }
    }
    let differences = differences(&pairs);
    let of = |cell: &str| differences.get(family(operation_of(cell)));
    let pairs = pairs.into_iter().map(|pair| Pair {
        campaign: pair.campaign.with_differences(of(&pair.cell)),
        ..pair
    });
    let missing = missing.into_iter().map(|(cell, campaign)| {
        let campaign = campaign.with_differences(of(&cell));
        (cell, campaign)
    });
    (pairs.collect(), missing.collect())
}

/// How far each campaign is off the mean of all in a family.
fn differences(pairs: &[Pair]) -> BTreeMap<&'static str, Vec<f64>> {
    let mut families: BTreeMap<&'static str, Vec<&Pair>> = BTreeMap::new();
    for pair in pairs {
        let of = families
            .entry(family(operation_of(&pair.cell)))
            .or_default();
        of.push(pair);
    }
    families
        .into_iter()
        .map(|(name, pairs)| {
            let campaigns = pairs.first().map_or(0, |pair| pair.campaign.off.len());
            let off = (0..campaigns).map(|campaign| {
                let all = pairs.iter().map(|pair| pair.campaign.off[campaign]);
                mean(&all.collect::<Vec<f64>>())
            });
            (name, off.collect())
        })
        .collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The sum of squares about the mean.
fn squares(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|value| (value - mean).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATIONS: [&str; 12] = [
        "addition",
        "division",
        "negation",
        "if_eq",
        "if_icmp_lt",
        "tableswitch",
        "get_field",
        "array_load",
        "array_store",
        "i2d",
        "d2i",
        "l2i",
    ];

    /// Pairs of which the board costs so many times the campaign's, for each operation in three types.
    fn pairs(ratio: impl Fn(usize, usize) -> f64) -> Vec<Pair> {
        let all = OPERATIONS.iter().enumerate();
        all.flat_map(|(number, operation)| {
            ["int", "long", "double"].into_iter().enumerate().map({
                let ratio = &ratio;
                move |(of_type, name)| Pair {
                    cell: format!("{operation}/{name}/load"),
                    board_j: 1e-8 * ratio(number, of_type) * (1.0 + number as f64),
                    campaign: CampaignCost {
                        log_j: (1e-8 * (1.0 + number as f64)).ln(),
                        sd: 0.0,
                        off: Vec::new(),
                    },
                }
            })
        })
        .collect()
    }

    #[test]
    fn a_ratio_that_is_the_same_everywhere_is_transferred_exactly() {
        let ratio = Ratio::learn(&pairs(|_, _| 3.0)).unwrap();
        let campaign = CampaignCost {
            log_j: 2e-8_f64.ln(),
            sd: 0.0,
            off: Vec::new(),
        };
        for cell in ["goto/int/load", "checkcast/reference/load"] {
            let transferred = ratio.transfer(cell, &campaign);
            assert!((transferred.mean_j / 6e-8 - 1.0).abs() < 1e-6, "{cell}");
            assert!(transferred.sd_j < 1e-3 * transferred.mean_j, "{cell}");
        }
    }

    #[test]
    fn what_the_campaign_does_not_know_widens_the_transferred_cost() {
        let ratio = Ratio::learn(&pairs(|number, _| 2.0 + (number % 3) as f64)).unwrap();
        let of = |sd| {
            let transferred = ratio.transfer(
                "goto/int/load",
                &CampaignCost {
                    log_j: -18.0,
                    sd,
                    off: Vec::new(),
                },
            );
            transferred.sd_j / transferred.mean_j
        };
        assert!(of(0.0) > 0.1);
        assert!(of(0.5) > 1.2 * of(0.0));
    }

    #[test]
    fn a_family_of_its_own_ratio_has_it_and_one_that_was_not_seen_is_less_sure() {
        // The third family, reads and writes, costs ten times as much on the board.
        let of_family = |number: usize, of_type: usize| {
            let wobble = 1.0 + 0.02 * of_type as f64 + 0.05 * (number % 3) as f64;
            if (6..9).contains(&number) {
                10.0 * wobble
            } else {
                wobble
            }
        };
        let ratio = Ratio::learn(&pairs(of_family)).unwrap();
        let campaign = CampaignCost {
            log_j: 1e-8_f64.ln(),
            sd: 0.0,
            off: Vec::new(),
        };
        let read = ratio.transfer("put_field/int/load", &campaign);
        let cast = ratio.transfer("checkcast/reference/load", &campaign);
        assert!(read.mean_j > 5e-8 && read.mean_j < 2e-7, "{}", read.mean_j);
        assert!(cast.sd_j / cast.mean_j > read.sd_j / read.mean_j);
    }

    #[test]
    fn the_intervals_of_the_published_table_cover() {
        let cells = crate::model_data::held_out_cells().unwrap();
        let inside = cells.iter().filter(|cell| cell.is_inside()).count();
        assert!(cells.len() > 170, "{}", cells.len());
        assert!(inside as f64 >= 0.85 * cells.len() as f64, "{inside}");
        // Intervals that hold anything would be no test.
        let sure = cells
            .iter()
            .filter(|cell| cell.transferred.sd_j < cell.transferred.mean_j);
        assert!(sure.count() as f64 > 0.9 * cells.len() as f64);
    }

    #[test]
    fn a_table_that_is_no_table_is_refused_with_its_line() {
        let refused = |text: &str| format!("{:#}", campaign_costs(&[text]).unwrap_err());
        assert!(refused("cell\tmean_j\tsd_j\tprograms\ngoto\t1\n").contains("line 2"));
        assert!(refused("\ngoto\tx\t1\t1\n").contains("not a number"));
        assert!(refused("\ngoto\t-1\t1\t1\n").contains("is not a cost"));
    }
}
