//! Comparisons of two runs whose difference is known.

use profile::forms::changes;
use profile::{
    Analysis, AnalysisOptions, DifferentUnits, MethodChange, Profile, RunComparison, analyse,
    compare,
};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::properties::any_profile;
use crate::support::{assert_near, code, entries, of_one_run, run};

/// A run of `a` and `b` with these numbers of samples and calls.
fn profile(samples: [usize; 2], calls: [u64; 2]) -> Profile {
    let (code, stacks) = code(&["main/a", "main/b"]);
    let all = samples[0] + samples[1];
    // Spread evenly over time.
    let mut left = 0;
    let run = run((0..all).map(|_| {
        left += samples[1];
        let is_b = left >= all;
        left %= all;
        Some(stacks[usize::from(is_b)])
    }));
    let counts = entries(&code, &[("main", 1), ("a", calls[0]), ("b", calls[1])]);
    Profile {
        counts,
        ..of_one_run(code, run)
    }
}

fn analysed(profile: &Profile) -> Analysis {
    analyse(profile, &AnalysisOptions::default())
}

fn change<'c>(comparison: &'c RunComparison, name: &str) -> &'c MethodChange {
    let mut changes = comparison.methods.iter();
    let found = changes.find(|change| change.method.name == name);
    found.unwrap_or_else(|| panic!("{name} is not in {comparison:?}"))
}

#[test]
fn more_calls_are_told_apart_from_dearer_calls() {
    let base = analysed(&profile([400, 400], [1000, 1000]));
    let head = analysed(&profile([800, 800], [2000, 1000]));
    let comparison = compare(&base, &head).expect("comparable");
    let (a, b) = (change(&comparison, "a"), change(&comparison, "b"));
    for change in [a, b] {
        assert!(change.own.p_more > 0.999, "{change:?}");
        let ratio = change.own.ratio.expect("a ratio");
        assert!(ratio.lo < 2.0 && 2.0 < ratio.hi, "{ratio:?}");
        let parts = change.log_parts().expect("counted");
        let sum = parts.calls + parts.per_call;
        assert_near(sum, (change.own.head.mean / change.own.base.mean).ln());
    }
    let p_dearer = |change: &MethodChange| change.own_per_call.expect("counted").p_more;
    assert!((p_dearer(a) - 0.5).abs() < 0.01);
    assert!(p_dearer(b) > 0.999);
    assert_near(a.log_parts().expect("counted").calls, 2.0_f64.ln());
    assert_near(b.log_parts().expect("counted").calls, 0.0);
    assert!(comparison.one_sided.is_empty());
    // One run does not show how runs differ.
    assert_eq!(comparison.total.expect("measured").p_more, None);
}

#[test]
fn a_table_says_what_changed_and_how_sure_that_is() {
    let base = analysed(&profile([400, 400], [1000, 1000]));
    let mut head = profile([800, 400], [2000, 1000]);
    let b = head
        .code
        .methods
        .iter_mut()
        .find(|method| method.name == "b");
    b.expect("b").name = "new\u{1b}".to_owned();
    let comparison = compare(&base, &analysed(&head)).expect("comparable");
    let text = changes(&comparison, 10);
    assert!(
        text.lines().all(|line| line.chars().count() <= 120),
        "{text}"
    );
    let row = text.lines().find(|line| line.ends_with("p.A.a()"));
    let row = row.expect("a row");
    for expected in [
        "4.00 J",
        "8.00 J",
        "×2.00 (1.78–2.27)",
        ">99.9% more",
        "×1.00 (0.89–1.13)",
    ] {
        assert!(row.contains(expected), "{expected} is not in {row}");
    }
    assert!(text.contains("A run: 8.00 J, then 12.0 J\n"), "{text}");
    assert!(text.contains("One run on a side"), "{text}");
    assert!(
        text.contains("Only after:\n   4.00 J  p.A.new\\u{1b}()"),
        "{text}"
    );
    assert!(text.contains("Only before:\n   4.00 J  p.A.b()"), "{text}");
}

