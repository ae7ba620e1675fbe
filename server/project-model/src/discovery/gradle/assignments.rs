//! What single statements of a script set in a project: values, versions of Java, and source folders.

use super::super::module::java_release;
use super::super::reader::named_path;
use super::build::folder_of;
use super::project::GradleProject;
use super::statement::{Expression, Statement};
use super::values::GradleValues;

/// Records the values that a statement assigns to names.
pub(super) fn values(statement: &Statement, project: &mut GradleProject) {
    let mut names: Vec<&str> = statement
        .chain
        .iter()
        .map(|segment| segment.name.as_str())
        .collect();
    while let [first, _, ..] = names.as_slice()
        && matches!(*first, "project" | "rootProject" | "ext" | "extra" | "this")
    {
        names.remove(0);
    }
    if let Some(value) = &statement.assigned {
        project.values.assign(&names.join("."), value);
        return;
    }
    match names.as_slice() {
        // `ext { name = "value" }`, `ext.set("name", "value")`
        ["ext" | "extra"] | ["ext" | "extra" | "apply", ..] if !statement.body().is_empty() => {
            for inner in statement.body() {
                values(inner, project);
            }
        }
        ["set"] => {
            if let [name, value] = statement.arguments()
                && let Some(name) = project.values.text(&name.value)
            {
                project.values.assign(&name, &value.value);
            }
        }
        // `version '1'`
        ["group" | "version"] => {
            if let [value] = statement.arguments() {
                project.values.assign(names[0], &value.value);
            }
        }
        _ => {}
    }
}

/// The language version that a statement sets, in whatever block it is.
pub(super) fn level(statement: &Statement, is_of_tests: bool, project: &mut GradleProject) {
    let is_of_tests = is_of_tests
        || statement.chain.iter().any(|segment| {
            let argument = segment
                .arguments
                .first()
                .map(|argument| project.values.text(&argument.value));
            let named = argument.flatten();
            [Some(segment.name.clone()), named]
                .into_iter()
                .flatten()
                .any(|name| {
                    let name = name.to_ascii_lowercase();
                    name.contains("test") && name.contains("compile")
                })
        });
    for name in ["release", "sourceCompatibility", "languageVersion"] {
        let Some(value) = statement.value_of(name) else {
            continue;
        };
        let Some(release) = project
            .values
            .text(value)
            .and_then(|text| java_release(&text))
        else {
            continue;
        };
        let target = match (name, is_of_tests) {
            ("languageVersion", _) => &mut project.toolchain,
            (_, true) => &mut project.test_level,
            (_, false) => &mut project.level,
        };
        // A setting for all compilations comes before one for a single compilation.
        if name != "sourceCompatibility" || target.is_none() {
            *target = Some(release);
        }
    }
    for segment in &statement.chain {
        for inner in &segment.body {
            level(inner, is_of_tests, project);
        }
    }
}

/// Folders of source sets: `sourceSets { main { java { srcDir 'x' } } }`, `sourceSets.main.java.srcDirs = ['x']`.
pub(super) fn sets(statement: &Statement, project: &mut GradleProject) {
    let mut names: Vec<String> = Vec::new();
    collect(statement, &mut names, project);
}

fn collect(statement: &Statement, above: &mut Vec<String>, project: &mut GradleProject) {
    let depth = above.len();
    for segment in &statement.chain {
        // `create("integrationTest")`, `named("main")`
        let named = matches!(
            segment.name.as_str(),
            "create" | "register" | "named" | "getByName" | "maybeCreate"
        );
        let argument = segment.arguments.first().filter(|_| named);
        let name = argument.and_then(|argument| project.values.text(&argument.value));
        above.push(name.unwrap_or_else(|| segment.name.clone()));
    }
    let is_java = above.iter().skip(1).any(|kind| kind == "java");
    if let Some(set) = above.get(1).cloned() {
        let is_every = matches!(
            set.as_str(),
            "all" | "each" | "forEach" | "configureEach" | "matching"
        );
        if !is_every {
            project.folders.entry(set.clone()).or_default();
        }
        let last = statement.name();
        let given = statement.arguments().iter().map(|argument| &argument.value);
        let given = given.chain(&statement.assigned);
        if is_java && matches!(last, "srcDir" | "srcDirs" | "setSrcDirs") {
            for value in given {
                let found = paths(value, &project.values).filter(|_| !is_every);
                if found.is_none() && !is_made_by_the_build(value) {
                    project.unread_folders.push(statement.line);
                }
                for path in found.unwrap_or_default() {
                    let folder = named_path(&project.folder, path);
                    project.folders.entry(set.clone()).or_default().push(folder);
                }
            }
        } else if last == "compileClasspath" {
            let added = given.map(|value| (set.clone(), value.clone(), statement.line));
            project.class_paths.extend(added);
        }
    }
    for inner in statement.chain.iter().flat_map(|segment| &segment.body) {
        collect(inner, above, project);
    }
    above.truncate(depth);
}

/// The paths that a value states; `None` if one of them is computed.
fn paths(value: &Expression, values: &GradleValues) -> Option<Vec<String>> {
    match value {
        Expression::Chain(chain) => match chain.last() {
            Some(last) if last.name == "files" => {
                let each = last.arguments.iter().map(|one| paths(&one.value, values));
                each.collect::<Option<Vec<_>>>().map(|each| each.concat())
            }
            _ => folder_of(value, values).map(|folder| vec![folder]),
        },
        Expression::List(items) => {
            let each = items.iter().map(|item| paths(&item.value, values));
            each.collect::<Option<Vec<_>>>().map(|each| each.concat())
        }
        value => values.text(value).map(|text| vec![text]),
    }
}

/// Whether a value is what a task writes. It is no source of another project.
fn is_made_by_the_build(value: &Expression) -> bool {
    matches!(value, Expression::Chain(chain) if chain.first().is_some_and(|first| first.name == "tasks"))
}
