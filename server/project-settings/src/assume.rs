//! Values assumed for symbols: everywhere, in a method, or in the files of a path.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ide::AssumedValues;

use super::globs::{BadGlob, PathGlobs};

/// The maximum number of paths with their own values.
const MAX_PATHS: usize = 256;

/// Values for symbols. [`ScopedAssumptions::of_file`] returns those for one file, which then answer for each symbol; a symbol's
/// key names its method.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScopedAssumptions {
    /// The values for all files.
    everywhere: AssumedValues,
    /// By glob and name.
    below_paths: BTreeMap<(String, String), OfPath>,
}

/// A value for the files of a path.
#[derive(Debug, Clone, PartialEq)]
struct OfPath {
    glob: PathGlobs,
    /// The project's root, if it is known.
    root: Option<PathBuf>,
    /// The number of characters of the glob that are not wildcards.
    weight: usize,
    value: f64,
}

/// Why a value is not valid, as the end of a sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadScopedAssumption {
    /// The text is no number, or the number is out of the range of an integer.
    #[error(
        "must be a number in the range of a long, without a unit (energies are in joules: 1e-6 is 1 µJ)"
    )]
    Value,
    /// There is no symbol, or nothing before the colon.
    #[error("names no symbol; write n, pkg.Class.method:n or src/test/**:n")]
    Key,
    /// The path is not a glob.
    #[error("has a path that {0}")]
    Path(BadGlob),
    /// There is no `=`.
    #[error("is not an assumption; write a symbol and a number, as in n=100")]
    Form,
}

impl ScopedAssumptions {
    /// Parses `KEY=NUMBER` as on the command line, and adds it.
    ///
    /// # Errors
    ///
    /// [`BadScopedAssumption`] says what is wrong.
    pub fn parse(&mut self, text: &str) -> Result<(), BadScopedAssumption> {
        let (key, value) = text.rsplit_once('=').ok_or(BadScopedAssumption::Form)?;
        let value = value
            .trim()
            .parse()
            .map_err(|_| BadScopedAssumption::Value)?;
        self.insert(key, value)
    }

    /// Adds a value for a key such as `n`, `pkg.Class.method:n` or `src/test/**:n`. A later value for the same key replaces an
    /// earlier one.
    ///
    /// # Errors
    ///
    /// [`BadScopedAssumption`] says what is wrong.
    pub fn insert(&mut self, key: &str, value: f64) -> Result<(), BadScopedAssumption> {
        if !AssumedValues::is_value(value) {
            return Err(BadScopedAssumption::Value);
        }
        let (path, name) = match key.rsplit_once(':') {
            Some((scope, name)) if is_path(scope.trim()) => (scope.trim(), name.trim()),
            _ => {
                return self
                    .everywhere
                    .insert(key, value)
                    .map_err(|_| BadScopedAssumption::Key);
            }
        };
        if name.is_empty() {
            return Err(BadScopedAssumption::Key);
        }
        let (glob, refused) = PathGlobs::new([path]);
        if let Some((_, error)) = refused.into_iter().next() {
            return Err(BadScopedAssumption::Path(error));
        }
        let place = (path.to_owned(), name.to_owned());
        if self.below_paths.len() == MAX_PATHS && !self.below_paths.contains_key(&place) {
            return Err(BadScopedAssumption::Path(BadGlob::TooMany));
        }
        let of_path = OfPath {
            glob,
            root: None,
            weight: weight(path),
            value,
        };
        self.below_paths.insert(place, of_path);
        Ok(())
    }

    /// These values, and those of another set for other keys.
    #[must_use]
    pub(super) fn over(&self, other: &Self) -> Self {
        let mut joined = other.clone();
        joined.everywhere.extend(&self.everywhere);
        joined.below_paths.extend(self.below_paths.clone());
        joined
    }

    /// The same with a known root of the project.
    #[must_use]
    pub(super) fn below(mut self, root: &Path) -> Self {
        for of_path in self.below_paths.values_mut() {
            of_path.root = Some(root.to_path_buf());
        }
        self
    }

    /// The values for a file. The path is relative to the project's root; an absolute path is possible if the root is known, as
    /// after [`Layer::relative_to`](super::Layer::relative_to).
    pub fn of_file(&self, path: &Path) -> Cow<'_, AssumedValues> {
        let mut best: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
        for ((_, name), of_path) in &self.below_paths {
            let root = of_path.root.as_deref();
            let below = root.and_then(|root| path.strip_prefix(root).ok());
            if !of_path.glob.cover(below.unwrap_or(path)) {
                continue;
            }
            let this = (of_path.weight, of_path.value);
            let known = best.entry(name).or_insert(this);
            if this > *known {
                *known = this;
            }
        }
        if best.is_empty() {
            return Cow::Borrowed(&self.everywhere);
        }
        let mut assumptions = self.everywhere.clone();
        for (name, (_, value)) in best {
            // An inserted value has a valid name and number.
            let _ = assumptions.insert(name, value);
        }
        Cow::Owned(assumptions)
    }

    /// The values if there is no file, as in a jar.
    pub fn everywhere(&self) -> &AssumedValues {
        &self.everywhere
    }
}

