//! All classes of a module, one after another, to iterate over.

use std::fmt;
use std::path::Path;

use ristretto_jimage::Image;
use self_cell::self_cell;

use crate::Jdk;
use crate::modules::{
    ModuleClass, ModulesError, NO_CLASSES, classes, guarded, invalid, open_image,
};

/// Some of a JDK's classes, sorted by module and name. Each keeps its place in the mapped file, so that nothing is looked
/// up when its bytes are requested. It can be shared between threads.
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
    /// Opens the image of a JDK for the classes of the packages that are wanted, by module and by the package's name with
    /// slashes. The file is mapped: it must not be cut short while it is in use.
    ///
    /// # Errors
    /// [`ModulesError`] where it is missing, damaged, or compressed (as `jlink --compress` makes it).
    pub fn open(jdk: &Jdk, wanted: impl Fn(&str, &str) -> bool) -> Result<Self, ModulesError> {
        Self::from_file(&jdk.modules_file(), wanted)
    }

    /// The same of an image.
    ///
    /// # Errors
    /// As [`ModuleClasses::open`].
    pub fn from_file(
        path: &Path,
        wanted: impl Fn(&str, &str) -> bool,
    ) -> Result<Self, ModulesError> {
        let image = open_image(path)?;
        Mapped::try_new(image, |image| guarded(|| select(image, wanted)))
            .map(Self)
            .map_err(|detail| invalid(path, detail))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.borrow_dependent().len()
    }

    /// True where none was wanted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A class with its binary name, `None` behind the last one.
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
