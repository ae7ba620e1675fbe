//! A `pom.xml` with its parents, its properties and what it imports: the effective POM.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::pom::{Build, Dependency, Parent, Pom, Section};
use super::properties::interpolate;
use crate::Severity;
use crate::discovery::reader::{Reader, named_path};
use crate::discovery::repositories::{Coordinates, Repositories};

/// Parents of parents, and imports of imports.
const MAX_NESTING: usize = 32;

/// Group, artifact, type and classifier: what may be there once.
pub(in crate::discovery) type Key = (String, String, String, String);

/// The effective POM of a project or of an artefact.
#[derive(Debug, Default)]
pub(in crate::discovery) struct Model {
    pub(in crate::discovery) file: PathBuf,
    pub(in crate::discovery) coordinates: Coordinates,
    pub(super) packaging: String,
    /// Its dependencies, with what is managed for them.
    pub(in crate::discovery) dependencies: Vec<Dependency>,
    pub(in crate::discovery) managed: HashMap<Key, Dependency>,
    pub(in crate::discovery) relocation: Option<Coordinates>,
    /// Complete: what is not said is as Maven has it.
    pub(super) build: Build,
}

/// Reads POMs and remembers them.
#[derive(Debug, Default)]
pub(in crate::discovery) struct Poms {
    pub(in crate::discovery) repositories: Repositories,
    /// Properties that are given on the command line, as in `.mvn/maven.config`.
    pub(super) user: BTreeMap<String, String>,
    parsed: HashMap<PathBuf, Option<Rc<Pom>>>,
    models: HashMap<PathBuf, Option<Rc<Model>>>,
    /// Those whose models are being made.
    open: Vec<PathBuf>,
    /// Group and artifact of the projects that are built together, with their files.
    pub(super) reactor: HashMap<(String, String), PathBuf>,
}

impl Poms {
    pub(in crate::discovery) fn new(repositories: Repositories) -> Self {
        Self {
            repositories,
            ..Self::default()
        }
    }

    pub(super) fn pom(&mut self, reader: &mut Reader<'_>, file: &Path) -> Option<Rc<Pom>> {
        if let Some(known) = self.parsed.get(file) {
            return known.clone();
        }
        let parsed = reader
            .text(file)
            .and_then(|text| match Pom::parse(file, &text) {
                Ok(pom) => Some(Rc::new(pom)),
                Err(reason) => {
                    let message = format!("this POM cannot be read: {reason}; set classPath");
                    reader.problem(Severity::Warning, file, None, message);
                    None
                }
            });
        self.parsed.insert(file.to_path_buf(), parsed.clone());
        parsed
    }

    /// The effective POM of an artefact, from the projects that are built together or from a
    /// repository.
    pub(in crate::discovery) fn artifact(
        &mut self,
        reader: &mut Reader<'_>,
        coordinates: &Coordinates,
    ) -> Option<Rc<Model>> {
        let key = (coordinates.group.clone(), coordinates.artifact.clone());
        let file = self.reactor.get(&key).cloned();
        let file = file.or_else(|| self.repositories.file(coordinates, "", "pom"))?;
        self.model(reader, &file)
    }

    pub(in crate::discovery) fn model(
        &mut self,
        reader: &mut Reader<'_>,
        file: &Path,
    ) -> Option<Rc<Model>> {
        if let Some(known) = self.models.get(file) {
            return known.clone();
        }
        if self.open.len() >= MAX_NESTING || self.open.iter().any(|open| open == file) {
            let message =
                "this POM imports itself, or too many others in a row; what it manages is left out";
            reader.problem(Severity::Warning, file, None, message);
            return None;
        }
        self.open.push(file.to_path_buf());
        let model = self.make(reader, file).map(Rc::new);
        self.open.pop();
        self.models.insert(file.to_path_buf(), model.clone());
        model
    }

    pub(super) fn known_model(&self, file: &Path) -> Option<&Rc<Model>> {
        self.models.get(file)?.as_ref()
    }

