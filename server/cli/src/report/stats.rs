//! A report on the coverage of the analysis and on its worst cases, as text and as JSON.

use super::view::{Context, MethodOrigin, ReportView, about};
use crate::cpu;
use crate::input::Input;
use crate::screen::{self, Out};
use escape::how_many;
use ide::report::{ProblemReport, Tool};
use ide::{
    Detail, LONG_LENS, MethodAnalysis, ModelReport, SharesReport, Stats, StatsReport,
    WorstCaseShares,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// The schema of the JSON form.
const SCHEMA: &str = "jouled.stats/1";

/// The maximum number of reasons listed individually.
const MAX_REASONS: usize = 12;

/// The output format.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    Text,
    Json,
}

/// Counts methods, loops and calls.
pub(super) struct Reach<'r> {
    out: Out,
    context: Context<'r>,
    form: Form,
    /// The JDK that compiled the code, or that contains the classes.
    jdk: Option<&'r str>,
    /// The CPU time of this process for other things than the analysis.
    other_cpu: Option<Duration>,
    shares: WorstCaseShares,
}

/// The shares as JSON, `jouled.stats/1`.
#[derive(Serialize)]
struct Document<'r> {
    schema: &'static str,
    tool: Tool,
    model: &'r ModelReport,
    jdk: Option<&'r str>,
    stats: StatsReport,
    shares: SharesReport<'r>,
    problems: &'r [ProblemReport],
}

impl<'r> Reach<'r> {
    pub(super) fn new(out: Out, context: Context<'r>, form: Form, input: &'r Input) -> Self {
        Self {
            out,
            context,
            form,
            jdk: input.jdk.as_deref(),
            other_cpu: input.other_cpu,
            shares: WorstCaseShares::default(),
        }
    }

    /// The most frequent reasons, and the number of others.
    fn list<K: AsRef<str>>(&mut self, title: &str, counts: &BTreeMap<K, u64>) -> io::Result<()> {
        if counts.is_empty() {
            return Ok(());
        }
        let mut rows: Vec<(&str, u64)> = counts
            .iter()
            .map(|(reason, count)| (reason.as_ref(), *count))
            .collect();
        rows.sort_by(|one, two| two.1.cmp(&one.1).then(one.0.cmp(two.0)));
        let all: u64 = rows.iter().map(|(_, count)| count).sum();
        self.out.end()?;
        self.out.line(format_args!("{title}"))?;
        for (reason, count) in rows.iter().take(MAX_REASONS) {
            self.row(*count, all, reason)?;
        }
        let rest = rows.get(MAX_REASONS..).unwrap_or_default();
        let others: u64 = rest.iter().map(|(_, count)| count).sum();
        if others > 0 {
            self.row(others, all, &format!("{} more", rest.len()))?;
        }
        Ok(())
    }

    /// A number with its share of the total.
    fn row(&mut self, count: u64, all: u64, what: &str) -> io::Result<()> {
        self.out
            .line(format_args!("{count:>10} {:>6}  {what}", share(count, all)))
    }

    /// A number that is not a share.
    fn number(&mut self, number: impl fmt::Display, what: &str) -> io::Result<()> {
        self.out.line(format_args!("{number:>10}         {what}"))
    }

    fn methods(&mut self, report: &SharesReport<'_>) -> io::Result<()> {
        let methods = report.methods;
        self.out.end()?;
        self.number(methods, "methods with code")?;
        if methods == 0 {
            return Ok(());
        }
        self.row(
            report.typical_tight,
            methods,
            "have a tight typical energy: within a factor of 2 in 90 of 100 cases",
        )?;
        if report.typical_counted > 0 {
            self.row(
                report.typical_counted,
                methods,
                "use the counts of a run instead of estimates",
            )?;
        }
        self.row(
            report.typical_with_unpriced_calls,
            methods,
            "have calls without a price in their typical energy",
        )?;
        match (
            report.with_worst_case,
            report.without_assumption,
            report.with_unpriced_callees,
        ) {
            (Some(worst), Some(alone), Some(unpriced)) => {
                self.row(worst, methods, "have a worst case: with all that they call")?;
                self.row(alone, methods, "have a worst case without any assumption")?;
                if let Some(median) = report.median_assumptions {
                    self.number(median, "assumptions in the median of the other worst cases")?;
                }
                if let Some(median) = report.median_statements {
                    self.number(
                        median,
                        "statements in that median, with assumptions of one root merged",
                    )?;
                }
                self.row(unpriced, methods, "have unpriced callees")?;
            }
            _ => {
                self.out.line(format_args!("                   how many have a worst case is not known: jouled did not follow the calls of {}",
                    how_many(report.methods_not_followed, "method", "methods")))?;
            }
        }
        self.row(
            report.lenses_over_60,
            methods,
            &format!("have a lens of over {LONG_LENS} characters in an editor"),
        )?;
        if let Some((median, most)) = report.symbols_median.zip(report.symbols_max) {
            self.number(median, "symbols in the median of all worst cases")?;
            self.number(most, "symbols in the worst case with the most")?;
        }
        self.row(
            report.typical_below_at_least,
            methods,
            "have a typical energy below their \u{201c}at least\u{201d}",
        )?;
        self.row(
            report.typical_above_worst,
            methods,
            "have a typical energy above a worst case without assumptions",
        )?;
        self.row(
            report.worst_below_at_least,
            methods,
            "have a worst case below their \u{201c}at least\u{201d}",
        )?;
        self.row(
            report.below_zero,
            methods,
            "show a value below 0, or a tiny one that should be 0",
        )?;
        for (share, what) in [
            (report.executed_modelled, "have a measured price"),
            (
                report.executed_transferred,
                "have a price transferred from another machine",
            ),
            (
                report.executed_approximated,
                "have the price of a similar operation",
            ),
            (report.executed_unpriced, "have no price"),
        ] {
            if let Some(share) = share {
                self.out.line(format_args!(
                    "{:>17}  of the operations in a typical call {what}, in the mean over methods",
                    ide::percent(share, 1)
                ))?;
            }
        }
        if let Some(seconds) = report.cpu_seconds_per_method {
            self.number(
                format_args!("{:.1}", seconds * 1e6),
                "µs of CPU time a method",
            )?;
        }
        Ok(())
    }

