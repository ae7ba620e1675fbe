//! Small profiles with results computed by hand.

use profile::{
    AnalysisOptions, FrameKind, LineCount, NoCostReason, Part, Profile, Sample, Sampler, ThreadCpu,
    ThreadIndex, ThreadKind, Unit, Window, analyse,
    forms::{TextOptions, text},
};

use crate::support::{
    PERIOD, assert_near, code, index, method, of_one_run, row, run, thread, two_methods,
};

#[test]
fn energy_is_shared_by_samples() {
    let analysis = analyse(&two_methods(), &AnalysisOptions::default());
    assert_eq!(analysis.unit, Unit::Joules);
    assert_near(analysis.totals.joules.expect("measured").mean, 4.0);
    assert!(!analysis.totals.is_at_least());
    // 400 samples, and a prior of 1 spread over three methods.
    let share = |samples: f64| (samples + 1.0 / 3.0) / 401.0;
    let a = row(&analysis, "a");
    assert_near(a.own.share.mean, share(300.0));
    assert_near(a.own.joules.expect("joules").mean, 4.0 * share(300.0));
    assert_near(row(&analysis, "b").own.share.mean, share(100.0));
    assert_near(row(&analysis, "main").with_callees.share.mean, 1.0);
    assert_eq!(a.own.samples, 300);
    assert_near(
        a.own_per_call.expect("an energy").mean,
        4.0 * share(300.0) / 1000.0,
    );
    assert_eq!(
        row(&analysis, "b").per_call,
        Err(NoCostReason::DifferentWork)
    );
    assert_eq!(
        row(&analysis, "main").own_per_call,
        Err(NoCostReason::FewSamples)
    );
}

#[test]
fn the_prior_says_what_is_expected() {
    let profile = two_methods();
    let main = index(&profile.code.methods, "main");
    let options = AnalysisOptions {
        prior: Some(vec![(main, 5.0)]),
        ..AnalysisOptions::default()
    };
    let analysis = analyse(&profile, &options);
    assert_near(row(&analysis, "main").own.share.mean, 1.0 / 401.0);
    assert_near(row(&analysis, "a").own.share.mean, 300.0 / 401.0);
}

#[test]
fn what_the_meter_missed_is_not_zero() {
    let mut profile = two_methods();
    for window in profile.runs[0].windows.iter_mut().take(20) {
        window.joules = None;
    }
    let analysis = analyse(&profile, &AnalysisOptions::default());
    assert!(analysis.totals.is_at_least());
    assert_near(analysis.totals.time_measured, 0.95);
    assert_near(analysis.totals.joules.expect("most").mean, 3.8);
    let whole = analyse(&two_methods(), &AnalysisOptions::default());
    let per_call = |analysis| row(analysis, "a").own_per_call.expect("an energy");
    assert_near(per_call(&analysis).mean, per_call(&whole).mean);
    assert!(per_call(&analysis).lo < per_call(&whole).lo);
    assert!(text(&analysis, &TextOptions::default()).contains("at least 3.80 J"));

    for window in &mut profile.runs[0].windows {
        window.joules = None;
    }
    let analysis = analyse(&profile, &AnalysisOptions::default());
    assert_eq!(analysis.unit, Unit::CpuSeconds);
    assert_eq!(analysis.totals.joules, None);
    let a = row(&analysis, "a");
    assert_eq!(a.own.joules, None);
    assert_near(a.own.share.mean, (300.0 + 1.0 / 3.0) / 401.0);
    assert_eq!(a.per_call, Err(NoCostReason::NotMeasured));
    let text = text(&analysis, &TextOptions::default());
    assert!(text.contains("energy not measured"), "{text}");
    assert!(!text.contains(" 0 J"), "{text}");
}

