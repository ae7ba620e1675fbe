//! The list of jars: one line each, with columns separated by tabs.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::table;

const HEAD: &str = "# Made by `cargo xtask jars --update-list`: where a package comes from, its name, its version, a jar in it, and that jar's BLAKE3 digest.\n";

/// A jar in a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Jar {
    pub(crate) origin: Origin,
    pub(crate) package: String,
    pub(crate) version: String,
    /// Its path in the unpacked package.
    pub(crate) path: String,
    /// BLAKE3, in hexadecimal digits.
    pub(crate) digest: String,
}

/// Where a package comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// Debian's packages, by apt-get.
    Debian,
    /// The Python Package Index, by pip.
    Pypi,
}

impl Origin {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Debian => "debian",
            Self::Pypi => "pypi",
        }
    }
}

impl Jar {
    /// The last part of its path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// True for a jar of the same package, the jar itself included.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        (self.origin, &self.package) == (other.origin, &other.package)
    }
}

/// Reads the list.
///
/// # Errors
/// If it cannot be read or a line is not of its form.
pub(crate) fn read(list: &Path) -> Result<Vec<Jar>> {
    let text =
        fs::read_to_string(list).with_context(|| format!("could not read {}", list.display()))?;
    parse(&text).with_context(|| format!("{} is not of its form", list.display()))
}

fn parse(text: &str) -> Result<Vec<Jar>> {
    table::rows(text, |[origin, package, version, path, digest]| {
        let origin = match origin {
            "debian" => Origin::Debian,
            "pypi" => Origin::Pypi,
            other => bail!("the origin {other:?}; write debian or pypi"),
        };
        Ok(Jar {
            origin,
            package: package.to_owned(),
            version: version.to_owned(),
            path: path.to_owned(),
            digest: digest.to_owned(),
        })
    })
}

/// Writes the list.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(list: &Path, jars: &[Jar]) -> Result<()> {
    let mut text = String::from(HEAD);
    for jar in jars {
        let Jar {
            origin,
            package,
            version,
            path,
            digest,
        } = jar;
        let _ = writeln!(
            text,
            "{}\t{package}\t{version}\t{path}\t{digest}",
            origin.name()
        );
    }
    fs::write(list, text).with_context(|| format!("could not write {}", list.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let jars = vec![Jar {
            origin: Origin::Debian,
            package: "ant".to_owned(),
            version: "1.10.13-1".to_owned(),
            path: "usr/share/ant/lib/ant.jar".to_owned(),
            digest: "ab".to_owned(),
        }];
        let folder = tempfile::tempdir().expect("a folder");
        let list = folder.path().join("list.tsv");
        write(&list, &jars).expect("a list");
        assert_eq!(read(&list).expect("a list"), jars);
    }

    #[test]
    fn a_malformed_line_is_named() {
        for (text, part) in [
            ("debian\tant\n", "line 1: 2 columns"),
            ("# x\n\nnpm\ta\tb\tc\td\n", "line 3: the origin \"npm\""),
        ] {
            let error = format!("{:#}", parse(text).expect_err("an error"));
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn the_list_names_enough_jars_each_once() {
        let list = xtask::process::workspace_root().join(super::super::LIST);
        let jars = read(&list).expect("the list");
        let mut digests: Vec<&str> = jars.iter().map(|jar| jar.digest.as_str()).collect();
        assert!(digests.iter().all(|digest| digest.len() == 64));
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), jars.len());
        assert!(jars.len() >= 350, "{}", jars.len());
    }
}
