//! Unicode escapes that javac reads as other syntax than the parser: `// \u000a n++;` runs `n++`.

/// Whether javac ends a comment or literal earlier than the parser, because an escape in it is an end of line, a quote, a
/// backslash or part of `*/`.
pub(crate) fn has_hidden_end(text: &str, kind: &str) -> bool {
    let ends: &[u32] = match kind {
        "line_comment" => &[0x0a, 0x0d],
        "block_comment" => &[0x2a, 0x2f],
        "string_literal" | "character_literal" => &[0x0a, 0x0d, 0x22, 0x27, 0x5c],
        _ => return false,
    };
    escapes(text).any(|escaped| ends.contains(&escaped))
}

/// The values of the Unicode escapes in a text. After an odd number of backslashes, a backslash begins none.
fn escapes(text: &str) -> impl Iterator<Item = u32> {
    let starts = text.match_indices("\\u").filter(|(at, _)| {
        let before = text.as_bytes()[..*at].iter().rev();
        before.take_while(|byte| **byte == b'\\').count() % 2 == 0
    });
    starts.filter_map(|(at, _)| {
        let digits = text[at + 1..].trim_start_matches('u').get(..4)?;
        u32::from_str_radix(digits, 16).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::has_hidden_end;

    #[test]
    fn only_escapes_that_end_something_hide_code() {
        assert!(has_hidden_end("// \\u000a n++;", "line_comment"));
        assert!(has_hidden_end("/* \\uuu002A/ n++; /* */", "block_comment"));
        assert!(has_hidden_end("\"\\u0022", "string_literal"));
        assert!(!has_hidden_end("/* \\u000a */", "block_comment"));
        assert!(!has_hidden_end("\"\\\\u0022\"", "string_literal"));
        assert!(!has_hidden_end("\"\\u00e9\\u0\"", "string_literal"));
    }
}
