//! Properties of all profiles, even invalid ones.

use profile::{
    Analysis, AnalysisOptions, CallReading, Code, EnergyRun, Estimate, Frame, FrameIndex,
    FrameKind, Jvm, JvmIndex, LineCount, Method, MethodCount, MethodIndex, Profile, RunCost,
    Sample, Sampler, Stack, StackIndex, Thread, ThreadCpu, ThreadIndex, ThreadKind, Window,
    analyse,
    forms::{TextOptions, text},
    validate,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::support::{PERIOD, code, of_one_run, row, run, thread};

/// Times and counts, including the largest.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => 0..100_000_000_u64,
        1 => Just(0),
        1 => Just(u64::MAX),
        1 => any::<u64>(),
    ]
}

fn joules() -> impl Strategy<Value = Option<f64>> {
    prop_oneof![
        4 => (0.0..10.0_f64).prop_map(Some),
        1 => Just(None),
        1 => any::<f64>().prop_map(Some),
        1 => prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(f64::MAX), Just(-1.0)].prop_map(Some),
    ]
}

/// An index into a list of up to four, or beyond its end.
fn place() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0..4_u32, 1 => any::<u32>()]
}

fn a_method() -> impl Strategy<Value = Method> {
    let class = prop_oneof![Just("p/A"), Just("q/B"), Just(""), Just("\u{202e}=1\n")];
    let descriptor = prop_oneof![Just("()V"), Just("(I)J"), Just("(")];
    (class, "[fg]", option::of(descriptor)).prop_map(|(class, name, descriptor)| Method {
        class: class.to_owned(),
        name,
        descriptor: descriptor.map(str::to_owned),
    })
}

fn some_code() -> impl Strategy<Value = Code> {
    let frame = (place(), option::of(0..3_u32)).prop_map(|(method, line)| Frame {
        method: MethodIndex(method),
        line,
        kind: FrameKind::Unknown,
    });
    let stack = (option::of(place()), place()).prop_map(|(caller, frame)| Stack {
        caller: caller.map(StackIndex),
        frame: FrameIndex(frame),
    });
    (vec(a_method(), 0..5), vec(frame, 0..5), vec(stack, 0..5)).prop_map(
        |(methods, frames, stacks)| Code {
            methods,
            frames,
            stacks,
        },
    )
}

fn some_counts() -> impl Strategy<Value = Vec<MethodCount>> {
    let line = (0..3_u32, number()).prop_map(|(line, count)| LineCount { line, count });
    let count =
        (place(), number(), vec(line, 0..3)).prop_map(|(method, entries, lines)| MethodCount {
            method: MethodIndex(method),
            entries,
            lines,
        });
    vec(count, 0..4)
}

fn a_run() -> impl Strategy<Value = EnergyRun> {
    let kind = prop_oneof![
        4 => Just(ThreadKind::Java),
        1 => Just(ThreadKind::Gc),
        1 => Just(ThreadKind::Native),
    ];
    let thread = (0..2_u32, kind).prop_map(|(pid, kind)| Thread {
        pid,
        tid: 1,
        name: "main".to_owned(),
        kind,
    });
    let jvm = (0..2_u32, any::<bool>(), number()).prop_map(|(pid, is_sampled, lost)| Jvm {
        pid,
        feature: 21,
        sampler: is_sampled.then_some(Sampler::Safepoints),
        lost_samples: lost,
    });
    let cpu = (place(), number()).prop_map(|(thread, nanos)| ThreadCpu {
        thread: ThreadIndex(thread),
        nanos,
    });
    let window =
        (number(), number(), joules(), vec(cpu, 0..4)).prop_map(|(start, end, joules, cpu)| {
            Window {
                start_nanos: start,
                end_nanos: end,
                joules,
                cpu,
            }
        });
    let sample = (
        number(),
        place(),
        option::of(place()),
        option::of(place()),
        number(),
    )
        .prop_map(|(at, jvm, thread, stack, cpu)| Sample {
            at_nanos: at,
            jvm: JvmIndex(jvm),
            thread: thread.map(ThreadIndex),
            stack: stack.map(StackIndex),
            cpu_nanos: cpu,
        });
    let reading = (number(), number(), place(), number()).prop_map(
        |(start_nanos, end_nanos, method, calls)| CallReading {
            start_nanos,
            end_nanos,
            method: MethodIndex(method),
            calls,
        },
    );
    (
        (number(), number(), vec(reading, 0..20)),
        vec(jvm, 0..3),
        vec(thread, 0..4),
        vec(window, 0..5),
        vec(sample, 0..60),
    )
        .prop_map(
            |((wall, unseen, call_readings), jvms, threads, windows, samples)| EnergyRun {
                wall_nanos: wall,
                unseen_cpu_nanos: unseen,
                call_readings,
                jvms,
                threads,
                windows,
                samples,
                ..EnergyRun::default()
            },
        )
}

