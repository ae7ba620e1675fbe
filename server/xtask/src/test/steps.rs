//! The steps of `cargo xtask test`.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::Context;

use super::junit::TestResults;
use super::programs::{executable, lab, server, tests_are_built};
use super::step::{Step, StepError, StepResult, run_tests};
use xtask::process::{self, cargo};
use xtask::tools::{Package, system};
use xtask::tools::{emacs, java, nextest, python, shared_jdk};

/// The model that the tests use, which is the default.
const MODEL: &str = "raspberry-pi-5";

/// All steps in the order in which they run: the quickest to fail first. Of those beside, the first ones need no costs of the
/// JDK's methods, which are computed at the same time.
pub(super) const STEPS: &[Step] = &[
    Step {
        name: "format",
        what: "the Rust code is formatted",
        beside: false,
        run: format,
    },
    Step {
        name: "supply",
        what: "licences, sources and advisories of all dependencies",
        beside: false,
        run: super::supply::supply,
    },
    Step {
        name: "clippy",
        what: "the Rust code has no warnings",
        beside: false,
        run: clippy,
    },
    Step {
        name: "build",
        what: "everything that the following steps run is built",
        beside: false,
        run: build,
    },
    Step {
        name: "prices",
        what: "the costs of the JDK's methods, and archives of javac",
        beside: false,
        run: prices,
    },
    Step {
        name: "models",
        what: "the model files match their tables",
        beside: false,
        run: models,
    },
    Step {
        name: "settings",
        what: "manuals and manifest list the current settings",
        beside: false,
        run: settings,
    },
    Step {
        name: "rust",
        what: "unit, integration and corpus tests",
        beside: false,
        run: rust,
    },
    Step {
        name: "doctests",
        what: "the examples in the documentation",
        beside: false,
        run: doctests,
    },
    Step {
        name: "extension",
        what: "the VS Code extension's types, style and unit tests",
        beside: true,
        run: super::vscode::extension,
    },
    Step {
        name: "configurations",
        what: "the configurations for other editors are well-formed, and a project chooses nothing in them",
        beside: true,
        run: configurations,
    },
    Step {
        name: "spark",
        what: "the package for Apache Spark on executors, one of which is killed",
        beside: true,
        run: spark,
    },
    Step {
        name: "protocol",
        what: "the language server, driven as Neovim, VS Code and Emacs drive it",
        beside: true,
        run: protocol,
    },
    Step {
        name: "neovim",
        what: "the plugin and the server in Neovim itself",
        beside: true,
        run: neovim,
    },
    Step {
        name: "pages",
        what: "the pages that jouled writes, in a browser",
        beside: true,
        run: super::vscode::pages,
    },
    Step {
        name: "packages",
        what: "the packages of a release, installed and run",
        beside: true,
        run: packages,
    },
    Step {
        name: "vscode",
        what: "the extension and the server in VS Code itself",
        beside: true,
        run: super::vscode::vscode,
    },
];

fn format() -> StepResult {
    process::run(cargo().args(["fmt", "--all", "--check"]))?;
    Ok(TestResults::default())
}

/// What is checked: all crates, and the one that has another form in the smaller build of `cargo xtask demo`.
const CHECKED: [&[&str]; 2] = [
    &["--workspace", "--all-targets"],
    &["--package", "rows", "--no-default-features"],
];

fn clippy() -> StepResult {
    if builds_are_linted() {
        return build_without_warnings();
    }
    for checked in CHECKED {
        process::run(
            cargo()
                .args(["clippy", "--quiet"])
                .args(checked)
                .args(["--", "--deny", "warnings"]),
        )?;
    }
    Ok(TestResults::default())
}

/// Whether clippy compiles the workspace instead of rustc: what it checks need not be compiled again.
fn builds_are_linted() -> bool {
    let wrapper = std::env::var_os("RUSTC_WORKSPACE_WRAPPER").unwrap_or_default();
    Path::new(&wrapper).file_stem() == Some(OsStr::new("clippy-driver"))
}

/// Builds everything, and fails after that if there were warnings: later steps can use what was built.
fn build_without_warnings() -> StepResult {
    let mut warnings = String::new();
    for checked in CHECKED {
        process::run(cargo().arg("build").args(checked))?;
        // Cargo repeats the warnings of what is up to date, and a quiet build writes nothing else.
        let mut again = cargo();
        warnings += &process::errors(again.args(["build", "--quiet"]).args(checked))?;
    }
    if warnings.trim().is_empty() {
        Ok(TestResults::default())
    } else {
        println!("{}", warnings.trim_end());
        Err(StepError::Failed(anyhow::anyhow!("clippy has warnings")))
    }
}

fn models() -> StepResult {
    process::run(lab("model-data")?.arg("--check"))?;
    Ok(TestResults::default())
}

fn settings() -> StepResult {
    process::run(lab("settings")?.arg("--check"))?;
    Ok(TestResults::default())
}

fn build() -> StepResult {
    let Some(mut command) = nextest() else {
        process::run(cargo().args(["test", "--workspace", "--all-targets", "--no-run"]))?;
        tests_are_built();
        return Ok(TestResults::default());
    };
    process::run(command.arg("--no-run"))?;
    tests_are_built();
    Ok(TestResults::default())
}

/// The cache folder that all tests share which need none of their own. It is also that of the Rust tests.
fn cache() -> anyhow::Result<PathBuf> {
    Ok(process::target_folder()?.join("tmp").join("cache"))
}

