//! Whether the intervals of fits contain the truth as often as they claim.

use std::collections::BTreeMap;

use calibrate::{CommandResult, Truth, fit};
use inference::{diagnostics, quantile, wilson_interval};
use serde_json::Value;

use super::support::{Scratch, fitted, model};

/// How often intervals contained the truth.
#[derive(Debug, Default)]
struct Coverage {
    covered: u64,
    of: u64,
}

impl Coverage {
    fn add(&mut self, draws: &[Vec<f64>], truth: f64) {
        let (low, high) = (
            quantile(&draws.concat(), 0.025),
            quantile(&draws.concat(), 0.975),
        );
        self.covered += u64::from(low <= truth && truth <= high);
        self.of += 1;
    }

    fn share(&self) -> f64 {
        self.covered as f64 / self.of as f64
    }
}

/// The draws of one level, chain by chain.
type Levels = BTreeMap<(String, String), Vec<Vec<f64>>>;

fn levels_of(path: &std::path::Path) -> Levels {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut levels = Levels::new();
    for group in ["operation", "data_type", "data_size", "device"] {
        let names = file["coords"][format!("{group}_level")]
            .as_array()
            .unwrap()
            .clone();
        for (index, name) in names.iter().enumerate() {
            let chains = file["posterior"][group]
                .as_array()
                .unwrap()
                .iter()
                .map(|chain| {
                    chain
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|draw| draw[index].as_f64().unwrap())
                        .collect()
                });
            levels.insert(
                (group.to_owned(), name.as_str().unwrap().to_owned()),
                chains.collect(),
            );
        }
    }
    levels
}

fn combined(levels: &Levels, terms: &[(&str, &str, f64)]) -> Vec<Vec<f64>> {
    let mut sums: Vec<Vec<f64>> = Vec::new();
    for (group, level, factor) in terms {
        let draws = &levels[&((*group).to_owned(), (*level).to_owned())];
        if sums.is_empty() {
            sums = draws.iter().map(|chain| vec![0.0; chain.len()]).collect();
        }
        for (sums, draws) in sums.iter_mut().zip(draws) {
            for (sum, draw) in sums.iter_mut().zip(draws) {
                *sum += factor * draw;
            }
        }
    }
    sums
}

/// The reference level of each group. An offset common to all levels of a group could as well belong to another group, so
/// measurements identify only differences.
const REFERENCE: [(&str, &str); 4] = [
    ("operation", "addition"),
    ("data_type", "int"),
    ("data_size", "load"),
    ("device", "device_1"),
];

/// No other pattern has the size of calls. So the difference between the two calls is identified, but not their differences to
/// other operations.
const NOT_IDENTIFIED: [&str; 2] = ["static_call", "non_static_call"];

/// If a level is within this many standard deviations of 0, the measurements do not distinguish it from 0. Its value then depends
/// on the bound and on its prior.
const AT_ZERO_SDS: f64 = 3.0;

/// Fits one seed, and adds the coverage of the cells and of the identified differences of levels.
fn recover(seed: u64, cells: &mut Coverage, differences: &mut Coverage) {
    let scratch = Scratch::new();
    let truth = Truth::table_3().unwrap();
    let arguments = fit::Arguments {
        seed,
        ..scratch.arguments(&scratch.campaign(seed))
    };
    let (outcome, said) = fitted(&arguments);
    assert_eq!(outcome, CommandResult::Complete, "seed {seed}: {said}");
    let levels = levels_of(&scratch.path("model.draws.json"));
    for cell in &model(&arguments.out).fit().unwrap().cells {
        let parts: Vec<&str> = cell.program.split('/').collect();
        assert_eq!(parts.len(), 3, "{}", cell.program);
        let (operation, data_type, data_size) = (parts[0], parts[1], parts[2]);
        let draws = combined(
            &levels,
            &[
                ("operation", operation, 1.0),
                ("data_type", data_type, 1.0),
                ("data_size", data_size, 1.0),
                ("device", &cell.device, 1.0),
            ],
        );
        let triple = campaign::Triple {
            operation: operation.to_owned(),
            data_type: data_type.to_owned(),
            data_size: data_size.to_owned(),
        };
        cells.add(&draws, truth.cell(&triple, &cell.device).unwrap());
    }
    for (group, reference) in REFERENCE {
        let known = |level: &str| truth.level(group, level).unwrap();
        for (of_group, level) in levels
            .keys()
            .filter(|(of_group, level)| of_group == group && level != reference)
        {
            if NOT_IDENTIFIED.contains(&level.as_str())
                || (of_group == "data_size" && level == "reference")
            {
                continue;
            }
            let alone =
                diagnostics::QuantitySummary::of(&combined(&levels, &[(group, level, 1.0)]));
            if alone.mean < AT_ZERO_SDS * alone.sd {
                continue;
            }
            let draws = combined(&levels, &[(group, level, 1.0), (group, reference, -1.0)]);
            differences.add(&draws, known(level) - known(reference));
        }
    }
    let draws = combined(
        &levels,
        &[
            ("operation", "static_call", 1.0),
            ("operation", "non_static_call", -1.0),
        ],
    );
    let known = |level| truth.level("operation", level).unwrap();
    differences.add(&draws, known("static_call") - known("non_static_call"));
}

#[test]
fn intervals_cover_the_truth() {
    let (mut cells, mut differences) = (Coverage::default(), Coverage::default());
    recover(100, &mut cells, &mut differences);
    assert_eq!(cells.of, 348);
    assert!((40..=67).contains(&differences.of), "{differences:?}");
    // A single campaign shows no more, because its cells share their levels.
    assert!(
        cells.share() > 0.85 && differences.share() > 0.8,
        "{cells:?} {differences:?}"
    );
}

/// `RECOVERY_SEEDS` sets the number of campaigns; `cargo xtask recovery` runs this.
#[test]
#[ignore = "takes some seconds a campaign"]
fn intervals_of_many_campaigns_cover_the_truth_as_often_as_they_say() {
    let seeds: u64 = std::env::var("RECOVERY_SEEDS").map_or(60, |seeds| seeds.parse().unwrap());
    let (mut cells, mut differences) = (Coverage::default(), Coverage::default());
    for seed in 1..=seeds {
        recover(seed, &mut cells, &mut differences);
        println!(
            "{seed} campaigns: {:.2}% of {} cells, {:.2}% of {} differences of levels",
            100.0 * cells.share(),
            cells.of,
            100.0 * differences.share(),
            differences.of
        );
    }
    for (what, coverage) in [("cells", cells), ("differences of levels", differences)] {
        let (low, high) = wilson_interval(coverage.covered as f64, coverage.of as f64, 0.95);
        println!(
            "95% intervals of {what} cover {:.2}% ({low:.4} to {high:.4})",
            100.0 * coverage.share()
        );
        assert!(
            (0.92..=0.98).contains(&coverage.share()),
            "{what}: {coverage:?}"
        );
    }
}
