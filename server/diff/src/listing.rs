//! One report as a list of its methods, the highest typical energy first, in forms that comparisons also have.

use crate::cost::ReportedCost;
use crate::error::DiffError;
use crate::name::{readable_method, shown};
use crate::pair::Comparer;
use crate::point::values;
use crate::render::sarif;
use crate::report::{Report, Typical};
use escape::{csv, how_many, html, markdown_code, notification, plain};
use posterior::{Joules, Posterior};
use serde_json::{Value, json};
use std::fmt::Write;

/// A form of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListingFormat {
    /// One method per line.
    Csv,
    /// A table.
    Markdown,
    /// SARIF 2.1.0: a note at each method.
    Sarif,
    /// One page that needs no network.
    Html,
}

/// The maximum number of methods in a table for people.
const MAX_ROWS: usize = 1_000;

/// The maximum number of results that code scanning accepts for a run.
const MAX_RESULTS: usize = 5_000;

/// A method of a listing.
struct Row<'r> {
    name: String,
    file: Option<&'r str>,
    jar: Option<&'r str>,
    entry: Option<&'r str>,
    line: Option<u32>,
    typical: Option<&'r Typical>,
    least: Option<f64>,
    /// The mean of the worst case in joules, and its standard deviation.
    mean: Option<f64>,
    sd: Option<f64>,
    formula: Option<String>,
    not_priced: Option<String>,
    /// Why the worst case has no number.
    no_worst: Option<&'r str>,
    unpriced_callees: usize,
}

/// Writes the methods of a report, the highest typical energy first. In worst cases, symbols without a value count as 10, as in
/// the text report.
///
/// # Errors
///
/// [`DiffError`] if the report was made with another posterior.
pub fn list(
    report: &Report,
    posterior: &Posterior,
    format: ListingFormat,
) -> Result<String, DiffError> {
    let model = &report.model;
    if model.digest != posterior.digest() {
        return Err(DiffError::OtherPosterior {
            report: model.name.clone(),
            report_digest: model.digest.chars().take(12).collect(),
            given: posterior.name().to_owned(),
            given_digest: posterior.digest().chars().take(12).collect(),
        });
    }
    let device = posterior
        .device(&model.device)
        .map_err(|_| DiffError::UnknownDevice {
            device: model.device.clone(),
            model: posterior.name().to_owned(),
        })?;
    let comparer = Comparer {
        posterior,
        device,
        frequencies: None,
        run: None,
    };
    let mut rows: Vec<Row<'_>> = report
        .methods
        .iter()
        .map(|method| {
            let cost = ReportedCost::read(method, posterior);
            let side = comparer.side(method, cost.as_ref(), &values(method));
            Row {
                name: shown(&readable_method(
                    &method.class,
                    &method.method,
                    &method.descriptor,
                )),
                file: method.file.as_deref(),
                jar: method.jar.as_deref(),
                entry: method.entry.as_deref(),
                line: method.line,
                typical: method.typical.as_ref(),
                least: method.least.map(|least| least.mean),
                mean: side.mean.filter(|_| method.no_worst.is_none()),
                sd: side.sd.filter(|_| method.no_worst.is_none()),
                formula: side.formula.filter(|_| method.no_worst.is_none()),
                not_priced: side.not_priced,
                no_worst: method.no_worst.as_deref(),
                unpriced_callees: method.unpriced.as_ref().map_or(0, Vec::len),
            }
        })
        .collect();
    rows.sort_by(|one, two| {
        let mean = |row: &Row<'_>| row.typical.map_or(-1.0, |typical| typical.mean);
        let worst = |row: &Row<'_>| row.mean.unwrap_or(-1.0);
        mean(two)
            .total_cmp(&mean(one))
            .then_with(|| worst(two).total_cmp(&worst(one)))
            .then_with(|| one.name.cmp(&two.name))
    });
    let ground = format!(
        "{}{}",
        model.short_line(),
        report
            .jdk
            .as_ref()
            .map_or_else(String::new, |jdk| format!(" · JDK {jdk}"))
    );
    Ok(match format {
        ListingFormat::Csv => as_csv(&rows),
        ListingFormat::Markdown => as_markdown(&rows, &ground),
        ListingFormat::Sarif => as_sarif(&rows, report),
        ListingFormat::Html => as_html(&rows, &ground),
    })
}

