//! Why a method has no code to price.

use std::fmt;

/// The text that follows the reason in the notes of a method.
const NOTE: &str = ": no code to price";

/// Why a method has no code to price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotAnalysed {
    /// Its body is machine code.
    Native,
    /// It has no body.
    Abstract,
    /// Its body is missing because of an error of the compiler.
    NotCompiled,
    /// A reason that this version does not know.
    Unknown,
}

impl NotAnalysed {
    const KNOWN: [Self; 3] = [Self::Native, Self::Abstract, Self::NotCompiled];

    /// A few words for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Abstract => "abstract",
            Self::NotCompiled => "does not compile",
            Self::Unknown => "not analysed",
        }
    }

    /// The note about it in a report.
    pub fn note(self) -> String {
        format!("{}{NOTE}", self.name())
    }

    /// Reads a note of a report; `None` if it is about something else.
    pub fn of_note(note: &str) -> Option<Self> {
        let reason = note.strip_suffix(NOTE)?;
        let known = Self::KNOWN.into_iter().find(|known| known.name() == reason);
        Some(known.unwrap_or(Self::Unknown))
    }
}

impl fmt::Display for NotAnalysed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::NotAnalysed;

    #[test]
    fn a_note_is_read_as_it_was_written() {
        for reason in NotAnalysed::KNOWN {
            assert_eq!(NotAnalysed::of_note(&reason.note()), Some(reason));
        }
        let later = NotAnalysed::of_note("encrypted: no code to price");
        assert_eq!(later, Some(NotAnalysed::Unknown));
        assert_eq!(NotAnalysed::of_note("calls not followed"), None);
    }
}
