//! The settings of one place.

use escape::plain;
use std::path::{Path, PathBuf};

use ide::{HintValue, Joules, Mapping};
use serde_json::Value as Json;

use super::assume::ScopedAssumptions;
use super::globs::PathGlobs;
use super::node::{self, Entry, Node, Value};
use super::problem::{SettingProblem, nearest, nearest_name, quoted};
use super::schema::{Key, Setting, SettingKind};
use super::values::{self, Calls, Hints};
use files::is_remote;

/// The maximum size of a `jouled.toml`, in bytes.
pub(super) const MAX_BYTES: usize = files::SETTINGS as usize;

/// The maximum number of problems listed for one place.
const MAX_PROBLEMS: usize = 50;

/// Tables of the project's file that are not settings; the commands `jouled diff` and `jouled profile` read them.
const OF_COMMANDS: [&str; 2] = ["diff", "tests"];

/// Settings of the VS Code extension in the same section.
const OF_EXTENSIONS: [&str; 2] = ["server", "trace"];

/// The settings of one place. Those that it does not set are `None` or empty.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(missing_docs, reason = "each is the setting of its name")]
pub struct Layer {
    pub enable: Option<bool>,
    pub hints: Option<Hints>,
    pub hints_minimum: Option<Joules>,
    pub hints_value: Option<HintValue>,
    pub hints_max_length: Option<u16>,
    pub hints_share: Option<bool>,
    pub lens: Option<bool>,
    pub profile: Option<PathBuf>,
    pub model: Option<String>,
    pub device: Option<String>,
    pub mapping: Option<Mapping>,
    pub calls: Option<Calls>,
    pub assume: ScopedAssumptions,
    pub java_home: Option<PathBuf>,
    pub release: Option<u16>,
    pub class_path: Vec<PathBuf>,
    pub exclude: PathGlobs,
}

impl Layer {
    /// Parses the text of a `jouled.toml`. Paths in it are relative to its folder.
    pub fn from_toml(text: &str, path: &Path) -> (Self, Vec<SettingProblem>) {
        let mut reader = Reader::new(Some(path));
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.len() > MAX_BYTES {
            reader.of_file(None, too_large());
            return reader.finish();
        }
        match node::from_toml(text) {
            Ok(entries) => reader.read(entries),
            Err(error) => {
                let message = format!(
                    "this is not valid TOML: {}; none of its settings apply",
                    plain(&error.message)
                );
                reader.of_file(Some(error.line), message);
            }
        }
        reader.finish()
    }

    /// Parses the section `jouled` of an editor's settings. `null` and empty texts count as not set. Paths stay as they are;
    /// see [`Layer::relative_to`].
    pub fn from_editor(value: &Json) -> (Self, Vec<SettingProblem>) {
        let mut reader = Reader::new(None);
        match node::from_json(value) {
            Some(entries) => reader.read(entries),
            None => reader.of_file(
                None,
                "the settings of jouled must be an object; none of them applies".to_owned(),
            ),
        }
        reader.finish()
    }

    /// Removes the settings that name files and programs, for a folder that the user does not trust. Returns the names of the
    /// removed settings.
    pub fn take_paths(&mut self) -> Vec<&'static str> {
        let mut taken = Vec::new();
        let mut take = |key: Key, is_set: bool| {
            if is_set {
                taken.push(key.setting().name);
            }
        };
        take(Key::Model, self.model.take().is_some());
        // `none` opens no file.
        let profile = self.profile.take_if(|path| !is_no_profile(path));
        take(Key::Profile, profile.is_some());
        take(Key::JavaHome, self.java_home.take().is_some());
        take(
            Key::ClassPath,
            !std::mem::take(&mut self.class_path).is_empty(),
        );
        taken
    }

    /// The same with relative paths resolved against a folder, the project's root. This leaves the JDK out: a relative path
    /// would be in the project, and is rejected later.
    #[must_use]
    pub fn relative_to(mut self, folder: &Path) -> Self {
        for path in &mut self.class_path {
            *path = folder.join(&*path);
        }
        self.model = self.model.map(|model| model_in(folder, model));
        if let Some(profile) = self.profile.as_mut().filter(|path| !is_no_profile(path)) {
            *profile = folder.join(&*profile);
        }
        self.assume = self.assume.below(folder);
        self
    }
}

