//! The methods of a jar, of a module of the JDK, or of jars that call each other. Their costs are computed with the libraries
//! that they call, so the result depends on nothing else and serves every project.

use super::store::{self, DamagedClass, Kind, Store, StoredLibrary};
use super::{LibraryError, kept, store_file};
use calls::{ClassNames, Header, Library, Prices, Typical, Unit, UnitClass, UnitKind};
use cost::PlatformConditions;
use ide::Model;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use wcec::Summary;

/// The classes of a jar or a module and the costs of their methods.
pub(super) struct Part {
    store: Store,
    headers: FxHashMap<Arc<str>, Arc<Header>>,
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part")
            .field("classes", &self.headers.len())
            .finish_non_exhaustive()
    }
}

impl Part {
    /// Opens the cached result for a digest of the contents.
    pub(super) fn open(cache: &Path, digest: &str) -> Option<Self> {
        Some(Self::of(Store::open(&store_file(cache, digest), digest)?))
    }

    fn of(store: Store) -> Self {
        let headers = store.headers().iter();
        Self {
            headers: headers
                .map(|header| (Arc::clone(&header.name), Arc::clone(header)))
                .collect(),
            store,
        }
    }

    /// Computes the costs from the classes in parallel, and caches them.
    pub(super) fn make(
        cache: &Path,
        digest: &str,
        Contents { classes, damaged }: Contents,
        library: Arc<dyn Library>,
        model: &Model,
    ) -> Result<Self, LibraryError> {
        let library = Arc::new(LibraryContext {
            library,
            damaged: damaged.iter().map(|one| Arc::clone(&one.class)).collect(),
        });
        let unit = Unit::new(classes, library, UnitKind::Library);
        let prices = Arc::new(Prices::of_natives(model.pricer()));
        let mut summaries = unit.summarise(model.pricer(), &prices);
        summaries.mark_last();
        let all = StoredLibrary::of(&unit, &summaries, model.pricer(), true, &damaged);
        let store = kept(cache, digest, |path| Store::write(path, digest, &all))?;
        Ok(Self::of(store))
    }

    pub(super) fn header(&self, class: &str) -> Option<&Arc<Header>> {
        self.headers.get(class)
    }

    /// The names of its classes.
    pub(super) fn classes(&self) -> impl Iterator<Item = &Arc<str>> {
        self.headers.keys()
    }

    pub(super) fn summary(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<Arc<Summary>> {
        self.store.summary(class, name, descriptor)
    }

    pub(super) fn typical(&self, kind: Kind, names: [&str; 3]) -> Option<Arc<Typical>> {
        self.store.typical(kind, names)
    }

    pub(super) fn subtypes(&self, class: &str) -> ClassNames {
        self.store.subtypes(class)
    }

    pub(super) fn len(&self) -> usize {
        self.store.len()
    }

    /// The conditions of the platform that its code may end.
    pub(super) fn platform_ended(&self) -> PlatformConditions {
        self.store.platform_ended()
    }

    /// The classes that could not be read.
    pub(super) fn damaged(&self) -> &[DamagedClass] {
        self.store.damaged()
    }

    pub(super) fn is_damaged(&self, class: &str) -> bool {
        let damaged = self.damaged();
        damaged
            .binary_search_by(|one| (*one.class).cmp(class))
            .is_ok()
    }
}

/// The classes of a jar or a module, and those that cannot be read.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) classes: Vec<Arc<UnitClass>>,
    pub(super) damaged: Vec<DamagedClass>,
}

/// The library with which a part is computed, and the part's own missing classes.
struct LibraryContext {
    library: Arc<dyn Library>,
    damaged: BTreeSet<Arc<str>>,
}

impl Library for LibraryContext {
    fn header(&self, class: &str) -> Option<Arc<Header>> {
        self.library.header(class)
    }

