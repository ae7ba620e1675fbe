//! `jouled profile`, its output, and `jouled top`.
#![cfg(target_os = "linux")]

use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use crate::support::{Folder, Run, jdk, jouled, jouled_with};

const PROGRAM: &str = "\
public class Loops {
    static long sink;
    static long light(long n) {
        long v = n;
        for (int i = 0; i < 200_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
    static long heavy(long n) {
        long v = n;
        for (int i = 0; i < 600_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
    static long light(int n) { return n; }
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        for (int round = 0; round < rounds; round++) { sink += light((long) round) + heavy(round) + light(round); }
        System.out.println(\"done\");
        System.exit(args.length > 1 ? Integer.parseInt(args[1]) : 0);
    }
}
";

struct Program {
    source: Folder,
    classes: Folder,
}

impl Program {
    fn new() -> Self {
        let (source, classes) = (Folder::new(), Folder::new());
        source.write("Loops.java", PROGRAM.as_bytes());
        for (name, bytes) in crate::support::compiled("Loops.java", PROGRAM) {
            classes.write(&format!("{name}.class"), &bytes);
        }
        Self { source, classes }
    }

    fn file(&self) -> String {
        format!("{}/run.jouled", self.classes.path())
    }

    fn profile(&self, options: &[&str], arguments: &[&str]) -> Run {
        let java = jdk().java().display().to_string();
        let file = self.file();
        let mut all = vec![
            "profile",
            "--meter",
            "cpu-time:tdp=65,cpus=2",
            "--out",
            &file,
        ];
        all.extend(options);
        all.extend(["--", &java, "-cp", self.classes.path(), "Loops"]);
        all.extend(arguments);
        jouled(&all)
    }

    fn start(&self) -> Child {
        let mut java = Command::new(jdk().java());
        java.args(["-cp", self.classes.path(), "Loops", "1000000"]);
        java.stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        java.spawn().expect("a JVM")
    }
}

/// The words in a method's row.
fn row<'t>(text: &'t str, method: &str) -> Vec<&'t str> {
    let line = text.lines().find(|line| line.ends_with(method));
    line.unwrap_or_else(|| panic!("{method} is not in\n{text}"))
        .split_whitespace()
        .collect()
}

#[test]
fn a_profile_says_what_each_method_cost_and_what_it_rests_on() {
    let program = Program::new();
    let run = program.profile(&[], &["400"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // The program's own output comes first, and then the table. The program ran twice.
    assert_eq!(run.stdout.matches("done").count(), 2, "{}", run.stdout);
    assert!(
        run.stdout.contains("Modelled, not measured, by cpu-time"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("compiling it (JIT)"), "{}", run.stdout);
    let heavy = row(&run.stdout, "Loops.heavy(long)");
    assert!(heavy.contains(&"400"), "{heavy:?}");
    assert!(
        run.stdout.lines().all(|line| line.chars().count() <= 120),
        "{}",
        run.stdout
    );
    let file = program.file();
    let mode = Path::new(&file)
        .metadata()
        .expect("the file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    // The same output again, without running the program.
    let again = jouled(&["report", "--profile", &file]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert_eq!(row(&again.stdout, "Loops.heavy(long)"), heavy);
    for (format, part) in [
        ("csv", "Loops,heavy,(J)J,"),
        ("html", "<title>jouled profile"),
        ("collapsed", "Loops.heavy(long) "),
        ("speedscope", "speedscope"),
    ] {
        let form = jouled(&["report", "--profile", &file, "--format", format]);
        assert_eq!(form.code, 0, "{format}: {}", form.stderr);
        assert!(form.stdout.contains(part), "{format}: {}", form.stdout);
    }
}

#[test]
fn measured_energy_stands_beside_predicted_energy() {
    let program = Program::new();
    assert_eq!(program.profile(&[], &["400"]).code, 0);
    let file = program.file();
    let text = jouled(&["report", "--profile", &file, program.source.path()]);
    assert_eq!(text.code, 0, "{}", text.stderr);
    let heavy = row(&text.stdout, "Loops.heavy(long)");
    assert!(heavy.contains(&"400") && heavy.contains(&"≈"), "{heavy:?}");
    let json = jouled(&[
        "report",
        "--profile",
        &file,
        program.source.path(),
        "--format",
        "json",
    ]);
    let report: Value = serde_json::from_str(&json.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    let of = |name: &str, descriptor: &str| {
        let found = methods
            .iter()
            .find(|method| method["method"] == name && method["descriptor"] == descriptor);
        found.expect("the method")["measured"].clone()
    };
    let heavy = of("heavy", "(J)J");
    assert_eq!(heavy["calls"], 400);
    assert_eq!(heavy["is_modelled"], true);
    let joules = |value: &Value| value[0].as_f64().expect("a mean");
    let per_call = joules(&heavy["joules_per_call"]) * 400.0;
    assert!(
        (per_call / joules(&heavy["joules"]) - 1.0).abs() < 1e-6,
        "{heavy}"
    );
    // Overloads have separate calls.
    assert_eq!(of("light", "(I)J")["calls"], 400);
    // The counts are in the prediction: each loop runs as often as it did.
    let typical = methods
        .iter()
        .find(|method| method["method"] == "heavy")
        .expect("it")["typical"]
        .clone();
    assert_eq!(typical["kind"], "tight", "{typical}");
    // The source shows the same at the method, and the energy of the run at the loop.
    let source = format!("{}/Loops.java", program.source.path());
    let annotated = jouled(&["annotate", "--profile", &file, &source]);
    assert_eq!(annotated.code, 0, "{}", annotated.stderr);
    let lines: Vec<&str> = annotated.stdout.lines().collect();
    let heavy = lines
        .iter()
        .position(|line| line.contains("long heavy(long n)"))
        .expect("the method");
    assert!(
        lines[heavy - 1].contains("  ● ") && lines[heavy - 1].contains("400 calls"),
        "{}",
        lines[heavy - 1]
    );
    assert!(
        lines[heavy + 2].contains("● ") && lines[heavy + 2].contains("% "),
        "{}",
        lines[heavy + 2]
    );
    // The same counts, taken from the profile separately.
    let counts = jouled(&["report", "--counts", &file, program.source.path()]);
    assert_eq!(counts.code, 0, "{}", counts.stderr);
}

#[test]
fn two_runs_are_compared_by_calls_and_by_cost() {
    let program = Program::new();
    assert_eq!(program.profile(&[], &["200"]).code, 0);
    let (base, head) = (format!("{}.base", program.file()), program.file());
    std::fs::rename(&head, &base).expect("the file");
    assert_eq!(program.profile(&[], &["600"]).code, 0);
    let run = jouled(&["diff", &base, &head]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // Three times the calls. Their cost depends on how soon the JIT gets CPU time to compile them, so on a busy machine the sum
    // may be uncertain, but it is not less.
    let heavy = row(&run.stdout, "Loops.heavy(long)");
    assert!(heavy.contains(&"×3.00"), "{heavy:?}");
    assert!(!heavy.contains(&"less"), "{heavy:?}");
    let other = jouled(&["diff", &base, program.source.path()]);
    assert_eq!(other.code, 2);
    assert!(
        other
            .stderr
            .contains("can only be compared with another profile"),
        "{}",
        other.stderr
    );
    let form = jouled(&["diff", &base, &head, "--format", "markdown"]);
    assert_eq!(form.code, 2, "{}", form.stdout);
}

#[test]
fn a_program_that_fails_fails_its_profile_and_is_kept() {
    let program = Program::new();
    let run = program.profile(&["--no-counts"], &["100", "7"]);
    assert_eq!(run.code, 7, "{}", run.stderr);
    assert_eq!(run.stdout.matches("done").count(), 1);
    let shown = jouled(&["report", "--profile", &program.file()]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    let counts = jouled(&["report", "--counts", &program.file(), program.source.path()]);
    assert_eq!(counts.code, 1);
    assert!(counts.stderr.contains("has no counts"), "{}", counts.stderr);
}

#[test]
fn by_default_a_profile_goes_into_a_folder_that_git_ignores() {
    let program = Program::new();
    let folder = Folder::new();
    let java = jdk().java().display().to_string();
    let run = jouled_with(
        &[
            "profile",
            "--no-counts",
            "--",
            &java,
            "-cp",
            program.classes.path(),
            "Loops",
            "20",
        ],
        |command| {
            command.current_dir(folder.path());
        },
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains(".jouled/run-1.jouled"),
        "{}",
        run.stderr
    );
    let ignored = std::fs::read_to_string(format!("{}/.jouled/.gitignore", folder.path()));
    assert_eq!(ignored.expect("a file"), "*\n");
}

#[test]
fn what_is_no_profile_is_refused() {
    let folder = Folder::new();
    folder.write("run.jouled", b"SQLite format 3\0 and nothing of it");
    let file = format!("{}/run.jouled", folder.path());
    for arguments in [
        &["report", "--profile", &file][..],
        &["report", "--counts", &file, folder.path()],
    ] {
        let run = jouled(arguments);
        assert_eq!(run.code, 1, "{}", run.stdout);
        assert!(
            run.stderr
                .contains("is not a profile that this version of jouled can read"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn tests_have_the_energy_of_what_they_call() {
    // The engine is recognised by its package, and tests by their callers.
    let (classes, engine) = (
        Folder::new(),
        "package org.junit.platform;
public class Launcher {
    public static void main(String[] args) throws Exception {
        Class<?> tests = Class.forName(\"my.SumsTest\");
        for (int i = 0; i < 4; i++) {
            tests.getMethod(\"adds\").invoke(null);
            tests.getMethod(\"multiplies\").invoke(null);
        }
    }
}
",
    );
    let tests = "package my;
public class SumsTest {
    static long sink;
    public static void adds() { burn(3); }
    public static void multiplies() { burn(1); }
    static void burn(int parts) {
        long v = 1;
        for (int i = 0; i < parts * 20_000_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        sink += v;
    }
}
";
    for (file, text) in [("Launcher.java", engine), ("SumsTest.java", tests)] {
        for (name, bytes) in crate::support::compiled(file, text) {
            classes.write(&format!("{name}.class"), &bytes);
        }
    }
    let file = format!("{}/run.jouled", classes.path());
    let java = jdk().java().display().to_string();
    let main = "org.junit.platform.Launcher";
    let run = jouled(&[
        "profile",
        "--out",
        &file,
        "--",
        &java,
        "-cp",
        classes.path(),
        main,
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let shown = jouled(&["report", "--profile", &file, "--by", "test"]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    let rows: Vec<&str> = shown
        .stdout
        .lines()
        .filter(|line| line.contains("my.SumsTest."))
        .collect();
    assert!(rows[0].ends_with("my.SumsTest.adds()"), "{}", shown.stdout);
    assert!(
        rows[1].ends_with("my.SumsTest.multiplies()"),
        "{}",
        shown.stdout
    );
    assert_eq!(rows.len(), 2, "{}", shown.stdout);
    let of_code = jouled(&["report", "--by", "test", classes.path()]);
    assert_eq!(of_code.code, 2, "{}", of_code.stdout);

    // A budget that was not compared with anything is no success, in each form.
    let project = Folder::new();
    for (settings, code, told) in [
        ("[tests]\nbudget = \"1000 kJ\"\n", 0, ""),
        ("[tests]\nbudget = \"1 nJ\"\n", 3, ""),
        ("[tests.budgets]\n\"my.SumsTest.adds\" = \"1000 kJ\"\n", 0, ""),
        ("[tests.budgets]\n\"my.SumsTest.add\" = \"1000 kJ\"\n", 4, "my.SumsTest.add "),
        ("[test]\nbudget = \"1 nJ\"\n", 0, "there is no setting \"test\""),
    ] {
        project.write("jouled.toml", settings.as_bytes());
        for form in [["--by", "test"], ["--format", "junit"]] {
            let arguments = ["report", "--profile", &file, form[0], form[1]];
            let run = jouled_with(&arguments, |command| {
                command.current_dir(project.path());
            });
            assert_eq!(run.code, code, "{settings}: {}", run.stderr);
            assert!(run.stderr.contains(told), "{settings}: {}", run.stderr);
            let arguments = [&arguments[..], &["--package", "my"]].concat();
            let hidden = jouled(&arguments);
            assert_eq!(hidden.code, 2, "{}", hidden.stderr);
        }
    }
}

#[test]
fn top_shows_a_running_jvm_and_lets_it_go() {
    let program = Program::new();
    let mut java = program.start();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let pid = java.id().to_string();
    let run = jouled(&[
        "top",
        &pid,
        "--batch",
        "--count",
        "2",
        "--meter",
        "cpu-time:tdp=65,cpus=2",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        run.stdout.matches("modelled by cpu-time").count(),
        2,
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("Loops.heavy(…)"), "{}", run.stdout);
    assert!(run.stdout.contains("[Java code]"), "{}", run.stdout);
    let without_terminal = jouled(&["top", &pid]);
    assert_eq!(without_terminal.code, 2, "{}", without_terminal.stderr);
    assert!(without_terminal.stderr.contains("--batch"), "{}", without_terminal.stderr);
    assert!(java.try_wait().expect("a state").is_none());
    java.kill().expect("it runs");
    java.wait().expect("it ends");
    let gone = jouled(&["top", &pid, "--batch"]);
    assert_eq!(gone.code, 1);
    assert!(
        gone.stderr.contains("there is no process"),
        "{}",
        gone.stderr
    );
}
