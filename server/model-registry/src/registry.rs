//! The folder of the user's models.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use files::Limits;
use jdk::Environment;
use posterior::Posterior;

use crate::built_in::{built_in, built_in_models, built_in_names};
use crate::error::{LoadModelError, RegistryError};
use crate::name;

/// The folder of the added models in the configuration folder.
const MODELS: &str = "models";
const EXTENSION: &str = "json";
/// The file with the name of the model in use.
const IN_USE: &str = "model-in-use";
/// The maximum size of a name with its line end.
const LONGEST_IN_USE: u64 = 256;
/// The maximum number of models to look at.
const MOST_MODELS: usize = 1000;

/// The source of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is built in.
    BuiltIn,
    /// It was added; this is its file.
    Added(PathBuf),
}

/// A model with a name.
#[derive(Debug)]
pub struct KnownModel {
    /// The name by which it is chosen.
    pub name: String,
    /// Its source.
    pub origin: Origin,
    /// Whether it is the one used if no setting names another.
    pub is_in_use: bool,
    /// The model, or why it cannot be read.
    pub posterior: Result<Posterior, LoadModelError>,
}

/// The result of adding a model.
#[derive(Debug)]
pub struct Added {
    /// The name by which it is chosen.
    pub name: String,
    /// Its file.
    pub file: PathBuf,
    /// Whether another model had that name before.
    pub replaced: bool,
}

/// The models of a user.
#[derive(Clone, Debug)]
pub struct Registry {
    /// `None` if there is no configuration folder; then there are only built-in models.
    folder: Option<PathBuf>,
}

impl Registry {
    /// The models of the user who runs this process.
    pub fn of_this_user() -> Self {
        Self {
            folder: jdk::default_config_dir(&Environment::of_this_process()),
        }
    }

    /// The models in a configuration folder.
    pub const fn at(folder: PathBuf) -> Self {
        Self {
            folder: Some(folder),
        }
    }

    /// All models: first the built-in ones, then the added ones by name.
    pub fn models(&self) -> Vec<KnownModel> {
        let in_use = self.chosen_name();
        let mut models: Vec<KnownModel> = built_in_models()
            .into_iter()
            .map(|posterior| KnownModel {
                name: posterior.name().to_owned(),
                origin: Origin::BuiltIn,
                is_in_use: false,
                posterior: Ok(posterior),
            })
            .collect();
        models.extend(self.added_names().into_iter().filter_map(|name| {
            let file = self.file_of(&name)?;
            Some(KnownModel {
                posterior: read(&file, files::MODEL),
                origin: Origin::Added(file),
                is_in_use: false,
                name,
            })
        }));
        // Without a choice, the first model is in use. If the chosen one is gone, none is.
        let at = in_use.map_or(Some(0), |name| {
            models.iter().position(|model| model.name == name)
        });
        if let Some(model) = at.and_then(|at| models.get_mut(at)) {
            model.is_in_use = true;
        }
        models
    }

    /// The model with this name, or in this file; `None` for the model in use. If a model and a file have the same name, the
    /// model is used; `./name` means the file.
    ///
    /// # Errors
    ///
    /// [`LoadModelError`] says what was looked for and what is wrong with it.
    pub fn load(
        &self,
        name_or_file: Option<&str>,
        limits: &Limits,
    ) -> Result<Posterior, LoadModelError> {
        let Some(asked) = name_or_file else {
            return match self.chosen_name() {
                None => Ok(Posterior::default_model()),
                Some(name) => self.named(&name, limits).unwrap_or_else(|| {
                    Err(LoadModelError::InUseIsGone {
                        known: self.names(),
                        name,
                    })
                }),
            };
        };
        if let Some(model) = self.named(asked, limits) {
            return model;
        }
        read(Path::new(asked), limits.max_model_bytes).map_err(|error| match error {
            LoadModelError::Unreadable { source, .. }
                if source.kind() == io::ErrorKind::NotFound =>
            {
                LoadModelError::Unknown {
                    asked: asked.to_owned(),
                    known: self.names(),
                }
            }
            other => other,
        })
    }

    /// Whether no model has been chosen or measured yet.
    pub fn is_fresh(&self) -> bool {
        self.chosen_name().is_none() && self.added_names().is_empty()
    }

    /// The name of the model that is used if no setting names one.
    pub fn in_use(&self) -> String {
        self.chosen_name()
            .unwrap_or_else(|| Posterior::default_model().name().to_owned())
    }

    /// Whether a new model may have this name.
    ///
    /// # Errors
    /// [`RegistryError`] says what is wrong with the name, or that no folder is known.
    pub fn check_name(&self, name: &str) -> Result<(), RegistryError> {
        self.place_for(name).map(|_| ())
    }

    /// Adds the model of a file under its own name or another one.
    ///
    /// # Errors
    ///
    /// [`RegistryError`] says what is wrong with the file or the name. Then nothing has changed.
    pub fn add(
        &self,
        file: &Path,
        name: Option<&str>,
        replace: bool,
    ) -> Result<Added, RegistryError> {
        let text =
            files::read_text(file, files::MODEL).map_err(|source| LoadModelError::Unreadable {
                path: file.to_path_buf(),
                source,
            })?;
        let invalid = |source| LoadModelError::Invalid {
            path: file.to_path_buf(),
            source,
        };
        let model = Posterior::from_json(&text).map_err(invalid)?;
        let name = name.unwrap_or_else(|| model.name()).to_owned();
        let target = self.place_for(&name)?;
        let replaced = target.exists();
        if replaced && !replace {
            let same = read(&target, files::MODEL);
            if !same.is_ok_and(|known| known.digest() == model.digest()) {
                return Err(RegistryError::Taken { name });
            }
        }
        // Outputs show the name in the model's text, so it must be the name by which the model is chosen.
        let text = if model.name() == name {
            text
        } else {
            renamed(&text, &name).map_err(|source| RegistryError::Write {
                path: target.clone(),
                source,
            })?
        };
        write(&target, text.as_bytes())?;
        Ok(Added {
            name,
            file: target,
            replaced,
        })
    }

