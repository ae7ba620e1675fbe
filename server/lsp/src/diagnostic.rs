//! `textDocument/diagnostic` and `textDocument/publishDiagnostics`: contracts that are not met, and clauses that are unreadable
//! or false. Compiler errors are left to the Java language server.

use std::collections::HashMap;

use ide::Finding;
use tower_lsp::ls_types::{Diagnostic, Range, Uri};

use crate::snapshot::Snapshot;
use crate::to_proto;

/// The diagnostics of a document. They stay at their lines while new ones are computed, so they do not flicker at every key.
pub(crate) fn answer(snapshot: &Snapshot, uri: &Uri) -> Vec<Diagnostic> {
    let outcome = snapshot.outcome.as_ref().filter(|_| snapshot.is_enabled);
    let Some(outcome) = outcome else {
        return Vec::new();
    };
    if outcome
        .results
        .iter()
        .all(|result| result.findings.is_empty())
    {
        return Vec::new();
    }
    // The current positions of the results' lines.
    let places: HashMap<(u16, u32), (u32, bool)> = outcome
        .origins
        .iter()
        .map(|(now, origin)| ((origin.version, origin.line), (now, origin.is_edited)))
        .collect();
    let mut found = Vec::new();
    for (now, origin) in outcome.origins.iter() {
        let Some(result) = outcome.result(origin) else {
            continue;
        };
        let place_of = |line: u32| places.get(&(origin.version, line)).copied();
        for finding in result.findings_of(origin.line) {
            let range = if origin.is_edited {
                to_proto::content_of_line(
                    snapshot.text(),
                    now.saturating_sub(1),
                    snapshot.capabilities.encoding,
                )
            } else {
                range_of(snapshot, finding, now, place_of(finding.place.end_line))
            };
            found.push(diagnostic(snapshot, uri, finding, range, place_of));
        }
    }
    found
}

/// The current place of a finding on an unedited line.
fn range_of(snapshot: &Snapshot, finding: &Finding, now: u32, end: Option<(u32, bool)>) -> Range {
    let (text, encoding) = (snapshot.text(), snapshot.capabilities.encoding);
    let line = now.saturating_sub(1);
    let start = to_proto::in_line(text, line, finding.place.column, encoding);
    let end = match end {
        Some((end, false)) if end >= now => {
            to_proto::in_line(text, end - 1, finding.place.end_column, encoding)
        }
        _ => to_proto::end_of_line(text, line, encoding),
    };
    // A finding for a whole line begins at its first word.
    let content = to_proto::content_of_line(text, line, encoding);
    Range::new(start.max(content.start), end)
}

fn diagnostic(
    snapshot: &Snapshot,
    uri: &Uri,
    finding: &Finding,
    range: Range,
    place_of: impl Fn(u32) -> Option<(u32, bool)>,
) -> Diagnostic {
    let (text, encoding) = (snapshot.text(), snapshot.capabilities.encoding);
    let related = finding.related.iter().filter_map(|(line, message)| {
        let (now, _) = place_of(*line)?;
        Some((now, message))
    });
    let mut message = finding.message.clone();
    if snapshot.capabilities.shows_related {
        let related = related.map(|(now, message)| {
            let range = to_proto::content_of_line(text, now.saturating_sub(1), encoding);
            to_proto::related(uri, range, message.clone())
        });
        return to_proto::diagnostic(finding, range, message, Some(related.collect()));
    }
    for (now, of_line) in related {
        message.push_str(&["\nline ", &now.to_string(), ": ", of_line].concat());
    }
    to_proto::diagnostic(finding, range, message, None)
}
