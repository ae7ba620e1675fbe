//! Converts javac's positions in a text.

use super::exchange::SourceUnit;

/// Converts javac's offsets, which count UTF-16 units, to those of bytes.
pub(super) struct Offsets<'a> {
    sources: &'a [SourceUnit],
    /// For a text that is not ASCII: the first unit and first byte of every 256th character.
    marks: Vec<Option<Vec<(usize, usize)>>>,
}

const CHARACTERS_PER_MARK: usize = 256;

impl<'a> Offsets<'a> {
    pub(super) fn of(sources: &'a [SourceUnit]) -> Self {
        Self {
            sources,
            marks: vec![None; sources.len()],
        }
    }

    /// The byte of a unit. An offset in the middle of a surrogate pair, or past the end, is moved to the next character
    /// boundary or to the end.
    pub(super) fn byte(&mut self, source: usize, unit: usize) -> usize {
        let text = &*self.sources[source].text;
        let marks = self.marks[source].get_or_insert_with(|| {
            if text.is_ascii() {
                return Vec::new();
            }
            let mut units = 0;
            let mut marks = Vec::new();
            for (index, (byte, character)) in text.char_indices().enumerate() {
                if index % CHARACTERS_PER_MARK == 0 {
                    marks.push((units, byte));
                }
                units += character.len_utf16();
            }
            marks
        });
        let before = marks.partition_point(|(units, _)| *units <= unit);
        let Some((mut units, byte)) = before.checked_sub(1).map(|mark| marks[mark]) else {
            return unit.min(text.len());
        };
        for (offset, character) in text[byte..].char_indices() {
            if units >= unit {
                return byte + offset;
            }
            units += character.len_utf16();
        }
        text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_in_utf16_become_offsets_in_bytes() {
        let text = format!("{}𝄞é=x", "é".repeat(1000));
        let sources = [SourceUnit::new("A.java", text.clone())];
        let mut offsets = Offsets::of(&sources);
        let mut units = 0;
        for (byte, character) in text.char_indices() {
            assert_eq!(offsets.byte(0, units), byte, "unit {units}");
            units += character.len_utf16();
        }
        assert_eq!(offsets.byte(0, units), text.len());
        assert_eq!(offsets.byte(0, units + 5), text.len());
        // In the middle of the surrogate pair.
        assert!(text.is_char_boundary(offsets.byte(0, 1001)));
    }
}
