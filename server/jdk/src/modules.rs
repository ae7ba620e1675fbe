//! The JDK's own classes, from its image `lib/modules`.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use ristretto_jimage::{Image, Resource};

use crate::Jdk;

/// Why a module image cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ModulesError {
    /// The file cannot be opened.
    #[error("the JDK's module image {} cannot be opened: {source}; \
             is the JDK complete?", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is not a module image, or it is damaged or not supported.
    #[error("the JDK's module image {} cannot be read: {detail}; \
             reinstall the JDK or choose another one", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        detail: String,
    },
}

/// The classes of a JDK, indexed by module and name. Opening reads only the tables, and the bytes of a class are borrowed from
/// the mapped file. It can be shared between threads.
pub struct JdkModules {
    path: PathBuf,
    image: Image,
    /// The binary names of each module's classes, sorted.
    modules: BTreeMap<Box<str>, Vec<Box<str>>>,
    /// The module of each package, by its name with slashes. A package is in one module only.
    packages: HashMap<Box<str>, Box<str>>,
}

impl fmt::Debug for JdkModules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("JdkModules")
            .field("path", &self.path)
            .field("modules", &self.modules.len())
            .field("packages", &self.packages.len())
            .finish_non_exhaustive()
    }
}

/// The bytes of a class in an image.
#[derive(Clone, Debug)]
pub struct ModuleClass<'a> {
    resource: Resource<'a>,
}

impl ModuleClass<'_> {
    /// The package, with slashes.
    pub(crate) fn package(&self) -> &str {
        self.resource.parent()
    }

    /// The binary name with slashes, `java/util/Map$Entry`.
    pub(crate) fn name(&self) -> Box<str> {
        let (package, base) = (self.package(), self.resource.base());
        let mut name = String::with_capacity(package.len() + 1 + base.len());
        for part in [package, "/", base] {
            name.push_str(part);
        }
        name.into_boxed_str()
    }

    /// The module of the class.
    pub fn module(&self) -> &str {
        self.resource.module()
    }

    /// The class file, borrowed from the image.
    pub fn bytes(&self) -> &[u8] {
        self.resource.data()
    }
}

impl JdkModules {
    /// Opens the image of a JDK.
    ///
    /// # Errors
    ///
    /// [`ModulesError`] if the image is missing, damaged, or compressed (as by `jlink --compress`).
    pub fn open(jdk: &Jdk) -> Result<Self, ModulesError> {
        Self::from_file(&jdk.modules_file())
    }

    /// Opens an image. The file is mapped: it must not be truncated while it is in use.
    ///
    /// # Errors
    ///
    /// Those of [`JdkModules::open`].
    pub fn from_file(path: &Path) -> Result<Self, ModulesError> {
        let image = open_image(path)?;
        let (modules, packages) =
            guarded(|| index(&image)).map_err(|detail| invalid(path, detail))?;
        Ok(Self {
            path: path.to_path_buf(),
            image,
            modules,
            packages,
        })
    }

    /// The names of the modules, sorted.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.modules.keys().map(AsRef::as_ref)
    }

    /// The binary names of a module's classes, with slashes and sorted, without `module-info`; `None` if there is no such
    /// module.
    pub fn class_names(&self, module: &str) -> Option<&[Box<str>]> {
        self.modules.get(module).map(Vec::as_slice)
    }

    /// The module of a package, given with slashes.
    pub fn module_of_package(&self, package: &str) -> Option<&str> {
        self.packages.get(package).map(AsRef::as_ref)
    }

    /// The class with this binary name, with slashes (`java/util/Map$Entry`); `None` if the JDK does not have it.
    ///
    /// # Errors
    ///
    /// [`ModulesError::Invalid`] if its entry in the image is damaged.
    pub fn class(&self, binary_name: &str) -> Result<Option<ModuleClass<'_>>, ModulesError> {
        let Some((package, _)) = binary_name.rsplit_once('/') else {
            return Ok(None);
        };
        let Some(module) = self.packages.get(package) else {
            return Ok(None);
        };
        let known = self.modules.get(module).is_some_and(|names| {
            names
                .binary_search_by(|name| (**name).cmp(binary_name))
                .is_ok()
        });
        if !known {
            return Ok(None);
        }
        let name = format!("/{module}/{binary_name}.class");
        guarded(|| {
            self.image
                .get_resource(&name)
                .map_err(|error| error.to_string())
        })
        .map(|resource| Some(ModuleClass { resource }))
        .map_err(|detail| invalid(&self.path, format!("{name}: {detail}")))
    }
}

