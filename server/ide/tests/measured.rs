//! The data of a run beside the code that ran, and beside other code.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use crate::support;

use bytecode::{ClassFile, code_digest};
use ide::{
    AssumedValues, CountedBody, FileAnalysis, HintLines, HintStyle, MeasuredRun, Model, Pictures,
    RunOfFile,
};
use jdk::{CompileRequest, SourceUnit};
use posterior::{Device, Posterior};
use pricing::Mapping;
use profile::{
    Code, EnergyRun, Frame, FrameIndex, FrameKind, Jvm, JvmIndex, Method, MethodCount, MethodIndex,
    Profile, Sample, Sampler, Stack, StackIndex, Thread, ThreadCpu, ThreadIndex, ThreadKind,
    Window,
};
use source::SourceFile;
use std::sync::Arc;

const TEXT: &str = "class A {
    static int f(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i * i;
        }
        return sum;
    }
    static double f(double x) {
        return x * 2;
    }
    static int g(int n) {
        return f(n) + 1;
    }
    static int h(int n) {
        return n + 1;
    }
}
";

fn model() -> Model {
    let posterior = Arc::new(Posterior::default_model());
    Model::new(posterior, Mapping::Stack, Device::Any)
}

fn compile(text: &str) -> Vec<Vec<u8>> {
    let response = support::javac()
        .compile(CompileRequest {
            sources: vec![SourceUnit::new("A.java", text)],
            ..CompileRequest::default()
        })
        .expect("javac answers");
    assert!(response.success, "{:#?}", response.diagnostics);
    let classes = response.classes.into_iter();
    classes.map(|class| class.bytes).collect()
}

fn analyse(text: &str) -> FileAnalysis {
    let classes = compile(text);
    let classes = classes.iter().map(|bytes| &bytes[..]);
    FileAnalysis::new(&model(), &SourceFile::parse(text), 1, classes, &[], None)
}

/// What an agent would report about the code.
fn bodies(text: &str) -> Vec<CountedBody> {
    let mut found = Vec::new();
    for bytes in compile(text) {
        let class = ClassFile::parse(&bytes).expect("a class file");
        for method in &class.methods {
            let code = method.code.as_ref().expect("code");
            let lines = code.lines.iter();
            found.push(CountedBody {
                class: class.name.clone(),
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                code_digest: code_digest(code),
                lines: lines.map(|at| (at.start as u16, at.line as u16)).collect(),
            });
        }
    }
    found
}

/// 100 J in 100 samples: 75 in `f` on line 5, called by `g`, and 25 in `g` itself. `f` ran a million times, `h` twice.
fn profile(is_counted: bool, descriptors: bool) -> Profile {
    let method = |name: &str, descriptor: &str| Method {
        class: "A".to_owned(),
        name: name.to_owned(),
        descriptor: descriptors.then(|| descriptor.to_owned()),
    };
    let frame = |method, line| Frame {
        method: MethodIndex(method),
        line: Some(line),
        kind: FrameKind::Compiled,
    };
    let count = |method, entries| MethodCount {
        method: MethodIndex(method),
        entries,
        lines: Vec::new(),
    };
    let sample = |at: u64| Sample {
        at_nanos: at * 100_000_000,
        jvm: JvmIndex(0),
        thread: Some(ThreadIndex(0)),
        stack: Some(StackIndex(u32::from(!at.is_multiple_of(4)))),
        cpu_nanos: 100_000_000,
    };
    Profile {
        runs: vec![EnergyRun {
            wall_nanos: 10_000_000_000,
            jvms: vec![Jvm {
                pid: 1,
                feature: 25,
                sampler: Some(Sampler::CpuTime),
                lost_samples: 0,
            }],
            threads: vec![Thread {
                pid: 1,
                tid: 2,
                name: "main".to_owned(),
                kind: ThreadKind::Java,
            }],
            windows: vec![Window {
                start_nanos: 0,
                end_nanos: 10_000_000_000,
                joules: Some(100.0),
                cpu: vec![ThreadCpu {
                    thread: ThreadIndex(0),
                    nanos: 10_000_000_000,
                }],
            }],
            samples: (0..100).map(sample).collect(),
            ..EnergyRun::default()
        }],
        code: Code {
            methods: vec![
                method("g", "(I)I"),
                method("f", "(I)I"),
                method("h", "(I)I"),
            ],
            frames: vec![frame(0, 13), frame(1, 5)],
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
        counts: if is_counted {
            vec![count(0, 4), count(1, 1_000_000), count(2, 2)]
        } else {
            Vec::new()
        },
        ..Profile::default()
    }
}

fn counted() -> MeasuredRun {
    MeasuredRun::new("run.jouled".to_owned(), &profile(true, true), bodies(TEXT))
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "it is passed where there may be no run"
)]
fn of(run: &MeasuredRun) -> Option<RunOfFile<'_>> {
    Some(RunOfFile {
        run,
        is_file_newer: false,
    })
}

