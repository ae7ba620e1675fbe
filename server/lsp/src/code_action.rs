//! `textDocument/codeAction`: edits that save energy, with their savings in the titles.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use savings::{LocatedCandidate, Saving};
use source::{ColumnEncoding, LineIndex, Position};
use tokio::time::sleep;
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionResponse, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use crate::attention::AttendedLines;
use crate::snapshot::Snapshot;
use crate::to_proto;
use crate::trial::DocumentTrial;

/// How far from the last question, in lines, edits are priced as soon as a changed text has its numbers: after a change, the
/// cursor seldom moves far.
const REACH_OF_PREPARATION: u32 = 10;

/// How long a text must be unchanged before its other edits are priced.
const REST: Duration = Duration::from_secs(1);

/// So many edits of a text are priced before anyone asks about them.
const MOST_PREPARED: usize = 20;

/// Whether a client that asks for these kinds accepts edits that rewrite code.
pub(crate) fn is_wanted(only: Option<&[CodeActionKind]>) -> bool {
    let kind = CodeActionKind::REFACTOR_REWRITE;
    only.is_none_or(|kinds| {
        kinds.iter().any(|wanted| {
            let rest = kind.as_str().strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                || wanted.as_str().is_empty()
        })
    })
}

/// The edits for code on the lines of a range. Each is compiled and priced the first time it is requested.
pub(crate) async fn answer(
    trial: &DocumentTrial,
    uri: &Uri,
    range: Range,
) -> Option<CodeActionResponse> {
    let result = trial.numbers()?;
    let pricing = &trial.pricing;
    let proposals = pricing.proposals(result).await;
    let mut offered: Vec<(&LocatedCandidate, Saving)> = Vec::new();
    for (index, placed) in proposals.iter().enumerate() {
        if is_on(placed, range)
            && let Ok(saving) = pricing.price(result, index, placed).await
            && saving.refusal().is_none()
        {
            offered.push((placed, saving));
        }
    }
    offered.sort_by(|(_, one), (_, two)| two.joules.total_cmp(&one.joules));
    let action = |(placed, saving): &(&LocatedCandidate, Saving)| {
        CodeActionOrCommand::CodeAction(action(&trial.snapshot, uri, placed, saving))
    };
    Some(offered.iter().map(action).collect())
}

/// Prices edits that the client is likely to request next: at once those near its last question, and after a rest those nearest
/// to what it shows. False if the text has no numbers yet, or has got others meanwhile.
pub(crate) async fn prepare(trial: DocumentTrial, lines: AttendedLines) -> bool {
    let Some(result) = trial.numbers().map(Arc::downgrade) else {
        return false;
    };
    // Only the document itself keeps its result.
    let pricing = trial.pricing.clone();
    drop(trial);
    if let Some(asked) = lines.asked.map(lines_of) {
        pricing
            .price_nearest(&result, asked, REACH_OF_PREPARATION, MOST_PREPARED)
            .await;
    }
    sleep(REST).await;
    let nearest = lines.asked.or(lines.shown).unwrap_or_default();
    pricing
        .price_nearest(&result, lines_of(nearest), u32::MAX, MOST_PREPARED)
        .await;
    result.strong_count() > 0
}

/// The lines of a range, counted from 1.
fn lines_of(range: Range) -> RangeInclusive<u32> {
    range.start.line.saturating_add(1)..=range.end.line.saturating_add(1)
}

fn is_on(placed: &LocatedCandidate, range: Range) -> bool {
    let wanted = lines_of(range);
    placed.lines.start() <= wanted.end() && placed.lines.end() >= wanted.start()
}

fn action(
    snapshot: &Snapshot,
    uri: &Uri,
    placed: &LocatedCandidate,
    saving: &Saving,
) -> CodeAction {
    let candidate = &placed.candidate;
    let title = format!("{}: {}", candidate.title, saving.words());
    let encoding = snapshot.capabilities.encoding;
    let edits = candidate.edits.iter().map(|edit| TextEdit {
        range: to_proto::range(snapshot.text(), edit.range.clone(), encoding),
        new_text: edit.text.clone(),
    });
    CodeAction {
        title: escape::label(&title),
        kind: Some(CodeActionKind::REFACTOR_REWRITE),
        edit: Some(workspace_edit(snapshot, uri, edits.collect())),
        ..CodeAction::default()
    }
}

/// Edits of one document. A client with versions refuses them for any other version.
fn workspace_edit(snapshot: &Snapshot, uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    if !snapshot.capabilities.takes_versioned_edits {
        return WorkspaceEdit {
            changes: Some(HashMap::from([(uri.clone(), edits)])),
            ..WorkspaceEdit::default()
        };
    }
    let edit = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            uri: uri.clone(),
            version: Some(snapshot.version),
        },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    };
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(vec![edit])),
        ..WorkspaceEdit::default()
    }
}

/// The text with a client's edits; `None` if two of them overlap.
pub(crate) fn edited(
    text: &LineIndex,
    edits: &[TextEdit],
    encoding: ColumnEncoding,
) -> Option<String> {
    let offset = |position: tower_lsp::ls_types::Position| {
        let position = Position {
            line: position.line,
            column: position.character,
        };
        text.offset(position, encoding)
    };
    let edits: Vec<advice::Edit> = edits
        .iter()
        .map(|edit| advice::Edit {
            range: offset(edit.range.start)..offset(edit.range.end),
            text: edit.new_text.clone(),
        })
        .collect();
    advice::apply(text.text(), &edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_wanted_with_those_above_them() {
        assert!(is_wanted(None));
        for (kind, wanted) in [
            ("", true),
            ("refactor", true),
            ("refactor.rewrite", true),
            ("refactor.rew", false),
            ("refactor.rewrite.more", false),
            ("quickfix", false),
        ] {
            let kinds = [CodeActionKind::from(kind.to_owned())];
            assert_eq!(is_wanted(Some(&kinds)), wanted, "{kind}");
        }
        assert!(!is_wanted(Some(&[])));
    }
}
