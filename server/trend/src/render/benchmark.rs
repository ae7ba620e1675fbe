//! The history for github-action-benchmark: an entry for each commit, in the format of its `external-data-json-path`.

use crate::series::Kind;
use crate::trend::Trend;
use escape::plain;
use jiff::Timestamp;
use serde::Serialize;
use std::collections::BTreeMap;

/// The name of the group of curves.
const GROUP: &str = "jouled";

/// The unit of every value, so that curves have one axis.
const NANO: f64 = 1e9;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    last_update: i64,
    repo_url: String,
    entries: BTreeMap<&'static str, Vec<Entry>>,
}

#[derive(Serialize)]
struct Entry {
    commit: Commit,
    date: i64,
    tool: &'static str,
    benches: Vec<Bench>,
}

#[derive(Serialize)]
struct Commit {
    author: Person,
    committer: Person,
    id: String,
    message: String,
    timestamp: String,
    url: String,
}

#[derive(Serialize)]
struct Person {
    name: String,
    username: String,
    email: String,
}

#[derive(Serialize)]
struct Bench {
    name: String,
    unit: &'static str,
    value: f64,
}

pub(super) fn render(trend: &Trend) -> String {
    let entries = trend.revisions.iter().enumerate();
    let entries = entries.map(|(place, revision)| {
        // It expects names of GitHub users here, which a repository does not have.
        let person = || Person {
            name: plain(&revision.author),
            username: String::new(),
            email: String::new(),
        };
        let time = Timestamp::from_second(revision.seconds).unwrap_or(Timestamp::UNIX_EPOCH);
        let benches = trend.series.iter().filter_map(|series| {
            let value = series.typical_j[place]?;
            let name = plain(&series.name);
            Some(Bench {
                name: match series.kind {
                    Kind::Package => format!("package {name}"),
                    Kind::Module => format!("module {name}"),
                    Kind::All | Kind::Method => name,
                },
                unit: "nJ",
                value: (value * NANO).min(f64::MAX),
            })
        });
        Entry {
            commit: Commit {
                author: person(),
                committer: person(),
                id: revision.id.clone(),
                message: plain(&revision.subject),
                timestamp: time.to_string(),
                url: String::new(),
            },
            date: revision.seconds.saturating_mul(1_000),
            tool: "customSmallerIsBetter",
            benches: benches.collect(),
        }
    });
    let data = Data {
        last_update: trend
            .revisions
            .last()
            .map_or(0, |last| last.seconds.saturating_mul(1_000)),
        repo_url: String::new(),
        entries: BTreeMap::from([(
            GROUP,
            entries.filter(|entry| !entry.benches.is_empty()).collect(),
        )]),
    };
    super::words::pretty(&data)
}
