//! `jouled model`: the posteriors, their basis, and which of them is in use.

use std::path::Path;

use crate::exit::ExitReason;
use crate::options::{Format, ModelAction, Options};
use crate::screen::{self, Out};
use anyhow::Result;
use files::Limits;
use ide::Posterior;
use model_registry::{KnownModel, Origin, Registry, load_model};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;

pub(crate) fn run(options: &Options, action: Option<&ModelAction>) -> Result<ExitReason> {
    let registry = Registry::of_this_user();
    let mut out = screen::out();
    match action {
        None => list(&mut out, &registry.models())?,
        Some(ModelAction::List { format }) => match format {
            Format::Text => list(&mut out, &registry.models())?,
            Format::Json => list_json(&registry.models())?,
        },
        Some(ModelAction::Show { name }) => {
            let name = name.as_deref().or(options.model.as_deref());
            show(&mut out, &load_model(name, &Limits::default())?)?;
        }
        Some(ModelAction::Add {
            file,
            name,
            replace,
        }) => add(&mut out, &registry, file, name.as_deref(), *replace)?,
        Some(ModelAction::Use { name }) => {
            let model = registry.choose(name)?;
            out.line(format_args!(
                "{name} is the model in use: {} mode, {}",
                model.mode(),
                model.hardware()
            ))?;
            unmetered(&mut out, &model, "")?;
        }
        Some(ModelAction::Remove { name }) => {
            registry.remove(name)?;
            out.line(format_args!(
                "{name} is removed; the model in use is {}",
                registry.in_use()
            ))?;
        }
    }
    out.flush()?;
    Ok(ExitReason::Complete)
}

fn add(
    out: &mut Out,
    registry: &Registry,
    file: &Path,
    name: Option<&str>,
    replace: bool,
) -> Result<()> {
    let added = registry.add(file, name, replace)?;
    out.line(format_args!(
        "{} is {} in {}",
        added.name,
        if added.replaced { "replaced" } else { "added" },
        added.file.display()
    ))?;
    let model = registry.load(Some(&added.name), &Limits::default())?;
    unmetered(out, &model, "")?;
    if registry.in_use() != added.name {
        out.line(format_args!(
            "Next: `jouled model use {}`, or --model {} for one run",
            added.name, added.name
        ))?;
    }
    Ok(())
}

/// Prints a warning if no meter measured a model's joules.
fn unmetered(out: &mut Out, model: &Posterior, before: &str) -> Result<()> {
    if let Some(statement) = model.hardware().unmetered() {
        out.line(format_args!("{before}{statement}"))?;
    }
    Ok(())
}

fn list(out: &mut Out, models: &[KnownModel]) -> Result<()> {
    for known in models {
        let sign = if known.is_in_use { '*' } else { ' ' };
        let model = match &known.posterior {
            Ok(model) => model,
            Err(error) => {
                out.line(format_args!("{sign} {}", known.name))?;
                out.line(format_args!("    {error}"))?;
                continue;
            }
        };
        out.line(format_args!(
            "{sign} {}  {} mode, {} structure, devices {}",
            known.name,
            model.mode(),
            model.structure(),
            model.devices().join(", ")
        ))?;
        unmetered(out, model, "    ")?;
        out.line(format_args!("    machine   {}", model.hardware()))?;
        out.line(format_args!("    JDK       {}", model.jdk()))?;
        out.line(format_args!("    source    {}", source(model)))?;
        out.line(format_args!("    coverage  {}", coverage(model)))?;
        out.line(format_args!("    error     {}", error_on_unseen(model)))?;
    }
    out.end()?;
    if models.iter().any(|model| model.is_in_use) {
        out.line(format_args!(
            "* is the model in use; `jouled model use NAME` chooses another one"
        ))?;
    } else {
        out.line(format_args!(
            "The model in use is no longer there; `jouled model use NAME` chooses another one"
        ))?;
    }
    Ok(())
}

/// The number of features of a model with this status.
fn features(model: &Posterior, status: &str) -> usize {
    let features = model.features().iter();
    features
        .filter(|feature| feature.status.to_string() == status)
        .count()
}

