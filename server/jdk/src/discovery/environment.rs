//! What a search for JDKs may look at. It is a value, so that a test can pass an invented machine.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variables that a search reads; no other is copied.
const READ_VARIABLES: [&str; 17] = [
    "APPDATA",
    "ASDF_DATA_DIR",
    "HOME",
    "JAVA_HOME",
    "JENV_ROOT",
    "LOCALAPPDATA",
    "LocalAppData",
    "MISE_DATA_DIR",
    "PATH",
    "Path",
    "ProgramFiles",
    "ProgramFiles(x86)",
    "SDKMAN_DIR",
    "USERPROFILE",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
];

/// Families of operating systems that keep JDKs in different places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Linux and the other Unixes.
    Unix,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl Platform {
    /// The family of this machine.
    pub const fn current() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Unix
        }
    }
}

/// The machine, as a search for JDKs sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// The family of systems, which decides the usual places.
    pub platform: Platform,
    /// The prefix of the absolute paths of usual places: `/`, or a folder in a test.
    pub root: PathBuf,
    /// The relevant environment variables.
    pub variables: BTreeMap<String, OsString>,
}

impl Environment {
    /// The real machine and the environment of this process.
    pub fn of_this_process() -> Self {
        Self {
            platform: Platform::current(),
            root: PathBuf::from("/"),
            variables: READ_VARIABLES
                .into_iter()
                .filter_map(|name| Some((name.to_owned(), std::env::var_os(name)?)))
                .collect(),
        }
    }

    /// A variable that is set and not empty.
    pub(crate) fn path_variable(&self, name: &str) -> Option<PathBuf> {
        self.variables
            .get(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    }

    /// The user's home folder.
    pub(crate) fn user_home(&self) -> Option<PathBuf> {
        let variables: &[&str] = match self.platform {
            Platform::Windows => &["USERPROFILE", "HOME"],
            Platform::Unix | Platform::MacOs => &["HOME"],
        };
        variables.iter().find_map(|name| self.path_variable(name))
    }

    /// The absolute folders of the `PATH`. Relative ones, and those of other machines, are never used.
    pub(crate) fn search_path(&self) -> Vec<PathBuf> {
        self.variables
            .get("PATH")
            .or_else(|| self.variables.get("Path"))
            .map(|value| {
                std::env::split_paths(value)
                    .filter(|folder| programs::is_local(folder))
                    .collect()
            })
            .unwrap_or_default()
    }

    /// An absolute path of a usual place, below [`Environment::root`].
    pub(crate) fn absolute(&self, path: &str) -> PathBuf {
        self.root.join(Path::new(path.trim_start_matches('/')))
    }
}
