//! Generates `model-data/raspberry-pi-5.json` from the published table.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use serde_json::{Value, json};

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

/// Writes the model file, or with `check` only reports whether it is up to date.
///
/// # Errors
/// If the table cannot be read or is not of the expected form, if the file cannot be written,
/// or if a check finds that it differs.
pub(crate) fn run(check: bool) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let source = root.join(SOURCE);
    let table = std::fs::read_to_string(&source)
        .with_context(|| format!("cannot read the published table {}", source.display()))?;
    let generated = generate(&table).with_context(|| format!("in {SOURCE}"))?;
    let target = root.join(MODEL);
    if check {
        let committed = std::fs::read_to_string(&target)
            .with_context(|| format!("cannot read {}; generate it first", target.display()))?;
        ensure!(
            committed == generated,
            "{MODEL} is not what {SOURCE} gives; generate it again"
        );
        return Ok(());
    }
    std::fs::write(&target, generated)
        .with_context(|| format!("cannot write the model file {}", target.display()))
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
    covariance: Value,
}

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
    caveats: [&'static str; 7],
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

/// The text of the model file for the text of the table.
fn generate(table: &str) -> Result<String> {
    let rows = read(table)?;
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
    let model = model(sigma, features);
    Ok(serde_json::to_string_pretty(&model)? + "\n")
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

fn model(sigma: &Row, features: Vec<Feature>) -> Model {
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
            caveats: [
                "The energies are whole-board joules in interpreter mode.",
                "The table gives marginal distributions only: the covariance is diagonal, so what the sampler \
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
            ],
        },
        discrepancy: 0.0,
        sigma: Sigma {
            mean_j: sigma.mean_j,
            sd_j: sigma.sd_j,
            diagnostics: diagnostics(sigma),
        },
        features,
        covariance: json!({ "kind": "diagonal" }),
    }
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
    use super::{HEADER, MODEL, SOURCE, generate, run};

    const TABLE: &str = include_str!("../../../model-data/sources/raspberry-pi-5-table3.csv");

    fn refusal(table: &str) -> String {
        format!("{:#}", generate(table).expect_err("the table is wrong"))
    }

    #[test]
    fn the_committed_model_matches_the_published_table() {
        run(true).unwrap_or_else(|error| panic!("{MODEL} from {SOURCE}: {error:#}"));
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
        assert!(refusal("level,mean\n").starts_with("line 1: the columns must be"));
        let row = "operation,addition,Addition,1e-8,1e-12,1e-10,1000,1.0";
        assert!(refusal(&format!("{HEADER}\n{row},7\n")).starts_with("line 2: 9 fields"));
        let wrong = row.replace("1e-10", "about 1e-10");
        assert!(refusal(&format!("{HEADER}\n{row}\n{wrong}\n")).starts_with("line 3: column sd_j"));
        let negative = row.replace("1e-10", "-1e-10");
        assert!(refusal(&format!("{HEADER}\n{negative}\n")).contains("not positive"));
        assert!(refusal(&format!("{HEADER}\n{row}\n{row}\n")).contains("occurs twice"));
        assert!(refusal(&format!("{HEADER}\n{row}\n")).contains("no row residual,sigma"));
    }
}
