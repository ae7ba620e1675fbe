//! The formats of a profile without code, from its file to the output.

use profile::{
    Code, EnergyRun, Frame, FrameIndex, FrameKind, Jvm, JvmIndex, MeterNote, Method, MethodIndex,
    Profile, Sample, Sampler, Stack, StackIndex, Thread, ThreadCpu, ThreadIndex, ThreadKind,
    Window,
};
use profiler::RunFile;
use serde_json::Value;
use std::process::Command;
use crate::support::{Folder, jouled};

/// Ten samples of `A.hot` below `A.main`, and one window of 3 J, of which the JIT has a third.
fn profile() -> Profile {
    let method = |name: &str| Method {
        class: "p/A".to_owned(),
        name: name.to_owned(),
        descriptor: Some("()V".to_owned()),
    };
    let frame = |method| Frame {
        method: MethodIndex(method),
        line: Some(3),
        kind: FrameKind::Compiled,
    };
    let thread = |tid, name: &str, kind| Thread {
        pid: 7,
        tid,
        name: name.to_owned(),
        kind,
    };
    let cpu = |thread, nanos| ThreadCpu {
        thread: ThreadIndex(thread),
        nanos,
    };
    Profile {
        program: "java <A>".to_owned(),
        meter: MeterNote {
            selector: "powercap".to_owned(),
            ..MeterNote::default()
        },
        runs: vec![EnergyRun {
            wall_nanos: 1_000_000_000,
            exit_code: Some(0),
            jvms: vec![Jvm {
                pid: 7,
                feature: 25,
                sampler: Some(Sampler::CpuTime),
                lost_samples: 0,
            }],
            threads: vec![
                thread(8, "main", ThreadKind::Java),
                thread(9, "C2 CompilerThread0", ThreadKind::Jit),
            ],
            windows: vec![Window {
                start_nanos: 0,
                end_nanos: 1_000_000_000,
                joules: Some(3.0),
                cpu: vec![cpu(0, 200_000_000), cpu(1, 100_000_000)],
            }],
            samples: (1..=10)
                .map(|number| Sample {
                    at_nanos: number * 50_000_000,
                    jvm: JvmIndex(0),
                    thread: Some(ThreadIndex(0)),
                    stack: Some(StackIndex(1)),
                    cpu_nanos: 20_000_000,
                })
                .collect(),
            ..EnergyRun::default()
        }],
        code: Code {
            methods: vec![method("main"), method("hot")],
            frames: vec![frame(0), frame(1)],
            stacks: vec![
                Stack {
                    caller: None,
                    frame: FrameIndex(0),
                },
                Stack {
                    caller: Some(StackIndex(0)),
                    frame: FrameIndex(1),
                },
            ],
        },
        ..Profile::default()
    }
}

fn file() -> (Folder, String) {
    let folder = Folder::new();
    let path = std::path::Path::new(folder.path()).join("run.jouled");
    let file = RunFile {
        profile: profile(),
        counted: Vec::new(),
    };
    file.write(&path).expect("a file");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}

#[test]
fn each_form_of_a_profile_is_printed() {
    let (_folder, path) = file();
    let of = |format: &str| {
        let run = jouled(&["report", "--profile", &path, "--format", format]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{format}");
        run.stdout
    };
    assert!(of("text").contains("p.A.hot()"));
    assert_eq!(
        of("collapsed"),
        "Java code;p.A.main();p.A.hot() 2000000000\ncompiling it (JIT) 1000000000\n"
    );
    let csv = of("csv");
    let mut lines = csv.lines();
    assert!(
        lines
            .next()
            .expect("heads")
            .starts_with("class,method,descriptor,own_j,")
    );
    let hot: Vec<&str> = lines.next().expect("a method").split(',').collect();
    assert_eq!(hot[..3], ["p/A", "hot", "()V"]);
    let joules: f64 = hot[3].parse().expect("a number");
    assert!((joules - 2.0).abs() < 1e-9, "{csv}");
    let speedscope: Value = serde_json::from_str(&of("speedscope")).expect("JSON");
    let whole = speedscope["profiles"][0]["endValue"].as_f64();
    assert!(
        whole.is_some_and(|whole| (whole - 3.0).abs() < 1e-9),
        "{whole:?}"
    );
    let page = of("html");
    assert!(
        page.contains("3.00 J, measured by powercap.") && page.contains("java &lt;A&gt;"),
        "{page}"
    );
    let pprof = Command::new(env!("CARGO_BIN_EXE_jouled"))
        .args(["report", "--profile", &path, "--format", "pprof"])
        .output()
        .expect("jouled starts");
    assert!(pprof.status.success());
    assert_eq!(pprof.stdout.get(..2), Some(&[0x1f, 0x8b][..]), "gzip");
}

#[test]
fn a_form_that_there_is_not_is_an_error_of_usage() {
    let (folder, path) = file();
    let sources = folder.path();
    let of_profile = ["report", "--profile", &path];
    let of_sources = ["report", sources];
    for (report, formats, message) in [
        (
            &of_profile[..],
            &["markdown", "sarif"][..],
            "has no such format",
        ),
        (
            &of_sources[..],
            &["collapsed", "speedscope", "pprof"][..],
            "for profiles only",
        ),
    ] {
        for format in formats {
            let run = jouled(&[report, &["--format", format]].concat());
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{format}");
            assert!(run.stderr.contains(message), "{}", run.stderr);
        }
    }
}
