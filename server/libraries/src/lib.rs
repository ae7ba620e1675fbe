//! What the methods of the JDK and of jars cost, computed once for a JDK and a posterior, and cached in a file.
//!
//! - [`Libraries`] and [`LibraryPath`] have the costs of what a project calls in the JDK and on its class path.
//! - [`ClassSource`] lists the classes of a class file, folder, jar, or the JDK itself.
//! - [`use_counts`] replaces estimates by the counts of a run.

mod blocks;
mod class_path;
mod class_source;
mod entry;
mod exchange;
mod file_digest;
mod kept_error;
mod make;
mod make_once;
mod measured_run;
mod modules_digest;
mod names;
mod opened;
mod part;
mod plan;
mod project_profile;
mod record_table;
mod session;
mod store;
mod trim;

use calls::{
    ClassNames, Header, LIMITS, Library, NATIVES, NOT_FOLLOWED, NoLibrary, Prices, Typical, Unit,
    UnitClass, UnitKind,
};
use frequency::Model as Frequencies;
use ide::Model;
use jdk::{Jdk, JdkModules, ModulesError};
use make_once::make_once;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use store::{Kind, Store, StoredLibrary};
use wcec::Summary;

pub use class_path::LibraryPath;
pub use class_source::{ClassSource, ClassSourceError};
pub use exchange::{ExchangeError, Exchanged, export_libraries, import_libraries};
pub use make::MadeLibrary;
pub use measured_run::{
    UseCountsError, expect_counts, use_counts, use_counts_of, use_counts_of_any_state,
};
pub use project_profile::{
    LoadedProfile, ProfileFile, ProfileLoadError, bodies_of, is_changed_after, is_profile_file,
};
pub use session::{CalledLibraries, Libraries};

/// The analysed module.
const MODULE: &str = "java.base";

/// Why the JDK's methods have no cost.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The JDK's classes cannot be read.
    #[error(transparent)]
    Modules(#[from] ModulesError),
    /// The result cannot be written.
    #[error("{}: the prices of the JDK's methods cannot be stored: {source}; make the folder writable or set XDG_CACHE_HOME", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The JDK lacks the module that every JDK has.
    #[error("{}: the JDK has no module {MODULE}; reinstall it or choose another one", home.display())]
    NoModule {
        /// The JDK.
        home: PathBuf,
    },
}

/// The methods of a JDK and their costs.
pub struct JdkLibrary {
    jdk: Jdk,
    digest: String,
    modules: JdkModules,
    store: Store,
    headers: RwLock<FxHashMap<Box<str>, Option<Arc<Header>>>>,
}

impl fmt::Debug for JdkLibrary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JdkLibrary")
            .field("modules", &self.modules)
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

impl JdkLibrary {
    /// Opens the cached result of an earlier run; `None` if there is none for this JDK and posterior.
    ///
    /// # Errors
    /// [`LibraryError::Modules`] if the JDK's classes cannot be read.
    pub fn open(jdk: &Jdk, model: &Model, cache: &Path) -> Result<Option<Self>, LibraryError> {
        let digest = digest(jdk, model, cache);
        let Some(store) = Store::open(&store_file(cache, &digest), &digest) else {
            return Ok(None);
        };
        Ok(Some(Self {
            jdk: jdk.clone(),
            digest,
            modules: JdkModules::open(jdk)?,
            store,
            headers: RwLock::default(),
        }))
    }

    /// Opens the cached result of an earlier run, or computes it in parallel and caches it.
    ///
    /// # Errors
    /// [`LibraryError`] says what could not be read or written.
    pub fn open_or_make(jdk: &Jdk, model: &Model, cache: &Path) -> Result<Self, LibraryError> {
        if let Some(library) = Self::open(jdk, model, cache)? {
            return Ok(library);
        }
        let digest = digest(jdk, model, cache);
        make_once(
            cache,
            &digest,
            || Self::open(jdk, model, cache).transpose(),
            || Self::make(jdk, model, cache, digest.clone()),
        )
    }

    fn make(jdk: &Jdk, model: &Model, cache: &Path, digest: String) -> Result<Self, LibraryError> {
        let modules = JdkModules::open(jdk)?;
        let names = modules
            .class_names(MODULE)
            .ok_or_else(|| LibraryError::NoModule {
                home: jdk.home.clone(),
            })?;
        let classes: Vec<Arc<UnitClass>> = names
            .par_iter()
            .filter_map(|name| {
                let class = modules.class(name).ok().flatten()?;
                let class = UnitClass::read(class.bytes()).ok()?;
                Some(Arc::new(class))
            })
            .collect();
        let unit = Unit::new(classes, Arc::new(NoLibrary), UnitKind::Library);
        let prices = Arc::new(Prices::of_natives(model.pricer()));
        let mut summaries = unit.summarise(model.pricer(), &prices);
        summaries.mark_last();
        let all = StoredLibrary::of(&unit, &summaries, model.pricer(), false, &[]);
        let store = kept(cache, &digest, |path| Store::write(path, &digest, &all))?;
        drop(all);
        drop((unit, summaries));
        Ok(Self {
            jdk: jdk.clone(),
            digest,
            modules,
            store,
            headers: RwLock::default(),
        })
    }

