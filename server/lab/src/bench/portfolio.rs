//! How long `jouled portfolio` takes for a table of many rows, how much memory it needs, and how large its pages are.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use rows::{Ground, Row, RowsFormat, RowsWriter};
use serde::Serialize;
use xtask::process;

use super::usage::{Usage, measure};

/// How many libraries the services share, and how many methods each has.
const LIBRARIES: u64 = 200;
const INSIDE: u64 = 20;

/// Methods in each class.
const OF_CLASS: u64 = 12;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Rows of the table
    #[arg(long, default_value_t = 1_000_000)]
    rows: u64,
    /// Services that share the rows, each in its own file
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    services: u64,
    /// The binary to measure, instead of building one for a release
    #[arg(long, value_name = "FILE")]
    jouled: Option<PathBuf>,
    /// Keep the pages in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
struct Measured {
    rows: u64,
    services: u64,
    usage: Usage,
    rows_per_cpu_second: f64,
    pages: u64,
    site_bytes: u64,
    largest_page_bytes: u64,
}

/// Generates a table, measures its pages, and prints the figures as JSON.
///
/// # Errors
/// If a file cannot be written or jouled fails.
pub(super) fn run(options: &Options) -> Result<()> {
    let folder = tempfile::tempdir().context("could not create a folder")?;
    let tables = folder.path().join("rows");
    fs::create_dir(&tables)?;
    for service in 0..options.services {
        let first = service * options.rows / options.services;
        let last = (service + 1) * options.rows / options.services;
        write(&tables, service, last - first)?;
    }
    let jouled = match &options.jouled {
        Some(binary) => binary.clone(),
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    let site = match &options.keep {
        Some(folder) => folder.clone(),
        None => folder.path().join("site"),
    };
    let mut command = Command::new(jouled);
    command
        .arg("portfolio")
        .arg(&tables)
        .arg("--out")
        .arg(&site);
    let usage = measure(&mut command, &folder.path().join("stdout"))?;
    let sizes = sizes(&site)?;
    let measured = Measured {
        rows: options.rows,
        services: options.services,
        usage,
        rows_per_cpu_second: (options.rows as f64 / usage.cpu_seconds).round(),
        pages: sizes.len() as u64,
        site_bytes: sizes.iter().sum(),
        largest_page_bytes: sizes.iter().copied().max().unwrap_or_default(),
    };
    println!("{}", serde_json::to_string_pretty(&measured)?);
    Ok(())
}

/// Writes the table of a service: half of its rows belong to its own code, the others to libraries.
fn write(tables: &Path, service: u64, count: u64) -> Result<()> {
    let input = format!("services/team-{}/service-{service}.war", service % 40);
    let file = File::create(tables.join(format!("service-{service}.parquet")))?;
    let mut writer = RowsWriter::begin(file, RowsFormat::Parquet, escape_nothing)?;
    let ground = Arc::new(Ground {
        model: String::from("made up"),
        model_digest: String::from("0123456789abcdef"),
        path_model_digest: String::from("0123456789abcdef"),
        device: String::from("any"),
        structure: String::from("additive"),
        mapping: String::from("stack/2"),
        tool: String::from("0"),
    });
    for number in 0..count {
        let own = count / 2;
        let row = if number < own {
            method(&input, &ground, None, number, service)
        } else {
            let of_library = (count - own).div_ceil(INSIDE);
            let (place, number) = ((number - own) / of_library, (number - own) % of_library);
            let library = (service * 7 + place * 11) % LIBRARIES;
            method(&input, &ground, Some(library), number, service)
        };
        writer.push(row)?;
    }
    writer.finish()?;
    Ok(())
}

fn escape_nothing(text: &str) -> String {
    text.to_owned()
}

/// A method of a service's own code, or of a library.
fn method(
    input: &str,
    ground: &Arc<Ground>,
    library: Option<u64>,
    number: u64,
    service: u64,
) -> Row {
    // Spread over nine decades, and the same for a library in most services.
    let seed = mixed(library.map_or(service + 1_000_000, |library| library) * 100_003 + number);
    let typical = 10.0_f64.powf((seed % 9_000) as f64 / 1_000.0 - 9.0);
    let is_known = !seed.is_multiple_of(50);
    let of = |factor: f64| is_known.then_some(typical * factor);
    let package = library.map_or_else(
        || format!("com/example/service{service}"),
        |library| format!("org/library{library}/internal"),
    );
    let class = format!("{package}/Component{}", number / OF_CLASS);
    let version = library.map(|library| format!("{}.{}", library % 5, service % 3));
    let jar = match (library, &version) {
        (Some(library), Some(version)) => {
            format!("{input}!/WEB-INF/lib/library{library}-{version}.jar")
        }
        _ => input.to_owned(),
    };
    Row {
        input: input.to_owned(),
        organisation: library.map(|library| format!("org.library{library}")),
        artifact: Some(library.map_or_else(
            || format!("service-{service}"),
            |library| format!("library{library}"),
        )),
        version,
        jar: Some(jar),
        entry: Some(format!("{class}.class")),
        file: Some(format!("Component{}.java", number / OF_CLASS)),
        class,
        method: format!("handle{}", number % OF_CLASS),
        descriptor: String::from("(Ljava/lang/String;I)Ljava/util/List;"),
        line: u32::try_from(10 + number % OF_CLASS * 9).ok(),
        not_analysed: None,
        typical_j: of(1.0),
        typical_low_j: of(0.3),
        typical_high_j: of(4.0),
        open: seed.is_multiple_of(3).then(|| String::from("loops")),
        worst_j: seed.is_multiple_of(2).then_some(typical * 9.0),
        worst_q99_j: seed.is_multiple_of(2).then_some(typical * 11.0),
        worst_has_symbols: seed.is_multiple_of(4),
        worst_is_incomplete: false,
        seen: is_known.then_some(0.9 + (seed % 100) as f64 / 1_000.0),
        unpriced_calls: is_known.then_some((seed % 4) as f64 / 2.0),
        typical_factor: Some(1.0),
        events: Vec::new(),
        ground: Arc::clone(ground),
    }
}

/// Numbers without an obvious pattern (splitmix64).
fn mixed(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The sizes of all files below a folder.
fn sizes(folder: &Path) -> Result<Vec<u64>> {
    let mut sizes = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if metadata.is_dir() {
            sizes.extend(self::sizes(&entry.path())?);
        } else {
            sizes.push(metadata.len());
        }
    }
    Ok(sizes)
}
