//! Globs of paths below a project's root.

use std::path::{Path, PathBuf};

use globset::{Glob, GlobBuilder, GlobSet};

/// The maximum length of a glob in bytes. Braces can nest at most half as deep, so their recursive parser stays within its
/// stack.
const MAX_BYTES: usize = 256;

/// The maximum number of globs in a list.
const MAX_GLOBS: usize = 256;

/// Why a text is not a glob, as the end of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadGlob {
    /// It is empty.
    #[error("is empty")]
    Empty,
    /// It is too long.
    #[error("has over {MAX_BYTES} bytes")]
    TooLong,
    /// The list has too many globs.
    #[error("is one of over {MAX_GLOBS} globs; a folder's name stands for all below it")]
    TooMany,
    /// It is not valid, for example because a bracket is not closed.
    #[error("is not a valid glob: {0}")]
    Malformed(String),
}

/// Globs of paths relative to a project's root, with `/` between folders on every system. `*` and `?` match within a name, `**`
/// matches any number of folders, `{a,b}` matches one of several names, and a folder matches everything below it.
#[derive(Debug, Clone, Default)]
pub struct PathGlobs {
    globs: Vec<Glob>,
    set: GlobSet,
}

impl PartialEq for PathGlobs {
    fn eq(&self, other: &Self) -> bool {
        self.globs == other.globs
    }
}

impl PathGlobs {
    /// Parses globs. Those that are not valid are returned as errors with their index in the list; the others apply.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> (Self, Vec<(usize, BadGlob)>) {
        let mut globs: Vec<Glob> = Vec::new();
        let mut refused = Vec::new();
        for (place, text) in texts.into_iter().enumerate() {
            match glob(text) {
                Ok(glob) if globs.contains(&glob) => {}
                Ok(_) if globs.len() == MAX_GLOBS => refused.push((place, BadGlob::TooMany)),
                Ok(glob) => globs.push(glob),
                Err(error) => refused.push((place, error)),
            }
        }
        match GlobSet::new(&globs) {
            Ok(set) => (Self { globs, set }, refused),
            Err(error) => {
                refused.push((0, malformed(&error)));
                (Self::default(), refused)
            }
        }
    }

    /// These globs and those of another list, up to the maximum number.
    #[must_use]
    pub(crate) fn and(&self, other: &Self) -> Self {
        match (self.globs.is_empty(), other.globs.is_empty()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => Self::new(self.iter().chain(other.iter())).0,
        }
    }

    /// Whether a path relative to the project's root, or a folder around it, matches.
    pub fn cover(&self, path: &Path) -> bool {
        !self.globs.is_empty() && path.ancestors().any(|part| self.set.is_match(part))
    }

    /// The same globs below a folder.
    pub fn within(&self, root: impl Into<PathBuf>) -> ExcludedPaths {
        ExcludedPaths {
            root: root.into(),
            globs: self.clone(),
        }
    }

    /// The globs as written.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.globs.iter().map(Glob::glob)
    }
}

/// Excluded paths below a folder.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExcludedPaths {
    root: PathBuf,
    globs: PathGlobs,
}

impl ExcludedPaths {
    /// Whether an absolute path is excluded. A path outside of the folder never is.
    pub fn cover(&self, path: &Path) -> bool {
        path.strip_prefix(&self.root)
            .is_ok_and(|below| self.globs.cover(below))
    }
}

fn glob(text: &str) -> Result<Glob, BadGlob> {
    let text = text.trim();
    let text = text.strip_prefix("./").unwrap_or(text);
    let text = text.strip_suffix('/').unwrap_or(text);
    if text.is_empty() {
        return Err(BadGlob::Empty);
    }
    if text.len() > MAX_BYTES {
        return Err(BadGlob::TooLong);
    }
    GlobBuilder::new(text)
        .literal_separator(true)
        .backslash_escape(false)
        .build()
        .map_err(|error| malformed(&error))
}