    /// The number of methods with a cost.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether no method has a cost.
    pub fn is_empty(&self) -> bool {
        self.store.len() == 0
    }
}

impl Library for JdkLibrary {
    fn header(&self, class: &str) -> Option<Arc<Header>> {
        let known = self.headers.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(header) = known.get(class) {
            return header.clone();
        }
        drop(known);
        let read = self.modules.class(class).ok().flatten();
        let header = read
            .and_then(|class| Header::read(class.bytes()).ok())
            .map(Arc::new);
        let mut known = self.headers.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(class.into(), header.clone());
        header
    }

    fn summary(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Summary>> {
        self.store.summary(class, name, descriptor)
    }

    fn typical(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Typical>> {
        self.store.typical(Kind::Typical, [class, name, descriptor])
    }

    fn dispatched(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Typical>> {
        self.store
            .typical(Kind::Dispatched, [class, name, descriptor])
    }

    fn subtypes(&self, class: &str) -> ClassNames {
        self.store.subtypes(class)
    }

    fn is_damaged(&self, class: &str) -> bool {
        match self.modules.class(class) {
            Ok(Some(found)) => Header::read(found.bytes()).is_err(),
            Ok(None) => false,
            Err(_) => true,
        }
    }
}

/// What the costs depend on: the JDK's build, the posterior, the mapping, the prices of native methods, the program.
fn digest(jdk: &Jdk, model: &Model, cache: &Path) -> String {
    let mut hasher = blake3::Hasher::new();
    let info = model.info();
    for part in [
        store::FORMAT,
        env!("CARGO_PKG_VERSION"),
        &jdk.version.full,
        &info.digest,
        &info.mapping,
        NATIVES,
        NOT_FOLLOWED,
        LIMITS,
    ] {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.update(&Frequencies::built_in().digest().to_le_bytes());
    // The file that names the build, and the contents of the one with the classes.
    if let Ok(release) = files::read(&jdk.home.join("release"), files::RELEASE) {
        hasher.update(&release);
    }
    if let Some(modules) = modules_digest::of(jdk, cache) {
        hasher.update(modules.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Writes a file and opens it: in the cache or, if that has no room, next to it for this process only.
fn kept(
    cache: &Path,
    digest: &str,
    write: impl Fn(&Path) -> io::Result<()>,
) -> Result<Store, LibraryError> {
    let kept_in = |cache: &Path| {
        let path = store_file(cache, digest);
        write(&path)?;
        let unreadable = || io::Error::other("the file that was just written cannot be read");
        let store = Store::open(&path, digest).ok_or_else(unreadable)?;
        if let Some(folder) = path.parent() {
            trim::trim(folder, EXTENSION, trim::MAX_CACHED_BYTES, store::note_of);
        }
        Ok(store)
    };
    let beside = |error: io::Error| match jdk::cache_folder_besides(&error) {
        Ok(other) if other.path != cache => kept_in(&other.path),
        Ok(_) | Err(_) => Err(error),
    };
    kept_in(cache)
        .or_else(beside)
        .map_err(|source| LibraryError::Write {
            path: store_file(cache, digest),
            source,
        })
}

/// The extension of library files after their digests.
const EXTENSION: &str = "summaries";

fn store_file(cache: &Path, digest: &str) -> PathBuf {
    cache.join("library").join(format!("{digest}.{EXTENSION}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cost::PlatformConditions;

    #[test]
    fn a_library_lies_beside_a_cache_without_room_for_it() {
        let cache = tempfile::tempdir().expect("a folder");
        let digest = "0".repeat(32);
        let library = StoredLibrary {
            headers: Vec::new(),
            with_headers: false,
            summaries: Vec::new(),
            typical: Vec::new(),
            platform_ended: PlatformConditions::default(),
            damaged: &[],
        };
        let write = |path: &Path| {
            if path.starts_with(cache.path()) {
                return Err(io::Error::from(io::ErrorKind::StorageFull));
            }
            Store::write(path, &digest, &library)
        };
        let store = kept(cache.path(), &digest, write).expect("another folder has room");
        assert_eq!(store.len(), 0);
        // If there is no room anywhere, there is no library, and the first error is reported.
        let nowhere = |_: &Path| Err(io::Error::from(io::ErrorKind::StorageFull));
        let error = kept(cache.path(), &digest, nowhere).expect_err("no room");
        assert!(matches!(error, LibraryError::Write { .. }), "{error}");
    }
}
