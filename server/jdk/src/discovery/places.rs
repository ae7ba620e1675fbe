//! Finds folders that may be JDKs: from the environment, the `PATH`, and the folders of installers and version managers.

use std::path::{Path, PathBuf};

use super::environment::{Environment, Platform};
use super::found::Discovery;
use super::jdk::{JdkOrigin, Rejected};
use super::paths::canonical;

/// The folders that may be JDKs, in the order of preference. Records in `discovery` the usual places that were searched, and
/// the launchers on the `PATH` that do not belong to a JDK.
pub(super) fn candidates(
    explicit: Option<&Path>,
    environment: &Environment,
    discovery: &mut Discovery,
) -> Vec<(PathBuf, JdkOrigin)> {
    let mut found = Vec::new();
    if let Some(home) = explicit {
        found.push((home.to_path_buf(), JdkOrigin::Explicit));
    }
    if let Some(home) = environment.path_variable("JAVA_HOME") {
        found.push((home, JdkOrigin::JavaHome));
    }
    for folder in environment.search_path() {
        for program in ["javac", "java"] {
            let launcher = folder.join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
            if !launcher.is_file() {
                continue;
            }
            if let Err(refused) = programs::check(&launcher, "PATH") {
                discovery.rejected.push(Rejected {
                    path: launcher,
                    place: JdkOrigin::SearchPath,
                    reason: refused.reason.to_string(),
                });
                continue;
            }
            match home_of_launcher(&launcher) {
                Some(home) => found.push((home, JdkOrigin::SearchPath)),
                None => discovery.rejected.push(Rejected {
                    path: launcher,
                    place: JdkOrigin::SearchPath,
                    reason: "it is a launcher of a version manager or of the system, not part of \
                             a JDK; the JDKs it chooses from are looked for in the usual places"
                        .to_owned(),
                }),
            }
        }
    }
    for place in usual_places(environment) {
        discovery.searched.push(place.folder.clone());
        for home in place.homes() {
            found.push((home, JdkOrigin::Usual));
        }
    }
    found
}

/// The JDK of a launcher, after resolving links: `home/bin/javac` next to `home/release`.
fn home_of_launcher(launcher: &Path) -> Option<PathBuf> {
    let launcher = canonical(launcher).ok()?;
    let home = launcher.parent()?.parent()?;
    home.join("release").is_file().then(|| home.to_path_buf())
}

/// A folder with JDKs in it, and where in each of its entries the JDK is.
struct UsualPlace {
    folder: PathBuf,
    inside: &'static str,
}

impl UsualPlace {
    /// The entries that look like JDKs, sorted by name so that the order is stable.
    fn homes(&self) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut homes: Vec<PathBuf> = entries
            .filter_map(Result::ok)
            .map(|entry| {
                let path = entry.path();
                if self.inside.is_empty() {
                    path
                } else {
                    path.join(self.inside)
                }
            })
            .filter(|home| home.join("release").is_file())
            .collect();
        homes.sort();
        homes
    }
}

fn usual_places(environment: &Environment) -> Vec<UsualPlace> {
    let mut places = Vec::new();
    let mut add = |folder: PathBuf, inside: &'static str| {
        places.push(UsualPlace { folder, inside });
    };
    match environment.platform {
        Platform::Unix => {
            for folder in [
                "/usr/lib/jvm",
                "/usr/lib64/jvm",
                "/usr/java",
                "/opt",
                "/opt/java",
            ] {
                add(environment.absolute(folder), "");
            }
            add(
                environment.absolute("/home/linuxbrew/.linuxbrew/opt"),
                "libexec",
            );
        }
        Platform::MacOs => {
            add(
                environment.absolute("/Library/Java/JavaVirtualMachines"),
                "Contents/Home",
            );
            for folder in ["/opt/homebrew/opt", "/usr/local/opt"] {
                add(
                    environment.absolute(folder),
                    "libexec/openjdk.jdk/Contents/Home",
                );
            }
        }
        Platform::Windows => {
            for variable in ["ProgramFiles", "ProgramFiles(x86)"] {
                if let Some(programs) = environment.path_variable(variable) {
                    for vendor in [
                        "Java",
                        "Eclipse Adoptium",
                        "Microsoft",
                        "Amazon Corretto",
                        "Zulu",
                        "BellSoft",
                        "Semeru",
                    ] {
                        add(programs.join(vendor), "");
                    }
                }
            }
            for variable in ["LOCALAPPDATA", "LocalAppData"] {
                if let Some(local) = environment.path_variable(variable) {
                    add(local.join("Programs").join("Eclipse Adoptium"), "");
                }
            }
        }
    }
    let home = environment.user_home();
    let below_home = |path: &str| home.as_ref().map(|home| home.join(path));
    let managers = [
        environment
            .path_variable("SDKMAN_DIR")
            .or_else(|| below_home(".sdkman"))
            .map(|folder| folder.join("candidates/java")),
        below_home(".jdks"),
        environment
            .path_variable("ASDF_DATA_DIR")
            .or_else(|| below_home(".asdf"))
            .map(|folder| folder.join("installs/java")),
        environment
            .path_variable("MISE_DATA_DIR")
            .or_else(|| {
                environment
                    .path_variable("XDG_DATA_HOME")
                    .map(|folder| folder.join("mise"))
            })
            .or_else(|| below_home(".local/share/mise"))
            .map(|folder| folder.join("installs/java")),
        environment
            .path_variable("JENV_ROOT")
            .or_else(|| below_home(".jenv"))
            .map(|folder| folder.join("versions")),
        below_home(".gradle/jdks"),
    ];
    for folder in managers.into_iter().flatten() {
        // On macOS, a version manager may keep the whole bundle in its folder.
        if environment.platform == Platform::MacOs {
            add(folder.clone(), "Contents/Home");
        }
        add(folder, "");
    }
    if environment.platform == Platform::MacOs
        && let Some(folder) = below_home("Library/Java/JavaVirtualMachines")
    {
        add(folder, "Contents/Home");
    }
    places
}
