//! Converts our types to those of the protocol.

use std::ops::RangeInclusive;

use ide::{Finding, FindingSeverity, Model};
use serde_json::Value;
use source::{ColumnEncoding, LineIndex};
use tower_lsp::ls_types::{
    CodeLens, Command, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport, Hover,
    HoverContents, InlayHint, InlayHintLabel, InlayHintTooltip, Location, MarkupContent,
    MarkupKind, NumberOrString, Position, Range, RelatedFullDocumentDiagnosticReport, Uri,
};

/// A position in a line (from 0), given by the bytes before it.
pub(crate) fn in_line(
    text: &LineIndex,
    line: u32,
    column: u32,
    encoding: ColumnEncoding,
) -> Position {
    let whole = text.line_range(line);
    let offset = whole.start.saturating_add(column as usize).min(whole.end);
    position(text, offset, encoding)
}

fn position(text: &LineIndex, offset: usize, encoding: ColumnEncoding) -> Position {
    let position = text.position(offset, encoding);
    Position::new(position.line, position.column)
}

/// Bytes of the text.
pub(crate) fn range(
    text: &LineIndex,
    bytes: std::ops::Range<usize>,
    encoding: ColumnEncoding,
) -> Range {
    Range::new(
        position(text, bytes.start, encoding),
        position(text, bytes.end, encoding),
    )
}

/// The end of a line, counted from 0.
pub(crate) fn end_of_line(text: &LineIndex, line: u32, encoding: ColumnEncoding) -> Position {
    position(text, text.line_range(line).end, encoding)
}

/// A line, counted from 0, without surrounding white space.
pub(crate) fn content_of_line(text: &LineIndex, line: u32, encoding: ColumnEncoding) -> Range {
    let whole = text.line_range(line);
    let content = text.line_text(line);
    let start = whole.start + (content.len() - content.trim_start().len());
    let end = whole.start + content.trim_end().len();
    Range::new(
        position(text, start, encoding),
        position(text, end.max(start), encoding),
    )
}

/// Lines counted from 1, from the start of the first to the end of the last.
pub(crate) fn whole_lines(
    text: &LineIndex,
    lines: &RangeInclusive<u32>,
    encoding: ColumnEncoding,
) -> Range {
    let start = Position::new(lines.start().saturating_sub(1), 0);
    Range::new(
        start,
        end_of_line(text, lines.end().saturating_sub(1), encoding),
    )
}

/// What the numbers rest on, on one line.
pub(crate) fn basis(model: &Model) -> String {
    format!("Energy of this line.\n{}", model.info().short_line())
}

/// The tooltip of a hint.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Tooltip<'a> {
    /// This text.
    Text(&'a str),
    /// The server's answer when it is asked about the hint of the document with this number.
    OnDemand(u32),
}

/// A hint at the end of a line.
pub(crate) fn inlay_hint(position: Position, label: &str, tooltip: Tooltip<'_>) -> InlayHint {
    let (tooltip, data) = match tooltip {
        Tooltip::Text(text) => (Some(InlayHintTooltip::String(text.to_owned())), None),
        Tooltip::OnDemand(document) => (None, Some(Value::from(document))),
    };
    InlayHint {
        position,
        label: InlayHintLabel::String(escape::label(label)),
        kind: None,
        text_edits: None,
        tooltip,
        padding_left: Some(true),
        padding_right: None,
        data,
    }
}

/// The hint with a tooltip.
pub(crate) fn with_tooltip(hint: InlayHint, text: String, markdown: bool) -> InlayHint {
    let tooltip = InlayHintTooltip::MarkupContent(markup(text, markdown));
    InlayHint {
        tooltip: Some(tooltip),
        ..hint
    }
}

/// A lens that only shows its title.
pub(crate) fn code_lens(range: Range, title: &str) -> CodeLens {
    CodeLens {
        range,
        // Editors show a command without a name as plain text.
        command: Some(Command {
            title: escape::label(title),
            command: String::new(),
            arguments: None,
        }),
        data: None,
    }
}

/// A hover.
pub(crate) fn hover(text: String, markdown: bool, range: Range) -> Hover {
    Hover {
        contents: HoverContents::Markup(markup(text, markdown)),
        range: Some(range),
    }
}

/// A finding in the text, with related information.
pub(crate) fn diagnostic(
    finding: &Finding,
    range: Range,
    message: String,
    related: Option<Vec<DiagnosticRelatedInformation>>,
) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(match finding.severity {
            FindingSeverity::Warning => DiagnosticSeverity::WARNING,
            FindingSeverity::Information => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.code.name().to_owned())),
        source: Some("jouled".to_owned()),
        message,
        related_information: related,
        ..Diagnostic::default()
    }
}

/// Information related to a diagnostic.
pub(crate) fn related(uri: &Uri, range: Range, message: String) -> DiagnosticRelatedInformation {
    DiagnosticRelatedInformation {
        location: Location {
            uri: uri.clone(),
            range,
        },
        message,
    }
}

/// All diagnostics of a document.
pub(crate) fn diagnostic_report(items: Vec<Diagnostic>) -> DocumentDiagnosticReportResult {
    let report = RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: None,
            items,
        },
    };
    DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(report))
}

fn markup(value: String, markdown: bool) -> MarkupContent {
    let kind = if markdown {
        MarkupKind::Markdown
    } else {
        MarkupKind::PlainText
    };
    MarkupContent { kind, value }
}
