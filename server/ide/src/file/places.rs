//! Finds the methods around a line without searching all of a long file.

use std::ops::RangeInclusive;

/// The lines of the methods of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    /// First line, last line and index of each method in the text, by first line.
    spans: Vec<(u32, u32, usize)>,
    /// For each of them, the last line that it or one before it reaches.
    furthest: Vec<u32>,
}

impl Places {
    /// `lines` has those of each method, in the order of their indices; `None` for a method that is not in the text.
    pub(super) fn of<'l>(lines: impl Iterator<Item = Option<&'l RangeInclusive<u32>>>) -> Self {
        let spans = lines.enumerate().filter_map(|(at, lines)| {
            let lines = lines?;
            Some((*lines.start(), *lines.end(), at))
        });
        let mut spans: Vec<_> = spans.collect();
        spans.sort_unstable();
        let mut last = 0;
        let furthest = spans.iter().map(|(_, end, _)| {
            last = last.max(*end);
            last
        });
        Self {
            furthest: furthest.collect(),
            spans,
        }
    }

    /// The indices of the methods around a line, in ascending order.
    pub(super) fn around(&self, line: u32) -> Vec<usize> {
        let behind = self.spans.partition_point(|(start, ..)| *start <= line);
        let before = self.spans.iter().zip(&self.furthest).take(behind).rev();
        let reaching = before.take_while(|(_, furthest)| **furthest >= line);
        let mut around: Vec<usize> = reaching
            .filter(|((_, end, _), _)| *end >= line)
            .map(|((.., at), _)| *at)
            .collect();
        around.sort_unstable();
        around
    }
}
