//! Maps line numbers of an older version of a text through later edits.

use std::borrow::Cow;
use std::ops::Range;

use crate::LineIndex;

/// The effect of an edit on the lines of a text: `removed` lines starting at `first` were replaced by `inserted` lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineEdit {
    /// The number of the first affected line, from 1.
    pub first: u32,
    /// Lines of the old text that were replaced.
    pub removed: u32,
    /// Lines of the new text that replace them.
    pub inserted: u32,
}

impl LineEdit {
    /// Describes the replacement of `range` (bytes of the text in `before`) by `replacement`.
    ///
    /// Text common to both sides does not count as edited. So an editor that sends the whole document on each keystroke moves no
    /// more lines than one that sends a single character. A line is kept if only its indentation changed, or if it is next to the
    /// edit. A range is clamped as in [`crate::SourceFile::edit`].
    pub fn new(before: &LineIndex, range: Range<usize>, replacement: &str) -> Self {
        let text: &str = before.text();
        let start = text.floor_char_boundary(range.start);
        let range = start..text.floor_char_boundary(range.end).max(start);
        let (range, replacement) = trim_common(text, range, replacement);
        let (range, replacement) = with_whole_terminators(text, range, replacement);
        let (top, bottom) = (before.line_of(range.start), before.line_of(range.end));
        let line_breaks = LineIndex::new(&*replacement).line_count() - 1;
        let mut edit = Self {
            first: top + 1,
            removed: bottom - top + 1,
            inserted: line_breaks + 1,
        };
        let is_blank = |range: Range<usize>| text.get(range).is_none_or(|t| t.trim().is_empty());
        let top_line = before.line_range(top);
        let bottom_line = before.line_range(bottom);
        let head_end = range.start.min(top_line.end);
        let head_is_blank = is_blank(top_line.start..head_end);
        let tail_is_blank = is_blank(range.end.min(bottom_line.end)..bottom_line.end);
        let spans_lines = line_breaks > 0 || bottom > top;
        let added_to_head = replacement.split(['\n', '\r']).next().unwrap_or_default();
        let added_to_tail = replacement.rsplit(['\n', '\r']).next().unwrap_or_default();
        // The line at the start of the edit keeps its number if its whole content precedes the edit and nothing is added to it.
        let rest_of_top = head_end..top_line.end;
        let head_is_kept = added_to_head.trim().is_empty() && (line_breaks > 0 || tail_is_blank);
        if spans_lines && !head_is_blank && is_blank(rest_of_top) && head_is_kept {
            edit.first += 1;
            edit.removed -= 1;
            edit.inserted -= 1;
        }
        // The line at the end of the edit moves as a whole if its whole content follows the edit and nothing is added to it.
        let tail_is_kept = added_to_tail.trim().is_empty() && (line_breaks > 0 || head_is_blank);
        let before_tail = if bottom > top {
            bottom_line.start
        } else {
            top_line.start
        };
        let moves = spans_lines && is_blank(before_tail..range.end.min(bottom_line.end));
        let at_line_start = range.end == bottom_line.start;
        if moves
            && tail_is_kept
            && (!tail_is_blank || at_line_start)
            && edit.removed > 0
            && edit.inserted > 0
        {
            edit.removed -= 1;
            edit.inserted -= 1;
        }
        edit
    }

    /// The new number of a line (from 1); `None` if the edit deleted it. A line edited in place keeps its number.
    pub fn shift(&self, line: u32) -> Option<u32> {
        if line < self.first {
            Some(line)
        } else if line - self.first >= self.removed {
            line.checked_add(self.inserted)?.checked_sub(self.removed)
        } else if line - self.first < self.inserted {
            Some(line)
        } else {
            None
        }
    }
}

/// Maps a line number (from 1) of an older version through the later edits, in order; `None` if one of them deleted the line.
pub fn shift_line<'a>(line: u32, edits: impl IntoIterator<Item = &'a LineEdit>) -> Option<u32> {
    edits
        .into_iter()
        .try_fold(line, |line, edit| edit.shift(line))
}

/// Widens a replacement by the carriage return before it and the line feed after it if it may separate or join them.
fn with_whole_terminators<'a>(
    text: &str,
    range: Range<usize>,
    replacement: &'a str,
) -> (Range<usize>, Cow<'a, str>) {
    let follows_return = text[..range.start].ends_with('\r');
    let precedes_feed = text[range.end..].starts_with('\n');
    let (mut range, mut replacement) = (range, Cow::Borrowed(replacement));
    if precedes_feed && (follows_return || replacement.ends_with('\r')) {
        range.end += 1;
        replacement += "\n";
    }
    if follows_return {
        range.start -= 1;
        replacement = format!("\r{replacement}").into();
    }
    (range, replacement)
}

