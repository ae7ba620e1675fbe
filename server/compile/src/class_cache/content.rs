//! A cache of classes by the content that they depend on, independent of the project's folder. Two revisions or checkouts of a
//! repository share what they have in common, so that nothing is compiled twice.
//!
//! Unlike with the editor's cache, no later compilation confirms these classes. The key therefore contains everything that the
//! classes depend on, with the contents of the class path instead of the times of its files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::Bounded;
use jdk::{Jdk, compiler_digest};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::class_path_files::files_of;
use super::digest::{Digest, index, read_index};
use super::disk_cache::DiskCache;
use super::findings::{CachedCompilation, Findings, follows_from_texts};
use super::interfaces::{FileInterface, shown, texts_of};
use crate::{ClassBytes, CompiledFile};
use project_model::Project;

/// The maximum size of the classes of all projects, in bytes.
const MAX_BYTES: u64 = 512 << 20;
/// If a folder of the class path has more files than this, nothing is stored.
const MAX_CLASS_FILES: usize = 20_000;
/// Raise this if the stored data changes.
const VERSION: &[u8] = b"9";

/// The cache keys of the files of one project.
#[derive(Debug)]
pub(crate) struct ContentCache {
    disk_cache: DiskCache,
    names: HashMap<PathBuf, Digest>,
    /// The prefix of every path of the project.
    root: String,
}

/// What is stored for a file.
#[derive(Debug, Serialize, Deserialize)]
struct StoredFile {
    /// The cache key.
    name: [u8; 32],
    /// Binary names and bytes.
    classes: Vec<(String, Vec<u8>)>,
    findings: Findings,
}

impl ContentCache {
    /// Computes the keys of a project's files. `None` if it is unknown what their classes depend on.
    pub(crate) fn new(
        folder: &Path,
        jdk: &Jdk,
        project: &Project,
        texts: &[(PathBuf, Arc<str>)],
    ) -> Option<Self> {
        let relative = |file: &Path| {
            project
                .relative(file)
                .as_os_str()
                .as_encoded_bytes()
                .to_vec()
        };
        let context = texts_of(&project.context, &project.limits);
        let disk_cache = DiskCache::new(folder.join("content"), MAX_BYTES);
        let index_name = index_name(project, texts);
        let known = read_index(&disk_cache.read(&index_name).unwrap_or_default());
        let [shown, context] = [texts, &context].map(|texts| shown(texts, &known));
        let all = shown.iter().chain(&context);
        let all: HashMap<Digest, Digest> = all.map(|one| (one.of_text, one.interface)).collect();
        if all.keys().any(|text| !known.contains_key(text)) {
            // If the folder is not writable, nothing is stored.
            let _ = disk_cache.write(&index_name, &index(&all));
        }
        let member = |one: &FileInterface| Digest::of([&relative(&one.file)[..], &one.interface.0]);
        let members: Vec<Digest> = shown.par_iter().map(member).collect();
        let around: Vec<Digest> = context.par_iter().map(member).collect();
        let sets: Vec<usize> = texts
            .par_iter()
            .map(|(file, _)| project.set_of(file))
            .collect();
        let entries = contents(project)?;
        let compiler = compiler_digest(jdk).ok()?;
        // A file depends on what its source set can use, and not on other modules.
        let mut grounds: BTreeMap<usize, Digest> = BTreeMap::new();
        for &set in &sets {
            grounds.entry(set).or_insert_with(|| {
                let seen = project.reached_from(set);
                let in_sight = members.iter().zip(&sets);
                let in_sight = in_sight.filter(|(_, of)| seen.contains(of));
                let mut all: Vec<Digest> = in_sight.map(|(member, _)| *member).collect();
                all.extend(&around);
                all.sort_unstable();
                let all = Digest::of(all.iter().map(|member| &member.0[..]));
                let ground = ground(project, &compiler, &seen, &entries);
                Digest::of([&ground.0[..], &all.0])
            });
        }
        // The interface of the file itself is part of this, and depends only on its text.
        let named = texts.par_iter().zip(&sets).map(|((file, text), set)| {
            let parts = [&grounds[set].0, &relative(file)[..], text.as_bytes()];
            (file.clone(), Digest::of(parts))
        });
        let names = named.collect();
        Some(Self {
            disk_cache,
            names,
            root: project.root.display().to_string(),
        })
    }

    /// The stored results of the files. These need not be stored again.
    pub(crate) fn recall(&mut self) -> HashMap<PathBuf, CachedCompilation> {
        let recalled = self.names.par_iter().filter_map(|(file, name)| {
            let bytes = self.disk_cache.read(&name.name())?;
            let kept: StoredFile = postcard::from_bytes(&bytes).ok()?;
            let is_of_it = kept.name == name.0;
            Some((file.clone(), kept.known(file)?)).filter(|_| is_of_it)
        });
        let recalled: HashMap<_, _> = recalled.collect();
        self.names.retain(|file, _| !recalled.contains_key(file));
        recalled
    }

