//! Reads the scripts of a project, one after the other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::super::reader::{Reader, named_path};
use super::assignments::{level, sets, values};
use super::build::{Build, Script, folder_of, properties};
use super::dependency::{Declared, DeclaredDependency, declared};
use super::project::Project;
use super::statement::{Expression, Statement};

/// The maximum nesting of applied scripts.
const MAX_APPLIED: usize = 64;

/// The part of a script that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All of a project's own script.
    Own,
    /// What the script of a project above says about its subprojects.
    Above,
}

/// Reads the scripts of projects.
pub(super) struct Interpreter<'a, 'r, 'l> {
    pub(super) build: &'a Build,
    pub(super) reader: &'r mut Reader<'l>,
    pub(super) scripts: &'a mut BTreeMap<PathBuf, Option<Rc<Script>>>,
}

impl Interpreter<'_, '_, '_> {
    pub(super) fn project(&mut self, path: &str, folder: &Path) -> Project {
        let mut values = self.build.properties.clone();
        if *folder != self.build.folder {
            values = properties(self.reader, folder, values);
        }
        let mut project = Project {
            path: path.to_owned(),
            folder: folder.to_path_buf(),
            values,
            ..Project::default()
        };
        // Projects above come first, starting with the root.
        let mut above = vec![":".to_owned()];
        let mut at = String::new();
        for name in path.split(':').filter(|name| !name.is_empty()) {
            at = format!("{at}:{name}");
            above.push(at.clone());
        }
        for above in &above {
            let Some(file) = self
                .build
                .projects
                .get(above)
                .and_then(|folder| Build::script_of(folder))
            else {
                continue;
            };
            let part = if above == path {
                Part::Own
            } else {
                Part::Above
            };
            self.run_file(&file, part, &mut project);
        }
        project
    }

    fn run_file(&mut self, file: &Path, part: Part, project: &mut Project) {
        if project.applied.len() >= MAX_APPLIED {
            return;
        }
        let known = self.scripts.get(file).cloned();
        let script = known.unwrap_or_else(|| {
            let read = Script::read(self.reader, file);
            self.scripts.insert(file.to_path_buf(), read.clone());
            read
        });
        if let Some(script) = script {
            let was_kotlin = std::mem::replace(&mut project.values.is_kotlin, script.is_kotlin);
            self.run(&script.statements, part, &script, project);
            project.values.is_kotlin = was_kotlin;
        }
    }

    fn run(
        &mut self,
        statements: &[Statement],
        part: Part,
        script: &Script,
        project: &mut Project,
    ) {
        for statement in statements {
            self.statement(statement, part, script, project);
        }
    }

    fn statement(
        &mut self,
        statement: &Statement,
        part: Part,
        script: &Script,
        project: &mut Project,
    ) {
        let first = statement.chain.first().map_or("", |first| &first.name);
        let is_root = project.path == ":";
        match first {
            "allprojects" => return self.run(statement.body(), Part::Own, script, project),
            "subprojects" if !is_root && part == Part::Above => {
                return self.run(statement.body(), Part::Own, script, project);
            }
            "subprojects" => return,
            "configure" => {
                if part == Part::Above && !is_root {
                    self.run(statement.body(), Part::Own, script, project);
                }
                return;
            }
            "project" if statement.chain.len() == 1 && !statement.body().is_empty() => {
                let path = statement.arguments().first();
                let path = path.and_then(|path| project.values.text(&path.value));
                if path.is_some_and(|path| path == project.path) {
                    self.run(statement.body(), Part::Own, script, project);
                }
                return;
            }
            "buildscript" | "pluginManagement" | "publishing" | "signing" => {
                // Values are often set there.
                for inner in statement.body() {
                    values(inner, project);
                }
                return;
            }
            _ => {}
        }
        values(statement, project);
        if part == Part::Above {
            // `if (…) { subprojects { … } }`
            if matches!(first, "if" | "else" | "afterEvaluate") {
                self.run(statement.body(), part, script, project);
            }
            return;
        }
        match first {
            "dependencies" => self.dependencies(statement.body(), script, project),
            "dependencyManagement" => self.managed(statement.body(), script, project),
            "plugins" => {
                for plugin in statement.body() {
                    self.plugin(plugin, script, project);
                }
            }
            "apply" => self.apply(statement, script, project),
            "sourceSets" => sets(statement, project),
            _ => {
                level(statement, false, project);
                let is_block = matches!(
                    first,
                    "if" | "else"
                        | "try"
                        | "afterEvaluate"
                        | "beforeEvaluate"
                        | "with"
                        | "pluginManager"
                        | "plugins"
                        | "testing"
                        | "suites"
                        | "java"
                        | "the"
                        | "extensions"
                );
                if is_block {
                    for segment in &statement.chain {
                        self.run(&segment.body, part, script, project);
                    }
                }
            }
        }
    }

    /// A plugin that is a script of the build, or Spring's, which adds a platform.
    fn plugin(&mut self, plugin: &Statement, script: &Script, project: &mut Project) {
        let argument = plugin
            .chain
            .iter()
            .flat_map(|segment| &segment.arguments)
            .next();
        let id = match (
            plugin.chain.first().map(|first| first.name.as_str()),
            argument,
        ) {
            (Some("id"), Some(id)) => project.values.text(&id.value),
            (Some("alias"), Some(alias)) => match &alias.value {
                Expression::Chain(chain) => {
                    let names: Vec<_> = chain.iter().map(|part| part.name.as_str()).collect();
                    let name = names.join(".");
                    self.build.catalogs.iter().find_map(|(catalog, known)| {
                        let name = name.strip_prefix(catalog)?.strip_prefix(".plugins.")?;
                        known.plugins.get(name).cloned()
                    })
                }
                _ => None,
            },
            // A name with or without quotes: `` `java-library` ``.
            (Some(name), None) => Some(name.to_owned()),
            _ => None,
        };
        let Some(id) = id else {
            return;
        };
        if id == "org.springframework.boot" {
            let version = plugin.chain.iter().flat_map(|segment| &segment.arguments);
            let version = version
                .filter(|argument| argument.name.as_deref() == Some("version"))
                .find_map(|version| project.values.text(&version.value));
            let name = match version {
                Some(version) => {
                    format!("org.springframework.boot:spring-boot-dependencies:{version}")
                }
                None => return,
            };
            let bom = Declared::module(&name);
            project.boms.extend(bom.map(|declared| DeclaredDependency {
                configuration: "platform".to_owned(),
                declared,
                file: script.file.clone(),
                line: plugin.line,
            }));
        }
        self.apply_plugin(&id, project);
    }

    fn apply_plugin(&mut self, id: &str, project: &mut Project) {
        if let Some(file) = self.build.plugins.get(id)
            && !project.applied.contains(file)
        {
            project.applied.push(file.clone());
            self.run_file(file, Part::Own, project);
        }
    }

    /// `apply plugin: 'x'`, `apply from: 'x.gradle'`
    fn apply(&mut self, statement: &Statement, script: &Script, project: &mut Project) {
        let inner = statement.body().iter().filter_map(|inner| {
            let name = inner.name().to_owned();
            inner
                .arguments()
                .first()
                .map(move |argument| (name, &argument.value))
        });
        let named = statement.arguments().iter();
        let named = named.filter_map(|argument| Some((argument.name.clone()?, &argument.value)));
        for (name, value) in named.chain(inner).collect::<Vec<_>>() {
            match name.as_str() {
                "plugin" => {
                    if let Some(id) = project.values.text(value) {
                        self.apply_plugin(&id, project);
                    }
                }
                "from" => {
                    let Some(path) = self.script_path(value, project) else {
                        continue;
                    };
                    // Relative to the project, or to the applying script.
                    let bases = [Some(project.folder.as_path()), script.file.parent()];
                    let files = bases
                        .into_iter()
                        .flatten()
                        .map(|base| named_path(base, &path));
                    let file = files
                        .chain([named_path(&self.build.folder, &path)])
                        .find(|file| file.is_file());
                    if let Some(file) = file.filter(|file| !project.applied.contains(file)) {
                        project.applied.push(file.clone());
                        self.run_file(&file, Part::Own, project);
                    }
                }
                _ => {}
            }
        }
    }

    fn script_path(&self, value: &Expression, project: &Project) -> Option<String> {
        let mut values = project.values.clone();
        let root = self.build.folder.to_string_lossy().into_owned();
        for name in [
            "rootDir",
            "rootProject.projectDir",
            "rootProject.rootDir",
            "projectDir",
        ] {
            let folder = if name == "projectDir" {
                project.folder.to_string_lossy().into_owned()
            } else {
                root.clone()
            };
            values.set(name, folder);
        }
        folder_of(value, &values)
    }

    fn dependencies(&mut self, statements: &[Statement], script: &Script, project: &mut Project) {
        for statement in statements {
            let name = statement.name();
            match name {
                "constraints" => {
                    let before = project.wishes.len();
                    self.dependencies(statement.body(), script, project);
                    for wish in project.wishes.iter_mut().skip(before) {
                        "constraint".clone_into(&mut wish.configuration);
                    }
                }
                "if" | "else" | "with" => self.dependencies(statement.body(), script, project),
                "components" | "modules" | "attributesSchema" | "artifactTypes"
                | "registerTransform" => {}
                // `add("implementation", …)`
                "add" => {
                    if let [configuration, wanted] = statement.arguments()
                        && let Some(configuration) = project.values.text(&configuration.value)
                    {
                        let argument = std::slice::from_ref(wanted);
                        self.wish(&configuration, argument, statement, script, project);
                    }
                }
                _ if statement.chain.len() == 1 && statement.assigned.is_none() => {
                    self.wish(name, statement.arguments(), statement, script, project);
                }
                _ => {}
            }
        }
    }

    fn wish(
        &mut self,
        configuration: &str,
        arguments: &[super::statement::Argument],
        statement: &Statement,
        script: &Script,
        project: &mut Project,
    ) {
        for declared in declared(arguments, statement.body(), &project.values, self.build) {
            project.wishes.push(DeclaredDependency {
                configuration: configuration.to_owned(),
                declared,
                file: script.file.clone(),
                line: statement.line,
            });
        }
    }

    /// The block of Spring's `io.spring.dependency-management`.
    fn managed(&mut self, statements: &[Statement], script: &Script, project: &mut Project) {
        for statement in statements {
            match statement.name() {
                "imports" | "dependencies" | "dependency" if statement.arguments().is_empty() => {
                    self.managed(statement.body(), script, project);
                }
                "mavenBom" | "dependency" => {
                    let is_bom = statement.name() == "mavenBom";
                    for declared in
                        declared(statement.arguments(), &[], &project.values, self.build)
                    {
                        let wish = DeclaredDependency {
                            configuration: "constraint".to_owned(),
                            declared,
                            file: script.file.clone(),
                            line: statement.line,
                        };
                        if is_bom {
                            project.boms.push(wish);
                        } else {
                            project.wishes.push(wish);
                        }
                    }
                }
                "dependencySet" => {
                    let named = |name: &str| {
                        let argument = statement.arguments().iter();
                        let mut argument = argument.filter(|one| one.name.as_deref() == Some(name));
                        project.values.text(&argument.next()?.value)
                    };
                    let (Some(group), Some(version)) = (named("group"), named("version")) else {
                        continue;
                    };
                    let entries = statement
                        .body()
                        .iter()
                        .filter(|inner| inner.name() == "entry");
                    let names = entries
                        .filter_map(|entry| project.values.text(&entry.arguments().first()?.value));
                    let wishes = names.filter_map(|name| {
                        Some(DeclaredDependency {
                            configuration: "constraint".to_owned(),
                            declared: Declared::module(&format!("{group}:{name}:{version}"))?,
                            file: script.file.clone(),
                            line: statement.line,
                        })
                    });
                    let wishes: Vec<_> = wishes.collect();
                    project.wishes.extend(wishes);
                }
                _ => {}
            }
        }
    }
}
