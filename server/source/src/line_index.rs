//! Converts byte offsets to lines and columns and back.

use std::ops::Range;
use std::sync::Arc;

/// The unit of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColumnEncoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16, the default of the Language Server Protocol.
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

impl ColumnEncoding {
    fn width(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// A position in a text. Both numbers are zero-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Lines before this one.
    pub line: u32,
    /// Columns before this one, in units of a [`ColumnEncoding`].
    pub column: u32,
}

/// The lines of one text.
///
/// A line ends at `\n`, `\r\n` or `\r`, as in javac (JLS 3.4) and in editors (LSP 3.17, "Text Documents"), so the line numbers of
/// both agree. Every query clamps to the text.
#[derive(Debug, Clone)]
pub struct LineIndex {
    text: Arc<str>,
    /// The byte offset of each line's first byte; never empty.
    starts: Arc<[usize]>,
}

impl LineIndex {
    /// Indexes a text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends_line = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends_line {
                starts.push(at + 1);
            }
        }
        let starts = starts.into();
        Self { text, starts }
    }

    /// The indexed text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The number of lines. An empty text has one, and so has the part after a final terminator.
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// The zero-based line of a byte offset.
    pub fn line_of(&self, offset: usize) -> u32 {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// The one-based line of a byte offset, as javac and class files count.
    pub fn line_number(&self, offset: usize) -> u32 {
        self.line_of(offset).saturating_add(1)
    }

    /// The bytes of a zero-based line without its terminator; the end of the text if there is no such line.
    pub fn line_range(&self, line: u32) -> Range<usize> {
        let line = line as usize;
        let end_of_text = self.text.len();
        let Some(&start) = self.starts.get(line) else {
            return end_of_text..end_of_text;
        };
        let next = self.starts.get(line + 1).copied();
        let mut end = next.unwrap_or(end_of_text);
        if next.is_some() {
            let bytes = self.text.as_bytes();
            end -= 1;
            if end > start && bytes[end] == b'\n' && bytes[end - 1] == b'\r' {
                end -= 1;
            }
        }
        start..end
    }

    /// The text of a zero-based line without its terminator.
    pub fn line_text(&self, line: u32) -> &str {
        self.text.get(self.line_range(line)).unwrap_or_default()
    }

    /// The position of a byte offset. An offset inside a character counts as the character's
    /// start, one inside a line terminator as the line's end.
    pub fn position(&self, offset: usize, encoding: ColumnEncoding) -> Position {
        let line = self.line_of(offset.min(self.text.len()));
        let content = self.line_range(line);
        let mut units = 0;
        let mut at = content.start;
        for character in self.line_text(line).chars() {
            at += character.len_utf8();
            if at > offset {
                break;
            }
            units += encoding.width(character);
        }
        Position {
            line,
            column: u32::try_from(units).unwrap_or(u32::MAX),
        }
    }

    /// The byte offset of a position: a column past the line's end counts as its end, one inside
    /// a character as its start, and a line past the text as the text's end.
    pub fn offset(&self, position: Position, encoding: ColumnEncoding) -> usize {
        let content = self.line_range(position.line);
        let wanted = position.column as usize;
        let mut units = 0;
        let mut at = content.start;
        for character in self.line_text(position.line).chars() {
            units += encoding.width(character);
            if units > wanted {
                break;
            }
            at += character.len_utf8();
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [ColumnEncoding; 3] = [
        ColumnEncoding::Utf8,
        ColumnEncoding::Utf16,
        ColumnEncoding::Utf32,
    ];

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn columns_count_in_the_unit_asked_for() {
        let index = LineIndex::new("a🦀b\n漢字 = 1;");
        let crab_end = "a🦀".len();
        let columns = ALL.map(|unit| index.position(crab_end, unit).column);
        assert_eq!(columns, [5, 3, 2]);
        let second = "a🦀b\n漢字".len();
        let columns = ALL.map(|unit| index.position(second, unit));
        assert_eq!(columns, [at(1, 6), at(1, 2), at(1, 2)]);
    }

    #[test]
    fn all_three_terminators_end_a_line() {
        let index = LineIndex::new("a\r\nbc\rd\n");
        assert_eq!(index.line_count(), 4);
        let lines: Vec<_> = (0..5).map(|line| index.line_text(line)).collect();
        assert_eq!(lines, ["a", "bc", "d", "", ""]);
    }

    #[test]
    fn places_outside_the_text_clamp() {
        let index = LineIndex::new("ab\r\ncd");
        for unit in ALL {
            assert_eq!(index.position(99, unit), at(1, 2));
            assert_eq!(index.offset(at(0, 99), unit), 2);
            assert_eq!(index.offset(at(99, 0), unit), 6);
            // Between the two bytes of the terminator.
            assert_eq!(index.position(3, unit), at(0, 2));
        }
        let emoji = LineIndex::new("🦀");
        assert_eq!(emoji.position(2, ColumnEncoding::Utf8), at(0, 0));
        assert_eq!(emoji.offset(at(0, 1), ColumnEncoding::Utf16), 0);
    }

    fn java_like_text() -> impl Strategy<Value = String> {
        const PIECES: [&str; 10] = ["a", " ", "\n", "\r", "\r\n", "é", "漢", "🦀", "}", "\t"];
        prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..40)
            .prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn offset_and_position_are_inverse_outside_terminators(text in java_like_text()) {
            let index = LineIndex::new(text.as_str());
            for line in 0..index.line_count() {
                let content = index.line_range(line);
                for offset in content.clone().chain([content.end]) {
                    if !text.is_char_boundary(offset) {
                        continue;
                    }
                    for unit in ALL {
                        let position = index.position(offset, unit);
                        prop_assert_eq!(position.line, line);
                        prop_assert_eq!(index.offset(position, unit), offset);
                    }
                }
            }
        }

        #[test]
        fn lines_and_terminators_make_up_the_text(text in java_like_text()) {
            let index = LineIndex::new(text.as_str());
            // An independent way of counting: unify the terminators first.
            let unified = text.replace("\r\n", "\n").replace('\r', "\n");
            let expected: Vec<_> = unified.split('\n').collect();
            let lines: Vec<_> = (0..index.line_count()).map(|l| index.line_text(l)).collect();
            prop_assert_eq!(lines, expected);
        }

        #[test]
        fn any_offset_and_position_is_answered(
            text in ".*", offset in any::<usize>(), line in any::<u32>(), column in any::<u32>(),
        ) {
            let index = LineIndex::new(text.as_str());
            for unit in ALL {
                index.position(offset, unit);
                let found = index.offset(at(line, column), unit);
                prop_assert!(text.is_char_boundary(found));
            }
        }
    }
}
