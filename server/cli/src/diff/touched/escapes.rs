//! Unicode escapes, which Java replaces before anything else (JLS 3.3): a quote, or the end of a comment or line, may be an
//! escape.

use super::texts::Texts;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The texts of a side with their escapes replaced.
pub(super) struct Decoded {
    pub(super) texts: Texts,
    lines: BTreeMap<String, EscapedLineEnds>,
}

impl Decoded {
    pub(super) fn of(texts: &Texts) -> Self {
        let mut lines = BTreeMap::new();
        let decoded = texts.iter().map(|(file, text)| {
            let (decoded, moved) = decoded(text);
            if !moved.0.is_empty() {
                lines.insert(file.clone(), moved);
            }
            let decoded = match decoded {
                Cow::Borrowed(_) => Arc::clone(text),
                Cow::Owned(decoded) => Arc::from(decoded),
            };
            (file.clone(), decoded)
        });
        let texts = decoded.collect();
        Self { texts, lines }
    }

    /// The lines of a file.
    pub(super) fn lines(&self, file: &str) -> &EscapedLineEnds {
        const NONE: &EscapedLineEnds = &EscapedLineEnds(Vec::new());
        self.lines.get(file).unwrap_or(NONE)
    }
}

/// The lines, from 1, that contain an escaped line end, once for each: the compiler does not count these.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct EscapedLineEnds(Vec<u32>);

impl EscapedLineEnds {
    /// The line in the written text for a line of the decoded text.
    pub(super) fn written(&self, read: u32) -> u32 {
        let before = (self.0.iter().zip(0..)).take_while(|(line, before)| *line + before < read);
        read - u32::try_from(before.count()).unwrap_or(0)
    }

    /// The first and the last line of the decoded text for a line of the written text.
    pub(super) fn read(&self, written: u32) -> (u32, u32) {
        let count = |many: usize| written.saturating_add(u32::try_from(many).unwrap_or(0));
        (
            count(self.0.partition_point(|line| *line < written)),
            count(self.0.partition_point(|line| *line <= written)),
        )
    }
}

/// A text with its escapes replaced. Invalid escapes, and unpaired surrogates, stay as they are.
fn decoded(text: &str) -> (Cow<'_, str>, EscapedLineEnds) {
    if !text.contains("\\u") {
        return (Cow::Borrowed(text), EscapedLineEnds::default());
    }
    let mut decoded = String::with_capacity(text.len());
    let mut lines = EscapedLineEnds::default();
    let mut line = 1;
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let mut length = sign.len_utf8();
        match sign {
            // The second of two backslashes does not start an escape.
            '\\' if rest.starts_with("\\\\") => length = 2,
            '\\' => {
                if let Some((escaped, read)) = escape(rest) {
                    decoded.push(escaped);
                    if matches!(escaped, '\n' | '\r') {
                        lines.0.push(line);
                    }
                    rest = &rest[read..];
                    continue;
                }
            }
            '\n' => line += 1,
            '\r' if !rest.starts_with("\r\n") => line += 1,
            _ => {}
        }
        decoded.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    (Cow::Owned(decoded), lines)
}

/// The character of an escape at the start of a text, and the length of the escape.
fn escape(text: &str) -> Option<(char, usize)> {
    let (unit, length) = unit(text)?;
    if let Some(sign) = char::from_u32(u32::from(unit)) {
        return Some((sign, length));
    }
    let (low, more) = self::unit(&text[length..])?;
    let sign = char::decode_utf16([unit, low]).next()?.ok()?;
    Some((sign, length + more))
}

fn unit(text: &str) -> Option<(u16, usize)> {
    let marked = text.strip_prefix("\\u")?.trim_start_matches('u');
    let digits = marked.get(..4)?;
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let unit = u16::from_str_radix(digits, 16)
        .ok()
        .filter(|_| are_digits)?;
    Some((unit, text.len() - marked.len() + 4))
}

#[cfg(test)]
mod tests {
    use super::{EscapedLineEnds, decoded};

    #[test]
    fn escapes_are_read_as_the_compiler_does() {
        for (written, read) in [
            (r"\u0022+\uuu002f", "\"+/"),
            (r"\u0061b \u00e9\u00E9", "ab éé"),
            // After an even number of backslashes there is no escape, and a backslash that is an escape itself does not start
            // one.
            (r"\\u0022 \\\u0022 \\\\u0022", r#"\\u0022 \\" \\\\u0022"#),
            (r"\u005cu0022 \u005c\u005c", r"\u0022 \\"),
            (
                r"\ud83d\ude00 \ud83d \ude00\ud83d",
                r"😀 \ud83d \ude00\ud83d",
            ),
            (r"\u12 \u \u00g0 \u+041 \", r"\u12 \u \u00g0 \u+041 \"),
            (r"\u00é9", r"\u00é9"),
        ] {
            assert_eq!(decoded(written).0, read, "{written}");
        }
    }

    #[test]
    fn lines_are_those_of_the_written_text() {
        let text = "a\r\nb \\u000a c \\u000D d\n\\u000ae\n";
        let (read, lines) = decoded(text);
        assert_eq!(read, "a\r\nb \n c \r d\n\ne\n");
        assert_eq!(lines, EscapedLineEnds(vec![2, 2, 3]));
        let written: Vec<u32> = (1..=7).map(|line| lines.written(line)).collect();
        assert_eq!(written, [1, 2, 2, 2, 3, 3, 4]);
        assert_eq!(lines.read(1), (1, 1));
        assert_eq!(lines.read(2), (2, 4));
        assert_eq!(lines.read(3), (5, 6));
        assert_eq!(lines.read(4), (7, 7));
    }
}
