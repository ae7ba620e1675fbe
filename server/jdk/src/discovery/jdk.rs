//! A JDK, and where it was found.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fmt, fs, io};

use super::paths::{canonical, java_executable};
use super::release::Release;
use super::version::{JdkVersion, MINIMUM_FEATURE};

/// Variables that pass options to a JVM or a compiler.
const OPTION_VARIABLES: [&str; 6] = [
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVAC_OPTIONS",
    "JDK_AOT_VM_OPTIONS",
    "CLASSPATH",
];

/// Folders and files of a JDK whose contents run when its `java` runs. Each may be a link.
const PROGRAM_PARTS: [&str; 6] = [
    "bin",
    "conf",
    "lib",
    "lib/modules",
    "lib/server",
    "lib/jvm.cfg",
];

/// A JDK that has a compiler.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Jdk {
    /// Its folder, with symbolic links resolved.
    pub home: PathBuf,
    /// Its version.
    pub version: JdkVersion,
    /// Its vendor, if it says so.
    pub vendor: Option<String>,
    /// Where it was found.
    pub place: JdkOrigin,
}

impl Jdk {
    /// Examines a folder.
    ///
    /// # Errors
    ///
    /// The reason why the folder is not a usable JDK.
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
        let home = canonical(home).map_err(|error| reject(error.to_string()))?;
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
        if !java_executable(&home).is_file() {
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
        may_run(&java_executable(&home))?;
        Ok(Self {
            home,
            version,
            vendor: release.vendor().map(str::to_owned),
            place,
        })
    }

    /// The path of its `java` executable.
    pub fn java(&self) -> PathBuf {
        java_executable(&self.home)
    }

    /// The path of its module image.
    pub fn modules_file(&self) -> PathBuf {
        self.home.join("lib").join("modules")
    }

    /// A digest that distinguishes this JDK from others, and from another build in the same folder.
    ///
    /// # Errors
    ///
    /// The system's error if its `release` file cannot be read.
    pub fn fingerprint(&self) -> io::Result<[u8; 32]> {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        add(self.home.as_os_str().as_encoded_bytes());
        add(self.version.full.as_bytes());
        add(&files::read(&self.home.join("release"), files::RELEASE)?);
        // The image of another build of the same version is different.
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

    /// A process of its `java` that is not yet started, without the environment variables that pass options to a JVM.
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

/// Where a JDK was found, in the order of preference.
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
    /// What named a JDK that was found there.
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

/// A folder that was examined and is not a usable JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The folder or file.
    pub path: PathBuf,
    /// Where it was found.
    pub place: JdkOrigin,
    /// Why it is not usable.
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
