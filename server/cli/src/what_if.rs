//! `jouled what-if`: what another text of a file would cost.

use crate::advise::compiled_text;
use crate::exit::ExitReason;
use crate::input::{self, Input, Inside};
use crate::options::{self, Options, Replacement, WhatIfFormat};
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use compile::{Completeness, ResidentProject};
use escape::{markdown, markdown_code};
use ide::{Joules, Model, percent};
use jdk::ServiceConfig;
use savings::{Compared, ComparedMethods, NotOffered, PricingInputs, Saving, probability};
use serde_json::{Value, json};
use source::LineIndex;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

/// The largest text that is read from a file.
const MAX_TEXT_BYTES: u64 = 16 << 20;

/// The note if branches or loops change.
const OTHER_FLOW: &str =
    "branches or loops change, so this compares two estimates of how often they run";

pub(crate) fn run(options: &Options, arguments: &options::WhatIf) -> Result<ExitReason> {
    if arguments.file.is_dir() {
        bail!(
            "{} is a folder; name one Java file of it",
            arguments.file.display()
        );
    }
    let paths = std::slice::from_ref(&arguments.file);
    let settings = Settings::new(options, &arguments.analysis, paths);
    let model = input::model(&settings)?;
    let mut input = Input::open(&settings, &[], paths, &Inside::Named)?;
    input.follow(settings.all.calls, &model, &settings)?;
    let shown = arguments.file.display();
    let Some((project, compilation)) = &input.compiled else {
        bail!("{shown} is no Java file");
    };
    let same = |file: &Path| file.canonicalize().ok() == arguments.file.canonicalize().ok();
    let file = compilation.files.iter().find(|one| same(&one.file));
    let Some(file) = file.filter(|file| file.completeness == Completeness::Complete) else {
        bail!("{shown} does not compile as a whole, so there is nothing to compare with");
    };
    let text: Arc<str> = match &arguments.with {
        Some(other) => files::read_text(other, MAX_TEXT_BYTES)
            .with_context(|| format!("{} cannot be read", other.display()))?
            .into(),
        None => replaced(&file.text, &arguments.replace)?.into(),
    };
    let config = ServiceConfig::new(input::cache()?);
    let resident = ResidentProject::open(project, compilation, input::jdk(&settings)?, config)?;
    let tried = resident.try_text(&file.file, Arc::clone(&text));
    let tried = tried.map_err(|reason| {
        anyhow::anyhow!("the changed text of {shown} does not compile: {reason}")
    })?;
    let priced_with = PricingInputs {
        model: &model,
        program: input.program.as_deref(),
        assumptions: &settings.assumptions(&file.file),
    };
    let before = compiled_text(Arc::clone(&file.text), &file.classes);
    let after = compiled_text(text, &tried);
    let compared = match savings::compare(priced_with, &before, &after, &ComparedMethods::All) {
        Ok(compared) => compared,
        Err(NotOffered::NoDifference) => Compared::default(),
        Err(NotOffered::NotPriced) => bail!(
            "{shown} cannot be compared: no method has a typical energy in both texts; do they have the same class?"
        ),
        Err(reason) => bail!("{shown} cannot be compared: {reason}"),
    };
    write(arguments.format, &model, &compared)?;
    Ok(ExitReason::Complete)
}

/// The text with other lines.
fn replaced(text: &str, replacements: &[Replacement]) -> Result<String> {
    let lines = LineIndex::new(text);
    let mut edits = Vec::new();
    for one in replacements {
        if one.last > lines.line_count() {
            bail!(
                "there is no line {}; the file has {}",
                one.last,
                lines.line_count()
            );
        }
        let (first, last) = (
            lines.line_range(one.first - 1),
            lines.line_range(one.last - 1),
        );
        edits.push(advice::Edit {
            range: first.start..last.end,
            text: one.text.clone(),
        });
    }
    advice::apply(text, &edits).context("two --replace name the same line")
}

