//! Code of a project that is not analysed, with something that shows whether it changed.

mod code;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use files::Limits;
use project_settings::ExcludedPaths;

/// The extensions of other languages whose code runs together with Java.
const OTHER_LANGUAGES: [&str; 21] = [
    "kt", "scala", "groovy", "gvy", "gy", "gsh", "gsp", "clj", "cljc", "aj", "xtend", "jsp",
    "jspx", "jspf", "tag", "tagx", "tagf", "jsh", "bsh", "ceylon", "golo",
];

/// The folders of version control systems.
const OF_VERSIONS: [&str; 4] = [".git", ".hg", ".svn", ".bzr"];

/// Something at a path that is not analysed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnanalysedCode {
    /// A symbolic link, with its target.
    Link(Vec<u8>),
    /// A submodule, with its commit.
    Submodule(String),
    /// Java text outside of the searched folders.
    Java(Contents),
    /// Text of another language, compared without its comments if these are certain.
    OtherLanguage(Contents),
    /// A class file.
    Class(Contents, ClassOrigin),
}

/// A digest of a file's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents([u8; 32]);

/// The origin of a class file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClassOrigin {
    /// It cannot be read.
    Damaged,
    /// The path of its source text from the root of its packages; `None` if it does not have it.
    Of(Option<PathBuf>),
}

impl Contents {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }
}

impl UnanalysedCode {
    /// What kind of unanalysed code a file is; `None` for Java text and for files that are not code.
    pub(crate) fn of(path: &Path, bytes: &[u8]) -> Option<Self> {
        match Kind::of(path)? {
            Kind::Java => None,
            Kind::OtherLanguage => {
                let extension = path.extension().and_then(OsStr::to_str);
                let code = code::code(extension.unwrap_or_default(), bytes);
                Some(Self::OtherLanguage(Contents::of(&code)))
            }
            Kind::Class => Some(Self::Class(Contents::of(bytes), class(bytes))),
        }
    }

    /// The same for a file whose bytes are not available, identified by something else.
    pub(crate) fn without_bytes(path: &Path, sign: &[u8]) -> Option<Self> {
        let contents = Contents::of(sign);
        match Kind::of(path)? {
            Kind::Java => None,
            Kind::OtherLanguage => Some(Self::OtherLanguage(contents)),
            Kind::Class => Some(Self::Class(contents, ClassOrigin::Of(None))),
        }
    }
}

enum Kind {
    Java,
    OtherLanguage,
    Class,
}

impl Kind {
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension().and_then(OsStr::to_str)?;
        let is = |wanted: &str| extension.eq_ignore_ascii_case(wanted);
        if is("java") {
            Some(Self::Java)
        } else if is("class") {
            Some(Self::Class)
        } else {
            OTHER_LANGUAGES
                .into_iter()
                .any(is)
                .then_some(Self::OtherLanguage)
        }
    }

    const fn most_bytes(&self) -> u64 {
        match self {
            Self::Java | Self::OtherLanguage => files::JAVA,
            Self::Class => files::CLASS,
        }
    }
}

/// How much to read of a file that is not Java text; `None` if it is not code.
pub(crate) fn most_bytes(path: &Path) -> Option<u64> {
    match Kind::of(path)? {
        Kind::Java => None,
        kind => Some(kind.most_bytes()),
    }
}

fn class(bytes: &[u8]) -> ClassOrigin {
    ide::source_name(bytes).map_or(ClassOrigin::Damaged, |name| {
        ClassOrigin::Of(name.map(PathBuf::from))
    })
}

/// The unanalysed code below a folder, by paths relative to it. `is_looked_at` says whether Java text is analysed.
///
/// # Errors
///
/// What cannot be read, in words.
pub fn unanalysed_below(
    root: &Path,
    excluded: &ExcludedPaths,
    limits: &Limits,
    is_looked_at: impl Fn(&Path) -> bool,
) -> Result<BTreeMap<PathBuf, UnanalysedCode>, String> {
    let mut found = BTreeMap::new();
    let is_of_versions = |name: &OsStr| OF_VERSIONS.iter().any(|of| name == *of);
    let walk = WalkDir::new(root).into_iter().filter_entry(|entry| {
        entry.depth() == 0 || !is_of_versions(entry.file_name()) && !excluded.cover(entry.path())
    });
    for (visited, entry) in walk.enumerate() {
        if visited > limits.max_visited {
            return Err(format!(
                "over {} files and folders; the rest was not analysed",
                limits.max_visited
            ));
        }
        let entry = entry.map_err(|error| error.to_string())?;
        let path = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let kind = entry.file_type();
        if kind.is_symlink() {
            let target = fs::read_link(entry.path()).unwrap_or_default();
            let target = target.as_os_str().as_encoded_bytes().to_vec();
            found.insert(path.to_path_buf(), UnanalysedCode::Link(target));
        }
        let Some(code) = Kind::of(path).filter(|_| kind.is_file()) else {
            continue;
        };
        let is_java = matches!(code, Kind::Java);
        if is_java && is_looked_at(path) {
            continue;
        }
        let bytes = files::read(entry.path(), code.most_bytes())
            .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        let one = UnanalysedCode::of(path, &bytes);
        let one = one.unwrap_or_else(|| UnanalysedCode::Java(Contents::of(&bytes)));
        found.insert(path.to_path_buf(), one);
    }
    Ok(found)
}