#[test]
fn most_of_the_meter_missing_leaves_no_energy_of_a_call() {
    let mut profile = two_methods();
    for window in profile.runs[0].windows.iter_mut().take(100) {
        window.joules = None;
    }
    let analysis = analyse(&profile, &AnalysisOptions::default());
    assert_eq!(
        row(&analysis, "a").per_call,
        Err(NoCostReason::PartlyMeasured)
    );
}

#[test]
fn other_threads_are_rows_of_their_own() {
    let mut profile = two_methods();
    let run = &mut profile.runs[0];
    run.threads.push(thread("C2", ThreadKind::Jit));
    run.threads.push(thread("G1", ThreadKind::Gc));
    for window in &mut run.windows {
        // A third of the CPU time each, so a third of the energy remains for the Java thread.
        for place in [1, 2] {
            window.cpu.push(ThreadCpu {
                thread: ThreadIndex(place),
                nanos: PERIOD,
            });
        }
    }
    // The same CPU time again was not seen.
    run.unseen_cpu_nanos = 400 * 3 * PERIOD;
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let part = |part| {
        let row = analysis.totals.parts.iter().find(|row| row.part == part);
        row.and_then(|row| row.joules).expect("joules").mean
    };
    assert_near(part(Part::Threads(ThreadKind::Java)), 4.0 / 6.0);
    assert_near(part(Part::Threads(ThreadKind::Jit)), 4.0 / 6.0);
    assert_near(part(Part::Threads(ThreadKind::Gc)), 4.0 / 6.0);
    assert_near(part(Part::Unseen), 2.0);
    assert_near(
        row(&analysis, "main")
            .with_callees
            .joules
            .expect("joules")
            .mean,
        4.0 / 6.0,
    );
    assert_near(analysis.totals.java.all, 4.0 / 6.0);
}

#[test]
fn samples_of_a_thread_stand_for_that_thread() {
    let (code, stacks) = code(&["a", "b"]);
    let mut run = run((0..200).map(|place| Some(stacks[place % 2])));
    run.threads.push(thread("other", ThreadKind::Java));
    for (place, sample) in run.samples.iter_mut().enumerate() {
        sample.thread = Some(ThreadIndex(place as u32 % 2));
    }
    for window in &mut run.windows {
        // The second thread used three times as much, and lost most of its samples.
        window.cpu.push(ThreadCpu {
            thread: ThreadIndex(1),
            nanos: 3 * PERIOD,
        });
    }
    let analysis = analyse(&of_one_run(code, run), &AnalysisOptions::default());
    // 100 samples of 1/400 and 100 of 3/400 of the energy are worth 1 / Σ w² = 160 equal ones.
    assert_near(
        row(&analysis, "b").own.share.mean,
        (0.75 * 160.0 + 0.5) / 161.0,
    );
}

#[test]
fn threads_that_were_never_sampled_stand_apart() {
    let mut profile = two_methods();
    let run = &mut profile.runs[0];
    run.threads.push(thread("unsampled", ThreadKind::Java));
    run.threads.push(thread("short", ThreadKind::Java));
    for window in &mut run.windows {
        window.cpu.push(ThreadCpu {
            thread: ThreadIndex(1),
            nanos: PERIOD,
        });
    }
    // It is too short to certainly have a sample, so its energy is divided like that of its process.
    run.windows[0].cpu.push(ThreadCpu {
        thread: ThreadIndex(2),
        nanos: 2 * PERIOD,
    });
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let java = analysis.totals.java;
    let first = PERIOD as f64 * 1e-9 / 4.0;
    assert_near(java.unsampled, 399.0 * PERIOD as f64 * 1e-9 / 2.0 + first);
    assert_near(java.methods, 4.0 - java.unsampled);
}

