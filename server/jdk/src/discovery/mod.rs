//! Finds JDKs of version 17 or newer by looking at folders only; no program is started.

mod environment;
mod install;
mod places;
mod release;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fmt, fs, io};

pub use environment::{Environment, Platform};
pub use install::{PackageManager, installation_advice};

use release::Release;

/// The oldest feature version of a JDK that is accepted.
pub const MINIMUM_FEATURE: u16 = 17;

/// Variables through which somebody else's options would reach a JVM or a compiler.
const OPTION_VARIABLES: [&str; 6] = [
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVAC_OPTIONS",
    "JDK_AOT_VM_OPTIONS",
    "CLASSPATH",
];

/// Folders and files of a JDK whose contents run as soon as its `java` does. Each may be a link.
const PROGRAM_PARTS: [&str; 6] = [
    "bin",
    "conf",
    "lib",
    "lib/modules",
    "lib/server",
    "lib/jvm.cfg",
];

/// The version of a JDK, as its `release` file states it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JdkVersion {
    /// The feature version: 17 of `17.0.15`.
    pub feature: u16,
    /// The whole version, as in `17.0.15+6` where the JDK states it, else as in `17.0.15`.
    pub full: String,
}

impl fmt::Display for JdkVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.full)
    }
}

/// A JDK that has a compiler.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Jdk {
    /// Its folder, with symbolic links resolved.
    pub home: PathBuf,
    /// Its version.
    pub version: JdkVersion,
    /// Who built it, if it says so.
    pub vendor: Option<String>,
    /// How it was found.
    pub place: JdkOrigin,
}

impl Jdk {
    /// Reads what stands in a folder.
    ///
    /// # Errors
    /// Says why the folder is not a usable JDK.
    pub fn at(home: &Path, place: JdkOrigin) -> Result<Self, Rejected> {
        let reject = |reason: String| Rejected {
            path: home.to_path_buf(),
            place,
            reason,
        };
        let may_run = |path: &Path| {
            programs::check(path, place.who()).map_err(|refused| reject(refused.reason.to_string()))
        };
        may_run(home)?;
        let home = places::canonical(home).map_err(|error| reject(error.to_string()))?;
        let file = home.join("release");
        let text = files::read(&file, files::RELEASE)
            .map_err(|error| reject(format!("its file \"release\" cannot be read: {error}")))?;
        let release = Release::parse(&String::from_utf8_lossy(&text));
        let version = release
            .version()
            .ok_or_else(|| reject("its file \"release\" states no JAVA_VERSION".to_owned()))?;
        if version.feature < MINIMUM_FEATURE {
            return Err(reject(format!(
                "it is Java {version}, and {MINIMUM_FEATURE} or newer is needed"
            )));
        }
        if !places::java_executable(&home).is_file() {
            return Err(reject("it has no bin/java".to_owned()));
        }
        let has_compiler = release.has_module("jdk.compiler").unwrap_or_else(|| {
            home.join("bin")
                .join(format!("javac{}", std::env::consts::EXE_SUFFIX))
                .is_file()
        });
        if !has_compiler {
            return Err(reject(
                "it has no compiler: a runtime (JRE), not a JDK".to_owned(),
            ));
        }
        for part in PROGRAM_PARTS {
            let part = home.join(part);
            if part.symlink_metadata().is_ok() {
                may_run(&part)?;
            }
        }
        may_run(&places::java_executable(&home))?;
        Ok(Self {
            home,
            version,
            vendor: release.vendor().map(str::to_owned),
            place,
        })
    }

    /// The path of its `java` executable.
    pub fn java(&self) -> PathBuf {
        places::java_executable(&self.home)
    }

    /// The path of its module image.
    pub fn modules_file(&self) -> PathBuf {
        self.home.join("lib").join("modules")
    }

    /// A digest of what tells this JDK from another one and from another build in the same folder.
    ///
    /// # Errors
    /// The system's, where its `release` file cannot be read.
    pub fn fingerprint(&self) -> io::Result<[u8; 32]> {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        add(self.home.as_os_str().as_encoded_bytes());
        add(self.version.full.as_bytes());
        add(&files::read(&self.home.join("release"), files::RELEASE)?);
        // A rebuilt JDK of the same version differs in its image.
        if let Ok(image) = fs::metadata(self.modules_file()) {
            add(&image.len().to_le_bytes());
            let age = image
                .modified()
                .ok()
                .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
            add(&age.map_or(0, |age| age.as_nanos()).to_le_bytes());
        }
        Ok(hasher.finalize().into())
    }

    /// A process of its `java` that is still to be started, without the environment variables that carry JVM options.
    pub fn java_command(&self) -> programs::Command {
        let mut command = programs::Command::new(self.java(), self.place.who());
        for variable in OPTION_VARIABLES {
            command.env_remove(variable);
        }
        command
    }
}

