//! `textDocument/codeLens`: the energy of each method above its heading.

use std::collections::{HashMap, HashSet};

use ide::Lens;
use source::{LineOrigin, MethodKind};
use tower_lsp::ls_types::CodeLens;

use crate::snapshot::{Snapshot, State, TrackedResults, marked};
use crate::to_proto;

/// The data of a method's lens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LensMethod {
    /// The line of its name, counted from 1.
    pub(crate) line: u32,
    /// `⚡ 1.24 µJ · p99 1.31 µJ`, or why there is no number.
    pub(crate) title: String,
    /// Whether the number is older than the text of the method.
    pub(crate) is_stale: bool,
    /// Whether a part of the number is still being computed.
    pub(crate) is_provisional: bool,
    pub(crate) name: String,
    /// With slashes; empty if unknown.
    pub(crate) class: String,
}

/// The lenses of the whole document.
pub(crate) fn answer(snapshot: &Snapshot) -> Vec<CodeLens> {
    if !(snapshot.lens && snapshot.is_enabled) {
        return Vec::new();
    }
    let lens = |shown: LensMethod| {
        let line = shown.line.saturating_sub(1);
        let range =
            to_proto::content_of_line(snapshot.text(), line, snapshot.capabilities.encoding);
        to_proto::code_lens(range, &shown.title)
    };
    shown(snapshot).into_iter().map(lens).collect()
}

/// The methods of the document, from top to bottom. If a method was edited after the result, its number is marked. A method
/// without a number is included, so that the text does not jump when the number comes.
pub(crate) fn shown(snapshot: &Snapshot) -> Vec<LensMethod> {
    let mut methods: Vec<LensMethod> = Vec::new();
    if let Some(outcome) = &snapshot.outcome {
        let places = Places::of(outcome);
        let mut displaced = Vec::new();
        for (line, origin) in outcome.origins.iter() {
            let Some(result) = outcome.result(origin) else {
                continue;
            };
            for lens in result.lenses_of(origin.line) {
                let is_stale = outcome.is_stale(origin) || places.is_edited(lens, origin);
                let lacks = snapshot
                    .calls
                    .lacks(result)
                    .filter(|_| lens.is_priced && !lens.is_measured);
                let mut title = marked(&lens.title, is_stale || lacks.is_some());
                if result.is_from_build {
                    title.push_str(" · from the build's classes");
                }
                let method = LensMethod {
                    line,
                    title,
                    is_stale,
                    is_provisional: lacks.is_some(),
                    name: lens.name.clone(),
                    class: lens.class.clone(),
                };
                if origin.is_edited {
                    displaced.push(method);
                } else {
                    methods.push(method);
                }
            }
        }
        replace(snapshot, displaced, &mut methods);
    }
    if let Some(pending) = pending(snapshot.state) {
        let known: HashSet<u32> = methods.iter().map(|method| method.line).collect();
        let without = snapshot.source.methods().iter().filter(|method| {
            matches!(method.kind, MethodKind::Method | MethodKind::Constructor)
                && method.body.is_some()
                && !known.contains(&method.header_line)
        });
        methods.extend(without.map(|method| LensMethod {
            line: method.header_line,
            title: format!("⚡ {pending}"),
            is_stale: true,
            is_provisional: snapshot.state == State::Compiling,
            name: method.name.clone(),
            class: String::new(),
        }));
    }
    methods.sort();
    methods
}

/// Finds the headings of methods whose own line was edited, because such a line may now belong to another method. In a text that
/// cannot be parsed, they stay.
fn replace(snapshot: &Snapshot, displaced: Vec<LensMethod>, shown: &mut Vec<LensMethod>) {
    let methods = snapshot.source.methods();
    for method in displaced {
        let is_taken = |line: u32| shown.iter().any(|other| other.line == line);
        let same_name = methods
            .iter()
            .filter(|other| other.name == method.name && !is_taken(other.header_line));
        match same_name.min_by_key(|other| other.header_line.abs_diff(method.line)) {
            Some(place) => shown.push(LensMethod {
                line: place.header_line,
                ..method
            }),
            None if !snapshot.source.is_clean() => shown.push(method),
            // It was renamed or removed.
            None => {}
        }
    }
}

/// The text above a method without a number.
fn pending(state: State) -> Option<&'static str> {
    match state {
        State::Compiling => Some("compiling …"),
        State::Fresh => None,
        State::Broken => Some("not priced: does not compile"),
        State::MissingDependency => Some("not priced: a dependency is missing"),
        State::NoJdk => Some("not priced: no JDK"),
    }
}

/// The current positions of the results' lines.
struct Places(HashMap<(u16, u32), (u32, bool)>);

impl Places {
    fn of(outcome: &TrackedResults) -> Self {
        let place = |(now, origin): (u32, LineOrigin)| {
            ((origin.version, origin.line), (now, origin.is_edited))
        };
        Self(outcome.origins.iter().map(place).collect())
    }

    /// Whether any line of the method was edited or removed, or has new neighbours.
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