/// Shrinks a replacement by the common parts of both sides, at character boundaries.
pub(crate) fn trim_common<'a>(
    text: &str,
    range: Range<usize>,
    replacement: &'a str,
) -> (Range<usize>, &'a str) {
    let Some(old) = text.get(range.clone()) else {
        return (range, replacement);
    };
    let mut prefix = common(old.bytes(), replacement.bytes());
    while !old.is_char_boundary(prefix) {
        prefix -= 1;
    }
    let (old, new) = (&old[prefix..], &replacement[prefix..]);
    let mut suffix = common(old.bytes().rev(), new.bytes().rev());
    while !old.is_char_boundary(old.len() - suffix) {
        suffix -= 1;
    }
    (
        range.start + prefix..range.end - suffix,
        &new[..new.len() - suffix],
    )
}

fn common(left: impl Iterator<Item = u8>, right: impl Iterator<Item = u8>) -> usize {
    left.zip(right).take_while(|(l, r)| l == r).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "one\ntwo\n  three\nfour\nfive\n";

    /// The numbers of the five lines after replacing the first occurrence of `old` by `new`.
    fn lines_after(old: &str, new: &str) -> [Option<u32>; 5] {
        let start = TEXT.find(old).expect("the fixture has this text");
        let edit = LineEdit::new(&LineIndex::new(TEXT), start..start + old.len(), new);
        [1, 2, 3, 4, 5].map(|line| edit.shift(line))
    }

    #[test]
    fn typing_within_a_line_moves_nothing() {
        let unmoved = [1, 2, 3, 4, 5].map(Some);
        assert_eq!(lines_after("two", "twofold"), unmoved);
        assert_eq!(lines_after("two", ""), unmoved);
    }

    #[test]
    fn enter_at_the_end_of_a_line_moves_those_below() {
        let expected = [1, 2, 4, 5, 6].map(Some);
        assert_eq!(lines_after("two\n", "two\n  new\n"), expected);
        assert_eq!(lines_after("two", "two\n  "), expected);
    }

    #[test]
    fn enter_before_the_content_moves_the_line_itself() {
        assert_eq!(lines_after("three", "\n  three"), [1, 2, 4, 5, 6].map(Some));
        assert_eq!(
            lines_after("one", "// head\none"),
            [2, 3, 4, 5, 6].map(Some)
        );
        assert_eq!(lines_after("two", "x\ny\ntwo"), [1, 4, 5, 6, 7].map(Some));
    }

    #[test]
    fn splitting_a_line_keeps_its_first_half_in_place() {
        assert_eq!(lines_after("three", "th\nree"), [1, 2, 3, 5, 6].map(Some));
    }

    #[test]
    fn a_deleted_line_has_no_number() {
        let expected = [Some(1), None, Some(2), Some(3), Some(4)];
        assert_eq!(lines_after("two\n", ""), expected);
        assert_eq!(lines_after("\ntwo", ""), expected);
        assert_eq!(
            lines_after("two\n  three\n", ""),
            [Some(1), None, None, Some(2), Some(3)]
        );
    }

    #[test]
    fn replaced_lines_keep_their_place_as_far_as_there_are_new_ones() {
        assert_eq!(
            lines_after("two\n  three\nfour", "2"),
            [Some(1), Some(2), None, None, Some(3)]
        );
    }

    #[test]
    fn a_whole_document_that_differs_by_one_line_moves_as_that_line_does() {
        let with_new_line = TEXT.replace("  three\n", "  new\n  three\n");
        let edit = LineEdit::new(&LineIndex::new(TEXT), 0..TEXT.len(), &with_new_line);
        let shifted = [1, 2, 3, 4, 5].map(|line| edit.shift(line));
        assert_eq!(shifted, [1, 2, 4, 5, 6].map(Some));
    }

    #[test]
    fn a_terminator_that_is_parted_or_joined_counts_as_it_then_stands() {
        let lines_of = |text: &str, range: Range<usize>, replacement: &str| {
            let edit = LineEdit::new(&LineIndex::new(text), range, replacement);
            i64::from(edit.inserted) - i64::from(edit.removed)
        };
        assert_eq!(lines_of("a\nb", 1..1, "\r"), 0);
        assert_eq!(lines_of("a\rb", 2..2, "\n"), 0);
        assert_eq!(lines_of("a\r\nb", 2..3, ""), 0);
        assert_eq!(lines_of("a\r\nb", 2..2, "x"), 1);
        assert_eq!(lines_of("a\rx\nb", 2..3, ""), -1);
    }

    #[test]
    fn a_range_outside_the_text_or_inside_a_character_is_moved() {
        let index = LineIndex::new("🦀\n");
        LineEdit::new(&index, 1..3, "x");
        let edit = LineEdit::new(&index, 90..100, "\n");
        assert_eq!(edit.shift(1), Some(1));
    }

    #[test]
    fn edits_follow_one_another() {
        let edits = [
            LineEdit {
                first: 1,
                removed: 0,
                inserted: 2,
            },
            LineEdit {
                first: 4,
                removed: 1,
                inserted: 0,
            },
        ];
        assert_eq!(shift_line(1, &edits), Some(3));
        assert_eq!(shift_line(2, &edits), None);
        assert_eq!(shift_line(3, &edits), Some(4));
        assert_eq!(shift_line(u32::MAX, &edits), None);
    }
}
