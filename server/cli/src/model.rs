//! `jouled model`: the posteriors and what they rest on.

use crate::exit::ExitReason;
use crate::options::{ModelAction, Options};
use crate::screen::{self, Out};
use anyhow::Result;
use files::Limits;
use ide::Posterior;
use libraries::{built_in_models, load_model};

pub(crate) fn run(options: &Options, action: Option<&ModelAction>) -> Result<ExitReason> {
    let mut out = screen::out();
    match action {
        None | Some(ModelAction::List) => {
            for model in built_in_models() {
                out.line(format_args!(
                    "{}  {} structure, {} mode, devices {}; {}",
                    model.name(),
                    model.structure(),
                    model.mode(),
                    model.devices().join(", "),
                    model.hardware()
                ))?;
            }
        }
        Some(ModelAction::Show { name }) => {
            let name = name.as_deref().or(options.model.as_deref());
            show(&mut out, &load_model(name, &Limits::default())?)?;
        }
    }
    out.flush()?;
    Ok(ExitReason::Complete)
}

fn show(out: &mut Out, model: &Posterior) -> Result<()> {
    let provenance = model.provenance();
    out.line(format_args!("{}", model.name()))?;
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
    out.line(format_args!("  digest       {}", model.digest()))?;
    // Whoever measured their own machine is not named in its model.
    let authors = match provenance.authors.as_slice() {
        [] => String::new(),
        authors => format!("{}, ", authors.join(", ")),
    };
    out.line(format_args!(
        "  source       {} ({authors}{}){}",
        provenance.title,
        provenance.year,
        provenance
            .locator
            .as_ref()
            .map(|place| format!(", {place}"))
            .unwrap_or_default()
    ))?;
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
