//! Shared by the tests: a JDK, and trees of files in temporary folders.

use compile::{BlockingCompiler, Compilation, CompiledFile, Completeness};
use jdk::{CompiledClass, Jdk, ServiceConfig, Toolchain};
use project_model::{DiscoverOptions, Project};
use std::cell::RefCell;
use std::ops::Deref;
use std::path::{Path, PathBuf};
pub(crate) use tests::{jar, jar_of, shared_jdk as jdk};

pub(crate) fn config() -> ServiceConfig {
    tests::javac_config(env!("CARGO_TARGET_TMPDIR"))
}

pub(crate) fn toolchain(jdk: Jdk) -> Toolchain {
    Toolchain {
        jdk,
        service: config(),
    }
}

/// A folder with files, removed at the end.
pub(crate) struct Tree(tests::FileTree);

impl Deref for Tree {
    type Target = tests::FileTree;

    fn deref(&self) -> &tests::FileTree {
        &self.0
    }
}

impl Tree {
    pub(crate) fn new<const N: usize>(files: [(&str, &str); N]) -> Self {
        Self(tests::FileTree::new(files))
    }

    pub(crate) fn project(&self) -> Project {
        self.project_of([""], &DiscoverOptions::default())
    }

    pub(crate) fn project_of<const N: usize>(
        &self,
        paths: [&str; N],
        options: &DiscoverOptions,
    ) -> Project {
        let paths = paths.map(|path| self.path(path));
        Project::discover(&paths, options).unwrap()
    }

    /// Paths of a project, relative to this tree.
    pub(crate) fn names<'a>(&self, paths: &'a [PathBuf]) -> Vec<&'a str> {
        let relative = paths
            .iter()
            .map(|path| path.strip_prefix(self.path("")).unwrap());
        relative.map(|path| path.to_str().unwrap()).collect()
    }
}

thread_local! {
    /// The compiler of the test.
    static COMPILER: RefCell<BlockingCompiler> = RefCell::default();
}

pub(crate) fn compile(project: &Project) -> Compilation {
    compile_and_keep(jdk(), project, None)
}

/// The same with this JDK, and with a folder for classes.
pub(crate) fn compile_and_keep(jdk: Jdk, project: &Project, kept: Option<&Path>) -> Compilation {
    COMPILER.with_borrow_mut(|compiler| {
        let compiled = compiler.compile(project, jdk, config(), kept, &mut |_, _, _| {});
        compiled.unwrap()
    })
}

/// The result for the file with this name.
pub(crate) fn file<'a>(compilation: &'a Compilation, name: &str) -> &'a CompiledFile {
    let mut files = compilation.files.iter();
    files.find(|file| file.file.ends_with(name)).unwrap()
}

pub(crate) fn assert_complete(file: &CompiledFile) {
    assert_eq!(
        file.completeness,
        Completeness::Complete,
        "{:#?}",
        file.problems
    );
    assert!(file.problems.is_empty() && file.omitted.is_empty());
}

/// The lines of a file's problems, and the first lines of their messages.
pub(crate) fn problems(file: &CompiledFile) -> Vec<(u32, &str)> {
    let line = |text: &'_ str| text.lines().next().map_or(0, str::len);
    file.problems
        .iter()
        .map(|problem| {
            (
                problem.line.unwrap_or(0),
                &problem.message[..line(&problem.message)],
            )
        })
        .collect()
}

/// Classes of a library that the project has no sources of.
pub(crate) fn library(path: &str, text: &str) -> Vec<CompiledClass> {
    tests::compile_classes(env!("CARGO_TARGET_TMPDIR"), path, text)
}
