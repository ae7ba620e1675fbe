//! Fetches packages and stores the jars in them by their digests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use files::Limits;
use libraries::ClassSource;
use xtask::process;

use super::list::{self, Jar, Origin};

/// If a jar is stored.
pub(crate) fn file(cache: &Path, digest: &str) -> PathBuf {
    cache.join("jars").join(format!("{digest}.jar"))
}

/// The available jars of the list, after fetching the missing ones.
///
/// # Errors
/// If the cache folder cannot be written or no jar could be had at all.
pub(crate) fn present(jars: Vec<Jar>, cache: &Path) -> Result<Vec<Jar>> {
    let is_missing = |jar: &&Jar| !file(cache, &jar.digest).is_file();
    let packages: BTreeSet<(Origin, &str, &str)> = jars
        .iter()
        .filter(is_missing)
        .map(|jar| (jar.origin, jar.package.as_str(), jar.version.as_str()))
        .collect();
    for (number, (origin, package, version)) in packages.iter().enumerate() {
        println!("[{}/{}] {package} {version}", number + 1, packages.len());
        if let Err(error) = fetch(*origin, package, version, cache) {
            println!(
                "{package} {version} is left out: {error:#}; `cargo xtask jars --update-list` takes the current version"
            );
        }
    }
    let (present, missing): (Vec<Jar>, Vec<Jar>) =
        jars.into_iter().partition(|jar| !is_missing(&jar));
    for jar in &missing {
        println!("{} of {} is not there", jar.path, jar.package);
    }
    if present.is_empty() {
        bail!("none of the jars could be fetched");
    }
    Ok(present)
}

/// Updates the list: the same packages in their current versions; for pip, the version in the list.
///
/// # Errors
/// If the list cannot be read or written, or a package is not available.
pub(crate) fn update(list: &Path, cache: &Path) -> Result<()> {
    let before = list::read(list)?;
    let mut packages: Vec<(Origin, String, String)> = before
        .into_iter()
        .map(|jar| (jar.origin, jar.package, jar.version))
        .collect();
    packages.dedup();
    let mut jars: Vec<Jar> = Vec::new();
    let mut seen = BTreeSet::new();
    for (number, (origin, package, version)) in packages.iter().enumerate() {
        let version = match origin {
            Origin::Debian => candidate(package)?,
            Origin::Pypi => version.clone(),
        };
        println!("[{}/{}] {package} {version}", number + 1, packages.len());
        for jar in fetch(*origin, package, &version, cache)? {
            if has_classes(&file(cache, &jar.digest)) && seen.insert(jar.digest.clone()) {
                jars.push(jar);
            }
        }
    }
    list::write(list, &jars)?;
    println!("{} jars of {} packages", jars.len(), packages.len());
    Ok(())
}

/// The jars of a Debian package in the version that would be installed, fetched now.
///
/// # Errors
/// If the package is not available or the cache folder cannot be written.
pub(crate) fn newest_of_debian(package: &str, cache: &Path) -> Result<Vec<Jar>> {
    fetch(Origin::Debian, package, &candidate(package)?, cache)
}

/// The version of a Debian package that would be installed.
fn candidate(package: &str) -> Result<String> {
    let policy = process::output(process::command("apt-cache").args(["policy", package]))?;
    let mut lines = policy.lines();
    let version = lines.find_map(|line| line.trim().strip_prefix("Candidate: "));
    version
        .filter(|version| *version != "(none)")
        .map(str::to_owned)
        .with_context(|| format!("Debian has no package {package}; take it off the list"))
}

fn has_classes(jar: &Path) -> bool {
    ClassSource::open(&jar.to_string_lossy(), None, &Limits::default())
        .is_ok_and(|source| !source.is_empty())
}

/// Fetches a package, stores its jars, and returns them.
fn fetch(origin: Origin, package: &str, version: &str, cache: &Path) -> Result<Vec<Jar>> {
    fs::create_dir_all(cache.join("jars"))
        .with_context(|| format!("could not write to {}", cache.display()))?;
    let folder = tempfile::tempdir_in(cache).context("a folder for the package")?;
    let (archive, unpacked) = (
        folder.path().join("archive"),
        folder.path().join("unpacked"),
    );
    fs::create_dir(&archive)?;
    fs::create_dir(&unpacked)?;
    let mut download = match origin {
        Origin::Debian => {
            let mut command = process::command("apt-get");
            command.args(["download", &format!("{package}={version}")]);
            command
        }
        Origin::Pypi => {
            let mut command = process::command("pip");
            command.args(["download", "--no-deps", "--no-binary", ":all:"]);
            command.arg(format!("{package}=={version}"));
            command
        }
    };
    process::output(download.current_dir(&archive))?;
    let file = fs::read_dir(&archive)?
        .next()
        .context("nothing was downloaded")??
        .path();
    let mut unpack = match origin {
        Origin::Debian => {
            let mut command = process::command("dpkg-deb");
            command.arg("-x").arg(&file).arg(&unpacked);
            command
        }
        Origin::Pypi => {
            let mut command = process::command("tar");
            command.arg("-xf").arg(&file).arg("-C").arg(&unpacked);
            command
        }
    };
    process::output(&mut unpack)?;
    let mut found = Vec::new();
    jars_below(&unpacked, &mut found)?;
    found.sort();
    let mut jars = Vec::new();
    for path in found {
        let digest = blake3::hash(&fs::read(&path)?).to_hex().to_string();
        fs::rename(&path, self::file(cache, &digest))?;
        let path = path.strip_prefix(&unpacked).unwrap_or(&path);
        jars.push(Jar {
            origin,
            package: package.to_owned(),
            version: version.to_owned(),
            path: path.to_string_lossy().into_owned(),
            digest,
        });
    }
    Ok(jars)
}

/// The jars in a folder and below. Links are skipped, because their targets are found in place.
fn jars_below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, entry.path());
        if kind.is_dir() {
            jars_below(&path, found)?;
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "jar") {
            found.push(path);
        }
    }
    Ok(())
}
