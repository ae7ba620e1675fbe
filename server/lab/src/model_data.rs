//! Generates `model-data/raspberry-pi-5.json` from the published table, and what the table lacks from a campaign on another machine.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use ide::Posterior;
use serde::Serialize;

use crate::transfer::{self, INSTRUCTIONS, Level, PATTERNS, Prices};

const SOURCE: &str = "model-data/sources/raspberry-pi-5-table3.csv";
const MODEL: &str = "model-data/raspberry-pi-5.json";
const HEADER: &str = "category,level,label_in_table_3,mean_j,mcse_j,sd_j,ess,rhat";

/// Levels in the table that the measurements identify only as part of a sum.
const UNIDENTIFIED: [(&str, &str); 3] = [
    ("operation", "static_call"),
    ("operation", "non_static_call"),
    ("data_size", "reference"),
];

/// Measurements of one pattern: 10 cycles of 5 samples on 2 boards.
const MEASUREMENTS_PER_CELL: f64 = 100.0;

/// The texts from which the model is made.
struct Sources {
    table: String,
    patterns: String,
    instructions: String,
}

impl Sources {
    fn read() -> Result<Self> {
        Ok(Self {
            table: text(SOURCE)?,
            patterns: text(PATTERNS)?,
            instructions: text(INSTRUCTIONS)?,
        })
    }
}

fn text(file: &str) -> Result<String> {
    let path = root().join(file);
    std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Writes the model file, or with `check` only reports whether it is up to date. First writes the costs of instructions anew from
/// the model of a campaign, if there is one.
///
/// # Errors
/// If a source cannot be read or is not of the expected form, if a file cannot be written,
/// or if a check finds that it differs.
pub(crate) fn run(check: bool, campaign: Option<&Path>) -> Result<()> {
    if let Some(path) = campaign {
        let costs = transfer::excerpt(&text(PATTERNS)?, &model_of(path)?)?;
        let target = root().join(INSTRUCTIONS);
        std::fs::write(&target, costs)
            .with_context(|| format!("cannot write {}", target.display()))?;
    }
    let generated = generate(&Sources::read()?)?;
    let target = root().join(MODEL);
    if check {
        let committed = std::fs::read_to_string(&target)
            .with_context(|| format!("cannot read {}; generate it first", target.display()))?;
        ensure!(
            committed == generated,
            "{MODEL} is not what {SOURCE}, {PATTERNS} and {INSTRUCTIONS} give; generate it again"
        );
        return Ok(());
    }
    std::fs::write(&target, generated)
        .with_context(|| format!("cannot write the model file {}", target.display()))
}

fn model_of(path: &Path) -> Result<Posterior> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the model {}", path.display()))?;
    Posterior::from_json(&text).with_context(|| format!("in {}", path.display()))
}