    fn make(&mut self, reader: &mut Reader<'_>, file: &Path) -> Option<Model> {
        let lineage = self.lineage(reader, file)?;
        let own = Rc::clone(lineage.first()?);
        let folder = file.parent().unwrap_or(file).to_path_buf();
        let mut merged = Section::default();
        for pom in &lineage {
            // What profiles say comes before what they are in.
            for section in self.active(pom, &folder).into_iter().rev() {
                merge(&mut merged, section);
            }
            merge(&mut merged, &pom.section);
        }
        let inherited = |of: fn(&Pom) -> &Option<String>, of_parent: fn(&Parent) -> &String| {
            let parent = own.parent.as_ref().map(|parent| of_parent(parent).clone());
            of(&own).clone().or(parent).unwrap_or_default()
        };
        let raw = Coordinates {
            group: inherited(|pom| &pom.group, |parent| &parent.group),
            artifact: own.artifact.clone().unwrap_or_default(),
            version: inherited(|pom| &pom.version, |parent| &parent.version),
        };
        let values = Values {
            user: &self.user,
            properties: &merged.properties,
            coordinates: &raw,
            parent: own.parent.as_ref(),
            folder: &folder,
            build: &merged.build,
            packaging: own.packaging.as_deref(),
        };
        let text = |text: &str| interpolate(text, &|name| values.get(name));
        let coordinates = Coordinates {
            group: text(&raw.group),
            artifact: text(&raw.artifact),
            version: text(&raw.version),
        };
        let mut dependencies: Vec<_> = merged
            .dependencies
            .iter()
            .map(|dependency| interpolated(dependency, &text))
            .collect();
        let managed: Vec<_> = merged
            .managed
            .iter()
            .map(|dependency| interpolated(dependency, &text))
            .collect();
        let build = complete(&merged, &text, &folder);
        let relocation = own.relocation.as_ref().map(|[group, artifact, version]| {
            let or =
                |to: &Option<String>, own: &str| to.as_deref().map_or_else(|| own.to_owned(), text);
            Coordinates {
                group: or(group, &coordinates.group),
                artifact: or(artifact, &coordinates.artifact),
                version: or(version, &coordinates.version),
            }
        });
        let packaging = text(own.packaging.as_deref().unwrap_or("jar"));
        let managed = self.with_imports(reader, file, managed);
        for dependency in &mut dependencies {
            manage(dependency, &managed);
        }
        Some(Model {
            file: file.to_path_buf(),
            coordinates,
            packaging,
            dependencies,
            managed,
            relocation,
            build,
        })
    }

    /// A POM, its parent, the parent of that, and so on.
    fn lineage(&mut self, reader: &mut Reader<'_>, file: &Path) -> Option<Vec<Rc<Pom>>> {
        let mut lineage = vec![self.pom(reader, file)?];
        while let Some(last) = lineage.last().cloned()
            && let Some(parent) = &last.parent
        {
            let Some(found) = self.parent(reader, &last, parent) else {
                let name = format!("{}:{}:{}", parent.group, parent.artifact, parent.version);
                let message = format!(
                    "its parent {}:{}:{} is neither at {:?} nor in {}; run `mvn dependency:resolve` once, or set classPath",
                    parent.group,
                    parent.artifact,
                    parent.version,
                    parent.relative_path,
                    self.repositories.names()
                );
                reader.missing(name, &last.file, parent.line, message);
                break;
            };
            if lineage.len() >= MAX_NESTING || lineage.iter().any(|pom| pom.file == found.file) {
                let message =
                    "its parents form a circle, or are too many in a row; the rest is left out";
                reader.problem(Severity::Warning, &last.file, Some(parent.line), message);
                break;
            }
            lineage.push(found);
        }
        Some(lineage)
    }

    fn parent(&mut self, reader: &mut Reader<'_>, of: &Pom, parent: &Parent) -> Option<Rc<Pom>> {
        // In a repository only the repository counts.
        let is_project = of.file.file_name().is_some_and(|name| name == "pom.xml");
        if is_project && !parent.relative_path.is_empty() {
            let mut file = named_path(of.file.parent()?, &parent.relative_path);
            if file.is_dir() {
                file.push("pom.xml");
            }
            if file.is_file()
                && file != of.file
                && let Some(pom) = self.pom(reader, &file)
            {
                let group = pom.group.as_ref();
                let group = group.or(pom.parent.as_ref().map(|parent| &parent.group));
                let version = pom.version.as_ref();
                let version = version.or(pom.parent.as_ref().map(|parent| &parent.version));
                let is_open = |version: &str| version.contains("${");
                if group == Some(&parent.group)
                    && pom.artifact.as_ref() == Some(&parent.artifact)
                    && version.is_some_and(|version| {
                        *version == parent.version || is_open(version) || is_open(&parent.version)
                    })
                {
                    return Some(pom);
                }
            }
        }
        let Parent {
            group, artifact, ..
        } = parent;
        let key = (group.clone(), artifact.clone());
        if let Some(file) = self
            .reactor
            .get(&key)
            .filter(|file| **file != of.file)
            .cloned()
        {
            return self.pom(reader, &file);
        }
        let version = self
            .repositories
            .version(group, artifact, &parent.version)?;
        let coordinates = Coordinates::new(group, artifact, &version);
        let file = self.repositories.file(&coordinates, "", "pom")?;
        self.pom(reader, &file)
    }

