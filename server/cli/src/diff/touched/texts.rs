//! The texts of a side, and the names in them.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The texts of a side, by file.
pub(super) type Texts = BTreeMap<String, Arc<str>>;

/// Whether a text contains a name that is not part of a longer one.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    words(text, word).next().is_some()
}

/// The rests of a text behind each place where it contains a name that is not part of a longer one.
pub(super) fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    let is_part = |sign: Option<char>| {
        sign.is_some_and(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '$'))
    };
    let found = text.match_indices(word).filter(|_| !word.is_empty());
    found.filter_map(move |(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let is_whole = !is_part(before.chars().next_back()) && !is_part(after.chars().next());
        is_whole.then_some(after)
    })
}

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn a_name_is_a_whole_word() {
        for text in ["x", "a.x + 1", "x.y", "(x)", "é = x;"] {
            assert!(has_word(text, "x"), "{text}");
        }
        for text in ["xx", "x1", "éx", "_x", "$x", "", "max(y)"] {
            assert!(!has_word(text, "x"), "{text}");
        }
    }
}
