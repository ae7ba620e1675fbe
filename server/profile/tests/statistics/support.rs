//! Invented profiles.

use profile::{
    Analysis, Code, EnergyRun, Frame, FrameIndex, FrameKind, Jvm, JvmIndex, Method, MethodCount,
    MethodIndex, MethodRow, Profile, Sample, Sampler, Stack, StackIndex, Thread, ThreadCpu,
    ThreadIndex, ThreadKind, Window,
};

/// The CPU time that a sample stands for.
pub(crate) const PERIOD: u64 = 10_000_000;

pub(crate) fn method(name: &str) -> Method {
    Method {
        class: "p/A".to_owned(),
        name: name.to_owned(),
        descriptor: Some("()V".to_owned()),
    }
}

/// A stack for each chain of calls, such as `main/a/b`. The line of a frame is 10 × the index of its method.
pub(crate) fn code(chains: &[&str]) -> (Code, Vec<StackIndex>) {
    let mut code = Code::default();
    let stacks = chains
        .iter()
        .map(|chain| {
            let mut caller = None;
            for name in chain.split('/') {
                let method = method(name);
                let at = code.methods.iter().position(|known| *known == method);
                let at = at.unwrap_or_else(|| {
                    code.methods.push(method);
                    code.methods.len() - 1
                });
                let frame = Frame {
                    method: MethodIndex(at as u32),
                    line: Some(10 * at as u32),
                    kind: FrameKind::Compiled,
                };
                code.frames.push(frame);
                code.stacks.push(Stack {
                    caller,
                    frame: FrameIndex(code.frames.len() as u32 - 1),
                });
                caller = Some(StackIndex(code.stacks.len() as u32 - 1));
            }
            caller.expect("a chain has a method")
        })
        .collect();
    (code, stacks)
}

pub(crate) fn thread(name: &str, kind: ThreadKind) -> Thread {
    Thread {
        pid: 1,
        tid: 2,
        name: name.to_owned(),
        kind,
    }
}

pub(crate) fn jvm() -> Jvm {
    Jvm {
        pid: 1,
        feature: 25,
        sampler: Some(Sampler::CpuTime),
        lost_samples: 0,
    }
}

/// A run of one Java thread that draws one watt, with a sample every 10 ms.
pub(crate) fn run(stacks: impl Iterator<Item = Option<StackIndex>>) -> EnergyRun {
    let samples: Vec<Sample> = (0..)
        .zip(stacks)
        .map(|(place, stack)| Sample {
            at_nanos: place * PERIOD + PERIOD / 2,
            jvm: JvmIndex(0),
            thread: Some(ThreadIndex(0)),
            stack,
            cpu_nanos: PERIOD,
        })
        .collect();
    let windows = (0..samples.len() as u64)
        .map(|place| Window {
            start_nanos: place * PERIOD,
            end_nanos: (place + 1) * PERIOD,
            joules: Some(PERIOD as f64 * 1e-9),
            cpu: vec![ThreadCpu {
                thread: ThreadIndex(0),
                nanos: PERIOD,
            }],
        })
        .collect();
    EnergyRun {
        wall_nanos: samples.len() as u64 * PERIOD,
        exit_code: Some(0),
        jvms: vec![jvm()],
        threads: vec![thread("main", ThreadKind::Java)],
        windows,
        samples,
        ..EnergyRun::default()
    }
}

pub(crate) fn entries(code: &Code, counts: &[(&str, u64)]) -> Vec<MethodCount> {
    counts
        .iter()
        .map(|(name, entries)| MethodCount {
            method: index(&code.methods, name),
            entries: *entries,
            lines: Vec::new(),
        })
        .collect()
}

pub(crate) fn index(methods: &[Method], name: &str) -> MethodIndex {
    let at = methods.iter().position(|method| method.name == name);
    MethodIndex(at.expect("a method") as u32)
}

pub(crate) fn of_one_run(code: Code, run: EnergyRun) -> Profile {
    Profile {
        program: "a.jar".to_owned(),
        runs: vec![run],
        code,
        ..Profile::default()
    }
}

pub(crate) fn row<'a>(analysis: &'a Analysis, name: &str) -> &'a MethodRow {
    let index = index(&analysis.names, name);
    analysis
        .row(index)
        .unwrap_or_else(|| panic!("no row of {name}"))
}

pub(crate) fn assert_near(found: f64, expected: f64) {
    let scale = expected.abs().max(1e-12);
    assert!(
        (found - expected).abs() <= 1e-9 * scale,
        "{found} is not {expected}"
    );
}

/// 300 samples of `a` and 100 of `b`, in turn: 3 J and 1 J.
pub(crate) fn two_methods() -> Profile {
    let (code, stacks) = code(&["main/a", "main/b"]);
    let run = run((0..400).map(|place| Some(stacks[usize::from(place % 4 == 3)])));
    let counts = entries(&code, &[("main", 1), ("a", 1000), ("b", 0)]);
    Profile {
        counts,
        ..of_one_run(code, run)
    }
}
