//! The call hierarchy: the callers and callees of a method, with their energy.
//!
//! Methods of the project's files are items. A library's methods have no text to open, so the caller's item shows the library's
//! share.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use escape::label;
use ide::explain::{CallKind, CallReport, CallTree, Depth};
use ide::{Joules, Model, Program, Ranked, parameters};
use project_settings::ScopedAssumptions;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Position, Range,
    SymbolKind, Uri,
};

use crate::extension::hotspots::Ranking;
use crate::snapshot::Snapshot;
use crate::to_proto;

/// The calls of a project at the time of a request.
#[derive(Debug)]
pub(crate) struct CallHierarchy {
    pub(crate) program: Arc<Program>,
    pub(crate) model: Model,
    pub(crate) assume: ScopedAssumptions,
    pub(crate) methods: Ranking,
}

/// A method in an item's data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Method {
    class: String,
    name: String,
    descriptor: String,
}

impl Method {
    fn of(item: &CallHierarchyItem) -> Option<Self> {
        serde_json::from_str(item.data.as_ref()?.as_str()?).ok()
    }

    /// The method as a client sends it back, as text in which nothing has to be escaped.
    fn data(&self) -> Option<Value> {
        let json = serde_json::to_string(self).ok()?;
        Some(Value::String(escape::json(&json).into_owned()))
    }

    fn triple(&self) -> (&str, &str, &str) {
        (&self.class, &self.name, &self.descriptor)
    }

    fn is(&self, call: &CallReport) -> bool {
        self.class == call.class && self.name == call.method && self.descriptor == call.descriptor
    }
}

/// The location of a method in a file.
struct MethodLocation<'c> {
    path: &'c PathBuf,
    ranked: &'c Ranked,
}

impl CallHierarchy {
    fn place(&self, method: &Method) -> Option<MethodLocation<'_>> {
        self.methods.iter().find_map(|file| {
            let ranked = file.methods.iter().find(|ranked| {
                ranked.class == method.class
                    && ranked.method == method.name
                    && ranked.descriptor == method.descriptor
            })?;
            Some(MethodLocation {
                path: &file.path,
                ranked,
            })
        })
    }

    /// The calls of a method, at the values assumed in its file.
    fn tree(&self, method: &Method, path: &std::path::Path) -> Option<CallTree> {
        let assume = self.assume.of_file(path);
        let value_of = |symbol: &_| assume.value(symbol);
        (self.program).call_tree(&self.model, method.triple(), &value_of, Depth(1))
    }

    fn item(&self, method: &Method, detail: &str) -> Option<CallHierarchyItem> {
        let place = self.place(method)?;
        let start = Position::new(place.ranked.line.saturating_sub(1), 0);
        let range = Range::new(start, start);
        Some(CallHierarchyItem {
            name: label(&format!(
                "{}{}",
                place.ranked.name,
                parameters(&method.descriptor)
            )),
            kind: kind_of(method),
            tags: None,
            detail: Some(label(detail)),
            uri: Uri::from_file_path(place.path)?,
            range,
            selection_range: range,
            data: method.data(),
        })
    }
}

fn kind_of(method: &Method) -> SymbolKind {
    if method.name == "<init>" {
        SymbolKind::CONSTRUCTOR
    } else {
        SymbolKind::METHOD
    }
}

