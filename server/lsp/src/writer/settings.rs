//! The settings of each folder, and the models that they need.

mod apply;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ide::{MeasuredRun, Model};
use project_settings::{Configuration, Layer};

use crate::pricing_context::PricingContext;

/// The settings of a folder of the workspace, or outside of all folders.
#[derive(Debug)]
pub(super) struct FolderSettings {
    /// The settings of the folder's own file.
    project: Layer,
    /// The result of merging them with those of the client and the command line.
    pub(super) settings: Configuration,
    /// Their model, or the previous one until it is loaded.
    pub(super) model: Option<Model>,
    /// The displayed run, if the project has a profile.
    pub(super) run: Option<Arc<MeasuredRun>>,
}

/// The settings of a session.
#[derive(Debug)]
pub(super) struct Settings {
    /// The settings of the command line.
    flags: Layer,
    /// The settings of the client.
    editor: Layer,
    /// The base of its relative paths outside of all folders: the first folder of the session.
    base: Option<PathBuf>,
    /// By folder. A folder that was added to the workspace has none until its file is read.
    folders: HashMap<PathBuf, FolderSettings>,
    /// The settings of single files.
    outside: FolderSettings,
    /// Whether the user trusts the workspace. If not, files that it names are not read.
    is_trusted: bool,
}

/// What to do after settings have changed.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Other sources are compiled, or with other options.
    compiler: bool,
    /// Settings that need another model than before.
    models: Vec<Configuration>,
    /// Folders whose results are only displayed differently; `None` stands for outside of all folders.
    shown: Vec<Option<PathBuf>>,
    /// Those whose calls are followed differently, so everything is analysed again.
    analysed: Vec<Option<PathBuf>>,
}

/// The folders that get a model; `None` stands for outside of all folders.
#[derive(Debug, Default)]
struct NewModel {
    /// Those that had none.
    first: Vec<Option<PathBuf>>,
    /// Those that had it with another device.
    of_device: Vec<Option<PathBuf>>,
    /// Those that had another one.
    other: Vec<Option<PathBuf>>,
}

impl Settings {
    pub(super) fn new(flags: Layer, base: Option<PathBuf>, is_trusted: bool) -> Self {
        let mut settings = Self {
            flags,
            editor: Layer::default(),
            base,
            folders: HashMap::new(),
            outside: FolderSettings {
                project: Layer::default(),
                settings: Configuration::default(),
                model: None,
                run: None,
            },
            is_trusted,
        };
        settings.outside.settings = settings.resolved(None, &Layer::default());
        settings
    }

    /// Relative paths of the client refer to the folder in which they are used.
    fn resolved(&self, folder: Option<&Path>, project: &Layer) -> Configuration {
        let editor = match folder.or(self.base.as_deref()) {
            Some(folder) => self.editor.clone().relative_to(folder),
            None => self.editor.clone(),
        };
        let mut project = project.clone();
        if !self.is_trusted {
            project.take_paths();
        }
        Configuration::resolve([&self.flags, &editor, &project])
    }

    /// The settings of a project, which is a folder of the workspace or a single file.
    pub(super) fn of(&self, project: &Path) -> &FolderSettings {
        self.folders.get(project).unwrap_or(&self.outside)
    }

    /// Whether the settings of a folder are known.
    pub(super) fn know(&self, folder: &Path) -> bool {
        self.folders.contains_key(folder)
    }

    /// The settings outside of all folders.
    pub(super) fn outside(&self) -> &Configuration {
        &self.outside.settings
    }

    /// Whether a first model is still being loaded.
    pub(super) fn lacks_model(&self) -> bool {
        self.scopes().any(|scope| scope.model.is_none())
    }

    /// The modes of the models in use, each once; `None` before there is a model.
    pub(super) fn modes(&self) -> Option<String> {
        let models = self.scopes().filter_map(|scope| scope.model.as_ref());
        let modes: BTreeSet<&str> = models.map(|model| &*model.info().mode).collect();
        let modes: Vec<&str> = modes.into_iter().collect();
        (!modes.is_empty()).then(|| modes.join(", "))
    }

    fn scopes(&self) -> impl Iterator<Item = &FolderSettings> {
        self.folders.values().chain([&self.outside])
    }

