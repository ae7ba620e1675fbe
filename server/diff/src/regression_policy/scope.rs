//! The methods that a limit or an acknowledgement applies to.

use crate::change::{Change, MethodName};
use globset::{GlobBuilder, GlobMatcher};

/// Methods by name, or all methods of some files.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    pub(super) text: String,
    is_path: bool,
    glob: GlobMatcher,
}

impl PartialEq for Scope {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.is_path) == (&other.text, other.is_path)
    }
}

impl Eq for Scope {}

impl Scope {
    pub(super) fn new(
        method: Option<String>,
        path: Option<String>,
        of: &str,
    ) -> Result<Self, String> {
        let (text, is_path) = match (method, path) {
            (Some(method), None) => (method, false),
            (None, Some(path)) => (path, true),
            _ => {
                return Err(format!(
                    "a [[diff.{of}]] needs method = \"p.A.f\" or path = \"src/**\""
                ));
            }
        };
        let pattern = if is_path {
            text.trim_start_matches("./")
                .trim_end_matches('/')
                .to_owned()
        } else {
            normal(&text)
        };
        // The brackets of a descriptor are not a character set.
        let pattern = pattern.replace('[', "[[]");
        let glob = GlobBuilder::new(&pattern)
            .literal_separator(true)
            .build()
            .map_err(|error| format!("\"{text}\" cannot be read: {}", error.kind()))?;
        Ok(Self {
            text,
            is_path,
            glob: glob.compile_matcher(),
        })
    }

    /// Whether it selects methods by their files.
    pub(super) const fn is_of_files(&self) -> bool {
        self.is_path
    }

    pub(super) fn covers(&self, change: &Change) -> bool {
        if self.is_path {
            let sides = [&change.head, &change.base];
            let mut files = sides
                .into_iter()
                .flatten()
                .filter_map(|side| side.file.as_deref());
            return files.any(|file| {
                let file = file.replace('\\', "/");
                // A folder means everything below it.
                let mut folders = file.match_indices('/').map(|(at, _)| &file[..at]);
                self.glob.is_match(&file) || folders.any(|folder| self.glob.is_match(folder))
            });
        }
        let names = [Some(&change.name), change.from.as_ref()];
        names.into_iter().flatten().any(|name| self.names(name))
    }

    /// Whether it selects a method by its name.
    pub(super) fn names(&self, name: &MethodName) -> bool {
        let short = normal(&format!("{}.{}", name.class, name.method));
        let long = format!("{short}{}", normal(&name.descriptor));
        !self.is_path && (self.glob.is_match(&short) || self.glob.is_match(&long))
    }
}

/// A method's name with one separator between its parts, whichever the user wrote.
fn normal(method: &str) -> String {
    method.replace(['.', '$'], "/")
}