fn write(format: WhatIfFormat, model: &Model, compared: &Compared) -> Result<()> {
    match format {
        WhatIfFormat::Text => text(model, compared)?,
        WhatIfFormat::Json => {
            let mut out = crate::screen::json();
            serde_json::to_writer_pretty(&mut out, &document(model, compared))?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
        WhatIfFormat::Markdown => crate::screen::form(markdown_of(model, compared))?,
    }
    Ok(())
}

/// What has no row.
fn notes(compared: &Compared) -> Vec<&'static str> {
    let mut notes = Vec::new();
    if compared.savings.is_empty() && !compared.has_unpriced {
        notes.push("no method's typical energy changes");
    }
    if compared.has_unpriced {
        notes.push(
            "a method is left out, because only one of the texts calls something without a price",
        );
    }
    notes
}

fn text(model: &Model, compared: &Compared) -> Result<()> {
    let mut out = crate::screen::out();
    for saving in &compared.savings {
        let line = saving
            .line
            .map_or(String::new(), |line| format!("{line}: "));
        out.line(format_args!("{line}{}", saving.method))?;
        out.line(format_args!("    {}", words(saving)))?;
        out.line(format_args!("    before {}", saving.before.words()))?;
        out.line(format_args!("    after  {}", saving.after.words()))?;
        if !saving.runs_alike {
            out.line(format_args!("    {OTHER_FLOW}"))?;
        }
    }
    for note in notes(compared) {
        out.line(format_args!("{note}"))?;
    }
    out.line(format_args!("{}", model.info().short_line()))?;
    out.flush()?;
    Ok(())
}

fn words(saving: &Saving) -> String {
    let energy = Joules(saving.joules.abs()).about();
    let share = percent(saving.share.abs(), 1);
    let verb = if saving.joules > 0.0 {
        "saves"
    } else {
        "costs more:"
    };
    let sure = probability(saving.p_less);
    format!("{verb} {energy} per call ({share}), P(less) {sure}")
}

/// `jouled.what-if/1`.
fn document(model: &Model, compared: &Compared) -> Value {
    let methods: Vec<Value> = compared
        .savings
        .iter()
        .map(|saving| {
            json!({
                "class": saving.method.class,
                "method": saving.method.method,
                "descriptor": saving.method.descriptor,
                "line": saving.line,
                "before": saving.before,
                "after": saving.after,
                "saved": {"mean": saving.joules, "sd": saving.sd},
                "share": saving.share,
                "p_less": saving.p_less,
                "runs_alike": saving.runs_alike,
            })
        })
        .collect();
    json!({
        "schema": "jouled.what-if/1",
        "tool": {"name": "jouled", "version": env!("CARGO_PKG_VERSION")},
        "model": model.info(),
        "methods": methods,
        "has_unpriced": compared.has_unpriced,
    })
}

fn markdown_of(model: &Model, compared: &Compared) -> String {
    let mut text = String::from(
        "| method | before | after | saves per call | P(less) |\n| --- | --: | --: | --: | --: |\n",
    );
    for saving in &compared.savings {
        let sign = if saving.joules < 0.0 { "-" } else { "" };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {sign}{} ({}){} | {} |",
            markdown_code(&saving.method.to_string()),
            saving.before.words(),
            saving.after.words(),
            Joules(saving.joules.abs()).about(),
            percent(saving.share, 1),
            if saving.runs_alike { "" } else { " *" },
            markdown(probability(saving.p_less).trim_start_matches("= ")),
        );
    }
    let mut notes = notes(compared);
    if compared.savings.iter().any(|saving| !saving.runs_alike) {
        notes.push(
            "* branches or loops change, so this compares two estimates of how often they run",
        );
    }
    for note in notes {
        let _ = writeln!(text, "\n{}", markdown(note));
    }
    let _ = writeln!(text, "\n{}", markdown(&model.info().short_line()));
    text
}
