//! Everything the bench says about a model, and which goals it meets.

use std::collections::{BTreeMap, BTreeSet};

use calibrate::Prediction;
use posterior::{Device, Posterior};
use serde::Serialize;

use super::corpus::CorpusProgram;
use super::figures::{ErrorFigures, ErrorKind, Observed, anchored, each_code_once};
use super::hot_loop::Executed;
use super::pairs::{PairBin, PairKind, by_probability, by_ratio};

/// A loop of fewer instructions is short.
pub(super) const SHORT_LOOP: usize = 40;
/// How many of the worst programs to show.
const WORST: usize = 10;

/// What the bench says about a model.
#[derive(Debug, Serialize)]
pub(super) struct Judged {
    pub(super) model: String,
    pub(super) digest: String,
    pub(super) structure: String,
    /// Whether errors are factors instead of shares.
    pub(super) is_off_by_factors: bool,
    pub(super) notes: Vec<String>,
    /// The median of the relative standard errors of the measurements.
    pub(super) repeatability: f64,
    pub(super) groups: Vec<JudgedGroup>,
    /// Sizes of codes with several, predicted by the measured run of another size.
    pub(super) anchored: Option<ErrorFigures>,
    /// The geometric mean of predicted by measured. Another machine has another scale.
    pub(super) scale: f64,
    /// All codes after division of the predictions by that.
    pub(super) rescaled: Option<ErrorFigures>,
    pub(super) unrelated: Vec<PairBin>,
    pub(super) versions: Vec<PairBin>,
    pub(super) reliability: Vec<PairBin>,
    pub(super) goals: Vec<Goal>,
    /// The names of the worst programs, the worst first.
    pub(super) worst: Vec<String>,
    pub(super) programs: Vec<JudgedProgram>,
}

/// Some of the programs.
#[derive(Debug, Serialize)]
pub(super) struct JudgedGroup {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) figures: ErrorFigures,
}

/// A goal with what was found.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Goal {
    pub(super) what: String,
    pub(super) wanted: String,
    pub(super) found: String,
    pub(super) is_met: bool,
}

/// A program with its prediction.
#[derive(Clone, Debug, Serialize)]
pub(super) struct JudgedProgram {
    pub(super) name: String,
    pub(super) cluster: String,
    pub(super) code: String,
    pub(super) size: Option<u64>,
    pub(super) measured_j: f64,
    pub(super) measured_se_j: Option<f64>,
    /// The middle of the prediction.
    pub(super) predicted_j: f64,
    pub(super) interval_j: (f64, f64),
    pub(super) is_covered: bool,
    /// The share of executions without a price.
    pub(super) unpriced: f64,
    pub(super) instructions: f64,
    /// The length of the innermost loop with most of the executed instructions.
    pub(super) hot_loop: Option<usize>,
}

impl JudgedProgram {
    fn observed(&self) -> Observed {
        Observed {
            cluster: self.cluster.clone(),
            code: self.code.clone(),
            size: self.size,
            predicted: self.predicted_j,
            measured: self.measured_j,
            is_covered: self.is_covered,
        }
    }
}

