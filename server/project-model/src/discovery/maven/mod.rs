//! Reads Maven projects from their POMs.

mod merge;
mod model;
mod pom;
mod poms;
mod properties;
mod settings;
mod values;

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub(super) use model::{Key, Model, key};
pub(super) use pom::Dependency;
pub(super) use poms::Poms;
pub(super) use settings::local_repository;

use super::module::{Module, Output, java_release};
use super::reader::{Reader, named_path};
use problems::Severity;

use super::resolve::{Conflicts, Request, RequestedDependency, resolve};

const REMEDY: &str = "run `mvn dependency:resolve` once";

impl Poms {
    /// The module of a POM. [`Self::read_reactor`] must have found the projects that are built together with it.
    pub(super) fn module(&mut self, reader: &mut Reader<'_>, pom: &Path) -> Option<Module> {
        let model = self.model(reader, pom)?;
        let file: Rc<Path> = Rc::from(pom);
        let wanted = model
            .dependencies
            .iter()
            .map(|dependency| RequestedDependency {
                dependency: dependency.clone(),
                file: dependency.file.clone().unwrap_or_else(|| Rc::clone(&file)),
            });
        let request = Request {
            wanted: wanted.collect(),
            managed: &model.managed,
            conflicts: Conflicts::Nearest,
            remedy: REMEDY,
        };
        let resolved = resolve(&request, self, reader);
        let mut module = model.as_module();
        module.is_partial |= resolved.is_cut || self.has_unknown_modules;
        module.jars = resolved.jars;
        module.missing = resolved.missing;
        for (sibling, with_tests) in resolved.siblings {
            if let Some(sibling) = self.model(reader, &sibling) {
                module.siblings.extend(sibling.outputs(with_tests));
            }
        }
        Some(module)
    }

    /// Reads all POMs of the same build: those that the topmost POM reaches through modules, if this one is among them.
    pub(super) fn read_reactor(&mut self, reader: &mut Reader<'_>, pom: &Path, around: &[PathBuf]) {
        if self.reactor.values().any(|known| known == pom) {
            return;
        }
        let folders = around.iter().rev();
        let tops = folders
            .map(|folder| folder.join("pom.xml"))
            .filter(|top| top.is_file());
        for top in tops.collect::<Vec<_>>() {
            if let Some(folder) = top.parent() {
                self.user.extend(settings::given_properties(reader, folder));
            }
            let modules = self.modules_of(reader, &top);
            if modules.contains(pom) {
                for file in modules {
                    self.add_to_reactor(reader, file);
                }
                return;
            }
        }
        self.add_to_reactor(reader, pom.to_path_buf());
    }

    fn add_to_reactor(&mut self, reader: &mut Reader<'_>, file: PathBuf) {
        let Some(pom) = self.pom(reader, &file) else {
            return;
        };
        let parent = pom.parent.as_ref().map(|parent| &parent.group);
        if let (Some(group), Some(artifact)) = (pom.group.as_ref().or(parent), &pom.artifact) {
            let id = (group.clone(), artifact.clone());
            self.reactor.entry(id).or_insert(file);
        }
    }

    /// A POM with its modules, their modules, and so on, each once. All profiles count, because a module of one profile is
    /// sometimes built together with the others.
    fn modules_of(&mut self, reader: &mut Reader<'_>, top: &Path) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::from([top.to_path_buf()]);
        let mut open = VecDeque::from([top.to_path_buf()]);
        while let Some(file) = open.pop_front() {
            let Some(pom) = self.pom(reader, &file) else {
                continue;
            };
            let folder = file.parent().unwrap_or(&file);
            let profiles = pom.profiles.iter().map(|profile| &profile.section);
            let sections = [&pom.section].into_iter().chain(profiles);
            for name in sections.flat_map(|section| &section.modules) {
                let mut module = named_path(folder, name);
                if module.is_dir() {
                    module.push("pom.xml");
                }
                if !module.is_file() {
                    self.has_unknown_modules = true;
                    let message = format!("the module {name:?} has no POM here; set classPath");
                    reader.problem(Severity::Warning, &file, None, message);
                } else if found.insert(module.clone()) {
                    open.push_back(module);
                }
            }
        }
        found
    }

    pub(super) fn is_sibling(&self, id: &(String, String)) -> bool {
        self.reactor.contains_key(id)
    }

    /// Whether a project of this group is built.
    pub(super) fn builds_group(&self, group: &str) -> bool {
        self.reactor.keys().any(|(known, _)| known == group)
    }

    /// The POM of a project that is built together with this one, unless another version of it is requested.
    pub(super) fn sibling(&mut self, id: &(String, String), version: &str) -> Option<PathBuf> {
        let file = self.reactor.get(id)?;
        let model = self.known_model(file)?;
        let own = &model.coordinates.version;
        (own == version || matches!(version, "" | "+") || own.contains("${")).then(|| file.clone())
    }
}

impl Model {
    /// Whether only a POM belongs to it.
    pub(super) fn is_pom(&self) -> bool {
        self.packaging == "pom"
    }

    fn outputs(&self, with_tests: bool) -> Vec<Output> {
        let build = &self.build;
        let directory = build.directory.clone().unwrap_or_default();
        let path = |path: &Option<String>| PathBuf::from(path.clone().unwrap_or_default());
        let roots = |first, added: &[String]| {
            let mut roots = vec![path(first)];
            roots.extend(added.iter().map(PathBuf::from));
            roots
        };
        let generated = |name| vec![Path::new(&directory).join(name)];
        let main = Output {
            folder: path(&build.output),
            roots: roots(&build.sources, &build.added_sources),
            generated: generated("generated-sources"),
            level: None,
        };
        let tests = Output {
            folder: path(&build.test_output),
            roots: roots(&build.test_sources, &build.added_test_sources),
            generated: generated("generated-test-sources"),
            level: level_of(
                build.test_release.as_ref(),
                build.test_source_level.as_ref(),
            ),
        };
        let tests = with_tests.then_some(tests);
        [main].into_iter().chain(tests).collect()
    }

    fn as_module(&self) -> Module {
        let build = &self.build;
        Module {
            folder: self.file.parent().unwrap_or(&self.file).to_path_buf(),
            build_file: self.file.clone(),
            outputs: self.outputs(true),
            is_partial: self.is_partial,
            release: level_of(build.release.as_ref(), build.source_level.as_ref()),
            ..Module::default()
        }
    }
}

fn level_of(release: Option<&String>, source_level: Option<&String>) -> Option<u16> {
    let level = release.or(source_level)?;
    java_release(level)
}
