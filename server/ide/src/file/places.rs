//! Finds the methods around a line without searching all of a long file.

use super::AnalysedMethod;

/// The lines of the methods of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    /// First line, last line and index of each method in the text, by first line.
    spans: Vec<(u32, u32, usize)>,
    /// For each of them, the last line that it or one before it reaches.
    furthest: Vec<u32>,
}

impl Places {
    pub(super) fn of(methods: &[AnalysedMethod]) -> Self {
        let spans = methods.iter().enumerate().filter_map(|(at, placed)| {
            let lines = &placed.place.as_ref()?.lines;
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
