//! The known energies that a simulated meter measures.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use campaign::Triple;
use posterior::Posterior;

const TABLE_3: &str = include_str!("../../../model-data/sources/raspberry-pi-5-table3.csv");
const PATTERNS: &str = include_str!("../../../model-data/patterns-174.tsv");

/// Known levels in joules.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// The energy of a level by its category (`operation`, `data_type`, `data_size`, `device`) and its name.
    levels: BTreeMap<(String, String), f64>,
    /// The standard deviation of one sample in joules.
    pub sigma: f64,
    /// Where it was read from.
    pub source: String,
}

impl Truth {
    /// The published levels of two Raspberry Pi 5 boards.
    ///
    /// # Errors
    /// Never: the table is part of the program, and a test reads it.
    pub fn table_3() -> Result<Self> {
        Self::from_table(TABLE_3, "Table 3 of Nyholm, Mostowski and Reichenbach 2025")
    }

    /// Reads a table of levels (CSV with the columns category, level and `mean_j`, and a row residual,sigma) or a model of
    /// the additive structure.
    ///
    /// # Errors
    /// If the file cannot be read, is neither, or contains a value that is not an energy.
    pub fn read(path: &Path) -> Result<Self> {
        let text = files::read_text(path, files::MODEL)
            .with_context(|| format!("cannot read the truth {}", path.display()))?;
        let source = path.display().to_string();
        if text.trim_start().starts_with('{') {
            Self::from_model(&text, &source).with_context(|| format!("in {source}"))
        } else {
            Self::from_table(&text, &source).with_context(|| format!("in {source}"))
        }
    }

    fn from_table(text: &str, source: &str) -> Result<Self> {
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        let column = |name: &str| {
            header
                .iter()
                .position(|column| *column == name)
                .with_context(|| {
                    format!("line 1: no column `{name}`; a truth has category, level and mean_j")
                })
        };
        let (category, level, mean) = (column("category")?, column("level")?, column("mean_j")?);
        let mut levels = BTreeMap::new();
        for (line, number) in lines.zip(2..) {
            let fields: Vec<&str> = line.split(',').collect();
            ensure!(
                fields.len() == header.len(),
                "line {number}: {} fields where the header has {}; a label must not contain a comma",
                fields.len(),
                header.len()
            );
            let value: f64 = fields[mean]
                .parse()
                .with_context(|| format!("line {number}: `{}` is not a number", fields[mean]))?;
            ensure!(
                value.is_finite() && value >= 0.0,
                "line {number}: {value} J is not an energy; give a number of at least 0"
            );
            let key = (fields[category].to_owned(), fields[level].to_owned());
            ensure!(
                levels.insert(key, value).is_none(),
                "line {number}: the level {} occurs twice; keep one row of it",
                fields[level]
            );
        }
        let Some(sigma) = levels.remove(&("residual".to_owned(), "sigma".to_owned())) else {
            bail!("no row `residual,sigma`; give the standard deviation of one sample there");
        };
        ensure!(
            sigma > 0.0,
            "the row `residual,sigma` is 0; a meter without noise says nothing about a fit"
        );
        Ok(Self {
            levels,
            sigma,
            source: source.to_owned(),
        })
    }

    fn from_model(text: &str, source: &str) -> Result<Self> {
        let model = Posterior::from_json(text)?;
        let mut levels = BTreeMap::new();
        for feature in model.features() {
            let (category, level) = feature.name.split_once(':').with_context(|| {
                format!(
                    "the model has the feature {}; give one of the additive structure",
                    feature.name
                )
            })?;
            levels.insert(
                (category.to_owned(), level.to_owned()),
                feature.mean.0.max(0.0),
            );
        }
        ensure!(
            model.sigma().mean.0 > 0.0,
            "the sigma of the model is 0; a meter without noise says nothing about a fit"
        );
        Ok(Self {
            levels,
            sigma: model.sigma().mean.0,
            source: source.to_owned(),
        })
    }

    /// The names of the devices that have a level.
    pub fn devices(&self) -> Vec<String> {
        self.levels
            .keys()
            .filter(|(category, _)| category == "device")
            .map(|(_, level)| level.clone())
            .collect()
    }

    /// The energy of one execution of a pattern on a device, in joules; `None` if a level is unknown.
    pub fn cell(&self, triple: &Triple, device: &str) -> Option<f64> {
        let level = |category: &str, level: &str| {
            self.levels
                .get(&(category.to_owned(), level.to_owned()))
                .copied()
        };
        let device = level("device", device)?;
        if let Some(cell) = level("call_cell", &triple.operation) {
            return Some(cell + device);
        }
        Some(
            level("operation", &triple.operation)?
                + level("data_type", &triple.data_type)?
                + level("data_size", &triple.data_size)?
                + device,
        )
    }

    /// A level in joules.
    pub fn level(&self, category: &str, level: &str) -> Option<f64> {
        self.levels
            .get(&(category.to_owned(), level.to_owned()))
            .copied()
    }
}

/// The 174 patterns of the paper's Table 1.
pub(crate) fn patterns() -> Vec<Triple> {
    PATTERNS
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut columns = line.split('\t').skip(2).map(str::to_owned);
            Some(Triple {
                operation: columns.next()?,
                data_type: columns.next()?,
                data_size: columns.next()?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_table_knows_every_pattern_on_both_devices() {
        let truth = Truth::table_3().unwrap();
        assert_eq!(truth.devices(), ["device_1", "device_2"]);
        assert_eq!(patterns().len(), 174);
        for pattern in patterns() {
            for device in truth.devices() {
                assert!(truth.cell(&pattern, &device).unwrap() > 0.0, "{pattern:?}");
            }
        }
        // 2.954780e-08 + 9.716775e-11 + 2.972453e-10 + 6.739114e-09
        let sum = truth.cell(&patterns()[0], "device_1").unwrap();
        assert!((sum - 3.668_132_7e-8).abs() < 1e-15, "{sum}");
    }

    #[test]
    fn a_wrong_table_is_refused_with_its_line() {
        let refusal = |text: &str| format!("{:#}", Truth::from_table(text, "t").unwrap_err());
        assert!(refusal("a,b\n").contains("no column `category`"));
        let head = "category,level,mean_j\n";
        assert!(refusal(&format!("{head}device,a\n")).contains("line 2: 2 fields"));
        assert!(refusal(&format!("{head}device,a,x\n")).contains("`x` is not a number"));
        assert!(refusal(&format!("{head}device,a,-1\n")).contains("-1 J is not an energy"));
        assert!(refusal(&format!("{head}device,a,NaN\n")).contains("NaN J"));
        assert!(refusal(&format!("{head}device,a,1\ndevice,a,1\n")).contains("occurs twice"));
        assert!(refusal(&format!("{head}device,a,1\n")).contains("no row `residual,sigma`"));
    }

    #[test]
    fn a_model_is_a_truth() {
        let text = include_str!("../../../model-data/raspberry-pi-5.json");
        let truth = Truth::from_model(text, "m").unwrap();
        let call = Triple {
            operation: "static_call".to_owned(),
            data_type: "int".to_owned(),
            data_size: "reference".to_owned(),
        };
        let expected = 8.523_231_475e-8 + 5.074_944e-11;
        assert!((truth.cell(&call, "device_2").unwrap() - expected).abs() < 1e-18);
    }
}
