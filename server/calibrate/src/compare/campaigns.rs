//! The differences between two campaigns of the same programs: two JDKs on one machine, or two machines.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, ensure};
use escape::Screen;
use inference::quantile;
use posterior::{Joules, MeasuredDifference};
use std::io::Write;

use crate::measured::{Measurements, OutlierPolicy, read};
use crate::text_or_json::TextOrJson;

/// The energies of a program in both, in joules.
struct Both {
    program: String,
    first_joules: f64,
    second_joules: f64,
}

impl Both {
    fn log_ratio(&self) -> f64 {
        (self.first_joules / self.second_joules).ln()
    }
}

/// Prints how the energies of the common programs differ.
pub(super) fn compare(
    paths: [&Path; 2],
    format: TextOrJson,
    top: usize,
    out: &mut dyn Write,
) -> Result<()> {
    let read = |path: &Path| read(&[path.to_path_buf()], OutlierPolicy::Exclude);
    let (first, second) = (read(paths[0])?, read(paths[1])?);
    let modes = [&first, &second].map(|measured| measured.provenance.mode);
    ensure!(
        modes[0] == modes[1],
        "{} ran in {} mode and {} in {} mode, so a ratio of their energies would be that of the modes; compare campaigns of one mode",
        paths[0].display(),
        modes[0],
        paths[1].display(),
        modes[1]
    );
    let (mut both, not_compared) = pairs(&medians(&first), &medians(&second));
    ensure!(
        !both.is_empty(),
        "the campaigns have no program in common that took energy in both; compare campaigns made with the same --seed"
    );
    let logs: Vec<f64> = both.iter().map(Both::log_ratio).collect();
    let found = difference(&first, &second, &logs);
    if format == TextOrJson::Json {
        serde_json::to_writer_pretty(&mut *out, &found)?;
        writeln!(out)?;
        return Ok(());
    }
    let out = &mut Screen::new(out);
    for (name, measured) in [("A", &first), ("B", &second)] {
        let provenance = &measured.provenance;
        out.line(format_args!(
            "{name}: {}, {}, {} mode",
            provenance.hardware, provenance.jdk, provenance.mode
        ))?;
    }
    out.end()?;
    out.line(format_args!(
        "{} are in both, {not_compared} in one of them or without a measurable energy",
        escape::how_many(both.len(), "program", "programs")
    ))?;
    out.line(format_args!(
        "A over B: median {:.3}, standard deviation of the logarithm {:.3}",
        found.ratio, found.sd_log
    ))?;
    out.line(format_args!(
        "half of the programs differ by a factor of {:.2} or more, a tenth by {:.2} or more",
        found.median_factor, found.p90_factor
    ))?;
    out.end()?;
    out.line(format_args!(
        "  {:<44} {:>11} {:>11} {:>8}",
        "program", "A", "B", "A / B"
    ))?;
    let apart = |both: &Both| both.log_ratio().abs();
    both.sort_by(|a, b| apart(b).total_cmp(&apart(a)));
    for one in both.iter().take(top) {
        out.line(format_args!(
            "  {:<44} {:>11} {:>11} {:>8.3}",
            one.program,
            Joules(one.first_joules).to_string(),
            Joules(one.second_joules).to_string(),
            one.log_ratio().exp()
        ))?;
    }
    if both.len() > top {
        out.line(format_args!(
            "  and {} more; --top shows them",
            both.len() - top
        ))?;
    }
    Ok(())
}

/// The median energy of an execution of each program over all devices, in joules.
fn medians(measured: &Measurements) -> BTreeMap<&str, f64> {
    let mut values: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for cell in &measured.cells {
        let of = values.entry(cell.program.as_str()).or_default();
        of.extend(&cell.values);
    }
    values.retain(|_, values| !values.is_empty());
    values
        .into_iter()
        .map(|(program, values)| (program, quantile(&values, 0.5)))
        .collect()
}

/// Programs with an energy in both, and the number of the others. A net energy of 0 or less has no ratio.
fn pairs(first: &BTreeMap<&str, f64>, second: &BTreeMap<&str, f64>) -> (Vec<Both>, usize) {
    let both: Vec<Both> = first
        .iter()
        .filter_map(|(program, first_joules)| {
            let second_joules = second.get(program)?;
            let is_some = *first_joules > 0.0 && *second_joules > 0.0;
            is_some.then(|| Both {
                program: (*program).to_owned(),
                first_joules: *first_joules,
                second_joules: *second_joules,
            })
        })
        .collect();
    let only_second = second
        .keys()
        .filter(|program| !first.contains_key(*program));
    let others = first.len() + only_second.count() - both.len();
    (both, others)
}

fn difference(first: &Measurements, second: &Measurements, logs: &[f64]) -> MeasuredDifference {
    let mean = logs.iter().sum::<f64>() / logs.len() as f64;
    let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
    let apart: Vec<f64> = logs.iter().map(|log| log.abs()).collect();
    MeasuredDifference {
        mode: first.provenance.mode,
        jdks: [first, second].map(|measured| measured.provenance.jdk.version.clone()),
        machine: first.provenance.hardware.to_string(),
        programs: logs.len() as u64,
        ratio: quantile(logs, 0.5).exp(),
        sd_log: (squares / logs.len() as f64).sqrt(),
        median_factor: quantile(&apart, 0.5).exp(),
        p90_factor: quantile(&apart, 0.9).exp(),
    }
}
