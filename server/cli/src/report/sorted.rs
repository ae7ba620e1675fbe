//! Text reports whose rows are sorted by energy.

use super::view::{Context, MethodOrigin, ReportView};
use crate::screen::Out;
use ide::report::ProblemReport;
use ide::{Detail, Memo, MethodAnalysis, Model, Stats};
use project_model::Purpose;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

/// Lines of text, each with the mean in joules that sorts it.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) text: String,
    ends: Vec<End>,
}

/// The end of a row, and its sort key.
#[derive(Debug, Clone, Copy)]
struct End {
    purpose: Purpose,
    mean: f64,
    at: usize,
}

/// Rows to which no more are added.
#[derive(Debug)]
struct Closed {
    text: Box<str>,
    ends: Box<[End]>,
}

impl Rows {
    /// Ends a row in [`Rows::text`].
    pub(super) fn end(&mut self, purpose: Purpose, mean: f64) {
        let at = self.text.len();
        self.ends.push(End { purpose, mean, at });
    }

    /// Takes the rows out, and keeps the memory for the next ones.
    fn close(&mut self) -> Closed {
        let closed = Closed {
            text: self.text.as_str().into(),
            ends: self.ends.as_slice().into(),
        };
        self.text.clear();
        self.ends.clear();
        closed
    }
}

impl Closed {
    fn iter(&self) -> impl Iterator<Item = (End, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let row = &self.text[start..end.at];
            start = end.at;
            (*end, row)
        })
    }
}

/// The bits of the sort key: index, energy, purpose.
const PLACE_BITS: u32 = 40;
const PURPOSE_BIT: u32 = PLACE_BITS + 64;

/// The content of rows.
pub(super) trait Row: Sync {
    const DETAIL: Detail;
    /// What is kept for the next row.
    type Memory: Default + Send;

    /// The column headings.
    fn head(&self) -> &'static str;

    fn render(
        &self,
        model: &Model,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        memory: &mut Self::Memory,
        rows: &mut Rows,
    );
}

/// Collects rows, and sorts them at the end.
pub(super) struct Sorted<'r, R> {
    out: Out,
    context: Context<'r>,
    parts: Vec<Closed>,
    row: R,
}

impl<'r, R: Row> Sorted<'r, R> {
    pub(super) fn new(out: Out, context: Context<'r>, row: R) -> Self {
        Self {
            out,
            context,
            parts: Vec::new(),
            row,
        }
    }
}

impl<R: Row> ReportView for Sorted<'_, R> {
    type Memory = R::Memory;
    type Part = Rows;

    fn detail(&self) -> Detail {
        R::DETAIL
    }

    fn render(
        &self,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        memory: &mut Self::Memory,
        part: &mut Rows,
    ) {
        self.row
            .render(self.context.model, method, origin, memory, part);
    }

    fn add(&mut self, part: &mut Rows) -> io::Result<()> {
        self.parts.push(part.close());
        Ok(())
    }

    fn finish(mut self, _: &Stats, _: &[ProblemReport]) -> io::Result<()> {
        let count = self.parts.iter().map(|part| part.ends.len()).sum();
        let mut rows: Vec<&str> = Vec::with_capacity(count);
        // Tests and generated code come after the product, and in each group the most expensive rows come first. Rows with the
        // same mean keep their order. A single number for rank and index is compared without a branch.
        let mut order: Vec<u128> = Vec::with_capacity(count);
        for (end, row) in self.parts.iter().flat_map(Closed::iter) {
            let purpose = (end.purpose as u128) << PURPOSE_BIT;
            order.push(purpose | u128::from(!rank(end.mean)) << PLACE_BITS | rows.len() as u128);
            rows.push(row);
        }
        order.sort_unstable();
        let head = self.row.head();
        if !head.is_empty() {
            self.out.line(format_args!("{head}"))?;
        }
        let mut last = 0;
        for key in order {
            let purpose = key >> PURPOSE_BIT;
            if purpose != last && !head.is_empty() {
                last = purpose;
                let is_of_tests = purpose == Purpose::Tests as u128;
                let title = if is_of_tests {
                    "tests"
                } else {
                    "generated code"
                };
                self.out.line(format_args!(""))?;
                self.out.line(format_args!("{title}"))?;
            }
            let place = key & ((1 << PLACE_BITS) - 1);
            self.out.line(format_args!("{}", rows[place as usize]))?;
        }
        self.out.flush()
    }
}

/// Maps a number to one that sorts in the order of [`f64::total_cmp`].
const fn rank(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> 63 == 0 {
        bits | 1 << 63
    } else {
        !bits
    }
}

/// A row for each line of each method.
pub(super) struct LineRows;

/// The text for all lines that execute the same.
#[derive(Debug)]
pub(super) struct PricedLine {
    mean: f64,
    column: String,
}

impl Row for LineRows {
    const DETAIL: Detail = Detail::Lines;
    type Memory = Memo<Arc<PricedLine>>;

    fn head(&self) -> &'static str {
        ""
    }

    fn render(
        &self,
        model: &Model,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        memo: &mut Self::Memory,
        rows: &mut Rows,
    ) {
        for line in &method.lines {
            let priced = memo.get(&line.tally, || {
                let mean = model.mean(&line.tally);
                Arc::new(PricedLine {
                    mean: mean.0,
                    column: format!("{mean:>10}"),
                })
            });
            // Writing to a string never fails.
            let _ = write!(
                rows.text,
                "{}  {}:{}  {}",
                priced.column,
                origin.file.unwrap_or(&method.class),
                line.line,
                method.name
            );
            rows.end(origin.purpose, priced.mean);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn ranks_are_in_the_order_of_the_numbers() {
        let numbers = [
            f64::NEG_INFINITY,
            -1.5,
            -1e-9,
            -0.0,
            0.0,
            5e-324,
            1e-9,
            2e-9,
            1.0,
            f64::INFINITY,
            f64::NAN,
        ];
        assert!(numbers.is_sorted_by(|a, b| a.total_cmp(b).is_lt()));
        assert!(numbers.is_sorted_by(|a, b| rank(*a) < rank(*b)));
    }
}
