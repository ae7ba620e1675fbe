//! Numbers with their nouns.

use std::fmt::Display;

/// `1 file`, `2 files`: a number in its display form, and the word for one or for several.
pub fn how_many(count: impl Display, one: &str, several: &str) -> String {
    let count = count.to_string();
    let word = if count == "1" { one } else { several };
    format!("{count} {word}")
}

#[cfg(test)]
mod tests {
    use super::how_many;

    #[test]
    fn only_one_has_the_singular() {
        let calls = |count: &str| how_many(count, "call", "calls");
        for (count, text) in [
            ("0", "0 calls"),
            ("1", "1 call"),
            ("1.0", "1.0 calls"),
            ("11", "11 calls"),
        ] {
            assert_eq!(calls(count), text);
        }
    }
}
