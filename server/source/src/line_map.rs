//! Maps the lines of a text to an older version of it.

use crate::{LineEdit, LineIndex};

/// The origin of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineOrigin {
    /// The number of the older version, if there are several; the owner assigns these numbers. Initially 0.
    pub version: u16,
    /// Its line number in the older version, from 1.
    pub line: u32,
    /// Whether its text was edited since.
    pub is_edited: bool,
}

/// The origin of every line of a text that is being edited.
///
/// It summarises a list of [`LineEdit`]s: its size depends on the text and not on the number of edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineMap {
    lines: Vec<Option<LineOrigin>>,
}

impl LineMap {
    /// The map of a text that is not edited yet: every line is its own origin.
    pub fn new(text: &LineIndex) -> Self {
        let own = |line| LineOrigin {
            version: 0,
            line,
            is_edited: false,
        };
        Self {
            lines: (1..=text.line_count())
                .map(|line| Some(own(line)))
                .collect(),
        }
    }

    /// Applies another edit. Parts outside of the text are ignored.
    pub fn apply(&mut self, edit: LineEdit) {
        let first = (edit.first.saturating_sub(1) as usize).min(self.lines.len());
        let end = (first + edit.removed as usize).min(self.lines.len());
        let replaced = self.lines[first..end].to_vec();
        let edited = |origin: LineOrigin| LineOrigin {
            is_edited: true,
            ..origin
        };
        let inserted =
            (0..edit.inserted as usize).map(|at| replaced.get(at).copied().flatten().map(edited));
        self.lines.splice(first..end, inserted);
    }

    /// The origin of a line (from 1); `None` if the line is new or does not exist.
    pub fn origin(&self, line: u32) -> Option<LineOrigin> {
        let at = usize::try_from(line.checked_sub(1)?).ok()?;
        self.lines.get(at).copied().flatten()
    }

    /// Renumbers the older versions.
    pub fn renumber(&mut self, number: impl Fn(u16) -> u16) {
        for origin in self.lines.iter_mut().flatten() {
            origin.version = number(origin.version);
        }
    }

    /// Takes the origins from `before`, which maps the same text, for those lines for which `keeps` returns true. It gets the
    /// origin here and the one there.
    pub fn keep(&mut self, before: &Self, keeps: impl Fn(LineOrigin, LineOrigin) -> bool) {
        for (line, other) in self.lines.iter_mut().zip(&before.lines) {
            if let (Some(own), Some(other)) = (*line, *other)
                && keeps(own, other)
            {
                *line = Some(other);
            }
        }
    }

    /// The line number (from 1) in the older version of a line whose text is unchanged.
    pub fn unedited(&self, line: u32) -> Option<u32> {
        let origin = self.origin(line)?;
        (!origin.is_edited).then_some(origin.line)
    }

    /// The lines with an origin, with their current numbers (from 1), from top to bottom.
    pub fn iter(&self) -> impl Iterator<Item = (u32, LineOrigin)> {
        (1..)
            .zip(&self.lines)
            .filter_map(|(line, origin)| Some((line, (*origin)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SourceFile, shift_line};
    use proptest::prelude::*;

    const TEXT: &str = "one\ntwo\nthree\nfour";

    fn after(edits: &[(&str, &str)]) -> (String, LineMap) {
        let mut file = SourceFile::parse(TEXT);
        let mut origins = LineMap::new(file.line_index());
        for (old, new) in edits {
            let start = file.text().find(old).expect("the text has this part");
            origins.apply(file.edit(start..start + old.len(), new));
        }
        (file.text().to_owned(), origins)
    }

    #[test]
    fn lines_below_an_insertion_keep_their_origin() {
        let (text, origins) = after(&[("two", "new\nnewer\ntwo")]);
        let found: Vec<_> = (1..=6).map(|line| origins.unedited(line)).collect();
        assert_eq!(text, "one\nnew\nnewer\ntwo\nthree\nfour");
        assert_eq!(found, [Some(1), None, None, Some(2), Some(3), Some(4)]);
    }

    #[test]
    fn a_line_that_was_typed_in_is_known_and_edited() {
        let (_, origins) = after(&[("two", "twofold")]);
        assert_eq!(origins.unedited(2), None);
        let expected = LineOrigin {
            version: 0,
            line: 2,
            is_edited: true,
        };
        assert_eq!(origins.origin(2), Some(expected));
        assert_eq!(origins.unedited(3), Some(3));
    }

    #[test]
    fn a_deleted_line_has_no_place_any_more() {
        let (_, origins) = after(&[("two\n", "")]);
        let left: Vec<_> = origins.iter().map(|(now, from)| (now, from.line)).collect();
        assert_eq!(left, [(1, 1), (2, 3), (3, 4)]);
    }

    #[test]
    fn places_outside_the_text_have_no_origin() {
        let (_, mut origins) = after(&[]);
        assert_eq!(origins.origin(0), None);
        assert_eq!(origins.origin(5), None);
        origins.apply(LineEdit {
            first: 9,
            removed: u32::MAX,
            inserted: 1,
        });
        assert_eq!(origins.origin(4).map(|origin| origin.line), Some(4));
        assert_eq!(origins.origin(5), None);
    }

    #[test]
    fn lines_of_two_versions_stand_side_by_side() {
        let (_, before) = after(&[("two", "twofold")]);
        let (_, mut origins) = after(&[]);
        origins.renumber(|version| version + 1);
        origins.keep(&before, |own, other| own.line == 2 && other.is_edited);
        let found: Vec<_> = origins
            .iter()
            .map(|(_, from)| (from.version, from.is_edited))
            .collect();
        let new = (1, false);
        assert_eq!(found, [new, (0, true), new, new]);
    }

    proptest! {
        /// Equals mapping each line through the list of edits, in the other direction.
        #[test]
        fn origins_sum_up_a_list_of_edits(
            edits in prop::collection::vec((0_usize..30, 0_usize..12, "[ab\n]{0,5}"), 0..12)
        ) {
            let mut file = SourceFile::parse(TEXT);
            let mut origins = LineMap::new(file.line_index());
            let mut list = Vec::new();
            for (start, length, replacement) in edits {
                let edit = file.edit(start..start + length, &replacement);
                origins.apply(edit);
                list.push(edit);
            }
            for line in 1..=4 {
                if let Some(now) = shift_line(line, &list) {
                    prop_assert_eq!(origins.origin(now).map(|origin| origin.line), Some(line));
                }
            }
            let lines = file.line_index().line_count() as usize;
            prop_assert_eq!(origins.lines.len(), lines);
            for (now, origin) in origins.iter() {
                prop_assert_eq!(shift_line(origin.line, &list), Some(now));
                if !origin.is_edited {
                    let old = TEXT.split('\n').nth(origin.line as usize - 1);
                    prop_assert_eq!(file.line_index().line_text(now - 1).trim(), old.unwrap_or_default().trim());
                }
            }
        }
    }
}
