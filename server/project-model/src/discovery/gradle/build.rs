//! A Gradle build: its settings, and the folders of its projects.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::super::reader::{Reader, named_path};
use super::catalog::{Catalog, Library, accessor};
use super::loops::repeat;
use super::script::parse;
use super::statement::{Expression, Statement};
use super::values::{GradleValues, texts};

pub(super) const SETTINGS: [&str; 2] = ["settings.gradle", "settings.gradle.kts"];
const SCRIPTS: [&str; 2] = ["build.gradle", "build.gradle.kts"];
/// The maximum number of scripts of a build.
const MAX_PROJECTS: usize = 10_000;
/// The maximum number of folders to search for scripts below a folder of plugins.
const MAX_PLUGIN_FOLDERS: usize = 2_000;

/// A parsed build script.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) file: PathBuf,
    pub(super) is_kotlin: bool,
    pub(super) statements: Vec<Statement>,
}

impl Script {
    pub(super) fn read(reader: &mut Reader<'_>, file: &Path) -> Option<Rc<Self>> {
        let text = reader.text(file)?;
        let is_kotlin = file.extension().is_some_and(|extension| extension == "kts");
        Some(Rc::new(Self {
            file: file.to_path_buf(),
            is_kotlin,
            statements: parse(&text, is_kotlin),
        }))
    }
}

/// A build with all its projects.
#[derive(Debug, Default)]
pub(super) struct GradleBuild {
    pub(super) folder: PathBuf,
    /// Folders by path, such as `:core:api`; the root project is `:`.
    pub(super) projects: BTreeMap<String, PathBuf>,
    pub(super) catalogs: BTreeMap<String, Catalog>,
    /// The values of `gradle.properties`.
    pub(super) properties: GradleValues,
    /// Scripts that are plugins, by their identifiers.
    pub(super) plugins: BTreeMap<String, PathBuf>,
    /// The identifiers of plugins that are programs in another language.
    pub(super) plugin_programs: BTreeSet<String>,
    /// The names of projects of included builds. They replace artefacts with these names.
    pub(super) included: BTreeSet<String>,
}

impl GradleBuild {
    /// Reads the settings of a folder. Without settings, it is a build of one project.
    pub(super) fn read(reader: &mut Reader<'_>, folder: &Path, gradle_home: Option<&Path>) -> Self {
        let mut build = Self {
            folder: folder.to_path_buf(),
            ..Self::default()
        };
        build.projects.insert(":".to_owned(), folder.to_path_buf());
        build.properties = properties(reader, folder, GradleValues::default());
        if let Some(home) = gradle_home {
            build.properties = properties(reader, home, build.properties);
        }
        let default = folder.join("gradle/libs.versions.toml");
        if default.is_file() {
            build
                .catalogs
                .insert("libs".to_owned(), Catalog::read(reader, &default));
        }
        let mut plugin_folders = vec![folder.join("buildSrc")];
        let file = SETTINGS
            .iter()
            .map(|name| folder.join(name))
            .find(|file| file.is_file());
        if let Some(script) = file.and_then(|file| Script::read(reader, &file)) {
            let mut values = build.properties.clone();
            values.is_kotlin = script.is_kotlin;
            build.settings(reader, &script.statements, &mut values, &mut plugin_folders);
        }
        for folder in plugin_folders {
            build.plugins.append(&mut plugin_scripts(&folder));
            build.add_programs(reader, &folder);
        }
        build
    }

