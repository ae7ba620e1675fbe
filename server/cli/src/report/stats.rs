//! A report on how far the analysis reaches, as text.

use super::view::{Origin, View};
use crate::screen::Out;
use ide::report::ProblemReport;
use ide::{Detail, MethodAnalysis, Stats};
use std::collections::BTreeMap;
use std::io;

/// Reasons that are listed one by one.
const MOST_REASONS: usize = 12;

/// Counts loops and calls.
pub(super) struct Reach {
    out: Out,
}

impl Reach {
    pub(super) fn new(out: Out) -> Self {
        Self { out }
    }

    /// The most frequent reasons, and how many others there are.
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
        for (reason, count) in rows.iter().take(MOST_REASONS) {
            self.out.line(format_args!(
                "{count:>10} {:>6}  {reason}",
                share(*count, all)
            ))?;
        }
        let rest = rows.get(MOST_REASONS..).unwrap_or_default();
        let others: u64 = rest.iter().map(|(_, count)| count).sum();
        if others > 0 {
            let reasons = rest.len();
            self.out.line(format_args!(
                "{others:>10} {:>6}  {reasons} more",
                share(others, all)
            ))?;
        }
        Ok(())
    }

    fn row(&mut self, count: u64, all: u64, what: &str) -> io::Result<()> {
        self.out
            .line(format_args!("{count:>10} {:>6}  {what}", share(count, all)))
    }
}

/// A share as a percentage; nothing of nothing has none.
fn share(part: u64, all: u64) -> String {
    if all == 0 {
        return String::new();
    }
    format!("{:.1}%", 100.0 * part as f64 / all as f64)
}

impl View for Reach {
    type Memory = ();
    type Part = ();

    fn detail(&self) -> Detail {
        Detail::Reach
    }

    fn render(&self, _: &MethodAnalysis, _: Origin<'_>, (): &mut (), (): &mut ()) {}

    fn add(&mut self, (): &mut ()) -> io::Result<()> {
        Ok(())
    }

    fn finish(mut self, stats: &Stats, _: &[ProblemReport]) -> io::Result<()> {
        let loops = stats.loops();
        self.out.end()?;
        self.out.line(format_args!(
            "{:>10}         methods with code",
            stats.methods
        ))?;
        self.out.end()?;
        self.out.line(format_args!("{loops:>10}         loops"))?;
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
        self.row(stats.loops_opaque, loops, "opaque: all others")?;
        let sites = stats.call_sites;
        self.out.end()?;
        self.out
            .line(format_args!("{sites:>10}         call sites"))?;
        if stats.not_followed > 0 {
            self.out.line(format_args!("                   how many are priced is not known: the calls of {} methods were not followed; use --calls all",
                stats.not_followed))?;
        } else {
            self.row(
                stats.call_sites_priced,
                sites,
                "priced: nothing is missing in what the callee costs with all that it calls",
            )?;
            self.row(
                stats.chosen_elsewhere,
                sites,
                "of these by a symbol, since the receiver's maker decides who runs",
            )?;
            self.row(
                sites.saturating_sub(stats.call_sites_priced),
                sites,
                "unpriced: something is missing",
            )?;
        }
        self.list("why loops are opaque", &stats.opaque)?;
        self.list(
            "why calls are unpriced, by the first part that is missing",
            &stats.unpriced,
        )?;
        self.list("which part that is", &stats.missing)?;
        self.out.flush()
    }
}