/// The origin of a model's features, and how sure transferred prices are.
fn coverage(model: &Posterior) -> String {
    let mut text = format!(
        "{} measured, {} inferred from others",
        escape::how_many(features(model, "measured"), "feature", "features"),
        features(model, "inferred")
    );
    let transferred = model.features().iter();
    let transferred = transferred.filter(|feature| feature.status.to_string() == "transferred");
    let spreads = transferred.map(|feature| feature.sd / feature.mean);
    let (least, most) = spreads.fold((f64::INFINITY, 0.0_f64), |(least, most), spread| {
        (least.min(spread), most.max(spread))
    });
    if least <= most {
        let _ = write!(
            text,
            ", {} transferred from another machine (each ± {} to {})",
            features(model, "transferred"),
            ide::percent(least, 0),
            ide::percent(most, 0)
        );
    }
    text
}

/// The error of predictions for programs that the fit has not seen.
fn error_on_unseen(model: &Posterior) -> String {
    model.error_in_words().unwrap_or_else(|| {
        String::from(
            "on unseen programs unknown: the model was not compared with programs that its fit has not seen",
        )
    })
}

fn list_json(models: &[KnownModel]) -> Result<()> {
    let document = json!({
        "schema": "jouled.models/1",
        "models": models.iter().map(entry).collect::<Vec<Value>>(),
    });
    let mut out = screen::json();
    serde_json::to_writer_pretty(&mut out, &document)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

fn entry(known: &KnownModel) -> Value {
    let file = match &known.origin {
        Origin::Added(file) => Some(file.display().to_string()),
        Origin::BuiltIn => None,
    };
    let mut entry = json!({ "name": known.name, "in_use": known.is_in_use, "file": file });
    let more = match &known.posterior {
        Err(error) => json!({ "problem": error.to_string() }),
        Ok(model) => {
            json!({
                "digest": model.digest(),
                "mode": model.mode(),
                "structure": model.structure(),
                "devices": model.devices(),
                "hardware": model.hardware(),
                "jdk": model.jdk(),
                "provenance": model.provenance(),
                "unmetered": model.hardware().unmetered(),
                "features": {
                    "measured": features(model, "measured"),
                    "inferred": features(model, "inferred"),
                    "transferred": features(model, "transferred"),
                },
                "unseen": model.unseen(),
            })
        }
    };
    if let (Some(entry), Value::Object(more)) = (entry.as_object_mut(), more) {
        entry.extend(more);
    }
    entry
}

/// The source of a model in one line.
fn source(model: &Posterior) -> String {
    let provenance = model.provenance();
    // A model of a user's own machine does not name the user.
    let authors = match provenance.authors.as_slice() {
        [] => String::new(),
        authors => format!("{}, ", authors.join(", ")),
    };
    let place = provenance
        .locator
        .as_ref()
        .map(|place| format!(", {place}"))
        .unwrap_or_default();
    format!("{} ({authors}{}){place}", provenance.title, provenance.year)
}

fn show(out: &mut Out, model: &Posterior) -> Result<()> {
    let provenance = model.provenance();
    out.line(format_args!("{}", model.name()))?;
    unmetered(out, model, "  ")?;
    out.line(format_args!("  structure    {}", model.structure()))?;
    out.line(format_args!("  mode         {}", model.mode()))?;
    out.line(format_args!("  hardware     {}", model.hardware()))?;
    out.line(format_args!("  JDK          {}", model.jdk()))?;
    out.line(format_args!(
        "  devices      {}",
        model.devices().join(", ")
    ))?;
    out.line(format_args!("  sigma        {}", model.sigma().mean))?;
    out.line(format_args!(
        "  discrepancy  {:.3} of a program, {:.3} of each of its features",
        model.discrepancy(),
        model.feature_discrepancy()
    ))?;
    out.line(format_args!("  error        {}", error_on_unseen(model)))?;
    out.line(format_args!("  digest       {}", model.digest()))?;
    out.line(format_args!("  source       {}", source(model)))?;
    out.line(format_args!("  made by      {}", provenance.method))?;
    for caveat in &provenance.caveats {
        out.line(format_args!("  caveat       {caveat}"))?;
    }
    out.end()?;
    out.line(format_args!(
        "{:<36} {:>10} {:>10}  status",
        "level", "mean", "sd"
    ))?;
    for feature in model.features() {
        out.line(format_args!(
            "{:<36} {:>10} {:>10}  {}",
            feature.name,
            feature.mean.to_string(),
            feature.sd.to_string(),
            feature.status
        ))?;
    }
    Ok(())
}