fn titles(text: &str, run: Option<RunOfFile<'_>>) -> Vec<String> {
    let lenses = analyse(text).lenses(&model(), &AssumedValues::default(), run);
    lenses.into_iter().map(|lens| lens.title).collect()
}

#[test]
fn a_call_is_what_the_run_used_for_it() {
    let run = counted();
    let titles = titles(TEXT, of(&run));
    // f used 75 of 100 J in a million calls; g used all in 4. The other f was not called, and h has no sample.
    assert!(titles[0].starts_with("⚡ 75 µJ measured ±"), "{titles:?}");
    assert!(
        titles[0].ends_with(" · 1·10⁶ calls · 75% of the run"),
        "{titles:?}"
    );
    assert!(
        titles[1].ends_with(" · not called in the run"),
        "{titles:?}"
    );
    assert!(titles[2].starts_with("⚡ 25 J measured ±"), "{titles:?}");
    assert!(
        titles[2].ends_with(" · 4 calls · 100% of the run"),
        "{titles:?}"
    );
    assert!(titles[3].ends_with(" · 2 calls, no samples"), "{titles:?}");
    assert!(
        titles.iter().all(|title| title.chars().count() <= 90),
        "{titles:?}"
    );
}

#[test]
fn hot_lines_are_those_of_the_run_also_where_they_moved() {
    let run = counted();
    let style = HintStyle {
        lines: HintLines::Hot,
        ..HintStyle::default()
    };
    let labels = |text: &str| -> Vec<(u32, String)> {
        let hints = analyse(text).hints_in(&model(), &AssumedValues::default(), &style, of(&run));
        hints
            .into_iter()
            .map(|hint| (hint.line, hint.label))
            .collect()
    };
    let expected = |by: u32| {
        vec![
            (5 + by, "⚡ 75 µJ measured · 100%".to_owned()),
            (13 + by, "⚡ 25 J measured · 100%".to_owned()),
        ]
    };
    assert_eq!(labels(TEXT), expected(0));
    // The text moved after the run; the code is the same.
    assert_eq!(labels(&format!("// a comment\n\n{TEXT}")), expected(2));
    let lines = analyse(TEXT).lines(&model(), &AssumedValues::default(), of(&run));
    let shares: Vec<(u32, f64)> = lines
        .iter()
        .filter_map(|line| Some((line.line, (line.run?.share * 100.0).round())))
        .collect();
    assert_eq!(shares, [(5, 75.0), (13, 100.0)]);
}

#[test]
fn an_edit_scales_what_was_measured_before_it() {
    let run = counted();
    titles(TEXT, of(&run));
    let edited = titles(&TEXT.replace("i * i;", "i * i * i / 3;"), of(&run));
    let (before, factor) = edited[0].rsplit_once(" × ").expect("a factor");
    assert!(
        before.ends_with("= 75 µJ measured before the edit"),
        "{edited:?}"
    );
    assert!(factor.parse::<f64>().expect("a number") > 1.0, "{edited:?}");
    // Another callee, which the digest of the counts does not cover.
    let callee = titles(&TEXT.replace("f(n) + 1", "h(n) + 1"), of(&run));
    assert!(
        callee[2].contains("= 25 J measured before the edit × "),
        "{callee:?}"
    );
    let undone = titles(TEXT, of(&run));
    assert!(undone[0].starts_with("⚡ 75 µJ measured ±"), "{undone:?}");
}

#[test]
fn code_that_never_was_as_it_ran_is_said_to_be_other_code() {
    let run = counted();
    let edited = titles(&TEXT.replace("i * i;", "i * i * i / 3;"), of(&run));
    assert!(
        edited[0].starts_with("⚡ 75 µJ measured of other code · now ≈ "),
        "{edited:?}"
    );
}

#[test]
fn overloads_that_nobody_tells_apart_have_no_numbers_of_their_own() {
    let run = MeasuredRun::new("run".to_owned(), &profile(false, false), Vec::new());
    let titles = titles(TEXT, of(&run));
    for overload in [&titles[0], &titles[1]] {
        assert!(
            overload.ends_with(" · measured only together with its overloads"),
            "{titles:?}"
        );
    }
    assert!(titles[2].starts_with("⚡ 100 J measured ±"), "{titles:?}");
    assert!(
        titles[2].ends_with(" in all · 100% of the run"),
        "{titles:?}"
    );
    assert!(
        titles[3].ends_with(" · no samples in the run"),
        "{titles:?}"
    );
}