    fn settings(
        &mut self,
        reader: &mut Reader<'_>,
        statements: &[Statement],
        values: &mut GradleValues,
        plugin_folders: &mut Vec<PathBuf>,
    ) {
        for statement in statements {
            let mut run = |values: &mut GradleValues, body: &[Statement]| {
                self.settings(reader, body, values, plugin_folders);
            };
            if repeat(statement, values, |values| values, &mut run) {
                continue;
            }
            let name = statement.name();
            match name {
                "include" => {
                    for argument in statement.arguments() {
                        for path in texts(&argument.value, values) {
                            self.include(&path);
                        }
                    }
                }
                "includeFlat" => {
                    for argument in statement.arguments() {
                        for name in texts(&argument.value, values) {
                            let folder = named_path(&self.folder.join(".."), &name);
                            self.projects.insert(format!(":{name}"), folder);
                        }
                    }
                }
                "includeBuild" => {
                    let path = statement.arguments().first();
                    if let Some(path) = path.and_then(|path| values.text(&path.value)) {
                        let folder = named_path(&self.folder, path);
                        self.add_included(reader, &folder);
                        plugin_folders.push(folder);
                    }
                }
                // `project(':x').projectDir = file('y')`
                "projectDir" => {
                    let project = statement.chain.first();
                    let project = project.filter(|first| first.name == "project");
                    let path =
                        project.and_then(|first| values.text(&first.arguments.first()?.value));
                    let folder = statement
                        .assigned
                        .as_ref()
                        .and_then(|value| folder_of(value, values));
                    if let (Some(path), Some(folder)) = (path, folder) {
                        self.projects.insert(path, named_path(&self.folder, folder));
                    }
                }
                "create" if !statement.body().is_empty() => {
                    let name = statement.arguments().first();
                    if let Some(name) = name.and_then(|name| values.text(&name.value)) {
                        self.catalog(reader, &name, statement.body(), values);
                    }
                }
                // `versionCatalogs { libs { … } }`
                _ if statement.body().iter().any(|inner| inner.name() == "from")
                    && statement.chain.len() == 1
                    && name != "dependencyResolutionManagement" =>
                {
                    self.catalog(reader, name, statement.body(), values);
                }
                _ => {
                    if let Some(value) = &statement.assigned {
                        values.assign(name, value);
                    }
                    for segment in &statement.chain {
                        self.settings(reader, &segment.body, values, plugin_folders);
                    }
                }
            }
        }
    }

    /// Adds the names of the projects of an included build.
    fn add_included(&mut self, reader: &mut Reader<'_>, folder: &Path) {
        let name = folder.file_name().and_then(|name| name.to_str());
        self.included.extend(name.map(str::to_owned));
        for script in SETTINGS.iter().map(|name| folder.join(name)) {
            let script = script.is_file().then(|| Script::read(reader, &script));
            for statement in script
                .flatten()
                .iter()
                .flat_map(|script| &script.statements)
            {
                let given = statement.arguments().iter().map(|argument| &argument.value);
                let is_named = matches!(statement.name(), "include" | "includeFlat" | "name");
                for value in given.chain(&statement.assigned).filter(|_| is_named) {
                    let names = texts(value, &self.properties);
                    let last = names.iter().filter_map(|name| name.rsplit(':').next());
                    self.included.extend(last.map(str::to_owned));
                }
            }
        }
    }

    /// Adds the identifiers of the plugins that a build declares.
    fn add_programs(&mut self, reader: &mut Reader<'_>, folder: &Path) {
        let Some(script) = Self::script_of(folder) else {
            return;
        };
        let Some(script) = Script::read(reader, &script) else {
            return;
        };
        let mut open: Vec<&Statement> = script.statements.iter().collect();
        open.retain(|statement| {
            statement
                .chain
                .iter()
                .any(|first| first.name == "gradlePlugin")
        });
        while let Some(statement) = open.pop() {
            let id = statement.value_of("id");
            let id = id.and_then(|id| self.properties.text(id));
            self.plugin_programs.extend(id);
            open.extend(statement.chain.iter().flat_map(|segment| &segment.body));
        }
    }

    /// Adds a project and those above it, each in the folder of its name.
    fn include(&mut self, path: &str) {
        let mut full = String::new();
        let mut folder = self.folder.clone();
        for name in path.split([':', '/']).filter(|name| !name.is_empty()) {
            if name == ".." || self.projects.len() >= MAX_PROJECTS {
                return;
            }
            full = format!("{full}:{name}");
            folder = match self.projects.get(&full) {
                Some(known) => known.clone(),
                None => named_path(&folder, name),
            };
            self.projects.insert(full.clone(), folder.clone());
        }
    }