impl Row<'_> {
    /// `≈ 3.2 µJ`, `≈ 10 µJ–900 µJ (dispatch)`, or why there is no number.
    fn typical(&self) -> String {
        let Some(typical) = self.typical else {
            let reason = self.not_priced.clone();
            return reason.unwrap_or_else(|| String::from("not known"));
        };
        let [low, high] = typical.interval.map(Joules);
        match &typical.why {
            Some(why) => format!("≈ {}–{} ({why})", low.about(), high.about()),
            None => format!("≈ {}", Joules(typical.mean).about()),
        }
    }

    /// What else is said about a typical energy.
    fn interval(&self) -> String {
        let typical = self.typical.filter(|typical| typical.why.is_none());
        typical.map_or_else(String::new, |typical| {
            let [low, high] = typical.interval.map(Joules);
            format!("{}–{} in 90 of 100 cases", low.about(), high.about())
        })
    }

    fn least(&self) -> String {
        self.least
            .map_or_else(|| String::from("–"), |least| Joules(least).to_string())
    }

    fn energy(&self) -> String {
        match (self.mean, self.sd) {
            (Some(mean), Some(sd)) => {
                let assumed = if self.formula.is_some() { "~ " } else { "" };
                format!("{assumed}{} ± {}", Joules(mean), Joules(sd))
            }
            _ => self.missing(),
        }
    }

    /// Why there is no number, or no number for the worst case.
    fn missing(&self) -> String {
        match (&self.not_priced, self.no_worst) {
            (Some(reason), _) => reason.clone(),
            (None, Some(reason)) => format!("no worst case: {reason}"),
            (None, None) => String::new(),
        }
    }

    fn place(&self) -> String {
        let line = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        let place = self
            .file
            .map_or_else(String::new, |file| format!("{file}{line}"));
        match (self.jar, self.entry) {
            (Some(jar), Some(entry)) if place.is_empty() => format!("{jar}!/{entry}"),
            (Some(jar), Some(entry)) => format!("{place} in {jar}!/{entry}"),
            _ => place,
        }
    }

    fn lacks(&self) -> String {
        let calls = self.typical.map_or(0.0, |typical| typical.unpriced_calls);
        let calls = (calls > 0.0).then(|| format!("{calls:.2} calls without a price on average"));
        let callees = self.unpriced_callees;
        let callees =
            (callees > 0).then(|| format!("{} unpriced", how_many(callees, "callee", "callees")));
        let both: Vec<String> = calls.into_iter().chain(callees).collect();
        both.join(", ")
    }
}

fn as_csv(rows: &[Row<'_>]) -> String {
    let mut out = String::from(
        "method,file,line,typical_j,typical_sd_j,typical_low_j,typical_high_j,open,unpriced_calls,worst_j,worst_sd_j,at_least_j,formula,not_priced,unpriced_callees,jar,entry\r\n",
    );
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    for row in rows {
        let _ = write!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n",
            csv(&row.name),
            csv(row.file.unwrap_or_default()),
            row.line.map_or_else(String::new, |line| line.to_string()),
            number(row.typical.map(|typical| typical.mean)),
            number(row.typical.map(|typical| typical.sd)),
            number(row.typical.map(|typical| typical.interval[0])),
            number(row.typical.map(|typical| typical.interval[1])),
            csv(row
                .typical
                .and_then(|typical| typical.why.as_deref())
                .unwrap_or_default()),
            number(row.typical.map(|typical| typical.unpriced_calls)),
            number(row.mean),
            number(row.sd),
            number(row.least),
            csv(row.formula.as_deref().unwrap_or_default()),
            csv(&row.missing()),
            row.unpriced_callees,
            csv(row.jar.unwrap_or_default()),
            csv(row.entry.unwrap_or_default())
        );
    }
    out
}