/// Whether the setting `profile` says that no profile is shown.
pub fn is_no_profile(profile: &Path) -> bool {
    profile == Path::new("none")
}

pub(super) fn too_large() -> String {
    format!("this file has over {MAX_BYTES} bytes; none of its settings apply")
}

/// A model written like a file is relative to the folder; anything else is a name.
fn model_in(folder: &Path, model: String) -> String {
    let is_file = model.contains(['/', '\\'])
        || Path::new(&model)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    if is_file {
        folder.join(model).to_string_lossy().into_owned()
    } else {
        model
    }
}

struct Reader<'a> {
    layer: Layer,
    /// The project's file; `None` for an editor's settings.
    file: Option<&'a Path>,
    problems: Vec<SettingProblem>,
    untold: usize,
}

impl<'a> Reader<'a> {
    fn new(file: Option<&'a Path>) -> Self {
        Self {
            layer: Layer::default(),
            file,
            problems: Vec::new(),
            untold: 0,
        }
    }

    fn finish(mut self) -> (Layer, Vec<SettingProblem>) {
        if self.untold > 0 {
            let message = format!("{} more settings are not valid", self.untold);
            self.problems.push(self.problem("", None, None, message));
        }
        let layer = match self.file.and_then(Path::parent) {
            Some(folder) => self.layer.relative_to(folder),
            None => self.layer,
        };
        (layer, self.problems)
    }

    fn problem(
        &self,
        key: &str,
        line: Option<u32>,
        nearest: Option<&'static str>,
        message: String,
    ) -> SettingProblem {
        SettingProblem {
            key: key.to_owned(),
            file: self.file.map(Path::to_path_buf),
            line,
            nearest,
            message,
        }
    }

    fn tell(
        &mut self,
        key: &str,
        line: Option<u32>,
        nearest: Option<&'static str>,
        message: String,
    ) {
        if self.problems.len() == MAX_PROBLEMS {
            self.untold += 1;
        } else {
            self.problems
                .push(self.problem(key, line, nearest, message));
        }
    }

    fn of_file(&mut self, line: Option<u32>, message: String) {
        self.tell("", line, None, message);
    }

    /// The name of a setting in a message.
    fn named(&self, key: &str) -> String {
        let section = if self.file.is_some() { "" } else { "jouled." };
        format!("{section}{}", plain(key))
    }

    fn read(&mut self, entries: Vec<Entry>) {
        for Entry { key, line, node } in entries {
            if self.file.is_some() && OF_COMMANDS.contains(&key.as_str()) {
                continue;
            }
            let Some(setting) = Setting::named(&key) else {
                self.unknown(&key, line);
                continue;
            };
            if let (Some(_), Some(reason)) = (self.file, setting.not_in_project) {
                let message = format!("{key} is not allowed here: {reason}");
                self.tell(&key, line, None, message);
                continue;
            }
            self.set(setting, &node);
        }
    }

    fn unknown(&mut self, key: &str, line: Option<u32>) {
        if self.file.is_none() && OF_EXTENSIONS.contains(&key) {
            return;
        }
        let nearest = nearest_name(key);
        let section = if self.file.is_some() { "" } else { "jouled." };
        let mut message = format!(
            "there is no setting {}",
            quoted(&format!("{section}{}", plain(key)))
        );
        if let Some(nearest) = nearest {
            message = format!("{message}; is \"{section}{nearest}\" meant?");
        }
        self.tell(key, line, nearest, message);
    }

