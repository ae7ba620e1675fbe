//! Reads the facts that the scripts of Gradle builds state. A script is a program, which is parsed and never run. Values that
//! it computes are reported as problems.

mod assignments;
mod build;
mod catalog;
mod configuration;
mod declarations;
mod dependency;
mod expressions;
mod interpreter;
mod loops;
mod parser;
mod project;
mod script;
mod statement;
mod tokens;
mod unread;
mod values;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::maven::{Dependency, Key, Poms, key};
use super::module::{Module, Output};
use super::reader::{Reader, is_output, named_path};
use super::repositories::{Coordinates, Repositories};
use super::resolve::{Conflicts, Request, RequestedDependency, resolve};
use build::{GradleBuild, SETTINGS, Script};
use configuration::Use;
use dependency::{Declared, DeclaredDependency, DependencyModule};
use interpreter::Interpreter;
use problems::Severity;
use project::GradleProject;

const REMEDY: &str = "build the project once with Gradle";

/// Reads and caches Gradle builds.
#[derive(Debug)]
pub(super) struct Gradle {
    poms: Poms,
    home: Option<PathBuf>,
    builds: HashMap<PathBuf, Rc<GradleBuild>>,
    scripts: BTreeMap<PathBuf, Option<Rc<Script>>>,
    projects: HashMap<PathBuf, Rc<GradleProject>>,
}

impl Gradle {
    /// A reader with the user's repositories and Gradle's home folder.
    pub(super) fn new(repositories: Repositories, home: Option<PathBuf>) -> Self {
        Self {
            poms: Poms::new(repositories),
            home,
            builds: HashMap::new(),
            scripts: BTreeMap::new(),
            projects: HashMap::new(),
        }
    }

    /// The build script of the project that contains a source root; the file need not exist. `around` has the folders around
    /// the root, the nearest first.
    pub(super) fn project_of(
        &mut self,
        reader: &mut Reader<'_>,
        root: &Path,
        around: &[PathBuf],
    ) -> Option<PathBuf> {
        let build = self.build_around(reader, around)?;
        let (_, folder) = build.project_around(root)?;
        Some(GradleBuild::script_of(folder).unwrap_or_else(|| folder.join("build.gradle")))
    }

    /// The build of the nearest folder with settings, or else of the nearest one with a script.
    fn build_around(
        &mut self,
        reader: &mut Reader<'_>,
        around: &[PathBuf],
    ) -> Option<Rc<GradleBuild>> {
        let has_settings = |folder: &&PathBuf| {
            // The plugins of a build are a separate build.
            SETTINGS.iter().any(|name| folder.join(name).is_file()) || folder.ends_with("buildSrc")
        };
        let folder = around.iter().find(has_settings).or_else(|| {
            around
                .iter()
                .find(|folder| GradleBuild::script_of(folder).is_some())
        })?;
        if let Some(known) = self.builds.get(folder) {
            return Some(Rc::clone(known));
        }
        let build = Rc::new(GradleBuild::read(reader, folder, self.home.as_deref()));
        self.builds.insert(folder.clone(), Rc::clone(&build));
        Some(build)
    }

    /// The module of a place returned by [`Self::project_of`].
    pub(super) fn module(
        &mut self,
        reader: &mut Reader<'_>,
        place: &Path,
        around: &[PathBuf],
    ) -> Option<Module> {
        let build = self.build_around(reader, around)?;
        let folder = place.parent()?;
        let (path, folder) = build.projects.iter().find(|(_, known)| *known == folder)?;
        let project = self.project(reader, &build, path, folder);
        let mut module = Module {
            folder: folder.clone(),
            build_file: place.to_path_buf(),
            outputs: outputs(&project),
            release: project.release(),
            ..Module::default()
        };
        for unread in &project.unread {
            module.missing += 1;
            module.is_partial = true;
            let line = Some(unread.line);
            reader.problem(Severity::Warning, &unread.file, line, &*unread.message);
        }
        let mut asked = Asked::default();
        self.collect(reader, &build, &project, &mut asked, &mut module);
        let managed = self.managed(reader, &asked, &mut module);
        let request = Request {
            wanted: asked.wanted,
            managed: &managed,
            conflicts: Conflicts::Newest,
            remedy: REMEDY,
        };
        let resolved = resolve(&request, &mut self.poms, reader);
        module.jars.extend(resolved.jars);
        module.missing += resolved.missing;
        module.is_partial |= resolved.is_cut;
        Some(module)
    }

