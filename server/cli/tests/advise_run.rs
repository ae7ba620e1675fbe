//! Advice with a profile: the edits that save most of the run come first.

use profile::{
    Code, EnergyRun, Frame, FrameIndex, FrameKind, Jvm, JvmIndex, MeterNote, Method, MethodIndex,
    Profile, Sample, Sampler, Stack, StackIndex, Thread, ThreadCpu, ThreadIndex, ThreadKind,
    Window,
};
use profiler::RunFile;
use serde_json::Value;
use crate::support::jouled;

const TEXT: &str = "class A {
    static long cheap(int[] a, long x, long y) {
        long sum = 0;
        for (int v : a) {
            sum += v + x * y;
        }
        return sum;
    }

    static long dear(int[] a, long x, long y) {
        long sum = 0;
        for (int v : a) {
            for (int w : a) {
                sum += v + w + x * y * x * y;
            }
        }
        return sum;
    }
}
";

/// A run of 3 J, all of it in `cheap`.
fn profile() -> Profile {
    Profile {
        program: "java A".to_owned(),
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
            threads: vec![Thread {
                pid: 7,
                tid: 8,
                name: "main".to_owned(),
                kind: ThreadKind::Java,
            }],
            windows: vec![Window {
                start_nanos: 0,
                end_nanos: 1_000_000_000,
                joules: Some(3.0),
                cpu: vec![ThreadCpu {
                    thread: ThreadIndex(0),
                    nanos: 200_000_000,
                }],
            }],
            samples: (1..=10)
                .map(|number| Sample {
                    at_nanos: number * 50_000_000,
                    jvm: JvmIndex(0),
                    thread: Some(ThreadIndex(0)),
                    stack: Some(StackIndex(0)),
                    cpu_nanos: 20_000_000,
                })
                .collect(),
            ..EnergyRun::default()
        }],
        code: Code {
            methods: vec![Method {
                class: "A".to_owned(),
                name: "cheap".to_owned(),
                descriptor: Some("([IJJ)J".to_owned()),
            }],
            frames: vec![Frame {
                method: MethodIndex(0),
                line: Some(5),
                kind: FrameKind::Compiled,
            }],
            stacks: vec![Stack {
                caller: None,
                frame: FrameIndex(0),
            }],
        },
        ..Profile::default()
    }
}

#[test]
fn what_saves_most_of_the_run_comes_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("A.java"), TEXT).expect("a file");
    let file = RunFile {
        profile: profile(),
        counted: Vec::default(),
    };
    file.write(folder.path().join("run.jouled").as_path())
        .expect("a profile");
    let source = path("A.java");
    let advise = |more: &[&str]| -> Vec<Value> {
        let arguments = ["advise", &source, "--calls", "none", "--format", "json"];
        let arguments: Vec<&str> = arguments.iter().chain(more).copied().collect();
        let run = jouled(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
        json["advice"].as_array().expect("a list").clone()
    };
    let alone = advise(&[]);
    assert_eq!(alone[0]["method"]["method"], "dear", "{alone:#?}");
    assert!(alone.iter().all(|one| one["in_run"].is_null()));
    let profile = path("run.jouled");
    let with_run = advise(&["--profile", &profile]);
    assert_eq!(with_run[0]["method"]["method"], "cheap", "{with_run:#?}");
    let share = with_run[0]["share"].as_f64().expect("a share");
    let joules = with_run[0]["in_run"]["joules"].as_f64().expect("joules");
    assert!((joules - 3.0 * share).abs() < 1e-9, "{joules} of {share}");
    assert!(with_run[1]["in_run"].is_null());
}