#[test]
fn what_one_side_has_alone_is_named() {
    let base = profile([400, 400], [1000, 1000]);
    let mut head = base.clone();
    let b = head
        .code
        .methods
        .iter_mut()
        .find(|method| method.name == "b");
    b.expect("b").name = "c".to_owned();
    let comparison = compare(&analysed(&base), &analysed(&head)).expect("comparable");
    let sides = |comparison: &RunComparison| -> Vec<(String, bool, bool)> {
        let mut sides: Vec<_> = comparison
            .one_sided
            .iter()
            .map(|side| (side.method.name.clone(), side.is_new, side.is_certain))
            .collect();
        sides.sort();
        sides
    };
    let (gone, new) = ("b".to_owned(), "c".to_owned());
    assert_eq!(
        sides(&comparison),
        [(gone.clone(), false, true), (new.clone(), true, true)]
    );
    // Without counts, it may have run without a sample.
    head.counts.clear();
    let comparison = compare(&analysed(&base), &analysed(&head)).expect("comparable");
    assert_eq!(
        sides(&comparison),
        [(gone, false, false), (new, true, false)]
    );
    assert_eq!(change(&comparison, "a").own_per_call, None);
}

#[test]
fn a_sampler_without_descriptors_names_the_only_method_of_the_name() {
    let base = profile([400, 400], [1000, 1000]);
    let mut head = base.clone();
    head.counts.clear();
    for method in &mut head.code.methods {
        method.descriptor = None;
    }
    let comparison = compare(&analysed(&base), &analysed(&head)).expect("comparable");
    assert_eq!(comparison.methods.len(), 3);
    assert!(comparison.one_sided.is_empty());
}

#[test]
fn energy_and_time_are_not_compared() {
    let base = profile([400, 400], [1000, 1000]);
    let mut head = base.clone();
    for window in &mut head.runs[0].windows {
        window.joules = None;
    }
    let found = compare(&analysed(&base), &analysed(&head));
    assert_eq!(found, Err(DifferentUnits));
    assert!(compare(&analysed(&head), &analysed(&head)).is_ok());
}

/// In two runs of the same program, one looks more expensive by chance as often as the probability says.
#[test]
fn the_same_program_seldom_seems_dearer() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let options = AnalysisOptions {
        method_bias: 0.0,
        ..AnalysisOptions::default()
    };
    let mut draw = || {
        let (code, stacks) = code(&["a", "b", "c", "d"]);
        let run = run((0..400).map(|_| Some(stacks[random.random_range(0..4)])));
        analyse(&of_one_run(code, run), &options)
    };
    let (mut seen, mut sure) = (0, 0);
    for _ in 0..200 {
        let comparison = compare(&draw(), &draw()).expect("comparable");
        for change in &comparison.methods {
            seen += 1;
            sure += i32::from(!(0.05..=0.95).contains(&change.own.p_more));
        }
    }
    assert_eq!(seen, 800);
    let part = f64::from(sure) / f64::from(seen);
    assert!((0.05..0.15).contains(&part), "{part} and not about 0.1");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn nothing_panics_and_each_probability_is_one(base in any_profile(), head in any_profile()) {
        let (base, head) = (analysed(&base), analysed(&head));
        if let Ok(comparison) = compare(&base, &head) {
            let back = compare(&head, &base).expect("comparable");
            prop_assert_eq!(back.methods.len(), comparison.methods.len());
            for change in &comparison.methods {
                for one in [Some(change.own), Some(change.with_callees), change.own_per_call].iter().flatten() {
                    prop_assert!((0.0..=1.0).contains(&one.p_more), "{change:?}");
                }
                let is_it = |other: &&MethodChange| (other.own.base, other.own.head) == (change.own.head, change.own.base);
                let other = back.methods.iter().find(is_it).expect("the same the other way");
                prop_assert!((other.own.p_more + change.own.p_more - 1.0).abs() < 1e-9, "{change:?}");
            }
        }
    }
}
