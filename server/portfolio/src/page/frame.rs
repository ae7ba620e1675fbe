//! A page: its head, its paragraphs, and the data for its script.

use super::basis::Basis;
use super::data::Data;
use crate::ground::GroundRow;
use escape::html;
use std::collections::BTreeSet;
use std::fmt::Write as _;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// An unfinished page.
#[derive(Debug)]
pub(crate) struct Page {
    body: String,
    /// The path from its folder to the site's: empty or `../`.
    up: &'static str,
    title: String,
}

impl Page {
    pub(crate) fn new(title: &str, up: &'static str) -> Self {
        Self {
            body: String::new(),
            up,
            title: html(title),
        }
    }

    /// Adds a paragraph of plain text.
    pub(crate) fn says(&mut self, class: &str, text: &str) {
        // Writing to a string never fails.
        let _ = writeln!(self.body, "<p class=\"{class}\">{}</p>", html(text));
    }

    /// Adds a heading, a table that the script fills, and a text about its contents.
    pub(crate) fn table(&mut self, id: &str, heading: &str, what: &str) {
        let _ = writeln!(
            self.body,
            "<section data-table=\"{id}\">\n<h2>{}</h2>\n<p class=\"ground\">{}</p>\n</section>",
            html(heading),
            html(what)
        );
    }

    /// Adds a folded list.
    pub(crate) fn list(&mut self, summary: &str, lines: &[String]) {
        let _ = writeln!(
            self.body,
            "<details><summary>{}</summary>\n<ul>",
            html(summary)
        );
        for line in lines {
            let _ = writeln!(self.body, "<li>{}</li>", html(line));
        }
        self.body.push_str("</ul></details>\n");
    }

    /// Adds the basis of the page's numbers.
    pub(crate) fn basis(&mut self, basis: &Basis, of_page: &[i64], seen: Option<f64>) {
        let used = basis.grounds.iter();
        let used: Vec<&GroundRow> = used.filter(|ground| of_page.contains(&ground.id)).collect();
        let mut lines = BTreeSet::new();
        for ground in &used {
            lines.insert(format!(
                "Model {} ({}), device {}, structure {}, mapping {}, analysed by jouled {}.",
                ground.model,
                short(&ground.model_digest),
                ground.device,
                ground.structure,
                ground.mapping,
                ground.tool
            ));
            if ground.path_model_digest != ground.model_digest {
                lines.insert(format!(
                    "The worst paths were chosen under another model ({}).",
                    short(&ground.path_model_digest)
                ));
            }
        }
        for line in &lines {
            self.says("ground", line);
        }
        let measures: BTreeSet<[&str; 4]> = used.iter().map(|ground| ground.measure()).collect();
        if measures.len() > 1 {
            self.says(
                "caveat",
                "These energies rest on several models, devices or mappings, so you cannot compare them with each other. `jouled reprice` prices all tables \
                 with one model; analyse tables with another structure or mapping again.",
            );
        }
        if let Some(seen) = seen {
            self.says(
                "ground",
                &format!(
                    "Share seen: {}. This is the share of executed events that have a price, as the mean of all methods with an energy.",
                    percent(seen)
                ),
            );
        }
    }

    /// The complete page.
    pub(crate) fn finish(self, data: &Data) -> Result<String, serde_json::Error> {
        let Self { body, up, title } = self;
        let json = serde_json::to_string(data)?;
        Ok(format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action \
             'none'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <nav><a href=\"{up}index.html\">Services</a> <a href=\"{up}libraries.html\">Libraries</a> <a \
             href=\"{up}hotspots.html\">Methods</a></nav>\n<h1>{title}</h1>\n{body}<noscript><p class=\"caveat\">The tables need \
             JavaScript. The script is in this page, which loads nothing.</p></noscript>\n<script type=\"application/json\" \
             id=\"data\">{}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            escape::script_data(&json)
        ))
    }
}

/// The beginning of a digest.
fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

fn percent(share: f64) -> String {
    // 99.96% is not everything.
    let percent = if share < 1.0 {
        (share * 1_000.0).floor() / 10.0
    } else {
        100.0
    };
    format!("{percent}%")
}