impl fmt::Display for Jdk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "JDK {}", self.version)?;
        if let Some(vendor) = &self.vendor {
            write!(formatter, " ({vendor})")?;
        }
        write!(formatter, " in {}", self.home.display())
    }
}

/// How a JDK was come upon, in the order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JdkOrigin {
    /// The user named it.
    Explicit,
    /// The environment variable `JAVA_HOME`.
    JavaHome,
    /// A `javac` or `java` on the `PATH`.
    SearchPath,
    /// A folder in which JDKs are usually installed.
    Usual,
}

impl JdkOrigin {
    /// Who names a JDK that was found there.
    const fn who(self) -> &'static str {
        match self {
            Self::Explicit => "javaHome",
            Self::JavaHome => "JAVA_HOME",
            Self::SearchPath => "PATH",
            Self::Usual => "a usual place of JDKs",
        }
    }
}

impl fmt::Display for JdkOrigin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Explicit => "given",
            Self::JavaHome => "JAVA_HOME",
            Self::SearchPath => "PATH",
            Self::Usual => "usual place",
        })
    }
}

/// A folder that was looked at and is not a usable JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The folder or file.
    pub path: PathBuf,
    /// How it was come upon.
    pub place: JdkOrigin,
    /// Why it cannot be used.
    pub reason: String,
}

impl fmt::Display for Rejected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} ({}): {}",
            self.path.display(),
            self.place,
            self.reason
        )
    }
}

/// Everything that a search came upon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// The usable JDKs, each once, the preferred one first: by place, and among the usual places
    /// the newest version first.
    pub jdks: Vec<Jdk>,
    /// What was looked at and is not usable, with the reasons.
    pub rejected: Vec<Rejected>,
    /// The folders of usual places that were searched, whether they exist or not.
    pub searched: Vec<PathBuf>,
}

/// No usable JDK: says what was looked at and what to type to install one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct NoJdk {
    /// What the search came upon.
    pub discovery: Discovery,
    /// How to install a JDK on this system.
    pub advice: String,
}

impl NoJdk {
    /// The message line by line. A path or a reason may hold any character, a break of a line too: who prints a line
    /// escapes it.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "no JDK of version {MINIMUM_FEATURE} or newer was found"
        )];
        if !self.discovery.rejected.is_empty() {
            lines.push(String::from("Looked at and not usable:"));
            let rejected = self.discovery.rejected.iter();
            lines.extend(rejected.map(|rejected| format!("  {rejected}")));
        }
        if !self.discovery.searched.is_empty() {
            lines.push(String::from("Searched besides JAVA_HOME and PATH:"));
            let searched = self.discovery.searched.iter();
            lines.extend(searched.map(|folder| format!("  {}", folder.display())));
        }
        lines.extend(self.advice.lines().map(str::to_owned));
        lines
    }
}

impl fmt::Display for NoJdk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.lines().join("\n"))
    }
}

/// All JDKs of version [`MINIMUM_FEATURE`] or newer that can be found.
pub fn find_jdks(explicit: Option<&Path>, environment: &Environment) -> Discovery {
    let mut discovery = Discovery::default();
    let mut seen = HashSet::new();
    let candidates = places::candidates(explicit, environment, &mut discovery);
    for (path, place) in candidates {
        match Jdk::at(&path, place) {
            Ok(jdk) => {
                if seen.insert(jdk.home.clone()) {
                    discovery.jdks.push(jdk);
                }
            }
            Err(rejected) => {
                if seen.insert(rejected.path.clone()) {
                    discovery.rejected.push(rejected);
                }
            }
        }
    }
    discovery.jdks.sort_by(|a, b| {
        a.place.cmp(&b.place).then_with(|| {
            // Which of two on the PATH comes first is the user's own order; a stable sort keeps it.
            if a.place == JdkOrigin::Usual {
                b.version.feature.cmp(&a.version.feature)
            } else {
                std::cmp::Ordering::Equal
            }
        })
    });
    discovery
}

/// The preferred JDK. An explicitly named one is used or refused, never passed over silently.
///
/// # Errors
/// [`NoJdk`] where the named folder is not a usable JDK, or none is found.
pub fn find_jdk(explicit: Option<&Path>, environment: &Environment) -> Result<Jdk, NoJdk> {
    let refuse = |discovery: Discovery| NoJdk {
        discovery,
        advice: installation_advice(environment),
    };
    if let Some(home) = explicit {
        return Jdk::at(home, JdkOrigin::Explicit).map_err(|rejected| {
            refuse(Discovery {
                rejected: vec![rejected],
                ..Discovery::default()
            })
        });
    }
    let mut discovery = find_jdks(None, environment);
    if discovery.jdks.is_empty() {
        return Err(refuse(discovery));
    }
    Ok(discovery.jdks.swap_remove(0))
}