fn malformed(error: &globset::Error) -> BadGlob {
    BadGlob::Malformed(error.kind().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn globs(texts: &[&str]) -> PathGlobs {
        let (globs, refused) = PathGlobs::new(texts.iter().copied());
        assert_eq!(refused, Vec::new());
        globs
    }

    #[test]
    fn a_star_stays_within_a_name_and_two_stars_do_not() {
        let covers = |glob: &str, path: &str| globs(&[glob]).cover(Path::new(path));
        assert!(covers("src/*.java", "src/A.java"));
        assert!(!covers("src/*.java", "src/p/A.java"));
        assert!(covers("src/**/*Test.java", "src/p/q/ATest.java"));
        assert!(covers("src/**/*Test.java", "src/ATest.java"));
        assert!(covers("**/A.java", "A.java"));
        assert!(covers("src/{main,test}/A.java", "src/test/A.java"));
        assert!(!covers("A.java", "src/A.java"));
    }

    #[test]
    fn a_folder_stands_for_all_below_it() {
        for glob in ["generated", "generated/", "./generated", "generated/**"] {
            let globs = globs(&[glob]);
            assert!(globs.cover(Path::new("generated/p/A.java")), "{glob}");
            assert!(!globs.cover(Path::new("generated2/A.java")), "{glob}");
        }
    }

    #[test]
    fn only_what_is_below_the_root_is_left_out() {
        let excluded = globs(&["**/A.java"]).within("/project");
        assert!(excluded.cover(Path::new("/project/p/A.java")));
        assert!(!excluded.cover(Path::new("/other/p/A.java")));
        assert!(!ExcludedPaths::default().cover(Path::new("/project/p/A.java")));
    }

    #[test]
    fn what_is_no_glob_is_refused_and_costs_the_others_nothing() {
        let long = "{".repeat(100_000);
        let (globs, refused) = PathGlobs::new([" ", "[a", "{a", &long, "a"]);
        let places: Vec<usize> = refused.iter().map(|(place, _)| *place).collect();
        assert_eq!(places, [0, 1, 2, 3]);
        assert_eq!(refused[0].1, BadGlob::Empty);
        assert!(matches!(refused[1].1, BadGlob::Malformed(_)));
        assert!(matches!(refused[2].1, BadGlob::Malformed(_)));
        assert_eq!(refused[3].1, BadGlob::TooLong);
        assert!(globs.cover(Path::new("a")));
    }

    #[test]
    fn the_deepest_braces_that_are_read_mean_what_is_in_them() {
        let depth = (MAX_BYTES - 1) / 2;
        let nested = |depth| format!("{}a{}", "{".repeat(depth), "}".repeat(depth));
        let (globs, refused) = PathGlobs::new([nested(depth).as_str(), "b"]);
        assert_eq!(refused, []);
        for (path, expected) in [("a", true), ("b", true), ("c", false), ("{a}", false)] {
            assert_eq!(globs.cover(Path::new(path)), expected, "{path}");
        }
        let (globs, refused) = PathGlobs::new([nested(depth + 1).as_str(), "b"]);
        assert_eq!(refused, [(0, BadGlob::TooLong)]);
        assert!(globs.cover(Path::new("b")));
    }

    #[test]
    fn a_list_has_an_end() {
        let texts: Vec<String> = (0..=MAX_GLOBS).map(|n| format!("folder{n}")).collect();
        let (globs, refused) = PathGlobs::new(texts.iter().map(String::as_str));
        assert_eq!(refused, [(MAX_GLOBS, BadGlob::TooMany)]);
        assert!(globs.cover(Path::new("folder0/A.java")));
    }

    proptest! {
        #[test]
        fn any_text_is_a_glob_or_refused(text in "[a*?/\\[\\]{},!\\\\^. é-]{0,40}", path in "[a/.é]{0,20}") {
            let (globs, refused) = PathGlobs::new([text.as_str()]);
            globs.cover(Path::new(&path));
            prop_assert_eq!(globs.iter().count() + refused.len(), 1);
        }
    }
}