    /// The settings in a folder's file that are ignored because the workspace is not trusted.
    fn distrusted(&self, folder: &Path) -> Vec<&'static str> {
        if self.is_trusted {
            return Vec::new();
        }
        self.of(folder).project.clone().take_paths()
    }

    /// Applies the settings of a folder's file.
    pub(super) fn take_project(&mut self, folder: PathBuf, project: Layer) {
        if let Some(scope) = self.folders.get_mut(&folder) {
            scope.project = project;
            return;
        }
        let settings = self.resolved(Some(&folder), &project);
        let same = self
            .scopes()
            .find(|scope| scope.settings.has_the_model_of(&settings));
        let scope = FolderSettings {
            project,
            model: same.and_then(|scope| scope.model.clone()),
            settings,
            run: None,
        };
        self.folders.insert(folder, scope);
    }

    /// The displayed run of a folder, for replacement. `None` if the folder's settings are not known.
    pub(super) fn run_of(&mut self, folder: &Path) -> Option<&mut Option<Arc<MeasuredRun>>> {
        Some(&mut self.folders.get_mut(folder)?.run)
    }

    pub(super) fn forget(&mut self, folder: &Path) {
        self.folders.remove(folder);
    }

    /// Settings that each need another model, so none is loaded twice.
    pub(super) fn of_models(&self) -> Vec<Configuration> {
        let mut distinct = Vec::new();
        for scope in self.scopes() {
            add_model(&mut distinct, &scope.settings);
        }
        distinct
    }

    /// Merges the settings.
    pub(super) fn resolve(&mut self) -> Changes {
        let mut changes = Changes::default();
        let folders: Vec<Option<PathBuf>> = self
            .folders
            .keys()
            .cloned()
            .map(Some)
            .chain([None])
            .collect();
        for folder in folders {
            let scope = match &folder {
                Some(path) => self.of(path),
                None => &self.outside,
            };
            let settings = self.resolved(folder.as_deref(), &scope.project);
            if settings == scope.settings {
                continue;
            }
            changes.compiler |= !settings.compiles_like(&scope.settings);
            let has_same_model = settings.has_the_model_of(&scope.settings);
            let follows_alike = settings.calls == scope.settings.calls;
            if !has_same_model {
                add_model(&mut changes.models, &settings);
            }
            let scope = match &folder {
                Some(path) => self.folders.get_mut(path),
                None => Some(&mut self.outside),
            };
            if let Some(scope) = scope {
                scope.settings = settings;
            }
            // The changes for another model include these.
            match (has_same_model, follows_alike) {
                (true, true) => changes.shown.push(folder),
                (true, false) => changes.analysed.push(folder),
                (false, _) => {}
            }
        }
        changes
    }

    /// Passes a model to those that need it, and returns what changes.
    fn take_model(&mut self, settings: &Configuration, model: &Model) -> NewModel {
        let mut new = NewModel::default();
        let folders = self.folders.iter_mut();
        let folders = folders.map(|(folder, scope)| (Some(folder.clone()), scope));
        for (folder, scope) in folders.chain([(None, &mut self.outside)]) {
            if !scope.settings.has_the_model_of(settings) {
                continue;
            }
            match &scope.model {
                None => new.first.push(folder),
                Some(known) if known.prices_like(model) => new.of_device.push(folder),
                Some(_) => new.other.push(folder),
            }
            scope.model = match scope.model.take() {
                // Its analyses stay valid.
                Some(known) if known.prices_like(model) => Some(known.shown_like(model)),
                _ => Some(model.clone()),
            };
        }
        new
    }
}

impl FolderSettings {
    /// The model and settings with which numbers are computed and shown; `None` before there is a model.
    pub(super) fn context(&self) -> Option<Arc<PricingContext>> {
        let model = self.model.clone()?;
        let (settings, run) = (self.settings.clone(), self.run.clone());
        Some(Arc::new(PricingContext {
            model,
            settings,
            run,
        }))
    }
}

fn add_model(distinct: &mut Vec<Configuration>, settings: &Configuration) {
    if !distinct
        .iter()
        .any(|other| other.has_the_model_of(settings))
    {
        distinct.push(settings.clone());
    }
}
