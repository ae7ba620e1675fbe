//! Resolves the dependencies of a module to jars. The POMs in the repositories have their dependencies.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::maven::{Dependency, Key, Poms, key};
use super::reader::Reader;
use super::repositories::Coordinates;
use super::version;
use files::is_remote;
use problems::Severity;

/// The maximum number of rounds in which newer versions replace older ones.
const MAX_ROUNDS: usize = 16;

/// Types that are of no use on a class path.
const NO_CLASSES: [&str; 16] = [
    "aar",
    "dll",
    "dylib",
    "ear",
    "exe",
    "java-source",
    "javadoc",
    "json",
    "nbm",
    "pom",
    "rar",
    "so",
    "tar.gz",
    "war",
    "xml",
    "zip",
];

/// The version to take if an artefact has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conflicts {
    /// The one nearest to the module, as in Maven.
    Nearest,
    /// The newest, as in Gradle.
    Newest,
}

/// A dependency in a build file.
#[derive(Debug, Clone)]
pub(super) struct RequestedDependency {
    pub(super) dependency: Dependency,
    pub(super) file: Rc<Path>,
}

/// What to resolve.
#[derive(Debug)]
pub(super) struct Request<'a> {
    pub(super) wanted: Vec<RequestedDependency>,
    /// The versions that the module manages: for its own dependencies without a version, and for theirs.
    pub(super) managed: &'a HashMap<Key, Dependency>,
    pub(super) conflicts: Conflicts,
    /// The command that downloads missing dependencies.
    pub(super) remedy: &'a str,
}

/// The resolved dependencies.
#[derive(Debug, Default)]
pub(super) struct Resolved {
    pub(super) jars: Vec<PathBuf>,
    /// The POMs of projects that are built together with this one, and whether their tests are used.
    pub(super) siblings: Vec<(PathBuf, bool)>,
    /// The number of missing ones.
    pub(super) missing: usize,
    /// Whether there were too many, so that some are left out.
    pub(super) is_cut: bool,
}

#[derive(Debug, Clone)]
struct Node {
    dependency: Dependency,
    file: Rc<Path>,
    is_direct: bool,
    /// Whether javac may need it. A dependency that only the running program needs may be missing.
    is_required: bool,
    exclusions: Rc<Vec<(String, String)>>,
}

pub(super) fn resolve(request: &Request<'_>, poms: &mut Poms, reader: &mut Reader<'_>) -> Resolved {
    let mut newest = HashMap::new();
    for _ in 1..MAX_ROUNDS {
        let mut pass = Pass::new(request, &newest);
        let resolved = pass.run(poms, reader);
        if pass.newer.is_empty() {
            return pass.report(resolved, poms, reader);
        }
        newest.extend(std::mem::take(&mut pass.newer));
    }
    let mut pass = Pass::new(request, &newest);
    let resolved = pass.run(poms, reader);
    pass.report(resolved, poms, reader)
}

struct Pass<'a> {
    request: &'a Request<'a>,
    newest: &'a HashMap<(String, String), String>,
    /// Versions that turned out to be newer than the ones taken.
    newer: HashMap<(String, String), String>,
    taken: HashMap<Key, String>,
    missing: Vec<(Node, String)>,
    is_cut: bool,
}

impl<'a> Pass<'a> {
    fn new(request: &'a Request<'a>, newest: &'a HashMap<(String, String), String>) -> Self {
        Self {
            request,
            newest,
            newer: HashMap::new(),
            taken: HashMap::new(),
            missing: Vec::new(),
            is_cut: false,
        }
    }

    fn run(&mut self, poms: &mut Poms, reader: &mut Reader<'_>) -> Resolved {
        let mut resolved = Resolved::default();
        let mut jars = HashSet::new();
        let none = Rc::new(Vec::new());
        let direct = self.request.wanted.iter().map(|wanted| Node {
            dependency: wanted.dependency.clone(),
            file: Rc::clone(&wanted.file),
            is_direct: true,
            is_required: wanted.dependency.scope != "runtime",
            exclusions: Rc::clone(&none),
        });
        // Breadth first, so the nearest ones come first.
        let mut open: VecDeque<_> = direct.collect();
        while let Some(node) = open.pop_front() {
            if self.taken.len() >= reader.limits.max_dependencies {
                self.is_cut = true;
                break;
            }
            self.visit(node, poms, reader, &mut open, &mut resolved, &mut jars);
        }
        resolved
    }

