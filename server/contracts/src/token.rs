//! Splits a clause into words, numbers and signs.

use std::ops::Range;

/// A word, a number or a sign, with its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind<'t>,
    /// Its byte range.
    pub(crate) range: Range<usize>,
    /// Whether it is the first token of a line, after any comment signs.
    pub(crate) begins_line: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum TokenKind<'t> {
    /// A name or a keyword: `n`, `energy`, `loop@12`, `next#2`.
    Word(&'t str),
    /// A number as written, with its underscores.
    Number(&'t str),
    /// `<=`, `&&`, `;`, and everything that is neither a word nor a number; characters without a meaning are separate signs.
    Sign(&'t str),
}

/// Signs of two characters.
const PAIRS: [&str; 6] = ["<=", ">=", "==", "!=", "&&", "[]"];

/// Words that the analysis combines with a line number to form names: `loop@12`.
const NUMBERED: [&str; 3] = ["loop", "array", "code"];

/// Splits the given parts of a text, in ascending order, into at most `most` tokens.
pub(crate) fn tokens<'t>(text: &'t str, parts: &[Range<usize>], most: usize) -> Vec<Token<'t>> {
    let mut tokens = Vec::new();
    for part in parts {
        let mut begins_line = true;
        let mut at = part.start;
        while let Some(first) = rest(text, at, part.end).chars().next() {
            if tokens.len() >= most {
                return tokens;
            }
            if first.is_whitespace() {
                at += first.len_utf8();
                continue;
            }
            let left = rest(text, at, part.end);
            let (length, make): (usize, fn(&'t str) -> TokenKind<'t>) = if is_word_start(first) {
                (word_length(left), TokenKind::Word)
            } else if first.is_ascii_digit() || starts_with_fraction(left) {
                (number_length(left), TokenKind::Number)
            } else {
                let pair = PAIRS.iter().find(|pair| left.starts_with(**pair));
                (
                    pair.map_or(first.len_utf8(), |pair| pair.len()),
                    TokenKind::Sign,
                )
            };
            let range = at..at + length;
            tokens.push(Token {
                kind: make(&text[range.clone()]),
                range,
                begins_line: std::mem::take(&mut begins_line),
            });
            at += length;
        }
    }
    tokens
}

fn rest(text: &str, from: usize, to: usize) -> &str {
    text.get(from..to).unwrap_or_default()
}

fn is_word_start(character: char) -> bool {
    character.is_alphabetic() || matches!(character, '_' | '$')
}

fn is_word_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

fn length_while(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.find(|character| !holds(character))
        .unwrap_or(text.len())
}

fn word_length(text: &str) -> usize {
    let stem = length_while(text, is_word_part);
    let (word, rest) = text.split_at(stem);
    let numbered = rest.starts_with('#') || rest.starts_with('@') && NUMBERED.contains(&word);
    let digits = if numbered {
        length_while(&rest[1..], |digit| digit.is_ascii_digit())
    } else {
        0
    };
    if digits == 0 {
        return stem;
    }
    stem + 1 + digits
}

fn starts_with_fraction(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next() == Some(b'.') && bytes.next().is_some_and(|byte| byte.is_ascii_digit())
}

/// `5`, `1_000`, `0.5`, `1e-3`.
fn number_length(text: &str) -> usize {
    let is_digit = |character: char| character.is_ascii_digit() || character == '_';
    let mut length = length_while(text, is_digit);
    if starts_with_fraction(&text[length..]) {
        length += 1 + length_while(&text[length + 1..], is_digit);
    }
    let exponent = &text[length..];
    if exponent.starts_with(['e', 'E']) {
        let signed = usize::from(exponent[1..].starts_with(['+', '-']));
        let digits = length_while(&exponent[1 + signed..], |digit| digit.is_ascii_digit());
        if digits > 0 {
            length += 1 + signed + digits;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind<'_>> {
        let all = std::iter::once(0..text.len()).collect::<Vec<_>>();
        let tokens = tokens(text, &all, usize::MAX);
        tokens.into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn words_numbers_and_signs() {
        use TokenKind::{Number, Sign, Word};
        assert_eq!(
            kinds("energy<=5mJ@.99 when 1_000>=n;"),
            [
                Word("energy"),
                Sign("<="),
                Number("5"),
                Word("mJ"),
                Sign("@"),
                Number(".99"),
                Word("when"),
                Number("1_000"),
                Sign(">="),
                Word("n"),
                Sign(";"),
            ]
        );
        assert_eq!(
            kinds("1e3 2.5e-3 3e µJ xs.length"),
            [
                Number("1e3"),
                Number("2.5e-3"),
                Number("3"),
                Word("e"),
                Word("µJ"),
                Word("xs"),
                Sign("."),
                Word("length"),
            ]
        );
    }

    #[test]
    fn names_of_the_analysis_are_words() {
        use TokenKind::{Number, Sign, Word};
        assert_eq!(
            kinds("loop@12 next#2 rows[].length mJ@0"),
            [
                Word("loop@12"),
                Word("next#2"),
                Word("rows"),
                Sign("[]"),
                Sign("."),
                Word("length"),
                Word("mJ"),
                Sign("@"),
                Number("0"),
            ]
        );
    }
}
