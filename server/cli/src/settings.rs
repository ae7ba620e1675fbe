//! The settings of a run: its flags, and the `jouled.toml` of the project that its paths are in.

use crate::failure::NameNotFound;
use crate::options::{Analysis, Options, assumptions};
use ide::AssumedValues;
use problems::{Problem, Severity};
use project_model::ChangedFiles;
use project_settings::{
    Configuration, FILE_NAME, Layer, PathGlobs, ScopedAssumptions, configured_root,
};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The maximum number of suggested names.
const MAX_PROPOSALS: usize = 5;

/// Names with less similarity to the typed one are not suggested.
const MIN_LIKENESS: f64 = 0.6;

/// The settings of a run.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) all: Configuration,
    /// The folder that globs are relative to: that of the `jouled.toml`, or of the paths.
    pub(crate) root: PathBuf,
    /// The problems of the `jouled.toml`.
    pub(crate) problems: Vec<Problem>,
    /// The files that a change touches, if only what it reaches is compiled.
    pub(crate) changed: Option<ChangedFiles>,
}

impl Settings {
    /// The flags, and the settings of the project of the paths. Paths in several projects have no common settings, and classes
    /// have none.
    pub(crate) fn new(options: &Options, analysis: &Analysis, paths: &[PathBuf]) -> Self {
        let paths: Vec<PathBuf> = paths
            .iter()
            .map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()))
            .collect();
        let roots: BTreeSet<Option<PathBuf>> =
            paths.iter().map(|path| configured_root(path)).collect();
        let mut roots: Vec<Option<PathBuf>> = roots.into_iter().collect();
        let flags = flags(options, analysis);
        if let [root @ Some(_)] = &mut roots[..] {
            let root = root.take().unwrap_or_default();
            let (file, problems) = Layer::of_project(&root);
            return Self {
                all: Configuration::resolve([&flags, &file]),
                root,
                problems: problems.into_iter().map(Problem::from).collect(),
                changed: None,
            };
        }
        Self {
            all: Configuration::resolve([&flags]),
            root: common_folder(&paths),
            problems: roots
                .into_iter()
                .flatten()
                .map(|root| unread(&root))
                .collect(),
            changed: None,
        }
    }

    /// Only the flags.
    pub(crate) fn of_flags(options: &Options) -> Self {
        let flags = Layer {
            model: options.model.clone(),
            device: options.device.clone(),
            mapping: options.mapping,
            java_home: options.java_home.clone(),
            ..Layer::default()
        };
        Self {
            all: Configuration::resolve([&flags]),
            root: PathBuf::new(),
            problems: Vec::new(),
            changed: None,
        }
    }

    /// The same for another state of the project in another folder, with its own jars and classes.
    pub(crate) fn rooted_at(&self, root: &Path) -> Self {
        let mut all = self.all.clone();
        let own = |path: &PathBuf| match path.strip_prefix(&self.root) {
            Ok(rest) => Some(root.join(rest)).filter(|path| path.exists()),
            Err(_) => Some(path.clone()),
        };
        all.class_path = self.all.class_path.iter().filter_map(own).collect();
        Self {
            all,
            root: root.to_path_buf(),
            problems: Vec::new(),
            changed: self.changed.clone(),
        }
    }

    /// Takes files that the project's settings name, but that are missing in its folder, from another folder: a model and build
    /// outputs may be in a work tree and in no commit. If a commit has the model, it is not taken, so that whoever adds a model
    /// does not decide how the base is judged.
    pub(crate) fn take_missing_from(&mut self, folder: &Path, is_model_in_commit: bool) {
        let elsewhere = |path: &Path| {
            let rest = path.strip_prefix(&self.root).ok()?;
            (!path.exists()).then(|| folder.join(rest))
        };
        for path in &mut self.all.class_path {
            if let Some(other) = elsewhere(path) {
                *path = other;
            }
        }
        if let Some(other) = self
            .all
            .model
            .as_deref()
            .filter(|_| !is_model_in_commit)
            .and_then(|model| elsewhere(Path::new(model)))
        {
            self.all.model = Some(other.display().to_string());
        }
    }

    /// Checks that each `--assume` names a symbol that something depends on. Call this after everything was analysed.
    ///
    /// # Errors
    ///
    /// [`NameNotFound`] with similar names.
    pub(crate) fn all_assumptions_used(&self, analysis: &Analysis) -> Result<(), NameNotFound> {
        let values = self.all.assume.everywhere();
        for text in analysis.assume.iter().flat_map(|text| assumptions(text)) {
            let Some((key, _)) = text.rsplit_once('=') else {
                continue;
            };
            let name = key.rsplit(':').next().unwrap_or(key).trim();
            // A path before the colon restricts the name to its files.
            if values.was_used(key) || key.contains('/') && values.was_used(name) {
                continue;
            }
            let known = values.asked_for();
            if let Some((method, _)) = key.rsplit_once(':')
                && known.iter().any(|known| known == name)
            {
                return Err(NameNotFound::from(format!(
                    "--assume {key}: nothing that was analysed in {} depends on a symbol {name}; other methods do: \
                     --assume {name}=… gives it a value in all",
                    method.trim()
                )));
            }
            let mut near: Vec<(f64, String)> = known
                .into_iter()
                .map(|known| (strsim::jaro_winkler(name, &known), known))
                .filter(|(likeness, _)| *likeness >= MIN_LIKENESS)
                .collect();
            near.sort_by(|one, two| two.0.total_cmp(&one.0).then_with(|| one.1.cmp(&two.1)));
            near.truncate(MAX_PROPOSALS);
            let near: Vec<String> = near.into_iter().map(|(_, known)| known).collect();
            let near = match near.as_slice() {
                [] => String::new(),
                near => format!("; did you mean {}?", near.join(", ")),
            };
            return Err(NameNotFound::from(format!(
                "--assume {key}: nothing that was analysed depends on a symbol {name}{near}"
            )));
        }
        Ok(())
    }

    /// The values of symbols in a file.
    pub(crate) fn assumptions(&self, file: &Path) -> Cow<'_, AssumedValues> {
        let file = file.strip_prefix(&self.root).unwrap_or(file);
        self.all.assume.of_file(file)
    }
}

