//! Energies of programs from the samples of a campaign.

use std::collections::BTreeMap;

use anyhow::Context;
use campaign::{Campaign, DeviceId, Sample};

/// The energy of one iteration, without the empty loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredEnergy {
    /// Mean over the launches in joules.
    pub joules: f64,
    /// Its standard error over launches; `None` with fewer than two launches.
    pub standard_error: Option<f64>,
    /// The number of samples.
    pub samples: usize,
}

/// The energies of a device's programs by name. In each launch, the centre of a program's samples (Tukey's bisquare) minus that
/// of the empty loop counts once.
pub(crate) fn of(
    campaign: &Campaign,
    device: DeviceId,
) -> anyhow::Result<BTreeMap<String, MeasuredEnergy>> {
    let baselines: BTreeMap<String, Option<String>> = campaign
        .programs()?
        .into_iter()
        .map(|program| (program.name, program.baseline))
        .collect();
    let samples = campaign.samples(device)?;
    let mut by_launch: BTreeMap<(&str, u32), Vec<f64>> = BTreeMap::new();
    for sample in &samples {
        by_launch
            .entry((&sample.program, sample.launch))
            .or_default()
            .push(an_iteration(sample));
    }
    let centres: BTreeMap<(&str, u32), (f64, usize)> = by_launch
        .into_iter()
        .map(|(key, values)| {
            let centre = inference::robust::location(&values).centre;
            (key, (centre, values.len()))
        })
        .collect();
    let mut energies = BTreeMap::new();
    for (program, baseline) in &baselines {
        let mut launches = Vec::new();
        let mut count = 0;
        let of_program = centres.range((program.as_str(), 0)..=(program.as_str(), u32::MAX));
        for ((_, launch), (centre, samples)) in of_program {
            let empty = match baseline {
                None => 0.0,
                Some(baseline) => {
                    let found = centres.get(&(baseline.as_str(), *launch));
                    found
                        .with_context(|| {
                            format!("launch {launch} has no sample of the empty loop")
                        })?
                        .0
                }
            };
            launches.push(centre - empty);
            count += samples;
        }
        if launches.is_empty() {
            continue;
        }
        let n = launches.len() as f64;
        let joules = launches.iter().sum::<f64>() / n;
        let standard_error = (launches.len() > 1).then(|| {
            let squares: f64 = launches.iter().map(|value| (value - joules).powi(2)).sum();
            (squares / (n - 1.0) / n).sqrt()
        });
        energies.insert(
            program.clone(),
            MeasuredEnergy {
                joules,
                standard_error,
                samples: count,
            },
        );
    }
    Ok(energies)
}

fn an_iteration(sample: &Sample) -> f64 {
    sample.reading.energy_j / sample.reading.iterations.max(1) as f64
}

#[cfg(test)]
mod tests {
    use campaign::{CampaignProvenance, Planned, Program, ProgramKind, Reading};

    use super::*;

    /// An empty loop of 1 nJ, a program of 5 nJ, one launch that is a tenth slower, and one wild sample.
    #[test]
    fn launches_count_alike_and_wild_samples_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("campaign.db");
        let mut campaign = Campaign::create(&path, &CampaignProvenance::example()).unwrap();
        let device = campaign.add_device("d", &serde_json::json!({})).unwrap();
        let program = Program {
            baseline: Some("empty".to_owned()),
            ..Program::new("p", ProgramKind::Composite)
        };
        let programs = [Program::new("empty", ProgramKind::Baseline), program];
        campaign.add_programs(&programs).unwrap();
        let mut plan = Vec::new();
        for launch in 0..2 {
            for ordinal in 0..20 {
                plan.push(Planned {
                    launch,
                    cycle: launch,
                    ordinal,
                    program: if ordinal % 2 == 0 { "empty" } else { "p" }.to_owned(),
                });
            }
        }
        campaign.add_plan(device, &plan).unwrap();
        for entry in campaign.pending(device).unwrap() {
            let planned = &entry.planned;
            let joules = if planned.program == "p" { 5e-9 } else { 1e-9 };
            let slow = if planned.launch == 1 { 1.1 } else { 1.0 };
            let wild = if planned.ordinal == 5 { 9.0 } else { 1.0 };
            let jitter = 1.0 + 1e-3 * f64::from(planned.ordinal % 3);
            let reading = Reading {
                iterations: 1000,
                energy_j: 1000.0 * joules * slow * wild * jitter,
                cpu_s: 1e-6,
                wall_s: 1e-6,
                ..Reading::default()
            };
            campaign.record(entry.id, &reading).unwrap();
        }
        let energy = of(&campaign, device).unwrap()["p"];
        assert!((energy.joules / 4.2e-9 - 1.0).abs() < 2e-3, "{energy:?}");
        assert_eq!(energy.samples, 20);
        // 4.0 and 4.4 nJ.
        let standard_error = energy.standard_error.unwrap();
        assert!((standard_error / 0.2e-9 - 1.0).abs() < 2e-2, "{energy:?}");
    }
}