#[test]
fn samples_without_a_thread_come_from_threads_without_samples() {
    let mut profile = two_methods();
    let run = &mut profile.runs[0];
    run.threads.push(thread("other", ThreadKind::Java));
    // The second thread had a tenth of the first one's CPU time, and its samples show that: all of them are in `b`.
    for sample in &mut run.samples {
        sample.thread = None;
    }
    let b = run.samples[3].stack;
    for (place, window) in run.windows.iter_mut().enumerate().step_by(10) {
        window.cpu.push(ThreadCpu {
            thread: ThreadIndex(1),
            nanos: PERIOD,
        });
        run.samples.push(Sample {
            thread: Some(ThreadIndex(1)),
            stack: b,
            ..run.samples[place]
        });
    }
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let java = analysis.totals.java;
    assert_near(java.unsampled, 0.0);
    // In every tenth window of 10 mJ, half is the second thread's: 0.2 J. Of the other 3.8 J, `b` has a quarter.
    let share = (3.8 / 4.0 + 0.2) / 4.0;
    let found = row(&analysis, "b").own.share.mean;
    assert!((found - share).abs() < 1e-3, "{found} and not {share}");
    // Many more than the first thread could have, so the second one has some of them.
    profile.runs[0].windows.iter_mut().for_each(|window| {
        window.cpu[0].nanos = PERIOD / 100;
    });
    let analysis = analyse(&profile, &AnalysisOptions::default());
    assert_near(analysis.totals.java.unsampled, 0.0);
    assert!(
        row(&analysis, "a").own.share.mean > 0.5,
        "{:?}",
        row(&analysis, "a")
    );
}

#[test]
fn threads_that_no_reading_saw_are_known_by_their_samples() {
    let mut profile = two_methods();
    let run = &mut profile.runs[0];
    run.threads.push(thread("gone", ThreadKind::Java));
    run.samples.push(Sample {
        thread: Some(ThreadIndex(1)),
        cpu_nanos: 100 * PERIOD,
        ..run.samples[3]
    });
    run.unseen_cpu_nanos = 400 * PERIOD;
    let analysis = analyse(&profile, &AnalysisOptions::default());
    // Half of the 4 J was not seen; the sample stands for a quarter of that.
    assert_near(analysis.totals.java.all, 2.5);
    let parts = &analysis.totals.parts;
    let unseen = parts.iter().find(|row| row.part == Part::Unseen);
    assert_near(unseen.and_then(|row| row.joules).expect("joules").mean, 1.5);
}

/// Threads that live for less time than there is between two readings.
#[test]
fn samples_without_a_thread_come_from_threads_that_no_reading_saw() {
    let mut profile = two_methods();
    let run = &mut profile.runs[0];
    let b = run.samples[3];
    run.samples.extend((0..100).map(|place| Sample {
        at_nanos: b.at_nanos + place,
        thread: None,
        ..b
    }));
    run.unseen_cpu_nanos = 200 * PERIOD;
    let analysis = analyse(&profile, &AnalysisOptions::default());
    // A third of the 4 J was not seen, and the samples show half of that.
    assert_near(analysis.totals.java.all, 4.0 * 5.0 / 6.0);
    let parts = &analysis.totals.parts;
    let unseen = parts.iter().find(|row| row.part == Part::Unseen);
    let left = unseen.and_then(|row| row.joules).expect("joules").mean;
    assert_near(left, 4.0 / 6.0);
    // The known thread keeps its energy, of which `b` has a quarter.
    let share = (4.0 / 6.0 + 1.0 / 6.0 * 4.0) / (4.0 * 5.0 / 6.0);
    let found = row(&analysis, "b").own.share.mean;
    assert!((found - share).abs() < 2e-3, "{found} and not {share}");
}

#[test]
fn windows_without_cpu_time_are_idle() {
    let mut profile = two_methods();
    profile.runs[0].windows.push(Window {
        start_nanos: 400 * PERIOD,
        end_nanos: 500 * PERIOD,
        joules: Some(7.0),
        cpu: Vec::new(),
    });
    profile.runs[0].wall_nanos = 500 * PERIOD;
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let idle = analysis
        .totals
        .parts
        .iter()
        .find(|row| row.part == Part::Idle);
    assert_near(idle.and_then(|row| row.joules).expect("joules").mean, 7.0);
    assert_near(analysis.totals.java.all, 4.0);
    assert_near(analysis.windows[400].watts.expect("watts"), 7.0);
}

