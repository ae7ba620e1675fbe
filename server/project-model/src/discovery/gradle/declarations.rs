//! What the blocks of a script declare: dependencies, and the versions that Spring's plugin manages.

use super::assignments::values;
use super::build::{GradleBuild, Script};
use super::configuration::is_usual;
use super::dependency::{Declared, DeclaredDependency, declared};
use super::loops::repeat;
use super::project::GradleProject;
use super::statement::{Argument, Statement};

/// The block `dependencies`.
pub(super) fn dependencies(
    build: &GradleBuild,
    statements: &[Statement],
    script: &Script,
    project: &mut GradleProject,
) {
    for statement in statements {
        let mut run = |project: &mut GradleProject, body: &[Statement]| {
            dependencies(build, body, script, project);
        };
        if repeat(statement, project, |project| &mut project.values, &mut run) {
            continue;
        }
        let name = statement.name();
        if !statement.skipped.is_empty() {
            project.add_unread(&script.file, statement.line);
        }
        match name {
            _ if statement.assigned.is_some() => values(statement, project),
            "if" | "else" | "while" | "try" | "with" if statement.chain.len() == 1 => {
                if name == "with" && statement.body().is_empty() {
                    project.add_unread(&script.file, statement.line);
                }
                dependencies(build, statement.body(), script, project);
            }
            // Messages for those who run the build.
            _ if matches!(statement.chain[..], [ref first, ..] if matches!(first.name.as_str(), "println" | "logger")) =>
                {}
            "constraints" => {
                let before = project.wishes.len();
                dependencies(build, statement.body(), script, project);
                for wish in project.wishes.iter_mut().skip(before) {
                    "constraint".clone_into(&mut wish.configuration);
                }
            }
            "components" | "modules" | "attributesSchema" | "artifactTypes"
            | "registerTransform" => {}
            // `add("implementation", …)`
            "add" => {
                if let [configuration, wanted] = statement.arguments()
                    && let Some(configuration) = project.values.text(&configuration.value)
                {
                    let argument = std::slice::from_ref(wanted);
                    let block = (statement.body(), statement.line);
                    wish(build, &configuration, argument, block, script, project);
                } else {
                    project.add_unread(&script.file, statement.line);
                }
            }
            _ if statement.chain.len() == 1 => {
                let block = (statement.body(), statement.line);
                let is_read = wish(build, name, statement.arguments(), block, script, project);
                if !is_read && !is_usual(name) {
                    project.add_unread(&script.file, statement.line);
                }
            }
            _ => {
                if statement.skipped.is_empty() {
                    project.add_unread(&script.file, statement.line);
                }
            }
        }
    }
}

/// Adds the dependencies of a line; false if it has none that can be read.
pub(super) fn wish(
    build: &GradleBuild,
    configuration: &str,
    arguments: &[Argument],
    (body, line): (&[Statement], u32),
    script: &Script,
    project: &mut GradleProject,
) -> bool {
    let all = declared(arguments, body, &project.values, build);
    let is_unread = |declared: &Declared| matches!(declared, Declared::Unreadable(_));
    let is_read = !all.is_empty() && !all.iter().any(is_unread);
    project
        .wishes
        .extend(all.into_iter().map(|declared| DeclaredDependency {
            configuration: configuration.to_owned(),
            declared,
            file: script.file.clone(),
            line,
        }));
    is_read
}

/// The block of Spring's `io.spring.dependency-management`.
pub(super) fn managed(
    build: &GradleBuild,
    statements: &[Statement],
    script: &Script,
    project: &mut GradleProject,
) {
    for statement in statements {
        match statement.name() {
            "imports" | "dependencies" | "dependency" if statement.arguments().is_empty() => {
                managed(build, statement.body(), script, project);
            }
            "mavenBom" | "dependency" => {
                let is_bom = statement.name() == "mavenBom";
                for declared in declared(statement.arguments(), &[], &project.values, build) {
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
