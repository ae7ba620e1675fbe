//! The report as a table for many artifacts, `jouled.rows/1`, written as the methods are ready.

use super::view::{Context, MethodOrigin, ReportView};
use ide::report::ProblemReport;
use ide::{Detail, MethodAnalysis, Stats, TableRow};
use rows::{EventCount, Ground, Row, RowsFormat, RowsWriter};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Writes a row for each method.
pub(super) struct Table<'r, W: Write + Send> {
    context: Context<'r>,
    /// The name of the input in the rows.
    input: String,
    ground: Arc<Ground>,
    /// One thread writes while the others render.
    writer: Mutex<RowsWriter<W>>,
    /// The number of rows written.
    pub(super) count: &'r mut u64,
}

impl<'r, W: Write + Send> Table<'r, W> {
    pub(super) fn begin(
        out: W,
        format: RowsFormat,
        context: Context<'r>,
        input: &str,
        count: &'r mut u64,
    ) -> Result<Self, rows::RowsError> {
        Ok(Self {
            context,
            input: input.to_owned(),
            ground: Arc::new(ground(context.model, None)),
            writer: Mutex::new(RowsWriter::begin(out, format, escape::csv)?),
            count,
        })
    }
}

/// The basis of a model's numbers. `path_model_digest` is that of the model that chose the worst paths.
pub(crate) fn ground(model: &ide::Model, path_model_digest: Option<&str>) -> Ground {
    let info = model.info();
    Ground {
        model: info.name.clone(),
        model_digest: info.digest.clone(),
        path_model_digest: path_model_digest.unwrap_or(&info.digest).to_owned(),
        device: info.device.clone(),
        structure: info.structure.clone(),
        mapping: info.mapping.clone(),
        tool: String::from(env!("CARGO_PKG_VERSION")),
    }
}

impl<W: Write + Send> ReportView for Table<'_, W> {
    /// The distinct names of events.
    type Memory = HashMap<String, Arc<str>>;
    type Part = Vec<Row>;

    fn detail(&self) -> Detail {
        Detail::Reach
    }

    fn render(
        &self,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        names: &mut Self::Memory,
        part: &mut Vec<Row>,
    ) {
        let numbers = TableRow::of(self.context.model, method, origin.assumptions);
        let typical = numbers.typical.as_ref();
        let events = numbers.events.into_iter().map(|(name, [typical, worst])| {
            let known = names.get(&name).cloned().unwrap_or_else(|| {
                let kept: Arc<str> = Arc::from(&*name);
                names.insert(name, Arc::clone(&kept));
                kept
            });
            EventCount::rounded(known, typical, worst)
        });
        let text = |text: &Option<String>| text.clone();
        part.push(Row {
            input: self.input.clone(),
            organisation: origin.identity.and_then(|named| text(&named.organisation)),
            artifact: origin.identity.and_then(|named| text(&named.artifact)),
            version: origin.identity.and_then(|named| text(&named.version)),
            jar: origin.entry.map(|(jar, _)| jar.to_owned()),
            entry: origin.entry.map(|(_, entry)| entry.to_owned()),
            class: method.class.clone(),
            method: method.name.clone(),
            descriptor: method.descriptor.clone(),
            file: origin.file.map(str::to_owned),
            line: method.line,
            not_analysed: method.not_analysed.map(|reason| reason.name().to_owned()),
            typical_j: typical.map(|typical| typical.mean.0),
            typical_low_j: typical.map(|typical| typical.low.0),
            typical_high_j: typical.map(|typical| typical.high.0),
            open: typical.and_then(|typical| Some(typical.open?.name().to_owned())),
            worst_j: numbers.worst.map(|worst| worst.mean),
            worst_q99_j: numbers.worst.map(|worst| worst.q99),
            worst_has_symbols: numbers.worst_has_symbols,
            worst_is_incomplete: numbers.worst_is_incomplete,
            seen: numbers.seen,
            unpriced_calls: typical.map(|typical| typical.unpriced_calls),
            typical_factor: numbers.typical_factor,
            events: events.collect(),
            ground: Arc::clone(&self.ground),
        });
    }

    fn add(&mut self, part: &mut Vec<Row>) -> io::Result<()> {
        *self.count += part.len() as u64;
        let writer = self.writer.get_mut();
        let writer = writer.unwrap_or_else(PoisonError::into_inner);
        for row in part.drain(..) {
            writer.push(row).map_err(io::Error::other)?;
        }
        Ok(())
    }

    fn finish(self, _: &Stats, _: &[ProblemReport]) -> io::Result<()> {
        let writer = self.writer.into_inner();
        let writer = writer.unwrap_or_else(PoisonError::into_inner);
        writer.finish().map_err(io::Error::other)
    }
}