#[test]
fn recursion_is_counted_once() {
    let (code, stacks) = code(&["main/f/g/f/g", "main/f"]);
    let run = run((0..100).map(|place| Some(stacks[place % 2])));
    let analysis = analyse(&of_one_run(code, run), &AnalysisOptions::default());
    assert_near(
        row(&analysis, "f")
            .with_callees
            .joules
            .expect("joules")
            .mean,
        1.0,
    );
    let g = row(&analysis, "g");
    assert_near(g.with_callees.share.mean, g.own.share.mean);
    assert_eq!(g.with_callees.samples, 50);
    assert_eq!(row(&analysis, "f").with_callees.samples, 100);
}

#[test]
fn samples_without_a_stack_are_nobodys() {
    let (code, stacks) = code(&["a"]);
    let run = run((0..100).map(|place| (place % 4 > 0).then_some(stacks[0])));
    let analysis = analyse(&of_one_run(code, run), &AnalysisOptions::default());
    assert_near(analysis.sampling.without_stack.expect("samples"), 0.25);
    assert_near(analysis.totals.java.without_stack, 25.0 / 101.0);
    assert_near(row(&analysis, "a").own.share.mean, 76.0 / 101.0);
}

#[test]
fn what_is_filtered_out_is_charged_to_the_nearest_caller() {
    let (mut code, stacks) = code(&["main/a/jdk/deep", "main/jdk", "jdk"]);
    for method in &mut code.methods {
        if matches!(method.name.as_str(), "jdk" | "deep") {
            method.class = "java/util/List".to_owned();
        }
    }
    let run = run((0..300).map(|place| Some(stacks[place % 3])));
    let options = AnalysisOptions {
        filter: vec!["p".to_owned()],
        ..AnalysisOptions::default()
    };
    let analysis = analyse(&of_one_run(code, run), &options);
    assert_eq!(row(&analysis, "a").own.samples, 100);
    assert_eq!(row(&analysis, "main").own.samples, 100);
    assert_eq!(row(&analysis, "main").with_callees.samples, 200);
    assert_eq!(analysis.methods.len(), 2);
    assert_near(analysis.totals.java.outside, 3.0 * 100.0 / 301.0);
    // The call in `main` is on its line.
    let main = index(&analysis.names, "main");
    let line = analysis.lines.iter().find(|line| line.method == main);
    assert_eq!(line.and_then(|line| line.line), Some(0));
}

#[test]
fn overloads_are_told_apart_by_their_lines() {
    let (mut code, stacks) = code(&["f", "g", "h"]);
    // The sampler knows only names. `f` was sampled on line 0, `g` on line 10 and `h` on line 20.
    for method in &mut code.methods {
        method.name = "f".to_owned();
        method.descriptor = None;
    }
    for frame in &mut code.frames {
        frame.kind = FrameKind::Unknown;
        frame.method.0 = 0;
    }
    let mut counts = Vec::new();
    for (descriptor, lines) in [("(I)V", [0, 20]), ("(J)V", [10, 20])] {
        let mut overload = method("f");
        overload.descriptor = Some(descriptor.to_owned());
        code.methods.push(overload);
        counts.push(profile::MethodCount {
            method: profile::MethodIndex(code.methods.len() as u32 - 1),
            entries: 10,
            lines: lines.map(|line| LineCount { line, count: 5 }).to_vec(),
        });
    }
    let mut run = run((0..300).map(|place| Some(stacks[place % 3])));
    run.jvms[0].sampler = Some(Sampler::Safepoints);
    let profile = Profile {
        counts,
        ..of_one_run(code, run)
    };
    let analysis = analyse(&profile, &AnalysisOptions::default());
    assert!(analysis.sampling.is_coarse());
    let samples = |place: u32| {
        let row = analysis.row(profile::MethodIndex(place)).expect("a row");
        (row.own.samples, row.is_overloads, row.per_call.err())
    };
    assert_eq!(samples(3), (100, false, None));
    assert_eq!(samples(4), (100, false, None));
    assert_eq!(samples(0), (100, true, Some(NoCostReason::Overloads)));
    let line = analysis.lines.iter().find(|line| line.line == Some(10));
    let line = line.expect("a line");
    assert_eq!(line.executions, Some(5));
    assert_near(
        line.per_execution.expect("an energy").mean,
        line.own.joules.expect("joules").mean / 5.0,
    );
}