    /// Stores the classes and messages that javac produced, if they depend only on the texts.
    pub(crate) fn keep<'f>(&self, files: impl IntoIterator<Item = &'f CompiledFile>) {
        let named = files.into_iter().filter_map(|file| {
            let name = self.names.get(&file.file)?;
            Some((*name, file)).filter(|_| self.is_lasting(file))
        });
        let named: Vec<_> = named.collect();
        named.par_iter().for_each(|(name, file)| {
            // If the folder is not writable, nothing is stored.
            let bytes =
                StoredFile::of(*name, file).and_then(|kept| postcard::to_stdvec(&kept).ok());
            if let Some(bytes) = bytes {
                let _ = self.disk_cache.write(&name.name(), &bytes);
            }
        });
        self.disk_cache.tidy();
    }

    /// Whether a result depends only on the texts, and does not mention the project's folder.
    fn is_lasting(&self, file: &CompiledFile) -> bool {
        let mut problems = file.problems.iter();
        follows_from_texts(file) && problems.all(|problem| !problem.message.contains(&self.root))
    }
}

impl StoredFile {
    fn of(name: Digest, file: &CompiledFile) -> Option<Self> {
        let classes = file.classes.iter();
        let classes = classes.map(|class| (class.binary_name.clone(), class.bytes.to_vec()));
        Some(Self {
            name: name.0,
            classes: classes.collect(),
            findings: Findings::of(file)?,
        })
    }

    /// `None` if another version stored it.
    fn known(self, file: &Path) -> Option<CachedCompilation> {
        let class = |(binary_name, bytes): (String, Vec<u8>)| ClassBytes {
            binary_name,
            bytes: bytes.into(),
        };
        let classes = self.classes.into_iter().map(class);
        self.findings.known(file, classes.collect())
    }
}

/// The name of the stored interfaces by text. A state of a project has most of its texts in common with the previous one. If
/// two projects have the same name, both only parse more.
fn index_name(project: &Project, texts: &[(PathBuf, Arc<str>)]) -> String {
    let first = texts.iter().map(|(file, _)| project.relative(file)).min();
    let first = first.unwrap_or(Path::new("")).as_os_str();
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    Digest::of([b"interfaces", VERSION, version, first.as_encoded_bytes()]).name()
}

/// The files of each entry of a class path, with their contents.
type Contents = HashMap<PathBuf, Vec<Vec<u8>>>;

/// The entries of all class paths. `None` if one cannot be read.
fn contents(project: &Project) -> Option<Contents> {
    let of_sets = project.source_sets.iter();
    let of_sets = of_sets.flat_map(|set| set.class_path.iter().chain([&set.output]));
    let entries: BTreeSet<&PathBuf> = project.class_path.iter().chain(of_sets).collect();
    let mut contents = Contents::new();
    for entry in entries {
        let path = entry.strip_prefix(&project.root).unwrap_or(entry);
        let mut parts: Vec<Vec<u8>> = vec![path.as_os_str().as_encoded_bytes().into()];
        let found = files_of(entry, MAX_CLASS_FILES)?;
        parts.push(found.len().to_le_bytes().into());
        for (name, file) in found {
            parts.push(name.as_os_str().as_encoded_bytes().into());
            parts.push(match file {
                Some(file) => content(&file)?,
                None => Vec::new(),
            });
        }
        contents.insert(entry.clone(), parts);
    }
    Some(contents)
}

/// The digest of what the files of a set are compiled with, given the sets whose classes they use directly or indirectly.
fn ground(
    project: &Project,
    compiler: &str,
    seen: &BTreeSet<usize>,
    contents: &Contents,
) -> Digest {
    let mut parts: Vec<Vec<u8>> = vec![
        VERSION.into(),
        env!("CARGO_PKG_VERSION").into(),
        compiler.into(),
        format!("{:?}", project.release).into(),
    ];
    for &set in seen {
        let set = project.source_sets.get(set);
        if let Some(set) = set {
            // Paths within the project are relative to its root. The folders of other sets are not part of this.
            let text = format!("{:?} {:?}", set.roots, set.language_level);
            parts.push(
                text.replace(&project.root.display().to_string(), ".")
                    .into(),
            );
        }
        let class_path = set.map_or(&project.class_path, |set| &set.class_path);
        for entry in class_path.iter().chain(set.map(|set| &set.output)) {
            parts.extend(contents.get(entry).into_iter().flatten().cloned());
        }
    }
    Digest::of(parts.iter().map(Vec::as_slice))
}

fn content(file: &Path) -> Option<Vec<u8>> {
    let mut hasher = blake3::Hasher::new();
    let file = Bounded::new(files::open(file).ok()?, files::JAR);
    hasher.update_reader(file).ok()?;
    Some(hasher.finalize().as_bytes().into())
}
