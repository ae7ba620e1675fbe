//! Standard output and standard error, as read by people and by CI runners.

use crate::hidden::{is_hidden, push};
use crate::json::json;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

/// The start of a runner command, anywhere in a line: `##[name]`, `##vso[name]`, `##teamcity[name]`.
const DIRECTIVE: &str = "##";

/// A colour that jouled uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// The terminal's own cyan.
    Cyan,
    /// Red, green and blue, each from 0 to 255.
    Rgb(u8, u8, u8),
}

/// Writes text for people line by line. Whatever the text, it writes exactly one line for each ended line, and no text
/// controls a terminal or becomes a command of a pipeline. Colours are separate from the text.
///
/// It deliberately does not support `write!`, so that no text can insert a line break.
#[derive(Debug)]
pub struct Screen<W> {
    out: W,
    line: String,
    /// The positions in the line where a colour begins, or ends if it is `None`.
    colours: Vec<(usize, Option<Colour>)>,
}

impl<W: Write> Screen<W> {
    /// Writes to another writer, which interprets or removes the colour codes.
    pub const fn new(out: W) -> Self {
        Self {
            out,
            line: String::new(),
            colours: Vec::new(),
        }
    }

    /// Adds to the line.
    pub fn part(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a string fails only if the text itself does.
        let _ = fmt::Write::write_fmt(&mut self.line, text);
    }

    /// Adds to the line in a colour.
    pub fn coloured(&mut self, colour: Colour, text: fmt::Arguments<'_>) {
        self.colours.push((self.line.len(), Some(colour)));
        self.part(text);
        self.colours.push((self.line.len(), None));
    }

    /// Adds to the line and ends it.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn line(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        self.part(text);
        if self.colours.is_empty() {
            self.out.write_all(terminal(&self.line).as_bytes())?;
        } else {
            let line = shown(&self.line, &self.colours);
            self.out.write_all(line.as_bytes())?;
        }
        self.line.clear();
        self.colours.clear();
        self.out.write_all(b"\n")
    }

    /// Ends the line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn end(&mut self) -> io::Result<()> {
        self.line(format_args!(""))
    }

    /// Writes a whole document of JSON.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn json(&mut self, document: &str) -> io::Result<()> {
        self.out.write_all(json(document).as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// Flushes the writer.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Screen<Vec<u8>> {
    /// The ended lines.
    pub fn into_text(self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }
}

/// One line for a terminal, in the form of [`Screen`].
pub fn terminal(line: &str) -> Cow<'_, str> {
    let is_printed = |byte: u8| matches!(byte, b' '..=b'~');
    let is_quiet = line.bytes().all(is_printed)
        && !line.trim_start().starts_with("::")
        && !line.contains(DIRECTIVE);
    if is_quiet {
        Cow::Borrowed(line)
    } else {
        Cow::Owned(shown(line, &[]))
    }
}

fn shown(line: &str, colours: &[(usize, Option<Colour>)]) -> String {
    let mut text = String::with_capacity(line.len() + 16 * colours.len());
    let mut colours = colours.iter().peekable();
    // A runner looks for `::` after its kind of whitespace; hidden characters are no longer whitespace for it.
    let first = line.find(|c: char| !c.is_whitespace() || is_hidden(c));
    for (at, character) in line.char_indices() {
        while let Some((_, colour)) = colours.next_if(|(start, _)| *start <= at) {
            paint(&mut text, *colour);
        }
        let rest = &line[at..];
        let begins_command = first == Some(at) && rest.starts_with("::");
        let begins_directive = character == '#' && line[..at].ends_with('#') && names(rest);
        if begins_command || begins_directive {
            text.extend(character.escape_unicode());
        } else {
            push(&mut text, character);
        }
    }
    for (_, colour) in colours {
        paint(&mut text, *colour);
    }
    text
}

/// Whether `##` is followed by an optional name in letters and a bracket.
fn names(rest: &str) -> bool {
    let rest = rest.trim_start_matches('#');
    rest.trim_start_matches(|c: char| c.is_ascii_alphabetic())
        .starts_with('[')
}

/// The colour codes of ECMA-48, 8.3.117.
fn paint(text: &mut String, colour: Option<Colour>) {
    let code = match colour {
        None => String::from("0"),
        Some(Colour::Cyan) => String::from("36"),
        Some(Colour::Rgb(red, green, blue)) => format!("38;2;{red};{green};{blue}"),
    };
    text.push_str("\u{1b}[");
    text.push_str(&code);
    text.push('m');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_and_no_command() {
        for (text, expected) in [
            ("p.A.f(int)  1.2 nJ", "p.A.f(int)  1.2 nJ"),
            ("a\n::error::b", "a\\u{a}::error::b"),
            ("::error::b", "\\u{3a}:error::b"),
            (" \u{a0}::b", " \u{a0}\\u{3a}:b"),
            ("\u{85}::b", "\\u{85}::b"),
            (
                "\u{1b}[2J\u{9b}2J\r\u{8}",
                "\\u{1b}[2J\\u{9b}2J\\u{d}\\u{8}",
            ),
            ("a ##[error]b", "a #\\u{23}[error]b"),
            ("a ##vso[task.x]b", "a #\\u{23}vso[task.x]b"),
            ("###[x]", "#\\u{23}\\u{23}[x]"),
            ("## heading a[0]", "## heading a[0]"),
        ] {
            assert_eq!(terminal(text), expected);
            assert_eq!(terminal(expected), expected);
        }
    }

    #[test]
    fn a_screen_has_one_line_for_each_ended_line() {
        let mut screen = Screen::new(Vec::new());
        screen.part(format_args!(":"));
        screen.coloured(Colour::Cyan, format_args!("{}", ":a\u{1b}\n"));
        screen.line(format_args!("b")).unwrap();
        screen.end().unwrap();
        assert_eq!(
            screen.into_text(),
            "\\u{3a}\u{1b}[36m:a\\u{1b}\\u{a}\u{1b}[0mb\n\n"
        );
    }
}
