//! The classes of earlier sessions, so that an open file has its numbers before the compiler is ready.
//!
//! What javac makes of a text depends on the text, the JDK, the release, the class path, and the interfaces of the project's
//! other files. Classes are stored with a digest of all of these. They are used only for exactly the same text; if anything
//! else changed, they are marked as unconfirmed. In both cases, javac's own result replaces them as soon as it has compiled the
//! file.
//!
//! Nothing here can fail: what cannot be read or written counts as missing.

mod cache_writer;
mod class_path_files;
mod content;
mod digest;
mod disk_cache;
mod entry;
mod findings;
mod interfaces;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use jdk::Jdk;
use rayon::prelude::*;
use source::SourceFile;

use crate::source_text::holds_no_code;
use crate::{CompiledFile, Completeness};
pub(crate) use cache_writer::CacheWriter;
pub(crate) use content::ContentCache;
use digest::{Digest, index, read_index};
use disk_cache::DiskCache;
use entry::Entry;
pub(crate) use findings::CachedCompilation;
use findings::{Findings, follows_from_texts};
use interfaces::{Interfaces, base_digest, shown, texts_of};
use project_model::Project;

/// The maximum size of the classes of all projects, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// The result of a file from an earlier session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RestoredFile {
    pub(crate) known: CachedCompilation,
    /// Whether everything that it depends on is unchanged.
    pub(crate) is_confirmed: bool,
}

/// A digest of what the classes of a file depend on, at one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InputDigest(Digest);

/// A digest of the interfaces of all files of a project, at one time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProjectState(Digest);

/// The cached classes of one project. All calls may take time and belong on a thread of their own.
#[derive(Debug)]
pub(crate) struct ClassCache {
    disk_cache: DiskCache,
    jdk: Jdk,
    project: Arc<Project>,
    ground: OnceLock<Option<Digest>>,
    interfaces: Mutex<Interfaces>,
}

impl ClassCache {
    /// The classes of a project in the cache folder of the compiler.
    pub(crate) fn new(cache_dir: &Path, jdk: Jdk, project: Arc<Project>) -> Self {
        Self {
            disk_cache: DiskCache::new(cache_dir.join("classes"), MAX_BYTES),
            jdk,
            project,
            ground: OnceLock::new(),
            interfaces: Mutex::default(),
        }
    }

    /// An earlier result for a text.
    pub(crate) fn recall(&self, file: &Path, source: &SourceFile) -> Option<RestoredFile> {
        let bytes = self.disk_cache.read(&entry_name(file))?;
        let entry = Entry::from_bytes(&bytes)?;
        if entry.text != Digest::of_text(source.text()) {
            return None;
        }
        if !self.interfaces().is_complete() {
            let shown = shown(&self.texts(), &self.read_index());
            self.interfaces().take_all(shown);
        }
        let mut interfaces = self.interfaces();
        interfaces.settle(file, Digest::of_interface(source), true);
        let around = interfaces.around(file);
        drop(interfaces);
        Some(RestoredFile {
            is_confirmed: self.input_digest(around) == Some(InputDigest(entry.input_digest)),
            known: entry.findings.known(file, entry.classes)?,
        })
    }

    /// Earlier results for the texts of a project, if nothing that they depend on has changed.
    pub(crate) fn recall_all(
        &self,
        texts: &[(PathBuf, Arc<str>)],
    ) -> HashMap<PathBuf, CachedCompilation> {
        self.before_all(texts.to_vec());
        let mut interfaces = self.interfaces();
        let around: Vec<Option<InputDigest>> = texts
            .iter()
            .map(|(file, _)| interfaces.around(file))
            .map(|around| self.input_digest(around))
            .collect();
        drop(interfaces);
        let recalled = texts
            .par_iter()
            .zip(around)
            .filter_map(|((file, text), around)| {
                let entry = Entry::from_bytes(&self.disk_cache.read(&entry_name(file))?)?;
                let is_same = entry.text == Digest::of_text(text);
                let is_confirmed = around? == InputDigest(entry.input_digest);
                let known = entry.findings.known(file, entry.classes)?;
                (is_same && is_confirmed).then(|| (file.clone(), known))
            });
        recalled.collect()
    }

    /// Sets the texts with which all files of the project are about to be compiled.
    pub(crate) fn before_all(&self, mut texts: Vec<(PathBuf, Arc<str>)>) -> ProjectState {
        texts.extend(texts_of(&self.project.context, &self.project.limits));
        let interfaces = self.interfaces();
        let known = interfaces
            .is_complete()
            .then(|| interfaces.by_text().clone());
        drop(interfaces);
        let shown = shown(&texts, &known.unwrap_or_else(|| self.read_index()));
        let mut interfaces = self.interfaces();
        interfaces.take_all(shown);
        ProjectState(interfaces.all())
    }

    /// Marks a file as changed before it is compiled. Returns the digest of what it depends on now, if that is known.
    pub(crate) fn before(&self, file: &Path) -> Option<InputDigest> {
        let mut interfaces = self.interfaces();
        let around = interfaces.around(file);
        interfaces.unsettle(file);
        drop(interfaces);
        self.input_digest(around)
    }

