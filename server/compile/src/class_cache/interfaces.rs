//! The interfaces that the classes of a file depend on, besides its own text.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use source::SourceFile;

use super::class_path_files::files_of;
use super::digest::{Digest, DigestSet};
use crate::source_text;
use files::Limits;
use project_model::Project;

/// Folders of the class path with more files than this are not examined.
const MAX_CLASS_FILES: usize = 50_000;

/// The interfaces of a project's files: the parts of them that other files can see.
#[derive(Debug, Default)]
pub(super) struct Interfaces {
    of_file: HashMap<PathBuf, Digest>,
    /// Interfaces by the digest of a text, so that a text is parsed only once, and not at each start.
    by_text: HashMap<Digest, Digest>,
    members: DigestSet,
    /// Files whose new text was not examined yet.
    unsettled: HashSet<PathBuf>,
    /// Files that count with their text in the editor.
    in_editor: HashSet<PathBuf>,
    is_complete: bool,
}

impl Interfaces {
    /// Whether all files of the project have been examined.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Replaces all files by those on disk.
    pub(super) fn take_all(&mut self, shown: Vec<FileInterface>) {
        let before = std::mem::take(&mut self.of_file);
        self.by_text.clear();
        self.members = DigestSet::default();
        for FileInterface {
            file,
            of_text,
            interface,
        } in shown
        {
            self.by_text.insert(of_text, interface);
            self.insert(&file, interface);
        }
        for (file, interface) in before {
            if self.in_editor.contains(&file) {
                self.insert(&file, interface);
            }
        }
        self.is_complete = true;
    }

    /// Sets the new interface of a file.
    pub(super) fn settle(&mut self, file: &Path, interface: Digest, is_in_editor: bool) {
        self.insert(file, interface);
        self.unsettled.remove(file);
        if is_in_editor {
            self.in_editor.insert(file.to_path_buf());
        } else {
            self.in_editor.remove(file);
        }
    }

    /// Removes a file that no longer exists.
    pub(super) fn remove(&mut self, file: &Path) {
        if let Some(gone) = self.of_file.remove(file) {
            self.members.remove(member(file, gone));
        }
        self.unsettled.remove(file);
        self.in_editor.remove(file);
    }

    /// Marks a file as changed; its new text is examined later.
    pub(super) fn unsettle(&mut self, file: &Path) {
        self.unsettled.insert(file.to_path_buf());
    }

    fn insert(&mut self, file: &Path, interface: Digest) {
        if let Some(before) = self.of_file.insert(file.to_path_buf(), interface) {
            self.members.remove(member(file, before));
        }
        self.members.insert(member(file, interface));
    }

    /// Whether another file has a text that was not examined yet.
    pub(super) fn has_unsettled_others(&self, file: &Path) -> bool {
        self.unsettled.iter().any(|other| other != file)
    }

    /// The digest of all interfaces.
    pub(super) fn all(&mut self) -> Digest {
        self.members.digest()
    }

    /// The digest of the interfaces of the other files; `None` while one of them is unknown.
    pub(super) fn around(&mut self, file: &Path) -> Option<Digest> {
        if !self.is_complete || self.has_unsettled_others(file) {
            return None;
        }
        Some(match self.of_file.get(file) {
            Some(own) => self.members.digest_without(member(file, *own)),
            None => self.members.digest(),
        })
    }

    pub(super) fn by_text(&self) -> &HashMap<Digest, Digest> {
        &self.by_text
    }
}

/// The interface of a file.
#[derive(Debug)]
pub(super) struct FileInterface {
    pub(super) file: PathBuf,
    pub(super) of_text: Digest,
    pub(super) interface: Digest,
}

/// The interfaces of files. Parses only those whose texts are unknown.
pub(super) fn shown(
    texts: &[(PathBuf, Arc<str>)],
    known: &HashMap<Digest, Digest>,
) -> Vec<FileInterface> {
    let shown = texts.par_iter().map(|(file, text)| {
        let of_text = Digest::of_text(text);
        let interface = known.get(&of_text).copied();
        FileInterface {
            file: file.clone(),
            of_text,
            interface: interface
                .unwrap_or_else(|| Digest::of_interface(&SourceFile::parse(Arc::clone(text)))),
        }
    });
    shown.collect()
}

fn member(file: &Path, interface: Digest) -> Digest {
    Digest::of([file.as_os_str().as_encoded_bytes(), &interface.0[..]])
}

/// The texts of files on disk. Files that cannot be read are left out.
pub(super) fn texts_of(files: &[PathBuf], limits: &Limits) -> Vec<(PathBuf, Arc<str>)> {
    let texts = files.par_iter().map(|file| {
        let text = source_text::read(file, limits);
        (file.clone(), text.unwrap_or_else(|_| Arc::from("")))
    });
    texts.collect()
}