    fn loops(&mut self, stats: &Stats) -> io::Result<()> {
        let loops = stats.loops();
        self.out.end()?;
        self.number(loops, "loops")?;
        self.row(
            stats.loops_constant,
            loops,
            "constant: the bound is a number",
        )?;
        self.row(
            stats.loops_symbolic,
            loops,
            "symbolic: bounded by values that are known when the method begins",
        )?;
        self.row(stats.loops_opaque, loops, "opaque: all other loops")
    }

    fn calls(&mut self, stats: &Stats) -> io::Result<()> {
        let sites = stats.call_sites;
        self.out.end()?;
        self.number(sites, "call sites")?;
        if stats.not_followed > 0 {
            return self.out
                .line(format_args!("                   how many are priced is not known: jouled did not follow the calls of {}; use --calls all",
                how_many(stats.not_followed, "method", "methods")));
        }
        let unpriced = sites.saturating_sub(stats.call_sites_priced);
        self.row(
            stats.call_sites_priced,
            sites,
            "priced: the energy of the callee and of all that it calls is complete",
        )?;
        self.row(
            stats.chosen_elsewhere,
            sites,
            "of these by a symbol, because whoever creates the receiver decides which method runs",
        )?;
        self.row(unpriced, sites, "unpriced: something is missing")?;
        self.row(
            stats.callee_absent,
            sites,
            "of these because no class with the callee's code is on the class path",
        )?;
        let present = sites.saturating_sub(stats.callee_absent);
        self.out.end()?;
        self.number(present, "call sites whose callee's code is known")?;
        self.row(stats.call_sites_priced, present, "of these priced")
    }

    fn text(mut self, stats: &Stats, report: &SharesReport<'_>) -> io::Result<()> {
        about(&mut self.out, self.context)?;
        self.methods(report)?;
        self.loops(stats)?;
        self.calls(stats)?;
        self.list("why loops are opaque", &stats.opaque)?;
        self.list(
            "why calls are unpriced, by the first part that is missing",
            &stats.unpriced,
        )?;
        self.list("which part that is", &stats.missing)?;
        self.out.flush()
    }

    fn json(
        self,
        stats: &Stats,
        shares: SharesReport<'_>,
        problems: &[ProblemReport],
    ) -> io::Result<()> {
        let document = Document {
            schema: SCHEMA,
            tool: Tool::THIS,
            model: self.context.model.info(),
            jdk: self.jdk,
            stats: StatsReport::from(stats),
            shares,
            problems,
        };
        let mut out = screen::json();
        serde_json::to_writer(&mut out, &document)?;
        out.write_all(b"\n")?;
        out.flush()
    }
}

/// A share as a percentage; no share of zero.
fn share(part: u64, all: u64) -> String {
    if all == 0 {
        return String::new();
    }
    format!("{:.1}%", 100.0 * part as f64 / all as f64)
}

impl ReportView for Reach<'_> {
    type Memory = ();
    type Part = WorstCaseShares;

    fn detail(&self) -> Detail {
        Detail::Reach
    }

    fn render(
        &self,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        (): &mut (),
        part: &mut WorstCaseShares,
    ) {
        part.add(self.context.model, method, origin.assumptions);
    }

    fn add(&mut self, part: &mut WorstCaseShares) -> io::Result<()> {
        self.shares.merge(std::mem::take(part));
        Ok(())
    }

    fn finish(self, stats: &Stats, problems: &[ProblemReport]) -> io::Result<()> {
        let cpu = cpu::used().zip(self.other_cpu);
        let cpu = cpu.map(|(used, other)| used.saturating_sub(other).as_secs_f64());
        let shares = self.shares.clone();
        let report = shares.report(stats, cpu);
        match self.form {
            Form::Text => self.text(stats, &report),
            Form::Json => self.json(stats, report, problems),
        }
    }
}