    fn set(&mut self, setting: &Setting, node: &Node) {
        match setting.key {
            Key::Enable => self.layer.enable = self.switch(setting, node),
            Key::Lens => self.layer.lens = self.switch(setting, node),
            // The editor implements these itself, so only a wrong value is reported.
            Key::HintsHideOnCursorLine | Key::HeatMap => {
                self.switch(setting, node);
            }
            Key::Hints => {
                self.layer.hints = self.choice(setting, node).map(|choice| match choice {
                    "hot" => Hints::Hot,
                    "none" => Hints::None,
                    _ => Hints::All,
                });
            }
            Key::HintsMinimum => {
                let energy = match &node.value {
                    Value::Text(text) => values::energy(text),
                    _ => None,
                };
                self.layer.hints_minimum = self.given(setting, node, energy);
            }
            Key::HintsValue => {
                self.layer.hints_value = self.choice(setting, node).map(|choice| match choice {
                    "mean±sd" => HintValue::MeanAndSd,
                    "p95" => HintValue::P95,
                    _ => HintValue::Mean,
                });
            }
            Key::HintsShare => self.layer.hints_share = self.switch(setting, node),
            Key::HintsMaxLength => self.layer.hints_max_length = self.whole(setting, node),
            Key::Profile => self.layer.profile = self.text(setting, node).map(PathBuf::from),
            Key::Model => self.layer.model = self.text(setting, node),
            Key::Device => self.layer.device = self.text(setting, node),
            Key::Mapping => {
                let choice = self.choice(setting, node);
                self.layer.mapping = choice.and_then(|choice| choice.parse().ok());
            }
            Key::Calls => {
                let choice = self.choice(setting, node);
                self.layer.calls = choice.and_then(Calls::named);
            }
            Key::Assume => self.assume(setting, node),
            Key::JavaHome => self.layer.java_home = self.text(setting, node).map(PathBuf::from),
            Key::Release => self.layer.release = self.whole(setting, node),
            Key::ClassPath => {
                let paths = self.texts(setting, node);
                self.layer.class_path = paths
                    .into_iter()
                    .map(|(path, _)| PathBuf::from(path))
                    .collect();
            }
            Key::Exclude => {
                let texts = self.texts(setting, node);
                let (globs, refused) = PathGlobs::new(texts.iter().map(|(text, _)| *text));
                self.layer.exclude = globs;
                for (place, error) in refused {
                    let (text, line) = texts.get(place).copied().unwrap_or(("", node.line));
                    let name = self.named(setting.name);
                    let message = format!("{} in {name} {error}; it is left out", quoted(text));
                    self.tell(setting.name, line, None, message);
                }
            }
        }
    }

    /// Reports a value that is not valid.
    fn wrong(&mut self, setting: &Setting, node: &Node, nearest: Option<&'static str>) {
        let mut message = format!(
            "{} must be {}, not {}",
            self.named(setting.name),
            setting.kind.expected(),
            node.shown()
        );
        if let Some(nearest) = nearest {
            message = format!("{message}; is \"{nearest}\" meant?");
        }
        self.tell(setting.name, node.line, nearest, message);
    }

    fn given<T>(&mut self, setting: &Setting, node: &Node, value: Option<T>) -> Option<T> {
        if value.is_none() && !self.is_unset(node) {
            self.wrong(setting, node, None);
        }
        value
    }

    /// Settings pages of editors write an empty text for a setting that is not set.
    fn is_unset(&self, node: &Node) -> bool {
        self.file.is_none() && matches!(&node.value, Value::Text(text) if text.is_empty())
    }

    fn switch(&mut self, setting: &Setting, node: &Node) -> Option<bool> {
        let value = match node.value {
            Value::Switch(on) => Some(on),
            _ => None,
        };
        self.given(setting, node, value)
    }