#[test]
fn a_file_that_is_newer_than_a_run_without_counts_is_marked() {
    let run = MeasuredRun::new("run".to_owned(), &profile(false, true), Vec::new());
    let newer = RunOfFile {
        run: &run,
        is_file_newer: true,
    };
    let titles = titles(TEXT, Some(newer));
    assert!(titles[0].ends_with(" · the file is newer"), "{titles:?}");
}

#[test]
fn hovers_have_both_numbers_and_no_text_of_the_profile_unescaped() {
    let mut hostile = profile(true, true);
    hostile.program = "java`](command:x)<script>".to_owned();
    hostile.meter.selector = "[a](b)|<img>".to_owned();
    let run = MeasuredRun::new("a`b.jouled".to_owned(), &hostile, bodies(TEXT));
    let hover = analyse(TEXT)
        .hover(
            &model(),
            &AssumedValues::default(),
            2,
            Pictures::None,
            of(&run),
        )
        .expect("a hover");
    for part in [
        "75 µJ measured a call",
        "predicted",
        "times predicted",
        "own code",
    ] {
        assert!(hover.contains(part), "{hover}");
    }
    // In a code span, nothing is a link or a tag.
    let span = "``java`](command:x)<script>``";
    assert!(hover.contains(span), "{hover}");
    assert!(hover.contains(r"\[a\](b)\|&lt;img&gt;"), "{hover}");
    let outside = hover.replace(span, "");
    for part in ["](command", "<script>", "<img>"] {
        assert!(!outside.contains(part), "{hover}");
    }
    let unsampled = analyse(TEXT)
        .hover(
            &model(),
            &AssumedValues::default(),
            15,
            Pictures::None,
            of(&run),
        )
        .expect("a hover");
    assert!(unsampled.contains("so its cost is unknown"), "{unsampled}");
}

#[test]
fn a_profile_of_nothing_says_that_nothing_was_met() {
    let run = MeasuredRun::new("run".to_owned(), &Profile::default(), Vec::new());
    let titles = titles(TEXT, of(&run));
    let is_marked = |title: &String| title.ends_with(" · no samples in the run");
    assert!(titles.iter().all(is_marked), "{titles:?}");
}

/// Four methods of one class: three were measured, and the first was not called.
const NEIGHBOURS: &str = "class A {
    static int unknown(int n) { return n * 3; }
    static int a(int n) { return n * 5; }
    static int b(int n) { return n * 7; }
    static int c(int n) { return n * 9; }
}
";

#[test]
fn a_method_that_did_not_run_is_anchored_by_its_neighbours() {
    let mut profile = profile(true, true);
    let method = |name: &str| Method {
        class: "A".to_owned(),
        name: name.to_owned(),
        descriptor: Some("(I)I".to_owned()),
    };
    profile.code.methods = ["a", "b", "c"].map(method).into();
    // A third of 100 J each, in ten million calls: 3.3 µJ a call.
    profile.code.frames = (0..3)
        .map(|at| Frame {
            method: MethodIndex(at),
            line: Some(at + 3),
            kind: FrameKind::Compiled,
        })
        .collect();
    profile.code.stacks = (0..3)
        .map(|at| Stack {
            caller: None,
            frame: FrameIndex(at),
        })
        .collect();
    for (at, sample) in (0..).zip(&mut profile.runs[0].samples) {
        sample.stack = Some(StackIndex(at % 3));
    }
    profile.counts = (0..3)
        .map(|at| MethodCount {
            method: MethodIndex(at),
            entries: 10_000_000,
            lines: Vec::new(),
        })
        .collect();
    let run = MeasuredRun::new("run".to_owned(), &profile, bodies(NEIGHBOURS));
    let anchored = titles(NEIGHBOURS, of(&run));
    // All four execute the same, so that it costs what the others did.
    assert!(
        anchored[0].starts_with("⚡ ≈ 3.") && anchored[0].contains(" µJ anchored ×/÷1."),
        "{anchored:?}"
    );
    assert!(
        anchored[0].ends_with(" · not called in the run"),
        "{anchored:?}"
    );
    assert!(anchored[0].chars().count() <= 60, "{anchored:?}");
    let hover = analyse(NEIGHBOURS)
        .hover(
            &model(),
            &AssumedValues::default(),
            2,
            Pictures::None,
            of(&run),
        )
        .expect("a hover");
    assert!(
        hover.contains("Anchored, a call costs about 3.")
            && hover.contains("3 measured methods of its class"),
        "{hover}"
    );
    // Two say nothing about others.
    profile.code.methods[2].name = "elsewhere".to_owned();
    let run = MeasuredRun::new("run".to_owned(), &profile, bodies(NEIGHBOURS));
    assert!(
        !titles(NEIGHBOURS, of(&run))[0].contains("anchored"),
        "two measured methods"
    );
}
