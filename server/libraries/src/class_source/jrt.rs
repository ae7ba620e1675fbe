//! The classes of a JDK, from its module image.

use jdk::{Jdk, ModuleClasses};

use super::class_file::no_such_class;
use super::error::ClassSourceError;

#[derive(Debug)]
pub(super) struct Jrt {
    classes: ModuleClasses,
}

impl Jrt {
    /// `place` is the text after `jrt:`.
    pub(super) fn open(place: &str, jdk: &Jdk) -> Result<Self, ClassSourceError> {
        let place = place.trim_matches('/');
        let (module, package) = place.split_once('/').unwrap_or((place, ""));
        let classes = ModuleClasses::open(jdk, |of_module, of_package| {
            let is_within = |rest: &str| rest.is_empty() || rest.starts_with('/');
            (module.is_empty() || of_module == module)
                && (package.is_empty() || of_package.strip_prefix(package).is_some_and(is_within))
        })?;
        if classes.is_empty() {
            return Err(ClassSourceError::NoModule {
                jdk: jdk.to_string(),
                name: format!("jrt:/{place}"),
            });
        }
        Ok(Self { classes })
    }

    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    pub(super) fn origin(&self, index: usize) -> String {
        self.classes
            .get(index)
            .map_or_else(String::new, |(name, class)| {
                format!("jrt:/{}/{name}", class.module())
            })
    }

    pub(super) fn with_bytes<T>(
        &self,
        index: usize,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, String> {
        let (_, class) = self.classes.get(index).ok_or_else(no_such_class)?;
        Ok(read(class.bytes()))
    }
}