pub(crate) fn any_profile() -> impl Strategy<Value = Profile> {
    (vec(a_run(), 0..4), some_code(), some_counts()).prop_map(|(runs, code, counts)| Profile {
        program: "a.jar".to_owned(),
        runs,
        code,
        counts,
        ..Profile::default()
    })
}

pub(crate) fn any_options() -> impl Strategy<Value = AnalysisOptions> {
    let weight = prop_oneof![
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(-1.0),
        0.0..5.0_f64,
        Just(f64::MAX)
    ];
    let prior = option::of(vec((place().prop_map(MethodIndex), weight), 0..4));
    let level = prop_oneof![3 => Just(0.9), 1 => any::<f64>()];
    let bias = prop_oneof![3 => Just(0.05), 1 => any::<f64>()];
    let filter = prop_oneof![3 => Just(Vec::new()), 1 => Just(vec!["p".to_owned()])];
    (level, prior, bias, filter).prop_map(|(level, prior, method_bias, filter)| AnalysisOptions {
        level,
        prior,
        method_bias,
        filter,
        ..AnalysisOptions::default()
    })
}

/// A valid run: up to four methods, each sampled with its own chain of calls.
fn sound() -> impl Strategy<Value = Profile> {
    (vec(0..4_usize, 20..200), 1..4_usize).prop_map(|(order, threads)| {
        let (code, stacks) = code(&["main/a", "main/b", "main/b/a", "c"]);
        let mut run = run(order.iter().map(|at| Some(stacks[*at])));
        for place in 1..threads {
            run.threads
                .push(thread(&format!("t{place}"), ThreadKind::Java));
        }
        for (place, sample) in run.samples.iter_mut().enumerate() {
            let thread = ThreadIndex((place % threads) as u32);
            sample.thread = Some(thread);
            run.windows[place].cpu[0].thread = thread;
        }
        of_one_run(code, run)
    })
}

fn is_ordered(estimate: &Estimate) -> bool {
    let Estimate { mean, lo, hi } = *estimate;
    hi.is_finite() && 0.0 <= lo && lo <= mean && mean <= hi
}

fn is_sane(cost: &RunCost) -> bool {
    is_ordered(&cost.share)
        && cost.share.hi <= 1.0 + 1e-9
        && cost.joules.as_ref().is_none_or(is_ordered)
}

/// The sum of all parts that do not overlap.
fn sum(analysis: &Analysis) -> f64 {
    let own = |row: &profile::MethodRow| row.own.share.mean;
    let java = &analysis.totals.java;
    analysis.methods.iter().map(own).sum::<f64>()
        + (java.outside + java.without_stack + java.unsampled) / java.all
}

/// Whether two analyses are equal except for the last digits.
fn is_alike(a: &Analysis, b: &Analysis) -> bool {
    let is_near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    let costs = |analysis: &Analysis| -> Vec<(MethodIndex, RunCost, RunCost)> {
        let mut rows: Vec<_> = analysis
            .methods
            .iter()
            .map(|row| (row.method, row.own, row.with_callees))
            .collect();
        rows.sort_by_key(|(method, _, _)| *method);
        rows
    };
    let (a, b) = (costs(a), costs(b));
    a.len() == b.len()
        && a.iter().zip(&b).all(|(a, b)| {
            let pairs = [(a.1, b.1), (a.2, b.2)];
            a.0 == b.0
                && pairs.iter().all(|(a, b)| {
                    let (x, y) = (a.joules.unwrap_or_default(), b.joules.unwrap_or_default());
                    a.samples == b.samples
                        && is_near(a.share.mean, b.share.mean)
                        && is_near(x.mean, y.mean)
                        && is_near(x.lo, y.lo)
                        && is_near(x.hi, y.hi)
                })
        })
}

