//! Markdown (`CommonMark` 0.31 with the tables and links of GitHub).

use crate::plain;
use std::fmt::Write;

/// Text in Markdown for an editor: only characters with a meaning get a backslash or become a reference, because some
/// editors show the source.
pub fn markdown(text: &str) -> String {
    let text = plain(text);
    let text = text.trim_start();
    let mut markdown = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let follows = rest.as_str();
        match character {
            '<' => markdown.push_str("&lt;"),
            '>' => markdown.push_str("&gt;"),
            '&' => markdown.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '@' => {
                markdown.push('\\');
                markdown.push(character);
            }
            // Starts of a list, a heading or a thematic break.
            '-' | '+' | '=' if markdown.is_empty() => {
                markdown.push('\\');
                markdown.push(character);
            }
            '.' | ')' if is_number(&markdown) && ends_a_marker(follows) => {
                markdown.push('\\');
                markdown.push(character);
            }
            // Addresses, which would become links.
            ':' if follows.starts_with('/') => markdown.push_str("\\:"),
            '.' if ends_with_www(&markdown) => markdown.push_str("\\."),
            _ => markdown.push(character),
        }
    }
    markdown
}

/// A name as a code span in Markdown for an editor (section 6.1): between more backticks than it contains in a row.
pub fn markdown_span(text: &str) -> String {
    let text = plain(text);
    if text.is_empty() {
        return text;
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let is_bordered = |c: char| c == '`' || c == ' ';
    if text.starts_with(is_bordered) || text.ends_with(is_bordered) {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

/// A name as code in Markdown on a page, also within a table: every character with a meaning becomes a reference, which has
/// none (section 2.5). Within `<code>`, nothing becomes a mention either.
pub fn markdown_code(text: &str) -> String {
    let mut markdown = String::from("<code>");
    for character in plain(text).chars() {
        let is_quiet = matches!(character, ',' | '(' | ')' | '/')
            || character == '.' && !ends_with_www(&markdown);
        if character.is_ascii_punctuation() && !is_quiet {
            let _ = write!(markdown, "&#{};", u32::from(character));
        } else {
            markdown.push(character);
        }
    }
    markdown.push_str("</code>");
    markdown
}

/// Whether the text after a number and its dot makes them a list marker; in `1.5` it does not (section 5.2).
fn ends_a_marker(follows: &str) -> bool {
    follows.is_empty() || follows.starts_with(char::is_whitespace)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn ends_with_www(text: &str) -> bool {
    let start = text.len().saturating_sub(3);
    text.get(start..)
        .is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(
            markdown("<img src=x> [a](b) *c* |d"),
            "&lt;img src=x&gt; \\[a\\](b) \\*c\\* \\|d"
        );
        assert_eq!(markdown("http://a www.b.c"), "http\\://a www\\.b.c");
        assert_eq!(markdown(" - a"), "\\- a");
        assert_eq!(markdown("1. a"), "1\\. a");
        assert_eq!(markdown("1."), "1\\.");
        assert_eq!(markdown("1.5 nJ"), "1.5 nJ");
        assert_eq!(markdown("n.f(x) = 1 - 2"), "n.f(x) = 1 - 2");
    }

    #[test]
    fn a_name_is_code() {
        assert_eq!(markdown_span("A.f(int[])"), "`A.f(int[])`");
        assert_eq!(markdown_span("a``b"), "```a``b```");
        assert_eq!(markdown_span("`"), "`` ` ``");
        assert_eq!(markdown_span("a\n\nb"), "`a\\u{a}\\u{a}b`");
        assert_eq!(
            markdown_code("a|`b`@all www.x"),
            "<code>a&#124;&#96;b&#96;&#64;all www&#46;x</code>"
        );
    }
}