/// Judges a model by its predictions.
pub(super) fn judge(
    posterior: &Posterior,
    device: Device,
    corpus: &[CorpusProgram],
    executed: &BTreeMap<String, Executed>,
    predictions: &[Prediction],
    notes: Vec<String>,
) -> Judged {
    let by_name: BTreeMap<&str, &Prediction> = predictions
        .iter()
        .map(|prediction| (prediction.program.as_str(), prediction))
        .collect();
    let programs: Vec<JudgedProgram> = corpus
        .iter()
        .filter_map(|program| {
            let name = &program.source.name;
            let prediction = by_name.get(name.as_str())?;
            let executed = executed.get(name)?;
            Some(JudgedProgram {
                name: name.clone(),
                cluster: program.cluster.clone(),
                code: program.code.clone(),
                size: program.size,
                measured_j: prediction.measured.joules,
                measured_se_j: prediction.measured.standard_error,
                predicted_j: prediction.central_j,
                interval_j: prediction.interval_j,
                is_covered: prediction.is_covered(),
                unpriced: prediction.unpriced,
                instructions: executed.instructions,
                hot_loop: executed.hot_loop,
            })
        })
        .collect();
    let kind = if posterior.is_off_by_factors() {
        ErrorKind::Factor
    } else {
        ErrorKind::Share
    };
    let observed: Vec<Observed> = programs.iter().map(JudgedProgram::observed).collect();
    let codes = each_code_once(&observed);
    let hot_loops: BTreeMap<(&str, Option<u64>), Option<usize>> = programs
        .iter()
        .map(|of| ((of.code.as_str(), of.size), of.hot_loop))
        .collect();
    let is_short = |of: &Observed| {
        let hot = hot_loops.get(&(of.code.as_str(), of.size));
        hot.copied()
            .flatten()
            .is_some_and(|length| length < SHORT_LOOP)
    };
    let (short, long): (Vec<&Observed>, Vec<&Observed>) =
        codes.iter().copied().partition(|of| is_short(of));
    let related: BTreeSet<&str> = corpus
        .iter()
        .filter(|program| program.has_relative)
        .map(|program| program.code.as_str())
        .collect();
    let strange: Vec<&Observed> = codes
        .iter()
        .copied()
        .filter(|of| !related.contains(of.code.as_str()))
        .collect();
    let groups = [
        ("all".to_owned(), &codes),
        (format!("short loops (< {SHORT_LOOP})"), &short),
        ("others".to_owned(), &long),
        ("new to the campaign".to_owned(), &strange),
    ];
    let groups: Vec<JudgedGroup> = groups
        .into_iter()
        .filter_map(|(name, members)| {
            let figures = ErrorFigures::of(kind, members)?;
            Some(JudgedGroup { name, figures })
        })
        .collect();
    let anchored = anchored(&observed);
    let anchored: Vec<&Observed> = anchored.iter().collect();
    let anchored = ErrorFigures::of(kind, &anchored);
    let scale = ErrorKind::Factor.bias(codes.iter().map(|of| of.predicted / of.measured));
    let rescaled: Vec<Observed> = codes
        .iter()
        .map(|of| Observed {
            predicted: of.predicted / scale,
            is_covered: false,
            ..(*of).clone()
        })
        .collect();
    let rescaled: Vec<&Observed> = rescaled.iter().collect();
    let rescaled = ErrorFigures::of(kind, &rescaled);
    let features = |at: usize| {
        let name = codes[at].size.map_or_else(
            || codes[at].code.clone(),
            |size| format!("{}@{size}", codes[at].code),
        );
        by_name.get(name.as_str()).map(|of| &of.features)
    };
    let features: Vec<_> = (0..codes.len()).map(features).collect();
    let unrelated = by_ratio(&codes, PairKind::Unrelated);
    let versions = by_ratio(&codes, PairKind::Versions);
    let reliability = by_probability(&codes, |a, b| match (features[a], features[b]) {
        (Some(a), Some(b)) => posterior.compare(a, b, device).p_greater,
        _ => f64::NAN,
    });
    let mut repeatability: Vec<f64> = programs
        .iter()
        .filter_map(|of| Some(of.measured_se_j? / of.measured_j))
        .collect();
    repeatability.sort_unstable_by(f64::total_cmp);
    let mut worst: Vec<&JudgedProgram> = programs.iter().collect();
    worst.sort_by(|a, b| off(b).total_cmp(&off(a)));
    let worst = worst
        .into_iter()
        .take(WORST)
        .map(|of| of.name.clone())
        .collect();
    let mut judged = Judged {
        model: posterior.name().to_owned(),
        digest: posterior.digest().to_owned(),
        structure: posterior.structure().to_string(),
        is_off_by_factors: kind == ErrorKind::Factor,
        notes,
        repeatability: inference::quantile(&repeatability, 0.5),
        groups,
        anchored,
        scale,
        rescaled,
        unrelated,
        versions,
        reliability,
        goals: Vec::new(),
        worst,
        programs,
    };
    judged.goals = goals(&judged);
    judged
}