    fn choice(&mut self, setting: &Setting, node: &Node) -> Option<&'static str> {
        let SettingKind::Choice { choices, is_switch } = setting.kind else {
            return None;
        };
        let names = choices.iter().map(|choice| choice.name);
        let found = match &node.value {
            Value::Switch(true) if is_switch => choices.first(),
            Value::Switch(false) if is_switch => choices.last(),
            Value::Text(text) => choices
                .iter()
                .find(|choice| choice.name == text || choice.alias == Some(text)),
            _ => None,
        };
        if found.is_none() && !self.is_unset(node) {
            let meant = match &node.value {
                Value::Text(text) => nearest(text, names),
                _ => None,
            };
            self.wrong(setting, node, meant);
        }
        found.map(|choice| choice.name)
    }

    fn whole(&mut self, setting: &Setting, node: &Node) -> Option<u16> {
        let SettingKind::Whole { min, max } = setting.kind else {
            return None;
        };
        let number = match node.value {
            Value::Whole(number) => u16::try_from(number).ok(),
            _ => None,
        };
        let number = number.filter(|number| (min..=max).contains(number));
        self.given(setting, node, number)
    }

    fn text(&mut self, setting: &Setting, node: &Node) -> Option<String> {
        let text = match &node.value {
            Value::Text(text) if !text.is_empty() => Some(text.clone()),
            _ => None,
        };
        let text = self.given(setting, node, text)?;
        let is_path = matches!(setting.key, Key::Model | Key::Profile);
        (!is_path || self.may_open(setting, &text, node.line)).then_some(text)
    }

    /// The texts of a list with their lines. Other values are reported.
    fn texts<'n>(&mut self, setting: &Setting, node: &'n Node) -> Vec<(&'n str, Option<u32>)> {
        let items = match &node.value {
            Value::List(items) => items,
            // Lua has one value for an empty list and an empty table.
            Value::Table(entries) if entries.is_empty() => return Vec::new(),
            _ => {
                self.wrong(setting, node, None);
                return Vec::new();
            }
        };
        let mut texts = Vec::new();
        for item in items {
            match &item.value {
                Value::Text(text) if !text.is_empty() => {
                    if setting.kind != SettingKind::Paths || self.may_open(setting, text, item.line)
                    {
                        texts.push((text.as_str(), item.line));
                    }
                }
                _ => self.wrong(setting, item, None),
            }
        }
        texts
    }

    /// A project must not choose another machine that is then asked for a file. Editors merge the project's settings with the
    /// user's, so only the command line is certain to be the user's.
    fn may_open(&mut self, setting: &Setting, path: &str, line: Option<u32>) -> bool {
        if !is_remote(path) {
            return true;
        }
        let message = format!(
            "{} in {} is on another machine, and a project must not choose that; set it with --{}",
            quoted(path),
            self.named(setting.name),
            setting.flag()
        );
        self.tell(setting.name, line, None, message);
        false
    }

    fn assume(&mut self, setting: &Setting, node: &Node) {
        match &node.value {
            Value::Table(entries) => self.assume_each(setting, "", entries),
            Value::List(items) if items.is_empty() => {}
            _ => self.wrong(setting, node, None),
        }
    }

    /// Nested tables come from dots in keys without quotes, as in `a.length = 10`.
    fn assume_each(&mut self, setting: &Setting, above: &str, entries: &[Entry]) {
        for Entry { key, line, node } in entries {
            let key = format!("{above}{key}");
            let value = match &node.value {
                Value::Table(entries) => {
                    self.assume_each(setting, &format!("{key}."), entries);
                    continue;
                }
                Value::Whole(number) => *number as f64,
                Value::Number(number) => *number,
                _ => f64::NAN,
            };
            if let Err(error) = self.layer.assume.insert(&key, value) {
                let name = self.named(&format!("{}.{key}", setting.name));
                let message = format!("{} {error}, not {}", quoted(&name), node.shown());
                self.tell(&format!("{}.{key}", setting.name), *line, None, message);
            }
        }
    }
}
