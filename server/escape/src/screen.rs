//! Standard output and standard error, as people and runners of pipelines read them.

use crate::hidden::{is_hidden, push};
use crate::json::json;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

/// What begins a command of a runner, wherever it is in a line: `##[name]`, `##vso[name]`, `##teamcity[name]`.
const DIRECTIVE: &str = "##";

/// A colour of our own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// The terminal's own cyan.
    Cyan,
    /// Red, green and blue, each from 0 to 255.
    Rgb(u8, u8, u8),
}

/// Writes text for people line by line. Whatever the text, it writes exactly one line for each ended line, and
/// no text acts on a terminal or becomes a command of a pipeline. Colours are not text.
///
/// `write!` does not work on it on purpose, so that no break of a line comes from a text.
#[derive(Debug)]
pub struct Screen<W> {
    out: W,
    line: String,
    /// Where colours begin (and, with none, end) in the line.
    colours: Vec<(usize, Option<Colour>)>,
}

impl<W: Write> Screen<W> {
    /// Writes to another writer, which takes or strips the codes of colours.
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

    /// Hands on what was written.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Screen<Vec<u8>> {
    /// The lines that were ended.
    pub fn into_text(self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }
}

/// One line for a terminal, as [`Screen`] writes it.
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
    // A runner looks for `::` behind the blanks, as it counts them; what is hidden is none any more.
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

/// Whether a sign is followed by a name in letters and a bracket, or by a bracket alone.
fn names(rest: &str) -> bool {
    let rest = rest.trim_start_matches('#');
    rest.trim_start_matches(|c: char| c.is_ascii_alphabetic())
        .starts_with('[')
}

/// The codes of ECMA-48, 8.3.117.
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
    fn a_screen_has_as_many_lines_as_were_ended() {
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
