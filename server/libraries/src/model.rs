//! Posteriors by name or from a file.

use std::io;
use std::path::PathBuf;

use posterior::{ModelError, Posterior};

use files::Limits;

/// Why there is no posterior.
#[derive(Debug, thiserror::Error)]
pub enum LoadModelError {
    /// It is neither the name of a model nor a file.
    #[error("there is no model named \"{asked}\" and no such file; the models are: {}", known.join(", "))]
    Unknown {
        /// What was requested.
        asked: String,
        /// The names of the models.
        known: Vec<String>,
    },
    /// The file cannot be read.
    #[error("the model file {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file holds no posterior.
    #[error("the model file {} is not valid: {source}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ModelError,
    },
}

/// The models that are compiled in; the first is the default.
pub fn built_in_models() -> Vec<Posterior> {
    vec![Posterior::default_model()]
}

/// The posterior of a name or a file, `None` for the default. A name goes before a file of the
/// same name; `./name` means the file.
///
/// # Errors
/// [`LoadModelError`] says what was looked for and what is wrong with it.
pub fn load_model(
    name_or_file: Option<&str>,
    limits: &Limits,
) -> Result<Posterior, LoadModelError> {
    let Some(asked) = name_or_file else {
        return Ok(Posterior::default_model());
    };
    let models = built_in_models();
    let known = models.iter().map(|model| model.name().to_owned()).collect();
    if let Some(model) = models.into_iter().find(|model| model.name() == asked) {
        return Ok(model);
    }
    let path = PathBuf::from(asked);
    let text = match files::read_text(&path, limits.max_model_bytes) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let asked = asked.to_owned();
            return Err(LoadModelError::Unknown { asked, known });
        }
        Err(source) => return Err(LoadModelError::Unreadable { path, source }),
    };
    Posterior::from_json(&text).map_err(|source| LoadModelError::Invalid { path, source })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_default_and_a_name_are_found_without_a_file() {
        let default = load_model(None, &Limits::default()).unwrap();
        let named = load_model(Some(default.name()), &Limits::default()).unwrap();
        assert_eq!(named.digest(), default.digest());
    }

    #[test]
    fn a_file_that_is_missing_too_large_or_no_model_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("model.json");
        let path = file.to_str().unwrap();
        let error = |limits: &Limits| load_model(Some(path), limits).unwrap_err().to_string();
        let limits = Limits::default();
        assert!(error(&limits).contains("no such file; the models are: "));
        std::fs::write(&file, "{").unwrap();
        assert!(error(&limits).contains("model.json is not valid"));
        let narrow = Limits {
            max_model_bytes: 0,
            ..limits.clone()
        };
        assert!(error(&narrow).contains("over 0 bytes"));
        for place in ["/dev/stdin", "/dev/zero", "/dev"] {
            if Path::new(place).exists() {
                let error = load_model(Some(place), &limits).unwrap_err().to_string();
                assert!(
                    error.contains(place) && error.contains("not a file"),
                    "{error}"
                );
            }
        }
        std::fs::write(&file, [0xFF]).unwrap();
        assert!(error(&limits).contains("model.json cannot be read"));
    }
}