#[test]
fn runs_that_differ_widen_the_intervals() {
    let one = two_methods();
    let mut runs: Vec<_> = (0..3).map(|_| one.runs[0].clone()).collect();
    for (place, run) in runs.iter_mut().enumerate() {
        for window in &mut run.windows {
            window.joules = window.joules.map(|joules| joules * (1.0 + place as f64));
        }
    }
    let three = Profile {
        runs,
        ..one.clone()
    };
    let alike = Profile {
        runs: vec![one.runs[0].clone(); 3],
        ..one.clone()
    };
    let analyse = |profile| analyse(profile, &AnalysisOptions::default());
    let (one, alike, three) = (analyse(&one), analyse(&alike), analyse(&three));
    // The mean of 4, 8 and 12 J, ± t(2) · 4 / √3.
    let joules = three.totals.joules.expect("measured");
    assert_near(joules.mean, 8.0);
    let half = 2.919_985_580_353_725 * 4.0 / 3.0_f64.sqrt();
    assert!((joules.interval.expect("three runs").hi - 8.0 - half).abs() < 1e-6);
    assert_eq!(one.totals.joules.expect("measured").interval, None);
    let width = |analysis| {
        row(analysis, "a")
            .own
            .share
            .relative_half_width()
            .expect("a share")
    };
    assert!(width(&alike) < width(&one), "three runs tell more than one");
    assert!(
        width(&three) > 2.0 * width(&one),
        "and less where they differ"
    );
    assert_near(
        row(&alike, "b").own.joules.expect("joules").mean,
        3.0 * 400.0 * 0.01 / 3.0 * (300.0 + 1.0 / 3.0) / 1201.0,
    );
}

#[test]
fn a_table_fits_into_120_columns_and_says_what_is_not_known() {
    let mut profile = two_methods();
    profile.program = "a\u{1b}[31m.jar".to_owned();
    profile.meter.selector = "cpu-time".to_owned();
    profile.meter.is_modelled = true;
    profile.code.methods[1].class = "very/long/".repeat(40) + "Name";
    profile.runs[0].jvms[0].lost_samples = 12;
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let options = TextOptions {
        methods: 2,
        lines: 5,
        threads: 5,
        branches: 2,
    };
    let text = text(&analysis, &options);
    assert!(
        text.lines().all(|line| line.chars().count() <= 120),
        "{text}"
    );
    for expected in [
        "Modelled, not measured, by cpu-time.",
        "runs differ",
        "The virtual machine lost 12 samples, ",
        "long.Name.a()",
        "a\\u{1b}[31m.jar",
        "Java code",
    ] {
        assert!(text.contains(expected), "{expected} is not in {text}");
    }
    assert!(!text.contains('\u{1b}'), "{text}");
    // `main` itself has no samples: its cost is not 0, but below a limit.
    let text = profile::forms::text(&analysis, &TextOptions::default());
    let main = text.lines().find(|line| line.ends_with("A.main()"));
    assert!(
        main.is_some_and(|line| line.trim_start().starts_with('<')),
        "{text}"
    );
}
