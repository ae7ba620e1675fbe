//! Iterates over the classes of modules.

use std::fmt;
use std::path::Path;

use ristretto_jimage::Image;
use self_cell::self_cell;

use crate::Jdk;
use crate::modules::{
    ModuleClass, ModulesError, NO_CLASSES, classes, guarded, invalid, open_image,
};

/// Some of a JDK's classes, sorted by module and name. Each keeps its place in the mapped file, so that reading its bytes needs
/// no search. It can be shared between threads.
pub struct ModuleClasses(Mapped);

type Classes<'image> = Vec<Class<'image>>;

struct Class<'image> {
    /// The binary name with slashes.
    name: Box<str>,
    class: ModuleClass<'image>,
}

self_cell!(
    struct Mapped {
        owner: Image,
        #[covariant]
        dependent: Classes,
    }
);

impl ModuleClasses {
    /// Opens the image of a JDK for the classes of some packages: `wanted` gets the module, and the package's name with
    /// slashes. The file is mapped: it must not be truncated while it is in use.
    ///
    /// # Errors
    ///
    /// [`ModulesError`] if the image is missing, damaged, or compressed (as by `jlink --compress`).
    pub fn open(jdk: &Jdk, wanted: impl Fn(&str, &str) -> bool) -> Result<Self, ModulesError> {
        Self::from_file(&jdk.modules_file(), wanted)
    }

    /// The same for an image.
    ///
    /// # Errors
    ///
    /// Those of [`ModuleClasses::open`].
    pub fn from_file(
        path: &Path,
        wanted: impl Fn(&str, &str) -> bool,
    ) -> Result<Self, ModulesError> {
        let image = open_image(path)?;
        Mapped::try_new(image, |image| guarded(|| select(image, wanted)))
            .map(Self)
            .map_err(|detail| invalid(path, detail))
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.0.borrow_dependent().len()
    }

    /// Whether there are no classes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A class with its binary name; `None` after the last one.
    pub fn get(&self, index: usize) -> Option<(&str, &ModuleClass<'_>)> {
        let class = self.0.borrow_dependent().get(index)?;
        Some((&class.name, &class.class))
    }
}

impl fmt::Debug for ModuleClasses {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ModuleClasses({})", self.len())
    }
}

fn select(image: &Image, wanted: impl Fn(&str, &str) -> bool) -> Result<Classes<'_>, String> {
    let mut selected = Vec::new();
    let mut has_classes = false;
    for class in classes(image) {
        let class = class?;
        has_classes = true;
        if wanted(class.module(), class.package()) {
            let name = class.name();
            selected.push(Class { name, class });
        }
    }
    if !has_classes {
        return Err(NO_CLASSES.to_owned());
    }
    selected.sort_unstable_by(|one: &Class<'_>, other| {
        (one.class.module(), &one.name).cmp(&(other.class.module(), &other.name))
    });
    Ok(selected)
}
