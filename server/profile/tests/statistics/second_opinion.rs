//! The regression of energy on calls, for profiles whose energies per call are known.

use profile::forms::{TextOptions, json, text};
use profile::{
    Analysis, AnalysisOptions, CallReading, CallRegression, Code, EnergyRun, LineCount,
    MethodCount, MethodIndex, Profile, RegressionRow, SecondOpinion, StackIndex, ThreadCpu,
    ThreadIndex, ThreadKind, Window, analyse,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::support::{PERIOD, code, index, jvm, of_one_run, run, thread};

/// Nanoseconds of a call of `a`, `b` and `c`, at one watt.
const NANOS_A_CALL: [f64; 3] = [20_000.0, 50_000.0, 200_000.0];
const SAMPLES_A_WINDOW: usize = 10;

/// Windows of ten samples. `parts` gives the parts of `a`, `b` and `c` in a window; `seen` gives the method that samples show for
/// each.
fn windows(
    windows: usize,
    code: &Code,
    stacks: &[StackIndex],
    seen: [usize; 3],
    seed: u64,
    mut parts: impl FnMut(&mut ChaCha8Rng) -> [f64; 3],
) -> EnergyRun {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut shown = Vec::new();
    let mut of_run = EnergyRun::default();
    let length = SAMPLES_A_WINDOW as u64 * PERIOD;
    for window in 0..windows as u64 {
        let parts = parts(&mut random);
        let all: f64 = parts.iter().sum();
        let mut used = 0.0;
        for (at, part) in parts.iter().enumerate() {
            let nanos = part / all * length as f64;
            let calls = (nanos / NANOS_A_CALL[at]).round();
            used += calls * NANOS_A_CALL[at];
            // Two readings per window. The first half has a third of all calls.
            for half in 0..2 {
                let third = (calls / 3.0).round();
                let start = window * length + half * length / 2;
                of_run.call_readings.push(CallReading {
                    start_nanos: start,
                    end_nanos: start + length / 2,
                    method: index(&code.methods, ["a", "b", "c"][at]),
                    calls: (if half == 0 { third } else { calls - third }) as u64,
                });
            }
        }
        for _ in 0..SAMPLES_A_WINDOW {
            let mut left = random.random_range(0.0..all);
            let at = parts.iter().position(|part| {
                left -= part;
                left < 0.0
            });
            shown.push(Some(stacks[seen[at.unwrap_or(2)]]));
        }
        // The meter is off by 2%.
        let noise = 1.0 + random.random_range(-0.02..0.02);
        of_run.windows.push(Window {
            start_nanos: window * length,
            end_nanos: (window + 1) * length,
            joules: Some(used * 1e-9 * noise),
            cpu: vec![ThreadCpu {
                thread: ThreadIndex(0),
                nanos: length,
            }],
        });
    }
    EnergyRun {
        wall_nanos: windows as u64 * length,
        jvms: vec![jvm()],
        threads: vec![thread("main", ThreadKind::Java)],
        samples: run(shown.into_iter()).samples,
        ..of_run
    }
}

fn mixed(random: &mut ChaCha8Rng) -> [f64; 3] {
    [(); 3].map(|()| random.random_range(0.05..1.0))
}

fn opinion(profile: &Profile) -> (Analysis, SecondOpinion) {
    let analysis = analyse(profile, &AnalysisOptions::default());
    let opinion = analysis.second_opinion.clone();
    (analysis, opinion)
}

fn given(profile: &Profile) -> (Analysis, CallRegression) {
    match opinion(profile) {
        (analysis, SecondOpinion::Given(regression)) => (analysis, regression),
        (_, other) => panic!("{other:?}"),
    }
}

fn of<'r>(regression: &'r CallRegression, profile: &Profile, name: &str) -> &'r RegressionRow {
    let method: MethodIndex = index(&profile.code.methods, name);
    let mut rows = regression.methods.iter();
    rows.find(|row| row.method == method).expect("a row")
}

/// Windows are at least five readings long, and these have two.
const MOST_JOINED: usize = 3;

#[test]
fn energies_of_calls_that_mix_are_found() {
    let (code, stacks) = code(&["main/a", "main/b", "main/c"]);
    let run = windows(400, &code, &stacks, [0, 1, 2], 1, mixed);
    let profile = of_one_run(code, run);
    let (analysis, regression) = given(&profile);
    assert_eq!(regression.windows, 400 / MOST_JOINED);
    assert!(regression.condition_number < 15.0);
    assert!(regression.nmae.expect("an error") < 0.05, "{regression:?}");
    assert!(!regression.is_over_runs);
    for (name, nanos) in ["a", "b", "c"].into_iter().zip(NANOS_A_CALL) {
        let row = of(&regression, &profile, name);
        let per_call = row.per_call;
        assert!(
            (per_call.mean / (nanos * 1e-9) - 1.0).abs() < 0.05,
            "{name}: {per_call:?}"
        );
        assert!(!row.is_disputed(), "{row:?}");
    }
    let text = text(&analysis, &TextOptions::default());
    assert!(
        text.contains("agrees with the samples on 3 methods"),
        "{text}"
    );
}

