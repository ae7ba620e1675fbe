//! Problems of settings.

use escape::plain;
use std::fmt::Write;
use std::path::PathBuf;

use super::schema::SETTINGS;
use problems::{Problem, Severity};

/// The maximum number of characters of a user's text that a message repeats.
const MAX_SHOWN: usize = 40;

/// Texts of this length in bytes, or longer, get no nearest name.
const MAX_NAME: usize = 64;

/// A setting that is not valid. All other settings apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingProblem {
    /// The key as written; empty if the problem is about the whole file.
    pub key: String,
    /// The file; `None` for an editor's settings.
    pub file: Option<PathBuf>,
    /// The line in that file, counted from 1.
    pub line: Option<u32>,
    /// The nearest valid name or word.
    pub nearest: Option<&'static str>,
    /// What is wrong and what to write instead.
    pub message: String,
}

impl From<SettingProblem> for Problem {
    fn from(problem: SettingProblem) -> Self {
        Self {
            file: problem.file,
            line: problem.line,
            severity: Severity::Warning,
            message: problem.message,
        }
    }
}

/// Text of a file in quotes, shortened and escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_SHOWN).collect();
    if short.len() < text.len() {
        // Writing to a string never fails.
        let _ = write!(short, "…");
    }
    format!("\"{}\"", plain(&short))
}

/// The setting whose name is nearest to another name.
pub(super) fn nearest_name(name: &str) -> Option<&'static str> {
    nearest(name, SETTINGS.iter().map(|setting| setting.name))
}

/// The candidate nearest to a text, if one is near enough. Case, dashes and underscores do not matter.
pub(super) fn nearest(
    text: &str,
    candidates: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    if text.len() > MAX_NAME {
        return None;
    }
    let simple = |text: &str| text.to_lowercase().replace(['-', '_', ' ', '.'], "");
    let text = simple(text);
    let farthest = text.chars().count().max(3) / 3;
    candidates
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&text, &simple(candidate)),
                candidate,
            )
        })
        .filter(|(distance, _)| *distance <= farthest)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_through_slips_and_other_spellings() {
        for (written, meant) in [
            ("hintMinimum", Some("hintsMinimum")),
            ("hints-minimum", Some("hintsMinimum")),
            ("java_home", Some("javaHome")),
            ("JAVAHOME", Some("javaHome")),
            ("clasPath", Some("classPath")),
            ("len", Some("lens")),
            ("temperature", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest_name(written), meant, "{written}");
        }
        assert_eq!(nearest_name(&"hints".repeat(10_000)), None);
    }

    #[test]
    fn text_of_a_file_is_shortened_and_cannot_act_on_a_terminal() {
        assert_eq!(quoted("a\u{1b}[31mb\n"), "\"a\\u{1b}[31mb\\u{a}\"");
        assert!(quoted(&"é".repeat(10_000)).chars().count() < 50);
    }
}
