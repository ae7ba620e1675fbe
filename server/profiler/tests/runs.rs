//! Runs, measures and counts programs with each JDK of this machine.
#![cfg(target_os = "linux")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use jdk::{Environment, Jdk, find_jdks};
use meters::Selector;
use profile::{MethodCount, Profile, Sampler, ThreadKind};
use profiler::{AttachPlan, Counting, Interrupted, Plan, ProfilerError, RunFile};

/// Uses CPU time in two methods, three times as much in one as in the other, and calls each as often as it prints. Once it has
/// certainly been sampled, it creates the file that its property `mark` names.
const PROGRAM: &str = "public class P {
    static long sink;
    static long light(long n) {
        long v = n;
        for (int i = 0; i < 200_000; i++) {
            v = v * 31 + (v >>> 7) / 3;
        }
        return v;
    }
    static long heavy(long n) {
        long v = n;
        for (int i = 0; i < 600_000; i++) {
            v = v * 31 + (v >>> 7) / 3;
        }
        return v;
    }
    public static void main(String[] args) throws java.io.IOException {
        int rounds = Integer.parseInt(args[0]);
        String mark = System.getProperty(\"mark\");
        for (int round = 0; round < rounds; round++) {
            sink += light(round) + heavy(round);
            if (round == 700 && mark != null) {
                new java.io.File(mark).createNewFile();
            }
        }
        System.exit(args.length > 1 ? Integer.parseInt(args[1]) : 0);
    }
}
";

/// A program that runs until the end of the test, also of one that fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended cannot be killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Compiled {
    folder: tempfile::TempDir,
    jdk: Jdk,
}

impl Compiled {
    fn new(jdk: &Jdk) -> Self {
        Self::of(jdk, PROGRAM)
    }

    fn of(jdk: &Jdk, program: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for class in tests::compile_classes_with(
            jdk,
            env!("CARGO_TARGET_TMPDIR"),
            "P.java",
            program,
        ) {
            let file = folder.path().join(format!("{}.class", class.binary_name));
            std::fs::write(file, class.bytes).unwrap();
        }
        Self {
            folder,
            jdk: jdk.clone(),
        }
    }

    fn plan(&self, arguments: &[&str]) -> Plan {
        let mut all: Vec<OsString> = vec!["-cp".into(), self.folder.path().into(), "P".into()];
        all.extend(arguments.iter().map(OsString::from));
        Plan {
            program: self.jdk.java().into(),
            arguments: all,
            meter: meter(),
            repetitions: 1,
            counting: Counting::OwnRun,
            receivers: false,
            paths: Vec::new(),
            sample_interval: Duration::from_millis(10),
            window: Duration::from_millis(500),
            jdk: self.jdk.clone(),
            cache: cache(),
        }
    }

    fn start(&self, options: &[&str]) -> Running {
        let mut java = Command::new(self.jdk.java());
        java.args(options)
            .arg("-cp")
            .arg(self.folder.path())
            .args(["P", "1000000"]);
        java.stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Running(java.spawn().unwrap())
    }

    fn attach(&self, pid: u32, seconds: u64) -> AttachPlan {
        AttachPlan {
            pid,
            time: Duration::from_secs(seconds),
            meter: meter(),
            sample_interval: Duration::from_millis(10),
            window: Duration::from_millis(500),
            jdk: self.jdk.clone(),
            cache: cache(),
        }
    }
}

fn run(plan: &Plan) -> Result<RunFile, ProfilerError> {
    profiler::profile(plan, &Interrupted::new(), &mut |_| {})
}

fn meter() -> Selector {
    "cpu-time:tdp=65,cpus=2".parse().unwrap()
}

fn cache() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

fn jdks(test: &str) -> Vec<Jdk> {
    let jdks = find_jdks(None, &Environment::of_this_process()).jdks;
    if jdks.is_empty() {
        tests::skip(test, "no JDK found");
    }
    jdks
}

fn count<'p>(profile: &'p Profile, name: &str) -> &'p MethodCount {
    let counts = profile.counts.iter();
    let mut found = counts.filter(|count| {
        let method = &profile.code.methods[count.method.0 as usize];
        method.class == "P" && method.name == name
    });
    found
        .next()
        .unwrap_or_else(|| panic!("{name} was not counted"))
}