#[test]
fn what_samples_misplace_is_disputed() {
    let (code, stacks) = code(&["main/a", "main/b", "main/c"]);
    let mut run = windows(400, &code, &stacks, [0, 1, 2], 2, mixed);
    // Two of three samples of `b` show `a`, just as samples of array copies show the caller.
    let of_b = run
        .samples
        .iter_mut()
        .filter(|sample| sample.stack == Some(stacks[1]));
    for (at, sample) in of_b.enumerate() {
        if at % 3 != 0 {
            sample.stack = Some(stacks[0]);
        }
    }
    let profile = of_one_run(code, run);
    let (analysis, regression) = given(&profile);
    let a = of(&regression, &profile, "a");
    assert!(a.is_disputed(), "{a:?}");
    let b = of(&regression, &profile, "b");
    assert!(b.is_disputed(), "{b:?}");
    let c = of(&regression, &profile, "c");
    assert!(!c.is_disputed(), "{c:?}");
    let text = text(&analysis, &TextOptions::default());
    assert!(text.contains("disagrees with the samples on"), "{text}");
    let document: Value = serde_json::from_str(&json(&analysis)).expect("JSON");
    let methods = document["second_opinion"]["methods"]
        .as_array()
        .expect("rows");
    assert!(methods.iter().any(|row| row["is_disputed"] == true));
    assert_eq!(document["second_opinion"]["reason"], Value::Null);
}

#[test]
fn methods_take_part_by_samples_or_by_what_they_executed() {
    let (code, stacks) = code(&["main/a", "main/b", "main/c"]);
    // No sample shows `b`, and `c` executed hardly any lines.
    let run = windows(400, &code, &stacks, [0, 0, 2], 9, mixed);
    let counts = [("a", 40_000), ("b", 59_900), ("c", 100)].map(|(name, count)| MethodCount {
        method: index(&code.methods, name),
        entries: 1,
        lines: vec![LineCount { line: 1, count }],
    });
    let mut profile = of_one_run(code, run);
    profile.counts = counts.to_vec();
    let check = |(analysis, opinion): (Analysis, SecondOpinion), profile: &Profile| {
        let SecondOpinion::Given(regression) = opinion else {
            panic!("{opinion:?}");
        };
        let [a, b, c] = ["a", "b", "c"].map(|name| of(&regression, profile, name));
        assert!(b.sampled_joules.mean.abs() < 1e-12);
        assert!(a.is_disputed() && b.is_disputed(), "{a:?} {b:?}");
        assert!(!c.is_disputed(), "{c:?}");
        for (row, nanos) in [a, b, c].into_iter().zip(NANOS_A_CALL) {
            let found = row.per_call.mean / (nanos * 1e-9);
            assert!((found - 1.0).abs() < 0.05, "{row:?}");
        }
        let text = text(&analysis, &TextOptions::default());
        assert!(
            text.contains("disagrees with the samples on 2 of 3"),
            "{text}"
        );
        // A method that was never sampled is not shown as 0.
        let line = text
            .lines()
            .find(|line| line.ends_with("A.b()") && line.contains('<'));
        assert!(line.is_some(), "{text}");
    };
    check(opinion(&profile), &profile);
    // A prediction replaces the lines.
    let b = index(&profile.code.methods, "b");
    let options = AnalysisOptions {
        prior: Some(vec![(b, 3.0)]),
        ..AnalysisOptions::default()
    };
    profile.counts.clear();
    let analysis = analyse(&profile, &options);
    let found = analysis.second_opinion.clone();
    check((analysis, found), &profile);
}

#[test]
fn work_that_comes_in_cycles_tells_nothing() {
    let (code, stacks) = code(&["main/a", "main/b", "main/c"]);
    let run = windows(400, &code, &stacks, [0, 1, 2], 3, |_| [1.0, 1.0, 1.0]);
    let (analysis, found) = opinion(&of_one_run(code, run));
    let SecondOpinion::IllConditioned { condition_number } = found else {
        panic!("{found:?}");
    };
    assert!(condition_number > 15.0);
    let text = text(&analysis, &TextOptions::default());
    assert!(
        text.contains("No second opinion: calls of methods come and go together"),
        "{text}"
    );
}

