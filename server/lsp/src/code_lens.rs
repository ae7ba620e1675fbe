//! `textDocument/codeLens`: the energy of each method over its heading.

use std::collections::{HashMap, HashSet};

use ide::Lens;
use source::{LineOrigin, MethodKind};
use tower_lsp::ls_types::CodeLens;

use crate::snapshot::{Outcome, Snapshot, State, marked};
use crate::to_proto;

/// The lenses of the whole document. Those of a method that was edited since the result are marked;
/// a method that has no number yet has its line all the same, so that the text does not jump when the
/// number comes.
pub(crate) fn answer(snapshot: &Snapshot) -> Vec<CodeLens> {
    if !snapshot.lens {
        return Vec::new();
    }
    let mut lenses: Vec<(u32, String)> = Vec::new();
    if let Some(outcome) = &snapshot.outcome {
        let places = Places::of(outcome);
        let mut displaced = Vec::new();
        for (line, origin) in outcome.origins.iter() {
            let Some(result) = outcome.result(origin) else {
                continue;
            };
            for lens in result.lenses_of(origin.line) {
                let is_stale = outcome.is_stale(origin) || places.is_edited(lens, origin);
                let title = marked(&lens.title, is_stale);
                if origin.is_edited {
                    displaced.push((line, &lens.name, title));
                } else {
                    lenses.push((line, title));
                }
            }
        }
        replace(snapshot, &displaced, &mut lenses);
    }
    if let Some(pending) = pending(snapshot.state) {
        let known: HashSet<u32> = lenses.iter().map(|(line, _)| *line).collect();
        let without = snapshot.source.methods().iter().filter(|method| {
            matches!(method.kind, MethodKind::Method | MethodKind::Constructor)
                && method.body.is_some()
                && !known.contains(&method.header_line)
        });
        lenses.extend(without.map(|method| (method.header_line, format!("⚡ {pending}"))));
    }
    lenses.sort();
    let lens = |(line, title): (u32, String)| {
        let line = line.saturating_sub(1);
        let range = to_proto::content_of_line(snapshot.text(), line, snapshot.encoding);
        to_proto::code_lens(range, title)
    };
    lenses.into_iter().map(lens).collect()
}

/// Finds the headings of methods whose own line was edited: such a line may have become that of
/// another method, which was written before it. In a text that cannot be parsed it stays.
fn replace(
    snapshot: &Snapshot,
    displaced: &[(u32, &String, String)],
    lenses: &mut Vec<(u32, String)>,
) {
    let methods = snapshot.source.methods();
    for (line, name, title) in displaced {
        let is_taken = |line: u32| lenses.iter().any(|(other, _)| *other == line);
        let same_name = methods
            .iter()
            .filter(|method| method.name == **name && !is_taken(method.header_line));
        let nearest = same_name.min_by_key(|method| method.header_line.abs_diff(*line));
        match nearest {
            Some(method) => lenses.push((method.header_line, title.clone())),
            None if !snapshot.source.is_clean() => lenses.push((*line, title.clone())),
            // It was renamed or taken out.
            None => {}
        }
    }
}

/// What stands over a method that has no number.
fn pending(state: State) -> Option<&'static str> {
    match state {
        State::Compiling => Some("compiling …"),
        State::Fresh => None,
        State::Broken => Some("not priced: does not compile"),
        State::MissingDependency => Some("not priced: a dependency is missing"),
        State::NoJdk => Some("not priced: no JDK"),
    }
}

/// Where the lines of the results stand now.
struct Places(HashMap<(u16, u32), (u32, bool)>);

impl Places {
    fn of(outcome: &Outcome) -> Self {
        let place = |(now, origin): (u32, LineOrigin)| {
            ((origin.version, origin.line), (now, origin.is_edited))
        };
        Self(outcome.origins.iter().map(place).collect())
    }

    /// Whether any line of the method was edited, has gone, or has new ones beside it.
    fn is_edited(&self, lens: &Lens, origin: LineOrigin) -> bool {
        let at = |line: u32| self.0.get(&(origin.version, line)).copied();
        let first = *lens.lines.start();
        let Some((start, _)) = at(first) else {
            return true;
        };
        lens.lines
            .clone()
            .any(|line| at(line) != Some((start + (line - first), false)))
    }
}
