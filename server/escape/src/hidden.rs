//! Invisible characters.

use std::fmt::Write;

/// A line of text in which hidden characters are written out, such as `\u{1b}`. The result is one line.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        push(&mut plain, character);
    }
    plain
}

/// Adds a character in the form of [`plain`].
pub(crate) fn push(text: &mut String, character: char) {
    if is_hidden(character) {
        // Writing to a string never fails.
        let _ = write!(text, "{}", character.escape_unicode());
    } else {
        text.push(character);
    }
}

/// Whether a character is invisible but may control the display or change how the text around it looks: controls (C0, DEL,
/// C1), line breaks, bidirectional controls, tags, everything that Unicode renders as nothing
/// (`Default_Ignorable_Code_Point`), and noncharacters.
pub const fn is_hidden(character: char) -> bool {
    match character {
        ' '..='~' => false,
        '\0'..='\u{9f}'
        | '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fdd0}'..='\u{fdef}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        // The last two code points of each plane.
        _ => character as u32 & 0xfffe == 0xfffe,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_hidden_and_letters_are_not() {
        for character in [
            '\0',
            '\u{7}',
            '\u{8}',
            '\t',
            '\n',
            '\r',
            '\u{1b}',
            '\u{7f}',
            '\u{80}',
            '\u{85}',
            '\u{9b}',
            '\u{9f}',
            '\u{200d}',
            '\u{2028}',
            '\u{202e}',
            '\u{2066}',
            '\u{feff}',
            '\u{e0041}',
            '\u{e0100}',
            '\u{ffff}',
            '\u{10fffe}',
        ] {
            assert!(is_hidden(character), "{character:?}");
        }
        for character in " aZ~é漢⚡±≈−–…·µ�🦀\u{a0}".chars() {
            assert!(!is_hidden(character), "{character:?}");
        }
    }

    #[test]
    fn hidden_characters_are_written_out() {
        assert_eq!(
            plain("a\u{1b}[31m\nb\u{202e}"),
            "a\\u{1b}[31m\\u{a}b\\u{202e}"
        );
    }
}
