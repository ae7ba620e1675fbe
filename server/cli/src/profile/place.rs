//! The file of a profile.

use crate::screen;
use anyhow::{Context, Result, bail};
use profiler::RunFile;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a project's profiles.
const FOLDER: &str = ".jouled";

/// Writes the profile. If that fails, writes it to the temporary folder, so that the run was not in vain.
pub(super) fn keep(file: &RunFile, out: &Path) -> Result<()> {
    let Err(failure) = file.write(out) else {
        screen::print_message(format_args!("jouled: the profile is {}", out.display()));
        return Ok(());
    };
    let name = format!("jouled-{}.jouled", std::process::id());
    let other = std::env::temp_dir().join(name);
    if file.write(&other).is_ok() {
        screen::print_message(format_args!(
            "jouled: the profile is {}, because it could not be written where it should be",
            other.display()
        ));
    }
    Err(failure.into())
}

/// Fails if the place is not writable, before a program is run.
pub(super) fn check_place(out: &Path) -> Result<()> {
    let folder = match out.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let probe = folder.join(format!(".jouled-{}", std::process::id()));
    let written = files::write_private(&probe, b"");
    let _ = fs::remove_file(&probe);
    let words = || {
        format!(
            "the profile {} cannot be written, so nothing was run; name another file with --out",
            out.display()
        )
    };
    written.with_context(words)?;
    if out.is_dir() {
        bail!("{} is a folder; name a file with --out", out.display());
    }
    Ok(())
}

/// A new file in the folder for profiles, which the repository ignores.
pub(super) fn new_file() -> Result<PathBuf> {
    let folder = Path::new(FOLDER);
    make_folder(folder)?;
    let numbers = 1..u32::MAX;
    let mut names = numbers.map(|number| folder.join(format!("run-{number}.jouled")));
    names
        .find(|path| !path.exists())
        .context("the folder .jouled is full; name a file with --out")
}

/// Creates a folder for profiles, which the repository ignores. Other folders must exist.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    if !folder.ends_with(FOLDER) {
        return Ok(());
    }
    fs::create_dir_all(folder).with_context(|| {
        format!(
            "the folder {} cannot be created; name a file elsewhere with --out",
            folder.display()
        )
    })?;
    let ignored = folder.join(".gitignore");
    if !ignored.exists() {
        files::write(&ignored, "*\n").with_context(|| format!("{}", ignored.display()))?;
    }
    Ok(())
}
