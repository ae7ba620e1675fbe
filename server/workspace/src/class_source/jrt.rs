//! The classes of a JDK, from its module image.

use std::fmt;

use jdk::{Jdk, JdkModules};

use super::{ClassSourceError, no_such_class};

pub(super) struct Jrt {
    modules: JdkModules,
    /// Module and binary name of each class.
    classes: Vec<(String, Box<str>)>,
}

impl Jrt {
    /// `place` is what follows `jrt:`.
    pub(super) fn open(place: &str, jdk: &Jdk) -> Result<Self, ClassSourceError> {
        let place = place.trim_matches('/');
        let (module, package) = place.split_once('/').unwrap_or((place, ""));
        let modules = if module.is_empty() {
            JdkModules::open(jdk)?
        } else {
            JdkModules::open_module(jdk, module)?
        };
        let in_package = |name: &str| {
            let rest = name.strip_prefix(package);
            rest.is_some_and(|rest| package.is_empty() || rest.starts_with('/'))
        };
        let mut classes = Vec::new();
        for name in modules.modules() {
            let of_module = modules.class_names(name).unwrap_or_default();
            let wanted = of_module.iter().filter(|class| in_package(class));
            classes.extend(wanted.map(|class| (name.to_owned(), class.clone())));
        }
        if classes.is_empty() {
            return Err(ClassSourceError::NoModule {
                jdk: jdk.to_string(),
                name: format!("jrt:/{place}"),
            });
        }
        Ok(Self { modules, classes })
    }

    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    pub(super) fn origin(&self, index: usize) -> String {
        self.classes
            .get(index)
            .map_or_else(String::new, |(module, class)| {
                format!("jrt:/{module}/{class}")
            })
    }

    pub(super) fn with_bytes<T>(
        &self,
        index: usize,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, String> {
        let (module, name) = self.classes.get(index).ok_or_else(no_such_class)?;
        match self.modules.class_in(module, name) {
            Ok(class) => Ok(read(class.bytes())),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl fmt::Debug for Jrt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Jrt({} classes)", self.classes.len())
    }
}
