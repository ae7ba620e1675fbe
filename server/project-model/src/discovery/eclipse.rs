//! Reads Eclipse's `.classpath`.

use std::path::{Path, PathBuf};

use roxmltree::Node;

use super::module::{Module, Output};
use super::reader::{Lines, Reader, children, is_output, named_path, text_of, xml};
use files::is_remote;
use problems::Severity;

/// The maximum nesting of required projects.
const MAX_NESTING: usize = 32;

#[derive(Debug)]
pub(super) struct Eclipse {
    /// The value of the variable `M2_REPO`.
    repository: Option<PathBuf>,
}

/// The remaining work for one module.
#[derive(Default)]
struct Walk {
    module: Module,
    /// The files that were read.
    seen: Vec<PathBuf>,
}

impl Eclipse {
    pub(super) fn new(repository: Option<PathBuf>) -> Self {
        Self { repository }
    }

    pub(super) fn module(&self, reader: &mut Reader<'_>, file: &Path) -> Option<Module> {
        let mut walk = Walk::default();
        let own = self.read(reader, file, &mut walk, 0)?;
        let mut module = walk.module;
        module.folder = file.parent().unwrap_or(file).to_path_buf();
        module.build_file = file.to_path_buf();
        module.outputs = own;
        module.is_mutual = true;
        Some(module)
    }

    /// The outputs of one project. Adds the projects that it needs to the walk.
    fn read(
        &self,
        reader: &mut Reader<'_>,
        file: &Path,
        walk: &mut Walk,
        depth: usize,
    ) -> Option<Vec<Output>> {
        walk.seen.push(file.to_path_buf());
        let text = reader.text(file)?;
        let document = match xml(&text) {
            Ok(document) => document,
            Err(error) => {
                let message = format!("this file cannot be read: {error}; set classPath");
                reader.problem(Severity::Warning, file, None, message);
                return None;
            }
        };
        let lines = Lines::new(&text);
        let folder = file.parent().unwrap_or(file);
        let entries: Vec<_> = children(document.root_element())
            .filter(|node| node.tag_name().name() == "classpathentry")
            .collect();
        let attribute = |node: Node<'_, '_>, name: &str| {
            let value = node.attribute(name).unwrap_or_default();
            value.to_owned()
        };
        let default = entries
            .iter()
            .find(|node| node.attribute("kind") == Some("output"))
            .map_or_else(|| "bin".to_owned(), |node| attribute(*node, "path"));
        let mut outputs: Vec<Output> = Vec::new();
        for entry in entries {
            let path = attribute(entry, "path");
            let line = Some(lines.of(entry));
            match entry.attribute("kind") {
                Some("src") if path.starts_with('/') => {
                    self.project(reader, file, &path, line, walk, depth);
                }
                Some("src") => {
                    let output = entry.attribute("output").unwrap_or(&default);
                    let output = named_path(folder, output);
                    let root = named_path(folder, &path);
                    match outputs.iter_mut().find(|known| known.folder == output) {
                        Some(known) => known.roots.push(root),
                        None => outputs.push(Output {
                            folder: output,
                            roots: vec![root],
                            generated: vec![folder.join(".apt_generated")],
                            level: None,
                        }),
                    }
                }
                Some("lib") => {
                    let found = match path.strip_prefix('/') {
                        _ if is_remote(&path) => None,
                        Some(inside) if !Path::new(&path).exists() => {
                            // The first name is that of a project.
                            let (name, rest) = inside.split_once('/').unwrap_or((inside, ""));
                            project_folder(reader, folder, name)
                                .map(|other| named_path(&other, rest))
                        }
                        _ => Some(named_path(folder, &path)),
                    };
                    library(reader, file, line, &path, found, &mut walk.module);
                }
                Some("var") => {
                    let (variable, rest) = path.split_once('/').unwrap_or((&path, ""));
                    let is_known = variable == "M2_REPO";
                    let base = self.repository.as_ref().filter(|_| is_known);
                    let found = base.map(|base| named_path(base, rest));
                    if variable != "JRE_LIB" {
                        library(reader, file, line, &path, found, &mut walk.module);
                    }
                }
                Some("con") if !path.starts_with("org.eclipse.jdt.launching.JRE_CONTAINER") => {
                    walk.module.missing += 1;
                    walk.module.is_partial = true;
                    let message =
                        format!("only Eclipse knows what {path:?} stands for; add it to classPath");
                    reader.problem(Severity::Warning, file, line, message);
                }
                _ => {}
            }
        }
        Some(outputs)
    }

    /// Adds a project that this one needs, and the projects that it needs.
    fn project(
        &self,
        reader: &mut Reader<'_>,
        file: &Path,
        path: &str,
        line: Option<u32>,
        walk: &mut Walk,
        depth: usize,
    ) {
        let folder = file.parent().unwrap_or(file);
        let name = path.trim_matches('/');
        let Some(other) = project_folder(reader, folder, name) else {
            walk.module.missing += 1;
            walk.module.is_partial = true;
            let message = format!(
                "there is no project {name:?} beside this one; add its classes to classPath"
            );
            reader.problem(Severity::Warning, file, line, message);
            return;
        };
        let other = other.join(".classpath");
        if walk.seen.contains(&other) {
            return;
        }
        let outputs = if depth < MAX_NESTING && other.is_file() {
            self.read(reader, &other, walk, depth + 1)
        } else {
            None
        };
        match outputs {
            Some(outputs) => walk.module.siblings.extend(outputs),
            None => walk.module.is_partial = true,
        }
    }
}

fn library(
    reader: &mut Reader<'_>,
    file: &Path,
    line: Option<u32>,
    path: &str,
    found: Option<PathBuf>,
    module: &mut Module,
) {
    let found = found.filter(|found| found.exists());
    module.is_partial |= found.as_deref().is_none_or(is_output);
    if let Some(found) = found {
        module.jars.push(found);
    } else {
        module.missing += 1;
        let message = format!("the library {path:?} does not exist; add it to classPath");
        reader.problem(Severity::Warning, file, line, message);
    }
}

/// The folder of a project of the same workspace: the sibling folder with this name, or the one whose `.project` has this name.
fn project_folder(reader: &mut Reader<'_>, folder: &Path, name: &str) -> Option<PathBuf> {
    let is_name = !name.is_empty() && !name.contains(['/', '\\']) && !matches!(name, "." | "..");
    let beside = folder.parent().filter(|_| is_name)?;
    let sibling = beside.join(name);
    if sibling.is_dir() {
        return Some(sibling);
    }
    let entries = std::fs::read_dir(beside).ok()?.flatten();
    let mut folders: Vec<_> = entries.map(|entry| entry.path()).collect();
    folders.sort();
    folders.truncate(reader.limits.max_build_files);
    folders.into_iter().find(|folder| {
        let file = folder.join(".project");
        let text = file.is_file().then(|| reader.text(&file)).flatten();
        text.is_some_and(|text| {
            let document = xml(&text).ok();
            let own = document.and_then(|document| text_of(document.root_element(), "name"));
            own.as_deref() == Some(name)
        })
    })
}
