//! The report as JSON, `jouled.report/2`: one method per line, written as they are ready.

use super::view::{Context, MethodOrigin, ReportView};
use ide::report::{Header, Memory, ProblemReport, SCHEMA, Tool, method_report, platform};
use ide::{Detail, MethodAnalysis, Stats, StatsReport};
use std::io::{self, Write};

/// The size that is enough for most parts, in bytes.
const USUAL_PART: usize = 1 << 19;

/// Writes methods while others are still being analysed.
pub(super) struct Json<'r, W> {
    out: W,
    context: Context<'r>,
    is_first: bool,
}

impl<'r, W: Write> Json<'r, W> {
    /// Writes the start.
    pub(super) fn begin(mut out: W, context: Context<'r>, jdk: Option<&str>) -> io::Result<Self> {
        let mut header = serde_json::to_vec(&Header {
            schema: SCHEMA,
            tool: Tool::THIS,
            model: context.model.info(),
            jdk,
            platform: platform(),
        })?;
        // The object continues with the methods.
        header.pop();
        out.write_all(&header)?;
        out.write_all(b",\n\"methods\":[")?;
        Ok(Self {
            out,
            context,
            is_first: true,
        })
    }
}

impl<W: Write + Sync> ReportView for Json<'_, W> {
    type Memory = Memory;
    /// Each method after a comma.
    type Part = Vec<u8>;

    fn detail(&self) -> Detail {
        Detail::Compared
    }

    fn render(
        &self,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        memory: &mut Memory,
        part: &mut Vec<u8>,
    ) {
        let mut report = method_report(
            self.context.model,
            method,
            origin.assumptions,
            origin.file,
            memory,
        );
        (report.jar, report.entry) = origin.entry.unzip();
        let measured = self.context.measured;
        report.measured = measured.and_then(|measured| {
            measured.report_of(&method.class, &method.name, &method.descriptor)
        });
        let typical = report
            .typical
            .as_ref()
            .map(|typical| (typical.mean, typical.unpriced_calls));
        report.anchored = measured.zip(typical).and_then(|(measured, predicted)| {
            let name = (&*method.class, &*method.name, &*method.descriptor);
            Some(measured.anchored(name, predicted)?.report())
        });
        let start = part.len();
        part.extend_from_slice(b",\n");
        // Writing to memory fails only for maps whose keys are not strings, which a report does not have.
        if serde_json::to_writer(&mut *part, &report).is_err() {
            part.truncate(start);
        }
    }

    fn add(&mut self, part: &mut Vec<u8>) -> io::Result<()> {
        if !part.is_empty() {
            let first_comma = usize::from(std::mem::take(&mut self.is_first));
            self.out.write_all(&part[first_comma..])?;
        }
        part.clear();
        // A class with large tables must not keep its memory until the end.
        part.shrink_to(USUAL_PART);
        Ok(())
    }

    fn finish(mut self, stats: &Stats, problems: &[ProblemReport]) -> io::Result<()> {
        self.out.write_all(b"\n],\n\"stats\":")?;
        serde_json::to_writer(&mut self.out, &StatsReport::from(stats))?;
        self.out.write_all(b",\n\"problems\":")?;
        serde_json::to_writer(&mut self.out, problems)?;
        self.out.write_all(b"}\n")?;
        self.out.flush()
    }
}