/// The digest of what all files of a project are compiled with: the compiler, its release, and the class paths and classes of
/// the build for each file. `None` if it is unknown.
pub(super) fn base_digest(jdk: &jdk::Jdk, project: &Project) -> Option<Digest> {
    let mut parts: Vec<Vec<u8>> = vec![
        env!("CARGO_PKG_VERSION").into(),
        jdk.fingerprint().ok()?.into(),
        // Which files are compiled together, for which release, against what and in which order.
        format!(
            "{:?} {:?} {:?}",
            project.release, project.class_path, project.source_sets
        )
        .into(),
    ];
    let of_sets = project
        .source_sets
        .iter()
        .flat_map(|set| set.class_path.iter().chain([&set.output]));
    let entries: BTreeSet<&PathBuf> = project.class_path.iter().chain(of_sets).collect();
    for entry in entries {
        parts.push(entry.as_os_str().as_encoded_bytes().into());
        parts.extend(identity(entry)?);
    }
    Some(Digest::of(parts.iter().map(Vec::as_slice)))
}

/// The identity of an entry of the class path. Jars named in a jar's manifest are not examined at each start: until javac has
/// compiled the file, its stored result counts as one of an earlier session anyway.
fn identity(entry: &Path) -> Option<Vec<Vec<u8>>> {
    let mut parts = Vec::new();
    for (name, file) in files_of(entry, MAX_CLASS_FILES)? {
        parts.push(name.as_os_str().as_encoded_bytes().into());
        if let Some(file) = file {
            parts.push(files::stamp(&std::fs::metadata(file).ok()?));
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interfaces(files: &[(&str, &str)]) -> Interfaces {
        let mut interfaces = Interfaces::default();
        interfaces.take_all(all(files));
        interfaces
    }

    fn all(files: &[(&str, &str)]) -> Vec<FileInterface> {
        let files = files.iter();
        let owned = files.map(|(file, text)| (PathBuf::from(file), Arc::from(*text)));
        shown(&owned.collect::<Vec<_>>(), &HashMap::new())
    }

    const A: (&str, &str) = ("A.java", "class A { int f() { return 1; } }");
    const B: (&str, &str) = ("B.java", "class B { }");

    #[test]
    fn a_file_sees_of_the_others_their_interfaces() {
        let mut own = interfaces(&[A, B]);
        let around = |files: &[(&str, &str)], file: &str| interfaces(files).around(Path::new(file));
        let body = ("A.java", "class A { int f() { return 2; } }");
        let signature = ("A.java", "class A { long f() { return 1; } }");
        let of_a = own.around(Path::new("A.java"));
        let of_b = own.around(Path::new("B.java"));
        assert!(of_a.is_some() && of_b.is_some());
        assert_eq!(around(&[B, body], "B.java"), of_b);
        assert_ne!(around(&[signature, B], "B.java"), of_b);
        assert_eq!(around(&[signature, B], "A.java"), of_a, "not its own");
        assert_ne!(around(&[A, B, ("C.java", "class C { }")], "B.java"), of_b);
        assert_ne!(around(&[B], "B.java"), of_b);
        assert_ne!(around(&[("a/A.java", A.1), B], "B.java"), of_b, "moved");
    }

    #[test]
    fn files_that_change_one_by_one_come_to_the_same() {
        let mut changed = interfaces(&[("A.java", "class A { long f; }"), B, ("C.java", "")]);
        changed.unsettle(Path::new("A.java"));
        assert_eq!(changed.around(Path::new("B.java")), None);
        assert!(changed.around(Path::new("A.java")).is_some());
        changed.settle(
            Path::new("A.java"),
            Digest::of_interface(&SourceFile::parse(A.1)),
            false,
        );
        changed.remove(Path::new("C.java"));
        for file in ["A.java", "B.java"] {
            let file = Path::new(file);
            assert_eq!(changed.around(file), interfaces(&[A, B]).around(file));
        }
    }

    #[test]
    fn what_is_in_the_editor_goes_before_what_is_on_disk() {
        let edited = "class A { long f() { return 1; } }";
        let expected = interfaces(&[("A.java", edited), B]).around(Path::new("B.java"));
        let mut early = Interfaces::default();
        early.settle(
            Path::new("A.java"),
            Digest::of_interface(&SourceFile::parse(edited)),
            true,
        );
        assert_eq!(early.around(Path::new("B.java")), None, "not all is known");
        early.take_all(all(&[A, B]));
        assert_eq!(early.around(Path::new("B.java")), expected);
        early.settle(
            Path::new("A.java"),
            Digest::of_interface(&SourceFile::parse(A.1)),
            false,
        );
        early.take_all(all(&[A, B]));
        let saved = interfaces(&[A, B]).around(Path::new("B.java"));
        assert_eq!(early.around(Path::new("B.java")), saved);
    }
}