#[test]
fn a_method_that_comes_with_its_caller_goes_with_it() {
    // Only `a` calls `b`, and always equally often.
    let (code, stacks) = code(&["main/a", "main/a/b", "main/c"]);
    let run = windows(400, &code, &stacks, [0, 1, 2], 4, |random| {
        let together = random.random_range(0.05..1.0);
        [together, together, random.random_range(0.05..1.0)]
    });
    let profile = of_one_run(code, run);
    let (_, regression) = given(&profile);
    assert_eq!(regression.methods.len(), 2, "{regression:?}");
    let a = of(&regression, &profile, "a");
    // A call of `a` includes its callee: `b` uses as much as `a` itself.
    let expected = 2.0 * NANOS_A_CALL[0] * 1e-9;
    assert!((a.per_call.mean / expected - 1.0).abs() < 0.05, "{a:?}");
    assert!(!a.is_disputed(), "{a:?}");
}

#[test]
fn runs_are_left_out_where_there_are_several() {
    let (code, stacks) = code(&["main/a", "main/b", "main/c"]);
    let runs = [5, 6, 7].map(|seed| windows(100, &code, &stacks, [0, 1, 2], seed, mixed));
    let mut profile = of_one_run(code, EnergyRun::default());
    profile.runs = runs.to_vec();
    let (_, regression) = given(&profile);
    assert!(regression.is_over_runs);
    assert!(regression.correlation.is_some() || regression.nmae.is_some());
    let (mut few, mut none) = (profile.clone(), profile);
    for run in &mut few.runs {
        run.windows.truncate(6);
    }
    let (_, found) = opinion(&few);
    assert!(
        matches!(found, SecondOpinion::FewWindows { windows: 6 }),
        "{found:?}"
    );
    for run in &mut none.runs {
        run.call_readings.clear();
    }
    assert_eq!(opinion(&none).1, SecondOpinion::NotCounted);
}

#[test]
fn methods_with_little_of_the_energy_tell_nothing() {
    let (code, stacks) = code(&["main/a", "main/b", "main/c", "d"]);
    let mut run = windows(400, &code, &stacks, [0, 3, 3], 8, mixed);
    let a = index(&code.methods, "a");
    run.call_readings.retain(|reading| reading.method == a);
    let (_, found) = opinion(&of_one_run(code, run));
    let SecondOpinion::FewCounted { share } = found else {
        panic!("{found:?}");
    };
    assert!((0.2..0.5).contains(&share), "{share}");
}

#[test]
fn what_samples_show_in_a_caller_that_is_called_once_is_disputed() {
    // The compiled code of `main` contains `c`, and samples show only `main`.
    let (code, stacks) = code(&["main/a", "main/b", "main", "main/c"]);
    let run = windows(400, &code, &stacks, [0, 1, 2], 10, mixed);
    let mut lines = of_one_run(code, run);
    // One in 100 samples shows it, because an array copy executes no line.
    let mut samples = lines.clone();
    let of_main = samples.runs[0].samples.iter_mut();
    let of_main = of_main.filter(|sample| sample.stack == Some(stacks[2]));
    for sample in of_main.step_by(100) {
        sample.stack = Some(stacks[3]);
    }
    lines.counts = vec![MethodCount {
        method: index(&lines.code.methods, "c"),
        entries: 1,
        lines: vec![LineCount { line: 1, count: 9 }],
    }];
    for profile in [lines, samples] {
        let (_, regression) = given(&profile);
        let [a, b, c] = ["a", "b", "c"].map(|name| of(&regression, &profile, name));
        assert!(c.is_disputed(), "{c:?}");
        assert!(c.per_call.mean > 0.7 * NANOS_A_CALL[2] * 1e-9, "{c:?}");
        assert!(!a.is_disputed() && !b.is_disputed(), "{a:?} {b:?}");
        // A busy thread uses the same in each window. That is no reason to give nothing to calls.
        assert!(a.per_call.mean > 0.9 * NANOS_A_CALL[0] * 1e-9, "{a:?}");
    }
}

#[test]
fn what_nobody_counted_disputes_nothing() {
    let of_rest = [
        |_: &mut ChaCha8Rng, of_both: f64| of_both / 3.0,
        |random: &mut ChaCha8Rng, _: f64| random.random_range(0.05..1.0),
    ];
    for (seed, of_rest) in (11..).zip(of_rest) {
        let (code, stacks) = code(&["main/a", "main/b", "main/c"]);
        let mut run = windows(400, &code, &stacks, [0, 1, 2], seed, |random| {
            let [a, b, _] = mixed(random);
            [a, b, of_rest(random, a + b)]
        });
        let c = index(&code.methods, "c");
        run.call_readings.retain(|reading| reading.method != c);
        let (_, regression) = given(&of_one_run(code, run));
        assert_eq!(regression.methods.len(), 2);
        assert!(regression.rest_share > 0.2, "{regression:?}");
        let mut rows = regression.methods.iter();
        assert!(!rows.any(RegressionRow::is_disputed), "{regression:?}");
    }
}
