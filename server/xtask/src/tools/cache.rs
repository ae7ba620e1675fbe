//! Installations that stay from run to run.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Written last into an installation: one without it was interrupted and is made again.
const STAMP: &str = "complete";

/// An installation in the tools' folder.
pub(super) struct Installation<'a> {
    /// Its name, which begins the name of its folder.
    pub(super) name: &'a str,
    /// Everything that determines its contents: different contents are a different installation.
    pub(super) contents: &'a [&'a str],
    /// A file without which it does not work, relative to its folder.
    pub(super) needs: &'a str,
}

impl Installation<'_> {
    /// Installs it into an empty folder if it is absent, incomplete or has different contents. Returns the folder.
    pub(super) fn ensure(
        &self,
        tools: &Path,
        install: impl FnOnce(&Path) -> Result<()>,
    ) -> Result<PathBuf> {
        let mut hasher = blake3::Hasher::new();
        for part in self.contents {
            hasher.update(part.as_bytes());
        }
        let version = &hasher.finalize().to_hex()[..12];
        let folder = tools.join(format!("{}-{version}", self.name));
        fs::create_dir_all(tools)
            .with_context(|| format!("could not create the folder {}", tools.display()))?;
        // Two runs at the same time must not overwrite each other's installation.
        let lock = File::create(tools.join(format!("{}.lock", self.name)))?;
        lock.lock()?;

        let works = folder.join(STAMP).is_file() && folder.join(self.needs).exists();
        if !works {
            if folder.exists() {
                fs::remove_dir_all(&folder)
                    .with_context(|| format!("could not remove {}", folder.display()))?;
            }
            fs::create_dir_all(&folder)?;
            install(&folder)?;
            fs::write(folder.join(STAMP), "")?;
        }
        Ok(folder)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;
    use tempfile::TempDir;

    use super::*;

    const INSTALLATION: Installation<'static> = Installation {
        name: "example",
        contents: &["package==1\n"],
        needs: "program",
    };

    /// Installs without a network; returns how often that was necessary.
    fn ensure(installation: &Installation<'_>, tools: &Path) -> usize {
        let mut installs = 0;
        installation
            .ensure(tools, |folder| {
                installs += 1;
                fs::write(folder.join(installation.needs), "")?;
                Ok(())
            })
            .unwrap();
        installs
    }

    #[test]
    fn it_is_installed_once() {
        let tools = TempDir::new().unwrap();
        assert_eq!(ensure(&INSTALLATION, tools.path()), 1);
        assert_eq!(ensure(&INSTALLATION, tools.path()), 0);
    }

    #[test]
    fn different_contents_are_a_different_installation() {
        let tools = TempDir::new().unwrap();
        ensure(&INSTALLATION, tools.path());
        let newer = Installation {
            contents: &["package==2\n"],
            ..INSTALLATION
        };
        assert_eq!(ensure(&newer, tools.path()), 1);
        assert_eq!(ensure(&INSTALLATION, tools.path()), 0);
    }

    #[test]
    fn an_interrupted_installation_starts_again_from_scratch() {
        let tools = TempDir::new().unwrap();
        let failed = INSTALLATION.ensure(tools.path(), |folder| {
            fs::write(folder.join("half"), "")?;
            bail!("interrupted")
        });
        assert!(failed.is_err());
        assert_eq!(ensure(&INSTALLATION, tools.path()), 1);
        let folder = INSTALLATION.ensure(tools.path(), |_| Ok(())).unwrap();
        assert!(!folder.join("half").exists());
    }

    #[test]
    fn an_installation_that_lost_a_needed_file_is_made_again() {
        let tools = TempDir::new().unwrap();
        ensure(&INSTALLATION, tools.path());
        let folder = INSTALLATION.ensure(tools.path(), |_| Ok(())).unwrap();
        fs::remove_file(folder.join(INSTALLATION.needs)).unwrap();
        assert_eq!(ensure(&INSTALLATION, tools.path()), 1);
    }
}
