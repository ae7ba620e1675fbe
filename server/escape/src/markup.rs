//! HTML, XML and URI references to files.

use crate::plain;
use std::fmt::Write;

/// Text and quoted attributes in HTML, and in SVG within it.
pub fn html(text: &str) -> String {
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

/// Text and quoted attributes in XML 1.0. Characters that XML cannot express are hidden ones, and are written out as in
/// HTML.
pub fn xml(text: &str) -> String {
    html(text)
}

/// A JSON document as the content of an HTML `script` element, where references do not work: nothing in it ends the element
/// or begins a comment.
pub fn script_data(document: &str) -> String {
    let mut data = String::with_capacity(document.len());
    for character in crate::json(document).chars() {
        match character {
            // JSON has none of these outside strings.
            '<' | '>' | '&' => {
                let _ = write!(data, "\\u{:04x}", u32::from(character));
            }
            _ => data.push(character),
        }
    }
    data
}

/// A relative path as a URI reference (RFC 3986); `None` if it leaves its folder.
pub fn uri(path: &str) -> Option<String> {
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

    #[test]
    fn a_name_is_no_markup() {
        assert_eq!(
            html("<b a=\"&'\">\u{7}"),
            "&lt;b a=&quot;&amp;&#39;&quot;&gt;\\u{7}"
        );
        assert_eq!(xml("\u{0}\u{ffff}<"), "\\u{0}\\u{ffff}&lt;");
    }

    #[test]
    fn data_does_not_end_its_script() {
        let value = serde_json::json!({"a": "</script><!--<script>&amp;]]>\u{2028}\u{202e}"});
        let data = script_data(&value.to_string());
        assert!(
            !data.contains(['<', '>', '&', '\u{2028}', '\u{202e}']),
            "{data}"
        );
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&data).unwrap(),
            value
        );
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
