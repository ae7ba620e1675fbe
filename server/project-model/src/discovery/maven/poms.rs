//! Reads `pom.xml` files with their parents, properties and imports.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::merge::{complete, interpolated, manage, merge};
use super::model::{Key, Model, key};
use super::pom::{Dependency, Parent, Pom, Section};
use super::properties::interpolate;
use super::values::PomValues;
use crate::discovery::reader::{Reader, is_output, named_path};
use crate::discovery::repositories::{Coordinates, Repositories};
use problems::Severity;

/// The maximum nesting of parents and imports.
const MAX_NESTING: usize = 32;

/// Reads and caches POMs.
#[derive(Debug, Default)]
pub(in crate::discovery) struct Poms {
    pub(in crate::discovery) repositories: Repositories,
    /// Properties from the command line, as in `.mvn/maven.config`.
    pub(super) user: BTreeMap<String, String>,
    parsed: HashMap<PathBuf, Option<Rc<Pom>>>,
    models: HashMap<PathBuf, Option<Rc<Model>>>,
    /// Whether a POM names a module that is not there, such as one whose name is a property.
    pub(super) has_unknown_modules: bool,
    /// The POMs whose models are being computed.
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

    /// The effective POM of an artefact, from the projects that are built together or from a repository.
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
            let message = "this POM imports itself, or too many others in a row; its managed dependencies are left out";
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
        let (lineage, is_whole) = self.lineage(reader, file)?;
        let own = Rc::clone(lineage.first()?);
        let folder = file.parent().unwrap_or(file).to_path_buf();
        let mut merged = Section::default();
        for pom in &lineage {
            // Profiles come before the POM that contains them.
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
        let values = PomValues {
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
        // What applies only with an option or on another machine.
        let inactive = lineage.iter().flat_map(|pom| {
            let active = self.active(pom, &folder);
            let profiles = pom.profiles.iter().map(|profile| &profile.section);
            profiles.filter(move |section| !active.iter().any(|one| std::ptr::eq(*one, *section)))
        });
        let may_be_more = inactive
            .flat_map(|section| &section.dependencies)
            .any(|dependency| {
                let dependency = interpolated(dependency, &text);
                self.is_sibling(&(dependency.group.clone(), dependency.artifact.clone()))
                    || self.may_be_sibling(&dependency)
            });
        let mut known = dependencies.iter();
        let is_partial =
            !is_whole || may_be_more || known.any(|dependency| self.may_be_sibling(dependency));
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
            is_partial,
            relocation,
            build,
        })
    }

    /// A POM with its parent, its parent's parent, and so on, and whether all of them are there.
    fn lineage(&mut self, reader: &mut Reader<'_>, file: &Path) -> Option<(Vec<Rc<Pom>>, bool)> {
        let mut is_whole = true;
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
                // The parent of another group does not know the modules of this build.
                is_whole = !self.builds_group(&parent.group);
                break;
            };
            if lineage.len() >= MAX_NESTING || lineage.iter().any(|pom| pom.file == found.file) {
                let message =
                    "its parents form a cycle, or there are too many; the rest is left out";
                reader.problem(Severity::Warning, &last.file, Some(parent.line), message);
                is_whole = false;
                break;
            }
            lineage.push(found);
        }
        Some((lineage, is_whole))
    }

    fn parent(&mut self, reader: &mut Reader<'_>, of: &Pom, parent: &Parent) -> Option<Rc<Pom>> {
        // For a POM in a repository, only the repository counts.
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

    /// The profiles that are active by default.
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

    /// The managed dependencies, with those of imported POMs. The first one for an artefact wins.
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

    /// Whether a dependency may be a module of the build, although its name, version or file does not say so.
    fn may_be_sibling(&self, dependency: &Dependency) -> bool {
        let is_open = |part: &str| part.contains("${");
        let id = (dependency.group.clone(), dependency.artifact.clone());
        let file = Path::new(&dependency.system_path);
        is_open(&id.0)
            || is_open(&id.1)
            || is_open(&dependency.version) && self.is_sibling(&id)
            || dependency.scope == "system" && (!file.is_file() || is_output(file))
    }
}
