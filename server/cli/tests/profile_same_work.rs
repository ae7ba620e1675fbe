//! The runs of `jouled profile` do the same work, or there is no energy per call.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Folder, compiled, jdk};

/// Works for each line of its input, until one says that it is the last.
const READER: &str = "\
public class Reader {
    static long sink;
    static long work(long n) {
        long v = n;
        for (int i = 0; i < 3_000_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
    public static void main(String[] args) throws java.io.IOException {
        var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        int lines = 0;
        for (String line = in.readLine(); line != null && !line.equals(\"last\"); line = in.readLine()) {
            sink += work(sink);
            lines++;
        }
        System.out.println(lines + \" lines\");
    }
}
";

/// Kills itself in its first run, which is the measured one.
const KILLED: &str = "\
public class Killed {
    static long sink;
    static long work(long n) {
        long v = n;
        for (int i = 0; i < 3_000_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 200; round++) {
            sink += work(sink);
        }
        if (new java.io.File(args[0]).createNewFile()) {
            String self = String.valueOf(ProcessHandle.current().pid());
            new ProcessBuilder(\"kill\", \"-9\", self).start().waitFor();
            Thread.sleep(60_000);
        }
        for (int round = 0; round < 200; round++) {
            sink += work(sink);
        }
    }
}
";

struct Program {
    classes: Folder,
    name: &'static str,
}

impl Program {
    fn new(name: &'static str, text: &str) -> Self {
        let classes = Folder::new();
        for (class, bytes) in compiled(&format!("{name}.java"), text) {
            classes.write(&format!("{class}.class"), &bytes);
        }
        Self { classes, name }
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.classes.path())
    }

    fn profile(&self, options: &[&str], arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jouled"));
        command.args(["profile", "--meter", "cpu-time:tdp=65,cpus=2", "--out"]);
        command.arg(self.path("run.jouled")).args(options).arg("--");
        command.arg(jdk().java());
        command.args(["-cp", self.classes.path(), self.name]);
        command.args(arguments);
        command
    }
}

fn printed(mut command: Command, input: impl Into<Stdio>) -> String {
    let output = command.stdin(input).output().expect("jouled");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn each_run_reads_the_same_file() {
    let program = Program::new("Reader", READER);
    let path = program.path("input");
    std::fs::write(&path, "x\n".repeat(100)).unwrap();
    let open = || File::open(Path::new(&path)).unwrap();
    let text = printed(program.profile(&[], &[]), open());
    assert_eq!(text.matches("100 lines").count(), 2, "{text}");
    assert!(text.contains("did the same work"), "{text}");
    let text = printed(program.profile(&["--repeat", "2", "--no-counts"], &[]), open());
    assert_eq!(text.matches("100 lines").count(), 2, "{text}");
}

#[test]
fn each_run_reads_the_same_from_a_pipe() {
    let program = Program::new("Reader", READER);
    for (end, is_left_open) in [("", false), ("last\n", true)] {
        let (from, mut to) = std::io::pipe().unwrap();
        let text = "x\n".repeat(100) + end;
        let feeding = std::thread::spawn(move || {
            to.write_all(text.as_bytes()).unwrap();
            // With the other end, the pipe stays open.
            is_left_open.then_some(to)
        });
        let text = printed(program.profile(&[], &[]), from);
        assert_eq!(text.matches("100 lines").count(), 2, "{text}");
        assert!(text.contains("did the same work"), "{text}");
        drop(feeding.join().unwrap());
    }
}

#[test]
fn a_killed_run_has_no_energy_per_call() {
    let program = Program::new("Killed", KILLED);
    let mark = program.path("mark");
    let command = program.profile(&["--format", "json"], &[&mark]);
    let text = printed(command, Stdio::null());
    let profile: serde_json::Value = serde_json::from_str(&text).unwrap();
    let methods = profile["methods"].as_array().unwrap();
    let works: Vec<_> = methods.iter().filter(|row| row["method"] == "work").collect();
    assert!(!works.is_empty(), "{text}");
    for work in works {
        assert!(work["own"]["joules"].is_object(), "{work}");
        assert!(work["own_per_call"]["joules"].is_null(), "{work}");
        assert!(work["per_call"]["joules"].is_null(), "{work}");
    }
    assert!(text.contains("was killed, so it did less"), "{text}");
}
