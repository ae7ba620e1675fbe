//! Text of a project within the syntax of each form.

use std::fmt::Write;

/// For a terminal and a line of text: control characters, and those that turn the direction of text, are written out.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            let _ = write!(plain, "{}", character.escape_unicode());
        } else {
            plain.push(character);
        }
    }
    plain
}

/// Characters that nobody sees and that change what is seen around them.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// For text and attributes of HTML.
pub(crate) fn html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in plain(text).chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            _ => html.push(character),
        }
    }
    html
}

/// For Markdown, as code: every sign that has a meaning becomes a reference, which has none (`CommonMark` 0.31, section
/// 2.5). In `<code>` nothing is taken for a mention or a link either.
pub(crate) fn markdown(text: &str) -> String {
    let mut markdown = String::from("<code>");
    for character in plain(text).chars() {
        if character.is_ascii_punctuation() && !matches!(character, '.' | ',' | '(' | ')' | '/') {
            let _ = write!(markdown, "&#{};", u32::from(character));
        } else {
            markdown.push(character);
        }
    }
    markdown.push_str("</code>");
    markdown
}

/// For text and attributes of XML 1.0, which has no way to write most control characters.
pub(crate) fn xml(text: &str) -> String {
    html(text)
        .chars()
        .map(|character| match character {
            '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            _ => character,
        })
        .collect()
}

/// For the message of a workflow command.
pub(crate) fn command_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// For a property of a workflow command.
pub(crate) fn command_property(text: &str) -> String {
    command_data(text).replace(':', "%3A").replace(',', "%2C")
}

/// For a cell of CSV (RFC 4180). A spreadsheet must not take a name for a formula.
pub(crate) fn csv(text: &str) -> String {
    let text = plain(text);
    let text = if text.starts_with(['=', '+', '-', '@']) {
        format!("'{text}")
    } else {
        text
    };
    if text.contains([',', '"', ' ', ';']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// A relative path as a reference (RFC 3986); `None` for one that leaves its folder.
pub(crate) fn uri(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    if path.is_empty()
        || path.starts_with('/')
        || has_drive
        || path.split('/').any(|part| part == "..")
    {
        return None;
    }
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_' | b'~') {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Some(uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str =
        "a|`b`<img src=x onerror=alert(1)>&\"'%::error::x\r\n=1+1\u{1b}[31m\u{202e}@all";

    #[test]
    fn nothing_of_a_name_has_a_meaning() {
        assert!(!plain(HOSTILE).contains(['\u{1b}', '\r', '\n', '\u{202e}']));
        assert!(!html(HOSTILE).contains(['<', '>', '"', '\'', '\n']));
        assert!(!xml("\u{0}\u{ffff}<").contains(['\u{0}', '\u{ffff}', '<']));
        let code = markdown(HOSTILE);
        let inner = code
            .strip_prefix("<code>")
            .and_then(|code| code.strip_suffix("</code>"));
        let inner = inner.expect("code");
        assert!(
            !inner.contains(['|', '`', '<', '>', '*', '_', '[', '@', '\n']),
            "{inner}"
        );
        assert!(!command_data(HOSTILE).contains(['\r', '\n']));
        assert_eq!(command_property("a:b,c%d\n"), "a%3Ab%2Cc%25d%0A");
        assert_eq!(csv("=1+1"), "'=1+1");
        assert_eq!(csv("a\"b,c"), "\"a\"\"b,c\"");
    }

    #[test]
    fn a_path_is_a_reference_below_its_root_or_none() {
        assert_eq!(uri("src/Ä b.java").as_deref(), Some("src/%C3%84%20b.java"));
        assert_eq!(uri("a\\b.java").as_deref(), Some("a/b.java"));
        for path in ["", "/etc/passwd", "../x", "a/../../x", "C:/x", "a\\..\\x"] {
            assert_eq!(uri(path), None, "{path}");
        }
    }
}