/// The number of samples whose top frame is in a method of `P`.
fn samples(profile: &Profile, name: &str) -> usize {
    let code = &profile.code;
    let samples = profile.runs.iter().flat_map(|run| &run.samples);
    let top = samples.filter_map(|sample| {
        let frame = code.stacks[sample.stack?.0 as usize].frame;
        Some(&code.methods[code.frames[frame.0 as usize].method.0 as usize])
    });
    top.filter(|method| method.class == "P" && method.name == name)
        .count()
}

#[test]
fn a_run_is_measured_sampled_and_counted() {
    for jdk in jdks("a_run_is_measured_sampled_and_counted") {
        let program = Compiled::new(&jdk);
        let file = run(&program.plan(&["700"])).unwrap();
        let profile = &file.profile;
        let told = format!("{jdk}: {:?}", profile.problems);
        let run = &profile.runs[0];
        assert_eq!(run.exit_code, Some(0), "{told}");
        assert_eq!(run.jvms.len(), 1, "{told}");
        let sampler = if jdk.version.feature >= 25 {
            Sampler::CpuTime
        } else {
            Sampler::Safepoints
        };
        assert_eq!(run.jvms[0].sampler, Some(sampler), "{told}");
        // The loops differ only in length.
        let (light, heavy) = (samples(profile, "light"), samples(profile, "heavy"));
        assert!(light + heavy > 30, "{light} and {heavy} of {told}");
        let ratio = heavy as f64 / light.max(1) as f64;
        assert!((1.5..6.0).contains(&ratio), "{light} and {heavy} of {told}");
        // 70% of 65 W for two processors: 22.75 W per processor.
        let seen = run.windows.iter().flat_map(|window| &window.cpu);
        let cpu = seen.map(|cpu| cpu.nanos).sum::<u64>() + run.unseen_cpu_nanos;
        let joules: f64 = run.windows.iter().filter_map(|window| window.joules).sum();
        assert!(
            (joules / (cpu as f64 * 1e-9) - 22.75).abs() < 0.01,
            "{joules} J in {cpu} ns"
        );
        assert!(
            run.threads
                .iter()
                .any(|thread| thread.kind == ThreadKind::Jit),
            "{:?}",
            run.threads
        );
        // The program itself prints how often it calls.
        assert_eq!(count(profile, "light").entries, 700, "{told}");
        let heavy = count(profile, "heavy");
        assert_eq!(heavy.entries, 700, "{told}");
        let of_line = |line: u32| {
            heavy
                .lines
                .iter()
                .find(|count| count.line == line)
                .unwrap()
                .count
        };
        assert_eq!((of_line(11), of_line(13)), (700, 420_000_000), "{told}");
        // Readings during the run add up to the counters at its end.
        let readings = || run.call_readings.iter();
        for (method, entries) in &run.entries {
            let calls = readings().filter(|reading| reading.method == *method);
            let calls: u64 = calls.map(|reading| reading.calls).sum();
            assert_eq!(calls, *entries, "{method:?} of {told}");
        }
        assert!(!run.entries.is_empty(), "{told}");
        let times: BTreeSet<u64> = readings().map(|reading| reading.end_nanos).collect();
        assert!(times.len() > 10, "{times:?} of {told}");
        let end = run.wall_nanos + 100_000_000;
        assert!(readings().all(|reading| reading.start_nanos < reading.end_nanos));
        assert!(readings().all(|reading| reading.end_nanos <= end), "{told}");
        assert_eq!(file.counted.len(), 1, "{told}");
        assert_eq!(
            counts::read(&file.counted[0])
                .unwrap()
                .of("P", "light", "(J)J")
                .count(),
            1
        );
    }
}