    fn project(
        &mut self,
        reader: &mut Reader<'_>,
        build: &GradleBuild,
        path: &str,
        folder: &Path,
    ) -> Rc<GradleProject> {
        if let Some(known) = self.projects.get(folder) {
            return Rc::clone(known);
        }
        let mut interpreter = Interpreter {
            build,
            reader,
            scripts: &mut self.scripts,
        };
        let project = Rc::new(interpreter.project(path, folder));
        self.projects
            .insert(folder.to_path_buf(), Rc::clone(&project));
        project
    }

    /// The dependencies of a project, with those that the used projects export.
    fn collect(
        &mut self,
        reader: &mut Reader<'_>,
        build: &GradleBuild,
        project: &Rc<GradleProject>,
        asked: &mut Asked,
        module: &mut Module,
    ) {
        let mut open = VecDeque::from([(Rc::clone(project), true)]);
        let mut met = BTreeSet::from([project.path.clone()]);
        while let Some((project, is_own)) = open.pop_front() {
            asked.boms.extend(project.boms.iter().cloned());
            for wish in &project.wishes {
                let Some(use_of) = Use::of(&wish.configuration) else {
                    continue;
                };
                if !is_own && !use_of.is_handed_on {
                    continue;
                }
                if let Declared::Project { path, set } = &wish.declared {
                    let Some(folder) = build.projects.get(path) else {
                        module.is_partial = true;
                        if is_own && use_of.is_required {
                            module.missing += 1;
                            let message = format!(
                                "there is no project {path} in the settings of the build; add its classes to classPath"
                            );
                            reader.problem(Severity::Warning, &wish.file, Some(wish.line), message);
                        }
                        continue;
                    };
                    let other = self.project(reader, build, path, folder);
                    module.siblings.extend(seen_outputs(&other, set.as_deref()));
                    if met.insert(path.clone()) {
                        open.push_back((other, false));
                    }
                } else if let Declared::OwnSet(set) = &wish.declared {
                    if is_own {
                        module.is_mutual |= is_before(&wish.configuration, set);
                    } else {
                        module.siblings.extend(seen_outputs(&project, Some(set)));
                    }
                } else {
                    if let Declared::Module(wished) = &wish.declared {
                        module.is_partial |= build.included.contains(&wished.artifact);
                    }
                    asked.add(wish, use_of, &project, module, reader);
                }
            }
        }
    }

    /// The versions set by platforms and constraints.
    fn managed(
        &mut self,
        reader: &mut Reader<'_>,
        asked: &Asked,
        module: &mut Module,
    ) -> HashMap<Key, Dependency> {
        let mut managed = HashMap::new();
        for dependency in &asked.constraints {
            managed
                .entry(key(dependency))
                .or_insert_with(|| dependency.clone());
        }
        for bom in &asked.boms {
            let platform = match &bom.declared {
                Declared::Platform(inner) => inner,
                other => other,
            };
            let Declared::Module(platform) = platform else {
                continue;
            };
            let repositories = &self.poms.repositories;
            let version =
                repositories.version(&platform.group, &platform.artifact, &platform.version);
            let version = version.unwrap_or_else(|| platform.version.clone());
            let coordinates = Coordinates::new(&platform.group, &platform.artifact, &version);
            let Some(model) = self.poms.artifact(reader, &coordinates) else {
                module.missing += 1;
                let message = format!(
                    "the platform {coordinates} is not in {}; {REMEDY}, or set classPath",
                    self.poms.repositories.names()
                );
                reader.missing(coordinates.to_string(), &bom.file, bom.line, message);
                continue;
            };
            for (key, dependency) in &model.managed {
                managed
                    .entry(key.clone())
                    .or_insert_with(|| dependency.clone());
            }
        }
        managed
    }
}

/// The dependencies of a module, before they become jars.
#[derive(Debug, Default)]
struct Asked {
    wanted: Vec<RequestedDependency>,
    constraints: Vec<Dependency>,
    boms: Vec<DeclaredDependency>,
}

