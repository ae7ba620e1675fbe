//! The prices that the model gets.

use anyhow::{Context, Result};

use super::board::Level;
use super::ratios::{RatioSpread, Ratios};

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
    /// The covariance of their logarithms, row by row.
    pub(crate) log_rows: Vec<Vec<f64>>,
    /// The fitted effects.
    pub(crate) effects: RatioSpread,
    /// The number of patterns from which the ratio is learned.
    pub(crate) compared: usize,
    /// The ratio in the middle of all kinds.
    pub(crate) ratio: f64,
}

impl Prices {
    /// Computes the prices of the patterns that the table lacks. Each cost is log-normal; the model gets its mean, because
    /// means add up, and the covariance of the logarithms.
    ///
    /// # Errors
    /// If a list is malformed or lacks something.
    pub(crate) fn new(levels: &[Level<'_>], patterns: &str, instructions: &str) -> Result<Self> {
        let ratios = Ratios::new(levels, patterns, instructions)?;
        let (known, wanted) = (ratios.places(true), ratios.places(false));
        let effects = ratios.fit(&known)?;
        let (log_ratio, _) = ratios.mean(effects, &known)?;
        let predicted = ratios.predict(effects, &known, &wanted)?;
        let means: Vec<f64> = (predicted.log_means.iter().enumerate())
            .map(|(i, mean)| (mean + 0.5 * predicted.covariance[(i, i)]).exp())
            .collect();
        // All share the ratio, so what is below 0 is rounding, or a ten-thousandth.
        let covariance = |i: usize, j: usize| predicted.covariance[(i.min(j), i.max(j))].max(0.0);
        let log_rows: Vec<Vec<f64>> = (0..means.len())
            .map(|i| {
                (0..means.len())
                    .map(|j| rounded(covariance(i, j)))
                    .collect()
            })
            .collect();
        let prices = wanted
            .iter()
            .enumerate()
            .map(|(row, place)| {
                let pattern = ratios.patterns().get(*place).context("a pattern")?;
                let mean_j = rounded(means[row]);
                Ok(Transferred {
                    name: format!("transferred:{}/{}", pattern.form, pattern.data_type),
                    mean_j,
                    sd_j: mean_j * log_rows[row][row].exp_m1().sqrt(),
                })
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            list: prices,
            log_rows,
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
    use super::Prices;
    use crate::model_data;
    use crate::transfer::RatioSpread;

    /// Printed by `server/lab/reference/transfer_scipy.py`: mean and standard deviation in joules.
    const SCIPY: [(&str, f64, f64); 6] = [
        ("argument/int", 9.790_967e-9, 4.339_726e-9),
        ("goto/int", 1.132_501e-8, 4.705_006e-9),
        ("non_static_return/reference", 1.318_872e-7, 4.583_242e-8),
        ("return/reference", 1.495_104e-7, 3.111_915e-8),
        ("get_field/reference", 1.956_323e-8, 3.809_175e-9),
        ("array_load/int", 2.583_374e-8, 5.257_246e-9),
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
        // SciPy finds 0.2534, 0.2396, 0.1682 and 0.8843.
        let expected = RatioSpread {
            kind: 0.25,
            operation: 0.24,
            pattern: 0.17,
            untransferred_operation: 0.88,
        };
        let RatioSpread {
            kind,
            operation,
            pattern,
            untransferred_operation,
        } = prices.effects;
        for (found, expected) in [
            (kind, expected.kind),
            (operation, expected.operation),
            (pattern, expected.pattern),
            (untransferred_operation, expected.untransferred_operation),
        ] {
            assert!((found - expected).abs() < 1e-9, "{:?}", prices.effects);
        }
        assert_close(prices.ratio, 0.730_136_32);
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
            prices.log_rows[place("argument/int")][place("goto/int")],
            0.000_446_425_6,
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
        assert!(message.contains("1 columns in place of 6"), "{message}");
        let message =
            refusal(&|patterns, costs| (patterns.to_owned(), costs.replace("goto\t", "gone\t")));
        assert!(message.contains("no cost of `goto`"), "{message}");
        let message =
            refusal(&|patterns, costs| (patterns.to_owned(), format!("{costs}nop\t1e-9\t0\n")));
        assert!(message.contains("`0` is not above 0"), "{message}");
    }
}