type Index = (
    BTreeMap<Box<str>, Vec<Box<str>>>,
    HashMap<Box<str>, Box<str>>,
);

/// Indexes the classes of all modules.
fn index(image: &Image) -> Result<Index, String> {
    let mut modules: BTreeMap<Box<str>, Vec<Box<str>>> = BTreeMap::new();
    let mut packages: HashMap<Box<str>, Box<str>> = HashMap::new();
    for class in classes(image) {
        let class = class?;
        let (module, package) = (class.module(), class.package());
        let name = class.name();
        match modules.get_mut(module) {
            Some(names) => names.push(name),
            None => {
                modules.insert(module.into(), vec![name]);
            }
        }
        if !packages.contains_key(package) {
            packages.insert(package.into(), module.into());
        }
    }
    if modules.is_empty() {
        return Err(NO_CLASSES.to_owned());
    }
    for names in modules.values_mut() {
        names.sort_unstable();
    }
    Ok((modules, packages))
}

/// The message about an image without classes.
pub(crate) const NO_CLASSES: &str = "it has no classes";

/// The classes of an image, in no particular order. Module descriptors, which are in no package, are left out.
pub(crate) fn classes(image: &Image) -> impl Iterator<Item = Result<ModuleClass<'_>, String>> {
    let resources = image.iter().map(|resource| {
        let resource = resource.map_err(|error| error.to_string())?;
        let is_class = resource.extension() == "class" && !resource.parent().is_empty();
        Ok(is_class.then_some(ModuleClass { resource }))
    });
    resources.filter_map(Result::transpose)
}

/// Opens and maps an image whose tables fit into the file.
pub(crate) fn open_image(path: &Path) -> Result<Image, ModulesError> {
    check_header(path)?;
    Image::from_file(path).map_err(|error| invalid(path, error.to_string()))
}

pub(crate) fn invalid(path: &Path, detail: String) -> ModulesError {
    ModulesError::Invalid {
        path: path.to_path_buf(),
        detail,
    }
}

/// The size of an image's header, in bytes.
const HEADER_BYTES: usize = 28;

/// Rejects a file whose tables do not fit into it, before their sizes are used: the library would read as many entries as the
/// header claims.
fn check_header(path: &Path) -> Result<(), ModulesError> {
    let open_error = |source| ModulesError::Open {
        path: path.to_path_buf(),
        source,
    };
    let invalid = |detail: &str| invalid(path, detail.to_owned());
    let mut file = files::open(path).map_err(open_error)?;
    let length = file.metadata().map_err(open_error)?.len();
    let mut header = [0; HEADER_BYTES];
    file.read_exact(&mut header)
        .map_err(|_| invalid("it is shorter than its header"))?;
    let (words, _) = header.as_chunks::<4>();
    let read = match words[0] {
        [0xca, 0xfe, 0xda, 0xda] => u32::from_be_bytes,
        [0xda, 0xda, 0xfe, 0xca] => u32::from_le_bytes,
        _ => return Err(invalid("it does not begin like a module image")),
    };
    let [_, _, _, resources, slots, locations, strings] =
        [0, 1, 2, 3, 4, 5, 6].map(|word| u64::from(read(words[word])));
    // Two words for each slot: the redirect table and the offsets of the attributes.
    let tables = HEADER_BYTES as u64 + 8 * slots + locations + strings;
    if slots == 0 || resources == 0 || resources > slots || tables > length {
        return Err(invalid("its tables do not fit into the file"));
    }
    Ok(())
}

/// Calls a reader of the library, which panics on some damaged tables (an offset past the end of the file) and on compressed
/// entries. Both become errors. This is the last resort after [`check_header`]; the panic hook still prints such a panic.
pub(crate) fn guarded<T>(read: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        Err(if message.contains("compressed") {
            "its entries are compressed, which is not supported".to_owned()
        } else {
            format!("its tables are damaged ({message})")
        })
    })
}
