//! `calibrate doctor`: which meters work here, why the others do not, and what would make measurements better.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use harness::COUNTER_FEATURE;
use jdk::Surroundings;
use meters::{Description, Finding, Selector, System};
use serde_json::{Value, json};

use crate::machine::Machine;

/// What may be asked of the doctor.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Also try this meter, such as keithley:tcp=192.168.0.7:5025,channel=a
    #[arg(long, value_name = "METER")]
    meter: Option<Selector>,
    /// How to say it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Look for the machine's files below this folder instead of /
    #[arg(long, value_name = "FOLDER", hide = true)]
    root: Option<PathBuf>,
}

/// How the findings are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Looks at everything and says it.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let system = arguments
        .root
        .as_ref()
        .map_or_else(System::default, System::at);
    let mut findings = meters::survey(&system);
    if let Some(selector) = &arguments.meter {
        findings.retain(|finding| finding.kind != selector.kind);
        findings.push(Finding {
            kind: selector.kind,
            state: meters::open(selector, &system).map(|meter| meter.description().clone()),
        });
    }
    let machine = Machine::of(&system);
    let jdks = jdk::find_jdks(None, &Surroundings::of_this_process()).jdks;
    let mut advice = machine.advice();
    if !findings
        .iter()
        .any(|finding| finding.state.as_ref().is_ok_and(|found| !found.modelled))
    {
        advice.push(
            "no meter measures power here, only the model behind `cpu-time` works: its joules tell programs apart by time alone"
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
            "instructions are counted by JDK {COUNTER_FEATURE} or newer: install one beside"
        ));
    }
    let mut out = anstream::stdout().lock();
    match arguments.format {
        Format::Json => {
            let document = json!({
                "schema": "jouled.doctor/1",
                "meters": findings.iter().map(finding_json).collect::<Vec<_>>(),
                "machine": machine,
                "jdks": jdks.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "advice": advice,
            });
            writeln!(out, "{}", serde_json::to_string_pretty(&document)?)?;
        }
        Format::Text => {
            writeln!(out, "Meters")?;
            for finding in &findings {
                write_finding(&mut out, finding)?;
            }
            writeln!(out, "\nMachine")?;
            write_machine(&mut out, &machine)?;
            for jdk in &jdks {
                writeln!(out, "  {jdk}")?;
            }
            writeln!(out, "\nWhat would make it better")?;
            if advice.is_empty() {
                writeln!(out, "  nothing that is known")?;
            }
            for line in &advice {
                writeln!(out, "  - {line}")?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn finding_json(finding: &Finding) -> Value {
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

fn write_finding(out: &mut impl Write, finding: &Finding) -> std::io::Result<()> {
    match &finding.state {
        Ok(found) => {
            writeln!(out, "  + {:<9} {}", finding.kind.name, found.what)?;
            writeln!(out, "      {}", abilities(found))?;
            for note in &found.notes {
                writeln!(out, "      {note}")?;
            }
            Ok(())
        }
        Err(error) => {
            writeln!(out, "  - {:<9} {}", finding.kind.name, finding.kind.title)?;
            writeln!(out, "      {error}")
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

fn write_machine(out: &mut impl Write, machine: &Machine) -> std::io::Result<()> {
    let yes_no = |value: Option<bool>| match value {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not told",
    };
    writeln!(
        out,
        "  {}, {} processors, {}",
        machine.model, machine.cpus, machine.system
    )?;
    let frequency = machine.frequency_ghz.map_or_else(
        || "not told".to_owned(),
        |(low, high)| format!("{low} to {high} GHz"),
    );
    writeln!(
        out,
        "  frequency {frequency}, governor {}, turbo {}, two threads a core {}, virtual machine {}",
        machine.governor.as_deref().unwrap_or("not told"),
        yes_no(machine.turbo),
        yes_no(machine.smt),
        yes_no(machine.virtualised),
    )
}
