//! The prices that the model gets.

use anyhow::{Context, Result};

use super::board::Level;
use super::ratios::{Effects, Ratios};

/// The weight of each of the two campaigns: the costs are compared with their geometric mean. `cargo xtask bench transfer` shows
/// how likely other weights are.
pub(crate) const WEIGHT: f64 = 0.5;

/// A price.
pub(crate) struct Transferred {
    /// Its feature's name.
    pub(crate) name: String,
    /// Mean in joules.
    pub(crate) mean_j: f64,
    /// Standard deviation in joules.
    pub(crate) sd_j: f64,
}

/// All prices, and how they vary together.
pub(crate) struct Prices {
    /// The prices.
    pub(crate) list: Vec<Transferred>,
    /// Their covariance in square joules, row by row.
    pub(crate) rows_j2: Vec<Vec<f64>>,
    /// The fitted effects.
    pub(crate) effects: Effects,
    /// The number of patterns from which the ratio is learned.
    pub(crate) compared: usize,
    /// The ratio in the middle of all kinds.
    pub(crate) ratio: f64,
}

impl Prices {
    /// Computes the prices of the patterns that the table lacks. Each cost is log-normal; the model gets means and covariances,
    /// because means add up.
    ///
    /// # Errors
    /// If a list is malformed or lacks something.
    pub(crate) fn new(levels: &[Level<'_>], patterns: &str, instructions: &str) -> Result<Self> {
        let ratios = Ratios::new(levels, patterns, instructions, WEIGHT)?;
        let (known, wanted) = (ratios.places(true), ratios.places(false));
        let effects = ratios.fit(&known)?;
        let (log_ratio, _) = ratios.mean(effects, &known)?;
        let predicted = ratios.predict(effects, &known, &wanted)?;
        let means: Vec<f64> = (predicted.log_means.iter().enumerate())
            .map(|(i, mean)| (mean + 0.5 * predicted.covariance.at(i, i)).exp())
            .collect();
        let rows_j2: Vec<Vec<f64>> = (0..means.len())
            .map(|i| {
                let row = (0..means.len()).map(|j| {
                    rounded(
                        means[i] * means[j] * predicted.covariance.at(i.min(j), i.max(j)).exp_m1(),
                    )
                });
                row.collect()
            })
            .collect();
        let prices = wanted
            .iter()
            .enumerate()
            .map(|(row, place)| {
                let pattern = ratios.patterns().get(*place).context("a pattern")?;
                Ok(Transferred {
                    name: format!("transferred:{}/{}", pattern.form, pattern.data_type),
                    mean_j: rounded(means[row]),
                    sd_j: rows_j2[row][row].sqrt(),
                })
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            list: prices,
            rows_j2,
            effects,
            compared: known.len(),
            ratio: log_ratio.exp(),
        })
    }
}

/// With six significant digits, more than anyone knows, and the same on every machine.
fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::{Prices, WEIGHT};
    use crate::model_data;
    use crate::transfer::Effects;

    /// Printed by `server/lab/reference/transfer_scipy.py`: mean and standard deviation in joules.
    const SCIPY: [(&str, f64, f64); 6] = [
        ("argument/int", 1.697_777e-8, 1.073_095e-8),
        ("goto/int", 7.019_130e-9, 5.135_264e-9),
        ("non_static_return/reference", 1.499_208e-7, 8.744_768e-8),
        ("return/reference", 1.519_020e-7, 3.549_942e-8),
        ("get_field/reference", 1.944_744e-8, 4.470_394e-9),
        ("array_load/int", 2.137_253e-8, 5.125_683e-9),
    ];

    fn assert_close(value: f64, expected: f64) {
        assert!(
            (value / expected - 1.0).abs() < 2e-5,
            "{value:e} is not {expected:e}"
        );
    }

    #[test]
    fn the_prices_agree_with_scipy() {
        let prices = model_data::with_levels(Prices::new).expect("the sources");
        // SciPy finds 0.2977, 0.4515 and 0.1993.
        let expected = Effects {
            kind: 0.3,
            operation: 0.45,
            pattern: 0.2,
        };
        let Effects {
            kind,
            operation,
            pattern,
        } = prices.effects;
        for (found, expected) in [
            (kind, expected.kind),
            (operation, expected.operation),
            (pattern, expected.pattern),
        ] {
            assert!((found - expected).abs() < 1e-9, "{:?}", prices.effects);
        }
        assert!((WEIGHT - 0.5).abs() < f64::EPSILON);
        assert_close(prices.ratio, 0.317_168_56);
        let place = |name: &str| {
            let name = format!("transferred:{name}");
            let found = prices.list.iter().position(|price| price.name == name);
            found.unwrap_or_else(|| panic!("no {name}"))
        };
        for (name, mean, sd) in SCIPY {
            let price = &prices.list[place(name)];
            assert_close(price.mean_j, mean);
            assert_close(price.sd_j, sd);
        }
        // They vary together, because the ratio is the same.
        assert_close(
            prices.rows_j2[place("argument/int")][place("goto/int")],
            1.991_409_5e-19,
        );
    }

    #[test]
    fn a_malformed_list_is_refused_with_its_place() {
        let refusal = |change: &dyn Fn(&str, &str) -> (String, String)| {
            let result = model_data::with_levels(|levels, patterns, instructions| {
                let (patterns, instructions) = change(patterns, instructions);
                Prices::new(levels, &patterns, &instructions)
            });
            format!("{:#}", result.err().expect("a list is wrong"))
        };
        let message = refusal(&|patterns, _| (patterns.to_owned(), String::from("instruction")));
        assert!(
            message.contains("transfer-instructions.tsv: line 1"),
            "{message}"
        );
        let message = refusal(&|patterns, costs| (format!("{patterns}jump"), costs.to_owned()));
        assert!(
            message.contains("1 columns where the header has 6"),
            "{message}"
        );
        let message =
            refusal(&|patterns, costs| (patterns.to_owned(), costs.replace("goto\t", "gone\t")));
        assert!(message.contains("no cost of `goto`"), "{message}");
        let message = refusal(&|patterns, costs| {
            (patterns.to_owned(), format!("{costs}nop\t1e-9\t0\t1\t1\n"))
        });
        assert!(message.contains("4 positive numbers"), "{message}");
    }
}
