//! JSON (RFC 8259).

use crate::hidden::is_hidden;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// A complete JSON document in which hidden characters are written as `\u202e`. Its meaning stays the same, because JSON
/// has no such characters outside strings.
pub fn json(document: &str) -> Cow<'_, str> {
    if !document.contains(is_hidden_in_json) {
        return Cow::Borrowed(document);
    }
    let mut json = String::with_capacity(document.len() + 16);
    for character in document.chars() {
        if is_hidden_in_json(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(json, "\\u{unit:04x}");
            }
        } else {
            json.push(character);
        }
    }
    Cow::Owned(json)
}

/// Below DEL there are only JSON's own punctuation and whitespace: control characters in strings are already escaped.
const fn is_hidden_in_json(character: char) -> bool {
    character >= '\u{7f}' && is_hidden(character)
}

/// Writes JSON in the form of [`json`], in pieces that may end within a character.
#[derive(Debug)]
pub struct JsonWriter<W> {
    out: W,
    /// The beginning of an incomplete character.
    begun: Vec<u8>,
}

impl<W: Write> JsonWriter<W> {
    /// Writes to another writer.
    pub const fn new(out: W) -> Self {
        Self {
            out,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for JsonWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begun.is_empty() && bytes.iter().all(|byte| *byte < 0x7f) {
            self.out.write_all(bytes)?;
            return Ok(bytes.len());
        }
        self.begun.extend_from_slice(bytes);
        let whole = whole_characters(&self.begun);
        let rest = self.begun.split_off(whole);
        let characters = std::mem::replace(&mut self.begun, rest);
        for part in characters.utf8_chunks() {
            self.out.write_all(json(part.valid()).as_bytes())?;
            if !part.invalid().is_empty() {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The length of the bytes without an incomplete last character.
fn whole_characters(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => {
            let last = bytes.utf8_chunks().last();
            let begun = last.map_or(0, |last| match std::str::from_utf8(last.invalid()) {
                Err(error) if error.error_len().is_none() => last.invalid().len(),
                _ => 0,
            });
            bytes.len() - begun
        }
    }
}

/// A protocol message (JSON) in whose strings hidden characters are written out for readers, such as `\u{202e}`. Line
/// breaks and tabs stay, because Markdown and diagnostics contain some; fields that show one line escape them earlier.
pub fn protocol(message: &str) -> Cow<'_, str> {
    let Some(first) = first_suspicion(message) else {
        return Cow::Borrowed(message);
    };
    let (done, mut rest) = message.split_at(first);
    let mut out = String::with_capacity(message.len() + 64);
    out.push_str(done);
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character != '\\' {
            if is_hidden_in_json(character) {
                written_out(&mut out, character);
            } else {
                out.push(character);
            }
            continue;
        }
        let (meant, length) = escaped(rest);
        match meant {
            Some(hidden) if is_hidden(hidden) && !matches!(hidden, '\n' | '\t') => {
                written_out(&mut out, hidden);
            }
            _ => {
                out.push('\\');
                out.push_str(rest.get(..length).unwrap_or_default());
            }
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    Cow::Owned(out)
}

/// The position of the first character that may have to be written out.
fn first_suspicion(message: &str) -> Option<usize> {
    let is_escape = |at: usize| {
        let rest = message.get(at + 1..).unwrap_or_default();
        rest.starts_with(['u', 'b', 'f', 'r', '\\'])
    };
    message
        .char_indices()
        .find(|(at, c)| is_hidden_in_json(*c) || *c == '\\' && is_escape(*at))
        .map(|(at, _)| at)
}

/// Writes out a hidden character within a string, for readers: the backslash becomes part of the text.
fn written_out(out: &mut String, character: char) {
    out.push('\\');
    let _ = write!(out, "{}", character.escape_unicode());
}

/// The meaning of an escape whose backslash was read, and its length in bytes after the backslash.
fn escaped(rest: &str) -> (Option<char>, usize) {
    let first = rest.chars().next();
    match first {
        Some('b') => (Some('\u{8}'), 1),
        Some('f') => (Some('\u{c}'), 1),
        Some('n') => (Some('\n'), 1),
        Some('r') => (Some('\r'), 1),
        Some('t') => (Some('\t'), 1),
        Some('u') => {
            let Some(unit) = code_unit(rest) else {
                return (None, 1);
            };
            if let Some(character) = char::from_u32(unit.into()) {
                return (Some(character), 5);
            }
            let second = rest.get(5..).and_then(|rest| rest.strip_prefix('\\'));
            let pair = second.and_then(code_unit).map(|second| [unit, second]);
            let pair = pair.and_then(|pair| char::decode_utf16(pair).next()?.ok());
            match pair {
                Some(character) => (Some(character), 11),
                None => (None, 5),
            }
        }
        Some(other) => (None, other.len_utf8()),
        None => (None, 0),
    }
}

/// The code unit of `u202e`.
fn code_unit(rest: &str) -> Option<u16> {
    let digits = rest.strip_prefix('u')?.get(..4)?;
    let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hexadecimal
        .then(|| u16::from_str_radix(digits, 16).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_mean_the_same() {
        let document = serde_json::json!({"a\u{9b}": ["\u{202e}\u{1b}\n", "é⚡", "\u{e0041}"]});
        let text = document.to_string();
        let safe = json(&text);
        assert!(
            safe.contains("\\u202e") && safe.contains("\\u009b"),
            "{safe}"
        );
        assert!(
            safe.contains("\\udb40\\udc41") && safe.contains("é⚡"),
            "{safe}"
        );
        let read: serde_json::Value = serde_json::from_str(&safe).unwrap();
        assert_eq!(read, document);
    }

    #[test]
    fn pieces_may_end_within_a_character() {
        let text = "{\"\u{202e}é\u{9b}⚡\u{e0041}\":1}";
        for size in 1..=text.len() {
            let mut writer = JsonWriter::new(Vec::new());
            for piece in text.as_bytes().chunks(size) {
                writer.write_all(piece).unwrap();
            }
            let written = String::from_utf8(writer.out).unwrap();
            assert_eq!(written, json(text), "in pieces of {size}");
        }
    }

    #[test]
    fn a_message_shows_hidden_characters() {
        let hostile = "a\u{1b}[31m\r\u{8}\u{9b}\u{202e}\u{e0041}\n\t\\u202e \"é⚡\"";
        let text = serde_json::json!({ "message": hostile }).to_string();
        let safe = protocol(&text);
        let read: serde_json::Value = serde_json::from_str(&safe).unwrap();
        assert_eq!(
            read["message"],
            "a\\u{1b}[31m\\u{d}\\u{8}\\u{9b}\\u{202e}\\u{e0041}\n\t\\u202e \"é⚡\""
        );
        let escaped = protocol(r#"{"a":"\u202e\udb40\udc41\ud800\u12"}"#);
        assert_eq!(escaped, r#"{"a":"\\u{202e}\\u{e0041}\ud800\u12"}"#);
        assert!(matches!(protocol("{\"a\":\"⚡ \\n\"}"), Cow::Borrowed(_)));
    }
}
