//! Finds what a project consists of, only from its files.
//!
//! Nothing of the project is run. Source roots follow from `package` declarations. Class outputs and jars are searched for
//! where build tools and IDEs put them. Build files are read as far as that is possible without their build tool.

mod build;
mod changed_files;
mod class_output;
mod class_path;
mod eclipse;
mod gradle;
mod maven;
mod missing;
mod module;
mod options;
mod project;
mod reader;
mod repositories;
mod resolve;
mod resolved_build;
mod roots;
mod search;
mod source_set;
mod version;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use crate::build_tool::BuildToolClassPaths;
use class_path::CheckedEntries;
use module::Description;
use problems::{Problem, Severity};
use resolved_build::ResolvedBuild;
use search::Search;

pub use build::is_build_file;
pub use changed_files::ChangedFiles;
pub use class_output::{BuiltClasses, built_classes, needs_processors};
pub use class_path::is_jar_of_project;
pub use missing::Missing;
pub use options::DiscoverOptions;
pub use project::Project;
pub use source_set::SourceSet;

/// Why there is no project.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// A path does not exist or cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A path is neither a folder nor a Java file.
    #[error("{} is neither a folder nor a .java file", path.display())]
    NotJava {
        /// The path.
        path: PathBuf,
    },
}

/// What an absolute path refers to.
enum PathArgument {
    Folder(PathBuf),
    File(PathBuf),
}

impl PathArgument {
    fn new(path: &Path) -> Result<Self, DiscoverError> {
        let unreadable = |source| DiscoverError::Unreadable {
            path: path.to_path_buf(),
            source,
        };
        let absolute = std::path::absolute(path).map_err(unreadable)?;
        if std::fs::metadata(&absolute).map_err(unreadable)?.is_dir() {
            Ok(Self::Folder(absolute))
        } else if absolute
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            Ok(Self::File(absolute))
        } else {
            Err(DiscoverError::NotJava {
                path: path.to_path_buf(),
            })
        }
    }
}

impl Project {
    /// Whether [`Project::discover`] accepts a path, for callers that leave out the others.
    ///
    /// # Errors
    ///
    /// [`DiscoverError`] if the path does not exist or is not a Java file.
    pub fn check(path: &Path) -> Result<(), DiscoverError> {
        PathArgument::new(path).map(|_| ())
    }

    /// Finds the project of files and folders. A folder means all Java files in it. Files and folders are compiled against the
    /// other files of their source roots. Hidden folders, `node_modules`, build outputs and symbolic links are not searched.
    ///
    /// # Errors
    ///
    /// [`DiscoverError`] if a path does not exist or is not a Java file.
    pub fn discover(paths: &[PathBuf], options: &DiscoverOptions) -> Result<Self, DiscoverError> {
        let mut search = Search::new(&options.limits, &options.exclude);
        let mut sources = BTreeSet::new();
        let mut folders = BTreeSet::new();
        let mut loose = Vec::new();
        for path in paths {
            match PathArgument::new(path)? {
                PathArgument::Folder(folder) => {
                    sources.extend(search.java_files(&folder));
                    folders.insert(folder);
                }
                PathArgument::File(file) => loose.push(file),
            }
        }
        let mut roots: BTreeSet<PathBuf> = by_folder(&sources)
            .into_values()
            .map(roots::source_root)
            .collect();
        // A folder inside a package uses the rest of its source tree.
        let is_given = |root: &PathBuf| folders.iter().any(|folder| root.starts_with(folder));
        let around = roots.iter().filter(|root| !is_given(root));
        let mut context: BTreeSet<PathBuf> =
            around.flat_map(|root| search.java_files(root)).collect();
        for file in &loose {
            let nearby = roots::SingleFileSources::of(file);
            context.extend(nearby.files(&mut search));
            roots.extend(nearby.roots);
        }
        sources.extend(loose.iter().cloned());
        let parents = loose
            .iter()
            .filter_map(|file| file.parent().map(Path::to_path_buf));
        let root = common_ancestor(folders.iter().cloned().chain(parents));
        if sources.is_empty() && !paths.is_empty() {
            let message = "there are no .java files here";
            let problem = Problem::new(Severity::Warning, root.clone(), message);
            search.problems.push(problem);
        }
        let given = options.class_path.iter();
        let given: Vec<PathBuf> = given
            .map(|entry| std::path::absolute(entry).unwrap_or_else(|_| entry.clone()))
            .collect();
        let (outputs, jars, more) = class_path::of(&folders, &roots, &options.limits);
        search.problems.extend(more);
        let mut checked = CheckedEntries::default();
        let description = if options.without_build_files {
            Description::default()
        } else {
            build::describe(&roots, options)
        };
        let cache = options.cache.as_deref();
        let asked = cache.and_then(|cache| BuildToolClassPaths::kept(cache, &description.files));
        // The context of single files already has everything around them.
        let searched: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
        let around = (&given[..], &jars[..]);
        let asked = asked.as_ref();
        let described = ResolvedBuild::new(
            &description,
            asked,
            &searched,
            around,
            &mut search,
            &mut checked,
        );
        let of_sets = described.sets.iter().flat_map(|set| &set.roots);
        roots.extend(of_sets.cloned());
        context.extend(described.context);
        context.retain(|file| !sources.contains(file));
        let all = given.into_iter().chain(outputs).chain(jars);
        let all = all.chain(described.class_path);
        let class_path = checked.usable(all, &mut search.problems);
        let mut problems = search.problems;
        let mut missing = Vec::new();
        // The path that could not be read was requested.
        if asked.is_none() {
            problems.extend(description.problems);
            missing = description.missing;
        }
        Ok(Self {
            root: root.unwrap_or_default(),
            sources: sources.into_iter().collect(),
            unreached: 0,
            context: context.into_iter().collect(),
            source_roots: roots.into_iter().collect(),
            class_path,
            source_sets: described.sets,
            build_files: description.files,
            problems,
            missing,
            release: options.release,
            limits: options.limits.clone(),
        })
    }

    /// The project of a path that is open in an editor. This includes a file that is not saved yet, or has another extension:
    /// it is compiled only against the class path.
    pub fn of_open_path(path: &Path, options: &DiscoverOptions) -> Self {
        programs::projects::add_around(path);
        let found = Self::discover(&[path.to_path_buf()], options);
        found.unwrap_or_else(|_| {
            let folder = path.parent().unwrap_or(path);
            Self {
                root: folder.to_path_buf(),
                class_path: options.class_path.clone(),
                release: options.release,
                limits: options.limits.clone(),
                ..Self::default()
            }
        })
    }
}

/// One file of each folder.
fn by_folder(files: &BTreeSet<PathBuf>) -> BTreeMap<&Path, &Path> {
    let with_folder = files
        .iter()
        .filter_map(|file| Some((file.parent()?, file.as_path())));
    with_folder.collect()
}

fn common_ancestor(folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    folders.reduce(|common, folder| {
        let shared = common.components().zip(folder.components());
        shared
            .take_while(|(left, right)| left == right)
            .map(|(left, _)| left)
            .collect()
    })
}