/// How far a prediction is off, in either direction.
fn off(program: &JudgedProgram) -> f64 {
    let off = (program.predicted_j / program.measured_j).ln().abs();
    if off.is_nan() { f64::INFINITY } else { off }
}

/// The goals of a kind of model.
fn goals(judged: &Judged) -> Vec<Goal> {
    let mut goals = Vec::new();
    let group = |beginning: &str| {
        let mut groups = judged.groups.iter();
        groups
            .find(|group| group.name.starts_with(beginning))
            .map(|group| &group.figures)
    };
    let percent = |value: f64| format!("{:.1}%", 100.0 * value);
    let mut at_most = |what: &str, found: Option<f64>, most: f64| {
        let Some(found) = found else { return };
        let text = |value: f64| {
            if judged.is_off_by_factors {
                format!("×/÷{value:.2}")
            } else {
                percent(value)
            }
        };
        goals.push(Goal {
            what: what.to_owned(),
            wanted: format!("at most {}", text(most)),
            found: text(found),
            is_met: found <= most,
        });
    };
    let covers = if judged.is_off_by_factors {
        at_most("median error", group("all").map(|of| of.median.value), 1.4);
        let anchored = judged.anchored.as_ref();
        let median = anchored.map(|of| of.median.value);
        at_most("median error, anchored by one size", median, 1.1);
        (0.85, 0.95)
    } else {
        at_most("median error", group("all").map(|of| of.median.value), 0.04);
        at_most("p90, others", group("others").map(|of| of.p90.value), 0.12);
        at_most(
            "p90, short loops",
            group("short").map(|of| of.p90.value),
            0.16,
        );
        let bias = group("all").map(|of| of.bias.value.abs());
        at_most("bias, in either direction", bias, 0.02);
        (0.86, 0.94)
    };
    if let Some(all) = group("all") {
        let found = all.coverage.value;
        goals.push(Goal {
            what: "in 90% intervals".to_owned(),
            wanted: format!("{} to {}", percent(covers.0), percent(covers.1)),
            found: percent(found),
            is_met: (covers.0..=covers.1).contains(&found),
        });
        goals.push(Goal {
            what: "codes".to_owned(),
            wanted: "at least 300".to_owned(),
            found: all.programs.to_string(),
            is_met: all.programs >= 300,
        });
    }
    if judged.is_off_by_factors {
        let orders = [
            ("order of unrelated programs", &judged.unrelated, 0.65, 0.8),
            ("order of versions", &judged.versions, 0.8, 0.95),
        ];
        for (what, bins, near, far) in orders {
            for bin in bins {
                let least = if (1.2..1.5).contains(&bin.from) {
                    near
                } else if bin.from >= 2.0 {
                    far
                } else {
                    continue;
                };
                goals.push(Goal {
                    what: format!("{what} at ratios {}", range(bin)),
                    wanted: format!("at least {}", percent(least)),
                    found: percent(bin.right.value),
                    is_met: bin.right.value >= least,
                });
            }
        }
        let inside = |bin: &&PairBin| (bin.right.low..=bin.right.high).contains(&bin.mean);
        let calibrated = judged.reliability.iter().filter(inside).count();
        goals.push(Goal {
            what: "P(A > B) in the interval of its bin".to_owned(),
            wanted: "all bins".to_owned(),
            found: format!("{calibrated} of {}", judged.reliability.len()),
            is_met: calibrated == judged.reliability.len(),
        });
    }
    goals
}

/// The range of a bin.
pub(super) fn range(bin: &PairBin) -> String {
    match bin.to {
        Some(to) => format!("{} to {to}", bin.from),
        None => format!("above {}", bin.from),
    }
}