fn flags(options: &Options, analysis: &Analysis) -> Layer {
    let mut assume = ScopedAssumptions::default();
    for text in analysis.assume.iter().flat_map(|text| assumptions(text)) {
        // Text that is not an assumption was rejected with the other arguments.
        let _ = assume.parse(text);
    }
    let class_path = analysis.class_path.iter();
    Layer {
        model: options.model.clone(),
        device: options.device.clone(),
        mapping: options.mapping,
        java_home: options.java_home.clone(),
        release: analysis.release,
        calls: analysis.calls,
        class_path: class_path.flat_map(std::env::split_paths).collect(),
        exclude: PathGlobs::new(analysis.exclude.iter().map(String::as_str)).0,
        assume,
        ..Layer::default()
    }
}

fn unread(root: &Path) -> Problem {
    Problem {
        file: Some(root.join(FILE_NAME)),
        line: None,
        severity: Severity::Warning,
        message: "this file is not read, because not all paths belong to its project; give the paths one at a time"
            .to_owned(),
    }
}

/// The deepest folder that contains all paths.
fn common_folder(paths: &[PathBuf]) -> PathBuf {
    let folders = paths.iter().map(|path| {
        if path.is_dir() {
            path.clone()
        } else {
            path.parent().unwrap_or(path).to_path_buf()
        }
    });
    let common = folders.reduce(|common, folder| {
        let shared = common.components().zip(folder.components());
        let shared = shared.take_while(|(left, right)| left == right);
        shared.map(|(left, _)| left).collect()
    });
    common.unwrap_or_default()
}