#[test]
fn a_file_holds_the_profile_for_its_owner_and_no_arguments() {
    let Some(jdk) = jdks("a_file_holds_the_profile_for_its_owner_and_no_arguments").pop() else {
        return;
    };
    let program = Compiled::new(&jdk);
    let mut plan = program.plan(&["50", "3", "this-is-a-secret"]);
    plan.counting = Counting::None;
    let file = run(&plan).unwrap();
    assert_eq!(file.profile.runs[0].exit_code, Some(3));
    assert!(file.profile.counts.is_empty());
    let path = program.folder.path().join("run.jouled");
    file.write(&path).unwrap();
    assert_eq!(
        std::fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert_eq!(RunFile::read(&path).unwrap(), file);
    let bytes = std::fs::read(&path).unwrap();
    let has = |text: &str| {
        bytes
            .windows(text.len())
            .any(|window| window == text.as_bytes())
    };
    assert!(!has("this-is-a-secret") && !has("JAVA_TOOL_OPTIONS"));
    assert!(has("light"));
}

#[test]
fn a_program_without_a_jvm_has_energy_and_a_word_of_what_is_missing() {
    let Some(jdk) = jdks("a_program_without_a_jvm_has_energy_and_a_word_of_what_is_missing").pop()
    else {
        return;
    };
    let program = Compiled::new(&jdk);
    let mut plan = program.plan(&[]);
    plan.program = "sh".into();
    plan.arguments = vec![
        "-c".into(),
        "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done".into(),
    ];
    let profile = run(&plan).unwrap().profile;
    let problems = profile.problems.join("\n");
    assert!(
        problems.contains("no virtual machine was sampled"),
        "{problems}"
    );
    assert!(problems.contains("nothing was counted"), "{problems}");
    assert!(
        profile.runs[0]
            .windows
            .iter()
            .any(|window| window.joules > Some(0.0))
    );
    plan.program = "there-is-no-such-program".into();
    let error = run(&plan).unwrap_err().to_string();
    assert!(
        error.contains("there-is-no-such-program cannot be started"),
        "{error}"
    );
}

#[test]
fn an_interrupt_ends_the_program_and_keeps_what_was_recorded() {
    for jdk in jdks("an_interrupt_ends_the_program_and_keeps_what_was_recorded") {
        let program = Compiled::new(&jdk);
        let interrupted = Interrupted::new();
        let mut plan = program.plan(&["1000000"]);
        let mark = program.folder.path().join("mark");
        plan.arguments
            .insert(0, format!("-Dmark={}", mark.display()).into());
        let file = std::thread::scope(|scope| {
            let running =
                scope.spawn(|| profiler::profile(&plan, &interrupted, &mut |_| {}).unwrap());
            while !mark.exists() && !running.is_finished() {
                std::thread::sleep(Duration::from_millis(50));
            }
            interrupted.set();
            running.join().unwrap()
        });
        let told = format!("{jdk}: {:?}", file.profile.problems);
        assert!(
            file.profile
                .problems
                .iter()
                .any(|problem| problem.contains("interrupted")),
            "{told}"
        );
        assert!(samples(&file.profile, "heavy") > 0, "{told}");
        assert!(file.profile.counts.is_empty(), "{told}");
    }
}

#[test]
fn what_a_killed_jvm_recorded_is_kept() {
    for jdk in jdks("what_a_killed_jvm_recorded_is_kept") {
        let program = Compiled::new(&jdk);
        let java = jdk.java().display().to_string();
        let classes = program.folder.path().display().to_string();
        let mut plan = program.plan(&[]);
        plan.counting = Counting::None;
        plan.program = "sh".into();
        let script = format!(
            "'{java}' -Dmark='{classes}/mark' -cp '{classes}' P 1000000 & while ! [ -e '{classes}/mark' ]; do sleep 0.1; done; kill -9 $!"
        );
        plan.arguments = vec!["-c".into(), script.into()];
        let profile = run(&plan).unwrap().profile;
        assert!(
            samples(&profile, "heavy") > 0,
            "{jdk}: {:?}",
            profile.problems
        );
    }
}

#[test]
fn a_jvm_that_runs_is_sampled_and_let_go() {
    for jdk in jdks("a_jvm_that_runs_is_sampled_and_let_go") {
        let program = Compiled::new(&jdk);
        let mut java = program.start(&["-XX:-UsePerfData"]);
        std::thread::sleep(Duration::from_secs(1));
        for _ in 0..2 {
            let plan = program.attach(java.0.id(), 3);
            let profile = profiler::profile_running(&plan, &Interrupted::new())
                .unwrap()
                .profile;
            assert!(
                samples(&profile, "heavy") > 20,
                "{jdk}: {:?}",
                profile.problems
            );
            assert!(profile.counts.is_empty());
            // CPU time from before the first reading does not count.
            let cpu = profile.runs[0]
                .windows
                .iter()
                .flat_map(|window| &window.cpu);
            let cpu: u64 = cpu.map(|cpu| cpu.nanos).sum();
            assert!(cpu < 2 * profile.runs[0].wall_nanos + 200_000_000, "{cpu}");
        }
        let threads = threads_of(java.0.id());
        assert!(
            !threads.iter().any(|name| name.starts_with("jouled")),
            "{jdk}: {threads:?}"
        );
        assert!(java.0.try_wait().unwrap().is_none(), "{jdk}: it continues");
    }
}

#[test]
fn what_cannot_be_attached_to_is_told_and_unharmed() {
    let Some(jdk) = jdks("what_cannot_be_attached_to_is_told_and_unharmed").pop() else {
        return;
    };
    let program = Compiled::new(&jdk);
    let refused = |pid: u32| {
        let refused = profiler::profile_running(&program.attach(pid, 1), &Interrupted::new());
        refused.unwrap_err().to_string()
    };
    let error = refused(u32::MAX - 7);
    assert!(error.contains("there is no process"), "{error}");
    let mut java = program.start(&["-XX:+DisableAttachMechanism"]);
    std::thread::sleep(Duration::from_secs(1));
    let error = refused(java.0.id());
    assert!(error.contains("cannot attach to process"), "{error}");
    assert!(java.0.try_wait().unwrap().is_none());
    // The signal that a JVM would answer ends others.
    let mut other = Running(Command::new("sleep").arg("600").spawn().unwrap());
    let error = refused(other.0.id());
    assert!(error.contains("is not a JVM"), "{error}");
    assert!(other.0.try_wait().unwrap().is_none());
}

/// Whether a recorder or our agent works in a JVM.
fn is_recorded(pid: u32) -> bool {
    let open = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter();
    let mut files = open.flatten().flatten();
    let is_of_recorder = |file: std::fs::DirEntry| {
        let file = std::fs::read_link(file.path());
        file.is_ok_and(|file| file.extension().is_some_and(|end| end == "jfr"))
    };
    let mut threads = threads_of(pid).into_iter();
    files.any(is_of_recorder) || threads.any(|name| name.starts_with("jouled"))
}

#[test]
fn what_was_recorded_of_a_killed_jvm_that_was_attached_to_is_kept() {
    for jdk in jdks("what_was_recorded_of_a_killed_jvm_that_was_attached_to_is_kept") {
        let program = Compiled::new(&jdk);
        let mut java = program.start(&[]);
        let pid = java.0.id();
        let killing = std::thread::spawn(move || {
            // On a busy machine, it takes long to attach.
            for _ in 0..600 {
                if is_recorded(pid) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
            std::thread::sleep(Duration::from_secs(5));
            java.0.kill().unwrap();
            java.0.wait().unwrap();
        });
        let file =
            profiler::profile_running(&program.attach(pid, 60), &Interrupted::new()).unwrap();
        killing.join().unwrap();
        let sampled = file.profile.runs[0].samples.len();
        assert!(sampled > 0, "{jdk}: {:?}", file.profile.problems);
        // The files of its recorder do not stay.
        let ending = format!("_{pid}");
        let left = std::fs::read_dir(std::env::temp_dir()).unwrap();
        let mut left = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert!(!left.any(|name| name.ends_with(&ending)), "{jdk}");
    }
}

/// A sampler ends by itself if the process that started it is gone.
#[test]
fn a_sampler_ends_with_the_process_that_wants_it() {
    for jdk in jdks("a_sampler_ends_with_the_process_that_wants_it") {
        if jdk.version.feature >= 25 {
            continue;
        }
        let program = Compiled::new(&jdk);
        let agent = counts::Agent::prepare(&jdk, &cache()).unwrap();
        let mut gone = Command::new("true").spawn().unwrap();
        let watched = gone.id();
        gone.wait().unwrap();
        let java = program.start(&[]);
        std::thread::sleep(Duration::from_secs(1));
        let (settings, out) = (
            program.folder.path().join("settings"),
            program.folder.path().join("out"),
        );
        let text = format!(
            "samples={}\ninterval-nanos=5000000\nwatched={watched}\n",
            out.display()
        );
        std::fs::write(&settings, text).unwrap();
        let mut jcmd = jdk.java_command();
        jcmd.args([
            "-m",
            "jdk.jcmd/sun.tools.jcmd.JCmd",
            &java.0.id().to_string(),
            "JVMTI.agent_load",
        ]);
        jcmd.arg(agent.jar()).arg(&settings).stdout(Stdio::null());
        assert!(jcmd.status().unwrap().success());
        assert!(out.exists(), "{jdk}: it has begun");
        let began = Instant::now();
        while threads_of(java.0.id())
            .iter()
            .any(|name| name.starts_with("jouled"))
        {
            assert!(
                began.elapsed() < Duration::from_secs(20),
                "{jdk}: it continues"
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

fn threads_of(pid: u32) -> Vec<String> {
    let tasks = Path::new("/proc").join(pid.to_string()).join("task");
    let tasks = std::fs::read_dir(tasks).unwrap().flatten();
    tasks
        .filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok())
        .collect()
}

/// Makes large arrays and computes. JDK 25's recorder loses nearly all samples of large arrays. It prints the CPU time of both.
const ARRAYS: &str = "public class P {
    static int[] to;
    static long sink;
    static long compute() {
        long v = sink;
        for (int i = 0; i < 12_000_000; i++) {
            v = v * 31 + (v >>> 7);
        }
        return v;
    }
    static long fill() {
        for (int i = 0; i < 100; i++) {
            to = new int[1 << 18];
        }
        return to[7];
    }
    public static void main(String[] args) throws java.io.IOException {
        var bean = java.lang.management.ManagementFactory.getThreadMXBean();
        long computing = 0;
        long filling = 0;
        for (int round = 0; round < 60; round++) {
            long before = bean.getCurrentThreadCpuTime();
            sink += compute();
            long between = bean.getCurrentThreadCpuTime();
            sink += fill();
            computing += between - before;
            filling += bean.getCurrentThreadCpuTime() - between;
        }
        java.nio.file.Files.writeString(java.nio.file.Path.of(args[0]), computing + \" \" + filling);
    }
}
";

#[test]
fn what_the_recorder_loses_is_where_it_was_used() {
    for jdk in jdks("what_the_recorder_loses_is_where_it_was_used") {
        let program = Compiled::of(&jdk, ARRAYS);
        let truth = program.folder.path().join("truth");
        let mut plan = program.plan(&[&truth.display().to_string()]);
        plan.counting = Counting::None;
        let profile = run(&plan).unwrap().profile;
        let text = std::fs::read_to_string(&truth).unwrap();
        let times: Vec<f64> = text.split(' ').map(|time| time.parse().unwrap()).collect();
        let share = times[1] / (times[0] + times[1]);
        let nanos = |name: &str| {
            let all = profile.runs[0].samples.iter();
            let found = all.filter(|sample| name_on_top(&profile, sample.stack) == Some(name));
            found.map(|sample| sample.cpu_nanos as f64).sum::<f64>()
        };
        let shown = nanos("fill") / (nanos("fill") + nanos("compute"));
        assert!(
            (shown - share).abs() < 0.25 * share,
            "{jdk}: {shown} instead of {share}"
        );
    }
}

/// The name of the method on top of a stack.
fn name_on_top(profile: &Profile, stack: Option<profile::StackIndex>) -> Option<&str> {
    let code = &profile.code;
    let stack = code.stacks.get(stack?.0 as usize)?;
    let frame = code.frames.get(stack.frame.0 as usize)?;
    let method = code.methods.get(frame.method.0 as usize)?;
    Some(&method.name)
}