/// The innermost method around a position.
pub(crate) fn prepare(
    snapshot: &Snapshot,
    calls: Option<&CallHierarchy>,
    uri: Uri,
    position: Position,
) -> Option<Vec<CallHierarchyItem>> {
    let outcome = snapshot.outcome.as_ref().filter(|_| snapshot.is_enabled)?;
    let line = position.line.checked_add(1)?;
    let origin = outcome.origins.origin(line)?;
    let result = outcome.result(origin)?;
    let around = result.file.method_around(origin.line)?;
    let method = Method {
        class: around.method.class.clone(),
        name: around.method.name.clone(),
        descriptor: around.method.descriptor.clone(),
    };
    let headline = result.model.headline(around.method, &result.assume);
    let mut detail = format!("jouled ⚡ {headline}");
    let tree = calls.and_then(|calls| {
        let place = calls.place(&method)?;
        calls.tree(&method, place.path)
    });
    if let Some(share) = tree.as_ref().and_then(library_share) {
        let _ = write!(detail, " · library {}", percent(share));
    }
    let (text, encoding) = (snapshot.text(), snapshot.capabilities.encoding);
    let written = snapshot
        .source
        .methods()
        .iter()
        .filter(|method| method.lines.contains(&line))
        .min_by_key(|method| method.range.len());
    let (range, selection_range) = if let Some(written) = written {
        let lines = to_proto::whole_lines(text, &written.lines, encoding);
        let header = written.header_line.saturating_sub(1);
        (lines, to_proto::content_of_line(text, header, encoding))
    } else {
        let range = to_proto::content_of_line(text, position.line, encoding);
        (range, range)
    };
    Some(vec![CallHierarchyItem {
        name: label(&format!(
            "{}{}",
            around.name,
            parameters(&method.descriptor)
        )),
        kind: kind_of(&method),
        tags: None,
        detail: Some(label(&detail)),
        uri,
        range,
        selection_range,
        data: method.data(),
    }])
}

/// The methods of the project that a method calls.
pub(crate) fn outgoing(
    calls: &CallHierarchy,
    snapshot: Option<&Snapshot>,
    item: &CallHierarchyItem,
) -> Option<Vec<CallHierarchyOutgoingCall>> {
    let caller = Method::of(item)?;
    let place = calls.place(&caller)?;
    let tree = calls.tree(&caller, place.path)?;
    let mut callees: Vec<Method> = Vec::new();
    for call in &tree.calls {
        let callee = Method {
            class: call.class.clone(),
            name: call.method.clone(),
            descriptor: call.descriptor.clone(),
        };
        if !callees.contains(&callee) {
            callees.push(callee);
        }
    }
    let outgoing = callees.iter().filter_map(|callee| {
        let to = calls.item(callee, &detail(&tree, callee, &item.name))?;
        Some(CallHierarchyOutgoingCall {
            to,
            from_ranges: ranges(&tree, callee, snapshot),
        })
    });
    Some(outgoing.collect())
}

/// The methods of the project that call a method. `snapshots` are the open documents.
pub(crate) fn incoming(
    calls: &CallHierarchy,
    snapshots: &[(PathBuf, Snapshot)],
    item: &CallHierarchyItem,
) -> Option<Vec<CallHierarchyIncomingCall>> {
    let callee = Method::of(item)?;
    let (class, name, descriptor) = callee.triple();
    let callers = calls.program.callers(class, name, descriptor).into_iter();
    let incoming = callers.filter_map(|[class, name, descriptor]| {
        let caller = Method {
            class: class.to_string(),
            name: name.to_string(),
            descriptor: descriptor.to_string(),
        };
        let place = calls.place(&caller)?;
        let tree = calls.tree(&caller, place.path)?;
        let open = snapshots.iter().find(|(path, _)| path == place.path);
        Some(CallHierarchyIncomingCall {
            from: calls.item(&caller, &detail(&tree, &callee, "its caller"))?,
            from_ranges: ranges(&tree, &callee, open.map(|(_, snapshot)| snapshot)),
        })
    });
    Some(incoming.collect())
}

/// The share of a method's energy in libraries, from 0 to 1.
fn library_share(tree: &CallTree) -> Option<f64> {
    let library = tree
        .calls
        .iter()
        .filter(|call| call.kind == CallKind::Library);
    let share: f64 = library.filter_map(|call| call.share).sum();
    (share > 0.0).then_some(share)
}

