//! `calibrate doctor`: which meters work here, why the others do not, and how to improve measurements.

use escape::Screen;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use harness::COUNTER_FEATURE;
use jdk::Environment;
use meters::{Description, MeterFinding, Selector, System};
use serde_json::{Value, json};

use calibrate::machine::Machine;
use calibrate::text_or_json::TextOrJson;

/// What may be asked of the doctor.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Also try this meter, such as keithley:tcp=192.168.0.7:5025,channel=a
    #[arg(long, value_name = "METER")]
    meter: Option<Selector>,
    /// The format of the findings
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    /// Look for the machine's files below this folder instead of /
    #[arg(long, value_name = "FOLDER", hide = true)]
    root: Option<PathBuf>,
}

/// Examines everything and prints the result.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let system = arguments
        .root
        .as_ref()
        .map_or_else(System::default, System::at);
    let mut findings = meters::survey(&system);
    if let Some(selector) = &arguments.meter {
        findings.retain(|finding| finding.kind != selector.kind);
        findings.push(MeterFinding {
            kind: selector.kind,
            state: meters::open(selector, &system).map(|meter| meter.description().clone()),
        });
    }
    let machine = Machine::of(&system);
    let jdks = jdk::find_jdks(None, &Environment::of_this_process()).jdks;
    let mut advice = machine.advice();
    if !findings
        .iter()
        .any(|finding| finding.state.as_ref().is_ok_and(|found| !found.modelled))
    {
        advice.push(
            "no meter measures power here, only the model behind `cpu-time` works: its joules depend on time alone"
                .to_owned(),
        );
    }
    if jdks.is_empty() {
        advice.push("no JDK was found: install one".to_owned());
    } else if !jdks
        .iter()
        .any(|jdk| jdk.version.feature >= COUNTER_FEATURE)
    {
        advice.push(format!(
            "counting instructions needs JDK {COUNTER_FEATURE} or newer: install one as well"
        ));
    }
    let mut out = crate::screen::out();
    match arguments.format {
        TextOrJson::Json => {
            let document = json!({
                "schema": "jouled.doctor/1",
                "meters": findings.iter().map(finding_json).collect::<Vec<_>>(),
                "machine": machine,
                "jdks": jdks.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "advice": advice,
            });
            out.json(&serde_json::to_string_pretty(&document)?)?;
        }
        TextOrJson::Text => {
            out.line(format_args!("Meters"))?;
            for finding in &findings {
                write_finding(&mut out, finding)?;
            }
            out.end()?;
            out.line(format_args!("Machine"))?;
            write_machine(&mut out, &machine)?;
            for jdk in &jdks {
                out.line(format_args!("  {jdk}"))?;
            }
            out.end()?;
            out.line(format_args!("What would make it better"))?;
            if advice.is_empty() {
                out.line(format_args!("  nothing known"))?;
            }
            for line in &advice {
                out.line(format_args!("  - {line}"))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn finding_json(finding: &MeterFinding) -> Value {
    match &finding.state {
        Ok(description) => json!({
            "meter": finding.kind.name,
            "title": finding.kind.title,
            "usable": true,
            "description": description,
        }),
        Err(error) => json!({
            "meter": finding.kind.name,
            "title": finding.kind.title,
            "usable": false,
            "problem": error.to_string(),
        }),
    }
}

fn write_finding(out: &mut Screen<impl Write>, finding: &MeterFinding) -> std::io::Result<()> {
    match &finding.state {
        Ok(found) => {
            out.line(format_args!("  + {:<9} {}", finding.kind.name, found.what))?;
            out.line(format_args!("      {}", abilities(found)))?;
            for note in &found.notes {
                out.line(format_args!("      {note}"))?;
            }
            Ok(())
        }
        Err(error) => {
            out.line(format_args!(
                "  - {:<9} {}",
                finding.kind.name, finding.kind.title
            ))?;
            out.line(format_args!("      {error}"))
        }
    }
}

/// Resolution, wrap period, rate, and the shortest useful window.
fn abilities(found: &Description) -> String {
    let mut parts = Vec::new();
    if let Some(joules) = found.resolution_j {
        parts.push(format!("steps of {}", posterior::Joules(joules)));
    }
    if let Some(seconds) = found.wrap_period_s {
        parts.push(format!("wraps after {seconds:.0} s at the earliest"));
    }
    if let Some(rate) = found.samples_per_second {
        parts.push(format!("{rate:.0} values a second"));
    }
    parts.push(format!("windows of {} s or more", found.shortest_window_s));
    if found.modelled {
        parts.push("a model, not a measurement".to_owned());
    }
    parts.join(", ")
}

fn write_machine(out: &mut Screen<impl Write>, machine: &Machine) -> std::io::Result<()> {
    let yes_no = |value: Option<bool>| match value {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    };
    out.line(format_args!(
        "  {}, {} processors, {}",
        machine.model, machine.cpus, machine.system
    ))?;
    let frequency = machine.frequency_ghz.map_or_else(
        || "unknown".to_owned(),
        |(low, high)| format!("{low} to {high} GHz"),
    );
    out.line(format_args!(
        "  frequency {frequency}, governor {}, turbo {}, two threads a core {}, virtual machine {}",
        machine.governor.as_deref().unwrap_or("unknown"),
        yes_no(machine.turbo),
        yes_no(machine.smt),
        yes_no(machine.virtualised)
    ))
}