    /// The profiles that are active without anybody asking for them.
    fn active<'p>(&self, pom: &'p Pom, folder: &Path) -> Vec<&'p Section> {
        let there = |path: &str| {
            let lookup = |name: &str| {
                let is_folder = matches!(name, "basedir" | "project.basedir");
                is_folder.then(|| folder.to_string_lossy().into_owned())
            };
            named_path(folder, interpolate(path, &lookup)).exists()
        };
        let is_active = |profile: &&super::pom::Profile| {
            let by_property = profile.property.as_ref().map(|(name, value)| {
                match (name.strip_prefix('!'), value) {
                    (Some(name), _) => !self.user.contains_key(name),
                    (None, None) => self.user.contains_key(name),
                    (None, Some(value)) => match value.strip_prefix('!') {
                        Some(other) => self.user.get(name).is_none_or(|given| given != other),
                        None => self.user.get(name) == Some(value),
                    },
                }
            });
            let by_file = profile.exists.as_deref().map(there);
            let by_absence = profile.missing.as_deref().map(|path| !there(path));
            let conditions = [by_property, by_file, by_absence];
            conditions.iter().any(Option::is_some)
                && conditions.iter().all(|condition| condition.unwrap_or(true))
        };
        let mut active: Vec<_> = pom.profiles.iter().filter(is_active).collect();
        if active.is_empty() {
            active = pom
                .profiles
                .iter()
                .filter(|profile| profile.is_default)
                .collect();
        }
        active.into_iter().map(|profile| &profile.section).collect()
    }

    /// What is managed, with what comes from imported POMs: the first to speak of an artefact wins.
    fn with_imports(
        &mut self,
        reader: &mut Reader<'_>,
        file: &Path,
        managed: Vec<Dependency>,
    ) -> HashMap<Key, Dependency> {
        let (imports, own): (Vec<_>, Vec<_>) = managed
            .into_iter()
            .partition(|dependency| dependency.scope == "import" && dependency.kind == "pom");
        let mut all = HashMap::new();
        for dependency in own {
            all.entry(key(&dependency)).or_insert(dependency);
        }
        for import in imports {
            let Dependency {
                group, artifact, ..
            } = &import;
            let version = self.repositories.version(group, artifact, &import.version);
            let version = version.unwrap_or_else(|| import.version.clone());
            let coordinates = Coordinates::new(group, artifact, &version);
            let Some(model) = self.artifact(reader, &coordinates) else {
                let message = format!(
                    "the imported {coordinates} is not in {}; run `mvn dependency:resolve` once, or set classPath",
                    self.repositories.names()
                );
                reader.missing(coordinates.to_string(), file, import.line, message);
                continue;
            };
            for (key, dependency) in &model.managed {
                all.entry(key.clone()).or_insert_with(|| dependency.clone());
            }
        }
        all
    }
}

/// Adds what a parent or an enclosing POM says; what is there already wins.
fn merge(into: &mut Section, from: &Section) {
    for (name, value) in &from.properties {
        let entry = into.properties.entry(name.clone());
        entry.or_insert_with(|| value.clone());
    }
    let own: HashSet<_> = into.dependencies.iter().map(key).collect();
    let more = from.dependencies.iter();
    let more = more.filter(|dependency| !own.contains(&key(dependency)));
    into.dependencies.extend(more.cloned());
    into.managed.extend(from.managed.iter().cloned());
    let (build, more) = (&mut into.build, &from.build);
    for (own, other) in [
        (&mut build.directory, &more.directory),
        (&mut build.sources, &more.sources),
        (&mut build.test_sources, &more.test_sources),
        (&mut build.output, &more.output),
        (&mut build.test_output, &more.test_output),
        (&mut build.release, &more.release),
        (&mut build.source_level, &more.source_level),
        (&mut build.test_release, &more.test_release),
        (&mut build.test_source_level, &more.test_source_level),
    ] {
        if own.is_none() {
            own.clone_from(other);
        }
    }
    for (own, other) in [
        (&mut build.added_sources, &more.added_sources),
        (&mut build.added_test_sources, &more.added_test_sources),
    ] {
        let new = other.iter().filter(|path| !own.contains(path));
        let new: Vec<_> = new.cloned().collect();
        own.extend(new);
    }
}

pub(in crate::discovery) fn key(dependency: &Dependency) -> Key {
    (
        dependency.group.clone(),
        dependency.artifact.clone(),
        match dependency.kind.as_str() {
            "" => "jar".to_owned(),
            kind => kind.to_owned(),
        },
        dependency.classifier.clone(),
    )
}

fn manage(dependency: &mut Dependency, managed: &HashMap<Key, Dependency>) {
    let Some(managed) = managed.get(&key(dependency)) else {
        return;
    };
    if dependency.version.is_empty() {
        dependency.version.clone_from(&managed.version);
    }
    if dependency.scope.is_empty() {
        dependency.scope.clone_from(&managed.scope);
    }
    if dependency.system_path.is_empty() {
        dependency.system_path.clone_from(&managed.system_path);
    }
    dependency.is_optional |= managed.is_optional;
    dependency
        .exclusions
        .extend(managed.exclusions.iter().cloned());
}

