//! The libraries that a project calls: the JDK's modules and the jars of its class path.

use super::part::{self, MOST_CLASSES, Part};
use super::{JdkLibrary, MODULE};
use crate::{ClassSource, Limits, Problem, Severity};
use ide::Model;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wcec::calls::{Header, Library, Summary, UnitClass, named_packages};

/// A JDK and jars, in the order that classes are looked up in: the JDK first, as the virtual machine does it.
#[derive(Debug)]
pub struct LibraryPath {
    jdk: Arc<JdkLibrary>,
    parts: Vec<Part>,
}

impl LibraryPath {
    /// Opens what the jars among these entries and the modules that the classes name cost, and works out what is not kept
    /// yet. `starts` is told the name of each that is. What cannot be read or kept, or is too large, is a problem of its
    /// own, and its calls are not priced.
    pub fn open_or_make<'c>(
        jdk: JdkLibrary,
        model: &Model,
        cache: &Path,
        class_path: &[PathBuf],
        classes: impl IntoIterator<Item = &'c [u8]>,
        starts: &mut dyn FnMut(&str),
    ) -> (Self, Vec<Problem>) {
        let jdk = Arc::new(jdk);
        let mut opening = Opening {
            jdk: &jdk,
            model,
            cache,
            starts,
            parts: Vec::new(),
            problems: Vec::new(),
        };
        for module in modules_named(&jdk, classes) {
            opening.add_module(&module);
        }
        let mut seen = BTreeSet::new();
        let is_jar = |path: &&PathBuf| {
            path.extension()
                .is_some_and(|extension| extension.eq_ignore_ascii_case("jar"))
        };
        for jar in class_path.iter().filter(is_jar) {
            if seen.insert(jar) {
                opening.add_jar(jar);
            }
        }
        let Opening {
            parts, problems, ..
        } = opening;
        (Self { jdk, parts }, problems)
    }

    /// How many methods have a cost.
    pub fn len(&self) -> usize {
        self.jdk.len() + self.parts.iter().map(Part::len).sum::<usize>()
    }

    /// True where none has.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn part_of(&self, class: &str) -> Option<&Part> {
        let mut parts = self.parts.iter();
        parts.find(|part| part.header(class).is_some())
    }
}

impl Library for LibraryPath {
    fn header(&self, class: &str) -> Option<Arc<Header>> {
        match self.part_of(class) {
            Some(part) => part.header(class).cloned(),
            None => self.jdk.header(class),
        }
    }

    fn summary(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Summary>> {
        match self.part_of(class) {
            Some(part) => part.summary(class, name, descriptor),
            None => self.jdk.summary(class, name, descriptor),
        }
    }

    fn subtypes(&self, class: &str) -> Vec<Arc<str>> {
        let mut subtypes = self.jdk.subtypes(class);
        for part in &self.parts {
            subtypes.extend(part.subtypes(class));
        }
        subtypes
    }
}

/// The modules besides `java.base` whose classes are named by others.
fn modules_named<'c>(
    jdk: &JdkLibrary,
    classes: impl IntoIterator<Item = &'c [u8]>,
) -> BTreeSet<String> {
    let mut packages = BTreeSet::new();
    for bytes in classes {
        packages.extend(named_packages(bytes).unwrap_or_default());
    }
    let modules = (packages.iter()).filter_map(|package| jdk.modules.module_of_package(package));
    modules
        .filter(|module| *module != MODULE)
        .map(str::to_owned)
        .collect()
}

/// Parts that are being opened.
struct Opening<'o> {
    jdk: &'o Arc<JdkLibrary>,
    model: &'o Model,
    cache: &'o Path,
    starts: &'o mut dyn FnMut(&str),
    parts: Vec<Part>,
    problems: Vec<Problem>,
}

impl Opening<'_> {
    fn add_module(&mut self, module: &str) {
        let digest = part::digest(&self.jdk.digest, &[b"module", module.as_bytes()]);
        let jdk = Arc::clone(self.jdk);
        self.add(&digest, module, None, || {
            let names = jdk.modules.class_names(module).unwrap_or_default();
            let of = |name: &str| {
                let class = jdk.modules.class(name).ok().flatten()?;
                let class = UnitClass::read(class.bytes().to_vec()).ok()?;
                Some(Arc::new(class))
            };
            within_limit(names.len())?;
            Ok(names.par_iter().filter_map(|name| of(name)).collect())
        });
    }

    fn add_jar(&mut self, jar: &Path) {
        let limits = Limits::default();
        let contents = match hash_of(jar) {
            Ok(contents) => contents,
            Err(error) => {
                let message = format!("the jar cannot be read: {error}");
                self.problems
                    .push(Problem::new(Severity::Warning, jar.to_path_buf(), message));
                return;
            }
        };
        let digest = part::digest(&self.jdk.digest, &[b"jar", contents.as_bytes()]);
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        self.add(&digest, &name, Some(jar), || {
            let source = ClassSource::open(&jar.to_string_lossy(), None, &limits)
                .map_err(|error| error.to_string())?;
            within_limit(source.len())?;
            let of = |index: usize| {
                let bytes = source.with_bytes(index, <[u8]>::to_vec).ok()?;
                Some(Arc::new(UnitClass::read(bytes).ok()?))
            };
            Ok((0..source.len()).into_par_iter().filter_map(of).collect())
        });
    }

    fn add(
        &mut self,
        digest: &str,
        name: &str,
        file: Option<&Path>,
        classes: impl FnOnce() -> Result<Vec<Arc<UnitClass<Vec<u8>>>>, String>,
    ) {
        if let Some(part) = Part::open(self.cache, digest) {
            self.parts.push(part);
            return;
        }
        let made = classes().and_then(|classes| {
            (self.starts)(name);
            let jdk = Arc::clone(self.jdk) as Arc<dyn Library>;
            Part::make(self.cache, digest, classes, jdk, self.model)
                .map_err(|error| error.to_string())
        });
        match made {
            Ok(part) => self.parts.push(part),
            Err(reason) => self.problems.push(Problem::new(
                Severity::Warning,
                file.map(Path::to_path_buf),
                format!(
                    "what {name} costs is not known, and calls into it are not priced: {reason}"
                ),
            )),
        }
    }
}

fn hash_of(file: &Path) -> std::io::Result<blake3::Hash> {
    let mut file = std::fs::File::open(file)?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(hasher.finalize());
        }
        hasher.update(&buffer[..read]);
    }
}

fn within_limit(classes: usize) -> Result<(), String> {
    if classes > MOST_CLASSES {
        return Err(format!(
            "it has {classes} classes, more than the {MOST_CLASSES} that are followed"
        ));
    }
    Ok(())
}
