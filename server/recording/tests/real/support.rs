//! A program that is compiled, run and recorded, and what the JDK's own tools say about the recording.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use jdk::{Environment, Jdk, find_jdks};
use recording::Recording;
use serde_json::Value;

const NEWER_FEATURE: u16 = 25;
const OPTION_VARIABLES: [&str; 3] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

/// Every JDK that is found; says by name what a machine without a newer one skips.
pub(crate) fn jdks(test: &str) -> Vec<Jdk> {
    let jdks = find_jdks(None, &Environment::of_this_process()).jdks;
    assert!(!jdks.is_empty(), "the tests need a JDK");
    if jdks.iter().all(|jdk| jdk.version.feature < NEWER_FEATURE) {
        tests::skip(test, &format!("no JDK {NEWER_FEATURE} found"));
    }
    jdks
}

fn tool(jdk: &Jdk, name: &str) -> Command {
    let mut command = Command::new(jdk.home.join("bin").join(name));
    for variable in OPTION_VARIABLES {
        command.env_remove(variable);
    }
    command
}

pub(crate) fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    output
}

/// The program, compiled, in a folder.
pub(crate) struct Program {
    pub(crate) folder: tempfile::TempDir,
    jdk: Jdk,
}

impl Program {
    pub(crate) fn compile(jdk: &Jdk) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let classes = tests::compile_classes_with(
            jdk,
            env!("CARGO_TARGET_TMPDIR"),
            "Hot.java",
            include_str!("Hot.java"),
        );
        for class in classes {
            let file = folder.path().join(format!("{}.class", class.binary_name));
            std::fs::write(file, class.bytes).unwrap();
        }
        Self {
            folder,
            jdk: jdk.clone(),
        }
    }

    /// The program with a recording that is written at its end.
    pub(crate) fn recorded(&self, millis: u32, options: &[String]) -> (Command, PathBuf) {
        let file = self.folder.path().join("recording.jfr");
        let settings = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/settings.jfc");
        let mut java = tool(&self.jdk, "java");
        java.args(["-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"]);
        java.args(options);
        java.arg(format!(
            "-XX:StartFlightRecording:settings={},filename={}",
            settings.display(),
            file.display()
        ));
        java.arg("-classpath").arg(self.folder.path());
        java.arg("Hot").arg(millis.to_string());
        (java, file)
    }

    /// The bytes of a recording of a run.
    pub(crate) fn record(&self, millis: u32) -> (Vec<u8>, PathBuf) {
        let (mut java, file) = self.recorded(millis, &[]);
        run(&mut java);
        (std::fs::read(&file).unwrap(), file)
    }

    /// What the JDK's own reader says about all events of these types.
    pub(crate) fn printed(&self, file: &Path, types: &[&str]) -> Vec<Value> {
        let mut jfr = tool(&self.jdk, "jfr");
        jfr.args(["print", "--json", "--stack-depth", "4096", "--events"]);
        jfr.arg(types.join(",")).arg(file);
        let printed: Value = serde_json::from_slice(&run(&mut jfr).stdout).unwrap();
        printed["recording"]["events"].as_array().unwrap().clone()
    }

    /// How many events of each type there are, and how many chunks, by the JDK's own reader.
    pub(crate) fn summary(&self, file: &Path) -> Summary {
        let output = run(tool(&self.jdk, "jfr").arg("summary").arg(file));
        Summary(String::from_utf8(output.stdout).unwrap())
    }
}

pub(crate) struct Summary(String);

impl Summary {
    /// The number behind a word at the beginning of a line.
    pub(crate) fn number(&self, word: &str) -> usize {
        let mut lines = self.0.lines().map(str::split_whitespace);
        let found = lines.find_map(|mut words| (words.next() == Some(word)).then(|| words.next()));
        found.flatten().map_or(0, |number| number.parse().unwrap())
    }
}

/// A recording of each JDK.
pub(crate) fn recordings(test: &str, millis: u32) -> Vec<(Program, PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for jdk in jdks(test) {
        let program = Program::compile(&jdk);
        let (bytes, file) = program.record(millis);
        found.push((program, file, bytes));
    }
    found
}

pub(crate) fn read(bytes: &[u8]) -> Recording {
    Recording::read(bytes).unwrap()
}