fn analysed(profile: &Profile) -> Analysis {
    analyse(profile, &AnalysisOptions::default())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn nothing_panics_and_each_number_is_one(profile in any_profile(), options in any_options()) {
        let analysis = analyse(&profile, &options);
        for row in &analysis.methods {
            prop_assert!(is_sane(&row.own), "{row:?}");
            prop_assert!(is_sane(&row.with_callees), "{row:?}");
            let (own, all) = (row.own.share.mean, row.with_callees.share.mean);
            prop_assert!(all >= own * (1.0 - 1e-9), "{row:?}");
            for found in [row.per_call, row.own_per_call].iter().flatten() {
                prop_assert!(is_ordered(found), "{row:?}");
            }
        }
        for row in &analysis.lines {
            prop_assert!(is_sane(&row.own), "{row:?}");
        }
        if !analysis.methods.is_empty() {
            prop_assert!((sum(&analysis) - 1.0).abs() < 1e-9, "{}", sum(&analysis));
        }
        let tree = &analysis.tree.nodes;
        let own: f64 = tree.iter().map(|node| node.own).sum();
        prop_assert!((tree[0].total - own).abs() <= 1e-9 * own);
        let times = &analysis.totals;
        prop_assert!((0.0..=1.0).contains(&times.time_measured));
        let parts: f64 = times.parts.iter().filter_map(|row| row.joules).map(|joules| joules.mean).sum();
        let all = times.joules.map_or(0.0, |joules| joules.mean);
        prop_assert!((parts - all).abs() <= 1e-6 * all, "{parts} of {all}");
        let options = TextOptions { methods: 3, lines: 3, threads: 3, branches: 3 };
        prop_assert!(!text(&analysis, &options).contains("NaN"));
        let _ = validate(&profile);
    }

    #[test]
    fn a_profile_that_is_sound_passes(profile in sound()) {
        prop_assert_eq!(validate(&profile), Ok(()));
        let mut broken = profile.clone();
        broken.code.stacks[1].caller = Some(StackIndex(1));
        prop_assert!(validate(&broken).is_err());
        let mut broken = profile.clone();
        broken.runs[0].samples[0].thread = Some(ThreadIndex(9));
        prop_assert!(validate(&broken).is_err());
        let mut broken = profile;
        broken.code.frames[0].method = MethodIndex(9);
        prop_assert!(validate(&broken).is_err());
    }

    #[test]
    fn names_change_nothing(profile in sound()) {
        let mut renamed = profile.clone();
        let methods = renamed.code.methods.len();
        for (place, method) in renamed.code.methods.iter_mut().enumerate() {
            method.name = format!("z{}", methods - place);
        }
        prop_assert!(is_alike(&analysed(&profile), &analysed(&renamed)));
    }

    #[test]
    fn a_sample_in_two_parts_is_one_sample(profile in sound(), at in any::<prop::sample::Index>()) {
        let mut split = profile.clone();
        let samples = &mut split.runs[0].samples;
        let at = at.index(samples.len());
        samples[at].cpu_nanos = PERIOD / 4;
        let rest = Sample { cpu_nanos: PERIOD - PERIOD / 4, ..samples[at] };
        samples.push(rest);
        prop_assert!(is_alike(&analysed(&profile), &analysed(&split)));
    }

    #[test]
    fn an_idle_process_changes_no_method(profile in sound(), joules in 0.0..100.0_f64) {
        let mut idle = profile.clone();
        let run = &mut idle.runs[0];
        run.threads.push(Thread { pid: 7, ..thread("idle", ThreadKind::Native) });
        let end = run.windows.last().map_or(0, |window| window.end_nanos);
        let last = ThreadIndex(run.threads.len() as u32 - 1);
        for nanos in [0, PERIOD] {
            run.windows.push(Window {
                start_nanos: end,
                end_nanos: end + PERIOD,
                joules: Some(joules),
                cpu: vec![ThreadCpu { thread: last, nanos }],
            });
        }
        prop_assert!(is_alike(&analysed(&profile), &analysed(&idle)));
    }

    #[test]
    fn fewer_samples_tell_less(order in vec(0..4_usize, 20..60)) {
        let analysis = |times: usize| {
            let (code, stacks) = code(&["main/a", "main/b", "main/b/a", "c"]);
            let order = order.iter().cycle().take(times * order.len());
            analysed(&of_one_run(code, run(order.map(|at| Some(stacks[*at])))))
        };
        let (few, many) = (analysis(1), analysis(16));
        for name in ["a", "b", "c"] {
            if few.methods.iter().any(|row| few.name(row.method).is_some_and(|method| method.name == name)) {
                let width = |analysis| {
                    let share = row(analysis, name).own.share;
                    share.hi - share.lo
                };
                prop_assert!(width(&few) >= width(&many), "{name}");
            }
        }
    }
}