/// The energy of the calls of one method, and its share of the caller's.
fn detail(tree: &CallTree, callee: &Method, caller: &str) -> String {
    let calls: Vec<&CallReport> = tree.calls.iter().filter(|call| callee.is(call)).collect();
    let times: f64 = calls.iter().map(|call| call.times).sum();
    let mean: f64 = calls.iter().filter_map(|call| call.mean).sum();
    let share: f64 = calls.iter().filter_map(|call| call.share).sum();
    let mut text = String::from("jouled ⚡ ");
    if calls.iter().all(|call| call.kind == CallKind::Recursive) {
        text.push_str("recursion, included in its caller");
    } else if times <= 0.0 {
        text.push_str("not on the worst path");
    } else if calls
        .iter()
        .all(|call| call.kind == CallKind::ChosenElsewhere)
    {
        text.push_str("its energy depends on the object passed in");
    } else if calls.iter().any(|call| call.mean.is_none()) {
        text.push_str("not priced, in part or in full");
    } else {
        if times > 1.0 {
            let _ = write!(text, "{} × {times} = ", Joules(mean / times));
        }
        let _ = write!(text, "{} · {} of {caller}", Joules(mean), percent(share));
    }
    if tree.is_nominal {
        text.push_str(" · with 10 for symbols without a value");
    }
    text
}

fn percent(share: f64) -> String {
    ide::percent(share, 1)
}

/// Where a method is called: its name on the calling lines, or these lines if the text is not open.
fn ranges(tree: &CallTree, callee: &Method, snapshot: Option<&Snapshot>) -> Vec<Range> {
    let calls = tree.calls.iter().filter(|call| callee.is(call));
    let mut lines: Vec<u32> = calls.filter_map(|call| call.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let name = match callee.name.as_str() {
        "<init>" => "new",
        name => name,
    };
    let of_line = |line: u32| {
        let Some(snapshot) = snapshot else {
            let start = Position::new(line.saturating_sub(1), 0);
            return vec![Range::new(start, start)];
        };
        let shown = shown_line(snapshot, line).unwrap_or(line).saturating_sub(1);
        let (text, encoding) = (snapshot.text(), snapshot.capabilities.encoding);
        let content = text.line_text(shown);
        let found: Vec<Range> = occurrences(content, name)
            .map(|at| {
                let place = |at: usize| {
                    let column = u32::try_from(at).unwrap_or(u32::MAX);
                    to_proto::in_line(text, shown, column, encoding)
                };
                Range::new(place(at), place(at + name.len()))
            })
            .collect();
        if found.is_empty() {
            vec![to_proto::content_of_line(text, shown, encoding)]
        } else {
            found
        }
    };
    lines.into_iter().flat_map(of_line).collect()
}

/// The current line of the text for a line of the newest result.
fn shown_line(snapshot: &Snapshot, line: u32) -> Option<u32> {
    let outcome = snapshot.outcome.as_ref()?;
    let newest = outcome.results.len().checked_sub(1)?;
    let mut lines = outcome.origins.iter();
    lines
        .find(|(_, origin)| origin.line == line && usize::from(origin.version) == newest)
        .map(|(shown, _)| shown)
}

/// The positions of a word in a line, before a parenthesis or, for `new`, before its class.
fn occurrences<'t>(line: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part =
        |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    line.match_indices(word).filter_map(move |(at, _)| {
        let before = line[..at].chars().next_back();
        let behind = line[at + word.len()..].trim_start();
        let is_call = behind.starts_with('(') || word == "new" && behind.starts_with(is_part);
        (is_call && !before.is_some_and(is_part)).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::occurrences;

    #[test]
    fn a_call_is_its_name_before_a_parenthesis() {
        let line = "sum(resum(1), sum (2), summed(3), this.sum(4), sum)";
        assert_eq!(occurrences(line, "sum").collect::<Vec<_>>(), [0, 14, 39]);
        let made = "renew(new Point(1), new)";
        assert_eq!(occurrences(made, "new").collect::<Vec<_>>(), [6]);
    }
}
