//! The file `jouled.toml` of a project.

use std::io;
use std::path::{Path, PathBuf};

use super::layer::{Layer, MAX_BYTES, too_large};
use super::problem::SettingProblem;

/// The name of the file with a project's settings, in the project's root.
pub const FILE_NAME: &str = "jouled.toml";

/// The maximum number of folders above a path to examine.
const MAX_LEVELS: usize = 64;

/// The nearest folder at or above an absolute path that has a `jouled.toml`. The search stops at a folder with a repository.
pub fn configured_root(path: &Path) -> Option<PathBuf> {
    for folder in path.ancestors().take(MAX_LEVELS) {
        if folder.join(FILE_NAME).is_file() {
            return Some(folder.to_path_buf());
        }
        if folder.join(".git").exists() {
            break;
        }
    }
    None
}

impl Layer {
    /// Reads the `jouled.toml` of a project's root folder. Without the file, nothing is set.
    pub fn of_project(root: &Path) -> (Self, Vec<SettingProblem>) {
        let path = root.join(FILE_NAME);
        let unread = |message: String| {
            let problem = SettingProblem {
                key: String::new(),
                file: Some(path.clone()),
                line: None,
                nearest: None,
                message,
            };
            (Self::default(), vec![problem])
        };
        match read(&path) {
            Ok(None) => (Self::default(), Vec::new()),
            Ok(Some(bytes)) => match std::str::from_utf8(&bytes) {
                Ok(text) => Self::from_toml(text, &path),
                Err(error) => {
                    let line = bytes[..error.valid_up_to()]
                        .split(|byte| *byte == b'\n')
                        .count();
                    let message = "this is not UTF-8; none of its settings apply".to_owned();
                    let (layer, mut problems) = unread(message);
                    problems[0].line = u32::try_from(line).ok();
                    (layer, problems)
                }
            },
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => unread(too_large()),
            Err(error) => unread(format!("this file cannot be read: {error}")),
        }
    }
}

/// The bytes of a file; `None` if it does not exist.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match files::read(path, MAX_BYTES as u64) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