impl Asked {
    fn add(
        &mut self,
        wish: &DeclaredDependency,
        use_of: Use,
        project: &GradleProject,
        module: &mut Module,
        reader: &mut Reader<'_>,
    ) {
        let mut unreadable = |what: &str| {
            if use_of.is_required {
                module.is_partial = true;
                module.missing += 1;
                let message = format!(
                    "the script computes what {what:?} stands for, and jouled does not run the script; add it to classPath"
                );
                reader.problem(Severity::Warning, &wish.file, Some(wish.line), message);
            }
        };
        match &wish.declared {
            Declared::Module(wished) => {
                let dependency = dependency(wished, wish, use_of);
                if use_of.is_constraint {
                    self.constraints.push(dependency);
                } else {
                    let file = Rc::from(wish.file.as_path());
                    self.wanted.push(RequestedDependency { dependency, file });
                }
            }
            Declared::Platform(inner) => match &**inner {
                Declared::Module(_) => self.boms.push(wish.clone()),
                // Constraints of a platform that is a project of the build are not followed.
                Declared::Project { .. } | Declared::Nothing => {}
                _ => unreadable("platform"),
            },
            Declared::Files(paths) => {
                for path in paths {
                    let file = named_path(&project.folder, path);
                    module.is_partial |= !file.exists() || is_output(&file);
                    if file.exists() {
                        module.jars.push(file);
                    } else {
                        module.missing += 1;
                        let message = format!("{path:?} does not exist; add it to classPath");
                        reader.problem(Severity::Warning, &wish.file, Some(wish.line), message);
                    }
                }
            }
            Declared::Folder(path) => {
                let folder = named_path(&project.folder, path);
                module.is_partial |= is_output(&folder);
                let entries = std::fs::read_dir(&folder);
                let entries = entries
                    .into_iter()
                    .flatten()
                    .flatten()
                    .map(|entry| entry.path());
                let is_jar =
                    |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jar");
                let mut jars: Vec<_> = entries.filter(is_jar).collect();
                jars.sort();
                jars.truncate(reader.limits.max_jars);
                module.jars.extend(jars);
            }
            Declared::Unreadable(what) => unreadable(what),
            Declared::Project { .. } | Declared::OwnSet(_) | Declared::Nothing => {}
        }
    }
}

/// Whether a configuration belongs to a source set that comes before another one, or that does not see it.
fn is_before(configuration: &str, other: &str) -> bool {
    let place = |set: &str| match set {
        "main" => 0,
        "testFixtures" => 1,
        "test" => 2,
        _ => 3,
    };
    let name = configuration.to_ascii_lowercase();
    let own = match name.as_str() {
        "implementation" | "api" | "compileonly" | "compileonlyapi" | "compile" | "provided" => 0,
        name if name.starts_with("testfixtures") => 1,
        name if name.starts_with("test") => 2,
        _ => 3,
    };
    other != "main" && own <= place(other)
}

fn dependency(wished: &DependencyModule, wish: &DeclaredDependency, use_of: Use) -> Dependency {
    Dependency {
        group: wished.group.clone(),
        artifact: wished.artifact.clone(),
        version: wished.version.clone(),
        classifier: wished.classifier.clone(),
        kind: match wished.extension.as_str() {
            "" => "jar".to_owned(),
            extension => extension.to_owned(),
        },
        scope: if use_of.is_required {
            "compile"
        } else {
            "runtime"
        }
        .to_owned(),
        exclusions: wished.exclusions.clone(),
        file: Some(Rc::from(wish.file.as_path())),
        line: wish.line,
        ..Dependency::default()
    }
}

/// The outputs of a project that a dependent uses: those of its main source set, and of another one if requested.
fn seen_outputs(project: &GradleProject, set: Option<&str>) -> Vec<Output> {
    let is_seen = |output: &Output| {
        output.folder.ends_with("main") || set.is_some_and(|set| output.folder.ends_with(set))
    };
    outputs(project).into_iter().filter(is_seen).collect()
}

/// The source sets of a project, each after those that it uses.
fn outputs(project: &GradleProject) -> Vec<Output> {
    let mut names = ["main", "testFixtures", "test"].map(str::to_owned).to_vec();
    let on_disk = std::fs::read_dir(project.folder.join("src"));
    let on_disk = on_disk.into_iter().flatten().flatten();
    let mut others: BTreeSet<String> = on_disk
        .filter(|entry| entry.path().join("java").is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    others.extend(project.folders.keys().cloned());
    others.retain(|name| !names.contains(name));
    names.extend(others);
    let build = project.folder.join("build");
    let output = |name: &String| {
        let mut roots = vec![named_path(&project.folder.join("src"), name).join("java")];
        roots.extend(project.folders.get(name).into_iter().flatten().cloned());
        let generators = [
            "generated/sources/annotationProcessor/java",
            "generated/source/proto",
            "generated/source",
            "generated/sources",
            "generated-src",
        ];
        Output {
            folder: named_path(&build.join("classes/java"), name),
            roots,
            generated: generators
                .map(|folder| build.join(folder).join(name))
                .to_vec(),
            level: project.test_level.filter(|_| name != "main"),
        }
    };
    names.iter().map(output).collect()
}
