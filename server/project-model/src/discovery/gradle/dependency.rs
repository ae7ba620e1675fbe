//! Parses the lines of a `dependencies` block.

use std::path::PathBuf;

use super::build::GradleBuild;
use super::catalog::Library;
use super::statement::{Argument, Expression, Segment, Statement};
use super::values::GradleValues;

/// A line of a `dependencies` block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DeclaredDependency {
    /// `implementation`, `testApi`, …; `constraint` if only versions are set.
    pub(super) configuration: String,
    pub(super) declared: Declared,
    pub(super) file: PathBuf,
    pub(super) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Declared {
    Module(DependencyModule),
    /// A platform, which sets versions of others.
    Platform(Box<Declared>),
    /// A project of the build, and its set if it is not the main one.
    Project {
        path: String,
        set: Option<String>,
    },
    /// The classes of another source set of the same project.
    OwnSet(String),
    /// Paths relative to the project.
    Files(Vec<String>),
    /// All jars of a folder.
    Folder(String),
    /// A line that cannot be understood.
    Unreadable(String),
    /// Something that a class path does not need.
    Nothing,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct DependencyModule {
    pub(super) group: String,
    pub(super) artifact: String,
    pub(super) version: String,
    pub(super) classifier: String,
    pub(super) extension: String,
    /// Group and artifact; `*` means any.
    pub(super) exclusions: Vec<(String, String)>,
}

impl Declared {
    /// `group:artifact:version:classifier@extension`
    pub(super) fn module(text: &str) -> Option<Self> {
        let (text, extension) = text.split_once('@').unwrap_or((text, ""));
        let mut parts = text
            .split(':')
            .map(|part| part.trim_end_matches("!!").to_owned());
        let (group, artifact) = (parts.next()?, parts.next()?);
        if group.is_empty() || artifact.is_empty() {
            return None;
        }
        Some(Self::Module(DependencyModule {
            group,
            artifact,
            version: parts.next().unwrap_or_default(),
            classifier: parts.next().unwrap_or_default(),
            extension: extension.to_owned(),
            exclusions: Vec::new(),
        }))
    }

    fn of_library(library: &Library) -> Self {
        Self::Module(DependencyModule {
            group: library.group.clone(),
            artifact: library.artifact.clone(),
            version: library.version.clone(),
            ..DependencyModule::default()
        })
    }
}

/// The dependency in the arguments of a line; its block may exclude something.
pub(super) fn declared(
    arguments: &[Argument],
    body: &[Statement],
    values: &GradleValues,
    build: &GradleBuild,
) -> Vec<Declared> {
    let mut all = if arguments
        .iter()
        .any(|argument| argument.name.as_deref() == Some("name"))
    {
        vec![by_parts(arguments, values)]
    } else {
        let positional = arguments.iter().filter(|argument| argument.name.is_none());
        positional
            .flat_map(|argument| of(&argument.value, values, build))
            .collect()
    };
    for declared in &mut all {
        if let Declared::Module(module) = declared {
            restrict(module, body, values);
        }
    }
    all
}

fn of(value: &Expression, values: &GradleValues, build: &GradleBuild) -> Vec<Declared> {
    match value {
        Expression::List(items)
            if items
                .iter()
                .any(|item| item.name.as_deref() == Some("name")) =>
        {
            vec![by_parts(items, values)]
        }
        Expression::List(items) => {
            let items = items.iter().flat_map(|item| of(&item.value, values, build));
            items.collect()
        }
        Expression::Chain(chain) => of_chain(chain, value, values, build),
        value => match values.text(value) {
            Some(text) => vec![Declared::module(&text).unwrap_or(Declared::Unreadable(text))],
            None => vec![Declared::Unreadable(shown(value))],
        },
    }
}

/// `group: 'g', name: 'a', version: '1'`
fn by_parts(arguments: &[Argument], values: &GradleValues) -> Declared {
    let part = |name: &str| {
        let argument = arguments
            .iter()
            .find(|argument| argument.name.as_deref() == Some(name));
        argument.and_then(|argument| values.text(&argument.value))
    };
    match (part("group"), part("name")) {
        (Some(group), Some(artifact)) => Declared::Module(DependencyModule {
            group,
            artifact,
            version: part("version").unwrap_or_default(),
            classifier: part("classifier").unwrap_or_default(),
            extension: part("ext").unwrap_or_default(),
            exclusions: Vec::new(),
        }),
        _ => Declared::Unreadable("a dependency whose name is computed".to_owned()),
    }
}

fn of_chain(
    chain: &[Segment],
    value: &Expression,
    values: &GradleValues,
    build: &GradleBuild,
) -> Vec<Declared> {
    let Some(first) = chain.first() else {
        return Vec::new();
    };
    let inner = || declared(&first.arguments, &first.body, values, build);
    let last = chain.last().map_or("", |last| &last.name);
    match first.name.as_str() {
        "platform" | "enforcedPlatform" => {
            let platforms = inner()
                .into_iter()
                .map(|inner| Declared::Platform(Box::new(inner)));
            platforms.collect()
        }
        "testFixtures" => inner()
            .into_iter()
            .map(|inner| match inner {
                Declared::Project { path, .. } => Declared::Project {
                    path,
                    set: Some("testFixtures".to_owned()),
                },
                Declared::Module(module) => Declared::Module(DependencyModule {
                    classifier: "test-fixtures".to_owned(),
                    ..module
                }),
                other => other,
            })
            .collect(),
        "project" if chain.len() == 1 || last == "output" || !first.arguments.is_empty() => {
            vec![of_project(chain, values)]
        }
        "rootProject" if chain.len() == 1 => vec![Declared::Project {
            path: ":".to_owned(),
            set: None,
        }],
        "projects" if chain.len() > 1 => vec![by_accessor(chain, build)],
        "files" => {
            let of_files = |argument: &Argument| files(&argument.value, values, build);
            first.arguments.iter().flat_map(of_files).collect()
        }
        "fileTree" => {
            let folder = first
                .arguments
                .iter()
                .find(|argument| matches!(argument.name.as_deref(), None | Some("dir")));
            let folder = folder.and_then(|folder| values.text(&folder.value));
            vec![folder.map_or(
                Declared::Unreadable("fileTree".to_owned()),
                Declared::Folder,
            )]
        }
        "kotlin" => {
            let name = first
                .arguments
                .first()
                .and_then(|name| values.text(&name.value));
            let name = name.map(|name| format!("org.jetbrains.kotlin:kotlin-{name}:+"));
            name.and_then(|name| Declared::module(&name))
                .into_iter()
                .collect()
        }
        "sourceSets" if chain.len() > 1 => vec![own_set(&chain[1..], values)],
        _ if chain.len() == 2 && last == "output" => vec![own_set(chain, values)],
        "gradleApi" | "localGroovy" | "gradleTestKit" | "gradleKotlinDsl" | "tasks"
        | "configurations" => vec![Declared::Nothing],
        // A block.
        "" => Vec::new(),
        "dependencies" | "create" | "npm" => chain
            .last()
            .map(|last| declared(&last.arguments, &last.body, values, build))
            .unwrap_or_default(),
        catalog => match build.catalogs.get(catalog) {
            Some(known) => {
                let names = chain.iter().skip(1).map(|segment| segment.name.as_str());
                let names: Vec<_> = names
                    .filter(|name| !matches!(*name, "get" | "asProvider"))
                    .collect();
                let name = names.join(".");
                let libraries = match name.strip_prefix("bundles.") {
                    Some(bundle) => known.bundles.get(bundle).map(Vec::as_slice),
                    None => Some(std::slice::from_ref(&name)),
                };
                let libraries = libraries.unwrap_or_default().iter();
                let found: Vec<_> = libraries
                    .filter_map(|name| known.libraries.get(name))
                    .map(Declared::of_library)
                    .collect();
                if found.is_empty() {
                    return vec![Declared::Unreadable(shown(value))];
                }
                found
            }
            None => match values.text(value) {
                Some(text) => vec![Declared::module(&text).unwrap_or(Declared::Unreadable(text))],
                None => vec![Declared::Unreadable(shown(value))],
            },
        },
    }
}

/// The arguments of `files(…)`: paths, and the classes of projects.
fn files(value: &Expression, values: &GradleValues, build: &GradleBuild) -> Vec<Declared> {
    match (value, values.text(value)) {
        (_, Some(path)) => vec![Declared::Files(vec![path])],
        (Expression::List(items), None) => {
            let items = items.iter().filter(|item| item.name.is_none());
            items
                .flat_map(|item| files(&item.value, values, build))
                .collect()
        }
        (value, None) => of(value, values, build),
    }
}

/// `main.output`, `getByName("main").output`
fn own_set(chain: &[Segment], values: &GradleValues) -> Declared {
    let name = chain
        .first()
        .and_then(|first| match first.arguments.first() {
            Some(name) => values.text(&name.value),
            None => Some(first.name.clone()),
        });
    name.map_or_else(
        || Declared::Unreadable("sourceSets".to_owned()),
        Declared::OwnSet,
    )
}

/// `project(':x')`, `project(path: ':x', configuration: 'y')`, `project(':x').sourceSets.test.output`
fn of_project(chain: &[Segment], values: &GradleValues) -> Declared {
    let arguments = chain
        .first()
        .map(|first| first.arguments.as_slice())
        .unwrap_or_default();
    let named = |name: &str| {
        let argument = arguments
            .iter()
            .find(|argument| argument.name.as_deref() == Some(name));
        argument.and_then(|argument| values.text(&argument.value))
    };
    let first = arguments.first().filter(|argument| argument.name.is_none());
    let path = named("path").or_else(|| values.text(&first?.value));
    let configuration = named("configuration")
        .unwrap_or_default()
        .to_ascii_lowercase();
    let names_tests = chain.iter().any(|segment| segment.name == "test");
    let mut after = chain
        .iter()
        .skip_while(|segment| segment.name != "sourceSets")
        .skip(1);
    let named_set = after.next().map(|set| match set.arguments.first() {
        Some(name) => values.text(&name.value).unwrap_or_default(),
        None => set.name.clone(),
    });
    let set = if configuration.contains("fixtures") {
        Some("testFixtures".to_owned())
    } else if configuration.contains("test") || names_tests {
        Some("test".to_owned())
    } else {
        named_set.filter(|set| set != "main")
    };
    match path {
        Some(path) => Declared::Project {
            path: if path.starts_with(':') {
                path
            } else {
                format!(":{path}")
            },
            set,
        },
        None => Declared::Unreadable("project".to_owned()),
    }
}

/// `projects.coreApi` means `:core-api`.
fn by_accessor(chain: &[Segment], build: &GradleBuild) -> Declared {
    let plain = |name: &str| {
        let letters = name.chars().filter(|c| !matches!(c, '-' | '_' | '.'));
        letters.collect::<String>().to_ascii_lowercase()
    };
    let names = chain.iter().skip(1).map(|segment| plain(&segment.name));
    let wanted: Vec<_> = names.filter(|name| name != "dependencyproject").collect();
    let path = build.projects.keys().find(|path| {
        let parts: Vec<_> = path.split(':').skip(1).map(plain).collect();
        parts == wanted
    });
    match path {
        Some(path) => Declared::Project {
            path: path.clone(),
            set: None,
        },
        None => Declared::Unreadable(format!("projects.{}", wanted.join("."))),
    }
}

/// Applies the block of a dependency: exclusions, a version.
fn restrict(module: &mut DependencyModule, body: &[Statement], values: &GradleValues) {
    for statement in body {
        match statement.name() {
            "exclude" => {
                let part = |names: [&str; 2]| {
                    let argument = statement.arguments().iter().find(|argument| {
                        argument
                            .name
                            .as_deref()
                            .is_some_and(|name| names.contains(&name))
                    });
                    let text = argument.and_then(|argument| values.text(&argument.value));
                    text.unwrap_or_else(|| "*".to_owned())
                };
                module
                    .exclusions
                    .push((part(["group", "group"]), part(["module", "name"])));
            }
            "isTransitive" | "transitive" => {
                let is_off = |value: &Expression| matches!(value, Expression::Chain(chain) if chain.first().is_some_and(|first| first.name == "false"));
                if statement.value_of(statement.name()).is_some_and(is_off) {
                    module.exclusions.push(("*".to_owned(), "*".to_owned()));
                }
            }
            "version" => {
                for inner in statement.body() {
                    let value = inner
                        .arguments()
                        .first()
                        .and_then(|value| values.text(&value.value));
                    if let (Some(value), "strictly" | "require" | "prefer") = (value, inner.name())
                        && module.version.is_empty()
                    {
                        module.version = value;
                    }
                }
            }
            _ => {}
        }
    }
}

/// An expression in a few words, for messages.
fn shown(value: &Expression) -> String {
    match value {
        Expression::Chain(chain) => {
            let names: Vec<_> = chain.iter().map(|segment| segment.name.as_str()).collect();
            names.join(".")
        }
        Expression::Text(parts) => parts
            .iter()
            .map(|part| match part {
                super::tokens::Part::Plain(text) => text.clone(),
                super::tokens::Part::Value(value) => format!("${{{value}}}"),
            })
            .collect(),
        _ => "what is computed here".to_owned(),
    }
}