    fn catalog(
        &mut self,
        reader: &mut Reader<'_>,
        name: &str,
        statements: &[Statement],
        values: &GradleValues,
    ) {
        let mut catalog = self.catalogs.remove(name).unwrap_or_default();
        for statement in statements {
            let texts: Vec<String> = statement
                .chain
                .iter()
                .flat_map(|segment| &segment.arguments)
                .filter_map(|argument| values.text(&argument.value))
                .collect();
            let first = statement.chain.first().map_or("", |first| &first.name);
            match (first, texts.as_slice()) {
                ("from", _) => {
                    let file = statement.arguments().first();
                    if let Some(file) = file.and_then(|file| folder_of(&file.value, values)) {
                        let file = named_path(&self.folder, file);
                        if file.is_file() {
                            catalog = Catalog::read(reader, &file);
                        }
                    }
                }
                ("version", [name, version]) => {
                    catalog.versions.insert(accessor(name), version.clone());
                }
                ("library", [name, library]) => {
                    if let Some(library) = Library::parse(library) {
                        catalog.libraries.insert(accessor(name), library);
                    }
                }
                ("library", [name, group, artifact, rest @ ..]) => {
                    let version = rest.first().map(|version| {
                        let known = catalog.versions.get(&accessor(version));
                        known.unwrap_or(version).clone()
                    });
                    let library = Library {
                        group: group.clone(),
                        artifact: artifact.clone(),
                        version: version.unwrap_or_default(),
                    };
                    catalog.libraries.insert(accessor(name), library);
                }
                _ => {}
            }
        }
        self.catalogs.insert(name.to_owned(), catalog);
    }

    /// The project with the innermost folder around a path.
    pub(super) fn project_around(&self, path: &Path) -> Option<(&String, &PathBuf)> {
        let around = self
            .projects
            .iter()
            .filter(|(_, folder)| path.starts_with(folder));
        around.max_by_key(|(_, folder)| folder.components().count())
    }

    /// The build script of a project: with the usual name, or named after the project.
    pub(super) fn script_of(folder: &Path) -> Option<PathBuf> {
        let name = folder
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let usual = SCRIPTS.iter().map(|script| folder.join(script));
        let named = [".gradle", ".gradle.kts"].map(|end| folder.join(format!("{name}{end}")));
        usual.chain(named).find(|file| file.is_file())
    }
}

/// The values of a folder's `gradle.properties`, over others.
pub(super) fn properties(
    reader: &mut Reader<'_>,
    folder: &Path,
    mut values: GradleValues,
) -> GradleValues {
    let file = folder.join("gradle.properties");
    if !file.is_file() {
        return values;
    }
    let text = reader.text(&file).unwrap_or_default();
    for line in text.lines().map(str::trim) {
        if line.starts_with(['#', '!']) {
            continue;
        }
        if let Some((name, value)) = line.split_once(['=', ':']) {
            values.set(name.trim(), value.trim().to_owned());
        }
    }
    values
}

/// The path in `file("x")`, `files("x")`, `new File(settingsDir, "x")` or `"x"`, relative to the folder of the build.
pub(super) fn folder_of(value: &Expression, values: &GradleValues) -> Option<String> {
    let text = match value {
        Expression::Chain(chain) => {
            let last = chain.last()?;
            let path = last.arguments.last()?;
            values.text(&path.value)?
        }
        value => values.text(value)?,
    };
    for name in ["$rootDir/", "$settingsDir/", "$projectDir/"] {
        if let Some(rest) = text.strip_prefix(name) {
            return Some(rest.to_owned());
        }
    }
    Some(text)
}

/// The scripts below a folder that are plugins, by their identifiers.
fn plugin_scripts(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    let walk = walkdir::WalkDir::new(folder)
        .max_depth(12)
        .sort_by_file_name();
    let is_searched = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_str().unwrap_or_default();
        entry.depth() == 0
            || !(name.starts_with('.') || matches!(name, "build" | "java" | "resources"))
    };
    let entries = walk.into_iter().filter_entry(is_searched).flatten();
    for entry in entries
        .take(MAX_PLUGIN_FOLDERS)
        .filter(|entry| entry.file_type().is_file())
    {
        let path = entry.path();
        let name = entry.file_name().to_str().unwrap_or_default();
        let id = name
            .strip_suffix(".gradle.kts")
            .or(name.strip_suffix(".gradle"));
        let Some(id) = id.filter(|id| !matches!(*id, "build" | "settings")) else {
            continue;
        };
        // A package is part of the identifier.
        let package = package_of(path);
        let id = package.map_or_else(|| id.to_owned(), |package| format!("{package}.{id}"));
        found.insert(id, path.to_path_buf());
    }
    found
}

/// The maximum size of a script.
const MAX_SCRIPT_BYTES: u64 = 1 << 20;

fn package_of(script: &Path) -> Option<String> {
    let text = files::read_text(script, MAX_SCRIPT_BYTES).ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("package "))?;
    Some(line.trim().trim_end_matches(';').to_owned())
}