/// What tests would otherwise wait for. They start javac hundreds of times: from an archive it needs half of the time.
/// The costs of the JDK's methods take a minute, and tests that need them would all wait for one of them.
fn prices() -> StepResult {
    let Ok(jdks) = java::ensure_both() else {
        // The steps that need them say so.
        return Ok(TestResults::default());
    };
    let path = java::search_path(&jdks)?;
    // What lies in the folder of a project runs no program.
    let folder = process::own_folder()?;
    let mut archives = lab("javac-archives")?;
    archives
        .arg(cache()?.join("jouled"))
        .current_dir(&folder)
        .env("PATH", &path);
    process::run(&mut archives)?;
    let mut library = process::command(server()?);
    library
        .args(["library", "--model", MODEL])
        .current_dir(&folder)
        .env("XDG_CACHE_HOME", cache()?)
        .env("PATH", path);
    process::run(&mut library)?;
    if let Some((_, shared)) = shared_compiler() {
        // The archive is of no use, but each session would begin to make one.
        let mut archive = lab("javac-archives")?;
        archive
            .current_dir(&folder)
            .env("XDG_CACHE_HOME", cache()?)
            .env("JAVA_HOME", shared);
        process::run(&mut archive)?;
    }
    Ok(TestResults::default())
}

/// The variable with the JDK whose compiler the tests share; `None` where that does not work: then, each of them starts its own.
fn shared_compiler() -> Option<(&'static str, OsString)> {
    let relay = executable(&process::own_folder().ok()?, "shared-java");
    let jdks = java::ensure().ok()?;
    match shared_jdk::ensure(jdks.first()?, &relay) {
        Ok(folder) => Some((shared_jdk::VARIABLE, folder.into())),
        Err(error) => {
            println!("Each test starts a compiler of its own: {error:#}");
            None
        }
    }
}

fn rust() -> StepResult {
    let jdks = java::ensure_both().map_err(StepError::Unavailable)?;
    system::ensure_program("jq", Package::Jq).map_err(StepError::Unavailable)?;
    for jdk in &jdks {
        println!("found {jdk}");
    }
    let path = java::search_path(&jdks)?;
    let shared = shared_compiler();
    let Some(mut command) = nextest() else {
        let mut tests = cargo();
        tests.args(["test", "--workspace", "--all-targets", "--no-fail-fast"]);
        process::run(tests.env("PATH", path).envs(shared))?;
        return Ok(TestResults::default());
    };
    // nextest keeps its reports below the workspace, wherever cargo builds.
    let report = process::workspace_root().join("target/nextest/default/junit.xml");
    let outcome = run_tests(command.env("PATH", path).envs(shared), &report)?;
    tests_are_built();
    Ok(outcome)
}

/// A run of all Rust tests; `None` where nextest is not available, which it reports.
fn nextest() -> Option<Command> {
    match nextest::ensure() {
        Ok(mut command) => {
            command
                .args(["run", "--workspace", "--config-file"])
                .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("nextest.toml"))
                // Tests wait for the programs that they start: four more than there are processors keep these busy.
                .args(["--test-threads", &(processors() + 4).to_string()]);
            Some(command)
        }
        Err(error) => {
            println!(
                "cargo-nextest cannot be installed, so `cargo test` runs the tests: {error:#}"
            );
            None
        }
    }
}

fn processors() -> usize {
    thread::available_parallelism().map_or(2, NonZero::get)
}

fn doctests() -> StepResult {
    process::run(cargo().args(["test", "--quiet", "--workspace", "--doc"]))?;
    Ok(TestResults::default())
}

fn protocol() -> StepResult {
    let folder = Path::new("tests").join("protocol");
    pytest(
        python::TESTS,
        "protocol",
        &folder,
        processors(),
        shared_compiler(),
    )
}

fn spark() -> StepResult {
    let folder = Path::new("spark").join("tests");
    // They share one cluster.
    pytest(python::SPARK, "spark", &folder, 1, None)
}

fn neovim() -> StepResult {
    let folder = Path::new("tests").join("editors").join("nvim");
    pytest(python::TESTS, "neovim", &folder, processors(), None)
}

fn configurations() -> StepResult {
    if let Err(error) = emacs::ensure() {
        // Its tests say that they are skipped, which fails where nobody reads along.
        println!("{error:#}");
    }
    let folder = Path::new("tests").join("editors").join("configurations");
    pytest(python::TESTS, "configurations", &folder, 1, None)
}

fn packages() -> StepResult {
    let path = super::vscode::node()?.search_path()?;
    let folder = Path::new("tests").join("packages");
    let path = ("PATH", path);
    pytest(python::TESTS, "packages", &folder, processors(), Some(path))
}

/// Runs the Python tests of a folder against the server of this workspace, so many at once, with this variable.
fn pytest(
    environment: python::Environment,
    name: &str,
    folder: &Path,
    at_once: usize,
    variable: Option<(&str, OsString)>,
) -> StepResult {
    java::ensure().map_err(StepError::Unavailable)?;
    let programs = environment.ensure().map_err(StepError::Unavailable)?;
    let server = server()?;
    let reports = process::target_folder()?.join("xtask");
    fs::create_dir_all(&reports).context("could not create a folder for the test reports")?;
    let report = reports.join(format!("{name}.xml"));
    let mut command = process::command(programs.join("python"));
    command
        .args(["-m", "pytest", "-p", "no:cacheprovider", "-rs"])
        .args([
            "--dist",
            "worksteal",
            "--numprocesses",
            &at_once.to_string(),
        ])
        .arg(format!("--junitxml={}", report.display()))
        .arg(process::workspace_root().join(folder))
        // A cache in the current folder would be one of a project.
        .current_dir(process::own_folder()?)
        .env("XDG_CACHE_HOME", cache()?)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("JOULED_BIN", server)
        // What is tested by number is what a method executes itself; tests of calls say so.
        .env("JOULED_CALLS", "none")
        .env("JOULED_NVIM", executable(&programs, "nvim"))
        .envs(variable);
    run_tests(&mut command, &report)
}