    /// Uses a model if no setting names another one.
    ///
    /// # Errors
    ///
    /// [`RegistryError`] if there is no such model, or the choice cannot be stored.
    pub fn choose(&self, name: &str) -> Result<Posterior, RegistryError> {
        let model = self.named(name, &Limits::default()).unwrap_or_else(|| {
            Err(LoadModelError::Unknown {
                asked: name.to_owned(),
                known: self.names(),
            })
        })?;
        let file = self.folder()?.join(IN_USE);
        write(&file, format!("{name}\n").as_bytes())?;
        Ok(model)
    }

    /// Removes an added model. If it is in use, the default model is used from then on.
    ///
    /// # Errors
    ///
    /// [`RegistryError`] if there is no such model, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), RegistryError> {
        let file = match self.place_for(name) {
            Ok(file) => file,
            Err(RegistryError::Name { .. }) => return Err(self.unknown(name).into()),
            Err(other) => return Err(other),
        };
        let failed = |path: &Path, source| RegistryError::Write {
            path: path.to_path_buf(),
            source,
        };
        match fs::remove_file(&file) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(self.unknown(name).into());
            }
            Err(source) => return Err(failed(&file, source)),
        }
        if self.chosen_name().as_deref() == Some(name) {
            let choice = self.folder()?.join(IN_USE);
            fs::remove_file(&choice).map_err(|source| failed(&choice, source))?;
        }
        Ok(())
    }

    fn unknown(&self, asked: &str) -> LoadModelError {
        LoadModelError::Unknown {
            asked: asked.to_owned(),
            known: self.names(),
        }
    }

    fn folder(&self) -> Result<&Path, RegistryError> {
        self.folder.as_deref().ok_or(RegistryError::NoFolder)
    }

    /// The file of an added model; `None` if the name is not valid.
    fn file_of(&self, name: &str) -> Option<PathBuf> {
        let folder = self
            .folder
            .as_ref()
            .filter(|_| name::problem(name).is_none())?;
        Some(folder.join(MODELS).join(format!("{name}.{EXTENSION}")))
    }

    /// The file for a new model.
    fn place_for(&self, name: &str) -> Result<PathBuf, RegistryError> {
        if let Some(problem) = name::problem(name) {
            return Err(RegistryError::Name {
                name: name.to_owned(),
                problem,
            });
        }
        if built_in_names().any(|known| known == name) {
            return Err(RegistryError::BuiltIn {
                name: name.to_owned(),
            });
        }
        self.folder()?;
        self.file_of(name).ok_or(RegistryError::NoFolder)
    }

    /// The model with this name; `None` if there is none.
    fn named(&self, name: &str, limits: &Limits) -> Option<Result<Posterior, LoadModelError>> {
        if let Some(model) = built_in(name) {
            return Some(Ok(model));
        }
        let file = self.file_of(name)?;
        match read(&file, limits.max_model_bytes) {
            Err(LoadModelError::Unreadable { source, .. })
                if source.kind() == io::ErrorKind::NotFound =>
            {
                None
            }
            read => Some(read),
        }
    }

    /// The names of the added models, sorted.
    fn added_names(&self) -> Vec<String> {
        let entries = self
            .folder
            .as_ref()
            .and_then(|folder| fs::read_dir(folder.join(MODELS)).ok());
        let mut names: Vec<String> = entries
            .into_iter()
            .flatten()
            .take(MOST_MODELS)
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                let is_model = path.extension().is_some_and(|ending| ending == EXTENSION);
                let name = path.file_stem()?.to_str()?;
                (is_model && name::problem(name).is_none()).then(|| name.to_owned())
            })
            .collect();
        names.sort_unstable();
        names
    }

    fn names(&self) -> Vec<String> {
        let built_in = built_in_names().map(str::to_owned);
        built_in.chain(self.added_names()).collect()
    }

    /// The chosen name, even if there is no such model.
    fn chosen_name(&self) -> Option<String> {
        let file = self.folder.as_ref()?.join(IN_USE);
        let text = files::read_text(&file, LONGEST_IN_USE).ok()?;
        let name = text.trim();
        // Somebody may have edited the file: text that is not a valid name counts as no choice.
        name::problem(name).is_none().then(|| name.to_owned())
    }
}

fn read(path: &Path, limit: u64) -> Result<Posterior, LoadModelError> {
    let text = files::read_text(path, limit).map_err(|source| LoadModelError::Unreadable {
        path: path.to_path_buf(),
        source,
    })?;
    Posterior::from_json(&text).map_err(|source| LoadModelError::Invalid {
        path: path.to_path_buf(),
        source,
    })
}

fn renamed(text: &str, name: &str) -> io::Result<String> {
    let mut document: serde_json::Value = serde_json::from_str(text)?;
    document["name"] = name.into();
    Ok(serde_json::to_string_pretty(&document)?)
}

/// Writes a file of the registry, and creates its folder if needed.
fn write(path: &Path, bytes: &[u8]) -> Result<(), RegistryError> {
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| files::write(path, bytes))
        .map_err(|source| RegistryError::Write {
            path: path.to_path_buf(),
            source,
        })
}
