//! `jouled/hotspots`: the most expensive methods of the workspace.

use std::path::PathBuf;
use std::sync::Arc;

use ide::Ranked;
use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::{Position, Range, Uri};

use project_model::Purpose;

use crate::extension::lines::InRun;
use crate::snapshot::PROVISIONAL;

/// The parameters of the request.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct HotspotsParams {
    /// The maximum number of methods.
    #[serde(default = "default_limit")]
    pub(crate) limit: usize,
}

fn default_limit() -> usize {
    100
}

/// A method of the workspace.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hotspot {
    class: String,
    name: String,
    /// The types of its parameters, `(int, String)`.
    parameters: String,
    uri: Uri,
    range: Range,
    title: String,
    /// The purpose of its file: `product`, `tests` or `generated`.
    purpose: &'static str,
    /// The mean in joules for the ranking; `null` if unknown.
    mean: Option<f64>,
    /// Whether that is only an order of magnitude.
    is_open: bool,
    /// Its cost in the displayed run, without the project's methods that it called. If there is a run, this ranks the method.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<InRun>,
    /// Whether part of the number is still being computed.
    is_provisional: bool,
}

/// The name shown for a lambda.
const LAMBDA: &str = "lambda";

/// The ranked methods of the files of a workspace.
pub(crate) type Ranking = Vec<RankedFile>;

/// The ranked methods of a file.
#[derive(Debug, Clone)]
pub(crate) struct RankedFile {
    pub(crate) path: PathBuf,
    pub(crate) purpose: Purpose,
    pub(crate) methods: Arc<[Ranked]>,
    /// Whether part of their numbers is still being computed.
    pub(crate) is_provisional: bool,
}

/// If there is a run, sampled methods come first, by their joules in the run. Then come methods of the product, of tests and of
/// generated code; in each group, the most expensive first and those of unknown energy last.
pub(crate) fn answer(ranking: &Ranking, params: HotspotsParams) -> Vec<Hotspot> {
    let mut methods: Vec<(&RankedFile, &Ranked)> = ranking
        .iter()
        .flat_map(|file| file.methods.iter().map(move |method| (file, method)))
        .collect();
    methods.sort_by(|(file, a), (other, b)| {
        let joules = |method: &Ranked| method.mean.map_or(f64::NEG_INFINITY, |mean| mean.0);
        let by_energy = joules(b).total_cmp(&joules(a));
        let by_purpose = file.purpose.cmp(&other.purpose);
        let by_place = || (&file.path, a.line).cmp(&(&other.path, b.line));
        let share = |method: &Ranked| method.run.map_or(-1.0, |run| run.share);
        let by_run = share(b).total_cmp(&share(a));
        let by_purpose = by_run.then(by_purpose);
        by_purpose.then(by_energy).then_with(by_place)
    });
    let hotspot = |(file, method): (&RankedFile, &Ranked)| {
        let start = Position::new(method.line.saturating_sub(1), 0);
        Some(Hotspot {
            class: method.class.clone(),
            name: if method.name.is_empty() {
                LAMBDA.to_owned()
            } else {
                method.name.clone()
            },
            parameters: ide::parameters(&method.descriptor),
            uri: Uri::from_file_path(&file.path)?,
            range: Range::new(start, start),
            title: title(file, method),
            purpose: file.purpose.name(),
            mean: method.mean.map(|mean| mean.0),
            is_open: method.is_open,
            run: method.run.map(|run| InRun {
                joules: run.joules.map(|joules| joules.0),
                share: run.share,
            }),
            is_provisional: file.is_provisional,
        })
    };
    let costliest = methods.into_iter().take(params.limit);
    costliest.filter_map(hotspot).collect()
}

/// The method's own cost in the run, if there is one, and the text of its lens.
fn title(file: &RankedFile, method: &Ranked) -> String {
    let Some(run) = method.run else {
        let sign = if file.is_provisional { PROVISIONAL } else { "" };
        return format!("{}{sign}", method.title);
    };
    let share = ide::percent(run.share, 1);
    match run.joules {
        Some(joules) => format!("{} by itself · {share} · {}", joules.about(), method.title),
        None => format!("{share} by itself · {}", method.title),
    }
}
