//! What goes wrong while a program is profiled: the program is unharmed, and what was recorded stays readable.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use jdk::{Environment, Jdk, find_jdks};
use crate::support::{Folder, jouled};

const PROGRAM: &str = "\
public class Busy {
    static long sink;
    static long heavy(long n) {
        long v = n;
        for (int i = 0; i < 300_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
    public static void main(String[] args) throws InterruptedException {
        long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000_000L;
        while (System.nanoTime() < end) {
            sink += heavy(sink);
            // Enough is sampled beside the pauses, and other tests run in them.
            Thread.sleep(6);
        }
        System.out.println(\"done\");
    }
}
";
const METER: &str = "cpu-time:tdp=65,cpus=2";
/// A busy machine takes long to start a JVM.
const TIMEOUT: Duration = Duration::from_mins(2);

struct Program {
    classes: Folder,
}

impl Program {
    fn new() -> Self {
        let classes = Folder::new();
        for (name, bytes) in crate::support::compiled("Busy.java", PROGRAM) {
            classes.write(&format!("{name}.class"), &bytes);
        }
        Self { classes }
    }

    fn java(&self, jdk: &Jdk, options: &[&str], seconds: &str) -> Command {
        let mut java = Command::new(jdk.java());
        java.args(options)
            .args(["-cp", self.classes.path(), "Busy", seconds]);
        java.stdin(Stdio::null());
        java
    }

    fn start(&self, jdk: &Jdk, options: &[&str]) -> Running {
        let mut java = self.java(jdk, options, "600");
        let child = java.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let running = Running(child.expect("a JVM"));
        wait(|| {
            threads_of(running.0.id())
                .iter()
                .any(|name| name == "VM Thread")
        });
        running
    }
}

/// A process that a failing test does not leave behind.
struct Running(Child);

impl Running {
    fn is_alive(&mut self) -> bool {
        self.0.try_wait().expect("a state").is_none()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn jdks(test: &str) -> Vec<Jdk> {
    let jdks = find_jdks(None, &Environment::of_this_process()).jdks;
    if jdks.is_empty() {
        tests::skip(test, "no JDK found");
    }
    jdks
}

fn wait(mut is_done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_done() {
        assert!(began.elapsed() < TIMEOUT, "it takes too long");
        sleep(Duration::from_millis(50));
    }
}

/// Whether a profile charges the work to the method that does it, and not to the pause after it.
fn is_of_heavy(profile: &str) -> bool {
    let at = |method| profile.find(method);
    match (at("Busy.heavy"), at("Thread.sleep")) {
        (Some(heavy), Some(pause)) => heavy < pause,
        (heavy, _) => heavy.is_some(),
    }
}

fn threads_of(pid: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task"));
    let tasks = tasks.into_iter().flatten().flatten();
    tasks
        .filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok())
        .map(|name| name.trim().to_owned())
        .collect()
}

fn children_of(pid: u32) -> Vec<u32> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let text = text.unwrap_or_default();
    text.split_whitespace()
        .filter_map(|pid| pid.parse().ok())
        .collect()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jouled"));
    command.args(["profile", "--meter", METER]).args(arguments);
    command.stdin(Stdio::null());
    command
}

/// Both streams.
fn told(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// A shell in a space of its own that may mount file systems; `None` where this user may not.
fn may_mount(test: &str) -> bool {
    let tried = Command::new("unshare")
        .args(["-m", "sh", "-c", "mount -t tmpfs -o size=1m t /mnt"])
        .stderr(Stdio::null())
        .status();
    let may = tried.is_ok_and(|status| status.success());
    if !may {
        tests::not_allowed(test, "mounting a file system");
    }
    may
}

/// Runs the program with temporary files on a disk of this size, which `meanwhile` may fill.
fn on_small_disk(program: &Program, jdk: &Jdk, size: &str, meanwhile: &str) -> String {
    let place = Folder::new();
    let script = format!(
        "mount -t tmpfs -o size={size} t {tmp} || exit 9; export TMPDIR={tmp}; ({meanwhile}) & filler=$!; \
         {jouled} profile --meter {METER} --no-counts --out {classes}/run.jouled -- {java} -cp {classes} Busy 20; \
         echo code $?; kill $filler 2>/dev/null; true",
        tmp = place.path(),
        jouled = env!("CARGO_BIN_EXE_jouled"),
        java = jdk.java().display(),
        classes = program.classes.path(),
    );
    let output = Command::new("unshare")
        .args(["-m", "sh", "-c", &script])
        .output();
    told(&output.expect("unshare"))
}

/// The recorder of `HotSpot` ends its virtual machine where it finds the disk full, so that it must have ended before.
#[test]
fn a_disk_that_fills_up_does_not_harm_the_program() {
    let test = "a_disk_that_fills_up_does_not_harm_the_program";
    if !may_mount(test) {
        return;
    }
    for jdk in jdks(test) {
        let program = Program::new();
        let fill = "while ! ls $TMPDIR/*/contents/samples-* >/dev/null 2>&1; do sleep 0.2; done; sleep 4; \
                    head -c 80m /dev/zero > $TMPDIR/fill; sleep 4; head -c 80m /dev/zero > $TMPDIR/more";
        let text = on_small_disk(&program, &jdk, "100m", fill);
        assert!(
            text.contains("done") && text.contains("code 0"),
            "{jdk}: {text}"
        );
        assert!(text.contains("Busy.heavy"), "{jdk}: {text}");
        if jdk.version.feature >= 25 {
            assert!(text.contains("nearly full"), "{jdk}: {text}");
        }
    }
}

#[test]
fn a_disk_without_room_does_not_harm_the_program() {
    let test = "a_disk_without_room_does_not_harm_the_program";
    if !may_mount(test) {
        return;
    }
    for jdk in jdks(test) {
        let program = Program::new();
        let text = on_small_disk(&program, &jdk, "3m", "true");
        assert!(
            text.contains("done") && text.contains("code 0"),
            "{jdk}: {text}"
        );
        assert!(text.contains("Busy.heavy"), "{jdk}: {text}");
    }
}

#[test]
fn a_place_that_cannot_be_written_to_is_told_before_anything_runs() {
    let program = Program::new();
    let Some(jdk) = jdks("a_place_that_cannot_be_written_to").pop() else {
        return;
    };
    let java = jdk.java().display().to_string();
    for out in ["/nowhere/run.jouled", program.classes.path()] {
        let arguments = [
            "profile",
            "--meter",
            METER,
            "--out",
            out,
            "--",
            &java,
            "-cp",
            program.classes.path(),
            "Busy",
            "1",
        ];
        let run = jouled(&arguments);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.contains("--out"), "{}", run.stderr);
        assert!(!run.stdout.contains("done"), "{}", run.stdout);
    }
}

#[test]
fn what_was_recorded_is_kept_where_jouled_is_killed() {
    for jdk in jdks("what_was_recorded_is_kept_where_jouled_is_killed") {
        let program = Program::new();
        let out = format!("{}/run.jouled", program.classes.path());
        let java = jdk.java().display().to_string();
        let mut profiling = command(&["--out", &out, "--", &java]);
        profiling.args(["-cp", program.classes.path(), "Busy", "600"]);
        let profiling = profiling
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut profiling = Running(profiling.expect("jouled"));
        let has_samples = || {
            let shown = jouled(&["report", "--profile", &out]);
            shown.stdout.contains("Busy.heavy")
        };
        wait(|| Path::new(&out).exists() && has_samples());
        let targets = children_of(profiling.0.id());
        assert_eq!(targets.len(), 1, "{jdk}: {targets:?}");
        profiling.0.kill().expect("a signal");
        profiling.0.wait().expect("its end");
        // The program continues, also when the next jouled has removed what the killed one left.
        let shown = jouled(&["report", "--profile", &out]);
        sleep(Duration::from_secs(2));
        let state = std::fs::read_to_string(format!("/proc/{}/stat", targets[0]));
        let is_alive = state.is_ok_and(|state| !state.contains(") Z "));
        let _ = Command::new("kill")
            .args(["-9", &targets[0].to_string()])
            .status();
        assert!(is_alive, "{jdk}");
        assert!(
            shown.stdout.contains("Busy.heavy"),
            "{jdk}: {}",
            shown.stdout
        );
        assert!(
            shown.stdout.contains("jouled was ended before the program"),
            "{jdk}: {}",
            shown.stdout
        );
    }
}

#[test]
fn a_recording_of_the_programs_own_goes_on() {
    for jdk in jdks("a_recording_of_the_programs_own_goes_on") {
        let program = Program::new();
        let own = format!("{}/own.jfr", program.classes.path());
        let recording = format!("-XX:StartFlightRecording:filename={own}");
        let out = format!("{}/run.jouled", program.classes.path());
        let java = jdk.java().display().to_string();
        let mut started = command(&["--no-counts", "--out", &out, "--", &java]);
        started.args([&recording, "-cp", program.classes.path(), "Busy", "5"]);
        let output = started.output().expect("jouled");
        assert!(
            told(&output).contains("Busy.heavy"),
            "{jdk}: {}",
            told(&output)
        );
        let length = std::fs::metadata(&own).map_or(0, |file| file.len());
        assert!(length > 0, "{jdk}: its own recording is empty");

        let mut running = program.start(&jdk, &["-XX:StartFlightRecording:name=theirs"]);
        let pid = running.0.id().to_string();
        let output = command(&["--out", &out, "--attach", &pid, "--seconds", "4"]).output();
        let output = output.expect("jouled");
        assert!(is_of_heavy(&told(&output)), "{jdk}: {}", told(&output));
        let mut check = jdk.java_command();
        check.args(["-m", "jdk.jcmd/sun.tools.jcmd.JCmd", &pid, "JFR.check"]);
        let check = check.output().expect("jcmd");
        let check = String::from_utf8_lossy(&check.stdout).into_owned();
        assert!(check.contains("name=theirs"), "{jdk}: {check}");
        assert!(!check.contains("jouled"), "{jdk}: {check}");
        assert!(running.is_alive(), "{jdk}");
    }
}

#[test]
fn two_profilers_of_one_jvm_do_not_harm_it() {
    for jdk in jdks("two_profilers_of_one_jvm_do_not_harm_it") {
        let program = Program::new();
        let mut running = program.start(&jdk, &[]);
        let pid_of_program = running.0.id();
        let pid = pid_of_program.to_string();
        let attach = |name: &str| {
            let out = format!("{}/{name}.jouled", program.classes.path());
            let mut both = command(&["--out", &out, "--attach", &pid, "--seconds", "12"]);
            both.stdout(Stdio::piped()).stderr(Stdio::piped());
            both.spawn().expect("jouled")
        };
        let mut first = attach("first");
        let is_sampled = || {
            let threads = threads_of(pid_of_program);
            threads
                .iter()
                .any(|name| name.starts_with("jouled") || name.starts_with("JFR"))
        };
        wait(is_sampled);
        let second = told(&attach("second").wait_with_output().expect("its end"));
        let goes_on = is_sampled() || first.try_wait().expect("a state").is_some();
        assert!(goes_on, "{jdk}: the second ended the first: {second}");
        let told = [told(&first.wait_with_output().expect("its end")), second];
        let worked = told.iter().filter(|text| is_of_heavy(text)).count();
        let refused = told
            .iter()
            .filter(|text| text.contains("another jouled"))
            .count();
        assert!(worked >= 1 && worked + refused == 2, "{jdk}: {told:#?}");
        assert!(running.is_alive(), "{jdk}");
    }
}

/// The agent is there twice, and the options of both in the variable.
#[test]
fn a_profiler_of_a_profiler_works() {
    for jdk in jdks("a_profiler_of_a_profiler_works") {
        let program = Program::new();
        let out = |name: &str| format!("{}/{name}.jouled", program.classes.path());
        let java = jdk.java().display().to_string();
        let (outer, inner) = (out("outer"), out("inner"));
        let mut outer_command = command(&["--no-counts", "--out", &outer, "--"]);
        outer_command.arg(env!("CARGO_BIN_EXE_jouled"));
        outer_command.args([
            "profile",
            "--meter",
            METER,
            "--no-counts",
            "--out",
            &inner,
            "--",
        ]);
        outer_command.args([&java, "-cp", program.classes.path(), "Busy", "5"]);
        let output = outer_command.output().expect("jouled");
        assert!(output.status.success(), "{jdk}: {}", told(&output));
        for file in [outer, inner] {
            let shown = jouled(&["report", "--profile", &file]);
            assert!(
                shown.stdout.contains("Busy.heavy"),
                "{jdk}: {}",
                shown.stdout
            );
        }
    }
}

#[test]
fn a_process_of_another_user_is_refused() {
    let Some(jdk) = jdks("a_process_of_another_user_is_refused").pop() else {
        return;
    };
    // The first process is of the administrator, who may start others as somebody else.
    let as_nobody = Command::new("setpriv")
        .args(["--reuid", "65534", "--clear-groups", "sleep", "60"])
        .spawn();
    let mut other = as_nobody.ok().map(Running);
    sleep(Duration::from_millis(500));
    let is_there = other.as_mut().is_some_and(Running::is_alive);
    let pid = match &other {
        Some(other) if is_there => other.0.id(),
        _ => 1,
    };
    let place = Folder::new();
    let out = format!("{}/run.jouled", place.path());
    let output = command(&["--out", &out, "--attach", &pid.to_string()]).output();
    let text = told(&output.expect("jouled"));
    assert!(text.contains("belongs to another user"), "{jdk}: {text}");
    assert!(!Path::new(&out).exists());
}

/// A container has its own processes, and does not see those of others.
#[test]
fn a_program_in_a_container_is_profiled() {
    let test = "a_program_in_a_container_is_profiled";
    if !may_mount(test) {
        return;
    }
    let Some(jdk) = jdks(test).pop() else { return };
    let program = Program::new();
    let out = format!("{}/run.jouled", program.classes.path());
    let mut container = Command::new("unshare");
    container.args([
        "--pid",
        "--fork",
        "--mount-proc",
        env!("CARGO_BIN_EXE_jouled"),
    ]);
    container.args([
        "profile",
        "--meter",
        METER,
        "--no-counts",
        "--out",
        &out,
        "--",
    ]);
    container
        .arg(jdk.java())
        .args(["-cp", program.classes.path(), "Busy", "4"]);
    let output = container.output().expect("unshare");
    assert!(output.status.success(), "{}", told(&output));
    assert!(told(&output).contains("Busy.heavy"), "{}", told(&output));
}
