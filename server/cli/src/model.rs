//! `jouled model`: the posteriors and what they rest on.

use crate::Outcome;
use crate::options::{ModelAction, Options};
use anyhow::Result;
use posterior::Posterior;
use std::io::Write;
use workspace::{Limits, built_in_models, load_model};

pub(crate) fn run(options: &Options, action: Option<&ModelAction>) -> Result<Outcome> {
    let mut out = std::io::BufWriter::new(anstream::stdout().lock());
    match action {
        None | Some(ModelAction::List) => {
            for model in built_in_models() {
                writeln!(
                    out,
                    "{}  {} structure, {} mode, devices {}; {}",
                    model.name(),
                    model.structure(),
                    model.mode(),
                    model.devices().join(", "),
                    model.hardware()
                )?;
            }
        }
        Some(ModelAction::Show { name }) => {
            let name = name.as_deref().or(options.model.as_deref());
            show(&mut out, &load_model(name, &Limits::default())?)?;
        }
    }
    out.flush()?;
    Ok(Outcome::Complete)
}

fn show(out: &mut impl Write, model: &Posterior) -> Result<()> {
    let provenance = model.provenance();
    writeln!(out, "{}", model.name())?;
    writeln!(out, "  structure    {}", model.structure())?;
    writeln!(out, "  mode         {}", model.mode())?;
    writeln!(out, "  hardware     {}", model.hardware())?;
    writeln!(out, "  JDK          {}", model.jdk())?;
    writeln!(out, "  devices      {}", model.devices().join(", "))?;
    writeln!(out, "  sigma        {}", model.sigma().mean)?;
    writeln!(
        out,
        "  discrepancy  {:.3} of a program, {:.3} of each of its features",
        model.discrepancy(),
        model.feature_discrepancy()
    )?;
    writeln!(out, "  digest       {}", model.digest())?;
    // Whoever measured their own machine is not named in its model.
    let authors = match provenance.authors.as_slice() {
        [] => String::new(),
        authors => format!("{}, ", authors.join(", ")),
    };
    writeln!(
        out,
        "  source       {} ({authors}{}){}",
        provenance.title,
        provenance.year,
        provenance
            .locator
            .as_ref()
            .map(|place| format!(", {place}"))
            .unwrap_or_default()
    )?;
    writeln!(out, "  made by      {}", provenance.method)?;
    for caveat in &provenance.caveats {
        writeln!(out, "  caveat       {caveat}")?;
    }
    writeln!(out, "\n{:<36} {:>10} {:>10}  status", "level", "mean", "sd")?;
    for feature in model.features() {
        writeln!(
            out,
            "{:<36} {:>10} {:>10}  {}",
            feature.name,
            feature.mean.to_string(),
            feature.sd.to_string(),
            feature.status
        )?;
    }
    Ok(())
}
