//! Compiles, runs and counts programs.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::Stdio;

use bytecode::{ClassFile, Code};
use counts::{CountRecording, Counts, Execution, Options};
use jdk::{Environment, Jdk, find_jdks};

pub(crate) fn cache_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache/jouled")
}

/// The JDKs of this machine. If there are none, prints which test is skipped.
pub(crate) fn jdks(test: &str) -> Vec<Jdk> {
    let jdks = find_jdks(None, &Environment::of_this_process()).jdks;
    if jdks.is_empty() {
        tests::skip(test, "no JDK found");
    }
    jdks
}

pub(crate) struct CountedRun {
    pub(crate) counts: Counts,
    pub(crate) exit: Option<i32>,
    classes: Vec<(String, Vec<u8>)>,
}

pub(crate) fn compile(jdk: &Jdk, text: &str) -> Vec<(String, Vec<u8>)> {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let classes = tests::compile_classes_with(jdk, folder, "P.java", text).into_iter();
    classes
        .map(|class| (class.binary_name, class.bytes))
        .collect()
}

/// Runs `P.main` of these classes, and counts.
pub(crate) fn run_classes(
    jdk: &Jdk,
    classes: Vec<(String, Vec<u8>)>,
    options: &Options,
) -> CountedRun {
    run_in_heap(jdk, classes, options, "1g")
}

/// The same with a heap of at most this size.
pub(crate) fn run_in_heap(
    jdk: &Jdk,
    classes: Vec<(String, Vec<u8>)>,
    options: &Options,
    heap: &str,
) -> CountedRun {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in &classes {
        let file = folder.path().join(format!("{name}.class"));
        std::fs::create_dir_all(file.parent().unwrap_or(Path::new("."))).unwrap();
        std::fs::write(file, bytes).unwrap();
    }
    let recording = CountRecording::prepare(jdk, &cache_dir(), options).unwrap();
    let mut java = jdk.java_command();
    recording.add_to(&mut java);
    java.args(["-XX:+UseSerialGC", "-XX:-UsePerfData"]);
    java.arg(format!("-Xmx{heap}"));
    // The JVM also verifies JDK code, so mistakes of the agent become visible.
    java.args([
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+BytecodeVerificationLocal",
    ]);
    java.arg("-classpath").arg(folder.path()).arg("P");
    java.stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = java.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        !said.contains("VerifyError") && !said.contains("jouled"),
        "{said}"
    );
    let counts = match recording.read() {
        Ok(counts) => counts,
        Err(error) => panic!("{error}: {said}"),
    };
    CountedRun {
        counts,
        exit: output.status.code(),
        classes,
    }
}

/// Compiles and runs a class `P`, and counts.
pub(crate) fn run(jdk: &Jdk, text: &str, options: &Options) -> CountedRun {
    run_classes(jdk, compile(jdk, text), options)
}

impl CountedRun {
    /// The code of a method of the program, by class and name.
    pub(crate) fn code(&self, class: &str, name: &str) -> (String, Code) {
        let bytes = self.classes.iter().find(|known| known.0 == class);
        let parsed = ClassFile::parse(&bytes.unwrap().1).unwrap();
        let mut methods = parsed.methods.into_iter();
        let method = methods.find(|method| method.name == name).unwrap();
        (method.descriptor, method.code.unwrap())
    }

    /// The execution counts of a method of `P`.
    pub(crate) fn execution(&self, name: &str) -> Execution {
        let (descriptor, code) = self.code("P", name);
        let mut found = self.counts.of("P", name, &descriptor);
        let counted = found.next().unwrap();
        assert!(found.next().is_none());
        counted.execution(&code).unwrap()
    }

    /// Entries, returns, and the counts of each branch as (taken, not taken).
    pub(crate) fn outcomes(&self, name: &str) -> (u64, u64, Vec<(u64, u64)>) {
        let found = self.execution(name);
        let branches = found.branches.iter();
        let branches = branches
            .map(|branch| (branch.taken, branch.not_taken))
            .collect();
        (found.entries, found.returned, branches)
    }

    /// The counts of a switch, by target.
    pub(crate) fn arms(&self, name: &str) -> Vec<u64> {
        let found = self.execution(name);
        found.switches[0].arms.iter().map(|arm| arm.count).collect()
    }
}
