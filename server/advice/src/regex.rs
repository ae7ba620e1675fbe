//! Regular expressions that are certainly valid, so that compiling them elsewhere throws nothing.

use crate::code::{Code, bare};
use std::iter::Peekable;
use std::str::Chars;
use tree_sitter::Node;

/// Deeper groups are not analysed.
const DEEPEST: usize = 20;

/// The contents of a string literal, with escapes resolved; `None` for text blocks and numeric escapes.
pub(crate) fn literal(code: &Code<'_>, node: Node<'_>) -> Option<String> {
    let node = bare(node);
    let text = code.of(node);
    if node.kind() != "string_literal" || text.starts_with("\"\"\"") {
        return None;
    }
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut whole = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        whole.push(match character {
            '\\' => match characters.next()? {
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                's' => ' ',
                same @ ('\\' | '"' | '\'') => same,
                _ => return None,
            },
            other => other,
        });
    }
    Some(whole)
}

/// Whether `String.split` compiles nothing for a pattern: it is one character that stands for itself.
pub(crate) fn is_one_character(pattern: &str) -> bool {
    let mut characters = pattern.chars();
    match (characters.next(), characters.next(), characters.next()) {
        (Some(one), None, None) => !".$|()[{^?*+\\".contains(one),
        (Some('\\'), Some(other), None) => !other.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Whether a pattern is in the plain part of Java's syntax: characters, classes of them, groups, alternatives and repetitions.
pub(crate) fn is_valid(pattern: &str) -> bool {
    let mut rest = pattern.chars().peekable();
    !pattern.is_empty() && alternatives(&mut rest, DEEPEST).is_some() && rest.next().is_none()
}

fn alternatives(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<()> {
    while let Some(next) = rest.peek().copied() {
        match next {
            ')' => return Some(()),
            '|' => {
                rest.next();
            }
            _ => {
                atom(rest, depth)?;
                repetition(rest)?;
            }
        }
    }
    Some(())
}

fn atom(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<()> {
    match rest.next()? {
        '\\' => is_escape(rest.next()?).then_some(()),
        '[' => class(rest),
        '(' => {
            if rest.peek() == Some(&'?') {
                rest.next();
                (rest.next()? == ':').then_some(())?;
            }
            alternatives(rest, depth.checked_sub(1)?)?;
            (rest.next()? == ')').then_some(())
        }
        '*' | '+' | '?' | '{' | '}' | ']' | ')' | '|' => None,
        _ => Some(()),
    }
}

/// Any number of repetitions, or a range of at most two digits.
fn repetition(rest: &mut Peekable<Chars<'_>>) -> Option<()> {
    match rest.peek().copied() {
        Some('*' | '+' | '?') => {
            rest.next();
        }
        Some('{') => {
            rest.next();
            let least = number(rest)?;
            if rest.peek() == Some(&',') {
                rest.next();
                let most = (rest.peek() != Some(&'}')).then(|| number(rest));
                if most.is_some_and(|most| most.is_none_or(|most| most < least)) {
                    return None;
                }
            }
            (rest.next()? == '}').then_some(())?;
        }
        _ => return Some(()),
    }
    if rest.peek() == Some(&'?') {
        rest.next();
    }
    Some(())
}

fn number(rest: &mut Peekable<Chars<'_>>) -> Option<u32> {
    let mut digits = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    (digits.len() <= 2).then(|| digits.parse().ok()).flatten()
}

/// The text after `[`, up to and including its closing bracket.
fn class(rest: &mut Peekable<Chars<'_>>) -> Option<()> {
    if rest.peek() == Some(&'^') {
        rest.next();
    }
    let mut is_empty = true;
    loop {
        let from = match rest.next()? {
            ']' => return (!is_empty).then_some(()),
            '[' | '&' | '^' | '-' => return None,
            '\\' => {
                let escaped = rest.next()?;
                // A word boundary is not a character.
                (is_escape(escaped) && !matches!(escaped, 'b' | 'B')).then_some(())?;
                None
            }
            other => Some(other),
        };
        is_empty = false;
        if rest.peek() == Some(&'-') {
            rest.next();
            if rest.peek() == Some(&']') {
                continue;
            }
            let to = rest.next().filter(char::is_ascii_alphanumeric)?;
            from.filter(|from| from.is_ascii_alphanumeric() && *from <= to)?;
        }
    }
}

fn is_escape(character: char) -> bool {
    "dDwWsSbBtnrf".contains(character) || character.is_ascii_punctuation()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_patterns_are_valid_for_certain() {
        for pattern in [
            "a",
            ",\\s*",
            "[a-z0-9_]+",
            "(a|b)*?c{2,3}",
            "^\\d+$",
            "(?:x)",
            "[^,]",
            "a{3}",
            "[ab-]",
            "\\.",
            "|",
        ] {
            assert!(is_valid(pattern), "{pattern}");
        }
        for pattern in [
            "", "[", "(", ")", "a)", "*", "a**", "[z-a]", "[]", "\\", "\\q", "a{3,2}", "a{",
            "(?<n>a)", "[a&&b]", "[[a]]", "x{999}", "a++", "[\\b]", "[a\\B]",
        ] {
            assert!(!is_valid(pattern), "{pattern}");
        }
    }

    #[test]
    fn one_character_needs_no_pattern() {
        assert!(is_one_character(",") && is_one_character("\\."));
        assert!(!is_one_character(".") && !is_one_character("\\s") && !is_one_character("ab"));
    }
}