/// The levels of the published table, as the model has them.
///
/// # Errors
/// If the table is not of the expected form.
pub(crate) fn with_levels<T>(of: impl FnOnce(&[Level<'_>], &str, &str) -> Result<T>) -> Result<T> {
    let sources = Sources::read()?;
    let (_, features) = published(&sources.table)?;
    of(&levels(&features), &sources.patterns, &sources.instructions)
}

fn levels(features: &[Feature]) -> Vec<Level<'_>> {
    let levels = features.iter().map(|feature| Level {
        name: &feature.name,
        mean_j: feature.mean_j,
        sd_j: feature.sd_j,
    });
    levels.collect()
}

/// One row of the table.
struct Row {
    category: String,
    level: String,
    label: String,
    mean_j: f64,
    mcse_j: f64,
    sd_j: f64,
    ess: f64,
    rhat: f64,
}

/// The fields of a model file that this generates, in order.
#[derive(Serialize)]
struct Model {
    #[serde(rename = "$schema")]
    json_schema: &'static str,
    schema: &'static str,
    name: &'static str,
    structure: &'static str,
    mode: &'static str,
    jdk: Jdk,
    hardware: Hardware,
    provenance: Provenance,
    discrepancy: f64,
    sigma: Sigma,
    features: Vec<Feature>,
    covariance: Covariance,
}

/// The covariance of the logarithms of transferred prices.
#[derive(Serialize)]
struct Covariance {
    kind: &'static str,
    features: Vec<String>,
    log_rows: &'static str,
}

/// Stands for the rows of the covariance, which are written one a line.
const ROWS: &str = "rows";

#[derive(Serialize)]
struct Jdk {
    distribution: &'static str,
    version: &'static str,
    options: [&'static str; 1],
}

#[derive(Serialize)]
struct Hardware {
    machine: &'static str,
    boards: u32,
    cpu_clock_hz: f64,
    meter: &'static str,
    supply_v: f64,
    scope: &'static str,
    conditions: [&'static str; 1],
}

#[derive(Serialize)]
struct Provenance {
    title: &'static str,
    authors: [&'static str; 3],
    year: u32,
    locator: &'static str,
    method: &'static str,
    caveats: Vec<String>,
}

#[derive(Serialize)]
struct Sigma {
    mean_j: f64,
    sd_j: f64,
    diagnostics: Diagnostics,
}

#[derive(Serialize)]
struct Feature {
    name: String,
    category: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    mean_j: f64,
    sd_j: f64,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Diagnostics>,
}

#[derive(Serialize)]
struct Diagnostics {
    mcse_j: f64,
    ess: f64,
    rhat: f64,
}

/// σ of the table, and the features that it gives.
fn published(table: &str) -> Result<(Row, Vec<Feature>)> {
    let mut rows = read(table).context(SOURCE)?;
    let by_level: BTreeMap<(&str, &str), &Row> = rows
        .iter()
        .map(|row| ((row.category.as_str(), row.level.as_str()), row))
        .collect();
    ensure!(
        by_level.len() == rows.len(),
        "a level occurs twice; keep one row of each"
    );
    let level = |category: &'static str, level: &'static str| {
        by_level
            .get(&(category, level))
            .copied()
            .with_context(|| format!("the table has no row {category},{level}; restore it"))
    };
    let sigma = level("residual", "sigma")?;
    let mut features: Vec<Feature> = rows
        .iter()
        .filter(|row| row.category != "residual")
        .filter(|row| !UNIDENTIFIED.contains(&(row.category.as_str(), row.level.as_str())))
        .map(measured)
        .collect();
    for call in ["static_call", "non_static_call"] {
        let parts = [
            level("operation", call)?,
            level("data_type", "int")?,
            level("data_size", "reference")?,
        ];
        features.push(Feature {
            name: format!("call_cell:{call}"),
            category: "call_cell".to_owned(),
            label: None,
            mean_j: tidy(parts.iter().map(|part| part.mean_j).sum()),
            sd_j: tidy(sigma.mean_j / MEASUREMENTS_PER_CELL.sqrt()),
            status: "inferred",
            diagnostics: None,
        });
    }
    let sigma = rows.iter().position(|row| row.category == "residual");
    let sigma = rows.swap_remove(sigma.context("the table has σ")?);
    Ok((sigma, features))
}

/// The text of the model file.
fn generate(sources: &Sources) -> Result<String> {
    let (sigma, mut features) = published(&sources.table)?;
    let prices = Prices::new(&levels(&features), &sources.patterns, &sources.instructions)?;
    let block: Vec<String> = prices.list.iter().map(|price| price.name.clone()).collect();
    features.extend(prices.list.iter().map(|price| Feature {
        name: price.name.clone(),
        category: "transferred".to_owned(),
        label: None,
        mean_j: price.mean_j,
        sd_j: price.sd_j,
        status: "transferred",
        diagnostics: None,
    }));
    let covariance = Covariance {
        kind: "log_normal",
        features: block,
        log_rows: ROWS,
    };
    let model = model(&sigma, features, covariance, &prices);
    let text = serde_json::to_string_pretty(&model)?;
    let mut rows = String::from("[");
    for (number, row) in prices.log_rows.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        write!(rows, "{comma}\n      {}", serde_json::to_string(row)?)?;
    }
    rows.push_str("\n    ]");
    Ok(text.replacen(&format!("\"{ROWS}\""), &rows, 1) + "\n")
}

fn measured(row: &Row) -> Feature {
    Feature {
        name: format!("{}:{}", row.category, row.level),
        category: row.category.clone(),
        label: Some(row.label.clone()),
        mean_j: row.mean_j,
        sd_j: row.sd_j,
        status: "measured",
        diagnostics: Some(diagnostics(row)),
    }
}

fn diagnostics(row: &Row) -> Diagnostics {
    Diagnostics {
        mcse_j: row.mcse_j,
        ess: row.ess,
        rhat: row.rhat,
    }
}

fn model(sigma: &Row, features: Vec<Feature>, covariance: Covariance, prices: &Prices) -> Model {
    Model {
        json_schema: "./posterior.schema.json",
        schema: "jouled.posterior/1",
        name: "raspberry-pi-5",
        structure: "additive",
        mode: "interpreter",
        jdk: Jdk {
            distribution: "OpenJDK",
            version: "21.0.6",
            options: ["-Xint"],
        },
        hardware: Hardware {
            machine: "Raspberry Pi 5 Model B rev 1",
            boards: 2,
            cpu_clock_hz: 1.5e9,
            meter: "Keithley 2602",
            supply_v: 5.6,
            scope: "whole board",
            conditions: ["wireless off"],
        },
        provenance: Provenance {
            title: "Probabilistic energy profiler for statically typed JVM-based programming languages",
            authors: ["Joel Nyholm", "Wojciech Mostowski", "Christoph Reichenbach"],
            year: 2025,
            locator: "Table 3",
            method: "Means, standard deviations and diagnostics are those of the table. A call cell is the sum of \
                     the means of its operation, data type int and data size reference; its standard deviation is \
                     sigma / sqrt(100), for 10 cycles of 5 samples on 2 boards.",
            caveats: caveats(prices),
        },
        discrepancy: 0.0,
        sigma: Sigma {
            mean_j: sigma.mean_j,
            sd_j: sigma.sd_j,
            diagnostics: diagnostics(sigma),
        },
        features,
        covariance,
    }
}

/// What readers of the numbers must know.
fn caveats(prices: &Prices) -> Vec<String> {
    let of_table = [
        "The energies are whole-board joules in interpreter mode.",
        "The table gives marginal distributions only: the covariance is diagonal for its levels, so what the sampler \
         could only determine together is treated as independent.",
        "No program-level discrepancy was published: it is 0, so intervals of whole programs are too narrow.",
        "The levels of the two call operations and of data size reference were identified only in sums; \
         the model has the two call cells in their place, flagged inferred.",
        "Data type reference carries nearly all the cost of reference conditions and arrays; a declaration, \
         field or argument of a reference was not measured.",
        "Levels near zero have the shape of a half-normal distribution; here they are normal with the same \
         mean and standard deviation.",
        "Sigma is the residual of a mean over 10^7 executions and contains the misfit of the additive form; \
         it stands for the noise of one execution by the convention of the paper.",
    ];
    let of_transfer = format!(
        "Table 3 lacks {} patterns, such as jumps, arguments and most calls. Their prices are transferred: \
         what they cost with JDK 21 on one x86-64 virtual machine, where no meter measured joules, times the ratio of \
         the board to that machine. The ratio is learned from {} patterns that both have. Its median is {:.2}; the standard \
         deviation of its logarithm is {:.2} between kinds of operations, {:.2} between operations of a kind, and {:.2} between \
         patterns of an operation. (Between operations of kinds of which nothing is transferred, it is {:.2}.) All transferred prices \
         are log-normal and vary together, but independently of the table's levels.",
        prices.list.len(),
        prices.compared,
        prices.ratio,
        prices.effects.kind,
        prices.effects.operation,
        prices.effects.pattern,
        prices.effects.untransferred_operation,
    );
    of_table
        .into_iter()
        .map(str::to_owned)
        .chain([of_transfer])
        .collect()
}

/// A sum of seven-digit numbers, without the digits that binary rounding adds.
fn tidy(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

fn read(table: &str) -> Result<Vec<Row>> {
    let mut lines = table.lines();
    let header = lines.next().unwrap_or_default();
    ensure!(header == HEADER, "line 1: the columns must be {HEADER}");
    lines
        .zip(2..)
        .map(|(line, number)| row(line).with_context(|| format!("line {number}")))
        .collect()
}

fn row(line: &str) -> Result<Row> {
    let fields: Vec<&str> = line.split(',').collect();
    let &[category, level, label, mean_j, mcse_j, sd_j, ess, rhat] = fields.as_slice() else {
        bail!(
            "{} fields where the header has 8; labels must not contain commas",
            fields.len()
        );
    };
    let number = |column: &str, text: &str| -> Result<f64> {
        let value: f64 = text
            .parse()
            .with_context(|| format!("column {column}: `{text}` is not a number; correct it"))?;
        ensure!(
            value.is_finite() && value > 0.0,
            "column {column}: `{text}` is not positive and finite; correct it"
        );
        Ok(value)
    };
    Ok(Row {
        category: category.to_owned(),
        level: level.to_owned(),
        label: label.to_owned(),
        mean_j: number("mean_j", mean_j)?,
        mcse_j: number("mcse_j", mcse_j)?,
        sd_j: number("sd_j", sd_j)?,
        ess: number("ess", ess)?,
        rhat: number("rhat", rhat)?,
    })
}

#[cfg(test)]
mod tests {
    use super::{HEADER, MODEL, SOURCE, Sources, run};

    const TABLE: &str = include_str!("../../../model-data/sources/raspberry-pi-5-table3.csv");

    fn generate(table: &str) -> anyhow::Result<String> {
        let sources = Sources::read().expect("the sources");
        super::generate(&Sources {
            table: table.to_owned(),
            ..sources
        })
    }

    fn refusal(table: &str) -> String {
        format!("{:#}", generate(table).expect_err("the table is wrong"))
    }

    #[test]
    fn the_committed_model_matches_the_published_table() {
        run(true, None).unwrap_or_else(|error| panic!("{MODEL} from {SOURCE}: {error:#}"));
    }

    #[test]
    fn a_changed_number_of_the_table_changes_the_model() {
        let changed = TABLE.replace("6.739114e-09", "6.739115e-09");
        let model = generate(&changed).expect("a valid table");
        assert!(model.contains("6.739115e-9"));
        assert_ne!(model, generate(TABLE).expect("the published table"));
    }

    #[test]
    fn levels_that_were_not_identified_become_call_cells() {
        let model = generate(TABLE).expect("the published table");
        for gone in [
            "operation:static_call",
            "operation:non_static_call",
            "data_size:reference",
        ] {
            assert!(!model.contains(gone), "{gone}");
        }
        // 7.577298e-8 + 9.716775e-11 + 9.362167e-9, and 1.356665e-8 / 10.
        let cell = model
            .split("call_cell:static_call")
            .nth(1)
            .expect("the cell");
        let cell = cell.split('}').next().expect("its fields");
        assert!(cell.contains("\"mean_j\": 8.523231475e-8"), "{cell}");
        assert!(cell.contains("\"sd_j\": 1.356665e-9"), "{cell}");
        assert!(cell.contains("\"status\": \"inferred\""), "{cell}");
    }

    #[test]
    fn a_malformed_table_is_refused_with_its_line() {
        assert!(refusal("level,mean\n").contains("line 1: the columns must be"));
        let row = "operation,addition,Addition,1e-8,1e-12,1e-10,1000,1.0";
        assert!(refusal(&format!("{HEADER}\n{row},7\n")).contains("line 2: 9 fields"));
        let wrong = row.replace("1e-10", "about 1e-10");
        assert!(refusal(&format!("{HEADER}\n{row}\n{wrong}\n")).contains("line 3: column sd_j"));
        let negative = row.replace("1e-10", "-1e-10");
        assert!(refusal(&format!("{HEADER}\n{negative}\n")).contains("not positive"));
        assert!(refusal(&format!("{HEADER}\n{row}\n{row}\n")).contains("occurs twice"));
        assert!(refusal(&format!("{HEADER}\n{row}\n")).contains("no row residual,sigma"));
    }
}