fn interpolated(dependency: &Dependency, text: &dyn Fn(&str) -> String) -> Dependency {
    Dependency {
        group: text(&dependency.group),
        artifact: text(&dependency.artifact),
        version: text(&dependency.version),
        classifier: text(&dependency.classifier),
        kind: text(&dependency.kind),
        scope: text(&dependency.scope),
        system_path: text(&dependency.system_path),
        ..dependency.clone()
    }
}

/// The build with Maven's defaults, all paths absolute.
fn complete(merged: &Section, text: &dyn Fn(&str) -> String, folder: &Path) -> Build {
    let build = &merged.build;
    let path = |given: Option<&String>, default: &str| {
        let path = given.map_or_else(|| default.to_owned(), |given| text(given));
        let path = named_path(folder, path);
        path.to_string_lossy().into_owned()
    };
    let directory = path(build.directory.as_ref(), "target");
    let paths = |given: &[String]| given.iter().map(|one| path(Some(one), "")).collect();
    let property = |name: &str| merged.properties.get(name).map(|value| text(value));
    let level = |given: Option<&String>| given.map(|given| text(given));
    Build {
        sources: Some(path(build.sources.as_ref(), "src/main/java")),
        test_sources: Some(path(build.test_sources.as_ref(), "src/test/java")),
        output: Some(path(build.output.as_ref(), &format!("{directory}/classes"))),
        test_output: Some(path(
            build.test_output.as_ref(),
            &format!("{directory}/test-classes"),
        )),
        directory: Some(directory),
        added_sources: paths(&build.added_sources),
        added_test_sources: paths(&build.added_test_sources),
        release: level(build.release.as_ref()).or_else(|| property("maven.compiler.release")),
        source_level: level(build.source_level.as_ref())
            .or_else(|| property("maven.compiler.source"))
            .or_else(|| property("maven.compiler.target")),
        test_release: level(build.test_release.as_ref())
            .or_else(|| property("maven.compiler.testRelease")),
        test_source_level: level(build.test_source_level.as_ref())
            .or_else(|| property("maven.compiler.testSource")),
    }
}

/// What `${…}` may name in a POM. The environment is no part of it: it is not that of the build.
struct Values<'a> {
    user: &'a BTreeMap<String, String>,
    properties: &'a BTreeMap<String, String>,
    coordinates: &'a Coordinates,
    parent: Option<&'a Parent>,
    folder: &'a Path,
    build: &'a Build,
    packaging: Option<&'a str>,
}

impl Values<'_> {
    fn get(&self, name: &str) -> Option<String> {
        if let Some(value) = self.user.get(name) {
            return Some(value.clone());
        }
        if let Some(value) =
            self.project(name.strip_prefix("project.").or(name.strip_prefix("pom.")))
        {
            return Some(value);
        }
        if let Some(value) = self.properties.get(name) {
            return Some(value.clone());
        }
        match name {
            "user.home" => std::env::home_dir().map(|home| home.to_string_lossy().into_owned()),
            "file.separator" => Some("/".to_owned()),
            // Long deprecated, and still written.
            "basedir" | "version" | "groupId" | "artifactId" => self.project(Some(name)),
            _ => None,
        }
    }

    fn project(&self, name: Option<&str>) -> Option<String> {
        let target = || {
            self.build
                .directory
                .clone()
                .unwrap_or_else(|| "target".to_owned())
        };
        match name? {
            "groupId" => Some(self.coordinates.group.clone()),
            "artifactId" => Some(self.coordinates.artifact.clone()),
            "version" => Some(self.coordinates.version.clone()),
            "packaging" => Some(self.packaging.unwrap_or("jar").to_owned()),
            "parent.groupId" => self.parent.map(|parent| parent.group.clone()),
            "parent.artifactId" => self.parent.map(|parent| parent.artifact.clone()),
            "parent.version" => self.parent.map(|parent| parent.version.clone()),
            "basedir" => Some(self.folder.to_string_lossy().into_owned()),
            "build.directory" => Some(target()),
            "build.outputDirectory" => {
                let given = self.build.output.clone();
                Some(given.unwrap_or_else(|| format!("{}/classes", target())))
            }
            "build.testOutputDirectory" => {
                let given = self.build.test_output.clone();
                Some(given.unwrap_or_else(|| format!("{}/test-classes", target())))
            }
            "build.sourceDirectory" => {
                let given = self.build.sources.clone();
                Some(given.unwrap_or_else(|| "src/main/java".to_owned()))
            }
            "build.testSourceDirectory" => {
                let given = self.build.test_sources.clone();
                Some(given.unwrap_or_else(|| "src/test/java".to_owned()))
            }
            _ => None,
        }
    }
}
