//! What the tests share: a JDK, and trees of files in temporary folders.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use jdk::{
    ArchiveCreation, BlockingJavac, CompileRequest, CompiledClass, Environment, Jdk, ServiceConfig,
    SourceUnit, find_jdk,
};
use tempfile::TempDir;
use workspace::{
    Compilation, CompiledFile, Completeness, DiscoverOptions, Project, Toolchain, compile_blocking,
};

pub(crate) fn jdk() -> Jdk {
    find_jdk(None, &Environment::of_this_process()).unwrap()
}

pub(crate) fn config() -> ServiceConfig {
    ServiceConfig {
        archive: ArchiveCreation::Never,
        // Tests share the machine with each other, and some with more.
        time_limit: Duration::from_mins(2),
        ..ServiceConfig::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("jdk-cache"))
    }
}

pub(crate) fn toolchain(jdk: Jdk) -> Toolchain {
    Toolchain {
        jdk,
        service: config(),
    }
}

/// A folder with files, removed in the end.
pub(crate) struct Tree {
    folder: TempDir,
}

impl Tree {
    pub(crate) fn new<const N: usize>(files: [(&str, &str); N]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tree = Self { folder };
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
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

    /// Paths of a project relative to this tree.
    pub(crate) fn names<'a>(&self, paths: &'a [PathBuf]) -> Vec<&'a str> {
        let relative = paths
            .iter()
            .map(|path| path.strip_prefix(self.folder.path()).unwrap());
        relative.map(|path| path.to_str().unwrap()).collect()
    }
}

pub(crate) fn compile(project: &Project) -> Compilation {
    compile_blocking(project, jdk(), config(), None, &mut |_, _, _| {}).unwrap()
}

/// The result for the file of this name.
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

/// Lines and first lines of the messages of a file's problems.
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
    let javac = BlockingJavac::start(jdk(), config()).unwrap();
    let request = CompileRequest {
        sources: vec![SourceUnit::new(path, text)],
        ..CompileRequest::default()
    };
    let response = javac.compile(request).unwrap();
    assert!(response.success, "{:#?}", response.diagnostics);
    response.classes
}

/// A jar with these entries.
pub(crate) fn jar<'a>(entries: impl IntoIterator<Item = (String, &'a [u8])>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(name, options).unwrap();
        std::io::Write::write_all(&mut zip, bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A jar with these classes.
pub(crate) fn jar_of(classes: &[CompiledClass]) -> Vec<u8> {
    jar(classes
        .iter()
        .map(|class| (format!("{}.class", class.binary_name), &*class.bytes)))
}
