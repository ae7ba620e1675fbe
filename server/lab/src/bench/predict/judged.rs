//! Everything the bench says about a model.

use std::collections::BTreeMap;

use calibrate::Prediction;
use posterior::{Device, Features, Posterior};
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
    /// Whether an unrelated program is as probably dearer as the model says.
    pub(super) unrelated_reliability: Vec<PairBin>,
    /// The same for programs of one algorithm, which are compared as versions of one program.
    pub(super) version_reliability: Vec<PairBin>,
    /// The names of the worst programs, the worst first.
    pub(super) worst: Vec<String>,
    pub(super) programs: Vec<JudgedProgram>,
}

/// Which programs a group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GroupKind {
    All,
    /// Programs with a short loop.
    ShortLoops,
    /// Programs without.
    Others,
    /// Programs whose task no program of the campaign has.
    New,
}

/// Some of the programs, each code once.
#[derive(Debug, Serialize)]
pub(super) struct JudgedGroup {
    pub(super) kind: GroupKind,
    #[serde(flatten)]
    pub(super) figures: ErrorFigures,
}

/// A program with its prediction.
#[derive(Clone, Debug, Serialize)]
pub(super) struct JudgedProgram {
    pub(super) name: String,
    pub(super) cluster: String,
    pub(super) code: String,
    pub(super) size: Option<u64>,
    pub(super) has_relative: bool,
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

impl Judged {
    /// The errors of a group, if it has any program.
    pub(super) fn group(&self, kind: GroupKind) -> Option<&ErrorFigures> {
        let mut groups = self.groups.iter();
        let group = groups.find(|group| group.kind == kind)?;
        Some(&group.figures)
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
    let (programs, features): (Vec<JudgedProgram>, Vec<&Features>) = corpus
        .iter()
        .filter_map(|program| {
            let name = program.source.name.as_str();
            let prediction = by_name.get(name)?;
            let judged = JudgedProgram::of(program, executed.get(name)?, prediction);
            Some((judged, &prediction.features))
        })
        .unzip();
    let kind = if posterior.is_off_by_factors() {
        ErrorKind::Factor
    } else {
        ErrorKind::Share
    };
    let observed: Vec<Observed> = programs
        .iter()
        .enumerate()
        .map(|(at, program)| program.observed(at))
        .collect();
    let codes = each_code_once(&observed);
    let scale = ErrorKind::Factor.bias(codes.iter().map(|of| of.predicted / of.measured));
    let rescaled: Vec<Observed> = codes
        .iter()
        .map(|of| Observed {
            predicted: of.predicted / scale,
            is_covered: false,
            ..(*of).clone()
        })
        .collect();
    let figures = |of: &[Observed]| ErrorFigures::of(kind, &of.iter().collect::<Vec<_>>());
    let repeatability: Vec<f64> = programs
        .iter()
        .filter_map(|of| Some(of.measured_se_j? / of.measured_j))
        .collect();
    Judged {
        model: posterior.name().to_owned(),
        digest: posterior.digest().to_owned(),
        structure: posterior.structure().to_string(),
        is_off_by_factors: kind == ErrorKind::Factor,
        notes,
        repeatability: inference::quantile(&repeatability, 0.5),
        groups: groups(kind, &programs, &codes),
        anchored: figures(&anchored(&observed)),
        scale,
        rescaled: figures(&rescaled),
        unrelated: by_ratio(&codes, PairKind::Unrelated),
        versions: by_ratio(&codes, PairKind::Versions),
        unrelated_reliability: by_probability(&codes, PairKind::Unrelated, |a, b| {
            let [a, b] = [a, b].map(|at| features[codes[at].program]);
            posterior.p_greater_than_unrelated(a, b, device)
        }),
        version_reliability: by_probability(&codes, PairKind::Versions, |a, b| {
            let [a, b] = [a, b].map(|at| features[codes[at].program]);
            posterior.compare(a, b, device).p_greater
        }),
        worst: worst(&programs),
        programs,
    }
}

impl JudgedProgram {
    fn of(program: &CorpusProgram, executed: &Executed, prediction: &Prediction) -> Self {
        Self {
            name: program.source.name.clone(),
            cluster: program.cluster.clone(),
            code: program.code.clone(),
            size: program.size,
            has_relative: program.has_relative,
            measured_j: prediction.measured.joules,
            measured_se_j: prediction.measured.standard_error,
            predicted_j: prediction.central_j,
            interval_j: prediction.interval_j,
            is_covered: prediction.is_covered(),
            unpriced: prediction.unpriced,
            instructions: executed.instructions,
            hot_loop: executed.hot_loop,
        }
    }

    fn observed(&self, program: usize) -> Observed {
        Observed {
            program,
            cluster: self.cluster.clone(),
            code: self.code.clone(),
            size: self.size,
            predicted: self.predicted_j,
            measured: self.measured_j,
            is_covered: self.is_covered,
        }
    }

    fn is_in(&self, kind: GroupKind) -> bool {
        let is_short = self.hot_loop.is_some_and(|length| length < SHORT_LOOP);
        match kind {
            GroupKind::All => true,
            GroupKind::ShortLoops => is_short,
            GroupKind::Others => !is_short,
            GroupKind::New => !self.has_relative,
        }
    }

    /// How far the prediction is off, in either direction.
    fn off(&self) -> f64 {
        let off = (self.predicted_j / self.measured_j).ln().abs();
        if off.is_nan() { f64::INFINITY } else { off }
    }
}

fn groups(kind: ErrorKind, programs: &[JudgedProgram], codes: &[&Observed]) -> Vec<JudgedGroup> {
    use GroupKind::{All, New, Others, ShortLoops};
    [All, ShortLoops, Others, New]
        .into_iter()
        .filter_map(|group| {
            let is_in = |of: &&&Observed| programs[of.program].is_in(group);
            let members: Vec<&Observed> = codes.iter().filter(is_in).copied().collect();
            let figures = ErrorFigures::of(kind, &members)?;
            Some(JudgedGroup {
                kind: group,
                figures,
            })
        })
        .collect()
}

fn worst(programs: &[JudgedProgram]) -> Vec<String> {
    let mut worst: Vec<&JudgedProgram> = programs.iter().collect();
    worst.sort_by(|a, b| b.off().total_cmp(&a.off()));
    worst.truncate(WORST);
    worst.into_iter().map(|of| of.name.clone()).collect()
}
