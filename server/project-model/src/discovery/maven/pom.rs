//! Parses a `pom.xml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use roxmltree::Node;

use crate::discovery::reader::{Lines, child, children, content, list, text_of, xml};

/// A `pom.xml` without its parents, and without interpolation.
#[derive(Debug, Clone, Default)]
pub(in crate::discovery) struct Pom {
    pub(super) file: PathBuf,
    pub(super) group: Option<String>,
    pub(super) artifact: Option<String>,
    pub(super) version: Option<String>,
    pub(super) packaging: Option<String>,
    pub(super) parent: Option<Parent>,
    /// The new group, artifact and version, if it was relocated.
    pub(super) relocation: Option<[Option<String>; 3]>,
    pub(super) section: Section,
    pub(super) profiles: Vec<Profile>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Parent {
    pub(super) group: String,
    pub(super) artifact: String,
    pub(super) version: String,
    /// Empty if only the repository counts.
    pub(super) relative_path: String,
    pub(super) line: u32,
}

/// The part of a POM that projects and profiles have in common.
#[derive(Debug, Clone, Default)]
pub(super) struct Section {
    pub(super) modules: Vec<String>,
    pub(super) properties: BTreeMap<String, String>,
    pub(super) dependencies: Vec<Dependency>,
    pub(super) managed: Vec<Dependency>,
    pub(super) build: PomFolders,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Profile {
    pub(super) is_default: bool,
    /// Name and value of a property; `!name` if it must not be set.
    pub(super) property: Option<(String, Option<String>)>,
    pub(super) exists: Option<String>,
    pub(super) missing: Option<String>,
    pub(super) section: Section,
}

/// The folders of a build.
#[derive(Debug, Clone, Default)]
pub(super) struct PomFolders {
    pub(super) directory: Option<String>,
    pub(super) sources: Option<String>,
    pub(super) test_sources: Option<String>,
    pub(super) output: Option<String>,
    pub(super) test_output: Option<String>,
    /// Added by `build-helper-maven-plugin`.
    pub(super) added_sources: Vec<String>,
    pub(super) added_test_sources: Vec<String>,
    pub(super) release: Option<String>,
    pub(super) source_level: Option<String>,
    pub(super) test_release: Option<String>,
    pub(super) test_source_level: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::discovery) struct Dependency {
    pub(in crate::discovery) group: String,
    pub(in crate::discovery) artifact: String,
    pub(in crate::discovery) version: String,
    pub(in crate::discovery) classifier: String,
    pub(in crate::discovery) kind: String,
    pub(in crate::discovery) scope: String,
    pub(in crate::discovery) is_optional: bool,
    pub(in crate::discovery) exclusions: Vec<(String, String)>,
    pub(in crate::discovery) system_path: String,
    /// The file that contains it.
    pub(in crate::discovery) file: Option<Rc<Path>>,
    pub(in crate::discovery) line: u32,
}

/// The parsed file, for messages.
struct Written {
    file: Rc<Path>,
    lines: Lines,
}

impl Pom {
    pub(super) fn parse(file: &Path, text: &str) -> Result<Self, String> {
        let document = xml(text).map_err(|error| error.to_string())?;
        let project = document.root_element();
        if project.tag_name().name() != "project" {
            return Err(format!(
                "its root element is <{}>, not <project>",
                project.tag_name().name()
            ));
        }
        let lines = Written {
            file: Rc::from(file),
            lines: Lines::new(text),
        };
        let relocation = child(project, "distributionManagement")
            .and_then(|node| child(node, "relocation"))
            .map(|to| ["groupId", "artifactId", "version"].map(|name| text_of(to, name)));
        let profiles = list(project, "profiles")
            .map(|node| profile(node, &lines))
            .collect();
        Ok(Self {
            file: file.to_path_buf(),
            group: text_of(project, "groupId"),
            artifact: text_of(project, "artifactId"),
            version: text_of(project, "version"),
            packaging: text_of(project, "packaging"),
            parent: child(project, "parent").map(|node| Parent {
                group: text_of(node, "groupId").unwrap_or_default(),
                artifact: text_of(node, "artifactId").unwrap_or_default(),
                version: text_of(node, "version").unwrap_or_default(),
                relative_path: text_of(node, "relativePath")
                    .unwrap_or_else(|| "../pom.xml".to_owned()),
                line: lines.lines.of(node),
            }),
            relocation,
            section: section(project, &lines),
            profiles,
        })
    }
}

fn section(node: Node<'_, '_>, lines: &Written) -> Section {
    let properties = list(node, "properties");
    let dependencies = |node| list(node, "dependencies").map(|node| dependency(node, lines));
    let managed = child(node, "dependencyManagement");
    Section {
        modules: list(node, "modules").map(content).collect(),
        properties: properties
            .map(|property| (property.tag_name().name().to_owned(), content(property)))
            .collect(),
        dependencies: dependencies(node).collect(),
        managed: managed.into_iter().flat_map(dependencies).collect(),
        build: child(node, "build").map(build).unwrap_or_default(),
    }
}

fn dependency(node: Node<'_, '_>, lines: &Written) -> Dependency {
    // A single pass over the children: some boms have thousands.
    let mut dependency = Dependency {
        file: Some(Rc::clone(&lines.file)),
        line: lines.lines.of(node),
        ..Dependency::default()
    };
    for part in children(node) {
        match part.tag_name().name() {
            "groupId" => dependency.group = content(part),
            "artifactId" => dependency.artifact = content(part),
            "version" => dependency.version = content(part),
            "classifier" => dependency.classifier = content(part),
            "type" => dependency.kind = content(part),
            "scope" => dependency.scope = content(part),
            "optional" => dependency.is_optional = content(part) == "true",
            "systemPath" => dependency.system_path = content(part),
            "exclusions" => {
                dependency.exclusions = children(part)
                    .map(|one| {
                        let text = |name| text_of(one, name).unwrap_or_else(|| "*".to_owned());
                        (text("groupId"), text("artifactId"))
                    })
                    .collect();
            }
            _ => {}
        }
    }
    dependency
}

fn profile(node: Node<'_, '_>, lines: &Written) -> Profile {
    let activation = child(node, "activation");
    let property = activation.and_then(|node| child(node, "property"));
    let file = activation.and_then(|node| child(node, "file"));
    Profile {
        is_default: activation
            .and_then(|node| text_of(node, "activeByDefault"))
            .is_some_and(|text| text == "true"),
        property: property.map(|node| {
            let name = text_of(node, "name").unwrap_or_default();
            (name, text_of(node, "value"))
        }),
        exists: file.and_then(|node| text_of(node, "exists")),
        missing: file.and_then(|node| text_of(node, "missing")),
        section: section(node, lines),
    }
}

fn build(node: Node<'_, '_>) -> PomFolders {
    let mut build = PomFolders {
        directory: text_of(node, "directory"),
        sources: text_of(node, "sourceDirectory"),
        test_sources: text_of(node, "testSourceDirectory"),
        output: text_of(node, "outputDirectory"),
        test_output: text_of(node, "testOutputDirectory"),
        ..PomFolders::default()
    };
    // A plugin's own configuration comes before its managed one.
    let managed = child(node, "pluginManagement");
    for plugin in [Some(node), managed]
        .into_iter()
        .flatten()
        .flat_map(|node| list(node, "plugins"))
    {
        match text_of(plugin, "artifactId").as_deref() {
            Some("maven-compiler-plugin") => compiler(plugin, &mut build),
            Some("build-helper-maven-plugin") => added_sources(plugin, &mut build),
            _ => {}
        }
    }
    build
}

/// The configurations of a plugin and of its executions.
fn configurations<'a, 'i: 'a>(
    plugin: Node<'a, 'i>,
) -> impl Iterator<Item = (Option<Node<'a, 'i>>, Node<'a, 'i>)> {
    let own = child(plugin, "configuration").map(|node| (None, node));
    let executions = list(plugin, "executions")
        .filter_map(|execution| Some((Some(execution), child(execution, "configuration")?)));
    own.into_iter().chain(executions)
}

fn compiler(plugin: Node<'_, '_>, build: &mut PomFolders) {
    for (execution, configuration) in configurations(plugin) {
        if execution.is_none() {
            build.release = build.release.take().or(text_of(configuration, "release"));
            let level = text_of(configuration, "source");
            build.source_level = build.source_level.take().or(level);
            let release = text_of(configuration, "testRelease");
            build.test_release = build.test_release.take().or(release);
            let level = text_of(configuration, "testSource");
            build.test_source_level = build.test_source_level.take().or(level);
        }
    }
}

fn added_sources(plugin: Node<'_, '_>, build: &mut PomFolders) {
    for (execution, configuration) in configurations(plugin) {
        let goals = execution.map(|execution| list(execution, "goals").map(content).collect());
        let goals: Vec<String> = goals.unwrap_or_default();
        let sources: Vec<_> = list(configuration, "sources").map(content).collect();
        if goals.iter().any(|goal| goal == "add-source") {
            build.added_sources.extend(sources.iter().cloned());
        }
        if goals.iter().any(|goal| goal == "add-test-source") {
            build.added_test_sources.extend(sources);
        }
    }
}
