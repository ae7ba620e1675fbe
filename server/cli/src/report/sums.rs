//! Text reports whose rows are sums over methods.

use super::view::{Context, MethodOrigin, ReportView};
use crate::screen::Out;
use ide::report::{ProblemReport, patterns};
use ide::{Detail, Joules, Memo, MethodAnalysis, Stats, Tally};
use std::collections::BTreeMap;
use std::io;

/// A row for each operation.
pub(super) struct Operations<'r> {
    out: Out,
    context: Context<'r>,
    total: Tally,
}

impl<'r> Operations<'r> {
    pub(super) fn new(out: Out, context: Context<'r>) -> Self {
        Self {
            out,
            context,
            total: Tally::new(),
        }
    }
}

impl ReportView for Operations<'_> {
    type Memory = ();
    type Part = Vec<Tally>;

    fn detail(&self) -> Detail {
        Detail::Methods
    }

    fn render(
        &self,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        (): &mut (),
        part: &mut Vec<Tally>,
    ) {
        if let Some(typical) = method
            .typical
            .as_ref()
            .filter(|_| method.not_analysed.is_none())
        {
            part.push(typical.tally_at(&|symbol| origin.assumptions.value(symbol)));
        }
    }

    fn add(&mut self, part: &mut Vec<Tally>) -> io::Result<()> {
        for tally in part.drain(..) {
            self.total.add_scaled(&tally, 1.0);
        }
        Ok(())
    }

    fn finish(mut self, _: &Stats, _: &[ProblemReport]) -> io::Result<()> {
        let mut rows: BTreeMap<&str, (f64, Option<f64>)> = BTreeMap::new();
        for pattern in patterns(self.context.model, &self.total) {
            let row = rows.entry(pattern.operation).or_insert((0.0, Some(0.0)));
            row.0 += pattern.count;
            row.1 = row.1.zip(pattern.mean).map(|(sum, mean)| sum + mean);
        }
        let mut rows: Vec<_> = rows.into_iter().collect();
        let rank = |mean: Option<f64>| mean.unwrap_or_default();
        rows.sort_by(|a, b| rank(b.1.1).total_cmp(&rank(a.1.1)));
        self.out.line(format_args!(
            "{:>10} {:>14}   operation",
            "typical", "count"
        ))?;
        for (operation, (count, mean)) in rows {
            let mean =
                mean.map_or_else(|| String::from("unknown"), |mean| Joules(mean).to_string());
            self.out
                .line(format_args!("{mean:>10} {count:>14.1}   {operation}"))?;
        }
        self.out.flush()
    }
}

/// A row for each class.
pub(super) struct Classes<'r> {
    out: Out,
    context: Context<'r>,
    /// The sums of the typical energies and of the worst cases in joules, and the number of methods, by class.
    sums: BTreeMap<String, (f64, f64, usize)>,
}

impl<'r> Classes<'r> {
    pub(super) fn new(out: Out, context: Context<'r>) -> Self {
        Self {
            out,
            context,
            sums: BTreeMap::new(),
        }
    }
}

impl ReportView for Classes<'_> {
    type Memory = Memo<Joules>;
    type Part = Vec<(String, Joules, Joules)>;

    fn detail(&self) -> Detail {
        Detail::Reach
    }

    fn render(
        &self,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        memory: &mut Memo<Joules>,
        part: &mut Self::Part,
    ) {
        let model = self.context.model;
        let tally = model.nominal(method, origin.assumptions);
        let mean = memory.get(&tally, || model.mean(&tally));
        let typical = model.typical_at(method, origin.assumptions);
        let typical = typical.filter(|_| method.not_analysed.is_none());
        let typical = typical.map_or(Joules(0.0), |typical| typical.mean);
        part.push((method.class.clone(), typical, mean));
    }

    fn add(&mut self, part: &mut Self::Part) -> io::Result<()> {
        for (class, typical, worst) in part.drain(..) {
            let (typicals, worsts, methods) = self.sums.entry(class).or_default();
            *typicals += typical.0;
            *worsts += worst.0;
            *methods += 1;
        }
        Ok(())
    }

    fn finish(mut self, _: &Stats, _: &[ProblemReport]) -> io::Result<()> {
        let mut rows: Vec<_> = self.sums.into_iter().collect();
        rows.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
        self.out.line(format_args!(
            "{:>10} {:>10} {:>8}   class (each method once)",
            "typical", "worst", "methods"
        ))?;
        for (class, (typical, worst, methods)) in rows {
            let (typical, worst) = (Joules(typical), Joules(worst));
            self.out.line(format_args!(
                "{typical:>10} {worst:>10} {methods:>8}   {class}"
            ))?;
        }
        self.out.flush()
    }
}
