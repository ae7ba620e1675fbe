//! Shared by the tests of the binary: running it, folders, a class.

#[cfg(unix)]
pub(crate) mod action;
pub(crate) mod editor;
pub(crate) mod git;
pub(crate) mod renamed;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use jdk::{Environment, Jdk, find_jdk};
use tempfile::TempDir;

/// The result of a run of jouled.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let run = Self {
            code: output.status.code().expect("an exit code, no signal"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        };
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
        run
    }
}

/// Runs jouled with its output piped; a panic fails the test.
pub(crate) fn jouled(arguments: &[&str]) -> Run {
    jouled_with(arguments, |_| ())
}

/// The same with changes to the command.
pub(crate) fn jouled_with(arguments: &[&str], change: impl FnOnce(&mut Command)) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jouled"));
    command.args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    // Most tests are not about calls, and need not wait for the costs of the JDK's methods.
    command.env("JOULED_CALLS", "none");
    command.env("XDG_CACHE_HOME", cache());
    command.env("XDG_CONFIG_HOME", config());
    command.env("JAVA_HOME", tests::shared_jdk().home);
    change(&mut command);
    command.output().expect("jouled starts").into()
}

/// The cache folder of the JDKs' services, kept between runs.
pub(crate) fn cache() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

/// Makes the compiler ready in the cache folder of a user.
pub(crate) fn prepare_compiler_in(user_cache: &Path) {
    let folder = env!("CARGO_TARGET_TMPDIR");
    tests::prepare_compiler_in(&user_cache.join("jouled"), &tests::shared_jdk(), folder);
}

/// A folder for a cache in which only the compiler is ready.
pub(crate) fn cache_with_compiler(folder: &Folder) -> PathBuf {
    let cache = Path::new(folder.path()).join("cache");
    prepare_compiler_in(&cache);
    cache
}

/// A configuration in which the default model was chosen, so that numbers do not depend on the user.
pub(crate) fn config() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("config");
    let choice = folder.join("jouled").join("model-in-use");
    if !choice.exists() {
        std::fs::create_dir_all(folder.join("jouled")).expect("a folder");
        std::fs::write(&choice, "raspberry-pi-5\n").expect("a file");
    }
    folder
}

/// The JDK that jouled also finds.
pub(crate) fn jdk() -> Jdk {
    find_jdk(None, &Environment::of_this_process()).expect("the tests need a JDK")
}

/// The class file of `p.Sum`, with a method `of` without symbols.
pub(crate) fn class() -> Vec<u8> {
    let text = "package p; public class Sum { int of(int a, int b) { return a + b; } }";
    let classes = compiled("Sum.java", text).into_iter();
    let mut found = classes.filter(|(name, _)| name == "p/Sum");
    found.next().expect("the class").1
}

/// The classes of a source file, by their names with slashes. Tests share those of the same text.
pub(crate) fn compiled(name: &str, text: &str) -> Vec<(String, Vec<u8>)> {
    let classes = tests::compile_classes(env!("CARGO_TARGET_TMPDIR"), name, text).into_iter();
    classes
        .map(|class| (class.binary_name, class.bytes))
        .collect()
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")
}

pub(crate) fn fixture(name: &str) -> String {
    fixtures().join("java").join(name).display().to_string()
}

/// A small model of the instruction structure.
pub(crate) fn fixture_model() -> String {
    fixtures()
        .join("models/instruction.json")
        .display()
        .to_string()
}

/// A folder that is removed at the end.
#[derive(Debug)]
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    pub(crate) fn path(&self) -> &str {
        self.0.path().to_str().expect("UTF-8")
    }

    /// Writes a file, with the folders above it, and returns its path.
    pub(crate) fn write(&self, name: &str, content: &[u8]) -> String {
        let path = self.0.path().join(name);
        let parent = path.parent().expect("a folder");
        std::fs::create_dir_all(parent).expect("a folder");
        std::fs::write(&path, content).expect("a file");
        path.display().to_string()
    }
}
