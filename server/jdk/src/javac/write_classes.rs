//! Writes the classes of a response into a folder.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use super::exchange::CompileResponse;

/// Why classes could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteClassesError {
    /// A name leads out of the folder.
    #[error("the class name {name:?} is not a path inside of the folder")]
    Name {
        /// The binary name.
        name: String,
    },
    /// The file system reported an error.
    #[error("{} cannot be written: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

impl CompileResponse {
    /// Writes each class to its place below `folder`. Creates the folder and its subfolders if needed. Files are replaced
    /// atomically, so that nobody reads an incomplete one.
    ///
    /// # Errors
    ///
    /// [`WriteClassesError`] for the first class that cannot be written.
    pub fn write_classes(&self, folder: &Path) -> Result<(), WriteClassesError> {
        for class in &self.classes {
            let relative = PathBuf::from(format!("{}.class", class.binary_name));
            if !relative
                .components()
                .all(|part| matches!(part, Component::Normal(_)))
            {
                return Err(WriteClassesError::Name {
                    name: class.binary_name.clone(),
                });
            }
            let path = folder.join(relative);
            write_whole(&path, &class.bytes).map_err(|source| WriteClassesError::Io {
                path: path.clone(),
                source,
            })?;
        }
        Ok(())
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    let file = tempfile::NamedTempFile::new_in(parent)?;
    fs::write(file.path(), bytes)?;
    file.persist(path)?;
    Ok(())
}
