//! Reads the scripts of a project, one after the other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::super::reader::{Reader, named_path};
use super::assignments::{level, sets, values};
use super::build::{GradleBuild, Script, folder_of, properties};
use super::declarations::{dependencies, managed, wish};
use super::dependency::{Declared, DeclaredDependency};
use super::loops::repeat;
use super::project::GradleProject;
use super::statement::{Argument, Expression, Statement};
use super::unread::{may_declare, names_projects};

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
    pub(super) build: &'a GradleBuild,
    pub(super) reader: &'r mut Reader<'l>,
    pub(super) scripts: &'a mut BTreeMap<PathBuf, Option<Rc<Script>>>,
}

impl Interpreter<'_, '_, '_> {
    pub(super) fn project(&mut self, path: &str, folder: &Path) -> GradleProject {
        let mut values = self.build.properties.clone();
        if *folder != self.build.folder {
            values = properties(self.reader, folder, values);
        }
        for (name, value) in [
            ("rootDir", &self.build.folder),
            ("rootProject.projectDir", &self.build.folder),
            ("rootProject.rootDir", &self.build.folder),
            ("projectDir", &folder.to_path_buf()),
            ("buildDir", &folder.join("build")),
        ] {
            values.set(name, value.to_string_lossy().into_owned());
        }
        let mut project = GradleProject {
            path: path.to_owned(),
            folder: folder.to_path_buf(),
            values,
            ..GradleProject::default()
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
                .and_then(|folder| GradleBuild::script_of(folder))
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

    fn run_file(&mut self, file: &Path, part: Part, project: &mut GradleProject) {
        if project.applied.len() >= MAX_APPLIED {
            project.add_unread_because(
                file,
                1,
                format!("over {MAX_APPLIED} applied scripts: this one is not read; set classPath"),
            );
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
        } else {
            project.add_unread_because(file, 1, "what this script adds is unknown".to_owned());
        }
    }

    fn run(
        &mut self,
        statements: &[Statement],
        part: Part,
        script: &Script,
        project: &mut GradleProject,
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
        project: &mut GradleProject,
    ) {
        let mut run = |project: &mut GradleProject, body: &[Statement]| {
            self.run(body, part, script, project);
        };
        if repeat(statement, project, |project| &mut project.values, &mut run) {
            return;
        }
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
            "project" if !statement.chain[0].arguments.is_empty() => {
                let path = statement.chain[0].arguments.first();
                let path = path.and_then(|path| project.values.text(&path.value));
                match path {
                    Some(path)
                        if path.trim_start_matches(':') != project.path.trim_start_matches(':') => {
                    }
                    Some(_) => {
                        self.run(&statement.chain[0].body, Part::Own, script, project);
                        if let Some(rest) = statement.rest() {
                            self.statement(&rest, Part::Own, script, project);
                        }
                    }
                    None if may_declare(statement) => {
                        project.add_unread(&script.file, statement.line);
                    }
                    None => {}
                }
                return;
            }
            "project" | "this" if part == Part::Own && statement.chain.len() > 1 => {
                values(statement, project);
                if let Some(rest) = statement.rest() {
                    self.statement(&rest, part, script, project);
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
            } else if names_projects(statement) && may_declare(statement) {
                project.add_unread(&script.file, statement.line);
            }
            return;
        }
        match first {
            "dependencies" => {
                for segment in &statement.chain {
                    dependencies(self.build, &segment.body, script, project);
                }
                match statement.rest() {
                    // `dependencies.implementation …`
                    Some(rest) => dependencies(self.build, &[rest], script, project),
                    None if statement.arguments().is_empty() => {}
                    None => project.add_unread(&script.file, statement.line),
                }
            }
            "dependencyManagement" => managed(self.build, statement.body(), script, project),
            "plugins" if statement.chain.len() == 1 => {
                for plugin in statement.body() {
                    self.plugin(plugin, script, project);
                }
            }
            "apply" => self.apply(statement, script, project),
            "sourceSets" => self.sets(statement, script, project),
            // Each suite has a block of its own.
            "testing" | "suites" => {
                for segment in &statement.chain {
                    for suite in &segment.body {
                        self.suite(suite, script, project);
                    }
                }
            }
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
                        | "java"
                        | "the"
                        | "extensions"
                );
                if is_block {
                    for segment in &statement.chain {
                        self.run(&segment.body, part, script, project);
                    }
                } else if may_declare(statement) {
                    project.add_unread(&script.file, statement.line);
                }
            }
        }
    }

    /// A block in `testing { suites { … } }`.
    fn suite(&mut self, statement: &Statement, script: &Script, project: &mut GradleProject) {
        if statement.name() == "dependencies" {
            return dependencies(self.build, statement.body(), script, project);
        }
        if !statement.skipped.is_empty() && may_declare(statement) {
            project.add_unread(&script.file, statement.line);
        }
        let assigned = match &statement.assigned {
            Some(Expression::Chain(chain)) => chain.as_slice(),
            _ => &[],
        };
        for inner in statement.chain.iter().chain(assigned) {
            for inner in &inner.body {
                self.suite(inner, script, project);
            }
        }
    }

    fn sets(&mut self, statement: &Statement, script: &Script, project: &mut GradleProject) {
        sets(statement, project);
        for line in std::mem::take(&mut project.unread_folders) {
            project.add_unread(&script.file, line);
        }
        for (set, value, line) in std::mem::take(&mut project.class_paths) {
            let configuration = match set.as_str() {
                "main" => "compileOnly".to_owned(),
                set => format!("{set}CompileOnly"),
            };
            let terms = match value {
                Expression::Sum(terms) => terms,
                value => vec![value],
            };
            let terms = terms.into_iter().filter(|term| {
                !matches!(term, Expression::Chain(chain) if chain.last().is_some_and(|last| last.name == "compileClasspath"))
            });
            let arguments: Vec<_> = terms.map(|value| Argument { name: None, value }).collect();
            wish(
                self.build,
                &configuration,
                &arguments,
                (&[], line),
                script,
                project,
            );
        }
    }

    /// A plugin that is a script of the build, or Spring's, which adds a platform.
    fn plugin(&mut self, plugin: &Statement, script: &Script, project: &mut GradleProject) {
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
        self.apply_plugin(&id, plugin.line, script, project);
    }

    fn apply_plugin(&mut self, id: &str, line: u32, script: &Script, project: &mut GradleProject) {
        if let Some(file) = self.build.plugins.get(id)
            && !project.applied.contains(file)
        {
            project.applied.push(file.clone());
            self.run_file(file, Part::Own, project);
        }
        if self.build.plugin_programs.contains(id) {
            project.add_unread_because(&script.file, line, format!(
                    "the plugin {id:?} is a program of this build, and jouled does not run it; if it adds dependencies or \
                     source folders, add them to classPath"
                ));
        }
    }

    /// `apply plugin: 'x'`, `apply from: 'x.gradle'`
    fn apply(&mut self, statement: &Statement, script: &Script, project: &mut GradleProject) {
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
                        self.apply_plugin(&id, statement.line, script, project);
                    }
                }
                "from" => {
                    let Some(path) = folder_of(value, &project.values) else {
                        project.add_unread(&script.file, statement.line);
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
                    match file {
                        Some(file) if project.applied.contains(&file) => {}
                        Some(file) => {
                            project.applied.push(file.clone());
                            self.run_file(&file, Part::Own, project);
                        }
                        None => project.add_unread_because(&script.file, statement.line, format!(
                                "the script {path:?} is not on this machine; if it adds dependencies or source folders, add them \
                                 to classPath"
                            )),
                    }
                }
                _ => {}
            }
        }
    }
}
