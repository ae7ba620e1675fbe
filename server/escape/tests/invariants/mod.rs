//! Invariants of every sink for every text; shared with the fuzz target `sinks`.

use escape::{
    Screen, command_data, command_property, csv, html, is_hidden, json, label, markdown,
    markdown_code, markdown_span, notification, plain, protocol, terminal, uri, xml,
};
use serde_json::{Value, json as value};

/// Checks every sink with a text.
pub(crate) fn check(text: &str) {
    lines(text);
    messages(text);
    syntaxes(text);
    documents(text);
}

/// Nothing in a text is hidden, and only hidden characters were changed.
fn is_shown(text: &str) -> bool {
    !text.contains(is_hidden)
}

fn lines(text: &str) {
    let shown = plain(text);
    assert!(is_shown(&shown), "{shown:?}");
    assert_eq!(plain(&shown), shown, "it is left as it is");
    let line = terminal(text).into_owned();
    assert!(is_shown(&line), "{line:?}");
    assert!(!is_command(&line), "{line:?}");
    assert_eq!(terminal(&line), line, "it is left as it is");
    // In parts, the usual way to write lines.
    let middle = (0..=text.len() / 2)
        .rev()
        .find(|at| text.is_char_boundary(*at));
    let (one, other) = text.split_at(middle.unwrap_or(0));
    let mut screen = Screen::new(Vec::new());
    screen.part(format_args!("{one}"));
    screen.line(format_args!("{other}")).expect("memory");
    assert_eq!(screen.into_text(), format!("{line}\n"));
}

/// What a CI runner executes.
fn is_command(line: &str) -> bool {
    let is_directive = |at: usize| {
        let rest = line[at + 2..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
        rest.starts_with('[')
    };
    line.trim().starts_with("::") || line.match_indices("##").any(|(at, _)| is_directive(at))
}

fn messages(text: &str) {
    let shown = notification(text);
    assert!(is_shown(&shown) && !shown.contains("]("), "{shown:?}");
    let shown = label(text);
    assert!(is_shown(&shown) && !shown.contains("$("), "{shown:?}");
}

fn syntaxes(text: &str) {
    let page = format!("<p title=\"{0}\" lang='{0}'>{0}</p>", html(text));
    assert!(is_shown(&page), "{page:?}");
    let page = roxmltree::Document::parse(&page).expect("one element");
    let shown = plain(text);
    let element = page.root_element();
    assert_eq!(element.text().unwrap_or_default(), shown);
    assert_eq!(element.attributes().len(), 2);
    assert!(element.attributes().all(|one| one.value() == shown));
    assert_eq!(xml(text), html(text));

    let data = command_data(text);
    assert!(is_shown(&data), "{data:?}");
    assert_eq!(data.replace("%25", "%"), shown, "the runner reads it back");
    assert!(!command_property(text).contains([':', ',']));

    let cell = csv(text);
    assert!(is_shown(&cell), "{cell:?}");
    let inner = cell
        .strip_prefix('"')
        .and_then(|cell| cell.strip_suffix('"'));
    let read = if let Some(inner) = inner {
        assert!(!inner.replace("\"\"", "").contains('"'), "{cell}");
        inner.replace("\"\"", "\"")
    } else {
        assert!(!cell.contains([',', '"', ';']), "{cell}");
        cell
    };
    assert!(
        !read.trim_start().starts_with(['=', '+', '-', '@']),
        "{read}"
    );
    assert_eq!(
        read.strip_prefix('\'').unwrap_or(&read),
        shown.strip_prefix('\'').unwrap_or(&shown)
    );

    if let Some(reference) = uri(text) {
        assert!(reference.is_ascii() && !reference.contains([':', '?', '#', '\\', ' ']));
        assert!(!reference.starts_with('/') && !reference.split('/').any(|part| part == ".."));
    }
    in_markdown(text, &shown);
}

fn in_markdown(text: &str, shown: &str) {
    let markdown = markdown(text);
    assert!(is_shown(&markdown), "{markdown:?}");
    // Apart from escapes, nothing with a meaning is left.
    let mut left = String::new();
    let mut rest = markdown.chars();
    while let Some(character) = rest.next() {
        if character == '\\' {
            let escaped = rest.next();
            assert!(
                escaped.is_some_and(|c| c.is_ascii_punctuation()),
                "{markdown}"
            );
            left.push(' ');
        } else {
            left.push(character);
        }
    }
    assert!(
        !left.contains(['`', '*', '_', '[', ']', '<', '>', '#', '|', '~', '@']),
        "{markdown}"
    );
    assert!(
        !left.contains("://") && !left.to_lowercase().contains("www."),
        "{markdown}"
    );
    assert!(!markdown.starts_with([' ', '-', '+', '=']), "{markdown}");

    let span = markdown_span(text);
    let fence = "`".repeat(span.len() - span.trim_start_matches('`').len());
    let inner = span
        .strip_prefix(&fence)
        .and_then(|span| span.strip_suffix(&fence));
    let inner = inner.expect("a span");
    let runs = inner.split(|c| c != '`').map(str::len);
    assert!(
        shown.is_empty() || !runs.into_iter().any(|run| run == fence.len()),
        "{span}"
    );
    let inner = inner
        .strip_prefix(' ')
        .and_then(|inner| inner.strip_suffix(' '))
        .filter(|inner| !inner.trim().is_empty() || !shown.trim().is_empty())
        .unwrap_or(inner);
    assert!(inner == shown || shown.trim().is_empty(), "{span}");

    let code = markdown_code(text);
    let inner = code
        .strip_prefix("<code>")
        .and_then(|code| code.strip_suffix("</code>"));
    let inner = inner.expect("code");
    assert!(
        is_shown(inner) && !inner.contains(['|', '`', '<', '>', '*', '_', '[', '@', '\\']),
        "{code}"
    );
    assert!(!inner.to_lowercase().contains("www."), "{code}");
}

fn documents(text: &str) {
    let document = value!({ text: [text, { "key": text }] });
    let plain_json = document.to_string();
    let safe = json(&plain_json);
    assert!(is_shown(&safe), "{safe:?}");
    let read: Value = serde_json::from_str(&safe).expect("JSON");
    assert_eq!(read, document, "it means the same");

    let sent = protocol(&plain_json).into_owned();
    let read: Value = serde_json::from_str(&sent).expect("JSON");
    let shown: String = text
        .chars()
        .map(|c| match c {
            '\n' | '\t' => c.to_string(),
            c => plain(c.encode_utf8(&mut [0; 4])),
        })
        .collect();
    assert_eq!(read[&shown][0], shown.as_str());
    assert_eq!(read[&shown][1]["key"], shown.as_str());
    // The form that other writers use.
    let units: Vec<String> = text
        .encode_utf16()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect();
    let escaped = units.concat();
    let sent = protocol(&format!("[\"{escaped}\"]")).into_owned();
    let read: Value = serde_json::from_str(&sent).expect("JSON");
    assert_eq!(read[0], shown.as_str());
}
