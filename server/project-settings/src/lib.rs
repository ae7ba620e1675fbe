//! The settings of a project: read from its `jouled.toml`, an editor and the command line, and merged.
//!
//! - [`SETTINGS`] is the table of all settings; manuals and manifests are generated from it.
//! - A [`Layer`] has the settings of one place: [`Layer::of_project`] and [`Layer::from_toml`] read the
//!   project's file, [`Layer::from_editor`] the section of an editor, and the command line fills one.
//! - [`Configuration::resolve`] merges the layers.
//!
//! A wrong setting becomes a [`SettingProblem`] with its key, its line and the nearest valid name; the other settings still
//! apply. No text makes this crate panic.
//!
//! Architecture Invariant: nothing in a project's file can make a program run.

mod assume;
mod file;
mod globs;
mod layer;
mod node;
mod problem;
mod schema;
mod values;

use std::path::PathBuf;

use ide::{HintValue, Joules, Mapping};

pub use assume::{BadScopedAssumption, ScopedAssumptions};
pub use file::{FILE_NAME, configured_root};
pub use globs::{BadGlob, ExcludedPaths, PathGlobs};
pub use layer::Layer;
pub use layer::is_no_profile;
pub use problem::SettingProblem;
pub use schema::{Choice, DefaultValue, Key, SETTINGS, Setting, SettingKind};
pub use values::{Calls, Hints};

/// The merged settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Configuration {
    /// Whether the editor shows energies.
    pub enable: bool,
    /// Which lines have hints.
    pub hints: Hints,
    /// The smallest mean energy that gets a hint.
    pub hints_minimum: Joules,
    /// The figure that a hint shows.
    pub hints_value: HintValue,
    /// The maximum length of a hint in characters.
    pub hints_max_length: usize,
    /// Whether a hint also shows the line's share of its method.
    pub hints_share: bool,
    /// Whether methods have lenses.
    pub lens: bool,
    /// The displayed profile; if there is none, the newest of the project.
    pub profile: Option<PathBuf>,
    /// The name or file of a posterior; if there is none, the default one.
    pub model: Option<String>,
    /// A device of the posterior, or `any`.
    pub device: String,
    /// How bytecode instructions map to patterns.
    pub mapping: Mapping,
    /// Which calls are followed.
    pub calls: Calls,
    /// Values of symbols.
    pub assume: ScopedAssumptions,
    /// The JDK to compile with; if there is none, jouled searches for one.
    pub java_home: Option<PathBuf>,
    /// The Java release to compile for; if there is none, that of the JDK.
    pub release: Option<u16>,
    /// Class folders and jars in addition to those that are found.
    pub class_path: Vec<PathBuf>,
    /// Paths relative to the project's root in which sources are not searched.
    pub exclude: PathGlobs,
}

impl Default for Configuration {
    fn default() -> Self {
        Self {
            enable: true,
            hints: Hints::Hot,
            hints_minimum: Joules::ZERO,
            hints_value: HintValue::Mean,
            hints_max_length: 60,
            hints_share: false,
            lens: true,
            profile: None,
            model: None,
            device: "any".to_owned(),
            mapping: Mapping::Stack,
            calls: Calls::All,
            assume: ScopedAssumptions::default(),
            java_home: None,
            release: None,
            class_path: Vec::new(),
            exclude: PathGlobs::default(),
        }
    }
}

impl Configuration {
    /// Merges the settings of several places, the most important first: the command line, the editor, the project's file. Lists
    /// and tables are joined.
    pub fn resolve<'a>(layers: impl IntoIterator<Item = &'a Layer>) -> Self {
        let layers: Vec<&Layer> = layers.into_iter().collect();
        let mut all = Self::default();
        for layer in layers.into_iter().rev() {
            set(&mut all.enable, layer.enable);
            set(&mut all.hints, layer.hints);
            set(&mut all.hints_minimum, layer.hints_minimum);
            set(&mut all.hints_value, layer.hints_value);
            set(
                &mut all.hints_max_length,
                layer.hints_max_length.map(usize::from),
            );
            set(&mut all.hints_share, layer.hints_share);
            set(&mut all.lens, layer.lens);
            set(&mut all.profile, layer.profile.clone().map(Some));
            set(&mut all.model, layer.model.clone().map(Some));
            set(&mut all.device, layer.device.clone());
            set(&mut all.mapping, layer.mapping);
            set(&mut all.calls, layer.calls);
            set(&mut all.java_home, layer.java_home.clone().map(Some));
            set(&mut all.release, layer.release.map(Some));
            all.assume = layer.assume.over(&all.assume);
            all.exclude = layer.exclude.and(&all.exclude);
            all.class_path.splice(0..0, layer.class_path.clone());
        }
        all
    }

    /// Whether another configuration has the same model, for code of the same JDK.
    pub fn has_the_model_of(&self, other: &Self) -> bool {
        (&self.model, &self.device, self.mapping, &self.java_home)
            == (&other.model, &other.device, other.mapping, &other.java_home)
    }

    /// Whether another configuration compiles the same sources in the same way.
    pub fn compiles_like(&self, other: &Self) -> bool {
        (
            &self.java_home,
            self.release,
            &self.class_path,
            &self.exclude,
        ) == (
            &other.java_home,
            other.release,
            &other.class_path,
            &other.exclude,
        )
    }
}

fn set<T>(target: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *target = value;
    }
}