/// Whether the part before a symbol is a path, and not a method.
fn is_path(scope: &str) -> bool {
    // Descriptors contain brackets, and constructors angle brackets.
    !scope.contains(['(', '<'])
        && (scope.contains(['*', '?', '[', '{'])
            || scope.ends_with('/')
            || Path::new(scope)
                .extension()
                .is_some_and(|end| end == "java")
            || (scope.contains('/') && !scope.contains('.')))
}

fn weight(glob: &str) -> usize {
    let wildcards = ['*', '?', '[', ']', '{', '}', ',', '!'];
    let plain = |character: &char| !wildcards.contains(character);
    glob.trim_end_matches('/').chars().filter(plain).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn assumptions(texts: &[&str]) -> ScopedAssumptions {
        let mut assumptions = ScopedAssumptions::default();
        for text in texts {
            assumptions.parse(text).expect("an assumption");
        }
        assumptions
    }

    fn plain(texts: &[&str]) -> AssumedValues {
        let mut assumptions = AssumedValues::default();
        for text in texts {
            assumptions.parse(text).expect("an assumption");
        }
        assumptions
    }

    #[test]
    fn a_path_goes_before_a_name_in_its_files_alone() {
        let assumed = assumptions(&["n=1", "m=5", "src/test/**:n=2"]);
        let of = |path: &str| assumed.of_file(Path::new(path)).into_owned();
        assert_eq!(of("src/test/p/A.java"), plain(&["n=2", "m=5"]));
        assert_eq!(of("src/main/p/A.java"), plain(&["n=1", "m=5"]));
    }

    #[test]
    fn of_several_paths_the_most_specific_holds_and_then_the_greater_value() {
        let of = |texts: &[&str]| {
            let assumed = assumptions(texts);
            assumed.of_file(Path::new("src/test/p/A.java")).into_owned()
        };
        let expected = plain(&["n=2"]);
        assert_eq!(of(&["**:n=9", "src/test:n=2", "src/**:n=3"]), expected);
        assert_eq!(of(&["src/test/p/A.java:n=2", "src/test/:n=3"]), expected);
        assert_eq!(
            of(&["src/*/p:n=2", "src/?/p:n=9", "src/**/p:n=1"]),
            expected
        );
    }

    #[test]
    fn a_method_goes_before_a_path() {
        let assumed = assumptions(&["p.A.f:n=4", "p/A.g:n=5", "**:n=2"]);
        let expected = plain(&["p.A.f:n=4", "p.A.g:n=5", "n=2"]);
        assert_eq!(*assumed.of_file(Path::new("p/A.java")), expected);
        assert_eq!(*assumed.everywhere(), plain(&["p.A.f:n=4", "p.A.g:n=5"]));
    }

    #[test]
    fn methods_and_paths_are_told_apart() {
        for path in [
            "src/**",
            "src/test",
            "src/test/",
            "A.java",
            "p.q/A.java",
            "*.java",
            "{a,b}",
        ] {
            assert!(is_path(path), "{path}");
        }
        for method in [
            "p.A.f",
            "p/A.f",
            "A.f",
            "p/A$B.f",
            "p/A/<init>",
            "A.f([I)V",
            "p.A.f(Ljava/lang/String;)V",
        ] {
            assert!(!is_path(method), "{method}");
        }
    }

    #[test]
    fn of_two_sets_the_first_goes_before_the_second_key_by_key() {
        let first = assumptions(&["n=1", "a/**:n=2"]);
        let second = assumptions(&["n=8", "m=3", "a/**:n=9", "p.A.f:n=4"]);
        let expected = assumptions(&["n=1", "m=3", "a/**:n=2", "p.A.f:n=4"]);
        assert_eq!(first.over(&second), expected);
    }

    #[test]
    fn anything_else_is_refused() {
        for (text, error) in [
            ("n", BadScopedAssumption::Form),
            ("n=x", BadScopedAssumption::Value),
            ("n=-1e19", BadScopedAssumption::Value),
            ("n=inf", BadScopedAssumption::Value),
            ("=3", BadScopedAssumption::Key),
            (":n=3", BadScopedAssumption::Key),
            ("p.A.f:=3", BadScopedAssumption::Key),
            ("src/**:=3", BadScopedAssumption::Key),
        ] {
            assert_eq!(
                ScopedAssumptions::default().parse(text),
                Err(error),
                "{text}"
            );
        }
        let open = ScopedAssumptions::default().parse("src/[a:n=3");
        assert!(matches!(open, Err(BadScopedAssumption::Path(_))));
    }

    proptest! {
        #[test]
        fn any_key_is_taken_or_refused(key in "[a-c./$:*?\\[{}(<>é ]{0,30}", path in "[a-c./]{0,12}") {
            let mut assumed = ScopedAssumptions::default();
            let _ = assumed.insert(&key, 1.0);
            let _ = assumed.of_file(Path::new(&path));
        }
    }
}