    fn summary(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Summary>> {
        self.library.summary(class, name, descriptor)
    }

    fn typical(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Typical>> {
        self.library.typical(class, name, descriptor)
    }

    fn dispatched(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Typical>> {
        self.library.dispatched(class, name, descriptor)
    }

    fn subtypes(&self, class: &str) -> ClassNames {
        self.library.subtypes(class)
    }

    fn is_damaged(&self, class: &str) -> bool {
        self.damaged.contains(class) || self.library.is_damaged(class)
    }

    fn damaged_beside(&self, class: &str) -> Option<Arc<str>> {
        let first = self.damaged.first()?;
        // What the surrounding library does not have belongs to the part.
        let is_own = self.library.header(class).is_none();
        is_own.then(|| Arc::clone(first))
    }

    fn platform_ended(&self) -> PlatformConditions {
        self.library.platform_ended()
    }
}

/// The digest of a part with these contents and a JDK of this digest.
pub(super) fn digest(jdk: &str, contents: &[&[u8]]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(store::FORMAT.as_bytes());
    hasher.update(jdk.as_bytes());
    for content in contents {
        hasher.update(&(content.len() as u64).to_le_bytes());
        hasher.update(content);
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use calls::NoLibrary;
    use jdk::{Environment, JdkModules, find_jdk};
    use posterior::Device;

    const CLASS: &str = "java/util/logging/Level";

    fn model() -> Model {
        let posterior = posterior::Posterior::default_model();
        Model::new(
            Arc::new(posterior),
            project_settings::Configuration::default().mapping,
            Device::Any,
        )
    }

    fn logging() -> Contents {
        let jdk = find_jdk(None, &Environment::of_this_process()).expect("the tests need a JDK");
        let modules = JdkModules::open(&jdk).expect("a module image");
        let names = modules.class_names("java.logging").expect("java.logging");
        let classes = names.iter().map(|name| {
            let class = modules.class(name).expect("an entry").expect("a class");
            Arc::new(UnitClass::read(class.bytes()).expect("a class file"))
        });
        Contents {
            classes: classes.collect(),
            damaged: Vec::new(),
        }
    }

    #[test]
    fn what_is_kept_of_a_part_is_found_by_its_contents_alone() {
        let cache = tempfile::tempdir().expect("a folder");
        let digest_of = |jdk: &str, contents: &str| digest(jdk, &[b"jar", contents.as_bytes()]);
        let digest = digest_of("17", "one");
        assert!(Part::open(cache.path(), &digest).is_none());
        let part = Part::make(
            cache.path(),
            &digest,
            logging(),
            Arc::new(NoLibrary),
            &model(),
        )
        .expect("a part");
        let (name, descriptor) = ("intValue", "()I");
        let made = part.summary(CLASS, name, descriptor).expect("a summary");
        assert!(made.unpriced.is_empty() && made.cost.as_constant().is_some());
        let kept = Part::open(cache.path(), &digest).expect("what was kept");
        assert_eq!(kept.summary(CLASS, name, descriptor), Some(made));
        assert_eq!(kept.header(CLASS), part.header(CLASS));
        assert!(kept.header("java/lang/String").is_none());
        for other in [digest_of("17", "two"), digest_of("25", "one")] {
            assert!(Part::open(cache.path(), &other).is_none());
        }
        let file = store_file(cache.path(), &digest);
        let whole = std::fs::read(&file).expect("the file");
        let last = whole.len() - 1;
        for at in [0, last / 4, last / 2, last] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            std::fs::write(&file, &damaged).expect("damaged");
            assert!(Part::open(cache.path(), &digest).is_none(), "byte {at}");
            std::fs::write(&file, &whole[..at]).expect("cut");
            assert!(Part::open(cache.path(), &digest).is_none(), "cut at {at}");
        }
    }

    #[test]
    fn a_file_that_was_read_through_once_and_is_damaged_later_is_made_again() {
        let cache = tempfile::tempdir().expect("a folder");
        let digest = digest("17", &[b"jar", b"one"]);
        let library = Arc::new(NoLibrary);
        let made = Part::make(cache.path(), &digest, logging(), library, &model());
        drop(made.expect("a part"));
        let open = || Part::open(cache.path(), &digest);
        let file = store_file(cache.path(), &digest);
        let note = file.with_extension("checked");
        // No note is written for a file that may still change within the same clock tick.
        let start = std::time::Instant::now();
        while !note.exists() {
            assert!(open().is_some() && start.elapsed().as_secs() < 60);
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        let whole = std::fs::metadata(&file).expect("the file");
        let mut bytes = std::fs::read(&file).expect("the file");
        // The records of averages come last.
        let records = bytes.len() / 2;
        bytes[records..].iter_mut().for_each(|byte| *byte ^= 1);
        std::fs::write(&file, &bytes).expect("damaged");
        let times = std::fs::FileTimes::new().set_modified(whole.modified().expect("a time"));
        let damaged = std::fs::File::options().write(true).open(&file);
        let damaged = damaged.expect("the file");
        damaged.set_times(times).expect("the time of before");
        assert!(open().is_none(), "the note is of another file");
        // Damage that file metadata does not show is found with the first invalid record.
        let stamp = files::stamp(&damaged.metadata().expect("the file"));
        std::fs::write(&note, stamp).expect("a note");
        let part = open().expect("what looks whole");
        let last = part.typical(Kind::Typical, [CLASS, "toString", "()Ljava/lang/String;"]);
        assert!(last.is_none());
        assert!(open().is_none(), "it is read through again");
    }
}
