//! `for (…) … line.split(",\\s*") …` → `final Pattern pattern = Pattern.compile(",\\s*"); for (…) … pattern.split(line) …`
//!
//! The pattern is a literal that is certainly valid, so compiling it before the loop throws nothing. `String.split` compiles
//! nothing for a single character, so such calls are not changed.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::checked::is_checked;
use crate::code::{Code, is_within};
use crate::edit::Edit;
use crate::imports;
use crate::local::is_captured;
use crate::loops::around;
use crate::place;
use crate::purity::is_simple;
use crate::regex::{is_one_character, is_valid, literal};
use tree_sitter::Node;

/// A call that compiles a pattern.
struct Compiling<'c> {
    node: Node<'c>,
    pattern: Node<'c>,
    kind: Kind<'c>,
}

/// How to replace the call after the name of the compiled pattern.
enum Kind<'c> {
    /// `Pattern.compile("…")` as the receiver of another call.
    Compile,
    /// `text.split("…")`
    Split(Node<'c>),
    /// `text.matches("…")`
    Matches(Node<'c>),
    /// `text.replaceAll("…", by)`, or `replaceFirst`.
    Replace(Node<'c>, &'static str, Node<'c>),
}

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    let all: Vec<Compiling<'_>> = Call::all(code)
        .filter_map(|call| compiling(code, &call))
        .collect();
    all.iter()
        .filter_map(|one| candidate(code, rule, one, &all))
        .collect()
}

fn compiling<'c>(code: &Code<'c>, call: &Call<'c>) -> Option<Compiling<'c>> {
    const STRING: &str = "java.lang.String";
    let pattern = *call.arguments.first()?;
    let two = "java.lang.String,java.lang.String";
    let kind = if call.is("java.util.regex.Pattern", "compile", STRING) {
        let parent = call.node.parent()?;
        // No code can keep the pattern and compare it with another one.
        let is_receiver = Call::of(code, parent)?.receiver == Some(call.node);
        is_receiver.then_some(Kind::Compile)?
    } else if call.is(STRING, "split", STRING) {
        Kind::Split(call.receiver?)
    } else if call.is(STRING, "matches", STRING) {
        Kind::Matches(call.receiver?)
    } else if call.is(STRING, "replaceAll", two) {
        Kind::Replace(call.receiver?, "replaceAll", *call.arguments.get(1)?)
    } else if call.is(STRING, "replaceFirst", two) {
        Kind::Replace(call.receiver?, "replaceFirst", *call.arguments.get(1)?)
    } else {
        return None;
    };
    let text = literal(code, pattern).filter(|text| is_valid(text))?;
    // A pattern takes any `CharSequence`, so the text must certainly be a string.
    let is_kept = match kind {
        Kind::Split(of) => is_one_character(&text) || !is_checked(code, of),
        Kind::Matches(of) => !is_checked(code, of),
        // `null` throws before the other argument is evaluated.
        Kind::Replace(of, _, by) => !is_simple(code, by) || !is_checked(code, of),
        Kind::Compile => false,
    };
    (!is_kept).then_some(Compiling {
        node: call.node,
        pattern,
        kind,
    })
}

fn candidate<'c>(
    code: &Code<'c>,
    rule: &'static str,
    one: &Compiling<'c>,
    all: &[Compiling<'c>],
) -> Option<Candidate> {
    let loops = std::iter::successors(around(one.node), |inner| around(*inner));
    let repeated = loops.last()?;
    let text = code.of(one.pattern);
    let same: Vec<&Compiling<'c>> = all
        .iter()
        .filter(|other| {
            code.of(other.pattern) == text
                && is_within(other.node, repeated)
                && !is_captured(other.node, repeated)
        })
        .collect();
    // The first call represents all.
    if same.first().map(|first| first.node) != Some(one.node) {
        return None;
    }
    let name = code.new_name("pattern");
    let (class, import) = imports::name(code, "java.util.regex.Pattern");
    let added = format!("final {class} {name} = {class}.compile({text});");
    let mut edits: Vec<Edit> = import.into_iter().collect();
    edits.push(place::before(code, repeated, &added)?);
    // Of nested calls, the outer one comes first, both in the text and here.
    edits.extend(same.iter().flat_map(|other| instead(other, &name)));
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let title = format!("Compile {text} once, before the loop");
    Some(Candidate::new(rule, one.node, title, edits))
}

/// The edits around the parts of a call that stay. One of these may be such a call itself.
fn instead(call: &Compiling<'_>, name: &str) -> Vec<Edit> {
    let end = call.node.end_byte();
    let around = |text: Node<'_>, method: &str, rest: usize, close: &str| {
        vec![
            Edit::insert(text.start_byte(), format!("{name}.{method}(")),
            Edit::replace(text.end_byte()..rest, close),
        ]
    };
    match call.kind {
        Kind::Compile => vec![Edit::replace(call.node.byte_range(), name)],
        Kind::Split(text) => around(text, "split", end, ")"),
        Kind::Matches(text) => around(text, "matcher", end, ").matches()"),
        Kind::Replace(text, method, by) => {
            around(text, "matcher", by.start_byte(), &format!(").{method}("))
        }
    }
}
