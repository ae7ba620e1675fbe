//! The part of a page that compares predictions with measurements, from the output of `calibrate validate --format json`.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use posterior::Joules;
use serde::Deserialize;

use super::plots;
use escape::html;

const SCHEMA: &str = "jouled.validation/1";

/// The results of `calibrate validate`.
#[derive(Debug, Deserialize)]
pub(super) struct ValidationSection {
    schema: String,
    model: String,
    digest: String,
    notes: Vec<String>,
    interval: f64,
    groups: Vec<Group>,
    programs: Vec<Program>,
}

#[derive(Debug, Deserialize)]
struct Group {
    name: String,
    programs: usize,
    bias: f64,
    median: f64,
    p90: f64,
    covered: f64,
    coverage: (f64, f64),
    half_width: f64,
    repeatability: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct Program {
    measured_j: f64,
    predicted_j: f64,
    covered: bool,
}

impl ValidationSection {
    /// Reads a validation.
    ///
    /// # Errors
    /// If the file cannot be read or is not a validation.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let text = files::read_text(path, files::VALIDATION)
            .with_context(|| format!("cannot read {shown}"))?;
        let validation: Self = serde_json::from_str(&text).with_context(|| {
            format!(
                "{shown} is not a validation; give what `calibrate validate --format json` prints"
            )
        })?;
        ensure!(
            validation.schema == SCHEMA,
            "{shown} is a validation with the schema {}, but this calibrate reads {SCHEMA}; validate again",
            validation.schema
        );
        Ok(validation)
    }

    /// Whether another model was validated than the one with this digest.
    fn is_of_another(&self, digest: &str) -> bool {
        self.digest != digest
    }

    /// Writes the section.
    ///
    /// # Errors
    /// If a plot cannot be drawn.
    pub(super) fn section(&self, page: &mut String, digest: &str) -> Result<()> {
        writeln!(page, "<h2>Validation against measurements</h2><ul>")?;
        if self.is_of_another(digest) {
            writeln!(
                page,
                "<li class=\"fails\">This validation belongs to another model, {}.</li>",
                html(&self.model)
            )?;
        }
        for note in &self.notes {
            writeln!(page, "<li>{}</li>", html(note))?;
        }
        writeln!(
            page,
            "</ul><table><tr><th>programs</th><th></th><th>bias</th><th>median error</th><th>p90</th>\
             <th>in {:.0}% intervals</th><th>of all (95%)</th><th>half width</th><th>run to run</th></tr>",
            100.0 * self.interval
        )?;
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        for group in &self.groups {
            writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{:+.1}%</td><td>{}</td><td>{}</td><td>{}</td><td>{} to {}</td><td>{}</td>\
                 <td>{}</td></tr>",
                html(&group.name),
                group.programs,
                100.0 * group.bias,
                percent(group.median),
                percent(group.p90),
                (10.0 * group.covered).round() / 10.0,
                percent(group.coverage.0),
                percent(group.coverage.1),
                percent(group.half_width),
                group.repeatability.map_or("–".to_owned(), percent)
            )?;
        }
        page.push_str("</table>\n");
        let points: Vec<(f64, f64, bool)> = self
            .programs
            .iter()
            .map(|program| (program.measured_j, program.predicted_j, program.covered))
            .collect();
        if let (Some(least), Some(most)) = (
            points.iter().map(|point| point.0).reduce(f64::min),
            points.iter().map(|point| point.0).reduce(f64::max),
        ) {
            let title = format!(
                "{} programs from {} to {}; red: outside of its interval",
                points.len(),
                Joules(least),
                Joules(most)
            );
            page.push_str(&plots::scatter(&title, &points)?);
        }
        Ok(())
    }
}
