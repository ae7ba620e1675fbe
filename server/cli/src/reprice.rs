//! `jouled reprice`: prices the rows of a table with another posterior, without the code.

use crate::exit::ExitReason;
use crate::failure::UsageError;
use crate::options::{Options, Reprice};
use crate::report::ground;
use crate::settings::Settings;
use crate::{input, screen};
use anyhow::{Context, Result, bail};
use escape::JsonWriter;
use ide::{Model, WorstNumbers, tally_of_events};
use rows::{EventCount, Ground, Row, RowsFormat, RowsReader, RowsWriter};
use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(options: &Options, arguments: &Reprice) -> Result<ExitReason> {
    let output = &arguments.output;
    let Some(format) = RowsFormat::of(output) else {
        let words =
            "the name after --output ends in .parquet, .csv or .ndjson, which sets the form";
        return Err(UsageError(String::from(words)).into());
    };
    let settings = Settings::of_flags(options);
    let model = input::model_of_any_jdk(&settings)?;
    let folder = output.parent().filter(|folder| *folder != Path::new(""));
    let unfinished = files::unfinished_in(folder.unwrap_or(Path::new(".")))
        .with_context(|| format!("{} cannot be written", output.display()))?;
    let out = BufWriter::new(unfinished.as_file());
    let priced = match format {
        RowsFormat::Ndjson => all(arguments, &model, JsonWriter::new(out), format),
        RowsFormat::Parquet | RowsFormat::Csv => all(arguments, &model, out, format),
    };
    let (count, paths) = priced?;
    unfinished
        .persist(output)
        .with_context(|| format!("{} cannot be written", output.display()))?;
    let info = model.info();
    let chosen: Vec<&str> = paths.iter().map(String::as_str).collect();
    screen::print_message(format_args!(
        "{} priced under {}; the worst paths were chosen under {}{}",
        escape::how_many(count, "row", "rows"),
        info.name,
        chosen.join(", "),
        info.caveats_clause()
    ));
    Ok(ExitReason::Complete)
}

/// Prices all rows of all files. Also returns the names of the models that chose the worst paths.
fn all(
    arguments: &Reprice,
    model: &Model,
    out: impl Write + Send,
    format: RowsFormat,
) -> Result<(u64, BTreeSet<String>)> {
    let mut writer = RowsWriter::begin(out, format, escape::csv)?;
    let mut count = 0;
    let mut paths = BTreeSet::new();
    for path in &arguments.tables {
        let unreadable = || format!("{} cannot be priced", path.display());
        let file = files::open(path).with_context(unreadable)?;
        let mut reader = RowsReader::open(file).with_context(unreadable)?;
        let mut known: Option<(Arc<Ground>, Arc<Ground>)> = None;
        while let Some(rows) = reader.next_rows().with_context(unreadable)? {
            for mut row in rows {
                let new = match &known {
                    Some((old, new)) if Arc::ptr_eq(old, &row.ground) => Arc::clone(new),
                    _ => {
                        let new =
                            Arc::new(new_ground(&row.ground, model).with_context(unreadable)?);
                        paths.insert(row.ground.model.clone());
                        known = Some((Arc::clone(&row.ground), Arc::clone(&new)));
                        new
                    }
                };
                price(&mut row, model).with_context(unreadable)?;
                row.ground = new;
                writer.push(row)?;
                count += 1;
            }
        }
    }
    writer.finish()?;
    Ok((count, paths))
}

/// The new basis of the rows.
fn new_ground(old: &Ground, model: &Model) -> Result<Ground> {
    let info = model.info();
    for (what, of_rows, of_model) in [
        ("structure", &old.structure, &info.structure),
        ("mapping", &old.mapping, &info.mapping),
    ] {
        if of_rows != of_model {
            bail!(
                "its events are those of the {what} {of_rows}, and {} has the {what} {of_model}; analyse the code again with that model",
                info.name
            );
        }
    }
    Ok(ground(model, Some(&old.path_model_digest)))
}

/// Replaces the energies of a row by those of another posterior. The uncertainty of how often code runs stays in proportion.
fn price(row: &mut Row, model: &Model) -> Result<()> {
    let tally = |count: fn(&EventCount) -> f32| {
        let events = row.events.iter();
        let events = events.map(|event| (&*event.event, f64::from(count(event))));
        tally_of_events(model, events).with_context(|| {
            format!(
                "the model {} does not know all events of {}.{}; analyse the code again",
                model.info().name,
                row.class,
                row.method
            )
        })
    };
    let (typical, worst) = (tally(|event| event.typical)?, tally(|event| event.worst)?);
    if let Some(before) = row.typical_j {
        let mean = model.mean(&typical).0 * row.typical_factor.unwrap_or(1.0);
        let ratio = if before > 0.0 { mean / before } else { 1.0 };
        let finite = |joules: f64| Some(joules).filter(|joules| joules.is_finite());
        row.typical_j = finite(mean);
        row.typical_low_j = row.typical_low_j.and_then(|low| finite(low * ratio));
        row.typical_high_j = row.typical_high_j.and_then(|high| finite(high * ratio));
        row.seen = Some(1.0 - model.shares(&typical).unpriced);
    }
    if row.worst_j.is_some() {
        let numbers = WorstNumbers::of(model, &worst);
        row.worst_j = numbers.map(|numbers| numbers.mean);
        row.worst_q99_j = numbers.map(|numbers| numbers.q99);
    }
    Ok(())
}
