//! `textDocument/hover`: what the energy of a line or a method rests on.

use ide::Pictures;
use tower_lsp::ls_types::{Hover, Position};

use crate::snapshot::Snapshot;
use crate::to_proto;

/// The hover of the line at a position; `None` if there is no energy or the line was edited after the result.
pub(crate) fn answer(snapshot: &Snapshot, position: Position) -> Option<Hover> {
    let text = text(snapshot, position.line)?;
    let range = to_proto::content_of_line(
        snapshot.text(),
        position.line,
        snapshot.capabilities.encoding,
    );
    Some(to_proto::hover(
        text,
        snapshot.capabilities.shows_markdown,
        range,
    ))
}

/// The hover of a line, counted from 0, as Markdown.
pub(crate) fn text(snapshot: &Snapshot, line: u32) -> Option<String> {
    let outcome = snapshot.outcome.as_ref().filter(|_| snapshot.is_enabled)?;
    let origin = outcome.origins.origin(line.checked_add(1)?)?;
    let analysed = outcome.result(origin).filter(|_| !origin.is_edited)?;
    let pictures = if snapshot.capabilities.shows_images {
        Pictures::Svg
    } else {
        Pictures::None
    };
    let (model, assume) = (&analysed.model, &analysed.assume);
    let run = analysed.run();
    let file = &analysed.file;
    let mut text = file.hover(model, assume, origin.line, pictures, run)?;
    if analysed.is_from_build {
        text.insert_str(
            0,
            "_from the build's classes_

",
        );
    }
    if let Some(lacks) = snapshot.calls.lacks(analysed) {
        text.insert_str(0, &format!("_… {}_\n\n", lacks.words()));
    }
    if outcome.is_stale(origin) {
        text.insert_str(0, "_… of the last version that compiled_\n\n");
    }
    Some(text)
}