    /// Sets a compiled buffer. Returns the digest of what it depends on, if that is unchanged since `before`.
    pub(crate) fn settle_buffer(
        &self,
        file: &Path,
        source: &SourceFile,
        before: Option<InputDigest>,
    ) -> Option<InputDigest> {
        self.settle(file, Digest::of_interface(source), true, before)
    }

    /// The same for a file on disk.
    pub(crate) fn settle_saved(
        &self,
        compiled: &CompiledFile,
        before: Option<InputDigest>,
    ) -> Option<InputDigest> {
        let interface = self.interface(&compiled.text);
        self.settle(&compiled.file, interface, false, before)
    }

    fn settle(
        &self,
        file: &Path,
        interface: Digest,
        is_in_editor: bool,
        before: Option<InputDigest>,
    ) -> Option<InputDigest> {
        let mut interfaces = self.interfaces();
        interfaces.settle(file, interface, is_in_editor);
        let around = interfaces.around(file);
        drop(interfaces);
        self.input_digest(around).filter(|now| Some(*now) == before)
    }

    /// Stores a file that was compiled with the whole project, if no file has changed since. Something missing in it is missing
    /// in the project. Returns false if it is too early to know.
    pub(crate) fn keep_if_unchanged(&self, compiled: &CompiledFile, before: ProjectState) -> bool {
        let mut interfaces = self.interfaces();
        if interfaces.has_unsettled_others(&compiled.file) {
            return false;
        }
        let is_same = interfaces.all() == before.0;
        let around = interfaces.around(&compiled.file).filter(|_| is_same);
        drop(interfaces);
        let is_lasting =
            compiled.completeness == Completeness::Complete || follows_from_texts(compiled);
        if let Some(input_digest) = self.input_digest(around).filter(|_| is_lasting) {
            self.write(compiled, input_digest);
        }
        true
    }

    /// Removes a file that no longer exists.
    pub(crate) fn forget(&self, file: &Path) {
        self.interfaces().remove(file);
    }

    /// Stores the classes of a file, replacing earlier ones. Incomplete files are not stored, because they may only lack
    /// something that was not compiled yet.
    pub(crate) fn keep(&self, compiled: &CompiledFile, input_digest: InputDigest) {
        if compiled.completeness == Completeness::Complete {
            self.write(compiled, input_digest);
        }
    }

    fn write(&self, compiled: &CompiledFile, input_digest: InputDigest) {
        // The build's classes are read again each time, because they may have changed.
        if compiled.is_from_build {
            return;
        }
        let name = entry_name(&compiled.file);
        let text = Digest::of_text(&compiled.text);
        let bytes = Findings::of(compiled).and_then(|findings| {
            Entry::to_bytes(text, input_digest.0, &findings, &compiled.classes)
        });
        let Some(bytes) = bytes else {
            return;
        };
        // Reading marks it as used.
        if self.disk_cache.read(&name).as_ref() != Some(&bytes) {
            // If the folder is not writable, nothing is stored.
            let _ = self.disk_cache.write(&name, &bytes);
        }
    }

    /// Stores the interfaces of the project's files for the next session, and makes room.
    pub(crate) fn tidy(&self) {
        let interfaces = self.interfaces();
        let index = index(interfaces.by_text());
        drop(interfaces);
        let name = self.index_name();
        if self.disk_cache.read(&name).as_ref() != Some(&index) {
            let _ = self.disk_cache.write(&name, &index);
        }
        self.disk_cache.tidy();
    }

    /// The texts of all files on disk.
    fn texts(&self) -> Vec<(PathBuf, Arc<str>)> {
        let with_code = self.project.sources.iter();
        let with_code: Vec<PathBuf> = with_code
            .filter(|file| !holds_no_code(file))
            .cloned()
            .collect();
        let mut texts = texts_of(&with_code, &self.project.limits);
        texts.extend(texts_of(&self.project.context, &self.project.limits));
        texts
    }

    fn interface(&self, text: &Arc<str>) -> Digest {
        let of_text = Digest::of_text(text);
        let known = self.interfaces().by_text().get(&of_text).copied();
        known.unwrap_or_else(|| Digest::of_interface(&SourceFile::parse(Arc::clone(text))))
    }

    fn read_index(&self) -> HashMap<Digest, Digest> {
        let bytes = self.disk_cache.read(&self.index_name()).unwrap_or_default();
        read_index(&bytes)
    }

    fn index_name(&self) -> String {
        let root = self.project.root.as_os_str().as_encoded_bytes();
        Digest::of([b"index", VERSION, root]).name()
    }

    fn input_digest(&self, around: Option<Digest>) -> Option<InputDigest> {
        let around = around?;
        let ground = *self
            .ground
            .get_or_init(|| base_digest(&self.jdk, &self.project));
        let digest = Digest::of([&ground?.0[..], &around.0]);
        Some(InputDigest(digest))
    }

    fn interfaces(&self) -> MutexGuard<'_, Interfaces> {
        // After a panic in a file's parser, the map lacks that file. Its neighbours are then unconfirmed, but nothing is wrong.
        self.interfaces
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

const VERSION: &[u8] = env!("CARGO_PKG_VERSION").as_bytes();

fn entry_name(file: &Path) -> String {
    let file = file.as_os_str().as_encoded_bytes();
    Digest::of([b"classes", VERSION, file]).name()
}
