//! The folder of an unfinished calibration, one for each set of settings.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The cache folder of all calibrations.
const FOLDER: &str = "calibrations";

/// The folder of one calibration. Equal settings have the same folder, so the same command continues.
#[derive(Debug)]
pub(super) struct Workplace {
    folder: PathBuf,
}

impl Workplace {
    /// The new or existing folder for these settings.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(super) fn open(cache: &Path, name: &str, settings: &impl Hash) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        (env!("CARGO_PKG_VERSION"), name, settings).hash(&mut hasher);
        let folder = cache
            .join(FOLDER)
            .join(format!("{name}-{:016x}", hasher.finish()));
        fs::create_dir_all(&folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
        Ok(Self { folder })
    }

    pub(super) fn campaign(&self) -> PathBuf {
        self.folder.join("campaign.db")
    }

    pub(super) fn model(&self) -> PathBuf {
        self.folder.join("model.json")
    }

    pub(super) fn validation(&self) -> PathBuf {
        self.folder.join("validation.db")
    }

    /// Deletes an unfinished calibration.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(super) fn clear(&self) -> Result<()> {
        let cleared =
            fs::remove_dir_all(&self.folder).and_then(|()| fs::create_dir_all(&self.folder));
        cleared.with_context(|| format!("{} cannot be emptied", self.folder.display()))
    }

    /// Removes the folder of a finished calibration, and its parent unless other calibrations are in progress.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(super) fn remove(self) -> Result<()> {
        fs::remove_dir_all(&self.folder)
            .with_context(|| format!("{} cannot be removed", self.folder.display()))?;
        if let Some(around) = self.folder.parent() {
            // It is not empty while other calibrations are in progress.
            let _ = fs::remove_dir(around);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_settings_continue_and_others_do_not_disturb_them() {
        let cache = tempfile::tempdir().unwrap();
        let open =
            |settings: &str| Workplace::open(cache.path(), "this-machine", &settings).unwrap();
        let first = open("quick");
        fs::write(first.campaign(), "half").unwrap();
        assert_eq!(fs::read(open("quick").campaign()).unwrap(), b"half");
        let other = open("full");
        assert!(!other.campaign().exists());
        other.remove().unwrap();
        assert!(first.campaign().exists());
        first.clear().unwrap();
        assert!(!first.campaign().exists());
        first.remove().unwrap();
        assert_eq!(
            fs::read_dir(cache.path()).unwrap().count(),
            0,
            "nothing is left behind"
        );
    }
}