fn as_markdown(rows: &[Row<'_>], ground: &str) -> String {
    let mut out = String::from(
        "| method | typical energy of a call | worst case | at least | formula of the worst case | not in the numbers |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for row in rows.iter().take(MAX_ROWS) {
        let _ = writeln!(
            out,
            "| {}<br>{} | {} | {} | {} | {} | {} |",
            markdown_code(&row.name),
            markdown_code(&row.place()),
            markdown_code(&row.typical()),
            markdown_code(&row.energy()),
            markdown_code(&row.least()),
            markdown_code(row.formula.as_deref().unwrap_or_default()),
            row.lacks()
        );
    }
    if rows.len() > MAX_ROWS {
        let _ = writeln!(
            out,
            "\nNot shown: {}.",
            how_many(rows.len() - MAX_ROWS, "other method", "other methods")
        );
    }
    let _ = writeln!(out, "\n<sub>{}</sub>", markdown_code(ground));
    out
}

fn as_html(rows: &[Row<'_>], ground: &str) -> String {
    let mut out = crate::render::page_head("jouled report");
    let _ = writeln!(out, "<p class=\"ground\">{}</p>", html(ground));
    out.push_str("<table id=\"changes\">\n<thead><tr>");
    for (name, kind) in [
        ("method", "text"),
        ("typical energy of a call", "number"),
        ("worst case", "number"),
        ("at least", "number"),
        ("formula of the worst case", "text"),
        ("not in the numbers", "text"),
    ] {
        let _ = write!(
            out,
            "<th data-kind=\"{kind}\"><button type=\"button\">{name}</button></th>"
        );
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code><br><span class=\"place\">{}</span></td><td data-value=\"{}\">{}<br><span class=\"place\">{}</span></td><td data-value=\"{}\">{}</td>\
             <td data-value=\"{}\">{}</td><td>{}</td><td>{}</td></tr>",
            html(&row.name),
            html(&row.place()),
            row.typical
                .map_or_else(String::new, |typical| typical.mean.to_string()),
            html(&row.typical()),
            html(&row.interval()),
            row.mean.map_or_else(String::new, |mean| mean.to_string()),
            html(&row.energy()),
            row.least
                .map_or_else(String::new, |least| least.to_string()),
            html(&row.least()),
            html(row.formula.as_deref().unwrap_or_default()),
            row.lacks()
        );
    }
    out.push_str("</tbody>\n</table>\n");
    out.push_str(&crate::render::page_foot());
    out
}

fn as_sarif(rows: &[Row<'_>], report: &Report) -> String {
    let priced = rows
        .iter()
        .filter(|row| row.mean.is_some() || row.typical.is_some());
    let results: Vec<Value> = priced
        .take(MAX_RESULTS)
        .map(|row| {
            let name = plain(&row.name);
            let formula = row.formula.as_deref().map(|formula| format!(", {formula}"));
            let text = format!(
                "{name}: {}, worst case {}{}",
                row.typical(),
                row.energy(),
                formula.unwrap_or_default()
            );
            let mut location =
                json!({ "logicalLocations": [{ "fullyQualifiedName": name, "kind": "function" }] });
            if let Some(place) = sarif::place(row.file, row.line) {
                location["physicalLocation"] = place;
            }
            json!({
                "ruleId": "energy",
                "ruleIndex": 0,
                "level": "none",
                "kind": "informational",
                "message": { "text": notification(&text) },
                "locations": [location],
            })
        })
        .collect();
    let rules = json!([{ "id": "energy", "shortDescription": { "text": "The energy of a call: typical, and in the worst case" } }]);
    let mut properties =
        json!({ "model": plain(&report.model.name), "device": plain(&report.model.device) });
    for (name, statement) in [
        ("unmetered", &report.model.unmetered),
        ("otherJdk", &report.model.other_jdk),
    ] {
        if let Some(statement) = statement {
            properties[name] = json!(plain(statement));
        }
    }
    sarif::log(&rules, &properties, &results)
}