    fn visit(
        &mut self,
        mut node: Node,
        poms: &mut Poms,
        reader: &mut Reader<'_>,
        open: &mut VecDeque<Node>,
        resolved: &mut Resolved,
        jars: &mut HashSet<PathBuf>,
    ) {
        let dependency = &mut node.dependency;
        if dependency.scope == "system" {
            let jar = PathBuf::from(&dependency.system_path);
            let is_here = !is_remote(&dependency.system_path);
            if is_here && jar.is_file() && jar.is_absolute() {
                resolved.jars.push(jar);
            } else {
                let name = format!("{}:{}", dependency.group, dependency.artifact);
                self.missing.push((node, name));
            }
            return;
        }
        let mut name = key(dependency);
        if name.2 == "test-jar" {
            "tests".clone_into(&mut name.3);
        }
        let managed = self
            .request
            .managed
            .get(&name)
            .map(|managed| &managed.version);
        if let Some(version) = managed.filter(|version| !version.is_empty()) {
            let is_open = dependency.version.is_empty();
            let is_newer = self.request.conflicts == Conflicts::Newest
                && version::compare(version, &dependency.version) == Ordering::Greater;
            let is_nearest = self.request.conflicts == Conflicts::Nearest && !node.is_direct;
            if is_open || is_newer || is_nearest {
                dependency.version.clone_from(version);
            }
        }
        let id = (name.0.clone(), name.1.clone());
        if dependency.version.is_empty() && !poms.is_sibling(&id) {
            // Its managed version cannot be read: the newest that exists is the best guess.
            "+".clone_into(&mut dependency.version);
        }
        let found = poms.repositories.version(&id.0, &id.1, &dependency.version);
        let Some(mut version) = found else {
            let name = match dependency.version.as_str() {
                "+" => format!("{}:{} (version unknown)", id.0, id.1),
                version => format!("{}:{}:{version}", id.0, id.1),
            };
            if self.taken.insert(key(dependency), String::new()).is_none() {
                self.missing.push((node, name));
            }
            return;
        };
        if let Some(newest) = self.newest.get(&id) {
            if version::compare(&version, newest) == Ordering::Greater {
                self.newer.insert(id.clone(), version.clone());
            } else {
                version.clone_from(newest);
            }
        }
        if let Some(taken) = self.taken.get(&name) {
            if self.request.conflicts == Conflicts::Newest
                && version::compare(&version, taken) == Ordering::Greater
                && self
                    .newer
                    .get(&id)
                    .is_none_or(|newer| version::compare(&version, newer) == Ordering::Greater)
            {
                self.newer.insert(id, version);
            }
            return;
        }
        self.taken.insert(name.clone(), version.clone());
        let coordinates = Coordinates::new(&id.0, &id.1, &version);
        let model = poms.artifact(reader, &coordinates);
        if let Some(file) = poms.sibling(&id, &version) {
            resolved.siblings.push((file, name.3 == "tests"));
        } else {
            if let Some(to) = model.as_ref().and_then(|model| model.relocation.as_ref()) {
                let mut moved = node.clone();
                moved.dependency.group.clone_from(&to.group);
                moved.dependency.artifact.clone_from(&to.artifact);
                moved.dependency.version.clone_from(&to.version);
                open.push_back(moved);
                return;
            }
            if !NO_CLASSES.contains(&name.2.as_str()) {
                let jar = poms.repositories.file(&coordinates, &name.3, "jar");
                let jar = jar.or_else(|| for_the_jvm(poms, &coordinates));
                match jar {
                    Some(jar) if jars.insert(jar.clone()) => resolved.jars.push(jar),
                    Some(_) => {}
                    None if model.as_ref().is_some_and(|model| model.is_pom()) => {}
                    None => self.missing.push((node.clone(), coordinates.to_string())),
                }
            }
        }
        if let Some(model) = model {
            open.extend(transitive(&node, &model.dependencies));
        }
    }

    fn report(&self, mut resolved: Resolved, poms: &Poms, reader: &mut Reader<'_>) -> Resolved {
        resolved.is_cut = self.is_cut;
        for (node, name) in &self.missing {
            if !node.is_required {
                continue;
            }
            resolved.missing += 1;
            let dependency = &node.dependency;
            let place = match dependency.scope.as_str() {
                "system" => format!("at {:?}", dependency.system_path),
                _ => format!("in {}", poms.repositories.names()),
            };
            let message = format!(
                "dependency {name} is not {place}; {}, or add it to classPath",
                self.request.remedy
            );
            reader.missing(name.clone(), &node.file, dependency.line, message);
        }
        if self.is_cut
            && let Some(first) = self.request.wanted.first()
        {
            let limit = reader.limits.max_dependencies;
            let message = format!("over {limit} dependencies: the rest is left out");
            reader.problem(Severity::Warning, &first.file, None, message);
        }
        resolved
    }
}

/// The dependencies of a dependency. Messages name the line of the direct dependency that needs them.
fn transitive(node: &Node, dependencies: &[Dependency]) -> Vec<Node> {
    let mut exclusions = Rc::clone(&node.exclusions);
    if !node.dependency.exclusions.is_empty() {
        let own = node.dependency.exclusions.iter();
        exclusions = Rc::new(exclusions.iter().chain(own).cloned().collect());
    }
    let is_excluded = |dependency: &Dependency| {
        exclusions.iter().any(|(group, artifact)| {
            (group == "*" || *group == dependency.group)
                && (artifact == "*" || *artifact == dependency.artifact)
        })
    };
    let needed = dependencies.iter().filter(|dependency| {
        matches!(dependency.scope.as_str(), "" | "compile" | "runtime")
            && !dependency.is_optional
            && !is_excluded(dependency)
    });
    let nodes = needed.map(|dependency| Node {
        is_direct: false,
        is_required: node.is_required && dependency.scope != "runtime",
        exclusions: Rc::clone(&exclusions),
        file: Rc::clone(&node.file),
        dependency: Dependency {
            line: node.dependency.line,
            ..dependency.clone()
        },
    });
    nodes.collect()
}

/// A library for several platforms has its classes under another name; only Gradle's own metadata has it.
fn for_the_jvm(poms: &Poms, coordinates: &Coordinates) -> Option<PathBuf> {
    let artifact = format!("{}-jvm", coordinates.artifact);
    let coordinates = Coordinates::new(&coordinates.group, &artifact, &coordinates.version);
    poms.repositories.file(&coordinates, "", "jar")
}
